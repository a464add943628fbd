//! A lower bound on the number of empty cells on which a plan puts tokens to reach all blue stacks from the red ones.
//!
//! Without spawns, every cell on which a token lands is adjacent to another such cell or to a cell that has a red stack at the
//! start: a spread begins beside its source and continues from neighbour to neighbour, and its source is an original red stack
//! or a cell on which a token landed before. So if Y is the set of empty cells on which a plan puts tokens, every blue cell is
//! connected to a red one within the red cells, the blue cells and Y. Call Y a *bridge*; this module computes a lower bound on
//! its size.
//!
//! The red and blue cells are *free*. A *group* is a connected component of blue cells without a red neighbour; its *ring* is
//! the set of empty cells adjacent to it. Every bridge has a cell in every ring.
//!
//! - **Paying.** If the rings of some groups are disjoint, a bridge has a cell in each of them. Count one cell for each, make
//!   all cells of these rings free, and repeat: the rest of the bridge connects what is free now.
//! - **Halving.** Call a group *lone* if its ring is disjoint from the rings of all other groups. Build the bridge outward from
//!   the red cells, one cell y at a time, each adjacent to a cell z that is already connected. The six neighbours of y form a
//!   cycle. A group that y newly connects has a cell in this cycle that is neither z nor adjacent to z, or it would already be
//!   connected through z. The three remaining cells of the cycle are consecutive, and adjacent cells belong to the same group,
//!   so at most two different groups are among them. Hence y connects at most two groups, and at most one if y is in the ring
//!   of a lone group. So a bridge has at least one cell per lone group plus half a cell per other group, rounded up.
//!
//! The bound is the maximum of what halving gives after each step of paying.

use crate::infexion::torus::neighbours;

/// The maximum number of groups on a board: there are 98 triangles of three adjacent cells, each cell is in six of them, and
/// cells of different groups are not adjacent and so have no triangle in common.
const MAX_GROUPS: usize = 16;

/// A lower bound on the number of `empty` cells on which tokens must land before all `blue` stacks are captured.
///
/// The three sets partition the board, and `red` is not empty.
pub(super) fn fewest(red: u64, blue: u64, empty: u64) -> u32 {
    let (mut free, mut empty) = (blue, empty);
    let mut joined = grow(red, free);
    let (mut paid, mut bound) = (0, 0);
    while free & !joined != 0 {
        let groups = Groups::of(free & !joined, empty);
        let lone = groups.lone().count() as u32;
        bound = bound.max(paid + lone + (groups.count as u32 - lone).div_ceil(2));
        let (rings, disjoint) = if lone > 0 { disjoint_rings(groups.lone()) } else { disjoint_rings(groups.rings()) };
        if disjoint == 0 {
            break; // Only if there is no red stack.
        }
        paid += disjoint;
        free |= rings;
        empty &= !rings;
        joined = grow(joined, free);
    }
    bound.max(paid)
}

/// The cells that are connected to `seed` within `cells`.
#[inline]
fn grow(seed: u64, cells: u64) -> u64 {
    let mut grown = seed;
    loop {
        let more = grown | neighbours(grown) & cells;
        if more == grown {
            return grown;
        }
        grown = more;
    }
}

/// The rings of all groups.
struct Groups {
    rings: [u64; MAX_GROUPS],
    count: usize,
    /// Cells in more than one ring.
    shared: u64,
}

impl Groups {
    fn of(mut cells: u64, empty: u64) -> Groups {
        let mut groups = Groups { rings: [0; MAX_GROUPS], count: 0, shared: 0 };
        let mut seen = 0;
        while cells != 0 && groups.count < MAX_GROUPS {
            let group = grow(cells & cells.wrapping_neg(), cells);
            let ring = neighbours(group) & empty;
            groups.shared |= seen & ring;
            seen |= ring;
            groups.rings[groups.count] = ring;
            groups.count += 1;
            cells &= !group;
        }
        groups
    }

    fn rings(&self) -> impl Iterator<Item = u64> {
        self.rings[..self.count].iter().copied()
    }

    fn lone(&self) -> impl Iterator<Item = u64> {
        self.rings().filter(|ring| ring & self.shared == 0)
    }
}

/// Chooses disjoint rings greedily. Returns the union of their cells, and their number.
fn disjoint_rings(rings: impl Iterator<Item = u64>) -> (u64, u32) {
    let (mut cells, mut count) = (0, 0);
    for ring in rings {
        if ring & cells == 0 && ring != 0 {
            cells |= ring;
            count += 1;
        }
    }
    (cells, count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::infexion::torus::{ALL, cells_in};

    /// The size of the smallest bridge, by trying all sets of up to `max` empty cells.
    fn exact(red: u64, blue: u64, empty: u64, max: u32) -> Option<u32> {
        (0..=max).find(|&size| exists(red, blue, empty, size))
    }

    fn exists(red: u64, blue: u64, empty: u64, size: u32) -> bool {
        if blue & !grow(red, blue) == 0 {
            return true;
        }
        let mut left = empty;
        size > 0
            && cells_in(empty).any(|cell| {
                left &= !(1 << cell);
                exists(red, blue | 1 << cell, left, size - 1)
            })
    }

    fn cells(cells: &[(u32, u32)]) -> u64 {
        cells.iter().fold(0, |all, (r, q)| all | 1 << (7 * r + q))
    }

    fn bound(red: &[(u32, u32)], blue: &[(u32, u32)]) -> u32 {
        let (red, blue) = (cells(red), cells(blue));
        fewest(red, blue, ALL & !red & !blue)
    }

    #[test]
    fn small_bridges() {
        assert_eq!(bound(&[(0, 0)], &[(0, 1), (0, 2)]), 0);
        assert_eq!(bound(&[(0, 0)], &[(6, 6)]), 1, "not adjacent: diagonal across a corner");
        assert_eq!(bound(&[(0, 0)], &[(0, 2)]), 1);
        assert_eq!(bound(&[(0, 0)], &[(0, 3)]), 2, "paid twice");
        assert_eq!(bound(&[(0, 0)], &[(0, 4)]), 2, "the other way around the torus");
        assert_eq!(bound(&[(0, 0)], &[(0, 2), (0, 5)]), 2, "two lone groups");
        assert_eq!(bound(&[(0, 0)], &[(1, 1), (2, 6)]), 1, "one cell joins two groups");
        assert_eq!(bound(&[(3, 3)], &[(3, 5), (5, 3), (1, 5)]), 2);
    }

    #[test]
    fn the_bound_never_exceeds_the_smallest_bridge_and_is_often_equal() {
        let mut random = 0x9E37_79B9_7F4A_7C15_u64;
        let mut next = move || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random
        };
        let (mut equal, mut all) = (0, 0);
        while all < 200 {
            // About a quarter of the cells are occupied.
            let taken = next() & next() & ALL;
            let red = taken & next() & next();
            let blue = taken & !red;
            let empty = ALL & !taken;
            if red == 0 {
                continue;
            }
            let bound = fewest(red, blue, empty);
            let Some(exact) = exact(red, blue, empty, 3) else { continue };
            assert!(bound <= exact, "{red:#x} {blue:#x}");
            all += 1;
            equal += i32::from(bound == exact);
        }
        assert!(equal > 120, "{equal} of {all}");
    }
}
