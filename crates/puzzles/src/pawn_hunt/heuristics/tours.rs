//! `tours`: the cheapest way to share the pawns out among the agents.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use pathmax::{Cost, Problem};

use super::solo::Solo;
use super::spanning::distances;
use super::{GoOn, SETS_BETWEEN_CHECKS};
use crate::pawn_hunt::state::pawns_in;
use crate::pawn_hunt::{Board, Kind, PawnHunt, State};
use crate::perfect::share_of;

/// A cost in the tables. Sums of two stay below `UNKNOWN`.
type Short = u16;
/// It cannot be done.
const NEVER: Short = 30_000;
/// Not worked out yet.
const UNKNOWN: Short = Short::MAX;

/// How many bytes of shared tours are kept before all are forgotten.
const MOST_BYTES: usize = 64 * 1024 * 1024;

/// `tours`: the cheapest way to share the pawns out among the agents, each of which then takes its own pawns as if it were
/// alone on the board with them.
///
/// # Why it is admissible and consistent
///
/// Let `solo(agent, T)` be the least cost at which an agent takes the pawns T where nothing else is on the board but
/// obstacles and T. The value of a state is the least sum of `solo(a, T_a)` over all ways to split the pawns left into one
/// set per agent; at a goal it is 0.
///
/// Take a move of an agent `a` at cost c, which takes a pawn p or none, and a split of the pawns left after it with sets
/// `T_b`. Before the move, split in the same way and give p, if there is one, to `a`. Only `a`'s part differs. With fewer
/// things on the board the move is still possible: its way is free of T_a as it is of all pawns. So `a` could begin with
/// it, and `solo(a, T_a ∪ {p})` before the move is at most c + `solo(a, T_a)` after it. As this is so for the best split
/// after the move, the value falls by at most c: it is consistent, and being 0 at goals it is admissible. Where no split
/// can be done, neither can the puzzle: by the same argument a dead end leads to dead ends only.
///
/// # How it is worked out
///
/// `solo` is a table per kind of agent ([`Solo`]). Agents are added one after the other: the value for the first j agents
/// and a set T is the least over the subsets U that agent j takes of what the agents before it need for T ∖ U, plus
/// `solo(j, U)`. All but the last step depend on a few agents' squares only, and are remembered by those: a move of the
/// last agent finds them all. Agents that can reach few pawns come first, which keeps the remembered part small. Clones
/// share the tables; each remembers for itself.
#[derive(Clone, Debug)]
pub(super) struct Tours {
    /// For each pawn that is taken into account, its place among all.
    pawns: Vec<usize>,
    /// Per kind.
    tables: Arc<[Option<Table>; 3]>,
    /// The agents in the order in which they are added.
    order: Vec<(usize, Kind)>,
    /// For every set of pawns, what it costs at least, wherever the agents stand.
    anywhere: Arc<Vec<Short>>,
    /// For each agent added but the first and the last.
    shared: Vec<Shared>,
}

/// What a kind of agent needs alone.
#[derive(Clone, Debug)]
struct Table {
    kind: Kind,
    solo: Solo,
    /// The pawns that some agent of the kind can reach.
    reachable: u32,
    /// For every set of pawns, the same set in the numbers of `solo`. Only sets that the kind can reach are looked up.
    renumbered: Vec<u16>,
    /// For every square, the pawns that an agent there can reach.
    reach: Vec<u32>,
}

/// What the first agents need together, remembered by their squares.
#[derive(Clone, Debug, Default)]
struct Shared {
    places: HashMap<u64, usize>,
    /// For each of those, a row of costs by set of pawns.
    costs: Vec<Short>,
}

/// An agent in the state that is being looked at.
#[derive(Clone, Copy)]
struct Hunter<'t> {
    table: &'t Table,
    /// What it needs alone from where it stands, by set of pawns in the numbers of its table.
    moves: &'t [u8],
    /// The pawns that it can reach.
    reach: u32,
    /// The pawns that some agent before it can reach.
    reach_before: u32,
    /// Where the row of this and the agents before it begins in their `Shared`.
    row: usize,
}

impl Tours {
    /// How many pawns can be taken into account without the tables getting too large, and the work too much.
    pub fn most_pawns(puzzle: &PawnHunt) -> usize {
        match puzzle.kinds().len() {
            0..=3 => 16,
            4 => 12,
            _ => 10,
        }
    }

    /// The heuristic for these pawns of an instance, at most [`Tours::most_pawns`], unless `go_on` says no.
    pub fn new(puzzle: &PawnHunt, pawns: Vec<usize>, go_on: GoOn<'_>) -> Option<Self> {
        let squares: Vec<u8> = pawns.iter().map(|&pawn| puzzle.pawn_squares()[pawn]).collect();
        let start: Vec<(Kind, u8)> = puzzle.agents(&puzzle.start()).collect();
        let mut tables = [const { None }; 3];
        let mut held = 0;
        for kind in Kind::ALL {
            let agents: Vec<u8> = start.iter().filter(|agent| agent.0 == kind).map(|agent| agent.1).collect();
            if !agents.is_empty() {
                let table = Table::new(puzzle, kind, &agents, &squares, &mut |bytes| go_on(held + bytes))?;
                held += table.bytes();
                tables[kind as usize] = Some(table);
            }
        }
        let mut order: Vec<(usize, Kind)> = puzzle.kinds().iter().copied().enumerate().collect();
        order.sort_by_key(|&(place, kind)| {
            let reach = tables[kind as usize].as_ref().map(|table| table.reach[usize::from(start[place].1)]);
            (reach.map(u32::count_ones), Reverse(kind.cost()))
        });
        let anywhere = anywhere(&tables, pawns.len(), &mut || go_on(held))?;
        let shared = vec![Shared::default(); order.len().saturating_sub(2)];
        Some(Tours { pawns, tables: Arc::new(tables), order, anywhere: Arc::new(anywhere), shared })
    }

    pub fn estimate(&mut self, state: &State) -> Option<Cost> {
        let left = (0..).zip(&self.pawns).fold(0, |set, (bit, &pawn)| set | (state.pawns >> pawn & 1) << bit);
        if self.shared_bytes() > MOST_BYTES {
            self.shared.fill(Shared::default());
        }
        let mut hunters: [Option<Hunter>; Board::MOST_AGENTS] = [None; Board::MOST_AGENTS];
        let (mut squares, mut reach_before) = (0, 0);
        for (i, &(place, kind)) in self.order.iter().enumerate() {
            let square = state.agents[place];
            squares = squares << 8 | u64::from(square);
            let shared = if i == 0 { None } else { self.shared.get_mut(i - 1) };
            let row = shared.map_or(0, |shared| shared.row(squares, 1 << self.pawns.len()));
            hunters[i] = self.tables[kind as usize].as_ref().map(|table| {
                let (moves, reach) = (table.solo.from(square), table.reach[usize::from(square)]);
                Hunter { table, moves, reach, reach_before, row }
            });
            reach_before |= hunters[i].map_or(0, |hunter| hunter.reach);
        }
        let cost = together(&hunters[..self.order.len()], &self.anywhere, &mut self.shared, left);
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

/// What these agents need to take a set of pawns.
fn together(hunters: &[Option<Hunter>], anywhere: &[Short], shared: &mut [Shared], set: u32) -> Short {
    let Some((Some(last), others)) = hunters.split_last() else { return if set == 0 { 0 } else { NEVER } };
    if others.is_empty() {
        return if set & !last.reach == 0 { last.alone(set) } else { NEVER };
    }
    let level = others.len() - 1;
    let known = shared.get(level).map(|shared| shared.costs[last.row + set as usize]);
    if let Some(known) = known.filter(|&known| known != UNKNOWN) {
        return known;
    }
    // What the others cannot reach is the last one's; what both can reach is anybody's.
    let only_last = set & !last.reach_before;
    let mut best = NEVER;
    if only_last & !last.reach == 0 {
        let anybody = set & last.reach & last.reach_before;
        let mut part = anybody;
        loop {
            let (taken, left) = (only_last | part, set & !(only_last | part));
            let cost = last.alone(taken);
            if cost + anywhere[left as usize] < best {
                best = best.min(cost + together(others, anywhere, shared, left));
            }
            if part == 0 {
                break;
            }
            part = (part - 1) & anybody;
        }
    }
    if let Some(shared) = shared.get_mut(level) {
        shared.costs[last.row + set as usize] = best;
    }
    best
}

impl Hunter<'_> {
    /// What the agent needs alone for a set of pawns that it can reach.
    #[inline]
    fn alone(&self, set: u32) -> Short {
        self.table.cost(self.moves[usize::from(self.table.renumbered[set as usize])])
    }
}

impl Table {
    fn new(puzzle: &PawnHunt, kind: Kind, agents: &[u8], pawns: &[u8], go_on: GoOn<'_>) -> Option<Self> {
        let squares = puzzle.board().cells().len();
        let mut reach = vec![0; squares];
        let mut reachable = 0;
        for &agent in agents {
            let region: Vec<u8> = distances(puzzle, kind, agent).into_iter().map(|(square, _)| square).collect();
            let set = (0..).zip(pawns).fold(0, |set, (bit, pawn)| set | u32::from(region.contains(pawn)) << bit);
            region.iter().for_each(|&square| reach[usize::from(square)] = set);
            reachable |= set;
        }
        let known: Vec<usize> = pawns_in(reachable).collect();
        let solo = Solo::new(puzzle, kind, known.iter().map(|&pawn| pawns[pawn]).collect(), go_on)?;
        let renumber = |set: u32| (0..).zip(&known).fold(0, |new, (bit, &pawn)| new | (set >> pawn & 1) << bit) as u16;
        let renumbered = (0..1 << pawns.len()).map(renumber).collect();
        Some(Table { kind, solo, reachable, renumbered, reach })
    }

    /// What a number of moves costs.
    #[inline]
    fn cost(&self, moves: u8) -> Short {
        if Solo::is_never(moves) { NEVER } else { Short::from(moves) * self.kind.cost() as Short }
    }

    fn bytes(&self) -> usize {
        self.solo.bytes() + size_of_val(self.renumbered.as_slice()) + size_of_val(self.reach.as_slice())
    }
}

/// For every set of pawns, what it costs at least: the cheapest way to split it into any number of parts, each taken by
/// an agent of any kind that begins anywhere. `None` if `go_on` said no.
fn anywhere(tables: &[Option<Table>; 3], pawns: usize, go_on: &mut dyn FnMut() -> bool) -> Option<Vec<Short>> {
    let mut costs: Vec<Short> = (0..1 << pawns).map(|set| if set == 0 { 0 } else { NEVER }).collect();
    for table in tables.iter().flatten() {
        let least = table.solo.least();
        for (set, cost) in costs.iter_mut().enumerate() {
            if set as u32 & !table.reachable == 0 {
                *cost = (*cost).min(table.cost(least[usize::from(table.renumbered[set])]));
            }
        }
    }
    for set in 1..costs.len() {
        if (set as u32).is_multiple_of(SETS_BETWEEN_CHECKS) && !go_on() {
            return None;
        }
        // The part with the last pawn is split off; what is left was worked out before.
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
    /// Where the row of these squares begins; a new one holds nothing yet.
    fn row(&mut self, squares: u64, sets: usize) -> usize {
        let end = self.costs.len();
        let row = *self.places.entry(squares).or_insert(end);
        if row == end {
            self.costs.resize(end + sets, UNKNOWN);
        }
        row
    }

    fn bytes(&self) -> usize {
        self.costs.capacity() * size_of::<Short>() + self.places.capacity() * size_of::<(u64, usize)>()
    }
}
