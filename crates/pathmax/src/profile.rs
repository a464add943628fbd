//! Time and memory of a search by part.

use std::time::Duration;

/// Time and memory of a search by part, if [requested](crate::Search::profile).
///
/// With the feature `serde` it can be serialised; times are then seconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Profile {
    /// Time by part; adds up to the time of the search.
    pub seconds: TimeByPart,
    /// Memory in use when the search ended, by part; `rest` is what the search held at its peak beyond that.
    pub bytes: MemoryByPart,
    /// The number of iterations of the search's loop that were timed; the others are extrapolated from them.
    pub timed: u64,
}

/// Time by part of the work of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TimeByPart {
    /// Preparing the heuristic.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::statistics::as_seconds"))]
    pub preparing: Duration,
    /// Generating successors, and hashing them where that happens at the same time.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::statistics::as_seconds"))]
    pub successors: Duration,
    /// Evaluating the heuristic.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::statistics::as_seconds"))]
    pub heuristic: Duration,
    /// Duplicate detection: looking up and storing states, and enlarging the stores.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::statistics::as_seconds"))]
    pub index: Duration,
    /// Maintaining the open list.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::statistics::as_seconds"))]
    pub open_list: Duration,
    /// Everything else: limits, statistics, observers, reconstructing the plan.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::statistics::as_seconds"))]
    pub rest: Duration,
}

impl TimeByPart {
    /// The sum of all parts.
    pub fn total(&self) -> Duration {
        self.preparing + self.successors + self.heuristic + self.index + self.open_list + self.rest
    }
}

/// Memory by what it holds, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MemoryByPart {
    /// Stored states with their bookkeeping and heap memory.
    pub states: usize,
    /// The index of the stored states.
    pub index: usize,
    /// The open list.
    pub open_list: usize,
    /// The heuristic's tables.
    pub heuristic: usize,
    /// Memory held but not in use, and memory that was held at the peak only, such as both copies of an index that grew.
    pub rest: usize,
}

impl MemoryByPart {
    /// The bytes of the search's own stores.
    pub(crate) fn of_stores(&self) -> usize {
        self.states + self.index + self.open_list
    }

    /// The same with the rest of a peak of `peak` bytes.
    pub(crate) fn within(self, peak: usize) -> Self {
        MemoryByPart { rest: peak.saturating_sub(self.of_stores() + self.heuristic), ..self }
    }
}
