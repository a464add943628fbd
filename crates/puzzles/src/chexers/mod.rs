//! One-player Chexers: bring all pieces off a hexagonal board.
//!
//! The board is a hexagon (of radius 3 in courses) in axial coordinates. A piece moves to an adjacent free hex, jumps over an
//! occupied hex to the free one directly behind it, or exits from the exit edge of its colour; every action costs 1. Pieces are
//! indistinguishable and blocks never move, so a state is the set of hexes with a piece: a bitboard.

mod answer;
mod board;
mod file;
mod formulation;
mod generation;
mod heuristics;
mod map;
mod perfect;
mod rules;
mod scene;
mod setup;
mod shrink;
mod supported_jumps;
mod symmetry;

pub use board::{Board, Colour, Hex};
pub use heuristics::{ChexersHeuristic, HexMap};
pub use rules::{Action, Chexers};

use pathmax::Algorithm;

use crate::bits::Wide;
use crate::capability::Capabilities;
use crate::input::{InputError, begins_with_word};
use crate::options::{GeneratorOption, OptionInfo, OptionValues, Options, Place};
use crate::{HeuristicInfo, Parsed, ProblemVisitor, PuzzleInfo, Replay, ReplayError};

/// The description of Chexers.
pub static INFO: PuzzleInfo = PuzzleInfo {
    name: "chexers",
    title: "Chexers",
    summary: "bring all pieces off the hexagon by moving, jumping and exiting; every action costs 1",
    rules: include_str!("rules.md"),
    format: r#"JSON, {"colour": "red", "pieces": [[q, r], …], "blocks": [[q, r], …]}"#,
    extension: "json",
    options: OPTIONS,
    algorithm: Algorithm::A_STAR,
    own_heuristics: heuristics::TABLE,
    examples: crate::built_in_examples::CHEXERS,
};

/// The names of the options that a file contains.
const COLOUR: &str = "colour";
const RADIUS: &str = "radius";

/// Courses use 1 to 4 pieces on a board of radius 3.
const OPTIONS: &[OptionInfo] = &[
    OptionInfo::generator("pieces", "A..B", "1..4", "Number of pieces"),
    OptionInfo::generator("blocks", "A..B", "4..10", "Number of blocks"),
    OptionInfo {
        name: RADIUS,
        summary: "Radius of the board",
        place: Place::InFile,
        values: OptionValues::Number {
            min: *Board::RADII.start() as i64,
            max: *Board::RADII.end() as i64,
            default: Board::DEFAULT_RADIUS as i64,
        },
        generate: Some(GeneratorOption {
            value: Some("A..B"),
            default: "3",
            summary: "Radius of the board, from 2 to 6",
        }),
    },
    OptionInfo {
        name: COLOUR,
        summary: "Colour of the pieces, which determines the exit edge",
        place: Place::InFile,
        values: OptionValues::Words(&["red", "green", "blue"]),
        generate: Some(GeneratorOption {
            value: Some("NAMES"),
            default: "red,green,blue",
            summary: "Colour of the pieces: red, green, blue, or several separated by commas",
        }),
    },
];

impl crate::Board for Board {
    const PUZZLE: &'static PuzzleInfo = &INFO;

    fn parse(text: &str, _options: &Options) -> Result<Parsed<Self>, InputError> {
        file::parse(text)
    }

    fn print(&self) -> String {
        file::print(self)
    }

    /// States are 64 bits if the board fits, otherwise 128.
    fn compile<V: ProblemVisitor<Self>>(&self, visitor: V) -> V::Output {
        if self.hexes().len() <= u64::BITS as usize {
            visitor.visit(&Chexers::<u64>::new(self.clone()))
        } else {
            visitor.visit(&Chexers::<Wide>::new(self.clone()))
        }
    }

    fn recognizes(text: &str) -> bool {
        file::recognizes(text)
    }

    /// `relaxed-map` for as many pieces as courses use, `supported-jumps` for more.
    fn default_heuristic(&self) -> &'static HeuristicInfo {
        heuristics::default_for(self)
    }

    /// A* for as many pieces as courses use. With more, a state has so many successors that storing them all takes the
    /// memory; partial expansion stores few of them.
    fn default_algorithm(&self) -> Algorithm {
        if self.has_few_pieces() { INFO.algorithm } else { Algorithm::PARTIAL_A_STAR }
    }

    fn replay(&self, answer: &str) -> Result<Replay, ReplayError> {
        answer::replay(self, answer)
    }

    fn is_answer_line(line: &str) -> Option<bool> {
        Some(begins_with_word(line, &["MOVE", "JUMP", "EXIT"]))
    }

    fn board_before(&self, answer: &str, line: usize) -> Option<Self> {
        answer::board_before(self, answer, line)
    }

    fn capabilities() -> Capabilities<Self> {
        Capabilities::none().draw().edit().generate().enumerate().map().symmetry().formulate()
    }
}
