//! `pathmax solve`.

use std::path::Path;

use clap::{Args, ValueEnum};
use pathmax::Cancel;
use pathmax_lab::{SolveOutcome, SolveReport, Solver, load};
use pathmax_puzzles::{PUZZLES, Parsed, Reading};

use crate::args::{BoardArguments, SearchArguments};
use crate::output::{Exit, Failure, name_of, print, print_json, remark};
use crate::profile::tell_profile;
use crate::progress::ProgressLine;
use crate::style::{HEADING, NAME};
use crate::{format, style};

/// Find a cheapest plan for a board
///
/// Prints the plan to standard output, a line an action, and nothing else; what it cost and took goes to standard error.
#[derive(Args)]
#[command(after_help = "Examples:
  pathmax solve board.json
  pathmax solve board.json --algorithm astar --heuristic jump-distance
  pathmax solve board.json --algorithm weighted-astar --weight 2
  pathmax solve board.json --time-limit 30s --memory-limit 2GiB
  pathmax solve board.json --profile
  generate-a-board | pathmax solve - --json")]
pub struct SolveArguments {
    #[command(flatten)]
    pub board: BoardArguments,
    #[command(flatten)]
    pub search: SearchArguments,
    /// Print one JSON object: puzzle, outcome, cost, bound, actions, statistics
    #[arg(long, help_heading = "Output", conflicts_with = "format")]
    pub json: bool,
    /// How to print the plan
    #[arg(long, help_heading = "Output", value_enum, default_value_t = Format::Actions)]
    pub format: Format,
    /// Print nothing to standard error but errors
    #[arg(short, long, help_heading = "Output")]
    pub quiet: bool,
    /// Tell where time and memory went and why the board is hard; see docs/profiling.md
    #[arg(long, help_heading = "Output")]
    pub profile: bool,
}

impl SolveArguments {
    fn progress_line(&self, solver: &Solver) -> ProgressLine {
        ProgressLine::new(!self.quiet).suggesting_threads(self.search.could_use_threads(solver))
    }
}

/// How a plan is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A line an action
    Actions,
    /// What the puzzle's course asks for: counts, heuristics, and every board of the plan (pawn-hunt)
    Report,
}

pub fn run(arguments: &SolveArguments) -> Result<Exit, Failure> {
    let parsed = load_board(&arguments.board, !arguments.quiet)?;
    let mut solver = arguments.search.solver(parsed.instance.info(), cancel_on_interrupt())?;
    solver.search.profile = arguments.profile;
    if arguments.format == Format::Report {
        allow_course_report(arguments, &parsed)?;
        solver.course_report = true;
    }
    if !arguments.quiet {
        tell_unused(&arguments.search);
    }
    let report = solve(&solver, &parsed, arguments.progress_line(&solver), &arguments.board)?;
    if arguments.json {
        print_json(&report)?;
    } else if arguments.format == Format::Report {
        print(report.course_report.as_deref().unwrap_or_default())?;
    } else {
        print(report.actions.iter().map(|line| format!("{line}\n")).collect::<String>())?;
    }
    if !arguments.quiet {
        tell(&report);
        tell_profile(&report);
    }
    Ok(match report.outcome {
        SolveOutcome::Solved => Exit::Fine,
        SolveOutcome::Unsolvable => Exit::Negative,
        SolveOutcome::Stopped => Exit::Stopped,
    })
}

/// Only some puzzles' courses ask for a report.
fn allow_course_report(arguments: &SolveArguments, parsed: &Parsed) -> Result<(), Failure> {
    let puzzle = parsed.instance.info();
    if puzzle.has_course_report {
        return Ok(());
    }
    let those: Vec<_> = PUZZLES.iter().filter(|info| info.has_course_report).map(|info| info.name).collect();
    let message = format!("{} has no report form, only {} has; leave out --format", puzzle.name, those.join(", "));
    Err(Failure::in_file(&arguments.board.file, message))
}

/// Reads the board that the arguments name, and remarks on what is odd about it if that is wanted.
pub fn load_board(board: &BoardArguments, remarks: bool) -> Result<Parsed, Failure> {
    load_file(&board.file, &board.reading.reading(), remarks)
}

/// Reads a board file, and remarks on what is odd about it if that is wanted.
pub fn load_file(file: &Path, reading: &Reading, remarks: bool) -> Result<Parsed, Failure> {
    let parsed = load(file, reading).map_err(|error| Failure::in_file(file, error))?;
    for note in parsed.notes.iter().filter(|_| remarks) {
        remark(format_args!("note: {}: {note}", name_of(file)));
    }
    Ok(parsed)
}

/// Solves a board and shows the progress meanwhile.
pub fn solve(
    solver: &Solver,
    parsed: &Parsed,
    mut line: ProgressLine,
    board: &BoardArguments,
) -> Result<SolveReport, Failure> {
    solver
        .solve(&parsed.instance, &mut |progress| line.update(progress))
        .map_err(|error| Failure::in_file(&board.file, error))
}

/// A switch that Ctrl-C (or a termination signal) turns; the second time it ends the program at once.
pub fn cancel_on_interrupt() -> Cancel {
    let cancel = Cancel::new();
    let switch = cancel.clone();
    // Without a handler Ctrl-C still ends the program, only less politely.
    let _ = ctrlc::set_handler(move || {
        if switch.is_cancelled() {
            std::process::exit(Exit::Stopped as i32);
        }
        switch.cancel();
    });
    cancel
}

/// Remarks on what was named in vain.
pub fn tell_unused(search: &SearchArguments) {
    if search.unused_threads() {
        remark("note: --threads was ignored: a program as the heuristic answers one thread only");
    }
    if let Some(heuristic) = search.unused_heuristic() {
        remark(format_args!("note: this algorithm uses no heuristic; {heuristic} was ignored"));
    }
}

/// What a person wants to know besides the plan.
pub fn tell(report: &SolveReport) {
    let condition = if report.if_admissible { ", if the heuristic is admissible as claimed" } else { "" };
    remark(headline(report) + condition);
    let with = report.heuristic.as_ref().map_or(String::new(), |heuristic| format!(" with {heuristic}"));
    let s = &report.statistics;
    let threads = if s.threads > 1 { format!(" on {} threads", s.threads) } else { String::new() };
    remark(format_args!(
        "{} · {NAME}{}{with}{NAME:#} · {} expanded, {} generated · {}{threads} · {}",
        report.puzzle,
        report.algorithm,
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
            let reason = report.reason.map_or(String::new(), |reason| format!("{reason}; "));
            let best =
                best.map_or(String::new(), |cost| format!("; the best plan at hand costs {cost}, {}", quality(report)));
            format!("{}stopped{:#}: {reason}no plan costs less than {bound}{best}", style::ERROR, style::ERROR)
        }
    }
}

fn quality(report: &SolveReport) -> String {
    match (report.optimal, report.suboptimality) {
        (true, _) => "proven optimal".to_string(),
        (false, Some(times)) => {
            format!("at most {times:.2} times the best (proven: none costs less than {})", report.bound.unwrap_or(0))
        }
        (false, None) => "not proven optimal".to_string(),
    }
}
