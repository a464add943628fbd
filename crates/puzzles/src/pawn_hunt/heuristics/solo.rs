//! The cost at which one agent captures a set of pawns, alone on the board with them.

use super::{Check, SETS_BETWEEN_CHECKS};
use crate::bits::Bits as _;
use crate::pawn_hunt::moves::{Moves, Step};
use crate::pawn_hunt::{Kind, PawnHunt, PawnSet};

/// The cap for numbers of moves. A capped lower bound is a lower bound, and still consistent.
const MANY: u8 = u8::MAX - 1;
/// Marks a set that the agent cannot capture.
const NEVER: u8 = u8::MAX;

/// Padding after each row: rows whose size is a power of two would compete for the same cache lines.
const PADDING: usize = 64;

/// For a kind of agent, each square and each set of pawns: the minimum number of moves with which one agent captures the set, if
/// nothing else is on the board except obstacles. The pawns of the set block its way until they are captured.
#[derive(Clone, Debug)]
pub(super) struct Solo {
    /// The squares of the pawns that some agent of the kind can reach. Sets consist of these.
    pawns: Vec<u8>,
    row: usize,
    moves: Vec<u8>,
}

impl Solo {
    /// The table for the pawns on these squares. `None` if `check` stopped the computation.
    ///
    /// The row of a set is computed from the sets with one pawn less, by breadth-first search backward over the squares, which
    /// starts on each pawn of the set with the number of moves that remain once that pawn is captured.
    pub fn new<S: PawnSet>(puzzle: &PawnHunt<S>, kind: Kind, pawns: Vec<u8>, check: Check<'_>) -> Option<Self> {
        let squares = puzzle.start_board().cells().len();
        let row = (1 << pawns.len()) + PADDING;
        check(squares * row).continue_value()?;
        let mut solo = Solo { pawns, row, moves: vec![NEVER; squares * row] };
        let mut pawn_on = vec![0u32; squares];
        for (pawn, &square) in solo.pawns.iter().enumerate() {
            pawn_on[usize::from(square)] = 1 << pawn;
        }
        for square in 0..squares {
            solo.moves[square * row] = 0;
        }
        let mut search =
            Backward { moves: puzzle.moves(), kind, pawn_on, reached: vec![NEVER; squares], queue: Vec::new() };
        let mut starts = Vec::new();
        for set in 1..1u32 << solo.pawns.len() {
            if set.is_multiple_of(SETS_BETWEEN_CHECKS) && check(solo.bytes()).is_break() {
                return None;
            }
            starts.clear();
            for pawn in set.iter().map(usize::from) {
                let square = solo.pawns[pawn];
                starts.push((solo.moves(square, set & !(1 << pawn)), square));
            }
            starts.retain(|&(rest, _)| rest != NEVER);
            starts.sort_unstable();
            search.run(set, &starts);
            for (square, &moves) in search.reached.iter().enumerate() {
                solo.moves[square * row + set as usize] = moves;
            }
        }
        Some(solo)
    }

    #[inline]
    fn moves(&self, square: u8, set: u32) -> u8 {
        self.moves[usize::from(square) * self.row + set as usize]
    }

    /// The numbers of moves from a square, by set of pawns.
    #[inline]
    pub fn from(&self, square: u8) -> &[u8] {
        &self.moves[usize::from(square) * self.row..][..self.row - PADDING]
    }

    /// The minimum number of moves from any square, by set of pawns.
    pub fn min_moves(&self) -> Vec<u8> {
        let mut min = vec![NEVER; self.row - PADDING];
        for row in self.moves.chunks(self.row) {
            min.iter_mut().zip(row).for_each(|(min, moves)| *min = (*min).min(*moves));
        }
        min
    }

    /// Whether a number of moves marks a set that cannot be captured.
    #[inline]
    pub fn is_never(moves: u8) -> bool {
        moves == NEVER
    }

    pub fn bytes(&self) -> usize {
        self.moves.len() + self.pawns.len()
    }
}

/// The breadth-first search for one set of pawns.
struct Backward<'m> {
    moves: &'m Moves,
    kind: Kind,
    /// For each square, the bit of its pawn, or 0.
    pawn_on: Vec<u32>,
    /// For each square, the minimum number of moves to capture the set.
    reached: Vec<u8>,
    /// Squares in the order in which they were reached, which is the order of the number of moves.
    queue: Vec<u8>,
}

impl Backward<'_> {
    /// Fills `reached` for a set. `starts` are its pawns with the moves that remain once they are captured, fewest first.
    fn run(&mut self, set: u32, starts: &[(u8, u8)]) {
        self.reached.fill(NEVER);
        self.queue.clear();
        let (mut next, mut next_start) = (0, 0);
        loop {
            let waiting = self.queue.get(next).map(|&square| (self.reached[usize::from(square)], square));
            let (moves, square) = match (waiting, starts.get(next_start)) {
                (Some(waiting), Some(start)) if start.0 > waiting.0 => (next += 1, waiting).1,
                (_, Some(start)) => (next_start += 1, *start).1,
                (Some(waiting), None) => (next += 1, waiting).1,
                (None, None) => return,
            };
            self.step_back(set, square, moves.saturating_add(1).min(MANY));
        }
    }

    /// Reaches all squares from which an agent can move to `square`. Ways are free in both directions or in neither.
    fn step_back(&mut self, set: u32, square: u8, moves: u8) {
        for way in self.moves.ways(self.kind, square) {
            for &Step { to: from, .. } in way {
                if self.pawn_on[usize::from(from)] & set != 0 {
                    break;
                }
                let reached = &mut self.reached[usize::from(from)];
                if *reached == NEVER {
                    *reached = moves;
                    self.queue.push(from);
                }
            }
        }
    }
}
