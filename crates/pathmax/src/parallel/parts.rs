//! Who owns a state, and where it is.

use crate::store::Id;

/// How states are shared out among workers.
///
/// A state belongs to the worker that its hash names, whoever generates it: so only one has to know whether it is known.
/// An address tells where a state is among all workers in as many bits as an id has: the upper ones name the worker,
/// counted from 1, and the lower ones the id there. The states from before there were workers are at 0, so that their ids
/// are their addresses.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    workers: usize,
    id_bits: u32,
}

impl Parts {
    /// With more workers than these, addresses would leave too few bits to ids.
    pub const MOST_WORKERS: usize = 255;

    pub fn new(workers: usize) -> Self {
        debug_assert!((1..=Parts::MOST_WORKERS).contains(&workers));
        Parts { workers, id_bits: workers.leading_zeros() - (usize::BITS - Id::BITS) }
    }

    pub fn workers(self) -> usize {
        self.workers
    }

    /// The worker that owns the states with this hash.
    ///
    /// Its index takes the upper bits of the hash for a bucket and a tag. All bits are mixed again for the owner, so that
    /// the states of one worker still differ in all of them.
    #[inline]
    pub fn owner(self, hash: u64) -> usize {
        let mixed = hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        ((mixed * self.workers as u64) >> 32) as usize
    }

    /// The address of a worker's state.
    #[inline]
    pub fn address(self, worker: usize, id: Id) -> Id {
        (worker as Id + 1) << self.id_bits | id
    }

    /// The worker at an address, or `None` for the states before there were any, and the id there.
    pub fn locate(self, address: Id) -> (Option<usize>, Id) {
        let worker = (address >> self.id_bits).checked_sub(1).map(|worker| worker as usize);
        (worker, address & ((1 << self.id_bits) - 1))
    }

    /// How many ids each may have. The last one is left out: its address could be the one that means "no parent".
    pub fn most_ids(self) -> usize {
        (1 << self.id_bits) - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{NO_PARENT, hash_of};

    #[test]
    fn every_address_leads_back() {
        for workers in [1, 2, 3, 4, 7, 8, 64, Parts::MOST_WORKERS] {
            let parts = Parts::new(workers);
            let last = parts.most_ids() as Id - 1;
            assert!((workers + 1) * parts.most_ids() > 1 << 30, "{workers} workers have room");
            for id in [0, 1, 77_777, last] {
                assert_eq!(parts.locate(id), (None, id));
                for worker in 0..workers {
                    assert_ne!(parts.address(worker, id), NO_PARENT);
                    assert_eq!(parts.locate(parts.address(worker, id)), (Some(worker), id));
                }
            }
        }
    }

    #[test]
    fn states_are_shared_out_evenly_wherever_their_index_puts_them() {
        for workers in [1, 2, 3, 5, 16] {
            let parts = Parts::new(workers);
            // By owner and by the bucket that a small index would use.
            let mut counts = vec![[0u32; 16]; workers];
            for state in 0..160_000u64 {
                let hash = hash_of(&state);
                counts[parts.owner(hash)][(hash >> 60) as usize] += 1;
            }
            let fair = 10_000 / workers as u32;
            let is_fair = |&count: &u32| count.abs_diff(fair) < fair / 4;
            assert!(counts.iter().flatten().all(is_fair), "{workers} workers: {counts:?}");
        }
    }
}
