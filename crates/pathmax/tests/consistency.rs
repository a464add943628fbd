//! A violated claim of consistency ends the search and names the edge.

use std::ops::ControlFlow;

use crate::parallel::{Values, WORKERS};
use crate::random_graphs::{draws, graphs};
use crate::support::{Graph, all};
use pathmax::{ALGORITHMS, Algorithm, Claims, Cost, Problem, Search, StopReason, Threads, heuristic_fn};
use proptest::prelude::*;

/// A line 0 → 1 → … → 5 with edges of cost 2; 5 is the goal.
struct Line;

impl Problem for Line {
    type State = u32;
    type Action = &'static str;

    fn start(&self) -> u32 {
        0
    }

    fn actions<B>(&self, _: &u32, mut visit: impl FnMut(&'static str) -> ControlFlow<B>) -> ControlFlow<B> {
        visit("stay")?;
        visit("right")
    }

    fn apply(&self, state: &u32, action: &&'static str) -> u32 {
        state + u32::from(*action == "right")
    }

    fn is_goal(&self, state: &u32) -> bool {
        *state == 5
    }

    fn cost(&self, _: &u32, _: &&'static str) -> Cost {
        2
    }
}

fn informed() -> impl Iterator<Item = Algorithm> {
    ALGORITHMS.iter().filter(|info| info.informed).map(|info| info.algorithm())
}

#[test]
fn a_violation_names_the_path_the_edge_and_both_values() {
    // The value drops from 6 to 2 between 2 and 3, at a cost of 2.
    let values = [10, 8, 6, 2, 2, 0];
    for algorithm in informed() {
        let h = heuristic_fn(Claims::CONSISTENT, move |state: &u32| Some(values[*state as usize]));
        let report = Search::new(algorithm).check_consistency(true).heuristic(h).run(&Line);
        assert_eq!((report.stop_reason(), report.bound), (Some(StopReason::Inconsistent), Some(0)), "{algorithm}");
        let violation = report.violation().expect("a violation");
        assert_eq!((&violation.path.actions[..], violation.path.cost), (&["right"; 2][..], 4), "{algorithm}");
        assert_eq!((violation.action, violation.cost), ("right", 2), "{algorithm}");
        assert_eq!((violation.value, violation.successor_value), (6, Some(2)), "{algorithm}");
        assert!(!violation.successor_is_goal);
        assert_eq!(
            violation.to_string(),
            "after 2 actions the heuristic value is 6; an action of cost 2 leads to the value 2, so that it drops by more than \
             the cost"
        );
    }
}

#[test]
fn goals_have_the_value_0() {
    for (goal_value, words) in [
        (Some(1), "action 5 leads to a goal, whose heuristic value is 1 instead of 0"),
        (None, "action 5 leads to a goal that the heuristic calls a dead end"),
    ] {
        for algorithm in informed() {
            let h = heuristic_fn(Claims::CONSISTENT, move |state: &u32| if *state == 5 { goal_value } else { Some(0) });
            let report = Search::new(algorithm).check_consistency(true).heuristic(h).run(&Line);
            let violation = report.violation().expect("a violation");
            assert!(violation.successor_is_goal && violation.path.actions.len() == 4, "{algorithm}");
            assert_eq!(violation.to_string(), words);
        }
    }
}

#[test]
fn nothing_is_checked_without_the_claim_or_the_setting() {
    let values = [10, 8, 6, 2, 2, 0];
    for algorithm in informed() {
        for (claims, check) in [(Claims::ADMISSIBLE, true), (Claims::NONE, true), (Claims::CONSISTENT, false)] {
            let h = heuristic_fn(claims, move |state: &u32| Some(values[*state as usize]));
            let report = Search::new(algorithm).check_consistency(check).heuristic(h).run(&Line);
            assert_eq!(report.plan().map(|plan| plan.cost), Some(10), "{algorithm}");
            assert_eq!(report.violation(), None);
        }
    }
}

#[test]
fn the_default_follows_the_build() {
    assert_eq!(Search::default().options().check_consistency, cfg!(debug_assertions));
}

/// Whether `h` drops by more than the cost on the edge, or is not 0 at a goal.
fn is_broken(graph: &Graph, h: &[Option<Cost>], from: u16, (to, cost): (u16, Cost)) -> bool {
    let drops = matches!((h[usize::from(from)], h[usize::from(to)]), (Some(from), Some(to)) if from > cost + to);
    drops || (graph.goals[usize::from(to)] && h[usize::from(to)] != Some(0))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    /// Consistent values change nothing; a reported violation is one, at the end of a real path.
    #[test]
    fn violations_are_real_and_consistent_values_have_none(graph in graphs(), draws in draws(), cap in 0u32..12) {
        let truth = graph.small_costs();
        let consistent: Vec<_> = truth.iter().map(|cost| cost.map(|cost| cost.min(cap))).collect();
        let random: Vec<_> = draws.iter().take(truth.len()).map(|draw| Some(draw % 9)).collect();
        for algorithm in all() {
            for workers in WORKERS {
                let run = |values: &[Option<Cost>], check| {
                    let values = Values::new(Claims::CONSISTENT, values.iter().copied());
                    let search = Search::new(algorithm).check_consistency(check).heuristic(values);
                    search.threads(Threads::new(workers).after(0)).run(&graph)
                };
                let report = run(&consistent, true);
                prop_assert_eq!(report.violation(), None);
                if workers == 1 {
                    let plain = run(&consistent, false);
                    prop_assert_eq!((&report.outcome, report.bound), (&plain.outcome, plain.bound));
                    prop_assert_eq!(report.statistics.expanded, plain.statistics.expanded);
                }
                let report = run(&random, true);
                prop_assert_eq!(report.violation().is_some(), report.stop_reason() == Some(StopReason::Inconsistent));
                let Some(violation) = report.violation() else { continue };
                prop_assert_eq!(report.bound, Some(0));
                let last = violation.path.states(&graph).last().expect("a path has a state");
                let edge = graph.edges[usize::from(last)][violation.action.0];
                prop_assert_eq!((edge.0, edge.1), (violation.action.1, violation.cost));
                prop_assert_eq!(Some(violation.value), random[usize::from(last)]);
                prop_assert_eq!(violation.successor_value, random[usize::from(edge.0)]);
                prop_assert!(is_broken(&graph, &random, last, edge), "{violation:?}");
                let cost: Cost = violation.path.actions.iter().zip(violation.path.states(&graph))
                    .map(|(action, state)| graph.cost(&state, action)).sum();
                prop_assert_eq!(cost, violation.path.cost);
            }
        }
    }
}
