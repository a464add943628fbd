//! The heuristics for a board: the puzzle's own, and those that every puzzle has.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use pathmax::{Claims, Cost, CostToGo, Heuristic, Null, Problem, Space, forward_heuristic};

use crate::board::{Board, BoardProblem};
use crate::puzzle::{NULL, PERFECT};

/// The exact cost of every state that is reachable from the start of a problem. Clones share the stored state space.
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
    #[inline(never)] // Keeps the dispatch small for the other heuristics.
    fn evaluate(&mut self, state: &P::State) -> Option<Cost> {
        if self.space.is_none() {
            let _ = self.prepare(&mut |_| ControlFlow::Continue(()));
        }
        match self.space.as_ref().map(|space| space.cost_to_go(state)) {
            Some(CostToGo::Known(cost)) => Some(cost),
            Some(CostToGo::DeadEnd) => None,
            // The state space did not fit in memory.
            Some(CostToGo::OutsideSpace) | None => Some(0),
        }
    }

    fn prepare(&mut self, check: &mut dyn FnMut(usize) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.space.is_none() {
            self.space = Space::explore_while(&self.problem, check).map(Arc::new);
        }
        if self.space.is_some() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn claims(&self) -> Claims {
        Claims::CONSISTENT
    }

    fn bytes(&self) -> usize {
        self.space.as_ref().map_or(0, |space| share_of(space, space.bytes()))
    }
}

/// Memory shared between clones is divided among them.
pub(crate) fn share_of<T>(shared: &Arc<T>, bytes: usize) -> usize {
    bytes.div_ceil(Arc::strong_count(shared))
}

/// Any heuristic of a board.
#[derive(Clone)]
pub enum BoardHeuristic<P: BoardProblem> {
    /// One of the puzzle's own.
    Own(P::Heuristic),
    /// The exact cost.
    Perfect(Perfect<P>),
    /// Always 0.
    Null,
}

impl<P: BoardProblem> BoardHeuristic<P> {
    /// The heuristic of this name for a problem. A puzzle's own heuristic takes precedence.
    pub fn named(problem: &P, name: &str) -> Option<Self> {
        let own = problem.heuristic(name).map(BoardHeuristic::Own);
        own.or_else(|| match name {
            PERFECT => Some(BoardHeuristic::Perfect(Perfect::new(problem.clone()))),
            NULL => Some(BoardHeuristic::Null),
            _ => None,
        })
    }
}

impl<P: BoardProblem> Heuristic<P::State> for BoardHeuristic<P> {
    forward_heuristic!(
        P::State,
        match self {
            BoardHeuristic::Own(own) => own,
            BoardHeuristic::Perfect(perfect) => perfect,
            BoardHeuristic::Null => &mut Null,
        }
    );
}

/// A heuristic that is a function of the problem and the state, and keeps nothing.
#[derive(Clone)]
pub struct ProblemHeuristic<P: BoardProblem> {
    problem: P,
    claims: Claims,
    value: fn(&P, &P::State) -> Option<Cost>,
}

impl<P: BoardProblem> ProblemHeuristic<P> {
    /// The heuristic of this name, with the claims that the puzzle lists for it; `None` if it lists no such heuristic.
    pub fn named(problem: &P, name: &str, value: fn(&P, &P::State) -> Option<Cost>) -> Option<Self> {
        let info = P::Board::PUZZLE.own_heuristics.iter().find(|info| info.name == name)?;
        Some(ProblemHeuristic { problem: problem.clone(), claims: info.claims, value })
    }
}

impl<P: BoardProblem> Heuristic<P::State> for ProblemHeuristic<P> {
    #[inline]
    fn evaluate(&mut self, state: &P::State) -> Option<Cost> {
        (self.value)(&self.problem, state)
    }

    fn claims(&self) -> Claims {
        self.claims
    }
}
