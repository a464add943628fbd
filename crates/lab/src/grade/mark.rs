//! What a run of a submission on a board is worth.

use pathmax::Cost;
use pathmax_puzzles::input::{content_lines, lines};
use serde::Serialize;

use super::{Allowance, BoardBest, End, GradeBoard, Run};
use crate::check::{CheckReport, Checker, Verdict, is_claim};
use crate::solve::SolveError;
use crate::text::harmless;

/// How much of what a submission says is repeated.
const SHOWN: usize = 160;

/// How a submission did on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// Right and optimal; or it rightly says that there is no solution.
    Optimal,
    /// Right, but a plan costs less.
    Longer,
    /// Right, but the best cost is not known; or it says that there is no solution, and whether that is so is not known.
    Unknown,
    /// It says that there is no solution, but there is one.
    ClaimsNoSolution,
    /// Every line is legal, but the goal is not reached.
    Unfinished,
    /// A line is not allowed.
    Illegal,
    /// It printed nothing.
    NoAnswer,
    /// It ended with an error, without a right answer.
    Crashed,
    /// Its time was up.
    TooSlow,
    /// It used more memory, printed more, or started more processes than allowed.
    TooMuch,
    /// It has not been run.
    NotRun,
}

impl Mark {
    /// Every mark, from the best to the worst.
    pub const ALL: [Mark; 11] = [
        Mark::Optimal,
        Mark::Longer,
        Mark::Unknown,
        Mark::ClaimsNoSolution,
        Mark::Unfinished,
        Mark::Illegal,
        Mark::NoAnswer,
        Mark::Crashed,
        Mark::TooSlow,
        Mark::TooMuch,
        Mark::NotRun,
    ];

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Mark::Optimal => "right and optimal",
            Mark::Longer => "right but longer",
            Mark::Unknown => "best not known",
            Mark::ClaimsNoSolution => "claims no solution",
            Mark::Unfinished => "unfinished",
            Mark::Illegal => "illegal",
            Mark::NoAnswer => "no answer",
            Mark::Crashed => "crashed",
            Mark::TooSlow => "too slow",
            Mark::TooMuch => "too much",
            Mark::NotRun => "not run",
        }
    }
}

/// A mark and the reasons for it.
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

/// Marks a run.
pub(super) fn mark(
    board: &GradeBoard,
    best: &BoardBest,
    run: &Run,
    allowance: &Allowance,
) -> Result<Marked, SolveError> {
    let mib = |bytes: u64| format!("{} MiB", bytes.div_ceil(1 << 20));
    let ended = match &run.end {
        End::TimeUp => return Ok(Marked::new(Mark::TooSlow, format!("not done after {:?}", allowance.time))),
        End::TooMuchMemory => {
            return Ok(Marked::new(Mark::TooMuch, format!("used more than {} of memory", mib(allowance.memory))));
        }
        End::TooManyProcesses => {
            return Ok(Marked::new(Mark::TooMuch, format!("started more than {} processes", Allowance::PROCESSES)));
        }
        End::TooMuchOutput => {
            return Ok(Marked::new(Mark::TooMuch, format!("printed more than {}", mib(Allowance::OUTPUT as u64))));
        }
        End::Cancelled => return Ok(Marked::new(Mark::NotRun, "interrupted")),
        End::NotStarted(why) => return Ok(Marked::new(Mark::Crashed, format!("could not be started: {why}"))),
        End::Lost => {
            let what = "its supervisor was stopped or killed".to_string();
            return Ok(Marked::new(Mark::Crashed, with_last_words(what, &run.stderr)));
        }
        End::Exited(0) => None,
        End::Exited(code) => Some(format!("exit status {code}")),
        End::Signalled(name) if name == "SIGXFSZ" => {
            Some(format!("killed by {name}: wrote a file of more than {}", mib(allowance.file_size)))
        }
        End::Signalled(name) => Some(format!("killed by {name}")),
    };
    answered(board, best, run, ended)
}

/// Marks a run that ended by itself, well or with an error.
fn answered(board: &GradeBoard, best: &BoardBest, run: &Run, error: Option<String>) -> Result<Marked, SolveError> {
    let printed = String::from_utf8_lossy(&run.stdout);
    let silent = content_lines(&printed).next().is_none();
    let errors = String::from_utf8_lossy(&run.stderr);
    // Only at its end: a log may say that there is no solution yet, and a crash prints more lines than these.
    let mut last_words: Vec<&str> = lines(&errors).map(str::trim).filter(|line| !line.is_empty()).collect();
    last_words.drain(..last_words.len().saturating_sub(3));
    let claimed_aside = silent && last_words.into_iter().any(is_claim);
    let answer: &[u8] = if claimed_aside { b"no solution" } else { &run.stdout };
    let report = Checker::judge(&board.board, answer, &best.found)?;

    let claims = report.claims_no_solution && matches!(run.end, End::Exited(_));
    let right = report.cost.is_some() && !silent;
    match error {
        // The courses ask for lines, not for a status: a right answer counts, and so does a claim.
        Some(error) if !right && !claims => Ok(Marked::new(Mark::Crashed, with_last_words(error, &run.stderr))),
        error => {
            let mut marked = judged(&report, best, silent && !claimed_aside);
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

/// The mark for an answer that was judged.
fn judged(report: &CheckReport, best: &BoardBest, silent: bool) -> Marked {
    let mut marked = match report.verdict {
        Verdict::Optimal => optimal(report),
        Verdict::Suboptimal => longer(report.excess().unwrap_or(0)),
        Verdict::Illegal => {
            let reason = report.reason.as_deref().unwrap_or_default();
            Marked::new(Mark::Illegal, format!("line {}: {}", report.line.unwrap_or(0), harmless(reason, 2 * SHOWN)))
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

/// The mark where the search does not know enough: the manifest may.
fn by_manifest(report: &CheckReport, best: &BoardBest) -> Marked {
    match (report.cost, best.trusted) {
        (Some(cost), Some(Some(trusted))) if cost == trusted => optimal(report),
        (Some(cost), Some(Some(trusted))) if cost > trusted => longer(cost - trusted),
        (Some(_), Some(_)) => {
            Marked::new(Mark::Unknown, "right, and better than the manifest says is possible: the manifest is wrong")
        }
        (None, Some(None)) => optimal(report),
        (None, Some(Some(trusted))) => claims_wrongly(Some(trusted)),
        (Some(_), None) => {
            let bound = report.bound.unwrap_or(0);
            Marked::new(Mark::Unknown, format!("right; the best cost is not known, only that it is {bound} at least"))
        }
        (None, None) => Marked::new(Mark::Unknown, "says that there is no solution; whether that is so is not known"),
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
    Marked::new(Mark::ClaimsNoSolution, format!("says that there is no solution{best}"))
}

/// What went wrong, with the last line of standard error, which is where most languages say why.
fn with_last_words(what: String, stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    match lines(&text).map(str::trim).filter(|line| !line.is_empty()).last() {
        Some(last) => format!("{what}: {}", harmless(last, SHOWN)),
        None => what,
    }
}
