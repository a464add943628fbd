//! The program `pathmax`: the workbench for the built-in puzzles.

use std::process::ExitCode;

use pathmax_cli::Registry;

fn main() -> ExitCode {
    pathmax_cli::main(Registry::builtin())
}
