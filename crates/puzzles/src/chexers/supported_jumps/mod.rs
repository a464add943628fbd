//! `supported-jumps`: `relaxed-map` assumes that jumps are always possible, but a jump needs a block or another piece to jump over.
//!
//! # Waste
//!
//! Let d be the number that `relaxed-map` has for a hex. The **waste** of an action that takes a piece from x to y is
//! 1 − d(x) + d(y): 0, 1 or 2, since d changes by at most 1. An exit, from d = 1, wastes nothing. Summed over a plan, d cancels:
//! *the cost of a plan is `relaxed-map` plus its total waste*. The heuristic is `relaxed-map` plus a lower bound on the total waste:
//! the least b for which a test does not rule out that all pieces leave with a total waste of at most b.
//!
//! # The test
//!
//! Each action belongs to one piece, so the total waste is the sum of the wastes of the pieces. The test keeps a least waste mᵢ
//! for each piece i, at first 0. The *slack* is σ = b − Σ mᵢ: no piece wastes more than mᵢ + σ, and if one piece wastes e more than
//! its least, any other wastes at most σ − e more than its own. The test computes, for all pieces together, the smallest sets
//! Rᵢ(w) of hexes with these properties:
//! 1. The hex of piece i is in Rᵢ(w) for all w; Rᵢ(w − 1) is a part of Rᵢ(w).
//! 2. If x is in Rᵢ(w) and a move or a jump over a block from x to y wastes v, y is in Rᵢ(w + v).
//! 3. The same holds for a jump over a hex in Rⱼ(mⱼ + σ − e) of a piece j ≠ i, where e = max(0, w + v − mᵢ).
//!
//! Then it raises each mᵢ to the least w such that Rᵢ(w) contains an exit hex, and starts over if that changed anything. If the
//! slack becomes negative, or a piece reaches no exit hex within mᵢ + σ, all pieces cannot leave with b. If the slack ends as 1, some
//! piece k takes it or no piece does: the test then tries each k, with mₖ one larger and without slack, and fails if all of these fail.
//!
//! # Admissible
//!
//! Take a plan with a total waste of at most b, and suppose that each mᵢ is at most the waste of piece i in it, which is true at
//! first. Then piece i never wastes more than mᵢ + σ, and *whenever it has wasted w so far, it is on a hex of Rᵢ(w)*. Otherwise
//! consider the first action after which this is wrong. It is a jump over a piece j ≠ i, because of 1 and 2. Piece j has wasted u so
//! far and, as this is the first such action, is on a hex of Rⱼ(u). Piece i has wasted w + v after the jump, so that in the whole plan
//! it wastes at least mᵢ + e, j at least u, and every other piece k at least mₖ: u is at most mⱼ + σ − e. So the jump is one of 3, a
//! contradiction. Therefore each piece's waste is at least the new mᵢ. If the slack is 1, the wastes of the pieces exceed the mᵢ by at
//! most 1 in total, so that they are at most those of one of the tries. In each case the test succeeds: if it fails for b, each
//! plan wastes more than b.
//!
//! The dead ends are those of `relaxed-map`. There are no others to find this way: a piece that jumps over another can as well walk
//! there if the hexes are free, so a piece for which `relaxed-map` has a number can leave without support.
//!
//! # Consistent
//!
//! Let an action of piece i with waste v lead from s to s′. *If the test succeeds for s′ with b, it succeeds for s with b + v*; so
//! the bound on the waste drops by at most v, and the heuristic by at most v + d(x) − d(y) = 1. By induction over the rounds of
//! the test, the mⱼ of s are at most those of s′, and mᵢ is at most v larger than in s′. Namely, if this is so before a round, then
//! Rⱼ(w) for s contains Rⱼ(w) for s′, and Rᵢ(w + v) contains Rᵢ(w): the action itself is possible in s, where the piece that it may
//! jump over is on its first hex; and the bound on the waste of the piece that is jumped over, which is b + v minus the least wastes
//! of all the others and the waste of the one that jumps, is at least that for s′. So exits are reached at least as early. A piece
//! that exits in s has m = 0, with no effect on the others except to support them. The same holds for the slack, since it is at least
//! that of s′. If it ends as 1 for s, it is 1 for s′, and the same try succeeds, or 0, and the try succeeds that gives the slack to the
//! one piece whose m differs. Limiting b (see
//! below) takes a minimum with a constant, which is consistent as well.
//!
//! # Computing it
//!
//! - Sets of hexes are words, and all pieces of a set move in one direction with one rotation; see [`ring`].
//! - The result does not depend on where the mᵢ start, as long as that is not above where they end: the rounds are monotone. For
//!   a successor, they start at those of its parent (by consistency), and the parent's sets show at once that most successors waste
//!   too much: one sweep of the piece that moved is enough.
//! - A search asks whether the value exceeds a limit: one test answers that. The results are kept in a table.
//! - b is at most [`MAX_WASTE`]. Beyond that, the value is `relaxed-map` + `MAX_WASTE` + 1.
mod cache;
mod fixpoint;
mod ring;

use pathmax::{Claims, Cost, Heuristic, forward_heuristic};

use super::Chexers;
use crate::bits::Bits;
use cache::{Cache, Known};
use fixpoint::{Fixpoint, MAX_WASTE};
use ring::{Ring, Word};

/// The heuristic, with words that the board fits into.
#[derive(Clone, Debug)]
pub enum SupportedJumps<B> {
    Narrow(Box<Bound<B, u64>>),
    Wide(Box<Bound<B, u128>>),
}

impl<B: Bits> SupportedJumps<B> {
    pub fn new(puzzle: &Chexers<B>) -> Self {
        if puzzle.hexes().len() < u64::BITS as usize {
            SupportedJumps::Narrow(Box::new(Bound::new(puzzle)))
        } else {
            SupportedJumps::Wide(Box::new(Bound::new(puzzle)))
        }
    }
}

impl<B: Bits> Heuristic<B> for SupportedJumps<B> {
    forward_heuristic!(
        B,
        match self {
            SupportedJumps::Narrow(bound) => bound,
            SupportedJumps::Wide(bound) => bound,
        }
    );
}

/// The heuristic for a board whose hexes fit into a `W`.
#[derive(Clone, Debug)]
pub struct Bound<B, W> {
    puzzle: Chexers<B>,
    ring: Ring<W>,
    test: Fixpoint<W>,
    cache: Cache<B>,
    parent: Option<Parent<B>>,
    /// The completed test of the parent.
    parent_test: Fixpoint<W>,
    /// The waste of the state that was evaluated last.
    last: u8,
}

/// The state whose successors are evaluated.
#[derive(Clone, Copy, Debug)]
struct Parent<B> {
    state: B,
    /// `relaxed-map`.
    base: Cost,
    /// A lower bound on its waste.
    low: u8,
    /// The total waste of its completed test, and whether that succeeded.
    tested: Option<(usize, bool)>,
}

/// The action from the parent to the state that is evaluated.
#[derive(Clone, Copy, Debug)]
struct LastAction {
    from: u8,
    /// `None` for an exit.
    to: Option<u8>,
    waste: usize,
}

const UNKNOWN: Known = Known { low: 0, high: MAX_WASTE as u8 + 1 };

impl<B: Bits, W: Word> Bound<B, W> {
    fn new(puzzle: &Chexers<B>) -> Self {
        Bound {
            ring: Ring::new(puzzle.start_board()),
            puzzle: puzzle.clone(),
            test: Fixpoint::new(),
            cache: Cache::new(),
            parent: None,
            parent_test: Fixpoint::new(),
            last: 0,
        }
    }

    /// `relaxed-map`.
    #[inline]
    fn base(&self, state: &B) -> Option<Cost> {
        let mut base = 0;
        for hex in state.iter() {
            base += Cost::from(self.ring.distance(hex)?);
        }
        Some(base)
    }

    /// The action from the parent to a state, if it is one of its successors.
    fn last_action(&self, state: &B, base: Cost) -> Option<LastAction> {
        let parent = self.parent.as_ref()?;
        let (mut gone, mut come) = ((parent.state & !*state).iter(), (*state & !parent.state).iter());
        let (Some(from), None, to, None) = (gone.next(), gone.next(), come.next(), come.next()) else { return None };
        let is_action = self.puzzle.is_action(&parent.state, from, to);
        let waste = (base + 1).checked_sub(parent.base).filter(|_| is_action)?;
        Some(LastAction { from, to, waste: waste as usize })
    }

    /// Whether the test of a state succeeds with this total waste.
    fn is_possible(&mut self, state: &B, action: Option<LastAction>, total: usize) -> bool {
        let action = action.filter(|action| total + action.waste <= MAX_WASTE);
        if let Some(is_possible) = action.and_then(|action| self.is_possible_after(action, total)) {
            return is_possible;
        }
        let Bound { ring, test, .. } = self;
        test.place(state.iter().map(|hex| ring.hex(hex)));
        test.is_possible(ring, total)
    }

    /// The same for a successor of the parent.
    fn is_possible_after(&mut self, action: LastAction, total: usize) -> Option<bool> {
        let Bound { ring, test, parent_test, parent, .. } = self;
        let parent = parent.as_mut()?;
        let parent_total = total + action.waste;
        let is_possible = match parent.tested {
            Some((tested, is_possible)) if tested == parent_total => is_possible,
            _ => {
                parent_test.place(parent.state.iter().map(|hex| ring.hex(hex)));
                parent_test.complete(ring, parent_total)
            }
        };
        parent.tested = Some((parent_total, is_possible));
        let (from, to) = (ring.hex(action.from), action.to.map(|to| ring.hex(to)));
        Some(
            is_possible && test.place_after(ring, parent_test, from, to, action.waste) && test.is_possible(ring, total),
        )
    }

    /// Tests until the waste is known, or known to exceed the limit. The first test is at `first`.
    fn settle(&mut self, state: &B, action: Option<LastAction>, mut known: Known, limit: u8, first: u8) -> Known {
        let mut total = first;
        while known.low < known.high && known.low <= limit {
            total = total.clamp(known.low, (known.high - 1).min(limit));
            if self.is_possible(state, action, usize::from(total)) {
                known.high = total;
                total = total.saturating_sub(1);
                continue;
            }
            total += 1;
            known.low = total;
        }
        known
    }
}

impl<B: Bits, W: Word> Heuristic<B> for Bound<B, W> {
    fn evaluate(&mut self, state: &B) -> Option<Cost> {
        self.evaluate_up_to(state, Cost::MAX)
    }

    fn evaluate_up_to(&mut self, state: &B, enough: Cost) -> Option<Cost> {
        let base = self.base(state)?;
        if base > enough {
            return Some(base);
        }
        let before = self.cache.get(state).unwrap_or(UNKNOWN);
        let limit = (enough - base).min(MAX_WASTE as Cost) as u8;
        let mut known = before;
        if known.low < known.high && known.low <= limit {
            let action = self.last_action(state, base);
            if let Some((action, parent)) = action.zip(self.parent) {
                known.low = known.low.max(parent.low.saturating_sub(action.waste as u8)).min(known.high);
            }
            let first = match action {
                _ if enough < Cost::MAX => limit,
                Some(_) => known.low,
                None => self.last,
            };
            known = self.settle(state, action, known, limit, first);
        }
        if known != before {
            self.cache.put(state, known);
        }
        self.last = known.low.min(MAX_WASTE as u8);
        Some(base + Cost::from(known.low))
    }

    fn notify_parent(&mut self, parent: &B) {
        self.parent = self.base(parent).map(|base| {
            let low = self.cache.get(parent).map_or(0, |known| known.low);
            Parent { state: *parent, base, low, tested: None }
        });
    }

    fn claims(&self) -> Claims {
        Claims::CONSISTENT
    }

    fn bytes(&self) -> usize {
        self.cache.bytes()
    }
}
