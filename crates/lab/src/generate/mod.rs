//! Generates boards of known optimal cost and difficulty.
//!
//! Random boards are solved; those that match the request are kept, one per symmetry class. If none of a round of [`ROUND`]
//! boards matches, hill climbing changes the nearest one toward a random point of the range. A climb yields at most one
//! board, so that the boards are not all alike.
//!
//! The result does not depend on the clock or the machine: random numbers are the same everywhere, and the limits are numbers
//! of expansions and boards. Running out of memory ends the generator.
//!
//! Boards beyond the reach of the search are generated without their optimal cost, on request with a plan that solves them.

mod draw;
mod report;
mod target;
mod unsolved;

use std::fmt;
use std::ops::ControlFlow;

use itertools::Itertools;
use pathmax::{Algorithm, Optimality, SearchOptions};
use pathmax_puzzles::generation::{BoardSource, GeneratorOptions, Random, Range};
use pathmax_puzzles::options::OptionError;
use pathmax_puzzles::{Board, BoardProblem, HeuristicInfo, Options, ProblemVisitor};

use crate::solve::{SolveError, Solver, find_heuristic};
use crate::{AnyBoard, Puzzle};
use draw::Draw;
pub use report::{BoardCost, GenerateOutcome, GenerateReport, GeneratedBoard, KnownPlan, Met};
pub use target::Goal;

/// Number of random boards in a round.
const ROUND: u32 = 50;

/// A request for boards.
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
/// assert!(report.boards.iter().all(|board| (8..=10).contains(&board.cost.proven().unwrap().unwrap())));
/// # Ok::<(), pathmax_lab::GenerateError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Generator {
    /// The name of the program in [commands](Generator::command).
    pub program: String,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Options of the boards.
    pub options: Options,
    /// Number of boards.
    pub count: u32,
    /// Random seed. A smaller count yields the first boards of a larger one.
    pub seed: u64,
    /// The required optimal cost.
    pub goal: Goal,
    /// The required number of expansions; by default any, up to [`Generator::USUAL_CAP`].
    pub expansions: Option<Range>,
    /// Maximum number of boards to try. All searches together expand at most [`Generator::EXPANSIONS_PER_TRY`] times as many.
    pub tries: u64,
    /// Whether to use hill climbing where matching boards are rare.
    pub climb: bool,
    /// The algorithm that solves the boards, and its cancel token. Of its limits only the one on memory applies.
    pub search: SearchOptions,
    /// The name of the heuristic; by default the puzzle's default.
    pub heuristic: Option<String>,
    /// Boards that must not be generated again, also not their images under symmetry.
    pub known: Vec<AnyBoard>,
    /// The names of the files.
    pub names: FileNames,
}

/// The names of generated files: `PREFIX001.json`, `PREFIX002.json`, …
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileNames {
    /// What precedes the number.
    pub prefix: String,
    /// The number of the first file.
    pub first: u32,
}

impl Default for FileNames {
    fn default() -> Self {
        FileNames { prefix: String::new(), first: 1 }
    }
}

/// Why boards cannot be generated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// An option has an invalid name or value.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The puzzle does not support generating boards.
    #[error("{0} does not support generating boards")]
    Unsupported(&'static str),
    /// The algorithm or the heuristic does not give optimal costs, or its expansions depend on the machine.
    #[error("{0}")]
    NoBestCosts(String),
    /// A board could not be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// The progress of a generator.
#[derive(Clone, Copy, Debug)]
pub enum GenerateEvent<'r> {
    /// The number of boards tried so far.
    Tried(u64),
    /// A board was found.
    Found(&'r GeneratedBoard),
}

/// Called with the progress; `Break` ends the generator.
pub type GenerateWatch<'a> = &'a mut dyn FnMut(GenerateEvent<'_>) -> ControlFlow<()>;

impl Generator {
    /// The flags that the command `generate` has for every puzzle.
    pub const FLAGS: &[&str] = &[
        "count",
        "seed",
        "out",
        "force",
        "append",
        "prefix",
        "tier",
        "cost",
        "solvable",
        "unsolvable",
        "expansions",
        "algorithm",
        "heuristic",
        "tries",
        "no-climbing",
        "json",
        "quiet",
        "color",
        "help",
        "version",
    ];
    /// The default of [`Generator::tries`].
    pub const TRIES: u64 = 20_000;
    /// Maximum number of expansions of all searches together, per board to try.
    pub const EXPANSIONS_PER_TRY: u64 = 1_000;
    /// Maximum number of expansions of a search, if the requested range has no upper end.
    pub const USUAL_CAP: u64 = 50_000;

    /// Maximum number of expansions of a search for a plan of a board of unknown cost, if none is requested.
    pub const PLAN_CAP: u64 = 10_000;

    /// A request for one solvable board.
    pub fn new(puzzle: Puzzle) -> Self {
        Generator {
            program: "pathmax".to_string(),
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
            known: Vec::new(),
            names: FileNames::default(),
        }
    }

    /// The default algorithm for a goal: plans of unknown quality are found by greedy best-first search.
    pub fn default_algorithm(puzzle: Puzzle, goal: Goal) -> Algorithm {
        match goal {
            Goal::Unknown { .. } => Algorithm::GREEDY,
            _ => puzzle.info().algorithm,
        }
    }

    /// Generates boards; `watch` is called with the progress.
    ///
    /// The same request gives the same boards on every machine, unless it is cancelled or runs out of memory.
    pub fn generate(&self, watch: GenerateWatch<'_>) -> Result<GenerateReport, GenerateError> {
        self.puzzle.generate(self, watch)
    }

    /// Checks the options, the algorithm and the heuristic.
    pub fn check(&self) -> Result<(), GenerateError> {
        self.puzzle.check_generator(self)
    }

    pub(crate) fn generate_boards<B: Board>(&self, watch: GenerateWatch<'_>) -> Result<GenerateReport, GenerateError> {
        let source = self.source::<B>()?;
        Draw::new(self, source.as_ref(), watch).run()
    }

    pub(crate) fn source<B: Board>(&self) -> Result<Box<dyn BoardSource<B>>, GenerateError> {
        let generate = B::capabilities().generate.ok_or(GenerateError::Unsupported(B::PUZZLE.name))?;
        let given = self.options.respelled(B::PUZZLE)?;
        let options = GeneratorOptions::new(B::PUZZLE, &given)?;
        let options = if self.goal == Goal::Unsolvable { options.for_unsolvable() } else { options };
        let source = (generate.source)(&options)?;
        let any = source.random(&mut Random::new(self.seed));
        find_heuristic(B::PUZZLE, self.heuristic.as_deref())?;
        if !matches!(self.goal, Goal::Unknown { .. }) {
            self.best_costs_are_found(any.compile(UnitCosts))?;
        }
        Ok(source)
    }

    /// The flag of a puzzle's option in the command `generate`, without dashes: `NAME`, or `option-NAME` if the command has
    /// a flag `--NAME` itself.
    pub fn flag(option: &str) -> String {
        if Self::FLAGS.contains(&option) { format!("option-{option}") } else { option.to_string() }
    }

    /// The command that generates the same boards.
    pub fn command(&self) -> String {
        let puzzle = self.puzzle.info();
        let mut command = format!("{} generate {} --seed {}", self.program, puzzle.name, self.seed);
        let mut add = |option: &str, value: &dyn fmt::Display| command += &format!(" --{option} {value}");
        let options = self.options.respelled(puzzle).unwrap_or_else(|_| self.options.clone());
        for (name, value) in options.iter() {
            let option = puzzle.generator_options().find(|option| option.name == name);
            match option.and_then(|option| option.generate) {
                Some(generate) if generate.value.is_none() => {
                    if ["on", "true"].contains(&value.to_string().as_str()) {
                        add(&Self::flag(name), &"");
                    }
                }
                _ => add(&Self::flag(name), &value.to_string().split_whitespace().collect::<String>()),
            }
        }
        match self.goal {
            Goal::Cost(Range::ALL) => {}
            Goal::Cost(range) => add("cost", &range),
            Goal::Unsolvable => add("unsolvable", &""),
            Goal::Unknown { solvable } => {
                add("cost", &BoardCost::UNKNOWN);
                if solvable {
                    add("solvable", &"");
                }
            }
        }
        self.expansions.iter().for_each(|range| add("expansions", range));
        if self.search.algorithm != Self::default_algorithm(self.puzzle, self.goal) {
            add("algorithm", &self.search.algorithm);
        }
        self.heuristic.iter().for_each(|name| add("heuristic", name));
        if !self.climb {
            add("no-climbing", &"");
        }
        command.split_whitespace().join(" ")
    }

    /// Maximum number of expansions per board.
    pub fn cap(&self) -> u64 {
        let Range { min: least, max: most } = self.expansions();
        let usual = if matches!(self.goal, Goal::Unknown { .. }) { Self::PLAN_CAP } else { Self::USUAL_CAP };
        if most == u64::MAX { usual.max(least.saturating_mul(4)) } else { most }
    }

    fn expansions(&self) -> Range {
        self.expansions.unwrap_or(Range::ALL)
    }

    fn solver(&self) -> Solver {
        let mut search = self.search.clone();
        search.limits.time = None;
        search.limits.expansions = Some(self.cap());
        // One heuristic for all boards, whatever their size: the report names it.
        let heuristic = self.heuristic_info().map(|info| info.name.to_string());
        Solver { search, heuristic: heuristic.into(), ..Solver::default() }
    }

    /// An error if costs are not optimal, or if expansions depend on the machine.
    fn best_costs_are_found(&self, unit_costs: bool) -> Result<(), GenerateError> {
        let info = self.search.algorithm.info();
        let refuse = |why: String| Err(GenerateError::NoBestCosts(why));
        match (self.search.algorithm, self.search.algorithm.optimality()) {
            (Algorithm::IterativeDeepening { .. } | Algorithm::IdaStar { .. }, _) => refuse(format!(
                "the expansions of {} depend on the memory of the machine; choose astar, ucs or bfs",
                info.name
            )),
            (_, Optimality::Always) => Ok(()),
            (_, Optimality::EqualCosts) if unit_costs => Ok(()),
            (_, Optimality::EqualCosts) => refuse(format!(
                "{} does not find optimal plans in {}; choose astar or ucs",
                info.name,
                self.puzzle.info().name
            )),
            _ => refuse(format!("{} does not find optimal plans; choose astar, ucs or bfs", info.name)),
        }?;
        match self.heuristic_info() {
            Some(heuristic) if info.informed && !heuristic.claims.admissible => refuse(format!(
                "{} does not prove optimal costs: it is not admissible; choose another heuristic",
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
