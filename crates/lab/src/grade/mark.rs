//! Marks runs of a submission.

use itertools::Itertools;
use pathmax::Cost;
use pathmax_puzzles::input::{content_lines, lines};
use serde::{Deserialize, Serialize};

use super::{Allowance, BoardBest, BoardMark, End, GradeBoard, Grader, Run};
use crate::check::{CheckReport, Verdict, is_claim};
use crate::solve::SolveError;
use crate::text::harmless;

/// Maximum number of characters shown of a submission's output.
const SHOWN: usize = 160;

/// The mark of a submission on a board, from the best to the worst.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr, strum::VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "lowercase")]
pub enum Mark {
    /// An optimal plan, or a correct claim that there is no solution.
    #[strum(serialize = "right and optimal")]
    Optimal,
    /// A valid but suboptimal plan.
    #[strum(serialize = "right but longer")]
    Longer,
    /// A valid plan, or a claim that there is no solution; the optimal cost is not known.
    #[strum(serialize = "best not known")]
    Unknown,
    /// A false claim that there is no solution.
    #[strum(serialize = "claims no solution")]
    ClaimsNoSolution,
    /// Every line is legal, but the goal is not reached.
    Unfinished,
    /// A line is not a legal action.
    Illegal,
    /// No output.
    #[strum(serialize = "no answer")]
    NoAnswer,
    /// Ended with an error, without a valid answer.
    Crashed,
    /// The time limit was reached.
    #[strum(serialize = "too slow")]
    TooSlow,
    /// The limit on memory, output or processes was exceeded.
    #[strum(serialize = "too much")]
    TooMuch,
    /// The set-up command failed, so that the program was not run.
    #[strum(serialize = "set-up failed")]
    SetupFailed,
    /// Not run.
    #[default]
    #[strum(serialize = "not run")]
    NotRun,
}

impl BoardMark for Mark {
    const ALL: &'static [Mark] = <Mark as strum::VariantArray>::VARIANTS;
    const SETUP_FAILED: Mark = Mark::SetupFailed;
    const NOT_RUN: Mark = Mark::NotRun;

    fn words(self) -> &'static str {
        self.into()
    }
}

/// A mark and its reason.
#[derive(Debug)]
pub(super) struct Marked {
    pub mark: Mark,
    pub cost: Option<Cost>,
    pub line: Option<usize>,
    pub detail: String,
}

impl Marked {
    fn new(mark: Mark, detail: impl Into<String>) -> Self {
        Marked { mark, cost: None, line: None, detail: detail.into() }
    }
}

fn mib(bytes: u64) -> String {
    format!("{} MiB", bytes.div_ceil(1 << 20))
}

/// Which limit on memory, processes or output was exceeded, in words.
pub(super) fn excess(end: &End, allowance: &Allowance) -> Option<String> {
    match end {
        End::TooMuchMemory => Some(format!("used more than {} of memory", mib(allowance.memory))),
        End::TooManyProcesses => Some(format!("started more than {} processes", Allowance::PROCESSES)),
        End::TooMuchOutput => Some(format!("printed more than {}", mib(Allowance::OUTPUT as u64))),
        _ => None,
    }
}

/// Marks a run.
pub(super) fn mark(grader: &Grader, board: &GradeBoard, best: &BoardBest, run: &Run) -> Result<Marked, SolveError> {
    let allowance = &grader.runner.allowance;
    let (mark, detail) = match &run.end {
        End::TimeUp => (Mark::TooSlow, format!("not done after {:?}", allowance.time)),
        end @ (End::TooMuchMemory | End::TooManyProcesses | End::TooMuchOutput) => {
            (Mark::TooMuch, excess(end, allowance).unwrap_or_default())
        }
        End::Cancelled => (Mark::NotRun, "interrupted".to_string()),
        End::NotStarted(why) => (Mark::Crashed, format!("could not be started: {why}")),
        End::Lost => (Mark::Crashed, with_last_error("its supervisor was stopped or killed".to_string(), &run.stderr)),
        End::Exited(0) => return answered(grader, board, best, run, None),
        End::Exited(code) => return answered(grader, board, best, run, Some(format!("exit status {code}"))),
        End::Signalled(name) => {
            let is_file = name == "SIGXFSZ";
            let file = if is_file {
                format!(": wrote a file of more than {}", mib(allowance.file_size))
            } else {
                String::new()
            };
            return answered(grader, board, best, run, Some(format!("killed by {name}{file}")));
        }
    };
    Ok(Marked::new(mark, detail))
}

/// Marks a run that ended by itself, with or without an error.
fn answered(
    grader: &Grader,
    board: &GradeBoard,
    best: &BoardBest,
    run: &Run,
    error: Option<String>,
) -> Result<Marked, SolveError> {
    let printed = String::from_utf8_lossy(&run.stdout);
    let silent = content_lines(&printed).next().is_none();
    let claims_otherwise = claims_aside(run, silent) || claims_as_agreed(grader, board, run, silent);
    let answer: &[u8] = if claims_otherwise { b"no solution" } else { &run.stdout };
    let report = grader.checker.judge(&board.board, answer, &best.found)?;

    let claims = report.claims_no_solution && matches!(run.end, End::Exited(_));
    let right = report.cost.is_some() && !silent;
    match error {
        // The courses require lines, not an exit status: a valid answer counts, and so does a claim.
        Some(error) if !right && !claims => Ok(Marked::new(Mark::Crashed, with_last_error(error, &run.stderr))),
        error => {
            let mut marked = judged(&report, best, silent && !claims_otherwise);
            if marked.mark == Mark::NoAnswer {
                marked.detail = why_silent(grader, run);
            }
            if let Some(error) = error.filter(|_| right) {
                marked.detail += &format!(" (then {error})");
            }
            for remark in report.remarks.iter().take(3) {
                marked.detail += &format!(" ({remark})");
            }
            Ok(marked)
        }
    }
}

/// Whether a program that prints nothing else claims on standard error that there is no solution. Only its last lines count:
/// a log may say that there is no solution yet, and a crash prints more lines than these.
fn claims_aside(run: &Run, silent: bool) -> bool {
    silent && last_lines(&run.stderr).iter().any(|line| is_claim(line))
}

/// Whether the answer is one that the course has agreed on for boards without a solution. No output at all is a plan where
/// nothing has to be done.
fn claims_as_agreed(grader: &Grader, board: &GradeBoard, run: &Run, silent: bool) -> bool {
    let agreed = grader.unsolvable_answers.iter().any(|answer| answer.matches(run));
    agreed && !(silent && board.board.is_solved())
}

/// What may be wrong with a program that prints nothing.
fn why_silent(grader: &Grader, run: &Run) -> String {
    let errors = last_lines(&run.stderr).iter().map(|line| harmless(line, SHOWN)).join(" / ");
    let printed = match errors.as_str() {
        "" => "printed nothing".to_string(),
        errors => format!("printed nothing to standard output, but to standard error: {errors}"),
    };
    let given = match grader.command.names_file() {
        true => "the board was given as a file; if the program reads standard input, leave out {file}",
        false => "the board was given on standard input; if the program expects a file, add {file} to the command",
    };
    format!("{printed} ({given})")
}

/// The mark for a checked answer.
fn judged(report: &CheckReport, best: &BoardBest, silent: bool) -> Marked {
    let mut marked = match report.verdict {
        Verdict::Optimal => optimal(report),
        Verdict::Suboptimal => longer(report.excess().unwrap_or(0)),
        Verdict::Illegal => {
            let reason = report.reason.as_deref().unwrap_or_default();
            Marked::new(Mark::Illegal, format!("{}: {}", report.place(), harmless(reason, 2 * SHOWN)))
        }
        Verdict::Unfinished if report.claims_no_solution => claims_wrongly(report.best),
        Verdict::Unfinished if silent => Marked::new(Mark::NoAnswer, "printed nothing"),
        Verdict::Unfinished => Marked::new(Mark::Unfinished, "every line is legal, but the goal is not reached"),
        Verdict::Unknown => by_manifest(report, best),
    };
    marked.cost = report.cost;
    marked.line = report.line;
    marked
}

/// The mark by the manifest, if the search could not decide.
fn by_manifest(report: &CheckReport, best: &BoardBest) -> Marked {
    match (report.cost, best.trusted) {
        (Some(cost), Some(Some(trusted))) if cost == trusted => optimal(report),
        (Some(cost), Some(Some(trusted))) if cost > trusted => longer(cost - trusted),
        (Some(_), Some(_)) => {
            Marked::new(Mark::Unknown, "right, and cheaper than the cost in the manifest: the manifest is wrong")
        }
        (None, Some(None)) => optimal(report),
        (None, Some(Some(trusted))) => claims_wrongly(Some(trusted)),
        (Some(_), None) => {
            let bound = report.bound.unwrap_or(0);
            Marked::new(
                Mark::Unknown,
                format!("right; the optimal cost is not known, only that it is at least {bound}"),
            )
        }
        (None, None) => Marked::new(Mark::Unknown, "claims that there is no solution, which is not known"),
    }
}

fn optimal(report: &CheckReport) -> Marked {
    let words = if report.claims_no_solution { "right: there is no solution" } else { Mark::Optimal.words() };
    Marked::new(Mark::Optimal, words)
}

fn longer(excess: Cost) -> Marked {
    Marked::new(Mark::Longer, format!("right, but longer by {excess}"))
}

fn claims_wrongly(best: Option<Cost>) -> Marked {
    let best = best.map_or(String::new(), |best| format!(", but a plan of cost {best} exists"));
    Marked::new(Mark::ClaimsNoSolution, format!("claims that there is no solution{best}"))
}

/// The last three lines of standard error that are not blank.
fn last_lines(stderr: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(stderr);
    let mut lines: Vec<String> =
        lines(&text).map(str::trim).filter(|line| !line.is_empty()).map(str::to_string).collect();
    lines.drain(..lines.len().saturating_sub(3));
    lines
}

/// An error with the last line of standard error, where most languages print the reason.
pub(super) fn with_last_error(what: String, stderr: &[u8]) -> String {
    match last_lines(stderr).last() {
        Some(last) => format!("{what}: {}", harmless(last, SHOWN)),
        None => what,
    }
}
