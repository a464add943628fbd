//! The evaluation of states.
//!
//! The costs of an agent's routes depend on its square and the pawns that are left, so a move that captures nothing changes those
//! of one agent only. The costs of the others, taken together, are computed once per parent.

use super::network::Units;
use super::tables::{LANES, Row, Tables};
use crate::pawn_hunt::{Board, PawnSet, State};

/// The pawns that are left in a state.
#[derive(Clone, Debug)]
struct Frontier<S> {
    left: S,
    /// The pawns that are left, in order.
    pawns: Vec<u8>,
    /// For each kind and pawn that is left, the index of its routes.
    routes: Vec<u32>,
    /// The sum of the prices of the pawns.
    price: i32,
}

/// The costs of routes by number of captures, from 1 on: `chunks` rows.
type Costs = Vec<Row>;

/// A state, and what has been computed about it.
#[derive(Clone, Debug)]
pub(super) struct Position<S> {
    frontier: Frontier<S>,
    squares: [u8; Board::MAX_AGENTS],
    /// For each agent, the costs of its routes, if the bit of the agent is in `known`.
    costs: Vec<Costs>,
    known: u8,
}

/// The cheapest routes of several agents together.
#[derive(Clone, Debug)]
struct Joined {
    /// By the number of captures of another agent, from 1 on: the cost at which these agents capture the rest.
    rest: Costs,
    /// The cost at which these agents capture all pawns; `None` if there are no agents.
    all: Option<Units>,
}

/// Evaluates states. Clones share the tables, but not this.
#[derive(Clone, Debug)]
pub(super) struct Evaluation<S> {
    parent: Position<S>,
    child: Position<S>,
    /// For each agent, the routes of all others at the parent, if the bit of the agent is in `others_known`.
    others: Vec<Joined>,
    others_known: u8,
    /// The routes of all agents of the child but one.
    joined: Joined,
    /// Space for the costs of an agent that has moved, and for sums of the costs of several agents.
    moved: Costs,
    sums: [Vec<Units>; 2],
}

impl<S: PawnSet> Frontier<S> {
    fn new() -> Self {
        Frontier { left: S::EMPTY, pawns: Vec::new(), routes: Vec::new(), price: 0 }
    }

    /// Sets the pawns that are left.
    fn set(&mut self, left: S, tables: &Tables<S>) {
        self.left = left;
        self.pawns.clear();
        self.pawns.extend(left.iter());
        self.price = self.pawns.iter().map(|pawn| i32::from(tables.prices[usize::from(*pawn)])).sum();
        self.routes.clear();
        for table in &tables.kinds {
            let route = |pawn: &u8| {
                let pawn = usize::from(*pawn);
                (pawn << table.memory.bits) as u32 | u32::from(table.memory.without(pawn, left))
            };
            self.routes.extend(self.pawns.iter().map(route));
        }
    }

    /// Sets the pawns to those of another state less one pawn, whose index there is given.
    fn set_without(&mut self, other: &Frontier<S>, index: usize, left: S, tables: &Tables<S>) {
        let pawn = usize::from(other.pawns[index]);
        self.left = left;
        self.price = other.price - i32::from(tables.prices[pawn]);
        let others = |i: &usize| *i != index;
        self.pawns.clear();
        self.pawns.extend((0..other.pawns.len()).filter(others).map(|i| other.pawns[i]));
        self.routes.clear();
        for (table, routes) in tables.kinds.iter().zip(other.routes.chunks(other.pawns.len())) {
            let route = |i: usize| routes[i] | u32::from(table.memory.bit(usize::from(other.pawns[i]), pawn));
            self.routes.extend((0..other.pawns.len()).filter(others).map(route));
        }
    }

    /// The costs of an agent of a kind on a square, by number of captures.
    #[inline]
    fn costs(&self, kind: usize, square: u8, tables: &Tables<S>, costs: &mut [Row]) {
        let (table, count) = (&tables.kinds[kind], self.pawns.len());
        let priced = &table.priced[usize::from(square) * tables.prices.len()..][..tables.prices.len()];
        let routes = &self.routes[kind * count..][..count];
        // More captures than there are pawns need no costs.
        for (chunk, out) in costs.iter_mut().enumerate().take(count.div_ceil(LANES)) {
            let mut best = [tables.scale.ceiling; LANES];
            for (pawn, route) in self.pawns.iter().zip(routes) {
                let price = priced[usize::from(*pawn)];
                let row = &table.rows[*route as usize * tables.chunks + chunk].0;
                for (best, cost) in best.iter_mut().zip(row) {
                    *best = (*best).min(price.saturating_add(*cost));
                }
            }
            out.0 = best;
        }
    }
}

impl<S: PawnSet> Position<S> {
    fn new(tables: &Tables<S>) -> Self {
        let costs = vec![vec![Row([0; LANES]); tables.chunks]; tables.agents.len()];
        Position { frontier: Frontier::new(), squares: [0; Board::MAX_AGENTS], costs, known: 0 }
    }

    /// Sets the squares of the agents, after the pawns.
    fn set_squares(&mut self, squares: [u8; Board::MAX_AGENTS]) {
        for (agent, (old, new)) in self.squares.iter().zip(&squares).enumerate() {
            if old != new {
                self.known &= !(1 << agent);
            }
        }
        self.squares = squares;
    }

    fn bytes(&self) -> usize {
        let rows = self.costs.iter().map(|costs| size_of_val(costs.as_slice())).sum::<usize>();
        rows + self.frontier.pawns.capacity() + self.frontier.routes.capacity() * size_of::<u32>()
    }

    /// Makes the costs of an agent known.
    #[inline]
    fn make_known(&mut self, agent: usize, tables: &Tables<S>) {
        if self.known >> agent & 1 == 0 {
            self.known |= 1 << agent;
            self.frontier.costs(tables.agents[agent], self.squares[agent], tables, &mut self.costs[agent]);
        }
    }
}

impl<S: PawnSet> Evaluation<S> {
    pub fn new(tables: &Tables<S>) -> Self {
        let row = vec![Row([0; LANES]); tables.chunks];
        Evaluation {
            parent: Position::new(tables),
            child: Position::new(tables),
            others: vec![Joined::new(tables.chunks); tables.agents.len()],
            others_known: 0,
            joined: Joined::new(tables.chunks),
            moved: row,
            sums: [const { Vec::new() }; 2],
        }
    }

    pub fn set_parent(&mut self, parent: &State<S>, tables: &Tables<S>) {
        if self.parent.frontier.left != parent.pawns {
            self.parent.frontier.set(parent.pawns, tables);
            self.parent.known = 0;
        }
        self.parent.set_squares(parent.agents);
        self.others_known = 0;
    }

    /// The bound in units, for a state with pawns, all of which are within reach of some agent.
    #[inline]
    pub fn evaluate(&mut self, state: &State<S>, tables: &Tables<S>) -> i32 {
        if state.pawns == self.parent.frontier.left
            && let Some((agent, square)) = moved_agent(&self.parent.squares, &state.agents, &tables.agents)
        {
            return self.after_move(agent, square, tables);
        }
        self.evaluate_child(state, tables)
    }

    /// The bound after an agent of the parent has moved to another square and captured nothing.
    #[inline]
    fn after_move(&mut self, agent: usize, square: u8, tables: &Tables<S>) -> i32 {
        let count = self.parent.frontier.pawns.len();
        if self.others_known >> agent & 1 == 0 {
            self.others_known |= 1 << agent;
            (0..tables.agents.len())
                .filter(|other| *other != agent)
                .for_each(|other| self.parent.make_known(other, tables));
            let (before, after) = self.parent.costs.split_at(agent);
            self.others[agent].join(before.iter().chain(&after[1..]), count, &mut self.sums);
        }
        let Frontier { price, .. } = self.parent.frontier;
        self.parent.frontier.costs(tables.agents[agent], square, tables, &mut self.moved);
        price + self.others[agent].with(&self.moved, count)
    }

    /// The bound of a state that differs from the parent in more than the square of an agent.
    fn evaluate_child(&mut self, state: &State<S>, tables: &Tables<S>) -> i32 {
        if self.child.frontier.left != state.pawns {
            self.child.known = 0;
            let parent = &self.parent.frontier;
            let is_captured = |pawn: &u8| parent.left.without(*pawn) == state.pawns;
            match parent.pawns.iter().position(is_captured) {
                Some(index) => self.child.frontier.set_without(parent, index, state.pawns, tables),
                None => self.child.frontier.set(state.pawns, tables),
            }
        }
        self.child.set_squares(state.agents);
        let count = self.child.frontier.pawns.len();
        (0..tables.agents.len()).for_each(|agent| self.child.make_known(agent, tables));
        let Some((last, others)) = self.child.costs.split_last() else { return 0 };
        self.joined.join(others.iter(), count, &mut self.sums);
        self.child.frontier.price + self.joined.with(last, count)
    }

    pub fn bytes(&self) -> usize {
        let positions = self.parent.bytes() + self.child.bytes();
        let rows = self.moved.len() * (1 + self.others.len() + 1);
        positions + rows * size_of::<Row>() + self.sums.iter().map(|sums| size_of_val(sums.as_slice())).sum::<usize>()
    }
}

/// The agent of the parent that is on another square, and that square, if there is one and all others are where they were. Agents
/// of one kind are sorted by square, so those between the two squares are shifted by one.
#[inline]
fn moved_agent(
    parent: &[u8; Board::MAX_AGENTS],
    child: &[u8; Board::MAX_AGENTS],
    kinds: &[usize],
) -> Option<(usize, u8)> {
    let [before, after] = [parent, child].map(|squares| u64::from_le_bytes(*squares));
    let differing = before ^ after;
    if differing == 0 {
        return None;
    }
    let (first, last) = ((differing.trailing_zeros() / 8) as usize, 7 - (differing.leading_zeros() / 8) as usize);
    if first == last {
        return (first < kinds.len()).then(|| (first, child[first]));
    }
    if kinds.get(first)? != kinds.get(last)? {
        return None;
    }
    let is_shifted_down = parent[first + 1..=last] == child[first..last];
    let is_shifted_up = parent[first..last] == child[first + 1..=last];
    match (is_shifted_down, is_shifted_up) {
        (true, _) => Some((first, child[last])),
        (_, true) => Some((last, child[first])),
        _ => None,
    }
}

impl Joined {
    fn new(chunks: usize) -> Self {
        Joined { rest: vec![Row([0; LANES]); chunks], all: None }
    }

    /// Joins the routes of some agents, for states with so many pawns.
    fn join<'c>(&mut self, mut agents: impl Iterator<Item = &'c Costs>, count: usize, sums: &mut [Vec<Units>; 2]) {
        let Some(first) = agents.next() else {
            self.all = None;
            return;
        };
        let [sum, next] = sums;
        sum.clear();
        sum.extend(first.iter().flat_map(|row| row.0));
        for costs in agents {
            add(sum, costs, count, next);
            std::mem::swap(sum, next);
        }
        self.all = sum.get(count - 1).copied();
        // If the other agent captures k pawns, which is lane k - 1, the joined ones capture the rest.
        for (k, rest) in (1..count).zip(self.rest.iter_mut().flat_map(|row| &mut row.0)) {
            *rest = sum[count - k - 1];
        }
        if let Some(last) = self.rest.get_mut((count - 1) / LANES) {
            last.0[(count - 1) % LANES] = 0;
        }
    }

    /// The cost of the cheapest routes of the joined agents and another one that capture so many pawns.
    #[inline]
    fn with(&self, costs: &[Row], count: usize) -> i32 {
        let Some(all) = self.all else {
            return costs.get((count - 1) / LANES).map_or(0, |row| i32::from(row.0[(count - 1) % LANES]));
        };
        let mut best = all;
        let mut left = count;
        for (own, rest) in costs.iter().zip(&self.rest) {
            let lanes = left.min(LANES);
            for (own, rest) in own.0[..lanes].iter().zip(&rest.0[..lanes]) {
                best = best.min(own.saturating_add(*rest));
            }
            left -= lanes;
        }
        i32::from(best)
    }
}

/// The costs of the cheapest routes of two agents, or groups of agents, by number of captures from 1 on. Costs of more captures
/// than `count` are of no use.
fn add(a: &[Units], b: &[Row], count: usize, out: &mut Vec<Units>) {
    out.clear();
    out.extend(a.iter().zip(b.iter().flat_map(|row| row.0)).map(|(a, b)| *a.min(&b)));
    // One agent captures i pawns, the other at least one.
    out.resize(out.len() + LANES, 0);
    for (i, a) in (1..count).zip(a) {
        for (chunk, row) in b.iter().enumerate().take((count - i).div_ceil(LANES)) {
            let Some(out) = out.get_mut(i + chunk * LANES..).and_then(|out| out.first_chunk_mut::<LANES>()) else {
                break;
            };
            for (out, b) in out.iter_mut().zip(&row.0) {
                *out = (*out).min(a.saturating_add(*b));
            }
        }
    }
    out.truncate(b.len() * LANES);
}
