//! An answer step by step, for drawing.

use pathmax::Cost;
use pathmax_puzzles::input::{content_lines, decode, lines};
use pathmax_puzzles::scene::{Motion, Scene};
use pathmax_puzzles::{Board, BoardProblem, ProblemVisitor};

use crate::solve::scene_of;
use crate::text::harmless;
use crate::{AnyBoard, Frame, SolveError, claims_no_solution};

/// Maximum number of characters shown of an illegal line.
const SHOWN: usize = 120;

/// An answer, replayed by the rules as far as it is legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerReplay {
    /// The legal actions, in the form of the puzzle's answer lines.
    pub actions: Vec<String>,
    /// The board at the start and after each action.
    pub frames: Vec<Frame>,
    /// Whether and why the answer ends there.
    pub end: AnswerEnd,
}

/// How an answer ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerEnd {
    /// It reaches the goal.
    Solved,
    /// Every line is legal, but the goal is not reached.
    Unfinished,
    /// A line is illegal.
    Illegal {
        /// The line, counted from 1.
        line: usize,
        /// The line, sanitized for display.
        text: String,
        /// Why it is illegal.
        reason: String,
    },
    /// It states that there is no solution.
    NoSolution,
}

impl AnswerReplay {
    /// Replays an answer, one action per line or in the form of the puzzle's course.
    ///
    /// ```
    /// use pathmax_lab::{AnswerEnd, AnswerReplay, Reading, Registry};
    ///
    /// let board = Registry::builtin().parse("K . .\n. . 1\n", &Reading::default())?.board;
    /// let replay = AnswerReplay::of(&board, b"KNIGHT from (0, 0) to (1, 2) capturing 1.\n")?;
    /// assert_eq!((replay.end, replay.frames.len()), (AnswerEnd::Solved, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(board: &AnyBoard, answer: &[u8]) -> Result<AnswerReplay, SolveError> {
        let illegal = |line: usize, text: &str, reason| {
            let text = lines(text).nth(line - 1).unwrap_or_default().trim();
            AnswerEnd::Illegal { line, text: harmless(text, SHOWN), reason }
        };
        let text = match decode(answer) {
            Ok(text) => text,
            Err(error) => {
                let line = error.position.map_or(1, |position| position.line);
                let end = illegal(line, &String::from_utf8_lossy(answer), error.message);
                return board.erased().answer_steps("", 1, end);
            }
        };
        if claims_no_solution(text) {
            return board.erased().answer_steps("", 1, AnswerEnd::NoSolution);
        }
        match board.replay(text) {
            Ok(replay) => {
                let end = if replay.solved { AnswerEnd::Solved } else { AnswerEnd::Unfinished };
                board.erased().answer_steps(text, usize::MAX, end)
            }
            Err(error) => board.erased().answer_steps(text, error.line, illegal(error.line, text, error.reason)),
        }
    }

    /// The cost of the legal actions.
    pub fn cost(&self) -> Cost {
        self.frames.last().map_or(0, |frame| frame.cost)
    }

    /// Why the answer does not reach the goal, if it does not, in one sentence.
    pub fn shortcoming(&self) -> Option<String> {
        match &self.end {
            AnswerEnd::Solved => None,
            AnswerEnd::Unfinished => Some("every line is legal, but the goal is not reached".to_string()),
            AnswerEnd::Illegal { line, reason, .. } => Some(format!("line {line} is illegal: {reason}")),
            AnswerEnd::NoSolution => Some("the answer states that there is no solution".to_string()),
        }
    }
}

/// The legal steps of an answer before the line `until`.
pub(crate) fn steps<B: Board>(
    board: &B,
    answer: &str,
    until: usize,
    end: AnswerEnd,
) -> Result<AnswerReplay, SolveError> {
    let unsupported = || SolveError::Unsupported { puzzle: B::PUZZLE.name, what: "drawing boards" };
    let start = scene_of(board).ok_or_else(unsupported)?;
    let mut steps: Vec<(&str, Scene)> = Vec::new();
    let mut last = board.clone();
    let mut add = |text, next: B, last: &mut B| {
        let scene = scene_of(&next);
        let previous = steps.last().map_or(&start, |(_, scene)| scene);
        if let Some(scene) = scene.filter(|scene| scene != previous) {
            steps.push((text, scene));
            *last = next;
        }
    };
    for (line, text) in content_lines(answer).take_while(|(line, _)| *line < until) {
        // A line that is no action by itself belongs to an answer in another form, whose beginning is replayed.
        let next = last.board_before(text, 2).or_else(|| board.board_before(answer, line + 1));
        if let Some(next) = next {
            add(text, next, &mut last);
        }
    }
    if let Some(next) = board.board_before(answer, until) {
        add("", next, &mut last);
    }
    board.compile(Draw { start, steps, end })
}

/// Draws the actions that lead from each board to the next.
struct Draw<'a> {
    start: Scene,
    steps: Vec<(&'a str, Scene)>,
    end: AnswerEnd,
}

impl<B: Board> ProblemVisitor<B> for Draw<'_> {
    type Output = Result<AnswerReplay, SolveError>;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Self::Output {
        let (mut state, mut cost) = (problem.start(), 0);
        let mut frames = vec![Frame { scene: self.start, motion: Motion::default(), cost }];
        let mut actions = Vec::new();
        for (text, scene) in self.steps {
            let mut successors = Vec::new();
            problem.for_each_successor(&state, |action, cost, next| successors.push((action, cost, next)));
            // Different actions may have the same effect.
            successors.sort_by_key(|(action, ..)| problem.action_line(action) != text);
            let leads_there = |next: &P::State| scene_of(&problem.board(next)).is_some_and(|other| other == scene);
            let Some((action, more, next)) = successors.into_iter().find(|(.., next)| leads_there(next)) else {
                let message = format!("the rules allow {text:?}, but no action of the problem leads to that board");
                return Err(SolveError::Defect(message));
            };
            cost = more.saturating_add(cost);
            frames.push(Frame { scene, motion: problem.motion(&state, &action), cost });
            actions.push(problem.action_line(&action));
            state = next;
        }
        Ok(AnswerReplay { actions, frames, end: self.end })
    }
}
