//! Constructed comparisons with known results.

mod figures;
mod journals;
mod summaries;

use std::time::Duration;

use pathmax::{Layer, Statistics, StopReason};

use super::report::{PuzzleComparison, Run, RunLimits, RunOutcome};
use super::summary::summarise;

/// A run with these expansions at each f from `first_f` on, in this many microseconds.
fn run(board: &str, combination: &str, cost: u32, first_f: u32, expanded: &[u64], micros: u64) -> Run {
    let layers: Vec<Layer> = (first_f..).zip(expanded).map(|(f, &expanded)| Layer { f, expanded }).collect();
    let total: u64 = expanded.iter().sum();
    let mut statistics = Statistics::default();
    (statistics.expanded, statistics.generated) = (total, 10 * total);
    (statistics.peak_memory, statistics.layers) = (1000 * total as usize, layers);
    statistics.elapsed = Duration::from_micros(micros);
    let (algorithm, heuristic) = match combination.split_once('/') {
        Some((algorithm, heuristic)) => (algorithm, Some(heuristic.to_string())),
        None => (combination, None),
    };
    Run {
        board: board.to_string(),
        combination: combination.to_string(),
        algorithm: algorithm.to_string(),
        heuristic,
        outcome: RunOutcome::Solved,
        cost: Some(cost),
        bound: Some(cost),
        optimal: true,
        effective_branching_factor: Some(2.0),
        statistics: Some(statistics),
        ..Run::default()
    }
}

/// The same run, stopped at the time limit.
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

/// The same run, with the board proven unsolvable.
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

/// The same run, not made.
fn not_run(run: Run) -> Run {
    Run { outcome: RunOutcome::NotRun, statistics: None, bound: None, ..unsolvable(run) }
}

/// A run whose heuristic program failed.
fn failed(board: &str, combination: &str) -> Run {
    let error = Some("the heuristic `h` ended with exit status 1".to_string());
    let made = run(board, combination, 0, 0, &[], 0);
    Run { outcome: RunOutcome::Failed, error, ..not_run(made) }
}

/// Summarizes runs, given board by board; the first combination is the baseline.
fn comparison(puzzle: &'static str, runs: Vec<Run>) -> PuzzleComparison {
    let on_first = runs.iter().take_while(|run| run.board == runs[0].board);
    let labels: Vec<String> = on_first.map(|run| run.combination.clone()).collect();
    let limits = RunLimits { seconds: Some(60.0), memory: None, expansions: None };
    summarise(puzzle, &labels, &labels[0], runs, &limits)
}
