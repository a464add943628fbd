//! The perfect heuristic of Chexers: a table with the exact cost of every set of pieces.
//!
//! Every action except an exit is reversible: a move by a move, a jump by a jump over the same hex. So the backward search
//! starts from the empty board and moves pieces, jumps, and puts pieces on free exit hexes. The combinatorial number system
//! ranks all sets of i pieces, so the table is an array and needs no hashing.
//!
//! # References
//! D. E. Knuth, *The Art of Computer Programming*, volume 4A, section 7.2.1.3, on ranking combinations.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use pathmax::{Cost, Problem};

use super::{Action, Chexers};
use crate::bits::Bits;
use crate::heuristic::share_of;

/// The cost of a dead end, and of a set that has not been reached yet.
const NEVER: u16 = u16::MAX;
const STATES_BETWEEN_CHECKS: usize = 1 << 12;

/// The exact costs of all sets with at most as many pieces as the board has. Clones share the table.
#[derive(Clone)]
pub(super) struct PieceSets<B> {
    puzzle: Chexers<B>,
    ranking: Ranking,
    costs: Arc<Vec<u16>>,
}

/// Ranks sets of pieces, those with fewer pieces first.
#[derive(Clone)]
struct Ranking {
    /// For piece i of a set, in the order of hexes, and for each hex: the contribution to the rank of a piece there, which is
    /// the number of sets of i + 1 free hexes before it.
    shares: Vec<usize>,
    hexes: usize,
    /// For each number of pieces: the lowest rank of a set with that many. The last element is the number of all sets.
    begins: Vec<usize>,
}

/// A set to which one hex will be added, prepared for ranking.
#[derive(Default)]
struct PartialSet {
    hexes: Vec<u8>,
    /// For each number of hexes before the added one: the sum of the contributions of the others.
    sums: Vec<usize>,
}

impl Ranking {
    /// Ranks the sets of at most `pieces` free hexes.
    fn new(pieces: usize, is_free: &[bool]) -> Self {
        let hexes = is_free.len();
        let mut shares: Vec<usize> = Vec::new();
        let mut begins = vec![0, 1usize];
        for i in 0..pieces {
            // Pascal's triangle, row by row. A table whose size overflows would not fit in memory anyway.
            let mut share = 0usize;
            for (hex, &is_free) in is_free.iter().enumerate() {
                shares.push(share);
                if is_free {
                    share = share.saturating_add(if i == 0 { 1 } else { shares[(i - 1) * hexes + hex] });
                }
            }
            begins.push(begins[i + 1].saturating_add(share));
        }
        Ranking { shares, hexes, begins }
    }

    fn max_pieces(&self) -> usize {
        self.begins.len() - 2
    }

    /// The number of sets.
    fn len(&self) -> usize {
        self.begins[self.begins.len() - 1]
    }

    #[inline]
    fn share(&self, piece: usize, hex: u8) -> usize {
        self.shares[piece * self.hexes + usize::from(hex)]
    }

    #[inline]
    fn rank(&self, set: impl Bits) -> usize {
        let mut rank = 0;
        let mut pieces = 0;
        for hex in set.iter().take(self.max_pieces()) {
            rank += self.share(pieces, hex);
            pieces += 1;
        }
        self.begins[pieces] + rank
    }

    /// Prepares `partial` for ranking `set` with one hex added.
    #[inline]
    fn prepare(&self, set: impl Bits, partial: &mut PartialSet) {
        partial.hexes.clear();
        partial.hexes.extend(set.iter());
        let mut sum = self.begins[partial.hexes.len() + 1];
        for (i, &hex) in partial.hexes.iter().enumerate() {
            sum += self.share(i + 1, hex);
        }
        partial.sums.clear();
        partial.sums.push(sum);
        for (i, &hex) in partial.hexes.iter().enumerate() {
            sum = sum + self.share(i, hex) - self.share(i + 1, hex);
            partial.sums.push(sum);
        }
    }

    /// The rank of a prepared set with this hex added.
    #[inline]
    fn rank_with(&self, partial: &PartialSet, hex: u8) -> usize {
        let mut before = 0;
        for &other in &partial.hexes {
            before += usize::from(other < hex);
        }
        partial.sums[before] + self.share(before, hex)
    }
}

impl<B> fmt::Debug for PieceSets<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PieceSets").field("sets", &self.costs.len()).finish()
    }
}

impl<B: Bits> PieceSets<B> {
    /// The heuristic for a board. Nothing is computed yet.
    pub fn new(puzzle: Chexers<B>) -> Self {
        let blocks = &puzzle.start_board().blocks;
        let is_free: Vec<bool> = puzzle.hexes().iter().map(|hex| !blocks.contains(hex)).collect();
        let ranking = Ranking::new(puzzle.start().iter().count(), &is_free);
        PieceSets { puzzle, ranking, costs: Arc::default() }
    }

    pub fn bytes(&self) -> usize {
        share_of(&self.costs, self.costs.len() * size_of::<u16>())
    }

    #[inline(never)] // Keeps the dispatch small for the maps, which take a few instructions.
    pub fn evaluate(&mut self, state: &B) -> Option<Cost> {
        if self.costs.is_empty() {
            let _ = self.prepare(&mut |_| ControlFlow::Continue(()));
        }
        let cost = self.costs.get(self.ranking.rank(*state)).copied().unwrap_or(0);
        (cost != NEVER).then_some(Cost::from(cost))
    }

    /// Fills the table by breadth-first search backward from the empty board.
    pub fn prepare(&mut self, check: &mut dyn FnMut(usize) -> ControlFlow<()>) -> ControlFlow<()> {
        let bytes = self.ranking.len().saturating_mul(size_of::<u16>());
        let mut costs = Vec::new();
        check(bytes)?;
        if costs.try_reserve_exact(self.ranking.len()).is_err() {
            return ControlFlow::Break(());
        }
        costs.resize(self.ranking.len(), NEVER);
        costs[0] = 0;
        let mut layer = vec![B::EMPTY];
        let mut cost = 0;
        let mut partial = PartialSet::default();
        while !layer.is_empty() && cost + 1 < NEVER {
            cost += 1;
            let mut next = Vec::new();
            for sets in layer.chunks(STATES_BETWEEN_CHECKS) {
                check(bytes + (layer.len() + 2 * next.capacity()) * size_of::<B>())?;
                for &set in sets {
                    self.predecessors(set, &mut partial, |rank, predecessor| {
                        if costs[rank] == NEVER {
                            costs[rank] = cost;
                            next.push(predecessor);
                        }
                    });
                }
            }
            layer = next;
        }
        self.costs = Arc::new(costs);
        ControlFlow::Continue(())
    }

    /// Calls `visit` with the states from which one action leads to `set`, and their ranks.
    #[inline]
    fn predecessors(&self, set: B, partial: &mut PartialSet, mut visit: impl FnMut(usize, B)) {
        let mut without = B::EMPTY;
        let mut moving = None;
        self.puzzle.for_each_action(&set, |action| {
            if let Action::Move { from, to } | Action::Jump { from, to } = action {
                // The actions of one piece are consecutive.
                if moving != Some(from) {
                    moving = Some(from);
                    without = set.without(from);
                    self.ranking.prepare(without, partial);
                }
                visit(self.ranking.rank_with(partial, to), without.with(to));
            }
        });
        if set.iter().count() < self.ranking.max_pieces() {
            self.ranking.prepare(set, partial);
            for exit in self.puzzle.free_exits(set) {
                visit(self.ranking.rank_with(partial, exit), set.with(exit));
            }
        }
    }
}
