//! Cached values per set of blue cells.
//!
//! No blue stack is ever added, so the set of blue cells in any state is a subset of that at the start. If the start has few
//! enough blue cells, there is a table with a value for each subset; otherwise the sets are hashed.

use std::collections::HashMap;

use crate::infexion::torus::{CELLS, cells_in};

/// The maximum number of cells for a table of all subsets, which then takes 16 MiB.
const MAX_IN_TABLE: u32 = 24;

/// A small number per set of blue cells; 0 if it is not known yet.
#[derive(Clone, Debug)]
pub(super) struct PerBlueSet {
    indices: Indices,
    /// By index. The system allocates the pages of the table when they are first written.
    values: Vec<u8>,
    /// Used if there are too many subsets for a table.
    hashed: HashMap<u64, u8>,
}

impl PerBlueSet {
    /// For the subsets of `blue`; no value is known yet.
    pub fn new(blue: u64) -> Self {
        let in_table = blue.count_ones() <= MAX_IN_TABLE;
        PerBlueSet {
            indices: Indices::new(if in_table { blue } else { 0 }),
            values: if in_table { vec![0; 1 << blue.count_ones()] } else { Vec::new() },
            hashed: HashMap::new(),
        }
    }

    /// The value of a set, or 0.
    #[inline]
    pub fn get(&self, set: u64) -> u8 {
        if self.values.is_empty() { self.hashed(set) } else { self.values[self.indices.of(set)] }
    }

    #[cold]
    fn hashed(&self, set: u64) -> u8 {
        self.hashed.get(&set).copied().unwrap_or(0)
    }

    pub fn set(&mut self, set: u64, value: u8) {
        if self.values.is_empty() {
            self.hashed.insert(set, value);
        } else {
            self.values[self.indices.of(set)] = value;
        }
    }

    pub fn bytes(&self) -> usize {
        // A hash table has a control byte per slot, and at least an eighth of its slots are empty.
        let slot = size_of::<(u64, u8)>() + 1;
        self.values.len() + size_of::<Indices>() + self.hashed.capacity() * slot * 8 / 7
    }
}

/// The table indices of the subsets of a set: the bits of the set, extracted and packed together.
#[derive(Clone, Debug)]
struct Indices {
    /// The contribution of each group of ten cells to the index, by the bits of the group.
    groups: Box<[[u32; 1 << GROUP]; GROUPS]>,
}

const GROUP: usize = 10;
const GROUPS: usize = CELLS.div_ceil(GROUP);

impl Indices {
    fn new(blue: u64) -> Self {
        let mut groups = Box::new([[0; 1 << GROUP]; GROUPS]);
        for (place, cell) in cells_in(blue).enumerate() {
            let (group, bit) = (usize::from(cell) / GROUP, 1 << (usize::from(cell) % GROUP));
            // The cells are in order, so the contributions of all sets of earlier cells are known.
            for bits in 0..bit {
                groups[group][bits | bit] = groups[group][bits] | 1 << place;
            }
        }
        Indices { groups }
    }

    /// The index of a subset; meaningless for other sets.
    #[inline]
    fn of(&self, set: u64) -> usize {
        let group = |i: usize| self.groups[i][(set >> (GROUP * i)) as usize % (1 << GROUP)];
        (group(0) | group(1) | group(2) | group(3) | group(4)) as usize
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::infexion::torus::ALL;

    proptest! {
        #[test]
        fn every_subset_has_its_own_index(cells in prop::collection::vec(0..CELLS, 0..=10)) {
            let blue = cells.iter().fold(0_u64, |set, cell| set | 1 << cell);
            let indices = Indices::new(blue);
            let mut taken = vec![false; 1 << blue.count_ones()];
            let mut subset = blue;
            loop {
                prop_assert!(!std::mem::replace(&mut taken[indices.of(subset)], true), "{:b} of {:b}", subset, blue);
                if subset == 0 {
                    break;
                }
                subset = (subset - 1) & blue;
            }
        }
    }

    #[test]
    fn values_are_stored_in_a_table_or_hashed() {
        // A table is used for up to 24 blue cells.
        for blue in [ALL, ALL >> 25, ALL >> 24] {
            let mut values = PerBlueSet::new(blue);
            values.set(blue, 5);
            values.set(0b1010, 3);
            assert_eq!([blue, 0b1010, 0b1000].map(|set| values.get(set)), [5, 3, 0]);
        }
    }
}
