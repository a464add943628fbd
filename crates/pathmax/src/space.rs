//! Everything that can be reached, and what it costs to go on from there.

use std::hash::Hash;

use crate::run::{Gauge, Run};
use crate::store::{Arena, Budget, Entry, Id, Lookup, NO_PARENT, Nodes, OpenList, OutOfMemory, hash_of};
use crate::{Cancel, Claims, Cost, Heuristic, Limits, MAX_COST, Observer, Problem, StopReason};

/// Every state that can be reached from the start of a problem, every action between them, and for each state the true
/// cost of going on to the nearest goal.
///
/// The states are found once, forward; the costs by one pass backward from the goals. Nothing is sought beyond goals.
///
/// ```
/// use pathmax::{Cancel, Limits, Problem, Space};
/// # struct Countdown;
/// # impl Problem for Countdown {
/// #     type State = u32;
/// #     type Action = u32;
/// #     fn start(&self) -> u32 { 7 }
/// #     fn actions(&self, state: &u32, visit: impl FnMut(u32)) { [1, 3].into_iter().filter(|n| n <= state).for_each(visit) }
/// #     fn apply(&self, state: &u32, action: &u32) -> u32 { state - action }
/// #     fn is_goal(&self, state: &u32) -> bool { *state == 0 }
/// # }
///
/// // From 7 down to 0, by ones and threes.
/// let space = Space::explore(&Countdown, &Limits::default(), &Cancel::new(), &mut ()).unwrap();
/// assert_eq!(space.len(), 8);
/// assert_eq!(space.cost_to_go(&7), Some(Some(3)));
/// ```
pub struct Space<S> {
    /// The cost of a node is what it costs to go on from there; [`MAX_COST`] where no goal can be reached.
    nodes: Nodes<S>,
    /// Where the actions that lead to each state begin in `incoming`, and where the last ones end.
    offsets: Vec<u64>,
    incoming: Vec<Incoming>,
    bytes: usize,
}

/// An action that leads to a state.
#[derive(Clone, Copy)]
struct Incoming {
    from: Id,
    cost: Cost,
}

/// An action on its way into the list of those that lead to a state.
struct Found {
    to: Id,
    action: Incoming,
}

/// An action between two states of a [`Space`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The number of the state in which it is possible.
    pub from: usize,
    /// The number of the state that it leads to.
    pub to: usize,
    /// What it costs.
    pub cost: Cost,
}

impl<S: Clone + Eq + Hash> Space<S> {
    /// Finds all states, within limits. A limit on expansions is one on states here.
    ///
    /// Stops with [`StopReason::Cost`] if a goal can be reached from a state, but only at a cost of [`MAX_COST`] or more.
    pub fn explore<P: Problem<State = S>>(
        problem: &P,
        limits: &Limits,
        cancel: &Cancel,
        observer: &mut dyn Observer<S>,
    ) -> Result<Self, StopReason> {
        Self::explore_under(problem, &mut Run::new(limits, cancel, observer, false))
    }

    /// Finds all states as long as `go_on` says so, which is asked now and then with the bytes that are held or about to
    /// be taken: what a heuristic can do in [`prepare`](Heuristic::prepare).
    pub fn explore_while<P: Problem<State = S>>(problem: &P, go_on: &mut dyn FnMut(usize) -> bool) -> Option<Self> {
        Self::explore_under(problem, &mut Asking { go_on, budget: Budget::new(None), states_until_check: 1 }).ok()
    }

    fn explore_under<P: Problem<State = S>>(problem: &P, guard: &mut impl Guard<S>) -> Result<Self, StopReason> {
        let mut forward = Forward { problem, nodes: Nodes::new(), found: Arena::new() };
        forward.admit(problem.start(), guard.budget())?;
        let mut goals = OpenList::new();
        let mut next: Id = 0;
        while (next as usize) < forward.nodes.len() {
            let state = forward.nodes.get(next).state.clone();
            guard.allow_state(&state, &forward.nodes, next)?;
            if problem.is_goal(&state) {
                goals.push(Entry { priority: 0, tie: 0, id: next }, guard.budget())?;
            } else {
                forward.expand(next, &state, guard.budget())?;
            }
            next += 1;
        }
        let sorted =
            (forward.nodes.len() + 1) * size_of::<u64>() + forward.found.len() as usize * size_of::<Incoming>();
        guard.allow_bytes(sorted)?;
        let mut space = forward.into_space(guard.budget())?;
        space.go_backward(goals, guard.budget())?;
        space.bytes = space.nodes.bytes_in_use() + sorted;
        Ok(space)
    }

    /// Finds the cost of every state, from the goals on; the cheapest first, so that a cost once taken is final.
    fn go_backward(&mut self, mut open: OpenList, budget: &mut Budget) -> Result<(), StopReason> {
        let mut too_costly = false;
        for entry in open.iter() {
            self.nodes.get_mut(entry.id).improve(0, NO_PARENT);
        }
        while let Some(Entry { priority, id, .. }) = open.pop() {
            let cost = self.nodes.get(id).g();
            if u64::from(cost) < priority {
                continue;
            }
            for i in self.offsets[id as usize]..self.offsets[id as usize + 1] {
                let Incoming { from, cost: step } = self.incoming[i as usize];
                let through_here = cost.saturating_add(step);
                too_costly |= through_here >= MAX_COST;
                if through_here < self.nodes.get(from).g() {
                    self.nodes.get_mut(from).improve(through_here, NO_PARENT);
                    open.push(Entry { priority: u64::from(through_here), tie: 0, id: from }, budget)?;
                }
            }
        }
        if too_costly && self.has_uncounted_costs() { Err(StopReason::Cost) } else { Ok(()) }
    }

    /// Whether a state without a known cost leads to one with a known cost.
    fn has_uncounted_costs(&self) -> bool {
        let is_known = |number| self.state(number).1.is_some();
        self.edges().any(|edge| is_known(edge.to) && !is_known(edge.from))
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: the start is always there.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The state of this number, counted from 0 in the order in which they were found, and what it costs to go on from
    /// there: `None` where no goal can be reached.
    pub fn state(&self, number: usize) -> (&S, Option<Cost>) {
        let node = self.nodes.get(number as Id);
        (&node.state, Some(node.g()).filter(|&cost| cost < MAX_COST))
    }

    /// All states, in the order of their numbers.
    pub fn states(&self) -> impl Iterator<Item = (&S, Option<Cost>)> {
        (0..self.len()).map(|number| self.state(number))
    }

    /// All actions, by the state that they lead to.
    pub fn edges(&self) -> impl Iterator<Item = Edge> {
        (0..self.len()).flat_map(|to| {
            let range = self.offsets[to] as usize..self.offsets[to + 1] as usize;
            self.incoming[range].iter().map(move |edge| Edge { from: edge.from as usize, to, cost: edge.cost })
        })
    }

    /// What it costs to go on from a state: `Some(None)` where no goal can be reached, `None` for a state that does not
    /// belong to the space.
    pub fn cost_to_go(&self, state: &S) -> Option<Option<Cost>> {
        match self.nodes.lookup(hash_of(state), state) {
            Lookup::Found(id) => Some(self.state(id as usize).1),
            Lookup::Vacant(_) => None,
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

/// The perfect heuristic: it tells the truth about every state of the space, and nothing about others.
impl<S: Clone + Eq + Hash> Heuristic<S> for Space<S> {
    fn estimate(&mut self, state: &S) -> Option<Cost> {
        self.cost_to_go(state).unwrap_or(Some(0))
    }

    fn claims(&self) -> Claims {
        Claims::CONSISTENT
    }

    fn bytes(&self) -> usize {
        self.bytes
    }
}

/// Whoever keeps the limits.
trait Guard<S> {
    fn budget(&mut self) -> &mut Budget;

    /// Whether the state `next` of those that are stored may be looked at.
    fn allow_state(&mut self, state: &S, nodes: &Nodes<S>, next: Id) -> Result<(), StopReason>;

    /// Whether so much may be taken at once.
    fn allow_bytes(&mut self, bytes: usize) -> Result<(), StopReason>;
}

impl<S: Eq + Hash> Guard<S> for Run<'_, S> {
    fn budget(&mut self) -> &mut Budget {
        &mut self.budget
    }

    fn allow_state(&mut self, state: &S, nodes: &Nodes<S>, next: Id) -> Result<(), StopReason> {
        let (stored, open) = (nodes.len(), nodes.len() - next as usize);
        self.expansion(state, 0, 0, 0, || Gauge { stored, open, heuristic_bytes: 0 })
    }

    /// The budget itself knows.
    fn allow_bytes(&mut self, _: usize) -> Result<(), StopReason> {
        Ok(())
    }
}

/// Keeps limits by asking somebody else.
struct Asking<'g> {
    go_on: &'g mut dyn FnMut(usize) -> bool,
    budget: Budget,
    states_until_check: u32,
}

/// Few enough that what they take between two checks is little.
const STATES_BETWEEN_CHECKS: u32 = 64;

impl<S: Eq + Hash> Guard<S> for Asking<'_> {
    fn budget(&mut self) -> &mut Budget {
        &mut self.budget
    }

    fn allow_state(&mut self, _: &S, nodes: &Nodes<S>, _: Id) -> Result<(), StopReason> {
        self.states_until_check -= 1;
        if self.states_until_check > 0 {
            return Ok(());
        }
        self.states_until_check = STATES_BETWEEN_CHECKS;
        Guard::<S>::allow_bytes(self, nodes.bytes_of_next_growth())
    }

    fn allow_bytes(&mut self, bytes: usize) -> Result<(), StopReason> {
        if (self.go_on)(self.budget.held() + bytes) { Ok(()) } else { Err(StopReason::Cancelled) }
    }
}

/// The first half of the work.
struct Forward<'p, P: Problem> {
    problem: &'p P,
    nodes: Nodes<P::State>,
    found: Arena<Found>,
}

impl<P: Problem> Forward<'_, P> {
    /// The number of a state, known or new.
    fn admit(&mut self, state: P::State, budget: &mut Budget) -> Result<Id, OutOfMemory> {
        let hash = hash_of(&state);
        match self.nodes.lookup(hash, &state) {
            Lookup::Found(id) => Ok(id),
            Lookup::Vacant(place) => {
                budget.take(self.problem.heap_bytes(&state))?;
                self.nodes.insert(place, hash, state, NO_PARENT, MAX_COST, budget)
            }
        }
    }

    fn expand(&mut self, from: Id, state: &P::State, budget: &mut Budget) -> Result<(), OutOfMemory> {
        let problem = self.problem;
        let mut result = Ok(());
        problem.successors(state, |_, cost, child| {
            if result.is_err() {
                return;
            }
            result = self.admit(child, budget).and_then(|to| {
                self.found.push(Found { to, action: Incoming { from, cost } }, budget)?;
                Ok(())
            });
        });
        result
    }

    /// Sorts the actions by where they lead.
    fn into_space(self, budget: &mut Budget) -> Result<Space<P::State>, OutOfMemory> {
        let states = self.nodes.len();
        let mut offsets: Vec<u64> = budget.vector(states + 1)?;
        offsets.resize(states + 1, 0);
        for found in self.found.iter() {
            offsets[found.to as usize] += 1;
        }
        // From counts to ends; filling from the back then leaves the beginnings.
        let mut end = 0;
        for offset in &mut offsets {
            end += *offset;
            *offset = end;
        }
        let actions = self.found.len() as usize;
        let mut incoming: Vec<Incoming> = budget.vector(actions)?;
        incoming.resize(actions, Incoming { from: 0, cost: 0 });
        for found in self.found.iter() {
            let place = &mut offsets[found.to as usize];
            *place -= 1;
            incoming[*place as usize] = found.action;
        }
        Ok(Space { nodes: self.nodes, offsets, incoming, bytes: 0 })
    }
}
