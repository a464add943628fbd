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

mod check;
pub mod grade;
mod read;
mod solve;
pub mod text;

pub use check::{Best, CheckReport, Checker, Verdict, claims_no_solution};
pub use read::{LoadError, load, load_answer};
pub use solve::{SolveError, SolveOutcome, SolveReport, Solver, Watch};
