//! The pawn hunt: knights, bishops and rooks capture all pawns of a board.
//!
//! The board is a rectangle with obstacles. The agents, which are knights, bishops and rooks, move as in chess, one at a time; a
//! move costs 6, 10 or 8. An agent captures a pawn by moving onto it. Pawns and obstacles never move, so a state consists of
//! the squares of the agents and the set of pawns that are left.

mod answer;
mod board;
mod file;
mod formulation;
mod generation;
mod heuristics;
mod map;
mod moves;
mod pawn_set;
mod report;
mod report_replay;
mod rules;
mod scene;
mod setup;
mod shrink;
mod state;
mod symmetry;
#[cfg(test)]
mod tests;

pub use board::{Board, Cell, Kind, Square};
pub use heuristics::PawnHeuristic;
pub use pawn_set::{ManyPawns, PawnSet};
pub use rules::{Action, PawnHunt};
pub use state::State;

use pathmax::Algorithm;

use crate::bits::Bits;
use crate::capability::Capabilities;
use crate::input::{InputError, begins_with_word};
use crate::options::{GeneratorOption, OptionInfo, OptionValues, Options, Place};
use crate::{HeuristicInfo, Parsed, ProblemVisitor, PuzzleInfo, Replay, ReplayError};

/// The description of the pawn hunt.
pub static INFO: PuzzleInfo = PuzzleInfo {
    name: "pawn-hunt",
    title: "Pawn hunt",
    summary: "capture all pawns with knights, bishops and rooks; a move costs 6, 10 or 8",
    rules: include_str!("rules.md"),
    format: "text, one row per line, cells separated by spaces: `.` empty, `x` obstacle, K B R agents, digits pawns",
    extension: "txt",
    options: OPTIONS,
    algorithm: Algorithm::A_STAR,
    own_heuristics: heuristics::TABLE,
    examples: crate::built_in_examples::PAWN_HUNT,
};

/// The names of the options that a file contains.
const ROWS: &str = "rows";
const COLUMNS: &str = "columns";

/// The course's boards have one agent of each kind.
const OPTIONS: &[OptionInfo] = &[
    side(ROWS, "Number of rows", "Number of rows, up to 16"),
    side(COLUMNS, "Number of columns", "Number of columns, up to 16"),
    OptionInfo::generator(
        "agents",
        "LETTERS",
        "KBR",
        "Agents of a board: KR, KKB, or several choices separated by commas",
    ),
    OptionInfo::generator("pawns", "A..B", "3..7", "Number of pawns"),
    OptionInfo::generator("obstacles", "A..B", "6..14", "Number of obstacles"),
];

const fn side(name: &'static str, summary: &'static str, generated: &'static str) -> OptionInfo {
    OptionInfo {
        name,
        summary,
        place: Place::InFile,
        values: OptionValues::Number { min: 1, max: Board::MAX_ROWS as i64, default: 8 },
        generate: Some(GeneratorOption { value: Some("A..B"), default: "8", summary: generated }),
    }
}

impl crate::Board for Board {
    const PUZZLE: &'static PuzzleInfo = &INFO;

    fn parse(text: &str, _options: &Options) -> Result<Parsed<Self>, InputError> {
        file::parse(text)
    }

    fn print(&self) -> String {
        file::print(self)
    }

    /// States have room for 32 pawns, or for 256 if there are more.
    fn compile<V: ProblemVisitor<Self>>(&self, visitor: V) -> V::Output {
        if self.pawns().count() <= <u32 as Bits>::CAPACITY {
            visitor.visit(&PawnHunt::<u32>::new(self.clone()))
        } else {
            visitor.visit(&PawnHunt::<ManyPawns>::new(self.clone()))
        }
    }

    fn recognizes(text: &str) -> bool {
        file::recognizes(text)
    }

    /// `tours` while it considers all pawns, `routes` beyond that.
    fn default_heuristic(&self) -> &'static HeuristicInfo {
        heuristics::default_for(self)
    }

    fn replay(&self, answer: &str) -> Result<Replay, ReplayError> {
        answer::replay(self, answer)
    }

    fn is_answer_line(line: &str) -> Option<bool> {
        Some(begins_with_word(line, &["KNIGHT", "BISHOP", "ROOK"]) || report_replay::is_report(line))
    }

    fn board_before(&self, answer: &str, line: usize) -> Option<Self> {
        answer::board_before(self, answer, line)
    }

    fn remarks(&self, answer: &str, replay: &Replay) -> Vec<String> {
        report_replay::remarks(answer, replay)
    }

    fn capabilities() -> Capabilities<Self> {
        Capabilities::none().draw().edit().generate().enumerate().map().symmetry().formulate().course_report()
    }
}
