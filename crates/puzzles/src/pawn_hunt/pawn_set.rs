//! Sets of pawns, in two sizes.
//!
//! A board compiles to a problem whose states hold 32 pawns, or 256 if it has more: a state with few pawns is not larger, and a
//! search on it not slower, because other boards have many.

use std::ops::{BitAnd, BitOr, Not};

use pathmax::StateBytes;

use crate::bits::Bits;

/// A set of pawns in a state.
///
/// A mark is what the generator of moves finds on a square: the number of a pawn, nothing, or an agent.
pub trait PawnSet: Bits {
    /// A number of a pawn, [`NOTHING`](PawnSet::NOTHING) or [`AGENT`](PawnSet::AGENT).
    type Mark: Copy + Eq;
    /// The mark of an empty square.
    const NOTHING: Self::Mark;
    /// The mark of a square with an agent.
    const AGENT: Self::Mark;

    /// The mark of a pawn.
    fn mark(pawn: u8) -> Self::Mark;

    /// The pawn of a mark, if it is one.
    fn pawn(mark: Self::Mark) -> Option<u8>;

    /// The set without the pawn of a mark, if it is one.
    fn without_mark(self, mark: Self::Mark) -> Self;

    /// The number of pawns in the set.
    fn len(self) -> u32;

    /// Whether the set is empty.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// The set of the first `count` pawns.
    fn first(count: usize) -> Self {
        (0..=u8::MAX).take(count.min(Self::CAPACITY)).fold(Self::EMPTY, Self::with)
    }
}

impl Bits for u32 {
    const CAPACITY: usize = 32;
    const EMPTY: Self = 0;

    #[inline]
    fn only(i: u8) -> Self {
        1 << i
    }

    #[inline]
    fn each(self) -> impl Iterator<Item = (u8, Self)> {
        u64::from(self).each().map(|(i, bit)| (i, bit as u32))
    }
}

impl PawnSet for u32 {
    type Mark = u8;
    const NOTHING: u8 = 32;
    const AGENT: u8 = 33;

    #[inline]
    fn mark(pawn: u8) -> u8 {
        pawn
    }

    #[inline]
    fn pawn(mark: u8) -> Option<u8> {
        (mark < Self::NOTHING).then_some(mark)
    }

    #[inline]
    fn without_mark(self, mark: u8) -> u32 {
        // The bits of the other marks are not in the lower half.
        self & !(1_u64 << mark) as u32
    }

    #[inline]
    fn len(self) -> u32 {
        self.count_ones()
    }
}

/// A set of up to 256 pawns, as many as a board has squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ManyPawns([u64; 4]);

impl std::hash::Hash for ManyPawns {
    #[inline]
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.iter().for_each(|word| state.write_u64(*word));
    }
}

impl BitAnd for ManyPawns {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        ManyPawns(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for ManyPawns {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        ManyPawns(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl Not for ManyPawns {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        ManyPawns(self.0.map(|word| !word))
    }
}

impl StateBytes for ManyPawns {
    const LEN: usize = <[u64; 4]>::LEN;

    fn write(&self, bytes: &mut [u8]) {
        self.0.write(bytes);
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        StateBytes::read(bytes).map(ManyPawns)
    }
}

impl Bits for ManyPawns {
    const CAPACITY: usize = 256;
    const EMPTY: Self = ManyPawns([0; 4]);

    #[inline]
    fn only(i: u8) -> Self {
        let mut words = [0; 4];
        words[usize::from(i / 64)] = 1 << (i % 64);
        ManyPawns(words)
    }

    #[inline]
    fn each(self) -> impl Iterator<Item = (u8, Self)> {
        let words = self.0.into_iter().enumerate();
        words.flat_map(|(word, bits)| bits.iter().map(move |i| 64 * word as u8 + i)).map(|i| (i, Self::only(i)))
    }

    #[inline]
    fn contains(self, i: u8) -> bool {
        self.0[usize::from(i / 64)] >> (i % 64) & 1 == 1
    }
}

impl PawnSet for ManyPawns {
    type Mark = u16;
    const NOTHING: u16 = 256;
    const AGENT: u16 = 257;

    #[inline]
    fn mark(pawn: u8) -> u16 {
        u16::from(pawn)
    }

    #[inline]
    fn pawn(mark: u16) -> Option<u8> {
        u8::try_from(mark).ok()
    }

    #[inline]
    fn without_mark(self, mark: u16) -> Self {
        Self::pawn(mark).map_or(self, |pawn| self.without(pawn))
    }

    #[inline]
    fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn behaves_as_a_set_of_pawns<S: PawnSet>() {
        let last = (S::CAPACITY - 1) as u8;
        let set = [0, 5, last / 2, last].into_iter().fold(S::EMPTY, S::with);
        assert_eq!((set.iter().collect::<Vec<_>>(), set.len()), (vec![0, 5, last / 2, last], 4));
        assert!(set.contains(last) && !set.contains(1) && !set.is_empty());
        assert_eq!(set.without(last).without(5).iter().collect::<Vec<_>>(), [0, last / 2]);
        assert_eq!((set & !S::only(5)).len(), 3);
        for pawn in 0..=last {
            assert_eq!(S::pawn(S::mark(pawn)), Some(pawn));
            assert_eq!(set.without_mark(S::mark(pawn)), set.without(pawn));
            assert!(S::only(pawn).iter().eq([pawn]) && S::only(pawn).contains(pawn));
            assert!(set.each().all(|(i, bit)| bit == S::only(i)));
        }
        for mark in [S::NOTHING, S::AGENT] {
            assert_eq!((S::pawn(mark), set.without_mark(mark)), (None, set));
        }
        for count in [0, 1, S::CAPACITY - 1, S::CAPACITY] {
            assert_eq!(S::first(count).len() as usize, count);
            assert!(S::first(count).iter().map(usize::from).eq(0..count));
        }
    }

    #[test]
    fn both_sizes_behave_as_sets_of_pawns() {
        behaves_as_a_set_of_pawns::<u32>();
        behaves_as_a_set_of_pawns::<ManyPawns>();
    }
}
