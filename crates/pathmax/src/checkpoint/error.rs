//! Why a checkpoint is not resumed.

use std::error::Error;
use std::{fmt, io};

use super::layout::VERSION;
use crate::Algorithm;
use crate::store::OutOfMemory;

/// Why a search could not be [resumed](crate::Search::resume).
#[derive(Debug)]
#[non_exhaustive]
pub enum ResumeError {
    /// The bytes could not be read.
    Read(io::Error),
    /// The bytes are not a checkpoint.
    NotACheckpoint,
    /// The checkpoint has another version of the format.
    Version(u32),
    /// The checkpoint belongs to a search with another setting: which one, its value there, and the value here.
    Different {
        /// The setting.
        setting: &'static str,
        /// Its value in the checkpoint.
        saved: String,
        /// Its value in this search.
        given: String,
    },
    /// The checkpoint belongs to another problem: it has another start.
    AnotherProblem,
    /// The checkpoint is truncated or damaged: what is wrong with it.
    Damaged(&'static str),
    /// The stored states exceed the memory limit.
    Memory,
    /// The algorithm has no checkpoints.
    Unsupported(Algorithm),
}

impl fmt::Display for ResumeError {
    /// One sentence, without a full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResumeError::Read(error) => write!(f, "the checkpoint cannot be read: {error}"),
            ResumeError::NotACheckpoint => f.write_str("this is not a checkpoint of a search"),
            ResumeError::Version(found) => {
                write!(f, "the checkpoint has version {found} of the format; this program reads version {VERSION}")
            }
            ResumeError::Different { setting, saved, given } => {
                write!(f, "the checkpoint belongs to a search with {setting} {saved}, not {given}")
            }
            ResumeError::AnotherProblem => f.write_str("the checkpoint belongs to another problem: its start differs"),
            ResumeError::Damaged(what) => write!(f, "the checkpoint is damaged: {what}"),
            ResumeError::Memory => f.write_str("the states of the checkpoint exceed the memory limit"),
            ResumeError::Unsupported(algorithm) => write!(f, "{algorithm} has no checkpoints"),
        }
    }
}

impl Error for ResumeError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ResumeError::Read(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for ResumeError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => ResumeError::Damaged("it ends too early"),
            _ => ResumeError::Read(error),
        }
    }
}

impl From<OutOfMemory> for ResumeError {
    fn from(_: OutOfMemory) -> Self {
        ResumeError::Memory
    }
}
