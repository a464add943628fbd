//! The open list in the default order: buckets for small priorities, a heap for the others.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::open_list::reserve_one;
use super::{Arena, Budget, Entry, Id, OutOfMemory};

/// Entries with a priority and a tie-breaker below these are kept in buckets; others, which are rare, in a heap.
const BUCKET_PRIORITIES: u64 = 1 << 14;
const BUCKET_TIES: u32 = 1 << 12;

/// A priority queue of states: the lowest priority first, then the lowest tie-breaker, then the newest entry (in the heap, the
/// newest state).
pub(crate) struct BucketList {
    buckets: Buckets,
    /// Ordered by (priority, tie, newest first).
    heap: BinaryHeap<Reverse<(u64, u32, Reverse<Id>)>>,
    len: usize,
}

impl BucketList {
    pub fn new() -> Self {
        BucketList { buckets: Buckets::new(), heap: BinaryHeap::new(), len: 0 }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// Bytes in use: ids, the heads of the buckets, and the heap.
    pub fn bytes_in_use(&self) -> usize {
        self.buckets.bytes_in_use() + self.heap.len() * size_of::<Entry>()
    }

    #[inline]
    pub fn push(&mut self, entry: Entry, budget: &mut Budget) -> Result<(), OutOfMemory> {
        if entry.priority < BUCKET_PRIORITIES && entry.tie < BUCKET_TIES {
            self.buckets.push(entry, budget)?;
        } else {
            reserve_one(&mut self.heap, budget)?;
            self.heap.push(Reverse((entry.priority, entry.tie, Reverse(entry.id))));
        }
        self.len += 1;
        Ok(())
    }

    /// The lowest priority.
    pub fn lowest(&mut self) -> Option<u64> {
        let in_heap = self.heap.peek().map(|Reverse((priority, ..))| *priority);
        match (self.buckets.lowest(), in_heap) {
            (Some(in_buckets), Some(in_heap)) => Some(in_buckets.min(in_heap)),
            (in_buckets, in_heap) => in_buckets.or(in_heap),
        }
    }

    pub fn pop(&mut self) -> Option<Entry> {
        let in_buckets = self.buckets.lowest_entry();
        let in_heap = self.heap.peek().map(|Reverse((priority, tie, _))| (*priority, *tie));
        let from_buckets = match (in_buckets, in_heap) {
            (Some(in_buckets), Some(in_heap)) => in_buckets <= in_heap,
            (in_buckets, _) => in_buckets.is_some(),
        };
        let entry = if from_buckets {
            self.buckets.pop()
        } else {
            let Reverse((priority, tie, Reverse(id))) = self.heap.pop()?;
            Some(Entry { priority, tie, id })
        };
        self.len -= usize::from(entry.is_some());
        entry
    }

    /// All entries, in an order in which pushing them makes the same list.
    pub fn iter_in_push_order(&self) -> impl Iterator<Item = Entry> + '_ {
        self.buckets.iter_in_push_order().chain(self.iter_heap())
    }

    /// All entries, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = Entry> + '_ {
        self.buckets.iter().chain(self.iter_heap())
    }

    fn iter_heap(&self) -> impl Iterator<Item = Entry> + '_ {
        self.heap.iter().map(|Reverse((priority, tie, Reverse(id)))| Entry { priority: *priority, tie: *tie, id: *id })
    }
}

/// Ids per block; the first word links to the block below.
const BLOCK_IDS: u32 = 63;
/// No block: there are never that many.
const NO_BLOCK: u32 = u32::MAX;

type Block = [u32; BLOCK_IDS as usize + 1];

/// A stack of ids: its topmost block and the number of ids in that block.
#[derive(Clone, Copy)]
struct Bucket {
    block: u32,
    len: u32,
}

const EMPTY: Bucket = Bucket { block: NO_BLOCK, len: 0 };

/// The buckets of one priority, by tie.
#[derive(Default)]
struct Row {
    buckets: Vec<Bucket>,
    len: usize,
    /// All buckets below this one are empty.
    first: usize,
}

/// Two levels of buckets over one pool of blocks.
struct Buckets {
    rows: Vec<Row>,
    /// All rows below this one are empty.
    first: usize,
    len: usize,
    blocks: Arena<Block>,
    free: u32,
}

impl Buckets {
    fn new() -> Self {
        Buckets { rows: Vec::new(), first: 0, len: 0, blocks: Arena::new(), free: NO_BLOCK }
    }

    fn bytes_in_use(&self) -> usize {
        let heads: usize = self.rows.iter().map(|row| row.buckets.len() * size_of::<Bucket>()).sum();
        self.len * size_of::<Id>() + heads + self.rows.len() * size_of::<Row>()
    }

    #[inline]
    fn push(&mut self, entry: Entry, budget: &mut Budget) -> Result<(), OutOfMemory> {
        while !self.push_within(entry) {
            self.make_room(entry.priority as usize, entry.tie as usize, budget)?;
        }
        Ok(())
    }

    /// Puts an id into the topmost block of its bucket. Returns whether there was room.
    #[inline]
    fn push_within(&mut self, entry: Entry) -> bool {
        let (priority, tie) = (entry.priority as usize, entry.tie as usize);
        let Some(row) = self.rows.get_mut(priority) else { return false };
        let Some(bucket) = row.buckets.get_mut(tie) else { return false };
        let Some(block) = self.blocks.try_get_mut(bucket.block) else { return false };
        let Some(place) = block.get_mut(bucket.len as usize + 1) else { return false };
        *place = entry.id;
        bucket.len += 1;
        row.len += 1;
        row.first = row.first.min(tie);
        self.first = self.first.min(priority);
        self.len += 1;
        true
    }

    /// Puts an empty block on top of a bucket that is new or full.
    #[cold]
    fn make_room(&mut self, priority: usize, tie: usize, budget: &mut Budget) -> Result<(), OutOfMemory> {
        while self.rows.len() <= priority {
            budget.grow(&mut self.rows)?;
            self.rows.push(Row::default());
        }
        let row = &mut self.rows[priority];
        while row.buckets.len() <= tie {
            budget.grow(&mut row.buckets)?;
            row.buckets.push(EMPTY);
        }
        let bucket = &mut row.buckets[tie];
        let link = bucket.block;
        let fresh = if self.free == NO_BLOCK {
            self.blocks.push([link; BLOCK_IDS as usize + 1], budget)?
        } else {
            let block = self.free;
            let contents = self.blocks.get_mut(block);
            self.free = std::mem::replace(&mut contents[0], link);
            block
        };
        *bucket = Bucket { block: fresh, len: 0 };
        Ok(())
    }

    fn lowest(&mut self) -> Option<u64> {
        if self.len == 0 {
            return None;
        }
        while self.rows[self.first].len == 0 {
            self.first += 1;
        }
        Some(self.first as u64)
    }

    fn lowest_entry(&mut self) -> Option<(u64, u32)> {
        let priority = self.lowest()?;
        let row = &mut self.rows[self.first];
        while row.buckets[row.first].len == 0 {
            row.first += 1;
        }
        Some((priority, row.first as u32))
    }

    fn pop(&mut self) -> Option<Entry> {
        let (priority, tie) = self.lowest_entry()?;
        let row = &mut self.rows[priority as usize];
        let bucket = &mut row.buckets[tie as usize];
        let block = self.blocks.get_mut(bucket.block);
        let id = block[bucket.len as usize];
        bucket.len -= 1;
        if bucket.len == 0 {
            let below = std::mem::replace(&mut block[0], self.free);
            self.free = bucket.block;
            *bucket = if below == NO_BLOCK { EMPTY } else { Bucket { block: below, len: BLOCK_IDS } };
        }
        row.len -= 1;
        self.len -= 1;
        Some(Entry { priority, tie, id })
    }

    fn iter(&self) -> impl Iterator<Item = Entry> + '_ {
        self.rows.iter().zip(0..).flat_map(move |(row, priority)| {
            row.buckets
                .iter()
                .zip(0..)
                .flat_map(move |(bucket, tie)| self.ids(*bucket).map(move |id| Entry { priority, tie, id }))
        })
    }

    /// The oldest entry of each bucket first.
    fn iter_in_push_order(&self) -> impl Iterator<Item = Entry> + '_ {
        self.rows.iter().zip(0..).flat_map(move |(row, priority)| {
            row.buckets.iter().zip(0..).flat_map(move |(bucket, tie)| {
                let mut stack: Vec<Bucket> = self.blocks_of(*bucket).collect();
                stack.reverse();
                let ids = stack.into_iter().flat_map(|bucket| self.ids_in(bucket).iter());
                ids.map(move |id| Entry { priority, tie, id: *id })
            })
        })
    }

    fn ids(&self, bucket: Bucket) -> impl Iterator<Item = Id> + '_ {
        self.blocks_of(bucket).flat_map(|bucket| self.ids_in(bucket)).copied()
    }

    /// The blocks of a bucket, the topmost one first.
    fn blocks_of(&self, bucket: Bucket) -> impl Iterator<Item = Bucket> + '_ {
        std::iter::successors((bucket.block != NO_BLOCK).then_some(bucket), |bucket| {
            let below = self.blocks.get(bucket.block)[0];
            (below != NO_BLOCK).then_some(Bucket { block: below, len: BLOCK_IDS })
        })
    }

    /// The ids in the topmost block of a bucket, the oldest first.
    fn ids_in(&self, bucket: Bucket) -> &[Id] {
        &self.blocks.get(bucket.block)[1..=bucket.len as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(priority: u64, tie: u32, id: Id) -> Entry {
        Entry { priority, tie, id }
    }

    /// The same order by sorting.
    fn sorted(mut entries: Vec<Entry>) -> Vec<Entry> {
        entries.sort_by_key(|e| (e.priority, e.tie, Reverse(e.id)));
        entries
    }

    #[test]
    fn pops_in_order_from_buckets_and_heap() {
        let mut budget = Budget::new(None);
        let mut open = BucketList::new();
        let mut entries = Vec::new();
        let mut random = 1u64;
        for id in 0..20_000 {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            // Most entries belong into buckets; some have a large priority, some a large tie-breaker.
            let priority = if id % 11 == 0 { random >> 40 } else { (random >> 40) % 50 };
            let tie = if id % 13 == 0 { (random >> 20) as u32 } else { (random >> 20) as u32 % 20 };
            entries.push(entry(priority, tie, id));
            open.push(entry(priority, tie, id), &mut budget).unwrap();
        }
        assert_eq!(sorted(open.iter().collect()), sorted(entries.clone()));
        for expected in sorted(entries) {
            assert_eq!(open.lowest(), Some(expected.priority));
            assert_eq!(open.pop(), Some(expected));
        }
        assert_eq!((open.pop(), open.lowest(), open.len()), (None, None, 0));
    }

    #[test]
    fn pushing_the_entries_in_push_order_makes_the_same_list() {
        let (mut budget, mut random) = (Budget::new(None), 7u64);
        let (mut open, mut copy) = (BucketList::new(), BucketList::new());
        for id in 0..5000 {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let priority = if id % 17 == 0 { random >> 45 } else { (random >> 40) % 4 };
            open.push(entry(priority, (random >> 20) as u32 % 3, (random >> 50) as u32), &mut budget).unwrap();
            if id % 3 == 0 {
                open.pop();
            }
        }
        open.iter_in_push_order().for_each(|entry| copy.push(entry, &mut budget).unwrap());
        assert_eq!(copy.len(), open.len());
        while let Some(entry) = open.pop() {
            assert_eq!(copy.pop(), Some(entry));
        }
    }

    #[test]
    fn lower_priorities_may_be_pushed_later() {
        let mut budget = Budget::new(None);
        let mut open = BucketList::new();
        open.push(entry(9, 2, 0), &mut budget).unwrap();
        assert_eq!(open.pop(), Some(entry(9, 2, 0)));
        open.push(entry(4, 3, 1), &mut budget).unwrap();
        open.push(entry(4, 1, 2), &mut budget).unwrap();
        assert_eq!(open.pop(), Some(entry(4, 1, 2)));
        assert_eq!(open.pop(), Some(entry(4, 3, 1)));
    }

    #[test]
    fn empty_blocks_are_reused() {
        let mut budget = Budget::new(None);
        let mut open = BucketList::new();
        for round in 0..100 {
            for id in 0..10_000 {
                open.push(entry(round, 0, id), &mut budget).unwrap();
            }
            for _ in 0..10_000 {
                open.pop();
            }
        }
        // A million ids in all, never more than ten thousand at once.
        assert!(budget.peak() < 200 * 1024, "{}", budget.peak());
    }
}
