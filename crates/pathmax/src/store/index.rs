//! Finds the id of a state by its hash.

use std::time::Instant;

use super::{Budget, OutOfMemory};

/// An open-addressing table from hashes to ids, in buckets of eight slots.
///
/// With 2^k slots, ids need k bits. The highest bit of a slot is set if the entry is displaced, that is, not in its home
/// bucket; the bits between hold a tag. The upper bits of a hash select its home bucket, those below them its tag. Buckets
/// fill up from the front and spill into the next one; nothing is ever removed, so a bucket with room ends a probe. Nearly
/// all probes end in the home bucket, and a bucket is compared as a whole, without unpredictable branches.
///
/// When the table doubles, ids and buckets take one bit more and tags one bit less: that bit moves from the tag to the
/// number of the bucket. So entries find their new bucket without access to the state, unless they are displaced. A small
/// table grows by two bits at once.
pub(crate) struct Index {
    buckets: Vec<Bucket>,
    /// log2 of the number of slots.
    bits: u32,
    len: usize,
}

const SLOTS: usize = 8;
const SLOTS_BITS: u32 = SLOTS.ilog2();
const SMALLEST_BITS: u32 = 9;
/// Up to this size, half a megabyte, the table grows fourfold, so that entries move less often.
const SMALL_BITS: u32 = 17;
/// Marks an entry that is not in its home bucket.
const DISPLACED: u32 = 1 << 31;
/// The number of states that are read together.
const BATCH: usize = 32;

/// Adjacent slots in one cache line. An empty slot is 0.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Bucket([u32; SLOTS]);

impl Bucket {
    /// The slot with this tag, if there is one; a meaningless number if there are several; 0 if there is none.
    #[inline]
    fn candidate(&self, tag_bits: u32, tag: u32) -> u32 {
        let mut found = 0;
        for slot in self.0 {
            found |= slot & u32::from(slot & tag_bits == tag).wrapping_neg();
        }
        found
    }

    #[inline]
    fn has_room(&self) -> bool {
        self.0[SLOTS - 1] == 0
    }

    /// Puts an entry into the first empty slot. Returns whether there was one.
    #[inline]
    fn put(&mut self, entry: u32) -> bool {
        let taken = self.taken();
        let Some(slot) = self.0.get_mut(taken) else { return false };
        *slot = entry;
        true
    }

    /// The number of slots in use, counted without branches.
    #[inline]
    fn taken(self) -> usize {
        self.0.iter().map(|&slot| u32::from(slot != 0)).sum::<u32>() as usize
    }
}

/// The entry that a hash belongs to, judged by its tag: probably this id, or certainly [`NONE`](Candidate::NONE).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Candidate(pub u32);

impl Candidate {
    /// There is no such entry.
    pub const NONE: Candidate = Candidate(u32::MAX);
}

/// Where an entry is, or where it belongs.
#[derive(Clone, Copy)]
pub(crate) enum Lookup {
    /// The id for which the caller's comparison succeeded.
    Found(u32),
    /// A bucket with room.
    Vacant(usize),
}

impl Index {
    /// A table without slots, which the first entry makes grow.
    pub fn new() -> Self {
        Index { buckets: Vec::new(), bits: SMALLEST_BITS - 2, len: 0 }
    }

    pub fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// Finds the id whose state has this hash; `is_it` compares the states themselves.
    #[inline(always)]
    pub fn probe(&self, hash: u64, mut is_it: impl FnMut(u32) -> bool) -> Lookup {
        if self.buckets.is_empty() {
            return Lookup::Vacant(0);
        }
        let (tag_bits, mut tag) = (self.tag_bits(), self.tag(hash));
        let mask = self.buckets.len() - 1;
        let mut place = self.place(hash) & mask;
        loop {
            let bucket = &self.buckets[place];
            let candidate = bucket.candidate(tag_bits, tag);
            if candidate != 0 {
                if let Some(id) = self.id_in(candidate).filter(|&id| is_it(id)) {
                    return Lookup::Found(id);
                }
                if let Some(id) = self.search_bucket(place, tag, &mut is_it) {
                    return Lookup::Found(id);
                }
            }
            if bucket.has_room() {
                return Lookup::Vacant(place);
            }
            place = (place + 1) & mask;
            tag |= DISPLACED;
        }
    }

    /// Searches slot by slot, where several states have the same tag.
    #[cold]
    #[inline(never)]
    fn search_bucket(&self, place: usize, tag: u32, is_it: &mut impl FnMut(u32) -> bool) -> Option<u32> {
        let same_tag = self.buckets[place].0.iter().filter(|&slot| slot & self.tag_bits() == tag);
        same_tag.filter_map(|&slot| self.id_in(slot)).find(|&id| is_it(id))
    }

    /// Any slot of the home bucket, to bring it into the cache.
    #[inline(always)]
    pub fn prefetch(&self, hash: u64) -> u32 {
        self.buckets.get(self.place(hash)).map_or(0, |bucket| bucket.0[0])
    }

    /// The entry for a hash, judged by the tags alone.
    #[inline(always)]
    pub fn candidate(&self, hash: u64) -> Candidate {
        let (tag_bits, mut tag) = (self.tag_bits(), self.tag(hash));
        let mut place = self.place(hash);
        while let Some(bucket) = self.buckets.get(place) {
            let candidate = bucket.candidate(tag_bits, tag);
            // One branch for both conditions: each alone is unpredictable, both together are rare.
            if (candidate == 0) & !bucket.has_room() {
                place = (place + 1) & (self.buckets.len() - 1);
                tag |= DISPLACED;
                continue;
            }
            return Candidate((candidate & !tag_bits).wrapping_sub(1));
        }
        Candidate::NONE
    }

    /// Whether one entry more needs [`grow`](Index::grow) first.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.len >= self.room()
    }

    /// The number of entries that fit before the table has to grow.
    pub fn room(&self) -> usize {
        self.buckets.len() * SLOTS / 4 * 3
    }

    /// Enters `id`, unless an entry has the tag of this hash or the table has to grow. Returns whether it did.
    #[inline]
    pub fn insert(&mut self, hash: u64, id: u32) -> bool {
        if self.is_full() {
            return false;
        }
        let (tag_bits, mut tag) = (self.tag_bits(), self.tag(hash));
        let (mut place, mask) = (self.place(hash), self.buckets.len() - 1);
        loop {
            let bucket = &mut self.buckets[place & mask];
            if bucket.candidate(tag_bits, tag) != 0 {
                return false;
            }
            if bucket.put(tag | (id + 1)) {
                self.len += 1;
                return true;
            }
            place += 1;
            tag |= DISPLACED;
        }
    }

    /// Enters `id` in the bucket that a probe for the same hash found to have room.
    #[inline]
    pub fn fill(&mut self, place: usize, hash: u64, id: u32) {
        let displaced = if place == self.place(hash) { 0 } else { DISPLACED };
        self.put(place, displaced | self.tag(hash) | (id + 1));
    }

    /// Puts an entry into a bucket or into the next one that has room.
    #[inline]
    fn put(&mut self, mut place: usize, mut entry: u32) {
        let mask = self.buckets.len() - 1;
        while !self.buckets[place & mask].put(entry) {
            place += 1;
            entry |= DISPLACED;
        }
        self.len += 1;
    }

    /// The number of bits of the next growth.
    fn next_bits(&self) -> u32 {
        if self.bits + 2 <= SMALL_BITS { 2 } else { 1 }
    }

    /// Size in bytes after the next growth.
    pub fn bytes_when_grown(&self) -> usize {
        size_of::<u32>() << (self.bits + self.next_bits())
    }

    /// Enlarges the table; `hash_of` returns the hash of an entry by its id.
    pub fn grow(&mut self, hash_of: impl Fn(u32) -> u64, budget: &mut Budget) -> Result<(), OutOfMemory> {
        // Ids plus one must fit beside the highest bit.
        if self.bits == 31 {
            return Err(OutOfMemory);
        }
        let began = Instant::now();
        let table = |more: u32, budget: &mut Budget| {
            let count = 1 << (self.bits + more - SLOTS_BITS);
            let mut buckets = budget.vector(count)?;
            buckets.resize(count, Bucket([0; SLOTS]));
            Ok((more, buckets))
        };
        // If memory is short, one bit may still fit.
        let (more, larger) = table(self.next_bits(), budget).or_else(|_: OutOfMemory| table(1, budget))?;
        let tag_bits = self.tag_bits();
        let smaller = std::mem::replace(&mut self.buckets, larger);
        self.bits += more;
        self.len = 0;
        let mut displaced = DisplacedEntries { ids: [0; BATCH], len: 0 };
        for (bucket, place) in smaller.iter().zip(0..) {
            for slot in bucket.0.into_iter().take_while(|&slot| slot != 0) {
                if slot & DISPLACED != 0 {
                    displaced.add((slot & !tag_bits) - 1, self, &hash_of);
                } else {
                    let shorter_tag = (slot & tag_bits) << more & !DISPLACED;
                    self.put(place << more | (slot >> (31 - more)) as usize, shorter_tag | slot & !tag_bits);
                }
            }
        }
        displaced.enter(self, &hash_of);
        budget.give_back(size_of_val(smaller.as_slice()));
        budget.growth += began.elapsed();
        Ok(())
    }

    /// Removes the entries and keeps the room.
    pub fn clear(&mut self) {
        self.buckets.fill(Bucket([0; SLOTS]));
        self.len = 0;
    }

    #[inline]
    fn id_in(&self, slot: u32) -> Option<u32> {
        (slot & !self.tag_bits()).checked_sub(1).filter(|&id| (id as usize) < self.len)
    }

    /// The bits of a hash that select bucket and tag.
    #[inline]
    fn used(&self, hash: u64) -> u64 {
        hash >> (33 + SLOTS_BITS - self.bits)
    }

    #[inline]
    fn place(&self, hash: u64) -> usize {
        (self.used(hash) >> 31) as usize
    }

    /// The bits of a slot that hold the tag and whether the entry is displaced.
    #[inline]
    fn tag_bits(&self) -> u32 {
        u32::MAX << self.bits
    }

    #[inline]
    fn tag(&self, hash: u64) -> u32 {
        self.used(hash) as u32 & self.tag_bits() & !DISPLACED
    }
}

/// Displaced entries of a growing table, whose hashes are computed again; batched, so that their states are read together.
struct DisplacedEntries {
    ids: [u32; BATCH],
    len: usize,
}

impl DisplacedEntries {
    #[inline]
    fn add(&mut self, id: u32, index: &mut Index, hash_of: &impl Fn(u32) -> u64) {
        self.ids[self.len] = id;
        self.len += 1;
        if self.len == BATCH {
            self.enter(index, hash_of);
        }
    }

    fn enter(&mut self, index: &mut Index, hash_of: &impl Fn(u32) -> u64) {
        let ids = &self.ids[..self.len];
        let mut hashes = [0; BATCH];
        hashes.iter_mut().zip(ids).for_each(|(hash, &id)| *hash = hash_of(id));
        for (&hash, &id) in hashes.iter().zip(ids) {
            index.fill(index.place(hash), hash, id);
        }
        self.len = 0;
    }
}
