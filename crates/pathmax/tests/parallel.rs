//! Searches on several threads, compared with Bellman-Ford. All of them start their threads before the first expansion.

use std::ops::ControlFlow;

use crate::random_graphs::{admissible_values, draws, graphs};
use crate::support::{Graph, is_unsolvable};
use pathmax::{
    Algorithm, Claims, Cost, Heuristic, MAX_COST, Outcome, Problem, Report, Search, StopReason, Threads, Weight,
};
use proptest::prelude::*;

pub const WORKERS: [usize; 3] = [1, 2, 3];

/// A heuristic with one value per state.
#[derive(Clone)]
pub struct Values {
    claims: Claims,
    values: Vec<Option<Cost>>,
}

impl Values {
    pub fn new(claims: Claims, values: impl IntoIterator<Item = Option<Cost>>) -> Self {
        Values { claims, values: values.into_iter().collect() }
    }
}

impl Heuristic<u16> for Values {
    fn evaluate(&mut self, state: &u16) -> Option<Cost> {
        self.values[usize::from(*state)]
    }

    fn claims(&self) -> Claims {
        self.claims
    }

    fn bytes(&self) -> usize {
        self.values.len() * size_of::<Option<Cost>>()
    }
}

fn run(search: Search, workers: usize, graph: &Graph, values: &Values) -> Report<(usize, u16)> {
    let report = search.threads(Threads::new(workers).after(0)).heuristic(values.clone()).run(graph);
    let layers = &report.statistics.layers;
    assert_eq!(layers.iter().map(|layer| layer.expanded).sum::<u64>(), report.statistics.expanded);
    report
}

const OPTIMAL: [Algorithm; 4] = [
    Algorithm::A_STAR,
    Algorithm::AStar { pathmax: true, reopen: true, ties: None },
    Algorithm::PARTIAL_A_STAR,
    Algorithm::UNIFORM_COST,
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn any_number_of_workers_finds_and_proves_the_best_cost(graph in graphs(), draws in draws()) {
        let truth = graph.small_costs()[0];
        let values = Values::new(Claims::ADMISSIBLE, admissible_values(&graph, &draws));
        for (algorithm, workers) in OPTIMAL.into_iter().flat_map(|algorithm| WORKERS.map(|workers| (algorithm, workers))) {
            let report = run(Search::new(algorithm), workers, &graph, &values);
            match truth {
                Some(best) => {
                    prop_assert_eq!(graph.follow(&report), best, "{:?}, {}", algorithm, workers);
                    prop_assert!(report.is_optimal() && report.bound == Some(best), "{algorithm:?}, {workers}: {report:?}");
                }
                None => prop_assert!(is_unsolvable(&report), "{algorithm:?}, {workers}: {report:?}"),
            }
        }
    }

    #[test]
    fn weights_and_heuristics_without_claims_prove_nothing_false(graph in graphs(), draws in draws(), weight in 1.0..3.0) {
        let truth = graph.small_costs()[0];
        let weight = Weight::new(weight).unwrap();
        let admissible = Values::new(Claims::ADMISSIBLE, admissible_values(&graph, &draws));
        let wild = Values::new(Claims::NONE, draws.iter().map(|draw| (draw % 3 != 0).then_some(*draw)));
        for workers in WORKERS {
            for algorithm in [Algorithm::weighted_a_star(weight), Algorithm::default(), Algorithm::PARTIAL_A_STAR] {
                for values in [&admissible, &wild] {
                    let report = run(Search::new(algorithm), workers, &graph, values);
                    let Some(best) = truth else {
                        prop_assert!(is_unsolvable(&report), "{algorithm:?}, {workers}: {report:?}");
                        continue;
                    };
                    let cost = graph.follow(&report);
                    prop_assert!(report.bound <= Some(best) && best <= cost, "{algorithm:?}, {workers}: {report:?}, best {best}");
                    if values.claims.admissible {
                        let most = weight.value() * f64::from(best) + 1e-9;
                        prop_assert!(f64::from(cost) <= most, "{algorithm:?}, {workers}: {report:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_bound_of_a_stopped_search_holds(graph in graphs(), draws in draws(), limit in 0u64..12, weight in 1.0..3.0) {
        let truth = graph.small_costs()[0];
        let weighted = Algorithm::weighted_a_star(Weight::new(weight).unwrap());
        let admissible = Values::new(Claims::ADMISSIBLE, admissible_values(&graph, &draws));
        let wild = Values::new(Claims::NONE, draws.iter().map(|draw| (draw % 3 != 0).then_some(*draw)));
        for workers in WORKERS {
            for (algorithm, values) in [
                (weighted, &admissible),
                (Algorithm::default(), &admissible),
                (Algorithm::PARTIAL_A_STAR, &admissible),
                (Algorithm::PARTIAL_A_STAR, &wild),
                (weighted, &wild),
            ] {
                let report = run(Search::new(algorithm).expansion_limit(limit), workers, &graph, values);
                prop_assert!(report.statistics.expanded <= limit);
                if let Outcome::Stopped { reason, .. } = report.outcome {
                    prop_assert_eq!((reason, report.statistics.expanded), (StopReason::Expansions, limit));
                }
                if let Some(best) = truth {
                    prop_assert!(report.bound <= Some(best), "{algorithm:?}, {workers}: {report:?}, best {best}");
                    prop_assert!(report.plan().is_none() || graph.follow(&report) >= best);
                    prop_assert!(!is_unsolvable(&report));
                }
            }
        }
    }
}

/// Random costs, the same ones every time.
fn large_graph(size: u16, seed: u64) -> Graph {
    let mut random = seed;
    let mut next = |below: u32| {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((random >> 33) % u64::from(below)) as u32
    };
    let edges = (0..size).map(|_| (0..4).map(|_| (next(size.into()) as u16, next(20))).collect()).collect();
    Graph { edges, goals: (0..size).map(|state| state == size - 1).collect() }
}

#[test]
fn large_graphs_take_many_batches_and_have_the_same_cost() {
    for seed in 0..4 {
        let graph = large_graph(20_000, seed);
        let truth = graph.small_costs();
        let best = truth[0];
        // Inconsistent: far below the true cost in every other state.
        let values = (0..).zip(&truth).map(|(i, cost)| cost.map(|cost| if i % 2 == 0 { cost } else { cost / 4 }));
        let values = Values::new(Claims::ADMISSIBLE, values);
        for workers in WORKERS {
            for after in [0, 10, 1000] {
                let threads = Threads::new(workers).after(after);
                for algorithm in OPTIMAL {
                    let report = Search::new(algorithm).threads(threads).heuristic(values.clone()).run(&graph);
                    assert_eq!(report.plan().map(|_| graph.follow(&report)), best, "seed {seed}, {threads:?}");
                    assert!(
                        best.is_none() || report.is_optimal(),
                        "seed {seed}, {threads:?}, {algorithm:?}, {best:?}, bound {:?}",
                        report.bound
                    );
                }
                let blind = Search::new(Algorithm::UNIFORM_COST).threads(threads).run(&graph);
                let (one, many) = (blind.statistics.peak_stored, graph.reachable().len());
                assert!(one <= many, "no state is stored twice: {one} of {many}");
            }
        }
    }
}

#[test]
fn each_state_is_stored_by_one_worker() {
    let graph = Graph { goals: vec![false; 20_000], ..large_graph(20_000, 5) };
    let reachable = graph.reachable().len();
    for workers in [2, 3] {
        for after in [0, 10, 1000, 30_000] {
            let search = Search::new(Algorithm::UNIFORM_COST);
            let report = search.threads(Threads::new(workers).after(after)).run(&graph);
            assert!(is_unsolvable(&report));
            // Every generated state is new or a duplicate; the start is not generated.
            let statistics = &report.statistics;
            assert_eq!(statistics.generated, statistics.duplicates + reachable as u64 - 1, "after {after}");
            assert_eq!(
                (report.statistics.threads, report.statistics.peak_stored),
                (workers, reachable),
                "after {after}"
            );
        }
    }
}

/// An infinite binary tree with one goal.
struct InfiniteTree;

impl Problem for InfiniteTree {
    type State = u64;
    type Action = u64;

    fn start(&self) -> u64 {
        1
    }

    fn actions<B>(&self, _: &u64, visit: impl FnMut(u64) -> ControlFlow<B>) -> ControlFlow<B> {
        [0, 1].into_iter().try_for_each(visit)
    }

    fn apply(&self, state: &u64, action: &u64) -> u64 {
        state.wrapping_mul(2).wrapping_add(*action)
    }

    fn is_goal(&self, state: &u64) -> bool {
        *state == 1000
    }
}

#[test]
fn a_goal_that_one_worker_finds_ends_the_others() {
    for algorithm in OPTIMAL {
        for workers in [2, 3] {
            let search = Search::new(algorithm).expansion_limit(200_000);
            let report = search.threads(Threads::new(workers).after(10)).run(&InfiniteTree);
            assert_eq!(report.plan().map(|plan| plan.cost), Some(9), "{algorithm:?}");
            let is_solved = matches!(report.outcome, Outcome::Solved(_));
            assert!(is_solved && report.is_optimal(), "{algorithm:?}: {:?}", report.outcome);
        }
    }
}

#[test]
fn a_search_that_ends_early_is_the_same_as_on_one_thread() {
    let graph = large_graph(2000, 7);
    let search = Search::new(Algorithm::UNIFORM_COST);
    let mut alone = search.clone().run(&graph);
    let mut many = search.threads(Threads::new(3).after(alone.statistics.generated + 1)).run(&graph);
    (alone.statistics.elapsed, many.statistics.elapsed) = Default::default();
    assert_eq!(alone, many);
    assert_eq!(alone.statistics.threads, 1);
}

#[test]
fn a_start_that_is_a_goal_and_costs_too_large_to_represent() {
    let graph = |edges: &[&[(u16, Cost)]], goal: u16| Graph {
        edges: edges.iter().map(|edges| edges.to_vec()).collect(),
        goals: (0..edges.len() as u16).map(|state| state == goal).collect(),
    };
    for workers in WORKERS {
        let run =
            |graph: &Graph| Search::new(Algorithm::UNIFORM_COST).threads(Threads::new(workers).after(0)).run(graph);
        let trivial = run(&graph(&[&[(0, 1)]], 0));
        assert_eq!(trivial.plan().map(|plan| (plan.actions.len(), plan.cost)), Some((0, 0)));
        let expensive = run(&graph(&[&[(1, MAX_COST)], &[(2, 1)], &[]], 2));
        assert!(matches!(expensive.outcome, Outcome::Stopped { reason: StopReason::Cost, .. }), "{expensive:?}");
        let representable = run(&graph(&[&[(1, MAX_COST - 1)], &[(2, 1)], &[]], 2));
        assert_eq!(representable.plan().map(|plan| plan.cost), Some(MAX_COST));
    }
}
