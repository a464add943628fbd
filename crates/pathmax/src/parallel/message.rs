//! What workers send each other.

use crate::Cost;
use crate::children::Child;
use crate::store::{Budget, Id, OutOfMemory};

/// A batch is sent when it has this many messages: enough that sending costs little for each, and that their owner looks
/// many up at once; few enough that it soon hears of them.
pub(super) const FULL: usize = 128;

/// "This state can be reached": a child on the way to its owner. Its cost is that of the whole way.
pub(super) struct Message<S> {
    pub child: Child<S>,
    /// The address of the parent.
    pub parent: Id,
    /// The parent's g + h.
    pub parent_f: Cost,
}

/// Messages to one worker.
pub(super) struct Batch<S> {
    pub messages: Vec<Message<S>>,
    /// What a plan through any of their states costs at least.
    pub floor: Cost,
    /// Bytes that the states own on the heap.
    pub heap_bytes: usize,
    /// Bytes that are counted for the vector.
    counted: usize,
}

impl<S> Batch<S> {
    pub fn new(budget: &mut Budget) -> Result<Self, OutOfMemory> {
        let messages: Vec<Message<S>> = budget.vector(2 * FULL)?;
        let counted = messages.capacity() * size_of::<Message<S>>();
        Ok(Batch { messages, floor: Cost::MAX, heap_bytes: 0, counted })
    }

    pub fn is_full(&self) -> bool {
        self.messages.len() >= FULL
    }

    /// Counts what it has outgrown its first size by: a state may have any number of children.
    pub fn recount(&mut self, budget: &mut Budget) -> Result<(), OutOfMemory> {
        let bytes = self.messages.capacity() * size_of::<Message<S>>();
        if bytes == self.counted { Ok(()) } else { budget.recount(&mut self.counted, bytes) }
    }

    /// Forgets the messages and keeps the room.
    pub fn clear(&mut self, budget: &mut Budget) {
        self.messages.clear();
        self.floor = Cost::MAX;
        budget.give_back(std::mem::take(&mut self.heap_bytes));
    }

    /// Gives the room back.
    pub fn discard(self, budget: &mut Budget) {
        budget.give_back(self.counted);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_counts_for_its_vector_and_its_states_until_it_is_discarded() {
        let mut budget = Budget::new(None);
        let mut batch = Batch::<u64>::new(&mut budget).unwrap();
        let bytes = |batch: &Batch<u64>| batch.messages.capacity() * size_of::<Message<u64>>();
        assert_eq!(budget.held(), bytes(&batch));
        assert!(batch.messages.capacity() >= 2 * FULL);
        for state in 0..10 * FULL as u64 {
            assert_eq!(batch.is_full(), state >= FULL as u64);
            batch.messages.push(Message { child: Child::new(state, 1), parent: 0, parent_f: 0 });
        }
        budget.take(1000).unwrap();
        (batch.heap_bytes, batch.floor) = (1000, 7);
        for _ in 0..2 {
            batch.recount(&mut budget).unwrap();
            assert_eq!(budget.held(), bytes(&batch) + 1000);
        }
        batch.clear(&mut budget);
        assert_eq!((batch.messages.len(), batch.floor, budget.held()), (0, Cost::MAX, bytes(&batch)));
        batch.discard(&mut budget);
        assert_eq!(budget.held(), 0);
    }

    #[test]
    fn a_batch_that_outgrows_the_limit_is_refused() {
        let mut budget = Budget::new(Some(3 * FULL * size_of::<Message<u64>>()));
        let mut batch = Batch::<u64>::new(&mut budget).unwrap();
        batch.messages.reserve_exact(4 * FULL);
        assert_eq!(batch.recount(&mut budget), Err(OutOfMemory));
    }
}
