//! Every algorithm against a textbook version of itself: the same states expanded in the same order, the same done with each of
//! their successors, the same cost, the same bound, whatever the expansion limit.
//!
//! The textbook versions are written for clarity: hash maps, linear scans for the next entry, recursion. They share nothing
//! with the engine but the specification.

mod best_first;
mod blind;
mod deepening;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Duration;

use crate::support::Graph;
use pathmax::{
    Algorithm, Claims, Cost, Expansion, Fate, Heuristic, Observer, Outcome, Problem, Report, Search, StopReason,
    Successor, Table, Weight,
};
use proptest::prelude::*;
use proptest::sample::select;

/// What a search did and found.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Course {
    /// The expanded states with g and h, in order.
    pub expanded: Vec<(u16, Cost, Cost)>,
    /// The successors of each of them with g, in the order of the edges, and what became of them.
    pub successors: Vec<Vec<(u16, Cost, Fate)>>,
    pub ended: Ended,
    /// The cost of the plan.
    pub cost: Option<Cost>,
    pub bound: Option<Cost>,
    pub counts: Counts,
}

/// What a search counts.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub generated: u64,
    /// Generated states that were known already.
    pub duplicates: u64,
    pub reopened: u64,
    pub start_h: Option<Cost>,
    /// Expansions by f; by g for searches without a heuristic, by the threshold for deepening ones.
    pub layers: BTreeMap<Cost, u64>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ended {
    Solved,
    #[default]
    Unsolvable,
    Stopped(StopReason),
}

/// The reason why a search does not go on.
pub type Halt = StopReason;

impl Course {
    /// Counts an expansion, unless the limit forbids it.
    pub fn expand(&mut self, state: u16, g: Cost, h: Cost, layer: Cost, limit: usize) -> Result<(), Halt> {
        if self.expanded.len() >= limit {
            return Err(StopReason::Expansions);
        }
        self.expanded.push((state, g, h));
        self.successors.push(Vec::new());
        *self.counts.layers.entry(layer).or_default() += 1;
        Ok(())
    }

    /// Records what became of the next successor of the state under expansion.
    pub fn record(&mut self, state: u16, g: Cost, fate: Fate) {
        self.successors.last_mut().unwrap().push((state, g, fate));
    }
}

/// The heuristic of a test: one value per state.
#[derive(Clone, Debug)]
pub struct Values {
    pub claims: Claims,
    pub values: Vec<Option<Cost>>,
}

impl Values {
    pub fn of(&self, state: u16) -> Option<Cost> {
        self.values[usize::from(state)]
    }

    /// Lower bound on the cost of a plan through a state.
    pub fn lower_bound(&self, g: Cost, h: Cost) -> Cost {
        if self.claims.admissible { g + h } else { g }
    }

    /// The same for a search that uses no heuristic.
    pub fn null(&self) -> Values {
        Values { claims: Claims::CONSISTENT, values: vec![Some(0); self.values.len()] }
    }
}

impl Heuristic<u16> for Values {
    fn evaluate(&mut self, state: &u16) -> Option<Cost> {
        self.of(*state)
    }

    fn claims(&self) -> Claims {
        self.claims
    }
}

/// The same values, computed no further than a search asks for: any bound above that will do.
struct Lazy<'v>(&'v Values);

impl Heuristic<u16> for Lazy<'_> {
    fn evaluate(&mut self, state: &u16) -> Option<Cost> {
        self.0.of(*state)
    }

    fn evaluate_up_to(&mut self, state: &u16, enough: Cost) -> Option<Cost> {
        self.0.of(*state).map(|value| value.min(enough.saturating_add(1)))
    }

    fn evaluate_child(&mut self, parent: &u16, parent_value: Cost, child: &u16, enough: Cost) -> Option<Cost> {
        assert_eq!(self.0.of(*parent), Some(parent_value));
        self.evaluate_up_to(child, enough)
    }

    fn claims(&self) -> Claims {
        self.0.claims
    }
}

/// A graph whose edges all cost 1, and that says so.
struct UnitCosts<'g>(&'g Graph);

impl Problem for UnitCosts<'_> {
    type State = u16;
    type Action = (usize, u16);

    fn start(&self) -> u16 {
        self.0.start()
    }

    fn actions<B>(&self, state: &u16, visit: impl FnMut((usize, u16)) -> ControlFlow<B>) -> ControlFlow<B> {
        self.0.actions(state, visit)
    }

    fn apply(&self, state: &u16, action: &(usize, u16)) -> u16 {
        self.0.apply(state, action)
    }

    fn is_goal(&self, state: &u16) -> bool {
        self.0.is_goal(state)
    }

    fn unit_costs(&self) -> bool {
        true
    }
}

#[derive(Default)]
struct Recorder {
    expanded: Vec<(u16, Cost, Cost)>,
    /// The number of each successor as well.
    successors: Vec<Vec<(usize, u16, Cost, Fate)>>,
}

impl Recorder {
    /// The successors in the order of the edges. Those that are generated are the first ones, each reported once.
    fn successors_in_order(&mut self) -> Vec<Vec<(u16, Cost, Fate)>> {
        let in_order = |mut successors: Vec<(usize, u16, Cost, Fate)>| {
            successors.sort_by_key(|successor| successor.0);
            assert!(successors.iter().map(|successor| successor.0).eq(0..successors.len()));
            successors.into_iter().map(|(_, state, g, fate)| (state, g, fate)).collect()
        };
        std::mem::take(&mut self.successors).into_iter().map(in_order).collect()
    }
}

impl Observer<u16> for Recorder {
    fn wants_expansions(&self) -> bool {
        true
    }

    fn expansion(&mut self, expansion: Expansion<'_, u16>) -> ControlFlow<()> {
        assert_eq!(expansion.order as usize, self.expanded.len());
        self.expanded.push((*expansion.state, expansion.g, expansion.h));
        self.successors.push(Vec::new());
        ControlFlow::Continue(())
    }

    fn wants_successors(&self) -> bool {
        true
    }

    fn successor(&mut self, successor: Successor<'_, u16>) {
        let Successor { number, state, g, fate, .. } = successor;
        self.successors.last_mut().unwrap().push((number, *state, g, fate));
    }
}

/// What the engine does.
fn course(graph: &Graph, values: &Values, algorithm: Algorithm, limit: usize) -> Course {
    let mut recorder = Recorder::default();
    let search = Search::new(algorithm).expansion_limit(limit as u64);
    let report: Report<_> = search.heuristic(values.clone()).observe(&mut recorder).run(graph);
    if matches!(algorithm, Algorithm::IdaStar { .. } | Algorithm::IterativeDeepening { .. }) {
        let search = Search::new(algorithm).expansion_limit(limit as u64);
        assert_same(&report, &search.heuristic(Lazy(values)).run(graph));
    }
    let ended = match report.outcome {
        Outcome::Solved(_) => Ended::Solved,
        Outcome::Unsolvable => Ended::Unsolvable,
        Outcome::Stopped { reason, .. } => Ended::Stopped(reason),
    };
    assert_eq!(report.statistics.expanded as usize, recorder.expanded.len());
    let cost = report.plan().map(|_| graph.follow(&report));
    let statistics = report.statistics;
    let counts = Counts {
        generated: statistics.generated,
        duplicates: statistics.duplicates,
        reopened: statistics.reopened,
        start_h: statistics.start_h,
        layers: statistics.layers.iter().map(|layer| (layer.f, layer.expanded)).collect(),
    };
    let successors = recorder.successors_in_order();
    Course { expanded: recorder.expanded, successors, ended, cost, bound: report.bound, counts }
}

/// A search does the same whether it is observed or not, and however its values are computed. Memory may differ.
fn assert_same(observed: &Report<(usize, u16)>, unobserved: &Report<(usize, u16)>) {
    assert_eq!(unobserved.outcome, observed.outcome);
    assert_eq!(unobserved.bound, observed.bound);
    let [observed, unobserved] = [observed, unobserved].map(|report| {
        let mut statistics = report.statistics.clone();
        (statistics.elapsed, statistics.peak_memory) = (Duration::ZERO, 0);
        statistics
    });
    assert_eq!(unobserved, observed);
}

/// What the textbook does.
fn textbook(graph: &Graph, values: &Values, algorithm: Algorithm, limit: usize) -> Course {
    let null = values.null();
    let mut course = match algorithm {
        Algorithm::UniformCost { .. } => best_first::run(graph, &null, algorithm, limit),
        Algorithm::BreadthFirst => blind::breadth_first(graph, limit),
        Algorithm::DepthFirst { depth_limit } => blind::depth_first(graph, depth_limit, limit),
        Algorithm::IterativeDeepening { depth_limit, table } => {
            let most_depth = Some(depth_limit.unwrap_or(u32::MAX));
            deepening::run(graph, &null, (most_depth, false), table != Table::Off, limit)
        }
        Algorithm::IdaStar { table, pathmax } => {
            deepening::run(graph, values, (None, pathmax), table != Table::Off, limit)
        }
        _ => best_first::run(graph, values, algorithm, limit),
    };
    course.bound = match course.ended {
        Ended::Unsolvable => None,
        _ => course.bound.map(|bound| bound.min(course.cost.unwrap_or(Cost::MAX))),
    };
    course
}

fn label(parts: &[&str]) -> Algorithm {
    parts.concat().parse().expect("a label")
}

fn algorithms() -> Vec<Algorithm> {
    let mut algorithms = vec![
        Algorithm::A_STAR,
        Algorithm::AStar { pathmax: true, reopen: true, ties: None },
        Algorithm::PARTIAL_A_STAR,
        Algorithm::UNIFORM_COST,
        Algorithm::GREEDY,
        Algorithm::BreadthFirst,
        Algorithm::DepthFirst { depth_limit: None },
        Algorithm::ida_star(Table::Unbounded),
        Algorithm::ida_star(Table::Off),
        Algorithm::IterativeDeepening { depth_limit: None, table: Table::Unbounded },
        Algorithm::IterativeDeepening { depth_limit: None, table: Table::Off },
    ];
    algorithms.extend([1.0, 1.25, 1.5, 7.0].map(|weight| Algorithm::weighted_a_star(Weight::new(weight).unwrap())));
    // Every setting of a best-first search with every other.
    for ties in ["", ":higher-g", ":lower-g", ":first-in", ":last-in"] {
        for pathmax in ["", ":pathmax"] {
            for reopening in ["", ":no-reopen"] {
                let names = ["astar", "weighted-astar:1.5", "weighted-astar:7"];
                algorithms.extend(names.map(|name| label(&[name, pathmax, reopening, ties])));
            }
            if !ties.ends_with("-g") {
                algorithms.extend(["partial-astar", "greedy"].map(|name| label(&[name, pathmax, ties])));
                algorithms.push(label(&["ucs", ties]));
            }
        }
    }
    algorithms.extend(["idastar:pathmax", "idastar:off:pathmax"].map(|name| label(&[name])));
    for depth_limit in [0, 1, 2, 4].map(Some) {
        algorithms.push(Algorithm::DepthFirst { depth_limit });
        algorithms.push(Algorithm::IterativeDeepening { depth_limit, table: Table::Unbounded });
        algorithms.push(Algorithm::IterativeDeepening { depth_limit, table: Table::Off });
    }
    algorithms
}

fn graphs() -> impl Strategy<Value = Graph> {
    (1usize..9, select(vec![2u32, 4, 12]), select(vec![0.0, 0.1, 0.25])).prop_flat_map(|(size, dearest, goals)| {
        let edges = prop::collection::vec(prop::collection::vec((0..size as u16, 0..dearest), 0..4), size);
        let goals = prop::collection::vec(prop::bool::weighted(goals), size);
        (edges, goals).prop_map(|(mut edges, goals): (Vec<Vec<(u16, Cost)>>, _)| {
            // Plans take the cheapest of parallel edges, whichever of them a search followed: one will do here.
            for edges in &mut edges {
                edges.sort_by_key(|(to, _)| *to);
                edges.dedup_by_key(|(to, _)| *to);
                edges.sort_by_key(|(to, cost)| (to + *cost as u16) % 3);
            }
            Graph { edges, goals }
        })
    })
}

/// Values of both kinds: wrong ones without claims, and admissible ones that recognise dead ends or not.
fn heuristics(graph: &Graph, draws: &[u32]) -> [Values; 2] {
    let wrong = draws.iter().map(|draw| Some(draw % 20)).collect();
    let truth = graph.small_costs();
    let admissible = truth.iter().zip(draws).map(|(truth, draw)| match truth {
        Some(truth) => Some(draw % (truth + 1)),
        None => (draw % 2 == 0).then_some(draw % 9),
    });
    [
        Values { claims: Claims::NONE, values: wrong },
        Values { claims: Claims::ADMISSIBLE, values: admissible.collect() },
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    /// Where every action costs 1, goals are recognised one layer earlier and bounds are one higher.
    #[test]
    fn unit_costs_save_a_layer(graph in graphs(), limit in 0usize..25) {
        let mut graph = graph;
        graph.edges.iter_mut().flatten().for_each(|(_, cost)| *cost = 1);
        for limit in [limit, 100_000] {
            let search = Search::new(Algorithm::BreadthFirst).expansion_limit(limit as u64);
            let mut recorder = Recorder::default();
            let report = search.observe(&mut recorder).run(&UnitCosts(&graph));
            let (expanded, bound) = blind::breadth_first_with_unit_costs(&graph, limit);
            prop_assert_eq!((recorder.expanded, report.bound), (expanded, bound), "at most {} expansions", limit);
            let fewest = graph.fewest_actions();
            prop_assert!(report.plan().is_none_or(|plan| Some(u64::from(plan.cost)) == fewest && report.is_optimal()));
            for depth_limit in [None, Some(1), Some(3)] {
                for table in [Table::Unbounded, Table::Off] {
                    let deepening = Algorithm::IterativeDeepening { depth_limit, table };
                    let report = Search::new(deepening).expansion_limit(limit as u64).run(&UnitCosts(&graph));
                    let bound = report.bound.map(u64::from);
                    prop_assert!(fewest.is_none() || bound <= fewest, "{report:?}");
                    match report.outcome {
                        Outcome::Solved(_) => prop_assert!(report.is_optimal() && bound == fewest),
                        Outcome::Unsolvable => prop_assert_eq!(fewest, None),
                        Outcome::Stopped { reason: StopReason::Depth, .. } => {
                            prop_assert_eq!(report.bound, depth_limit.map(|limit| limit + 1));
                        }
                        Outcome::Stopped { .. } => {}
                    }
                }
                let report = Search::new(Algorithm::DepthFirst { depth_limit }).run(&UnitCosts(&graph));
                if let Outcome::Stopped { reason, .. } = report.outcome {
                    prop_assert_eq!(reason, StopReason::Depth);
                    prop_assert_eq!(report.bound, depth_limit.map(|limit| limit + 1));
                }
            }
        }
    }

    #[test]
    fn searches_do_what_the_textbook_says(
        graph in graphs(), draws in prop::collection::vec(0u32..1000, 8), limit in 0usize..25
    ) {
        for values in heuristics(&graph, &draws) {
            for algorithm in algorithms() {
                for limit in [limit, 100_000] {
                    let (course, textbook) =
                        (course(&graph, &values, algorithm, limit), textbook(&graph, &values, algorithm, limit));
                    prop_assert_eq!(course, textbook, "{:?}, {:?}, at most {} expansions", algorithm, values, limit);
                }
            }
        }
    }
}
