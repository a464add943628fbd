//! The stacks of a board as four words, the unpacked form of a state.

use super::torus::{ALL, RUNS, number};
use super::{Board, Colour, Position};

/// The stacks on the board. Bit `7·r + q` of each word belongs to the cell `(r, q)`.
///
/// The first three words hold the binary digits of the power; an empty cell has power 0 and is not blue.
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

    /// The stacks in a state that is reachable from a start with these stacks: a stack that is still blue has not changed.
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

    /// The cells with a stack of this power; for 0, the empty cells and all bits beyond the board.
    #[inline]
    pub fn with_power(&self, power: usize) -> u64 {
        let digit = |word: u64, bit: usize| if power >> bit & 1 == 1 { word } else { !word };
        digit(self.ones, 0) & digit(self.twos, 1) & digit(self.fours, 2)
    }

    /// The total power of all stacks.
    #[inline]
    pub fn total_power(&self) -> u32 {
        self.ones.count_ones() + 2 * self.twos.count_ones() + 4 * self.fours.count_ones()
    }

    /// The cells on which the stack on `cell` puts a token if it spreads.
    #[inline]
    pub fn run(&self, cell: u8, direction: usize) -> u64 {
        RUNS[usize::from(cell)][direction][usize::from(self.power(cell))]
    }

    /// The state after a token was put on every cell: binary addition on all cells at once.
    #[inline]
    pub fn after_a_token_on_each(&self) -> Position {
        let ones = !self.ones;
        let twos = self.twos ^ self.ones;
        let fours = self.fours ^ self.twos & self.ones;
        // A stack that would get power 7 is removed.
        let kept = ALL & !(ones & twos & fours);
        Position::new([ones & kept, twos & kept, fours & kept])
    }

    /// Whether the total power allows a spawn, if the board allows spawning.
    #[inline]
    pub fn has_room_for_spawn(&self) -> bool {
        self.total_power() < Board::SPAWN_LIMIT
    }
}
