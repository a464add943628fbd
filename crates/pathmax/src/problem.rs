//! What a search needs to know about a problem.

use std::convert::Infallible;
use std::hash::Hash;
use std::ops::ControlFlow;

/// The cost of an action or a plan: a whole number.
///
/// Plans may cost up to [`MAX_COST`].
pub type Cost = u32;

/// The largest cost of a plan that a search can represent (about two billion).
///
/// A state at a greater cost is not entered. A search that met one reports at most `MAX_COST + 1` as its lower bound and
/// never claims that the problem is unsolvable.
pub const MAX_COST: Cost = Cost::MAX >> 1;

/// A search problem by its five parts: a start, the actions in a state, the transition, a goal test, and a cost.
///
/// States are compared and stored by value, so they should be small; a packed `Copy` value is best. Methods with a default
/// body exist for speed or precision: add them when a measurement asks for it. The exception is
/// [`heap_bytes`](Problem::heap_bytes), which states that own heap memory need.
///
/// See the [crate documentation](crate) for a complete example.
pub trait Problem {
    /// A state: everything that later actions depend on, and nothing else.
    type State: Clone + Eq + Hash;
    /// An action that is possible in some state.
    type Action: Clone;

    /// The state in which the search begins.
    fn start(&self) -> Self::State;

    /// Calls `visit` with every action that is possible in `state`, until it returns [`ControlFlow::Break`], which is
    /// returned to the caller.
    ///
    /// `Iterator::try_for_each` does exactly that: `(0..4).try_for_each(visit)`.
    fn actions<B>(&self, state: &Self::State, visit: impl FnMut(Self::Action) -> ControlFlow<B>) -> ControlFlow<B>;

    /// The state that `action` leads to from `state`, in which it is possible.
    fn apply(&self, state: &Self::State, action: &Self::Action) -> Self::State;

    /// Whether `state` is a goal.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// The cost of `action` in `state`. Default: 1.
    fn cost(&self, _state: &Self::State, _action: &Self::Action) -> Cost {
        1
    }

    /// Calls `visit` with every action possible in `state`, its cost, and the state that it leads to, until it returns
    /// [`ControlFlow::Break`], which is returned to the caller.
    ///
    /// Searches call this method. The default combines the parts above; override it where generating all successors
    /// together is cheaper than one by one.
    #[inline]
    fn successors<B>(
        &self,
        state: &Self::State,
        mut visit: impl FnMut(Self::Action, Cost, Self::State) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.actions(state, |action| {
            let cost = self.cost(state, &action);
            let next = self.apply(state, &action);
            visit(action, cost, next)
        })
    }

    /// Whether a search for one optimal plan can do without `successor`, a successor of `state`. Default: no.
    ///
    /// If there is a plan from `state`, some successor that is not dominated must begin an optimal one, and every action must cost
    /// at least 1: else the plans that remain could go round in circles. Only searches that look for
    /// [plans early](crate::Search::anytime) drop dominated successors: A* with partial expansion, and the beam beside a search.
    #[inline]
    fn is_dominated(&self, _state: &Self::State, _successor: &Self::State) -> bool {
        false
    }

    /// Calls `visit` with every action that is possible in `state`.
    #[inline]
    fn for_each_action(&self, state: &Self::State, mut visit: impl FnMut(Self::Action)) {
        let _: ControlFlow<Infallible> = self.actions(state, |action| {
            visit(action);
            ControlFlow::Continue(())
        });
    }

    /// Calls `visit` with every action possible in `state`, its cost, and the state that it leads to.
    #[inline]
    fn for_each_successor(&self, state: &Self::State, mut visit: impl FnMut(Self::Action, Cost, Self::State)) {
        let _: ControlFlow<Infallible> = self.successors(state, |action, cost, next| {
            visit(action, cost, next);
            ControlFlow::Continue(())
        });
    }

    /// Whether every action costs 1. Breadth-first search then ends one layer earlier, with the same result.
    fn unit_costs(&self) -> bool {
        false
    }

    /// Heap memory owned by `state`, in bytes, which a memory limit counts.
    ///
    /// The default, 0, is right for states that own nothing on the heap. For all others it does not compile, so that no
    /// memory limit is silently exceeded; [`HeapSize`](crate::HeapSize) measures the types of the standard library:
    ///
    /// ```
    /// use std::collections::BTreeSet;
    /// use std::ops::ControlFlow;
    /// use pathmax::{HeapSize, Problem};
    ///
    /// /// Collect the numbers 1 to 3.
    /// struct Collect;
    ///
    /// impl Problem for Collect {
    ///     type State = BTreeSet<u32>;
    ///     type Action = u32;
    ///     # fn start(&self) -> BTreeSet<u32> { BTreeSet::new() }
    ///     # fn actions<B>(&self, _: &BTreeSet<u32>, visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
    ///     #     (1..=3).try_for_each(visit)
    ///     # }
    ///     # fn apply(&self, state: &BTreeSet<u32>, action: &u32) -> BTreeSet<u32> {
    ///     #     state.iter().copied().chain([*action]).collect()
    ///     # }
    ///     # fn is_goal(&self, state: &BTreeSet<u32>) -> bool { state.len() == 3 }
    ///     // …
    ///     fn heap_bytes(&self, state: &BTreeSet<u32>) -> usize {
    ///         state.heap_bytes()
    ///     }
    /// }
    /// # let report = pathmax::Search::new(pathmax::Algorithm::BreadthFirst).run(&Collect);
    /// # assert_eq!(report.plan().unwrap().cost, 3);
    /// ```
    ///
    /// Without that method, the same problem is rejected by the compiler:
    ///
    /// ```compile_fail,E0080
    /// # use std::collections::BTreeSet;
    /// # use std::ops::ControlFlow;
    /// # use pathmax::Problem;
    /// # struct Collect;
    /// # impl Problem for Collect {
    /// #     type State = BTreeSet<u32>;
    /// #     type Action = u32;
    /// #     fn start(&self) -> BTreeSet<u32> { BTreeSet::new() }
    /// #     fn actions<B>(&self, _: &BTreeSet<u32>, visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
    /// #         (1..=3).try_for_each(visit)
    /// #     }
    /// #     fn apply(&self, state: &BTreeSet<u32>, action: &u32) -> BTreeSet<u32> {
    /// #         state.iter().copied().chain([*action]).collect()
    /// #     }
    /// #     fn is_goal(&self, state: &BTreeSet<u32>) -> bool { state.len() == 3 }
    /// # }
    /// pathmax::Search::new(pathmax::Algorithm::BreadthFirst).run(&Collect);
    /// ```
    #[inline]
    fn heap_bytes(&self, _state: &Self::State) -> usize {
        const {
            assert!(
                !std::mem::needs_drop::<Self::State>(),
                "this problem's states own heap memory: implement `Problem::heap_bytes` (`HeapSize` measures the types of \
                 the standard library), so that memory limits count it"
            );
        }
        0
    }
}

/// Turns a result into the answer of a visitor.
#[inline]
pub(crate) fn to_flow<E>(result: Result<(), E>) -> ControlFlow<E> {
    match result {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => ControlFlow::Break(error),
    }
}

/// Turns the answer of a visitor back into a result.
#[inline]
pub(crate) fn to_result<E>(flow: ControlFlow<E>) -> Result<(), E> {
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(error) => Err(error),
    }
}
