//! How heuristic programs fail.

use std::fmt::Display;

use serde::Serialize;

/// The failure of a heuristic program: its answers are invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct HeuristicFailure {
    /// What kind of failure it is.
    pub kind: FailureKind,
    /// The failure in words, beginning with the program's name.
    pub message: String,
}

impl HeuristicFailure {
    /// A failure of this kind.
    pub fn new(kind: FailureKind, message: impl Display) -> Self {
        HeuristicFailure { kind, message: message.to_string() }
    }
}

/// The kind of a program's failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailureKind {
    /// It could not be started.
    NotStarted,
    /// It ended, or closed a pipe, before it had answered.
    Ended,
    /// It wrote no answer in time.
    NoAnswer,
    /// It wrote something that is not a heuristic value.
    InvalidAnswer,
    /// It wrote more than one line per state.
    ExtraOutput,
    /// It gave different answers for the same state.
    Unstable,
    /// All its answers together took too long.
    TooSlow,
    /// It exceeded a limit on its memory or processes.
    TooMuch,
}
