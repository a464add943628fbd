//! Watching a search without touching it.

use std::time::Duration;

use crate::Cost;

/// How far a search has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// States expanded.
    pub expanded: u64,
    /// States generated.
    pub generated: u64,
    /// States stored now.
    pub stored: usize,
    /// States waiting in the open list now.
    pub open: usize,
    /// No plan costs less than this: proven so far.
    pub bound: Cost,
    /// The cost of the best plan at hand, if there is one.
    pub best: Option<Cost>,
    /// Bytes held now.
    pub memory: usize,
    /// Time since the search began.
    pub elapsed: Duration,
}

/// One state at the moment it is expanded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expansion<'a, S> {
    /// The state.
    pub state: &'a S,
    /// What the way to it costs.
    pub g: Cost,
    /// What the heuristic says is still to pay (0 for searches that use none).
    pub h: Cost,
    /// How many were expanded before it.
    pub order: u64,
}

/// Somebody who watches. Watching changes no result.
///
/// `()` watches nothing. This one notes every state in the order of its expansion:
///
/// ```
/// use pathmax::{Expansion, Observer};
///
/// struct Trace<S>(Vec<S>);
///
/// impl<S: Clone> Observer<S> for Trace<S> {
///     fn wants_expansions(&self) -> bool {
///         true
///     }
///
///     fn expansion(&mut self, expansion: Expansion<'_, S>) {
///         self.0.push(expansion.state.clone());
///     }
/// }
/// # use pathmax::{Algorithm, Null, Problem, Search};
/// # struct Countdown;
/// # impl Problem for Countdown {
/// #     type State = u32;
/// #     type Action = u32;
/// #     fn start(&self) -> u32 { 3 }
/// #     fn actions(&self, _: &u32, mut visit: impl FnMut(u32)) { visit(1) }
/// #     fn apply(&self, state: &u32, action: &u32) -> u32 { state - action }
/// #     fn is_goal(&self, state: &u32) -> bool { *state == 0 }
/// # }
///
/// let mut trace = Trace(Vec::new());
/// Search::new(Algorithm::UniformCost).run_observed(&Countdown, Null, &mut trace);
/// assert_eq!(trace.0, [3, 2, 1]);
/// ```
pub trait Observer<S> {
    /// Called about ten times a second while a search runs.
    fn progress(&mut self, _progress: &Progress) {}

    /// Whether [`expansion`](Observer::expansion) should be called; asked once, before the search.
    fn wants_expansions(&self) -> bool {
        false
    }

    /// Called for every expansion, if [`wants_expansions`](Observer::wants_expansions) said so.
    fn expansion(&mut self, _expansion: Expansion<'_, S>) {}
}

impl<S> Observer<S> for () {}
