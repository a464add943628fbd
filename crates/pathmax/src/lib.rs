//! Optimal search for your own problem: A*, IDA* and related algorithms.
//!
//! Describe a problem by its five parts ([`Problem`]) and, optionally, a lower bound on the remaining cost
//! ([`Heuristic`]); [`Search`] finds a plan with the [`Algorithm`] of your choice, within [`Limits`] on time, memory and
//! expansions. The [`Report`] says what is proven: that the plan is optimal, that there is no solution, or a lower bound on
//! the cost of every plan if the search was stopped.
//!
//! # Example
//!
//! The 8-puzzle, complete:
//!
//! ```
#![doc = include_str!("../examples/eight_puzzle.rs")]
//! ```
//!
//! # Where to go from here
//!
//! - Weighted costs, states on the heap, an observer that ends the search, and several threads: one program each in the
//!   `examples` directory of this crate.
//! - [`Search`] has all settings of a search; [`ALGORITHMS`] lists the algorithms with their properties.
//! - [`Search::check_consistency`] finds the edge on which a heuristic breaks its claims.
//! - [`Observer`] receives progress and every expansion; [`Search::start`] drives a search step by step.
//! - [`Space`] enumerates a whole state space with its true costs, to test heuristics against.
//!
//! # Features
//!
//! - `serde`: [`Statistics`] and [`Profile`] implement `Serialize`; [`Statistics`] can be read back.

#![deny(missing_docs)]

mod algorithm;
mod beam;
mod best_first;
mod breadth_first;
mod checkpoint;
mod children;
mod deepening;
mod depth_first;
mod evaluator;
mod gap;
mod heap_size;
mod heuristic;
mod limits;
mod names;
mod observer;
mod order;
mod parallel;
mod partition;
mod plan;
mod problem;
mod profile;
mod report;
mod run;
mod search;
mod space;
mod state_bytes;
mod statistics;
mod stepper;
mod stopwatch;
mod store;
mod transposition;

#[doc(hidden)]
pub mod engine;

pub use algorithm::{
    ALGORITHMS, Algorithm, AlgorithmError, AlgorithmInfo, Optimality, SettingInfo, Table, Ties, Weight,
};
pub use beam::Anytime;
pub use checkpoint::{Checkpoint, Checkpoints, ResumeError, StateCodec};
pub use gap::Gap;
pub use heap_size::HeapSize;
pub use heuristic::{Claims, FromFn, Heuristic, Null, heuristic_fn};
pub use limits::{CancelToken, Limits, StopReason};
pub use names::{choose_from, similar_name};
pub use observer::{Expansion, Fate, Generated, NodeId, Observer, Progress, Successor};
pub use parallel::Threads;
pub use problem::{Cost, MAX_COST, Problem};
pub use profile::{MemoryByPart, Profile, TimeByPart};
pub use report::{Outcome, Plan, Report, Violation};
pub use search::{OneThread, Search, SearchOptions, StartError};
pub use space::{CostToGo, Edge, Space};
pub use state_bytes::StateBytes;
pub use statistics::{Layer, Statistics, effective_branching_factor};
pub use stepper::{Node, Stepper};

/// Runs the examples and the README's program as tests.
#[cfg(doctest)]
mod examples {
    macro_rules! run {
        ($($name:ident)*) => {
            $(
                #[doc = "```"]
                #[doc = include_str!(concat!("../examples/", stringify!($name), ".rs"))]
                #[doc = "```"]
                mod $name {}
            )*
        };
    }

    run!(custom_observer heap_states threads weighted_costs);

    #[doc = include_str!("../README.md")]
    mod readme {}
}
