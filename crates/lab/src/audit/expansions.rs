//! Why a search expanded what it did.

use std::collections::HashSet;
use std::ops::ControlFlow;

use pathmax::{
    Algorithm, Cost, Expansion, Heuristic, Limits, Observer, Outcome, Problem, SearchOptions, Space, StopReason,
};
use serde::Serialize;

use super::{Deadline, compact};

/// What A* expanded on the board with a heuristic, by the cause. Every expansion counts once: the first cause that fits.
///
/// Let C be the true cost of the board, g what the way to a state cost, h the heuristic's value when the state was
/// expanded (with the pathmax adjustment where that is a part of the heuristic), and h* the true cost from there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ExpansionShares {
    /// All expansions.
    pub total: u64,
    /// States of the plan that was found, each by the plan's way: no search that finds the plan does without them.
    pub plan: u64,
    /// Branching: states on another cheapest plan (g + h* = C), and other ways to states of this one. The perfect
    /// heuristic cannot tell them apart from the plan.
    pub branching: u64,
    /// Underestimation: no cheapest plan leads through them, but g + h < C, so that A* has to expand them. A state from
    /// which no goal can be reached, but which the heuristic does not recognise, counts here too; on a board without a
    /// solution these are all.
    pub underestimation: u64,
    /// Ties: no cheapest plan leads through them, and g + h = C. Another order among equals might avoid them.
    pub ties: u64,
    /// Overestimation: g + h > C. This happens with a heuristic only that is not admissible: something on the way to the
    /// cheapest plan looked more expensive.
    pub overestimation: u64,
}

/// Runs A* and sorts its expansions; `None` if the limits do not allow it.
pub fn expansion_shares<P: Problem>(
    problem: &P,
    heuristic: &mut impl Heuristic<P::State>,
    pathmax: bool,
    space: &Space<P::State>,
    (limits, deadline): (&Limits, &Deadline),
) -> Option<ExpansionShares> {
    let mut expanded = Expanded(Vec::new());
    let limits = Limits { time: deadline.left(), memory: limits.memory, expansions: None };
    let search = SearchOptions {
        algorithm: Algorithm::AStar { pathmax },
        limits,
        cancel: deadline.cancel.clone(),
        check_consistency: false,
        ..SearchOptions::default()
    };
    let report = search.search().heuristic(heuristic).observe(&mut expanded).run(problem);
    if let Outcome::Stopped { reason, .. } = report.outcome {
        if reason == StopReason::Time {
            deadline.note_reached();
        }
        return None;
    }
    let mut on_plan = HashSet::new();
    if let Some(plan) = report.plan() {
        let (mut state, mut g) = (problem.start(), 0);
        for action in &plan.actions {
            on_plan.insert((state.clone(), g));
            g += problem.cost(&state, action);
            state = problem.apply(&state, action);
        }
    }
    let truth = |state: &P::State| u64::from(compact(space.cost_to_go(state).cost()));
    let best = truth(&problem.start());
    let mut shares = ExpansionShares::default();
    for (state, g, h) in &expanded.0 {
        let (through_here, f) = (u64::from(*g) + truth(state), u64::from(*g) + u64::from(*h));
        let solvable = space.cost_to_go(state).cost().is_some();
        shares.total += 1;
        *match f.cmp(&best) {
            _ if on_plan.contains(&(state.clone(), *g)) => &mut shares.plan,
            _ if solvable && through_here == best => &mut shares.branching,
            std::cmp::Ordering::Less => &mut shares.underestimation,
            std::cmp::Ordering::Equal => &mut shares.ties,
            std::cmp::Ordering::Greater => &mut shares.overestimation,
        } += 1;
    }
    Some(shares)
}

struct Expanded<S>(Vec<(S, Cost, Cost)>);

impl<S: Clone> Observer<S> for Expanded<S> {
    fn wants_expansions(&self) -> bool {
        true
    }

    fn expansion(&mut self, expansion: Expansion<'_, S>) -> ControlFlow<()> {
        self.0.push((expansion.state.clone(), expansion.g, expansion.h));
        ControlFlow::Continue(())
    }
}
