//! The boards for maps of Infexion heuristics.

use super::torus::{CELLS, cell, number};
use super::{Board, Colour, Stack};
use crate::capability::MapCells;

impl MapCells for Board {
    const LONE_THING: &'static str = "blue stack of power 1";

    fn with_lone_thing(&self, tile: usize) -> Option<Self> {
        let tile = u8::try_from(tile).ok().filter(|&tile| usize::from(tile) < CELLS)?;
        let blue = Stack { cell: cell(tile), colour: Colour::Blue, power: 1 };
        let mut stacks: Vec<Stack> = self.stacks.iter().copied().filter(|stack| stack.colour == Colour::Red).collect();
        if stacks.iter().any(|red| red.cell == blue.cell) {
            return None;
        }
        stacks.push(blue);
        Some(Board { stacks, ..*self })
    }

    fn without_each(&self) -> Vec<(usize, Self)> {
        let without = |removed: &Stack| {
            let stacks = self.stacks.iter().copied().filter(|stack| stack.cell != removed.cell).collect();
            (usize::from(number(removed.cell)), Board { stacks, ..*self })
        };
        self.stacks.iter().map(without).collect()
    }
}
