//! What a reader needs to mend an illegal line of an answer: the position before it, and the legal actions closest to it.

use pathmax_puzzles::input::whole_number;
use pathmax_puzzles::scene::Scene;
use pathmax_puzzles::{Board, BoardProblem, ProblemVisitor};
use serde::Serialize;

use crate::AnyBoard;

/// Maximum number of legal actions named.
const SUGGESTIONS: usize = 4;
/// Maximum number of characters of a line that are compared with legal actions.
const COMPARED: usize = 200;

/// The position before an illegal line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionBefore {
    /// The board as a file.
    pub board: String,
    /// The board drawn as text, if the puzzle draws boards.
    pub drawing: Option<String>,
    /// Whether the goal is reached already.
    pub solved: bool,
    /// The board as a scene, if the puzzle draws boards.
    #[serde(skip)]
    pub scene: Option<Scene>,
}

impl PositionBefore {
    fn of(board: &AnyBoard) -> Self {
        let scene = board.scene();
        let drawing = scene.as_ref().map(|scene| scene.draw().to_string());
        PositionBefore { board: board.print(), drawing, solved: board.is_solved(), scene }
    }
}

/// The position before a line of an answer, and the legal actions there that are closest to the line.
pub(crate) fn diagnose(
    board: &AnyBoard,
    answer: &str,
    line: usize,
    text: &str,
) -> (Option<PositionBefore>, Vec<String>) {
    match board.board_before(answer, line) {
        Some(before) => (Some(PositionBefore::of(&before)), closest(before.action_lines(), text)),
        None => (None, Vec::new()),
    }
}

/// The actions closest to a line: those with the same first two numbers, which name the piece that acts, before the others;
/// among these, those that take the fewest edits.
fn closest(mut actions: Vec<String>, line: &str) -> Vec<String> {
    let line: String = line.trim().chars().take(COMPARED).collect();
    let piece = numbers(&line);
    let is_other = |action: &String| piece.is_empty() || numbers(action) != piece;
    actions.sort_by_cached_key(|action| (is_other(action), strsim::damerau_levenshtein(action, &line), action.clone()));
    actions.truncate(SUGGESTIONS);
    actions
}

/// The first two numbers of a line.
fn numbers(line: &str) -> Vec<i64> {
    let words = line.split(|character: char| !character.is_ascii_digit() && character != '-');
    words.filter_map(whole_number).take(2).collect()
}

/// The legal actions at the start of a board.
pub(crate) struct ActionLines;

impl<B: Board> ProblemVisitor<B> for ActionLines {
    type Output = Vec<String>;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Vec<String> {
        let mut lines = Vec::new();
        problem.for_each_successor(&problem.start(), |action, _, _| lines.push(problem.action_line(&action)));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_of_the_same_piece_come_first() {
        let actions = ["EXIT from (3, 0).", "MOVE from (2, 0) to (3, -1).", "MOVE from (2, 0) to (1, 0)."];
        let actions = || actions.map(str::to_string).to_vec();
        assert_eq!(closest(actions(), "EXIT from (2, 0).").pop().unwrap(), "EXIT from (3, 0).");
        assert_eq!(closest(actions(), "MOVE from (2,0) to (1,0).")[0], "MOVE from (2, 0) to (1, 0).");
        assert_eq!(closest(actions(), "EXIT (3, 0)")[0], "EXIT from (3, 0).");
        assert_eq!(closest(actions(), "exit")[0], "EXIT from (3, 0).");
        let many = (0..9).map(|i| format!("SLIDE {i}")).collect();
        assert_eq!(closest(many, "SLIDE 7x"), ["SLIDE 7", "SLIDE 0", "SLIDE 1", "SLIDE 2"]);
        assert!(closest(Vec::new(), &"x".repeat(1 << 20)).is_empty());
    }
}
