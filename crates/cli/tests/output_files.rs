//! Output files are replaced as a whole: a full disk, a limit or a missing permission leaves the old file as it was.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::support::{instances, run};

const PATHMAX: &str = env!("CARGO_BIN_EXE_pathmax");
const OLD: &str = "the old contents";

/// A folder with boards and a submission.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::copy(instances("chexers").join("leapfrog.json"), at("board.json")).unwrap();
    fs::copy(instances("chexers").join("leapfrog.json"), at("board")).unwrap();
    fs::create_dir(at("boards")).unwrap();
    fs::copy(instances("chexers").join("one-step.json"), at("boards/one-step.json")).unwrap();
    folder
}

/// Runs a shell script in a folder, with the program as `$0`.
fn shell(folder: &TempDir, script: &str) -> String {
    let mut command = Command::new("sh");
    command.args(["-c", script, PATHMAX]).current_dir(folder.path()).stdin(Stdio::null());
    run(command)
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Every command that writes a file, with the file that it writes.
const WRITERS: [(&str, &str); 10] = [
    ("show board.json --svg old.svg", "old.svg"),
    ("show board.json --svg old.svg --solution", "old.svg"),
    ("show board.json --animation old.svg --solution", "old.svg"),
    ("solve board.json --animation old.svg", "old.svg"),
    ("solve board.json --html old.html", "old.html"),
    ("map board.json --svg old.svg", "old.svg"),
    ("compare board.json --heuristics relaxed-map --plot old.svg", "old.svg"),
    ("audit board.json --heuristic half-or-blocks --svg old.svg", "old.svg"),
    ("audit board.json --heuristic half-or-blocks --out old.json", "old.json"),
    ("grade --solver 'echo {file}' boards --gradescope old.json", "old.json"),
];

#[test]
fn a_write_that_fails_leaves_the_old_file() {
    for (command, file) in WRITERS {
        let folder = folder();
        let path = folder.path().join(file);
        fs::write(&path, OLD).unwrap();
        let before = names_in(folder.path());
        // No file may hold even one byte; with the signal ignored, writing returns an error as on a full disk.
        let output = shell(&folder, &format!("trap '' XFSZ; ulimit -f 0; exec \"$0\" {command}"));
        assert!(output.starts_with("status 2\n"), "{command}: {output}");
        assert!(output.contains(&format!("error: {file}: cannot be written: File too large")), "{command}: {output}");
        assert_eq!(fs::read_to_string(&path).unwrap(), OLD, "{command}");
        assert_eq!(names_in(folder.path()), before, "{command}");
        // Without the limit, the same command replaces the file.
        shell(&folder, &format!("exec \"$0\" {command}"));
        assert_ne!(fs::read_to_string(&path).unwrap(), OLD, "{command}");
        assert_eq!(names_in(folder.path()), before, "{command}");
    }
}

#[test]
fn a_program_that_is_killed_while_it_writes_leaves_the_old_file() {
    let folder = folder();
    fs::write(folder.path().join("old.svg"), OLD).unwrap();
    let output = shell(&folder, "ulimit -f 0; ulimit -c 0; exec \"$0\" show board.json --svg old.svg");
    assert!(output.starts_with("status -1\n"), "not killed by a signal: {output}");
    assert_eq!(fs::read_to_string(folder.path().join("old.svg")).unwrap(), OLD);
}

#[test]
fn boards_that_cannot_be_replaced_stay() {
    let folder = folder();
    let boards = folder.path().join("new");
    assert!(shell(&folder, "exec \"$0\" generate chexers --count 3 --out new -q").starts_with("status 0\n"));
    let contents =
        || names_in(&boards).into_iter().map(|name| fs::read(boards.join(name)).unwrap()).collect::<Vec<_>>();
    let before = (names_in(&boards), contents());
    let output =
        shell(&folder, "trap '' XFSZ; ulimit -f 0; exec \"$0\" generate chexers --count 2 --seed 1 --out new --force");
    assert!(output.contains("error: new/manifest.json: cannot be written: File too large"), "{output}");
    assert_eq!((names_in(&boards), contents()), before);
}

#[test]
fn a_full_device_is_an_error() {
    let folder = folder();
    for command in ["show board.json --svg /dev/full", "audit board.json --heuristic half-or-blocks --out /dev/full"] {
        let output = shell(&folder, &format!("exec \"$0\" {command}"));
        assert!(output.starts_with("status 2\n"), "{output}");
        assert!(output.contains("error: /dev/full: cannot be written: No space left on device"), "{output}");
    }
    assert!(fs::metadata("/dev/full").unwrap().permissions().mode() & 0o222 != 0, "it is still a device");
    assert!(!fs::metadata("/dev/full").unwrap().is_file());
}

#[test]
fn a_full_disk_leaves_the_old_file() {
    let folder = folder();
    let mut mount = Command::new("unshare");
    mount.args(["-Urm", "mount", "-t", "tmpfs", "none", "."]).current_dir(folder.path()).stderr(Stdio::null());
    if !mount.status().is_ok_and(|status| status.success()) {
        eprintln!(
            "skipped: mounting a tmpfs in a user namespace is not permitted here; the limits above stand in for it"
        );
        return;
    }
    fs::create_dir(folder.path().join("disk")).unwrap();
    let script = format!(
        "unshare -Urm sh -c '
            mount -t tmpfs -o size=64k none disk && cd disk || exit 9
            printf \"{OLD}\" > old.svg
            head -c 1000000 /dev/zero > filler 2>/dev/null
            \"$0\" show ../board.json --svg old.svg; echo \"status $?\"
            cat old.svg; echo; ls -A
            rm filler
            \"$0\" show ../board.json --svg old.svg; echo \"status $?\"
            head -c 4 old.svg; echo; ls -A
        ' \"$0\""
    );
    assert_output!(shell(&folder, &script), @"
    status 0
    --- stdout
    status 2
    the old contents
    filler
    old.svg
    status 0
    <svg
    old.svg
    --- stderr
    error: old.svg: cannot be written: No space left on device (os error 28)
    ");
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

#[test]
fn new_files_follow_the_umask_and_replaced_files_keep_their_permissions() {
    let folder = folder();
    let (new, old) = (folder.path().join("new.svg"), folder.path().join("old.svg"));
    fs::write(&old, OLD).unwrap();
    fs::set_permissions(&old, Permissions::from_mode(0o604)).unwrap();
    let script = "umask 027; \"$0\" show board.json --svg new.svg && exec \"$0\" show board.json --svg old.svg";
    assert_eq!(shell(&folder, script), "status 0\n");
    assert_eq!((mode(&new), mode(&old)), (0o640, 0o604));
    assert_eq!(fs::read(&new).unwrap(), fs::read(&old).unwrap());
}

#[test]
fn a_symbolic_link_is_followed() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("elsewhere")).unwrap();
    fs::write(at("elsewhere/target.svg"), OLD).unwrap();
    symlink("elsewhere/target.svg", at("link.svg")).unwrap();
    symlink("elsewhere/later.svg", at("dangling.svg")).unwrap();
    for (link, target) in [("link.svg", "target.svg"), ("dangling.svg", "later.svg")] {
        assert_eq!(shell(&folder, &format!("exec \"$0\" show board.json --svg {link}")), "status 0\n");
        assert!(fs::symlink_metadata(at(link)).unwrap().is_symlink(), "{link} was replaced");
        assert!(fs::read_to_string(at("elsewhere").join(target)).unwrap().contains("<svg"));
    }
    assert_eq!(names_in(&at("elsewhere")), ["later.svg", "target.svg"]);
}

#[test]
fn pipes_are_written_directly() {
    let folder = folder();
    let script = "mkfifo pipe; cat pipe > piped & \"$0\" show board.json --svg pipe; wait; test -p pipe && ls -A";
    assert_eq!(shell(&folder, script), "status 0\n--- stdout\nboard\nboard.json\nboards\npipe\npiped\n");
    assert!(fs::read_to_string(folder.path().join("piped")).unwrap().ends_with("</svg>\n"));
}

/// Replacing the file behind standard output would lose what is printed later. The test does not use `/dev/stdout`: as root,
/// a program with that defect might replace it.
#[test]
fn an_open_file_is_written_directly() {
    let folder = folder();
    assert_eq!(shell(&folder, "{ \"$0\" show board.json --svg /dev/fd/1; echo after; } >> all"), "status 0\n");
    let all = fs::read_to_string(folder.path().join("all")).unwrap();
    assert!(all.starts_with("<svg ") && all.ends_with("</svg>\nafter\n"), "{all}");
}

#[test]
fn a_folder_or_file_that_may_not_be_written_is_an_error() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("read-only.svg"), OLD).unwrap();
    fs::set_permissions(at("read-only.svg"), Permissions::from_mode(0o444)).unwrap();
    // Root may write anything.
    if fs::OpenOptions::new().append(true).open(at("read-only.svg")).is_err() {
        let output = shell(&folder, "exec \"$0\" show board.json --svg read-only.svg");
        assert!(output.contains("error: read-only.svg: cannot be written: Permission denied"), "{output}");
        assert_eq!(fs::read_to_string(at("read-only.svg")).unwrap(), OLD);
    }
    assert_output!(shell(&folder, "exec \"$0\" show board.json --svg boards"), @"
    status 2
    --- stderr
    error: boards: cannot be written: Is a directory (os error 21)
    ");
    assert_output!(shell(&folder, "exec \"$0\" map board.json --svg nowhere/map.svg"), @"
    status 2
    --- stderr
    error: nowhere/map.svg: cannot be written: there is no folder nowhere
    ");
}
