//! One-player Chexers: bring all own pieces off a hexagonal board.
//!
//! The board is a hexagon of some radius (3 in courses) in axial coordinates. A piece moves to an adjacent free hex, jumps
//! over an occupied one to the hex straight behind it, or leaves from the exit edge of its colour; each costs 1. Pieces
//! are indistinguishable and blocks never move, so a state is the set of hexes with a piece: a bitboard.

mod answer;
mod board;
mod file;
mod generation;
mod heuristics;
mod perfect;
mod rules;
mod scene;
mod setup;
mod smaller;
mod symmetry;

pub use board::{Board, Colour, Hex};
pub use heuristics::{ChexersHeuristic, HexMap};
pub use rules::{Action, Chexers};
pub(crate) use setup::setup;

use pathmax::Algorithm;

use crate::puzzle::{Instance, Parsed, PuzzleInfo};

/// This puzzle's row in the table.
pub const INFO: PuzzleInfo = PuzzleInfo {
    name: "chexers",
    summary: "bring all own pieces off the hexagon by moving, jumping and leaving; every action costs 1",
    format: r#"JSON, {"colour": "red", "pieces": [[q, r], …], "blocks": [[q, r], …]}"#,
    extension: "json",
    settings: generation::SETTINGS,
    algorithm: Algorithm::AStar { pathmax: false },
    heuristics: heuristics::TABLE,
    lone_thing: "piece",
    things: &["pieces"],
    has_course_report: false,
    recognises: file::recognises,
    parse: |text, _| {
        let (board, notes) = file::parse(text)?;
        Ok(Parsed { instance: instance(board), notes })
    },
    boards: generation::boards,
    small: smaller::SMALL,
    setup: setup::SETUP,
};

/// The instance of a board, with as small a state as its size allows.
pub fn instance(board: Board) -> Instance {
    if board.hexes().len() <= 64 {
        Instance::Chexers(Chexers::new(board))
    } else {
        Instance::LargeChexers(Chexers::new(board))
    }
}
