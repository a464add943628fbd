//! Smaller boards of Infexion, and all small ones.

use std::iter::{once, repeat_n};

use itertools::Itertools as _;

use super::torus::{CELLS, cell};
use super::{Board, Colour, SPAWN, Stack};
use crate::capability::{Enumerate, Shrink, Symmetry as _};
use crate::options::Options;
use crate::shrink::Size;

const BOARD: u32 = CELLS as u32;

impl Shrink for Board {
    fn size(&self) -> Size {
        let power = self.stacks.iter().map(|stack| u32::from(stack.power)).sum();
        Size { things: self.stacks.len() as u32, cells: BOARD, power }
    }

    /// The boards that are one step smaller: without one stack, or with lower power.
    fn smaller(&self) -> Vec<Self> {
        let mut boards = Vec::new();
        for place in 0..self.stacks.len() {
            // A file without stacks is not recognized as a board.
            if self.stacks.len() > 1 {
                let mut stacks = self.stacks.clone();
                stacks.remove(place);
                boards.push(stacks);
            }
            for power in 1..self.stacks[place].power {
                let mut stacks = self.stacks.clone();
                stacks[place].power = power;
                boards.push(stacks);
            }
        }
        boards.into_iter().map(|stacks| Board { stacks, spawn: self.spawn }).collect()
    }

    fn moved(&self) -> Vec<Self> {
        let is_free = |number: &u8| self.stacks.iter().all(|stack| stack.cell != cell(*number));
        let moved = |(to, stack): (u8, usize)| {
            let mut board = self.clone();
            board.stacks[stack].cell = cell(to);
            board
        };
        (0..CELLS as u8).filter(is_free).cartesian_product(0..self.stacks.len()).map(moved).collect()
    }
}

impl Enumerate for Board {
    const EXTENTS: &'static [Size] =
        &[Size { things: 2, cells: BOARD, power: 12 }, Size { things: 3, cells: BOARD, power: 5 }];
    const KIND_COUNT: u64 = 2;
    const IMAGES: u64 = 12;
    const RANDOM: &'static [&'static [(&'static str, &'static str)]] = &[
        &[("red", "1..2"), ("blue", "1..2"), ("power", "1..2")],
        &[("red", "1..2"), ("blue", "1..4"), ("power", "1..3")],
        &[("red", "1..3"), ("blue", "2..6"), ("power", "1..3")],
        &[("red", "1..4"), ("blue", "2..8"), ("power", "1..6")],
    ];

    /// All sizes, from one stack on: a file without stacks is not recognized as a board.
    fn sizes(max: Size) -> Vec<Size> {
        if max.cells < BOARD {
            return Vec::new();
        }
        let strongest = |things: u32| max.power.min(things * u32::from(Board::MAX_POWER));
        let of = |things: u32| (things..=strongest(things)).map(move |power| Size { things, cells: BOARD, power });
        (1..=max.things).flat_map(of).collect()
    }

    fn of_size(size: Size, options: &Options) -> Box<dyn Iterator<Item = Self>> {
        of_size(size, options.switch(SPAWN))
    }
}

/// All boards of a size that have a stack on the first cell; all others are translations of them. Boards without a red stack
/// are left out unless one can be spawned: no action is possible there.
fn of_size(size: Size, spawn: bool) -> Box<dyn Iterator<Item = Board>> {
    let things = size.things as usize;
    if things == 0 || things > CELLS || size.cells != BOARD {
        return Box::new(std::iter::empty());
    }
    let has_size = |powers: &Vec<u8>| powers.iter().map(|&power| u32::from(power)).sum::<u32>() == size.power;
    let powers: Vec<Vec<u8>> =
        repeat_n(1..=Board::MAX_POWER, things).multi_cartesian_product().filter(has_size).collect();
    let boards = (1..CELLS as u8).combinations(things - 1).flat_map(move |others| {
        let cells: Vec<u8> = once(0).chain(others).collect();
        let powers = powers.clone();
        repeat_n([Colour::Red, Colour::Blue], things).multi_cartesian_product().flat_map(move |colours| {
            let board = |powers: &Vec<u8>| {
                let stacks = cells.iter().zip(&colours).zip(powers);
                let stack = |((&number, &colour), &power)| Stack { cell: cell(number), colour, power };
                Board { stacks: stacks.map(stack).collect(), spawn }
            };
            powers.iter().map(board).collect::<Vec<_>>()
        })
    });
    let is_playable = |board: &Board| board.spawn || board.stacks.iter().any(|stack| stack.colour == Colour::Red);
    Box::new(boards.filter(move |board| is_playable(board) && board.canonical() == *board))
}
