//! The report of a comparison.

use std::collections::BTreeMap;
use std::time::Duration;

use pathmax::{Limits, Statistics, StopReason};
use serde::{Deserialize, Serialize};

use super::combination::{Combination, ProgramInfo};
use crate::json::round;
use crate::solve::{by_name, from_name};
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
    /// Whether the runs have their [layers](Statistics::layers).
    pub layers: bool,
    /// The programs among the heuristics.
    pub programs: Vec<ProgramInfo>,
    /// The puzzles, in the order of their boards.
    pub puzzles: Vec<PuzzleComparison>,
}

impl ComparisonReport {
    /// The report without the layers of its runs, which is much smaller.
    pub fn without_layers(mut self) -> Self {
        self.layers = false;
        for run in self.puzzles.iter_mut().flat_map(|puzzle| &mut puzzle.runs) {
            run.statistics.iter_mut().for_each(|statistics| statistics.layers.clear());
        }
        self
    }
}

/// Limits of each run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunLimits {
    /// Wall-clock time in seconds.
    pub seconds: Option<f64>,
    /// Bytes.
    pub memory: Option<usize>,
    /// Expansions.
    pub expansions: Option<u64>,
}

impl RunLimits {
    /// The limits in a report.
    pub fn new(limits: &Limits) -> Self {
        RunLimits {
            seconds: limits.time.map(|time| round(time.as_secs_f64())),
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
    /// The boards that every combination [finished by searching](Run::searched), over which means and ratios
    /// are taken.
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
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The board.
    pub board: String,
    /// The combination's label.
    pub combination: String,
    /// The algorithm with its settings.
    pub algorithm: String,
    /// The heuristic, if the algorithm uses one.
    pub heuristic: Option<String>,
    /// The outcome.
    pub outcome: RunOutcome,
    /// Why the run stopped early, if it did; serialized by [name](StopReason::name).
    #[serde(serialize_with = "by_name", deserialize_with = "from_name")]
    pub reason: Option<StopReason>,
    /// Why the heuristic program failed, if it did. Serialized only then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The cost of the plan; if the run stopped early, of the best plan found.
    pub cost: Option<u32>,
    /// Proven lower bound on the cost of every plan; `None` for an unsolvable board.
    pub bound: Option<u32>,
    /// Whether the plan is proven optimal.
    pub optimal: bool,
    /// Whether `bound` depends on a user's claim that the heuristic is admissible. Serialized only then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub if_admissible: bool,
    /// The cost of the plan minus that of the cheapest plan of any run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excess: Option<u32>,
    /// The effective branching factor with six digits, if there is a plan.
    pub effective_branching_factor: Option<f64>,
    /// Counts, memory and the shortest time; `None` if it was not run or failed.
    pub statistics: Option<Statistics>,
    /// The times of all repetitions in seconds, with six digits, in order.
    #[serde(default)]
    pub samples: Vec<f64>,
}

/// A run with its repetitions.
pub(super) enum Attempt {
    /// The fastest, and the times of all.
    Made { best: Box<SolveReport>, samples: Vec<Duration> },
    /// The heuristic program failed; the message names it.
    Failed(String),
    /// The comparison was cancelled before.
    NotRun,
}

/// The outcome of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum RunOutcome {
    /// A plan was found.
    Solved,
    /// The board is proven unsolvable.
    Unsolvable,
    /// The run reached a limit.
    Stopped,
    /// The heuristic program failed: it crashed, or its answers are invalid.
    Failed,
    /// The comparison was cancelled before the run ended.
    #[default]
    NotRun,
}

impl RunOutcome {
    /// The name in reports: `solved`, `unsolvable`, `stopped`, `failed` or `not-run`.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

impl Run {
    pub(super) fn new(board: &str, combination: &Combination, attempt: Attempt, layers: bool) -> Run {
        let not_run = Run {
            board: board.to_string(),
            combination: combination.to_string(),
            algorithm: combination.algorithm.to_string(),
            heuristic: combination.heuristic.clone(),
            ..Run::default()
        };
        let (mut report, samples) = match attempt {
            Attempt::Made { best, samples } => (*best, samples),
            Attempt::Failed(error) => return Run { outcome: RunOutcome::Failed, error: Some(error), ..not_run },
            Attempt::NotRun => return not_run,
        };
        if !layers {
            report.statistics.layers.clear();
        }
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
            if_admissible: report.if_admissible,
            // Rounded here, so that a run that is read from a journal is the same.
            effective_branching_factor: report.effective_branching_factor.map(round),
            statistics: Some(report.statistics),
            samples: samples.iter().map(|time| round(time.as_secs_f64())).collect(),
            ..not_run
        }
    }

    /// The median time of all repetitions in seconds: the middle one, or the mean of the two in the middle.
    pub fn median_seconds(&self) -> Option<f64> {
        let mut sorted = self.samples.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        let upper = *sorted.get(sorted.len() / 2)?;
        let lower = sorted[(sorted.len() - 1) / 2];
        Some(round((lower + upper) / 2.0))
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
    /// Those of them that depend on a user's claim that the heuristic is admissible.
    pub proven_if_admissible: usize,
    /// Number of boards on which another run found a cheaper plan.
    pub worse: usize,
    /// Number of boards on which it stopped early, by the name of the reason.
    pub stopped: BTreeMap<&'static str, usize>,
    /// Number of boards on which the heuristic program failed.
    pub failed: usize,
    /// Number of boards on which it was not run, because the comparison was cancelled.
    pub not_run: usize,
    /// Geometric means over the [common boards](PuzzleComparison::common_boards), if any.
    pub means: Option<Means>,
    /// Ratios to the baseline, over the same boards, if any.
    pub ratios: Option<Ratios>,
    /// Arithmetic means over all boards, those that were not finished included; `None` if no board was run by every
    /// combination.
    pub all_boards: Option<AllBoards>,
}

impl CombinationSummary {
    /// Number of boards that it finished: solved, or proven unsolvable.
    pub fn finished(&self) -> usize {
        self.solved + self.unsolvable
    }
}

/// Arithmetic means over all boards that every combination ran on, whether or not it finished them.
///
/// PAR-2 is the penalised average of solver competitions: a run that did not finish counts twice the limit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AllBoards {
    /// Number of boards.
    pub boards: usize,
    /// Number of boards that the combination did not finish.
    pub unfinished: usize,
    /// Lower bound of the mean expansions: a run that did not finish counts what it used.
    pub expanded_at_least: f64,
    /// Lower bound of the mean time in seconds.
    pub seconds_at_least: f64,
    /// PAR-2 of the expansions, if they are limited.
    pub expanded_par2: Option<f64>,
    /// PAR-2 of the time in seconds, if it is limited.
    pub seconds_par2: Option<f64>,
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

/// A proof that the plan of another run refutes. Plans are replayed on the board, so the proof is wrong: a heuristic's claim is
/// false, or pathmax has a defect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Contradiction {
    /// The board.
    pub board: String,
    /// The combination whose proof is wrong.
    pub claimed_by: String,
    /// Whether its proof depends on a user's claim that the heuristic is admissible, which is then false.
    pub if_admissible: bool,
    /// Its lower bound; `None` if it claims that the board is unsolvable.
    pub bound: Option<u32>,
    /// The combination that refutes it.
    pub refuted_by: String,
    /// The cost of that combination's plan.
    pub cost: u32,
}

impl PuzzleComparison {
    /// The runs on a board, in the order of the combinations.
    pub fn runs_on<'r>(&'r self, board: &'r str) -> impl Iterator<Item = &'r Run> {
        self.runs.iter().filter(move |run| run.board == board)
    }

    /// The runs of a combination, in the order of the boards.
    pub fn runs_of<'r>(&'r self, combination: &'r str) -> impl Iterator<Item = &'r Run> {
        self.runs.iter().filter(move |run| run.combination == combination)
    }
}
