//! Random boards of Infexion. Unit tests in `src` use this file, too.

use pathmax_puzzles::infexion::{Board, Cell, Colour, Infexion, Stack};
use pathmax_puzzles::{Board as _, Options};
use proptest::prelude::*;

/// Boards with up to `max` stacks, about a third of them red, and with powers from `power`.
pub fn boards(max: usize, power: impl Strategy<Value = u8>, spawn: bool) -> impl Strategy<Value = Board> {
    let stack = (0..7_u8, 0..7_u8, prop::bool::weighted(0.35), power).prop_map(|(r, q, is_red, power)| {
        let colour = if is_red { Colour::Red } else { Colour::Blue };
        Stack { cell: Cell { r, q }, colour, power }
    });
    prop::collection::vec(stack, 0..=max).prop_map(move |mut stacks| {
        stacks.sort_by_key(|stack| stack.cell);
        stacks.dedup_by_key(|stack| stack.cell);
        Board { stacks, spawn }
    })
}

/// Powers as on hard boards: mostly 1.
pub fn small_power() -> impl Strategy<Value = u8> {
    prop_oneof![6 => Just(1), 3 => 2..=3_u8, 1 => 4..=6_u8]
}

pub fn parse(text: &str) -> Board {
    Board::parse(text, &Options::default()).unwrap().board
}

pub fn problem(text: &str) -> Infexion {
    Infexion::new(parse(text))
}
