//! The result of grading a heuristic.

use itertools::Itertools;
use pathmax::Cost;
use serde::Serialize;
use strum::VariantArray;

use super::HeuristicPoints;
use crate::grade::{GradeBoard, Visibility};
use crate::json::round;
use crate::text::harmless;
use crate::{AuditVerdict, Counterexample, FailureKind, Finding};

/// The result of grading a heuristic, as `pathmax grade --heuristics --json` prints it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct HeuristicReport {
    /// The points won.
    pub score: f64,
    /// The points that can be won.
    pub max_score: f64,
    /// Whether grading was cancelled before all boards were done.
    pub interrupted: bool,
    /// Number of boards by mark.
    pub totals: Vec<HeuristicTotal>,
    /// The boards, by name.
    pub boards: Vec<HeuristicGrade>,
}

/// Number of boards with a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct HeuristicTotal {
    /// The mark.
    pub mark: HeuristicMark,
    /// Number of boards.
    pub boards: usize,
}

/// The mark of a heuristic on a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, strum::IntoStaticStr, strum::VariantArray)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "lowercase")]
pub enum HeuristicMark {
    /// Both admissibility and consistency are proved on the board.
    #[strum(serialize = "admissible and consistent")]
    Consistent,
    /// Neither is refuted, but at least one was only checked on a sample.
    #[strum(serialize = "not refuted on a sample")]
    NotRefuted,
    /// Admissibility is not refuted, consistency is.
    #[strum(serialize = "not consistent")]
    Inconsistent,
    /// Admissibility is refuted.
    #[strum(serialize = "not admissible")]
    Inadmissible,
    /// Something could not be checked within the limits, and nothing is refuted.
    #[strum(serialize = "not decided")]
    Undecided,
    /// The program ended early or could not be started.
    Crashed,
    /// It wrote no answer in time.
    #[strum(serialize = "no answer")]
    NoAnswer,
    /// It wrote something that is not a heuristic value.
    #[strum(serialize = "invalid answer")]
    InvalidAnswer,
    /// It wrote more lines than it was asked for.
    #[strum(serialize = "extra output")]
    ExtraOutput,
    /// It gave different answers for the same state.
    Unstable,
    /// All its answers together took too long.
    #[strum(serialize = "too slow")]
    TooSlow,
    /// It exceeded a limit on memory or processes.
    #[strum(serialize = "too much")]
    TooMuch,
    /// Not run.
    #[default]
    #[strum(serialize = "not run")]
    NotRun,
}

impl HeuristicMark {
    /// The mark in words.
    pub fn words(self) -> &'static str {
        self.into()
    }

    /// Whether the heuristic was judged; else its program failed or was not run.
    pub fn is_verdict(self) -> bool {
        use HeuristicMark::{Consistent, Inadmissible, Inconsistent, NotRefuted, Undecided};
        matches!(self, Consistent | NotRefuted | Inconsistent | Inadmissible | Undecided)
    }
}

impl From<FailureKind> for HeuristicMark {
    fn from(kind: FailureKind) -> Self {
        match kind {
            FailureKind::NotStarted | FailureKind::Ended => HeuristicMark::Crashed,
            FailureKind::NoAnswer => HeuristicMark::NoAnswer,
            FailureKind::InvalidAnswer => HeuristicMark::InvalidAnswer,
            FailureKind::ExtraOutput => HeuristicMark::ExtraOutput,
            FailureKind::Unstable => HeuristicMark::Unstable,
            FailureKind::TooSlow => HeuristicMark::TooSlow,
            FailureKind::TooMuch => HeuristicMark::TooMuch,
        }
    }
}

/// The result on one board.
#[derive(Clone, Debug, Default, Serialize)]
pub struct HeuristicGrade {
    /// The board file.
    pub file: String,
    /// The puzzle.
    pub puzzle: &'static str,
    /// The mark.
    pub mark: HeuristicMark,
    /// The points won.
    pub score: f64,
    /// The points that can be won.
    pub max_score: f64,
    /// Whether the whole reachable space was audited; else a sample.
    pub whole_space: bool,
    /// Number of states of the space, or of the sample.
    pub states: u64,
    /// Whether the heuristic is admissible.
    pub admissible: ClaimGrade,
    /// Whether it is consistent.
    pub consistent: ClaimGrade,
    /// The expansions of A\* with it.
    pub expansions: ExpansionGrade,
    /// The result in one sentence, with the reason of a failure.
    pub detail: String,
    /// When students see the result.
    pub visibility: Visibility,
    /// Elapsed time of the program, in which it also waits for states.
    pub seconds: Option<f64>,
    /// Peak memory of its processes in bytes, as far as observed.
    pub peak_memory: Option<u64>,
}

/// The result for a claim on a board.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ClaimGrade {
    /// The points won.
    pub score: f64,
    /// The points that can be won.
    pub max_score: f64,
    /// The verdict of the audit; `None` if nothing could be checked.
    pub verdict: Option<AuditVerdict>,
    /// Number of states (or actions) checked.
    pub checked: u64,
    /// Number of those that violate the claim.
    pub broken: u64,
    /// The worst violation.
    pub counterexample: Option<Counterexample>,
    /// An optimal plan of the counterexample, which shows its true cost.
    pub plan: Option<Vec<String>>,
    /// How a claim was refuted otherwise than by a counterexample.
    pub reason: Option<String>,
}

/// The expansions on a board.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ExpansionGrade {
    /// The points won.
    pub score: f64,
    /// The points that can be won.
    pub max_score: f64,
    /// Expansions of A\* with the heuristic; `None` if it was not measured, or the search stopped at its limit.
    pub expanded: Option<u64>,
    /// The reference heuristic.
    pub reference: &'static str,
    /// Expansions of A\* with the reference heuristic; `None` if the search stopped at its limit.
    pub reference_expanded: Option<u64>,
    /// The optimal cost by the reference, if it is known and the board is solvable.
    pub cost: Option<Cost>,
    /// The ratio of both numbers of expansions.
    pub ratio: Option<f64>,
    /// The result in words.
    pub detail: String,
}

impl ClaimGrade {
    /// The points for a finding: all unless it is refuted, or nothing could be checked.
    pub(super) fn of(finding: &Finding, max_score: f64) -> Self {
        let holds = matches!(finding.verdict, Some(AuditVerdict::Proved | AuditVerdict::NotRefuted));
        ClaimGrade {
            score: if holds { max_score } else { 0.0 },
            max_score,
            verdict: finding.verdict,
            checked: finding.checked,
            broken: finding.broken,
            counterexample: finding.counterexample.clone(),
            plan: None,
            reason: None,
        }
    }

    /// Refutes the claim for a reason without a counterexample.
    pub(super) fn refute(&mut self, reason: String) {
        (self.score, self.verdict, self.reason) = (0.0, Some(AuditVerdict::Refuted), Some(reason));
    }
}

impl HeuristicGrade {
    /// A board before the heuristic is run on it.
    pub(super) fn new(board: &GradeBoard, points: HeuristicPoints, visibility: Option<Visibility>) -> Self {
        let claim = |max_score| ClaimGrade { max_score, ..ClaimGrade::default() };
        HeuristicGrade {
            file: harmless(&board.name.to_string_lossy(), 100),
            puzzle: board.board.puzzle().info().name,
            max_score: points.total(),
            admissible: claim(points.admissible),
            consistent: claim(points.consistent),
            expansions: ExpansionGrade { max_score: points.expansions, ..ExpansionGrade::default() },
            visibility: visibility.or(board.scoring.visibility).unwrap_or_default(),
            detail: "not run yet".to_string(),
            ..HeuristicGrade::default()
        }
    }

    /// Sets the mark and the sum of the points by the verdicts.
    pub(super) fn decide(&mut self) {
        let verdicts = [self.admissible.verdict, self.consistent.verdict];
        self.mark = match verdicts {
            [Some(AuditVerdict::Refuted), _] => HeuristicMark::Inadmissible,
            [_, Some(AuditVerdict::Refuted)] => HeuristicMark::Inconsistent,
            [Some(AuditVerdict::Proved), Some(AuditVerdict::Proved)] => HeuristicMark::Consistent,
            [Some(_), Some(_)] => HeuristicMark::NotRefuted,
            _ => HeuristicMark::Undecided,
        };
        self.detail = self.in_one_sentence();
        self.add_up();
    }

    /// Marks a failure; nothing that the program answered counts.
    pub(super) fn fail(&mut self, kind: FailureKind, message: &str) {
        self.mark = kind.into();
        self.detail = message.lines().map(str::trim).map(|line| harmless(line, 300)).join(" ");
        for score in [&mut self.admissible.score, &mut self.consistent.score, &mut self.expansions.score] {
            *score = 0.0;
        }
        self.add_up();
    }

    fn add_up(&mut self) {
        self.score = self.admissible.score + self.consistent.score + self.expansions.score;
    }

    fn in_one_sentence(&self) -> String {
        let not = |claim: &ClaimGrade| claim.verdict == Some(AuditVerdict::Refuted);
        let words = match (not(&self.admissible), not(&self.consistent)) {
            (true, true) => "neither admissible nor consistent",
            (true, false) => "not admissible",
            (false, true) if self.whole_space => "admissible on this board, but not consistent",
            (false, true) => "not consistent; not refuted as admissible on the sample",
            (false, false) if self.mark == HeuristicMark::Undecided => "not everything could be checked",
            (false, false) if self.mark == HeuristicMark::Consistent => "admissible and consistent on this board",
            (false, false) => "neither claim refuted on the sample, which proves neither",
        };
        words.to_string()
    }

    /// Whether all points are won.
    pub fn is_perfect(&self) -> bool {
        self.score >= self.max_score
    }
}

impl HeuristicReport {
    pub(super) fn new(boards: Vec<HeuristicGrade>) -> Self {
        let max_score = boards.iter().map(|board| board.max_score).sum();
        let mut report = HeuristicReport { max_score, boards, ..HeuristicReport::default() };
        report.add_up();
        report
    }

    pub(super) fn add_up(&mut self) {
        self.score = self.boards.iter().map(|board| board.score).sum();
        let count = |mark| self.boards.iter().filter(|board| board.mark == mark).count();
        let totals = HeuristicMark::VARIANTS.iter().map(|&mark| HeuristicTotal { mark, boards: count(mark) });
        self.totals = totals.filter(|total| total.boards > 0).collect();
    }

    /// The totals in one line.
    pub fn summary(&self) -> String {
        let totals = self.totals.iter().map(|total| format!("{} {}", total.boards, total.mark.words())).join(", ");
        format!("{totals} · score {} of {}", round(self.score), round(self.max_score))
    }
}
