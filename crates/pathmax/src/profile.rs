//! Where the time and the memory of a search went.

use std::time::Duration;

/// Where the time and the memory of a search went, if [that was asked for](crate::Search::profile).
///
/// With the feature `serde` it can be serialised; times are then seconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Profile {
    /// The time, which adds up to that of the search.
    pub seconds: TimeByPart,
    /// The memory in use when the search ended; what it held at most besides is `rest`.
    pub bytes: MemoryByPart,
    /// How many rounds of the search's loop were timed; the others are taken to be alike.
    pub timed: u64,
}

/// Time by the parts of a search's work.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TimeByPart {
    /// Building the heuristic's tables before the search.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::statistics::as_seconds"))]
    pub preparing: Duration,
    /// Generating successors, and hashing them where that is done at once.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::statistics::as_seconds"))]
    pub successors: Duration,
    /// Asking the heuristic.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::statistics::as_seconds"))]
    pub heuristic: Duration,
    /// Finding states among those stored, storing them, and making room for more.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::statistics::as_seconds"))]
    pub index: Duration,
    /// Keeping the states that wait in order.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::statistics::as_seconds"))]
    pub open_list: Duration,
    /// Everything else: limits, counts, observers, reading the plan off.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::statistics::as_seconds"))]
    pub rest: Duration,
}

impl TimeByPart {
    /// The time of the whole search.
    pub fn total(&self) -> Duration {
        self.preparing + self.successors + self.heuristic + self.index + self.open_list + self.rest
    }
}

/// Bytes by what they hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MemoryByPart {
    /// The stored states with their bookkeeping.
    pub states: usize,
    /// The index that finds them.
    pub index: usize,
    /// The states that wait.
    pub open_list: usize,
    /// The heuristic's tables.
    pub heuristic: usize,
    /// Room held and not in use, and what was held at the peak and no longer at the end: both places of an index that grew.
    pub rest: usize,
}

impl MemoryByPart {
    /// The bytes of the search's own stores.
    pub(crate) fn of_stores(&self) -> usize {
        self.states + self.index + self.open_list
    }

    /// The same with a rest, where `peak` bytes were held at most.
    pub(crate) fn within(self, peak: usize) -> Self {
        MemoryByPart { rest: peak.saturating_sub(self.of_stores() + self.heuristic), ..self }
    }
}
