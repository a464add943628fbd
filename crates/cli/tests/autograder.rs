//! `pathmax autograder`: unpacked as Gradescope does, below another folder, and run on submissions.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use pathmax_test_programs::{PYTHON, require};
use serde_json::Value;
use tempfile::TempDir;

use crate::submissions::ONE_STEP;
use crate::support;

/// Replaces a program by a copy that this process never had open for writing. Tests on other threads start processes, and each
/// holds this process's open files until it executes its program; while one holds a program open for writing, the system
/// refuses to run that ("text file busy").
fn copy_in_another_process(program: &Path) {
    let copy = program.with_extension("copy");
    let status = Command::new("cp").arg("-p").args([program, &copy]).status().unwrap();
    assert!(status.success());
    fs::rename(copy, program).unwrap();
}

/// Gradescope's folders, below a folder of the test.
struct Gradescope {
    root: TempDir,
}

impl Gradescope {
    /// Unpacks an autograder as Gradescope does, and runs its set-up.
    fn set_up(zip: &Path) -> Gradescope {
        let root = tempfile::tempdir().unwrap();
        let gradescope = Gradescope { root };
        let source = gradescope.path("source");
        fs::create_dir(&source).unwrap();
        zip::ZipArchive::new(fs::File::open(zip).unwrap()).unwrap().extract(&source).unwrap();
        copy_in_another_process(&source.join("pathmax"));
        let setup = gradescope.run("source/setup.sh");
        assert!(setup.starts_with("status 0\n"), "{setup}");
        assert!(setup.contains("the supervisor cannot be stopped"), "{setup}");
        fs::copy(source.join("run_autograder"), gradescope.path("run_autograder")).unwrap();
        gradescope
    }

    fn path(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    fn run(&self, script: &str) -> String {
        let mut command = Command::new(self.path(script));
        command.current_dir("/").env("HOME", self.root.path()).stdin(Stdio::null());
        support::run(command)
    }

    /// Runs the autograder on a submission of these files; its results.
    fn grade(&self, files: &[(&str, &str)]) -> Value {
        let _ = fs::remove_dir_all(self.path("submission"));
        fs::create_dir(self.path("submission")).unwrap();
        for (name, text) in files {
            fs::write(self.path("submission").join(name), text).unwrap();
        }
        let output = self.run("run_autograder");
        assert!(output.starts_with("status 0\n"), "{output}");
        let results = fs::read_to_string(self.path("results/results.json"));
        serde_json::from_str(&results.unwrap_or_else(|_| panic!("{output}"))).unwrap()
    }
}

/// A folder with two boards, and the autograder for these options.
fn make(folder: &Path, options: &[&str]) -> PathBuf {
    let boards = folder.join("boards");
    fs::create_dir_all(&boards).unwrap();
    fs::write(boards.join("one.json"), ONE_STEP).unwrap();
    fs::write(boards.join("walled.json"), WALLED).unwrap();
    fs::write(boards.join("notes.md"), "Not for students.").unwrap();
    fs::write(boards.join("manifest.json"), r#"{"one.json": {"cost": 2}, "walled.json": {"cost": null}}"#).unwrap();
    let text = autograder(folder, &[&["boards", "--out", "autograder.zip", "--"], options].concat());
    assert!(text.starts_with("status 0\n"), "{text}");
    folder.join("autograder.zip")
}

/// A piece that cannot move.
const WALLED: &str = include_str!("../../../instances/chexers/walled-in.json");

fn autograder(folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pathmax"));
    command.arg("autograder").args(arguments).current_dir(folder).stdin(Stdio::null());
    support::run(command)
}

const SOLVER: &str = r#"
import json, sys
board = json.load(open(sys.argv[1]))
if board["pieces"] == [[2, 0]]:
    print("MOVE from (2, 0) to (3, 0).")
    print("EXIT from (3, 0).")
else:
    print("no solution")
"#;

#[test]
fn an_autograder_grades_submissions_in_gradescopes_layout() {
    require!(PYTHON);
    let folder = tempfile::tempdir().unwrap();
    let options = ["--solver", "python3 search.py {file}", "--time-limit", "10m", "--partial", "0.25"];
    let zip = make(folder.path(), &options);
    let gradescope = Gradescope::set_up(&zip);
    assert!(!gradescope.path("source/boards/notes.md").exists());

    let right = gradescope.grade(&[("search.py", SOLVER)]);
    let tests = right["tests"].as_array().unwrap();
    let figures = |test: &Value| (test["name"].clone(), test["score"].as_f64().unwrap(), test["status"].clone());
    let expected = [("one.json", 1.0, "passed"), ("walled.json", 1.0, "passed")];
    assert_eq!(
        tests.iter().map(figures).collect::<Vec<_>>(),
        expected.map(|(name, score, status)| (name.into(), score, status.into()))
    );
    for test in tests {
        assert_eq!((&test["visibility"], &test["max_score"]), (&"visible".into(), &1.0.into()), "{test}");
        assert!(!test["output"].as_str().unwrap().is_empty(), "{test}");
    }
    assert_eq!(right["stdout_visibility"], "hidden");

    // A submission that looks for the boards does not find them.
    let spying = "import os\nfor folder in ('../source', '../results'): print(os.listdir(folder))";
    let wrong = gradescope.grade(&[("search.py", spying)]);
    assert!(wrong["tests"].as_array().unwrap().iter().all(|test| test["score"] == 0.0), "{wrong}");
    assert!(!wrong.to_string().contains("run_autograder"), "{wrong}");

    // Results of the submission before are not taken for this one's.
    let missing = gradescope.grade(&[]);
    assert!(missing["tests"].as_array().unwrap().iter().all(|test| test["score"] == 0.0), "{missing}");
    assert!(missing.to_string().contains("search.py"), "{missing}");
}

#[test]
fn a_submission_whose_program_cannot_be_started_is_told_so() {
    require!(PYTHON);
    let folder = tempfile::tempdir().unwrap();
    let zip = make(folder.path(), &["--solver", "./search {file}"]);
    let results = Gradescope::set_up(&zip).grade(&[("search", "not executable")]);
    assert_eq!((&results["score"], &results["stdout_visibility"]), (&0.into(), &"visible".into()));
    assert!(results["output"].as_str().unwrap().contains("may not be executable"), "{results}");
}

#[test]
fn an_autograder_grades_heuristics() {
    require!(PYTHON);
    let folder = tempfile::tempdir().unwrap();
    let command = "python3 -c 'import sys\nfor line in sys.stdin: print(0)'";
    let zip = make(folder.path(), &["--heuristics", "--heuristic-cmd", command, "--heuristic-timeout", "10m"]);
    let results = Gradescope::set_up(&zip).grade(&[]);
    let tests = results["tests"].as_array().unwrap();
    assert_eq!(tests.len(), 6, "{results}");
    assert_eq!((&tests[0]["name"], &tests[0]["score"]), (&"one.json: admissible".into(), &1.0.into()));
    assert!(tests[0]["output"].as_str().unwrap().starts_with("admissible: proved on this board"), "{results}");
}

#[test]
fn the_zip_is_the_same_for_the_same_input_and_its_programs_are_executable() {
    let folder = tempfile::tempdir().unwrap();
    // A small program, as compressing this one twice takes long.
    let mut program = vec![0x7f, b'E', b'L', b'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 62, 0];
    program.extend(b"GLIBC_2.34\0");
    fs::write(folder.path().join("program"), &program).unwrap();
    fs::create_dir(folder.path().join("boards")).unwrap();
    fs::write(folder.path().join("boards/one.json"), ONE_STEP).unwrap();
    let make = |out: &str, options: &[&str]| {
        let arguments = ["boards", "--binary", "program", "--out", out, "--apt", "python3-numpy", "--"];
        autograder(folder.path(), &[&arguments[..], options].concat())
    };
    let solver = ["--solver", "sh -c 'cat \"$1\"' sh {file}"];
    assert_output!(make("a.zip", &solver), @"
    status 0
    --- stderr
    a.zip: 1 board, a program that needs an image with glibc 2.34 or later (Ubuntu 22.04 has 2.35, 24.04 has 2.39); [size]
    ");
    make("b.zip", &solver);
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert!(read("a.zip") == read("b.zip"));
    make("b.zip", &["--solver", "sh search.sh"]);
    assert!(read("a.zip") != read("b.zip"));

    let unpacked = folder.path().join("unpacked");
    let mut archive = zip::ZipArchive::new(fs::File::open(folder.path().join("a.zip")).unwrap()).unwrap();
    archive.extract(&unpacked).unwrap();
    let modes: Vec<_> = ["setup.sh", "run_autograder", "pathmax", "boards/one.json"]
        .map(|name| fs::metadata(unpacked.join(name)).unwrap().permissions().mode() & 0o777)
        .to_vec();
    assert_eq!(modes, [0o755, 0o755, 0o755, 0o644]);
    let setup = fs::read_to_string(unpacked.join("setup.sh")).unwrap();
    assert!(setup.contains("\napt-get install -y --no-install-recommends python3-numpy\n"), "{setup}");
    // A shell splits it into the words that were given.
    let run = fs::read_to_string(unpacked.join("run_autograder")).unwrap();
    let line = run.lines().find(|line| line.contains("/pathmax\" grade ")).unwrap();
    let words = line.split_once(" grade ").unwrap().1.split_once(" --gradescope").unwrap().0;
    let printed = Command::new("bash").args(["-c", &format!("printf '%s\\n' {words}")]).output().unwrap().stdout;
    assert_eq!(String::from_utf8(printed).unwrap(), solver.join("\n") + "\n");
    for script in ["setup.sh", "run_autograder"] {
        let check = Command::new("bash").arg("-n").arg(unpacked.join(script)).status().unwrap();
        assert!(check.success(), "{script}");
    }
}

#[test]
fn with_the_source_the_setup_builds_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for name in ["boards", "code/src", "code/target", "code/.git"] {
        fs::create_dir_all(at(name)).unwrap();
    }
    fs::write(at("boards/one.json"), ONE_STEP).unwrap();
    let files = ["code/Cargo.toml", "code/src/main.rs", "code/target/old", "code/.git/HEAD"];
    files.iter().for_each(|name| fs::write(at(name), "").unwrap());
    // Links within the source count, as this repository has them; those around, elsewhere and to nothing do not.
    for (target, link) in [
        ("src", "lib"),
        ("src/main.rs", "README"),
        ("..", "src/up"),
        ("../lib", "src/back"),
        ("/etc", "etc"),
        ("x", "no"),
    ] {
        symlink(target, at("code").join(link)).unwrap();
    }
    let options = ["boards", "--out", "a.zip", "--source", "code", "--", "--solver", "sh search.sh"];
    assert!(autograder(folder.path(), &options).starts_with("status 0\n"));
    let archive = zip::ZipArchive::new(fs::File::open(at("a.zip")).unwrap()).unwrap();
    let mut names: Vec<_> = archive.file_names().map(Result::unwrap).collect();
    names.sort_unstable();
    let code = ["code/Cargo.toml", "code/README", "code/lib/main.rs", "code/src/main.rs"];
    let expected = [&["boards/one.json"][..], &code, &["failed.json", "run_autograder", "setup.sh"]].concat();
    assert_eq!(names, expected);
}

#[test]
fn wrong_usage_is_refused_and_no_zip_is_written() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("boards")).unwrap();
    fs::write(folder.path().join("boards/one.json"), ONE_STEP).unwrap();
    fs::write(folder.path().join("script"), "#!/bin/sh\n").unwrap();
    let refusal = |arguments: &[&str]| {
        let text = autograder(folder.path(), arguments);
        assert!(text.starts_with("status 2\n"), "{text}");
        text.lines().find(|line| line.starts_with("error:")).unwrap_or(&text).to_string()
    };
    let solver = ["--", "--solver", "sh search.sh"];
    let with = |arguments: &[&str]| refusal(&[arguments, &solver[..]].concat());
    insta::assert_snapshot!(with(&["boards", "--out", "a.zip", "--binary", "script"]), @"error: script: this is not a program, but Gradescope runs programs for Linux on x86-64; pass such a program with --binary, or the source of this one with --source");
    insta::assert_snapshot!(with(&["boards", "--out", "boards/one.json"]), @"error: boards/one.json: --out would overwrite this file, which the command reads; give --out another file");
    insta::assert_snapshot!(with(&["none", "--out", "a.zip"]), @"error: none: there is no such folder; give the folder with the boards");
    insta::assert_snapshot!(with(&["boards", "--out", "a.zip", "--source", "boards"]), @"error: boards: this folder has no Cargo.toml; give the folder with the source of the program");
    insta::assert_snapshot!(with(&["boards", "--out", "a.zip", "--apt", "x; rm -rf /"]), @"error: invalid value 'x; rm -rf /' for '--apt <PACKAGE>': this is not the name of a package, such as python3-numpy");
    insta::assert_snapshot!(refusal(&["boards", "--out", "a.zip", "--", "--solver", "sh x", "--gradescope", "r"]), @"error: leave out --gradescope: an autograder grades one submission at a time, and writes the results to Gradescope's folder");
    insta::assert_snapshot!(refusal(&["boards", "--out", "a.zip", "--", "--sovler", "sh x"]), @"error: the options of `grade` after --: unexpected argument '--sovler' found");
    assert!(refusal(&["boards", "--out", "a.zip"]).contains("were not provided"));
    assert!(!folder.path().join("a.zip").exists());
}
