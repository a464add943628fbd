//! The tables from which states are evaluated.

use std::ops::ControlFlow;

use pathmax::{Cost, Problem};

use super::network::{Memory, Network, Scale, Units};
use super::prices::{Prices, Start};
use super::walks::Walks;
use crate::pawn_hunt::heuristics::Check;
use crate::pawn_hunt::{Kind, PawnHunt, PawnSet, State};

/// The lanes of a row: costs for so many numbers of captures.
pub(super) const LANES: usize = 32;

/// Costs of routes by number of captures: one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Row(pub [Units; LANES]);

/// What does not depend on the state.
#[derive(Clone, Debug)]
pub(super) struct Tables<S> {
    pub scale: Scale,
    /// The greatest common divisor of the costs of moves, in units and as a cost.
    step: Cost,
    step_cost: Cost,
    /// The cost of the cheapest move, in units.
    cheapest_move: i32,
    pub prices: Vec<Units>,
    /// All pawns.
    pub all: S,
    /// Rows per route.
    pub chunks: usize,
    /// The index of the table of its kind, for each agent.
    pub agents: Vec<usize>,
    pub kinds: Vec<KindTable<S>>,
}

/// The table of one kind of agent.
#[derive(Clone, Debug)]
pub(super) struct KindTable<S> {
    /// For each square and pawn, the distance less the price of the pawn.
    pub priced: Vec<Units>,
    /// For each square, the pawns within reach.
    pub reach: Vec<S>,
    pub memory: Memory,
    /// For each pawn and memory, the costs of the cheapest routes from there, by number of captures: `chunks` rows.
    pub rows: Vec<Row>,
}

/// The number of pawns up to which [`Tables::bound_for_few`] applies.
const FEW: u32 = 8;
/// The most bits of memory.
const MAX_BITS: u32 = 10;
/// The bits of memory while prices are chosen. More do not lead to better prices.
const PRICE_BITS: u32 = 4;
/// The steps that improve the prices. After as many, the bound hardly rises any more.
const PRICE_STEPS: u32 = 150;
/// The work that the table of one kind may take, and that all steps together may take. Beyond 32 pawns, memories become smaller,
/// and steps fewer.
const MAX_TABLE_WORK: usize = 1 << 25;
const MAX_PRICE_WORK: usize = 1 << 28;

impl<S: PawnSet> Tables<S> {
    /// The tables with chosen prices. `None` if `check` stopped the computation.
    pub fn new(puzzle: &PawnHunt<S>, check: Check<'_>) -> Option<Self> {
        Tables::with(puzzle, affordable_bits(puzzle.pawn_squares().len(), MAX_BITS), choose_prices, check)
    }

    /// The tables with so many bits of memory, and prices that `choose` chooses.
    pub fn with(
        puzzle: &PawnHunt<S>,
        bits: u32,
        choose: impl FnOnce(&Start<'_>, &mut dyn FnMut() -> ControlFlow<()>) -> Option<Vec<Units>>,
        check: Check<'_>,
    ) -> Option<Self> {
        let squares = puzzle.pawn_squares();
        let mut kinds: Vec<Kind> = puzzle.kinds().to_vec();
        kinds.dedup();
        let moves: Vec<Vec<Option<u16>>> = kinds.iter().map(|kind| Network::moves(puzzle, *kind)).collect();
        let scale = Scale::new(puzzle.kinds().len(), squares.len(), 2 * farthest(squares, &kinds, &moves));
        let networks: Vec<Network> =
            kinds.iter().zip(&moves).map(|(kind, moves)| Network::new(*kind, squares, moves, &scale)).collect();
        let index = |kind: &Kind| kinds.iter().position(|other| other == kind).unwrap_or(0);
        let agents: Vec<usize> = puzzle.kinds().iter().map(index).collect();
        let start = Start {
            pawns: squares.len(),
            networks: &networks,
            agents: agents.iter().copied().zip(puzzle.start().agents).collect(),
            scale,
        };
        let held: usize = networks.iter().map(Network::bytes).sum();
        let prices = choose(&start, &mut || check(held))?;
        let step_cost = kinds.iter().map(|kind| kind.cost()).fold(0, gcd).max(1);
        let mut tables = Tables {
            scale,
            step: step_cost * scale.unit as Cost,
            step_cost,
            cheapest_move: kinds.iter().map(|kind| kind.cost() as i32 * scale.unit).min().unwrap_or(0),
            chunks: squares.len().div_ceil(LANES),
            agents,
            kinds: Vec::new(),
            all: S::first(squares.len()),
            prices,
        };
        for (network, moves) in networks.iter().zip(&moves) {
            let held = held + tables.bytes();
            let table = KindTable::new(network, moves, bits, &tables, &mut |bytes| check(held + bytes))?;
            tables.kinds.push(table);
        }
        Some(tables)
    }

    /// A state without pawns that the board does not have.
    #[inline]
    pub fn on_board(&self, state: &State<S>) -> State<S> {
        State { pawns: state.pawns & self.all, ..*state }
    }

    /// Whether every pawn that is left is within reach of an agent.
    #[inline]
    pub fn reaches_all(&self, state: &State<S>) -> bool {
        let reach = |(kind, square): (&usize, u8)| self.kinds[*kind].reach[usize::from(square)];
        let reached = self.agents.iter().zip(state.agents).map(reach).fold(S::EMPTY, |all, reach| all | reach);
        (state.pawns & !reached).is_empty()
    }

    /// Another bound in units, for states with [few](FEW) pawns, all of which are within reach of some agent; 0 for others.
    #[inline]
    pub fn bound_for_few(&self, state: &State<S>) -> i32 {
        let count = state.pawns.len();
        if count > FEW { 0 } else { self.farthest_pawn(state).max(count as i32 * self.cheapest_move) }
    }

    /// The distance from the pawn that is farthest from the nearest agent.
    fn farthest_pawn(&self, state: &State<S>) -> i32 {
        let nearest = |pawn: u8| {
            let priced = |(kind, square): (&usize, u8)| {
                let table = &self.kinds[*kind].priced;
                table[usize::from(square) * self.prices.len() + usize::from(pawn)]
            };
            let nearest = self.agents.iter().zip(state.agents).map(priced).min().map_or(0, i32::from);
            nearest + i32::from(self.prices[usize::from(pawn)])
        };
        state.pawns.iter().map(nearest).max().unwrap_or(0)
    }

    /// A bound in units as a cost: every cost is a multiple of `step_cost`.
    #[inline]
    pub fn round_up(&self, bound: i32) -> Cost {
        (bound.max(0) as Cost).div_ceil(self.step) * self.step_cost
    }

    pub fn bytes(&self) -> usize {
        self.kinds.iter().map(KindTable::bytes).sum::<usize>() + size_of_val(self.prices.as_slice())
    }
}

/// The work of computing all routes of one kind.
fn work(pawns: usize, bits: u32) -> usize {
    pawns.pow(3) << bits
}

/// The largest number of bits, at most `max`, with which a table takes no more than [`MAX_TABLE_WORK`].
fn affordable_bits(pawns: usize, max: u32) -> u32 {
    let others = pawns.saturating_sub(1).min(max as usize) as u32;
    (0..=others).rev().find(|bits| work(pawns, *bits) <= MAX_TABLE_WORK).unwrap_or(0)
}

/// Chooses prices at the start. `None` if `check` stopped that.
fn choose_prices(start: &Start<'_>, check: &mut dyn FnMut() -> ControlFlow<()>) -> Option<Vec<Units>> {
    let mut prices = Prices::new(start);
    if start.pawns > 0 && !start.agents.is_empty() {
        let bits = affordable_bits(start.pawns, PRICE_BITS);
        let affordable = MAX_PRICE_WORK / (work(start.pawns, bits) * start.networks.len());
        prices.improve(start, bits, PRICE_STEPS.min(affordable as u32), check)?;
    }
    Some(prices.rounded())
}

/// The cost to the pawn that is farthest from all others, from the nearest of them by the best kind.
fn farthest(squares: &[u8], kinds: &[Kind], moves: &[Vec<Option<u16>>]) -> i32 {
    let cost = |kind: usize, from: usize, to: usize| {
        let moves = moves[kind][usize::from(squares[from]) * squares.len() + to];
        moves.map(|moves| i32::from(moves) * kinds[kind].cost() as i32)
    };
    let nearest = |to: usize| {
        let others = (0..squares.len()).filter(move |from| *from != to);
        others.flat_map(|from| (0..kinds.len()).filter_map(move |kind| cost(kind, from, to))).min()
    };
    (0..squares.len()).filter_map(nearest).max().unwrap_or(0)
}

fn gcd(a: Cost, b: Cost) -> Cost {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl<S: PawnSet> KindTable<S> {
    fn new(network: &Network, moves: &[Option<u16>], bits: u32, tables: &Tables<S>, check: Check<'_>) -> Option<Self> {
        let Tables { prices, scale, chunks, .. } = tables;
        let memory = Memory::new(network, bits);
        let routes = network.pawns << bits;
        let bytes = memory.bytes() + routes * (chunks * size_of::<Row>() + network.pawns * size_of::<Units>());
        let walks = Walks::new(network, &memory, prices, scale, &mut || check(bytes))?;
        let mut rows = vec![Row([scale.ceiling; LANES]); routes * chunks];
        for (captures, layer) in walks.layers().iter().enumerate() {
            let (chunk, lane) = (captures / LANES, captures % LANES);
            for (row, cost) in rows.iter_mut().skip(chunk).step_by((*chunks).max(1)).zip(layer) {
                row.0[lane] = *cost;
            }
        }
        let reach = moves.chunks(network.pawns.max(1)).map(|row| {
            let within_reach = (0..=u8::MAX).zip(row).filter(|(_, moves)| moves.is_some());
            within_reach.fold(S::EMPTY, |set, (pawn, _)| set.with(pawn))
        });
        Some(KindTable { priced: network.priced(prices), reach: reach.collect(), memory, rows })
    }

    fn bytes(&self) -> usize {
        size_of_val(self.priced.as_slice())
            + size_of_val(self.reach.as_slice())
            + self.memory.bytes()
            + size_of_val(self.rows.as_slice())
    }
}
