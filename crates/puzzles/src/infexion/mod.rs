//! One-player Infexion: spread the red stacks until no blue stack is left.
//!
//! The board is a torus of 7 × 7 cells with six directions. A stack of power k that spreads is removed from its cell and puts
//! one token on each of the next k cells in a direction; a stack there becomes red and its power grows by 1, and a stack that
//! would exceed power 6 is removed. If the `spawn` option is on, a red stack of power 1 can also be spawned on an empty cell.
//! Every action costs 1.
//!
//! A state has three bits per cell, stored as three planes of 49 bits. A spread is a few word operations on all cells at once.

mod answer;
mod board;
mod file;
mod formulation;
mod generation;
mod heuristics;
mod map;
mod position;
mod rules;
mod scene;
mod setup;
mod shrink;
mod stacks;
mod symmetry;
#[cfg(test)]
mod tests;
mod torus;
mod unsolvable;

pub use board::{Board, Cell, Colour, Stack};
pub use heuristics::InfexionHeuristic;
pub use position::Position;
pub use rules::{Action, Infexion};
use stacks::Stacks;

use pathmax::Algorithm;

use crate::capability::Capabilities;
use crate::input::{InputError, begins_with_word};
use crate::options::{GeneratorOption, OptionInfo, OptionValues, Options, Place};
use crate::{Parsed, ProblemVisitor, PuzzleInfo, Replay, ReplayError};

/// The description of Infexion.
pub static INFO: PuzzleInfo = PuzzleInfo {
    name: "infexion",
    title: "Infexion",
    summary: "spread red stacks on a 7 × 7 torus until no blue stack is left; every action costs 1",
    rules: include_str!("rules.md"),
    format: "CSV, one stack per line: r,q,colour,power, as in 5,6,r,2",
    extension: "csv",
    options: OPTIONS,
    // A state has some forty successors, of which a search needs one or two.
    algorithm: Algorithm::PARTIAL_A_STAR,
    own_heuristics: heuristics::TABLE,
    examples: crate::built_in_examples::INFEXION,
};

/// The name of the option that allows spawning.
const SPAWN: &str = "spawn";

const OPTIONS: &[OptionInfo] = &[
    OptionInfo::generator("red", "A..B", "1..3", "Number of red stacks"),
    OptionInfo::generator("blue", "A..B", "2..6", "Number of blue stacks"),
    OptionInfo::generator("power", "A..B", "1..3", "Power of each stack, from 1 to 6"),
    OptionInfo {
        name: SPAWN,
        summary: "Allow SPAWN: a new red stack of power 1 on an empty cell",
        place: Place::WithFile,
        values: OptionValues::Switch(false),
        generate: Some(GeneratorOption { value: None, default: "off", summary: "Solve the boards with SPAWN allowed" }),
    },
];

impl crate::Board for Board {
    const PUZZLE: &'static PuzzleInfo = &INFO;

    fn parse(text: &str, options: &Options) -> Result<Parsed<Self>, InputError> {
        file::parse(text, options.switch(SPAWN)).map(Parsed::new)
    }

    fn print(&self) -> String {
        file::print(self)
    }

    fn compile<V: ProblemVisitor<Self>>(&self, visitor: V) -> V::Output {
        visitor.visit(&Infexion::new(self.clone()))
    }

    fn recognizes(text: &str) -> bool {
        file::recognizes(text)
    }

    fn options(&self) -> Options {
        Options::default().with(SPAWN, self.spawn)
    }

    fn replay(&self, answer: &str) -> Result<Replay, ReplayError> {
        answer::replay(self, answer)
    }

    fn is_answer_line(line: &str) -> Option<bool> {
        Some(begins_with_word(line, &["SPREAD", "SPAWN"]))
    }

    fn board_before(&self, answer: &str, line: usize) -> Option<Self> {
        answer::board_before(self, answer, line)
    }

    fn capabilities() -> Capabilities<Self> {
        Capabilities::none().draw().edit().generate().enumerate().map().symmetry().formulate()
    }
}
