//! Summaries of runs.

use itertools::Itertools;
use pathmax::Statistics;

use super::report::{CombinationSummary, Contradiction, Means, PuzzleComparison, Ratios, Run, RunOutcome};

/// Summarizes the runs on a puzzle's boards; `runs` has every combination on every board, board by board.
pub(super) fn summarise(
    puzzle: &'static str,
    labels: &[String],
    baseline: &str,
    mut runs: Vec<Run>,
) -> PuzzleComparison {
    for on_board in runs.chunk_by_mut(|a, b| a.board == b.board) {
        let cheapest = on_board.iter().filter_map(|run| run.cost).min();
        for run in on_board {
            run.excess = run.cost.zip(cheapest).map(|(cost, cheapest)| cost - cheapest);
        }
    }
    let by_board: Vec<&[Run]> = runs.chunk_by(|a, b| a.board == b.board).collect();
    let common: Vec<&[Run]> = by_board.iter().copied().filter(|on_board| on_board.iter().all(Run::searched)).collect();
    let contradictions = by_board.iter().flat_map(|on_board| contradictions(on_board)).collect();
    let common_boards = common.iter().map(|on_board| on_board[0].board.clone()).collect();
    let combinations = labels
        .iter()
        .enumerate()
        .map(|(place, label)| {
            let own: Vec<&Run> = by_board.iter().map(|on_board| &on_board[place]).collect();
            let against = labels.iter().position(|label| label == baseline).unwrap_or(0);
            let base: Vec<&Run> = by_board.iter().map(|on_board| &on_board[against]).collect();
            CombinationSummary { means: means(&common, place), ratios: ratios(&own, &base), ..outcomes(label, &own) }
        })
        .collect();
    PuzzleComparison {
        puzzle,
        boards: runs.iter().map(|run| run.board.clone()).dedup().collect(),
        common_boards,
        baseline: baseline.to_string(),
        combinations,
        contradictions,
        runs,
    }
}

fn outcomes(label: &str, own: &[&Run]) -> CombinationSummary {
    let count = |wanted: &dyn Fn(&Run) -> bool| own.iter().filter(|run| wanted(run)).count();
    CombinationSummary {
        combination: label.to_string(),
        solved: count(&|run| run.outcome == RunOutcome::Solved),
        unsolvable: count(&|run| run.outcome == RunOutcome::Unsolvable),
        proven: count(&Run::proven),
        worse: count(&|run| run.outcome == RunOutcome::Solved && run.excess.is_some_and(|excess| excess > 0)),
        stopped: own.iter().filter_map(|run| Some(run.reason?.name())).counts().into_iter().collect(),
        not_run: count(&|run| run.outcome == RunOutcome::NotRun),
        means: None,
        ratios: None,
    }
}

/// The terms of geometric means and ratios, none of which may be 0.
struct Effort {
    expanded: f64,
    generated: f64,
    peak_memory: f64,
    seconds: f64,
}

/// The resolution of clocks.
const LEAST_SECONDS: f64 = 1e-9;

impl Effort {
    fn of(run: &Run) -> Option<Effort> {
        let Statistics { expanded, generated, peak_memory, elapsed, .. } = run.statistics.as_ref()?;
        let at_least_one = |count: u64| count.max(1) as f64;
        run.searched().then(|| Effort {
            expanded: *expanded as f64,
            generated: at_least_one(*generated),
            peak_memory: at_least_one(*peak_memory as u64),
            seconds: elapsed.as_secs_f64().max(LEAST_SECONDS),
        })
    }
}

/// The geometric mean; `None` without values.
fn geometric_mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0_usize), |(sum, count), value| (sum + value.ln(), count + 1));
    (count > 0).then(|| (sum / count as f64).exp())
}

/// The means of the combination at `place`, over the common boards.
fn means(common: &[&[Run]], place: usize) -> Option<Means> {
    let efforts: Vec<Effort> = common.iter().filter_map(|on_board| Effort::of(&on_board[place])).collect();
    let mean = |part: fn(&Effort) -> f64| geometric_mean(efforts.iter().map(part));
    let has_factor = |on_board: &&&[Run]| on_board.iter().all(|run| run.effective_branching_factor.is_some());
    let factors = common.iter().filter(has_factor).filter_map(|on_board| on_board[place].effective_branching_factor);
    Some(Means {
        boards: efforts.len(),
        expanded: mean(|effort| effort.expanded)?,
        generated: mean(|effort| effort.generated)?,
        effective_branching_factor: geometric_mean(factors),
        peak_memory: mean(|effort| effort.peak_memory)?,
        seconds: mean(|effort| effort.seconds)?,
    })
}

/// Ratios to the baseline, over the boards that both finished by searching.
fn ratios(own: &[&Run], base: &[&Run]) -> Option<Ratios> {
    let both = |(own, base): (&&Run, &&Run)| Some((Effort::of(own)?, Effort::of(base)?));
    let pairs: Vec<(Effort, Effort)> = own.iter().zip(base).filter_map(both).collect();
    let ratio = |part: fn(&Effort) -> f64| geometric_mean(pairs.iter().map(|(own, base)| part(own) / part(base)));
    Some(Ratios {
        boards: pairs.len(),
        expanded: ratio(|effort| effort.expanded)?,
        generated: ratio(|effort| effort.generated)?,
        peak_memory: ratio(|effort| effort.peak_memory)?,
        seconds: ratio(|effort| effort.seconds)?,
    })
}

/// The proofs on a board that the cheapest plan refutes.
fn contradictions(on_board: &[Run]) -> Vec<Contradiction> {
    let Some((cost, cheapest)) = on_board.iter().filter_map(|run| Some((run.cost?, run))).min_by_key(|(cost, _)| *cost)
    else {
        return Vec::new();
    };
    let refuted = |run: &&Run| match run.outcome {
        RunOutcome::Unsolvable => true,
        RunOutcome::Solved | RunOutcome::Stopped => run.bound.is_some_and(|bound| bound > cost),
        RunOutcome::NotRun => false,
    };
    let contradiction = |run: &Run| Contradiction {
        board: run.board.clone(),
        claimed_by: run.combination.clone(),
        bound: run.bound,
        refuted_by: cheapest.combination.clone(),
        cost,
    };
    on_board.iter().filter(refuted).map(contradiction).collect()
}
