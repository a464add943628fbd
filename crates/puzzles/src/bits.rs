//! Sets of cells as bits of a word.

use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Not};

use pathmax::StateBytes;

/// A set of small numbers: `&` is the intersection, `|` the union, and `!` the complement.
pub trait Bits:
    BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Copy
    + Eq
    + Hash
    + std::fmt::Debug
    + Send
    + Sync
    + StateBytes
    + 'static
{
    /// The sets contain numbers from 0 up to, but not including, this one.
    const CAPACITY: usize;
    /// The empty set.
    const EMPTY: Self;

    /// The set with the single element `i`.
    fn only(i: u8) -> Self;

    /// The numbers in the set, in order, each with the set that contains it alone.
    fn each(self) -> impl Iterator<Item = (u8, Self)>;

    /// Whether `i` is in the set.
    #[inline]
    fn contains(self, i: u8) -> bool {
        self & Self::only(i) != Self::EMPTY
    }

    /// The set with `i`.
    #[inline]
    fn with(self, i: u8) -> Self {
        self | Self::only(i)
    }

    /// The set without `i`.
    #[inline]
    fn without(self, i: u8) -> Self {
        self & !Self::only(i)
    }

    /// The numbers in the set, in order.
    #[inline]
    fn iter(self) -> impl Iterator<Item = u8> {
        self.each().map(|(i, _)| i)
    }
}

/// Removes the lowest set bit from a word. Returns its number and the word with this bit alone.
#[inline]
fn take_lowest(word: &mut u64) -> Option<(u8, u64)> {
    let rest = *word & word.checked_sub(1)?;
    let (number, lowest) = (word.trailing_zeros() as u8, *word ^ rest);
    *word = rest;
    Some((number, lowest))
}

impl Bits for u64 {
    const CAPACITY: usize = 64;
    const EMPTY: Self = 0;

    #[inline]
    fn only(i: u8) -> Self {
        1 << i
    }

    #[inline]
    fn each(mut self) -> impl Iterator<Item = (u8, Self)> {
        std::iter::from_fn(move || take_lowest(&mut self))
    }
}

/// 128 bits as two words, the low one first. Unlike `u128` it is aligned to eight bytes, which saves eight bytes per stored
/// state, and iterating word by word is faster than shifting 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wide(u64, u64);

impl StateBytes for Wide {
    const LEN: usize = 16;

    fn write(&self, bytes: &mut [u8]) {
        (self.0, self.1).write(bytes);
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        StateBytes::read(bytes).map(|(low, high)| Wide(low, high))
    }
}

impl BitAnd for Wide {
    type Output = Wide;

    #[inline]
    fn bitand(self, other: Wide) -> Wide {
        Wide(self.0 & other.0, self.1 & other.1)
    }
}

impl BitOr for Wide {
    type Output = Wide;

    #[inline]
    fn bitor(self, other: Wide) -> Wide {
        Wide(self.0 | other.0, self.1 | other.1)
    }
}

impl Not for Wide {
    type Output = Wide;

    #[inline]
    fn not(self) -> Wide {
        Wide(!self.0, !self.1)
    }
}

impl Bits for Wide {
    const CAPACITY: usize = 128;
    const EMPTY: Self = Wide(0, 0);

    #[inline]
    fn only(i: u8) -> Self {
        let bit = 1 << (i & 63);
        if i < 64 { Wide(bit, 0) } else { Wide(0, bit) }
    }

    #[inline]
    fn each(mut self) -> impl Iterator<Item = (u8, Self)> {
        std::iter::from_fn(move || match take_lowest(&mut self.0) {
            Some((i, bit)) => Some((i, Wide(bit, 0))),
            None => take_lowest(&mut self.1).map(|(i, bit)| (i + 64, Wide(0, bit))),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn behaves_as_a_set<B: Bits>() {
        let last = B::CAPACITY as u8 - 1;
        let set = [0, 5, last / 2, last].into_iter().fold(B::EMPTY, B::with);
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 5, last / 2, last]);
        assert!(set.contains(last) && !set.contains(1));
        assert_eq!(set.without(last).without(5).iter().collect::<Vec<_>>(), [0, last / 2]);
        assert_eq!((B::only(3) | B::only(last)).iter().collect::<Vec<_>>(), [3, last]);
        assert_eq!((set & !B::only(5)).iter().collect::<Vec<_>>(), [0, last / 2, last]);
        assert_eq!(set & (B::only(5) | B::only(6)), B::only(5));
        assert!(set.each().all(|(i, bit)| bit == B::only(i)));
        assert!((0..=last).all(|i| B::only(i).iter().eq([i])));
        assert_eq!(B::EMPTY.iter().next(), None);
    }

    #[test]
    fn sets_have_a_byte_form() {
        let set = Wide::only(3).with(127);
        let mut bytes = [0; 16];
        set.write(&mut bytes);
        assert_eq!(bytes, [8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80]);
        assert_eq!((Wide::read(&bytes), Wide::read(&bytes[1..])), (Some(set), None));
    }

    #[test]
    fn words_behave_as_sets() {
        behaves_as_a_set::<u64>();
        behaves_as_a_set::<Wide>();
    }
}
