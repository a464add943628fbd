//! How many empty cells must be stepped on to get from the red stacks to all blue ones.
//!
//! Without spawns, every cell that a token falls on lies next to another cell that one fell on, or to where a red stack
//! stands from the start: a spread begins beside its source, goes on from neighbour to neighbour, and its source is an
//! old red stack or a cell that was hit before. So with Y for the set of empty cells that a plan hits, every blue cell is
//! joined to a red one by steps between neighbours within red, blue and Y. Call Y a bridge; this module gives a lower
//! bound on its size.
//!
//! Free cells are the red and blue ones. A *group* is a connected set of blue cells without a red neighbour, its *ring*
//! the empty cells around it. Every bridge has a cell in every ring.
//!
//! - **Paying.** If groups have rings without a common cell, a bridge has a cell in each. Count one for each, make all
//!   cells of these rings free, and go on: what remains of the bridge joins what is free now.
//! - **Halving.** Call a group *lone* if its ring meets no other group's. Follow the bridge outwards from the red cells, a
//!   cell y at a time, each next to something joined already, say z. The six neighbours of y form a cycle. A group that y
//!   joins anew has a cell there which is neither z nor next to z, or it would have been joined with z; the three cells
//!   that are left lie in a row, and of a row of three at most two belong to different groups, since neighbours belong to
//!   the same. So y joins at most two groups, and a y in the ring of a lone group joins that one only. Hence a bridge has
//!   as many cells as there are lone groups, and half as many again as there are others, rounded up.
//!
//! The bound is the best that halving gives at any stage of paying.

use crate::infexion::torus::neighbours;

/// The most groups on a board: cells of different groups are no neighbours, so no two share one of the 98 triangles of
/// three neighbouring cells, and each cell is in six.
const MOST_GROUPS: usize = 16;

/// A lower bound on the number of `empty` cells that tokens must fall on before all `blue` stacks are taken.
///
/// There must be a red stack; the three sets make up the board.
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
            break; // Only without a red stack: nothing to bridge to.
        }
        paid += disjoint;
        free |= rings;
        empty &= !rings;
        joined = grow(joined, free);
    }
    bound.max(paid)
}

/// What is connected with `seed` within `cells`.
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
    rings: [u64; MOST_GROUPS],
    count: usize,
    /// Cells in more than one ring.
    shared: u64,
}

impl Groups {
    fn of(mut cells: u64, empty: u64) -> Groups {
        let mut groups = Groups { rings: [0; MOST_GROUPS], count: 0, shared: 0 };
        let mut seen = 0;
        while cells != 0 && groups.count < MOST_GROUPS {
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

/// Rings without a common cell, taken as they come: their cells, and how many they are.
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

    /// The size of the smallest bridge, by trying all sets of up to `most` empty cells.
    fn exact(red: u64, blue: u64, empty: u64, most: u32) -> Option<u32> {
        (0..=most).find(|&size| exists(red, blue, empty, size))
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
        assert_eq!(bound(&[(0, 0)], &[(6, 6)]), 1, "not a neighbour, but across an edge and a corner");
        assert_eq!(bound(&[(0, 0)], &[(0, 2)]), 1);
        assert_eq!(bound(&[(0, 0)], &[(0, 3)]), 2, "paid twice");
        assert_eq!(bound(&[(0, 0)], &[(0, 4)]), 2, "the other way round the torus");
        assert_eq!(bound(&[(0, 0)], &[(0, 2), (0, 5)]), 2, "two lone groups");
        assert_eq!(bound(&[(0, 0)], &[(1, 1), (2, 6)]), 1, "one cell joins two groups");
        assert_eq!(bound(&[(3, 3)], &[(3, 5), (5, 3), (1, 5)]), 2);
    }

    #[test]
    fn never_above_the_smallest_bridge_and_often_equal() {
        let mut random = 0x9E37_79B9_7F4A_7C15_u64;
        let mut next = move || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random
        };
        let (mut equal, mut all) = (0, 0);
        while all < 200 {
            // About a quarter of the cells are taken.
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
