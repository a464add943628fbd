//! What all searches do alike: count, respect limits, report progress and node events.

mod saving;

use std::hash::Hash;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use crate::beam::Beam;
use crate::statistics::LayerCounter;
use crate::stopwatch::{Part, Stopwatch};
use crate::store::Budget;
use crate::{
    Cost, Expansion, Gap, Generated, MAX_COST, MemoryByPart, NodeId, Observer, Outcome, Profile, Progress, Report,
    SearchOptions, Statistics, StopReason, Successor,
};
use saving::CheckpointClock;

/// Reading the clock costs about as much as a tenth of an expansion, so it is read once per this interval, by counting
/// expansions.
const BETWEEN_CHECKS: Duration = Duration::from_millis(2);
const BETWEEN_PROGRESS: Duration = Duration::from_millis(100);

/// Sizes that only the search itself knows; computed when the clock is read.
pub(crate) struct Sizes {
    pub stored: usize,
    pub open: usize,
    pub heuristic_bytes: usize,
}

/// The point at which a search on one thread continues on several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StepLimit {
    pub generated: u64,
    /// Time spent searching, without the preparation of the heuristic.
    pub time: Duration,
}

impl StepLimit {
    pub const UNLIMITED: StepLimit = StepLimit { generated: u64::MAX, time: Duration::MAX };
}

/// The limits that the workers of a search share.
pub(crate) struct SharedLimits<'a> {
    options: &'a SearchOptions,
    started: Instant,
    elapsed_before: Duration,
    budget: Budget,
}

/// What a search or one of its workers did.
#[derive(Default)]
pub(crate) struct Counters {
    pub statistics: Statistics,
    pub layers: LayerCounter,
}

/// The limit on expansions.
enum ExpansionLimit<'a> {
    None,
    /// At most this many in all.
    Own(u64),
    /// The number left, shared by all workers.
    Shared(&'a AtomicU64),
}

/// Where a node is in the search tree; computed for observers only.
pub(crate) struct Position {
    pub id: NodeId,
    pub parent: Option<NodeId>,
    pub depth: u32,
}

/// A search under way.
pub(crate) struct Run<'a, S> {
    options: &'a SearchOptions,
    expansion_limit: ExpansionLimit<'a>,
    observer: &'a mut dyn Observer<S>,
    observes_expansions: bool,
    observes_generated: bool,
    /// Whether the observer receives the successors of the state under expansion.
    observes_successors: bool,
    /// The number of new nodes that the observer has received.
    observed_states: u64,
    started: Instant,
    /// The wall-clock time of earlier runs of the same search.
    elapsed_before: Duration,
    checkpoint_clock: CheckpointClock,
    /// Whether the observer ended the search at a checkpoint.
    ended_by_checkpoint: bool,
    /// Whether the search has started over by cost.
    is_by_cost: bool,
    last_check: Instant,
    last_progress: Instant,
    /// Expansions from one check to the next, and how many of them are left.
    stride: u32,
    until_check: u32,
    layers: LayerCounter,
    heuristic_bytes: usize,
    preparation_time: Duration,
    /// Time spent searching when the clock was last read.
    search_time: Duration,
    pub stopwatch: Stopwatch,
    pub budget: Budget,
    pub statistics: Statistics,
    /// Proven lower bound on the cost of every plan.
    bound: Cost,
    /// The cost of the incumbent.
    pub best: Option<Cost>,
}

impl<'a, S> Run<'a, S> {
    pub fn new(options: &'a SearchOptions, observer: &'a mut dyn Observer<S>) -> Self {
        let started = Instant::now();
        Run {
            options,
            expansion_limit: options.limits.expansions.map_or(ExpansionLimit::None, ExpansionLimit::Own),
            observes_expansions: observer.wants_expansions(),
            observes_generated: observer.wants_generated(),
            observes_successors: false,
            observer,
            observed_states: 0,
            started,
            elapsed_before: Duration::ZERO,
            checkpoint_clock: CheckpointClock::new(options, started),
            ended_by_checkpoint: false,
            is_by_cost: false,
            last_check: started,
            last_progress: started,
            stride: 1,
            until_check: 1,
            layers: LayerCounter::default(),
            heuristic_bytes: 0,
            preparation_time: Duration::ZERO,
            search_time: Duration::ZERO,
            stopwatch: Stopwatch::new(options.profile),
            budget: Budget::new(options.limits.memory),
            statistics: Statistics { threads: 1, ..Statistics::default() },
            bound: 0,
            best: None,
        }
    }

    /// The limits that every worker of this search respects.
    pub fn share_limits(&mut self) -> SharedLimits<'a> {
        let Run { options, started, elapsed_before, .. } = *self;
        SharedLimits { options, started, elapsed_before, budget: self.budget.share() }
    }

    /// The part of a search that one worker does. `expansions_left` counts the expansions of all workers.
    pub fn for_worker(
        limits: SharedLimits<'a>,
        expansions_left: Option<&'a AtomicU64>,
        observer: &'a mut dyn Observer<S>,
    ) -> Self {
        let run = Run::new(limits.options, observer);
        Run {
            started: limits.started,
            elapsed_before: limits.elapsed_before,
            budget: limits.budget,
            expansion_limit: expansions_left.map_or(ExpansionLimit::None, ExpansionLimit::Shared),
            ..run
        }
    }

    /// What was done so far.
    pub fn counters(&self) -> Counters {
        Counters { statistics: self.statistics.clone(), layers: self.layers.clone() }
    }

    /// Adds what a worker of this search did.
    pub fn add(&mut self, part: Counters) {
        self.statistics.add(&part.statistics);
        self.layers.add(part.layers);
    }

    /// Whether the search has reached `limit`. The clock is not read for that.
    #[inline]
    pub fn has_reached(&self, limit: StepLimit) -> bool {
        self.statistics.generated >= limit.generated || self.search_time >= limit.time
    }

    /// Expansions that the limit still allows, if there is one.
    pub fn expansions_left(&self) -> Option<u64> {
        let limit = self.options.limits.expansions;
        limit.map(|limit| limit.saturating_sub(self.statistics.expanded + self.statistics.beam_expanded))
    }

    /// Records that no plan costs less than `bound`.
    ///
    /// Plans of more than [`MAX_COST`] may have been dropped, so no bound exceeds that by more than one.
    #[inline]
    pub fn raise_bound(&mut self, bound: Cost) {
        self.bound = self.bound.max(bound.min(MAX_COST + 1));
    }

    /// Prepares for another search from the start, by cost, after the stores of this one were dropped.
    pub fn start_over(&mut self) {
        self.is_by_cost = true;
        self.budget.give_back(self.budget.held());
        self.heuristic_bytes = 0;
    }

    /// Stops counting the heuristic's memory here: the workers count their copies.
    pub fn release_heuristic_bytes(&mut self) {
        self.budget.give_back(std::mem::take(&mut self.heuristic_bytes));
    }

    /// Reports the progress of the workers, added to that of the search before them.
    pub fn report_progress(&mut self, workers: &Statistics, sizes: &Sizes) -> ControlFlow<()> {
        let progress = self.progress(workers, sizes);
        self.observer.progress(&progress)
    }

    fn progress(&self, workers: &Statistics, sizes: &Sizes) -> Progress {
        Progress {
            expanded: self.statistics.expanded + workers.expanded,
            generated: self.statistics.generated + workers.generated,
            stored: sizes.stored,
            open: sizes.open,
            bound: self.bound,
            best: self.best,
            memory: self.budget.held(),
            elapsed: self.elapsed(),
        }
    }

    /// Reports a new incumbent of the workers.
    pub fn report_improvement(&mut self, workers: &Statistics, sizes: &Sizes) -> ControlFlow<()> {
        let progress = self.progress(workers, sizes);
        self.observer.improvement(&progress)
    }

    /// Why a heuristic that holds `bytes` has to stop preparing. Reports the progress, which the observer may end.
    pub fn reason_to_stop_preparing(&mut self, bytes: usize) -> Option<StopReason> {
        let now = Instant::now();
        let is_too_large = self.options.limits.memory.is_some_and(|limit| bytes > limit);
        let reason = self.reason_to_stop(now).or(is_too_large.then_some(StopReason::Memory));
        if reason.is_some() || now - self.last_progress < BETWEEN_PROGRESS {
            return reason;
        }
        self.last_progress = now;
        let sizes = Sizes { stored: 0, open: 0, heuristic_bytes: bytes };
        observed(self.report_progress(&Statistics::default(), &sizes)).err()
    }

    pub fn set_preparation_time(&mut self, time: Duration) {
        self.preparation_time = time;
    }

    fn reason_to_stop(&self, now: Instant) -> Option<StopReason> {
        if self.options.cancel.is_cancelled() {
            Some(StopReason::Cancelled)
        } else if self
            .options
            .limits
            .time
            .is_some_and(|limit| self.elapsed_before.saturating_add(now - self.started) >= limit)
        {
            Some(StopReason::Time)
        } else {
            None
        }
    }

    /// Whether the limit allows one more expansion; a shared limit then counts it.
    #[inline]
    fn may_expand(&self) -> bool {
        match self.expansion_limit {
            ExpansionLimit::None => true,
            ExpansionLimit::Own(limit) => self.statistics.expanded + self.statistics.beam_expanded < limit,
            ExpansionLimit::Shared(left) => left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_ok(),
        }
    }

    /// Counts an expansion and reports it to the observer, unless a limit forbids it.
    #[inline]
    pub fn expansion(
        &mut self,
        state: &S,
        (g, h, layer): (Cost, Cost, Cost),
        position: impl FnOnce() -> Position,
        sizes: impl FnOnce() -> Sizes,
    ) -> Result<(), StopReason> {
        self.stopwatch.switch_to(Part::Rest);
        if !self.may_expand() {
            return Err(StopReason::Expansions);
        }
        self.until_check -= 1;
        if self.until_check == 0 {
            self.check(&sizes())?;
        }
        if self.observes_expansions {
            let Position { id, parent, depth } = position();
            let order = self.statistics.expanded;
            observed(self.observer.expansion(Expansion { state, id, parent, depth, g, h, order }))?;
            self.observes_successors = self.observer.wants_successors();
        }
        self.statistics.expanded += 1;
        self.layers.count(layer);
        Ok(())
    }

    /// Counts an expansion of a search on one thread that reports none to the observer, unless a limit forbids it. The layer
    /// is not counted.
    #[inline]
    pub fn lean_expansion(&mut self, sizes: impl FnOnce() -> Sizes) -> Result<(), StopReason> {
        self.until_check -= 1;
        if self.until_check == 0 {
            if !self.may_expand() {
                return Err(StopReason::Expansions);
            }
            self.check(&sizes())?;
        }
        self.statistics.expanded += 1;
        Ok(())
    }

    /// Counts expansions of one layer.
    pub fn count_layer(&mut self, f: Cost, expanded: u64) {
        self.layers.count_many(f, expanded);
    }

    /// Counts an expansion of a beam, unless a limit forbids it.
    pub fn beam_expansion(&mut self, sizes: &Sizes) -> Result<(), StopReason> {
        if !self.may_expand() {
            return Err(StopReason::Expansions);
        }
        self.until_check -= 1;
        if self.until_check == 0 {
            self.check(sizes)?;
        }
        self.statistics.beam_expanded += 1;
        Ok(())
    }

    /// The beam that the options ask for.
    pub fn beam(&self) -> Option<Beam<S>>
    where
        S: Clone + Eq + Hash,
    {
        self.options.anytime.map(Beam::new)
    }

    /// Whether the options ask for plans early: the search need not be the textbook's.
    pub fn is_anytime(&self) -> bool {
        self.options.anytime.is_some()
    }

    /// The gap that the options accept.
    pub fn gap(&self) -> Gap {
        self.options.gap
    }

    /// Records the cost of a new incumbent and reports it to the observer.
    #[cold]
    pub fn improved(&mut self, cost: Cost, sizes: &Sizes) -> Result<(), StopReason> {
        self.best = Some(cost);
        observed(self.report_improvement(&Statistics::default(), sizes))
    }

    /// Reports a new node of the search tree to the observer.
    #[inline]
    pub fn generated(
        &mut self,
        state: &S,
        g: Cost,
        h: Cost,
        position: impl FnOnce() -> Position,
    ) -> Result<(), StopReason> {
        if !self.observes_generated {
            return Ok(());
        }
        let Position { id, parent, depth } = position();
        let order = self.observed_states;
        self.observed_states += 1;
        observed(self.observer.generated(Generated { state, id, parent, depth, g, h, order }))
    }

    /// Whether the observer receives expansions or new nodes, or the parts of the work are timed.
    pub fn is_observed_or_timed(&self) -> bool {
        self.observes_expansions || self.observes_generated || self.options.profile
    }

    /// Whether the observer receives the successors of the state under expansion.
    #[inline]
    pub fn observes_successors(&self) -> bool {
        self.observes_successors
    }

    /// Reports a successor of the state under expansion to the observer, if it receives them.
    #[inline]
    pub fn successor(&mut self, successor: Successor<'_, S>) {
        if self.observes_successors {
            self.observer.successor(successor);
        }
    }

    #[cold]
    fn check(&mut self, sizes: &Sizes) -> Result<(), StopReason> {
        let now = Instant::now();
        if let Some(reason) = self.reason_to_stop(now) {
            return Err(reason);
        }
        self.budget.recount(&mut self.heuristic_bytes, sizes.heuristic_bytes)?;
        if now - self.last_progress >= BETWEEN_PROGRESS {
            self.last_progress = now;
            observed(self.report_progress(&Statistics::default(), sizes))?;
        }
        let this_run = (now - self.started).saturating_sub(self.preparation_time);
        self.search_time = self.elapsed_before.saturating_add(this_run);
        self.checkpoint_clock.check(self.options, now);
        // Twice as many expansions until the next check if this was quick; far fewer if an expansion was slow.
        let spent = now - self.last_check;
        self.stride = if spent < BETWEEN_CHECKS { (self.stride * 2).min(1 << 12) } else { (self.stride / 8).max(1) };
        // This expansion and the others that are left need no check.
        let left = self.expansions_left().map_or(self.stride, |left| left.min(self.stride.into()) as u32);
        self.until_check = self.stride.min(left).max(1);
        self.last_check = now;
        Ok(())
    }

    /// Called at the top of the search loop, which starts with `part`.
    #[inline(always)]
    pub fn begin_iteration(&mut self, part: Part) {
        self.stopwatch.begin_iteration(part, self.budget.growth);
    }

    /// Whether there are more states than ever before.
    #[inline]
    pub fn exceeds_peaks(&self, stored: usize, open: usize) -> bool {
        stored > self.statistics.peak_stored || open > self.statistics.peak_open
    }

    /// Updates the largest numbers of stored and open states.
    #[inline]
    pub fn record_sizes(&mut self, stored: usize, open: usize) {
        self.statistics.peak_stored = self.statistics.peak_stored.max(stored);
        self.statistics.peak_open = self.statistics.peak_open.max(open);
    }

    /// The report of a search that ended. `held` is the memory of its stores and its heuristic at the end, `stored` the
    /// number of states.
    pub fn report<A>(mut self, outcome: Outcome<A>, held: MemoryByPart, stored: usize) -> Report<A> {
        self.statistics.elapsed = self.elapsed();
        self.statistics.peak_memory = self.statistics.peak_memory.max(self.budget.peak());
        self.statistics.bytes_per_state = held.of_stores() / stored.max(1);
        self.statistics.layers = self.layers.into_layers();
        let bound = match &outcome {
            Outcome::Unsolvable => None,
            // What was proven with this heuristic does not hold.
            Outcome::Stopped { reason: StopReason::Inconsistent, .. } => Some(0),
            Outcome::Solved(_) | Outcome::Stopped { .. } => {
                Some(outcome.plan().map_or(self.bound, |plan| self.bound.min(plan.cost)))
            }
        };
        let times = self.stopwatch.finish(self.statistics.elapsed, self.preparation_time, self.budget.growth);
        let bytes = held.within(self.statistics.peak_memory);
        let profile = times.map(|(seconds, timed)| Profile { seconds, bytes, timed });
        Report { outcome, bound, statistics: self.statistics, profile, violation: None }
    }
}

/// The answer of an observer.
fn observed(answer: ControlFlow<()>) -> Result<(), StopReason> {
    if answer.is_break() { Err(StopReason::Observer) } else { Ok(()) }
}

/// The cost of a path with one more action, unless it is too large to represent.
#[inline]
pub(crate) fn add_cost(g: Cost, cost: Cost) -> Option<Cost> {
    let sum = u64::from(g) + u64::from(cost);
    (sum <= u64::from(MAX_COST)).then_some(sum as Cost)
}
