//! Observing a search.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::{Checkpoint, Cost};

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

/// A successor of the state under expansion, and what the search did with it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Successor<'a, S> {
    /// Its number among the successors of the state, from 0, in the order in which the problem generates them.
    pub number: usize,
    /// The state.
    pub state: &'a S,
    /// The cost of the path through the state under expansion; above [`MAX_COST`](crate::MAX_COST) if it is too large to
    /// represent.
    pub g: Cost,
    /// The heuristic value (0 for goals, and for searches that use no heuristic). `None` if the search did not evaluate the
    /// state, and for a dead end.
    pub h: Option<Cost>,
    /// What the search did with it.
    pub fate: Fate,
}

/// What a search did with a successor. The first three are kept, the others are not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// The search did not know the state. Depth-first search knows the states that it visited, not those on its stack; deepening
    /// searches know those in the table of the current iteration.
    New,
    /// The state is known and waits for its expansion; this path is cheaper than the ones before.
    Cheaper,
    /// The state was expanded; this path is cheaper (for searches by depth: shorter) than the ones before, and the state is
    /// expanded once more.
    Reopened,
    /// The state is known, and this path is not cheaper. Depth-first search does not compare the costs.
    Known,
    /// The heuristic calls the state a dead end.
    DeadEnd,
    /// Not kept for another reason: the state cannot improve the best plan, is beyond the limit of the iteration, on the current
    /// path, too expensive to represent, or not due yet (partial expansion); or the path to a known state is cheaper, but the
    /// search keeps the one before.
    Dropped,
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

    /// Called when the search has found a cheaper plan than before, whose cost is [`Progress::best`]. A search on several
    /// threads may find several plans between two calls. Only best-first searches report improvements.
    fn improvement(&mut self, _progress: &Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called with a consistent state of the search, as often as [`Search::checkpoints`](crate::Search::checkpoints) says.
    fn checkpoint(&mut self, _checkpoint: &mut Checkpoint<'_, S>) -> ControlFlow<()> {
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

    /// Whether [`successor`](Observer::successor) should be called for the expansion that was just reported; asked after each
    /// call of [`expansion`](Observer::expansion).
    fn wants_successors(&self) -> bool {
        false
    }

    /// Called for each successor of the state under expansion that the search generates, if
    /// [`wants_successors`](Observer::wants_successors) says so: those that are not due yet first, then the others in the order
    /// of their generation. A search that finds a goal may end before it has generated all.
    fn successor(&mut self, _successor: Successor<'_, S>) {}
}

impl<S> Observer<S> for () {}

impl<S, O: Observer<S> + ?Sized> Observer<S> for &mut O {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        (**self).progress(progress)
    }

    fn improvement(&mut self, progress: &Progress) -> ControlFlow<()> {
        (**self).improvement(progress)
    }

    fn checkpoint(&mut self, checkpoint: &mut Checkpoint<'_, S>) -> ControlFlow<()> {
        (**self).checkpoint(checkpoint)
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

    fn wants_successors(&self) -> bool {
        (**self).wants_successors()
    }

    fn successor(&mut self, successor: Successor<'_, S>) {
        (**self).successor(successor);
    }
}
