//! Heuristics: lower bounds on the remaining cost.

use std::ops::ControlFlow;

use crate::Cost;

/// What a heuristic claims about its values.
///
/// Searches rely on the claim: a plan counts as proven optimal only if the heuristic claims to be admissible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Claims {
    /// Never above the true cost to a goal, and "dead end" only for states from which no goal is reachable.
    pub admissible: bool,
    /// Never drops by more than the cost of the action: `h(s) <= cost + h(s')` on every edge, and 0 at goals.
    pub consistent: bool,
}

impl Claims {
    /// Admissible and consistent.
    pub const CONSISTENT: Claims = Claims { admissible: true, consistent: true };
    /// Admissible, but values may drop steeply along a path: searches reopen states.
    pub const ADMISSIBLE: Claims = Claims { admissible: true, consistent: false };
    /// No claim at all.
    pub const NONE: Claims = Claims { admissible: false, consistent: false };
}

/// A heuristic: an estimate of the cost from a state to the nearest goal.
///
/// Evaluation takes `&mut self`, so that a heuristic can cache what it computed; [`bytes`](Heuristic::bytes) says how much
/// memory it holds, which memory limits count. [`Null`] is the heuristic of searches that use none.
///
/// The trait is object-safe. A type that wraps another heuristic forwards its methods with
/// [`forward_heuristic!`](crate::forward_heuristic), so that none is forgotten.
pub trait Heuristic<S> {
    /// The heuristic value of `state`, or `None` for a dead end: no goal is reachable from there.
    fn evaluate(&mut self, state: &S) -> Option<Cost>;

    /// The same as [`evaluate`](Heuristic::evaluate), except that any lower bound above `enough` may be returned: the
    /// search only asks whether the state is due yet. A heuristic that takes the maximum of several bounds can stop early.
    fn evaluate_up_to(&mut self, state: &S, _enough: Cost) -> Option<Cost> {
        self.evaluate(state)
    }

    /// The same as [`evaluate_up_to`](Heuristic::evaluate_up_to) for a successor of `parent`, whose value is `parent_value`.
    ///
    /// Deepening searches call this method, unless the pathmax adjustment is on. A heuristic that adds up contributions of
    /// single pieces can correct the value of the parent by those of the pieces that moved.
    #[inline]
    fn evaluate_child(&mut self, _parent: &S, _parent_value: Cost, child: &S, enough: Cost) -> Option<Cost> {
        self.evaluate_up_to(child, enough)
    }

    /// Builds tables before the search, if that takes a while.
    ///
    /// An implementation calls `check` now and then with the bytes that it holds or is about to allocate, and returns
    /// [`ControlFlow::Break`] as soon as `check` does: this is how limits and cancellation reach it. A heuristic that is
    /// evaluated without having been prepared builds its tables then.
    fn prepare(&mut self, _check: &mut dyn FnMut(usize) -> ControlFlow<()>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Hint: the next queries are mostly successors of `parent`.
    ///
    /// Values must not depend on it. A heuristic that adds up contributions of single pieces can evaluate only those that
    /// an action changes.
    fn notify_parent(&mut self, _parent: &S) {}

    /// What this heuristic claims. The default claims nothing, so that plans are not proven optimal.
    fn claims(&self) -> Claims {
        Claims::NONE
    }

    /// Memory held in tables and caches, in bytes. Memory shared between clones is divided among them.
    fn bytes(&self) -> usize {
        0
    }

    /// Whether [`prefetch`](Heuristic::prefetch) should be called. Such a search stays on one thread.
    fn wants_prefetch(&self) -> bool {
        false
    }

    /// Whether values are missing: the search was cancelled or ran out of time, and since then every value is 0, a bound but
    /// not what the heuristic would return. Conclusions about the heuristic must not rest on such values.
    fn is_interrupted(&self) -> bool {
        false
    }

    /// Called with the states that are about to be evaluated, if [`wants_prefetch`](Heuristic::wants_prefetch) says so:
    /// a heuristic computed by another program can send one request for all of them.
    fn prefetch(&mut self, _states: &[S]) {}
}

/// Implements the methods of [`Heuristic`] by forwarding them to another heuristic.
///
/// Stands inside an `impl` block and takes the type of the states and the heuristic to forward to. An enum of heuristics
/// names one for each of its variants. Methods after `except` are left to the implementation. If `evaluate` or `evaluate_up_to`
/// is among them, so is `evaluate_child`, whose default calls them.
///
/// ```
/// use pathmax::{Cost, Heuristic, forward_heuristic};
///
/// /// Counts evaluations.
/// struct Counted<H> {
///     inner: H,
///     evaluations: u64,
/// }
///
/// impl<S, H: Heuristic<S>> Heuristic<S> for Counted<H> {
///     forward_heuristic!(S, self => self.inner, except evaluate);
///
///     fn evaluate(&mut self, state: &S) -> Option<Cost> {
///         self.evaluations += 1;
///         self.inner.evaluate(state)
///     }
/// }
///
/// enum Either<A, B> {
///     This(A),
///     That(B),
/// }
///
/// impl<S, A: Heuristic<S>, B: Heuristic<S>> Heuristic<S> for Either<A, B> {
///     forward_heuristic!(S, match self { Either::This(this) => this, Either::That(that) => that });
/// }
/// ```
#[macro_export]
macro_rules! forward_heuristic {
    ($state:ty, match $self:ident { $($variant:pat => $inner:expr),+ $(,)? } $(, except $($own:ident),+)? $(,)?) => {
        $crate::forward_heuristic!(
            @all [$($($own)+)?] $state, $self, [$($variant => $inner,)+], [$($variant => $inner,)+]
        );
    };
    ($state:ty, $self:ident => $inner:expr $(, except $($own:ident),+)? $(,)?) => {
        $crate::forward_heuristic!(@all [$($($own)+)?] $state, $self, [_ => &mut $inner,], [_ => &$inner,]);
    };

    (@all [$($own:ident)*] $state:ty, $self:ident, $mut:tt, $ref:tt) => {
        $crate::forward_heuristic!(@evaluate [$($own)*] $state, $self, $mut);
        $crate::forward_heuristic!(@evaluate_up_to [$($own)*] $state, $self, $mut);
        $crate::forward_heuristic!(@evaluate_child [$($own)*] $state, $self, $mut);
        $crate::forward_heuristic!(@prepare [$($own)*] $state, $self, $mut);
        $crate::forward_heuristic!(@notify_parent [$($own)*] $state, $self, $mut);
        $crate::forward_heuristic!(@claims [$($own)*] $state, $self, $ref);
        $crate::forward_heuristic!(@bytes [$($own)*] $state, $self, $ref);
        $crate::forward_heuristic!(@wants_prefetch [$($own)*] $state, $self, $ref);
        $crate::forward_heuristic!(@prefetch [$($own)*] $state, $self, $mut);
        $crate::forward_heuristic!(@is_interrupted [$($own)*] $state, $self, $ref);
    };

    (@evaluate [evaluate $($rest:ident)*] $($args:tt)*) => {};
    (@evaluate_up_to [evaluate_up_to $($rest:ident)*] $($args:tt)*) => {};
    (@evaluate_child [evaluate_child $($rest:ident)*] $($args:tt)*) => {};
    (@evaluate_child [evaluate $($rest:ident)*] $($args:tt)*) => {};
    (@evaluate_child [evaluate_up_to $($rest:ident)*] $($args:tt)*) => {};
    (@prepare [prepare $($rest:ident)*] $($args:tt)*) => {};
    (@notify_parent [notify_parent $($rest:ident)*] $($args:tt)*) => {};
    (@claims [claims $($rest:ident)*] $($args:tt)*) => {};
    (@bytes [bytes $($rest:ident)*] $($args:tt)*) => {};
    (@wants_prefetch [wants_prefetch $($rest:ident)*] $($args:tt)*) => {};
    (@prefetch [prefetch $($rest:ident)*] $($args:tt)*) => {};
    (@is_interrupted [is_interrupted $($rest:ident)*] $($args:tt)*) => {};
    (@$method:ident [$other:ident $($rest:ident)*] $($args:tt)*) => {
        $crate::forward_heuristic!(@$method [$($rest)*] $($args)*);
    };

    (@evaluate [] $state:ty, $self:ident, [$($variant:pat => $inner:expr,)+]) => {
        #[inline]
        fn evaluate(&mut $self, state: &$state) -> ::core::option::Option<$crate::Cost> {
            match $self {
                $($variant => $crate::Heuristic::<$state>::evaluate($inner, state),)+
            }
        }
    };
    (@evaluate_up_to [] $state:ty, $self:ident, [$($variant:pat => $inner:expr,)+]) => {
        #[inline]
        fn evaluate_up_to(&mut $self, state: &$state, enough: $crate::Cost) -> ::core::option::Option<$crate::Cost> {
            match $self {
                $($variant => $crate::Heuristic::<$state>::evaluate_up_to($inner, state, enough),)+
            }
        }
    };
    (@evaluate_child [] $state:ty, $self:ident, [$($variant:pat => $inner:expr,)+]) => {
        #[inline]
        fn evaluate_child(
            &mut $self,
            parent: &$state,
            parent_value: $crate::Cost,
            child: &$state,
            enough: $crate::Cost,
        ) -> ::core::option::Option<$crate::Cost> {
            match $self {
                $($variant => {
                    $crate::Heuristic::<$state>::evaluate_child($inner, parent, parent_value, child, enough)
                })+
            }
        }
    };
    (@prepare [] $state:ty, $self:ident, [$($variant:pat => $inner:expr,)+]) => {
        fn prepare(
            &mut $self,
            check: &mut dyn ::core::ops::FnMut(usize) -> ::core::ops::ControlFlow<()>,
        ) -> ::core::ops::ControlFlow<()> {
            match $self {
                $($variant => $crate::Heuristic::<$state>::prepare($inner, check),)+
            }
        }
    };
    (@notify_parent [] $state:ty, $self:ident, [$($variant:pat => $inner:expr,)+]) => {
        #[inline]
        fn notify_parent(&mut $self, parent: &$state) {
            match $self {
                $($variant => $crate::Heuristic::<$state>::notify_parent($inner, parent),)+
            }
        }
    };
    (@claims [] $state:ty, $self:ident, [$($variant:pat => $inner:expr,)+]) => {
        fn claims(&$self) -> $crate::Claims {
            match $self {
                $($variant => $crate::Heuristic::<$state>::claims($inner),)+
            }
        }
    };
    (@bytes [] $state:ty, $self:ident, [$($variant:pat => $inner:expr,)+]) => {
        fn bytes(&$self) -> usize {
            match $self {
                $($variant => $crate::Heuristic::<$state>::bytes($inner),)+
            }
        }
    };
    (@wants_prefetch [] $state:ty, $self:ident, [$($variant:pat => $inner:expr,)+]) => {
        fn wants_prefetch(&$self) -> bool {
            match $self {
                $($variant => $crate::Heuristic::<$state>::wants_prefetch($inner),)+
            }
        }
    };
    (@is_interrupted [] $state:ty, $self:ident, [$($variant:pat => $inner:expr,)+]) => {
        fn is_interrupted(&$self) -> bool {
            match $self {
                $($variant => $crate::Heuristic::<$state>::is_interrupted($inner),)+
            }
        }
    };
    (@prefetch [] $state:ty, $self:ident, [$($variant:pat => $inner:expr,)+]) => {
        fn prefetch(&mut $self, states: &[$state]) {
            match $self {
                $($variant => $crate::Heuristic::<$state>::prefetch($inner, states),)+
            }
        }
    };
}

impl<S, H: Heuristic<S> + ?Sized> Heuristic<S> for &mut H {
    forward_heuristic!(S, self => **self);
}

impl<S, H: Heuristic<S> + ?Sized> Heuristic<S> for Box<H> {
    forward_heuristic!(S, self => **self);
}

/// The heuristic that is 0 everywhere: admissible and consistent for every problem.
#[derive(Clone, Copy, Debug, Default)]
pub struct Null;

impl<S> Heuristic<S> for Null {
    #[inline]
    fn evaluate(&mut self, _state: &S) -> Option<Cost> {
        Some(0)
    }

    fn claims(&self) -> Claims {
        Claims::CONSISTENT
    }
}

/// A heuristic from a closure and what it claims.
///
/// ```
/// use pathmax::{Claims, Heuristic, heuristic_fn};
///
/// let mut distance_to_ten = heuristic_fn(Claims::CONSISTENT, |position: &i32| Some(position.abs_diff(10)));
/// assert_eq!(distance_to_ten.evaluate(&7), Some(3));
/// ```
pub fn heuristic_fn<S, F: FnMut(&S) -> Option<Cost>>(claims: Claims, evaluate: F) -> FromFn<F> {
    FromFn { claims, evaluate }
}

/// The heuristic that [`heuristic_fn`] makes from a closure; `Clone` if the closure is.
#[derive(Clone, Copy)]
pub struct FromFn<F> {
    claims: Claims,
    evaluate: F,
}

impl<F> std::fmt::Debug for FromFn<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FromFn").field("claims", &self.claims).finish_non_exhaustive()
    }
}

impl<S, F: FnMut(&S) -> Option<Cost>> Heuristic<S> for FromFn<F> {
    #[inline]
    fn evaluate(&mut self, state: &S) -> Option<Cost> {
        (self.evaluate)(state)
    }

    fn claims(&self) -> Claims {
        self.claims
    }
}
