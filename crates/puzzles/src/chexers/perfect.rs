//! The perfect heuristic of Chexers: the true cost of every set of pieces, in a table.
//!
//! Every action but leaving can be taken back: a move by a move, a jump by a jump over the same hex. So one goes backward
//! from the empty board by moving, jumping, and putting a piece on a free exit hex. A set of i pieces has a number among
//! all such sets (the combinatorial number system), which makes the table a plain list: nothing is hashed.
//!
//! # References
//! D. E. Knuth, *The Art of Computer Programming*, volume 4A, section 7.2.1.3, on combinations and their numbers.

use std::fmt;

use pathmax::{Cost, Problem};

use super::{Action, Chexers};
use crate::bits::Bits;

/// No way out, or none found yet.
const NEVER: u16 = u16::MAX;
const STATES_BETWEEN_CHECKS: usize = 1 << 12;

/// The true costs of all states with at most as many pieces as a board has.
pub(super) struct PieceSets<B> {
    puzzle: Chexers<B>,
    numbering: Numbering,
    costs: Vec<u16>,
}

/// Numbers sets of pieces, those of fewer pieces first.
struct Numbering {
    /// `shares[i][hex]`: what piece i of a set, counted in the order of hexes, adds to the number if it is on `hex`: in
    /// how many ways i + 1 pieces fit on the hexes before it.
    shares: Vec<Vec<usize>>,
    /// By how many pieces there are: where the numbers of such sets begin. The last one is the number of all sets.
    begins: Vec<usize>,
}

impl Numbering {
    /// For sets of at most `pieces` hexes out of those that are free.
    fn new(pieces: usize, is_free: &[bool]) -> Self {
        let mut shares: Vec<Vec<usize>> = Vec::new();
        let mut begins = vec![0, 1usize];
        for i in 0..pieces {
            // Pascal's triangle, a row at a time; what would overflow is far beyond any memory.
            let mut share = 0usize;
            let mut row = Vec::new();
            for (hex, &is_free) in is_free.iter().enumerate() {
                row.push(share);
                if is_free {
                    share = share.saturating_add(if i == 0 { 1 } else { shares[i - 1][hex] });
                }
            }
            begins.push(begins[i + 1].saturating_add(share));
            shares.push(row);
        }
        Numbering { shares, begins }
    }

    fn most_pieces(&self) -> usize {
        self.shares.len()
    }

    /// How many sets there are.
    fn len(&self) -> usize {
        self.begins[self.most_pieces() + 1]
    }

    #[inline]
    fn number(&self, set: impl Bits) -> usize {
        let mut pieces = 0;
        let mut number = 0;
        for (shares, hex) in self.shares.iter().zip(set.iter()) {
            number += shares[usize::from(hex)];
            pieces += 1;
        }
        self.begins[pieces] + number
    }

    /// The numbers of a set with one hex more: by how many hexes of the set lie before the new one, what these and the
    /// others add. With each comes the shares that the new one has there.
    fn with_one_more<'n>(&'n self, set: impl Bits, parts: &mut Vec<(usize, &'n [usize])>) {
        let (mut before, mut after) = (0, 0);
        parts.clear();
        for (i, hex) in set.iter().enumerate() {
            after += self.shares[i + 1][usize::from(hex)];
        }
        for (i, hex) in set.iter().enumerate() {
            parts.push((before + after, &self.shares[i]));
            before += self.shares[i][usize::from(hex)];
            after -= self.shares[i + 1][usize::from(hex)];
        }
        parts.push((before, &self.shares[parts.len()]));
        let begin = self.begins[parts.len()];
        parts.iter_mut().for_each(|(sum, _)| *sum += begin);
    }
}

impl<B> fmt::Debug for PieceSets<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PieceSets").field("sets", &self.costs.len()).finish()
    }
}

impl<B: Bits> PieceSets<B> {
    /// For a board. Nothing is computed yet.
    pub fn new(puzzle: Chexers<B>) -> Self {
        let blocks = &puzzle.board().blocks;
        let is_free: Vec<bool> = puzzle.hexes().iter().map(|hex| !blocks.contains(hex)).collect();
        let numbering = Numbering::new(puzzle.start().iter().count(), &is_free);
        PieceSets { puzzle, numbering, costs: Vec::new() }
    }

    pub fn bytes(&self) -> usize {
        self.costs.len() * size_of::<u16>()
    }

    #[inline]
    pub fn estimate(&mut self, state: &B) -> Option<Cost> {
        if self.costs.is_empty() {
            self.prepare(&mut |_| true);
        }
        let cost = self.costs.get(self.numbering.number(*state)).copied().unwrap_or(0);
        (cost != NEVER).then_some(Cost::from(cost))
    }

    /// Fills the table, layer by layer from the empty board.
    pub fn prepare(&mut self, go_on: &mut dyn FnMut(usize) -> bool) -> bool {
        let bytes = self.numbering.len().saturating_mul(size_of::<u16>());
        let mut costs = Vec::new();
        if !go_on(bytes) || costs.try_reserve_exact(self.numbering.len()).is_err() {
            return false;
        }
        costs.resize(self.numbering.len(), NEVER);
        costs[0] = 0;
        let mut layer = vec![B::EMPTY];
        let mut cost = 0;
        let mut parts = Vec::new();
        while !layer.is_empty() && cost + 1 < NEVER {
            cost += 1;
            let mut next = Vec::new();
            for sets in layer.chunks(STATES_BETWEEN_CHECKS) {
                if !go_on(bytes + (layer.len() + 2 * next.capacity()) * size_of::<B>()) {
                    return false;
                }
                for &set in sets {
                    self.before(set, &mut parts, |number, earlier| {
                        if costs[number] == NEVER {
                            costs[number] = cost;
                            next.push(earlier);
                        }
                    });
                }
            }
            layer = next;
        }
        self.costs = costs;
        true
    }

    /// The states from which one action leads to `set`, with their numbers.
    #[inline]
    fn before<'n>(&'n self, set: B, parts: &mut Vec<(usize, &'n [usize])>, mut visit: impl FnMut(usize, B)) {
        let mut rest = B::EMPTY;
        let mut moving = None;
        let mut put = |rest: B, hex: u8, parts: &[(usize, &[usize])]| {
            let (sum, shares) = parts[rest.count_below(hex)];
            visit(sum + shares[usize::from(hex)], rest.with(hex));
        };
        self.puzzle.actions(&set, |action| {
            if let Action::Move { from, to } | Action::Jump { from, to } = action {
                // The actions of a piece come together.
                if moving != Some(from) {
                    moving = Some(from);
                    rest = set.without(from);
                    self.numbering.with_one_more(rest, parts);
                }
                put(rest, to, parts);
            }
        });
        if set.iter().count() < self.numbering.most_pieces() {
            self.numbering.with_one_more(set, parts);
            self.puzzle.free_exits(set).for_each(|exit| put(set, exit, parts));
        }
    }
}
