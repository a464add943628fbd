//! What workers share: the incumbent, the limit on expansions, and their progress.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};

use crate::partition::Incumbent;
use crate::run::Sizes;
use crate::store::Id;
use crate::{Cost, Statistics};

/// State that all workers read and write.
pub(super) struct SharedState {
    /// The cost of the best goal in the upper half, its address in the lower: the lowest such number is the best.
    best: AtomicU64,
    /// The number of expansions left, if there is a limit.
    expansions_left: Option<AtomicU64>,
    workers: Vec<WorkerProgress>,
}

/// The progress of one worker, on separate cache lines.
#[derive(Default)]
#[repr(align(128))]
struct WorkerProgress {
    expanded: AtomicU64,
    generated: AtomicU64,
    stored: AtomicUsize,
    open: AtomicUsize,
}

const NO_GOAL: u64 = u64::MAX;

impl SharedState {
    pub fn new(workers: usize, best: Option<Incumbent>, expansions_left: Option<u64>) -> Self {
        let shared = SharedState {
            best: AtomicU64::new(NO_GOAL),
            expansions_left: expansions_left.map(AtomicU64::new),
            workers: (0..workers).map(|_| WorkerProgress::default()).collect(),
        };
        best.into_iter().for_each(|best| shared.offer(best));
        shared
    }

    /// Publishes a goal, if it is better than the best so far.
    pub fn offer(&self, goal: Incumbent) {
        self.best.fetch_min(u64::from(goal.cost) << 32 | u64::from(goal.address), Relaxed);
    }

    /// The best goal so far.
    #[inline]
    pub fn best(&self) -> Option<Incumbent> {
        let best = self.best.load(Relaxed);
        (best != NO_GOAL).then_some(Incumbent { cost: (best >> 32) as Cost, address: best as Id })
    }

    /// The number of expansions left, which workers count down.
    pub fn expansions_left(&self) -> Option<&AtomicU64> {
        self.expansions_left.as_ref()
    }

    /// Publishes the progress of a worker.
    pub fn set_progress(&self, worker: usize, statistics: &Statistics, stored: usize, open: usize) {
        let progress = &self.workers[worker];
        progress.expanded.store(statistics.expanded, Relaxed);
        progress.generated.store(statistics.generated, Relaxed);
        progress.stored.store(stored, Relaxed);
        progress.open.store(open, Relaxed);
    }

    /// The progress of all workers together.
    pub fn progress(&self) -> (Statistics, Sizes) {
        let mut statistics = Statistics::default();
        let mut sizes = Sizes { stored: 0, open: 0, heuristic_bytes: 0 };
        for progress in &self.workers {
            statistics.expanded += progress.expanded.load(Relaxed);
            statistics.generated += progress.generated.load(Relaxed);
            sizes.stored += progress.stored.load(Relaxed);
            sizes.open += progress.open.load(Relaxed);
        }
        (statistics, sizes)
    }
}
