//! `pathmax audit`.

mod hunt;
mod out;
mod print;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueHint};
use pathmax::{Limits, similar_name};
use pathmax_lab::picture::audit_picture;
use pathmax_lab::{
    AnyBoard, AuditReport, AuditStep, AuditVerdict, Auditor, HeuristicSource, Puzzle, Registry, Sampling, SolveError,
    free_memory,
};
use serde::Serialize;

pub use self::out::file_name;
use self::out::{Refutation, Saving};
pub use self::print::{scope, summary_table as summary};
use crate::args::{HeuristicCommandArguments, parse_size, parse_time};
use crate::files::Files;
use crate::format;
use crate::output::{Exit, Failure, name_of, print, remark};
use crate::picture::PictureArguments;
use crate::progress::TaskBar;
use crate::provenance::Provenance;
use crate::puzzle_options::ReadingArguments;
use crate::solve::{cancel_on_interrupt, load_file, unsupported};
use crate::style;

/// Prove or refute that heuristics are admissible and consistent, and measure their quality
///
/// On a board, the whole reachable state space is solved backward from the goals; then each state is checked for
/// h ≤ true cost, and each action for h ≤ its cost + h after it. The verdict is `proved` (on this board), or `refuted` with
/// a counterexample. If the state space is too large, a sample of states is checked: the verdict is `refuted` or
/// `not-refuted`.
///
/// On a puzzle, counterexamples are searched for: all small boards, then random boards, then hill climbing. A counterexample
/// is shrunk as far as possible.
#[derive(Args)]
#[command(after_help = "Examples:
  pathmax audit board.json                                  all heuristics of the puzzle
  pathmax audit board.json --heuristic half-or-blocks --out counterexample.json
  pathmax audit board.txt -H h1 -H h2 --out counterexamples  to a folder: h1-admissible.txt, …
  pathmax audit board.json --svg heat.svg                   a picture of the mean errors per cell
  pathmax audit board.csv --sample 50000 --time-limit 1m --json
  pathmax audit chexers --heuristic half-or-blocks          search for a counterexample
  pathmax audit pawn-hunt --heuristic-cmd \"python3 my_h.py\" --time-limit 1m
  pathmax audit ./chexers                                   a file with the name of a puzzle

Exit status: 0 proved or not refuted, 1 refuted, 2 wrong usage or bad input, 3 stopped before a
verdict, or interrupted.")]
pub struct AuditArguments {
    /// Board file (`-` reads standard input), or the name of a puzzle
    #[arg(value_name = "FILE|PUZZLE", value_hint = ValueHint::FilePath)]
    target: PathBuf,
    #[command(flatten)]
    reading: ReadingArguments,
    /// Heuristic, see `pathmax list`; repeatable [default: all but perfect]
    #[arg(short = 'H', long = "heuristic", id = "heuristic", value_name = "NAME", value_delimiter = ',')]
    heuristics: Vec<String>,
    #[command(flatten)]
    command: HeuristicCommandArguments,
    /// Maximum number of reachable states to enumerate; larger state spaces are sampled
    #[arg(long, value_name = "N", default_value_t = 1_000_000, help_heading = "Limits")]
    states: u64,
    /// Number of states to sample: half of them nearest to the start, half on random walks
    #[arg(long, value_name = "N", default_value_t = Sampling::default().states, help_heading = "Limits")]
    sample: usize,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = Sampling::default().seed, help_heading = "Limits")]
    seed: u64,
    /// Time limit: 30s, 5m, 1h30m; on a puzzle, per heuristic [default: none; a sample or a puzzle is audited with a fixed
    /// amount of work, about 10 seconds on one core]
    #[arg(long, value_name = "TIME", value_parser = parse_time, help_heading = "Limits")]
    time_limit: Option<Duration>,
    /// Memory limit for states: 64MiB, 2GiB [default: three quarters of the free memory]
    #[arg(long, value_name = "SIZE", value_parser = parse_size, help_heading = "Limits")]
    memory_limit: Option<usize>,
    /// Write the counterexample to this board file; with several heuristics, or if OUT is a folder, write all
    /// counterexamples to this folder (h1-admissible.txt, …)
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::AnyPath, help_heading = "Output")]
    out: Option<PathBuf>,
    #[command(flatten)]
    picture: PictureArguments,
    /// Print one JSON object: verdicts, counterexamples, quality
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// The target of an audit.
enum Target<'a> {
    /// A board.
    File(&'a Path),
    /// Counterexamples to be found among all boards of a puzzle.
    Puzzle(Puzzle),
}

impl AuditArguments {
    fn target(&self, registry: &Registry) -> Target<'_> {
        match self.target.to_str().and_then(|name| registry.named(name)) {
            Some(puzzle) => Target::Puzzle(puzzle),
            None => Target::File(&self.target),
        }
    }

    /// The given heuristics; empty if none is given.
    fn sources(&self) -> Vec<HeuristicSource> {
        match self.command.command() {
            Some(command) => vec![HeuristicSource::Command(command)],
            None => self.heuristics.iter().map(|name| name.as_str().into()).collect(),
        }
    }

    /// The given heuristics; if none is given, all heuristics of the puzzle that are for solving.
    fn sources_for(&self, puzzle: Puzzle) -> Vec<HeuristicSource> {
        let named = self.sources();
        if named.is_empty() { puzzle.info().solving_heuristics().map(|info| info.name.into()).collect() } else { named }
    }

    /// The files of the command. `--out` may be a folder, so its files are checked when they are written.
    fn files(&self, inputs: &[&Path]) -> Result<Files, Failure> {
        let program = self.command.command();
        let files = Files::reading(inputs).running(program.iter().flat_map(|program| program.words()));
        let files = self.picture.writing(files)?;
        self.out.as_deref().map_or(Ok(()), |out| files.allow("--out", out))?;
        Ok(files)
    }

    /// An error if an option requires a board file.
    fn allow_puzzle(&self) -> Result<(), Failure> {
        match self.picture.option() {
            Some(option) => {
                Err(Failure::new(format!("{option} requires a board file instead of the name of a puzzle")))
            }
            None => Ok(()),
        }
    }

    fn auditor(&self) -> Auditor {
        // A time limit replaces the limit on steps.
        let steps = self.time_limit.is_none().then_some(Sampling::USUAL_STEPS);
        let sampling = Sampling { states: self.sample, seed: self.seed, steps };
        let limits = Limits {
            time: self.time_limit,
            memory: Some(self.memory_limit.unwrap_or_else(free_memory)),
            expansions: Some(self.states),
        };
        Auditor {
            heuristics: self.sources(),
            limits,
            cancel: cancel_on_interrupt(),
            sampling,
            shrinking: Auditor::USUAL_SHRINKING,
        }
    }
}

pub fn run(arguments: &AuditArguments, registry: &Registry) -> Result<Exit, Failure> {
    match arguments.target(registry) {
        Target::File(file) => audit_file(arguments, file, registry),
        Target::Puzzle(puzzle) => {
            arguments.allow_puzzle()?;
            hunt::run(arguments, puzzle, registry)
        }
    }
}

fn audit_file(arguments: &AuditArguments, file: &Path, registry: &Registry) -> Result<Exit, Failure> {
    let printing = arguments.picture.printing();
    if let Some(option) = printing.filter(|_| arguments.json) {
        let message = format!("--json and {option} - both print to standard output; give a file for {option}");
        return Err(Failure::new(message));
    }
    let board = load_file(registry, file, &arguments.reading.reading(registry), !arguments.json);
    let board = board.map_err(|failure| with_puzzle_tip(failure, file, registry))?.board;
    if let Some(option) = arguments.picture.option().filter(|_| board.scene().is_none()) {
        let error = unsupported(board.puzzle(), "drawing boards");
        return Err(Failure::in_file(file, format_args!("{error}; leave out {option}")));
    }
    let files = arguments.files(&[file])?;
    let auditor = arguments.auditor();
    let report = audit(&auditor, &board).map_err(|error| Failure::in_file(file, error))?;
    if arguments.json {
        print_report(&report, arguments.seed)?;
    } else if printing.is_none() {
        print(print::describe(&report, &name_of(file)))?;
    }
    if let Some(picture) = audit_picture(&report) {
        arguments.picture.write(&picture)?;
    }
    if let Some(out) = &arguments.out {
        let saving = Saving { heuristics: report.heuristics.len(), puzzle: board.puzzle().info(), files: &files };
        saving.save(&refutations(&report), out)?;
    }
    Ok(exit(&report))
}

/// Suggests the puzzle whose misspelt name is taken for a file.
fn with_puzzle_tip(failure: Failure, file: &Path, registry: &Registry) -> Failure {
    let similar = file.to_str().and_then(|name| similar_name(name, registry.names()));
    match (failure, similar) {
        (Failure::Message(message), Some(puzzle)) if !file.exists() => {
            Failure::Message(format!("{message}; did you mean the puzzle {puzzle}?"))
        }
        (failure, _) => failure,
    }
}

/// Every counterexample.
fn refutations(report: &AuditReport) -> Vec<Refutation<'_>> {
    let mut found = Vec::new();
    for audit in &report.heuristics {
        let counterexamples =
            audit.findings().into_iter().filter_map(|(_, _, finding)| finding.counterexample.as_ref());
        found.extend(counterexamples.map(|counterexample| Refutation { heuristic: &audit.heuristic, counterexample }));
    }
    found
}

/// Prints a report as JSON. For a single heuristic, its verdicts are also at the top level.
fn print_report(report: &impl Serialize, seed: u64) -> Result<(), Failure> {
    let mut json = serde_json::to_value(report).map_err(Failure::new)?;
    if let Some([only]) = json.get("heuristics").and_then(|all| all.as_array()).map(Vec::as_slice) {
        let verdicts = ["heuristic", "admissible", "consistent"].map(|key| (key, only.get(key).cloned()));
        if let Some(top) = json.as_object_mut() {
            top.extend(verdicts.into_iter().filter_map(|(key, value)| Some((key.to_string(), value?))));
        }
    }
    Ok(print(Provenance::seeded(seed).json(&json)?)?)
}

fn audit(auditor: &Auditor, board: &AnyBoard) -> Result<AuditReport, SolveError> {
    let mut bar = TaskBar::new(true, auditor.heuristics.len().max(1));
    auditor.audit_board(board, &mut |step| match step {
        AuditStep::Exploring(states) => {
            bar.doing(|| format!("{} states found (Ctrl-C stops)", format::count(states as u64)));
        }
        AuditStep::Solving(states) => {
            bar.doing(|| format!("{} states solved (Ctrl-C stops)", format::count(states as u64)));
        }
        AuditStep::Checking { heuristic, done, of } => {
            bar.set_total(of);
            bar.set_done(done);
            bar.doing(|| format!("{heuristic} (Ctrl-C stops)"));
        }
    })
}

fn exit(report: &AuditReport) -> Exit {
    let verdict = report.verdict();
    if report.interrupted || verdict.is_none() {
        let why = report.stopped.filter(|_| !report.interrupted).map_or("interrupted".to_string(), print::why_stopped);
        remark(format_args!("{}stopped{:#}: {why}", style::ERROR, style::ERROR));
    }
    match verdict {
        Some(AuditVerdict::Refuted) => Exit::Negative,
        None => Exit::Stopped,
        Some(_) if report.interrupted => Exit::Stopped,
        Some(_) => Exit::Fine,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Command;
    use crate::command_line;

    fn auditor(arguments: &[&str]) -> Auditor {
        let words = ["pathmax", "audit", "board.json"].iter().chain(arguments).map(Into::into).collect();
        match command_line::parse(&Registry::builtin(), words).map(|arguments| arguments.command) {
            Ok(Command::Audit(arguments)) => arguments.auditor(),
            _ => panic!("{arguments:?}"),
        }
    }

    #[test]
    fn a_time_limit_replaces_the_steps_and_there_is_none_by_default() {
        let usual = auditor(&[]);
        assert_eq!((usual.limits.time, usual.sampling.steps), (None, Some(Sampling::USUAL_STEPS)));
        let timed = auditor(&["--time-limit", "1m"]);
        assert_eq!((timed.limits.time, timed.sampling.steps), (Some(Duration::from_secs(60)), None));
    }
}
