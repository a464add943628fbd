//! Boards of known best cost and difficulty.
//!
//! Boards are drawn at random and solved; those that are as asked for are kept, each once, whichever way it is turned.
//! That is enough where such boards are common. Where not one in a round of [`ROUND`] boards is, the one that came nearest
//! is changed step by step toward some point of the range: a change is kept unless it leads away. A climb gives one board at
//! most, so that boards are not all children of one.
//!
//! Nothing depends on the clock, on memory or on the machine: the random are the same everywhere, a search is given up after
//! a number of expansions, and the whole after a number of boards and expansions. If memory ever runs out, that ends it.

mod draw;
mod report;
mod target;

use std::fmt;
use std::ops::ControlFlow;

use pathmax::{Algorithm, Optimality, SearchOptions};
use pathmax_puzzles::generation::{BoardSource, GeneratorOptions, Random, Range};
use pathmax_puzzles::options::OptionError;
use pathmax_puzzles::{Board, BoardProblem, HeuristicInfo, Options, ProblemVisitor};

use crate::Puzzle;
use crate::solve::{SolveError, Solver, find_heuristic};
use draw::Draw;
pub use report::{GenerateOutcome, GenerateReport, GeneratedBoard, Met};
pub use target::Goal;

/// Boards in a round: if none of them is as asked for, the nearest is changed until one is.
const ROUND: u32 = 50;

/// What boards to make.
///
/// ```
/// use std::ops::ControlFlow;
/// use pathmax_lab::{GenerateOutcome, Generator, Goal};
/// use pathmax_lab::Puzzle;
/// use pathmax_puzzles::chexers;
///
/// let mut generator = Generator::new(Puzzle::of::<chexers::Board>());
/// generator.count = 3;
/// generator.goal = Goal::Cost("8..10".parse().unwrap());
/// generator.options = generator.options.with("pieces", "2").with("blocks", "5..");
/// let report = generator.generate(&mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(report.outcome, GenerateOutcome::Complete);
/// assert!(report.boards.iter().all(|board| (8..=10).contains(&board.cost.unwrap())));
/// # Ok::<(), pathmax_lab::GenerateError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Generator {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// What the boards are like.
    pub options: Options,
    /// How many boards.
    pub count: u32,
    /// The same seed gives the same boards. Fewer boards of a seed are the first of more.
    pub seed: u64,
    /// What solving them comes to.
    pub goal: Goal,
    /// How many states solving them expands; whatever it takes, up to [`Generator::USUAL_CAP`], if nothing is given.
    pub expansions: Option<Range>,
    /// How many boards to try before giving up. Searches together may expand [`Generator::EXPANSIONS_A_TRY`] times as many.
    pub tries: u64,
    /// Whether to change boards step by step where those that are asked for are rare; otherwise all are as they were
    /// drawn.
    pub climb: bool,
    /// The algorithm that solves them, and the switch that ends the whole. Of its limits only that on memory counts.
    pub search: SearchOptions,
    /// The heuristic's name; the puzzle's own choice if none is given.
    pub heuristic: Option<String>,
}

/// Why boards could not even be tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GenerateError {
    /// An option has a wrong name or value.
    Option(OptionError),
    /// The puzzle has no generator.
    Unsupported(&'static str),
    /// The algorithm or the heuristic does not give best costs, or not the same everywhere.
    NoBestCosts(String),
    /// A board could not be solved as asked.
    Solve(SolveError),
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GenerateError::Option(error) => error.fmt(f),
            GenerateError::Unsupported(puzzle) => write!(f, "{puzzle} has no generator of boards"),
            GenerateError::NoBestCosts(why) => f.write_str(why),
            GenerateError::Solve(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for GenerateError {}

impl From<OptionError> for GenerateError {
    fn from(error: OptionError) -> Self {
        GenerateError::Option(error)
    }
}

impl From<SolveError> for GenerateError {
    fn from(error: SolveError) -> Self {
        GenerateError::Solve(error)
    }
}

/// Something that happened while boards were made.
#[derive(Clone, Copy, Debug)]
pub enum GenerateEvent<'r> {
    /// So many boards were tried.
    Tried(u64),
    /// A board was found.
    Found(&'r GeneratedBoard),
}

/// Called with what was found; `Break` ends the generator.
pub type GenerateWatch<'a> = &'a mut dyn FnMut(GenerateEvent<'_>) -> ControlFlow<()>;

impl Generator {
    /// Boards to try unless another number is given.
    pub const TRIES: u64 = 20_000;
    /// The expansions that all searches together may make, for each board that may be tried.
    pub const EXPANSIONS_A_TRY: u64 = 1_000;
    /// A search is given up after this many expansions, where nothing else follows from what is asked for.
    pub const USUAL_CAP: u64 = 50_000;

    /// One board of a puzzle that has a solution.
    pub fn new(puzzle: Puzzle) -> Self {
        Generator {
            puzzle,
            options: Options::default(),
            count: 1,
            seed: 0,
            goal: Goal::Cost(Range::ALL),
            expansions: None,
            tries: Self::TRIES,
            climb: true,
            search: SearchOptions::new(puzzle.info().algorithm),
            heuristic: None,
        }
    }

    /// Makes boards; `watch` is called with each as it is found.
    ///
    /// With the same fields, the boards are the same on every machine, unless the search is cancelled or runs out of memory.
    pub fn generate(&self, watch: GenerateWatch<'_>) -> Result<GenerateReport, GenerateError> {
        self.puzzle.generate(self, watch)
    }

    /// An error if there can be no such boards, as far as the options, the algorithm and the heuristic show.
    pub fn check(&self) -> Result<(), GenerateError> {
        self.puzzle.check_generator(self)
    }

    pub(crate) fn generate_boards<B: Board>(&self, watch: GenerateWatch<'_>) -> Result<GenerateReport, GenerateError> {
        let source = self.source::<B>()?;
        Draw::new(self, source.as_ref(), watch).run()
    }

    pub(crate) fn source<B: Board>(&self) -> Result<Box<dyn BoardSource<B>>, GenerateError> {
        let generate = B::capabilities().generate.ok_or(GenerateError::Unsupported(B::PUZZLE.name))?;
        let source = (generate.source)(&GeneratorOptions::new(B::PUZZLE, &self.options)?)?;
        let any = source.random(&mut Random::new(self.seed));
        find_heuristic(B::PUZZLE, self.heuristic.as_deref())?;
        self.best_costs_are_found(any.compile(UnitCosts))?;
        Ok(source)
    }

    /// The command that makes the same boards.
    pub fn command(&self) -> String {
        let puzzle = self.puzzle.info();
        let mut command = format!("pathmax generate {} --seed {}", puzzle.name, self.seed);
        let mut add = |option: &str, value: &dyn fmt::Display| command += &format!(" --{option} {value}");
        for (name, value) in self.options.iter() {
            let option = puzzle.generator_options().find(|option| option.name == name);
            match option.and_then(|option| option.generate) {
                Some(generate) if generate.value.is_none() => {
                    if ["on", "true"].contains(&value.to_string().as_str()) {
                        add(name, &"");
                    }
                }
                _ => add(name, &value.to_string().split_whitespace().collect::<String>()),
            }
        }
        match self.goal {
            Goal::Cost(Range::ALL) => {}
            Goal::Cost(range) => add("cost", &range),
            Goal::Unsolvable => add("unsolvable", &""),
        }
        self.expansions.iter().for_each(|range| add("expansions", range));
        if self.search.algorithm != puzzle.algorithm {
            add("algorithm", &self.search.algorithm.info().name);
        }
        self.heuristic.iter().for_each(|name| add("heuristic", name));
        if !self.climb {
            add("no-climbing", &"");
        }
        command.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Expansions after which a board is given up as too hard.
    pub fn cap(&self) -> u64 {
        let Range { min: least, max: most } = self.expansions();
        if most == u64::MAX { Self::USUAL_CAP.max(least.saturating_mul(4)) } else { most }
    }

    fn expansions(&self) -> Range {
        self.expansions.unwrap_or(Range::ALL)
    }

    fn solver(&self) -> Solver {
        let mut search = self.search.clone();
        search.limits.time = None;
        search.limits.expansions = Some(self.cap());
        Solver { search, heuristic: self.heuristic.clone().into(), ..Solver::default() }
    }

    /// Refuses what would give other than best costs, or other expansions on other machines.
    fn best_costs_are_found(&self, unit_costs: bool) -> Result<(), GenerateError> {
        let info = self.search.algorithm.info();
        let refuse = |why: String| Err(GenerateError::NoBestCosts(why));
        match (self.search.algorithm, info.optimality) {
            (Algorithm::IterativeDeepening { .. } | Algorithm::IdaStar { .. }, _) => refuse(format!(
                "what {} expands depends on how many states it has memory to remember, and so on the machine; choose \
                 astar, ucs or bfs",
                info.name
            )),
            (_, Optimality::Always) => Ok(()),
            (_, Optimality::EqualCosts) if unit_costs => Ok(()),
            (_, Optimality::EqualCosts) => refuse(format!(
                "{} finds no cheapest plans in {}; choose astar or ucs",
                info.name,
                self.puzzle.info().name
            )),
            _ => refuse(format!("{} finds no cheapest plans; choose astar, ucs or bfs", info.name)),
        }?;
        match self.heuristic_info() {
            Some(heuristic) if info.informed && !heuristic.claims.admissible => refuse(format!(
                "with {} no cost is proven to be the best: it is no lower bound; choose another heuristic",
                heuristic.name
            )),
            _ => Ok(()),
        }
    }

    fn heuristic_info(&self) -> Option<&'static HeuristicInfo> {
        match &self.heuristic {
            None => Some(self.puzzle.info().default_heuristic()),
            Some(name) => self.puzzle.info().heuristic(name),
        }
    }
}

struct UnitCosts;

impl<B: Board> ProblemVisitor<B> for UnitCosts {
    type Output = bool;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> bool {
        problem.unit_costs()
    }
}
