//! Values remembered per set of blue cells.
//!
//! A blue stack never comes into being, so every set that a search meets is a subset of the start's. Up to a number of
//! cells there is room for a value for each subset, found by its place among them; beyond that, sets are hashed.

use std::collections::HashMap;

use crate::infexion::torus::cells_in;

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
        if self.values.is_empty() {
            self.hashed.get(&set).copied().unwrap_or(0)
        } else {
            self.values[self.places.of(set)]
        }
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
    /// What each row of the board contributes, by its seven bits.
    rows: Box<[[u32; 128]; 7]>,
}

impl Places {
    fn new(blue: u64) -> Self {
        let mut rows = Box::new([[0; 128]; 7]);
        for (place, cell) in cells_in(blue).enumerate() {
            let (row, column) = (usize::from(cell / 7), cell % 7);
            for (bits, value) in rows[row].iter_mut().enumerate() {
                *value |= (bits as u32 >> column & 1) << place;
            }
        }
        Places { rows }
    }

    #[inline]
    fn of(&self, set: u64) -> usize {
        let row = |r: usize| self.rows[r][(set >> (7 * r) & 127) as usize];
        (row(0) | row(1) | row(2) | row(3) | row(4) | row(5) | row(6)) as usize
    }
}
