//! What people do with an engine and a puzzle.
//!
//! Every function here takes boards and settings and returns a report. Nothing is printed and nothing exits: the program,
//! the page and other languages all stand on these calls.

#![deny(missing_docs)]

mod read;
mod solve;

pub use read::{LoadError, load};
pub use solve::{SolveError, SolveOutcome, SolveReport, Solver, Watch};
