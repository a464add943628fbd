//! Every algorithm against the plainest computation of the truth, on random graphs with all that is nasty about them:
//! edges that cost nothing, cycles, several goals or none, heuristics that are inconsistent, wrong, or see dead ends.

use crate::support::{Graph, OPTIMAL, SHORTEST, all, is_unsolvable};
use pathmax::{Algorithm, Cancel, Claims, Cost, Limits, Outcome, Search, Space, heuristic_fn};
use proptest::prelude::*;

pub fn graphs() -> impl Strategy<Value = Graph> {
    (2usize..9).prop_flat_map(|size| {
        let edge = (0..size as u16, 0u32..5);
        let edges = prop::collection::vec(prop::collection::vec(edge, 0..4), size);
        let goals = prop::collection::vec(prop::bool::weighted(0.15), size);
        (edges, goals).prop_map(|(edges, goals)| Graph { edges, goals })
    })
}

/// Numbers from which a test makes estimates.
pub fn whims() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(0u32..1000, 9)
}

/// Somewhere between 0 and the truth, state by state: admissible, and as inconsistent as it gets. Dead ends are seen or not.
pub fn underestimates(graph: &Graph, whims: &[u32]) -> Vec<Option<Cost>> {
    let truth = graph.small_costs().into_iter().zip(whims);
    truth
        .map(|(truth, whim)| truth.map_or((whim % 2 == 0).then_some(whim % 7), |truth| Some(whim % (truth + 1))))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn optimal_algorithms_find_and_prove_the_best_cost(graph in graphs(), whims in whims()) {
        let truth = graph.small_costs()[0];
        let estimates = underestimates(&graph, &whims);
        for &algorithm in OPTIMAL {
            let h = heuristic_fn(Claims::ADMISSIBLE, |state: &u16| estimates[usize::from(*state)]);
            let report = Search::new(algorithm).run(&graph, h);
            match truth {
                Some(best) => {
                    prop_assert_eq!(graph.follow(&report), best, "{:?}", algorithm);
                    prop_assert!(report.is_optimal() && report.bound == best, "{algorithm:?} {report:?}");
                }
                None => prop_assert!(is_unsolvable(&report), "{algorithm:?} {report:?}"),
            }
        }
    }

    #[test]
    fn a_space_knows_every_state_every_action_and_every_cost(graph in graphs()) {
        let space = Space::explore(&graph, &Limits::default(), &Cancel::new(), &mut ()).unwrap();
        let truth = graph.small_costs();
        let reachable = graph.reachable();
        prop_assert_eq!(space.len(), reachable.len());
        for (state, cost) in space.states() {
            prop_assert!(reachable.contains(state));
            prop_assert_eq!(cost, truth[usize::from(*state)]);
            prop_assert_eq!(space.cost_to_go(state), Some(cost));
        }
        let mut found: Vec<_> =
            space.edges().map(|edge| (*space.state(edge.from).0, *space.state(edge.to).0, edge.cost)).collect();
        let inner = reachable.iter().filter(|&&state| !graph.goals[usize::from(state)]);
        let mut there: Vec<_> = inner
            .flat_map(|&from| graph.edges[usize::from(from)].iter().map(move |&(to, cost)| (from, to, cost)))
            .collect();
        found.sort_unstable();
        there.sort_unstable();
        prop_assert_eq!(found, there);
        prop_assert_eq!(space.cost_to_go(&100), None);
        // The perfect heuristic: nothing that costs more than the best plan is expanded.
        let report = Search::default().run(&graph, space);
        prop_assert!(report.statistics.layers.iter().all(|layer| Some(layer.f) == truth[0]));
    }

    #[test]
    fn the_others_find_plans_and_prove_no_more_than_is_true(graph in graphs(), whims in whims()) {
        let truth = graph.small_costs()[0];
        let estimates = underestimates(&graph, &whims);
        for algorithm in all() {
            let h = heuristic_fn(Claims::ADMISSIBLE, |state: &u16| estimates[usize::from(*state)]);
            let report = Search::new(algorithm).run(&graph, h);
            let Some(best) = truth else {
                prop_assert!(is_unsolvable(&report), "{algorithm:?} {report:?}");
                continue;
            };
            let cost = graph.follow(&report);
            prop_assert!(report.bound <= best && best <= cost, "{algorithm:?} {report:?}, best {best}");
            prop_assert_eq!(report.is_optimal(), cost <= report.bound);
            if let Algorithm::WeightedAStar { weight } = algorithm {
                prop_assert!(f64::from(cost) <= weight.value() * f64::from(best) + 1e-9, "{algorithm:?} {report:?}");
            }
        }
        for &algorithm in SHORTEST {
            let report = Search::new(algorithm).run_blind(&graph);
            let actions = report.plan().map(|plan| plan.actions.len() as u64);
            prop_assert_eq!(actions, graph.fewest_actions(), "{:?}", algorithm);
        }
    }

    #[test]
    fn a_heuristic_without_claims_proves_nothing_false(graph in graphs(), whims in whims()) {
        let truth = graph.small_costs()[0];
        for algorithm in all() {
            let h = heuristic_fn(Claims::NONE, |state: &u16| {
                let whim = whims[usize::from(*state)];
                (whim % 3 != 0).then_some(whim)
            });
            let report = Search::new(algorithm).run(&graph, h);
            match truth {
                Some(best) => {
                    let cost = graph.follow(&report);
                    prop_assert!(report.bound <= best && best <= cost, "{algorithm:?} {report:?}, best {best}");
                }
                None => prop_assert!(is_unsolvable(&report), "{algorithm:?} {report:?}"),
            }
        }
    }

    #[test]
    fn a_stopped_search_knows_a_true_bound(graph in graphs(), whims in whims(), limit in 0u64..12) {
        let truth = graph.small_costs()[0];
        let estimates = underestimates(&graph, &whims);
        for algorithm in all() {
            let h = heuristic_fn(Claims::ADMISSIBLE, |state: &u16| estimates[usize::from(*state)]);
            let report = Search::new(algorithm).expansion_limit(limit).run(&graph, h);
            prop_assert!(report.statistics.expanded <= limit);
            if let Some(best) = truth {
                prop_assert!(report.bound <= best, "{algorithm:?} {report:?}, best {best}");
                if report.plan().is_some() {
                    prop_assert!(graph.follow(&report) >= best);
                }
            }
            prop_assert!(truth.is_none() || !is_unsolvable(&report), "{algorithm:?} {report:?}");
        }
    }

    #[test]
    fn depth_limits_are_kept(graph in graphs(), limit in 0u32..8) {
        let fewest = graph.fewest_actions();
        let within = fewest.filter(|fewest| *fewest <= u64::from(limit));
        for algorithm in [
            Algorithm::DepthFirst { depth_limit: Some(limit) },
            Algorithm::IterativeDeepening { depth_limit: Some(limit), table: Default::default() },
        ] {
            let report = Search::new(algorithm).run_blind(&graph);
            let actions = report.plan().map(|plan| plan.actions.len() as u32);
            prop_assert_eq!(actions.is_some(), within.is_some(), "{:?} {:?}", algorithm, report);
            prop_assert!(actions.is_none_or(|actions| actions <= limit));
            if let Outcome::Unsolvable = report.outcome {
                prop_assert_eq!(fewest, None, "{:?}", algorithm);
            }
        }
    }
}
