//! The test whether all pieces can leave within a total waste; see the [module](super) for the idea and the proofs.

use super::ring::{MAX_ACTION_WASTE, Ring, Word};

/// The largest total waste that is tested.
pub const MAX_WASTE: usize = 15;

/// Sets of hexes by waste, or by the waste above a piece's least.
type Layers<W> = [W; MAX_WASTE + 1];

/// A piece in a test.
#[derive(Clone, Copy, Debug)]
pub struct Piece<W> {
    hex: W,
    /// The waste that it needs at least to leave.
    least: usize,
    /// The hexes that it can reach, by the waste on the way; defined up to the waste that it may have.
    reached: Layers<W>,
    /// The supports of the last sweep, by level.
    supports: Layers<W>,
    is_swept: bool,
}

/// The hexes on which there may be a piece, by level: with a waste of so much above its least.
#[derive(Clone, Copy, Debug)]
struct Occupied<W> {
    by_one: Layers<W>,
    by_two: Layers<W>,
}

/// The pieces of a state, with what they can reach.
#[derive(Clone, Debug)]
pub struct Fixpoint<W> {
    pieces: Vec<Piece<W>>,
    occupied: Occupied<W>,
    /// The total waste minus the least wastes.
    slack: usize,
    /// The piece that took the slack when a split succeeded last.
    taker: usize,
}

/// When to stop computing what the pieces can reach.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    /// All pieces leave.
    AllLeave,
    /// Nothing more can be reached.
    Complete,
}

impl<W: Word> Piece<W> {
    pub fn new(hex: W) -> Self {
        Piece {
            hex,
            least: 0,
            reached: [W::EMPTY; MAX_WASTE + 1],
            supports: [W::EMPTY; MAX_WASTE + 1],
            is_swept: false,
        }
    }

    fn reset(&mut self, slack: usize) {
        self.reached[..=self.least + slack].fill(self.hex);
        self.is_swept = false;
    }

    /// Whether it can leave with its least waste.
    #[inline]
    fn leaves(&self, ring: &Ring<W>) -> bool {
        self.reached[self.least] & ring.exits != W::EMPTY
    }

    /// The least waste with which it can leave, if that is at most `slack` above the one that is known.
    fn least_to_leave(&self, ring: &Ring<W>, slack: usize) -> Option<usize> {
        (self.least..=self.least + slack).find(|&waste| self.reached[waste] & ring.exits != W::EMPTY)
    }

    /// Sets the supports to the hexes on which there may be other pieces. Returns whether that is new.
    #[inline]
    fn update_supports(&mut self, slack: usize, occupied: &Occupied<W>) -> bool {
        let mut is_new = !self.is_swept;
        for level in 0..=slack {
            let supports = occupied.by_others(level, self.reached[self.least + level]);
            is_new |= self.supports[level] != supports;
            self.supports[level] = supports;
        }
        self.is_swept = true;
        is_new
    }

    /// Extends what the piece reaches, with its supports.
    fn sweep(&mut self, ring: &Ring<W>, slack: usize) {
        for waste in 0..=self.least + slack {
            let supports = self.supports[slack - waste.saturating_sub(self.least)];
            let mut set = self.reached[waste];
            if waste > 0 {
                set = set | self.reached[waste - 1];
            }
            for last in 1..=MAX_ACTION_WASTE.min(waste) {
                set = set | ring.actions(self.reached[waste - last], supports, last);
            }
            let mut from = set;
            while from != W::EMPTY {
                from = ring.actions(from, supports, 0) & !set;
                set = set | from;
            }
            self.reached[waste] = set;
        }
    }
}

impl<W: Word> Piece<W> {
    /// Sweeps, and adds what is new to the occupied hexes.
    #[inline]
    fn sweep_and_count(&mut self, ring: &Ring<W>, slack: usize, occupied: &mut Occupied<W>) {
        let mut before = [W::EMPTY; MAX_WASTE + 1];
        before[..=slack].copy_from_slice(&self.reached[self.least..=self.least + slack]);
        self.sweep(ring, slack);
        for (level, &before) in before.iter().enumerate().take(slack + 1) {
            occupied.add(level, self.reached[self.least + level] & !before);
        }
    }
}

impl<W: Word> Occupied<W> {
    const NONE: Self = Occupied { by_one: [W::EMPTY; MAX_WASTE + 1], by_two: [W::EMPTY; MAX_WASTE + 1] };

    fn clear(&mut self, slack: usize) {
        self.by_one[..=slack].fill(W::EMPTY);
        self.by_two[..=slack].fill(W::EMPTY);
    }

    #[inline]
    fn add(&mut self, level: usize, hexes: W) {
        self.by_two[level] = self.by_two[level] | self.by_one[level] & hexes;
        self.by_one[level] = self.by_one[level] | hexes;
    }

    /// The hexes on which there may be another piece than one that is counted with the hexes `own`.
    #[inline]
    fn by_others(&self, level: usize, own: W) -> W {
        self.by_two[level] | self.by_one[level] & !own
    }
}

impl<W: Word> Fixpoint<W> {
    pub fn new() -> Self {
        Fixpoint { pieces: Vec::new(), occupied: Occupied::NONE, slack: 0, taker: 0 }
    }

    /// Begins with pieces on these hexes, about which nothing is known.
    pub fn place(&mut self, hexes: impl Iterator<Item = W>) {
        self.pieces.clear();
        self.pieces.extend(hexes.map(Piece::new));
    }

    /// Begins with the pieces of `parent`, whose test was completed, but the piece on `from` is on `to`, or has left, after an
    /// action with this waste. Returns false if the test of the parent shows that the total waste is exceeded then.
    pub fn place_after(&mut self, ring: &Ring<W>, parent: &Self, from: W, to: Option<W>, waste: usize) -> bool {
        let Some(moved) = parent.pieces.iter().position(|piece| piece.hex == from) else { return false };
        let mut piece = parent.pieces[moved];
        let own = piece;
        let Some(hex) = to else {
            self.copy_of(parent);
            self.pieces.swap_remove(moved);
            return true;
        };
        let Some(slack) = parent.slack.checked_sub(waste.saturating_sub(own.least)) else { return false };
        piece.hex = hex;
        piece.least = own.least.saturating_sub(waste);
        piece.reset(slack);
        for level in 0..=slack {
            piece.supports[level] = parent.occupied.by_others(level, own.reached[own.least + level]);
        }
        piece.sweep(ring, slack);
        let Some(least) = piece.least_to_leave(ring, slack) else { return false };
        self.copy_of(parent);
        (self.pieces[moved].hex, self.pieces[moved].least) = (hex, least);
        true
    }

    /// Begins with the pieces of another state, and their least wastes.
    fn copy_of(&mut self, other: &Self) {
        self.pieces.resize(other.pieces.len(), Piece::new(W::EMPTY));
        for (piece, other) in self.pieces.iter_mut().zip(&other.pieces) {
            (piece.hex, piece.least) = (other.hex, other.least);
        }
    }

    /// Whether all pieces may be able to leave with a waste of at most `total`.
    pub fn is_possible(&mut self, ring: &Ring<W>, total: usize) -> bool {
        self.converge(ring, total, Until::AllLeave) && (self.slack != 1 || self.split(ring, total))
    }

    /// Computes all that the pieces can reach with a waste of at most `total`, for [`place_after`](Fixpoint::place_after).
    /// Returns false if they cannot all leave.
    pub fn complete(&mut self, ring: &Ring<W>, total: usize) -> bool {
        self.converge(ring, total, Until::Complete)
    }

    /// Raises the least wastes of the pieces as far as possible. Returns false if they exceed the total.
    fn converge(&mut self, ring: &Ring<W>, total: usize, until: Until) -> bool {
        loop {
            let least: usize = self.pieces.iter().map(|piece| piece.least).sum();
            let Some(slack) = total.checked_sub(least) else { return false };
            self.slack = slack;
            if self.reach(ring, until) {
                return true;
            }
            for piece in &mut self.pieces {
                let Some(least) = piece.least_to_leave(ring, slack) else { return false };
                piece.least = least;
            }
        }
    }

    /// Whether it is possible that one piece wastes one more than its least, and the others their least.
    fn split(&mut self, ring: &Ring<W>, total: usize) -> bool {
        let count = self.pieces.len();
        let least: Vec<usize> = self.pieces.iter().map(|piece| piece.least).collect();
        let first = self.taker;
        for taker in (0..count).map(|i| (i + first) % count) {
            for (piece, &least) in self.pieces.iter_mut().zip(&least) {
                piece.least = least;
            }
            self.pieces[taker].least += 1;
            if self.converge(ring, total, Until::AllLeave) {
                self.taker = taker;
                return true;
            }
        }
        count == 0
    }

    /// Computes what the pieces can reach. Returns whether all of them can leave with their least wastes.
    fn reach(&mut self, ring: &Ring<W>, until: Until) -> bool {
        let Fixpoint { pieces, occupied, slack, .. } = self;
        let slack = *slack;
        occupied.clear(slack);
        for piece in pieces.iter_mut() {
            piece.reset(slack);
            (0..=slack).for_each(|level| occupied.add(level, piece.hex));
        }
        let (mut unchanged, count) = (0, pieces.len());
        while unchanged < count {
            for piece in pieces.iter_mut() {
                if piece.update_supports(slack, occupied) {
                    unchanged = 1;
                    piece.sweep_and_count(ring, slack, occupied);
                } else {
                    unchanged += 1;
                }
                if unchanged == count {
                    break;
                }
            }
            if until == Until::AllLeave && pieces.iter().all(|piece| piece.leaves(ring)) {
                return true;
            }
        }
        pieces.iter().all(|piece| piece.leaves(ring))
    }
}
