//! A search that is driven step by step does the same as one that runs.

use std::ops::ControlFlow;

use crate::random_graphs::{admissible_values, draws, graphs};
use crate::support::all;
use pathmax::{Algorithm, Claims, Heuristic, Search, StartError, StopReason, heuristic_fn};
use proptest::prelude::*;

fn is_best_first(algorithm: Algorithm) -> bool {
    use Algorithm::*;
    matches!(algorithm, AStar { .. } | PartialAStar { .. } | UniformCost { .. } | Greedy { .. } | WeightedAStar { .. })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn steps_add_up_to_a_run(graph in graphs(), draws in draws(), limit in 0u64..30) {
        let values = admissible_values(&graph, &draws);
        let heuristic = heuristic_fn(Claims::ADMISSIBLE, |state: &u16| values[usize::from(*state)]);
        for algorithm in all() {
            let mut search = Search::new(algorithm).heuristic(heuristic).expansion_limit(limit);
            let expected = search.clone().run(&graph);
            let mut steps = match search.start(&graph) {
                Ok(steps) => steps,
                Err(error) => {
                    prop_assert_eq!(error, StartError::NotBestFirst(algorithm));
                    prop_assert!(!is_best_first(algorithm));
                    continue;
                }
            };
            prop_assert!(is_best_first(algorithm));
            let mut expanded = 0;
            while let Some(id) = steps.step() {
                expanded += 1;
                let node = steps.node(id).expect("the expanded node");
                prop_assert_eq!(node.id, id);
                let is_partial = matches!(algorithm, Algorithm::PartialAStar { .. });
                prop_assert!(node.is_closed || is_partial || node.g == 0 || expected.statistics.reopened > 0);
                prop_assert_eq!(node.parent.is_none(), id.index() == 0);
            }
            prop_assert!(steps.has_ended() && steps.step().is_none());
            for node in steps.nodes() {
                let Some(parent) = node.parent.and_then(|id| steps.node(id)) else { continue };
                let edges = &graph.edges[usize::from(*parent.state)];
                prop_assert!(edges.iter().any(|(to, cost)| to == node.state && parent.g + cost <= node.g));
            }
            let (stored, best) = (steps.nodes().count(), steps.best());
            let report = steps.report();
            prop_assert_eq!((&report.outcome, report.bound), (&expected.outcome, expected.bound), "{}", algorithm);
            prop_assert_eq!((report.statistics.expanded, expanded), (expected.statistics.expanded, expected.statistics.expanded));
            prop_assert_eq!(&report.statistics.layers, &expected.statistics.layers);
            prop_assert!(stored >= report.statistics.peak_stored && best.is_some() == report.plan().is_some());
        }
    }

    #[test]
    fn an_early_report_holds(graph in graphs(), steps_taken in 0usize..6) {
        let truth = graph.small_costs()[0];
        let mut search = Search::new(Algorithm::UNIFORM_COST);
        let mut steps = search.start(&graph).expect("a best-first search");
        let taken = (0..steps_taken).take_while(|_| steps.step().is_some()).count();
        let ended = steps.has_ended();
        let report = steps.report();
        prop_assert_eq!(report.stop_reason(), (!ended).then_some(StopReason::Observer));
        prop_assert_eq!(report.statistics.expanded, taken as u64);
        prop_assert!(truth.is_none() || report.bound <= truth);
    }
}

#[test]
fn a_heuristic_that_is_not_prepared_in_time_prevents_the_start() {
    struct Endless;
    impl Heuristic<u16> for Endless {
        fn evaluate(&mut self, _: &u16) -> Option<u32> {
            None
        }

        fn prepare(&mut self, check: &mut dyn FnMut(usize) -> ControlFlow<()>) -> ControlFlow<()> {
            while check(0).is_continue() {}
            ControlFlow::Break(())
        }
    }
    let graph = crate::support::Graph { edges: vec![vec![]], goals: vec![false] };
    let mut search = Search::default().heuristic(Endless);
    search = search.time_limit(std::time::Duration::ZERO);
    let Err(StartError::Stopped(report)) = search.start(&graph) else { panic!("the search started") };
    assert_eq!(report.stop_reason(), Some(StopReason::Time));
}
