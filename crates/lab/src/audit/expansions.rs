//! Why A* expands the states that it does.

use std::collections::HashSet;

use pathmax::{Algorithm, Expansion, Heuristic, Limits, Problem, SearchOptions, Space, StopReason};
use serde::Serialize;

use super::compact;
use crate::Variant;
use crate::flow::Deadline;
use crate::observe::each_expansion;
use crate::solve::{states_along, stop_reason};

/// The expansions of A* on the board, by cause. Every expansion counts once, for the first cause that applies.
///
/// C is the true cost of the board, g the cost of the path to a state, h the heuristic's value when the state was expanded
/// (with the pathmax adjustment if the heuristic includes it), and h* the true cost from there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ExpansionShares {
    /// All expansions.
    pub total: u64,
    /// States of the plan, reached along the plan.
    pub plan: u64,
    /// Branching: states on other optimal plans (g + h* = C), and other paths to states of the plan. Not even the perfect
    /// heuristic avoids them.
    pub branching: u64,
    /// Underestimation: on no optimal plan, but g + h < C, so that A* must expand them. Includes unrecognized dead ends; on
    /// an unsolvable board, all expansions.
    pub underestimation: u64,
    /// Ties: on no optimal plan, and g + h = C. Another tie-breaking might avoid them.
    pub ties: u64,
    /// Overestimation: g + h > C. Only happens if the heuristic is not admissible.
    pub overestimation: u64,
}

/// Runs A* and classifies its expansions; `None` if it reaches a limit.
pub fn expansion_shares<P: Problem>(
    problem: &P,
    heuristic: &mut impl Heuristic<P::State>,
    pathmax: bool,
    space: &Space<P::State>,
    (limits, deadline): (&Limits, &Deadline),
) -> Option<ExpansionShares> {
    let mut expanded = Vec::new();
    let mut ignore = |_: &_| {};
    let mut observer = each_expansion(&mut ignore, |expansion: &Expansion<'_, P::State>| {
        expanded.push((expansion.state.clone(), expansion.g, expansion.h));
    });
    let limits = Limits { time: deadline.left(), memory: limits.memory, expansions: None };
    let search = SearchOptions {
        algorithm: Algorithm::AStar { pathmax, reopen: true, ties: None },
        limits,
        cancel: deadline.cancel.clone(),
        check_consistency: false,
        ..SearchOptions::default()
    };
    let report = Variant::unchanged(problem).search(&search, heuristic, &mut observer);
    if let Some(reason) = stop_reason(&report.outcome) {
        if reason == StopReason::Time {
            deadline.note_reached();
        }
        return None;
    }
    let actions = report.plan().map_or(&[][..], |plan| &plan.actions);
    let on_plan: HashSet<_> = states_along(problem, problem.start(), actions).take(actions.len()).collect();
    let truth = |state: &P::State| u64::from(compact(space.cost_to_go(state).cost()));
    let best = truth(&problem.start());
    let mut shares = ExpansionShares::default();
    for (state, g, h) in expanded {
        let (through_here, f) = (u64::from(g) + truth(&state), u64::from(g) + u64::from(h));
        let solvable = space.cost_to_go(&state).cost().is_some();
        shares.total += 1;
        *match f.cmp(&best) {
            _ if on_plan.contains(&(state, g)) => &mut shares.plan,
            _ if solvable && through_here == best => &mut shares.branching,
            std::cmp::Ordering::Less => &mut shares.underestimation,
            std::cmp::Ordering::Equal => &mut shares.ties,
            std::cmp::Ordering::Greater => &mut shares.overestimation,
        } += 1;
    }
    Some(shares)
}
