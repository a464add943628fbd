//! Batches of states that workers send to each other.

use crate::Cost;
use crate::children::Successor;
use crate::store::{Budget, Id, OutOfMemory};

/// A batch is sent when it has this many states: enough that sending costs little per state and that its owner looks many
/// up together; few enough that they arrive soon.
pub(super) const FULL: usize = 128;

/// States on the way to the worker that owns them.
pub(super) struct Batch<S> {
    pub states: Vec<Successor<S, Id>>,
    /// Lower bound on the cost of a plan through any of the states.
    pub floor: Cost,
    /// Heap memory that the states own.
    heap_bytes: usize,
}

impl<S: std::hash::Hash> Batch<S> {
    pub fn new(budget: &mut Budget) -> Result<Self, OutOfMemory> {
        Ok(Batch { states: budget.vector(2 * FULL)?, floor: Cost::MAX, heap_bytes: 0 })
    }

    pub fn is_full(&self) -> bool {
        self.states.len() >= FULL
    }

    /// Adds a child; no plan through it costs less than `bound`. A state may have any number of children, so that a batch may grow beyond its first size.
    #[inline]
    pub fn push(
        &mut self,
        child: Successor<S, Id>,
        bound: Cost,
        heap_bytes: usize,
        budget: &mut Budget,
    ) -> Result<(), OutOfMemory> {
        budget.take(heap_bytes)?;
        self.heap_bytes += heap_bytes;
        self.floor = self.floor.min(bound);
        budget.push(&mut self.states, child)
    }

    /// Removes the states and keeps the room.
    pub fn clear(&mut self, budget: &mut Budget) {
        self.states.clear();
        self.floor = Cost::MAX;
        budget.give_back(std::mem::take(&mut self.heap_bytes));
    }

    /// Releases the room of an empty batch.
    pub fn discard(self, budget: &mut Budget) {
        budget.give_back(self.states.capacity() * size_of::<Successor<S, Id>>());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn child(state: u64) -> Successor<u64, Id> {
        Successor::new(state, 1, 0, 0)
    }

    fn bytes(batch: &Batch<u64>) -> usize {
        batch.states.capacity() * size_of::<Successor<u64, Id>>()
    }

    #[test]
    fn a_batch_counts_for_its_vector_and_its_states_until_it_is_discarded() {
        let mut budget = Budget::new(None);
        let mut batch = Batch::<u64>::new(&mut budget).unwrap();
        assert_eq!(budget.held(), bytes(&batch));
        assert!(batch.states.capacity() >= 2 * FULL);
        for state in 0..10 * FULL as u64 {
            assert_eq!(batch.is_full(), state >= FULL as u64);
            batch.push(child(state), 7, 100, &mut budget).unwrap();
        }
        assert_eq!((batch.floor, budget.held()), (7, bytes(&batch) + 1000 * FULL));
        batch.clear(&mut budget);
        assert_eq!((batch.states.len(), batch.floor, budget.held()), (0, Cost::MAX, bytes(&batch)));
        batch.discard(&mut budget);
        assert_eq!(budget.held(), 0);
    }

    #[test]
    fn a_batch_does_not_grow_beyond_the_limit() {
        // While a batch grows, its old and its new vector both count.
        let mut budget = Budget::new(Some(6 * FULL * size_of::<Successor<u64, Id>>() - 1));
        let mut batch = Batch::<u64>::new(&mut budget).unwrap();
        let mut pushed = (0..4 * FULL as u64).map(|state| batch.push(child(state), 7, 0, &mut budget));
        assert_eq!(pushed.position(|pushed| pushed == Err(OutOfMemory)), Some(2 * FULL));
    }
}
