//! `pathmax audit`.

mod hunt;
mod out;
mod print;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueHint};
use pathmax::Limits;
use pathmax_lab::picture::audit_picture;
use pathmax_lab::{AuditReport, AuditStep, AuditVerdict, Auditor, HeuristicSource, Sampling};
use pathmax_puzzles::PuzzleInfo;
use serde::Serialize;

use self::out::{Refutation, Saving};
use crate::args::{HeuristicCommandArguments, ReadingArguments, free_memory, parse_size, parse_time};
use crate::files::{Files, svg_parser};
use crate::format;
use crate::output::{Exit, Failure, name_of, print, print_json, remark, write_output};
use crate::progress::TaskBar;
use crate::solve::{cancel_on_interrupt, load_file};
use crate::style;

/// Prove or refute that heuristics are admissible and consistent, and tell how good they are
///
/// On a board, everything that can be reached is solved backward from the goals; then every state is checked for
/// h ≤ true cost, and every action for h ≤ its cost + h after it. The verdict is `proved` (on this board), or `refuted` with
/// a counterexample. Of a board that is too large for that, a sample of states is checked: `refuted`, or `not-refuted` in so
/// many states.
///
/// From a puzzle's name alone, boards are searched for a break: all small ones, then random ones, then by climbing. What is
/// found is made as small as can be.
#[derive(Args)]
#[command(after_help = "Examples:
  pathmax audit board.json                                  all heuristics of the puzzle
  pathmax audit board.json --heuristic half-or-blocks --out counterexample.json
  pathmax audit board.txt -H h1 -H h2 --out counterexamples  a folder: h1-admissible.txt, …
  pathmax audit board.json --svg heat.svg                   where on the board they are worst
  pathmax audit board.csv --sample 50000 --time-limit 1m --json
  pathmax audit chexers --heuristic half-or-blocks          is there any board that breaks it?
  pathmax audit pawn-hunt --heuristic-cmd \"python3 my_h.py\" --time-limit 1m
  pathmax audit ./chexers                                   a file that is named like a puzzle

Exit status: 0 proved or not refuted, 1 something is refuted, 2 wrong usage or bad input, 3 stopped
before a verdict, or interrupted.")]
pub struct AuditArguments {
    /// A board file (`-` reads standard input), or the name of a puzzle
    #[arg(value_name = "FILE|PUZZLE", value_hint = ValueHint::FilePath)]
    target: PathBuf,
    #[command(flatten)]
    reading: ReadingArguments,
    /// A heuristic by its name in `pathmax list`; may be given several times [default: all but perfect]
    #[arg(short = 'H', long = "heuristic", id = "heuristic", value_name = "NAME", value_delimiter = ',')]
    heuristics: Vec<String>,
    #[command(flatten)]
    command: HeuristicCommandArguments,
    /// The most states that everything that can be reached may have; larger boards are sampled
    #[arg(long, value_name = "N", default_value_t = 1_000_000, help_heading = "Limits")]
    states: u64,
    /// How many states to sample of a larger board: half around the start, half on random walks
    #[arg(long, value_name = "N", default_value_t = Sampling::default().states, help_heading = "Limits")]
    sample: usize,
    /// What random walks and random boards depend on
    #[arg(long, value_name = "N", default_value_t = Sampling::default().seed, help_heading = "Limits")]
    seed: u64,
    /// Stop after this much time: 30s, 5m, 1h30m; for a puzzle, per heuristic [default: no time limit, but
    /// a sample or a puzzle is searched up to a fixed amount of work, about 10 seconds on one core]
    #[arg(long, value_name = "TIME", value_parser = parse_time, help_heading = "Limits")]
    time_limit: Option<Duration>,
    /// The most memory for states: 64MiB, 2GiB [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE", value_parser = parse_size, help_heading = "Limits")]
    memory_limit: Option<usize>,
    /// Save the counterexample as this board file; with several heuristics, or if it is a folder, save all in this
    /// folder under names like h1-admissible.txt
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::AnyPath, help_heading = "Output")]
    out: Option<PathBuf>,
    /// Draw where on the board the heuristics are worst into this SVG file; `-` prints it instead of the report
    #[arg(long, value_name = "OUT", value_parser = svg_parser(), value_hint = ValueHint::FilePath, help_heading = "Output")]
    svg: Option<PathBuf>,
    /// Print one JSON object: verdicts, counterexamples, quality
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// What is audited on.
enum Target<'a> {
    /// A board.
    File(&'a Path),
    /// Whatever boards break a claim.
    Puzzle(&'static PuzzleInfo),
}

impl AuditArguments {
    fn target(&self) -> Target<'_> {
        match self.target.to_str().and_then(PuzzleInfo::named) {
            Some(puzzle) => Target::Puzzle(puzzle),
            None => Target::File(&self.target),
        }
    }

    /// The heuristics that are named; none if none is.
    fn sources(&self) -> Vec<HeuristicSource> {
        match self.command.command() {
            Some(command) => vec![HeuristicSource::Command(command)],
            None => self.heuristics.iter().map(|name| name.as_str().into()).collect(),
        }
    }

    /// The same; all that the puzzle has for solving if none is named.
    fn sources_for(&self, puzzle: &PuzzleInfo) -> Vec<HeuristicSource> {
        let named = self.sources();
        if named.is_empty() { puzzle.solving_heuristics().map(|info| info.name.into()).collect() } else { named }
    }

    /// How the counterexamples of this many heuristics are saved.
    fn saving<'f>(&self, puzzle: &PuzzleInfo, heuristics: usize, files: &'f Files) -> Saving<'f> {
        Saving { heuristics, extension: puzzle.extension, spawn: self.reading.reading().spawn, files }
    }

    /// The files of the command. `--out` may be a folder, so its files are checked again when they are written.
    fn files(&self, inputs: &[&Path]) -> Result<Files, Failure> {
        let program = self.command.command();
        let files = Files::reading(inputs)
            .running(program.iter().flat_map(|program| program.words()))
            .writing("--svg", self.svg.as_deref())?;
        self.out.as_deref().map_or(Ok(()), |out| files.allow("--out", out))?;
        Ok(files)
    }

    /// Whether nothing is asked that only a board can answer.
    fn allow_puzzle(&self) -> Result<(), Failure> {
        match &self.svg {
            Some(_) => Err(Failure::new("--svg draws a board's cells; give a board file instead of a puzzle's name")),
            None => Ok(()),
        }
    }

    fn auditor(&self) -> Auditor {
        // A time limit takes the place of the limit on steps.
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

pub fn run(arguments: &AuditArguments) -> Result<Exit, Failure> {
    match arguments.target() {
        Target::File(file) => audit_file(arguments, file),
        Target::Puzzle(puzzle) => {
            arguments.allow_puzzle()?;
            hunt::run(arguments, puzzle)
        }
    }
}

fn audit_file(arguments: &AuditArguments, file: &Path) -> Result<Exit, Failure> {
    if arguments.json && arguments.svg.as_deref() == Some(Path::new("-")) {
        return Err(Failure::new("--json and --svg - would both be printed; give --svg a file"));
    }
    let loaded = load_file(file, &arguments.reading.reading(), !arguments.json)?;
    let files = arguments.files(&[file])?;
    let auditor = arguments.auditor();
    let report = audit(&auditor, &loaded.instance).map_err(|error| Failure::in_file(file, error))?;
    if arguments.json {
        print_report(&report)?;
    } else if arguments.svg.as_deref() != Some(Path::new("-")) {
        print(print::describe(&report, &name_of(file)))?;
    }
    if let Some(svg) = &arguments.svg {
        write_output(svg, &audit_picture(&report))?;
    }
    if let Some(out) = &arguments.out {
        arguments.saving(loaded.instance.info(), report.heuristics.len(), &files).save(&refutations(&report), out)?;
    }
    Ok(exit(&report))
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

/// Prints a report as JSON. Where there is one heuristic, its verdicts stand at the top as well.
fn print_report(report: &impl Serialize) -> Result<(), Failure> {
    let mut json = serde_json::to_value(report).map_err(Failure::new)?;
    if let Some([only]) = json.get("heuristics").and_then(|all| all.as_array()).map(Vec::as_slice) {
        let verdicts = ["heuristic", "admissible", "consistent"].map(|key| (key, only.get(key).cloned()));
        if let Some(top) = json.as_object_mut() {
            top.extend(verdicts.into_iter().filter_map(|(key, value)| Some((key.to_string(), value?))));
        }
    }
    print_json(&json)
}

fn audit(auditor: &Auditor, instance: &pathmax_puzzles::Instance) -> Result<AuditReport, pathmax_lab::SolveError> {
    let mut bar = TaskBar::new(true, auditor.heuristics.len().max(1));
    auditor.audit_board(instance, &mut |step| match step {
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
    use clap::Parser;

    use super::*;
    use crate::args::{Arguments, Command};

    fn auditor(arguments: &[&str]) -> Auditor {
        let words = ["pathmax", "audit", "board.json"].iter().chain(arguments);
        match Arguments::try_parse_from(words).map(|arguments| arguments.command) {
            Ok(Command::Audit(arguments)) => arguments.auditor(),
            _ => panic!("{arguments:?}"),
        }
    }

    #[test]
    fn a_time_limit_takes_the_place_of_the_steps_and_there_is_none_by_default() {
        let usual = auditor(&[]);
        assert_eq!((usual.limits.time, usual.sampling.steps), (None, Some(Sampling::USUAL_STEPS)));
        let timed = auditor(&["--time-limit", "1m"]);
        assert_eq!((timed.limits.time, timed.sampling.steps), (Some(Duration::from_secs(60)), None));
    }
}
