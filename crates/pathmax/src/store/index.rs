//! Finds the id of a state by its hash.

use std::time::Instant;

use super::{Budget, OutOfMemory};

/// An open-addressing table from hashes to ids, in buckets of eight slots.
///
/// With 2^k slots, ids need k bits. The highest bit of a slot is set if the entry is not in its own bucket; those between
/// hold a tag. The upper bits of a hash name its bucket, those below them its tag. Buckets fill up from the front and spill
/// into the next one; nothing is ever taken out, so a bucket with room ends a probe. Nearly all probes end in their first
/// bucket, and a bucket is compared as a whole: no branch that the processor could guess wrong.
///
/// When the table doubles, ids and buckets take one bit more and tags one bit less: the bit that moves from the tag to the
/// name of the bucket. So entries find their new bucket without a look at the state, unless they were astray.
/// A small table grows by two bits at once.
pub(crate) struct Index {
    buckets: Vec<Bucket>,
    /// log2 of the number of slots.
    bits: u32,
    len: usize,
}

const SLOTS: usize = 8;
const SLOTS_BITS: u32 = SLOTS.ilog2();
const SMALLEST_BITS: u32 = 9;
/// Up to this size, half a megabyte, it grows fourfold: entries move less often, for bytes that nobody misses.
const SMALL_BITS: u32 = 17;
/// Marks an entry that is not in its own bucket.
const ASTRAY: u32 = 1 << 31;
/// So many reads of memory are under way at once.
const BATCH: usize = 32;

/// Slots side by side, all in one cache line. An empty slot is 0.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Bucket([u32; SLOTS]);

impl Bucket {
    /// The slot whose tag bits are these, if there is one; some other number if there are several.
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

    /// Puts an entry into the first empty slot; whether there was one.
    #[inline]
    fn put(&mut self, entry: u32) -> bool {
        let taken = self.taken();
        let Some(slot) = self.0.get_mut(taken) else { return false };
        *slot = entry;
        true
    }

    /// How many slots are taken. Counted, instead of looking for the first empty one: no branch.
    #[inline]
    fn taken(self) -> usize {
        self.0.iter().map(|&slot| u32::from(slot != 0)).sum::<u32>() as usize
    }
}

/// Which entry a hash belongs to, told by its tag: most likely this id, or surely none ([`UNKNOWN`](Guess::UNKNOWN)).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Guess(pub u32);

impl Guess {
    /// There is no such entry.
    pub const UNKNOWN: Guess = Guess(u32::MAX);
}

/// Where an entry is, or where it would go.
#[derive(Clone, Copy)]
pub(crate) enum Lookup {
    /// The id that the caller recognised.
    Found(u32),
    /// A bucket with room.
    Vacant(usize),
}

impl Index {
    /// A table without slots: it is full, so that the first entry makes it grow.
    pub fn new() -> Self {
        Index { buckets: Vec::new(), bits: SMALLEST_BITS - 2, len: 0 }
    }

    pub fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// Looks for the id whose state has this hash; `is_it` compares the states themselves.
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
            tag |= ASTRAY;
        }
    }

    /// Slot by slot, where another state has the same tag, or several have.
    #[cold]
    #[inline(never)]
    fn search_bucket(&self, place: usize, tag: u32, is_it: &mut impl FnMut(u32) -> bool) -> Option<u32> {
        let same_tag = self.buckets[place].0.iter().filter(|&slot| slot & self.tag_bits() == tag);
        same_tag.filter_map(|&slot| self.id_in(slot)).find(|&id| is_it(id))
    }

    /// A slot of the first bucket.
    #[inline(always)]
    pub fn glance(&self, hash: u64) -> u32 {
        self.buckets.get(self.place(hash)).map_or(0, |bucket| bucket.0[0])
    }

    /// What the tags alone tell about a hash.
    #[inline(always)]
    pub fn guess(&self, hash: u64) -> Guess {
        let (tag_bits, mut tag) = (self.tag_bits(), self.tag(hash));
        let mut place = self.place(hash);
        while let Some(bucket) = self.buckets.get(place) {
            let candidate = bucket.candidate(tag_bits, tag);
            // One branch for both, since it is rarely taken: either alone could go either way.
            if (candidate == 0) & !bucket.has_room() {
                place = (place + 1) & (self.buckets.len() - 1);
                tag |= ASTRAY;
                continue;
            }
            return Guess((candidate & !tag_bits).wrapping_sub(1));
        }
        Guess::UNKNOWN
    }

    /// Whether one entry more needs [`grow`](Index::grow) first.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.len >= self.room()
    }

    /// How many entries there may be before it has to grow.
    pub fn room(&self) -> usize {
        self.buckets.len() * SLOTS / 4 * 3
    }

    /// Enters `id` unless an entry has the tag of this hash, or the table has to grow. Whether it did.
    #[inline]
    pub fn enter(&mut self, hash: u64, id: u32) -> bool {
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
            tag |= ASTRAY;
        }
    }

    /// Enters `id` in the bucket that a probe for the same hash found vacant.
    #[inline]
    pub fn fill(&mut self, place: usize, hash: u64, id: u32) {
        let astray = if place == self.place(hash) { 0 } else { ASTRAY };
        self.put(place, astray | self.tag(hash) | (id + 1));
    }

    /// Puts an entry into a bucket or into the next one that has room.
    #[inline]
    fn put(&mut self, mut place: usize, mut entry: u32) {
        let mask = self.buckets.len() - 1;
        while !self.buckets[place & mask].put(entry) {
            place += 1;
            entry |= ASTRAY;
        }
        self.len += 1;
    }

    /// How many bits it will grow by next.
    fn next_bits(&self) -> u32 {
        if self.bits + 2 <= SMALL_BITS { 2 } else { 1 }
    }

    /// Bytes that it will take when it has grown next.
    pub fn bytes_when_grown(&self) -> usize {
        size_of::<u32>() << (self.bits + self.next_bits())
    }

    /// Makes the table larger; `hash_of` tells the hash of an entry by its id.
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
        // Where memory is scarce, a step of one bit may still go.
        let (more, larger) = table(self.next_bits(), budget).or_else(|_: OutOfMemory| table(1, budget))?;
        let tag_bits = self.tag_bits();
        let smaller = std::mem::replace(&mut self.buckets, larger);
        self.bits += more;
        self.len = 0;
        let mut strays = Strays { ids: [0; BATCH], len: 0 };
        for (bucket, place) in smaller.iter().zip(0..) {
            for slot in bucket.0.into_iter().take_while(|&slot| slot != 0) {
                if slot & ASTRAY != 0 {
                    strays.add((slot & !tag_bits) - 1, self, &hash_of);
                } else {
                    let shorter_tag = (slot & tag_bits) << more & !ASTRAY;
                    self.put(place << more | (slot >> (31 - more)) as usize, shorter_tag | slot & !tag_bits);
                }
            }
        }
        strays.enter(self, &hash_of);
        budget.give_back(size_of_val(smaller.as_slice()));
        budget.growth += began.elapsed();
        Ok(())
    }

    /// Forgets the entries and keeps the room.
    pub fn clear(&mut self) {
        self.buckets.fill(Bucket([0; SLOTS]));
        self.len = 0;
    }

    #[inline]
    fn id_in(&self, slot: u32) -> Option<u32> {
        (slot & !self.tag_bits()).checked_sub(1).filter(|&id| (id as usize) < self.len)
    }

    /// The hash without the bits that are neither place nor tag.
    #[inline]
    fn used(&self, hash: u64) -> u64 {
        hash >> (33 + SLOTS_BITS - self.bits)
    }

    #[inline]
    fn place(&self, hash: u64) -> usize {
        (self.used(hash) >> 31) as usize
    }

    /// The bits of a slot that hold the tag, and whether the entry is astray.
    #[inline]
    fn tag_bits(&self) -> u32 {
        u32::MAX << self.bits
    }

    #[inline]
    fn tag(&self, hash: u64) -> u32 {
        self.used(hash) as u32 & self.tag_bits() & !ASTRAY
    }
}

/// Entries of a table that grows whose hashes have to be told anew. They wait together for the states.
struct Strays {
    ids: [u32; BATCH],
    len: usize,
}

impl Strays {
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
