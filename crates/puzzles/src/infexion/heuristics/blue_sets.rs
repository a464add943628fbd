//! Values remembered per set of blue cells.
//!
//! A blue stack never comes into being, so every set that a search meets is a subset of the start's. Up to a number of
//! cells there is room for a value for each subset, found by its place among them; beyond that, sets are hashed.

use std::collections::HashMap;

use crate::infexion::torus::{CELLS, cells_in};

/// The most cells for which there is a table of all subsets: 16 MiB.
const MOST_IN_TABLE: u32 = 24;

/// A small number per set of blue cells, 0 where none is known yet.
#[derive(Clone, Debug)]
pub(super) struct PerBlueSet {
    places: Places,
    /// By place. Memory that is never written costs nothing: the system hands it out at the first touch.
    values: Vec<u8>,
    /// Where there are too many subsets.
    hashed: HashMap<u64, u8>,
}

impl PerBlueSet {
    /// No value yet for any subset of `blue`.
    pub fn new(blue: u64) -> Self {
        let in_table = blue.count_ones() <= MOST_IN_TABLE;
        PerBlueSet {
            places: Places::new(if in_table { blue } else { 0 }),
            values: if in_table { vec![0; 1 << blue.count_ones()] } else { Vec::new() },
            hashed: HashMap::new(),
        }
    }

    /// The value of a set, or 0.
    #[inline]
    pub fn get(&self, set: u64) -> u8 {
        if self.values.is_empty() { self.hashed(set) } else { self.values[self.places.of(set)] }
    }

    #[cold]
    fn hashed(&self, set: u64) -> u8 {
        self.hashed.get(&set).copied().unwrap_or(0)
    }

    pub fn set(&mut self, set: u64, value: u8) {
        if self.values.is_empty() {
            self.hashed.insert(set, value);
        } else {
            self.values[self.places.of(set)] = value;
        }
    }

    pub fn bytes(&self) -> usize {
        // A hash table has a control byte per slot, and at least an eighth of its slots empty.
        let slot = size_of::<(u64, u8)>() + 1;
        self.values.len() + size_of::<Places>() + self.hashed.capacity() * slot * 8 / 7
    }
}

/// Where subsets of a set are in a table: the bits of the set, moved together.
#[derive(Clone, Debug)]
struct Places {
    /// What each group of ten cells contributes, by its bits.
    groups: Box<[[u32; 1 << GROUP]; GROUPS]>,
}

const GROUP: usize = 10;
const GROUPS: usize = CELLS.div_ceil(GROUP);

impl Places {
    fn new(blue: u64) -> Self {
        let mut groups = Box::new([[0; 1 << GROUP]; GROUPS]);
        for (place, cell) in cells_in(blue).enumerate() {
            let (group, bit) = (usize::from(cell) / GROUP, 1 << (usize::from(cell) % GROUP));
            // The cells come in order: without this one, every set of those before it has its value.
            for bits in 0..bit {
                groups[group][bits | bit] = groups[group][bits] | 1 << place;
            }
        }
        Places { groups }
    }

    /// The place of a subset. Other sets have none.
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
        fn every_subset_has_a_place_of_its_own(cells in prop::collection::vec(0..CELLS, 0..=10)) {
            let blue = cells.iter().fold(0_u64, |set, cell| set | 1 << cell);
            let places = Places::new(blue);
            let mut taken = vec![false; 1 << blue.count_ones()];
            let mut subset = blue;
            loop {
                prop_assert!(!std::mem::replace(&mut taken[places.of(subset)], true), "{:b} of {:b}", subset, blue);
                if subset == 0 {
                    break;
                }
                subset = (subset - 1) & blue;
            }
        }
    }

    #[test]
    fn values_are_remembered_in_a_table_and_beyond_it() {
        // 24 blue cells are the most that have a table.
        for blue in [ALL, ALL >> 25, ALL >> 24] {
            let mut values = PerBlueSet::new(blue);
            values.set(blue, 5);
            values.set(0b1010, 3);
            assert_eq!([blue, 0b1010, 0b1000].map(|set| values.get(set)), [5, 3, 0]);
        }
    }
}
