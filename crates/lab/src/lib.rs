//! What people do with an engine and a puzzle.
//!
//! Every function here takes boards and settings and returns a report. Nothing is printed and nothing exits: the program,
//! the page and other languages all stand on these calls.
//!
//! ```
//! use pathmax_lab::{Solver, load};
//! use pathmax_puzzles::Reading;
//!
//! let board = load("../../instances/chexers/leapfrog.json".as_ref(), &Reading::default())?;
//! let report = Solver::default().solve(&board.instance, &mut |_progress| {})?;
//! assert_eq!((report.cost, report.optimal), (Some(8), true));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(missing_docs)]

mod generate;
mod read;
mod solve;

pub use generate::{
    GenerateError, GenerateEvent, GenerateOutcome, GenerateReport, GenerateWatch, GeneratedBoard, Generator, Goal, Met,
};
pub use read::{LoadError, load};
pub use solve::{SolveError, SolveOutcome, SolveReport, Solver, Watch};
