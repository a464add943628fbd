//! Optimal search for one's own problem.
//!
//! Describe a puzzle by its five parts ([`Problem`]), give a lower bound on what is still to pay ([`Heuristic`]), and
//! [`Search`] finds a cheapest plan with the [`Algorithm`] of your choice, within [`Limits`] that it keeps. The [`Report`]
//! says what is proven: optimal, no solution at all, or how cheap a plan could be at best when the search was stopped.
//!
//! # Example
//!
//! The 8-puzzle, whole:
//!
//! ```
#![doc = include_str!("../examples/eight_puzzle.rs")]
//! ```

#![deny(missing_docs)]

mod algorithm;
mod best_first;
mod breadth_first;
mod children;
mod deepening;
mod depth_first;
mod heuristic;
mod limits;
mod observer;
mod parallel;
mod problem;
mod profile;
mod report;
mod run;
mod search;
mod space;
mod statistics;
mod stopwatch;
mod store;
mod transposition;

pub use algorithm::{ALGORITHMS, Algorithm, AlgorithmInfo, Optimality, Table, Weight};
pub use heuristic::{Claims, Heuristic, Null, heuristic_fn};
pub use limits::{Cancel, Limits, StopReason};
pub use observer::{Expansion, Observer, Progress};
pub use parallel::Threads;
pub use problem::{Cost, MAX_COST, Problem};
pub use profile::{MemoryByPart, Profile, TimeByPart};
pub use report::{Outcome, Plan, Report};
pub use search::Search;
pub use space::{Edge, Space};
pub use statistics::{Layer, Statistics, effective_branching_factor};
