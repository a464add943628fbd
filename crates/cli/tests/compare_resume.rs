//! `pathmax compare --out` and `--resume`: results as they come, and comparisons that go on where they were interrupted.

use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;

/// A heuristic that is 0, computed by a program whose 40th process waits for a file.
const GATE: &str = "
echo started >> starts
if [ $(wc -l < starts) -eq 40 ]; then
    echo waiting > waiting
    while [ ! -e go ]; do sleep 0.02; done
fi
while read state; do echo 0; done
";
/// Far beyond the time that any step takes.
const PATIENCE: Duration = Duration::from_secs(300);

/// A folder with 100 boards: every pair of the first 16 hexes, as far as they go.
struct Course {
    folder: tempfile::TempDir,
}

impl Course {
    fn new() -> Course {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("boards")).unwrap();
        let hexes: Vec<(i32, i32)> = (-3..=3).flat_map(|q| (-3..=3).map(move |r| (q, r))).collect();
        let hexes: Vec<_> = hexes.into_iter().filter(|(q, r)| (q + r).abs() <= 3).collect();
        let pairs = (0..16).flat_map(|a| (a + 1..16).map(move |b| (a, b))).take(100);
        for (i, (a, b)) in pairs.enumerate() {
            let [(q, r), (s, t)] = [hexes[a], hexes[b]];
            let text = format!(r#"{{"colour": "red", "pieces": [[{q},{r}],[{s},{t}]], "blocks": [[3,0]]}}"#);
            fs::write(folder.path().join(format!("boards/{i:03}.json")), text).unwrap();
        }
        fs::write(folder.path().join("gate.sh"), GATE).unwrap();
        Course { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, more: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pathmax"));
        command.args([
            "compare",
            "boards",
            "-a",
            "astar",
            "-H",
            "relaxed-map,half-distance",
            "--expansion-limit",
            "300",
        ]);
        command.args(["--heuristic-cmd", "gate=sh gate.sh", "--repeat", "2", "--json"]);
        command.args(more).current_dir(self.folder.path()).stdin(Stdio::null());
        command
    }

    fn open_gate(&self) {
        fs::write(self.path("go"), "").unwrap();
    }

    /// The report of a comparison that ends well.
    fn report(&self, more: &[&str]) -> Value {
        let output = self.command(more).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    }

    /// Starts a comparison and waits until its 40th program waits.
    fn start_until_gate(&self, more: &[&str]) -> Child {
        let child = self.command(more).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let since = Instant::now();
        while !self.path("waiting").exists() {
            assert!(since.elapsed() < PATIENCE, "the comparison does not get far");
            thread::sleep(Duration::from_millis(10));
        }
        child
    }
}

/// A report without its origin, and without times and memory: the table of a program's answers grows at random.
fn unmeasured(mut report: Value) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(map) => {
                let measured =
                    ["pathmax", "seconds", "seconds_at_least", "seconds_par2", "peak_memory", "bytes_per_state"];
                map.retain(|key, _| !measured.contains(&key.as_str()));
                if let Some(Value::Array(samples)) = map.get_mut("samples") {
                    *samples = vec![Value::from(samples.len())];
                }
                map.values_mut().for_each(strip);
            }
            Value::Array(all) => all.iter_mut().for_each(strip),
            _ => {}
        }
    }
    strip(&mut report);
    report
}

fn lines(path: &Path) -> Vec<Value> {
    fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_hundred_boards_interrupted_and_resumed_give_the_same_result() {
    let course = Course::new();
    let memory = ["--memory-limit", "1GiB"];
    let interrupted = course.start_until_gate(&[&memory[..], &["--out", "results.ndjson"]].concat());
    kill(Pid::from_raw(interrupted.id() as i32), Signal::SIGINT).unwrap();
    let output = interrupted.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("of 300 runs were made; continue with --resume results.ndjson"), "{told}");
    let partial: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(partial["interrupted"], true);

    let results = course.path("results.ndjson");
    let written = lines(&results);
    // Each run of the program stops at the limit and is not repeated: it was interrupted on the 40th board.
    assert_eq!(written.len(), 1 + 39 * 3 + 2);
    assert_eq!(written[0]["pathmax"]["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(written[0]["puzzles"][0]["boards"].as_object().unwrap().len(), 100);
    for run in &written[1..] {
        let samples = if run["outcome"] == "stopped" { 1 } else { 2 };
        assert!(run["samples"].as_array().unwrap().len() == samples && run["hash"].is_string(), "{run}");
    }

    // The machine crashed while the last line was written.
    let length = fs::metadata(&results).unwrap().len();
    OpenOptions::new().write(true).open(&results).unwrap().set_len(length - 40).unwrap();
    course.open_gate();
    let resumed = course.report(&[&memory[..], &["--resume", "results.ndjson"]].concat());
    // The second process wrote a header, then the other runs.
    assert_eq!(lines(&results).len(), 2 + 300);
    let whole = course.report(&memory);
    assert_eq!(whole["puzzles"][0]["runs"].as_array().unwrap().len(), 300);
    assert_eq!(unmeasured(resumed), unmeasured(whole));

    // Nothing is left to do: the file stays as it is, and no program is started.
    let (before, starts) = (fs::read(&results).unwrap(), fs::read(course.path("starts")).unwrap());
    course.report(&[&memory[..], &["--resume", "results.ndjson"]].concat());
    assert!(fs::read(&results).unwrap() == before && fs::read(course.path("starts")).unwrap() == starts);
}

#[test]
fn a_killed_process_loses_only_its_current_run() {
    let course = Course::new();
    let mut killed = course.start_until_gate(&["--resume", "results.ndjson"]);
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert_eq!(lines(&course.path("results.ndjson")).len(), 1 + 39 * 3 + 2);
    course.open_gate();
    // Without a memory limit, the file's own counts: the free memory is another one now.
    let resumed = course.report(&["--resume", "results.ndjson"]);
    assert_eq!(resumed["puzzles"][0]["runs"].as_array().unwrap().len(), 300);
    assert_eq!(resumed["limits"]["memory"], lines(&course.path("results.ndjson"))[0]["limits"]["memory"]);
}

/// The message of a comparison that is refused.
fn refusal(course: &Course, more: &[&str]) -> String {
    let output = course.command(more).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(output.stdout.is_empty());
    message
}

#[test]
fn what_does_not_match_is_refused_and_changes_nothing() {
    let course = Course::new();
    course.open_gate();
    for i in 3..100 {
        fs::remove_file(course.path(&format!("boards/{i:03}.json"))).unwrap();
    }
    course.report(&["--out", "results.ndjson"]);
    let before = fs::read(course.path("results.ndjson")).unwrap();
    let refused = |more: &[&str]| {
        let message = refusal(&course, more);
        assert!(fs::read(course.path("results.ndjson")).unwrap() == before, "{message}");
        message
    };
    let resume = ["--resume", "results.ndjson"];
    assert_eq!(
        refused(&["--out", "results.ndjson"]),
        "error: results.ndjson: this file exists already; continue it with --resume, or give --out another name\n"
    );
    let message = refused(&[&resume[..], &["--time-limit", "9s"]].concat());
    assert!(message.contains("its runs have --time-limit none, and this command has --time-limit 9s"), "{message}");
    let message = refused(&[&resume[..], &["--layers"]].concat());
    assert!(message.contains("it was written without --layers"), "{message}");
    let message = refused(&[&resume[..], &["--heuristic-claims", "gate=admissible"]].concat());
    assert!(message.contains("the heuristic program gate claimed none"), "{message}");

    fs::write(course.path("gate.sh"), GATE.replace("echo 0", "echo 1")).unwrap();
    let message = refused(&resume);
    assert!(message.contains("the heuristic program gate has been changed since"), "{message}");
    fs::write(course.path("gate.sh"), GATE).unwrap();
    let board = fs::read_to_string(course.path("boards/001.json")).unwrap();
    fs::write(course.path("boards/001.json"), board.replace("[[3,0]]", "[]")).unwrap();
    let message = refused(&resume);
    assert!(message.contains("the board 001.json has been changed since"), "{message}");
    // Another layout of the same board is no change.
    fs::write(course.path("boards/001.json"), board.replace(", ", ",\n")).unwrap();
    course.report(&resume);
    assert!(fs::read(course.path("results.ndjson")).unwrap() == before);

    let message = refusal(&course, &["--resume", "gate.sh"]);
    assert!(message.contains("gate.sh: line 2: this is not the header of a results file"), "{message}");
    let message = refusal(&course, &["--resume", "boards/000.json"]);
    assert!(message.starts_with("error: boards/000.json: "), "{message}");
    assert!(course.command(&["--out", "-"]).output().unwrap().status.code() == Some(2));
}

#[test]
fn further_boards_and_combinations_are_added() {
    let course = Course::new();
    course.open_gate();
    let few = ["boards/000.json", "boards/001.json"];
    let run = |boards: &[&str], heuristics: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pathmax"));
        command.arg("compare").args(boards).args(["-H", heuristics, "-q", "--csv", "--resume", "results.ndjson"]);
        let output = command.current_dir(course.folder.path()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().lines().count() - 1
    };
    let results = course.path("results.ndjson");
    assert_eq!(run(&few, "null"), 2);
    assert_eq!(lines(&results).len(), 1 + 2);
    assert_eq!(run(&[&few[..], &["boards/002.json"]].concat(), "null,relaxed-map"), 6);
    assert_eq!(lines(&results).len(), 1 + 2 + 1 + 4);
    assert_eq!(run(&few[..1], "relaxed-map"), 1);
    assert_eq!(lines(&results).len(), 1 + 2 + 1 + 4);
}

#[test]
fn layers_are_kept_on_request() {
    let course = Course::new();
    let run = |more: &[&str]| -> Value {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pathmax"));
        command.args(["compare", "boards/000.json", "-H", "null", "-q", "--json"]).args(more);
        serde_json::from_slice(&command.current_dir(course.folder.path()).output().unwrap().stdout).unwrap()
    };
    let layers = |report: &Value| {
        let layers = report["puzzles"][0]["runs"][0]["statistics"]["layers"].as_array().unwrap().len();
        (report["layers"] == true, layers > 0)
    };
    assert_eq!(layers(&run(&[])), (false, false));
    assert_eq!(layers(&run(&["--layers"])), (true, true));
    // The plot needs them, so they are in the file, but not in the JSON that is printed.
    assert_eq!(layers(&run(&["--plot", "a.svg", "--out", "a.ndjson"])), (false, false));
    assert!(
        lines(&course.path("a.ndjson"))[1]["statistics"]["layers"].as_array().is_some_and(|layers| !layers.is_empty())
    );
    run(&["--out", "b.ndjson"]);
    run(&["--plot", "b.svg", "--resume", "b.ndjson"]);
    let plots =
        ["a.svg", "b.svg"].map(|name| fs::read_to_string(course.path(name)).unwrap().contains("Expansions by f"));
    assert_eq!(plots, [true, false]);
}
