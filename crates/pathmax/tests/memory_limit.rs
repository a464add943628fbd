//! A limit on memory, held against what the allocator really gives. One test alone in its process, so that nothing else
//! allocates meanwhile.

use pathmax::{Algorithm, Cost, Heuristic, Null, Outcome, Problem, Search, StopReason, Table, Threads};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

const MIB: usize = 1024 * 1024;

/// A tree without end or repetition: every search fills whatever memory it gets.
struct Tree {
    /// Bytes on the heap in every state.
    ballast: usize,
    /// What every action costs.
    cost: Cost,
}

/// So costly that all states but the start wait in the heap of the open list, not in its buckets.
const FAR: Cost = 1 << 15;

impl Problem for Tree {
    type State = (u64, Box<[u8]>);
    type Action = u64;

    fn start(&self) -> Self::State {
        (1, vec![0; self.ballast].into())
    }

    fn actions(&self, _: &Self::State, visit: impl FnMut(u64)) {
        (0..8).for_each(visit);
    }

    fn apply(&self, (path, ballast): &Self::State, action: &u64) -> Self::State {
        (path.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(*action), ballast.clone())
    }

    fn is_goal(&self, _: &Self::State) -> bool {
        false
    }

    fn cost(&self, _: &Self::State, _: &u64) -> Cost {
        self.cost
    }

    fn heap_bytes(&self, (_, ballast): &Self::State) -> usize {
        // What the allocator adds to a small block, roughly.
        if ballast.is_empty() { 0 } else { ballast.len() + 16 }
    }
}

/// A heuristic that remembers everything it was asked.
#[derive(Clone)]
struct Hoarder(Vec<u64>);

impl Heuristic<(u64, Box<[u8]>)> for Hoarder {
    fn estimate(&mut self, state: &(u64, Box<[u8]>)) -> Option<u32> {
        self.0.push(state.0);
        Some(0)
    }

    fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<u64>()
    }
}

#[test]
fn limits_on_memory_are_kept() {
    searches_stay_within_their_limit_and_use_it();
    states_that_wait_in_the_heap_count();
    searches_on_several_threads_do_too();
    a_deepening_search_goes_on_when_its_table_is_full();
    what_the_heuristic_remembers_counts();
}

fn searches_stay_within_their_limit_and_use_it() {
    for limit in [4 * MIB, 64 * MIB] {
        for ballast in [0, 100] {
            for algorithm in [
                Algorithm::UniformCost,
                Algorithm::Greedy,
                Algorithm::BreadthFirst,
                Algorithm::DepthFirst { depth_limit: None },
            ] {
                let what = format!("{algorithm:?}, limit {limit}, ballast {ballast}");
                let (peak, reason) = peak_of(algorithm, limit, &Tree { ballast, cost: 1 });
                assert_eq!(reason, StopReason::Memory, "{what}");
                assert!(peak <= limit + MIB, "{what}: {peak} bytes");
                assert!(peak >= limit / 3, "{what}: only {peak} bytes");
            }
        }
    }
}

fn states_that_wait_in_the_heap_count() {
    let limit = 16 * MIB;
    let (peak, reason) = peak_of(Algorithm::UniformCost, limit, &Tree { ballast: 0, cost: FAR });
    assert_eq!(reason, StopReason::Memory);
    assert!((limit / 3..=limit + MIB).contains(&peak), "{peak} bytes");
}

fn searches_on_several_threads_do_too() {
    for limit in [8 * MIB, 64 * MIB] {
        for (ballast, workers) in [(0, 2), (100, 2), (0, 3)] {
            let what = format!("{workers} workers, limit {limit}, ballast {ballast}");
            let before = ALLOCATED.current_usage();
            ALLOCATED.reset_peak_usage();
            let search = Search::new(Algorithm::UniformCost).memory_limit(limit);
            let report = search.run_on(Threads::new(workers).after(500), &Tree { ballast, cost: 1 }, Null, &mut ());
            let peak = ALLOCATED.peak_usage() - before;
            assert!(matches!(report.outcome, Outcome::Stopped { reason: StopReason::Memory, .. }), "{what}");
            assert!(peak <= limit + MIB, "{what}: {peak} bytes");
            assert!(peak >= limit / 3, "{what}: only {peak} bytes");
            assert!(report.statistics.peak_memory <= limit, "{what}");
        }
    }
}

fn a_deepening_search_goes_on_when_its_table_is_full() {
    for ballast in [0, 100] {
        deepen_with_a_full_table(ballast);
    }
}

fn deepen_with_a_full_table(ballast: usize) {
    let limit = 4 * MIB;
    let before = ALLOCATED.current_usage();
    ALLOCATED.reset_peak_usage();
    let search =
        Search::new(Algorithm::IdaStar { table: Table::Unbounded }).memory_limit(limit).expansion_limit(300_000);
    let report = search.run_blind(&Tree { ballast, cost: 1 });
    let peak = ALLOCATED.peak_usage() - before;
    assert!(matches!(report.outcome, Outcome::Stopped { reason: StopReason::Expansions, .. }), "{:?}", report.outcome);
    assert!(peak <= limit && peak >= limit / 3, "{peak} bytes");
}

fn what_the_heuristic_remembers_counts() {
    let report = Search::default().memory_limit(8 * MIB).run(&Tree { ballast: 0, cost: 1 }, Hoarder(Vec::new()));
    assert!(matches!(report.outcome, Outcome::Stopped { reason: StopReason::Memory, .. }));
    let alone = Search::default().memory_limit(8 * MIB).run_blind(&Tree { ballast: 0, cost: 1 });
    assert!(report.statistics.peak_stored < alone.statistics.peak_stored);

    let threads = Threads::new(2).after(1000);
    let search = Search::default().memory_limit(8 * MIB);
    let two = search.run_on(threads, &Tree { ballast: 0, cost: 1 }, Hoarder(Vec::new()), &mut ());
    let blind = search.run_on(threads, &Tree { ballast: 0, cost: 1 }, Null, &mut ());
    assert!(two.statistics.peak_stored < blind.statistics.peak_stored);
}

fn peak_of(algorithm: Algorithm, limit: usize, tree: &Tree) -> (usize, StopReason) {
    let before = ALLOCATED.current_usage();
    ALLOCATED.reset_peak_usage();
    let report = Search::new(algorithm).memory_limit(limit).run_blind(tree);
    let peak = ALLOCATED.peak_usage() - before;
    match report.outcome {
        Outcome::Stopped { reason, .. } => (peak, reason),
        other => panic!("{algorithm:?}: {other:?}"),
    }
}
