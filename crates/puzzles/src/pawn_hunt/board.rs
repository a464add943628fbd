//! Agents, cells and boards.

use std::fmt;

/// A kind of agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Jumps as in chess, at a cost of 6.
    Knight,
    /// Slides along diagonals, at a cost of 10.
    Bishop,
    /// Slides along rows and columns, at a cost of 8.
    Rook,
}

impl Kind {
    /// All kinds, in the order of the agents in states.
    pub const ALL: [Kind; 3] = [Kind::Knight, Kind::Bishop, Kind::Rook];

    /// The cost of a move.
    pub const fn cost(self) -> u32 {
        match self {
            Kind::Knight => 6,
            Kind::Bishop => 10,
            Kind::Rook => 8,
        }
    }

    /// The letter in board files.
    pub const fn letter(self) -> char {
        match self {
            Kind::Knight => 'K',
            Kind::Bishop => 'B',
            Kind::Rook => 'R',
        }
    }

    /// The word in answers.
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Knight => "KNIGHT",
            Kind::Bishop => "BISHOP",
            Kind::Rook => "ROOK",
        }
    }

    /// The directions of a move, as (rows, columns).
    pub(super) const fn directions(self) -> &'static [(i8, i8)] {
        match self {
            Kind::Knight => &[(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)],
            Kind::Bishop => &[(-1, -1), (-1, 1), (1, -1), (1, 1)],
            Kind::Rook => &[(-1, 0), (0, -1), (0, 1), (1, 0)],
        }
    }

    /// Whether a move can have any length in its direction.
    pub(super) const fn slides(self) -> bool {
        !matches!(self, Kind::Knight)
    }
}

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// An obstacle: no agent can enter or pass it, but a knight can jump over it.
    Obstacle,
    /// An agent.
    Agent(Kind),
    /// A pawn with its label, a digit from 0 to 9. Labels need not be unique.
    Pawn(u8),
}

impl Cell {
    /// The character in board files.
    pub fn letter(self) -> char {
        match self {
            Cell::Empty => '.',
            Cell::Obstacle => 'x',
            Cell::Agent(kind) => kind.letter(),
            Cell::Pawn(label) => char::from(b'0' + label % 10),
        }
    }

    /// The cell for a character of a board file.
    pub fn from_letter(letter: char) -> Option<Cell> {
        match letter {
            '.' => Some(Cell::Empty),
            'x' | 'X' => Some(Cell::Obstacle),
            '0'..='9' => Some(Cell::Pawn(letter as u8 - b'0')),
            _ => Kind::ALL.into_iter().find(|kind| kind.letter() == letter).map(Cell::Agent),
        }
    }
}

/// A square of the board; rows and columns are counted from 0 at the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// The row.
    pub row: u8,
    /// The column.
    pub column: u8,
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.row, self.column)
    }
}

/// A board of the pawn hunt: a rectangle of cells.
///
/// Squares are numbered row by row, from 0 at the top left. The number of a square fits into a byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    columns: u8,
    cells: Vec<Cell>,
}

impl Board {
    /// The maximum number of rows, and of columns.
    pub const MAX_ROWS: usize = 16;
    /// The maximum number of agents.
    pub const MAX_AGENTS: usize = 8;
    /// The maximum number of pawns: one on every square.
    pub const MAX_PAWNS: usize = Self::MAX_ROWS * Self::MAX_ROWS;

    /// A board with these cells, row by row; `None` if the last row is incomplete or a maximum is exceeded.
    pub fn new(columns: usize, cells: Vec<Cell>) -> Option<Board> {
        let count = |wanted: fn(&Cell) -> bool| cells.iter().filter(|cell| wanted(cell)).count();
        let fits = (1..=Self::MAX_ROWS).contains(&columns)
            && cells.len().is_multiple_of(columns)
            && (1..=Self::MAX_ROWS).contains(&(cells.len() / columns))
            && count(|cell| matches!(cell, Cell::Agent(_))) <= Self::MAX_AGENTS;
        fits.then_some(Board { columns: columns as u8, cells })
    }

    /// A board with these cells, which are known to be valid.
    pub(super) fn new_unchecked(columns: usize, cells: Vec<Cell>) -> Board {
        debug_assert!(Board::new(columns, cells.clone()).is_some());
        Board { columns: columns as u8, cells }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.cells.len() / self.columns()
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        usize::from(self.columns)
    }

    /// The cells, row by row.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The square of this number.
    pub fn square(&self, number: u8) -> Square {
        Square { row: number / self.columns, column: number % self.columns }
    }

    /// Whether a square is an obstacle.
    pub fn is_obstacle(&self, number: u8) -> bool {
        self.cells.get(usize::from(number)) == Some(&Cell::Obstacle)
    }

    /// The number of the square at this distance from another, if it is on the board.
    pub(super) fn offset(&self, from: u8, rows: i8, columns: i8) -> Option<u8> {
        let Square { row, column } = self.square(from);
        let row = row.checked_add_signed(rows).filter(|&row| usize::from(row) < self.rows())?;
        let column = column.checked_add_signed(columns).filter(|&column| column < self.columns)?;
        // The largest number is 255, on the last square of 16 rows of 16.
        Some(row * self.columns + column)
    }

    /// The numbers of all squares.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u8> + use<> {
        (0..self.cells.len()).map(|number| number as u8)
    }

    /// The kinds and squares of the agents, row by row.
    pub fn agents(&self) -> impl Iterator<Item = (Kind, u8)> {
        self.numbers().zip(&self.cells).filter_map(|(number, cell)| match cell {
            Cell::Agent(kind) => Some((*kind, number)),
            _ => None,
        })
    }

    /// The labels and squares of the pawns, row by row.
    pub fn pawns(&self) -> impl Iterator<Item = (u8, u8)> {
        self.numbers().zip(&self.cells).filter_map(|(number, cell)| match cell {
            Cell::Pawn(label) => Some((*label, number)),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_checked() {
        let agents = |count| [vec![Cell::Agent(Kind::Rook); count], vec![Cell::Empty; 64 - count]].concat();
        assert!(Board::new(16, vec![Cell::Pawn(1); Board::MAX_PAWNS]).is_some());
        assert!(Board::new(8, agents(8)).is_some() && Board::new(8, agents(9)).is_none());
        assert!(Board::new(16, vec![Cell::Empty; 256]).is_some());
        for (columns, cells) in [(0, 0), (8, 0), (8, 63), (17, 17), (1, 17), (8, 136)] {
            assert_eq!(Board::new(columns, vec![Cell::Empty; cells]), None, "{cells} cells in rows of {columns}");
        }
    }

    #[test]
    fn squares_are_numbered_row_by_row() {
        let board = Board::new(16, vec![Cell::Empty; 256]).unwrap();
        assert_eq!(board.square(255), Square { row: 15, column: 15 });
        assert_eq!(board.offset(0, 2, 1), Some(33));
        assert_eq!([(-1, 0), (0, -1)].map(|(down, right)| board.offset(0, down, right)), [None, None]);
        assert_eq!([(1, 0), (0, 1)].map(|(down, right)| board.offset(255, down, right)), [None, None]);
    }
}
