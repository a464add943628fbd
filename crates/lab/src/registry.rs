//! The open set of puzzles: any type of board becomes a puzzle with every command and the page.
//!
//! Inside, everything is generic over the board and its problem: a search makes no virtual call per state. At the edge, a
//! [`Puzzle`] and an [`AnyBoard`] hide the type; each operation of the lab is one virtual call there.

use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use pathmax::{Algorithm, choose_from};
use pathmax_puzzles::formulation::Formulation;
use pathmax_puzzles::input::{InputError, content_lines, excerpt};
use pathmax_puzzles::scene::Scene;
use pathmax_puzzles::setup::{KindInfo, Setup};
use pathmax_puzzles::{
    Board, BoardProblem, HeuristicInfo, Options, Parsed, ProblemVisitor, PuzzleInfo, Replay, ReplayError, chexers,
    infexion, pawn_hunt,
};

use crate::answer::{AnswerEnd, AnswerReplay, steps};
use crate::audit::{AuditBoard, AuditReport, HuntError, HuntReport, HuntWatch, Hunter};
use crate::checkpoint::{CheckCodec, CheckpointError, Saved};
use crate::diagnosis::ActionLines;
use crate::external::Heuristics;
use crate::generate::{GenerateError, GenerateReport, GenerateWatch, Generator};
use crate::map::{Map, MapReport};
use crate::solve::{Solve, SolveError, SolveReport, verified};
use crate::space::{SpaceReport, Survey};
use crate::trace::{Export, ExportError, ExportReport, Trace, TraceReport};

/// A set of puzzles.
///
/// ```
/// use pathmax_lab::{Reading, Registry};
///
/// let registry = Registry::builtin();
/// let board = registry.parse("K . 1\n", &Reading::default())?.board;
/// assert_eq!(board.puzzle().info().name, "pawn-hunt");
/// # Ok::<(), pathmax_puzzles::input::InputError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Registry {
    puzzles: Vec<Puzzle>,
}

/// How to read a board file.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The puzzle; if none is given, it is recognized by the text.
    pub puzzle: Option<Puzzle>,
    /// Options of the puzzle that the file does not contain.
    pub options: Options,
}

impl Registry {
    /// No puzzle.
    pub fn empty() -> Self {
        Registry::default()
    }

    /// The built-in puzzles.
    pub fn builtin() -> Self {
        Registry::empty().with::<chexers::Board>().with::<infexion::Board>().with::<pawn_hunt::Board>()
    }

    /// Whether a puzzle is one of the built-in ones, whose heuristics' claims are tested here.
    pub(crate) fn is_builtin(puzzle: &'static PuzzleInfo) -> bool {
        Registry::builtin().puzzles().any(|builtin| std::ptr::eq(builtin.info(), puzzle))
    }

    /// The same puzzles and this one, which replaces one of the same name.
    pub fn with<B: Board>(mut self) -> Self {
        let puzzle = Puzzle::of::<B>();
        match self.puzzles.iter_mut().find(|known| known.info().name == puzzle.info().name) {
            Some(known) => *known = puzzle,
            None => self.puzzles.push(puzzle),
        }
        self
    }

    /// The puzzles, in the order in which they were registered.
    pub fn puzzles(&self) -> impl ExactSizeIterator<Item = Puzzle> + Clone {
        self.puzzles.iter().copied()
    }

    /// The names of the puzzles.
    pub fn names(&self) -> Vec<&'static str> {
        self.puzzles().map(|puzzle| puzzle.info().name).collect()
    }

    /// The puzzle of this name.
    pub fn named(&self, name: &str) -> Option<Puzzle> {
        self.puzzles().find(|puzzle| puzzle.info().name == name)
    }

    /// The puzzle of this name, or an error message that suggests a similar name.
    pub fn find(&self, name: &str) -> Result<Puzzle, String> {
        let unknown = || format!("there is no puzzle {:?}; {}", excerpt(name), choose_from(name, &self.names()));
        self.named(name).ok_or_else(unknown)
    }

    /// The puzzles that a text looks like a board of. If several do, only those count that can read it, unless none can.
    pub fn candidates(&self, text: &str) -> Vec<Puzzle> {
        let similar: Vec<Puzzle> = self.puzzles().filter(|puzzle| puzzle.0.recognizes(text)).collect();
        if similar.len() < 2 {
            return similar;
        }
        let reads = |puzzle: &&Puzzle| puzzle.parse(text, &Options::default()).is_ok();
        let readable: Vec<Puzzle> = similar.iter().filter(reads).copied().collect();
        if readable.is_empty() { similar } else { readable }
    }

    /// Reads a board file.
    pub fn parse(&self, text: &str, reading: &Reading) -> Result<Parsed<AnyBoard>, InputError> {
        let puzzle = match reading.puzzle {
            Some(puzzle) => puzzle,
            None => self.recognize(text)?,
        };
        puzzle.parse(text, &reading.options)
    }

    /// The only puzzle that a text looks like a board of.
    fn recognize(&self, text: &str) -> Result<Puzzle, InputError> {
        match &self.candidates(text)[..] {
            [puzzle] => Ok(*puzzle),
            [] if content_lines(text).next().is_none() => Err(InputError::new("there is no board: the file is empty")),
            [] => {
                let formats: Vec<_> =
                    self.puzzles().map(|puzzle| format!("{}: {}", puzzle.info().name, puzzle.info().format)).collect();
                Err(InputError::new(format!("this is not a board that pathmax knows ({})", formats.join("; "))))
            }
            several => {
                let names: Vec<_> = several.iter().map(|puzzle| puzzle.info().name).collect();
                let message = format!("this could be a board of {}; choose one with --puzzle", names.join(" or "));
                Err(InputError::new(message))
            }
        }
    }

    /// The board of a setup; an error names in its path what is wrong: `things[3]`, `options.radius`.
    ///
    /// ```
    /// use pathmax_lab::{Reading, Registry};
    ///
    /// let registry = Registry::builtin();
    /// let board = registry.parse("K . 1\n", &Reading::default())?.board;
    /// let mut setup = board.setup().unwrap();
    /// assert_eq!((setup.things[1].kind.as_str(), setup.things[1].cell.as_str()), ("pawn", "(0, 2)"));
    /// setup.things[1].cell = "(0, 1)".to_string();
    /// assert_eq!(registry.build(&setup)?.print(), "K 1 .\n");
    /// # Ok::<(), pathmax_puzzles::input::InputError>(())
    /// ```
    pub fn build(&self, setup: &Setup) -> Result<AnyBoard, InputError> {
        let puzzle = self.find(&setup.puzzle).map_err(|message| InputError::new(message).in_path("puzzle"))?;
        puzzle.0.build(setup)
    }
}

/// A puzzle of a registry.
#[derive(Clone, Copy)]
pub struct Puzzle(&'static dyn ErasedPuzzle);

impl Puzzle {
    /// The puzzle of a type of board.
    pub fn of<B: Board>() -> Puzzle {
        Puzzle(&BoardType::<B>(PhantomData))
    }

    /// Its description, options and heuristics.
    pub fn info(self) -> &'static PuzzleInfo {
        self.0.info()
    }

    /// Reads a board file of this puzzle.
    pub fn parse(self, text: &str, options: &Options) -> Result<Parsed<AnyBoard>, InputError> {
        let options = options.checked(self.info()).map_err(|error| InputError::new(error.to_string()))?;
        self.0.parse(text, &options.completed(self.info()))
    }

    /// The kinds of tokens on its boards, if they can be drawn.
    pub fn token_kinds(self) -> Option<&'static [&'static str]> {
        self.0.token_kinds()
    }

    /// The kinds of things on its boards, if they can be edited.
    pub fn kinds(self) -> Option<&'static [KindInfo]> {
        self.0.kinds()
    }

    /// What stands alone on each cell of a map, if heuristics can be mapped.
    pub fn lone_thing(self) -> Option<&'static str> {
        self.0.lone_thing()
    }

    /// The puzzle as a search problem in words, if it describes itself.
    pub fn formulation(self) -> Option<Formulation> {
        self.0.formulation()
    }

    /// Whether boards can be generated.
    pub fn generates(self) -> bool {
        self.0.generates()
    }

    /// Whether the puzzle has a course report.
    pub fn has_course_report(self) -> bool {
        self.0.has_course_report()
    }

    pub(crate) fn generate(
        self,
        generator: &Generator,
        watch: GenerateWatch<'_>,
    ) -> Result<GenerateReport, GenerateError> {
        self.0.generate(generator, watch)
    }

    pub(crate) fn check_generator(self, generator: &Generator) -> Result<(), GenerateError> {
        self.0.check_generator(generator)
    }

    pub(crate) fn hunt(
        self,
        hunter: &Hunter,
        source: &Heuristics,
        watch: HuntWatch<'_>,
    ) -> Result<HuntReport, HuntError> {
        self.0.hunt(hunter, source, watch)
    }
}

impl PartialEq for Puzzle {
    fn eq(&self, other: &Self) -> bool {
        self.info().name == other.info().name
    }
}

impl Eq for Puzzle {}

impl fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Puzzle").field(&self.info().name).finish()
    }
}

/// A type of board behind a [`Puzzle`].
trait ErasedPuzzle: Send + Sync {
    fn info(&self) -> &'static PuzzleInfo;
    fn recognizes(&self, text: &str) -> bool;
    fn parse(&self, text: &str, options: &Options) -> Result<Parsed<AnyBoard>, InputError>;
    fn token_kinds(&self) -> Option<&'static [&'static str]>;
    fn kinds(&self) -> Option<&'static [KindInfo]>;
    fn lone_thing(&self) -> Option<&'static str>;
    fn formulation(&self) -> Option<Formulation>;
    fn generates(&self) -> bool;
    fn has_course_report(&self) -> bool;
    fn build(&self, setup: &Setup) -> Result<AnyBoard, InputError>;
    fn generate(&self, generator: &Generator, watch: GenerateWatch<'_>) -> Result<GenerateReport, GenerateError>;
    fn check_generator(&self, generator: &Generator) -> Result<(), GenerateError>;
    fn hunt(&self, hunter: &Hunter, source: &Heuristics, watch: HuntWatch<'_>) -> Result<HuntReport, HuntError>;
}

struct BoardType<B>(PhantomData<fn() -> B>);

impl<B: Board> ErasedPuzzle for BoardType<B> {
    fn info(&self) -> &'static PuzzleInfo {
        B::PUZZLE
    }

    fn recognizes(&self, text: &str) -> bool {
        B::recognizes(text)
    }

    fn parse(&self, text: &str, options: &Options) -> Result<Parsed<AnyBoard>, InputError> {
        B::parse(text, options).map(|parsed| parsed.map(AnyBoard::new))
    }

    fn token_kinds(&self) -> Option<&'static [&'static str]> {
        B::capabilities().draw.map(|draw| draw.token_kinds)
    }

    fn kinds(&self) -> Option<&'static [KindInfo]> {
        B::capabilities().edit.map(|edit| edit.kinds)
    }

    fn lone_thing(&self) -> Option<&'static str> {
        B::capabilities().map.map(|map| map.lone_thing)
    }

    fn formulation(&self) -> Option<Formulation> {
        B::capabilities().formulate.map(|formulate| formulate.formulation)
    }

    fn generates(&self) -> bool {
        B::capabilities().generate.is_some()
    }

    fn has_course_report(&self) -> bool {
        B::capabilities().course_report.is_some()
    }

    fn build(&self, setup: &Setup) -> Result<AnyBoard, InputError> {
        let Some(edit) = B::capabilities().edit else {
            return Err(InputError::new(format!(
                "{} does not support editing boards; give the text of a file",
                B::PUZZLE.name
            )));
        };
        let layout = setup.layout(B::PUZZLE, edit.kinds)?;
        (edit.build)(&layout).map(AnyBoard::new).map_err(|thing| setup.off_board(thing))
    }

    fn generate(&self, generator: &Generator, watch: GenerateWatch<'_>) -> Result<GenerateReport, GenerateError> {
        generator.generate_boards::<B>(watch)
    }

    fn check_generator(&self, generator: &Generator) -> Result<(), GenerateError> {
        generator.source::<B>().map(drop)
    }

    fn hunt(&self, hunter: &Hunter, source: &Heuristics, watch: HuntWatch<'_>) -> Result<HuntReport, HuntError> {
        hunter.hunt_boards::<B, _>(source, watch)
    }
}

/// A board of any puzzle. Clones share it.
#[derive(Clone)]
pub struct AnyBoard(Arc<dyn ErasedBoard>);

impl AnyBoard {
    /// A board.
    pub fn new<B: Board>(board: B) -> Self {
        AnyBoard(Arc::new(board))
    }

    /// The board, if it is of this type.
    pub fn downcast<B: Board>(&self) -> Option<&B> {
        self.0.as_any().downcast_ref()
    }

    /// The puzzle that it is a board of.
    pub fn puzzle(&self) -> Puzzle {
        self.0.puzzle()
    }

    /// The board as a file.
    pub fn print(&self) -> String {
        self.0.print()
    }

    /// The values of those options that the file does not contain.
    pub fn options(&self) -> Options {
        self.0.options()
    }

    /// Its default heuristic; see [`Board::default_heuristic`].
    pub fn default_heuristic(&self) -> &'static HeuristicInfo {
        self.0.default_heuristic()
    }

    /// Its default algorithm; see [`Board::default_algorithm`].
    pub fn default_algorithm(&self) -> Algorithm {
        self.0.default_algorithm()
    }

    /// Replays an answer; see [`Board::replay`].
    pub fn replay(&self, answer: &str) -> Result<Replay, ReplayError> {
        self.0.replay(answer)
    }

    /// Whether a line of an answer begins like an action; see [`Board::is_answer_line`].
    pub fn is_answer_line(&self, line: &str) -> Option<bool> {
        self.0.is_answer_line(line)
    }

    /// The board as it stands before a line of an answer; see [`Board::board_before`].
    pub fn board_before(&self, answer: &str, line: usize) -> Option<AnyBoard> {
        self.0.board_before(answer, line)
    }

    /// The actions that are possible on the board, as lines of an answer.
    pub fn action_lines(&self) -> Vec<String> {
        self.0.action_lines()
    }

    /// Remarks on an answer; see [`Board::remarks`].
    pub fn remarks(&self, answer: &str, replay: &Replay) -> Vec<String> {
        self.0.remarks(answer, replay)
    }

    /// The board as a scene, if it can be drawn.
    pub fn scene(&self) -> Option<Scene> {
        self.0.scene()
    }

    /// The things on the board, if it can be edited.
    pub fn setup(&self) -> Option<Setup> {
        self.0.setup()
    }

    /// Whether the goal is reached.
    pub fn is_solved(&self) -> bool {
        self.0.is_solved()
    }

    pub(crate) fn erased(&self) -> &dyn ErasedBoard {
        &*self.0
    }
}

impl fmt::Debug for AnyBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A board behind an [`AnyBoard`], with one method per operation of the lab.
pub(crate) trait ErasedBoard: fmt::Debug + Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn puzzle(&self) -> Puzzle;
    fn print(&self) -> String;
    fn options(&self) -> Options;
    fn default_heuristic(&self) -> &'static HeuristicInfo;
    fn default_algorithm(&self) -> Algorithm;
    fn replay(&self, answer: &str) -> Result<Replay, ReplayError>;
    fn is_answer_line(&self, line: &str) -> Option<bool>;
    fn board_before(&self, answer: &str, line: usize) -> Option<AnyBoard>;
    fn action_lines(&self) -> Vec<String>;
    fn remarks(&self, answer: &str, replay: &Replay) -> Vec<String>;
    fn scene(&self) -> Option<Scene>;
    fn setup(&self) -> Option<Setup>;
    fn is_solved(&self) -> bool;
    fn answer_steps(&self, answer: &str, until: usize, end: AnswerEnd) -> Result<AnswerReplay, SolveError>;
    fn solve(&self, solve: Solve<'_>) -> Result<SolveReport, SolveError>;
    fn solve_saved(&self, saved: Saved<'_>) -> Result<SolveReport, CheckpointError>;
    fn check_checkpoints(&self) -> Result<(), CheckpointError>;
    fn trace(&self, trace: Trace<'_>) -> Result<TraceReport, SolveError>;
    fn export(&self, export: Export<'_>) -> Result<ExportReport, ExportError>;
    fn survey(&self, survey: Survey<'_>) -> Result<SpaceReport, SolveError>;
    fn map(&self, map: Map<'_>) -> Result<MapReport, SolveError>;
    fn audit(&self, audit: AuditBoard<'_>) -> Result<AuditReport, SolveError>;
}

impl<B: Board> ErasedBoard for B {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn puzzle(&self) -> Puzzle {
        Puzzle::of::<B>()
    }

    fn print(&self) -> String {
        Board::print(self)
    }

    fn options(&self) -> Options {
        Board::options(self)
    }

    fn default_heuristic(&self) -> &'static HeuristicInfo {
        Board::default_heuristic(self)
    }

    fn default_algorithm(&self) -> Algorithm {
        Board::default_algorithm(self)
    }

    fn replay(&self, answer: &str) -> Result<Replay, ReplayError> {
        Board::replay(self, answer)
    }

    fn is_answer_line(&self, line: &str) -> Option<bool> {
        B::is_answer_line(line)
    }

    fn board_before(&self, answer: &str, line: usize) -> Option<AnyBoard> {
        Board::board_before(self, answer, line).map(AnyBoard::new)
    }

    fn action_lines(&self) -> Vec<String> {
        self.compile(ActionLines)
    }

    fn remarks(&self, answer: &str, replay: &Replay) -> Vec<String> {
        Board::remarks(self, answer, replay)
    }

    fn scene(&self) -> Option<Scene> {
        B::capabilities().draw.map(|draw| (draw.scene)(self))
    }

    fn setup(&self) -> Option<Setup> {
        let edit = B::capabilities().edit?;
        let puzzle = B::PUZZLE.name.to_string();
        Some(Setup { puzzle, options: (edit.board_options)(self), things: (edit.things)(self) })
    }

    fn is_solved(&self) -> bool {
        self.compile(IsSolved)
    }

    fn answer_steps(&self, answer: &str, until: usize, end: AnswerEnd) -> Result<AnswerReplay, SolveError> {
        steps(self, answer, until, end)
    }

    fn solve(&self, solve: Solve<'_>) -> Result<SolveReport, SolveError> {
        verified(self, self.compile(solve)?)
    }

    fn solve_saved(&self, saved: Saved<'_>) -> Result<SolveReport, CheckpointError> {
        Ok(verified(self, self.compile(saved)?)?)
    }

    fn check_checkpoints(&self) -> Result<(), CheckpointError> {
        self.compile(CheckCodec)
    }

    fn trace(&self, trace: Trace<'_>) -> Result<TraceReport, SolveError> {
        let TraceReport { solve, traced, why_no_more } = self.compile(trace)?;
        Ok(TraceReport { solve: verified(self, solve)?, traced, why_no_more })
    }

    fn export(&self, export: Export<'_>) -> Result<ExportReport, ExportError> {
        let report = self.compile(export)?;
        Ok(ExportReport { solve: verified(self, report.solve)?, ..report })
    }

    fn survey(&self, survey: Survey<'_>) -> Result<SpaceReport, SolveError> {
        self.compile(survey)
    }

    fn map(&self, map: Map<'_>) -> Result<MapReport, SolveError> {
        map.run(self)
    }

    fn audit(&self, audit: AuditBoard<'_>) -> Result<AuditReport, SolveError> {
        self.compile(audit)
    }
}

struct IsSolved;

impl<B: Board> ProblemVisitor<B> for IsSolved {
    type Output = bool;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> bool {
        problem.is_goal(&problem.start())
    }
}
