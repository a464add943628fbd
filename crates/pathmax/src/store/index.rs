//! Finds the id of a state by its hash.

use std::time::Instant;

use super::{Budget, OutOfMemory};

/// An open-addressing table from hashes to ids, in buckets of eight slots.
///
/// With 2^k slots, ids need k bits; the other 32 − k bits of a slot hold a tag from the hash. The upper bits of a hash
/// name its bucket, the lower ones its tag. Buckets fill up from the front and spill into the next one; nothing is ever
/// taken out, so a bucket with room ends a probe. Nearly all probes end in their first bucket, and a bucket is compared as
/// a whole: no branch that the processor could guess wrong.
pub(crate) struct Index {
    buckets: Vec<Bucket>,
    /// log2 of the number of slots.
    bits: u32,
    len: usize,
}

const SLOTS: usize = 8;
const SLOTS_BITS: u32 = SLOTS.ilog2();
const SMALLEST_BITS: u32 = 9;
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

    /// How many slots are taken. Counted, instead of looking for the first empty one: no branch.
    #[inline]
    fn taken(&self) -> usize {
        self.0.iter().map(|&slot| u32::from(slot != 0)).sum::<u32>() as usize
    }
}

/// A first idea of which entry a hash belongs to: [`UNKNOWN`](Guess::UNKNOWN), or most likely this id, or a number beyond
/// all ids where only a probe can tell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Guess(pub u32);

impl Guess {
    /// There is no such entry.
    pub const UNKNOWN: Guess = Guess(u32::MAX);
}

/// What a probe found.
pub(crate) enum Probe {
    /// The id that the caller recognised.
    Found(u32),
    /// The bucket where the hash would go.
    Vacant(usize),
}

impl Index {
    /// A table without slots: it is full, so that the first entry makes it grow.
    pub fn new() -> Self {
        Index { buckets: Vec::new(), bits: SMALLEST_BITS - 1, len: 0 }
    }

    pub fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// Looks for the id whose state has this hash; `is_it` compares the states themselves.
    #[inline(always)]
    pub fn probe(&self, hash: u64, mut is_it: impl FnMut(u32) -> bool) -> Probe {
        if self.buckets.is_empty() {
            return Probe::Vacant(0);
        }
        let (tag_bits, tag) = (self.tag_bits(), self.tag(hash));
        let mask = self.buckets.len() - 1;
        let mut place = self.place(hash) & mask;
        loop {
            let bucket = &self.buckets[place];
            let candidate = bucket.candidate(tag_bits, tag);
            if candidate != 0 {
                if let Some(id) = self.id_in(candidate).filter(|&id| is_it(id)) {
                    return Probe::Found(id);
                }
                if let Some(id) = self.search_bucket(place, tag, &mut is_it) {
                    return Probe::Found(id);
                }
            }
            if bucket.has_room() {
                return Probe::Vacant(place);
            }
            place = (place + 1) & mask;
        }
    }

    /// Slot by slot, where another state has the same tag, or several have.
    #[cold]
    #[inline(never)]
    fn search_bucket(&self, place: usize, tag: u32, is_it: &mut impl FnMut(u32) -> bool) -> Option<u32> {
        let same_tag = self.buckets[place].0.iter().filter(|&slot| slot & self.tag_bits() == tag);
        same_tag.filter_map(|&slot| self.id_in(slot)).find(|&id| is_it(id))
    }

    /// What the first bucket alone tells about a hash.
    #[inline(always)]
    pub fn guess(&self, hash: u64) -> Guess {
        let Some(bucket) = self.buckets.get(self.place(hash)) else { return Guess::UNKNOWN };
        let candidate = bucket.candidate(self.tag_bits(), self.tag(hash)) & !self.tag_bits();
        // Written so that no branch is needed: 0 − 1 is UNKNOWN, and one less than that is beyond all ids.
        Guess(candidate.wrapping_sub(1).wrapping_sub(u32::from(candidate == 0 && !bucket.has_room())))
    }

    /// Whether one entry more needs [`grow`](Index::grow) first.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.len >= self.buckets.len() * SLOTS / 8 * 7
    }

    /// Enters `id` if that is a matter of one look: there is room in the first bucket, and no entry there has the tag of
    /// this hash. Whether it did.
    #[inline]
    pub fn enter(&mut self, hash: u64, id: u32) -> bool {
        let (tag_bits, tag, place) = (self.tag_bits(), self.tag(hash), self.place(hash));
        if self.is_full() {
            return false;
        }
        let Some(bucket) = self.buckets.get_mut(place) else { return false };
        let taken = bucket.taken();
        if taken == SLOTS || bucket.candidate(tag_bits, tag) != 0 {
            return false;
        }
        bucket.0[taken] = tag | (id + 1);
        self.len += 1;
        true
    }

    /// Doubles the table; `hashes` are those of all entries, by id.
    pub fn grow(&mut self, hashes: impl Iterator<Item = u64>, budget: &mut Budget) -> Result<(), OutOfMemory> {
        // Ids plus one must fit beside a tag of at least one bit.
        if self.bits == 31 {
            return Err(OutOfMemory);
        }
        let began = Instant::now();
        let count = 1 << (self.bits + 1 - SLOTS_BITS);
        let mut larger = budget.vector(count)?;
        larger.resize(count, Bucket([0; SLOTS]));
        budget.give_back(self.bytes());
        self.buckets = larger;
        self.bits += 1;
        self.len = 0;
        let (mut batch, mut len, mut first) = ([0; BATCH], 0, 0);
        for hash in hashes {
            batch[len] = hash;
            len += 1;
            if len == BATCH {
                self.refill(&batch, first);
                first += BATCH as u32;
                len = 0;
            }
        }
        self.refill(&batch[..len], first);
        budget.growth += began.elapsed();
        Ok(())
    }

    /// Enters ids, `first` and those that follow, by their hashes. They wait for memory together: a look at all buckets
    /// first brings them near.
    fn refill(&mut self, hashes: &[u64], first: u32) {
        let nearer = hashes.iter().fold(0, |seen, &hash| seen | self.buckets[self.place(hash)].0[0]);
        std::hint::black_box(nearer);
        for (id, &hash) in (first..).zip(hashes) {
            self.fill(self.place(hash), hash, id);
        }
    }

    /// Enters `id` in the bucket that a probe for the same hash found vacant, or in the next one that has room.
    #[inline]
    pub fn fill(&mut self, mut place: usize, hash: u64, id: u32) {
        let entry = self.tag(hash) | (id + 1);
        let mask = self.buckets.len() - 1;
        loop {
            let bucket = &mut self.buckets[place & mask];
            let taken = bucket.taken();
            if taken < SLOTS {
                bucket.0[taken] = entry;
                self.len += 1;
                return;
            }
            place += 1;
        }
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

    #[inline]
    fn place(&self, hash: u64) -> usize {
        (hash >> (64 + SLOTS_BITS - self.bits)) as usize
    }

    /// The bits of a slot that hold the tag.
    #[inline]
    fn tag_bits(&self) -> u32 {
        u32::MAX << self.bits
    }

    #[inline]
    fn tag(&self, hash: u64) -> u32 {
        hash as u32 & self.tag_bits()
    }
}
