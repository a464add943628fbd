//! Checkpoints: the state of a search as bytes, from which it is continued later.
//!
//! A search that takes hours should survive the end of its process. At points where no expansion is under way, a search passes
//! a [`Checkpoint`] to its observer, which writes it wherever it likes; [`Search::resume`](crate::Search::resume) reads it and
//! continues. The search on one thread then does exactly what it would have done without the interruption: nodes keep their
//! numbers, open lists their order, the beam its layer. A search on several threads finds and proves the same, and a
//! checkpoint may be resumed on any number of threads. The deepening searches begin their last iteration again.
//!
//! The bytes are plain data ([`layout`]) in blocks with a checksum ([`stream`]). Reading trusts nothing: every number, address
//! and path is checked, and memory is taken as data arrive, so that damaged bytes lead to an error and not to a wrong proof.

mod codec;
mod error;
pub(crate) mod layout;
pub(crate) mod load;
pub(crate) mod resume;
pub(crate) mod stream;
pub(crate) mod write;

use std::io::{self, Write};
use std::time::Duration;

use crate::StopReason;
pub use codec::StateCodec;
pub use error::ResumeError;

/// How often a search passes a [`Checkpoint`] to its observer.
///
/// ```
/// use std::time::Duration;
/// use pathmax::Checkpoints;
/// let usual = Checkpoints::every(Duration::from_secs(600));
/// let in_tests = Checkpoints::every_expansions(100);
/// # assert_ne!(usual, in_tests);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checkpoints {
    pub(crate) interval: Interval,
}

/// The work between two checkpoints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Interval {
    Time(Duration),
    Expansions(u64),
}

impl Checkpoints {
    /// One checkpoint per interval of time, and one when a limit, the cancel token or the observer ends the search.
    pub fn every(time: Duration) -> Self {
        Checkpoints { interval: Interval::Time(time) }
    }

    /// The same, with an interval that is counted in expansions (at least 1), per thread: independent of the clock.
    pub fn every_expansions(expansions: u64) -> Self {
        Checkpoints { interval: Interval::Expansions(expansions.max(1)) }
    }

    /// The interval, if it is a time.
    pub fn time(self) -> Option<Duration> {
        match self.interval {
            Interval::Time(time) => Some(time),
            Interval::Expansions(_) => None,
        }
    }

    /// The interval, if it is counted in expansions.
    pub fn expansions(self) -> Option<u64> {
        match self.interval {
            Interval::Time(_) => None,
            Interval::Expansions(expansions) => Some(expansions),
        }
    }
}

/// A consistent state of a search, to be written by an [observer](crate::Observer::checkpoint).
pub struct Checkpoint<'a, S> {
    source: &'a mut dyn Source<S>,
    last: bool,
}

/// Where the contents of a checkpoint come from.
pub(crate) trait Source<S> {
    fn write(&mut self, codec: &StateCodec<S>, out: &mut dyn Write) -> io::Result<()>;
}

impl<'a, S> Checkpoint<'a, S> {
    pub(crate) fn new(source: &'a mut dyn Source<S>, last: bool) -> Self {
        Checkpoint { source, last }
    }

    /// Whether the search has ended at a limit, was cancelled or ended by its observer, so that this is its last checkpoint.
    pub fn is_last(&self) -> bool {
        self.last
    }

    /// Writes the checkpoint. `out` receives blocks of 64 KiB.
    pub fn write(&mut self, codec: &StateCodec<S>, out: &mut dyn Write) -> io::Result<()> {
        self.source.write(codec, out)
    }
}

/// Whether a search that stopped for this reason can be continued.
pub(crate) fn can_continue(reason: StopReason) -> bool {
    match reason {
        StopReason::Time
        | StopReason::Memory
        | StopReason::Expansions
        | StopReason::Cancelled
        | StopReason::Observer => true,
        StopReason::Depth | StopReason::Cost | StopReason::Inconsistent => false,
    }
}
