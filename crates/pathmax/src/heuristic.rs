//! Lower bounds on what is still to pay.

use crate::Cost;

/// What a heuristic promises of its values.
///
/// Searches build on the promise: a plan counts as proven optimal only where the heuristic claims to be admissible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Claims {
    /// Never above the true cost to a goal, and "dead end" only where no goal can be reached.
    pub admissible: bool,
    /// Never falls by more than the cost of the action: `h(s) <= cost + h(s')` on every edge.
    pub consistent: bool,
}

impl Claims {
    /// Admissible and consistent.
    pub const CONSISTENT: Claims = Claims { admissible: true, consistent: true };
    /// Admissible, but values may fall steeply along a path: searches reopen states.
    pub const ADMISSIBLE: Claims = Claims { admissible: true, consistent: false };
    /// No promise at all.
    pub const NONE: Claims = Claims { admissible: false, consistent: false };
}

/// An estimate of the cost from a state to the nearest goal.
///
/// It is asked with `&mut self` so that it may remember what it computed; [`bytes`](Heuristic::bytes) tells how much it
/// keeps, and a limit on memory counts that too. A search that needs no heuristic takes [`Null`].
pub trait Heuristic<S> {
    /// A lower bound on the cost from `state` to a goal, or `None` where no goal can be reached any more (a dead end).
    fn estimate(&mut self, state: &S) -> Option<Cost>;

    /// Builds tables before the search begins, if there are any that take their time. Meanwhile it calls `go_on` now and
    /// then with the bytes that it holds or is about to take, and gives up (false) as soon as that says no: limits and
    /// cancellation reach it this way. Whoever asks for an estimate without having prepared waits for the tables then.
    fn prepare(&mut self, _go_on: &mut dyn FnMut(usize) -> bool) -> bool {
        true
    }

    /// The same as [`estimate`](Heuristic::estimate), except that any bound above `enough` will do: whoever asks only
    /// wants to know whether the state is worth a look yet. A heuristic that takes the best of several bounds need not
    /// compute them all.
    fn estimate_up_to(&mut self, state: &S, _enough: Cost) -> Option<Cost> {
        self.estimate(state)
    }

    /// Told that the states asked for next are successors of this one, most of them. Values must not depend on it; but
    /// whoever adds up what single pieces contribute need only look at those that an action moves.
    fn focus_on(&mut self, _parent: &S) {}

    /// What this heuristic promises. The default promises nothing, so that plans come back as not proven.
    fn claims(&self) -> Claims {
        Claims::NONE
    }

    /// Bytes held in tables and memories of its own. Of what clones share, its share.
    fn bytes(&self) -> usize {
        0
    }

    /// Whether it wants to be told of states before they are asked for, many at once: see
    /// [`foresee`](Heuristic::foresee).
    fn foresees(&self) -> bool {
        false
    }

    /// Told of states that are about to be asked for, if it [wants that](Heuristic::foresees): whoever talks to another
    /// program asks for all of them at once.
    fn foresee(&mut self, _states: &[S]) {}
}

impl<S, H: Heuristic<S> + ?Sized> Heuristic<S> for &mut H {
    fn estimate(&mut self, state: &S) -> Option<Cost> {
        (**self).estimate(state)
    }

    fn prepare(&mut self, go_on: &mut dyn FnMut(usize) -> bool) -> bool {
        (**self).prepare(go_on)
    }

    fn estimate_up_to(&mut self, state: &S, enough: Cost) -> Option<Cost> {
        (**self).estimate_up_to(state, enough)
    }

    fn focus_on(&mut self, parent: &S) {
        (**self).focus_on(parent);
    }

    fn claims(&self) -> Claims {
        (**self).claims()
    }

    fn bytes(&self) -> usize {
        (**self).bytes()
    }

    fn foresees(&self) -> bool {
        (**self).foresees()
    }

    fn foresee(&mut self, states: &[S]) {
        (**self).foresee(states);
    }
}

/// The heuristic that knows nothing: always 0. Admissible and consistent for every problem.
#[derive(Clone, Copy, Debug, Default)]
pub struct Null;

impl<S> Heuristic<S> for Null {
    fn estimate(&mut self, _state: &S) -> Option<Cost> {
        Some(0)
    }

    fn claims(&self) -> Claims {
        Claims::CONSISTENT
    }
}

/// A heuristic made of a closure and what it claims.
///
/// ```
/// use pathmax::{Claims, Heuristic, heuristic_fn};
///
/// let mut distance_to_ten = heuristic_fn(Claims::CONSISTENT, |position: &i32| Some(position.abs_diff(10)));
/// assert_eq!(distance_to_ten.estimate(&7), Some(3));
/// ```
pub fn heuristic_fn<S>(claims: Claims, estimate: impl FnMut(&S) -> Option<Cost>) -> impl Heuristic<S> {
    FromFn { claims, estimate }
}

struct FromFn<F> {
    claims: Claims,
    estimate: F,
}

impl<S, F: FnMut(&S) -> Option<Cost>> Heuristic<S> for FromFn<F> {
    fn estimate(&mut self, state: &S) -> Option<Cost> {
        (self.estimate)(state)
    }

    fn claims(&self) -> Claims {
        self.claims
    }
}
