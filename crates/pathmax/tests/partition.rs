//! A search distributed over partitions with 64-bit addresses, as across machines, finds and proves the same.

use crate::parallel::Values;
use crate::random_graphs::{admissible_values, draws, graphs};
use crate::support::Graph;
use pathmax::engine::{Budget, OutOfMemory, Parent, Partition, Sink, Successor};
use pathmax::{Algorithm, Claims, Cost, SearchOptions};
use proptest::prelude::*;

/// The children of an expansion, by owner.
struct Router(Vec<Vec<Successor<u16, u64>>>);

fn owner(hash: u64, partitions: usize) -> usize {
    (hash % partitions as u64) as usize
}

impl Sink<u16, u64> for Router {
    fn put(&mut self, state: u16, g: Cost, _: usize, parent: &Parent<u64>, _: &mut Budget) -> Result<(), OutOfMemory> {
        let successor = Successor::of(state, g, parent);
        let owner = owner(successor.hash(), self.0.len());
        self.0[owner].push(successor);
        Ok(())
    }
}

/// The cost of the best goal and the lower bound of a search whose partitions take turns, layer by layer.
fn distributed(graph: &Graph, values: &Values, algorithm: Algorithm, count: usize) -> (Option<Cost>, Cost) {
    let options = SearchOptions::new(algorithm);
    let mut heuristics = vec![values.clone(); count];
    let mut observers = vec![(); count];
    let mut partitions: Vec<_> = (0u64..)
        .zip(heuristics.iter_mut().zip(&mut observers))
        .map(|(me, (heuristic, observer))| {
            Partition::distributed(graph, heuristic, &options, observer, me << 32).expect("an order for partitions")
        })
        .collect();
    // The start goes to its owner like every other state.
    let start: Successor<u16, u64> = Successor::new(0, 0, u64::MAX, 0);
    let mut router = Router((0..count).map(|_| Vec::new()).collect());
    router.0[owner(start.hash(), count)].push(start);
    loop {
        for (partition, arrived) in partitions.iter_mut().zip(&mut router.0) {
            partition.admit_all(arrived).expect("no limits");
            arrived.clear();
        }
        let best = partitions.iter().filter_map(Partition::incumbent).min_by_key(|goal| goal.cost);
        for partition in &mut partitions {
            best.into_iter().for_each(|goal| partition.offer(goal));
        }
        let Some(lowest) = partitions.iter_mut().filter_map(Partition::lowest_priority).min() else { break };
        let mut expanded = 0;
        for partition in &mut partitions {
            expanded += partition.expand_layer(lowest, 2, &mut router).expect("no limits");
        }
        let is_idle = expanded == 0 && router.0.iter().all(Vec::is_empty);
        assert!(!is_idle || partitions.iter_mut().all(|partition| partition.lowest_priority() != Some(lowest)));
    }
    let best = partitions.iter().filter_map(Partition::incumbent).min_by_key(|goal| goal.cost);
    if let Some(goal) = best {
        let (mut address, mut length) = (goal.address, 0);
        while let (_, Some(parent), _) = partitions[(address >> 32) as usize].node(address as u32) {
            (address, length) = (parent, length + 1);
            assert!(length <= graph.edges.len(), "the path to the goal has no cycle");
        }
        assert_eq!(*partitions[(address >> 32) as usize].node(address as u32).0, 0, "the path begins at the start");
    }
    let stored: usize = partitions.iter().map(Partition::len).sum();
    assert!(stored <= graph.reachable().len(), "each state is stored once");
    (best.map(|goal| goal.cost), partitions.iter_mut().map(Partition::final_bound).min().unwrap_or(0))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn any_number_of_partitions_finds_and_proves_the_optimal_cost(graph in graphs(), draws in draws()) {
        let truth = graph.small_costs()[0];
        let values = Values::new(Claims::ADMISSIBLE, admissible_values(&graph, &draws));
        for algorithm in [Algorithm::default(), Algorithm::PARTIAL_A_STAR, Algorithm::UNIFORM_COST] {
            for count in 1..=3 {
                let (cost, bound) = distributed(&graph, &values, algorithm, count);
                prop_assert_eq!(cost, truth, "{}, {} partitions", algorithm, count);
                prop_assert_eq!(bound, truth.unwrap_or(Cost::MAX));
            }
        }
    }
}
