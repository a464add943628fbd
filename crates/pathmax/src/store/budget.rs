//! The count of bytes held, and its limit.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::StopReason;

/// The limit on memory was reached, or the system refused.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct OutOfMemory;

impl From<OutOfMemory> for StopReason {
    fn from(_: OutOfMemory) -> Self {
        StopReason::Memory
    }
}

/// Counts the bytes that a search holds and refuses what would pass the limit.
pub(crate) struct Budget {
    limit: usize,
    held: usize,
    peak: usize,
    /// The count that all threads of a search share, in place of `held` and `peak`.
    common: Option<Arc<Common>>,
    /// The time that went into moving to larger places.
    pub growth: Duration,
}

#[derive(Default)]
struct Common {
    held: AtomicUsize,
    peak: AtomicUsize,
}

impl Budget {
    pub fn new(limit: Option<usize>) -> Self {
        Budget { limit: limit.unwrap_or(usize::MAX), held: 0, peak: 0, common: None, growth: Duration::ZERO }
    }

    /// Another budget with the same limit, from now on counted together with this one.
    pub fn share(&mut self) -> Budget {
        let (held, peak) = (AtomicUsize::new(self.held), AtomicUsize::new(self.peak));
        let common = self.common.get_or_insert_with(|| Arc::new(Common { held, peak }));
        Budget { limit: self.limit, held: 0, peak: 0, common: Some(common.clone()), growth: Duration::ZERO }
    }

    /// Bytes held now.
    pub fn held(&self) -> usize {
        self.common.as_ref().map_or(self.held, |common| common.held.load(Relaxed))
    }

    /// Bytes that may still be taken.
    pub fn left(&self) -> usize {
        self.limit.saturating_sub(self.held())
    }

    /// The most bytes held at once so far.
    pub fn peak(&self) -> usize {
        self.common.as_ref().map_or(self.peak, |common| common.peak.load(Relaxed))
    }

    /// Counts `bytes` as held, unless they pass the limit.
    #[inline]
    pub fn take(&mut self, bytes: usize) -> Result<(), OutOfMemory> {
        if bytes == 0 {
            return Ok(()); // Nearly always: most states own nothing on the heap.
        }
        if let Some(common) = &self.common {
            return common.take(bytes, self.limit);
        }
        match self.held.checked_add(bytes) {
            Some(held) if held <= self.limit => {
                self.held = held;
                self.peak = self.peak.max(held);
                Ok(())
            }
            _ => Err(OutOfMemory),
        }
    }

    /// Counts `bytes` as given back.
    pub fn give_back(&mut self, bytes: usize) {
        match &self.common {
            Some(common) => _ = common.held.fetch_sub(bytes, Relaxed),
            None => self.held -= bytes,
        }
    }

    /// A new vector with room for `capacity` items, counted as held.
    pub fn vector<T>(&mut self, capacity: usize) -> Result<Vec<T>, OutOfMemory> {
        let bytes = capacity.saturating_mul(size_of::<T>());
        self.take(bytes)?;
        let mut vector = Vec::new();
        match vector.try_reserve_exact(capacity) {
            Ok(()) => Ok(vector),
            Err(_) => {
                self.give_back(bytes);
                Err(OutOfMemory)
            }
        }
    }

    /// Makes room in `vector` for one item more. While it moves, the old and the new place both count.
    pub fn grow<T>(&mut self, vector: &mut Vec<T>) -> Result<(), OutOfMemory> {
        if vector.len() < vector.capacity() {
            return Ok(());
        }
        let began = Instant::now();
        let mut larger = self.vector((vector.capacity() * 2).max(64))?;
        larger.append(vector);
        self.give_back(vector.capacity() * size_of::<T>());
        *vector = larger;
        self.growth += began.elapsed();
        Ok(())
    }

    /// Runs `work` with a lower limit: at most `most` bytes, and an eighth of the real limit left for everything else.
    pub fn within<R>(&mut self, most: usize, work: impl FnOnce(&mut Self) -> R) -> R {
        let limit = self.limit;
        self.limit = most.min(limit - limit / 8);
        let result = work(self);
        self.limit = limit;
        result
    }

    /// Replaces an amount counted before by a new one, for things that are measured rather than asked.
    pub fn recount(&mut self, counted: &mut usize, now: usize) -> Result<(), OutOfMemory> {
        self.give_back(std::mem::replace(counted, 0));
        self.take(now)?;
        *counted = now;
        Ok(())
    }
}

impl Common {
    /// Who would pass the limit takes nothing, not even for a moment: nobody else is refused because of it.
    fn take(&self, bytes: usize, limit: usize) -> Result<(), OutOfMemory> {
        let more = |held: usize| held.checked_add(bytes).filter(|&held| held <= limit);
        let before = self.held.fetch_update(Relaxed, Relaxed, more).map_err(|_| OutOfMemory)?;
        self.peak.fetch_max(before + bytes, Relaxed);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_count_together() {
        let mut one = Budget::new(Some(100));
        one.take(30).unwrap();
        let mut other = one.share();
        let mut third = one.share();
        other.take(50).unwrap();
        assert_eq!((one.held(), third.left()), (80, 20));
        assert_eq!(third.take(21), Err(OutOfMemory));
        third.take(20).unwrap();
        // What one took, another may give back.
        one.give_back(60);
        assert_eq!((other.held(), other.peak(), one.peak()), (40, 100, 100));
    }

    #[test]
    fn a_growing_vector_counts_for_its_capacity_and_while_it_moves_for_both_places() {
        let mut budget = Budget::new(None);
        let mut vector = Vec::new();
        for i in 0..1000u64 {
            budget.grow(&mut vector).unwrap();
            vector.push(i);
            assert_eq!(budget.held(), vector.capacity() * size_of::<u64>());
        }
        assert!(vector.iter().copied().eq(0..1000));
        assert_eq!(budget.peak(), budget.held() + budget.held() / 2);
        // Room for both places, less one byte.
        let mut budget = Budget::new(Some(3 * 64 * size_of::<u64>() - 1));
        let mut vector = Vec::new();
        while budget.grow(&mut vector).is_ok() {
            vector.push(0u64);
        }
        assert_eq!((vector.len(), budget.held()), (vector.capacity(), vector.capacity() * size_of::<u64>()));
    }

    #[test]
    fn a_lower_limit_holds_for_the_work_and_leaves_an_eighth() {
        let mut budget = Budget::new(Some(800));
        assert_eq!(budget.within(300, |budget| (budget.take(301), budget.take(300))), (Err(OutOfMemory), Ok(())));
        let most = budget.within(usize::MAX, |budget| (budget.take(401), budget.take(400), budget.take(1)));
        assert_eq!(most, (Err(OutOfMemory), Ok(()), Err(OutOfMemory)));
        assert_eq!((budget.take(101), budget.take(100), budget.held()), (Err(OutOfMemory), Ok(()), 800));
    }
}
