//! The pawn hunt: a state is the agents with their squares and the squares of the pawns that are left.

use pathmax_puzzles::pawn_hunt::{Board, Kind};

type Square = (i8, i8);
type State = (Vec<(Kind, Square)>, Vec<Square>);

fn directions(kind: Kind) -> &'static [Square] {
    match kind {
        Kind::Knight => &[(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)],
        Kind::Bishop => &[(-1, -1), (-1, 1), (1, -1), (1, 1)],
        Kind::Rook => &[(-1, 0), (0, -1), (0, 1), (1, 0)],
    }
}

fn successors(board: &Board, (agents, pawns): &State) -> Vec<(State, u32)> {
    let mut children = Vec::new();
    let (rows, columns) = (board.rows() as i8, board.columns() as i8);
    let is_free = |(row, column): Square| {
        (0..rows).contains(&row)
            && (0..columns).contains(&column)
            && !board.is_obstacle((row * columns + column) as u8)
            && agents.iter().all(|(_, square)| *square != (row, column))
    };
    for (i, &(kind, from)) in agents.iter().enumerate() {
        for (down, right) in directions(kind) {
            let mut to = (from.0 + down, from.1 + right);
            while is_free(to) {
                let mut moved = agents.clone();
                moved[i].1 = to;
                moved.sort_unstable();
                let left: Vec<Square> = pawns.iter().copied().filter(|pawn| *pawn != to).collect();
                let captures = left.len() < pawns.len();
                children.push(((moved, left), kind.cost()));
                if captures || kind == Kind::Knight {
                    break;
                }
                to = (to.0 + down, to.1 + right);
            }
        }
    }
    children
}

pub fn solve(board: &Board, heuristic: &str) -> (u32, u64) {
    let square = |number: u8| {
        let square = board.square(number);
        (square.row as i8, square.column as i8)
    };
    let mut agents: Vec<_> = board.agents().map(|(kind, number)| (kind, square(number))).collect();
    agents.sort_unstable();
    let start = (agents, board.pawns().map(|(_, number)| square(number)).collect());
    let estimate = |(_, pawns): &State| 6 * pawns.len() as u32;
    super::search(
        &start,
        |state| successors(board, state),
        (heuristic != "null").then_some(estimate),
        |(_, pawns)| pawns.is_empty(),
    )
}
