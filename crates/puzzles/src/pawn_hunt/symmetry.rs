//! The symmetries of the pawn hunt.
//!
//! Knights, bishops and rooks move alike in all directions, so a board can be mirrored both ways and transposed: 8 images, 4 of
//! each shape if the board is not square. The labels of the pawns do not matter.

use super::{Board, Cell};
use crate::capability::Symmetry;

impl Symmetry for Board {
    /// The smallest image of a board, with its pawns numbered.
    fn canonical(&self) -> Board {
        let ways = (0..8).map(|bits| [1, 2, 4].map(|bit| bits & bit != 0));
        let images = ways.map(|[transposed, upside_down, mirrored]| image(self, transposed, upside_down, mirrored));
        let least =
            images.min_by_key(|(columns, cells)| (*columns, cells.iter().map(|cell| key(*cell)).collect::<Vec<_>>()));
        least.map_or_else(|| self.clone(), |(columns, cells)| Board::new_unchecked(columns, numbered(cells)))
    }
}

/// Whether a board with no more rows than columns is the smallest of its images of the same shape.
pub(super) fn is_canonical(board: &Board) -> bool {
    let keys = |cells: &[Cell]| cells.iter().map(|cell| key(*cell)).collect::<Vec<_>>();
    let own = keys(board.cells());
    let is_square = board.rows() == board.columns();
    let ways =
        (1..8).map(|bits| [1, 2, 4].map(|bit| bits & bit != 0)).filter(|[transposed, ..]| is_square || !transposed);
    let mut images = ways.map(|[transposed, upside_down, mirrored]| image(board, transposed, upside_down, mirrored).1);
    images.all(|cells| own <= keys(&cells))
}

/// The cells with the pawns numbered row by row: 1 to 9, 0, and again from 1.
pub(super) fn numbered(mut cells: Vec<Cell>) -> Vec<Cell> {
    let pawns = cells.iter_mut().filter(|cell| matches!(cell, Cell::Pawn(_)));
    for (pawn, label) in pawns.zip((0..10).cycle().skip(1)) {
        *pawn = Cell::Pawn(label);
    }
    cells
}

/// Compares cells without the labels of pawns.
fn key(cell: Cell) -> char {
    match cell {
        Cell::Pawn(_) => '1',
        other => other.letter(),
    }
}

/// The number of columns and the cells of a board after it is mirrored, and then transposed.
fn image(board: &Board, transposed: bool, upside_down: bool, mirrored: bool) -> (usize, Vec<Cell>) {
    let (rows, columns) = (board.rows(), board.columns());
    let cell = |row: usize, column: usize| {
        let row = if upside_down { rows - 1 - row } else { row };
        let column = if mirrored { columns - 1 - column } else { column };
        board.cells()[row * columns + column]
    };
    let places =
        |rows: usize, columns: usize| (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)));
    if transposed {
        (rows, places(columns, rows).map(|(column, row)| cell(row, column)).collect())
    } else {
        (columns, places(rows, columns).map(|(row, column)| cell(row, column)).collect())
    }
}
