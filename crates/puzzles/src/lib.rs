//! Puzzles for pathmax: the traits that a puzzle implements, and the built-in puzzles.
//!
//! A puzzle is a type that implements [`Board`]: its values can be parsed from files, printed, and compiled to a problem for
//! the engine, and answers to them can be replayed. Everything else is an optional [capability]. The built-in puzzles,
//! [`chexers`], [`infexion`] and [`pawn_hunt`], implement the same traits as a puzzle in any other crate.
//!
//! ```
//! use pathmax::{Algorithm, Search};
//! use pathmax_puzzles::chexers;
//! use pathmax_puzzles::{Board, BoardHeuristic, BoardProblem, Options, ProblemVisitor};
//!
//! struct OptimalCost;
//!
//! impl<B: Board> ProblemVisitor<B> for OptimalCost {
//!     type Output = Option<u32>;
//!
//!     fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Option<u32> {
//!         let heuristic = BoardHeuristic::named(problem, B::PUZZLE.default_heuristic().name)?;
//!         Some(Search::new(Algorithm::default()).heuristic(heuristic).run(problem).plan()?.cost)
//!     }
//! }
//!
//! let text = r#"{"colour": "red", "pieces": [[0, 0]], "blocks": []}"#;
//! let board = chexers::Board::parse(text, &Options::default())?.board;
//! assert_eq!(board.compile(OptimalCost), Some(4));
//! # Ok::<(), pathmax_puzzles::input::InputError>(())
//! ```

#![deny(missing_docs)]

// For the helpers that unit tests share with the tests of the public interface.
#[cfg(test)]
extern crate self as pathmax_puzzles;

pub mod action_format;
pub mod bits;
mod board;
/// The boards that `build.rs` embeds.
mod built_in_examples {
    include!(concat!(env!("OUT_DIR"), "/examples.rs"));
}
pub mod capability;
pub mod chexers;
pub mod drawing;
pub mod formulation;
pub mod generation;
pub mod grid;
mod heuristic;
pub mod infexion;
pub mod input;
mod json;
pub mod options;
pub mod pawn_hunt;
mod puzzle;
mod random_walk;
pub mod scene;
pub mod setup;
pub mod shrink;

pub use board::{Board, BoardProblem, LineError, Parsed, ProblemVisitor, Replay, ReplayError, replay_lines};
pub use heuristic::{BoardHeuristic, Perfect, ProblemHeuristic};
pub use options::Options;
pub use puzzle::{HeuristicInfo, NULL, PERFECT, PuzzleInfo};
pub use random_walk::RandomWalk;

/// The items that a crate with its own puzzle needs: `use pathmax_puzzles::prelude::*`.
pub mod prelude {
    pub use crate::capability::{
        Capabilities, CourseReport, CourseRun, Draw, Edit, Enumerate, Formulate, Generate, MapCells, Shrink, Symmetry,
    };
    pub use crate::drawing::Ink;
    pub use crate::examples;
    pub use crate::formulation::{Formulation, StateBound};
    pub use crate::generation::{BoardSource, Fact, GeneratorOptions, Random, Range};
    pub use crate::grid::Grid;
    pub use crate::input::{InputError, Position, content_lines};
    pub use crate::options::{GeneratorOption, OptionError, OptionInfo, OptionValues, Options, Place};
    pub use crate::scene::{Motion, Scene, Token};
    pub use crate::{
        Board, BoardProblem, HeuristicInfo, Parsed, ProblemHeuristic, ProblemVisitor, PuzzleInfo, RandomWalk, Replay,
        ReplayError,
    };
}
