//! Checks an answer: is it legal, does it reach the goal, and is it optimal?

mod lenient;

use pathmax::{Cost, StopReason};
use pathmax_puzzles::input::{content_lines, decode, lines};
use serde::Serialize;

use crate::AnyBoard;
use crate::diagnosis::{PositionBefore, diagnose};
use crate::solve::{SolveError, SolveOutcome, SolveReport, Solver, Watch};
use crate::text::harmless;

/// Maximum number of characters shown of an illegal line.
const SHOWN: usize = 120;

/// Checks answers.
///
/// An answer is replayed on the board, by code that shares nothing with the search; the search only determines the optimal
/// cost. Any plan of that cost is optimal.
///
/// ```
/// use pathmax_lab::{Checker, Reading, Registry, Verdict};
///
/// let board = r#"{"colour": "red", "pieces": [[2, 0]], "blocks": []}"#;
/// let board = Registry::builtin().parse(board, &Reading::default())?.board;
/// let check = |answer: &[u8]| Checker::default().check(&board, answer, &mut |_progress| {});
///
/// let report = check(b"# my answer\nMOVE from (2, 0) to (3, 0).\nEXIT from (3, 0).\n")?;
/// assert_eq!((report.verdict, report.cost, report.best), (Verdict::Optimal, Some(2), Some(2)));
/// let report = check(b"# my answer\nEXIT from (2, 0).\n")?;
/// assert_eq!((report.verdict, report.line), (Verdict::Illegal, Some(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Checker {
    /// Finds the optimal cost.
    pub solver: Solver,
    /// Whether lines that are not actions are ignored, with a remark; see
    /// [`Board::is_answer_line`](pathmax_puzzles::Board::is_answer_line).
    pub lenient: bool,
}

/// What is known about the optimal cost of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// The cost of the best plan found, if any.
    pub cost: Option<Cost>,
    /// Proven lower bound on the cost of every plan; `None` if the board is unsolvable.
    pub bound: Option<Cost>,
    /// Why the search stopped early, if it did.
    pub stopped: Option<StopReason>,
}

impl Best {
    /// Whether the board is proven unsolvable.
    pub fn is_unsolvable(&self) -> bool {
        self.bound.is_none()
    }

    /// The same, given the cost of a plan that has been replayed.
    pub fn with_plan(self, cost: Option<Cost>) -> Best {
        let is_better = |cost: &Cost| !self.is_unsolvable() && self.cost.is_none_or(|known| *cost < known);
        Best { cost: cost.filter(is_better).or(self.cost), ..self }
    }

    /// The optimal cost, if it is proven; `Some(None)` for an unsolvable board.
    pub fn proven(&self) -> Option<Option<Cost>> {
        (self.cost == self.bound).then_some(self.cost)
    }
}

impl From<&SolveReport> for Best {
    fn from(report: &SolveReport) -> Self {
        match report.outcome {
            SolveOutcome::Unsolvable => Best { cost: None, bound: None, stopped: None },
            _ => Best { cost: report.cost, bound: Some(report.bound.unwrap_or(0)), stopped: report.reason },
        }
    }
}

/// The verdict on an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, strum::IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Verdict {
    /// It reaches the goal at the optimal cost, or claims correctly that there is no solution.
    Optimal,
    /// It reaches the goal, but a plan costs less.
    Suboptimal,
    /// A line is not a legal action.
    Illegal,
    /// It does not reach the goal.
    #[default]
    Unfinished,
    /// It reaches the goal or claims that there is no solution, but the search stopped before it could decide.
    Unknown,
}

impl Verdict {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The result of a check, as `pathmax check --json` prints it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CheckReport {
    /// The puzzle.
    pub puzzle: &'static str,
    /// The verdict.
    pub verdict: Verdict,
    /// The cost of the answer, if it reaches the goal.
    pub cost: Option<Cost>,
    /// The cost of the best plan known, optimal if it equals `bound`. `None` if the verdict is unknown.
    pub best: Option<Cost>,
    /// Proven lower bound on the cost of every plan; `None` if the board is unsolvable.
    pub bound: Option<Cost>,
    /// The number of the first illegal line, from 1.
    pub line: Option<usize>,
    /// That line, sanitized for display.
    pub text: Option<String>,
    /// Why the answer is illegal or unfinished.
    pub reason: Option<String>,
    /// The column of the first wrong character of the illegal line, from 1, if the line is not an action at all.
    pub column: Option<usize>,
    /// What is expected there, in words: `a full stop`.
    pub expected: Option<String>,
    /// The position before the illegal line; `None` if an earlier line is not text.
    pub position: Option<PositionBefore>,
    /// The legal actions closest to the illegal line, the closest first.
    pub suggestions: Vec<String>,
    /// Whether the answer claims that there is no solution.
    pub claims_no_solution: bool,
    /// Oddities of the answer that break no rule.
    pub remarks: Vec<String>,
    /// Why the search for the optimal cost stopped early, if it did.
    #[serde(skip)]
    pub stopped: Option<StopReason>,
}

impl CheckReport {
    /// How much more the answer costs than the best plan known.
    pub fn excess(&self) -> Option<Cost> {
        self.cost.zip(self.best).map(|(cost, best)| cost.saturating_sub(best))
    }

    /// Where the answer is illegal: `line 3`, or `line 3, column 14` if the line is not an action at all.
    pub fn place(&self) -> String {
        let line = format!("line {}", self.line.unwrap_or(0));
        self.column.map_or(line.clone(), |column| format!("{line}, column {column}"))
    }
}

/// Whether an answer consists only of claims that there is no solution: lines `FAIL`, or lines that begin with
/// `no solution`.
///
/// ```
/// use pathmax_lab::claims_no_solution;
/// assert!(claims_no_solution("# searched everything\nNo solution found.\n"));
/// assert!(!claims_no_solution("EXIT from (3, 0).\nFAIL\n") && !claims_no_solution(""));
/// ```
pub fn claims_no_solution(answer: &str) -> bool {
    let mut lines = content_lines(answer).map(|(_, line)| line).peekable();
    lines.peek().is_some() && lines.all(is_claim)
}

/// Whether a line claims that there is no solution.
pub(crate) fn is_claim(line: &str) -> bool {
    const BEGINNING: &str = "no solution";
    let beginning = line.get(..BEGINNING.len());
    line.eq_ignore_ascii_case("FAIL") || beginning.is_some_and(|text| text.eq_ignore_ascii_case(BEGINNING))
}

impl Checker {
    /// Checks an answer; `watch` is called with the progress of the search for the optimal cost.
    ///
    /// The search runs even if the answer is illegal, so that the report contains the optimal cost.
    pub fn check(&self, board: &AnyBoard, answer: &[u8], watch: Watch<'_>) -> Result<CheckReport, SolveError> {
        self.judge(board, answer, &self.best(board, watch)?)
    }

    /// Finds the optimal cost, as far as the limits allow.
    pub fn best(&self, board: &AnyBoard, watch: Watch<'_>) -> Result<Best, SolveError> {
        if self.lenient {
            lenient::require(board)?;
        }
        Ok(Best::from(&self.solver.solve(board, watch)?))
    }

    /// Checks an answer, given what is known about the optimal cost.
    ///
    /// An answer cheaper than the proven bound is a defect of pathmax, and an error.
    pub fn judge(&self, board: &AnyBoard, answer: &[u8], best: &Best) -> Result<CheckReport, SolveError> {
        if !self.lenient {
            return Self::judge_strictly(board, answer, best);
        }
        let cleaned = lenient::without_noise(board, answer)?;
        let mut report = Self::judge_strictly(board, cleaned.answer.as_bytes(), best)?;
        report.remarks.extend(cleaned.remark());
        Ok(report)
    }

    fn judge_strictly(board: &AnyBoard, answer: &[u8], best: &Best) -> Result<CheckReport, SolveError> {
        let mut report = CheckReport {
            puzzle: board.puzzle().info().name,
            best: best.cost,
            bound: best.bound,
            stopped: best.stopped,
            ..CheckReport::default()
        };
        let text = match decode(answer) {
            Ok(text) => text,
            Err(error) => {
                let line = error.position.map_or(1, |position| position.line);
                report.refuse(board, &String::from_utf8_lossy(answer), line, error.message);
                report.column = error.position.map(|position| position.column);
                return Ok(report);
            }
        };
        if claims_no_solution(text) {
            report.claims_no_solution = true;
            match best.cost {
                _ if best.is_unsolvable() => report.verdict = Verdict::Optimal,
                None => report.verdict = Verdict::Unknown,
                Some(cost) => report.leave_unfinished(format!(
                    "the answer is that there is no solution, but a plan of cost {cost} exists"
                )),
            }
            return Ok(report);
        }
        match board.replay(text) {
            Err(error) => {
                report.refuse(board, text, error.line, error.reason);
                report.column = error.mismatch.as_ref().map(|mismatch| mismatch.column);
                report.expected = error.mismatch.map(|mismatch| mismatch.expected);
            }
            Ok(replay) => {
                report.remarks = board.remarks(text, &replay);
                if !replay.solved {
                    let silent = content_lines(text).next().is_none();
                    let legal = "every line is legal, but the goal is not reached";
                    report.leave_unfinished(if silent { "the answer says nothing" } else { legal }.to_string());
                } else {
                    report.cost = Some(replay.cost);
                    report.verdict = compare(replay.cost, best)?;
                    report.best = match report.verdict {
                        Verdict::Optimal => report.cost,
                        Verdict::Suboptimal => best.cost,
                        _ => None,
                    };
                }
            }
        }
        Ok(report)
    }
}

impl CheckReport {
    fn leave_unfinished(&mut self, reason: String) {
        self.verdict = Verdict::Unfinished;
        self.reason = Some(reason);
    }

    fn refuse(&mut self, board: &AnyBoard, answer: &str, line: usize, reason: String) {
        let text = lines(answer).nth(line - 1).unwrap_or_default();
        self.verdict = Verdict::Illegal;
        self.line = Some(line);
        self.text = Some(harmless(text.trim_end(), SHOWN));
        (self.position, self.suggestions) = diagnose(board, answer, line, text);
        self.reason = Some(reason);
    }
}

/// The verdict on an answer that reaches the goal.
fn compare(cost: Cost, best: &Best) -> Result<Verdict, SolveError> {
    let better_than_proven = |what: String| {
        let answer = format!("an answer of cost {cost} is legal and reaches the goal");
        Err(SolveError::Defect(format!("{answer}, although it was proven that {what}")))
    };
    match *best {
        Best { bound: None, .. } => better_than_proven("there is no solution".to_string()),
        Best { bound: Some(bound), .. } if cost < bound => {
            better_than_proven(format!("no plan costs less than {bound}"))
        }
        Best { bound: Some(bound), .. } if cost == bound => Ok(Verdict::Optimal),
        Best { cost: Some(best), .. } if cost > best => Ok(Verdict::Suboptimal),
        _ => Ok(Verdict::Unknown),
    }
}
