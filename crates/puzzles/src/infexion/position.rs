//! A state: the whole board in four words.

use super::torus::{ALL, RUNS, number};
use super::{Board, Colour};

/// The stacks on the board. Bit `7·r + q` of each word belongs to the cell `(r, q)`.
///
/// The three words of power hold its binary digits; an empty cell has power 0 and is not blue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    ones: u64,
    twos: u64,
    fours: u64,
    blue: u64,
}

impl Position {
    /// The position of a board.
    pub(super) fn of(board: &Board) -> Position {
        let mut position = Position::default();
        for stack in &board.stacks {
            let bit = 1 << number(stack.cell);
            for (digit, word) in [&mut position.ones, &mut position.twos, &mut position.fours].into_iter().enumerate() {
                if stack.power >> digit & 1 == 1 {
                    *word |= bit;
                }
            }
            if stack.colour == Colour::Blue {
                position.blue |= bit;
            }
        }
        position
    }

    /// The cells with a blue stack.
    #[inline]
    pub fn blue(&self) -> u64 {
        self.blue
    }

    /// The cells with a red stack.
    #[inline]
    pub fn red(&self) -> u64 {
        self.occupied() & !self.blue
    }

    /// The cells without a stack.
    #[inline]
    pub fn empty(&self) -> u64 {
        ALL & !self.occupied()
    }

    /// The cells with a stack.
    #[inline]
    pub(super) fn occupied(&self) -> u64 {
        self.ones | self.twos | self.fours
    }

    /// The power of the stack on a cell; 0 if it is empty.
    #[inline]
    pub fn power(&self, cell: u8) -> u8 {
        ((self.ones >> cell & 1) | (self.twos >> cell & 1) << 1 | (self.fours >> cell & 1) << 2) as u8
    }

    /// The cells with a stack of this power; with 0, the empty ones and whatever lies beyond the board.
    #[inline]
    pub(super) fn with_power(&self, power: usize) -> u64 {
        let digit = |word: u64, bit: usize| if power >> bit & 1 == 1 { word } else { !word };
        digit(self.ones, 0) & digit(self.twos, 1) & digit(self.fours, 2)
    }

    /// The power of all stacks together.
    #[inline]
    pub fn total_power(&self) -> u32 {
        self.ones.count_ones() + 2 * self.twos.count_ones() + 4 * self.fours.count_ones()
    }

    /// The cells that the stack on `cell` would put a token on.
    #[inline]
    pub(super) fn run(&self, cell: u8, direction: usize) -> u64 {
        RUNS[usize::from(cell)][direction][usize::from(self.power(cell))]
    }

    /// What a spread of the stack on `cell` along `run` leads to.
    #[inline]
    pub(super) fn spread(&self, cell: u8, run: u64) -> Position {
        let stays = !(1 << cell);
        // One token on every cell of the run: binary addition, all cells at once.
        let ones = self.ones & stays ^ run;
        let carry = self.ones & run;
        let twos = self.twos & stays ^ carry;
        let carry = self.twos & carry;
        let fours = self.fours & stays ^ carry;
        // Seven is one too many.
        let kept = !(ones & twos & fours);
        Position { ones: ones & kept, twos: twos & kept, fours: fours & kept, blue: self.blue & !run }
    }

    /// What a spawn on an empty cell leads to.
    #[inline]
    pub(super) fn spawn(&self, cell: u8) -> Position {
        Position { ones: self.ones | 1 << cell, ..*self }
    }

    /// Whether the rules allow a spawn, where they allow spawns at all.
    #[inline]
    pub(super) fn has_room_for_spawn(&self) -> bool {
        self.total_power() < Board::SPAWN_LIMIT
    }
}
