//! `tours`: the cheapest assignment of the pawns to the agents.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use pathmax::{Cost, Problem};

use super::solo::Solo;
use super::spanning::distances;
use super::{Check, SETS_BETWEEN_CHECKS};
use crate::bits::Bits as _;
use crate::heuristic::share_of;
use crate::pawn_hunt::{Board, Kind, PawnHunt, PawnSet, State};

/// A cost in the tables. Sums of two stay below `UNKNOWN`.
type Short = u16;
/// The cost of a set that cannot be captured.
const NEVER: Short = 30_000;
/// Marks a cost that is not computed yet.
const UNKNOWN: Short = Short::MAX;

/// The size of the cache of shared tours, in bytes, at which it is cleared.
const MAX_BYTES: usize = 64 * 1024 * 1024;

/// `tours`: the minimum cost over all assignments of the pawns to the agents, where each agent captures its own pawns as if it
/// were alone on the board with them.
///
/// # Why it is admissible and consistent
///
/// Let `solo(agent, T)` be the minimum cost at which an agent captures the pawns T if nothing else is on the board except
/// obstacles. The value of a state is the minimum sum of `solo(a, T_a)` over all partitions of the remaining pawns into one set
/// per agent; at a goal it is 0.
///
/// Consider a move of an agent `a` with cost c, which captures a pawn p or none, and a partition into sets `T_b` after the move.
/// Before the move, use the same partition and assign p, if there is one, to `a`. Only the cost for `a` differs. The move is
/// also legal with fewer things on the board. So `a` can begin with it, and `solo(a, T_a ∪ {p})` before the move is at most
/// c + `solo(a, T_a)` after it. This holds for the best partition after the move, so the value decreases by at most c: it is
/// consistent, and admissible because it is 0 at goals. By the same argument, a state without a possible partition only leads
/// to such states: it is a dead end.
///
/// # How it is computed
///
/// `solo` is a table per kind of agent ([`Solo`]). Agents are added one by one: the value for the first j agents and a set T is
/// the minimum over all subsets U of T of `solo(j, U)` plus the value for the first j − 1 agents and T ∖ U. All values but those
/// for all agents depend on the squares of some agents only, and are cached by these squares: after a move of the last agent
/// they are all in the cache. Agents that can reach few pawns are added first, which keeps the cache small. Clones share the
/// tables; each has its own cache.
#[derive(Clone, Debug)]
pub(super) struct Tours {
    /// The numbers of the pawns that are considered.
    pawns: Vec<u8>,
    /// By kind.
    tables: Arc<[Option<Table>; 3]>,
    /// The agents in the order in which they are added: their indices in the state, and their kinds.
    order: Vec<(usize, Kind)>,
    /// For each set of pawns, a lower bound on its cost for any squares of the agents.
    anywhere: Arc<Vec<Short>>,
    /// The caches: one for each agent in the order except the first and the last.
    shared: Vec<Shared>,
}

/// The costs for one agent of a kind.
#[derive(Clone, Debug)]
struct Table {
    kind: Kind,
    solo: Solo,
    /// The pawns that some agent of the kind can reach.
    reachable: u32,
    /// For each set of pawns, the same set in the numbering of `solo`. Only used for sets that the kind can reach.
    renumbered: Vec<u16>,
    /// For each square, the pawns that an agent there can reach.
    reach: Vec<u32>,
}

/// The cache of the costs for the first agents in the order, by their squares.
#[derive(Clone, Debug, Default)]
struct Shared {
    rows: HashMap<u64, usize>,
    /// The rows: costs by set of pawns.
    costs: Vec<Short>,
}

/// An agent in the state that is evaluated.
#[derive(Clone, Copy)]
struct Agent<'t> {
    table: &'t Table,
    /// The numbers of moves from its square, by set of pawns in the numbering of its table.
    moves: &'t [u8],
    /// The pawns that it can reach.
    reach: u32,
    /// The pawns that some agent before it can reach.
    reach_before: u32,
    /// The index in their `Shared` where the row of this agent and those before it begins.
    row: usize,
}

impl Tours {
    /// The maximum number of pawns for which the tables are small enough and the computation is fast enough, by the
    /// number of agents.
    pub fn max_pawns(agents: usize) -> usize {
        match agents {
            0..=3 => 16,
            4 => 12,
            _ => 10,
        }
    }

    /// The heuristic for these pawns, at most [`Tours::max_pawns`]. `None` if `check` stopped the computation.
    pub fn new<S: PawnSet>(puzzle: &PawnHunt<S>, pawns: Vec<u8>, check: Check<'_>) -> Option<Self> {
        let squares: Vec<u8> = pawns.iter().map(|&pawn| puzzle.pawn_squares()[usize::from(pawn)]).collect();
        let start: Vec<(Kind, u8)> = puzzle.agents(&puzzle.start()).collect();
        let mut tables = [const { None }; 3];
        let mut held = 0;
        for kind in Kind::ALL {
            let agents: Vec<u8> = start.iter().filter(|agent| agent.0 == kind).map(|agent| agent.1).collect();
            if !agents.is_empty() {
                let table = Table::new(puzzle, kind, &agents, &squares, &mut |bytes| check(held + bytes))?;
                held += table.bytes();
                tables[kind as usize] = Some(table);
            }
        }
        let mut order: Vec<(usize, Kind)> = puzzle.kinds().iter().copied().enumerate().collect();
        order.sort_by_key(|&(place, kind)| {
            let reach = tables[kind as usize].as_ref().map(|table| table.reach[usize::from(start[place].1)]);
            (reach.map(u32::count_ones), Reverse(kind.cost()))
        });
        let anywhere = anywhere(&tables, pawns.len(), &mut || check(held))?;
        let shared = vec![Shared::default(); order.len().saturating_sub(2)];
        Some(Tours { pawns, tables: Arc::new(tables), order, anywhere: Arc::new(anywhere), shared })
    }

    pub fn evaluate<S: PawnSet>(&mut self, state: &State<S>) -> Option<Cost> {
        let left =
            (0..).zip(&self.pawns).fold(0, |set, (bit, &pawn)| set | u32::from(state.pawns.contains(pawn)) << bit);
        if self.shared_bytes() > MAX_BYTES {
            self.shared.fill(Shared::default());
        }
        let mut agents: [Option<Agent>; Board::MAX_AGENTS] = [None; Board::MAX_AGENTS];
        let (mut squares, mut reach_before) = (0, 0);
        for (i, &(place, kind)) in self.order.iter().enumerate() {
            let square = state.agents[place];
            squares = squares << 8 | u64::from(square);
            let shared = if i == 0 { None } else { self.shared.get_mut(i - 1) };
            let row = shared.map_or(0, |shared| shared.row(squares, 1 << self.pawns.len()));
            agents[i] = self.tables[kind as usize].as_ref().map(|table| {
                let (moves, reach) = (table.solo.from(square), table.reach[usize::from(square)]);
                Agent { table, moves, reach, reach_before, row }
            });
            reach_before |= agents[i].map_or(0, |agent| agent.reach);
        }
        let cost = together(&agents[..self.order.len()], &self.anywhere, &mut self.shared, left);
        (cost < NEVER).then_some(Cost::from(cost))
    }

    fn shared_bytes(&self) -> usize {
        self.shared.iter().map(Shared::bytes).sum()
    }

    pub fn bytes(&self) -> usize {
        let tables = self.tables.iter().flatten().map(Table::bytes).sum::<usize>();
        share_of(&self.tables, tables + size_of_val(self.anywhere.as_slice())) + self.shared_bytes()
    }
}

/// The minimum cost at which these agents capture a set of pawns.
fn together(agents: &[Option<Agent>], anywhere: &[Short], shared: &mut [Shared], set: u32) -> Short {
    let Some((Some(last), others)) = agents.split_last() else { return if set == 0 { 0 } else { NEVER } };
    if others.is_empty() {
        return if set & !last.reach == 0 { last.alone(set) } else { NEVER };
    }
    let level = others.len() - 1;
    let known = shared.get(level).map(|shared| shared.costs[last.row + set as usize]);
    if let Some(known) = known.filter(|&known| known != UNKNOWN) {
        return known;
    }
    // The last agent must capture the pawns that the others cannot reach, and may capture those that both can reach.
    let only_last = set & !last.reach_before;
    let mut best = NEVER;
    if only_last & !last.reach == 0 {
        let shareable = set & last.reach & last.reach_before;
        let mut part = shareable;
        loop {
            let (taken, left) = (only_last | part, set & !(only_last | part));
            let cost = last.alone(taken);
            if cost + anywhere[left as usize] < best {
                best = best.min(cost + together(others, anywhere, shared, left));
            }
            if part == 0 {
                break;
            }
            part = (part - 1) & shareable;
        }
    }
    if let Some(shared) = shared.get_mut(level) {
        shared.costs[last.row + set as usize] = best;
    }
    best
}

impl Agent<'_> {
    /// The cost at which the agent alone captures a set of pawns that it can reach.
    #[inline]
    fn alone(&self, set: u32) -> Short {
        self.table.cost(self.moves[usize::from(self.table.renumbered[set as usize])])
    }
}

impl Table {
    fn new<S: PawnSet>(
        puzzle: &PawnHunt<S>,
        kind: Kind,
        agents: &[u8],
        pawns: &[u8],
        check: Check<'_>,
    ) -> Option<Self> {
        let squares = puzzle.start_board().cells().len();
        let mut reach = vec![0; squares];
        let mut reachable = 0;
        for &agent in agents {
            let region: Vec<u8> = distances(puzzle, kind, agent).into_iter().map(|(square, _)| square).collect();
            let set = (0..).zip(pawns).fold(0, |set, (bit, pawn)| set | u32::from(region.contains(pawn)) << bit);
            region.iter().for_each(|&square| reach[usize::from(square)] = set);
            reachable |= set;
        }
        let known: Vec<usize> = reachable.iter().map(usize::from).collect();
        let solo = Solo::new(puzzle, kind, known.iter().map(|&pawn| pawns[pawn]).collect(), check)?;
        let renumber = |set: u32| (0..).zip(&known).fold(0, |new, (bit, &pawn)| new | (set >> pawn & 1) << bit) as u16;
        let renumbered = (0..1 << pawns.len()).map(renumber).collect();
        Some(Table { kind, solo, reachable, renumbered, reach })
    }

    /// The cost of a number of moves.
    #[inline]
    fn cost(&self, moves: u8) -> Short {
        if Solo::is_never(moves) { NEVER } else { Short::from(moves) * self.kind.cost() as Short }
    }

    fn bytes(&self) -> usize {
        self.solo.bytes() + size_of_val(self.renumbered.as_slice()) + size_of_val(self.reach.as_slice())
    }
}

/// For each set of pawns, the minimum cost over all partitions into any number of parts, where each part is captured by an agent
/// of any kind that starts on any square. `None` if `check` stopped the computation.
fn anywhere(
    tables: &[Option<Table>; 3],
    pawns: usize,
    check: &mut dyn FnMut() -> ControlFlow<()>,
) -> Option<Vec<Short>> {
    let mut costs: Vec<Short> = (0..1 << pawns).map(|set| if set == 0 { 0 } else { NEVER }).collect();
    for table in tables.iter().flatten() {
        let moves = table.solo.min_moves();
        for (set, cost) in costs.iter_mut().enumerate() {
            if set as u32 & !table.reachable == 0 {
                *cost = (*cost).min(table.cost(moves[usize::from(table.renumbered[set])]));
            }
        }
    }
    for set in 1..costs.len() {
        if (set as u32).is_multiple_of(SETS_BETWEEN_CHECKS) && check().is_break() {
            return None;
        }
        // Splits off the part that contains the last pawn; the cost of the rest is already computed.
        let last = 1 << set.ilog2();
        let others = set & !last;
        let mut part = others;
        let mut best = costs[set];
        while part != 0 {
            part = (part - 1) & others;
            best = best.min(costs[part | last] + costs[others & !part]);
        }
        costs[set] = best;
    }
    Some(costs)
}

impl Shared {
    /// The index where the row for these squares begins. A new row is filled with [`UNKNOWN`].
    fn row(&mut self, squares: u64, sets: usize) -> usize {
        let end = self.costs.len();
        let row = *self.rows.entry(squares).or_insert(end);
        if row == end {
            self.costs.resize(end + sets, UNKNOWN);
        }
        row
    }

    fn bytes(&self) -> usize {
        self.costs.capacity() * size_of::<Short>() + self.rows.capacity() * size_of::<(u64, usize)>()
    }
}
