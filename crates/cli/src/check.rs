//! `pathmax check`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use pathmax::{Algorithm, SearchOptions};
use pathmax_lab::{CheckReport, Checker, Registry, Solver, Verdict, load_answer};

use crate::args::{BoardArguments, LimitArguments};
use crate::output::{Exit, Failure, print, print_json};
use crate::progress::ProgressLine;
use crate::solve::{cancel_on_interrupt, load_board};
use crate::style::{DIM, ERROR, HEADING, paint};

/// Check whether an answer to a board is legal and optimal
///
/// Replays the answer by the rules, and reports whether it is legal, reaches the goal and is optimal. Any plan of the
/// optimal cost counts as optimal. Blank lines and lines that begin with `#` are skipped. `FAIL` and `no solution` claim
/// that the board has no solution. If the puzzle has a course report, that format is accepted, too. For an illegal line,
/// the report points at the first wrong character, draws the board before the line and lists the closest legal actions.
#[derive(Args)]
#[command(after_help = "Examples:
  pathmax check board.json answer.txt
  python3 -m search board.json | pathmax check board.json -
  pathmax check board.csv answer.txt --spawn --json

Exit status: 0 optimal, 1 suboptimal, illegal or unfinished, 2 wrong usage or a bad board, 3 legal,
but the search for the optimal cost stopped at a limit.")]
pub struct CheckArguments {
    #[command(flatten)]
    pub board: BoardArguments,
    /// Answer file, one action per line; `-` reads standard input
    #[arg(value_name = "ANSWER", value_hint = ValueHint::FilePath)]
    pub answer: PathBuf,
    /// Ignore lines that do not begin with the name of an action, with a note
    #[arg(long)]
    pub lenient: bool,
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Print one JSON object: verdict, cost, best, line and more
    #[arg(long, help_heading = "Output")]
    pub json: bool,
}

pub fn run(arguments: &CheckArguments, registry: &Registry) -> Result<Exit, Failure> {
    let stdin = Path::new("-");
    if arguments.board.file == stdin && arguments.answer == stdin {
        return Err(Failure::new(
            "standard input cannot be both the board and the answer; give a file for one of them",
        ));
    }
    let board = load_board(registry, &arguments.board, true)?.board;
    let answer = load_answer(&arguments.answer).map_err(|error| Failure::in_file(&arguments.answer, error))?;
    let algorithm = Algorithm::default();
    let search = SearchOptions {
        algorithm,
        limits: arguments.limits.limits(algorithm),
        cancel: cancel_on_interrupt(),
        ..SearchOptions::default()
    };
    let checker = Checker { solver: Solver { search, ..Solver::default() }, lenient: arguments.lenient };
    let mut line = ProgressLine::new(true);
    let report = checker
        .check(&board, &answer, &mut |progress| line.update(progress))
        .map_err(|error| Failure::in_file(&arguments.board.file, error))?;
    drop(line);
    if arguments.json {
        print_json(&report)?;
    } else {
        print(text(&report))?;
    }
    Ok(match report.verdict {
        Verdict::Optimal => Exit::Fine,
        Verdict::Suboptimal | Verdict::Illegal | Verdict::Unfinished => Exit::Negative,
        Verdict::Unknown => Exit::Stopped,
    })
}

/// The report as text: the verdict and the reason, the illegal line and the position before it, the optimal cost.
fn text(report: &CheckReport) -> String {
    let style = if report.verdict == Verdict::Optimal { HEADING } else { ERROR };
    let mut text = format!("{style}{}{style:#}: {}\n", report.verdict.name(), why(report));
    text += &illegal_line(report).unwrap_or_default();
    if matches!(report.verdict, Verdict::Illegal | Verdict::Unfinished) && !report.claims_no_solution {
        text += &format!("{}\n", about_the_best(report));
    }
    for remark in &report.remarks {
        text += &format!("note: {remark}\n");
    }
    text
}

/// The illegal line with a caret under the first wrong character, the position before it, and legal actions close to it.
fn illegal_line(report: &CheckReport) -> Option<String> {
    let (line, shown) = (report.line?, report.text.as_ref()?);
    let mut text = format!("  {DIM}{line} |{DIM:#} {shown}\n");
    // A line that is too long to be shown whole ends in `…`.
    if let Some(column) = report.column.filter(|&column| column <= shown.chars().count() + 1) {
        text += &format!("{}{ERROR}^{ERROR:#}\n", " ".repeat(4 + line.to_string().len() + column));
    }
    let Some(position) = &report.position else { return Some(text) };
    if let Some(scene) = &position.scene {
        text += &format!("the board before line {line}:\n{}", paint(&scene.draw()));
    }
    if position.solved {
        text += &format!("the goal is reached before line {line}\n");
    }
    text += match &report.suggestions[..] {
        [] => "no action is possible here\n",
        [_] => "the closest legal action here:\n",
        _ => "the closest legal actions here:\n",
    };
    for action in &report.suggestions {
        text += &format!("  {action}\n");
    }
    Some(text)
}

fn why(report: &CheckReport) -> String {
    let known = |cost: Option<u32>| cost.map_or("?".to_string(), |cost| cost.to_string());
    let reason = report.reason.as_deref().unwrap_or_default();
    match report.verdict {
        Verdict::Optimal if report.claims_no_solution => "there is no solution, as the answer claims".to_string(),
        Verdict::Optimal => format!("cost {}, and no plan costs less", known(report.cost)),
        Verdict::Suboptimal => {
            let (cost, best, excess) = (known(report.cost), known(report.best), known(report.excess()));
            let proven = if report.best == report.bound { "the best plan" } else { "a better plan" };
            format!("cost {cost}, {excess} more than {proven}, which costs {best}")
        }
        Verdict::Illegal => format!("{}: {reason}", report.place()),
        Verdict::Unfinished => reason.to_string(),
        Verdict::Unknown => {
            let stopped = report.stopped.map_or(String::new(), |reason| format!("{reason}; "));
            let bound = known(report.bound);
            match report.cost {
                Some(cost) => format!("cost {cost}, not known to be optimal: {stopped}no plan costs less than {bound}"),
                None => format!(
                    "the answer claims that there is no solution, which is not known: {stopped}no plan costs less than {bound}"
                ),
            }
        }
    }
}

fn about_the_best(report: &CheckReport) -> String {
    match (report.best, report.bound) {
        (_, None) => "there is no solution: the correct answer is FAIL or `no solution`".to_string(),
        (Some(best), Some(bound)) if best == bound => format!("the best plan costs {best}"),
        (best, Some(bound)) => {
            let best = best.map_or(String::new(), |best| format!("a plan of cost {best} exists, and "));
            let stopped = report.stopped.map_or(String::new(), |reason| format!(" ({reason})"));
            format!("{best}no plan costs less than {bound}{stopped}")
        }
    }
}
