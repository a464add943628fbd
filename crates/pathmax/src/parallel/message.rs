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
