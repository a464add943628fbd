//! A heuristic of one's own in any language: a program that reads states and writes numbers.
//!
//! A [`HeuristicSource`] says where a heuristic comes from: the puzzle's table, or a [command](HeuristicCommand). A
//! search finds it with [`Heuristics::find`] and makes a [`Evaluator`] of it for each board. A program is started when it is
//! first asked, serves all boards, and is ended with the [`Heuristics`].

#[cfg_attr(not(unix), allow(dead_code))]
mod answer;
mod evaluator;
mod memory;
#[cfg(unix)]
mod program;
#[cfg(not(unix))]
#[path = "no_program.rs"]
mod program;

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pathmax::{Algorithm, CancelToken, Claims, Cost, SearchOptions};
use pathmax_puzzles::{BoardProblem, HeuristicInfo, PuzzleInfo};

use crate::grade::command::find_program;
use crate::solve::{find_heuristic, make_heuristic};
use crate::text::harmless;
use crate::{Registry, SolveError};

pub use evaluator::Evaluator;
use evaluator::{External, Kind};
use program::{Batch, Program};

/// Where a heuristic comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeuristicSource {
    /// The puzzle's table, by name; the puzzle's own choice if none is given.
    Named(Option<String>),
    /// A program.
    Command(HeuristicCommand),
}

impl Default for HeuristicSource {
    /// The puzzle's own choice.
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
/// The command is split into words as a shell would, with quotes, but no shell ever sees it.
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
    /// How long it may take for an answer.
    pub timeout: Duration,
    /// What its author claims of its values; by default nothing.
    pub claims: Claims,
}

impl HeuristicCommand {
    /// How long a program may take for an answer unless another time is given.
    pub const TIMEOUT: Duration = Duration::from_secs(10);

    /// The command, split into words.
    pub fn words(&self) -> &[String] {
        &self.words
    }
}

impl FromStr for HeuristicCommand {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words = shlex::split(text).ok_or("a quote is not closed, or a backslash stands at the end")?;
        let Some(program) = words.first().filter(|program| !program.is_empty()) else {
            return Err("there is no command; give one such as \"python3 my_h.py\"".to_string());
        };
        find_program(program)?;
        Ok(HeuristicCommand { words, timeout: HeuristicCommand::TIMEOUT, claims: Claims::NONE })
    }
}

impl fmt::Display for HeuristicCommand {
    /// The words, on one line, with quotes where they need them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = shlex::try_join(self.words.iter().map(String::as_str)).unwrap_or_else(|_| self.words.join(" "));
        f.write_str(&harmless(&words, 200))
    }
}

/// What can go wrong between a program and us.
#[derive(Debug)]
enum Trouble {
    /// The search was cancelled, or the time is up.
    Interrupted,
    /// The program does not do what it should; what it does, to go with its name.
    Failed(String),
}

/// How long to wait for answers.
#[derive(Clone, Debug)]
struct Patience {
    cancel: CancelToken,
    until: Option<Instant>,
}

impl Patience {
    fn is_at_an_end(&self) -> bool {
        self.cancel.is_cancelled() || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// A heuristic that was found, ready to be made for boards of a puzzle.
///
/// A program is started when it is first asked, is asked for all boards, and ends with this value.
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
    /// A row of a puzzle's table, and whether the claims in it are those of a puzzle's author.
    Known {
        info: &'static HeuristicInfo,
        vouched: bool,
    },
    External(Asker),
}

impl From<&'static HeuristicInfo> for Heuristics {
    fn from(info: &'static HeuristicInfo) -> Self {
        Heuristics(Found::Known { info, vouched: false })
    }
}

impl Heuristics {
    /// Finds a heuristic for a search on boards of a puzzle. The search gets a switch of its own, which a program that
    /// fails turns; the time that it may take begins now.
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
        };
        search.cancel = search.cancel.child_token();
        let until = search.limits.time.and_then(|time| Instant::now().checked_add(time));
        Ok(Heuristics(Found::External(Asker {
            command,
            patience: Patience { cancel: search.cancel.clone(), until },
            most_memory: search.limits.memory.map(|bytes| bytes / 4),
            state: Arc::new(Mutex::new(State::NotStarted)),
        })))
    }

    /// The heuristic for a board.
    pub fn make<P: BoardProblem>(&self, problem: &P) -> Result<Evaluator<P>, SolveError> {
        Ok(Evaluator(match &self.0 {
            Found::Known { info, .. } => Kind::Known(make_heuristic(problem, info)?),
            Found::External(asker) => Kind::External(Box::new(External::new(problem.clone(), asker.clone()))),
        }))
    }

    /// What reports call it.
    pub fn name(&self) -> Cow<'static, str> {
        match &self.0 {
            Found::Known { info, .. } => info.name.into(),
            Found::External(asker) => asker.command.to_string().into(),
        }
    }

    /// Its row in the puzzle's table, if it has one.
    pub fn listed(&self) -> Option<&'static HeuristicInfo> {
        match &self.0 {
            Found::Known { info, .. } => Some(info),
            Found::External(_) => None,
        }
    }

    /// What it claims.
    pub fn claims(&self) -> Claims {
        match &self.0 {
            Found::Known { info, .. } => info.claims,
            Found::External(asker) => asker.command.claims,
        }
    }

    /// Whether the pathmax adjustment is a part of it.
    pub fn has_pathmax(&self) -> bool {
        self.listed().is_some_and(|info| info.pathmax)
    }

    /// What went wrong so far, if a program failed: its answers count for nothing then.
    pub fn fault(&self) -> Option<String> {
        match &self.0 {
            Found::Known { .. } => None,
            Found::External(asker) => asker.fault(),
        }
    }

    /// Whether results depend on a user's claim that it is admissible: a user's program, or a heuristic of a puzzle that
    /// is not built in.
    pub fn is_vouched_for(&self) -> bool {
        match &self.0 {
            Found::Known { info, vouched } => *vouched && info.claims.admissible,
            Found::External(asker) => asker.command.claims.admissible,
        }
    }

    /// Switches the pathmax adjustment on where it is a part of the heuristic.
    pub fn set_pathmax(&self, algorithm: &mut Algorithm) {
        if let Algorithm::AStar { pathmax } = algorithm {
            *pathmax |= self.has_pathmax();
        }
    }

    /// To be called when all is asked: an error if a program failed on the way, or says more than it was asked. Without
    /// it, nothing that was found counts.
    pub fn finish(&self) -> Result<(), SolveError> {
        match &self.0 {
            Found::Known { .. } => Ok(()),
            Found::External(asker) => asker.finish().map_err(SolveError::Heuristic),
        }
    }
}

/// The connection to a program; clones share it.
#[derive(Clone)]
struct Asker {
    command: HeuristicCommand,
    patience: Patience,
    most_memory: Option<usize>,
    state: Arc<Mutex<State>>,
}

enum State {
    NotStarted,
    Running(Program),
    /// Not asked any more; why, if it is the program's fault.
    Over(Option<String>),
}

impl Asker {
    /// Asks for a batch of states; false if there are no answers, now and ever after.
    fn ask(&self, batch: Batch<'_>, answers: &mut Vec<Option<Cost>>) -> bool {
        let mut state = self.lock();
        if let State::NotStarted = *state {
            *state = match Program::start(&self.command.words) {
                Ok(program) => State::Running(program),
                Err(error) => self.failed(&format!("cannot be started: {error}")),
            };
        }
        let State::Running(program) = &mut *state else { return false };
        match program.ask(batch, answers, self.command.timeout, &self.patience) {
            Ok(()) => true,
            Err(Trouble::Interrupted) => {
                *state = State::Over(None);
                false
            }
            Err(Trouble::Failed(what)) => {
                *state = self.failed(&what);
                false
            }
        }
    }

    fn finish(&self) -> Result<(), String> {
        let mut state = self.lock();
        if let State::Running(program) = &mut *state {
            // After an interruption the rest of its output does not matter.
            let farewell = if self.patience.is_at_an_end() { Ok(()) } else { program.finish() };
            *state = match farewell {
                Err(Trouble::Failed(what)) => self.failed(&what),
                Ok(()) | Err(Trouble::Interrupted) => State::Over(None),
            };
        }
        match &*state {
            State::Over(Some(failure)) => Err(failure.clone()),
            _ => Ok(()),
        }
    }

    fn fault(&self) -> Option<String> {
        match &*self.lock() {
            State::Over(failure) => failure.clone(),
            _ => None,
        }
    }

    /// Records what went wrong, and cancels the search.
    fn failed(&self, what: &str) -> State {
        self.patience.cancel.cancel();
        State::Over(Some(format!("the heuristic `{}` {what}", self.command)))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
