//! Distances between squares and pawns, and the pawns that a route remembers.

use crate::pawn_hunt::heuristics::spanning::distances;
use crate::pawn_hunt::{Kind, PawnHunt, PawnSet};

/// A cost or a price in [units](Scale::unit).
pub(super) type Units = i16;

/// The fraction of a cost in which prices are expressed, and the limits that keep every sum within [`Units`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scale {
    /// Units per cost of 1, a power of two.
    pub unit: i32,
    /// The largest distance, and the largest cost of a route. The sum over all agents fits into [`Units`].
    pub ceiling: Units,
    /// The largest price, positive or negative. The sum over all pawns fits into [`Units`].
    pub max_price: Units,
}

/// The most units per cost of 1: more make no difference to the rounded value.
const FINEST: i32 = 16;
/// A price that is sufficient for most boards, as a cost.
const USUAL_PRICE: i32 = 62;

impl Scale {
    /// The finest scale for so many agents and pawns, if prices up to `dearest`, a cost, are to be expressed.
    pub fn new(agents: usize, pawns: usize, dearest: i32) -> Self {
        let most = |count: usize| i32::from(Units::MAX) / count.max(2) as i32;
        let (ceiling, max_price) = (most(agents), most(pawns));
        let fits = |unit: &i32| unit * dearest.max(USUAL_PRICE) <= max_price;
        let unit = std::iter::successors(Some(FINEST), |unit| Some(unit / 2)).take_while(|unit| *unit > 1).find(fits);
        Scale { unit: unit.unwrap_or(1), ceiling: ceiling as Units, max_price: max_price as Units }
    }

    /// A distance in units.
    fn distance(&self, cost: i32) -> Units {
        (self.unit.saturating_mul(cost)).min(i32::from(self.ceiling)) as Units
    }
}

/// The distances of one kind of agent.
#[derive(Clone, Debug)]
pub(super) struct Network {
    pub pawns: usize,
    /// For each square and pawn, the distance on a board with obstacles only; the ceiling if the pawn is out of reach.
    from_square: Vec<Units>,
    /// The square of each pawn.
    squares: Vec<u8>,
    /// For each pawn, the others within reach, nearest first.
    nearest: Vec<Vec<u8>>,
}

impl Network {
    /// The distances in moves of a kind, by square and pawn; `None` if the pawn is out of reach.
    pub fn moves<S: PawnSet>(puzzle: &PawnHunt<S>, kind: Kind) -> Vec<Option<u16>> {
        let pawns = puzzle.pawn_squares();
        let mut moves = vec![None; puzzle.start_board().cells().len() * pawns.len()];
        for (pawn, &square) in pawns.iter().enumerate() {
            for (square, count) in distances(puzzle, kind, square) {
                moves[usize::from(square) * pawns.len() + pawn] = Some(count);
            }
        }
        moves
    }

    pub fn new(kind: Kind, squares: &[u8], moves: &[Option<u16>], scale: &Scale) -> Self {
        let pawns = squares.len();
        let cost = |moves: u16| scale.distance(i32::from(moves) * kind.cost() as i32);
        let nearest = |(pawn, &square): (usize, &u8)| {
            let row = &moves[usize::from(square) * pawns..][..pawns];
            let within_reach = (0..=u8::MAX).zip(row).filter_map(|(other, moves)| Some((moves.as_ref()?, other)));
            let mut others: Vec<(&u16, u8)> = within_reach.filter(|(_, other)| usize::from(*other) != pawn).collect();
            others.sort_unstable();
            others.into_iter().map(|(_, other)| other).collect()
        };
        Network {
            pawns,
            from_square: moves.iter().map(|moves| moves.map_or(scale.ceiling, cost)).collect(),
            nearest: squares.iter().enumerate().map(nearest).collect(),
            squares: squares.to_vec(),
        }
    }

    /// The distances from a square to the pawns.
    pub fn square_to_pawns(&self, square: u8) -> &[Units] {
        let first = usize::from(square) * self.pawns;
        self.from_square.get(first..first + self.pawns).unwrap_or(&[])
    }

    /// The distances from a pawn to the pawns.
    pub fn pawn_to_pawns(&self, pawn: usize) -> &[Units] {
        self.square_to_pawns(self.squares[pawn])
    }

    /// The distances less the prices, by square and pawn.
    pub fn priced(&self, prices: &[Units]) -> Vec<Units> {
        self.from_square.iter().zip(prices.iter().cycle()).map(|(distance, price)| distance - price).collect()
    }

    pub fn bytes(&self) -> usize {
        let nearest = self.nearest.iter().map(|others| others.len() + size_of::<Vec<u8>>()).sum::<usize>();
        size_of_val(self.from_square.as_slice()) + nearest + self.squares.len()
    }
}

/// The pawns that routes of one kind remember at each pawn, and how a memory changes from pawn to pawn.
///
/// A memory is a number: bit i stands for the i-th of the nearest pawns.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    pub bits: u32,
    pawns: usize,
    /// For each pawn, the pawns that are remembered there.
    remembered: Vec<Vec<u8>>,
    /// For each pair of pawns p and q, the bit of q at p, or 0.
    bit: Vec<u16>,
    /// For each pair of pawns p and q, the memory at q after p, by the low bits of the memory at p.
    low: Vec<u16>,
    /// The same for the high bits; the bit of p itself is included.
    high: Vec<u16>,
}

/// The number of low bits.
const LOW_BITS: u32 = 5;

impl Memory {
    /// Memories of the `bits` nearest pawns.
    pub fn new(network: &Network, bits: u32) -> Self {
        let pawns = network.pawns;
        let remembered: Vec<Vec<u8>> =
            network.nearest.iter().map(|others| others.iter().copied().take(bits as usize).collect()).collect();
        let mut bit = vec![0; pawns * pawns];
        for (pawn, others) in remembered.iter().enumerate() {
            for (i, &other) in others.iter().enumerate() {
                bit[pawn * pawns + usize::from(other)] = 1 << i;
            }
        }
        let mut memory = Memory { bits, pawns, remembered, bit, low: Vec::new(), high: Vec::new() };
        for from in 0..pawns {
            for to in 0..pawns {
                let own = memory.bit(to, from);
                let low: Vec<u16> = (0..memory.lows()).map(|low| memory.carry(from, to, low)).collect();
                let high = (0..memory.highs()).map(|high| own | memory.carry(from, to, high << LOW_BITS));
                let high: Vec<u16> = high.collect();
                memory.low.extend(low);
                memory.high.extend(high);
            }
        }
        memory
    }

    /// The number of values of the low bits.
    fn lows(&self) -> usize {
        1 << self.bits.min(LOW_BITS)
    }

    /// The number of values of the high bits.
    fn highs(&self) -> usize {
        1 << self.bits.saturating_sub(LOW_BITS)
    }

    /// The part of a memory at one pawn that is remembered at another.
    fn carry(&self, from: usize, to: usize, memory: usize) -> u16 {
        let others = self.remembered[from].iter().enumerate().filter(|(i, _)| memory >> i & 1 == 1);
        others.fold(0, |carried, (_, &other)| carried | self.bit(to, usize::from(other)))
    }

    /// The bit of a pawn in the memory at another, or 0.
    #[inline]
    pub fn bit(&self, at: usize, pawn: usize) -> u16 {
        self.bit[at * self.pawns + pawn]
    }

    /// The memory at a pawn if all pawns but these were captured.
    #[inline]
    pub fn without<S: PawnSet>(&self, at: usize, left: S) -> u16 {
        let bits = self.remembered[at].iter().enumerate();
        bits.fold(0, |memory, (i, &pawn)| memory | u16::from(!left.contains(pawn)) << i)
    }

    /// Calls `visit` with the memories at `from` that allow to go to `to`, block by block: the first memory of a block, and the
    /// memories at `to` that the memories of the block lead to.
    #[inline]
    pub fn each_block(&self, from: usize, to: usize, mut visit: impl FnMut(usize, u16, &[u16])) {
        let (pair, lows, highs) = (from * self.pawns + to, self.lows(), self.highs());
        let low = &self.low[pair * lows..][..lows];
        let high = &self.high[pair * highs..][..highs];
        let forbidden = usize::from(self.bit[pair]);
        let (low_forbidden, high_forbidden) = (forbidden % lows, forbidden >> LOW_BITS);
        let block = if low_forbidden == 0 { lows } else { low_forbidden };
        for (index, base) in high.iter().enumerate().filter(|(index, _)| index & high_forbidden == 0) {
            for (number, low) in low.chunks(block).enumerate().step_by(2) {
                visit(index * lows + number * block, *base, low);
            }
        }
    }

    /// The memory at `to` of a route that was at `from` with this memory.
    pub fn after(&self, from: usize, to: usize, memory: u16) -> u16 {
        let (pair, lows) = (from * self.pawns + to, self.lows());
        let (low, high) = (usize::from(memory) % lows, usize::from(memory) / lows);
        self.low[pair * lows + low] | self.high[pair * self.highs() + high]
    }

    pub fn bytes(&self) -> usize {
        let remembered = self.remembered.iter().map(|others| others.len() + size_of::<Vec<u8>>()).sum::<usize>();
        remembered + 2 * (self.bit.len() + self.low.len() + self.high.len())
    }
}
