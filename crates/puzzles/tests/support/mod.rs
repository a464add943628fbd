//! Running any algorithm with any heuristic on any instance.

use pathmax::{ALGORITHMS, Algorithm, Optimality, Outcome, Search, Threads};
use pathmax_puzzles::{Instance, Puzzle, Visitor};

/// What a search of an instance gave.
#[derive(Debug)]
pub struct Run {
    pub cost: Option<u32>,
    pub optimal: bool,
    pub unsolvable: bool,
    /// What the replay of the plan costs, if it reaches the goal.
    pub replayed: Option<u32>,
}

/// Runs an algorithm with a heuristic.
pub struct RunWith {
    pub algorithm: Algorithm,
    pub heuristic: &'static str,
    pub threads: Threads,
}

impl Visitor for RunWith {
    type Output = Run;

    fn visit<P: Puzzle>(self, puzzle: &P) -> Run {
        let heuristic = puzzle.heuristic(self.heuristic).expect("a heuristic of the puzzle");
        let report = Search::new(self.algorithm).run_on(self.threads, puzzle, heuristic, &mut ());
        let replayed = report.plan().and_then(|plan| {
            let lines: Vec<_> = plan.actions.iter().map(|action| puzzle.action_line(action)).collect();
            puzzle.replay(&lines.join("\n")).ok().filter(|replay| replay.solved).map(|replay| replay.cost)
        });
        Run {
            cost: report.plan().map(|plan| plan.cost),
            optimal: report.is_optimal(),
            unsolvable: matches!(report.outcome, Outcome::Unsolvable),
            replayed,
        }
    }
}

/// Asserts that an algorithm with a heuristic finds and proves this cost, or that there is none.
pub fn assert_best(instance: &Instance, algorithm: Algorithm, heuristic: &'static str, best: Option<u32>) {
    assert_best_on(Threads::new(1), instance, algorithm, heuristic, best);
}

/// The same on several threads.
pub fn assert_best_on(
    threads: Threads,
    instance: &Instance,
    algorithm: Algorithm,
    heuristic: &'static str,
    best: Option<u32>,
) {
    let run = instance.accept(RunWith { algorithm, heuristic, threads });
    let what = format!("{} with {heuristic}, {threads:?}: {run:?}, best {best:?}", algorithm.info().name);
    assert_eq!(run.cost, best, "{what}");
    assert_eq!(run.replayed, best, "{what}");
    assert_eq!(run.unsolvable, best.is_none(), "{what}");
    assert_eq!(run.optimal, best.is_some(), "{what}");
}

/// Every algorithm that finds cheapest plans, where all actions cost the same or where they need not.
pub fn optimal_algorithms(equal_costs: bool) -> impl Iterator<Item = Algorithm> {
    let is_optimal = move |optimality| match optimality {
        Optimality::Always => true,
        Optimality::EqualCosts => equal_costs,
        Optimality::Bounded | Optimality::Never => false,
    };
    let optimal = ALGORITHMS.iter().filter(move |info| is_optimal(info.optimality));
    optimal.filter_map(|info| Algorithm::named(info.name))
}
