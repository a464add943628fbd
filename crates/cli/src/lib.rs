//! The command line of the workbench, for any set of puzzles.
//!
//! A binary with its own puzzle gets every command, and the page:
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! use pathmax_cli::Registry;
//!
//! fn main() -> ExitCode {
//!     // With your own type of board: `Registry::builtin().with::<MyBoard>()`.
//!     pathmax_cli::main(Registry::builtin())
//! }
//! ```
//!
//! The crates underneath are re-exported: [`engine`] has `Problem` and `Heuristic`, [`puzzles`] has `Board` and the
//! capabilities, [`lab`] has the operations behind the commands.

#![deny(missing_docs)]

mod args;
mod audit;
mod autograder;
mod check;
mod command_line;
mod compare;
mod files;
mod format;
mod generate;
mod grade;
mod help;
mod list;
mod man;
mod map;
mod names;
mod output;
mod picture;
mod play;
mod profile;
mod progress;
mod provenance;
mod puzzle_options;
mod report;
mod resume;
mod serve;
mod sharing;
mod show;
mod solve;
mod style;
mod table;

pub use pathmax as engine;
pub use pathmax_lab as lab;
pub use pathmax_lab::Registry;
pub use pathmax_puzzles as puzzles;

use std::process::ExitCode;

use args::Command;
use output::{Exit, Failure};

/// Parses the arguments of this process and runs the command on the puzzles of `registry`.
///
/// Reports go to standard output, messages to standard error. The exit status is 0 for success, 1 for a negative answer (no
/// solution, not optimal, refuted), 2 for wrong usage or bad input, and 3 if a limit or an interrupt ended the work.
pub fn main(registry: Registry) -> ExitCode {
    let words: Vec<_> = std::env::args_os().collect();
    let program = command_line::program_name(&words);
    style::set_color(style::color_of(&words));
    let command = match command_line::parse(&registry, words) {
        Ok(arguments) => {
            style::set_color(arguments.color);
            arguments.command
        }
        Err(error) => {
            // Help that cannot be printed changes nothing about the status.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(Exit::Wrong as u8));
        }
    };
    match run(command, &registry, &program) {
        Ok(exit) => exit.into(),
        Err(failure) => {
            failure.report();
            Exit::Wrong.into()
        }
    }
}

fn run(command: Command, registry: &Registry, program: &str) -> Result<Exit, Failure> {
    match command {
        Command::Solve(arguments) => solve::run(&arguments, registry),
        Command::Resume(arguments) => resume::run(&arguments, registry),
        Command::Show(arguments) => show::run(&arguments, registry),
        Command::Map(arguments) => map::run(&arguments, registry),
        Command::Compare(arguments) => compare::run(&arguments, registry),
        Command::Audit(arguments) => audit::run(&arguments, registry),
        Command::Report(arguments) => report::run(&arguments, registry, program),
        Command::Generate(arguments) => generate::run(&arguments, registry, program),
        Command::Check(arguments) => check::run(&arguments, registry),
        Command::Grade(arguments) => grade::run(&arguments, registry),
        Command::Autograder(arguments) => autograder::run(&arguments, registry, program),
        Command::Serve(arguments) => serve::run(&arguments, registry),
        Command::Supervise(arguments) => grade::supervise(&arguments),
        Command::List(arguments) => list::run(&arguments, registry),
        Command::Help(arguments) => help::run(&arguments, registry, program),
        Command::Man(arguments) => man::run(&arguments, registry, program),
        Command::Completions { shell } => list::completions(shell, registry, program),
    }
}
