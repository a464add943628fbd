//! One-player Infexion: spread the red stacks until no blue stack is left.
//!
//! The board is a torus of 7 × 7 cells with six directions. A stack of power k that spreads leaves its cell and puts one
//! token on each of the next k cells of a direction; whatever stood there is red from then on and one stronger, and a
//! stack that would pass power 6 is gone. Where the reader of the board allows it, a red stack of power 1 may also be
//! spawned on an empty cell. Every action costs 1.
//!
//! A state is four words: three bits of power and one of colour for each cell, a word a bit. Spreading is then the same
//! few operations on words for all cells at once.

mod answer;
mod board;
mod file;
mod generation;
mod heuristics;
mod position;
mod rules;
mod scene;
mod setup;
mod smaller;
mod stacks;
mod symmetry;
#[cfg(test)]
mod tests;
mod torus;

pub use board::{Board, Cell, Colour, Stack};
pub use heuristics::InfexionHeuristic;
pub use position::Position;
pub use rules::{Action, Infexion};
pub(crate) use setup::setup;
use stacks::Stacks;

use pathmax::Algorithm;

use crate::puzzle::{Instance, Parsed, PuzzleInfo};

/// This puzzle's row in the table.
pub const INFO: PuzzleInfo = PuzzleInfo {
    name: "infexion",
    summary: "spread red stacks on a 7 × 7 torus until no blue stack is left; every action costs 1",
    format: "CSV, a line a stack: r,q,colour,power, as in 5,6,r,2",
    extension: "csv",
    settings: generation::SETTINGS,
    // Some forty successors a state, of which a search needs one or two.
    algorithm: Algorithm::PartialAStar,
    heuristics: heuristics::TABLE,
    lone_thing: "blue stack of power 1",
    things: &["red stacks", "blue stacks"],
    has_course_report: false,
    recognises: file::recognises,
    parse: |text, reading| {
        let board = file::parse(text, reading.spawn)?;
        Ok(Parsed { instance: Instance::Infexion(Infexion::new(board)), notes: Vec::new() })
    },
    boards: generation::boards,
    small: smaller::SMALL,
    setup: setup::SETUP,
};
