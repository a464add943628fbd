//! States are passed to a heuristic that prefetches before they are evaluated, and nothing else changes.

use std::collections::BTreeSet;

use crate::support::{Graph, all};
use pathmax::{Claims, Cost, Heuristic, Search};
use proptest::prelude::*;

/// True costs, or half of them. Records the prefetched states, and those that were evaluated without prefetch.
struct Recorder<'a> {
    values: &'a [Option<Cost>],
    wants_prefetch: bool,
    prefetched: BTreeSet<u16>,
    not_prefetched: Vec<u16>,
    evaluations: u64,
}

impl Heuristic<u16> for Recorder<'_> {
    fn evaluate(&mut self, state: &u16) -> Option<Cost> {
        self.evaluations += 1;
        if !self.prefetched.contains(state) {
            self.not_prefetched.push(*state);
        }
        self.values[usize::from(*state)]
    }

    fn claims(&self) -> Claims {
        Claims::ADMISSIBLE
    }

    fn wants_prefetch(&self) -> bool {
        self.wants_prefetch
    }

    fn prefetch(&mut self, states: &[u16]) {
        assert!(self.wants_prefetch, "called without request");
        self.prefetched.extend(states);
    }
}

/// True costs; checks that every evaluated state is the start or a successor of the parent in the last hint.
struct Hinted<'a> {
    graph: &'a Graph,
    values: Vec<Option<Cost>>,
    parent: Option<u16>,
}

impl Heuristic<u16> for Hinted<'_> {
    fn evaluate(&mut self, state: &u16) -> Option<Cost> {
        let successors = self.parent.iter().flat_map(|parent| &self.graph.edges[usize::from(*parent)]);
        assert!(*state == 0 || successors.map(|(to, _)| to).any(|to| to == state), "{state} after {:?}", self.parent);
        self.values[usize::from(*state)]
    }

    fn claims(&self) -> Claims {
        Claims::ADMISSIBLE
    }

    fn notify_parent(&mut self, parent: &u16) {
        self.parent = Some(*parent);
    }
}

fn graphs() -> impl Strategy<Value = Graph> {
    let edge = (0..12u16, 0..5 as Cost);
    let edges = prop::collection::vec(prop::collection::vec(edge, 0..4), 12);
    (edges, prop::collection::vec(prop::bool::weighted(0.15), 12)).prop_map(|(edges, goals)| Graph { edges, goals })
}

proptest! {
    #[test]
    fn on_one_thread_the_hint_names_the_parent_of_every_evaluated_state(graph in graphs()) {
        for algorithm in all() {
            let hinted = Hinted { graph: &graph, values: graph.small_costs(), parent: None };
            let _ = Search::new(algorithm).heuristic(hinted).run(&graph);
        }
    }

    #[test]
    fn all_states_but_the_start_are_prefetched(graph in graphs(), halve in any::<[bool; 12]>()) {
        let mut values = graph.small_costs();
        for (value, _) in values.iter_mut().zip(halve).filter(|(_, halve)| *halve) {
            *value = value.map(|cost| cost / 2);
        }
        for algorithm in all() {
            let run = |wants_prefetch| {
                let (prefetched, not_prefetched) = (BTreeSet::new(), Vec::new());
                let mut recorder =
                    Recorder { values: &values, wants_prefetch, prefetched, not_prefetched, evaluations: 0 };
                let report = Search::new(algorithm).heuristic(&mut recorder).run(&graph);
                (report, recorder)
            };
            let ((report, with), (same, without)) = (run(true), run(false));
            prop_assert_eq!(&report.outcome, &same.outcome);
            prop_assert_eq!(report.statistics.expanded, same.statistics.expanded);
            prop_assert_eq!(report.statistics.generated, same.statistics.generated);
            prop_assert_eq!((with.evaluations, without.prefetched.len()), (without.evaluations, 0));
            prop_assert!(with.not_prefetched.iter().all(|state| *state == 0), "{:?}", with.not_prefetched);
            prop_assert!(algorithm.info().informed || (with.evaluations == 0 && with.prefetched.is_empty()));
        }
    }
}
