//! The program `pathmax`: arguments in, a lab call, a printed report, an exit status.

mod args;
mod audit;
mod check;
mod compare;
mod files;
mod format;
mod generate;
mod grade;
mod list;
mod map;
mod output;
mod play;
mod profile;
mod progress;
mod serve;
mod show;
mod solve;
mod style;
mod table;

use std::process::ExitCode;

use clap::Parser;

use args::{Arguments, Command};
use output::Exit;

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Show(arguments) => show::run(&arguments),
        Command::Map(arguments) => map::run(&arguments),
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Audit(arguments) => audit::run(&arguments),
        Command::Generate(arguments) => generate::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Grade(arguments) => grade::run(&arguments),
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Supervise(arguments) => grade::supervise(&arguments),
        Command::List(arguments) => list::run(&arguments),
        Command::Completions { shell } => list::completions(shell),
    };
    match result {
        Ok(exit) => exit.into(),
        Err(failure) => {
            failure.tell();
            Exit::Wrong.into()
        }
    }
}
