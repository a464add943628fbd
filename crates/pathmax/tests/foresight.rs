//! A heuristic that wants to know what it will be asked is told, and nothing else changes.

use std::collections::BTreeSet;

use crate::support::{Graph, all};
use pathmax::{Claims, Cost, Heuristic, Search};
use proptest::prelude::*;

/// True costs, or half of them; notes what it was told of and what it was asked without having been told.
struct Told<'a> {
    values: &'a [Option<Cost>],
    wants: bool,
    told: BTreeSet<u16>,
    surprises: Vec<u16>,
    asked: u64,
}

impl Heuristic<u16> for Told<'_> {
    fn estimate(&mut self, state: &u16) -> Option<Cost> {
        self.asked += 1;
        if !self.told.contains(state) {
            self.surprises.push(*state);
        }
        self.values[usize::from(*state)]
    }

    fn claims(&self) -> Claims {
        Claims::ADMISSIBLE
    }

    fn foresees(&self) -> bool {
        self.wants
    }

    fn foresee(&mut self, states: &[u16]) {
        assert!(self.wants, "nobody asked to be told");
        self.told.extend(states);
    }
}

/// True costs; checks that every state it is asked for is the start or a successor of the announced parent.
struct Focused<'a> {
    graph: &'a Graph,
    values: Vec<Option<Cost>>,
    parent: Option<u16>,
}

impl Heuristic<u16> for Focused<'_> {
    fn estimate(&mut self, state: &u16) -> Option<Cost> {
        let successors = self.parent.iter().flat_map(|parent| &self.graph.edges[usize::from(*parent)]);
        assert!(*state == 0 || successors.map(|(to, _)| to).any(|to| to == state), "{state} after {:?}", self.parent);
        self.values[usize::from(*state)]
    }

    fn claims(&self) -> Claims {
        Claims::ADMISSIBLE
    }

    fn focus_on(&mut self, parent: &u16) {
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
    fn on_one_thread_the_parent_of_every_evaluated_state_is_announced(graph in graphs()) {
        for algorithm in all() {
            Search::new(algorithm).run(&graph, Focused { graph: &graph, values: graph.small_costs(), parent: None });
        }
    }

    #[test]
    fn whoever_foresees_is_surprised_by_the_start_alone(graph in graphs(), halve in any::<[bool; 12]>()) {
        let mut values = graph.small_costs();
        for (value, _) in values.iter_mut().zip(halve).filter(|(_, halve)| *halve) {
            *value = value.map(|cost| cost / 2);
        }
        for algorithm in all() {
            let run = |wants| {
                let mut told = Told { values: &values, wants, told: BTreeSet::new(), surprises: Vec::new(), asked: 0 };
                let report = Search::new(algorithm).run(&graph, &mut told);
                (report, told)
            };
            let ((report, told), (same, not_told)) = (run(true), run(false));
            prop_assert_eq!(&report.outcome, &same.outcome);
            prop_assert_eq!(report.statistics.expanded, same.statistics.expanded);
            prop_assert_eq!(report.statistics.generated, same.statistics.generated);
            prop_assert_eq!((told.asked, not_told.told.len()), (not_told.asked, 0));
            prop_assert!(told.surprises.iter().all(|state| *state == 0), "{:?}", told.surprises);
            prop_assert!(algorithm.info().informed || (told.asked == 0 && told.told.is_empty()));
        }
    }
}
