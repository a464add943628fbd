//! Smaller boards of Chexers, and all small ones.

use itertools::Itertools as _;

use super::{Board, Colour, Hex, symmetry};
use crate::capability::{Enumerate, Shrink};
use crate::options::Options;
use crate::shrink::Size;

impl Shrink for Board {
    fn size(&self) -> Size {
        let things = self.pieces.len() + self.blocks.len();
        Size { things: things as u32, cells: cells(self.radius), power: 0 }
    }

    fn smaller(&self) -> Vec<Self> {
        smaller(self)
    }

    fn moved(&self) -> Vec<Self> {
        moved(self)
    }
}

impl Enumerate for Board {
    const EXTENTS: &'static [Size] = &[
        Size { things: 2, cells: 61, power: 0 },
        Size { things: 3, cells: 37, power: 0 },
        Size { things: 4, cells: 19, power: 0 },
    ];
    const KIND_COUNT: u64 = 2;
    const IMAGES: u64 = 2;
    const RANDOM: &'static [&'static [(&'static str, &'static str)]] = &[
        &[("pieces", "1..3"), ("blocks", "0..6"), ("radius", "2")],
        &[("pieces", "1..3"), ("blocks", "0..9"), ("radius", "3")],
        &[("pieces", "1..4"), ("blocks", "0..14"), ("radius", "3")],
        &[("pieces", "1..3"), ("blocks", "0..20"), ("radius", "4")],
    ];

    fn sizes(max: Size) -> Vec<Size> {
        let of = |things: u32| Board::RADII.map(move |radius| Size { things, cells: cells(radius), power: 0 });
        (0..=max.things).flat_map(of).filter(|size| size.is_within(max)).collect()
    }

    fn of_size(size: Size, _options: &Options) -> Box<dyn Iterator<Item = Self>> {
        of_size(size)
    }
}

fn cells(radius: u8) -> u32 {
    3 * u32::from(radius) * (u32::from(radius) + 1) + 1
}

/// All red boards of a size; those of other colours are rotations of them. Boards with the same blocks are consecutive.
fn of_size(size: Size) -> Box<dyn Iterator<Item = Board>> {
    let Some(radius) = Board::RADII.into_iter().find(|&radius| cells(radius) == size.cells) else {
        return Box::new(std::iter::empty());
    };
    let empty = Board { colour: Colour::Red, radius, pieces: Vec::new(), blocks: Vec::new() };
    let hexes = empty.hexes();
    let things = size.things as usize;
    if things > hexes.len() {
        return Box::new(std::iter::empty());
    }
    let boards = (0..=things).flat_map(move |block_count| {
        let (hexes, empty) = (hexes.clone(), empty.clone());
        hexes.clone().into_iter().combinations(block_count).flat_map(move |blocks| {
            let mut free = hexes.clone();
            free.retain(|hex| !blocks.contains(hex));
            let board = Board { blocks, ..empty.clone() };
            let pieces = free.into_iter().combinations(things - block_count);
            pieces.map(move |pieces| Board { pieces, ..board.clone() })
        })
    });
    Box::new(boards.filter(symmetry::is_canonical_red))
}

/// The boards that are one step smaller: without one thing, or with a radius smaller by 1, placed anywhere on the larger one.
fn smaller(board: &Board) -> Vec<Board> {
    let without = |hexes: &[Hex], place: usize| {
        let mut hexes = hexes.to_vec();
        hexes.remove(place);
        hexes
    };
    let mut boards = Vec::new();
    for place in 0..board.pieces.len() {
        boards.push(Board { pieces: without(&board.pieces, place), ..board.clone() });
    }
    for place in 0..board.blocks.len() {
        boards.push(Board { blocks: without(&board.blocks, place), ..board.clone() });
    }
    if board.radius > *Board::RADII.start() {
        let middles = std::iter::once(Hex { q: 0, r: 0 }).chain(Hex::DIRECTIONS);
        boards.extend(middles.map(|middle| cut_out(board, middle)));
    }
    boards
}

/// The board with a radius smaller by 1 around another middle, without the things that are outside it.
fn cut_out(board: &Board, middle: Hex) -> Board {
    let mut cut = Board { radius: board.radius - 1, pieces: Vec::new(), blocks: Vec::new(), ..board.clone() };
    let moved = |hexes: &[Hex]| -> Vec<Hex> {
        hexes.iter().map(|hex| hex.step(middle, -1)).filter(|&hex| cut.contains(hex)).collect()
    };
    (cut.pieces, cut.blocks) = (moved(&board.pieces), moved(&board.blocks));
    cut
}

/// The boards on which one piece or block is elsewhere.
fn moved(board: &Board) -> Vec<Board> {
    let mut free = board.hexes();
    free.retain(|hex| !board.pieces.contains(hex) && !board.blocks.contains(hex));
    let mut boards = Vec::new();
    for &to in &free {
        for place in 0..board.pieces.len() + board.blocks.len() {
            let mut board = board.clone();
            match place.checked_sub(board.pieces.len()) {
                None => board.pieces[place] = to,
                Some(block) => board.blocks[block] = to,
            }
            boards.push(board);
        }
    }
    boards
}
