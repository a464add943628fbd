//! Development tasks, as `cargo xtask COMMAND`.

mod busy;
mod metadata;
mod nightly;
mod packages;
mod process;
mod publish;
mod suite;

use std::process::ExitCode;

const HELP: &str = "\
Development tasks for pathmax.

Usage: cargo xtask COMMAND

Commands:
  test [ARGUMENTS]            Assemble the packages, install the programs that tests need, then run all tests; no
                              test is skipped.
                              ARGUMENTS are passed on to `cargo test --workspace`
  install                     Install the programs that tests need
  nightly [PART...] [--shard K/N]
                              Run the slow checks: all of them, or the parts packages, mutants, stress, boards.
                              --shard tests only the Kth of N shares of the mutants, counted from 0
  busy COUNT COMMAND...       Run a command beside COUNT processes that keep the processors busy
";

/// The message of a failed task.
type Failure = String;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[&str]) -> Result<(), Failure> {
    match arguments {
        ["test", rest @ ..] => {
            metadata::check_rust_version()?;
            publish::check()?;
            packages::install_missing()?;
            process::run(suite::command().args(rest))
        }
        ["install"] => packages::install_missing(),
        ["nightly", rest @ ..] => nightly::run(&nightly::Selection::parse(rest)?),
        ["busy", count, command @ ..] if !command.is_empty() => {
            let count = count.parse().map_err(|_| format!("the number of busy processes is not a number: {count}"))?;
            busy::run_beside(count, command)
        }
        [busy::CHILD] => busy::spin_until_parent_ends(),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        _ => Err(format!("cannot run `{}`\n\n{HELP}", arguments.join(" "))),
    }
}
