//! The number of threads of a search.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;
use std::time::Duration;

use super::distribution::Distribution;
use crate::run::StepLimit;

/// How many threads a search may use, and from when on; see [`Search::threads`](crate::Search::threads).
///
/// ```
/// use pathmax::Threads;
/// let two = Threads::new(2);
/// let all = Threads::all();
/// let at_once = Threads::new(4).after(0);
/// # assert!(all.number() >= 1 && two.number() == 2 && at_once.number() == 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads {
    number: NonZeroUsize,
    one_until: StepLimit,
}

/// Distributing a search takes time in proportion to its stored states, so it pays only for large searches. A search is large
/// by the states that it generated, which is the same on every machine, or by the clock, where the heuristic is slow.
const ONE_UNTIL: StepLimit = StepLimit { generated: 1_000_000, time: Duration::from_millis(500) };

impl Threads {
    /// Up to `number` threads; at least 1, at most 255.
    pub fn new(number: usize) -> Self {
        let number = NonZeroUsize::new(number.min(Distribution::MAX_WORKERS)).unwrap_or(NonZeroUsize::MIN);
        Threads { number, one_until: ONE_UNTIL }
    }

    /// As many threads as the process can run at once.
    pub fn all() -> Self {
        Threads::new(available_parallelism().map_or(1, NonZeroUsize::get))
    }

    /// Starts all threads after the first once exactly this many states are generated: a search that ends before does the
    /// same as on one thread. Default: after a million states or half a second.
    #[must_use]
    pub fn after(mut self, generated: u64) -> Self {
        self.one_until = StepLimit { generated, ..StepLimit::UNLIMITED };
        self
    }

    /// The limit up to which a search stays on one thread.
    pub(super) fn limit_of_one(self) -> StepLimit {
        self.one_until
    }

    /// The largest number of threads.
    pub fn number(self) -> usize {
        self.number.get()
    }

    /// The number of threads to use if this much memory is left and each thread but the first needs a copy of the heuristic.
    /// Copies take at most half of the memory.
    pub(super) fn that_fit(self, bytes_left: usize, heuristic_bytes: usize) -> usize {
        let copies = (bytes_left / 2).checked_div(heuristic_bytes).unwrap_or(usize::MAX);
        self.number().min(copies.saturating_add(1))
    }
}

impl Default for Threads {
    /// One thread.
    fn default() -> Self {
        Threads::new(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_threads_are_those_that_the_system_runs_at_once() {
        let available = available_parallelism().map_or(1, NonZeroUsize::get);
        assert_eq!(Threads::all().number(), available.min(Distribution::MAX_WORKERS));
    }

    #[test]
    fn copies_of_the_heuristic_take_at_most_half_of_the_memory() {
        let four = Threads::new(4);
        assert_eq!(
            [0, 1, 10, 16, 17, 26, 51, usize::MAX].map(|bytes| four.that_fit(100, bytes)),
            [4, 4, 4, 4, 3, 2, 1, 1]
        );
        assert_eq!(four.that_fit(usize::MAX, 1 << 30), 4);
        assert_eq!((Threads::new(0).number(), Threads::new(100_000).number()), (1, 255));
    }
}
