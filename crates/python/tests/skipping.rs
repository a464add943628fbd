//! The tests on a machine without Python: this test binary again, with an empty search path and no virtual environment.

use std::process::{Command, Output};

use pathmax_test_programs::{FOLDER, REQUIRE};

fn python_tests(require: &str) -> Output {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--skip", "skipping::"]).env("PATH", "").env(FOLDER, "missing").env(REQUIRE, require);
    command.output().unwrap()
}

#[test]
fn without_python_all_tests_are_skipped_with_one_line_per_reason() {
    let output = python_tests("");
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && stdout.contains("test result: ok."), "{stdout}");
    let stderr = String::from_utf8_lossy(&output.stderr);
    let mut skipped: Vec<&str> = stderr.lines().filter(|line| line.contains("skipped: ")).collect();
    skipped.sort_unstable();
    assert_eq!(skipped.len(), 2, "{stderr}");
    assert!(skipped[1].contains("because python3 (3.10 or later) is not installed"), "{stderr}");
    assert!(skipped[0].contains("because the virtual environment"), "{stderr}");
}

#[test]
fn where_python_is_required_its_tests_fail_without_it() {
    let output = python_tests("1");
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(!output.status.success() && stdout.contains("test result: FAILED. 0 passed; "), "{stdout}");
}
