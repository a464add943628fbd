//! Sets of cells as bits of a word.

use std::hash::Hash;

/// A set of small numbers.
pub trait Bits: Copy + Eq + Hash + std::fmt::Debug + Send + Sync + 'static {
    /// How many numbers it can hold: 0 up to this.
    const CAPACITY: usize;
    /// The set without any.
    const EMPTY: Self;

    /// Whether `i` is in the set.
    fn contains(self, i: u8) -> bool;

    /// The set with `i`.
    fn with(self, i: u8) -> Self;

    /// The set without `i`.
    fn without(self, i: u8) -> Self;

    /// What is in either set.
    fn union(self, other: Self) -> Self;

    /// The smallest number in the set.
    fn first(self) -> Option<u8>;

    /// The numbers in the set, in order.
    #[inline]
    fn iter(mut self) -> impl Iterator<Item = u8> {
        std::iter::from_fn(move || {
            let first = self.first()?;
            self = self.without(first);
            Some(first)
        })
    }
}

impl Bits for u64 {
    const CAPACITY: usize = 64;
    const EMPTY: Self = 0;

    #[inline]
    fn contains(self, i: u8) -> bool {
        self >> i & 1 != 0
    }

    #[inline]
    fn with(self, i: u8) -> Self {
        self | 1 << i
    }

    #[inline]
    fn without(self, i: u8) -> Self {
        self & !(1 << i)
    }

    #[inline]
    fn union(self, other: Self) -> Self {
        self | other
    }

    #[inline]
    fn first(self) -> Option<u8> {
        (self != 0).then(|| self.trailing_zeros() as u8)
    }
}

/// 128 bits. Unlike `u128` it is aligned to eight bytes, which saves as many in every stored state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wide(u64, u64);

impl Wide {
    #[inline]
    fn value(self) -> u128 {
        u128::from(self.0) << 64 | u128::from(self.1)
    }

    #[inline]
    fn of(value: u128) -> Self {
        Wide((value >> 64) as u64, value as u64)
    }
}

impl Bits for Wide {
    const CAPACITY: usize = 128;
    const EMPTY: Self = Wide(0, 0);

    #[inline]
    fn contains(self, i: u8) -> bool {
        self.value() >> i & 1 != 0
    }

    #[inline]
    fn with(self, i: u8) -> Self {
        Wide::of(self.value() | 1 << i)
    }

    #[inline]
    fn without(self, i: u8) -> Self {
        Wide::of(self.value() & !(1 << i))
    }

    #[inline]
    fn union(self, other: Self) -> Self {
        Wide(self.0 | other.0, self.1 | other.1)
    }

    #[inline]
    fn first(self) -> Option<u8> {
        (self != Self::EMPTY).then(|| self.value().trailing_zeros() as u8)
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
        assert_eq!(B::EMPTY.with(3).union(B::EMPTY.with(last)).iter().collect::<Vec<_>>(), [3, last]);
        assert_eq!(B::EMPTY.first(), None);
    }

    #[test]
    fn words_behave_as_sets() {
        behaves_as_a_set::<u64>();
        behaves_as_a_set::<Wide>();
    }
}
