//! The open list: states to expand, by priority.

use std::collections::BinaryHeap;

use super::bucket_list::BucketList;
use super::sequenced_list::SequencedList;
use super::{Budget, Id, OutOfMemory};
use crate::Ties;

/// An entry of the open list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    pub(crate) priority: u64,
    /// The tie-breaker of the default order: the h of the state, or 0.
    pub(crate) tie: u32,
    pub(crate) id: Id,
}

/// A priority queue of states, with the default tie-breaking or another one.
pub(crate) enum OpenList {
    Buckets(BucketList),
    Sequenced(SequencedList),
}

impl OpenList {
    /// A list with this tie-breaking; `None` for the lowest tie-breaker first, then the newest entry.
    pub fn new(ties: Option<Ties>) -> Self {
        match ties {
            None => OpenList::Buckets(BucketList::new()),
            Some(ties) => OpenList::Sequenced(SequencedList::new(ties)),
        }
    }

    #[inline]
    pub fn len(&self) -> usize {
        match self {
            OpenList::Buckets(list) => list.len(),
            OpenList::Sequenced(list) => list.len(),
        }
    }

    pub fn bytes_in_use(&self) -> usize {
        match self {
            OpenList::Buckets(list) => list.bytes_in_use(),
            OpenList::Sequenced(list) => list.bytes_in_use(),
        }
    }

    #[inline]
    pub fn push(&mut self, entry: Entry, budget: &mut Budget) -> Result<(), OutOfMemory> {
        match self {
            OpenList::Buckets(list) => list.push(entry, budget),
            OpenList::Sequenced(list) => list.push(entry, budget),
        }
    }

    /// The lowest priority.
    #[inline]
    pub fn lowest(&mut self) -> Option<u64> {
        match self {
            OpenList::Buckets(list) => list.lowest(),
            OpenList::Sequenced(list) => list.lowest(),
        }
    }

    #[inline]
    pub fn pop(&mut self) -> Option<Entry> {
        match self {
            OpenList::Buckets(list) => list.pop(),
            OpenList::Sequenced(list) => list.pop(),
        }
    }

    /// Puts back the entry that was popped last.
    pub fn put_back(&mut self, entry: Entry, budget: &mut Budget) -> Result<(), OutOfMemory> {
        match self {
            OpenList::Buckets(list) => list.push(entry, budget),
            OpenList::Sequenced(list) => list.put_back(entry, budget),
        }
    }

    /// Calls `visit` with all entries, in an order in which pushing them makes the same list.
    pub fn visit_in_push_order<E>(&mut self, visit: impl FnMut(Entry) -> Result<(), E>) -> Result<(), E> {
        match self {
            OpenList::Buckets(list) => list.iter_in_push_order().try_for_each(visit),
            OpenList::Sequenced(list) => list.visit_in_push_order(visit),
        }
    }

    /// All entries, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = Entry> + '_ {
        let (buckets, sequenced) = match self {
            OpenList::Buckets(list) => (Some(list.iter()), None),
            OpenList::Sequenced(list) => (None, Some(list.iter())),
        };
        buckets.into_iter().flatten().chain(sequenced.into_iter().flatten())
    }
}

/// Makes room for one more entry.
pub(super) fn reserve_one<T: Ord>(heap: &mut BinaryHeap<T>, budget: &mut Budget) -> Result<(), OutOfMemory> {
    if heap.len() < heap.capacity() {
        return Ok(());
    }
    let mut entries = std::mem::take(heap).into_vec();
    let grown = budget.grow(&mut entries);
    *heap = BinaryHeap::from(entries);
    grown
}
