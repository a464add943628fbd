//! Settling whether a plan is optimal: a second search, with a heuristic of the puzzle that claims to be admissible.

use std::time::Instant;

use pathmax::{Cost, Limits, SearchOptions, StopReason};
use pathmax_puzzles::HeuristicInfo;
use serde::Serialize;

use crate::solve::by_name;
use crate::{AnyBoard, SolveError, SolveOutcome, SolveReport, Solver, Watch};

/// The result of a search for the optimal cost after a plan was found that is not proven optimal.
///
/// The bound that it proves is part of the [report](SolveReport::bound) on the plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Settled {
    /// The verdict on the plan.
    pub verdict: SettledVerdict,
    /// The algorithm of the search.
    pub algorithm: &'static str,
    /// Its heuristic.
    pub heuristic: &'static str,
    /// Maximum number of expansions.
    pub limit: u64,
    /// Expansions.
    pub expanded: u64,
    /// The cost of the best plan that is known now: optimal if it equals the bound of the report.
    pub best: Cost,
    /// Why the search stopped early, if it did; serialized by [name](StopReason::name).
    #[serde(serialize_with = "by_name")]
    pub reason: Option<StopReason>,
    /// Whether the bound rests on the heuristic's claim to be admissible, because the puzzle is not built in. Serialized only
    /// then.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub if_admissible: bool,
    /// Whether the plan refutes the heuristic's claim to be admissible. Only possible for a puzzle that is not built in.
    /// Serialized only then.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub refutes_claim: bool,
}

/// The verdict on a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SettledVerdict {
    /// It is optimal.
    Optimal,
    /// A cheaper plan exists.
    NotOptimal,
    /// The search stopped before it could decide.
    NotSettled,
}

impl Settled {
    /// A suitable maximum number of expansions: a few seconds of work.
    pub const USUAL_EXPANSIONS: u64 = 1_000_000;
}

/// Settles whether the plan of `report` is optimal, with what the solver's search left of its limits since `start`.
pub(crate) fn settle(
    solver: &Solver,
    board: &AnyBoard,
    report: &mut SolveReport,
    (expansions, start): (u64, Instant),
    watch: Watch<'_>,
) -> Result<(), SolveError> {
    if report.outcome != SolveOutcome::Solved || report.optimal {
        return Ok(());
    }
    let heuristic = reference(board);
    let limits = &solver.search.limits;
    let left = limits.expansions.map_or(u64::MAX, |limit| limit.saturating_sub(report.statistics.expanded));
    let limit = expansions.min(left);
    let search = SearchOptions {
        algorithm: board.default_algorithm(),
        limits: Limits {
            time: limits.time.map(|time| time.saturating_sub(start.elapsed())),
            memory: limits.memory,
            expansions: Some(limit),
        },
        cancel: solver.search.cancel.clone(),
        ..SearchOptions::default()
    };
    let reference = Solver { search, threads: solver.threads, heuristic: heuristic.name.into(), ..Solver::default() };
    let found = reference.solve(board, watch)?;
    conclude(report, &found, (heuristic.name, limit))
}

/// Draws the conclusion from what the second search found, with a heuristic and a limit on its expansions.
fn conclude(
    report: &mut SolveReport,
    found: &SolveReport,
    (heuristic, limit): (&'static str, u64),
) -> Result<(), SolveError> {
    let Some(cost) = report.cost else { return Ok(()) };
    let refuted = found.outcome == SolveOutcome::Unsolvable || found.bound.is_some_and(|bound| bound > cost);
    if refuted && !found.if_admissible {
        let bound = found.bound.map_or("∞".to_string(), |bound| bound.to_string());
        return Err(SolveError::Defect(format!("{heuristic} proves a bound of {bound}, but a plan costs {cost}")));
    }
    let raised = !refuted && raise_bound(report, found);
    let best = found.cost.map_or(cost, |found| found.min(cost));
    report.settled = Some(Settled {
        verdict: if best < cost {
            SettledVerdict::NotOptimal
        } else if report.optimal {
            SettledVerdict::Optimal
        } else {
            SettledVerdict::NotSettled
        },
        algorithm: found.algorithm,
        heuristic,
        limit,
        expanded: found.statistics.expanded,
        best,
        reason: found.reason,
        if_admissible: raised && found.if_admissible,
        refutes_claim: refuted,
    });
    Ok(())
}

/// The heuristic to search with: the default for the board or, if that does not claim to be admissible, the first of the puzzle
/// that does.
fn reference(board: &AnyBoard) -> &'static HeuristicInfo {
    let default = board.default_heuristic();
    let mut candidates = std::iter::once(default).chain(board.puzzle().info().solving_heuristics());
    candidates.find(|info| info.claims.admissible).unwrap_or(default)
}

/// Raises the bound of a report to that of another search on the same board, if it is higher.
fn raise_bound(report: &mut SolveReport, found: &SolveReport) -> bool {
    let (Some(cost), Some(bound)) = (report.cost, found.bound) else { return false };
    if report.bound.is_some_and(|known| known >= bound) {
        return false;
    }
    report.bound = Some(bound);
    report.optimal = cost == bound;
    report.suboptimality = (bound > 0).then(|| f64::from(cost) / f64::from(bound));
    report.gap = Some(f64::from(cost.saturating_sub(bound)) / f64::from(cost.max(1)));
    report.if_admissible = found.if_admissible;
    true
}

#[cfg(test)]
mod tests {
    use pathmax::{Algorithm, Search};

    use super::*;
    use crate::{Reading, Registry};

    /// A plan of cost 31 by greedy search, and the result of A*, with a cost of 17.
    fn reports() -> (SolveReport, SolveReport) {
        let text = include_str!("../../../instances/chexers/open-field.json");
        let board = Registry::builtin().parse(text, &Reading::default()).unwrap().board;
        let solve = |algorithm| {
            let solver = Solver { search: Search::new(algorithm).into_options(), ..Solver::default() };
            solver.solve(&board, &mut |_| {}).unwrap()
        };
        (solve("greedy".parse().unwrap()), solve(Algorithm::default()))
    }

    #[test]
    fn a_plan_that_costs_less_than_a_claimed_bound_refutes_the_claim() {
        let (mut greedy, mut claimed) = reports();
        let bound = greedy.bound;
        (claimed.cost, claimed.bound, claimed.if_admissible) = (Some(40), Some(40), true);
        conclude(&mut greedy, &claimed, ("own", 9)).unwrap();
        let settled = greedy.settled.as_ref().unwrap();
        assert_eq!((settled.verdict, settled.best, settled.refutes_claim), (SettledVerdict::NotSettled, 31, true));
        assert_eq!((greedy.bound, greedy.optimal, greedy.if_admissible), (bound, false, false));
        // Without a user's claim, it is a defect.
        claimed.if_admissible = false;
        assert!(matches!(conclude(&mut greedy, &claimed, ("own", 9)), Err(SolveError::Defect(_))));
    }

    #[test]
    fn a_cheaper_plan_without_a_proof_is_not_called_the_best() {
        let (mut greedy, mut stopped) = reports();
        (stopped.outcome, stopped.cost, stopped.bound) = (SolveOutcome::Stopped, Some(18), Some(16));
        (stopped.optimal, stopped.reason) = (false, Some(StopReason::Expansions));
        conclude(&mut greedy, &stopped, ("own", 9)).unwrap();
        let settled = greedy.settled.as_ref().unwrap();
        assert_eq!((settled.verdict, settled.best, greedy.bound), (SettledVerdict::NotOptimal, 18, Some(16)));
    }

    #[test]
    fn a_proof_by_a_claim_depends_on_it() {
        let (mut greedy, mut claimed) = reports();
        (greedy.cost, claimed.if_admissible) = (Some(17), true);
        conclude(&mut greedy, &claimed, ("own", 9)).unwrap();
        assert!(greedy.optimal && greedy.if_admissible && greedy.settled.unwrap().if_admissible);
    }
}
