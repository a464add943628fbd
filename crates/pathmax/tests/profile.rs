//! The profile of time and memory: reported on request, and without influence on the search.

use std::ops::ControlFlow;

use pathmax::{Algorithm, Claims, Cost, Problem, Search, StopReason, Table, Threads, heuristic_fn};

use crate::support::all;

/// From one corner of a square grid to the opposite one.
struct Corners(i32);

impl Problem for Corners {
    type State = (i32, i32);
    type Action = (i32, i32);

    fn start(&self) -> (i32, i32) {
        (0, 0)
    }

    fn actions<B>(&self, state: &(i32, i32), visit: impl FnMut((i32, i32)) -> ControlFlow<B>) -> ControlFlow<B> {
        let on_board =
            |(x, y): &(i32, i32)| (0..self.0).contains(&(state.0 + x)) && (0..self.0).contains(&(state.1 + y));
        [(1, 0), (0, 1), (-1, 0), (0, -1)].into_iter().filter(on_board).try_for_each(visit)
    }

    fn apply(&self, state: &(i32, i32), action: &(i32, i32)) -> (i32, i32) {
        (state.0 + action.0, state.1 + action.1)
    }

    fn is_goal(&self, state: &(i32, i32)) -> bool {
        *state == (self.0 - 1, self.0 - 1)
    }
}

fn sideways(width: i32) -> impl pathmax::Heuristic<(i32, i32)> {
    heuristic_fn(Claims::CONSISTENT, move |state: &(i32, i32)| Some((width - 1 - state.0) as Cost))
}

#[test]
fn a_profile_adds_up_and_changes_nothing() {
    // Depth-first searches without a table would walk every path of a larger board.
    for (algorithm, width) in all().into_iter().flat_map(|algorithm| [(algorithm, 1), (algorithm, 4)]) {
        let plain = Search::new(algorithm).heuristic(sideways(width)).run(&Corners(width));
        let report = Search::new(algorithm).profile(true).heuristic(sideways(width)).run(&Corners(width));
        assert_eq!(plain.profile, None);
        assert_eq!((&report.outcome, report.bound), (&plain.outcome, plain.bound), "{algorithm:?}");
        assert_eq!(report.statistics.expanded, plain.statistics.expanded);
        let (profile, statistics) = (report.profile.unwrap(), report.statistics);
        assert_eq!(profile.seconds.total(), statistics.elapsed, "{algorithm:?}");
        let bytes = profile.bytes;
        let sum = bytes.states + bytes.index + bytes.open_list + bytes.heuristic + bytes.rest;
        assert_eq!(sum, statistics.peak_memory.max(sum - bytes.rest), "{algorithm:?}");
        assert!(profile.timed > 0 || statistics.expanded == 0, "{algorithm:?}");
        let uninformed = !algorithm.info().informed;
        assert!(!uninformed || profile.seconds.heuristic.is_zero(), "{algorithm:?} uses no heuristic");
    }
}

#[test]
fn long_searches_are_sampled() {
    let report = Search::new(Algorithm::UNIFORM_COST).profile(true).run(&Corners(200));
    let (profile, expanded) = (report.profile.unwrap(), report.statistics.expanded);
    assert!((1024..expanded / 10).contains(&profile.timed), "{} of {expanded}", profile.timed);
    assert!(!profile.seconds.successors.is_zero() && !profile.seconds.index.is_zero());
    assert!(profile.bytes.states >= 200 * 200 * 16 && profile.bytes.index > 0);
}

#[test]
fn a_stopped_search_has_a_profile() {
    let report = Search::new(Algorithm::UNIFORM_COST).expansion_limit(50).profile(true).run(&Corners(200));
    assert!(matches!(report.outcome, pathmax::Outcome::Stopped { reason: StopReason::Expansions, .. }));
    assert_eq!(report.profile.unwrap().seconds.total(), report.statistics.elapsed);
}

#[test]
fn layers_of_partial_astar_are_those_of_astar() {
    let layers = |algorithm| {
        let report = Search::new(algorithm).heuristic(sideways(9)).run(&Corners(9));
        report.statistics.layers.iter().map(|layer| layer.f).collect::<Vec<_>>()
    };
    // f rises by two with each step away from the goal.
    assert_eq!(layers(Algorithm::PARTIAL_A_STAR), layers(Algorithm::A_STAR));
}

/// An infinite binary tree: after n expansions, 2n + 1 states are stored and n + 1 of them are open.
struct Doubling {
    cost: Cost,
}

impl Problem for Doubling {
    type State = u64;
    type Action = u64;

    fn start(&self) -> u64 {
        1
    }

    fn actions<B>(&self, _: &u64, visit: impl FnMut(u64) -> ControlFlow<B>) -> ControlFlow<B> {
        [0, 1].into_iter().try_for_each(visit)
    }

    fn apply(&self, state: &u64, action: &u64) -> u64 {
        2 * state + action
    }

    fn is_goal(&self, _: &u64) -> bool {
        false
    }

    fn cost(&self, _: &u64, _: &u64) -> Cost {
        self.cost
    }
}

/// A state of eight bytes, its parent and its cost.
const NODE_BYTES: usize = 16;
const EXPANSIONS: usize = 30_000;
const STORED: usize = 2 * EXPANSIONS + 1;
const OPEN: usize = EXPANSIONS + 1;

#[test]
fn memory_by_part_is_that_of_the_stored_and_open_states() {
    // Low priorities are kept in buckets of ids, high ones in a heap of priorities, tie-breakers and ids.
    for (cost, entry_bytes) in [(1, 4), (1 << 15, 16)] {
        for algorithm in [Algorithm::UNIFORM_COST, Algorithm::A_STAR, Algorithm::PARTIAL_A_STAR] {
            let search = Search::new(algorithm).expansion_limit(EXPANSIONS as u64).profile(true);
            let report = search.run(&Doubling { cost });
            let (statistics, bytes) = (report.statistics, report.profile.unwrap().bytes);
            let what = format!("{algorithm:?}, cost {cost}: {statistics:?}, {bytes:?}");
            if algorithm != Algorithm::PARTIAL_A_STAR {
                assert_eq!((statistics.peak_stored, statistics.peak_open), (STORED, OPEN), "{what}");
            }
            let stored = statistics.peak_stored;
            assert_eq!(bytes.states, stored * NODE_BYTES, "{what}");
            // Index slots of four bytes, at most three quarters of them taken and at least an eighth.
            assert!((stored * 16 / 3..stored * 32).contains(&bytes.index), "{what}");
            // The heads of the buckets take less than 64 bytes per priority.
            let entries = statistics.peak_open * entry_bytes;
            assert!((entries..entries + 64 * 20).contains(&bytes.open_list), "{what}");
            let of_stores = bytes.states + bytes.index + bytes.open_list;
            assert_eq!(statistics.bytes_per_state, of_stores / stored, "{what}");
            assert!(statistics.peak_memory >= of_stores, "{what}");
        }
    }
}

#[test]
fn on_several_threads_a_state_takes_as_many_bytes_as_its_stores() {
    for workers in [2, 3] {
        let search = Search::new(Algorithm::UNIFORM_COST).expansion_limit(EXPANSIONS as u64);
        let report = search.threads(Threads::new(workers).after(2000)).run(&Doubling { cost: 1 });
        let statistics = report.statistics;
        assert_eq!(statistics.threads, workers);
        // At least a node and a third more than an index slot; at most that with eight times the slots, and an entry.
        assert!((NODE_BYTES + 5..NODE_BYTES + 40).contains(&statistics.bytes_per_state), "{statistics:?}");
        assert!(statistics.peak_memory >= statistics.bytes_per_state * statistics.peak_stored, "{statistics:?}");
    }
}

#[test]
fn the_memory_of_depth_first_searches_includes_their_stacks() {
    // Iteration k of a deepening search expands the 2^(k + 1) - 1 states down to depth k. When the last one first goes down
    // to depth k, there are k states on the path and k siblings beside it.
    let k = 12;
    let before = (1 << (k + 1)) - 2 - k;
    for (algorithm, expansions, open) in [
        (Algorithm::DepthFirst { depth_limit: None }, 40, 40),
        (Algorithm::ida_star(Table::Unbounded), before + k, 2 * k),
        (Algorithm::IterativeDeepening { depth_limit: None, table: Table::Unbounded }, before + k, 2 * k),
    ] {
        let search = Search::new(algorithm).expansion_limit(expansions as u64).profile(true);
        let report = search.run(&Doubling { cost: 1 });
        let (statistics, bytes) = (report.statistics, report.profile.unwrap().bytes);
        let what = format!("{algorithm:?}: {statistics:?}, {bytes:?}");
        // An entry has a state, its cost and its depth, and at most an action and as much again.
        assert!((open * NODE_BYTES..open * 4 * NODE_BYTES).contains(&bytes.open_list), "{what}");
        assert!(bytes.states > 0 && bytes.states <= (statistics.peak_stored + 2) * NODE_BYTES, "{what}");
        assert!(bytes.index > 0, "{what}");
    }
}
