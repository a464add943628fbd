//! Small graphs as problems, and their true costs.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use pathmax::{Algorithm, Cost, Outcome, Problem, Report, Table, Ties, Weight};

/// A directed graph with costs. Actions are edges: (number of the edge, its target).
#[derive(Clone, Debug)]
pub struct Graph {
    pub edges: Vec<Vec<(u16, Cost)>>,
    pub goals: Vec<bool>,
}

impl Problem for Graph {
    type State = u16;
    type Action = (usize, u16);

    fn start(&self) -> u16 {
        0
    }

    fn actions<B>(&self, state: &u16, visit: impl FnMut((usize, u16)) -> ControlFlow<B>) -> ControlFlow<B> {
        self.edges[usize::from(*state)].iter().enumerate().map(|(i, (to, _))| (i, *to)).try_for_each(visit)
    }

    fn apply(&self, _: &u16, action: &(usize, u16)) -> u16 {
        action.1
    }

    fn is_goal(&self, state: &u16) -> bool {
        self.goals[usize::from(*state)]
    }

    fn cost(&self, state: &u16, action: &(usize, u16)) -> Cost {
        self.edges[usize::from(*state)][action.0].1
    }
}

impl Graph {
    /// The cost from every state to the nearest goal, by relaxing all edges until nothing changes (Bellman-Ford).
    pub fn true_costs(&self) -> Vec<Option<u64>> {
        self.settle(u64::from)
    }

    /// The same for graphs whose costs are known to be small.
    pub fn small_costs(&self) -> Vec<Option<Cost>> {
        self.true_costs().into_iter().map(|cost| cost.map(|cost| cost.try_into().expect("a small cost"))).collect()
    }

    /// The fewest actions from the start to a goal.
    pub fn fewest_actions(&self) -> Option<u64> {
        self.settle(|_| 1)[0]
    }

    fn settle(&self, weigh: impl Fn(Cost) -> u64) -> Vec<Option<u64>> {
        let mut costs: Vec<Option<u64>> = self.goals.iter().map(|goal| goal.then_some(0)).collect();
        loop {
            let before = costs.clone();
            for (from, edges) in self.edges.iter().enumerate() {
                for (to, cost) in edges {
                    let through = costs[usize::from(*to)].map(|rest| rest + weigh(*cost));
                    costs[from] = [costs[from], through].into_iter().flatten().min();
                }
            }
            if costs == before {
                return costs;
            }
        }
    }

    /// The states that can be reached from the start without passing a goal.
    pub fn reachable(&self) -> BTreeSet<u16> {
        let mut reachable = BTreeSet::from([0]);
        loop {
            let inner = reachable.iter().filter(|&&state| !self.goals[usize::from(state)]);
            let next: Vec<u16> = inner.flat_map(|&state| &self.edges[usize::from(state)]).map(|(to, _)| *to).collect();
            let before = reachable.len();
            reachable.extend(next);
            if reachable.len() == before {
                return reachable;
            }
        }
    }

    /// Follows a plan edge by edge. Panics if it does not lead to a goal at its cost.
    pub fn follow(&self, report: &Report<(usize, u16)>) -> Cost {
        let plan = report.plan().expect("a plan to follow");
        let (mut state, mut cost) = (0, 0);
        for (i, to) in &plan.actions {
            let edge = self.edges[usize::from(state)][*i];
            assert_eq!(edge.0, *to);
            (state, cost) = (edge.0, cost + edge.1);
        }
        assert!(self.goals[usize::from(state)], "the plan ends at a goal");
        assert_eq!(cost, plan.cost);
        cost
    }
}

/// The algorithms that find an optimal plan, with all their settings.
pub const OPTIMAL: &[Algorithm] = &[
    Algorithm::A_STAR,
    Algorithm::AStar { pathmax: true, reopen: true, ties: None },
    Algorithm::AStar { pathmax: false, reopen: true, ties: Some(Ties::HigherG) },
    Algorithm::AStar { pathmax: true, reopen: true, ties: Some(Ties::LowerG) },
    Algorithm::AStar { pathmax: false, reopen: true, ties: Some(Ties::FirstIn) },
    Algorithm::AStar { pathmax: true, reopen: true, ties: Some(Ties::LastIn) },
    Algorithm::PARTIAL_A_STAR,
    Algorithm::PartialAStar { pathmax: true, ties: None },
    Algorithm::PartialAStar { pathmax: false, ties: Some(Ties::FirstIn) },
    Algorithm::UNIFORM_COST,
    Algorithm::UniformCost { ties: Some(Ties::FirstIn) },
    Algorithm::UniformCost { ties: Some(Ties::LastIn) },
    Algorithm::ida_star(Table::Unbounded),
    Algorithm::ida_star(Table::Bytes(0)),
    Algorithm::ida_star(Table::Off),
    Algorithm::IdaStar { table: Table::Unbounded, pathmax: true },
    Algorithm::IdaStar { table: Table::Bytes(0), pathmax: true },
    Algorithm::IdaStar { table: Table::Off, pathmax: true },
];

/// The algorithms that find a plan with the fewest actions.
pub const SHORTEST: &[Algorithm] = &[
    Algorithm::BreadthFirst,
    Algorithm::IterativeDeepening { depth_limit: None, table: Table::Unbounded },
    Algorithm::IterativeDeepening { depth_limit: None, table: Table::Off },
];

/// Best-first searches that drop cheaper paths to expanded states; by cost, so that they prove a plan optimal if they can.
pub fn without_reopening() -> Vec<Algorithm> {
    labelled(&[
        "astar:no-reopen",
        "astar:pathmax:no-reopen",
        "astar:no-reopen:lower-g",
        "astar:pathmax:no-reopen:first-in",
        "astar:no-reopen:last-in",
        "weighted-astar:1.337:no-reopen",
        "weighted-astar:5:pathmax:no-reopen:first-in",
    ])
}

/// Algorithms by their labels.
pub fn labelled(labels: &[&str]) -> Vec<Algorithm> {
    labels.iter().map(|label| label.parse().expect("a label")).collect()
}

/// The algorithms that find any plan.
pub fn others() -> Vec<Algorithm> {
    let mut others = labelled(&[
        "greedy:pathmax",
        "greedy:first-in",
        "greedy:pathmax:last-in",
        "weighted-astar:1.337:pathmax",
        "weighted-astar:5:lower-g",
        "weighted-astar:2:first-in",
    ]);
    others.extend(without_reopening());
    others.extend([
        Algorithm::GREEDY,
        Algorithm::DepthFirst { depth_limit: None },
        Algorithm::weighted_a_star(Weight::new(1.337).expect("a weight")),
        Algorithm::weighted_a_star(Weight::new(5.0).expect("a weight")),
    ]);
    others
}

/// Every algorithm with every setting above.
pub fn all() -> Vec<Algorithm> {
    [OPTIMAL, SHORTEST, &others()].concat()
}

pub fn is_unsolvable<A>(report: &Report<A>) -> bool {
    matches!(report.outcome, Outcome::Unsolvable)
}
