//! Boards as documents, and the problems that they compile to.
//!
//! A [`Board`] is plain data: it is parsed from a file, printed, edited, drawn, and an answer to it is replayed, all without a
//! search. [`Board::compile`] turns it into a [`BoardProblem`], whose packed states the engine searches. What else a puzzle can
//! do with its boards is a [capability](crate::capability).

use std::fmt;

use pathmax::{Algorithm, Cost, Heuristic, Problem, StateCodec};

use crate::action_format::{ActionFormats, Mismatch};
use crate::capability::Capabilities;
use crate::input::{InputError, before_line, content_lines, excerpt, lines};
use crate::options::Options;
use crate::puzzle::{HeuristicInfo, PuzzleInfo};
use crate::scene::Motion;

/// One instance of a puzzle, as a document.
///
/// ```
/// use pathmax_puzzles::chexers;
/// use pathmax_puzzles::{Board, Options};
///
/// let text = r#"{"colour": "red", "pieces": [[2, 0]], "blocks": []}"#;
/// let board = chexers::Board::parse(text, &Options::default())?.board;
/// let replay = board.replay("MOVE from (2, 0) to (3, 0).\nEXIT from (3, 0).").unwrap();
/// assert_eq!((replay.cost, replay.solved), (2, true));
/// # Ok::<(), pathmax_puzzles::input::InputError>(())
/// ```
pub trait Board: Clone + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// The puzzle that this is a board of.
    const PUZZLE: &'static PuzzleInfo;

    /// Reads a board file. `options` are those of the puzzle that a file does not contain, checked against its
    /// [schema](PuzzleInfo::options) and complete.
    fn parse(text: &str, options: &Options) -> Result<Parsed<Self>, InputError>;

    /// The board as a file, which [`parse`](Board::parse) reads.
    fn print(&self) -> String;

    /// Compiles the board to a problem and passes that to `visitor`.
    ///
    /// A board may compile to problems of different types, for instance to one with smaller states if it is small. This is the
    /// only place where the type is chosen: a search is monomorphic and makes no virtual calls.
    fn compile<V: ProblemVisitor<Self>>(&self, visitor: V) -> V::Output;

    /// Whether a text looks like a board of this puzzle, valid or not. The default accepts the valid ones. A puzzle that
    /// also recognizes its invalid files can report what is wrong with them.
    fn recognizes(text: &str) -> bool {
        let options = Options::default().completed(Self::PUZZLE);
        Self::parse(text, &options).is_ok()
    }

    /// The values of those options that [`print`](Board::print) does not write into the file.
    fn options(&self) -> Options {
        Options::default()
    }

    /// The default heuristic for this board. The default is [that of the puzzle](PuzzleInfo::default_heuristic); replace it where
    /// the best choice depends on the size of the board.
    fn default_heuristic(&self) -> &'static HeuristicInfo {
        Self::PUZZLE.default_heuristic()
    }

    /// The default algorithm for this board. The default is [that of the puzzle](PuzzleInfo::algorithm); replace it where the best
    /// choice depends on the size of the board.
    fn default_algorithm(&self) -> Algorithm {
        Self::PUZZLE.algorithm
    }

    /// Replays an answer: one action per line; blank lines and lines that begin with `#` are skipped.
    ///
    /// The default applies the actions of the compiled problem. The built-in puzzles replay answers with code that shares
    /// nothing with the problem, so that a plan is checked independently of the search.
    fn replay(&self, answer: &str) -> Result<Replay, ReplayError> {
        self.compile(ReplayActions { answer }).map(|(replay, _)| replay)
    }

    /// The board as it stands before a line of an answer, counted from 1; `None` if an earlier line is illegal. The default
    /// applies the actions of the compiled problem.
    fn board_before(&self, answer: &str, line: usize) -> Option<Self> {
        self.compile(ReplayActions { answer: before_line(answer, line) }).ok().map(|(_, board)| board)
    }

    /// Whether a line of an answer begins like an action, legal or not. Lenient checks ignore other lines.
    /// `None`, the default, means that the puzzle does not tell these lines apart, so that its answers cannot be checked
    /// leniently.
    fn is_answer_line(_line: &str) -> Option<bool> {
        None
    }

    /// Remarks on an answer that breaks no rule but contradicts itself, such as a report that states the wrong cost.
    fn remarks(&self, _answer: &str, _replay: &Replay) -> Vec<String> {
        Vec::new()
    }

    /// The optional capabilities that the puzzle has.
    fn capabilities() -> Capabilities<Self> {
        Capabilities::none()
    }
}

/// A board that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed<B> {
    /// The board.
    pub board: B,
    /// Remarks on a file that is valid but unusual.
    pub notes: Vec<String>,
}

impl<B> Parsed<B> {
    /// A board without remarks.
    pub fn new(board: B) -> Self {
        Parsed { board, notes: Vec::new() }
    }

    /// Converts the board and keeps the remarks.
    pub fn map<C>(self, make: impl FnOnce(B) -> C) -> Parsed<C> {
        Parsed { board: make(self.board), notes: self.notes }
    }
}

/// A computation on the problem that a board compiles to, generic over the problem's type.
pub trait ProblemVisitor<B: Board> {
    /// The result.
    type Output;

    /// Runs the computation.
    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Self::Output;
}

/// The problem that a board compiles to.
pub trait BoardProblem: Problem<State: Send + Sync> + Clone + Send + Sync + 'static {
    /// The boards that compile to such problems.
    type Board: Board;
    /// Any of the puzzle's own heuristics.
    type Heuristic: Heuristic<Self::State> + Clone + Send;

    /// The puzzle's own heuristic of this name, for this problem. The names are those of
    /// [`PuzzleInfo::own_heuristics`]; `perfect` and `null` exist for every puzzle.
    fn heuristic(&self, name: &str) -> Option<Self::Heuristic>;

    /// An action as a line of an answer.
    fn action_line(&self, action: &Self::Action) -> String;

    /// The board whose start is this state.
    fn board(&self, state: &Self::State) -> Self::Board;

    /// Writes a state as JSON, on one line without a line end, for external heuristics. It must contain everything that the
    /// cost from the state depends on. The default writes the board file as a JSON string.
    fn write_state(&self, state: &Self::State, out: &mut String) {
        out.push_str(&serde_json::Value::from(self.board(state).print()).to_string());
    }

    /// The byte form of states, for checkpoints: `Some(StateCodec::new())` if they implement
    /// [`StateBytes`](pathmax::StateBytes). Without one, which is the default, searches cannot be saved and resumed.
    fn state_codec() -> Option<StateCodec<Self::State>> {
        None
    }

    /// Calls `visit` with every token on the board in a state: the index of its tile in the scene, and of its
    /// [kind](crate::scene::Token::kind). The default draws the board; replace it where that is too slow.
    fn tokens(&self, state: &Self::State, mut visit: impl FnMut(usize, usize)) {
        let Some(draw) = Self::Board::capabilities().draw else { return };
        let scene = (draw.scene)(&self.board(state));
        for (tile, token) in scene.tiles.iter().enumerate().filter_map(|(i, tile)| Some((i, tile.token.as_ref()?))) {
            visit(tile, token.kind);
        }
    }

    /// The drawing of an action in a state. The default is empty.
    fn motion(&self, _state: &Self::State, _action: &Self::Action) -> Motion {
        Motion::default()
    }
}

/// The result of replaying an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The sum of the costs of its actions.
    pub cost: Cost,
    /// Whether the goal is reached.
    pub solved: bool,
}

/// The first line of an answer that breaks the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct ReplayError {
    /// The line, counted from 1.
    pub line: usize,
    /// Why it is illegal.
    pub reason: String,
    /// Where it deviates from the formats of actions, if it is not an action at all.
    pub mismatch: Option<Mismatch>,
}

impl ReplayError {
    /// An illegal line that has the format of an action, or belongs to an answer in another form.
    pub fn new(line: usize, reason: impl Into<String>) -> Self {
        ReplayError { line, reason: reason.into(), mismatch: None }
    }
}

/// Why a line is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError {
    /// The reason in words.
    pub reason: String,
    /// Where the line deviates from the formats of actions, if it is not an action at all.
    pub mismatch: Option<Mismatch>,
}

impl From<String> for LineError {
    fn from(reason: String) -> Self {
        LineError { reason, mismatch: None }
    }
}

/// Replays an answer line by line with `apply`, which returns the cost of a line or why it is illegal. Returns the sum of the
/// costs, or the first illegal line.
pub fn replay_lines<E: Into<LineError>>(
    answer: &str,
    mut apply: impl FnMut(&str) -> Result<Cost, E>,
) -> Result<Cost, ReplayError> {
    content_lines(answer).try_fold(0, |sum: Cost, (line, text)| {
        let cost = apply(text).map_err(|error| {
            let LineError { reason, mut mismatch } = error.into();
            if let Some(mismatch) = &mut mismatch {
                mismatch.column += indentation(answer, line);
            }
            ReplayError { line, reason, mismatch }
        })?;
        Ok(sum.saturating_add(cost))
    })
}

/// The number of white-space characters at the beginning of a line.
fn indentation(text: &str, line: usize) -> usize {
    let line = lines(text).nth(line - 1).unwrap_or_default();
    line.chars().take_while(|character| character.is_whitespace()).count()
}

/// Replays an answer with the actions of the compiled problem.
struct ReplayActions<'a> {
    answer: &'a str,
}

impl<B: Board> ProblemVisitor<B> for ReplayActions<'_> {
    type Output = Result<(Replay, B), ReplayError>;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Self::Output {
        let mut state = problem.start();
        let cost = replay_lines(self.answer, |line| {
            let mut found = None;
            problem.for_each_successor(&state, |action, cost, next| {
                if found.is_none() && problem.action_line(&action) == line {
                    found = Some((cost, next));
                }
            });
            let (cost, next) = found.ok_or_else(|| not_an_action(problem, &state, line))?;
            state = next;
            Ok::<_, LineError>(cost)
        })?;
        Ok((Replay { cost, solved: problem.is_goal(&state) }, problem.board(&state)))
    }
}

/// The error for a line that is not an action in a state: where it deviates from the actions there and at the start.
fn not_an_action<P: BoardProblem>(problem: &P, state: &P::State, line: &str) -> LineError {
    let mut actions = Vec::new();
    problem.for_each_successor(state, |action, _, _| actions.push(problem.action_line(&action)));
    let here = match actions.first() {
        Some(example) => format!("a possible one: {example}"),
        None => "no action is possible".to_string(),
    };
    problem.for_each_successor(&problem.start(), |action, _, _| actions.push(problem.action_line(&action)));
    let formats = ActionFormats::of_examples(actions.iter().map(String::as_str));
    let mismatch = if actions.is_empty() { None } else { formats.parse(line).err() };
    LineError { reason: format!("{:?} is not an action here; {here}", excerpt(line)), mismatch }
}
