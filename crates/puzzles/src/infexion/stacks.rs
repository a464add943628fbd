//! The whole board in four words, for working with.

use super::torus::{ALL, RUNS, number};
use super::{Board, Colour, Position};

/// The stacks on the board. Bit `7·r + q` of each word belongs to the cell `(r, q)`.
///
/// The three words of power hold its binary digits; an empty cell has power 0 and is not blue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stacks {
    ones: u64,
    twos: u64,
    fours: u64,
    blue: u64,
}

impl Stacks {
    /// The stacks of a board.
    pub fn of(board: &Board) -> Stacks {
        let mut stacks = Stacks::default();
        for stack in &board.stacks {
            let bit = 1 << number(stack.cell);
            for (digit, word) in [&mut stacks.ones, &mut stacks.twos, &mut stacks.fours].into_iter().enumerate() {
                if stack.power >> digit & 1 == 1 {
                    *word |= bit;
                }
            }
            if stack.colour == Colour::Blue {
                stacks.blue |= bit;
            }
        }
        stacks
    }

    /// The stacks of a position that was reached from a start with these: a stack that is still blue is as it was.
    #[inline]
    pub fn at(&self, position: &Position) -> Stacks {
        let blue = position.blue();
        let [ones, twos, fours] = position.digits();
        Stacks {
            ones: ones ^ blue | self.ones & blue,
            twos: twos ^ blue | self.twos & blue,
            fours: fours ^ blue | self.fours & blue,
            blue,
        }
    }

    /// The state with these stacks.
    #[inline]
    pub fn position(&self) -> Position {
        Position::new([self.ones | self.blue, self.twos | self.blue, self.fours | self.blue])
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
    pub fn occupied(&self) -> u64 {
        self.ones | self.twos | self.fours
    }

    /// The power of the stack on a cell; 0 if it is empty.
    #[inline]
    pub fn power(&self, cell: u8) -> u8 {
        ((self.ones >> cell & 1) | (self.twos >> cell & 1) << 1 | (self.fours >> cell & 1) << 2) as u8
    }

    /// The cells with a stack of this power; with 0, the empty ones and whatever lies beyond the board.
    #[inline]
    pub fn with_power(&self, power: usize) -> u64 {
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
    pub fn run(&self, cell: u8, direction: usize) -> u64 {
        RUNS[usize::from(cell)][direction][usize::from(self.power(cell))]
    }

    /// The state in which a token has fallen on every cell: binary addition, all cells at once.
    #[inline]
    pub fn after_a_token_on_each(&self) -> Position {
        let ones = !self.ones;
        let twos = self.twos ^ self.ones;
        let fours = self.fours ^ self.twos & self.ones;
        // Seven is one too many.
        let kept = ALL & !(ones & twos & fours);
        Position::new([ones & kept, twos & kept, fours & kept])
    }

    /// Whether the rules allow a spawn, where they allow spawns at all.
    #[inline]
    pub fn has_room_for_spawn(&self) -> bool {
        self.total_power() < Board::SPAWN_LIMIT
    }
}
