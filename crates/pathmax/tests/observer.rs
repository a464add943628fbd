//! Observers receive every expansion and every new node with its place in the search tree, and can end a search.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::random_graphs::{admissible_values, draws, graphs};
use crate::support::{Graph, all};
use pathmax::{
    Algorithm, Claims, Cost, Expansion, Generated, NodeId, Observer, Outcome, Search, StopReason, heuristic_fn,
};
use proptest::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    state: u16,
    parent: Option<NodeId>,
    depth: u32,
    g: Cost,
    h: Cost,
}

/// Records all events, and ends the search after some of them.
struct Recorder {
    expanded: Vec<(NodeId, Node)>,
    generated: Vec<(NodeId, Node)>,
    events_left: usize,
}

impl Recorder {
    fn new(events_left: usize) -> Self {
        Recorder { expanded: Vec::new(), generated: Vec::new(), events_left }
    }

    fn count(&mut self) -> ControlFlow<()> {
        match self.events_left.checked_sub(1) {
            Some(left) => {
                self.events_left = left;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        }
    }
}

impl Observer<u16> for Recorder {
    fn wants_expansions(&self) -> bool {
        true
    }

    fn expansion(&mut self, expansion: Expansion<'_, u16>) -> ControlFlow<()> {
        let Expansion { state, id, parent, depth, g, h, order, .. } = expansion;
        assert_eq!(order, self.expanded.len() as u64);
        self.expanded.push((id, Node { state: *state, parent, depth, g, h }));
        self.count()
    }

    fn wants_generated(&self) -> bool {
        true
    }

    fn generated(&mut self, generated: Generated<'_, u16>) -> ControlFlow<()> {
        let Generated { state, id, parent, depth, g, h, order, .. } = generated;
        assert_eq!(order, self.generated.len() as u64);
        self.generated.push((id, Node { state: *state, parent, depth, g, h }));
        self.count()
    }
}

fn deepens(algorithm: Algorithm) -> bool {
    matches!(algorithm, Algorithm::IterativeDeepening { .. } | Algorithm::IdaStar { .. })
}

/// Whether the tree has one node per path that the search considers, rather than per state.
fn has_nodes_of_paths(algorithm: Algorithm) -> bool {
    deepens(algorithm) || matches!(algorithm, Algorithm::DepthFirst { .. })
}

/// Whether an edge leads from the parent to the state, at the difference of their costs unless the parent was improved.
fn is_edge(graph: &Graph, parent: Node, child: Node) -> bool {
    graph.edges[usize::from(parent.state)].iter().any(|(to, cost)| *to == child.state && parent.g + cost <= child.g)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn events_describe_the_search_tree(graph in graphs(), draws in draws()) {
        let values = admissible_values(&graph, &draws);
        let heuristic = heuristic_fn(Claims::ADMISSIBLE, |state: &u16| values[usize::from(*state)]);
        for algorithm in all() {
            let mut recorder = Recorder::new(usize::MAX);
            let search = Search::new(algorithm).expansion_limit(2000).heuristic(heuristic);
            let report = search.clone().observe(&mut recorder).run(&graph);
            let alone = search.run(&graph);
            prop_assert_eq!((&report.outcome, report.bound), (&alone.outcome, alone.bound), "{}", algorithm);
            prop_assert_eq!(&report.statistics.layers, &alone.statistics.layers);
            prop_assert_eq!(recorder.expanded.len() as u64, report.statistics.expanded);

            let nodes: HashMap<NodeId, Node> = recorder.generated.iter().copied().collect();
            prop_assert_eq!(nodes.len(), recorder.generated.len(), "{}: ids are unique", algorithm);
            for (id, node) in &recorder.generated {
                match node.parent {
                    None => prop_assert_eq!((node.state, node.depth, node.g), (0, 0, 0)),
                    Some(parent) => {
                        let parent = nodes[&parent];
                        prop_assert!(parent.depth < node.depth || !has_nodes_of_paths(algorithm));
                        prop_assert!(is_edge(&graph, Node { g: 0, ..parent }, *node), "{}: {:?} {:?}", algorithm, id, node);
                    }
                }
            }
            if !has_nodes_of_paths(algorithm) {
                let mut states: Vec<u16> = recorder.generated.iter().map(|(_, node)| node.state).collect();
                states.sort_unstable();
                states.dedup();
                prop_assert_eq!(states.len(), recorder.generated.len(), "{}: each state is stored once", algorithm);
                prop_assert_eq!(report.statistics.peak_stored.max(1) <= states.len().max(1), true);
            }
            for (id, node) in &recorder.expanded {
                // A deepening search expands states once more, without a parent, to verify that nothing is left.
                if let Some(generated) = nodes.get(id) {
                    prop_assert_eq!(generated.state, node.state);
                    prop_assert!(node.g <= generated.g);
                    if has_nodes_of_paths(algorithm) {
                        prop_assert_eq!(generated, node);
                    }
                } else {
                    prop_assert!(deepens(algorithm) && node.parent.is_none());
                }
            }
        }
    }

    /// The bound and the best plan hold, whenever the observer ends the search.
    #[test]
    fn an_observer_ends_the_search(graph in graphs(), draws in draws(), events in 0usize..40) {
        let values = admissible_values(&graph, &draws);
        let truth = graph.small_costs()[0];
        for algorithm in all() {
            let heuristic = heuristic_fn(Claims::ADMISSIBLE, |state: &u16| values[usize::from(*state)]);
            let mut recorder = Recorder::new(events);
            let report = Search::new(algorithm).heuristic(heuristic).observe(&mut recorder).run(&graph);
            let received = recorder.expanded.len() + recorder.generated.len();
            if let Outcome::Stopped { reason, .. } = report.outcome {
                prop_assert_eq!((reason, received), (StopReason::Observer, events + 1), "{}", algorithm);
            } else {
                prop_assert!(received <= events);
            }
            if let Some(truth) = truth {
                prop_assert!(report.bound.is_some_and(|bound| bound <= truth), "{}: {:?}", algorithm, report);
                prop_assert!(report.plan().is_none() || graph.follow(&report) >= truth);
            }
        }
    }
}

#[test]
fn progress_can_end_a_search() {
    struct EndsAtOnce;
    impl Observer<u16> for EndsAtOnce {
        fn progress(&mut self, _: &pathmax::Progress) -> ControlFlow<()> {
            ControlFlow::Break(())
        }
    }
    // A ring without a goal and without a table: far too many paths for the first progress report to come too late.
    let edges = (0..40).map(|i| vec![((i + 1) % 40, 1), ((i + 2) % 40, 1), ((i + 3) % 40, 1)]).collect();
    let graph = Graph { edges, goals: vec![false; 40] };
    let search = Search::new("idastar:off".parse().unwrap()).observe(EndsAtOnce);
    assert_eq!(search.run(&graph).stop_reason(), Some(StopReason::Observer));
}
