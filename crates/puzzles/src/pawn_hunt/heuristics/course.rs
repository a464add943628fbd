//! `h1` and `h2`, the two heuristics of the course that the puzzle comes from.

use pathmax::Cost;

use crate::pawn_hunt::{Board, Kind, PawnHunt, PawnSet, Square, State};

/// `h1`: if there is a rook, 8 per pawn, plus 8 if no rook has a pawn in its row or column; otherwise 0.
///
/// It is not admissible: it overestimates where another agent is cheaper, such as a knight that captures a pawn for 6.
#[derive(Clone, Debug)]
pub(super) struct RookLines<S> {
    rooks: std::ops::Range<usize>,
    /// For each square, the pawns in its row or column.
    in_line: Vec<S>,
}

impl<S: PawnSet> RookLines<S> {
    pub fn new(puzzle: &PawnHunt<S>) -> Self {
        let kinds = puzzle.kinds();
        let rooks = kinds.iter().filter(|&&kind| kind == Kind::Rook).count();
        let board = puzzle.start_board();
        let pawns: Vec<Square> = puzzle.pawn_squares().iter().map(|&pawn| board.square(pawn)).collect();
        let in_line = board.numbers().map(|number| {
            let here = board.square(number);
            let shares_line = |pawn: &Square| pawn.row == here.row || pawn.column == here.column;
            (0..).zip(&pawns).filter(|(_, pawn)| shares_line(pawn)).fold(S::EMPTY, |set, (i, _)| set.with(i))
        });
        RookLines { rooks: kinds.len() - rooks..kinds.len(), in_line: in_line.collect() }
    }

    pub fn evaluate(&self, state: &State<S>) -> Cost {
        let rooks = &state.agents[self.rooks.clone()];
        if rooks.is_empty() {
            return 0;
        }
        let in_line = rooks.iter().any(|&rook| !(self.in_line[usize::from(rook)] & state.pawns).is_empty());
        Kind::Rook.cost() * (state.pawns.len() + u32::from(!in_line))
    }

    pub fn bytes(&self) -> usize {
        size_of_val(self.in_line.as_slice())
    }
}

/// `h2`: the sum over the pawns of the cheapest way to each, from an agent or from another pawn by the moves of any kind of
/// agent on the board, under the condition that at least one way comes from an agent.
///
/// The cost of a way is estimated from its two squares and the obstacles alone; see [`way`].
///
/// # Why it is admissible
///
/// The estimated cost of a way is a lower bound on the cost of moving from one square to the other:
/// - A knight's move changes the sum of both distances by at most 3, and the larger distance by at most 2.
/// - A rook in line with its target, with an obstacle between them, needs at least three moves: with two, it would have to stay
///   in the line, which is blocked, or leave the line and return to it in one move. A rook that is not in line needs at least
///   two. The same holds for a bishop and its diagonals.
/// - A way is infinite only if it is impossible: a bishop never leaves its colour, and a slider enters a square from an adjacent
///   one in a direction in which it moves, which must be on the board and not an obstacle.
///
/// In any plan, each pawn is captured by an agent that comes from the square of its previous capture, or from its present
/// square if there was none. The moves in between cost at least as much as the way, they are different for different pawns, and
/// the way to the pawn that is captured first comes from an agent. So the plan costs at least the minimum sum of ways under that
/// condition.
///
/// It is not consistent: one move can shorten the ways to many pawns.
#[derive(Clone, Debug)]
pub(super) struct WaysIn {
    kinds: Vec<Kind>,
    pawns: usize,
    /// For each kind, square and pawn, the cost of the way.
    from_square: [Vec<Way>; 3],
    /// For each pair of pawns, the cost of the cheapest way of the kinds on the board.
    from_pawn: Vec<Way>,
}

/// The cost of a way, or `NO_WAY`.
type Way = u16;
const NO_WAY: Way = Way::MAX;

impl WaysIn {
    pub fn new<S: PawnSet>(puzzle: &PawnHunt<S>) -> Self {
        let (board, pawns) = (puzzle.start_board(), puzzle.pawn_squares());
        let from_square = Kind::ALL.map(|kind| {
            let ways = |from| pawns.iter().map(move |&pawn| way(board, kind, from, pawn));
            board.numbers().flat_map(ways).collect::<Vec<_>>()
        });
        let cheapest = |from: u8, to: usize| {
            let place = usize::from(from) * pawns.len() + to;
            puzzle.kinds().iter().map(|&kind| from_square[kind as usize][place]).min().unwrap_or(NO_WAY)
        };
        let from_pawn = pawns.iter().flat_map(|&from| (0..pawns.len()).map(move |to| cheapest(from, to)));
        WaysIn { kinds: puzzle.kinds().to_vec(), pawns: pawns.len(), from_pawn: from_pawn.collect(), from_square }
    }

    pub fn evaluate<S: PawnSet>(&self, state: &State<S>) -> Option<Cost> {
        let (mut sum, mut least_increase) = (0, None);
        for (pawn, to) in state.pawns.iter().map(|pawn| (pawn, usize::from(pawn))) {
            let by =
                |(&kind, square): (&Kind, u8)| self.from_square[kind as usize][usize::from(square) * self.pawns + to];
            let from_agent = self.kinds.iter().zip(state.agents).map(by).min().unwrap_or(NO_WAY);
            let others = state.pawns.without(pawn).iter().map(usize::from);
            let from_pawn = others.map(|from| self.from_pawn[from * self.pawns + to]).min().unwrap_or(NO_WAY);
            let cheapest = from_agent.min(from_pawn);
            if cheapest == NO_WAY {
                return None;
            }
            sum += Cost::from(cheapest);
            if from_agent != NO_WAY {
                let increase = Cost::from(from_agent - cheapest);
                least_increase = Some(least_increase.map_or(increase, |least: Cost| least.min(increase)));
            }
        }
        // A dead end if no agent has a way to any pawn.
        Some(sum + least_increase?)
    }

    pub fn bytes(&self) -> usize {
        self.from_square.iter().map(|ways| size_of_val(ways.as_slice())).sum::<usize>()
            + size_of_val(self.from_pawn.as_slice())
    }
}

/// A lower bound on the cost of moving from one square to another.
fn way(board: &Board, kind: Kind, from: u8, to: u8) -> Way {
    let (a, b) = (board.square(from), board.square(to));
    let (down, right) = (a.row.abs_diff(b.row), a.column.abs_diff(b.column));
    let moves = match kind {
        Kind::Knight => (down + right).div_ceil(3).max(down.max(right).div_ceil(2)),
        Kind::Bishop if (down + right) % 2 != 0 => return NO_WAY,
        Kind::Bishop | Kind::Rook if is_shut_in(board, kind, to) => return NO_WAY,
        Kind::Bishop | Kind::Rook => {
            let in_line = if kind == Kind::Rook { down == 0 || right == 0 } else { down == right };
            match (in_line, in_line && is_blocked(board, a, b)) {
                (false, _) => 2,
                (true, false) => 1,
                (true, true) => 3,
            }
        }
    };
    Way::from(moves) * kind.cost() as Way
}

/// Whether a slider cannot enter a square because all adjacent squares in its directions are obstacles or off the board.
fn is_shut_in(board: &Board, kind: Kind, square: u8) -> bool {
    let is_open = |&(down, right): &(i8, i8)| board.offset(square, down, right).is_some_and(|n| !board.is_obstacle(n));
    !kind.directions().iter().any(is_open)
}

/// Whether there is an obstacle between two squares of a line.
fn is_blocked(board: &Board, a: Square, b: Square) -> bool {
    let toward = |from: u8, to: u8| (to > from) as i8 - (to < from) as i8;
    let (down, right) = (toward(a.row, b.row), toward(a.column, b.column));
    let number = |square: Square| square.row * board.columns() as u8 + square.column;
    let next = |&square: &u8| board.offset(square, down, right);
    std::iter::successors(next(&number(a)), next)
        .take_while(|&square| square != number(b))
        .any(|s| board.is_obstacle(s))
}
