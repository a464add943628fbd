//! The whole test suite.

use std::process::Command;

use pathmax_test_programs::REQUIRE;

use crate::{Failure, process};

/// The command that runs all tests; a test whose program is missing fails.
pub fn command() -> Command {
    let mut command = process::cargo(&["test", "--workspace", "--no-fail-fast"]);
    command.env(REQUIRE, "1");
    command
}

/// Builds all tests and runs none.
pub fn build() -> Result<(), Failure> {
    process::run(&mut process::cargo(&["test", "--workspace", "--no-run"]))
}
