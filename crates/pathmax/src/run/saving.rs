//! The part of a search that every checkpoint contains: its counts, its bound and its time.

use std::time::{Duration, Instant};

use super::Run;
use crate::checkpoint::layout::Done;
use crate::checkpoint::{Checkpoint, Interval, Source};
use crate::{SearchOptions, StopReason};

/// When the next checkpoint is due.
pub(super) struct CheckpointClock {
    /// At this number of expansions.
    due: u64,
    last: Instant,
}

impl CheckpointClock {
    pub fn new(options: &SearchOptions, now: Instant) -> Self {
        let mut clock = CheckpointClock { due: u64::MAX, last: now };
        clock.restart(options, 0, now);
        clock
    }

    fn restart(&mut self, options: &SearchOptions, expanded: u64, now: Instant) {
        self.last = now;
        self.due = match options.checkpoints.map(|checkpoints| checkpoints.interval) {
            Some(Interval::Expansions(expansions)) => expanded.saturating_add(expansions),
            Some(Interval::Time(_)) | None => u64::MAX,
        };
    }

    /// Called when the clock is read.
    pub fn check(&mut self, options: &SearchOptions, now: Instant) {
        if let Some(Interval::Time(time)) = options.checkpoints.map(|checkpoints| checkpoints.interval)
            && now - self.last >= time
        {
            self.due = 0;
        }
    }
}

impl<S> Run<'_, S> {
    pub fn options(&self) -> &SearchOptions {
        self.options
    }

    /// Whether the observer receives checkpoints.
    pub fn saves_checkpoints(&self) -> bool {
        self.options.checkpoints.is_some() && !self.ended_by_checkpoint
    }

    /// Whether a checkpoint is due. The clock is not read for that.
    #[inline]
    pub fn is_checkpoint_due(&self) -> bool {
        self.statistics.expanded >= self.checkpoint_clock.due
    }

    /// The time since the last checkpoint, for searches whose checkpoints are tiny. `None` if intervals are counted.
    pub fn time_since_checkpoint(&self) -> Option<Duration> {
        match self.options.checkpoints?.interval {
            Interval::Time(_) => Some(self.checkpoint_clock.last.elapsed()),
            Interval::Expansions(_) => None,
        }
    }

    /// Begins the next interval.
    pub fn restart_interval(&mut self) {
        self.checkpoint_clock.restart(self.options, self.statistics.expanded, Instant::now());
    }

    /// Passes a checkpoint to the observer, which may end the search.
    pub fn pass_checkpoint(&mut self, source: &mut dyn Source<S>, last: bool) -> Result<(), StopReason> {
        let answer = self.observer.checkpoint(&mut Checkpoint::new(source, last));
        self.restart_interval();
        if answer.is_break() {
            self.ended_by_checkpoint = true;
            return Err(StopReason::Observer);
        }
        Ok(())
    }

    /// What the search has done so far, in all its runs.
    pub fn done(&self) -> Done {
        let mut statistics = self.statistics.clone();
        statistics.peak_memory = statistics.peak_memory.max(self.budget.peak());
        Done { elapsed: self.elapsed(), bound: self.bound, statistics, layers: self.layers.clone() }
    }

    /// Continues a search that has done this.
    pub fn continue_from(&mut self, done: Done) {
        let Done { elapsed, bound, statistics, layers } = done;
        (self.elapsed_before, self.statistics, self.layers) = (elapsed, statistics, layers);
        self.raise_bound(bound);
        self.search_time = elapsed;
        self.restart_interval();
    }

    /// The wall-clock time of all runs.
    pub fn elapsed(&self) -> Duration {
        self.elapsed_before.saturating_add(self.started.elapsed())
    }

    /// Sets the number of nodes that an observer has received, in earlier runs.
    pub fn set_observed_states(&mut self, states: u64) {
        self.observed_states = states;
    }

    /// Whether the search has [started over](Run::start_over) by cost.
    pub fn is_by_cost(&self) -> bool {
        self.is_by_cost
    }

    /// Releases what `vector` holds of the budget.
    pub fn release<T>(&mut self, vector: Vec<T>) {
        self.budget.give_back(vector.capacity() * size_of::<T>());
    }
}
