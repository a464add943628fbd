//! The size of boards, for finding the smallest board with some property.

/// The size of a board. Sizes are ordered by the number of things, then by the number of cells, then by the power.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    /// The number of things on the board: pieces, blocks, stacks, agents, pawns, obstacles.
    pub things: u32,
    /// The number of cells.
    pub cells: u32,
    /// The total power of all stacks; 0 for puzzles without stacks.
    pub power: u32,
}

impl Size {
    /// Whether this size is at most the other in each component.
    ///
    /// ```
    /// use pathmax_puzzles::shrink::Size;
    ///
    /// let pair = Size { things: 2, cells: 37, power: 0 };
    /// assert!(pair.is_within(Size { things: 3, ..pair }));
    /// // Fewer things, but on a larger board.
    /// assert!(!pair.is_within(Size { things: 3, cells: 19, power: 0 }));
    /// ```
    pub fn is_within(self, other: Size) -> bool {
        self.things <= other.things && self.cells <= other.cells && self.power <= other.power
    }

    /// An estimate of the number of boards of this size with this number of kinds of things, if one in `images` is counted.
    pub(crate) fn estimated_count(self, kinds: u64, images: u64) -> u64 {
        let (things, cells) = (u64::from(self.things), u64::from(self.cells));
        let powers = if self.power == 0 { 1 } else { binomial(u64::from(self.power) - 1, things.saturating_sub(1)) };
        let of_kinds = kinds.saturating_pow(self.things);
        binomial(cells, things).saturating_mul(of_kinds).saturating_mul(powers).div_ceil(images)
    }
}

/// The binomial coefficient, saturating.
fn binomial(n: u64, k: u64) -> u64 {
    if k > n {
        return 0;
    }
    let product =
        (0..k).try_fold(1u128, |product, i| Some(product.checked_mul(u128::from(n - i))? / u128::from(i + 1)));
    product.and_then(|product| u64::try_from(product).ok()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomial_coefficients() {
        assert_eq!([(37, 3), (4, 0), (4, 4), (2, 3)].map(|(n, k)| binomial(n, k)), [7770, 1, 1, 0]);
        assert_eq!(binomial(256, 128), u64::MAX);
    }
}
