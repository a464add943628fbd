//! The count of bytes held, and its limit.

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
    /// The time that went into moving to larger places.
    pub growth: Duration,
}

impl Budget {
    pub fn new(limit: Option<usize>) -> Self {
        Budget { limit: limit.unwrap_or(usize::MAX), held: 0, peak: 0, growth: Duration::ZERO }
    }

    /// Bytes held now.
    pub fn held(&self) -> usize {
        self.held
    }

    /// The most bytes held at once so far.
    pub fn peak(&self) -> usize {
        self.peak
    }

    /// Counts `bytes` as held, unless they pass the limit.
    pub fn take(&mut self, bytes: usize) -> Result<(), OutOfMemory> {
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
        self.held -= bytes;
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
