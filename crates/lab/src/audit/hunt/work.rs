//! Budgets of a hunt.
//!
//! Work is counted in [steps](Work::spend), so that a hunt ends at the same board on every machine. The clock only matters
//! if there is a time limit.

use std::cell::Cell;
use std::time::{Duration, Instant};

use pathmax::CancelToken;

use super::judge::LastBoard;
use super::{HuntLimits, HuntProgress, HuntStage, HuntWatch};
use crate::SolveError;

const BETWEEN_PROGRESS: Duration = Duration::from_millis(100);

/// Steps per board, besides expansions and heuristic values: for reading it and making its heuristic.
const STEPS_PER_BOARD: u64 = 10;

/// Why the work ended.
#[derive(Debug)]
pub(in crate::audit) enum End {
    /// The time limit was reached.
    Time,
    /// The limit on boards or on steps was reached.
    Budget,
    Cancelled,
    Failed(SolveError),
}

impl From<SolveError> for End {
    fn from(error: SolveError) -> Self {
        End::Failed(error)
    }
}

/// The work of one hunt.
pub(in crate::audit) struct Work<'w> {
    pub stage: HuntStage,
    /// Boards tried.
    pub boards: u64,
    /// States on which the heuristic was checked.
    pub states: u64,
    /// Claims refuted so far.
    pub refuted: usize,
    pub last_board: LastBoard,
    limits: HuntLimits,
    steps: Cell<u64>,
    /// Whether the time limit ended something.
    out_of_time: Cell<bool>,
    begin: Instant,
    cancel: &'w CancelToken,
    watch: HuntWatch<'w>,
    last_progress: Instant,
}

impl<'w> Work<'w> {
    pub fn new(limits: HuntLimits, cancel: &'w CancelToken, watch: HuntWatch<'w>) -> Self {
        let begin = Instant::now();
        Work {
            stage: HuntStage::Exhaustive,
            boards: 0,
            states: 0,
            refuted: 0,
            last_board: None,
            limits,
            steps: Cell::new(0),
            out_of_time: Cell::new(false),
            begin,
            cancel,
            watch,
            last_progress: begin,
        }
    }

    /// Counts a board before it is tried; an error if a limit is reached.
    pub fn begin_board(&mut self) -> Result<(), End> {
        if let Some(end) = self.end() {
            return Err(end);
        }
        let used_up = |limit: Option<u64>, used: u64| limit.is_some_and(|limit| used >= limit);
        if used_up(self.limits.boards, self.boards) || used_up(self.limits.steps, self.steps.get()) {
            return Err(End::Budget);
        }
        self.boards += 1;
        self.spend(STEPS_PER_BOARD);
        if self.last_progress.elapsed() >= BETWEEN_PROGRESS {
            self.last_progress = Instant::now();
            self.report_progress();
        }
        Ok(())
    }

    /// Counts steps: one per state expanded or enumerated, and one per heuristic value.
    pub fn spend(&self, steps: u64) {
        self.steps.set(self.steps.get().saturating_add(steps));
    }

    fn report_progress(&mut self) {
        (self.watch)(&HuntProgress {
            stage: self.stage,
            boards: self.boards,
            states: self.states,
            steps: self.steps.get(),
            refuted: self.refuted,
            elapsed: self.begin.elapsed(),
        });
    }

    /// The end, if the work was cancelled or reached its time limit. Call it only where work is left.
    pub fn end(&self) -> Option<End> {
        if self.cancel.is_cancelled() {
            Some(End::Cancelled)
        } else if self.time_left() == Some(Duration::ZERO) {
            self.out_of_time.set(true);
            Some(End::Time)
        } else {
            None
        }
    }

    /// `None` without a time limit.
    pub fn time_left(&self) -> Option<Duration> {
        self.limits.time.map(|time| time.saturating_sub(self.begin.elapsed()))
    }

    pub fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// Whether the time limit ended something.
    pub fn is_out_of_time(&self) -> bool {
        self.out_of_time.get()
    }

    /// Runs the shrinking of a counterexample: with its own steps and a tenth more time. Its boards do not count.
    pub fn shrinking<T>(&mut self, steps: u64, task: impl FnOnce(&mut Self) -> T) -> T {
        let limits = self.limits;
        let so_far = (self.stage, self.boards, self.states);
        let steps_so_far = self.steps.replace(0);
        self.stage = HuntStage::Shrinking;
        let time = limits.time.map(|time| time.saturating_add(time / 10));
        self.limits = HuntLimits { time, boards: None, steps: Some(steps) };
        let result = task(self);
        self.limits = limits;
        (self.stage, self.boards, self.states) = so_far;
        self.steps.set(steps_so_far);
        result
    }
}
