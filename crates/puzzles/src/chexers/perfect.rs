//! The perfect heuristic of Chexers: the true cost of every set of pieces, in a table.
//!
//! Every action but leaving can be taken back: a move by a move, a jump by a jump over the same hex. So one goes backward
//! from the empty board by moving, jumping, and putting a piece on a free exit hex. A set of i pieces has a number among
//! all such sets (the combinatorial number system), which makes the table a plain list: nothing is hashed.
//!
//! # References
//! D. E. Knuth, *The Art of Computer Programming*, volume 4A, section 7.2.1.3, on combinations and their numbers.

use std::fmt;
use std::sync::Arc;

use pathmax::{Cost, Problem};

use super::{Action, Chexers};
use crate::bits::Bits;
use crate::perfect::share_of;

/// No way out, or none found yet.
const NEVER: u16 = u16::MAX;
const STATES_BETWEEN_CHECKS: usize = 1 << 12;

/// The true costs of all states with at most as many pieces as a board has. Clones share them.
#[derive(Clone)]
pub(super) struct PieceSets<B> {
    puzzle: Chexers<B>,
    numbering: Numbering,
    costs: Arc<Vec<u16>>,
}

/// Numbers sets of pieces, those of fewer pieces first.
#[derive(Clone)]
struct Numbering {
    /// By piece i of a set, counted in the order of hexes, and by hex: what the piece adds to the number if it is there,
    /// namely in how many ways i + 1 pieces fit on the hexes before it.
    shares: Vec<usize>,
    hexes: usize,
    /// By how many pieces there are: where the numbers of such sets begin. The last one is the number of all sets.
    begins: Vec<usize>,
}

/// A set that waits for one hex more.
#[derive(Default)]
struct Rest {
    hexes: Vec<u8>,
    /// By how many hexes of the set lie before the new one: what the others add to the number.
    sums: Vec<usize>,
}

impl Numbering {
    /// For sets of at most `pieces` hexes out of those that are free.
    fn new(pieces: usize, is_free: &[bool]) -> Self {
        let hexes = is_free.len();
        let mut shares: Vec<usize> = Vec::new();
        let mut begins = vec![0, 1usize];
        for i in 0..pieces {
            // Pascal's triangle, a row at a time; what would overflow is far beyond any memory.
            let mut share = 0usize;
            for (hex, &is_free) in is_free.iter().enumerate() {
                shares.push(share);
                if is_free {
                    share = share.saturating_add(if i == 0 { 1 } else { shares[(i - 1) * hexes + hex] });
                }
            }
            begins.push(begins[i + 1].saturating_add(share));
        }
        Numbering { shares, hexes, begins }
    }

    fn most_pieces(&self) -> usize {
        self.begins.len() - 2
    }

    /// How many sets there are.
    fn len(&self) -> usize {
        self.begins[self.begins.len() - 1]
    }

    #[inline]
    fn share(&self, piece: usize, hex: u8) -> usize {
        self.shares[piece * self.hexes + usize::from(hex)]
    }

    #[inline]
    fn number(&self, set: impl Bits) -> usize {
        let mut number = 0;
        let mut pieces = 0;
        for hex in set.iter().take(self.most_pieces()) {
            number += self.share(pieces, hex);
            pieces += 1;
        }
        self.begins[pieces] + number
    }

    /// Makes `rest` a set that waits for one hex more.
    #[inline]
    fn wait(&self, set: impl Bits, rest: &mut Rest) {
        rest.hexes.clear();
        rest.hexes.extend(set.iter());
        let mut sum = self.begins[rest.hexes.len() + 1];
        for (i, &hex) in rest.hexes.iter().enumerate() {
            sum += self.share(i + 1, hex);
        }
        rest.sums.clear();
        rest.sums.push(sum);
        for (i, &hex) in rest.hexes.iter().enumerate() {
            sum = sum + self.share(i, hex) - self.share(i + 1, hex);
            rest.sums.push(sum);
        }
    }

    /// The number of a set that waited, with the hex that it waited for.
    #[inline]
    fn number_with(&self, rest: &Rest, hex: u8) -> usize {
        let mut before = 0;
        for &other in &rest.hexes {
            before += usize::from(other < hex);
        }
        rest.sums[before] + self.share(before, hex)
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
        PieceSets { puzzle, numbering, costs: Arc::default() }
    }

    pub fn bytes(&self) -> usize {
        share_of(&self.costs, self.costs.len() * size_of::<u16>())
    }

    #[inline(never)] // The maps, which are a few instructions, are better off without it in their way.
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
        let mut rest = Rest::default();
        while !layer.is_empty() && cost + 1 < NEVER {
            cost += 1;
            let mut next = Vec::new();
            for sets in layer.chunks(STATES_BETWEEN_CHECKS) {
                if !go_on(bytes + (layer.len() + 2 * next.capacity()) * size_of::<B>()) {
                    return false;
                }
                for &set in sets {
                    self.before(set, &mut rest, |number, earlier| {
                        if costs[number] == NEVER {
                            costs[number] = cost;
                            next.push(earlier);
                        }
                    });
                }
            }
            layer = next;
        }
        self.costs = Arc::new(costs);
        true
    }

    /// The states from which one action leads to `set`, with their numbers.
    #[inline]
    fn before(&self, set: B, rest: &mut Rest, mut visit: impl FnMut(usize, B)) {
        let mut without = B::EMPTY;
        let mut moving = None;
        self.puzzle.actions(&set, |action| {
            if let Action::Move { from, to } | Action::Jump { from, to } = action {
                // The actions of a piece come together.
                if moving != Some(from) {
                    moving = Some(from);
                    without = set.without(from);
                    self.numbering.wait(without, rest);
                }
                visit(self.numbering.number_with(rest, to), without.with(to));
            }
        });
        if set.iter().count() < self.numbering.most_pieces() {
            self.numbering.wait(set, rest);
            for exit in self.puzzle.free_exits(set) {
                visit(self.numbering.number_with(rest, exit), set.with(exit));
            }
        }
    }
}
