//! Memory limits, compared with what the allocator counts. One test in its own process, so that nothing else allocates.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use pathmax::{Algorithm, Cost, HeapSize, Heuristic, Problem, Search, StopReason, Table, Threads};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

const MIB: usize = 1024 * 1024;

/// What a search may allocate beyond its limit: a copy of the state under expansion, the counts per layer, and the
/// bookkeeping of threads.
const SLACK: usize = 512 * 1024;

/// An infinite tree without duplicates: every search fills the memory that it gets.
struct Tree {
    /// Heap memory of every state, in bytes.
    ballast: usize,
    /// The cost of every action.
    cost: Cost,
}

/// So expensive that all states but the start are in the heap of the open list, not in its buckets.
const EXPENSIVE: Cost = 1 << 15;

fn next_path(path: u64, action: u64) -> u64 {
    path.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(action)
}

impl Problem for Tree {
    type State = (u64, Box<[u8]>);
    type Action = u64;

    fn start(&self) -> Self::State {
        (1, vec![0; self.ballast].into())
    }

    fn actions<B>(&self, _: &Self::State, visit: impl FnMut(u64) -> ControlFlow<B>) -> ControlFlow<B> {
        (0..8).try_for_each(visit)
    }

    fn apply(&self, (path, ballast): &Self::State, action: &u64) -> Self::State {
        (next_path(*path, *action), ballast.clone())
    }

    fn cost(&self, _: &Self::State, _: &u64) -> Cost {
        self.cost
    }

    fn is_goal(&self, _: &Self::State) -> bool {
        false
    }

    fn heap_bytes(&self, state: &Self::State) -> usize {
        state.heap_bytes()
    }
}

/// The same tree with sets of up to 60 numbers, which have one node or several.
struct Sets;

impl Problem for Sets {
    type State = (u32, BTreeSet<u32>);
    type Action = u32;

    fn start(&self) -> Self::State {
        (1, BTreeSet::new())
    }

    fn actions<B>(&self, _: &Self::State, visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
        (0..8).try_for_each(visit)
    }

    fn apply(&self, (path, set): &Self::State, action: &u32) -> Self::State {
        let path = next_path((*path).into(), (*action).into()) as u32;
        let mut set = set.clone();
        set.insert(path % 60);
        (path, set)
    }

    fn is_goal(&self, _: &Self::State) -> bool {
        false
    }

    fn heap_bytes(&self, state: &Self::State) -> usize {
        state.heap_bytes()
    }
}

/// A heuristic that stores every state that it evaluated.
#[derive(Clone)]
struct Hoarder(Vec<u64>);

impl Heuristic<(u64, Box<[u8]>)> for Hoarder {
    fn evaluate(&mut self, state: &(u64, Box<[u8]>)) -> Option<u32> {
        self.0.push(state.0);
        Some(0)
    }

    fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<u64>()
    }
}

/// The result of `work`, and the bytes that it allocated at its peak.
fn peak_of<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = ALLOCATED.current_usage();
    ALLOCATED.reset_peak_usage();
    let result = work();
    (result, ALLOCATED.peak_usage() - before)
}

#[test]
fn memory_limits_hold() {
    searches_stay_within_their_limit_and_use_it();
    the_heap_of_the_open_list_counts();
    threads_stay_within_the_limit_and_use_it();
    deepening_searches_continue_when_their_table_is_full();
    limits_hold_for_states_with_sets();
    the_memory_of_the_heuristic_counts();
    a_state_with_many_successors_stays_within_the_limit();
}

fn searches_stay_within_their_limit_and_use_it() {
    for limit in [4 * MIB, 64 * MIB] {
        for ballast in [0, 100] {
            for algorithm in ["ucs", "greedy", "partial-astar", "bfs", "dfs"] {
                let what = format!("{algorithm}, limit {limit}, ballast {ballast}");
                let search = Search::new(algorithm.parse().unwrap()).memory_limit(limit);
                let (report, peak) = peak_of(|| search.run(&Tree { ballast, cost: 1 }));
                assert_eq!(report.stop_reason(), Some(StopReason::Memory), "{what}");
                assert!(peak <= limit + SLACK, "{what}: {peak} bytes");
                assert!(peak >= limit / 3, "{what}: only {peak} bytes");
            }
        }
    }
}

fn the_heap_of_the_open_list_counts() {
    let limit = 16 * MIB;
    let search = Search::new(Algorithm::UNIFORM_COST).memory_limit(limit);
    let (report, peak) = peak_of(|| search.run(&Tree { ballast: 0, cost: EXPENSIVE }));
    assert_eq!(report.stop_reason(), Some(StopReason::Memory));
    assert!((limit / 3..=limit + SLACK).contains(&peak), "{peak} bytes");
}

fn threads_stay_within_the_limit_and_use_it() {
    for limit in [8 * MIB, 64 * MIB] {
        for (ballast, workers) in [(0, 2), (100, 2), (0, 3)] {
            let what = format!("{workers} workers, limit {limit}, ballast {ballast}");
            let search = Search::new(Algorithm::UNIFORM_COST).memory_limit(limit);
            let search = search.threads(Threads::new(workers).after(500));
            let (report, peak) = peak_of(|| search.run(&Tree { ballast, cost: 1 }));
            assert_eq!(report.stop_reason(), Some(StopReason::Memory), "{what}");
            assert!(peak <= limit + SLACK, "{what}: {peak} bytes");
            assert!(peak >= limit / 3, "{what}: only {peak} bytes");
            assert!(report.statistics.peak_memory <= limit, "{what}");
        }
    }
}

fn deepening_searches_continue_when_their_table_is_full() {
    let limit = 4 * MIB;
    for ballast in [0, 100] {
        let search = Search::new(Algorithm::ida_star(Table::Unbounded));
        let search = search.memory_limit(limit).expansion_limit(300_000);
        let (report, peak) = peak_of(|| search.run(&Tree { ballast, cost: 1 }));
        assert_eq!(report.stop_reason(), Some(StopReason::Expansions));
        assert!(peak <= limit && peak >= limit / 3, "{peak} bytes");
    }
}

fn limits_hold_for_states_with_sets() {
    let limit = 20 * MIB;
    for info in pathmax::ALGORITHMS {
        for workers in if info.threads { 1..=3 } else { 1..=1 } {
            let what = format!("{} on {workers} threads", info.name);
            // Deepening searches continue when their table is full.
            let deepens = ["iddfs", "idastar"].contains(&info.name);
            let (expected, expansions) =
                if deepens { (StopReason::Expansions, 300_000) } else { (StopReason::Memory, u64::MAX) };
            let search = Search::new(info.algorithm()).memory_limit(limit).expansion_limit(expansions);
            let search = search.threads(Threads::new(workers).after(500));
            let (report, peak) = peak_of(|| search.run(&Sets));
            assert_eq!(report.stop_reason(), Some(expected), "{what}");
            assert!(peak <= limit + SLACK, "{what}: {peak} bytes");
            assert!(peak >= limit / 4, "{what}: only {peak} bytes");
            assert!(report.statistics.peak_memory <= limit, "{what}");
            assert!(report.statistics.bytes_per_state > 100, "{what}: the sets count");
        }
    }
}

fn the_memory_of_the_heuristic_counts() {
    let search = Search::default().memory_limit(8 * MIB);
    let hoarding = search.clone().heuristic(Hoarder(Vec::new())).run(&Tree { ballast: 0, cost: 1 });
    assert_eq!(hoarding.stop_reason(), Some(StopReason::Memory));
    let plain = search.clone().run(&Tree { ballast: 0, cost: 1 });
    assert!(hoarding.statistics.peak_stored < plain.statistics.peak_stored);

    let search = search.threads(Threads::new(2).after(1000));
    let hoarding = search.clone().heuristic(Hoarder(Vec::new())).run(&Tree { ballast: 0, cost: 1 });
    let plain = search.run(&Tree { ballast: 0, cost: 1 });
    assert!(hoarding.statistics.peak_stored < plain.statistics.peak_stored);
}

/// One state with very many successors.
struct Star;

impl Problem for Star {
    type State = Box<[u8]>;
    type Action = u32;

    fn start(&self) -> Self::State {
        Box::new([])
    }

    fn actions<B>(&self, state: &Self::State, visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
        if state.is_empty() { (0..1_000_000).try_for_each(visit) } else { ControlFlow::Continue(()) }
    }

    fn apply(&self, _: &Self::State, action: &u32) -> Self::State {
        action.to_le_bytes().repeat(50).into()
    }

    fn is_goal(&self, _: &Self::State) -> bool {
        false
    }

    fn heap_bytes(&self, state: &Self::State) -> usize {
        state.heap_bytes()
    }
}

fn a_state_with_many_successors_stays_within_the_limit() {
    let limit = 8 * MIB;
    for info in pathmax::ALGORITHMS {
        for workers in if info.threads { 1..=2 } else { 1..=1 } {
            let what = format!("{} on {workers} threads", info.name);
            let search = Search::new(info.algorithm()).memory_limit(limit).threads(Threads::new(workers).after(0));
            let (report, peak) = peak_of(|| search.run(&Star));
            assert_eq!(report.stop_reason(), Some(StopReason::Memory), "{what}");
            assert!(peak <= limit + SLACK, "{what}: {peak} bytes");
        }
    }
}
