//! A*, uniform-cost, greedy best-first and weighted A*: one loop, four orders.
//!
//! The state that comes first in the order is expanded; each successor is stored unless it is known, dear or dead. A goal
//! is recognised when it is generated and becomes the incumbent; from then on nothing that cannot beat it is stored, and
//! the loop ends when nothing that waits comes before it.
//!
//! # References
//! - P. E. Hart, N. J. Nilsson, B. Raphael, *A formal basis for the heuristic determination of minimum cost paths*, 1968.
//! - L. Mérő, *A heuristic search algorithm with modifiable estimate*, 1984 (pathmax).
//! - I. Pohl, *Heuristic search viewed as path finding in a graph*, 1970 (weights).

use crate::children::{Child, sift};
use crate::run::{Extent, Gauge, Guide, Run, add_cost, plan_to};
use crate::stopwatch::Part;
use crate::store::{Entered, Entry, Guess, Id, NO_PARENT, Nodes, OpenList};
use crate::{Cost, Heuristic, Outcome, Problem, Report, StopReason};

/// In which order states are expanded.
#[derive(Clone, Copy)]
pub(crate) enum Order {
    /// By g + h, the lower h (so the higher g) first among equals; with the pathmax adjustment or without.
    AStar { pathmax: bool },
    /// The same, where a successor is stored only when its turn has come.
    PartialAStar,
    /// By g.
    UniformCost,
    /// By h.
    Greedy,
    /// By denominator·g + numerator·h.
    Weighted { numerator: u32, denominator: u32 },
}

impl Order {
    /// The priority, and the tie among equals.
    #[inline]
    pub fn rank(self, g: Cost, h: Cost) -> (u64, u32) {
        match self {
            Order::AStar { .. } | Order::PartialAStar => (u64::from(g) + u64::from(h), h),
            Order::UniformCost => (u64::from(g), 0),
            Order::Greedy => (u64::from(h), 0),
            Order::Weighted { numerator, denominator } => {
                (u64::from(denominator) * u64::from(g) + u64::from(numerator) * u64::from(h), h)
            }
        }
    }

    /// The h that went into a rank.
    #[inline]
    pub fn h_of(self, entry: Entry) -> Cost {
        match self {
            Order::Greedy => entry.priority as Cost,
            _ => entry.tie,
        }
    }

    /// The layer in which the expansion of a state counts: by its f, or by that of the successors that are due.
    #[inline]
    pub fn layer_of(self, entry: Entry, g: Cost) -> Cost {
        match self {
            Order::PartialAStar => entry.priority as Cost,
            _ => g + self.h_of(entry),
        }
    }

    /// Whether the least priority that waits is a lower bound on the cost of every plan (if the heuristic is).
    pub fn is_by_cost(self) -> bool {
        matches!(self, Order::AStar { .. } | Order::PartialAStar | Order::UniformCost)
    }

    /// Whether a cheaper way to an expanded state makes it wait again.
    fn reopens(self) -> bool {
        !matches!(self, Order::Greedy)
    }
}

pub(crate) fn search<'a, P, H>(
    problem: &'a P,
    guide: Guide<'a, H>,
    order: Order,
    run: Run<'a, P::State>,
) -> Report<P::Action>
where
    P: Problem,
    H: Heuristic<P::State>,
{
    let mut search = BestFirst::new(problem, guide, order, run);
    let ended = search.begin().and_then(|()| search.explore(Extent::UNLIMITED).map(drop));
    if ended.is_ok() && search.incumbent.is_none() && search.too_costly && search.overlooked < Cost::MAX {
        let BestFirst { guide, run, .. } = search;
        return search_by_cost(problem, guide, run);
    }
    search.report(ended)
}

/// Starts over as uniform-cost search, without the heuristic. The last resort of algorithms that pass over cheaper ways to
/// known states: where the ways that they took became too costly to count, only the cheapest ways can tell whether there is
/// a plan of at most [`MAX_COST`](crate::MAX_COST).
pub(crate) fn search_by_cost<'a, P, H>(problem: &'a P, guide: Guide<'a, H>, run: Run<'a, P::State>) -> Report<P::Action>
where
    P: Problem,
    H: Heuristic<P::State>,
{
    search(problem, guide.uninformed(), Order::UniformCost, run.start_over())
}

#[derive(Clone, Copy)]
pub(crate) struct Incumbent {
    pub id: Id,
    pub cost: Cost,
}

/// How far a search came.
#[derive(PartialEq, Eq)]
pub(crate) enum Explored {
    /// Nothing that waits comes before the incumbent.
    All,
    /// The search is to go on elsewhere.
    Enough,
}

pub(crate) struct BestFirst<'a, P: Problem, H> {
    pub problem: &'a P,
    pub guide: Guide<'a, H>,
    pub order: Order,
    pub run: Run<'a, P::State>,
    pub nodes: Nodes<P::State>,
    pub open: OpenList,
    /// Used again for every expansion, so that expanding allocates nothing.
    pub children: Vec<Child<P::State>>,
    pub kept: Vec<u32>,
    pub incumbent: Option<Incumbent>,
    /// The least cost of a way to an expanded state that an order without reopening passed over.
    overlooked: Cost,
    /// A lower bound on plans through what is neither open nor done: the state under expansion, or the start (0) until it
    /// is stored.
    pub unfinished: Option<Cost>,
    /// Whether a successor was dropped because the way to it costs more than [`MAX_COST`](crate::MAX_COST).
    pub too_costly: bool,
}

impl<'a, P, H> BestFirst<'a, P, H>
where
    P: Problem,
    H: Heuristic<P::State>,
{
    pub fn new(problem: &'a P, guide: Guide<'a, H>, order: Order, run: Run<'a, P::State>) -> Self {
        BestFirst {
            problem,
            guide,
            order,
            run,
            nodes: Nodes::new(),
            open: OpenList::new(),
            children: Vec::new(),
            kept: Vec::new(),
            incumbent: None,
            overlooked: Cost::MAX,
            unfinished: Some(0),
            too_costly: false,
        }
    }

    /// The report of a search that ended like this.
    pub fn report(mut self, ended: Result<(), StopReason>) -> Report<P::Action> {
        let bound = self.final_bound();
        self.run.raise_bound(bound);
        let plan = self.incumbent.as_ref().map(|incumbent| plan_to(self.problem, &self.nodes, incumbent.id));
        let outcome = match (ended, plan) {
            (Err(reason), best) => Outcome::Stopped { reason, best },
            (Ok(()), Some(plan)) => Outcome::Solved(plan),
            (Ok(()), None) if self.too_costly => Outcome::Stopped { reason: StopReason::Cost, best: None },
            (Ok(()), None) => Outcome::Unsolvable,
        };
        let held = self.nodes.held(self.open.bytes_in_use(), self.guide.bytes::<P::State>());
        self.run.report(outcome, held, self.nodes.len())
    }

    /// Stores the start.
    pub fn begin(&mut self) -> Result<(), StopReason> {
        let start = self.problem.start();
        self.admit(&Child::new(start, 0), NO_PARENT, 0, 0)?;
        self.unfinished = None;
        Ok(())
    }

    /// Expands what waits, in order, until nothing is left that comes before the incumbent, or the search has come so far.
    pub fn explore(&mut self, extent: Extent) -> Result<Explored, StopReason> {
        self.run.next_lap(Part::OpenList);
        while self.next_priority().is_some() {
            if self.run.has_come_to(extent) {
                return Ok(Explored::Enough);
            }
            let Some(entry) = self.open.pop() else { break };
            if self.nodes.get(entry.id).is_closed() {
                continue; // It was expanded since, by a cheaper way.
            }
            if self.priorities_are_bounds() {
                self.run.raise_bound(entry.priority as Cost);
            }
            self.expand(entry)?;
            self.run.next_lap(Part::OpenList);
        }
        Ok(Explored::All)
    }

    /// The lowest priority that waits, if it comes before the incumbent.
    #[inline]
    pub fn next_priority(&mut self) -> Option<u64> {
        let priority = self.open.lowest()?;
        let comes_too_late = |goal: &Incumbent| priority >= self.order.rank(goal.cost, 0).0;
        (!self.incumbent.as_ref().is_some_and(comes_too_late)).then_some(priority)
    }

    fn expand(&mut self, entry: Entry) -> Result<(), StopReason> {
        let h = self.order.h_of(entry);
        let node = self.nodes.get_mut(entry.id);
        let (state, g) = (node.state.clone(), node.g());
        node.close();
        self.unfinished = Some(self.guide.lower_bound(g, h));
        let gauge = || Gauge {
            stored: self.nodes.len(),
            open: self.open.len(),
            heuristic_bytes: self.guide.bytes::<P::State>(),
        };
        self.run.expansion(&state, g, h, self.order.layer_of(entry, g), gauge)?;

        if self.guide.informed {
            self.run.stopwatch.switch_to(Part::Heuristic);
            self.guide.focus_on(&state);
        }
        self.run.stopwatch.switch_to(Part::Successors);
        let (mut children, mut kept) = (std::mem::take(&mut self.children), std::mem::take(&mut self.kept));
        let later = self.generate(&state, g, entry.priority, &mut children);
        self.run.stopwatch.switch_to(Part::Index);
        let count = sift(&mut children, |child| child, g, &self.nodes, &mut kept);
        self.run.statistics.duplicates += (children.len() - count) as u64;
        let mut worthy = kept[..count].iter().map(|&i| &children[i as usize]);
        if self.guide.foresees {
            self.foresee(worthy.clone().map(|child| &child.state));
        }
        let admitted = worthy.try_for_each(|child| self.admit(child, entry.id, g, h));
        children.clear();
        (self.children, self.kept) = (children, kept);
        admitted?;
        self.wait_again(entry, later)?;
        self.unfinished = None;
        self.run.note_sizes(self.nodes.len(), self.open.len());
        Ok(())
    }

    /// Generates the successors of a state, or those that are due. The least priority of the others, if there are any.
    #[inline]
    fn generate(
        &mut self,
        state: &P::State,
        g: Cost,
        priority: u64,
        children: &mut Vec<Child<P::State>>,
    ) -> Option<u64> {
        if matches!(self.order, Order::PartialAStar) {
            return self.generate_due(state, g, priority, children);
        }
        self.problem.successors(state, |_, cost, state| children.push(Child::new(state, cost)));
        self.run.statistics.generated += children.len() as u64;
        None
    }

    /// Generates the successors whose f is due. The least f of the others is when their parent is expanded again; until then
    /// they take neither room nor time to look them up.
    #[inline]
    pub fn generate_due(
        &mut self,
        state: &P::State,
        g: Cost,
        due: u64,
        children: &mut Vec<Child<P::State>>,
    ) -> Option<u64> {
        if self.guide.foresees {
            let mut states = Vec::new();
            self.problem.successors(state, |_, _, state| states.push(state));
            self.foresee(states.iter());
        }
        let (problem, order, guide, run) = (self.problem, self.order, &mut self.guide, &mut self.run);
        // What cannot cost less than the incumbent is not worth waiting for. If h is no lower bound, only g tells.
        let most = self.incumbent.as_ref().map_or(u64::MAX, |goal| u64::from(goal.cost));
        let (most_g, most_f) = if guide.trusted { (u64::MAX, most) } else { (most, u64::MAX) };
        let (mut generated, mut later) = (0, u64::MAX);
        let too_costly = &mut self.too_costly;
        problem.successors(state, |_, cost, state| {
            generated += 1;
            let is_due = problem.is_goal(&state) || {
                let Some(g) = add_cost(g, cost) else {
                    *too_costly = true;
                    return;
                };
                run.stopwatch.switch_to(Part::Heuristic);
                let enough = due.saturating_sub(u64::from(g)) as Cost;
                let h = guide.estimate_up_to(&state, enough, &mut run.statistics);
                run.stopwatch.switch_to(Part::Successors);
                let Some(h) = h else { return };
                let (f, _) = order.rank(g, h);
                if f > due && u64::from(g) < most_g {
                    later = later.min(f);
                }
                f <= due
            };
            if is_due {
                children.push(Child::new(state, cost));
            }
        });
        run.statistics.generated += generated;
        (later < most_f).then_some(later)
    }

    /// Puts a state that was expanded back into the open list if there are successors left to generate.
    #[inline]
    pub fn wait_again(&mut self, entry: Entry, later: Option<u64>) -> Result<(), StopReason> {
        if let Some(priority) = later {
            self.run.stopwatch.switch_to(Part::OpenList);
            self.nodes.get_mut(entry.id).reopen();
            self.open.push(Entry { priority, ..entry }, &mut self.run.budget)?;
        }
        Ok(())
    }

    /// Tells the heuristic of the successors that it will be asked for.
    #[cold]
    fn foresee<'c>(&mut self, states: impl Iterator<Item = &'c P::State>)
    where
        P::State: 'c,
    {
        self.run.stopwatch.switch_to(Part::Heuristic);
        let asked: Vec<P::State> = states.filter(|state| !self.problem.is_goal(state)).cloned().collect();
        self.guide.foresee(&asked);
    }

    /// Stores a successor, or notes a cheaper way to it.
    #[inline]
    pub fn admit(
        &mut self,
        child: &Child<P::State>,
        parent: Id,
        parent_g: Cost,
        parent_h: Cost,
    ) -> Result<(), StopReason> {
        self.run.stopwatch.switch_to(Part::Index);
        let Some(g) = add_cost(parent_g, child.cost) else {
            self.too_costly = true;
            return Ok(());
        };
        let inherited = parent_h.saturating_sub(child.cost);
        if child.guess == Guess::UNKNOWN {
            self.meet(child, parent, g, inherited)
        } else {
            self.meet_again(child.guess.0, &child.state, parent, g, inherited)
        }
    }

    /// A state not known before.
    #[inline]
    fn meet(&mut self, child: &Child<P::State>, parent: Id, g: Cost, inherited: Cost) -> Result<(), StopReason> {
        let is_goal = self.problem.is_goal(&child.state);
        let Some(h) = self.estimate(&child.state, is_goal, inherited) else { return Ok(()) };
        if parent == NO_PARENT {
            self.run.statistics.start_h.get_or_insert(h);
        }
        if self.cannot_win(g, h) {
            return Ok(());
        }
        let heap_bytes = self.problem.heap_bytes(&child.state);
        self.run.budget.take(heap_bytes)?;
        match self.nodes.enter(child.hash, child.state.clone(), parent, g, &mut self.run.budget)? {
            Entered::New(id) => self.wait(id, is_goal, g, h),
            Entered::Known(id) => {
                // A sibling, or another message of the same batch, told of it.
                self.run.budget.give_back(heap_bytes);
                self.meet_again(id, &child.state, parent, g, inherited)
            }
        }
    }

    /// A known state, reached once more.
    #[cold]
    fn meet_again(&mut self, id: Id, state: &P::State, parent: Id, g: Cost, inherited: Cost) -> Result<(), StopReason> {
        self.run.statistics.duplicates += 1;
        let node = self.nodes.get_mut(id);
        if g >= node.g() {
            return Ok(());
        }
        let was_closed = node.is_closed();
        if was_closed && !self.order.reopens() {
            self.overlooked = self.overlooked.min(g);
            return Ok(());
        }
        node.improve(g, parent);
        let is_goal = self.problem.is_goal(state);
        if !self.order.reopens() && !is_goal {
            return Ok(()); // It waits already, in a place that does not depend on g.
        }
        self.run.statistics.reopened += u64::from(was_closed);
        let Some(h) = self.estimate(state, is_goal, inherited) else { return Ok(()) };
        if self.cannot_win(g, h) {
            return Ok(());
        }
        self.wait(id, is_goal, g, h)
    }

    /// Puts a stored state into the open list; a goal becomes the incumbent instead.
    #[inline]
    fn wait(&mut self, id: Id, is_goal: bool, g: Cost, h: Cost) -> Result<(), StopReason> {
        if is_goal {
            self.incumbent = Some(Incumbent { id, cost: g });
            self.run.best = Some(g);
            return Ok(());
        }
        self.run.stopwatch.switch_to(Part::OpenList);
        let (priority, tie) = self.order.rank(g, h);
        Ok(self.open.push(Entry { priority, tie, id }, &mut self.run.budget)?)
    }

    #[inline]
    fn estimate(&mut self, state: &P::State, is_goal: bool, inherited: Cost) -> Option<Cost> {
        if is_goal || !self.guide.informed {
            return Some(0);
        }
        self.run.stopwatch.switch_to(Part::Heuristic);
        let h = self.guide.estimate(state, &mut self.run.statistics)?;
        self.run.stopwatch.switch_to(Part::Index);
        Some(if matches!(self.order, Order::AStar { pathmax: true }) { h.max(inherited) } else { h })
    }

    /// Whether no plan through a state can be cheaper than the incumbent.
    #[inline]
    fn cannot_win(&self, g: Cost, h: Cost) -> bool {
        self.incumbent.as_ref().is_some_and(|goal| self.guide.lower_bound(g, h) >= goal.cost)
    }

    /// Whether the priority of a waiting state is a lower bound on the cost of plans through it.
    #[inline]
    pub fn priorities_are_bounds(&self) -> bool {
        self.order.is_by_cost() && self.guide.trusted
    }

    /// What a plan through a waiting state costs at least, or through those successors of it that are still to come.
    pub fn waiting_bound(&self, entry: Entry) -> Cost {
        if self.priorities_are_bounds() {
            return entry.priority as Cost;
        }
        self.guide.lower_bound(self.nodes.get(entry.id).g(), self.order.h_of(entry))
    }

    /// What every plan costs at least, as far as the search has come.
    pub fn final_bound(&mut self) -> Cost {
        let best = self.incumbent.as_ref().map_or(Cost::MAX, |goal| goal.cost);
        let passed_over = self.overlooked.min(self.unfinished.unwrap_or(Cost::MAX));
        self.least_waiting().min(passed_over).min(best)
    }

    /// What every plan through a waiting state costs at least.
    fn least_waiting(&mut self) -> Cost {
        if self.priorities_are_bounds() {
            // The first one will do, after those that were expanded since.
            let (open, nodes) = (&mut self.open, &self.nodes);
            let first = std::iter::from_fn(|| open.pop()).find(|entry| !nodes.get(entry.id).is_closed());
            return first.map_or(Cost::MAX, |entry| entry.priority as Cost);
        }
        let waiting = self.open.iter().filter(|entry| !self.nodes.get(entry.id).is_closed());
        waiting.map(|entry| self.waiting_bound(entry)).min().unwrap_or(Cost::MAX)
    }
}
