//! The reachable state space with the true remaining cost of every state.

use std::hash::Hash;
use std::ops::ControlFlow;

use crate::problem::{to_flow, to_result};
use crate::run::{Run, Sizes, add_cost};
use crate::store::{Address, Arena, Budget, Entry, Id, Lookup, Nodes, OpenList, OutOfMemory, hash_of};
use crate::{CancelToken, Claims, Cost, Heuristic, Limits, MAX_COST, Observer, Problem, SearchOptions, StopReason};

/// The reachable state space of a problem: every state that can be reached from the start, every action between them, and
/// the true cost from each state to the nearest goal.
///
/// States are enumerated once, forward; costs are computed by one pass backward from the goals. Goals are not expanded.
///
/// ```
/// use pathmax::{CancelToken, CostToGo, Limits, Problem, Space};
/// # use std::ops::ControlFlow;
/// # struct Countdown;
/// # impl Problem for Countdown {
/// #     type State = u32;
/// #     type Action = u32;
/// #     fn start(&self) -> u32 { 7 }
/// #     fn actions<B>(&self, state: &u32, visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
/// #         [1, 3].into_iter().filter(|n| n <= state).try_for_each(visit)
/// #     }
/// #     fn apply(&self, state: &u32, action: &u32) -> u32 { state - action }
/// #     fn is_goal(&self, state: &u32) -> bool { *state == 0 }
/// # }
///
/// // From 7 down to 0, by ones and threes.
/// let space = Space::explore(&Countdown, &Limits::default(), &CancelToken::new(), &mut ()).unwrap();
/// assert_eq!(space.len(), 8);
/// assert_eq!(space.cost_to_go(&7), CostToGo::Known(3));
/// assert_eq!(space.cost_to_go(&8), CostToGo::OutsideSpace);
/// ```
pub struct Space<S> {
    /// The cost of a node is the cost from there to a goal; [`MAX_COST`] for a dead end.
    nodes: Nodes<S>,
    /// Where the actions that lead to each state begin in `incoming`, and the end of the last.
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

/// An action in the order of enumeration.
struct Enumerated {
    to: Id,
    action: Incoming,
}

/// An action between two states of a [`Space`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The number of the state from which it leads.
    pub from: usize,
    /// The number of the state to which it leads.
    pub to: usize,
    /// Its cost.
    pub cost: Cost,
}

/// The true cost from a state to the nearest goal, as a [`Space`] knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CostToGo {
    /// The cost of an optimal plan from the state.
    Known(Cost),
    /// No goal is reachable from the state.
    DeadEnd,
    /// The state does not belong to the space.
    OutsideSpace,
}

impl CostToGo {
    /// The cost, if it is known.
    pub fn cost(self) -> Option<Cost> {
        match self {
            CostToGo::Known(cost) => Some(cost),
            CostToGo::DeadEnd | CostToGo::OutsideSpace => None,
        }
    }
}

impl<S: Clone + Eq + Hash> Space<S> {
    /// Enumerates all states, within limits. A limit on expansions limits the number of states here.
    ///
    /// Stops with [`StopReason::Cost`] if a goal is reachable from a state, but only at a cost of [`MAX_COST`] or more. The
    /// observer's `g` is the cost of the path by which a state was first reached, at most [`MAX_COST`].
    pub fn explore<P: Problem<State = S>>(
        problem: &P,
        limits: &Limits,
        cancel: &CancelToken,
        observer: &mut dyn Observer<S>,
    ) -> Result<Self, StopReason> {
        let mut options = SearchOptions::default();
        (options.limits, options.cancel) = (limits.clone(), cancel.clone());
        Self::explore_within(problem, &mut Run::new(&options, observer))
    }

    /// Enumerates all states until `check` returns [`ControlFlow::Break`]. It is called now and then with the bytes that are
    /// held or about to be allocated: for use in [`Heuristic::prepare`].
    pub fn explore_while<P: Problem<State = S>>(
        problem: &P,
        check: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Option<Self> {
        let mut limits = CheckedByCaller { check, budget: Budget::new(None), states_until_check: 1 };
        Self::explore_within(problem, &mut limits).ok()
    }

    fn explore_within<P: Problem<State = S>>(
        problem: &P,
        limits: &mut impl ExplorationLimits<S>,
    ) -> Result<Self, StopReason> {
        let mut forward = Forward { problem, nodes: Nodes::new(), actions: Arena::new() };
        forward.admit(&problem.start(), Id::NONE, 0, limits.budget())?;
        let mut goals = OpenList::new(None);
        let mut next: Id = 0;
        while (next as usize) < forward.nodes.len() {
            let state = forward.nodes.get(next).state.clone();
            limits.check_state(&state, &forward.nodes, next)?;
            if problem.is_goal(&state) {
                goals.push(Entry { priority: 0, tie: 0, id: next }, limits.budget())?;
            } else {
                forward.expand(next, &state, limits.budget())?;
            }
            next += 1;
        }
        let sorted =
            (forward.nodes.len() + 1) * size_of::<u64>() + forward.actions.len() as usize * size_of::<Incoming>();
        limits.check_bytes(sorted)?;
        let mut space = forward.into_space(limits.budget())?;
        space.compute_costs(goals, limits.budget())?;
        space.bytes = space.nodes.bytes_in_use() + sorted;
        Ok(space)
    }

    /// Computes the cost of every state backward from the goals, lowest first, so that the cost of an expanded state is
    /// final.
    fn compute_costs(&mut self, mut open: OpenList, budget: &mut Budget) -> Result<(), StopReason> {
        let mut exceeds_max_cost = false;
        for id in 0..self.nodes.len() as Id {
            self.nodes.get_mut(id).improve(MAX_COST, Id::NONE);
        }
        for entry in open.iter() {
            self.nodes.get_mut(entry.id).improve(0, Id::NONE);
        }
        while let Some(Entry { priority, id, .. }) = open.pop() {
            let cost = self.nodes.get(id).g();
            if u64::from(cost) < priority {
                continue;
            }
            for i in self.offsets[id as usize]..self.offsets[id as usize + 1] {
                let Incoming { from, cost: step } = self.incoming[i as usize];
                let through_here = cost.saturating_add(step);
                exceeds_max_cost |= through_here >= MAX_COST;
                if through_here < self.nodes.get(from).g() {
                    self.nodes.get_mut(from).improve(through_here, Id::NONE);
                    open.push(Entry { priority: u64::from(through_here), tie: 0, id: from }, budget)?;
                }
            }
        }
        if exceeds_max_cost && self.has_unknown_costs() { Err(StopReason::Cost) } else { Ok(()) }
    }

    /// Whether a state without a known cost leads to one with a known cost.
    fn has_unknown_costs(&self) -> bool {
        let is_known = |number| self.state(number).1.is_some();
        self.edges().any(|edge| is_known(edge.to) && !is_known(edge.from))
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Always false: a space contains the start.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A state by its number, from 0 (the start) in the order of enumeration, and the true cost from there to the nearest
    /// goal; `None` for a dead end.
    pub fn state(&self, number: usize) -> (&S, Option<Cost>) {
        let node = self.nodes.get(number as Id);
        (&node.state, Some(node.g()).filter(|&cost| cost < MAX_COST))
    }

    /// All states with their cost, in the order of their numbers.
    pub fn states(&self) -> impl Iterator<Item = (&S, Option<Cost>)> {
        (0..self.len()).map(|number| self.state(number))
    }

    /// All actions, by the state to which they lead.
    pub fn edges(&self) -> impl Iterator<Item = Edge> {
        (0..self.len()).flat_map(|to| {
            let range = self.offsets[to] as usize..self.offsets[to + 1] as usize;
            self.incoming[range].iter().map(move |edge| Edge { from: edge.from as usize, to, cost: edge.cost })
        })
    }

    /// The true cost from a state to the nearest goal.
    pub fn cost_to_go(&self, state: &S) -> CostToGo {
        match self.nodes.lookup(hash_of(state), state) {
            Lookup::Found(id) => self.state(id as usize).1.map_or(CostToGo::DeadEnd, CostToGo::Known),
            Lookup::Vacant(_) => CostToGo::OutsideSpace,
        }
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

/// The perfect heuristic: the true cost of every state of the space, and 0 for others.
impl<S: Clone + Eq + Hash> Heuristic<S> for Space<S> {
    fn evaluate(&mut self, state: &S) -> Option<Cost> {
        match self.cost_to_go(state) {
            CostToGo::Known(cost) => Some(cost),
            CostToGo::DeadEnd => None,
            CostToGo::OutsideSpace => Some(0),
        }
    }

    fn claims(&self) -> Claims {
        Claims::CONSISTENT
    }

    fn bytes(&self) -> usize {
        self.bytes
    }
}

/// The limits of an exploration.
trait ExplorationLimits<S> {
    fn budget(&mut self) -> &mut Budget;

    /// Called before the stored state `next` is expanded.
    fn check_state(&mut self, state: &S, nodes: &Nodes<S>, next: Id) -> Result<(), StopReason>;

    /// Called before this much is allocated at once.
    fn check_bytes(&mut self, bytes: usize) -> Result<(), StopReason>;
}

impl<S: Clone + Eq + Hash> ExplorationLimits<S> for Run<'_, S> {
    fn budget(&mut self) -> &mut Budget {
        &mut self.budget
    }

    fn check_state(&mut self, state: &S, nodes: &Nodes<S>, next: Id) -> Result<(), StopReason> {
        let (stored, open) = (nodes.len(), nodes.len() - next as usize);
        let sizes = || Sizes { stored, open, heuristic_bytes: 0 };
        let (g, position) = (nodes.get(next).g(), || nodes.position(next));
        self.generated(state, g, 0, position)?;
        self.expansion(state, (g, 0, 0), position, sizes)
    }

    /// The budget has a limit of its own.
    fn check_bytes(&mut self, _: usize) -> Result<(), StopReason> {
        Ok(())
    }
}

/// Limits that the caller of [`Space::explore_while`] checks.
struct CheckedByCaller<'c> {
    check: &'c mut dyn FnMut(usize) -> ControlFlow<()>,
    budget: Budget,
    states_until_check: u32,
}

/// Few enough that the memory allocated between two checks is small.
const STATES_BETWEEN_CHECKS: u32 = 64;

impl<S: Clone + Eq + Hash> ExplorationLimits<S> for CheckedByCaller<'_> {
    fn budget(&mut self) -> &mut Budget {
        &mut self.budget
    }

    fn check_state(&mut self, _: &S, nodes: &Nodes<S>, _: Id) -> Result<(), StopReason> {
        self.states_until_check -= 1;
        if self.states_until_check > 0 {
            return Ok(());
        }
        self.states_until_check = STATES_BETWEEN_CHECKS;
        ExplorationLimits::<S>::check_bytes(self, nodes.bytes_of_next_growth())
    }

    fn check_bytes(&mut self, bytes: usize) -> Result<(), StopReason> {
        match (self.check)(self.budget.held() + bytes) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(StopReason::Cancelled),
        }
    }
}

/// The forward enumeration.
struct Forward<'p, P: Problem> {
    problem: &'p P,
    nodes: Nodes<P::State>,
    actions: Arena<Enumerated>,
}

impl<P: Problem> Forward<'_, P> {
    /// The number of a state, which is stored if it is new.
    fn admit(&mut self, state: &P::State, parent: Id, g: Cost, budget: &mut Budget) -> Result<Id, OutOfMemory> {
        let hash = hash_of(state);
        match self.nodes.lookup(hash, state) {
            Lookup::Found(id) => Ok(id),
            Lookup::Vacant(place) => {
                self.nodes.insert(place, hash, state, self.problem.heap_bytes(state), parent, g, budget)
            }
        }
    }

    fn expand(&mut self, from: Id, state: &P::State, budget: &mut Budget) -> Result<(), OutOfMemory> {
        let (problem, g) = (self.problem, self.nodes.get(from).g());
        to_result(problem.successors(state, |_, cost, child| {
            let g = add_cost(g, cost).unwrap_or(MAX_COST);
            let pushed = self
                .admit(&child, from, g, budget)
                .and_then(|to| self.actions.push(Enumerated { to, action: Incoming { from, cost } }, budget));
            to_flow(pushed.map(drop))
        }))
    }

    /// Sorts the actions by the state to which they lead.
    fn into_space(self, budget: &mut Budget) -> Result<Space<P::State>, OutOfMemory> {
        let states = self.nodes.len();
        let mut offsets: Vec<u64> = budget.vector(states + 1)?;
        offsets.resize(states + 1, 0);
        for action in self.actions.iter() {
            offsets[action.to as usize] += 1;
        }
        // From counts to ends; filling from the back then turns them into beginnings.
        let mut end = 0;
        for offset in &mut offsets {
            end += *offset;
            *offset = end;
        }
        let actions = self.actions.len() as usize;
        let mut incoming: Vec<Incoming> = budget.vector(actions)?;
        incoming.resize(actions, Incoming { from: 0, cost: 0 });
        for Enumerated { to, action } in self.actions.iter() {
            let place = &mut offsets[*to as usize];
            *place -= 1;
            incoming[*place as usize] = *action;
        }
        Ok(Space { nodes: self.nodes, offsets, incoming, bytes: 0 })
    }
}
