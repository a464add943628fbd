//! States that own heap memory: pour water between jugs until one holds the wanted amount.

use std::ops::ControlFlow;

use pathmax::{Algorithm, HeapSize, Problem, Search};

struct Jugs {
    capacities: Vec<u32>,
    wanted: u32,
}

/// Pours from one jug into another until that is full or this is empty.
#[derive(Clone, Debug)]
struct Pour {
    from: usize,
    into: usize,
}

impl Problem for Jugs {
    type State = Vec<u32>;
    type Action = Pour;

    fn start(&self) -> Vec<u32> {
        // The first jug is full.
        self.capacities.iter().enumerate().map(|(jug, capacity)| if jug == 0 { *capacity } else { 0 }).collect()
    }

    fn actions<B>(&self, state: &Vec<u32>, visit: impl FnMut(Pour) -> ControlFlow<B>) -> ControlFlow<B> {
        let pairs = (0..state.len()).flat_map(|from| (0..state.len()).map(move |into| Pour { from, into }));
        let is_possible = |pour: &Pour| {
            pour.from != pour.into && state[pour.from] > 0 && state[pour.into] < self.capacities[pour.into]
        };
        pairs.filter(is_possible).try_for_each(visit)
    }

    fn apply(&self, state: &Vec<u32>, pour: &Pour) -> Vec<u32> {
        let mut next = state.clone();
        let amount = state[pour.from].min(self.capacities[pour.into] - state[pour.into]);
        next[pour.from] -= amount;
        next[pour.into] += amount;
        next
    }

    fn is_goal(&self, state: &Vec<u32>) -> bool {
        state.contains(&self.wanted)
    }

    fn unit_costs(&self) -> bool {
        true
    }

    /// Without this, the search does not compile: memory limits count the heap memory of states.
    fn heap_bytes(&self, state: &Vec<u32>) -> usize {
        state.heap_bytes()
    }
}

fn main() {
    let jugs = Jugs { capacities: vec![8, 5, 3], wanted: 4 };
    let report = Search::new(Algorithm::BreadthFirst).memory_limit(16 << 20).run(&jugs);
    println!("{report}, in {} bytes per state", report.statistics.bytes_per_state);
    for state in report.plan().expect("four litres can be measured").states(&jugs) {
        println!("{state:?}");
    }
    assert!(report.is_optimal() && report.plan().is_some_and(|plan| plan.cost == 6));
}
