//! The open list with a tie-breaking that is chosen: a heap of numbered entries.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::open_list::reserve_one;
use super::{Budget, Entry, Id, OutOfMemory};
use crate::Ties;

/// An entry in the order of the list: priority, rank among equals, number (ascending or descending); then what it carries.
type Item = (u64, u32, u64, u32, Id);

/// A priority queue of states that breaks ties exactly as chosen.
pub(crate) struct SequencedList {
    ties: Ties,
    /// The number of entries so far.
    pushed: u64,
    heap: BinaryHeap<Reverse<Item>>,
}

impl SequencedList {
    pub fn new(ties: Ties) -> Self {
        SequencedList { ties, pushed: 0, heap: BinaryHeap::new() }
    }

    pub fn len(&self) -> usize {
        self.heap.len()
    }

    pub fn bytes_in_use(&self) -> usize {
        self.heap.len() * size_of::<Item>()
    }

    pub fn push(&mut self, entry: Entry, budget: &mut Budget) -> Result<(), OutOfMemory> {
        reserve_one(&mut self.heap, budget)?;
        let (oldest_first, newest_first) = (self.pushed, !self.pushed);
        let (rank, number) = match self.ties {
            Ties::HigherG => (entry.tie, newest_first),
            Ties::LowerG => (!entry.tie, newest_first),
            Ties::FirstIn => (0, oldest_first),
            Ties::LastIn => (0, newest_first),
        };
        self.pushed += 1;
        self.heap.push(Reverse((entry.priority, rank, number, entry.tie, entry.id)));
        Ok(())
    }

    /// The lowest priority.
    pub fn lowest(&self) -> Option<u64> {
        self.heap.peek().map(|Reverse(item)| item.0)
    }

    pub fn pop(&mut self) -> Option<Entry> {
        self.heap.pop().map(|Reverse(item)| entry(item))
    }

    /// All entries, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = Entry> + '_ {
        self.heap.iter().map(|Reverse(item)| entry(*item))
    }
}

fn entry((priority, _, _, tie, id): Item) -> Entry {
    Entry { priority, tie, id }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pushes entries (priority, h), the last of which is the first state again, and returns the ids in the order of the
    /// list.
    fn order(ties: Ties, scale: u64) -> Vec<Id> {
        let (mut list, mut budget) = (SequencedList::new(ties), Budget::new(None));
        for (priority, tie, id) in [(5, 2, 0), (5, 3, 1), (4, 9, 2), (5, 2, 3), (5, 1, 4), (5, 3, 5), (5, 2, 0)] {
            list.push(Entry { priority: priority * scale, tie, id }, &mut budget).unwrap();
        }
        assert_eq!((list.len(), list.iter().count(), list.lowest()), (7, 7, Some(4 * scale)));
        std::iter::from_fn(|| list.pop()).map(|entry| entry.id).collect()
    }

    #[test]
    fn ties_are_broken_as_chosen_whatever_the_priority() {
        for scale in [1, 1 << 20] {
            assert_eq!(order(Ties::HigherG, scale), [2, 4, 0, 3, 0, 5, 1]);
            assert_eq!(order(Ties::LowerG, scale), [2, 5, 1, 0, 3, 0, 4]);
            assert_eq!(order(Ties::FirstIn, scale), [2, 0, 1, 3, 4, 5, 0]);
            assert_eq!(order(Ties::LastIn, scale), [2, 0, 5, 4, 3, 1, 0]);
        }
    }

    #[test]
    fn memory_is_counted_and_limited() {
        let (mut list, mut budget) = (SequencedList::new(Ties::FirstIn), Budget::new(Some(4096)));
        let entry = Entry { priority: 1, tie: 0, id: 0 };
        let fits = (0..1000).take_while(|_| list.push(entry, &mut budget).is_ok()).count();
        assert!(fits > 30 && fits < 1000 && list.len() == fits, "{fits}");
        assert!(list.bytes_in_use() <= budget.peak() && budget.peak() <= 4096);
    }
}
