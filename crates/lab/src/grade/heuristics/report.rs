//! The result of grading a heuristic.

use itertools::Itertools;
use pathmax::Cost;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::feedback::describe;
use crate::grade::report::{NOT_RUN_YET, shown_name};
use crate::grade::scoring::rounded;
use crate::grade::{
    BoardMark, BoardResult, ExpansionRatios, GradeBoard, GradeReport, GradescopeTest, HeuristicScoring, Visibility,
};
use crate::text::harmless;
use crate::{AuditVerdict, Claim, FailureKind, Finding};

/// The result of grading a heuristic, as `pathmax grade --heuristics --json` prints it.
pub type HeuristicReport = GradeReport<HeuristicGrade>;

/// The mark of a heuristic on a board.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, strum::IntoStaticStr, strum::VariantArray,
)]
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
    /// It wrote more than one line per state.
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
    /// The set-up command failed, so that the program was not run.
    #[strum(serialize = "set-up failed")]
    SetupFailed,
    /// Not run.
    #[default]
    #[strum(serialize = "not run")]
    NotRun,
}

impl BoardMark for HeuristicMark {
    const ALL: &'static [HeuristicMark] = <HeuristicMark as strum::VariantArray>::VARIANTS;
    const SETUP_FAILED: HeuristicMark = HeuristicMark::SetupFailed;
    const NOT_RUN: HeuristicMark = HeuristicMark::NotRun;

    fn words(self) -> &'static str {
        self.into()
    }
}

impl HeuristicMark {
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

/// The result of a heuristic on one board.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HeuristicGrade {
    /// The board file.
    pub file: String,
    /// The puzzle.
    #[serde(skip_deserializing)]
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
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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
    /// The worst violation, a [`Counterexample`](crate::Counterexample) as JSON.
    pub counterexample: Option<Value>,
    /// An optimal plan of the counterexample, which shows its true cost.
    pub plan: Option<Vec<String>>,
    /// Both in words, with a drawing.
    pub text: Option<String>,
    /// How a claim was refuted otherwise than by a counterexample.
    pub reason: Option<String>,
}

/// The expansions on a board.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ExpansionGrade {
    /// The points won.
    pub score: f64,
    /// The points that can be won.
    pub max_score: f64,
    /// Expansions of A\* with the heuristic; `None` if it was not measured, or the search stopped at its limit.
    pub expanded: Option<u64>,
    /// The reference heuristic.
    pub reference: String,
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
    /// A finding, with the optimal plan of its counterexample.
    pub(super) fn of(finding: &Finding, plan: Option<Vec<String>>) -> Self {
        let counterexample = finding.counterexample.as_ref();
        ClaimGrade {
            verdict: finding.verdict,
            checked: finding.checked,
            broken: finding.broken,
            text: counterexample.map(|counterexample| describe(counterexample, plan.as_deref())),
            counterexample: counterexample.and_then(|counterexample| serde_json::to_value(counterexample).ok()),
            plan,
            ..ClaimGrade::default()
        }
    }

    /// Refutes the claim for a reason without a counterexample.
    pub(super) fn refute(&mut self, reason: String) {
        (self.verdict, self.reason) = (Some(AuditVerdict::Refuted), Some(reason));
    }

    /// The share of the points: all unless it is refuted, or nothing could be checked.
    fn share(&self) -> f64 {
        let holds = matches!(self.verdict, Some(AuditVerdict::Proved | AuditVerdict::NotRefuted));
        if holds { 1.0 } else { 0.0 }
    }
}

impl ExpansionGrade {
    /// Compares expansions with those of the reference. The search stopped at `largest` times as many, or at its limit.
    pub(super) fn compare(&mut self, expanded: Option<u64>, largest: f64) {
        self.expanded = expanded;
        let name = &self.reference;
        self.detail = match (expanded, self.reference_expanded) {
            (Some(expanded), Some(reference)) => {
                let ratio = ratio(expanded, reference);
                self.ratio = Some(ratio);
                format!("{expanded} expansions; with {name} {reference}: {ratio:.2} times as many")
            }
            (Some(expanded), None) => format!("{expanded} expansions; with {name} more than the limit"),
            (None, Some(reference)) => format!("more than {largest} times the {reference} expansions with {name}"),
            (None, None) => {
                format!("not decided: both searches, the one with {name} too, stopped at their limits")
            }
        };
    }

    /// The share of the points.
    fn share(&self, ratios: &ExpansionRatios) -> f64 {
        match (self.expanded, self.reference_expanded) {
            (Some(expanded), Some(reference)) => ratios.share(ratio(expanded, reference)),
            (Some(_), None) => 1.0,
            (None, _) => 0.0,
        }
    }
}

fn ratio(expanded: u64, reference: u64) -> f64 {
    // A solved board needs none.
    if expanded == reference { 1.0 } else { expanded as f64 / reference.max(1) as f64 }
}

impl HeuristicGrade {
    /// A board before the heuristic is run on it.
    pub(super) fn new(board: &GradeBoard, scoring: &HeuristicScoring) -> Self {
        let mut grade = HeuristicGrade {
            file: shown_name(board),
            puzzle: board.board.puzzle().info().name,
            visibility: scoring.visibility,
            detail: NOT_RUN_YET.to_string(),
            ..HeuristicGrade::default()
        };
        grade.score_by(scoring);
        grade
    }

    /// Sets the mark by the verdicts.
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
    }

    /// Marks a failure; nothing that the program answered counts.
    pub(super) fn fail(&mut self, kind: FailureKind, message: &str) {
        self.mark = kind.into();
        self.detail = message.lines().map(str::trim).map(|line| harmless(line, 300)).join(" ");
    }

    /// Sets the points.
    pub(super) fn score_by(&mut self, scoring: &HeuristicScoring) {
        let HeuristicScoring { points, ratios, decimals, .. } = scoring;
        let counts = if self.mark.is_verdict() { 1.0 } else { 0.0 };
        let score = |share: f64, points: f64| (rounded(counts * share * points, *decimals), points);
        let (admissible, consistent, expansions) = (&mut self.admissible, &mut self.consistent, &mut self.expansions);
        (admissible.score, admissible.max_score) = score(admissible.share(), points.admissible);
        (consistent.score, consistent.max_score) = score(consistent.share(), points.consistent);
        (expansions.score, expansions.max_score) = score(expansions.share(ratios), points.expansions);
        self.score = rounded(admissible.score + consistent.score + expansions.score, None);
        self.max_score = rounded(points.total(), None);
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

impl BoardResult for HeuristicGrade {
    type Mark = HeuristicMark;

    fn file(&self) -> &str {
        &self.file
    }

    fn mark(&self) -> HeuristicMark {
        self.mark
    }

    fn set_mark(&mut self, mark: HeuristicMark, detail: String) {
        (self.mark, self.detail) = (mark, detail);
    }

    fn score(&self) -> f64 {
        self.score
    }

    fn max_score(&self) -> f64 {
        self.max_score
    }

    fn seconds(&self) -> Option<f64> {
        self.seconds
    }

    fn visibility(&self) -> Visibility {
        self.visibility
    }

    fn restore(&mut self, earlier: HeuristicGrade) {
        let (file, puzzle, visibility) = (std::mem::take(&mut self.file), self.puzzle, self.visibility);
        *self = HeuristicGrade { file, puzzle, visibility, ..earlier };
    }

    /// One test for admissibility, one for consistency and one for the expansions, as far as there are points for them.
    fn gradescope_tests(&self, number: usize) -> Vec<GradescopeTest> {
        let (admissible, consistent, expansions) = (&self.admissible, &self.consistent, &self.expansions);
        let parts = [
            ("admissible", admissible.score, admissible.max_score, admissible.share() > 0.0),
            ("consistent", consistent.score, consistent.max_score, consistent.share() > 0.0),
            ("expansions", expansions.score, expansions.max_score, expansions.score >= expansions.max_score),
        ];
        let output = |part: &str| match part {
            _ if !self.mark.is_verdict() => self.all_feedback(),
            "admissible" => self.feedback(Claim::Admissible),
            "consistent" => self.feedback(Claim::Consistent),
            _ => format!("expansions: {}\n", expansions.detail),
        };
        let with_points = parts.into_iter().zip(1..).filter(|((_, _, most, _), _)| *most > 0.0);
        let test = |((part, score, max_score, passed), place): ((&str, f64, f64, bool), usize)| GradescopeTest {
            score,
            max_score,
            status: if passed && self.mark.is_verdict() { "passed" } else { "failed" },
            name: format!("{}: {part}", self.file),
            number: format!("{number}.{place}"),
            output: output(part),
            output_format: "text",
            visibility: self.visibility,
        };
        with_points.map(test).collect()
    }
}
