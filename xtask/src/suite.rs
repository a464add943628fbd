//! The whole test suite.

use pathmax_test_programs::REQUIRE;

use crate::{Failure, process};

/// Runs all tests; a test whose program is missing fails.
pub fn run(arguments: &[&str]) -> Result<(), Failure> {
    process::run(process::cargo(&["test", "--workspace", "--no-fail-fast"]).args(arguments).env(REQUIRE, "1"))
}

/// Builds all tests and runs none.
pub fn build() -> Result<(), Failure> {
    process::run(&mut process::cargo(&["test", "--workspace", "--no-run"]))
}
