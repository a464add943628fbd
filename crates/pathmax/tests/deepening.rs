//! Deepening searches without a table on long paths, large states and cycles.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use crate::support::{Graph, is_unsolvable};
use pathmax::{Algorithm, Claims, Cost, Problem, Report, Search, Table, heuristic_fn};

const IDA_STAR: Algorithm = Algorithm::ida_star(Table::Off);

/// A line of states from 0 to a goal, with steps forward and back.
struct Walk<S> {
    goal: u32,
    state: fn(u32) -> S,
    number: fn(&S) -> u32,
}

impl<S: Clone + Eq + Hash> Problem for Walk<S> {
    type State = S;
    type Action = i32;

    fn start(&self) -> S {
        (self.state)(0)
    }

    fn actions<B>(&self, state: &S, visit: impl FnMut(i32) -> ControlFlow<B>) -> ControlFlow<B> {
        [-1, 1].into_iter().filter(|step| *step > 0 || (self.number)(state) > 0).try_for_each(visit)
    }

    fn apply(&self, state: &S, step: &i32) -> S {
        (self.state)((self.number)(state).strict_add_signed(*step))
    }

    fn is_goal(&self, state: &S) -> bool {
        (self.number)(state) == self.goal
    }

    fn heap_bytes(&self, _: &S) -> usize {
        0
    }
}

impl<S: Clone + Eq + Hash> Walk<S> {
    fn solve(&self) -> Report<i32> {
        let distance = heuristic_fn(Claims::CONSISTENT, |state: &S| Some(self.goal - (self.number)(state)));
        Search::new(IDA_STAR).heuristic(distance).run(self)
    }

    /// With the exact distance, the way to the goal takes one iteration and no detour.
    fn assert_solved(&self) {
        let report = self.solve();
        assert_eq!(report.plan().map(|plan| plan.cost), Some(self.goal));
        assert_eq!(report.statistics.expanded, u64::from(self.goal));
        assert_eq!(report.statistics.generated, 2 * u64::from(self.goal) - 1);
        assert_eq!(report.statistics.duplicates, u64::from(self.goal) - 1);
        assert_eq!(report.statistics.peak_stored, self.goal as usize - 1);
    }
}

#[test]
fn a_path_of_a_hundred_thousand_steps() {
    Walk { goal: 100_000, state: |number| number, number: |state| *state }.assert_solved();
}

#[test]
fn large_states_need_no_stack() {
    let walk = || Walk { goal: 2_000, state: |number| [number; 1024], number: |state| state[0] }.assert_solved();
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(walk).expect("a thread");
    thread.join().expect("no overflow");
}

#[test]
fn states_on_the_heap() {
    Walk { goal: 300, state: |number| vec![number], number: |state| state[0] }.assert_solved();
}

/// All states have the same hash.
#[derive(Clone, PartialEq, Eq)]
struct Colliding(u32);

impl Hash for Colliding {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

#[test]
fn equal_hashes_cost_time_only() {
    Walk { goal: 1_000, state: Colliding, number: |state| state.0 }.assert_solved();
}

/// A ring of states without costs; from the last one, an edge to another state, which is a goal or not.
fn ring(len: u16, cost: Cost, goal: bool) -> Graph {
    let mut edges: Vec<_> = (0..len).map(|state| vec![((state + 1) % len, 0), ((state + len - 1) % len, 0)]).collect();
    edges[usize::from(len) - 1].push((len, cost));
    edges.push(Vec::new());
    let goals = (0..=len).map(|state| goal && state == len).collect();
    Graph { edges, goals }
}

#[test]
fn cycles_that_cost_nothing_end() {
    for len in [1, 2, 3, 50, 3_000] {
        for algorithm in [IDA_STAR, Algorithm::IterativeDeepening { depth_limit: None, table: Table::Off }] {
            let (solvable, unsolvable) = (ring(len, 3, true), ring(len, 3, false));
            let report = Search::new(algorithm).run(&solvable);
            assert_eq!(solvable.follow(&report), 3, "{algorithm:?}, {len} states");
            if len < 100 {
                assert!(is_unsolvable(&Search::new(algorithm).run(&unsolvable)), "{algorithm:?}, {len} states");
            }
        }
    }
}
