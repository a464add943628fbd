//! How far a search may go, and why it stopped.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How much a search may use. `None` means as much as it takes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Bytes that the search holds at once: stored states, their index, the open list, the heuristic's own tables.
    pub memory: Option<usize>,
    /// States expanded.
    pub expansions: Option<u64>,
}

/// Why a search ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StopReason {
    /// The time was up.
    Time,
    /// The memory was used up, or the system had no more to give.
    Memory,
    /// The allowed number of states was expanded.
    Expansions,
    /// No goal was found within the depth limit.
    Depth,
    /// Whoever started the search cancelled it.
    Cancelled,
    /// Proven: no plan costs [`MAX_COST`](crate::MAX_COST) or less. More expensive plans were not searched for.
    Cost,
}

impl StopReason {
    /// One word for files and machines: `time`, `memory`, `expansions`, `depth`, `cancelled` or `cost`.
    pub fn name(self) -> &'static str {
        match self {
            StopReason::Time => "time",
            StopReason::Memory => "memory",
            StopReason::Expansions => "expansions",
            StopReason::Depth => "depth",
            StopReason::Cancelled => "cancelled",
            StopReason::Cost => "cost",
        }
    }
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StopReason::Time => "the time limit was reached",
            StopReason::Memory => "the memory limit was reached",
            StopReason::Expansions => "the limit on expansions was reached",
            StopReason::Depth => "nothing was found within the depth limit",
            StopReason::Cancelled => "interrupted",
            StopReason::Cost => "costs became too large to count",
        })
    }
}

/// A switch that ends a search from outside: another thread, a signal handler, a page that was closed.
///
/// Clones share the switch.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    switch: Arc<AtomicBool>,
    /// Turns this one too.
    outer: Option<Arc<Cancel>>,
}

impl Cancel {
    /// A switch that is off.
    pub fn new() -> Self {
        Self::default()
    }

    /// A switch of its own that this one turns too: whoever turns it ends less than this one would, and can be told
    /// from who turned this one.
    ///
    /// ```
    /// use pathmax::Cancel;
    /// let all = Cancel::new();
    /// let (one, other) = (all.inner(), all.inner());
    /// one.cancel();
    /// assert_eq!([&one, &other, &all].map(Cancel::is_cancelled), [true, false, false]);
    /// all.cancel();
    /// assert_eq!([&one, &other, &all].map(Cancel::is_cancelled), [true, true, true]);
    /// ```
    pub fn inner(&self) -> Cancel {
        Cancel { switch: Arc::default(), outer: Some(Arc::new(self.clone())) }
    }

    /// Asks every search that has this switch to end soon.
    pub fn cancel(&self) {
        self.switch.store(true, Ordering::Relaxed);
    }

    /// Whether [`cancel`](Cancel::cancel) was called.
    pub fn is_cancelled(&self) -> bool {
        self.switch.load(Ordering::Relaxed) || self.outer.as_ref().is_some_and(|outer| outer.is_cancelled())
    }
}
