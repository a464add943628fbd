//! Heuristics by name, and external heuristics: programs in any language that read states and write numbers, and functions in
//! this process.
//!
//! A [`HeuristicSource`] is a name in the puzzle's table, a [command](HeuristicCommand) or a [function](HeuristicFunction). [`Heuristics::find`] resolves it,
//! and [`Heuristics::make`] makes an [`Evaluator`] for each board. A program is started on first use, serves all boards, and
//! ends with the [`Heuristics`].

#[cfg_attr(not(unix), allow(dead_code))]
mod answer;
mod evaluator;
mod failure;
mod function;
#[cfg(unix)]
pub(crate) mod launch;
mod memory;
#[cfg(unix)]
mod program;
#[cfg(not(unix))]
#[path = "no_program.rs"]
mod program;
#[cfg(unix)]
mod recheck;

use std::borrow::Cow;
use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use pathmax::{Algorithm, Claims, Cost, SearchOptions};
use pathmax_puzzles::{BoardProblem, HeuristicInfo, PuzzleInfo};

use crate::flow::Deadline;
use crate::grade::command::find_program;
use crate::solve::{find_heuristic, make_heuristic};
use crate::text::harmless;
use crate::{AnyBoard, Registry, Settled, SolveError};

pub use answer::heuristic_value;
pub use evaluator::Evaluator;
use evaluator::{External, Kind};
pub use failure::{FailureKind, HeuristicFailure};
pub use function::HeuristicFunction;
use function::{Called, Caller};
use program::Program;

/// The source of a heuristic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeuristicSource {
    /// The puzzle's table, by name; `None` is the default for the board.
    Named(Option<String>),
    /// A program.
    Command(HeuristicCommand),
    /// A function in this process.
    Function(HeuristicFunction),
}

impl HeuristicSource {
    /// The same source, with this heuristic in place of the default.
    ///
    /// ```
    /// use pathmax_lab::HeuristicSource;
    /// use pathmax_puzzles::pawn_hunt;
    /// let default = pawn_hunt::INFO.heuristic("routes").unwrap();
    /// assert_eq!(*HeuristicSource::default().or_default(default), "routes".into());
    /// assert_eq!(*HeuristicSource::from("h2").or_default(default), "h2".into());
    /// ```
    pub fn or_default(&self, default: &'static HeuristicInfo) -> Cow<'_, HeuristicSource> {
        match self {
            HeuristicSource::Named(None) => Cow::Owned(default.name.into()),
            _ => Cow::Borrowed(self),
        }
    }

    /// The default algorithm for a board. A program or a function is slow, and A* evaluates each state once.
    pub fn default_algorithm(&self, board: &AnyBoard) -> Algorithm {
        match self {
            HeuristicSource::Named(_) => board.default_algorithm(),
            HeuristicSource::Command(_) | HeuristicSource::Function(_) => Algorithm::default(),
        }
    }

    /// The default of [`Solver::settle`](crate::Solver::settle): a heuristic that claims nothing proves nothing.
    pub fn default_settle(&self, algorithm: Algorithm, puzzle: &PuzzleInfo) -> Option<u64> {
        let claims = match self {
            HeuristicSource::Named(Some(name)) => puzzle.heuristic(name).map(|info| info.claims),
            HeuristicSource::Named(None) => Some(puzzle.default_heuristic().claims),
            HeuristicSource::Command(command) => Some(command.claims),
            HeuristicSource::Function(function) => Some(function.claims()),
        };
        let claims_nothing = claims.is_some_and(|claims| !claims.admissible);
        (algorithm.info().informed && claims_nothing).then_some(Settled::USUAL_EXPANSIONS)
    }
}

impl Default for HeuristicSource {
    /// The default for the board.
    fn default() -> Self {
        HeuristicSource::Named(None)
    }
}

impl From<Option<String>> for HeuristicSource {
    fn from(name: Option<String>) -> Self {
        HeuristicSource::Named(name)
    }
}

impl From<&str> for HeuristicSource {
    fn from(name: &str) -> Self {
        HeuristicSource::Named(Some(name.to_string()))
    }
}

/// A program that reads one state per line and writes a number or `inf` per line; see `docs/heuristics.md`.
///
/// The command is split into words as a shell would, with quotes, but not run by a shell.
///
/// ```
/// use pathmax_lab::HeuristicCommand;
/// let command: HeuristicCommand = "sh -c 'while read state; do echo 0; done'".parse()?;
/// assert_eq!(command.to_string(), "sh -c 'while read state; do echo 0; done'");
/// assert!("no-such-program-9 my_h.py".parse::<HeuristicCommand>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeuristicCommand {
    words: Vec<String>,
    /// Maximum time per answer.
    pub timeout: Duration,
    /// Maximum time of all answers together; by default none.
    pub total_time: Option<Duration>,
    /// The claims of its author; by default none.
    pub claims: Claims,
    /// Number of states to ask about a second time at the end; a different answer is a failure. By default none.
    pub recheck: usize,
    #[cfg(unix)]
    launcher: Option<Launcher>,
}

/// How to start a program, if not as a plain process group.
#[cfg(unix)]
#[derive(Clone, Debug)]
struct Launcher(Arc<dyn launch::Launch>);

#[cfg(unix)]
impl PartialEq for Launcher {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

#[cfg(unix)]
impl Eq for Launcher {}

impl HeuristicCommand {
    /// The default of [`HeuristicCommand::timeout`].
    pub const TIMEOUT: Duration = Duration::from_secs(60);

    /// A command without a shell; the program need not exist yet.
    pub fn of_words(words: Vec<String>) -> Self {
        HeuristicCommand {
            words,
            timeout: HeuristicCommand::TIMEOUT,
            total_time: None,
            claims: Claims::NONE,
            recheck: 0,
            #[cfg(unix)]
            launcher: None,
        }
    }

    /// The same program, started by other means.
    #[cfg(unix)]
    pub(crate) fn launched_by(mut self, launcher: Arc<dyn launch::Launch>) -> Self {
        self.launcher = Some(Launcher(launcher));
        self
    }

    /// The command, split into words.
    pub fn words(&self) -> &[String] {
        &self.words
    }
}

impl FromStr for HeuristicCommand {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words = shlex::split(text).ok_or("a quote is not closed, or the last character is a backslash")?;
        let Some(program) = words.first().filter(|program| !program.is_empty()) else {
            return Err("there is no command; give one such as \"python3 my_h.py\"".to_string());
        };
        find_program(program, Path::new(""))?;
        Ok(HeuristicCommand::of_words(words))
    }
}

impl fmt::Display for HeuristicCommand {
    /// The words on one line, quoted where necessary.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = shlex::try_join(self.words.iter().map(String::as_str)).unwrap_or_else(|_| self.words.join(" "));
        f.write_str(&harmless(&words, 200))
    }
}

/// Why a program gave no answers.
#[derive(Debug)]
enum Trouble {
    /// The search was cancelled or reached its time limit.
    Interrupted,
    /// The program failed; the message follows its name.
    Failed(FailureKind, String),
}

/// States to evaluate at once.
#[derive(Clone, Copy)]
struct Batch<'a> {
    /// One state per line.
    lines: &'a str,
    count: usize,
}

/// A resolved heuristic, ready to be made for boards of a puzzle.
///
/// A program is started on first use, serves all boards, and ends with this value.
///
/// ```
/// use pathmax::{Heuristic, Problem, SearchOptions};
/// use pathmax_lab::{HeuristicSource, Heuristics, SolveError};
/// use pathmax_puzzles::{Board, BoardProblem, Options, ProblemVisitor, chexers};
///
/// struct Start(Heuristics);
///
/// impl<B: Board> ProblemVisitor<B> for Start {
///     type Output = Result<Option<u32>, SolveError>;
///
///     fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Self::Output {
///         let h = self.0.make(problem)?.evaluate(&problem.start());
///         self.0.finish()?;
///         Ok(h)
///     }
/// }
///
/// # #[cfg(unix)] {
/// let text = std::fs::read_to_string("../../instances/chexers/leapfrog.json")?;
/// let board = chexers::Board::parse(&text, &Options::default())?.board;
/// let source = HeuristicSource::Command("sh -c 'while read state; do echo 4; done'".parse()?);
/// let heuristics = Heuristics::find(&chexers::INFO, &source, &mut SearchOptions::default())?;
/// assert_eq!(board.compile(Start(heuristics))?, Some(4));
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Heuristics(Found);

enum Found {
    /// An entry of the puzzle's table; vouched for if its claims are a user's, not tested here.
    Known {
        info: &'static HeuristicInfo,
        vouched: bool,
    },
    External(Asker),
    Function(Caller),
}

impl From<&'static HeuristicInfo> for Heuristics {
    fn from(info: &'static HeuristicInfo) -> Self {
        Heuristics(Found::Known { info, vouched: false })
    }
}

impl Heuristics {
    /// Resolves a heuristic for a search on boards of a puzzle. With a program or a function, the search gets a child of its
    /// cancel token, which a failure cancels; with a program, its time limit starts now.
    pub fn find(
        puzzle: &'static PuzzleInfo,
        source: &HeuristicSource,
        search: &mut SearchOptions,
    ) -> Result<Heuristics, SolveError> {
        let command = match source {
            HeuristicSource::Named(name) => {
                let info = find_heuristic(puzzle, name.as_deref())?;
                let is_own = puzzle.own_heuristics.iter().any(|own| own.name == info.name);
                return Ok(Heuristics(Found::Known { info, vouched: is_own && !Registry::is_builtin(puzzle) }));
            }
            HeuristicSource::Command(command) => command.clone(),
            HeuristicSource::Function(function) => {
                search.cancel = search.cancel.child_token();
                return Ok(Heuristics(Found::Function(Caller::new(function.clone(), search.cancel.clone()))));
            }
        };
        search.cancel = search.cancel.child_token();
        Ok(Heuristics(Found::External(Asker {
            command,
            deadline: Deadline::new(search.cancel.clone(), search.limits.time),
            most_memory: search.limits.memory.map(|bytes| bytes / 4),
            state: Arc::new(Mutex::new(State::NotStarted)),
        })))
    }

    /// Resolves a heuristic for a search on a board, whose default may depend on its size; see [`Heuristics::find`].
    pub fn for_board(
        board: &AnyBoard,
        source: &HeuristicSource,
        search: &mut SearchOptions,
    ) -> Result<Heuristics, SolveError> {
        Heuristics::find(board.puzzle().info(), &source.or_default(board.default_heuristic()), search)
    }

    /// Makes the heuristic for a board.
    pub fn make<P: BoardProblem>(&self, problem: &P) -> Result<Evaluator<P>, SolveError> {
        Ok(Evaluator(match &self.0 {
            Found::Known { info, .. } => Kind::Known(make_heuristic(problem, info)?),
            Found::External(asker) => Kind::External(Box::new(External::new(problem.clone(), asker.clone()))),
            Found::Function(caller) => Kind::Function(Box::new(Called::new(problem.clone(), caller.clone()))),
        }))
    }

    /// The name in reports.
    pub fn name(&self) -> Cow<'static, str> {
        match &self.0 {
            Found::Known { info, .. } => info.name.into(),
            Found::External(asker) => asker.command.to_string().into(),
            Found::Function(caller) => caller.function.name().to_string().into(),
        }
    }

    /// Its entry in the puzzle's table, if any.
    pub fn listed(&self) -> Option<&'static HeuristicInfo> {
        match &self.0 {
            Found::Known { info, .. } => Some(info),
            Found::External(_) | Found::Function(_) => None,
        }
    }

    /// Its claims.
    pub fn claims(&self) -> Claims {
        match &self.0 {
            Found::Known { info, .. } => info.claims,
            Found::External(asker) => asker.command.claims,
            Found::Function(caller) => caller.function.claims(),
        }
    }

    /// Whether it includes the pathmax adjustment.
    pub fn has_pathmax(&self) -> bool {
        self.listed().is_some_and(|info| info.pathmax)
    }

    /// An error if a program or a function has failed: its answers are invalid.
    pub fn check(&self) -> Result<(), SolveError> {
        match &self.0 {
            Found::Known { .. } => Ok(()),
            Found::External(asker) => asker.lock().failure(),
            Found::Function(caller) => caller.failure().map_or(Ok(()), |failure| Err(SolveError::Heuristic(failure))),
        }
    }

    /// Whether results depend on a user's claim that it is admissible: a program, a function, or a heuristic of a puzzle that
    /// is not built in.
    pub fn is_vouched_for(&self) -> bool {
        match &self.0 {
            Found::Known { info, vouched } => *vouched && info.claims.admissible,
            Found::External(_) | Found::Function(_) => self.claims().admissible,
        }
    }

    /// Enables the pathmax adjustment if the heuristic includes it.
    pub fn set_pathmax(&self, algorithm: &mut Algorithm) {
        if let Some(pathmax) = algorithm.pathmax_mut() {
            *pathmax |= self.has_pathmax();
        }
    }

    /// Ends a program; an error if it, or a function, failed, or if it writes more answers than requested. Call it before
    /// using any result.
    pub fn finish(&self) -> Result<(), SolveError> {
        match &self.0 {
            Found::External(asker) => asker.finish(),
            _ => self.check(),
        }
    }
}

/// The connection to a program; clones share it.
#[derive(Clone)]
struct Asker {
    command: HeuristicCommand,
    deadline: Deadline,
    most_memory: Option<usize>,
    state: Arc<Mutex<State>>,
}

enum State {
    NotStarted,
    Running(Program),
    /// Ended; with the failure if the program failed.
    Over(Option<HeuristicFailure>),
}

impl State {
    fn failure(&self) -> Result<(), SolveError> {
        match self {
            State::Over(Some(failure)) => Err(SolveError::Heuristic(failure.clone())),
            _ => Ok(()),
        }
    }
}

impl Asker {
    /// Evaluates a batch of states; false if the program has ended.
    fn ask(&self, batch: Batch<'_>, answers: &mut Vec<Option<Cost>>) -> bool {
        let mut state = self.lock();
        if let State::NotStarted = *state {
            *state = match Program::start(&self.command) {
                Ok(program) => State::Running(program),
                Err(error) => self.failed(FailureKind::NotStarted, &format!("cannot be started: {error}")),
            };
        }
        let State::Running(program) = &mut *state else { return false };
        match program.ask(batch, answers, &self.command, &self.deadline) {
            Ok(()) => true,
            // A failure after a cancellation may be its effect.
            Err(Trouble::Failed(kind, what)) if !self.deadline.cancel.is_cancelled() => {
                *state = self.failed(kind, &what);
                false
            }
            Err(_) => {
                *state = State::Over(None);
                false
            }
        }
    }

    fn finish(&self) -> Result<(), SolveError> {
        let mut state = self.lock();
        if let State::Running(program) = &mut *state {
            // After an interruption the rest of its output does not matter.
            let farewell = if self.deadline.is_over() {
                Ok(())
            } else {
                program.recheck(&self.command, &self.deadline).and_then(|()| program.finish())
            };
            *state = match farewell {
                Err(Trouble::Failed(kind, what)) => self.failed(kind, &what),
                Ok(()) | Err(Trouble::Interrupted) => State::Over(None),
            };
        }
        state.failure()
    }

    /// Records a failure, and cancels the search.
    fn failed(&self, kind: FailureKind, what: &str) -> State {
        self.deadline.cancel.cancel();
        State::Over(Some(HeuristicFailure::new(kind, format_args!("the heuristic `{}` {what}", self.command))))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
