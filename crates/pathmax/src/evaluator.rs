//! The heuristic as a search uses it.

use std::ops::ControlFlow;
use std::time::Instant;

use crate::run::Run;
use crate::{Algorithm, Claims, Cost, Heuristic, MAX_COST, Problem, Statistics, StopReason, Violation};

/// Evaluates states for a search: counts dead ends, applies the pathmax adjustment, and distrusts a heuristic that does not
/// claim to be admissible.
///
/// The adjustment raises the value of a state to that of its parent minus the cost of the action: its *inherited* value. If the
/// parent's value is a lower bound, so is this one, on whatever path the state is reached later.
pub(crate) struct Evaluator<'h, H> {
    heuristic: &'h mut H,
    /// Whether the algorithm uses the heuristic at all.
    pub informed: bool,
    /// Whether the heuristic is called with states before they are evaluated.
    pub prefetches: bool,
    /// Whether values are lower bounds. True for uninformed searches.
    pub trusted: bool,
    /// Whether every expansion checks the claim of consistency.
    pub checks_consistency: bool,
    /// Whether values are raised to those inherited from the parent.
    pathmax: bool,
}

/// An edge on which the heuristic is not consistent, by its number among those of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BrokenEdge {
    pub number: usize,
    pub value: Cost,
    pub successor_value: Option<Cost>,
}

impl<'h, H> Evaluator<'h, H> {
    pub fn new<S>(heuristic: &'h mut H, algorithm: Algorithm, check_consistency: bool) -> Self
    where
        H: Heuristic<S>,
    {
        let (claims, informed) = (heuristic.claims(), algorithm.info().informed);
        Evaluator {
            informed,
            prefetches: informed && heuristic.wants_prefetch(),
            trusted: !informed || claims.admissible,
            checks_consistency: informed && check_consistency && claims.consistent,
            pathmax: algorithm.pathmax(),
            heuristic,
        }
    }

    /// The same heuristic for a search that does not use it.
    pub fn uninformed(mut self) -> Self {
        self.disable();
        self
    }

    /// What the heuristic claims.
    pub fn claims<S>(&self) -> Claims
    where
        H: Heuristic<S>,
    {
        self.heuristic.claims()
    }

    /// From now on the heuristic is not used.
    pub fn disable(&mut self) {
        (self.informed, self.prefetches, self.trusted, self.checks_consistency) = (false, false, true, false);
    }

    /// A copy of the heuristic, for another thread.
    pub fn clone_heuristic(&self) -> H
    where
        H: Clone,
    {
        self.heuristic.clone()
    }

    /// This evaluator and one for each copy of its heuristic.
    pub fn with_copies<'c>(&'c mut self, copies: &'c mut [H]) -> impl Iterator<Item = Evaluator<'c, H>> {
        let Evaluator { informed, prefetches, trusted, checks_consistency, pathmax, .. } = *self;
        let heuristics = std::iter::once(&mut *self.heuristic).chain(copies);
        heuristics.map(move |heuristic| Evaluator {
            heuristic,
            informed,
            prefetches,
            trusted,
            checks_consistency,
            pathmax,
        })
    }

    /// Lets the heuristic build its tables, within the limits of `run`, if it is used.
    pub fn prepare<S>(&mut self, run: &mut Run<'_, S>) -> Result<(), StopReason>
    where
        H: Heuristic<S>,
    {
        if !self.informed {
            return Ok(());
        }
        let began = Instant::now();
        let mut stopped = None;
        let prepared = self.heuristic.prepare(&mut |bytes| {
            stopped = run.reason_to_stop_preparing(bytes);
            if stopped.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        run.set_preparation_time(began.elapsed());
        match stopped {
            Some(reason) if prepared.is_break() => Err(reason),
            _ => Ok(()),
        }
    }

    /// The heuristic value, or `None` for a dead end; with the pathmax adjustment, at least the `inherited` value. A dead end
    /// that an untrusted heuristic supposes gets the largest value instead.
    #[inline]
    pub fn evaluate<S>(&mut self, state: &S, inherited: Cost, statistics: &mut Statistics) -> Option<Cost>
    where
        H: Heuristic<S>,
    {
        self.evaluate_up_to(state, Cost::MAX, inherited, statistics)
    }

    /// The same, or any bound above `enough`.
    #[inline]
    pub fn evaluate_up_to<S>(
        &mut self,
        state: &S,
        enough: Cost,
        inherited: Cost,
        statistics: &mut Statistics,
    ) -> Option<Cost>
    where
        H: Heuristic<S>,
    {
        if !self.informed {
            return Some(0);
        }
        let value = self.heuristic.evaluate_up_to(state, enough);
        self.adjust(value, inherited, statistics)
    }

    /// The value of a state for the evaluation of its successors: `None` if it is not what the heuristic returned.
    #[inline]
    pub fn unadjusted(&self, value: Cost) -> Option<Cost> {
        (self.informed && !self.pathmax && value < MAX_COST).then_some(value)
    }

    /// The same as [`evaluate_up_to`](Evaluator::evaluate_up_to) for a successor of `parent`, if it has an
    /// [`unadjusted`](Evaluator::unadjusted) value.
    #[inline(always)]
    pub fn evaluate_child<S>(
        &mut self,
        (parent, parent_value): (&S, Option<Cost>),
        child: &S,
        enough: Cost,
        inherited: Cost,
        statistics: &mut Statistics,
    ) -> Option<Cost>
    where
        H: Heuristic<S>,
    {
        match parent_value {
            Some(parent_value) => {
                let value = self.heuristic.evaluate_child(parent, parent_value, child, enough);
                self.adjust(value, 0, statistics)
            }
            None => self.evaluate_up_to(child, enough, inherited, statistics),
        }
    }

    #[inline]
    fn adjust(&self, value: Option<Cost>, inherited: Cost, statistics: &mut Statistics) -> Option<Cost> {
        match value {
            Some(h) if self.pathmax => Some(h.min(MAX_COST).max(inherited)),
            Some(h) => Some(h.min(MAX_COST)),
            None => {
                statistics.dead_ends += 1;
                if self.trusted { None } else { Some(MAX_COST) }
            }
        }
    }

    /// The value of a state that is no dead end, for an observer: at least `value`, which may be any bound above the limit of
    /// [`evaluate_up_to`](Evaluator::evaluate_up_to). Counts nothing.
    #[cold]
    pub fn full_value<S>(&mut self, state: &S, value: Cost) -> Cost
    where
        H: Heuristic<S>,
    {
        self.heuristic.evaluate(state).map_or(MAX_COST, |h| h.min(MAX_COST).max(value))
    }

    /// Hints that successors of `parent` are evaluated next.
    #[inline]
    pub fn notify_parent<S>(&mut self, parent: &S)
    where
        H: Heuristic<S>,
    {
        self.heuristic.notify_parent(parent);
    }

    /// Passes states to the heuristic before they are evaluated.
    pub fn prefetch<S>(&mut self, states: &[S])
    where
        H: Heuristic<S>,
    {
        self.heuristic.prefetch(states);
    }

    /// Lower bound on the cost of a plan through a state.
    #[inline]
    pub fn lower_bound(&self, g: Cost, h: Cost) -> Cost {
        if self.trusted { g + h } else { g }
    }

    pub fn bytes<S>(&self) -> usize
    where
        H: Heuristic<S>,
    {
        self.heuristic.bytes()
    }

    /// The first edge from `state` on which the values as the heuristic returns them are not consistent.
    #[cold]
    #[inline(never)]
    pub fn find_broken_edge<P: Problem>(&mut self, problem: &P, state: &P::State) -> Option<BrokenEdge>
    where
        H: Heuristic<P::State>,
    {
        let heuristic = &mut *self.heuristic;
        if self.prefetches {
            let mut states = vec![state.clone()];
            problem.for_each_successor(state, |_, _, next| states.push(next));
            heuristic.prefetch(&states);
        }
        let value = heuristic.evaluate(state)?;
        let mut number = 0;
        let found = problem.successors(state, |_, cost, next| {
            let successor_value = heuristic.evaluate(&next);
            let drops = successor_value.is_some_and(|h| u64::from(value) > u64::from(cost) + u64::from(h));
            if drops || (successor_value != Some(0) && problem.is_goal(&next)) {
                return ControlFlow::Break(BrokenEdge { number, value, successor_value });
            }
            number += 1;
            ControlFlow::Continue(())
        });
        // Values that are missing prove nothing.
        found.break_value().filter(|_| !heuristic.is_interrupted())
    }
}

impl BrokenEdge {
    /// The violation for a report: generates the successors of `state` once more for the action.
    pub fn describe<P: Problem>(
        self,
        problem: &P,
        state: &P::State,
        path: crate::Plan<P::Action>,
    ) -> Option<Violation<P::Action>> {
        let BrokenEdge { mut number, value, successor_value } = self;
        let edge = problem.successors(state, |action, cost, next| match number.checked_sub(1) {
            Some(left) => {
                number = left;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break((action, cost, problem.is_goal(&next))),
        });
        let (action, cost, successor_is_goal) = edge.break_value()?;
        Some(Violation { path, value, action, cost, successor_value, successor_is_goal })
    }
}
