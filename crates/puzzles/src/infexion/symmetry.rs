//! Boards that are the same but for the way one looks at them.
//!
//! With −r−q as a third coordinate, a step in any direction adds 1 to one coordinate and takes 1 from another. Exchanging
//! the three, or the sign of all, therefore leads directions to directions: 12 turns and mirrorings. As the board is a
//! torus, any cell may also become the first: 49 shifts. Together these are 588 images.

use super::{Board, Cell, Stack};

/// Where the coordinates r, q and −r−q go.
const EXCHANGES: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];

/// The one board that stands for a board and its images. Its stacks are in order.
pub(super) fn canonical(board: &Board) -> Board {
    // The least image has a stack on the first cell, so the shifts that bring none there need no look.
    let shifted = |turned: Vec<Stack>| {
        let shifts: Vec<Cell> = turned.iter().map(|stack| stack.cell).collect();
        shifts.into_iter().map(move |first| in_order(turned.iter().map(|stack| shifted_back(*stack, first)).collect()))
    };
    let turns = EXCHANGES.into_iter().flat_map(|exchange| [(exchange, false), (exchange, true)]);
    let turned = turns.map(|(exchange, negated)| {
        let turn = |stack: &Stack| Stack { cell: turned(stack.cell, exchange, negated), ..*stack };
        board.stacks.iter().map(turn).collect::<Vec<_>>()
    });
    let stacks = turned.flat_map(shifted).min_by_key(|stacks| stacks.iter().map(key).collect::<Vec<_>>());
    Board { stacks: stacks.unwrap_or_default(), spawn: board.spawn }
}

fn key(stack: &Stack) -> (Cell, char, u8) {
    (stack.cell, stack.colour.letter(), stack.power)
}

fn in_order(mut stacks: Vec<Stack>) -> Vec<Stack> {
    stacks.sort_unstable_by_key(key);
    stacks
}

fn turned(cell: Cell, exchange: [usize; 3], negated: bool) -> Cell {
    let wrapped = |number: u8| number % Board::SIZE;
    let opposite = |number: u8| wrapped(2 * Board::SIZE - number);
    let mut coordinates = [0; 3];
    for (to, value) in exchange.into_iter().zip([cell.r, cell.q, opposite(cell.r + cell.q)]) {
        coordinates[to] = if negated { opposite(value) } else { value };
    }
    Cell { r: coordinates[0], q: coordinates[1] }
}

/// The stack on the board that has `first` as its first cell.
fn shifted_back(stack: Stack, first: Cell) -> Stack {
    let back = |number: u8, by: u8| (number + Board::SIZE - by) % Board::SIZE;
    Stack { cell: Cell { r: back(stack.cell.r, first.r), q: back(stack.cell.q, first.q) }, ..stack }
}
