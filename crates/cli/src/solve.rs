//! `pathmax solve`.

use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args, ValueEnum, ValueHint};
use pathmax::{ALGORITHMS, Algorithm, CancelToken, StopReason};
use pathmax_lab::{
    AnyBoard, ExportError, ExportReport, OutputFile, Puzzle, Reading, Registry, Settled, SettledVerdict, SolveError,
    SolveOutcome, SolveReport, Solver, TraceEnd, TraceExporter,
};
use pathmax_puzzles::Parsed;
use pathmax_serve::{Recorded, RecordedSearch};

use crate::args::{BoardArguments, SearchArguments, only_applies};
use crate::files::Files;
use crate::output::{Exit, Failure, name_of, print, print_json, remark};
use crate::profile::print_profile;
use crate::progress::{ProgressLine, gap};
use crate::resume::{CheckpointArguments, conclude, solve_saving};
use crate::sharing::{HtmlFile, animate_search, animation_parser, html_parser, parse_rival, require_animation};
use crate::style::{HEADING, NAME};
use crate::{format, style};

/// Find an optimal plan for a board
///
/// Detects the puzzle and prints the plan to standard output, one action per line. Cost and statistics go to standard error.
#[derive(Args)]
#[command(after_help = "Examples:
  pathmax solve board.json
  pathmax solve board.json --algorithm astar --heuristic jump-distance
  pathmax solve board.json --algorithm weighted-astar --weight 2
  pathmax solve board.json --time-limit 30s --memory-limit 2GiB
  pathmax solve board.json --anytime --gap 5%
  pathmax solve board.json --checkpoint night.ckpt --every 10m
  pathmax solve board.json --profile
  pathmax solve board.json --trace board.trace.yaml
  pathmax solve board.json --animation search.gif
  pathmax solve board.json --html search.html
  pathmax solve board.json --algorithm ucs --html race.html --rival astar/relaxed-map
  pathmax generate chexers | pathmax solve - --json")]
pub struct SolveArguments {
    #[command(flatten)]
    pub board: BoardArguments,
    #[command(flatten)]
    pub search: SearchArguments,
    /// Print one JSON object: puzzle, outcome, cost, bound, actions, statistics
    #[arg(long, help_heading = "Output", conflicts_with = "format")]
    pub json: bool,
    /// Format of the plan
    #[arg(long, help_heading = "Output", value_enum, default_value_t = Format::Actions)]
    pub format: Format,
    /// Print only errors to standard error
    #[arg(short, long, help_heading = "Output")]
    pub quiet: bool,
    /// astar, partial-astar: look for plans early, and print the cost and the bound of each better plan to standard error, with
    /// --json as one JSON object per line; without --algorithm, long searches look for plans early anyway
    #[arg(long, help_heading = "Search")]
    pub anytime: bool,
    /// If the heuristic claims to be consistent, check that at every expansion and stop at the first violation
    #[arg(long, help_heading = "Search")]
    pub check_consistency: bool,
    /// Report where time and memory were spent and what makes the board hard; see `pathmax help profiling`
    #[arg(long, help_heading = "Output")]
    pub profile: bool,
    /// Write a trace of the search to this file, for the visualiser Posthoc; see `pathmax help traces`
    #[arg(long, help_heading = "Output", value_name = "FILE.trace.yaml", value_parser = trace_parser(),
          value_hint = ValueHint::FilePath)]
    pub trace: Option<PathBuf>,
    /// Maximum number of events in the trace; after that, the search continues without writing events
    #[arg(long, help_heading = "Output", value_name = "N", requires = "trace",
          default_value_t = TraceExporter::USUAL_EVENTS)]
    pub trace_limit: u64,
    /// Search the board once more and write the search as an animation to this file, FILE.svg or FILE.gif; see `pathmax help
    /// sharing`
    #[arg(long, help_heading = "Output", value_name = "FILE", value_parser = animation_parser(),
          value_hint = ValueHint::FilePath)]
    pub animation: Option<PathBuf>,
    /// Search the board once more and write the search and its plan as one HTML file that plays without pathmax
    #[arg(long, help_heading = "Output", value_name = "FILE", value_parser = html_parser(),
          value_hint = ValueHint::FilePath)]
    pub html: Option<PathBuf>,
    /// In the HTML file: a race against this search, such as `ucs` or `astar/half-distance`
    #[arg(long, help_heading = "Output", value_name = "ALGORITHM[/HEURISTIC]", requires = "html",
          value_parser = parse_rival)]
    pub rival: Option<RecordedSearch>,
    #[command(flatten)]
    pub checkpoints: CheckpointArguments,
}

/// Parses the name of a trace: with the extension that Posthoc requires, or without any.
fn trace_parser() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path.extension() {
        _ if path == Path::new("-") => Err("the trace cannot be printed, because the plan is; give a file"),
        Some(_) if !path.to_string_lossy().to_lowercase().ends_with(".trace.yaml") => {
            Err("Posthoc reads names that end in .trace.yaml; give such a name")
        }
        _ => Ok(path),
    })
}

impl SolveArguments {
    /// Checks the files that are written, and what is recorded in them.
    fn check_files(&self, board: &AnyBoard) -> Result<(), Failure> {
        let info = board.puzzle().info();
        if let Some(name) = self.rival.as_ref().and_then(|rival| rival.heuristic.as_ref())
            && info.heuristic(name).is_none()
        {
            let (puzzle, name, known) = (info.name, name.clone(), info.heuristic_names());
            let error = SolveError::UnknownHeuristic { puzzle, name, known };
            return Err(Failure::new(format_args!("--rival: {error}")));
        }
        let program = self.search.heuristic_program();
        if self.html.is_some() && program.is_some() {
            return Err(Failure::new("--html requires a heuristic of the puzzle; --animation takes a program, too"));
        }
        require_animation(self.animation.as_deref())?;
        Files::reading([&self.board.file])
            .running(program.iter().flat_map(|program| program.words()))
            .writing("--trace", self.trace.as_deref())?
            .writing("--animation", self.animation.as_deref())?
            .writing("--html", self.html.as_deref())?
            .writing("--checkpoint", self.checkpoints.checkpoint.as_deref())?;
        Ok(())
    }

    /// Writes the files that take another search.
    fn share(&self, solver: &Solver, board: &AnyBoard, registry: &Registry) -> Result<(), Failure> {
        let files = [&self.animation, &self.html].into_iter().flatten();
        if solver.search.cancel.is_cancelled() {
            files.for_each(|file| remark(format_args!("interrupted: {} is not written", file.display())));
            return Ok(());
        }
        if let Some(path) = &self.animation {
            animate_search(path, solver, board, &self.board.file)?;
        }
        if let Some(path) = &self.html {
            let html = HtmlFile { path, board, file: &self.board.file, registry };
            html.write(Recorded::Search, solver, self.rival.as_ref())?;
        }
        Ok(())
    }

    fn progress_line(&self, solver: &Solver) -> ProgressLine {
        let line = ProgressLine::new(!self.quiet).suggesting_threads(self.search.could_use_threads(solver));
        if self.anytime { line.printing_plans(self.json) } else { line }
    }
}

/// The format of a printed plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// One action per line
    Actions,
    /// The report that the puzzle's course requires: counts, heuristics, and every board of the plan
    Report,
}

pub fn run(arguments: &SolveArguments, registry: &Registry) -> Result<Exit, Failure> {
    let board = load_board(registry, &arguments.board, !arguments.quiet)?.board;
    let mut solver = arguments.search.solver(&board, cancel_on_interrupt())?;
    solver.search.profile = arguments.profile;
    solver.search.check_consistency |= arguments.check_consistency;
    if arguments.anytime {
        require_anytime(&solver.search.algorithm)?;
        solver.search.anytime = Some(solver.search.anytime.unwrap_or_default());
    }
    if arguments.format == Format::Report {
        require_course_report(board.puzzle(), registry)
            .map_err(|error| Failure::in_file(&arguments.board.file, error))?;
        solver.course_report = true;
    }
    arguments.check_files(&board)?;
    if !arguments.quiet {
        note_unused(&arguments.search);
    }
    let checkpointer = arguments.checkpoints.checkpointer(&solver, &board)?;
    let line = arguments.progress_line(&solver);
    let report = match (&arguments.trace, &checkpointer) {
        (_, Some(checkpointer)) => solve_saving(checkpointer, &board, line, &arguments.board)?,
        (Some(trace), None) => {
            let exporter = TraceExporter { solver: solver.clone(), most: arguments.trace_limit };
            let report = solve_and_trace(&exporter, &board, line, &arguments.board, trace)?;
            if !arguments.quiet {
                note_trace(&report, trace);
            }
            report.solve
        }
        (None, None) => solve(&solver, &board, line, &arguments.board)?,
    };
    let SolveArguments { json, format, quiet, .. } = *arguments;
    let exit = print_report(&report, Printing { json, format, quiet })?;
    if let Some(checkpointer) = &checkpointer {
        conclude(checkpointer, &report, quiet);
    }
    arguments.share(&solver, &board, registry)?;
    Ok(exit)
}

/// How to print a report.
#[derive(Clone, Copy)]
pub struct Printing {
    pub json: bool,
    pub format: Format,
    pub quiet: bool,
}

/// Prints the report on a board.
pub fn print_report(report: &SolveReport, printing: Printing) -> Result<Exit, Failure> {
    if printing.json {
        print_json(report)?;
    } else if printing.format == Format::Report {
        print(report.course_report.as_deref().unwrap_or_default())?;
    } else {
        print(report.actions.iter().map(|line| format!("{line}\n")).collect::<String>())?;
    }
    if !printing.quiet {
        print_summary(report);
        print_profile(report);
    }
    Ok(match report.outcome {
        SolveOutcome::Solved => Exit::Fine,
        SolveOutcome::Unsolvable => Exit::Negative,
        SolveOutcome::Stopped => Exit::Stopped,
    })
}

/// Only some algorithms look for plans early.
fn require_anytime(algorithm: &Algorithm) -> Result<(), Failure> {
    if algorithm.is_anytime() {
        return Ok(());
    }
    Err(only_applies("anytime", ALGORITHMS.iter().filter(|info| info.algorithm().is_anytime()), algorithm.info()))
}

/// Only some puzzles have a course report.
fn require_course_report(puzzle: Puzzle, registry: &Registry) -> Result<(), String> {
    if puzzle.has_course_report() {
        return Ok(());
    }
    let supported = registry.puzzles().filter(|puzzle| puzzle.has_course_report());
    let supported: Vec<_> = supported.map(|puzzle| puzzle.info().name).collect();
    let only = if supported.is_empty() { String::new() } else { format!(" (only {} does)", supported.join(", ")) };
    Err(format!("{} does not support --format report{only}; leave out --format", puzzle.info().name))
}

/// Reads the board file of the arguments. `notes` prints remarks on unusual files.
pub fn load_board(registry: &Registry, board: &BoardArguments, notes: bool) -> Result<Parsed<AnyBoard>, Failure> {
    load_file(registry, &board.file, &board.reading.reading(registry), notes)
}

/// Reads a board file. `notes` prints remarks on unusual files.
pub fn load_file(
    registry: &Registry,
    file: &Path,
    reading: &Reading,
    notes: bool,
) -> Result<Parsed<AnyBoard>, Failure> {
    let parsed = registry.load(file, reading).map_err(|error| Failure::in_file(file, error))?;
    for note in parsed.notes.iter().filter(|_| notes) {
        remark(format_args!("note: {}: {note}", name_of(file)));
    }
    Ok(parsed)
}

/// The error of a command that needs a capability that the puzzle lacks.
pub fn unsupported(puzzle: Puzzle, what: &'static str) -> SolveError {
    SolveError::Unsupported { puzzle: puzzle.info().name, what }
}

/// Solves a board and shows the progress.
pub fn solve(
    solver: &Solver,
    board: &AnyBoard,
    mut line: ProgressLine,
    arguments: &BoardArguments,
) -> Result<SolveReport, Failure> {
    solver.solve(board, &mut |progress| line.update(progress)).map_err(|error| Failure::in_file(&arguments.file, error))
}

/// Solves a board, writes the trace and shows the progress.
fn solve_and_trace(
    exporter: &TraceExporter,
    board: &AnyBoard,
    mut line: ProgressLine,
    arguments: &BoardArguments,
    trace: &Path,
) -> Result<ExportReport, Failure> {
    let cannot_write = |error| Failure::in_file(trace, ExportError::Write(error));
    let mut file = OutputFile::create(trace).map_err(cannot_write)?;
    let report = exporter.export(board, &mut file, &mut |progress| line.update(progress));
    let report = report.map_err(|error| match error {
        ExportError::Write(error) => cannot_write(error),
        ExportError::Solve(error) => Failure::in_file(&arguments.file, error),
    })?;
    file.finish().map_err(cannot_write)?;
    Ok(report)
}

/// Says how much of the search the trace holds.
fn note_trace(report: &ExportReport, trace: &Path) {
    let (events, trace) = (format::count(report.events), trace.display());
    remark(match report.why_no_more {
        None => format!("trace: {trace}, {events} events"),
        Some(TraceEnd::Most) => {
            format!("trace: {trace}, only the first {events} events of the search; --trace-limit sets another number")
        }
        Some(TraceEnd::Memory) => {
            format!("trace: {trace}, only the first {events} events of the search, for which the memory limit suffices")
        }
    });
}

/// A token that Ctrl-C or a termination signal cancels. A second signal ends the process at once.
pub fn cancel_on_interrupt() -> CancelToken {
    let cancel = CancelToken::new();
    let token = cancel.clone();
    // Without a handler, Ctrl-C ends the process without a report.
    let _ = ctrlc::set_handler(move || {
        if token.is_cancelled() {
            std::process::exit(Exit::Stopped as i32);
        }
        token.cancel();
    });
    cancel
}

/// Prints a note on each argument that has no effect.
pub fn note_unused(search: &SearchArguments) {
    if search.unused_threads() {
        remark("note: --threads is ignored: a heuristic program serves one thread only");
    }
    if let Some(heuristic) = search.unused_heuristic() {
        remark(format_args!("note: this algorithm uses no heuristic; {heuristic} is ignored"));
    }
}

/// Prints the result and the statistics to standard error.
pub fn print_summary(report: &SolveReport) {
    // A plan without a proven factor, and a search that found the claim violated, depend on no claim.
    let is_bounded = report.outcome != SolveOutcome::Solved || report.suboptimality.is_some();
    let conditional = report.if_admissible && is_bounded && report.violation.is_none();
    let claimant = report.settled.as_ref().filter(|settled| settled.if_admissible);
    let claimant = claimant.map_or("the heuristic", |settled| settled.heuristic);
    let condition = if conditional { format!(", if {claimant} is admissible as claimed") } else { String::new() };
    remark(headline(report) + &condition);
    let with = report.heuristic.as_ref().map_or(String::new(), |heuristic| format!(" with {heuristic}"));
    let s = &report.statistics;
    let threads = if s.threads > 1 { format!(" on {} threads", s.threads) } else { String::new() };
    remark(format_args!(
        "{} · {NAME}{}{with}{NAME:#} · {} expanded, {} generated · {}{threads} · {}",
        report.puzzle,
        report.label(),
        format::count(s.expanded),
        format::count(s.generated),
        format::time(s.elapsed),
        format::bytes(s.peak_memory),
    ));
}

fn headline(report: &SolveReport) -> String {
    let bound = report.bound.unwrap_or(0);
    match (report.outcome, report.cost) {
        (SolveOutcome::Unsolvable, _) => format!("{HEADING}no solution{HEADING:#}: proven"),
        (SolveOutcome::Solved, Some(cost)) => format!("{HEADING}solved{HEADING:#}: cost {cost}, {}", quality(report)),
        (_, best) => {
            let reason = match (report.reason, &report.violation) {
                (Some(reason), Some(violation)) => format!("{reason}: {violation}; "),
                (Some(reason), None) => format!("{reason}; "),
                (None, _) => String::new(),
            };
            let best = best.map_or(String::new(), |cost| {
                format!("; the best plan found costs {cost} ({}), {}", gap(cost, bound), quality(report))
            });
            format!("{}stopped{:#}: {reason}no plan costs less than {bound}{best}", style::ERROR, style::ERROR)
        }
    }
}

/// What is known about the quality of the plan.
pub fn quality(report: &SolveReport) -> String {
    match &report.settled {
        Some(settled) => settled_quality(report, settled),
        None => proven_quality(report),
    }
}

fn settled_quality(report: &SolveReport, settled: &Settled) -> String {
    let Settled { heuristic, best, .. } = settled;
    match (settled.verdict, settled.reason) {
        (SettledVerdict::Optimal, _) => format!("optimal: confirmed with {heuristic}"),
        (SettledVerdict::NotOptimal, _) if report.bound == Some(*best) => {
            format!("not optimal: the best plan costs {best} (found with {heuristic})")
        }
        (SettledVerdict::NotOptimal, _) => format!(
            "not optimal: a plan costs {best} (found with {heuristic}), none costs less than {}",
            report.bound.unwrap_or(0)
        ),
        (SettledVerdict::NotSettled, _) if settled.refutes_claim => {
            format!(
                "not settled: this plan refutes the claim that {heuristic} is admissible; {}",
                proven_quality(report)
            )
        }
        (SettledVerdict::NotSettled, None | Some(StopReason::Expansions)) => {
            let (limit, s) = (format::count(settled.limit), if settled.limit == 1 { "" } else { "s" });
            format!("not settled within {limit} expansion{s} with {heuristic}: {}", proven_quality(report))
        }
        (SettledVerdict::NotSettled, Some(reason)) => format!("not settled ({reason}): {}", proven_quality(report)),
    }
}

fn proven_quality(report: &SolveReport) -> String {
    match (report.optimal, report.suboptimality) {
        (true, _) => "proven optimal".to_string(),
        (false, Some(times)) => {
            format!("at most {times:.2} times the best (proven: none costs less than {})", report.bound.unwrap_or(0))
        }
        (false, None) => "not proven optimal".to_string(),
    }
}
