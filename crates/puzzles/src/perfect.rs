//! The perfect heuristic, for whatever board is small enough.

use std::fmt;
use std::sync::Arc;

use pathmax::{Claims, Cost, Heuristic, Problem, Space};

use crate::puzzle::{HeuristicInfo, Puzzle};

/// The row of the perfect heuristic in every puzzle's table.
pub(crate) const ROW: HeuristicInfo = HeuristicInfo {
    name: "perfect",
    summary: "the true cost, by solving everything that can be reached backward from the goals (small boards)",
    claims: Claims::CONSISTENT,
    pathmax: false,
    whole_space: true,
};

/// Tells the true cost of every state that can be reached from the start of a problem. Clones share what they know.
#[derive(Clone)]
pub struct Perfect<P: Problem> {
    problem: P,
    space: Option<Arc<Space<P::State>>>,
}

impl<P: Problem> Perfect<P> {
    /// The perfect heuristic for a problem. Nothing is computed yet.
    pub(crate) fn new(problem: P) -> Self {
        Perfect { problem, space: None }
    }
}

impl<P: Problem> fmt::Debug for Perfect<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Perfect").field("states", &self.space.as_ref().map(|space| space.len())).finish()
    }
}

impl<P: Problem> Heuristic<P::State> for Perfect<P> {
    #[inline(never)] // Most searches have another heuristic, whose way is shorter without this.
    fn estimate(&mut self, state: &P::State) -> Option<Cost> {
        if self.space.is_none() {
            self.prepare(&mut |_| true);
        }
        // Where the system has no memory to give, nothing is known.
        self.space.as_ref().map_or(Some(0), |space| space.cost_to_go(state).unwrap_or(Some(0)))
    }

    fn prepare(&mut self, go_on: &mut dyn FnMut(usize) -> bool) -> bool {
        if self.space.is_none() {
            self.space = Space::explore_while(&self.problem, go_on).map(Arc::new);
        }
        self.space.is_some()
    }

    fn claims(&self) -> Claims {
        Claims::CONSISTENT
    }

    fn bytes(&self) -> usize {
        self.space.as_ref().map_or(0, |space| share_of(space, space.bytes()))
    }
}

/// Of the bytes of what clones share, those that count for one of them.
pub(crate) fn share_of<T>(shared: &Arc<T>, bytes: usize) -> usize {
    bytes.div_ceil(Arc::strong_count(shared))
}

/// Any heuristic of a puzzle.
#[derive(Clone)]
pub enum AnyHeuristic<P: Puzzle> {
    /// One that only this puzzle has.
    Own(P::OwnHeuristic),
    /// The perfect one.
    Perfect(Perfect<P>),
}

impl<P: Puzzle> Heuristic<P::State> for AnyHeuristic<P> {
    #[inline]
    fn estimate(&mut self, state: &P::State) -> Option<Cost> {
        match self {
            AnyHeuristic::Own(own) => own.estimate(state),
            AnyHeuristic::Perfect(perfect) => perfect.estimate(state),
        }
    }

    fn prepare(&mut self, go_on: &mut dyn FnMut(usize) -> bool) -> bool {
        match self {
            AnyHeuristic::Own(own) => own.prepare(go_on),
            AnyHeuristic::Perfect(perfect) => perfect.prepare(go_on),
        }
    }

    #[inline]
    fn estimate_up_to(&mut self, state: &P::State, enough: Cost) -> Option<Cost> {
        match self {
            AnyHeuristic::Own(own) => own.estimate_up_to(state, enough),
            AnyHeuristic::Perfect(perfect) => perfect.estimate_up_to(state, enough),
        }
    }

    #[inline]
    fn focus_on(&mut self, parent: &P::State) {
        if let AnyHeuristic::Own(own) = self {
            own.focus_on(parent);
        }
    }

    fn claims(&self) -> Claims {
        match self {
            AnyHeuristic::Own(own) => own.claims(),
            AnyHeuristic::Perfect(perfect) => perfect.claims(),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            AnyHeuristic::Own(own) => own.bytes(),
            AnyHeuristic::Perfect(perfect) => perfect.bytes(),
        }
    }
}
