//! Smaller boards of Infexion.

use super::torus::{CELLS, cell};
use super::{Board, Colour, Infexion, Stack, symmetry};
use crate::puzzle::Instance;
use crate::smaller::{Size, SmallBoards, sequences, subsets};

const BOARD: u32 = CELLS as u32;

pub(super) const SMALL: SmallBoards = SmallBoards {
    extents: &[Size { things: 2, cells: BOARD, power: 12 }, Size { things: 3, cells: BOARD, power: 5 }],
    sizes,
    kinds: 2,
    images: 12,
    of_size,
    grounds: &[
        &[("red", "1..2"), ("blue", "1..2"), ("power", "1..2")],
        &[("red", "1..2"), ("blue", "1..4"), ("power", "1..3")],
        &[("red", "1..3"), ("blue", "2..6"), ("power", "1..3")],
        &[("red", "1..4"), ("blue", "2..8"), ("power", "1..6")],
    ],
};

/// How large a board is.
pub(super) fn size(board: &Board) -> Size {
    let power = board.stacks.iter().map(|stack| u32::from(stack.power)).sum();
    Size { things: board.stacks.len() as u32, cells: BOARD, power }
}

/// A board file has a stack at least.
fn sizes(most: Size) -> Vec<Size> {
    if most.cells < BOARD {
        return Vec::new();
    }
    let strongest = |things: u32| most.power.min(things * u32::from(Board::MOST_POWER));
    let of = |things: u32| (things..=strongest(things)).map(move |power| Size { things, cells: BOARD, power });
    (1..=most.things).flat_map(of).collect()
}

/// Boards with a stack on the first cell; all others are the same shifted. Those without a red stack are left out, unless
/// one may be spawned: nothing can be done there.
fn of_size(size: Size, spawn: bool) -> Box<dyn Iterator<Item = Instance>> {
    let things = size.things as usize;
    if things == 0 || size.cells != BOARD {
        return Box::new(std::iter::empty());
    }
    let powers = move || {
        let powers = sequences(usize::from(Board::MOST_POWER), things);
        powers.filter(move |powers| powers.iter().map(|power| power + 1).sum::<usize>() == size.power as usize)
    };
    let all_powers: Vec<Vec<usize>> = powers().collect();
    let boards = subsets(CELLS - 1, things - 1).flat_map(move |others| {
        let cells: Vec<u8> = std::iter::once(0).chain(others.into_iter().map(|other| other as u8 + 1)).collect();
        let all_powers = all_powers.clone();
        sequences(2, things).flat_map(move |colours| {
            let stacks = |powers: &Vec<usize>| {
                let stack = |(&number, (&colour, &power)): (&u8, (&usize, &usize))| Stack {
                    cell: cell(number),
                    colour: [Colour::Red, Colour::Blue][colour],
                    power: power as u8 + 1,
                };
                Board { stacks: cells.iter().zip(colours.iter().zip(powers)).map(stack).collect(), spawn }
            };
            all_powers.iter().map(stacks).collect::<Vec<_>>()
        })
    });
    let can_break = |board: &Board| board.spawn || board.stacks.iter().any(|stack| stack.colour == Colour::Red);
    let boards = boards.filter(move |board| can_break(board) && symmetry::canonical(board) == *board);
    Box::new(boards.map(|board| Instance::Infexion(Infexion::new(board))))
}

/// The boards that are one step smaller: without a stack, or with a weaker one.
pub(super) fn smaller(board: &Board) -> Vec<Instance> {
    let mut boards = Vec::new();
    for place in 0..board.stacks.len() {
        // A file without any stack is no board.
        if board.stacks.len() > 1 {
            let mut stacks = board.stacks.clone();
            stacks.remove(place);
            boards.push(stacks);
        }
        for power in 1..board.stacks[place].power {
            let mut stacks = board.stacks.clone();
            stacks[place].power = power;
            boards.push(stacks);
        }
    }
    let instance = |stacks| Instance::Infexion(Infexion::new(Board { stacks, spawn: board.spawn }));
    boards.into_iter().map(instance).collect()
}

/// The boards on which one stack stands elsewhere.
pub(super) fn moved(board: &Board) -> Vec<Instance> {
    let is_free = |number: &u8| board.stacks.iter().all(|stack| stack.cell != cell(*number));
    let mut boards = Vec::new();
    for to in (0..CELLS as u8).filter(is_free).map(cell) {
        for place in 0..board.stacks.len() {
            let mut board = board.clone();
            board.stacks[place].cell = to;
            boards.push(Instance::Infexion(Infexion::new(board)));
        }
    }
    boards
}
