//! A bounded cache of answers.

use std::collections::HashMap;
use std::hash::Hash;

use pathmax::Cost;

/// Maximum size of the cache in bytes.
const MOST_BYTES: usize = 128 << 20;

/// Answers in two generations: when the young one is full, it replaces the old one. Recent answers are known, and the
/// memory is bounded.
pub(super) struct Memory<S> {
    young: HashMap<S, Option<Cost>>,
    old: HashMap<S, Option<Cost>>,
    /// Number of answers in a generation.
    generation: usize,
}

impl<S: Eq + Hash + Clone> Memory<S> {
    /// A cache of at most this many bytes.
    pub fn new(most_bytes: Option<usize>) -> Self {
        let bytes = most_bytes.unwrap_or(MOST_BYTES).min(MOST_BYTES);
        // A table doubles when it is seven eighths full: two tables take up to 4.6 times the size of a generation.
        let generation = (bytes / 5 / Self::ENTRY).max(1024);
        Memory { young: HashMap::new(), old: HashMap::new(), generation }
    }

    /// An entry and its control byte.
    const ENTRY: usize = size_of::<(S, Option<Cost>)>() + 1;

    pub fn get(&self, state: &S) -> Option<Option<Cost>> {
        self.young.get(state).or_else(|| self.old.get(state)).copied()
    }

    pub fn insert(&mut self, state: S, answer: Option<Cost>) {
        if self.young.len() >= self.generation {
            std::mem::swap(&mut self.young, &mut self.old);
            self.young.clear();
        }
        self.young.insert(state, answer);
    }

    pub fn bytes(&self) -> usize {
        (self.young.capacity() + self.old.capacity()) * 8 / 7 * Self::ENTRY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recent_answers_are_known_and_memory_is_bounded() {
        let bytes = 1 << 20;
        let mut memory = Memory::new(Some(bytes));
        for state in 0..100_000u64 {
            memory.insert(state, Some(state as Cost / 2));
            assert_eq!(memory.get(&state), Some(Some(state as Cost / 2)));
            assert_eq!(memory.get(&state.saturating_sub(1000)), Some(Some(state.saturating_sub(1000) as Cost / 2)));
            assert!(memory.bytes() <= bytes, "{} after {state}", memory.bytes());
        }
        assert_eq!(memory.get(&0), None);
        memory.insert(7, None);
        assert_eq!(memory.get(&7), Some(None));
    }
}
