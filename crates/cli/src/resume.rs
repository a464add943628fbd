//! `pathmax resume`, and the checkpoints of `pathmax solve`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueHint};
use pathmax::Checkpoints;
use pathmax_lab::{AnyBoard, CheckpointError, Checkpointer, Registry, SavedSearch, SolveReport, Solver, WatchWrites};

use crate::args::{BoardArguments, LimitArguments, MOST_THREADS, parse_time, threads};
use crate::files::Files;
use crate::output::{Exit, Failure, remark};
use crate::progress::ProgressLine;
use crate::puzzle_options::ReadingArguments;
use crate::solve::{Format, Printing, cancel_on_interrupt, load_file, print_report};

/// The default interval.
const EVERY: Duration = Duration::from_secs(600);

/// Continue a search from a checkpoint
///
/// Continues a search that `pathmax solve --checkpoint FILE` began, after a crash, an interrupt or a limit, and prints what
/// `solve` would have printed. Limits count the work of all runs together.
#[derive(Args)]
#[command(after_help = "Examples:
  pathmax solve board.json --checkpoint night.ckpt
  pathmax resume night.ckpt
  pathmax resume night.ckpt --time-limit 12h --threads 0

A search that has ended removes its checkpoint. See `pathmax help checkpoints`.")]
pub struct ResumeArguments {
    /// Checkpoint file; it is written further
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,
    /// Board file that the checkpoint has to belong to [default: any]
    #[arg(value_name = "BOARD", value_hint = ValueHint::FilePath)]
    board: Option<PathBuf>,
    #[command(flatten)]
    reading: ReadingArguments,
    #[command(flatten)]
    limits: LimitArguments,
    /// Number of threads, 0 for one per core [default: that of the first run]
    #[arg(long, value_name = "N", help_heading = "Search",
          value_parser = clap::value_parser!(u16).range(0..=MOST_THREADS))]
    threads: Option<u16>,
    /// Time between two checkpoints [default: that of the first run]
    #[arg(long, value_name = "TIME", help_heading = "Search", value_parser = parse_every)]
    every: Option<Duration>,
    /// Print one JSON object: puzzle, outcome, cost, bound, actions, statistics
    #[arg(long, help_heading = "Output")]
    json: bool,
    /// Print only errors to standard error
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,
}

/// The checkpoints of a search.
#[derive(Args)]
#[command(next_help_heading = "Checkpoints")]
pub struct CheckpointArguments {
    /// Write the state of the search to this file from time to time; `pathmax resume FILE` continues it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath,
          conflicts_with_all = ["trace", "animation", "html", "profile"])]
    pub checkpoint: Option<PathBuf>,
    /// Time between two checkpoints, at least 1s [default: 10m]
    #[arg(long, value_name = "TIME", requires = "checkpoint", value_parser = parse_every)]
    every: Option<Duration>,
    /// Expansions between two checkpoints, for tests
    #[arg(long, value_name = "N", requires = "checkpoint", conflicts_with = "every", hide = true)]
    every_expansions: Option<u64>,
    /// Replace an existing checkpoint
    #[arg(long, requires = "checkpoint")]
    force: bool,
}

fn parse_every(text: &str) -> Result<Duration, String> {
    let time = parse_time(text)?;
    if time < Duration::from_secs(1) { Err("give at least 1s".to_string()) } else { Ok(time) }
}

impl CheckpointArguments {
    /// The checkpoints of a search on a board, if they are requested.
    pub fn checkpointer(&self, solver: &Solver, board: &AnyBoard) -> Result<Option<Checkpointer>, Failure> {
        let Some(path) = self.checkpoint.clone() else { return Ok(None) };
        if path == Path::new("-") {
            return Err(Failure::new("--checkpoint requires a file; it cannot be printed"));
        }
        if path.exists() && !path.is_file() {
            return Err(Failure::in_file(&path, "--checkpoint requires a regular file"));
        }
        if path.exists() && !self.force {
            let name = path.display();
            let message = format!(
                "the file exists; continue its search with `pathmax resume {name}`, or replace it with --force"
            );
            return Err(Failure::in_file(&path, message));
        }
        let interval = match self.every_expansions {
            Some(expansions) => Checkpoints::every_expansions(expansions),
            None => Checkpoints::every(self.every.unwrap_or(EVERY)),
        };
        let checkpointer = Checkpointer { solver: solver.clone(), path, interval };
        checkpointer.check(board).map_err(Failure::new)?;
        Ok(Some(checkpointer))
    }
}

/// Solves a board with checkpoints, and shows the progress.
pub fn solve_saving(
    checkpointer: &Checkpointer,
    board: &AnyBoard,
    mut line: ProgressLine,
    arguments: &BoardArguments,
) -> Result<SolveReport, Failure> {
    let solved = checkpointer.solve(board, &mut |progress| line.update(progress), &mut note_failures(checkpointer));
    solved.map_err(|error| Failure::in_file(&arguments.file, error))
}

/// Prints a note when a checkpoint cannot be written, once.
fn note_failures(checkpointer: &Checkpointer) -> impl FnMut(std::io::Result<()>) + '_ {
    let mut failed = false;
    move |written| {
        if let Some(error) = written.as_ref().err().filter(|_| !failed) {
            let name = checkpointer.path.display();
            remark(format_args!("note: {name}: the checkpoint cannot be written: {error}; the search goes on"));
        }
        failed = written.is_err();
    }
}

/// Removes the checkpoint of a search that has its result; says how to continue another.
pub fn conclude(checkpointer: &Checkpointer, report: &SolveReport, quiet: bool) {
    let name = checkpointer.path.display();
    if checkpointer.can_be_resumed(report) {
        if !quiet {
            remark(format_args!("checkpoint: {name}; continue with `pathmax resume {name}`"));
        }
    } else if let Err(error) = checkpointer.remove() {
        remark(format_args!("note: {name}: the checkpoint is not needed any more but cannot be removed: {error}"));
    }
}

pub fn run(arguments: &ResumeArguments, registry: &Registry) -> Result<Exit, Failure> {
    let in_file = |error: CheckpointError| Failure::in_file(&arguments.file, error);
    let mut saved = SavedSearch::open(&arguments.file, registry).map_err(in_file)?;
    if let Some(file) = &arguments.board {
        let board = load_file(registry, file, &arguments.reading.reading(registry), !arguments.quiet)?.board;
        saved.check_board(&board).map_err(in_file)?;
    }
    Files::default().writing("resume", Some(&arguments.file))?;
    let Checkpointer { solver, interval, .. } = &mut saved.checkpointer;
    arguments.limits.replace(&mut solver.search.limits);
    solver.search.cancel = cancel_on_interrupt();
    if let Some(number) = arguments.threads {
        solver.threads = threads(number);
    }
    if let Some(time) = arguments.every {
        *interval = Checkpoints::every(time);
    }
    let format = if solver.course_report { Format::Report } else { Format::Actions };
    let mut line = ProgressLine::new(!arguments.quiet);
    let mut writes = note_failures(&saved.checkpointer);
    let writes: WatchWrites<'_> = &mut writes;
    let report = saved.resume(&mut |progress| line.update(progress), writes).map_err(in_file)?;
    drop(line);
    let exit = print_report(&report, Printing { json: arguments.json, format, quiet: arguments.quiet })?;
    conclude(&saved.checkpointer, &report, arguments.quiet);
    Ok(exit)
}
