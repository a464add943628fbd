//! What workers tell each other and whoever watches: how far they have come, and the best goal so far.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};

use crate::best_first::Incumbent;
use crate::run::{Gauge, Tally};
use crate::store::Id;
use crate::{Cost, Statistics};

/// Notes that all workers read and write.
pub(super) struct Notes {
    /// The cost of the best goal in the upper half, its address in the lower: the least of such numbers is the best.
    best: AtomicU64,
    /// How many states may still be expanded, if there is a limit.
    expansions_left: Option<AtomicU64>,
    workers: Vec<Note>,
}

/// How far one worker has come, on cache lines of its own.
#[derive(Default)]
#[repr(align(128))]
struct Note {
    expanded: AtomicU64,
    generated: AtomicU64,
    stored: AtomicUsize,
    open: AtomicUsize,
}

const NOTHING: u64 = u64::MAX;

impl Notes {
    pub fn new(workers: usize, best: Option<Incumbent>, expansions_left: Option<u64>) -> Self {
        let notes = Notes {
            best: AtomicU64::new(NOTHING),
            expansions_left: expansions_left.map(AtomicU64::new),
            workers: (0..workers).map(|_| Note::default()).collect(),
        };
        best.into_iter().for_each(|best| notes.offer(best));
        notes
    }

    /// Tells everybody of a goal, if it is better than the best so far.
    pub fn offer(&self, goal: Incumbent) {
        self.best.fetch_min(u64::from(goal.cost) << 32 | u64::from(goal.id), Relaxed);
    }

    /// The best goal so far, by its address.
    #[inline]
    pub fn best(&self) -> Option<Incumbent> {
        let best = self.best.load(Relaxed);
        (best != NOTHING).then_some(Incumbent { cost: (best >> 32) as Cost, id: best as Id })
    }

    /// Whether one state more may be expanded, which then counts.
    #[inline]
    pub fn may_expand(&self) -> bool {
        let take_one = |left: &AtomicU64| left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_ok();
        self.expansions_left.as_ref().is_none_or(take_one)
    }

    /// Notes how far a worker has come.
    pub fn note(&self, worker: usize, expanded: u64, generated: u64, stored: usize, open: usize) {
        let note = &self.workers[worker];
        note.expanded.store(expanded, Relaxed);
        note.generated.store(generated, Relaxed);
        note.stored.store(stored, Relaxed);
        note.open.store(open, Relaxed);
    }

    /// How far all workers have come together.
    pub fn sum(&self) -> (Tally, Gauge) {
        let mut statistics = Statistics::default();
        let mut gauge = Gauge { stored: 0, open: 0, heuristic_bytes: 0 };
        for note in &self.workers {
            statistics.expanded += note.expanded.load(Relaxed);
            statistics.generated += note.generated.load(Relaxed);
            gauge.stored += note.stored.load(Relaxed);
            gauge.open += note.open.load(Relaxed);
        }
        (Tally { statistics, ..Tally::default() }, gauge)
    }
}
