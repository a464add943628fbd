//! The state of a search: a board packed into twenty bytes.

use pathmax::StateBytes;

use super::torus::{ALL, CELLS};

/// A state: three bits per cell.
///
/// A blue stack does not change until it is captured, and no blue stack is ever added, so its power is known from the start.
/// Therefore three binary digits per cell suffice: the power of a red stack, 0 for an empty cell, and 7 for a blue stack. Bit
/// `7·r + q` of each digit's plane belongs to the cell `(r, q)`.
///
/// The planes are stored without gaps, the ones first. An alignment of four bytes avoids padding where states are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C, packed(4))]
pub struct Position {
    low: u64,
    middle: u64,
    high: u32,
}

/// The first bit of the twos in the low word, and of the fours in the middle word.
const TWOS: usize = CELLS;
const FOURS: usize = 2 * CELLS - 64;

impl StateBytes for Position {
    const LEN: usize = 20;

    fn write(&self, bytes: &mut [u8]) {
        (self.low, self.middle, self.high).write(bytes);
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let (low, middle, high) = StateBytes::read(bytes)?;
        let position = Position { low, middle, high };
        // Beyond the cells, all bits are 0.
        (position == Position::new(position.digits())).then_some(position)
    }
}

impl Position {
    /// Packs the three planes of digits, the ones first.
    #[inline]
    pub(super) const fn new([ones, twos, fours]: [u64; 3]) -> Position {
        Position {
            low: ones | twos << TWOS,
            middle: twos >> (64 - TWOS) | fours << FOURS,
            high: (fours >> (64 - FOURS)) as u32,
        }
    }

    /// The three planes of digits, the ones first. Beyond the cells, the fours are 0, but the ones and the twos are arbitrary.
    #[inline]
    fn unmasked_digits(&self) -> [u64; 3] {
        let twos = self.low >> TWOS | self.middle << (64 - TWOS);
        let fours = self.middle >> FOURS | u64::from(self.high) << (64 - FOURS);
        [self.low, twos, fours]
    }

    /// The three planes of digits, the ones first.
    #[inline]
    pub(super) fn digits(&self) -> [u64; 3] {
        self.unmasked_digits().map(|digit| digit & ALL)
    }

    /// A mask of all bits that belong to these cells.
    #[inline]
    pub(super) const fn mask(cells: u64) -> Position {
        Position::new([cells; 3])
    }

    /// This state with the cells of the mask replaced by those of `other`.
    #[inline]
    pub(super) fn with_cells_of(&self, other: &Position, mask: &Position) -> Position {
        Position {
            low: self.low ^ (self.low ^ other.low) & mask.low,
            middle: self.middle ^ (self.middle ^ other.middle) & mask.middle,
            high: self.high ^ (self.high ^ other.high) & mask.high,
        }
    }

    /// The state without the stack on a cell.
    #[inline]
    pub(super) fn without(&self, cell: u8) -> Position {
        self.with_cells_of(&Position::mask(0), &Position::mask(1 << cell))
    }

    /// The cells with a blue stack.
    #[inline]
    pub fn blue(&self) -> u64 {
        let [ones, twos, fours] = self.unmasked_digits();
        ones & twos & fours
    }

    /// The cells with a red stack.
    #[inline]
    pub fn red(&self) -> u64 {
        let [ones, twos, fours] = self.digits();
        (ones | twos | fours) & !(ones & twos & fours)
    }

    /// The cells without a stack.
    #[inline]
    pub fn empty(&self) -> u64 {
        let [ones, twos, fours] = self.digits();
        ALL & !(ones | twos | fours)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_preserves_every_bit() {
        for cell in 0..CELLS {
            for digit in 0..3 {
                for others in [0, ALL] {
                    let mut digits = [others; 3];
                    digits[digit] ^= 1 << cell;
                    assert_eq!(Position::new(digits).digits(), digits);
                }
            }
        }
    }

    #[test]
    fn a_state_takes_twenty_bytes_without_padding() {
        assert_eq!((size_of::<Position>(), align_of::<Position>()), (20, 4));
    }

    #[test]
    fn digits_encode_colours() {
        let position = Position::new([0b1011, 0b1101, 0b1001]);
        assert_eq!((position.blue(), position.red(), position.empty()), (0b1001, 0b0110, ALL & !0b1111));
    }
}
