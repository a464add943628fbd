//! Answers that were given once, and need not be asked for again.

use std::collections::HashMap;
use std::hash::Hash;

use pathmax::Cost;

/// What the answers may take together, in bytes.
const MOST_BYTES: usize = 128 << 20;

/// Answers in two generations: when the young one is full it becomes the old one, and the old one is forgotten. So what
/// was asked for lately is known, and the memory bounded.
pub(super) struct Memory<S> {
    young: HashMap<S, Option<Cost>>,
    old: HashMap<S, Option<Cost>>,
    /// How many answers make a generation.
    generation: usize,
}

impl<S: Eq + Hash + Clone> Memory<S> {
    /// A memory within so many bytes, and never too many.
    pub fn new(most_bytes: Option<usize>) -> Self {
        let bytes = most_bytes.unwrap_or(MOST_BYTES).min(MOST_BYTES);
        // A table doubles when it is seven eighths full: two of them hold up to 4.6 times as much as a generation.
        let generation = (bytes / 5 / Self::ENTRY).max(1024);
        Memory { young: HashMap::new(), old: HashMap::new(), generation }
    }

    /// An entry, and the byte beside it.
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
    fn what_was_asked_for_lately_is_known_within_bounds() {
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
