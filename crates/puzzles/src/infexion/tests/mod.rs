//! Infexion against independent implementations: the rules as written, and brute force on random boards.

mod files;
mod heuristics;
mod rules;

use proptest::prelude::*;

use super::{Board, Cell, Colour, Infexion, Stack};
use crate::{Board as _, Options};

/// Boards with up to `max` stacks, about a third of them red, and with powers from `power`.
pub(in crate::infexion) fn boards(
    max: usize,
    power: impl Strategy<Value = u8>,
    spawn: bool,
) -> impl Strategy<Value = Board> {
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
pub(in crate::infexion) fn small_power() -> impl Strategy<Value = u8> {
    prop_oneof![6 => Just(1), 3 => 2..=3_u8, 1 => 4..=6_u8]
}

pub(in crate::infexion) fn parse(text: &str) -> Board {
    Board::parse(text, &Options::default()).unwrap().board
}

pub(in crate::infexion) fn problem(text: &str) -> Infexion {
    Infexion::new(parse(text))
}
