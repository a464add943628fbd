//! How much may be done, and how much was.

use std::time::{Duration, Instant};

use pathmax::Cancel;

use super::judge::Memory;
use super::{HuntProgress, HuntStage, HuntWatch};
use crate::SolveError;

const BETWEEN_PROGRESS: Duration = Duration::from_millis(100);

/// Why nothing more is tried.
#[derive(Debug)]
pub(in crate::audit) enum End {
    /// The time is up.
    Time,
    /// Enough boards were tried.
    Boards,
    Cancelled,
    /// The audited heuristic gave up.
    Fault(String),
    Failed(SolveError),
}

impl From<SolveError> for End {
    fn from(error: SolveError) -> Self {
        End::Failed(error)
    }
}

/// The work on one hunt.
pub(in crate::audit) struct Work<'w> {
    pub stage: HuntStage,
    /// Boards that were tried.
    pub boards: u64,
    /// States of which the heuristic's word was checked.
    pub states: u64,
    /// Claims that are refuted so far.
    pub refuted: usize,
    /// What was found out about boards like the next one.
    pub memory: Memory,
    begin: Instant,
    time: Option<Duration>,
    most_boards: Option<u64>,
    cancel: &'w Cancel,
    watch: HuntWatch<'w>,
    last_progress: Instant,
}

impl<'w> Work<'w> {
    pub fn new(time: Option<Duration>, most_boards: Option<u64>, cancel: &'w Cancel, watch: HuntWatch<'w>) -> Self {
        let begin = Instant::now();
        Work {
            stage: HuntStage::Exhaustive,
            boards: 0,
            states: 0,
            refuted: 0,
            memory: Memory::default(),
            begin,
            time,
            most_boards,
            cancel,
            watch,
            last_progress: begin,
        }
    }

    /// Counts a board that is about to be tried, unless that is not allowed any more.
    pub fn go_on(&mut self) -> Result<(), End> {
        if let Some(end) = self.end() {
            return Err(end);
        }
        if self.most_boards.is_some_and(|most| self.boards >= most) {
            return Err(End::Boards);
        }
        self.boards += 1;
        if self.last_progress.elapsed() >= BETWEEN_PROGRESS {
            self.last_progress = Instant::now();
            self.tell();
        }
        Ok(())
    }

    fn tell(&mut self) {
        (self.watch)(&HuntProgress {
            stage: self.stage,
            boards: self.boards,
            states: self.states,
            refuted: self.refuted,
            elapsed: self.begin.elapsed(),
        });
    }

    /// Whether time or patience has run out.
    pub fn end(&self) -> Option<End> {
        if self.cancel.is_cancelled() {
            Some(End::Cancelled)
        } else if self.time_left() == Some(Duration::ZERO) {
            Some(End::Time)
        } else {
            None
        }
    }

    pub fn time_left(&self) -> Option<Duration> {
        self.time.map(|time| time.saturating_sub(self.begin.elapsed()))
    }

    pub fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// Shrinks something: with a tenth more time, and with boards of its own, which do not count as tried.
    pub fn shrinking<T>(&mut self, task: impl FnOnce(&mut Self) -> T) -> T {
        let limits = (self.time, self.most_boards);
        let so_far = (self.stage, self.boards, self.states);
        self.stage = HuntStage::Shrinking;
        self.time = self.time.map(|time| time.saturating_add(time / 10));
        self.most_boards = None;
        let result = task(self);
        (self.time, self.most_boards) = limits;
        (self.stage, self.boards, self.states) = so_far;
        result
    }
}
