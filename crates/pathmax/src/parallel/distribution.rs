//! Which worker owns a state, and the addresses of states.

use crate::store::Id;

/// The distribution of states among workers.
///
/// The hash of a state determines the worker that owns it, so that one worker alone detects its duplicates. An address
/// identifies a state among all workers in as many bits as an id has: the upper bits are the number of the worker, counted
/// from 1, and the lower ones the id there. The states stored before there were workers are at 0, so that their ids are
/// their addresses.
#[derive(Clone, Copy)]
pub(super) struct Distribution {
    workers: usize,
    id_bits: u32,
}

impl Distribution {
    /// With more workers, addresses would leave too few bits for ids.
    pub const MAX_WORKERS: usize = 255;

    pub fn new(workers: usize) -> Self {
        debug_assert!((1..=Distribution::MAX_WORKERS).contains(&workers));
        Distribution { workers, id_bits: workers.leading_zeros() - (usize::BITS - Id::BITS) }
    }

    pub fn workers(self) -> usize {
        self.workers
    }

    /// The worker that owns the states with this hash.
    ///
    /// The index of the worker takes the upper bits of the hash for bucket and tag. All bits are mixed again here, so that
    /// the hashes of one worker's states still differ in all bits.
    #[inline]
    pub fn owner(self, hash: u64) -> usize {
        let mixed = hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        ((mixed * self.workers as u64) >> 32) as usize
    }

    /// The base of a worker's addresses.
    pub fn base(self, worker: usize) -> Id {
        (worker as Id + 1) << self.id_bits
    }

    /// The worker at an address, or `None` for the states stored before there were workers, and the id there.
    pub fn locate(self, address: Id) -> (Option<usize>, Id) {
        let worker = (address >> self.id_bits).checked_sub(1).map(|worker| worker as usize);
        (worker, address & ((1 << self.id_bits) - 1))
    }

    /// The number of ids per worker. The last one is left out: its address could be that of no node.
    pub fn max_ids(self) -> usize {
        (1 << self.id_bits) - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Address, hash_of};

    #[test]
    fn every_address_is_located() {
        for workers in [1, 2, 3, 4, 7, 8, 64, Distribution::MAX_WORKERS] {
            let distribution = Distribution::new(workers);
            let last = distribution.max_ids() as Id - 1;
            assert!((workers + 1) * distribution.max_ids() > 1 << 30, "{workers} workers");
            for id in [0, 1, 77_777, last] {
                assert_eq!(distribution.locate(id), (None, id));
                for worker in 0..workers {
                    assert_ne!(distribution.base(worker).with_id(id), Id::NONE);
                    assert_eq!(distribution.locate(distribution.base(worker).with_id(id)), (Some(worker), id));
                }
            }
        }
    }

    #[test]
    fn states_are_distributed_evenly_in_every_part_of_the_index() {
        for workers in [1, 2, 3, 5, 16] {
            let distribution = Distribution::new(workers);
            // By owner and by the upper bits, which a small index uses.
            let mut counts = vec![[0u32; 16]; workers];
            for state in 0..160_000u64 {
                let hash = hash_of(&state);
                counts[distribution.owner(hash)][(hash >> 60) as usize] += 1;
            }
            let fair = 10_000 / workers as u32;
            let is_fair = |&count: &u32| count.abs_diff(fair) < fair / 4;
            assert!(counts.iter().flatten().all(is_fair), "{workers} workers: {counts:?}");
        }
    }
}
