//! The browser tests on a machine without a browser: this test binary again, with an empty search path.

use std::process::{Command, Output};

use pathmax_test_programs::REQUIRE;

/// Runs the browser tests without any program in the search path.
fn browser_tests(require: &str) -> Output {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.arg("browser::").env("PATH", "").env(REQUIRE, require);
    command.output().unwrap()
}

#[test]
fn without_a_browser_its_tests_are_skipped_with_one_line() {
    let output = browser_tests("");
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && stdout.contains("test result: ok."), "{stdout}");
    let stderr = String::from_utf8_lossy(&output.stderr);
    let skipped: Vec<&str> = stderr.lines().filter(|line| line.contains("skipped: ")).collect();
    assert_eq!(skipped.len(), 1, "{stderr}");
    assert!(skipped[0].contains("a real browser") && skipped[0].contains("`cargo xtask test`"), "{stderr}");
}

#[test]
fn where_a_browser_is_required_its_tests_fail_without_one() {
    let output = browser_tests("1");
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(!output.status.success() && stdout.contains("test result: FAILED. 0 passed; "), "{stdout}");
}
