//! `pathmax grade`, and the supervisor that it starts for every run of a submission.

// On other systems, the command reports that it needs Unix.
#![cfg_attr(not(unix), allow(dead_code, unused_imports))]

mod print;
mod sandbox;
mod supervise;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueHint};
use pathmax::{Limits, SearchOptions};
use pathmax_lab::grade::{
    Allowance, CommandTemplate, GradeBoards, GradeError, Grader, Grading, Runner, UnsolvableAnswer, adopt_orphans,
};
use pathmax_lab::{Checker, Manifest, Registry, Solver};

use crate::args::{free_memory, parse_size, parse_time};
use crate::files::Files;
use crate::output::{Exit, Failure, print, print_json, remark};
use crate::provenance::Provenance;
use crate::puzzle_options::ReadingArguments;
use crate::solve::cancel_on_interrupt;
use crate::style::HEADING;
use print::Bars;
use sandbox::SandboxChoice;
#[cfg(not(unix))]
use supervise::UNSUPPORTED;
pub use supervise::{SuperviseArguments, supervise};

/// Grade a program on every board of a folder
///
/// Runs the program on each board under limits, ends all its processes, and checks its answers as `pathmax check` does. The
/// program gets the board as the file {file} or, if the command does not contain {file}, on standard input. It prints a plan
/// to standard output, one action per line, or `FAIL` or `no solution`. The boards are the files that
/// manifest.json lists; without a manifest, the files of the folder with the extension of a puzzle (.json, .csv, .txt).
#[derive(Args)]
#[command(after_help = "Examples:
  pathmax grade --solver \"python3 -m search {file}\" boards/
  pathmax grade --solver \"python3 -m search\" boards/
  pathmax grade --solver \"./search {file}\" boards/ --time-limit 10s --memory-limit 512MiB
  pathmax grade --solver \"./search {file}\" boards/ --gradescope /autograder/results/results.json
  pathmax grade --solver \"pathmax solve {file}\" boards/ --csv > marks.csv

Exit status: 0 all answers are optimal, 1 some are not, 2 wrong usage or a bad board, 3 interrupted,
or the optimal cost of a board is unknown.")]
pub struct GradeArguments {
    /// Command of the program to grade, with {file} for the board; without {file}, the board is on standard input
    ///
    /// The command is split into words without a shell.
    #[arg(long, value_name = "COMMAND", required_unless_present = "explain")]
    solver: Option<CommandTemplate>,
    /// Folder with the boards
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath, required_unless_present = "explain")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    reading: ReadingArguments,
    /// Score for a valid but suboptimal answer, from 0 to 1; an optimal answer scores 1
    #[arg(long, value_name = "SCORE", default_value = "0.5", value_parser = parse_score)]
    partial: f64,
    /// Ignore lines that do not begin as an action does; the result says how many
    #[arg(long)]
    lenient: bool,
    /// Also accept this answer for a board without a solution: empty, status:N, text:LINE; repeatable
    ///
    /// `empty` is no output and exit status 0, `status:1` is no output and exit status 1, `text:NO PATH` is an output of only
    /// such lines. `FAIL` and `no solution` are always accepted.
    #[arg(long, value_name = "ANSWER")]
    unsolvable_answer: Vec<UnsolvableAnswer>,
    /// Time limit per board: 30s, 5m
    #[arg(long, help_heading = "Limits", value_name = "TIME", default_value = "30s", value_parser = parse_time)]
    time_limit: Duration,
    /// Memory limit for all processes of the program together: 512MiB, 2GiB
    #[arg(long, help_heading = "Limits", value_name = "SIZE", default_value = "1GiB", value_parser = parse_size)]
    memory_limit: usize,
    /// Maximum size of a file that the program writes
    #[arg(long, help_heading = "Limits", value_name = "SIZE", default_value = "64MiB", value_parser = parse_size)]
    file_limit: usize,
    /// Maximum number of expansions in the search for a board's optimal cost; beyond it, the cost in manifest.json counts
    #[arg(long, help_heading = "Limits", value_name = "N", default_value_t = 20_000_000)]
    best_expansion_limit: u64,
    /// Time limit for that search, instead of the maximum number of expansions
    #[arg(long, help_heading = "Limits", value_name = "TIME", value_parser = parse_time, conflicts_with = "best_expansion_limit")]
    best_time_limit: Option<Duration>,
    /// Sandbox the program: no network, no files but its own (auto, off, require)
    ///
    /// `auto` uses the mechanisms that this machine allows, `off` applies only the limits, `require` fails unless namespaces
    /// are available.
    #[arg(
        long,
        help_heading = "Sandbox",
        value_name = "WHEN",
        value_enum,
        default_value_t,
        hide_possible_values = true
    )]
    sandbox: SandboxChoice,
    /// Allow the program to read this file or folder; repeatable
    #[arg(long, help_heading = "Sandbox", value_name = "PATH", value_hint = ValueHint::AnyPath)]
    sandbox_read: Vec<PathBuf>,
    /// Print which guarantees hold on this machine, and exit
    #[arg(long, help_heading = "Sandbox", conflicts_with_all = ["solver", "folder"])]
    explain: bool,
    /// Print one JSON object: score, totals, boards
    #[arg(long, help_heading = "Output", conflicts_with = "csv")]
    json: bool,
    /// Print CSV, one line per board
    #[arg(long, help_heading = "Output")]
    csv: bool,
    /// Write Gradescope's results.json, updated after every board
    #[arg(long, help_heading = "Output", value_name = "FILE", value_hint = ValueHint::FilePath)]
    gradescope: Option<PathBuf>,
    /// Print nothing to standard error but errors
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,
}

/// The usage lines of the command in a program of this name.
pub fn usage(program: &str) -> String {
    format!(
        "{program} grade [OPTIONS] --solver <COMMAND> <DIR>\n       {program} grade --explain [--sandbox <WHEN>] [--json]"
    )
}

#[cfg(not(unix))]
pub fn run(_: &GradeArguments, _: &Registry) -> Result<Exit, Failure> {
    Err(Failure::new(UNSUPPORTED))
}

#[cfg(unix)]
pub fn run(arguments: &GradeArguments, registry: &Registry) -> Result<Exit, Failure> {
    let supervisor = sandbox::supervisor()?;
    let protection = sandbox::protection(arguments, &supervisor)?;
    let (Some(command), Some(path)) = (&arguments.solver, &arguments.folder) else {
        return sandbox::explain(arguments, &protection);
    };
    check_command(command)?;
    let folder = GradeBoards::read(registry, path, &arguments.reading.reading(registry)).map_err(Failure::new)?;
    for note in folder.notes.iter().filter(|_| !arguments.quiet) {
        remark(format_args!("note: {note}"));
    }
    let boards = folder.boards.iter().map(|board| board.name.clone()).chain([Manifest::NAME.into()]);
    Files::reading(boards.map(|name| path.join(name)))
        .running(command.on(Path::new("")))
        .writing("--gradescope", arguments.gradescope.as_deref())?;
    let runner = Runner {
        supervisor,
        allowance: Allowance {
            time: arguments.time_limit,
            memory: arguments.memory_limit as u64,
            file_size: arguments.file_limit as u64,
        },
        cancel: cancel_on_interrupt(),
        owns_children: adopt_orphans(),
        protection,
        readable: arguments.sandbox_read.clone(),
        hidden: sandbox::hidden(path, arguments.gradescope.as_deref(), &folder)?,
    };
    let grader = grader(arguments, command.clone(), runner);
    let mut bars = Bars::new(!arguments.quiet, folder.boards.len());
    let origin = Provenance::new();
    let report = grader
        .grade(&folder.boards, &mut |event| {
            bars.show(&event);
            match (&arguments.gradescope, event) {
                (Some(path), Grading::Ready(report) | Grading::Done(report)) => {
                    let wrong = |error| GradeError::new(format!("{}: cannot be written: {error}", path.display()));
                    report.write_gradescope(path, &origin).map_err(wrong)
                }
                _ => Ok(()),
            }
        })
        .map_err(Failure::new)?;
    drop(bars);
    if arguments.json {
        print_json(&report)?;
    } else if arguments.csv {
        print(print::csv(&report)?)?;
    } else {
        print(print::table(&report).to_text(HEADING) + "\n" + &print::summary(&report))?;
    }
    if let Some(hint) = print::hint(&report, command).filter(|_| !arguments.quiet) {
        remark(format_args!("note: {hint}"));
    }
    Ok(print::exit(&report))
}

#[cfg(unix)]
fn grader(arguments: &GradeArguments, command: CommandTemplate, runner: Runner) -> Grader {
    let time = arguments.best_time_limit;
    let expansions = time.is_none().then_some(arguments.best_expansion_limit);
    let limits = Limits { time, memory: Some(free_memory()), expansions };
    let search = SearchOptions { limits, cancel: runner.cancel.clone(), ..SearchOptions::default() };
    let checker = Checker { solver: Solver { search, ..Solver::default() }, lenient: arguments.lenient };
    let unsolvable_answers = arguments.unsolvable_answer.clone();
    Grader { checker, command, runner, partial: arguments.partial, unsolvable_answers }
}

/// An error if the command of a single program cannot be run.
#[cfg(unix)]
fn check_command(command: &CommandTemplate) -> Result<(), Failure> {
    if command.names_submission() {
        return Err(Failure::new("{submission} in --solver requires --submissions DIR"));
    }
    command.check_program(Path::new("")).map_err(|error| Failure::new(format!("--solver: {error}")))
}

fn parse_score(text: &str) -> Result<f64, String> {
    let score = text.parse().ok().filter(|score| (0.0..=1.0).contains(score));
    score.ok_or_else(|| "give a number from 0 to 1, such as 0.5".to_string())
}
