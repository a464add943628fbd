//! Smaller boards of the pawn hunt, and all small ones.

use std::iter::repeat_n;

use itertools::Itertools as _;

use super::symmetry::{is_canonical, numbered};
use super::{Board, Cell, Kind};
use crate::capability::{Enumerate, Shrink};
use crate::options::Options;
use crate::shrink::Size;

impl Shrink for Board {
    fn size(&self) -> Size {
        let things = self.cells().iter().filter(|cell| **cell != Cell::Empty).count();
        Size { things: things as u32, cells: self.cells().len() as u32, power: 0 }
    }

    /// The boards that are one step smaller: without one thing, or without one row or column and everything in it. Boards without
    /// agents are left out, for which heuristics need not be made.
    fn smaller(&self) -> Vec<Self> {
        let (rows, columns) = (self.rows(), self.columns());
        let kept = |stays: &dyn Fn(usize) -> bool| -> Vec<Cell> {
            (0..self.cells().len()).filter(|&place| stays(place)).map(|place| self.cells()[place]).collect()
        };
        let mut boards = Vec::new();
        for place in (0..self.cells().len()).filter(|&place| self.cells()[place] != Cell::Empty) {
            let mut cells = self.cells().to_vec();
            cells[place] = Cell::Empty;
            boards.push((columns, cells));
        }
        if rows > 1 {
            boards.extend((0..rows).map(|row| (columns, kept(&|place| place / columns != row))));
        }
        if columns > 1 {
            boards.extend((0..columns).map(|column| (columns - 1, kept(&|place| place % columns != column))));
        }
        let boards = boards.into_iter().filter(|(_, cells)| has_agents(cells));
        boards.filter_map(|(columns, cells)| Board::new(columns, numbered(cells))).collect()
    }

    /// The boards on which one thing is elsewhere.
    fn moved(&self) -> Vec<Self> {
        let places = |is_empty: bool| {
            let of_kind = move |place: &usize| (self.cells()[*place] == Cell::Empty) == is_empty;
            (0..self.cells().len()).filter(of_kind)
        };
        let exchanged = |from: usize, to: usize| {
            let mut cells = self.cells().to_vec();
            cells.swap(from, to);
            Board::new(self.columns(), numbered(cells))
        };
        places(true).flat_map(|to| places(false).filter_map(move |from| exchanged(from, to))).collect()
    }
}

impl Enumerate for Board {
    const EXTENTS: &'static [Size] = &[
        Size { things: 2, cells: 16, power: 0 },
        Size { things: 3, cells: 12, power: 0 },
        Size { things: 4, cells: 9, power: 0 },
    ];
    const KIND_COUNT: u64 = 5;
    const IMAGES: u64 = 2;
    const RANDOM: &'static [&'static [(&'static str, &'static str)]] = &[
        &[("rows", "2..4"), ("columns", "2..4"), ("agents", "K,B,R"), ("pawns", "1..2"), ("obstacles", "0..1")],
        &[
            ("rows", "3..5"),
            ("columns", "3..5"),
            ("agents", "K,B,R,KB,KR,BR"),
            ("pawns", "1..3"),
            ("obstacles", "0..4"),
        ],
        &[("rows", "4..6"), ("columns", "4..6"), ("agents", "KB,KR,BR,KBR"), ("pawns", "1..4"), ("obstacles", "0..8")],
        &[("rows", "4..8"), ("columns", "4..8"), ("agents", "KBR,KK,RR,BB"), ("pawns", "1..5"), ("obstacles", "0..9")],
    ];

    fn sizes(max: Size) -> Vec<Size> {
        let cells: Vec<u32> = (1..=max.cells).filter(|&cells| shapes(cells as usize).next().is_some()).collect();
        let of = |things: u32| cells.iter().map(move |&cells| Size { things, cells, power: 0 });
        (0..=max.things).flat_map(of).collect()
    }

    /// All boards of a size. Boards without agents are left out: no action is possible there.
    fn of_size(size: Size, _options: &Options) -> Box<dyn Iterator<Item = Self>> {
        let (cells, things) = (size.cells as usize, size.things as usize);
        if things > cells {
            return Box::new(std::iter::empty());
        }
        let boards = shapes(cells).flat_map(move |columns| {
            (0..cells).combinations(things).flat_map(move |indices| {
                repeat_n(THINGS, things).multi_cartesian_product().filter_map(move |contents| {
                    let mut board = vec![Cell::Empty; cells];
                    indices.iter().zip(contents).for_each(|(&index, content)| board[index] = content);
                    has_agents(&board).then(|| Board::new(columns, numbered(board))).flatten()
                })
            })
        });
        Box::new(boards.filter(is_canonical))
    }
}

fn has_agents(cells: &[Cell]) -> bool {
    cells.iter().any(|cell| matches!(cell, Cell::Agent(_)))
}

/// The things that can be on a cell.
const THINGS: [Cell; 5] =
    [Cell::Agent(Kind::Knight), Cell::Agent(Kind::Bishop), Cell::Agent(Kind::Rook), Cell::Pawn(1), Cell::Obstacle];

/// The numbers of columns of the boards with this number of cells and no more rows than columns. The others are rotations of
/// them.
fn shapes(cells: usize) -> impl Iterator<Item = usize> {
    (1..=Board::MAX_ROWS)
        .filter(move |&columns| cells > 0 && cells.is_multiple_of(columns) && cells / columns <= columns)
}
