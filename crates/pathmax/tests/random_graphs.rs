//! Every algorithm compared with Bellman-Ford, on random graphs with edges that cost nothing, cycles, several goals or none,
//! and with heuristics that are inconsistent, wrong, or recognise dead ends.

use crate::support::{Graph, OPTIMAL, SHORTEST, all, is_unsolvable};
use pathmax::{Algorithm, CancelToken, Claims, Cost, CostToGo, Limits, Outcome, Search, Space, heuristic_fn};
use proptest::prelude::*;

pub fn graphs() -> impl Strategy<Value = Graph> {
    (2usize..9).prop_flat_map(|size| {
        let edge = (0..size as u16, 0u32..5);
        let edges = prop::collection::vec(prop::collection::vec(edge, 0..4), size);
        let goals = prop::collection::vec(prop::bool::weighted(0.15), size);
        (edges, goals).prop_map(|(edges, goals)| Graph { edges, goals })
    })
}

/// Random numbers from which tests make heuristic values.
pub fn draws() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(0u32..1000, 9)
}

/// Values between 0 and the true cost: admissible and very inconsistent. Dead ends are recognised or not.
pub fn admissible_values(graph: &Graph, draws: &[u32]) -> Vec<Option<Cost>> {
    let truth = graph.small_costs().into_iter().zip(draws);
    truth
        .map(|(truth, draw)| truth.map_or((draw % 2 == 0).then_some(draw % 7), |truth| Some(draw % (truth + 1))))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn optimal_algorithms_find_and_prove_the_best_cost(graph in graphs(), draws in draws()) {
        let truth = graph.small_costs()[0];
        let values = admissible_values(&graph, &draws);
        for &algorithm in OPTIMAL {
            let h = heuristic_fn(Claims::ADMISSIBLE, |state: &u16| values[usize::from(*state)]);
            let report = Search::new(algorithm).heuristic(h).run(&graph);
            match truth {
                Some(best) => {
                    prop_assert_eq!(graph.follow(&report), best, "{:?}", algorithm);
                    prop_assert!(report.is_optimal() && report.bound == Some(best), "{algorithm:?} {report:?}");
                }
                None => prop_assert!(is_unsolvable(&report), "{algorithm:?} {report:?}"),
            }
        }
    }

    #[test]
    fn a_space_has_every_state_every_action_and_every_cost(graph in graphs()) {
        let space = Space::explore(&graph, &Limits::default(), &CancelToken::new(), &mut ()).unwrap();
        let truth = graph.small_costs();
        let reachable = graph.reachable();
        prop_assert_eq!(space.len(), reachable.len());
        for (state, cost) in space.states() {
            prop_assert!(reachable.contains(state));
            prop_assert_eq!(cost, truth[usize::from(*state)]);
            prop_assert_eq!(space.cost_to_go(state), cost.map_or(CostToGo::DeadEnd, CostToGo::Known));
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
        prop_assert_eq!(space.cost_to_go(&100), CostToGo::OutsideSpace);
        // With the perfect heuristic, no state beyond the optimal cost is expanded.
        let report = Search::default().heuristic(space).run(&graph);
        prop_assert!(report.statistics.layers.iter().all(|layer| Some(layer.f) == truth[0]));
    }

    #[test]
    fn all_algorithms_find_plans_and_prove_only_what_is_true(graph in graphs(), draws in draws()) {
        let truth = graph.small_costs()[0];
        let values = admissible_values(&graph, &draws);
        for algorithm in all() {
            let h = heuristic_fn(Claims::ADMISSIBLE, |state: &u16| values[usize::from(*state)]);
            let report = Search::new(algorithm).heuristic(h).run(&graph);
            let Some(best) = truth else {
                prop_assert!(is_unsolvable(&report), "{algorithm:?} {report:?}");
                continue;
            };
            let cost = graph.follow(&report);
            prop_assert!(report.bound <= Some(best) && best <= cost, "{algorithm:?} {report:?}, best {best}");
            prop_assert_eq!(report.is_optimal(), report.bound >= Some(cost));
            if let Algorithm::WeightedAStar { weight, reopen: true, .. } = algorithm {
                prop_assert!(f64::from(cost) <= weight.value() * f64::from(best) + 1e-9, "{algorithm:?} {report:?}");
            }
        }
        for &algorithm in SHORTEST {
            let report = Search::new(algorithm).run(&graph);
            let actions = report.plan().map(|plan| plan.actions.len() as u64);
            prop_assert_eq!(actions, graph.fewest_actions(), "{:?}", algorithm);
        }
    }

    #[test]
    fn a_heuristic_without_claims_proves_nothing_false(graph in graphs(), draws in draws()) {
        let truth = graph.small_costs()[0];
        for algorithm in all() {
            let h = heuristic_fn(Claims::NONE, |state: &u16| {
                let draw = draws[usize::from(*state)];
                (draw % 3 != 0).then_some(draw)
            });
            let report = Search::new(algorithm).heuristic(h).run(&graph);
            match truth {
                Some(best) => {
                    let cost = graph.follow(&report);
                    prop_assert!(report.bound <= Some(best) && best <= cost, "{algorithm:?} {report:?}, best {best}");
                }
                None => prop_assert!(is_unsolvable(&report), "{algorithm:?} {report:?}"),
            }
        }
    }

    #[test]
    fn the_bound_of_a_stopped_search_holds(graph in graphs(), draws in draws(), limit in 0u64..12) {
        let truth = graph.small_costs()[0];
        let values = admissible_values(&graph, &draws);
        for algorithm in all() {
            let h = heuristic_fn(Claims::ADMISSIBLE, |state: &u16| values[usize::from(*state)]);
            let report = Search::new(algorithm).expansion_limit(limit).heuristic(h).run(&graph);
            prop_assert!(report.statistics.expanded <= limit);
            if let Some(best) = truth {
                prop_assert!(report.bound <= Some(best), "{algorithm:?} {report:?}, best {best}");
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
            let report = Search::new(algorithm).run(&graph);
            let actions = report.plan().map(|plan| plan.actions.len() as u32);
            prop_assert_eq!(actions.is_some(), within.is_some(), "{:?} {:?}", algorithm, report);
            prop_assert!(actions.is_none_or(|actions| actions <= limit));
            if let Outcome::Unsolvable = report.outcome {
                prop_assert_eq!(fewest, None, "{:?}", algorithm);
            }
        }
    }
}
