//! What a search needs to know of a problem.

use std::hash::Hash;

/// What an action costs, and what a plan costs: a whole number.
///
/// Plans may cost up to [`MAX_COST`].
pub type Cost = u32;

/// The largest cost of a plan that a search can follow (about two thousand million).
///
/// A state that lies farther away than this is not entered; a search that met one reports at most `MAX_COST + 1` as its
/// lower bound and never claims that a problem is unsolvable.
pub const MAX_COST: Cost = Cost::MAX >> 1;

/// A search problem by its five parts: a start, the actions in a state, what an action leads to, a goal test, and a cost.
///
/// States are compared and stored by value, so they should be small; a packed `Copy` value is best. The methods with a
/// default body are there for speed or precision: leave them out until a measurement asks for them.
///
/// See the [crate's page](crate) for a whole example.
pub trait Problem {
    /// A position of the puzzle: everything that later actions depend on, and nothing else.
    type State: Clone + Eq + Hash;
    /// Something that one can do in a state.
    type Action: Clone;

    /// The state in which the search begins.
    fn start(&self) -> Self::State;

    /// Calls `visit` with every action that is possible in `state`.
    fn actions(&self, state: &Self::State, visit: impl FnMut(Self::Action));

    /// The state that `action` leads to from `state`, where it is possible.
    fn apply(&self, state: &Self::State, action: &Self::Action) -> Self::State;

    /// Whether `state` is a goal.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// What `action` costs in `state`; 1 unless told otherwise.
    fn cost(&self, _state: &Self::State, _action: &Self::Action) -> Cost {
        1
    }

    /// Calls `visit` with every action possible in `state`, its cost, and the state that it leads to.
    ///
    /// This is what the searches call. The default goes through the parts above; replace it where all successors
    /// together are cheaper than one by one.
    #[inline]
    fn successors(&self, state: &Self::State, mut visit: impl FnMut(Self::Action, Cost, Self::State)) {
        self.actions(state, |action| {
            let cost = self.cost(state, &action);
            let next = self.apply(state, &action);
            visit(action, cost, next);
        });
    }

    /// Whether every action costs 1. Breadth-first search then stops a layer earlier; its result is the same.
    fn unit_costs(&self) -> bool {
        false
    }

    /// Bytes that `state` owns on the heap, so that a limit on memory counts them; 0 for states without pointers.
    fn heap_bytes(&self, _state: &Self::State) -> usize {
        0
    }
}
