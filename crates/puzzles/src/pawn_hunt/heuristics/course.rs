//! The two heuristics that come from the puzzle's course: `h1` and `h2`.

use pathmax::Cost;

use crate::pawn_hunt::state::pawns_in;
use crate::pawn_hunt::{Board, Kind, PawnHunt, Square, State};

/// `h1`: with a rook on the board, 8 for every pawn, and 8 more if no rook has a pawn in its row or column. Without a
/// rook 0.
///
/// It overestimates wherever another agent does the work for less: a knight takes a pawn for 6.
#[derive(Clone, Debug)]
pub(super) struct RookLines {
    rooks: std::ops::Range<usize>,
    /// For every square, the pawns in its row or column.
    in_line: Vec<u32>,
}

impl RookLines {
    pub fn new(puzzle: &PawnHunt) -> Self {
        let kinds = puzzle.kinds();
        let rooks = kinds.iter().filter(|&&kind| kind == Kind::Rook).count();
        let board = puzzle.board();
        let pawns: Vec<Square> = puzzle.pawn_squares().iter().map(|&pawn| board.square(pawn)).collect();
        let in_line = board.numbers().map(|number| {
            let here = board.square(number);
            let shares_line = |pawn: &Square| pawn.row == here.row || pawn.column == here.column;
            (0..).zip(&pawns).filter(|(_, pawn)| shares_line(pawn)).fold(0, |mask, (i, _)| mask | 1 << i)
        });
        RookLines { rooks: kinds.len() - rooks..kinds.len(), in_line: in_line.collect() }
    }

    pub fn estimate(&self, state: &State) -> Cost {
        let rooks = &state.agents[self.rooks.clone()];
        if rooks.is_empty() {
            return 0;
        }
        let in_line = rooks.iter().any(|&rook| self.in_line[usize::from(rook)] & state.pawns != 0);
        Kind::Rook.cost() * (state.pawns.count_ones() + u32::from(!in_line))
    }

    pub fn bytes(&self) -> usize {
        size_of_val(self.in_line.as_slice())
    }
}

/// `h2`: for every pawn the cheapest way in, from an agent or from another pawn by the moves of any kind of agent on the
/// board; one way in at least comes from an agent.
///
/// A way is judged by the two squares alone (see [`way`]), and "obstacle" means the cells that never move.
///
/// # Why it is admissible
///
/// A way costs no more than getting from the one square to the other really does:
/// - A knight's move changes the sum of both distances by 3 at most and the larger one by 2.
/// - A rook that is in line with its target but has an obstacle between needs three moves. In two it would have to stay in
///   the line, which is blocked, or leave it and be back after one move. Off the line it needs two. The same is true of
///   a bishop and its diagonals.
/// - Nothing is infinite but what is impossible: a bishop never leaves its colour, and a slider enters a cell from a
///   neighbour in its direction of moving, which cannot be an obstacle or off the board.
///
/// In any plan, each pawn is taken by an agent that comes from where it took a pawn before, or from where it stands now.
/// The moves between the two cost at least the way, they are different moves for different pawns, and the pawn that is
/// taken first is entered from an agent's square. The sum of the cheapest ways in with that one condition cannot be more.
///
/// It is not consistent: one move can bring an agent nearer to many pawns.
#[derive(Clone, Debug)]
pub(super) struct WaysIn {
    kinds: Vec<Kind>,
    pawns: usize,
    /// For each kind, square and pawn, what the way costs.
    from_square: [Vec<Way>; 3],
    /// For each pawn and pawn, what the cheapest way costs of the kinds on the board.
    from_pawn: Vec<Way>,
}

/// A cost, or `NO_WAY`.
type Way = u16;
const NO_WAY: Way = Way::MAX;

impl WaysIn {
    pub fn new(puzzle: &PawnHunt) -> Self {
        let (board, pawns) = (puzzle.board(), puzzle.pawn_squares());
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

    pub fn estimate(&self, state: &State) -> Option<Cost> {
        let (mut sum, mut least_increase) = (0, None);
        for to in pawns_in(state.pawns) {
            let by =
                |(&kind, square): (&Kind, u8)| self.from_square[kind as usize][usize::from(square) * self.pawns + to];
            let from_agent = self.kinds.iter().zip(state.agents).map(by).min().unwrap_or(NO_WAY);
            let others = pawns_in(state.pawns & !(1 << to));
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
        // Where no agent can take any pawn, no pawn will ever be taken.
        Some(sum + least_increase?)
    }

    pub fn bytes(&self) -> usize {
        self.from_square.iter().map(|ways| size_of_val(ways.as_slice())).sum::<usize>()
            + size_of_val(self.from_pawn.as_slice())
    }
}

/// What the way from one square to another costs, by a rule of thumb.
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

/// Whether a slider cannot enter a square, because all its neighbours in the directions of moving are obstacles or off
/// the board.
fn is_shut_in(board: &Board, kind: Kind, square: u8) -> bool {
    let is_open = |&(down, right): &(i8, i8)| board.offset(square, down, right).is_some_and(|n| !board.is_obstacle(n));
    !kind.directions().iter().any(is_open)
}

/// Whether an obstacle stands between two squares of a line.
fn is_blocked(board: &Board, a: Square, b: Square) -> bool {
    let toward = |from: u8, to: u8| (to > from) as i8 - (to < from) as i8;
    let (down, right) = (toward(a.row, b.row), toward(a.column, b.column));
    let number = |square: Square| square.row * board.columns() as u8 + square.column;
    let next = |&square: &u8| board.offset(square, down, right);
    std::iter::successors(next(&number(a)), next)
        .take_while(|&square| square != number(b))
        .any(|s| board.is_obstacle(s))
}
