//! One iteration of a deepening search.
//!
//! An iteration is compiled twice. The *lean* one is IDA* without a transposition table, without an observer of nodes and
//! without a stopwatch: what is left to do for a successor takes so few instructions that each of these would show. The
//! other one does all that at run time.

use std::mem::needs_drop;
use std::ops::ControlFlow;

use super::stack::{NOWHERE, Step};
use super::{Deepening, Measure};
use crate::problem::to_flow;
use crate::run::{Sizes, add_cost};
use crate::stopwatch::Part;
use crate::store::{OutOfMemory, hash_of};
use crate::transposition::{PathInfo, Place};
use crate::{Cost, Fate, Heuristic, Problem, StopReason, Successor};

/// The state under expansion.
struct Parent<'s, S> {
    state: &'s S,
    /// Its value, if it is what the heuristic returned.
    value: Option<Cost>,
    /// g + h.
    f: Cost,
    /// Its own parent, or itself. Most actions can be undone, so that this is the most frequent state on the path.
    before: &'s S,
}

/// What the search knows of a successor that it keeps.
struct NewStep {
    h: Cost,
    hash: u32,
    place: Place,
    is_goal: bool,
}

/// Why an iteration ends before it has searched everything within its limit.
pub(super) enum Ended {
    /// The path leads to a goal.
    Found,
    Stopped(StopReason),
}

impl From<OutOfMemory> for Ended {
    fn from(error: OutOfMemory) -> Self {
        Ended::Stopped(error.into())
    }
}

impl<P, H> Deepening<'_, P, H>
where
    P: Problem,
    H: Heuristic<P::State>,
{
    /// One iteration: searches everything within the limit, unless it ends before.
    pub(super) fn search_within<const LEAN: bool>(
        &mut self,
        limit: Cost,
        start: P::State,
        h: Cost,
    ) -> ControlFlow<Ended> {
        self.table.clear(&mut self.run.budget);
        let (place, heap_bytes) = (self.table.place(&start), self.problem.heap_bytes(&start));
        self.table.insert(place, &start, PathInfo { g: 0, depth: 0 }, heap_bytes, &mut self.run.budget);
        let (node, hash) = (self.next_node(), hash_of(&start) as u32);
        self.push::<LEAN>(Step { state: start, action: None, g: 0, h, hash, parent: NOWHERE, node })?;
        loop {
            if self.run.is_checkpoint_due() {
                to_flow(self.save(false).map_err(Ended::Stopped))?;
            }
            if !LEAN {
                self.run.begin_iteration(Part::OpenList);
            }
            self.stack.leave::<LEAN>(self.problem, &mut self.run.budget);
            if self.stack.len() == 0 {
                return ControlFlow::Continue(());
            }
            if !LEAN && self.is_superseded() {
                self.stack.pop(self.problem, &mut self.run.budget);
                continue;
            }
            self.begin_expansion::<LEAN>(limit)?;
            self.stack.enter::<LEAN>(&mut self.run.budget);
            self.expand::<LEAN>(limit)?;
        }
    }

    /// Whether a better path to the last state was found since it was put beside the path.
    fn is_superseded(&mut self) -> bool {
        self.run.stopwatch.switch_to(Part::Index);
        let Some(step) = self.stack.last() else { return false };
        let (g, rank) = (step.g, self.rank(step.g, self.depth()));
        let better = self.table.place(&step.state).path.filter(|path| self.rank_of(path) < rank);
        better.is_some_and(|path| {
            self.ignore(path, g);
            true
        })
    }

    /// Counts and reports the expansion of the last step.
    #[inline]
    fn begin_expansion<const LEAN: bool>(&mut self, limit: Cost) -> ControlFlow<Ended> {
        let stack = &self.stack;
        let Some(step) = stack.last() else { return ControlFlow::Continue(()) };
        let stored = if LEAN { stack.path_len() } else { self.table.len().max(stack.path_len()) };
        let open = stack.len() - stack.path_len() - 1;
        if !LEAN || self.run.exceeds_peaks(stored, open) {
            self.run.record_sizes(stored, open);
        }
        let sizes = || Sizes { stored, open, heuristic_bytes: self.evaluator.bytes::<P::State>() };
        let begun = match LEAN {
            true => self.run.lean_expansion(sizes),
            false => self.run.expansion(&step.state, (step.g, step.h, limit), || stack.position(step), sizes),
        };
        to_flow(begun.map_err(Ended::Stopped))
    }

    /// The depth of a successor of the state under expansion.
    #[inline]
    fn depth(&self) -> u32 {
        self.stack.path_len() as u32
    }

    /// Pushes those successors of the path's last state that are within the limit. If one is a goal, it ends the path and the
    /// iteration.
    #[inline]
    fn expand<const LEAN: bool>(&mut self, limit: Cost) -> ControlFlow<Ended> {
        let problem = self.problem;
        let Some(step) = self.stack.last() else { return ControlFlow::Continue(()) };
        let (state, g) = (step.state.clone(), step.g);
        let value = self.evaluator.unadjusted(step.h);
        // A state that owns heap memory is not worth a copy.
        let is_copied = LEAN && !needs_drop::<P::State>();
        let grandparent = if is_copied { self.stack.parent_of(step) } else { None };
        let grandparent = grandparent.map(|step| step.state.clone());
        let before = grandparent.as_ref().unwrap_or(&state);
        let parent = Parent { state: &state, value, f: g + step.h, before };
        if !LEAN && self.evaluator.checks_consistency {
            self.check_consistency(&state)?;
        }
        if !LEAN && self.evaluator.prefetches {
            self.prefetch_successors(&state)?;
        }
        if self.evaluator.informed {
            self.evaluator.notify_parent(&state);
        }
        let first = self.stack.len();
        let mut number = 0;
        self.switch_to::<LEAN>(Part::Successors);
        let ended = problem.successors(&state, |action, cost, child| {
            let this = number;
            number += 1;
            if let Some(g) = add_cost(g, cost) {
                if let Some(new) = self.consider::<LEAN>(limit, &parent, this, &child, g) {
                    let NewStep { h, hash, place, is_goal } = new;
                    let node = if LEAN { 0 } else { self.next_node() };
                    let step = Step { state: child, action: Some(action), g, h, hash, parent: NOWHERE, node };
                    self.keep::<LEAN>(step, place, is_goal)?;
                }
            } else {
                self.exceeds_max_cost = true;
                self.drop_successor::<LEAN>(this, &child, g.saturating_add(cost), Fate::Dropped);
            }
            self.switch_to::<LEAN>(Part::Successors);
            ControlFlow::Continue(())
        });
        self.run.statistics.generated += number as u64;
        self.switch_to::<LEAN>(Part::OpenList);
        if ended.is_continue() {
            self.stack.reverse_from(first);
        }
        ended
    }

    #[inline(always)]
    fn switch_to<const LEAN: bool>(&mut self, part: Part) {
        if !LEAN {
            self.run.stopwatch.switch_to(part);
        }
    }

    #[cold]
    fn check_consistency(&mut self, state: &P::State) -> ControlFlow<Ended> {
        self.run.stopwatch.switch_to(Part::Heuristic);
        self.broken_edge = self.evaluator.find_broken_edge(self.problem, state);
        match self.broken_edge {
            Some(_) => ControlFlow::Break(Ended::Stopped(StopReason::Inconsistent)),
            None => ControlFlow::Continue(()),
        }
    }

    /// Passes the successors to the heuristic before they are evaluated. Few of those on the path or in the table are
    /// evaluated, but those were passed before.
    #[cold]
    fn prefetch_successors(&mut self, state: &P::State) -> ControlFlow<Ended> {
        self.run.stopwatch.switch_to(Part::Heuristic);
        let (mut states, mut heap_bytes) = (Vec::new(), 0);
        self.problem.for_each_successor(state, |_, _, child| {
            if !self.problem.is_goal(&child) {
                heap_bytes += self.problem.heap_bytes(&child);
                states.push(child);
            }
        });
        let bytes = heap_bytes + states.capacity() * size_of::<P::State>();
        to_flow(self.run.budget.take(bytes).map_err(Ended::from))?;
        self.evaluator.prefetch(&states);
        self.run.budget.give_back(bytes);
        ControlFlow::Continue(())
    }

    /// Whether a successor, reached at cost `g`, is new and within the limit.
    ///
    /// The state is not moved until then: a move right after its fields were written would wait for these writes.
    #[inline]
    fn consider<const LEAN: bool>(
        &mut self,
        limit: Cost,
        parent: &Parent<'_, P::State>,
        number: usize,
        state: &P::State,
        g: Cost,
    ) -> Option<NewStep> {
        self.switch_to::<LEAN>(Part::Index);
        let place = if LEAN { Place::NONE } else { self.table.place(state) };
        if let Some(path) = place.path
            && self.rank_of(&path) <= self.rank(g, self.depth())
        {
            self.ignore(path, g);
            let fate = if g < path.g { Fate::Dropped } else { Fate::Known };
            self.drop_successor::<LEAN>(number, state, g, fate);
            return None;
        }
        let is_undone = LEAN && *state == *parent.before;
        let hash = if LEAN && !is_undone { hash_of(state) as u32 } else { 0 };
        let is_on_path = || if LEAN { self.stack.is_on_path(state, hash) } else { self.is_on_path(state, g) };
        if is_undone || is_on_path() {
            self.run.statistics.duplicates += 1;
            self.drop_successor::<LEAN>(number, state, g, Fate::Dropped);
            return None;
        }
        let is_goal = self.problem.is_goal(state);
        let Some(h) = (if is_goal { Some(0) } else { self.evaluate_child::<LEAN>(parent, state, g) }) else {
            self.drop_successor::<LEAN>(number, state, g, Fate::DeadEnd);
            return None;
        };
        let measure = if LEAN { g + h } else { self.measure(g, h, self.depth()) };
        if measure > limit {
            self.beyond.add(measure, self.evaluator.lower_bound(g, h));
        } else if !LEAN && self.stops_at(self.depth(), limit) && !is_goal {
            self.beyond.add(limit + 1, g + 1);
        } else {
            if !LEAN && self.run.observes_successors() {
                let fate = self.fate_of(state, place.path);
                self.run.successor(Successor { number, state, g, h: Some(h), fate });
            }
            return Some(NewStep { h, hash, place, is_goal });
        }
        if !LEAN && self.run.observes_successors() {
            let h = if is_goal || !self.evaluator.informed { h } else { self.evaluator.full_value(state, h) };
            self.run.successor(Successor { number, state, g, h: Some(h), fate: Fate::Dropped });
        }
        None
    }

    /// The value of a successor, or any bound with which it does not lower the limit of the next iteration.
    #[inline]
    fn evaluate_child<const LEAN: bool>(
        &mut self,
        parent: &Parent<'_, P::State>,
        state: &P::State,
        g: Cost,
    ) -> Option<Cost> {
        if !LEAN && !self.evaluator.informed {
            return Some(0);
        }
        self.switch_to::<LEAN>(Part::Heuristic);
        let enough = (self.beyond.next_limit - 1).saturating_sub(g);
        let inherited = parent.f.saturating_sub(g);
        let parent = (parent.state, parent.value);
        self.evaluator.evaluate_child(parent, state, enough, inherited, &mut self.run.statistics)
    }

    /// Reports a successor that is not kept.
    #[inline]
    fn drop_successor<const LEAN: bool>(&mut self, number: usize, state: &P::State, g: Cost, fate: Fate) {
        if !LEAN {
            self.run.successor(Successor { number, state, g, h: None, fate });
        }
    }

    /// Ends the path with a goal, or puts another step beside it.
    #[inline]
    fn keep<const LEAN: bool>(&mut self, step: Step<P>, place: Place, is_goal: bool) -> ControlFlow<Ended> {
        if is_goal {
            if !LEAN {
                self.report_generated(&step)?;
            }
            self.stack.push_goal(step);
            return ControlFlow::Break(Ended::Found);
        }
        if !LEAN {
            self.switch_to::<LEAN>(Part::Index);
            let heap_bytes = self.problem.heap_bytes(&step.state);
            let path = PathInfo { g: step.g, depth: self.depth() };
            self.table.insert(place, &step.state, path, heap_bytes, &mut self.run.budget);
        }
        self.switch_to::<LEAN>(Part::OpenList);
        self.push::<LEAN>(step)
    }

    /// What becomes of a successor that is kept, with the path to it in the table, which is worse.
    #[cold]
    fn fate_of(&self, state: &P::State, known: Option<PathInfo>) -> Fate {
        let Some(known) = known else { return Fate::New };
        let waits =
            |(depth, step): (u32, &Step<P>)| self.rank(step.g, depth) == self.rank_of(&known) && step.state == *state;
        if self.stack.open().any(waits) { Fate::Cheaper } else { Fate::Reopened }
    }

    /// Ignores another path to a known state. When only the depth counts, it may be the cheaper one.
    fn ignore(&mut self, known: PathInfo, g: Cost) {
        self.run.statistics.duplicates += 1;
        if g < known.g {
            self.beyond.bound = self.beyond.bound.min(g);
        }
    }

    #[inline]
    fn push<const LEAN: bool>(&mut self, step: Step<P>) -> ControlFlow<Ended> {
        let budget = &mut self.run.budget;
        to_flow(budget.take(self.problem.heap_bytes(&step.state)).map_err(Ended::from))?;
        to_flow(self.stack.reserve(budget).map_err(Ended::from))?;
        if !LEAN {
            self.report_generated(&step)?;
        }
        self.stack.push(step);
        ControlFlow::Continue(())
    }

    fn report_generated(&mut self, step: &Step<P>) -> ControlFlow<Ended> {
        let reported = self.run.generated(&step.state, step.g, step.h, || self.stack.position(step));
        to_flow(reported.map_err(Ended::Stopped))
    }

    /// What the limit is compared with.
    pub(super) fn measure(&self, g: Cost, h: Cost, depth: u32) -> Cost {
        match self.measure {
            Measure::Depth { .. } => depth,
            Measure::F => g + h,
        }
    }

    /// The lower, the more descendants of a state are within the limit.
    fn rank(&self, g: Cost, depth: u32) -> Cost {
        match self.measure {
            Measure::Depth { .. } => depth,
            Measure::F => g,
        }
    }

    fn rank_of(&self, path: &PathInfo) -> Cost {
        self.rank(path.g, path.depth)
    }

    /// Whether the successors of a state at this depth need not be generated, because all of them are beyond the limit and
    /// their cost is known: goals are recognised when they are generated.
    fn stops_at(&self, depth: u32, limit: Cost) -> bool {
        matches!(self.measure, Measure::Depth { .. }) && depth == limit && self.problem.unit_costs()
    }

    /// Whether the path contains `state`. A table that holds the whole path has shown that already, except where actions
    /// that cost nothing lead back.
    fn is_on_path(&self, state: &P::State, g: Cost) -> bool {
        let is_relevant = |step: &&Step<P>| !self.table.is_complete() || step.g == g;
        self.stack.path().take_while(is_relevant).any(|step| step.state == *state)
    }
}
