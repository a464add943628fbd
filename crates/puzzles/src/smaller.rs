//! Small boards: how large a board is, which boards are one step smaller, and all boards of a size.
//!
//! This is what a search for the smallest board with some property stands on.

use std::iter;

use crate::generation::Settings;
use crate::puzzle::{Instance, PuzzleInfo};

/// How large a board is to somebody who looks at it. The most important comes first, and sizes compare in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    /// Everything that stands on the board: pieces, blocks, stacks, agents, pawns, obstacles.
    pub things: u32,
    /// The cells of the board.
    pub cells: u32,
    /// The power of all stacks together; 0 where there are none.
    pub power: u32,
}

impl Size {
    /// Whether nothing about this size is larger than about another.
    ///
    /// ```
    /// use pathmax_puzzles::smaller::Size;
    ///
    /// let pair = Size { things: 2, cells: 37, power: 0 };
    /// assert!(pair.is_within(Size { things: 3, ..pair }));
    /// // Fewer things, but on a larger board.
    /// assert!(!pair.is_within(Size { things: 3, cells: 19, power: 0 }));
    /// ```
    pub fn is_within(self, other: Size) -> bool {
        self.things <= other.things && self.cells <= other.cells && self.power <= other.power
    }
}

/// A puzzle's small boards.
#[derive(Debug)]
pub(crate) struct SmallBoards {
    /// Boards are few enough to go through them all up to each of these sizes.
    pub extents: &'static [Size],
    /// All sizes [within](Size::is_within) a size, in order.
    pub sizes: fn(Size) -> Vec<Size>,
    /// How many kinds of things there are.
    pub kinds: u64,
    /// How many images of a board are passed over for one that is tried, at least.
    pub images: u64,
    /// All boards of a size on which something can be done or nothing is left to do, one of those that are the same
    /// turned or mirrored. The flag allows spawning.
    pub of_size: fn(Size, bool) -> Box<dyn Iterator<Item = Instance>>,
    /// Settings for random boards, the smallest first.
    pub grounds: &'static [&'static [(&'static str, &'static str)]],
}

impl PuzzleInfo {
    /// The sizes up to which boards are few enough to go through them all, in order.
    pub fn small_sizes(&self) -> Vec<Size> {
        let mut sizes: Vec<Size> = self.small.extents.iter().flat_map(|&extent| self.sizes_within(extent)).collect();
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }

    /// All sizes of boards [within](Size::is_within) a size, in order.
    pub fn sizes_within(&self, size: Size) -> Vec<Size> {
        (self.small.sizes)(size)
    }

    /// All boards of a size on which something can be done or nothing is left to do; of boards that are the same turned
    /// or mirrored, one.
    ///
    /// ```
    /// use pathmax_puzzles::PuzzleInfo;
    /// use pathmax_puzzles::smaller::Size;
    ///
    /// let chexers = PuzzleInfo::named("chexers").unwrap();
    /// // A piece or a block on each of 19 hexes; the mirror leaves 3 of them where they are.
    /// assert_eq!(chexers.boards_of_size(Size { things: 1, cells: 19, power: 0 }, false).count(), 2 * (3 + 8));
    /// ```
    pub fn boards_of_size(&self, size: Size, spawn: bool) -> Box<dyn Iterator<Item = Instance>> {
        (self.small.of_size)(size, spawn)
    }

    /// About how many boards of a size there are to go through; more rather than fewer.
    pub fn about_how_many(&self, size: Size) -> u64 {
        let (things, cells) = (u64::from(size.things), u64::from(size.cells));
        let powers = if size.power == 0 { 1 } else { choices(u64::from(size.power) - 1, things.saturating_sub(1)) };
        let of_kinds = self.small.kinds.saturating_pow(size.things);
        choices(cells, things).saturating_mul(of_kinds).saturating_mul(powers).div_ceil(self.small.images)
    }

    /// Settings for random boards to look for something on, the smallest first.
    pub fn grounds(&self, spawn: bool) -> Vec<Settings> {
        let settings = |ground: &&[(&str, &str)]| {
            ground.iter().fold(Settings::default(), |settings, (name, value)| settings.with(*name, *value))
        };
        let spawned = |settings: Settings| if spawn { settings.with("spawn", Settings::ON) } else { settings };
        self.small.grounds.iter().map(settings).map(spawned).collect()
    }
}

/// How many ways there are to choose so many of so many things; the largest number if they are beyond counting.
fn choices(of: u64, count: u64) -> u64 {
    if count > of {
        return 0;
    }
    let ways = (0..count)
        .try_fold(1u128, |ways, chosen| Some(ways.checked_mul(u128::from(of - chosen))? / u128::from(chosen + 1)));
    ways.and_then(|ways| u64::try_from(ways).ok()).unwrap_or(u64::MAX)
}

/// Every choice of `count` of the numbers below `end`, in order; each choice is in order too.
pub(crate) fn subsets(end: usize, count: usize) -> impl Iterator<Item = Vec<usize>> {
    let first = (count <= end).then(|| (0..count).collect::<Vec<_>>());
    iter::successors(first, move |subset| {
        // The last number that can still grow does; those after it follow closely.
        let place = (0..count).rev().find(|&place| subset[place] < end - count + place)?;
        let mut next = subset.clone();
        (place..count).zip(subset[place] + 1..).for_each(|(place, number)| next[place] = number);
        Some(next)
    })
}

/// Every sequence of `length` numbers below `end`, in order.
pub(crate) fn sequences(end: usize, length: usize) -> impl Iterator<Item = Vec<usize>> {
    let first = (end > 0 || length == 0).then(|| vec![0; length]);
    iter::successors(first, move |sequence| {
        let place = (0..length).rev().find(|&place| sequence[place] + 1 < end)?;
        let mut next = sequence.clone();
        next[place] += 1;
        next[place + 1..].fill(0);
        Some(next)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_all_there_once_and_in_order() {
        assert_eq!(subsets(4, 2).collect::<Vec<_>>(), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(subsets(3, 0).collect::<Vec<_>>(), [[0usize; 0]]);
        assert_eq!(subsets(2, 3).count(), 0);
        assert_eq!(subsets(37, 3).count(), 7770);
        assert_eq!([(37, 3), (4, 0), (2, 3)].map(|(of, count)| choices(of, count)), [7770, 1, 0]);
        assert_eq!(choices(256, 128), u64::MAX);
    }

    #[test]
    fn sequences_are_all_there_once_and_in_order() {
        assert_eq!(sequences(2, 2).collect::<Vec<_>>(), [[0, 0], [0, 1], [1, 0], [1, 1]]);
        assert_eq!(sequences(5, 0).count(), 1);
        assert_eq!(sequences(0, 2).count(), 0);
        assert_eq!(sequences(5, 4).count(), 625);
    }
}
