//! Infexion against itself written another way: random boards, plain rules, brute force.

mod files;
mod heuristics;
mod rules;

use proptest::prelude::*;

use super::{Board, Cell, Colour, Infexion, Stack};
use crate::puzzle::{Instance, Reading};

/// Up to `most` stacks, red about once in three, with powers that `power` gives.
pub(in crate::infexion) fn boards(
    most: usize,
    power: impl Strategy<Value = u8>,
    spawn: bool,
) -> impl Strategy<Value = Board> {
    let stack = (0..7_u8, 0..7_u8, prop::bool::weighted(0.35), power).prop_map(|(r, q, is_red, power)| {
        let colour = if is_red { Colour::Red } else { Colour::Blue };
        Stack { cell: Cell { r, q }, colour, power }
    });
    prop::collection::vec(stack, 0..=most).prop_map(move |mut stacks| {
        stacks.sort_by_key(|stack| stack.cell);
        stacks.dedup_by_key(|stack| stack.cell);
        Board { stacks, spawn }
    })
}

/// Powers as on a hard board: mostly 1.
pub(in crate::infexion) fn small_power() -> impl Strategy<Value = u8> {
    prop_oneof![6 => Just(1), 3 => 2..=3_u8, 1 => 4..=6_u8]
}

pub(in crate::infexion) fn read(text: &str) -> Infexion {
    match Instance::parse(text, &Reading::default()).unwrap().instance {
        Instance::Infexion(infexion) => infexion,
        other => panic!("taken for {}", other.info().name),
    }
}
