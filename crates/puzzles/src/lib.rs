//! The puzzles that pathmax solves.
//!
//! A folder a puzzle, all of the same shape: rules, files, heuristics, answers, drawing, generation. The table [`PUZZLES`] names them;
//! an [`Instance`] is a board of any of them.
//!
//! ```
//! use pathmax::{Algorithm, Search};
//! use pathmax_puzzles::{Instance, Puzzle, Reading, Visitor};
//!
//! struct CheapestCost;
//!
//! impl Visitor for CheapestCost {
//!     type Output = Option<u32>;
//!
//!     fn visit<P: Puzzle>(self, puzzle: &P) -> Option<u32> {
//!         let heuristic = puzzle.heuristic(puzzle.info().default_heuristic().name)?;
//!         Some(Search::new(Algorithm::default()).run(puzzle, heuristic).plan()?.cost)
//!     }
//! }
//!
//! let board = Instance::parse(r#"{"colour": "red", "pieces": [[0, 0]], "blocks": []}"#, &Reading::default()).unwrap();
//! assert_eq!(board.instance.accept(CheapestCost), Some(4));
//! ```

#![deny(missing_docs)]

pub mod bits;
pub mod chexers;
pub mod drawing;
pub mod generation;
pub mod infexion;
pub mod input;
mod json;
pub mod pawn_hunt;
mod perfect;
mod puzzle;
pub mod scene;
pub mod setup;
pub mod smaller;

pub use perfect::{AnyHeuristic, Perfect};
pub use puzzle::{
    CourseRun, HeuristicInfo, Instance, PUZZLES, Parsed, Puzzle, PuzzleInfo, Reading, Replay, ReplayError, Visitor,
};
