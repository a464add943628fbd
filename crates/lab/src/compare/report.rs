//! The report of a comparison.

use std::collections::BTreeMap;

use pathmax::{Limits, Statistics, StopReason};
use serde::Serialize;

use super::combination::Combination;
use super::summary;
use crate::solve::by_name;
use crate::{SolveOutcome, SolveReport};

/// The result of a comparison, as `pathmax compare --json` prints it.
#[derive(Clone, Debug, Serialize)]
pub struct ComparisonReport {
    /// Whether it was cancelled before all runs were made.
    pub interrupted: bool,
    /// Limits of each run.
    pub limits: RunLimits,
    /// Number of repetitions of each run; the fastest counts.
    pub repeat: u32,
    /// The puzzles, in the order of their boards.
    pub puzzles: Vec<PuzzleComparison>,
}

/// Limits of each run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunLimits {
    /// Wall-clock time in seconds.
    pub seconds: Option<f64>,
    /// Bytes.
    pub memory: Option<usize>,
    /// Expansions.
    pub expansions: Option<u64>,
}

impl RunLimits {
    pub(super) fn new(limits: &Limits) -> Self {
        RunLimits {
            seconds: limits.time.map(|time| time.as_secs_f64()),
            memory: limits.memory,
            expansions: limits.expansions,
        }
    }
}

/// The boards of one puzzle.
#[derive(Clone, Debug, Serialize)]
pub struct PuzzleComparison {
    /// The puzzle.
    pub puzzle: &'static str,
    /// Its boards.
    pub boards: Vec<String>,
    /// The boards that every combination [finished by searching](Run::searched), over which means are taken.
    pub common_boards: Vec<String>,
    /// The combination that the others are compared with.
    pub baseline: String,
    /// The combinations, in the given order.
    pub combinations: Vec<CombinationSummary>,
    /// Proofs refuted by other runs: a heuristic's claim is false, or pathmax has a defect.
    pub contradictions: Vec<Contradiction>,
    /// All runs, board by board.
    pub runs: Vec<Run>,
}

/// One combination on one board.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Run {
    /// The board.
    pub board: String,
    /// The combination's label.
    pub combination: String,
    /// The algorithm with its settings.
    pub algorithm: String,
    /// The heuristic, if the algorithm uses one.
    pub heuristic: Option<&'static str>,
    /// The outcome.
    pub outcome: RunOutcome,
    /// Why the run stopped early, if it did; serialized by [name](StopReason::name).
    #[serde(serialize_with = "by_name")]
    pub reason: Option<StopReason>,
    /// The cost of the plan; if the run stopped early, of the best plan found.
    pub cost: Option<u32>,
    /// Proven lower bound on the cost of every plan; `None` for an unsolvable board.
    pub bound: Option<u32>,
    /// Whether the plan is proven optimal.
    pub optimal: bool,
    /// The cost of the plan minus that of the cheapest plan of any run.
    pub excess: Option<u32>,
    /// The effective branching factor, if there is a plan.
    pub effective_branching_factor: Option<f64>,
    /// Counts, time and memory; `None` if it was not run.
    pub statistics: Option<Statistics>,
}

/// The outcome of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, strum::IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum RunOutcome {
    /// A plan was found.
    Solved,
    /// The board is proven unsolvable.
    Unsolvable,
    /// The run reached a limit.
    Stopped,
    /// The comparison was cancelled before the run ended.
    #[default]
    NotRun,
}

impl RunOutcome {
    /// The name in reports: `solved`, `unsolvable`, `stopped` or `not-run`.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

impl Run {
    pub(super) fn new(board: &str, combination: &Combination, report: Option<SolveReport>) -> Run {
        let not_run = Run {
            board: board.to_string(),
            combination: combination.to_string(),
            algorithm: combination.algorithm.to_string(),
            heuristic: combination.heuristic,
            ..Run::default()
        };
        let Some(report) = report else { return not_run };
        Run {
            outcome: match report.outcome {
                SolveOutcome::Solved => RunOutcome::Solved,
                SolveOutcome::Unsolvable => RunOutcome::Unsolvable,
                SolveOutcome::Stopped => RunOutcome::Stopped,
            },
            reason: report.reason,
            cost: report.cost,
            bound: report.bound,
            optimal: report.optimal,
            effective_branching_factor: report.effective_branching_factor,
            statistics: Some(report.statistics),
            ..not_run
        }
    }

    /// Whether it found an answer.
    pub fn finished(&self) -> bool {
        matches!(self.outcome, RunOutcome::Solved | RunOutcome::Unsolvable)
    }

    /// Whether it found an answer after at least one expansion. Only such runs enter means and ratios: a board decided
    /// without expansions (already solved, or a dead end by the heuristic) has no geometric mean.
    pub fn searched(&self) -> bool {
        self.finished() && self.statistics.as_ref().is_some_and(|statistics| statistics.expanded > 0)
    }

    /// Whether the answer is proven: an optimal plan, or unsolvable.
    pub fn proven(&self) -> bool {
        self.outcome == RunOutcome::Unsolvable || (self.outcome == RunOutcome::Solved && self.optimal)
    }
}

/// The results of a combination on all boards of a puzzle.
#[derive(Clone, Debug, Serialize)]
pub struct CombinationSummary {
    /// Its label.
    pub combination: String,
    /// Number of boards solved.
    pub solved: usize,
    /// Number of boards proven unsolvable.
    pub unsolvable: usize,
    /// Number of boards with a proven answer: an optimal plan, or unsolvable.
    pub proven: usize,
    /// Number of boards on which another run found a cheaper plan.
    pub worse: usize,
    /// Number of boards on which it stopped early, by the name of the reason.
    pub stopped: BTreeMap<&'static str, usize>,
    /// Number of boards on which it was not run, because the comparison was cancelled.
    pub not_run: usize,
    /// Geometric means over the [common boards](PuzzleComparison::common_boards), if any.
    pub means: Option<Means>,
    /// Ratios to the baseline, over the boards that both finished by searching, if any.
    pub ratios: Option<Ratios>,
}

/// Geometric means.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Means {
    /// Number of boards.
    pub boards: usize,
    /// Expansions.
    pub expanded: f64,
    /// States generated.
    pub generated: f64,
    /// Effective branching factor, over the boards on which every combination has one.
    pub effective_branching_factor: Option<f64>,
    /// Peak memory in bytes.
    pub peak_memory: f64,
    /// Wall-clock time.
    pub seconds: f64,
}

/// Ratios to the baseline: geometric means over the boards.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ratios {
    /// Number of boards.
    pub boards: usize,
    /// Expansions.
    pub expanded: f64,
    /// States generated.
    pub generated: f64,
    /// Peak memory in bytes.
    pub peak_memory: f64,
    /// Wall-clock time.
    pub seconds: f64,
}

/// A proof that the plan of another run refutes. Plans are replayed on the board, so the proof is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Contradiction {
    /// The board.
    pub board: String,
    /// The combination whose proof is wrong.
    pub claimed_by: String,
    /// Its lower bound; `None` if it claims that the board is unsolvable.
    pub bound: Option<u32>,
    /// The combination that refutes it.
    pub refuted_by: String,
    /// The cost of that combination's plan.
    pub cost: u32,
}

impl PuzzleComparison {
    pub(super) fn new(
        puzzle: &'static str,
        combinations: &[Combination],
        baseline: usize,
        runs: Vec<Run>,
    ) -> PuzzleComparison {
        let labels: Vec<String> = combinations.iter().map(Combination::to_string).collect();
        summary::summarise(puzzle, &labels, &labels[baseline], runs)
    }

    /// The runs on a board, in the order of the combinations.
    pub fn runs_on<'r>(&'r self, board: &'r str) -> impl Iterator<Item = &'r Run> {
        self.runs.iter().filter(move |run| run.board == board)
    }

    /// The runs of a combination, in the order of the boards.
    pub fn runs_of<'r>(&'r self, combination: &'r str) -> impl Iterator<Item = &'r Run> {
        self.runs.iter().filter(move |run| run.combination == combination)
    }
}
