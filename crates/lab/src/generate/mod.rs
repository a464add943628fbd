//! Boards of known best cost and difficulty.
//!
//! Boards are drawn at random and solved; those that are as asked for are kept, each once, whichever way it is turned.
//! That is enough where such boards are common. Where not one in a round of [`ROUND`] boards is, the one that came nearest
//! is changed step by step toward some point of the range: a change is kept unless it leads away. A climb gives one board at
//! most, so that boards are not all children of one.
//!
//! Nothing depends on the clock, on memory or on the machine: the dice are the same everywhere, a search is given up after
//! a number of expansions, and the whole after a number of boards and expansions. If memory ever runs out, that ends it.

mod draw;
mod report;
mod target;

use std::fmt;
use std::ops::ControlFlow;

use pathmax::{Algorithm, Optimality, Search};
use pathmax_puzzles::generation::{Boards, Dice, SettingError, Settings, Span};
use pathmax_puzzles::{HeuristicInfo, Puzzle, PuzzleInfo, Visitor};

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
/// use pathmax_puzzles::PuzzleInfo;
///
/// let puzzle = PuzzleInfo::named("chexers").unwrap();
/// let mut generator = Generator::new(puzzle);
/// generator.count = 3;
/// generator.goal = Goal::Cost("8..10".parse().unwrap());
/// generator.settings = generator.settings.with("pieces", "2").with("blocks", "5..");
/// let report = generator.generate(&mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(report.outcome, GenerateOutcome::Complete);
/// assert!(report.boards.iter().all(|board| (8..=10).contains(&board.cost.unwrap())));
/// # Ok::<(), pathmax_lab::GenerateError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Generator {
    /// The puzzle.
    pub puzzle: &'static PuzzleInfo,
    /// What the boards are like.
    pub settings: Settings,
    /// How many boards.
    pub count: u32,
    /// The same seed gives the same boards. Fewer boards of a seed are the first of more.
    pub seed: u64,
    /// What solving them comes to.
    pub goal: Goal,
    /// How many states solving them expands; whatever it takes, up to [`Generator::USUAL_CAP`], if nothing is given.
    pub expansions: Option<Span>,
    /// How many boards to try before giving up. Searches together may expand [`Generator::EXPANSIONS_A_TRY`] times as many.
    pub tries: u64,
    /// Whether to change boards step by step where those that are asked for are rare; otherwise all are as they were
    /// drawn.
    pub climb: bool,
    /// The algorithm that solves them, and the switch that ends the whole. Of its limits only that on memory counts.
    pub search: Search,
    /// The heuristic's name; the puzzle's own choice if none is given.
    pub heuristic: Option<String>,
}

/// Why boards could not even be tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GenerateError {
    /// The settings cannot be.
    Setting(SettingError),
    /// The algorithm or the heuristic does not give best costs, or not the same everywhere.
    NoBestCosts(String),
    /// A board could not be solved as asked.
    Solve(SolveError),
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GenerateError::Setting(error) => error.fmt(f),
            GenerateError::NoBestCosts(why) => f.write_str(why),
            GenerateError::Solve(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for GenerateError {}

impl From<SettingError> for GenerateError {
    fn from(error: SettingError) -> Self {
        GenerateError::Setting(error)
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

/// Somebody who wants to know what was found, and may end it.
pub type GenerateWatch<'a> = &'a mut dyn FnMut(GenerateEvent<'_>) -> ControlFlow<()>;

impl Generator {
    /// Boards to try unless another number is given.
    pub const TRIES: u64 = 20_000;
    /// The expansions that all searches together may make, for each board that may be tried.
    pub const EXPANSIONS_A_TRY: u64 = 1_000;
    /// A search is given up after this many expansions, where nothing else follows from what is asked for.
    pub const USUAL_CAP: u64 = 50_000;

    /// One board of a puzzle that has a solution.
    pub fn new(puzzle: &'static PuzzleInfo) -> Self {
        Generator {
            puzzle,
            settings: Settings::default(),
            count: 1,
            seed: 0,
            goal: Goal::Cost(Span::ALL),
            expansions: None,
            tries: Self::TRIES,
            climb: true,
            search: Search::new(puzzle.algorithm),
            heuristic: None,
        }
    }

    /// Makes boards; `watch` hears of each as it is found.
    ///
    /// With the same fields, the boards are the same on every machine, unless the search is cancelled or runs out of memory.
    pub fn generate(&self, watch: GenerateWatch<'_>) -> Result<GenerateReport, GenerateError> {
        let boards = self.ready()?;
        Draw::new(self, boards.as_ref(), watch).run()
    }

    /// Whether there can be such boards, as far as settings, algorithm and heuristic tell.
    pub fn check(&self) -> Result<(), GenerateError> {
        self.ready().map(|_| ())
    }

    fn ready(&self) -> Result<Box<dyn Boards>, GenerateError> {
        let boards = self.puzzle.boards(&self.settings)?;
        let any = boards.random(&mut Dice::new(self.seed));
        find_heuristic(any.info(), self.heuristic.as_deref())?;
        self.best_costs_are_found(any.accept(UnitCosts))?;
        Ok(boards)
    }

    /// The command that makes the same boards.
    pub fn command(&self) -> String {
        let mut command = format!("pathmax generate {} --seed {}", self.puzzle.name, self.seed);
        let mut add = |option: &str, value: &dyn fmt::Display| command += &format!(" --{option} {value}");
        for (name, value) in self.settings.iter() {
            match self.puzzle.settings.iter().find(|setting| setting.name == name) {
                Some(setting) if setting.value.is_none() => add(name, &""),
                _ => add(name, &value.split_whitespace().collect::<String>()),
            }
        }
        match self.goal {
            Goal::Cost(Span::ALL) => {}
            Goal::Cost(span) => add("cost", &span),
            Goal::Unsolvable => add("unsolvable", &""),
        }
        self.expansions.iter().for_each(|span| add("expansions", span));
        if self.search.algorithm != self.puzzle.algorithm {
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
        let Span { least, most } = self.expansions();
        if most == u64::MAX { Self::USUAL_CAP.max(least.saturating_mul(4)) } else { most }
    }

    fn expansions(&self) -> Span {
        self.expansions.unwrap_or(Span::ALL)
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
            (_, Optimality::EqualCosts) => {
                refuse(format!("{} finds no cheapest plans in {}; choose astar or ucs", info.name, self.puzzle.name))
            }
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
            None => Some(self.puzzle.default_heuristic()),
            Some(name) => self.puzzle.heuristic(name),
        }
    }
}

struct UnitCosts;

impl Visitor for UnitCosts {
    type Output = bool;

    fn visit<P: Puzzle>(self, puzzle: &P) -> bool {
        puzzle.unit_costs()
    }
}
