//! A*, uniform-cost search, greedy best-first search and weighted A*: one loop, several orders.
//!
//! The first state in the order is expanded; each successor is stored unless it is already known at a lower or equal cost,
//! too expensive, or a dead end. A goal is recognised when it is generated and becomes the incumbent; the loop ends when no
//! open state comes before it. One iteration is a step of a [`Partition`] that owns all states.
//!
//! A cheaper path to an expanded state reopens it, except in greedy search and where the algorithm says otherwise. The path is
//! dropped then, and the proven bound is no higher than a lower bound on the plans along it: the plan is reported as optimal
//! only if none of them can be cheaper, which holds with every consistent heuristic.
//!
//! # References
//! - P. E. Hart, N. J. Nilsson, B. Raphael, *A formal basis for the heuristic determination of minimum cost paths*, 1968.
//! - L. Mérő, *A heuristic search algorithm with modifiable estimate*, 1984 (pathmax).
//! - A. Martelli, *On the complexity of admissible search algorithms*, 1977 (reopening).
//! - I. Pohl, *Heuristic search viewed as path finding in a graph*, 1970 (weights).
//! - T. Yoshizumi, T. Miura, T. Ishida, *A\* with partial expansion for large branching factor problems*, 2000.

use crate::beam::Beam;
use crate::evaluator::Evaluator;
use crate::order::Order;
use crate::partition::Partition;
use crate::plan::plan_to;
use crate::run::{Run, StepLimit};
use crate::stopwatch::Part;
use crate::store::{Address, Id};
use crate::{Cost, Heuristic, Outcome, Problem, Report, StopReason, Ties};

pub(crate) fn search<'a, P, H>(
    problem: &'a P,
    evaluator: Evaluator<'a, H>,
    (order, ties): (Order, Option<Ties>),
    run: Run<'a, P::State>,
) -> Report<P::Action>
where
    P: Problem,
    H: Heuristic<P::State>,
{
    let beam = run.beam();
    let mut partition = Partition::new(problem, evaluator, order, run, Id::ZERO).with_ties(ties).with_beam(beam);
    match partition.admit_start() {
        Ok(()) => finish(partition),
        Err(reason) => partition.report(Err(reason)),
    }
}

/// Continues a search whose start is stored to its end.
pub(crate) fn finish<P, H>(mut partition: Partition<'_, P, H>) -> Report<P::Action>
where
    P: Problem,
    H: Heuristic<P::State>,
{
    let mut ended = partition.explore_all();
    if ended.is_ok() && partition.needs_restart() {
        partition.restart_by_cost();
        ended = partition.admit_start().and_then(|()| partition.explore_all());
    }
    if let Err(reason) = ended {
        partition.save_last(reason);
    }
    partition.report(ended)
}

/// Starts over as uniform-cost search, without the heuristic. The last resort of algorithms that ignore cheaper paths to
/// known states: where the paths that they took became too expensive to represent, only the cheapest paths show whether
/// there is a plan of at most [`MAX_COST`](crate::MAX_COST).
pub(crate) fn search_by_cost<'a, P, H>(
    problem: &'a P,
    evaluator: Evaluator<'a, H>,
    mut run: Run<'a, P::State>,
) -> Report<P::Action>
where
    P: Problem,
    H: Heuristic<P::State>,
{
    run.start_over();
    search(problem, evaluator.uninformed(), (Order::UniformCost, None), run)
}

/// How far a search came.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Explored {
    /// No open state comes before the incumbent.
    All,
    /// The limit was reached.
    UpToLimit,
}

impl<'a, P, H> Partition<'a, P, H>
where
    P: Problem,
    H: Heuristic<P::State>,
{
    /// Whether a path became too expensive to represent while a cheaper one was dropped, so that nothing is proven.
    pub(crate) fn needs_restart(&self) -> bool {
        self.incumbent.is_none() && self.exceeds_max_cost && self.dropped < Cost::MAX
    }

    /// Expands all open states that come before the incumbent.
    fn explore_all(&mut self) -> Result<(), StopReason> {
        self.explore(StepLimit::UNLIMITED).map(drop)
    }

    /// Expands open states in order until none is left that comes before the incumbent, or the limit is reached.
    pub(crate) fn explore(&mut self, limit: StepLimit) -> Result<Explored, StopReason> {
        self.run.begin_iteration(Part::OpenList);
        while self.lowest_priority().is_some() {
            if self.run.has_reached(limit) {
                return Ok(Explored::UpToLimit);
            }
            if self.run.is_checkpoint_due() {
                self.save(false)?;
                continue;
            }
            if self.is_beam_due() {
                self.advance_beam()?;
                continue;
            }
            let Some(entry) = self.pop() else { continue };
            self.raise_bound_to(entry.priority);
            if let Err(reason) = self.expand(entry) {
                self.interrupted = Some(entry);
                return Err(reason);
            }
            self.run.begin_iteration(Part::OpenList);
        }
        Ok(Explored::All)
    }

    /// Records what follows from the lowest open priority.
    #[inline]
    fn raise_bound_to(&mut self, lowest: u64) {
        if self.priorities_are_bounds() {
            self.run.raise_bound((lowest as Cost).min(self.dropped));
        }
    }

    /// Expands one state. Returns its id, or `None` if no open state comes before the incumbent.
    pub(crate) fn step(&mut self) -> Result<Option<Id>, StopReason> {
        self.run.begin_iteration(Part::OpenList);
        while self.lowest_priority().is_some() {
            let Some(entry) = self.pop() else { continue };
            self.raise_bound_to(entry.priority);
            return self.expand(entry).map(|()| Some(entry.id));
        }
        Ok(None)
    }

    /// The report of a search that ended like this.
    pub(crate) fn report(mut self, ended: Result<(), StopReason>) -> Report<P::Action> {
        let bound = self.final_bound();
        self.run.raise_bound(bound);
        let beam = self.beam.take().and_then(Beam::into_best);
        let plan = self.incumbent.as_ref().and_then(|incumbent| match incumbent.address {
            Id::NONE => beam.map(|path| path.plan(self.problem)),
            goal => Some(plan_to(self.problem, &self.nodes, goal)),
        });
        let outcome = match (ended, plan) {
            (Err(reason), best) => Outcome::Stopped { reason, best },
            (Ok(()), Some(plan)) => Outcome::Solved(plan),
            (Ok(()), None) if self.exceeds_max_cost => Outcome::Stopped { reason: StopReason::Cost, best: None },
            (Ok(()), None) => Outcome::Unsolvable,
        };
        let violation = self.broken_edge.and_then(|(id, edge)| {
            let path = plan_to(self.problem, &self.nodes, id);
            edge.describe(self.problem, &self.nodes.get(id).state, path)
        });
        let held = self.nodes.held(self.open.bytes_in_use(), self.evaluator.bytes::<P::State>());
        Report { violation, ..self.run.report(outcome, held, self.nodes.len()) }
    }
}
