//! One step of a best-first search, used by the loop on one thread, by the workers on several threads, and by a search
//! across machines.
//!
//! A partition owns states: it stores those that are admitted, keeps an open list, and expands states in order. Children of
//! an expanded state either stay in the partition or go to a [`Sink`], which routes them to the partitions that own them.
//! A goal is recognised when it is admitted and becomes the incumbent; from then on states that cannot lead to a cheaper
//! plan are not stored.

mod bounds;

use std::ops::ControlFlow;

use crate::beam::{Beam, Beside};
use crate::children::{Child, Collector, Counted, Parent, Sink, Successor, filter_duplicates};
use crate::evaluator::{BrokenEdge, Evaluator};
use crate::order::Order;
use crate::problem::{to_flow, to_result};
use crate::run::{Run, Sizes, add_cost};
use crate::stopwatch::Part;
use crate::store::{Address, Candidate, Entry, Id, Nodes, OpenList, OutOfMemory, Stored};
use crate::{Cost, Fate, Gap, Heuristic, Problem, StopReason, Successor as ObservedSuccessor, Ties};

/// The best goal found so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Incumbent<A = Id> {
    /// The address of its node; [`Address::NONE`] if a beam found it.
    pub address: A,
    /// The cost of the path to it.
    pub cost: Cost,
}

/// What became of a child, and its value if it was evaluated.
struct Admission {
    fate: Fate,
    h: Option<Cost>,
}

/// The states that one worker owns, with their open list.
pub struct Partition<'a, P: Problem, H, A = Id> {
    pub(crate) problem: &'a P,
    pub(crate) evaluator: Evaluator<'a, H>,
    pub(crate) order: Order,
    pub(crate) run: Run<'a, P::State>,
    pub(crate) nodes: Nodes<P::State, A>,
    pub(crate) open: OpenList,
    /// Combined with an id, the address of a node of this partition.
    base: A,
    /// Reused by every expansion, which therefore allocates nothing.
    children: Vec<Child<P::State>>,
    kept: Vec<u32>,
    /// The numbers of the children that are due among all successors, for an observer of a partial expansion.
    due_numbers: Vec<usize>,
    pub(crate) incumbent: Option<Incumbent<A>>,
    /// States whose lower bound is at least this are of no use; `Cost::MAX` without an incumbent.
    cutoff: Cost,
    /// Looks for plans beside the search.
    pub(crate) beam: Option<Beam<P::State>>,
    /// The number of expansions at which the beam's next turn is due.
    beam_due: u64,
    /// Lower bound on the cost of plans along the cheaper paths to expanded states that an order without reopening dropped.
    pub(crate) dropped: Cost,
    /// Lower bound on plans through what is neither open nor done: the state under expansion, or the start (0) until it is
    /// stored.
    pub(crate) unfinished: Option<Cost>,
    /// Whether a successor was dropped because its path costs more than [`MAX_COST`](crate::MAX_COST).
    pub(crate) exceeds_max_cost: bool,
    /// The entry whose expansion was interrupted by a limit.
    pub(crate) interrupted: Option<Entry>,
    /// Entries that the open list had no memory for.
    pub(crate) unlisted: Vec<Entry>,
    /// The edge that breaks the heuristic's claim, and the node from which it leads.
    pub(crate) broken_edge: Option<(Id, BrokenEdge)>,
}

impl<'a, P, H, A> Partition<'a, P, H, A>
where
    P: Problem,
    H: Heuristic<P::State>,
    A: Address,
{
    pub(crate) fn new(
        problem: &'a P,
        evaluator: Evaluator<'a, H>,
        order: Order,
        run: Run<'a, P::State>,
        base: A,
    ) -> Self {
        Partition {
            problem,
            evaluator,
            order,
            run,
            nodes: Nodes::new(),
            open: OpenList::new(None),
            base,
            children: Vec::new(),
            kept: Vec::new(),
            due_numbers: Vec::new(),
            incumbent: None,
            cutoff: Cost::MAX,
            beam: None,
            beam_due: u64::MAX,
            dropped: Cost::MAX,
            unfinished: Some(0),
            exceeds_max_cost: false,
            interrupted: None,
            unlisted: Vec::new(),
            broken_edge: None,
        }
    }

    /// Looks for plans with this beam, if the order and the heuristic are of use for that.
    pub(crate) fn with_beam(mut self, beam: Option<Beam<P::State>>) -> Self {
        self.beam = beam.filter(|_| self.order.is_by_cost() && self.evaluator.informed);
        self.beam_due = self.beam.as_ref().map_or(u64::MAX, Beam::due);
        self
    }

    /// Continues with this beam.
    pub(crate) fn set_beam(&mut self, beam: Beam<P::State>) {
        self.beam_due = beam.due();
        self.beam = Some(beam);
    }

    /// Breaks ties like this from now on; the open list is still empty.
    pub(crate) fn with_ties(mut self, ties: Option<Ties>) -> Self {
        self.open = OpenList::new(ties);
        self
    }

    /// Forgets everything and starts over as uniform-cost search, without the heuristic.
    pub(crate) fn restart_by_cost(&mut self) {
        self.evaluator.disable();
        self.order = Order::UniformCost;
        (self.nodes, self.open) = (Nodes::new(), OpenList::new(None));
        (self.children, self.kept) = (Vec::new(), Vec::new());
        (self.incumbent, self.cutoff, self.dropped, self.unfinished) = (None, Cost::MAX, Cost::MAX, Some(0));
        (self.beam, self.beam_due) = (None, u64::MAX);
        self.exceeds_max_cost = false;
        self.run.start_over();
    }

    /// Stores the start.
    pub fn admit_start(&mut self) -> Result<(), StopReason> {
        self.unfinished = Some(0);
        let start = self.problem.start();
        self.admit(&Child::new(start, 0), A::NONE, 0)?;
        self.unfinished = None;
        Ok(())
    }

    /// The lowest open priority, if it comes before the incumbent, or before what is left to prove about that.
    #[inline]
    pub fn lowest_priority(&mut self) -> Option<u64> {
        let priority = self.open.lowest()?;
        let comes_too_late = self.incumbent.is_some() && priority >= self.order.rank(self.cutoff, 0).0;
        (!comes_too_late).then_some(priority)
    }

    /// Replaces the incumbent by a cheaper one.
    pub(crate) fn set_incumbent(&mut self, goal: Incumbent<A>) {
        self.cutoff = self.gap().cutoff(goal.cost);
        self.incumbent = Some(goal);
    }

    /// The gap to close. Where priorities prove nothing, the search ends as if there were none.
    pub(crate) fn gap(&self) -> Gap {
        if self.priorities_are_bounds() { self.run.gap() } else { Gap::ZERO }
    }

    /// Whether it is the beam's turn.
    #[inline]
    pub(crate) fn is_beam_due(&self) -> bool {
        self.run.statistics.expanded >= self.beam_due
    }

    /// Lets the beam look for plans. A cheaper one becomes the incumbent.
    #[cold]
    pub(crate) fn advance_beam(&mut self) -> Result<(), StopReason> {
        let Some(mut beam) = self.beam.take() else { return Ok(()) };
        let (before, gap, sizes) = (self.best_cost(), self.gap(), self.sizes());
        let (problem, cutoff) = (self.problem, self.cutoff);
        let Partition { evaluator, run, .. } = self;
        let mut beside = Beside { problem, evaluator, run, sizes, gap, best: before, cutoff };
        let ended = beam.advance(&mut beside);
        let best = beside.best;
        self.beam_due = beam.due();
        self.beam = Some(beam);
        if best < before {
            self.set_incumbent(Incumbent { address: A::NONE, cost: best });
            self.run.improved(best, &self.sizes())?;
        }
        ended
    }

    fn sizes(&self) -> Sizes {
        let (stored, open) = (self.nodes.len(), self.open.len());
        Sizes { stored, open, heuristic_bytes: self.evaluator.bytes::<P::State>() }
    }

    /// The cost of the incumbent, or `Cost::MAX`.
    fn best_cost(&self) -> Cost {
        self.incumbent.as_ref().map_or(Cost::MAX, |goal| goal.cost)
    }

    /// Removes the first entry of the open list; `None` if it is outdated, because its state was expanded since.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Entry> {
        self.open.pop().filter(|entry| !self.nodes.get(entry.id).is_closed())
    }

    /// Expands a state and stores its successors in this partition.
    pub(crate) fn expand(&mut self, entry: Entry) -> Result<(), StopReason> {
        let (state, parent) = self.begin_expansion(entry)?;
        if self.evaluator.informed {
            self.run.stopwatch.switch_to(Part::Heuristic);
            self.evaluator.notify_parent(&state);
        }
        self.run.stopwatch.switch_to(Part::Successors);
        let (mut children, mut kept) = (std::mem::take(&mut self.children), std::mem::take(&mut self.kept));
        let mut collector = Collector { children: &mut children, heap_bytes: 0 };
        let later = if self.order == Order::PartialAStar {
            self.generate_due(&state, &parent, entry.priority, &mut collector)?
        } else {
            self.generate_all(&state, &parent, &mut collector)?;
            self.run.statistics.generated += collector.children.len() as u64;
            None
        };
        let heap_bytes = collector.heap_bytes;
        self.run.stopwatch.switch_to(Part::Index);
        self.reserve_kept(&mut kept, children.len())?;
        let count = filter_duplicates(&mut children, &self.nodes, &mut kept);
        self.run.statistics.duplicates += (children.len() - count) as u64;
        let mut remaining = kept[..count].iter().map(|&i| &children[i as usize]);
        if self.evaluator.prefetches {
            self.prefetch(remaining.clone().map(|child| &child.state))?;
        }
        if self.run.observes_successors() {
            self.admit_observed(&children, &kept[..count], &parent)?;
        } else {
            remaining.try_for_each(|child| self.admit(child, parent.address, parent.f).map(drop))?;
        }
        children.clear();
        self.run.budget.give_back(heap_bytes);
        (self.children, self.kept) = (children, kept);
        self.end_expansion(entry, later)?;
        self.run.record_sizes(self.nodes.len(), self.open.len());
        Ok(())
    }

    /// Stores those children that are neither known nor too expensive, and reports what becomes of each to the observer.
    #[cold]
    fn admit_observed(
        &mut self,
        children: &[Child<P::State>],
        kept: &[u32],
        parent: &Parent<A>,
    ) -> Result<(), StopReason> {
        let mut kept = kept.iter().peekable();
        for (i, child) in children.iter().enumerate() {
            let is_kept = kept.next_if(|&&next| next as usize == i).is_some();
            let Admission { fate, h } = match is_kept {
                true => self.admit(child, parent.address, parent.f)?,
                false => Admission { fate: Fate::Known, h: None },
            };
            // Partial expansion collects only the children that are due.
            let number = self.due_numbers.get(i).map_or(i, |&number| number);
            self.run.successor(ObservedSuccessor { number, state: &child.state, g: child.g, h, fate });
        }
        self.due_numbers.clear();
        Ok(())
    }

    /// Expands a state and passes its successors to `sink`.
    pub(crate) fn expand_into(&mut self, entry: Entry, sink: &mut impl Sink<P::State, A>) -> Result<(), StopReason> {
        let (state, parent) = self.begin_expansion(entry)?;
        let later = if self.order == Order::PartialAStar {
            self.evaluator.notify_parent(&state);
            self.generate_due(&state, &parent, entry.priority, sink)?
        } else {
            let mut sink = Counted { sink, count: 0 };
            self.generate_all(&state, &parent, &mut sink)?;
            self.run.statistics.generated += sink.count;
            None
        };
        self.end_expansion(entry, later)
    }

    /// Closes a state and counts its expansion, unless a limit forbids that.
    #[inline(always)]
    fn begin_expansion(&mut self, entry: Entry) -> Result<(P::State, Parent<A>), StopReason> {
        let h = self.order.h_of(entry);
        let bound = self.bound_of(entry);
        let node = self.nodes.get_mut(entry.id);
        let (state, g) = (node.state.clone(), node.g());
        node.close();
        self.unfinished = Some(bound);
        let Partition { nodes, open, evaluator, run, order, .. } = self;
        let sizes = || Sizes { stored: nodes.len(), open: open.len(), heuristic_bytes: evaluator.bytes::<P::State>() };
        run.expansion(&state, (g, h, order.layer_of(entry, g)), || nodes.position(entry.id), sizes)?;
        if self.evaluator.checks_consistency {
            self.check_consistency(entry.id, &state)?;
        }
        Ok((state, Parent { address: self.base.with_id(entry.id), g, f: g + h, bound }))
    }

    #[cold]
    fn check_consistency(&mut self, id: Id, state: &P::State) -> Result<(), StopReason> {
        self.run.stopwatch.switch_to(Part::Heuristic);
        let found = self.evaluator.find_broken_edge(self.problem, state);
        self.broken_edge = found.map(|edge| (id, edge));
        if found.is_some() { Err(StopReason::Inconsistent) } else { Ok(()) }
    }

    /// Generates all successors of a state. The caller counts them.
    #[inline]
    fn generate_all(
        &mut self,
        state: &P::State,
        parent: &Parent<A>,
        sink: &mut impl Sink<P::State, A>,
    ) -> Result<(), StopReason> {
        let (problem, budget) = (self.problem, &mut self.run.budget);
        let flow = problem.successors(state, |_, cost, state| {
            let heap_bytes = problem.heap_bytes(&state);
            to_flow(sink.put(state, parent.g.saturating_add(cost), heap_bytes, parent, budget))
        });
        Ok(to_result(flow)?)
    }

    /// Generates the successors whose f is due. The lowest f of the others is the priority at which their parent is
    /// expanded again; until then they are neither stored nor looked up.
    #[inline]
    fn generate_due(
        &mut self,
        state: &P::State,
        parent: &Parent<A>,
        due: u64,
        sink: &mut impl Sink<P::State, A>,
    ) -> Result<Option<u64>, StopReason> {
        if self.evaluator.prefetches {
            let mut states = Vec::new();
            self.problem.for_each_successor(state, |_, _, state| states.push(state));
            self.prefetch(states.iter())?;
        }
        let (problem, order, evaluator, run) = (self.problem, self.order, &mut self.evaluator, &mut self.run);
        // Successors that cannot lead to a cheaper plan than the incumbent are dropped. If h is not a lower bound, only g
        // proves that.
        let most = if self.incumbent.is_some() { u64::from(self.cutoff) } else { u64::MAX };
        let (most_g, most_f) = if evaluator.trusted { (u64::MAX, most) } else { (most, u64::MAX) };
        let (mut generated, mut later) = (0, u64::MAX);
        let (exceeds_max_cost, due_numbers) = (&mut self.exceeds_max_cost, &mut self.due_numbers);
        let (expanded, drops_dominated) = (state, run.is_anytime());
        let flow: ControlFlow<OutOfMemory> = problem.successors(state, |_, cost, state| {
            let number = generated as usize;
            generated += 1;
            if drops_dominated && problem.is_dominated(expanded, &state) {
                let (g, fate) = (parent.g.saturating_add(cost), Fate::Dropped);
                run.successor(ObservedSuccessor { number, state: &state, g, h: None, fate });
                return ControlFlow::Continue(());
            }
            let is_due = problem.is_goal(&state) || {
                let Some(g) = add_cost(parent.g, cost) else {
                    *exceeds_max_cost = true;
                    let (g, fate) = (parent.g.saturating_add(cost), Fate::Dropped);
                    run.successor(ObservedSuccessor { number, state: &state, g, h: None, fate });
                    return ControlFlow::Continue(());
                };
                run.stopwatch.switch_to(Part::Heuristic);
                let enough = due.saturating_sub(u64::from(g)) as Cost;
                let h = evaluator.evaluate_up_to(&state, enough, parent.f.saturating_sub(g), &mut run.statistics);
                run.stopwatch.switch_to(Part::Successors);
                let Some(h) = h else {
                    let fate = Fate::DeadEnd;
                    run.successor(ObservedSuccessor { number, state: &state, g, h, fate });
                    return ControlFlow::Continue(());
                };
                let (f, _) = order.rank(g, h);
                if f > due && u64::from(g) < most_g {
                    later = later.min(f);
                }
                if f > due && run.observes_successors() {
                    let (h, fate) = (Some(evaluator.full_value(&state, h)), Fate::Dropped);
                    run.successor(ObservedSuccessor { number, state: &state, g, h, fate });
                }
                f <= due
            };
            if !is_due {
                return ControlFlow::Continue(());
            }
            if run.observes_successors() {
                due_numbers.push(number);
            }
            let heap_bytes = problem.heap_bytes(&state);
            to_flow(sink.put(state, parent.g.saturating_add(cost), heap_bytes, parent, &mut run.budget))
        });
        run.statistics.generated += generated;
        to_result(flow)?;
        Ok((later < most_f).then_some(later))
    }

    /// Ends an expansion; puts the state back into the open list if there are successors left to generate.
    #[inline]
    fn end_expansion(&mut self, entry: Entry, later: Option<u64>) -> Result<(), StopReason> {
        if let Some(priority) = later {
            self.run.stopwatch.switch_to(Part::OpenList);
            self.nodes.get_mut(entry.id).reopen();
            self.open.push(Entry { priority, ..entry }, &mut self.run.budget)?;
        }
        self.unfinished = None;
        Ok(())
    }

    /// Passes states that are no goals to the heuristic before they are evaluated.
    #[cold]
    fn prefetch<'c>(&mut self, states: impl Iterator<Item = &'c P::State>) -> Result<(), StopReason>
    where
        P::State: 'c,
    {
        self.run.stopwatch.switch_to(Part::Heuristic);
        let states: Vec<P::State> = states.filter(|state| !self.problem.is_goal(state)).cloned().collect();
        let heap_bytes: usize = states.iter().map(|state| self.problem.heap_bytes(state)).sum();
        let bytes = heap_bytes + states.capacity() * size_of::<P::State>();
        self.run.budget.take(bytes)?;
        self.evaluator.prefetch(&states);
        self.run.budget.give_back(bytes);
        Ok(())
    }

    /// Stores states that arrived from other partitions, or records cheaper paths to them. On an error none of them counts
    /// as stored: the caller has to account for all of them in its lower bound.
    pub fn admit_all(&mut self, successors: &mut [Successor<P::State, A>]) -> Result<(), StopReason> {
        let mut kept = std::mem::take(&mut self.kept);
        self.reserve_kept(&mut kept, successors.len())?;
        let count = filter_duplicates(successors, &self.nodes, &mut kept);
        self.run.statistics.duplicates += (successors.len() - count) as u64;
        let admitted = kept[..count].iter().try_for_each(|&i| {
            let Successor { child, parent, parent_f } = &successors[i as usize];
            self.admit(child, *parent, *parent_f).map(drop)
        });
        self.kept = kept;
        admitted
    }

    #[inline]
    fn reserve_kept(&mut self, kept: &mut Vec<u32>, count: usize) -> Result<(), OutOfMemory> {
        if count <= kept.capacity() {
            return Ok(());
        }
        self.run.budget.reserve(kept, count.next_power_of_two().max(64))
    }

    /// Stores a successor, or records a cheaper path to it.
    #[inline]
    fn admit(&mut self, child: &Child<P::State>, parent: A, parent_f: Cost) -> Result<Admission, StopReason> {
        self.run.stopwatch.switch_to(Part::Index);
        let Some(g) = add_cost(0, child.g) else {
            self.exceeds_max_cost = true;
            return Ok(Admission { fate: Fate::Dropped, h: None });
        };
        let inherited = parent_f.saturating_sub(g);
        if child.candidate == Candidate::NONE {
            self.admit_new(child, parent, g, inherited)
        } else {
            self.admit_known(child.candidate.0, &child.state, parent, g, inherited)
        }
    }

    #[inline]
    fn admit_new(
        &mut self,
        child: &Child<P::State>,
        parent: A,
        g: Cost,
        inherited: Cost,
    ) -> Result<Admission, StopReason> {
        let is_goal = self.problem.is_goal(&child.state);
        let h = self.evaluate(&child.state, is_goal, inherited);
        let Some(value) = h else { return Ok(Admission { fate: Fate::DeadEnd, h }) };
        if parent == A::NONE {
            self.run.statistics.start_h.get_or_insert(value);
        }
        if self.is_pruned(is_goal, g, value) {
            return Ok(Admission { fate: Fate::Dropped, h });
        }
        let heap_bytes = self.problem.heap_bytes(&child.state);
        match self.nodes.store(child.hash, &child.state, heap_bytes, parent, g, &mut self.run.budget)? {
            Stored::New(id) => {
                self.push_open(id, is_goal, g, value)?;
                let nodes = &self.nodes;
                self.run.generated(&child.state, g, value, || nodes.position(id))?;
                Ok(Admission { fate: Fate::New, h })
            }
            // Another child of the same expansion or batch was the same state.
            Stored::Known(id) => self.admit_known(id, &child.state, parent, g, inherited),
        }
    }

    #[cold]
    fn admit_known(
        &mut self,
        id: Id,
        state: &P::State,
        parent: A,
        g: Cost,
        inherited: Cost,
    ) -> Result<Admission, StopReason> {
        self.run.statistics.duplicates += 1;
        let node = self.nodes.get_mut(id);
        if g >= node.g() {
            return Ok(Admission { fate: Fate::Known, h: None });
        }
        let was_closed = node.is_closed();
        if was_closed && !self.order.reopens() {
            self.drop_path(state, g, inherited);
            return Ok(Admission { fate: Fate::Dropped, h: None });
        }
        let fate = if was_closed { Fate::Reopened } else { Fate::Cheaper };
        node.improve(g, parent);
        let is_goal = self.problem.is_goal(state);
        if !self.order.depends_on_g() && !is_goal {
            // It is in the open list, at a priority that does not depend on g.
            return Ok(Admission { fate, h: None });
        }
        self.run.statistics.reopened += u64::from(was_closed);
        let h = self.evaluate(state, is_goal, inherited);
        let Some(value) = h else { return Ok(Admission { fate: Fate::DeadEnd, h }) };
        if self.is_pruned(is_goal, g, value) {
            return Ok(Admission { fate: Fate::Dropped, h });
        }
        self.push_open(id, is_goal, g, value)?;
        Ok(Admission { fate, h })
    }

    /// Drops a cheaper path to an expanded state, and accounts for the plans along it.
    fn drop_path(&mut self, state: &P::State, g: Cost, inherited: Cost) {
        let bound = match self.order {
            Order::Greedy => Some(g),
            _ => self.evaluate(state, false, inherited).map(|h| self.evaluator.lower_bound(g, h)),
        };
        self.dropped = self.dropped.min(bound.unwrap_or(Cost::MAX));
    }

    /// Puts a stored state into the open list; a goal becomes the incumbent instead.
    #[inline]
    fn push_open(&mut self, id: Id, is_goal: bool, g: Cost, h: Cost) -> Result<(), StopReason> {
        if is_goal {
            return self.adopt_goal(id, g);
        }
        self.run.stopwatch.switch_to(Part::OpenList);
        let (priority, tie) = self.order.rank(g, h);
        let entry = Entry { priority, tie, id };
        self.open.push(entry, &mut self.run.budget).map_err(|out_of_memory| {
            self.unlisted.push(entry);
            out_of_memory.into()
        })
    }

    /// Makes a stored goal the incumbent.
    #[cold]
    fn adopt_goal(&mut self, id: Id, g: Cost) -> Result<(), StopReason> {
        self.set_incumbent(Incumbent { address: self.base.with_id(id), cost: g });
        self.run.improved(g, &self.sizes())
    }

    #[inline]
    fn evaluate(&mut self, state: &P::State, is_goal: bool, inherited: Cost) -> Option<Cost> {
        if is_goal || !self.evaluator.informed {
            return Some(0);
        }
        self.run.stopwatch.switch_to(Part::Heuristic);
        let h = self.evaluator.evaluate(state, inherited, &mut self.run.statistics)?;
        self.run.stopwatch.switch_to(Part::Index);
        Some(h)
    }
}
