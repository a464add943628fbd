//! Cells, stacks and boards.

use std::fmt;

/// A cell of the torus; both coordinates are in 0..7.
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

/// The colour of a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// The colour of the player's stacks.
    Red,
    /// The colour of the stacks to capture.
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
    /// Its cell.
    pub cell: Cell,
    /// Its colour.
    pub colour: Colour,
    /// Its power, the number of tokens: from 1 to [`Board::MAX_POWER`].
    pub power: u8,
}

/// A board of Infexion, and whether spawning is allowed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// The stacks, at most one per cell, in the order of the file.
    pub stacks: Vec<Stack>,
    /// Whether red stacks can be spawned.
    pub spawn: bool,
}

impl Board {
    /// The number of cells in a row, a column or a diagonal.
    pub const SIZE: u8 = 7;
    /// The maximum power of a stack.
    pub const MAX_POWER: u8 = 6;
    /// Spawning is not allowed if the total power of all stacks is at least this.
    pub const SPAWN_LIMIT: u32 = 49;
}
