//! Limits, cancellation, and the reasons why a search stops.

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How much a search may use. `None` means no limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Bytes that the search holds at once: stored states, their index, the open list, successors in transit, and the
    /// heuristic's tables. Heap memory of states counts as [`Problem::heap_bytes`](crate::Problem::heap_bytes) says.
    pub memory: Option<usize>,
    /// Number of expansions.
    pub expansions: Option<u64>,
}

/// Why a search stopped without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StopReason {
    /// The time limit was reached.
    Time,
    /// The memory limit was reached, or the system refused an allocation.
    Memory,
    /// The limit on expansions was reached.
    Expansions,
    /// There is no goal within the depth limit.
    Depth,
    /// The search was cancelled by its [`CancelToken`].
    Cancelled,
    /// Proven: no plan costs [`MAX_COST`](crate::MAX_COST) or less. More expensive plans were not searched for.
    Cost,
    /// An [`Observer`](crate::Observer) ended the search, or a [`Stepper`](crate::Stepper) was asked for its report early.
    Observer,
    /// The heuristic claims to be consistent and is not; [`Report::violation`](crate::Report::violation) names the edge.
    Inconsistent,
}

impl StopReason {
    /// All reasons.
    pub const ALL: [StopReason; 8] = [
        StopReason::Time,
        StopReason::Memory,
        StopReason::Expansions,
        StopReason::Depth,
        StopReason::Cancelled,
        StopReason::Cost,
        StopReason::Observer,
        StopReason::Inconsistent,
    ];

    /// The reason of this [name](StopReason::name).
    pub fn named(name: &str) -> Option<StopReason> {
        StopReason::ALL.into_iter().find(|reason| reason.name() == name)
    }

    /// The reason as one word for machine-readable output: `time`, `memory`, `expansions`, `depth`, `cancelled`, `cost`,
    /// `observer` or `inconsistent`.
    pub fn name(self) -> &'static str {
        match self {
            StopReason::Time => "time",
            StopReason::Memory => "memory",
            StopReason::Expansions => "expansions",
            StopReason::Depth => "depth",
            StopReason::Cancelled => "cancelled",
            StopReason::Cost => "cost",
            StopReason::Observer => "observer",
            StopReason::Inconsistent => "inconsistent",
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
            StopReason::Observer => "the observer ended the search",
            StopReason::Inconsistent => "the heuristic is not consistent, contrary to its claim",
        })
    }
}

impl Error for StopReason {}

/// Cancels a search from outside: from another thread, a signal handler, or when a page is closed.
///
/// Clones share their state.
#[derive(Clone, Debug, Default)]
pub struct CancelToken {
    cancelled: Arc<AtomicBool>,
    parent: Option<Arc<CancelToken>>,
}

impl CancelToken {
    /// A token that is not cancelled.
    pub fn new() -> Self {
        Self::default()
    }

    /// A child token: cancelling the parent cancels it, but not the other way round.
    ///
    /// ```
    /// use pathmax::CancelToken;
    /// let parent = CancelToken::new();
    /// let (one, other) = (parent.child_token(), parent.child_token());
    /// one.cancel();
    /// assert_eq!([&one, &other, &parent].map(CancelToken::is_cancelled), [true, false, false]);
    /// parent.cancel();
    /// assert_eq!([&one, &other, &parent].map(CancelToken::is_cancelled), [true, true, true]);
    /// ```
    #[must_use]
    pub fn child_token(&self) -> CancelToken {
        CancelToken { cancelled: Arc::default(), parent: Some(Arc::new(self.clone())) }
    }

    /// Cancels every search that runs with this token or a child of it.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether this token or one of its ancestors was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed) || self.parent.as_ref().is_some_and(|parent| parent.is_cancelled())
    }
}
