//! Counts the bytes held, against a limit.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::StopReason;

/// The memory limit was reached, or the system refused an allocation.
#[derive(Debug, PartialEq, Eq)]
pub struct OutOfMemory;

impl From<OutOfMemory> for StopReason {
    fn from(_: OutOfMemory) -> Self {
        StopReason::Memory
    }
}

/// Counts the bytes that a search holds, and refuses what would exceed the limit.
pub struct Budget {
    limit: usize,
    held: usize,
    peak: usize,
    /// The count of all threads of a search, in place of `held` and `peak`.
    shared: Option<Arc<SharedCount>>,
    /// Time spent moving to larger allocations.
    pub(crate) growth: Duration,
}

#[derive(Default)]
struct SharedCount {
    held: AtomicUsize,
    peak: AtomicUsize,
}

impl Budget {
    /// A budget with a limit, if there is one.
    pub fn new(limit: Option<usize>) -> Self {
        Budget { limit: limit.unwrap_or(usize::MAX), held: 0, peak: 0, shared: None, growth: Duration::ZERO }
    }

    /// Another budget with the same limit and, from now on, the same count.
    pub fn share(&mut self) -> Budget {
        let (held, peak) = (AtomicUsize::new(self.held), AtomicUsize::new(self.peak));
        let shared = self.shared.get_or_insert_with(|| Arc::new(SharedCount { held, peak }));
        Budget { limit: self.limit, held: 0, peak: 0, shared: Some(shared.clone()), growth: Duration::ZERO }
    }

    /// Bytes held now.
    pub fn held(&self) -> usize {
        self.shared.as_ref().map_or(self.held, |shared| shared.held.load(Relaxed))
    }

    /// Bytes that are left.
    pub fn left(&self) -> usize {
        self.limit.saturating_sub(self.held())
    }

    /// The largest number of bytes held at once so far.
    pub fn peak(&self) -> usize {
        self.shared.as_ref().map_or(self.peak, |shared| shared.peak.load(Relaxed))
    }

    /// Counts `bytes` as held, unless they exceed the limit.
    #[inline]
    pub fn take(&mut self, bytes: usize) -> Result<(), OutOfMemory> {
        if bytes == 0 {
            return Ok(()); // The usual case: most states own no heap memory.
        }
        if let Some(shared) = &self.shared {
            return shared.take(bytes, self.limit);
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

    /// Counts `bytes` as released.
    #[inline]
    pub fn give_back(&mut self, bytes: usize) {
        if bytes == 0 {
            return;
        }
        match &self.shared {
            Some(shared) => _ = shared.held.fetch_sub(bytes, Relaxed),
            None => self.held -= bytes,
        }
    }

    /// A new vector with room for `capacity` items, which counts as held.
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

    /// Makes room in `vector` for one more item.
    #[inline]
    pub fn grow<T>(&mut self, vector: &mut Vec<T>) -> Result<(), OutOfMemory> {
        if vector.len() < vector.capacity() { Ok(()) } else { self.reserve(vector, (vector.capacity() * 2).max(64)) }
    }

    /// Appends an item to `vector`.
    #[inline]
    pub fn push<T>(&mut self, vector: &mut Vec<T>, item: T) -> Result<(), OutOfMemory> {
        if vector.len() == vector.capacity() {
            return self.push_growing(vector, item);
        }
        // On this path the compiler removes the same comparison from `Vec::push`.
        vector.push(item);
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn push_growing<T>(&mut self, vector: &mut Vec<T>, item: T) -> Result<(), OutOfMemory> {
        self.grow(vector)?;
        vector.push(item);
        Ok(())
    }

    /// Makes room in `vector` for `capacity` items in all. While items move, the old and the new allocation both count.
    #[cold]
    pub fn reserve<T>(&mut self, vector: &mut Vec<T>, capacity: usize) -> Result<(), OutOfMemory> {
        if capacity <= vector.capacity() {
            return Ok(());
        }
        let began = Instant::now();
        let mut larger = self.vector(capacity)?;
        larger.append(vector);
        self.give_back(vector.capacity() * size_of::<T>());
        *vector = larger;
        self.growth += began.elapsed();
        Ok(())
    }

    /// Runs `work` with a lower limit: `most` bytes, and at most seven eighths of the limit.
    pub fn within<R>(&mut self, most: usize, work: impl FnOnce(&mut Self) -> R) -> R {
        let limit = self.limit;
        self.limit = most.min(limit - limit / 8);
        let result = work(self);
        self.limit = limit;
        result
    }

    /// Replaces an amount counted before by a new one, for memory that is measured after it was allocated.
    pub fn recount(&mut self, counted: &mut usize, now: usize) -> Result<(), OutOfMemory> {
        self.give_back(std::mem::replace(counted, 0));
        self.take(now)?;
        *counted = now;
        Ok(())
    }
}

impl SharedCount {
    /// A refused amount is never counted, not even for a moment: it must not make another thread's request fail.
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
    fn shared_budgets_count_together() {
        let mut one = Budget::new(Some(100));
        one.take(30).unwrap();
        let mut other = one.share();
        let mut third = one.share();
        other.take(50).unwrap();
        assert_eq!((one.held(), third.left()), (80, 20));
        assert_eq!(third.take(21), Err(OutOfMemory));
        third.take(20).unwrap();
        // One budget may release what another has taken.
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
