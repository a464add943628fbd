//! What every puzzle offers, and the one table that names them all.

use pathmax::{Algorithm, Claims, Cost, Heuristic, Plan, Problem};

use crate::chexers::{self, Chexers};
use crate::generation::{Boards, Chosen, Fact, SettingError, SettingInfo};
use crate::infexion::{self, Infexion};
use crate::input::{InputError, lines_that_say_something};
use crate::pawn_hunt::{self, PawnHunt};
use crate::perfect::{self, AnyHeuristic, Perfect};
use crate::scene::{Motion, Scene};
use crate::setup::SetupInfo;
use crate::smaller::{Size, SmallBoards};

/// An instance of a puzzle: a problem that can be drawn, and whose plans can be written down and replayed.
pub trait Puzzle: Problem<State: Copy + Send + Sync> + Clone + Send + Sync + 'static {
    /// Any of the heuristics that only this puzzle has.
    type OwnHeuristic: Heuristic<Self::State> + Clone + Send;

    /// The puzzle's row in the table.
    fn info(&self) -> &'static PuzzleInfo;

    /// The heuristic of this name, made for this instance, if it is one that only this puzzle has.
    fn own_heuristic(&self, name: &str) -> Option<Self::OwnHeuristic>;

    /// The heuristic of this name, made for this instance.
    fn heuristic(&self, name: &str) -> Option<AnyHeuristic<Self>> {
        // A puzzle may know a faster way to be perfect.
        let own = self.own_heuristic(name).map(AnyHeuristic::Own);
        own.or_else(|| (name == perfect::ROW.name).then(|| AnyHeuristic::Perfect(Perfect::new(self.clone()))))
    }

    /// An action as a line of the answer.
    fn action_line(&self, action: &Self::Action) -> String;

    /// The board in a state.
    fn scene(&self, state: &Self::State) -> Scene;

    /// Calls `visit` with everything that stands on the board in a state: the number of its tile in the scene, and the
    /// number of its kind among the puzzle's [things](PuzzleInfo::things).
    fn things(&self, state: &Self::State, visit: impl FnMut(usize, usize));

    /// What an action in a state does to the scene.
    fn motion(&self, state: &Self::State, action: &Self::Action) -> Motion;

    /// The board of a state: the same instance, begun there.
    fn at(&self, state: &Self::State) -> Self;

    /// The same board, but with a single thing [to deal with](PuzzleInfo::lone_thing), on the tile of this number;
    /// `None` where it cannot stand.
    fn with_lone_thing(&self, tile: usize) -> Option<Self>;

    /// Everything that can be taken off the board at the start, each with the number of its tile and the board without
    /// it.
    fn without_each(&self) -> Vec<(usize, Self)>;

    /// Writes a state as JSON on one line, without its end: the board as programs that are not ours read it. Whatever
    /// bears on the cost from there stands in it.
    fn write_state(&self, state: &Self::State, out: &mut String);

    /// The instance as a board file.
    fn to_file(&self) -> String;

    /// The board file that stands for this board and all that are the same turned, mirrored or otherwise renamed.
    fn canonical_file(&self) -> String;

    /// How large the board is to somebody who looks at it.
    fn size(&self) -> Size;

    /// The board as an instance of any puzzle.
    fn instance(&self) -> Instance;

    /// The boards that are one step smaller: a thing less, a smaller board, a weaker stack.
    fn smaller(&self) -> Vec<Instance>;

    /// The boards of the same size on which one thing stands elsewhere.
    fn moved(&self) -> Vec<Instance>;

    /// What can be said of the board in numbers and words, under the names of the puzzle's settings.
    fn facts(&self) -> Vec<(&'static str, Fact)>;

    /// Carries out an answer line by line, by the rules as they are written and without any of the code that searches
    /// use. Blank lines and lines that begin with `#` are passed over.
    fn replay(&self, answer: &str) -> Result<Replay, ReplayError>;

    /// What is odd about an answer that was carried out, though it breaks no rule: a report that says another cost than
    /// its plan has.
    fn answer_remarks(&self, _answer: &str, _replay: &Replay) -> Vec<String> {
        Vec::new()
    }

    /// The result in the form that the puzzle's course asks for, if it has [one of its own](PuzzleInfo::has_course_report).
    fn course_report(&self, _run: &CourseRun<'_, Self::Action>) -> Option<String> {
        None
    }
}

/// What a course's report tells.
#[derive(Clone, Copy, Debug)]
pub struct CourseRun<'r, A> {
    /// How many states were expanded.
    pub expanded: u64,
    /// The plan; `None` where there is none.
    pub plan: Option<&'r Plan<A>>,
}

/// What an answer leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replay {
    /// What its actions cost together.
    pub cost: Cost,
    /// Whether the goal is reached.
    pub solved: bool,
}

/// The first line of an answer that breaks the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// The line, counted from 1.
    pub line: usize,
    /// Why it is not allowed.
    pub reason: String,
}

impl ReplayError {
    /// Has `carry_out` carry out an answer line by line; what the lines cost together, or the first that is not allowed.
    pub(crate) fn first_in(
        answer: &str,
        mut carry_out: impl FnMut(&str) -> Result<Cost, String>,
    ) -> Result<Cost, ReplayError> {
        lines_that_say_something(answer).try_fold(0, |cost: Cost, (line, text)| {
            let more = carry_out(text).map_err(|reason| ReplayError { line, reason })?;
            Ok(cost.saturating_add(more))
        })
    }
}

/// A puzzle's row in the table.
#[derive(Debug)]
pub struct PuzzleInfo {
    /// The name on the command line and in reports.
    pub name: &'static str,
    /// What one has to do.
    pub summary: &'static str,
    /// How a board file looks, in a few words.
    pub format: &'static str,
    /// How the names of its board files end, without the dot.
    pub extension: &'static str,
    /// What can be chosen about boards that are generated.
    pub settings: &'static [SettingInfo],
    /// The algorithm that is used unless another is asked for.
    pub algorithm: Algorithm,
    /// Its heuristics; the first one is used unless another is asked for.
    pub heuristics: &'static [HeuristicInfo],
    /// What a plan has to deal with one by one, as a word: a piece, a pawn.
    pub lone_thing: &'static str,
    /// The kinds of things that come, go and move, as words: what [`Puzzle::things`] counts.
    pub things: &'static [&'static str],
    /// Whether its course asks for results in a form of its own.
    pub has_course_report: bool,
    /// Whether a text looks like a board of this puzzle, good or bad.
    pub(crate) recognises: fn(&str) -> bool,
    pub(crate) parse: fn(&str, &Reading) -> Result<Parsed, InputError>,
    pub(crate) boards: fn(&Chosen<'_>) -> Result<Box<dyn Boards>, SettingError>,
    pub(crate) small: SmallBoards,
    /// What can be put onto its boards, and what can be chosen about them.
    pub setup: SetupInfo,
}

/// How to read a board file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading {
    /// The puzzle, whatever the file looks like; found out by itself if none is given.
    pub puzzle: Option<&'static PuzzleInfo>,
    /// Infexion: whether new red stacks may be spawned.
    pub spawn: bool,
}

/// A heuristic's row in the table.
#[derive(Debug)]
pub struct HeuristicInfo {
    /// The name on the command line and in reports.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// What it claims.
    pub claims: Claims,
    /// Whether the pathmax adjustment is a part of it: A* then makes it, asked or not.
    pub pathmax: bool,
    /// Whether it holds everything that can be reached in memory: a tool for small boards, not for solving.
    pub whole_space: bool,
}

/// A board that was read.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The board.
    pub instance: Instance,
    /// Remarks on a file that is good but odd.
    pub notes: Vec<String>,
}

/// Every puzzle.
pub const PUZZLES: &[&PuzzleInfo] = &[&chexers::INFO, &infexion::INFO, &pawn_hunt::INFO];

impl PuzzleInfo {
    /// The puzzle of this name.
    pub fn named(name: &str) -> Option<&'static PuzzleInfo> {
        PUZZLES.iter().copied().find(|info| info.name == name)
    }

    /// The heuristic that is used unless another is asked for.
    pub fn default_heuristic(&self) -> &'static HeuristicInfo {
        &self.heuristics[0]
    }

    /// The heuristics that are for solving: none that holds the whole space in memory.
    pub fn solving_heuristics(&self) -> impl Iterator<Item = &'static HeuristicInfo> + use<> {
        self.heuristics.iter().filter(|info| !info.whole_space)
    }

    /// The row of this heuristic.
    pub fn heuristic(&self, name: &str) -> Option<&'static HeuristicInfo> {
        self.heuristics.iter().find(|info| info.name == name)
    }
}

/// An instance of any puzzle.
///
/// Work that is the same for all puzzles is written once, as a [`Visitor`]; [`accept`](Instance::accept) hands it the
/// instance with its real type, so that nothing is dynamic inside a search.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Instance {
    /// Chexers on a board of at most 64 hexes.
    Chexers(Chexers<u64>),
    /// Chexers on a larger board.
    LargeChexers(Chexers<crate::bits::Wide>),
    /// Infexion.
    Infexion(Infexion),
    /// The pawn hunt.
    PawnHunt(PawnHunt),
}

/// Work on an instance of any puzzle.
pub trait Visitor {
    /// What it gives.
    type Output;

    /// Does the work.
    fn visit<P: Puzzle>(self, puzzle: &P) -> Self::Output;
}

impl Instance {
    /// Reads a board file of the puzzle that it looks like, or of the one that is named.
    pub fn parse(text: &str, reading: &Reading) -> Result<Parsed, InputError> {
        match reading.puzzle.or_else(|| Instance::recognise(text)) {
            Some(info) if reading.spawn && info.name != infexion::INFO.name => Err(InputError::new(format!(
                "this is a board of {}, where nothing is spawned: --spawn is for infexion; leave it out",
                info.name
            ))),
            Some(info) => (info.parse)(text, reading),
            None if lines_that_say_something(text).next().is_none() => {
                Err(InputError::new("there is no board: the file is empty"))
            }
            None => {
                let formats: Vec<_> = PUZZLES.iter().map(|info| format!("{}: {}", info.name, info.format)).collect();
                Err(InputError::new(format!("this is not a board that pathmax knows ({})", formats.join("; "))))
            }
        }
    }

    /// The puzzle that a text looks like a board of, good or bad.
    pub fn recognise(text: &str) -> Option<&'static PuzzleInfo> {
        PUZZLES.iter().copied().find(|info| (info.recognises)(text))
    }

    /// Carries out an answer by the rules; see [`Puzzle::replay`].
    pub fn replay(&self, answer: &str) -> Result<Replay, ReplayError> {
        match self {
            Instance::Chexers(chexers) => chexers.replay(answer),
            Instance::LargeChexers(chexers) => chexers.replay(answer),
            Instance::Infexion(infexion) => infexion.replay(answer),
            Instance::PawnHunt(hunt) => hunt.replay(answer),
        }
    }

    /// The board as it stands at the start.
    pub fn scene(&self) -> Scene {
        fn start<P: Puzzle>(puzzle: &P) -> Scene {
            puzzle.scene(&puzzle.start())
        }
        match self {
            Instance::Chexers(chexers) => start(chexers),
            Instance::LargeChexers(chexers) => start(chexers),
            Instance::Infexion(infexion) => start(infexion),
            Instance::PawnHunt(hunt) => start(hunt),
        }
    }

    /// Whether new red stacks may be spawned on it.
    pub fn spawns(&self) -> bool {
        matches!(self, Instance::Infexion(infexion) if infexion.board().spawn)
    }

    /// Hands the instance to `visitor`.
    pub fn accept<V: Visitor>(&self, visitor: V) -> V::Output {
        match self {
            Instance::Chexers(chexers) => visitor.visit(chexers),
            Instance::LargeChexers(chexers) => visitor.visit(chexers),
            Instance::Infexion(infexion) => visitor.visit(infexion),
            Instance::PawnHunt(hunt) => visitor.visit(hunt),
        }
    }

    /// How large the board is; see [`Puzzle::size`].
    pub fn size(&self) -> Size {
        match self {
            Instance::Chexers(chexers) => chexers.size(),
            Instance::LargeChexers(chexers) => chexers.size(),
            Instance::Infexion(infexion) => infexion.size(),
            Instance::PawnHunt(hunt) => hunt.size(),
        }
    }

    /// The boards that are one step smaller; see [`Puzzle::smaller`].
    pub fn smaller(&self) -> Vec<Instance> {
        match self {
            Instance::Chexers(chexers) => chexers.smaller(),
            Instance::LargeChexers(chexers) => chexers.smaller(),
            Instance::Infexion(infexion) => infexion.smaller(),
            Instance::PawnHunt(hunt) => hunt.smaller(),
        }
    }

    /// The boards of the same size on which one thing stands elsewhere; see [`Puzzle::moved`].
    pub fn moved(&self) -> Vec<Instance> {
        match self {
            Instance::Chexers(chexers) => chexers.moved(),
            Instance::LargeChexers(chexers) => chexers.moved(),
            Instance::Infexion(infexion) => infexion.moved(),
            Instance::PawnHunt(hunt) => hunt.moved(),
        }
    }

    /// The puzzle's row in the table.
    pub fn info(&self) -> &'static PuzzleInfo {
        match self {
            Instance::Chexers(chexers) => chexers.info(),
            Instance::LargeChexers(chexers) => chexers.info(),
            Instance::Infexion(infexion) => infexion.info(),
            Instance::PawnHunt(hunt) => hunt.info(),
        }
    }
}
