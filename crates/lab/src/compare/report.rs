//! What a comparison found out.

use std::collections::BTreeMap;

use pathmax::{Limits, Statistics, StopReason};
use serde::Serialize;

use super::combination::Combination;
use super::summary;
use crate::solve::by_name;
use crate::{SolveOutcome, SolveReport};

/// What a comparison found out. Serialised, this is what `pathmax compare --json` prints.
#[derive(Clone, Debug, Serialize)]
pub struct ComparisonReport {
    /// Whether it was cancelled before every run was made.
    pub interrupted: bool,
    /// How far each run could go.
    pub limits: RunLimits,
    /// How often each run was made; its time is the least of them.
    pub repeat: u32,
    /// The puzzles, in the order in which their boards were given. No figure mixes two of them.
    pub puzzles: Vec<PuzzleComparison>,
}

/// How far each run could go.
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
    /// The boards that every combination [finished by searching](Run::searched): those that the means are over.
    pub common_boards: Vec<String>,
    /// The combination that the others are held against.
    pub baseline: String,
    /// Every combination, in the order in which they were asked for.
    pub combinations: Vec<CombinationSummary>,
    /// Proofs that another run refutes. There are none unless a heuristic claims too much or pathmax has a defect.
    pub contradictions: Vec<Contradiction>,
    /// Every run, board by board.
    pub runs: Vec<Run>,
}

/// One combination on one board.
#[derive(Clone, Debug, Serialize)]
pub struct Run {
    /// The board.
    pub board: String,
    /// The combination's label.
    pub combination: String,
    /// The algorithm with its setting.
    pub algorithm: String,
    /// The heuristic, if the algorithm uses one.
    pub heuristic: Option<&'static str>,
    /// How it ended.
    pub outcome: RunOutcome,
    /// Why it stopped, if it did; serialised by [name](StopReason::name).
    #[serde(serialize_with = "by_name")]
    pub reason: Option<StopReason>,
    /// What the plan costs; when the run stopped, the best plan at hand.
    pub cost: Option<u32>,
    /// Proven: no plan costs less. None for a board without a solution.
    pub bound: Option<u32>,
    /// Whether the plan is proven to be a cheapest one.
    pub optimal: bool,
    /// How much more the plan costs than the cheapest that any run found.
    pub excess: Option<u32>,
    /// The effective branching factor, if there is a plan.
    pub effective_branching_factor: Option<f64>,
    /// What it took; none if it was not run.
    pub statistics: Option<Statistics>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunOutcome {
    /// With a plan.
    Solved,
    /// With the proof that there is none.
    Unsolvable,
    /// At a limit.
    Stopped,
    /// The comparison was cancelled before it ended.
    NotRun,
}

impl RunOutcome {
    /// One word for files and machines: `solved`, `unsolvable`, `stopped` or `not-run`.
    pub fn name(self) -> &'static str {
        match self {
            RunOutcome::Solved => "solved",
            RunOutcome::Unsolvable => "unsolvable",
            RunOutcome::Stopped => "stopped",
            RunOutcome::NotRun => "not-run",
        }
    }
}

impl Run {
    pub(super) fn new(board: &str, combination: &Combination, report: Option<SolveReport>) -> Run {
        let not_run = Run {
            board: board.to_string(),
            combination: combination.to_string(),
            algorithm: combination.algorithm.to_string(),
            heuristic: combination.heuristic,
            outcome: RunOutcome::NotRun,
            reason: None,
            cost: None,
            bound: None,
            optimal: false,
            excess: None,
            effective_branching_factor: None,
            statistics: None,
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

    /// Whether it ended with an answer.
    pub fn finished(&self) -> bool {
        matches!(self.outcome, RunOutcome::Solved | RunOutcome::Unsolvable)
    }

    /// Whether it ended with an answer after one expansion at least. Only such runs enter means and ratios: a limit is no
    /// answer, and a board that is settled at a glance (already solved, or a dead end for the heuristic) has nothing to
    /// take a geometric mean of.
    pub fn searched(&self) -> bool {
        self.finished() && self.statistics.as_ref().is_some_and(|statistics| statistics.expanded > 0)
    }

    /// Whether the answer is proven: a cheapest plan, or that there is none.
    pub fn proven(&self) -> bool {
        self.outcome == RunOutcome::Unsolvable || (self.outcome == RunOutcome::Solved && self.optimal)
    }
}

/// How a combination did on all boards of a puzzle.
#[derive(Clone, Debug, Serialize)]
pub struct CombinationSummary {
    /// Its label.
    pub combination: String,
    /// Boards for which it found a plan.
    pub solved: usize,
    /// Boards that it proved to have none.
    pub unsolvable: usize,
    /// Boards on which it proved that its plan is a cheapest, or that there is none.
    pub proven: usize,
    /// Boards on which another run found a cheaper plan.
    pub worse: usize,
    /// Boards on which it stopped, by the reason's name.
    pub stopped: BTreeMap<&'static str, usize>,
    /// Boards on which it was not run, because the comparison was cancelled.
    pub not_run: usize,
    /// Geometric means over the [common boards](PuzzleComparison::common_boards), if there are any.
    pub means: Option<Means>,
    /// Against the baseline, over the boards that both finished by searching, if there are any.
    pub ratios: Option<Ratios>,
}

/// Geometric means.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Means {
    /// Over how many boards.
    pub boards: usize,
    /// Expansions.
    pub expanded: f64,
    /// States generated.
    pub generated: f64,
    /// Effective branching factor, over those of the boards on which every combination has one.
    pub effective_branching_factor: Option<f64>,
    /// Bytes held at most.
    pub peak_memory: f64,
    /// Wall-clock time.
    pub seconds: f64,
}

/// How many times the baseline's: geometric means of the ratios board by board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ratios {
    /// Over how many boards.
    pub boards: usize,
    /// Expansions.
    pub expanded: f64,
    /// States generated.
    pub generated: f64,
    /// Bytes held at most.
    pub peak_memory: f64,
    /// Wall-clock time.
    pub seconds: f64,
}

/// A proof that another run refutes. Every plan is replayed by the rules, so the proof is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Contradiction {
    /// The board.
    pub board: String,
    /// The combination whose proof is wrong.
    pub claimed_by: String,
    /// What it proved: no plan costs less. None: there is no plan at all.
    pub bound: Option<u32>,
    /// The combination that refutes it.
    pub refuted_by: String,
    /// What its plan costs.
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
