//! When to stop: deadlines, and the callbacks that check them.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use pathmax::{CancelToken, Heuristic};

/// Continues if the condition holds, else breaks.
pub(crate) fn continue_if(condition: bool) -> ControlFlow<()> {
    if condition { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

/// Fills the tables of a heuristic; false if they exceed `memory` bytes or `deadline` passes.
pub(crate) fn prepare<S>(heuristic: &mut impl Heuristic<S>, memory: Option<usize>, deadline: &Deadline) -> bool {
    let mut check = |bytes| continue_if(!deadline.is_over() && memory.is_none_or(|memory| bytes <= memory));
    check(0).is_continue() && heuristic.prepare(&mut check).is_continue()
}

/// A cancel token and an optional time limit. Without a time limit, the clock is never read.
#[derive(Clone, Debug)]
pub(crate) struct Deadline {
    pub cancel: CancelToken,
    end: Option<Instant>,
    reached: Cell<bool>,
}

impl Deadline {
    pub fn new(cancel: CancelToken, time: Option<Duration>) -> Self {
        let end = time.and_then(|time| Instant::now().checked_add(time));
        Deadline { cancel, end, reached: Cell::new(false) }
    }

    /// Whether to stop. Call it only where work is left.
    pub fn is_over(&self) -> bool {
        if self.left() == Some(Duration::ZERO) {
            self.note_reached();
        }
        self.cancel.is_cancelled() || self.reached.get()
    }

    /// Records that the time limit ended some work.
    pub fn note_reached(&self) {
        self.reached.set(true);
    }

    /// Whether the time limit ended some work.
    pub fn was_reached(&self) -> bool {
        self.reached.get()
    }

    /// The time left; `None` without a time limit.
    pub fn left(&self) -> Option<Duration> {
        self.end.map(|end| end.saturating_duration_since(Instant::now()))
    }
}
