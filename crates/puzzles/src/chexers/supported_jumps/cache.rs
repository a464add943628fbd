//! The results of tests, by state.

use std::fmt;
use std::hash::Hasher;

use crate::bits::Bits;

/// What is known about the waste of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// No test below this succeeds.
    pub low: u8,
    /// The test with this total waste succeeds, or is not done.
    pub high: u8,
}

/// A table in which each state has one place, and a later state replaces an earlier one. It grows with the number of tests, so that
/// small searches pay for a small one.
#[derive(Clone)]
pub struct Cache<B> {
    entries: Vec<Option<(B, Known)>>,
    stored: usize,
}

const FIRST_SIZE: usize = 1 << 8;
const LARGEST_SIZE: usize = 1 << 18;

impl<B: Bits> Cache<B> {
    pub fn new() -> Self {
        Cache { entries: Vec::new(), stored: 0 }
    }

    fn place(&self, state: &B) -> usize {
        let mut hasher = WordHasher(0);
        state.hash(&mut hasher);
        (hasher.0 >> 32) as usize & (self.entries.len() - 1)
    }

    pub fn get(&self, state: &B) -> Option<Known> {
        if self.entries.is_empty() {
            return None;
        }
        self.entries[self.place(state)].filter(|(stored, _)| stored == state).map(|(_, known)| known)
    }

    pub fn put(&mut self, state: &B, known: Known) {
        if self.stored >= self.entries.len() && self.entries.len() < LARGEST_SIZE {
            self.grow();
        }
        self.stored += 1;
        let place = self.place(state);
        self.entries[place] = Some((*state, known));
    }

    fn grow(&mut self) {
        let size = (4 * self.entries.len()).max(FIRST_SIZE);
        let before = std::mem::replace(&mut self.entries, vec![None; size]);
        for (state, known) in before.into_iter().flatten() {
            let place = self.place(&state);
            self.entries[place] = Some((state, known));
        }
    }

    pub fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Option<(B, Known)>>()
    }
}

impl<B> fmt::Debug for Cache<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cache").field("entries", &self.entries.len()).finish()
    }
}

/// Mixes one or two words; much cheaper than the hasher of the standard library.
struct WordHasher(u64);

impl Hasher for WordHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 29;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
