//! Smaller boards of the pawn hunt.

use super::symmetry::{is_canonical, numbered};
use super::{Board, Cell, Kind, PawnHunt};
use crate::puzzle::Instance;
use crate::smaller::{Size, SmallBoards, sequences, subsets};

pub(super) const SMALL: SmallBoards = SmallBoards {
    extents: &[
        Size { things: 2, cells: 16, power: 0 },
        Size { things: 3, cells: 12, power: 0 },
        Size { things: 4, cells: 9, power: 0 },
    ],
    sizes,
    kinds: 5,
    images: 2,
    of_size: |size, _| of_size(size),
    grounds: &[
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
    ],
};

/// What can stand on a cell.
const THINGS: [Cell; 5] =
    [Cell::Agent(Kind::Knight), Cell::Agent(Kind::Bishop), Cell::Agent(Kind::Rook), Cell::Pawn(1), Cell::Obstacle];

/// How large a board is.
pub(super) fn size(board: &Board) -> Size {
    let things = board.cells().iter().filter(|cell| **cell != Cell::Empty).count();
    Size { things: things as u32, cells: board.cells().len() as u32, power: 0 }
}

/// The columns of the boards with so many cells that have no more rows than columns; the others are the same turned.
fn shapes(cells: usize) -> impl Iterator<Item = usize> {
    (1..=Board::MOST_ROWS)
        .filter(move |&columns| cells > 0 && cells.is_multiple_of(columns) && cells / columns <= columns)
}

fn sizes(most: Size) -> Vec<Size> {
    let cells: Vec<u32> = (1..=most.cells).filter(|&cells| shapes(cells as usize).next().is_some()).collect();
    let of = |things: u32| cells.iter().map(move |&cells| Size { things, cells, power: 0 });
    (0..=most.things).flat_map(of).collect()
}

/// Boards with pawns but without an agent are left out: nothing can be done there.
fn of_size(size: Size) -> Box<dyn Iterator<Item = Instance>> {
    let (cells, things) = (size.cells as usize, size.things as usize);
    let boards = shapes(cells).flat_map(move |columns| {
        subsets(cells, things).flat_map(move |places| {
            sequences(THINGS.len(), things).filter_map(move |kinds| {
                let mut board = vec![Cell::Empty; cells];
                places.iter().zip(&kinds).for_each(|(&place, &kind)| board[place] = THINGS[kind]);
                let has = |wanted: fn(&Cell) -> bool| board.iter().any(wanted);
                let can_break =
                    has(|cell| matches!(cell, Cell::Agent(_))) || !has(|cell| matches!(cell, Cell::Pawn(_)));
                can_break.then(|| Board::new(columns, numbered(board))).flatten()
            })
        })
    });
    Box::new(boards.filter(is_canonical).map(|board| Instance::PawnHunt(PawnHunt::new(board))))
}

/// The boards that are one step smaller: without a thing, or without a row or a column and what stands there.
pub(super) fn smaller(board: &Board) -> Vec<Instance> {
    let (rows, columns) = (board.rows(), board.columns());
    let kept = |stays: &dyn Fn(usize) -> bool| -> Vec<Cell> {
        (0..board.cells().len()).filter(|&place| stays(place)).map(|place| board.cells()[place]).collect()
    };
    let mut boards = Vec::new();
    for place in (0..board.cells().len()).filter(|&place| board.cells()[place] != Cell::Empty) {
        let mut cells = board.cells().to_vec();
        cells[place] = Cell::Empty;
        boards.push((columns, cells));
    }
    if rows > 1 {
        boards.extend((0..rows).map(|row| (columns, kept(&|place| place / columns != row))));
    }
    if columns > 1 {
        boards.extend((0..columns).map(|column| (columns - 1, kept(&|place| place % columns != column))));
    }
    let boards = boards.into_iter().filter_map(|(columns, cells)| Board::new(columns, numbered(cells)));
    boards.map(|board| Instance::PawnHunt(PawnHunt::new(board))).collect()
}

/// The boards on which one thing stands elsewhere.
pub(super) fn moved(board: &Board) -> Vec<Instance> {
    let places = |is_empty: bool| {
        let of_kind = move |place: &usize| (board.cells()[*place] == Cell::Empty) == is_empty;
        (0..board.cells().len()).filter(of_kind)
    };
    let exchanged = |from: usize, to: usize| {
        let mut cells = board.cells().to_vec();
        cells.swap(from, to);
        Board::new(board.columns(), numbered(cells)).map(|board| Instance::PawnHunt(PawnHunt::new(board)))
    };
    places(true).flat_map(|to| places(false).filter_map(move |from| exchanged(from, to))).collect()
}
