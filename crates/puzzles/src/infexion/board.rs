//! Cells, stacks, and a board as it stands in a file.

use std::fmt;

/// A cell of the torus; both coordinates lie in 0..7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The row.
    pub r: u8,
    /// The column.
    pub q: u8,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.r, self.q)
    }
}

/// Whose stack it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// The player's.
    Red,
    /// To be removed.
    Blue,
}

impl Colour {
    /// The letter in board files.
    pub fn letter(self) -> char {
        match self {
            Colour::Red => 'r',
            Colour::Blue => 'b',
        }
    }
}

/// A stack of tokens on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stack {
    /// Where it stands.
    pub cell: Cell,
    /// Whose it is.
    pub colour: Colour,
    /// How many tokens, from 1 to [`Board::MOST_POWER`].
    pub power: u8,
}

/// A board as it stands in a file, and whether one may spawn on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// The stacks, each on a cell of its own, in the order of the file.
    pub stacks: Vec<Stack>,
    /// Whether new red stacks may be spawned.
    pub spawn: bool,
}

impl Board {
    /// Cells in a row, a column or a diagonal.
    pub const SIZE: u8 = 7;
    /// The highest power of a stack.
    pub const MOST_POWER: u8 = 6;
    /// Nothing can be spawned once all stacks together have this power.
    pub const SPAWN_LIMIT: u32 = 49;
}
