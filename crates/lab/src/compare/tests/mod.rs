//! Comparisons whose figures are known: constructed ones, and small boards with known costs.

mod figures;
mod runs;
mod summaries;

use std::time::Duration;

use pathmax::{Layer, Statistics, StopReason};

use super::report::{PuzzleComparison, Run, RunOutcome};
use super::summary::summarise;

/// A run that expanded so many states at each f from the first on, in so many microseconds.
fn run(board: &str, combination: &str, cost: u32, first_f: u32, expanded: &[u64], micros: u64) -> Run {
    let layers: Vec<Layer> = (first_f..).zip(expanded).map(|(f, &expanded)| Layer { f, expanded }).collect();
    let total: u64 = expanded.iter().sum();
    let mut statistics = Statistics::default();
    (statistics.expanded, statistics.generated) = (total, 10 * total);
    (statistics.peak_memory, statistics.layers) = (1000 * total as usize, layers);
    statistics.elapsed = Duration::from_micros(micros);
    let (algorithm, heuristic) = match combination.split_once('/') {
        Some((algorithm, _)) => (algorithm, Some("some")),
        None => (combination, None),
    };
    Run {
        board: board.to_string(),
        combination: combination.to_string(),
        algorithm: algorithm.to_string(),
        heuristic,
        outcome: RunOutcome::Solved,
        reason: None,
        cost: Some(cost),
        bound: Some(cost),
        optimal: true,
        excess: None,
        effective_branching_factor: Some(2.0),
        statistics: Some(statistics),
    }
}

/// The same run, but it stopped at the time limit.
fn stopped(run: Run) -> Run {
    Run {
        outcome: RunOutcome::Stopped,
        reason: Some(StopReason::Time),
        bound: run.cost,
        cost: None,
        optimal: false,
        effective_branching_factor: None,
        ..run
    }
}

/// The same run, but it proved that there is no plan.
fn unsolvable(run: Run) -> Run {
    Run {
        outcome: RunOutcome::Unsolvable,
        cost: None,
        bound: None,
        optimal: false,
        effective_branching_factor: None,
        ..run
    }
}

/// The same run, but it was never made.
fn not_run(run: Run) -> Run {
    Run { outcome: RunOutcome::NotRun, statistics: None, bound: None, ..unsolvable(run) }
}

/// Sums up runs that stand board by board; the first combination is the baseline.
fn comparison(puzzle: &'static str, runs: Vec<Run>) -> PuzzleComparison {
    let on_first = runs.iter().take_while(|run| run.board == runs[0].board);
    let labels: Vec<String> = on_first.map(|run| run.combination.clone()).collect();
    summarise(puzzle, &labels, &labels[0], runs)
}
