//! Why a comparison failed.

use itertools::Itertools;
use pathmax::{choose_from, similar_name};
use pathmax_puzzles::PuzzleInfo;

use crate::SolveError;

/// Why a comparison failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum CompareError {
    /// There is no board.
    #[error("there are no boards to compare on")]
    NoBoards,
    /// Two boards have the same name.
    #[error("two boards are called {0:?}")]
    SameName(String),
    /// None of the boards' puzzles has this heuristic.
    #[error("there is no heuristic {name:?} for these boards; {}", heuristics_like(name, puzzles))]
    UnknownHeuristic {
        /// The unknown name.
        name: String,
        /// The puzzles of the boards.
        puzzles: Vec<&'static PuzzleInfo>,
    },
    /// The name of a heuristic program or function is taken.
    #[error("the heuristic {name:?} has the name of {taken}; give it another one (for a program: NAME=COMMAND)")]
    NameTaken {
        /// The name.
        name: String,
        /// What has the name already.
        taken: String,
    },
    /// [`Comparison::run_problems`](super::Comparison::run_problems) got no heuristic of this name.
    #[error("there is no heuristic {name:?}; {}", choose_from(name, known))]
    UnknownOwnHeuristic {
        /// The unknown name.
        name: String,
        /// The known names.
        known: Vec<String>,
    },
    /// There is nothing to run on the boards of this puzzle.
    #[error("nothing to run on the boards of {}: none of the named heuristics is among its own ({})", .0.name, names(.0))]
    NoCombination(&'static PuzzleInfo),
    /// The baseline is not one of the combinations.
    #[error("the baseline {label:?} is not one of the combinations; {}", choose_from(label, known))]
    UnknownBaseline {
        /// The unknown label.
        label: String,
        /// The labels of the combinations.
        known: Vec<String>,
    },
    /// A run failed.
    #[error("{board}: {error}")]
    Run {
        /// The board.
        board: String,
        /// The error.
        error: SolveError,
    },
}

fn names(puzzle: &PuzzleInfo) -> String {
    puzzle.heuristic_names().join(", ")
}

/// The heuristics of the puzzles, after the one that is similar to a misspelt name.
fn heuristics_like(name: &str, puzzles: &[&'static PuzzleInfo]) -> String {
    let heuristics = puzzles.iter().flat_map(|puzzle| puzzle.heuristics());
    let similar = similar_name(name, heuristics.map(|info| info.name));
    let similar = similar.map_or(String::new(), |similar| format!("did you mean {similar}? "));
    similar + &puzzles.iter().map(|puzzle| format!("{} has {}", puzzle.name, names(puzzle))).join("; ")
}
