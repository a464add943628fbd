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

    /// The boards that are one step smaller: without one thing, or with a radius smaller by 1, placed anywhere on the larger one.
    fn smaller(&self) -> Vec<Self> {
        let without = |hexes: &[Hex], hex: &Hex| hexes.iter().copied().filter(|other| other != hex).collect();
        let mut boards: Vec<Board> = Vec::new();
        boards.extend(self.pieces.iter().map(|hex| Board { pieces: without(&self.pieces, hex), ..self.clone() }));
        boards.extend(self.blocks.iter().map(|hex| Board { blocks: without(&self.blocks, hex), ..self.clone() }));
        if self.radius > *Board::RADII.start() {
            let middles = std::iter::once(Hex { q: 0, r: 0 }).chain(Hex::DIRECTIONS);
            boards.extend(middles.map(|middle| cut_out(self, middle)));
        }
        boards
    }

    fn moved(&self) -> Vec<Self> {
        let mut free = self.hexes();
        free.retain(|hex| !self.pieces.contains(hex) && !self.blocks.contains(hex));
        let things = 0..self.pieces.len() + self.blocks.len();
        let moved = |(to, thing): (Hex, usize)| {
            let mut board = self.clone();
            *board.pieces.iter_mut().chain(&mut board.blocks).nth(thing)? = to;
            Some(board)
        };
        free.into_iter().cartesian_product(things).filter_map(moved).collect()
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

    /// All red boards of a size; those of other colours are rotations of them. Boards with the same blocks are consecutive.
    fn of_size(size: Size, _options: &Options) -> Box<dyn Iterator<Item = Self>> {
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
}

fn cells(radius: u8) -> u32 {
    3 * u32::from(radius) * (u32::from(radius) + 1) + 1
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
