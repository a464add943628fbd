//! Searches that are killed and resumed, and checkpoints that are refused.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use crate::support::{instances, pathmax, run};

/// A folder for checkpoints, and the path of one.
fn folder() -> (TempDir, PathBuf, String) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("night.ckpt");
    let name = path.display().to_string();
    (folder, path, name)
}

/// The output without what varies: times, memory, and where the checkpoint is.
fn plain(output: &str) -> String {
    let varying = regex::Regex::new(r" · [0-9.]+ (µs|ms|s)( on [0-9]+ threads)? · [0-9.]+ [KMG]?i?B").unwrap();
    varying.replace_all(output, "").to_string()
}

/// Arguments of searches of some hundred to some thousand expansions.
const SEARCHES: &[&[&str]] = &[
    &["solve", "chexers/leapfrog.json", "-a", "astar", "-H", "null"],
    &["solve", "chexers/leapfrog.json", "-a", "partial-astar"],
    &["solve", "chexers/leapfrog.json", "-a", "ucs"],
    &["solve", "chexers/leapfrog.json", "-a", "weighted-astar", "-H", "half-distance"],
    &["solve", "chexers/leapfrog.json", "-a", "idastar", "-H", "half-distance"],
    &["solve", "chexers/leapfrog.json", "-a", "astar", "-H", "null", "--anytime"],
];

fn first_run(search: &[&str], name: &str, every: &str) -> Command {
    let mut arguments = search.to_vec();
    arguments.extend(["--checkpoint", name, "--every-expansions", every]);
    pathmax(".", &arguments)
}

#[test]
fn a_search_that_stopped_at_a_limit_goes_on_as_if_it_had_not() {
    for search in SEARCHES {
        let (_folder, path, name) = folder();
        let expected = run(pathmax(".", search));
        let mut arguments = search.to_vec();
        arguments.extend(["--checkpoint", &name, "--expansion-limit", "10"]);
        let stopped = run(pathmax(".", &arguments));
        assert!(stopped.starts_with("status 3\n"), "{search:?}: {stopped}");
        assert!(stopped.contains(&format!("continue with `pathmax resume {name}`")), "{stopped}");
        let resumed = run(pathmax(".", &["resume", &name, "--expansion-limit", "99999999"]));
        let without_plans =
            |text: &str| text.lines().filter(|line| !line.starts_with("plan: ")).collect::<Vec<_>>().join("\n");
        assert_eq!(without_plans(&plain(&resumed)), without_plans(&plain(&expected)), "{search:?}");
        assert!(!path.exists(), "a search that has its result removes its checkpoint");
    }
}

/// Kills a search with SIGKILL after it has written this many checkpoints, unless it ends before. Returns whether it did.
fn kill_after(child: &mut Child, path: &Path, writes: usize) -> bool {
    let version = || fs::metadata(path).ok().map(|metadata| (metadata.ino(), metadata.mtime_nsec()));
    let (mut seen, mut last) = (0, version());
    loop {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        let now = version();
        if now != last {
            (seen, last) = (seen + 1, now);
        }
        if seen >= writes {
            child.kill().unwrap();
            child.wait().unwrap();
            return true;
        }
        std::thread::yield_now();
    }
}

#[test]
fn fifty_killed_searches_are_resumed_to_the_same_cost_and_proof() {
    let mut kills = 0;
    // Each search is killed again and again until it ends. A run that ends before its kill is no failure.
    for round in 0..200 {
        let search = SEARCHES[round % SEARCHES.len()];
        let threads = ["1", "2"][round % 2];
        let uses_threads = !search.contains(&"idastar");
        let (_folder, path, name) = folder();
        let expected = run(pathmax(".", &[search, &["--json", "-q"]].concat()));
        // Deepening searches write a checkpoint at the beginning of every iteration anyway.
        let every = if uses_threads { "7" } else { "100000" };
        let mut command = first_run(&[search, &["--json", "-q"]].concat(), &name, every);
        if uses_threads {
            command.args(["--threads", threads]);
        }
        let (mut moment, mut attempts) = (round, 0);
        let output = loop {
            let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
            moment = (moment * 31 + 17) % 101;
            // Later and later: a deepening search begins its iteration again.
            if !kill_after(&mut child, &path, 1 + moment % 9 + attempts) {
                break child.wait_with_output().unwrap();
            }
            (kills, attempts) = (kills + 1, attempts + 1);
            // Killed while the first checkpoint was written: there is nothing to resume.
            command = if path.exists() {
                pathmax(".", &["resume", &name, "--json", "-q"])
            } else {
                first_run(&[search, &["--json", "-q"]].concat(), &name, every)
            };
        };
        let json = |text: &str| serde_json::from_str::<serde_json::Value>(&text[text.find('{').unwrap()..]).unwrap();
        let (found, expected) = (json(&String::from_utf8(output.stdout).unwrap()), json(&expected));
        for field in ["outcome", "cost", "bound", "optimal"] {
            assert_eq!(found[field], expected[field], "{search:?}: {field}");
        }
        if kills >= 50 {
            return;
        }
    }
    panic!("only {kills} searches were killed");
}

/// A checkpoint in the middle of a search.
fn checkpoint() -> (TempDir, PathBuf, String) {
    let (folder, path, name) = folder();
    run(pathmax(".", &[SEARCHES[0], &["--checkpoint", &name, "--expansion-limit", "20", "-q"]].concat()));
    assert!(path.exists());
    (folder, path, name)
}

#[test]
fn damaged_checkpoints_are_refused() {
    let (_folder, path, name) = checkpoint();
    let intact = fs::read(&path).unwrap();
    let refuse = |bytes: &[u8], message: &str| {
        fs::write(&path, bytes).unwrap();
        let output = run(pathmax(".", &["resume", &name]));
        assert!(output.starts_with(&format!("status 2\n--- stderr\nerror: {name}: ")), "{output}");
        assert!(output.contains(message), "{message}: {output}");
        assert_eq!(fs::read(&path).unwrap(), bytes, "the file is left as it was");
    };
    refuse(b"", "this is not a checkpoint");
    refuse(b"{\"colour\": \"red\"}", "this is not a checkpoint");
    for len in [25, 200, intact.len() / 2, intact.len() - 1] {
        refuse(&intact[..len], "the checkpoint is damaged");
    }
    for place in [intact.len() - 1, intact.len() - 40, intact.len() / 2 + 100] {
        let mut changed = intact.clone();
        changed[place] ^= 1;
        refuse(&changed, "the checkpoint is damaged");
    }
    let mut format = intact.clone();
    format[19] = b'9';
    refuse(&format, "was written by pathmax with another file format");
    fs::write(&path, &intact).unwrap();
    let other = run(pathmax(".", &["resume", &name, "chexers/stepping-stones.json"]));
    assert!(other.contains("the checkpoint belongs to another board"), "{other}");
    let small = run(pathmax(".", &["resume", &name, "--memory-limit", "1KiB"]));
    assert!(small.starts_with("status 2") && small.contains("raise --memory-limit"), "{small}");
    let same = run(pathmax(".", &["resume", &name, "chexers/leapfrog.json", "--expansion-limit", "9999999"]));
    assert!(same.starts_with("status 0"), "{same}");
}

#[test]
fn searches_that_cannot_be_saved_are_refused() {
    let (_folder, path, name) = folder();
    let board = "chexers/leapfrog.json";
    for (arguments, message) in [
        (&["-a", "bfs"][..], "--checkpoint does not support bfs"),
        (&["-a", "dfs"], "--checkpoint does not support dfs"),
        (&["--heuristic-cmd", "cat"], "--checkpoint requires a heuristic of the puzzle"),
        (&["--every", "10ms"], "give at least 1s"),
        (&["--profile"], "cannot be used with"),
    ] {
        let output = run(pathmax(".", &[&["solve", board, "--checkpoint", &name], arguments].concat()));
        assert!(output.starts_with("status 2") && output.contains(message), "{arguments:?}: {output}");
        assert!(!path.exists());
    }
    let existing = run(pathmax(".", &["solve", board, "--checkpoint", "chexers/leapfrog.json"]));
    assert!(existing.contains("which the command reads"), "{existing}");
    fs::write(&path, "a night's work").unwrap();
    let refused = run(pathmax(".", &["solve", board, "--checkpoint", &name]));
    assert!(refused.contains(&format!("continue its search with `pathmax resume {name}`")), "{refused}");
    assert_eq!(fs::read(&path).unwrap(), b"a night's work");
    assert!(run(pathmax(".", &["solve", board, "--checkpoint", &name, "--force"])).starts_with("status 0"));
}

#[test]
fn a_full_disk_leaves_the_checkpoint_before_and_the_search_goes_on() {
    let (folder, path, name) = checkpoint();
    let intact = fs::read(&path).unwrap();
    let mut command = Command::new("sh");
    let script = format!("trap '' XFSZ; ulimit -f 0; exec \"$0\" resume {name} --expansion-limit 60");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_pathmax")]).current_dir(instances("."));
    let output = run(command);
    assert!(output.starts_with("status 3") && output.contains("the checkpoint cannot be written"), "{output}");
    assert_eq!(fs::read(&path).unwrap(), intact);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
}
