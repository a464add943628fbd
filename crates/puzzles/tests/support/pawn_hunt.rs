//! Random boards of the pawn hunt. Unit tests in `src` use this file, too.

use pathmax_puzzles::pawn_hunt::{Board, Cell, Kind, PawnHunt};
use pathmax_puzzles::{Board as _, Options};
use proptest::prelude::*;

pub fn parse(text: &str) -> Board {
    Board::parse(text, &Options::default()).unwrap().board
}

pub fn hunt(text: &str) -> PawnHunt {
    PawnHunt::new(parse(text))
}

pub fn any_cell() -> impl Strategy<Value = Cell> {
    prop_oneof![
        8 => Just(Cell::Empty),
        3 => Just(Cell::Obstacle),
        2 => proptest::sample::select(&Kind::ALL[..]).prop_map(Cell::Agent),
        3 => (0..10u8).prop_map(Cell::Pawn),
    ]
}

/// Boards up to this size, with at most this many agents and pawns.
pub fn boards(rows: usize, columns: usize, agents: usize, pawns: usize) -> impl Strategy<Value = Board> {
    (1..=rows, 1..=columns)
        .prop_flat_map(|(rows, columns)| (Just(columns), prop::collection::vec(any_cell(), rows * columns)))
        .prop_map(move |(columns, mut cells)| {
            let (mut agents, mut pawns) = (agents, pawns);
            for cell in &mut cells {
                let left = match cell {
                    Cell::Agent(_) => &mut agents,
                    Cell::Pawn(_) => &mut pawns,
                    Cell::Empty | Cell::Obstacle => continue,
                };
                match left.checked_sub(1) {
                    Some(fewer) => *left = fewer,
                    None => *cell = Cell::Empty,
                }
            }
            Board::new(columns, cells).unwrap()
        })
}
