//! Finds the id of a state by its hash.

use super::{Budget, OutOfMemory};

/// An open-addressing table from hashes to ids.
///
/// With 2^k slots, ids need k bits; the other 32 − k bits of a slot hold a tag from the hash. The place of a hash is its
/// upper k bits, the tag its lower ones.
pub(crate) struct Index {
    slots: Vec<u32>,
    /// log2 of the number of slots.
    bits: u32,
    len: u32,
}

/// What a probe found.
pub(crate) enum Probe {
    /// The id that the caller recognised.
    Found(u32),
    /// The slot where the hash would go.
    Vacant(usize),
}

const SMALLEST_BITS: u32 = 6;

impl Index {
    /// A table without slots: it is full, so that the first entry makes it grow.
    pub fn new() -> Self {
        Index { slots: Vec::new(), bits: SMALLEST_BITS - 1, len: 0 }
    }

    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u32>()
    }

    /// Looks for the id whose state has this hash; `is_it` compares the states themselves.
    #[inline]
    pub fn probe(&self, hash: u64, mut is_it: impl FnMut(u32) -> bool) -> Probe {
        if self.slots.is_empty() {
            return Probe::Vacant(0);
        }
        let tag = self.tag(hash);
        let mask = self.slots.len() - 1;
        let mut place = self.place(hash);
        loop {
            let slot = self.slots[place];
            if slot == 0 {
                return Probe::Vacant(place);
            }
            if slot >> self.bits == tag {
                let id = (slot & mask as u32) - 1;
                if is_it(id) {
                    return Probe::Found(id);
                }
            }
            place = (place + 1) & mask;
        }
    }

    /// Whether one entry more needs [`grow`](Index::grow) first.
    pub fn is_full(&self) -> bool {
        self.len as usize >= self.slots.len() / 4 * 3
    }

    /// Doubles the table; `hashes` are those of all entries, by id.
    pub fn grow(&mut self, hashes: impl Iterator<Item = u64>, budget: &mut Budget) -> Result<(), OutOfMemory> {
        // Ids plus one must fit beside a tag of at least one bit.
        if self.bits == 31 {
            return Err(OutOfMemory);
        }
        let mut larger = budget.vector(2 << self.bits)?;
        larger.resize(2 << self.bits, 0);
        budget.give_back(self.bytes());
        self.slots = larger;
        self.bits += 1;
        self.len = 0;
        for (id, hash) in (0..).zip(hashes) {
            if let Probe::Vacant(place) = self.probe(hash, |_| false) {
                self.fill(place, hash, id);
            }
        }
        Ok(())
    }

    /// Enters `id` in a slot that a probe for the same hash found vacant.
    #[inline]
    pub fn fill(&mut self, place: usize, hash: u64, id: u32) {
        self.slots[place] = (self.tag(hash) << self.bits) | (id + 1);
        self.len += 1;
    }

    /// Forgets the entries and keeps the room.
    pub fn clear(&mut self) {
        self.slots.fill(0);
        self.len = 0;
    }

    #[inline]
    fn place(&self, hash: u64) -> usize {
        (hash >> (64 - self.bits)) as usize
    }

    #[inline]
    fn tag(&self, hash: u64) -> u32 {
        hash as u32 >> self.bits
    }
}
