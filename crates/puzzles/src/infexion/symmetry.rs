//! The symmetries of Infexion.
//!
//! With −r−q as a third coordinate, a step in any direction adds 1 to one coordinate and subtracts 1 from another. So every
//! permutation of the three coordinates, with or without negation, maps directions to directions: 12 rotations and
//! reflections. With the 49 translations of the torus, a board has up to 588 images.

use super::{Board, Cell, Stack};
use crate::capability::Symmetry;

/// The permutations of the coordinates r, q and −r−q.
const PERMUTATIONS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];

impl Symmetry for Board {
    /// The smallest image of a board. Its stacks are sorted.
    fn canonical(&self) -> Board {
        // The smallest image has a stack on the first cell, so only the translations that move a stack there are tried.
        let translations = |stacks: Vec<Stack>| {
            let cells: Vec<Cell> = stacks.iter().map(|stack| stack.cell).collect();
            cells.into_iter().map(move |first| sorted(stacks.iter().map(|stack| translated(*stack, first)).collect()))
        };
        let turns = PERMUTATIONS.into_iter().flat_map(|permutation| [(permutation, false), (permutation, true)]);
        let turned = turns.map(|(permutation, negated)| {
            let turn = |stack: &Stack| Stack { cell: turned(stack.cell, permutation, negated), ..*stack };
            self.stacks.iter().map(turn).collect::<Vec<_>>()
        });
        let stacks = turned.flat_map(translations).min_by_key(|stacks| stacks.iter().map(key).collect::<Vec<_>>());
        Board { stacks: stacks.unwrap_or_default(), spawn: self.spawn }
    }
}

fn key(stack: &Stack) -> (Cell, char, u8) {
    (stack.cell, stack.colour.letter(), stack.power)
}

fn sorted(mut stacks: Vec<Stack>) -> Vec<Stack> {
    stacks.sort_unstable_by_key(key);
    stacks
}

fn turned(cell: Cell, permutation: [usize; 3], negated: bool) -> Cell {
    let wrapped = |number: u8| number % Board::SIZE;
    let opposite = |number: u8| wrapped(2 * Board::SIZE - number);
    let mut coordinates = [0; 3];
    for (to, value) in permutation.into_iter().zip([cell.r, cell.q, opposite(cell.r + cell.q)]) {
        coordinates[to] = if negated { opposite(value) } else { value };
    }
    Cell { r: coordinates[0], q: coordinates[1] }
}

/// The stack after the translation that moves `first` to the first cell.
fn translated(stack: Stack, first: Cell) -> Stack {
    let back = |number: u8, by: u8| (number + Board::SIZE - by) % Board::SIZE;
    Stack { cell: Cell { r: back(stack.cell.r, first.r), q: back(stack.cell.q, first.q) }, ..stack }
}
