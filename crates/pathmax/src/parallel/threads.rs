//! How many threads a search may use, and from when on.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;
use std::time::Duration;

use super::parts::Parts;
use crate::run::Extent;

/// How many threads a search may use, and from when on; see [`Search::run_on`](crate::Search::run_on).
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
    one_until: Extent,
}

/// Sharing a search out takes a while, the longer the more is stored. So it should have shown that it takes its time: by
/// what it did, which is the same on every machine; or by the clock, where the heuristic takes long.
const ONE_UNTIL: Extent = Extent { generated: 1_000_000, time: Duration::from_millis(500) };

impl Threads {
    /// Up to this many threads; at least one, at most 255.
    pub fn new(number: usize) -> Self {
        let number = NonZeroUsize::new(number.min(Parts::MOST_WORKERS)).unwrap_or(NonZeroUsize::MIN);
        Threads { number, one_until: ONE_UNTIL }
    }

    /// As many threads as the machine can run at once, or as many of them as this program may use.
    pub fn all() -> Self {
        Threads::new(available_parallelism().map_or(1, NonZeroUsize::get))
    }

    /// The same threads, but all after the first begin when this many states are generated, no sooner and no later: a
    /// search that ends before does the same as one on a single thread. Unless it is said, that is after a million states
    /// or half a second.
    pub fn after(mut self, generated: u64) -> Self {
        self.one_until = Extent { generated, ..Extent::UNLIMITED };
        self
    }

    /// How far a search may come on one thread.
    pub(super) fn extent_of_one(self) -> Extent {
        self.one_until
    }

    /// How many threads there are at most.
    pub fn number(self) -> usize {
        self.number.get()
    }

    /// How many of them to use where this much memory is left and each of them but the first needs a copy of a heuristic.
    /// Copies take half of the memory at most.
    pub(super) fn that_fit(self, bytes_left: usize, heuristic_bytes: usize) -> usize {
        let copies = (bytes_left / 2).checked_div(heuristic_bytes).unwrap_or(usize::MAX);
        self.number().min(copies.saturating_add(1))
    }
}

impl Default for Threads {
    /// One.
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
        assert_eq!(Threads::all().number(), available.min(Parts::MOST_WORKERS));
    }

    #[test]
    fn copies_of_the_heuristic_take_half_of_the_memory_at_most() {
        let four = Threads::new(4);
        assert_eq!(
            [0, 1, 10, 16, 17, 26, 51, usize::MAX].map(|bytes| four.that_fit(100, bytes)),
            [4, 4, 4, 4, 3, 2, 1, 1]
        );
        assert_eq!(four.that_fit(usize::MAX, 1 << 30), 4);
        assert_eq!((Threads::new(0).number(), Threads::new(100_000).number()), (1, 255));
    }
}
