//! Summaries of runs.

use itertools::Itertools;
use pathmax::Statistics;

use super::report::{
    AllBoards, CombinationSummary, Contradiction, Means, PuzzleComparison, Ratios, Run, RunLimits, RunOutcome,
};

/// Summarizes the runs on a puzzle's boards; `runs` has every combination on every board, board by board.
pub(super) fn summarise(
    puzzle: &'static str,
    labels: &[String],
    baseline: &str,
    mut runs: Vec<Run>,
    limits: &RunLimits,
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
    let was_run = |on_board: &&[Run]| on_board.iter().all(|run| run.outcome != RunOutcome::NotRun);
    let all: Vec<&[Run]> = by_board.iter().copied().filter(was_run).collect();
    let against = labels.iter().position(|label| label == baseline).unwrap_or(0);
    let base = means(&common, against);
    let summary = |(place, label): (usize, &String)| {
        let own: Vec<&Run> = by_board.iter().map(|on_board| &on_board[place]).collect();
        let means = means(&common, place);
        let ratios = means.as_ref().zip(base.as_ref()).map(|(own, base)| ratios(own, base));
        let all_boards = all_boards(all.iter().map(|on_board| &on_board[place]), limits);
        CombinationSummary { means, ratios, all_boards, ..outcomes(label, &own) }
    };
    let combinations = labels.iter().enumerate().map(summary).collect();
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
        proven_if_admissible: count(&|run| run.proven() && run.if_admissible),
        worse: count(&|run| run.outcome == RunOutcome::Solved && run.excess.is_some_and(|excess| excess > 0)),
        stopped: own.iter().filter_map(|run| Some(run.reason?.name())).counts().into_iter().collect(),
        failed: count(&|run| run.outcome == RunOutcome::Failed),
        not_run: count(&|run| run.outcome == RunOutcome::NotRun),
        means: None,
        ratios: None,
        all_boards: None,
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

/// Ratios to the baseline: the ratio of geometric means is the geometric mean of the ratios.
fn ratios(own: &Means, base: &Means) -> Ratios {
    Ratios {
        boards: own.boards,
        expanded: own.expanded / base.expanded,
        generated: own.generated / base.generated,
        peak_memory: own.peak_memory / base.peak_memory,
        seconds: own.seconds / base.seconds,
    }
}

/// The penalty of PAR-2, as a multiple of the limit.
const PENALTY: f64 = 2.0;

/// Arithmetic means over all boards.
fn all_boards<'r>(runs: impl ExactSizeIterator<Item = &'r Run> + Clone, limits: &RunLimits) -> Option<AllBoards> {
    let boards = runs.len();
    let used = |run: &Run, part: fn(&Statistics) -> f64| run.statistics.as_ref().map_or(0.0, part);
    let mean = |part: fn(&Statistics) -> f64, unfinished: Option<f64>| {
        let value = |run: &Run| match unfinished {
            Some(penalty) if !run.finished() => penalty,
            _ => used(run, part),
        };
        runs.clone().map(value).sum::<f64>() / boards as f64
    };
    let par2 = |part: fn(&Statistics) -> f64, limit: Option<f64>| limit.map(|limit| mean(part, Some(PENALTY * limit)));
    let expanded = |statistics: &Statistics| statistics.expanded as f64;
    let seconds = |statistics: &Statistics| statistics.elapsed.as_secs_f64();
    (boards > 0).then(|| AllBoards {
        boards,
        unfinished: runs.clone().filter(|run| !run.finished()).count(),
        expanded_at_least: mean(expanded, None),
        seconds_at_least: mean(seconds, None),
        expanded_par2: par2(expanded, limits.expansions.map(|limit| limit as f64)),
        seconds_par2: par2(seconds, limits.seconds),
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
        RunOutcome::Failed | RunOutcome::NotRun => false,
    };
    let contradiction = |run: &Run| Contradiction {
        board: run.board.clone(),
        claimed_by: run.combination.clone(),
        if_admissible: run.if_admissible,
        bound: run.bound,
        refuted_by: cheapest.combination.clone(),
        cost,
    };
    on_board.iter().filter(refuted).map(contradiction).collect()
}
