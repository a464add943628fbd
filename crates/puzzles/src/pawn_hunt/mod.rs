//! The pawn hunt: chess pieces capture all pawns of a board.
//!
//! The board is a rectangle with obstacles. Knights, bishops and rooks move as in chess, one at a time; a move costs 6, 10
//! or 8. They capture by moving onto a pawn. Pawns and obstacles never move, so a state is where the agents stand and
//! which pawns are left.

mod answer;
mod board;
mod file;
mod generation;
mod heuristics;
mod moves;
mod report;
mod rules;
mod scene;
mod setup;
mod smaller;
mod state;
mod symmetry;
#[cfg(test)]
mod tests;
mod told_boards;

pub use board::{Board, Cell, Kind, Square};
pub use heuristics::PawnHeuristic;
pub use rules::{Action, PawnHunt};
pub(crate) use setup::setup;
pub use state::State;

use pathmax::Algorithm;

use crate::puzzle::{Instance, Parsed, PuzzleInfo};

/// This puzzle's row in the table.
pub const INFO: PuzzleInfo = PuzzleInfo {
    name: "pawn-hunt",
    summary: "capture all pawns with knights, bishops and rooks; a move costs 6, 10 or 8",
    format: "text, a row a line, cells separated by spaces: `.` empty, `x` obstacle, K B R agents, a digit a pawn",
    extension: "txt",
    settings: generation::SETTINGS,
    algorithm: Algorithm::AStar { pathmax: false },
    heuristics: heuristics::TABLE,
    lone_thing: "pawn",
    things: &["agents", "pawns"],
    has_course_report: true,
    recognises: file::recognises,
    parse: |text, _| {
        let (board, notes) = file::parse(text)?;
        Ok(Parsed { instance: Instance::PawnHunt(PawnHunt::new(board)), notes })
    },
    boards: generation::boards,
    small: smaller::SMALL,
    setup: setup::SETUP,
};
