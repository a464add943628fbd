//! Running any algorithm with any heuristic on any board.

pub mod infexion;
pub mod pawn_hunt;

use pathmax::{ALGORITHMS, Algorithm, Optimality, Outcome, Search, Threads};
use pathmax_puzzles::{Board, BoardHeuristic, BoardProblem, Options, ProblemVisitor};

/// Parses a board with default options.
pub fn parse<B: Board>(text: &str) -> B {
    parse_with(text, Options::default())
}

/// Parses a board with these options.
pub fn parse_with<B: Board>(text: &str, options: Options) -> B {
    let options = options.checked(B::PUZZLE).unwrap().completed(B::PUZZLE);
    B::parse(text, &options).unwrap_or_else(|error| panic!("{error}: {text}")).board
}

/// The result of a search.
#[derive(Debug)]
pub struct Run {
    pub cost: Option<u32>,
    pub optimal: bool,
    pub unsolvable: bool,
    /// The cost of the plan when it is replayed, if it reaches the goal.
    pub replayed: Option<u32>,
}

/// Runs an algorithm with a heuristic.
pub struct RunWith<'b, B> {
    pub board: &'b B,
    pub algorithm: Algorithm,
    pub heuristic: &'static str,
    pub threads: Threads,
}

impl<B: Board> ProblemVisitor<B> for RunWith<'_, B> {
    type Output = Run;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Run {
        let heuristic = BoardHeuristic::named(problem, self.heuristic).expect("a heuristic of the puzzle");
        let report = Search::new(self.algorithm).threads(self.threads).heuristic(heuristic).run(problem);
        let replayed = report.plan().and_then(|plan| {
            let lines: Vec<_> = plan.actions.iter().map(|action| problem.action_line(action)).collect();
            self.board.replay(&lines.join("\n")).ok().filter(|replay| replay.solved).map(|replay| replay.cost)
        });
        Run {
            cost: report.plan().map(|plan| plan.cost),
            optimal: report.is_optimal(),
            unsolvable: matches!(report.outcome, Outcome::Unsolvable),
            replayed,
        }
    }
}

/// Asserts that an algorithm with a heuristic finds and proves this optimal cost, or that there is no solution.
pub fn assert_optimal<B: Board>(board: &B, algorithm: Algorithm, heuristic: &'static str, cost: Option<u32>) {
    assert_optimal_on(Threads::new(1), board, algorithm, heuristic, cost);
}

/// The same on several threads.
pub fn assert_optimal_on<B: Board>(
    threads: Threads,
    board: &B,
    algorithm: Algorithm,
    heuristic: &'static str,
    cost: Option<u32>,
) {
    let run = board.compile(RunWith { board, algorithm, heuristic, threads });
    let message = format!("{} with {heuristic}, {threads:?}: {run:?}, expected {cost:?}", algorithm.info().name);
    assert_eq!(run.cost, cost, "{message}");
    assert_eq!(run.replayed, cost, "{message}");
    assert_eq!(run.unsolvable, cost.is_none(), "{message}");
    assert_eq!(run.optimal, cost.is_some(), "{message}");
}

/// All algorithms that find optimal plans, for problems with or without unit costs.
pub fn optimal_algorithms(equal_costs: bool) -> impl Iterator<Item = Algorithm> {
    let is_optimal = move |optimality| match optimality {
        Optimality::Always => true,
        Optimality::EqualCosts => equal_costs,
        Optimality::Bounded | Optimality::Never => false,
    };
    let optimal = ALGORITHMS.iter().filter(move |info| is_optimal(info.optimality));
    optimal.filter_map(|info| Algorithm::named(info.name))
}
