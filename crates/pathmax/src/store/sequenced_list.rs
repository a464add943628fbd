//! The open list with a tie-breaking that is chosen: a heap of numbered entries.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::open_list::reserve_one;
use super::{Budget, Entry, Id, OutOfMemory};
use crate::Ties;

/// An entry in the order of the list: priority, rank among equals, number (ascending or descending); then what it carries.
type Item = (u64, u32, u64, u32, Id);

/// Entries are numbered upwards from here; those that are put back before all others, downwards.
const FIRST_NUMBER: u64 = 1 << 63;

/// A priority queue of states that breaks ties exactly as chosen.
pub(crate) struct SequencedList {
    ties: Ties,
    /// The number of the next entry, and of the next one that is put back.
    pushed: u64,
    put_back: u64,
    heap: BinaryHeap<Reverse<Item>>,
}

impl SequencedList {
    pub fn new(ties: Ties) -> Self {
        SequencedList { ties, pushed: FIRST_NUMBER, put_back: FIRST_NUMBER, heap: BinaryHeap::new() }
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

    /// Puts back the entry that was popped last, which comes before its equals again.
    pub fn put_back(&mut self, entry: Entry, budget: &mut Budget) -> Result<(), OutOfMemory> {
        if self.ties != Ties::FirstIn {
            return self.push(entry, budget); // The newest entry comes first.
        }
        reserve_one(&mut self.heap, budget)?;
        self.put_back -= 1;
        self.heap.push(Reverse((entry.priority, 0, self.put_back, entry.tie, entry.id)));
        Ok(())
    }

    /// Calls `visit` with all entries, in an order in which pushing them makes the same list. Sorts in place.
    pub fn visit_in_push_order<E>(&mut self, visit: impl FnMut(Entry) -> Result<(), E>) -> Result<(), E> {
        // In the order of `Reverse`, the last entry of the list comes first.
        let items = std::mem::take(&mut self.heap).into_sorted_vec();
        let mut entries = items.iter().map(|Reverse(item)| entry(*item));
        let visited = match self.ties {
            Ties::FirstIn => entries.rev().try_for_each(visit),
            Ties::HigherG | Ties::LowerG | Ties::LastIn => entries.try_for_each(visit),
        };
        self.heap = BinaryHeap::from(items);
        visited
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
    fn pushing_the_visited_entries_makes_the_same_list_and_what_is_put_back_comes_first() {
        for ties in [Ties::HigherG, Ties::LowerG, Ties::FirstIn, Ties::LastIn] {
            let (mut list, mut budget) = (SequencedList::new(ties), Budget::new(None));
            for id in 0..60 {
                list.push(Entry { priority: u64::from(id % 3), tie: id % 5, id }, &mut budget).unwrap();
            }
            for _ in 0..4 {
                let popped = list.pop().unwrap();
                list.put_back(popped, &mut budget).unwrap();
                assert_eq!(list.pop(), Some(popped), "{ties:?}");
            }
            let mut copy = SequencedList::new(ties);
            list.visit_in_push_order(|entry| copy.push(entry, &mut budget)).unwrap();
            let later = Entry { priority: 1, tie: 2, id: 99 };
            list.push(later, &mut budget).unwrap();
            copy.push(later, &mut budget).unwrap();
            let all = |mut list: SequencedList| std::iter::from_fn(move || list.pop()).collect::<Vec<_>>();
            assert_eq!(all(list), all(copy), "{ties:?}");
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
