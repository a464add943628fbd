//! Observing a search.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::Cost;

/// The progress of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Expansions.
    pub expanded: u64,
    /// States generated.
    pub generated: u64,
    /// States stored now.
    pub stored: usize,
    /// States in the open list now.
    pub open: usize,
    /// Lower bound on the cost of every plan, proven so far.
    pub bound: Cost,
    /// The cost of the best plan found so far.
    pub best: Option<Cost>,
    /// Bytes held now.
    pub memory: usize,
    /// Time since the search began.
    pub elapsed: Duration,
}

/// Identifies a node of the search tree.
///
/// Best-first and breadth-first searches have one node per state, numbered from 0 (the start) in the order in which they
/// are stored. Depth-first search has one node per entry of its stack, and deepening searches have one per visit of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(crate) u64);

impl NodeId {
    /// The number of the node.
    pub fn index(self) -> u64 {
        self.0
    }
}

/// A state at the moment of its expansion.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Expansion<'a, S> {
    /// The state.
    pub state: &'a S,
    /// The node of the state.
    pub id: NodeId,
    /// The node from which the state was reached at the lowest cost so far. `None` for the start, and for states that a
    /// deepening search expands once more to verify that nothing is left.
    pub parent: Option<NodeId>,
    /// The number of actions from the start along the parents.
    pub depth: u32,
    /// The cost of the path to the state.
    pub g: Cost,
    /// The heuristic value of the state (0 for searches that use none).
    pub h: Cost,
    /// The number of expansions before this one.
    pub order: u64,
}

/// A new node of the search tree.
///
/// In best-first and breadth-first searches this is a state at the moment at which it is stored for the first time; in
/// depth-first search a state that is pushed onto the stack; in deepening searches a state that is put beside the current
/// path, or found to be a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Generated<'a, S> {
    /// The state.
    pub state: &'a S,
    /// The node of the state.
    pub id: NodeId,
    /// The node from which the state was reached; `None` for the start.
    pub parent: Option<NodeId>,
    /// The number of actions from the start along the parents.
    pub depth: u32,
    /// The cost of the path to the state.
    pub g: Cost,
    /// The heuristic value of the state (0 for goals, and for searches that use no heuristic).
    pub h: Cost,
    /// The number of nodes before this one.
    pub order: u64,
}

/// Receives the events of a search. Observing changes no result; an observer can only end the search early, by returning
/// [`ControlFlow::Break`]. The report's reason is then [`StopReason::Observer`](crate::StopReason::Observer), its bound
/// holds, and the best plan found so far is kept.
///
/// `()` observes nothing. This observer records every state in the order of expansion:
///
/// ```
/// use std::ops::ControlFlow;
/// use pathmax::{Expansion, Observer};
///
/// struct Trace<S>(Vec<S>);
///
/// impl<S: Clone> Observer<S> for Trace<S> {
///     fn wants_expansions(&self) -> bool {
///         true
///     }
///
///     fn expansion(&mut self, expansion: Expansion<'_, S>) -> ControlFlow<()> {
///         self.0.push(expansion.state.clone());
///         ControlFlow::Continue(())
///     }
/// }
/// # use pathmax::{Algorithm, Problem, Search};
/// # struct Countdown;
/// # impl Problem for Countdown {
/// #     type State = u32;
/// #     type Action = u32;
/// #     fn start(&self) -> u32 { 3 }
/// #     fn actions<B>(&self, _: &u32, mut visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> { visit(1) }
/// #     fn apply(&self, state: &u32, action: &u32) -> u32 { state - action }
/// #     fn is_goal(&self, state: &u32) -> bool { *state == 0 }
/// # }
///
/// let mut trace = Trace(Vec::new());
/// Search::new(Algorithm::UNIFORM_COST).observe(&mut trace).run(&Countdown);
/// assert_eq!(trace.0, [3, 2, 1]);
/// ```
pub trait Observer<S> {
    /// Called about ten times per second while a search runs.
    fn progress(&mut self, _progress: &Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Whether [`expansion`](Observer::expansion) should be called; asked once, before the search. Such a search stays on
    /// one thread.
    fn wants_expansions(&self) -> bool {
        false
    }

    /// Called before each expansion, if [`wants_expansions`](Observer::wants_expansions) says so.
    fn expansion(&mut self, _expansion: Expansion<'_, S>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Whether [`generated`](Observer::generated) should be called; asked once, before the search. Such a search stays on
    /// one thread.
    fn wants_generated(&self) -> bool {
        false
    }

    /// Called for each new node of the search tree, if [`wants_generated`](Observer::wants_generated) says so.
    fn generated(&mut self, _generated: Generated<'_, S>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<S> Observer<S> for () {}

impl<S, O: Observer<S> + ?Sized> Observer<S> for &mut O {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        (**self).progress(progress)
    }

    fn wants_expansions(&self) -> bool {
        (**self).wants_expansions()
    }

    fn expansion(&mut self, expansion: Expansion<'_, S>) -> ControlFlow<()> {
        (**self).expansion(expansion)
    }

    fn wants_generated(&self) -> bool {
        (**self).wants_generated()
    }

    fn generated(&mut self, generated: Generated<'_, S>) -> ControlFlow<()> {
        (**self).generated(generated)
    }
}
