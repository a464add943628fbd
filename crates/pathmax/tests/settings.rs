//! Reopening, tie-breaking and the pathmax adjustment on graphs that are small enough to follow by hand.

use std::ops::ControlFlow;

use crate::support::{Graph, labelled};
use pathmax::{ALGORITHMS, Algorithm, Claims, Cost, Expansion, Observer, Report, Search, Threads, heuristic_fn};

type Found = Report<(usize, u16)>;

/// Runs an algorithm, by its label, with one admissible value per state.
fn run(graph: &Graph, label: &str, values: &[Cost]) -> Found {
    let h = heuristic_fn(Claims::ADMISSIBLE, |state: &u16| Some(values[usize::from(*state)]));
    Search::new(label.parse().expect("a label")).heuristic(h).run(graph)
}

/// The cost of the plan, the bound, and whether the plan is proven optimal.
fn found(graph: &Graph, label: &str, values: &[Cost]) -> (Cost, Option<Cost>, bool) {
    let report = run(graph, label, values);
    (graph.follow(&report), report.bound, report.is_optimal())
}

fn graph(edges: &[&[(u16, Cost)]], goal: Option<u16>) -> Graph {
    let goals = (0..edges.len() as u16).map(|state| Some(state) == goal).collect();
    Graph { edges: edges.iter().map(|edges| edges.to_vec()).collect(), goals }
}

/// The cheap path to 2 leads over 1, whose value is high; 2 is expanded before that, at a cost of 3.
fn trap() -> Graph {
    graph(&[&[(1, 1), (2, 3)], &[(2, 1)], &[(3, 5)], &[]], Some(3))
}

#[test]
fn without_reopening_an_inconsistent_heuristic_loses_the_optimum_and_the_report_says_so() {
    let inconsistent = [0, 6, 0, 0];
    assert_eq!(found(&trap(), "astar", &inconsistent), (7, Some(7), true));
    assert_eq!(found(&trap(), "astar:no-reopen", &inconsistent), (8, Some(7), false));
    // The adjustment raises no value on the way to the state that is expanded too early.
    assert_eq!(found(&trap(), "astar:pathmax:no-reopen", &inconsistent), (8, Some(7), false));
    assert_eq!(found(&trap(), "weighted-astar:2:no-reopen", &inconsistent).0, 8);
    assert_eq!(run(&trap(), "astar:no-reopen", &inconsistent).statistics.reopened, 0);
}

#[test]
fn the_bound_covers_the_paths_that_were_dropped() {
    // As above, but 2 leads on to two more states. A bound that forgot the dropped path would rise to 9, the cost of the plan.
    let long = graph(&[&[(1, 1), (2, 3)], &[(2, 1)], &[(3, 3)], &[(4, 3)], &[]], Some(4));
    let values = [0, 7, 0, 0, 0];
    assert_eq!(found(&long, "astar", &values), (8, Some(8), true));
    assert_eq!(found(&long, "astar:no-reopen", &values), (9, Some(8), false));
}

#[test]
fn without_reopening_a_consistent_heuristic_loses_nothing() {
    for values in [[7, 6, 5, 0], [0, 0, 0, 0], [3, 2, 1, 0]] {
        for label in
            ["astar:no-reopen", "astar:pathmax:no-reopen", "astar:no-reopen:lower-g", "astar:no-reopen:first-in"]
        {
            assert_eq!(found(&trap(), label, &values), (7, Some(7), true), "{label} {values:?}");
        }
    }
}

/// A square of cells, in steps of `cost` to the right and down, from the first to the last.
fn square(side: u16, cost: Cost) -> (Graph, Vec<Cost>) {
    let cells = side * side;
    let next = |cell: u16| {
        let right = (cell % side + 1 < side).then_some(cell + 1);
        let down = (cell + side < cells).then_some(cell + side);
        right.into_iter().chain(down).map(|to| (to, cost)).collect()
    };
    let values = (0..cells).map(|cell| Cost::from(2 * (side - 1) - cell % side - cell / side) * cost).collect();
    let goals = (0..cells).map(|cell| cell + 1 == cells).collect();
    (Graph { edges: (0..cells).map(next).collect(), goals }, values)
}

#[test]
fn ties_decide_how_many_states_a_perfect_heuristic_expands() {
    // Large costs do not fit into the buckets of the open list.
    for cost in [1, 20_000] {
        let (square, values) = square(4, cost);
        for (ties, expanded) in [
            ("", 6),
            (":higher-g", 6),
            (":lower-g", 14),
            (":first-in", 14),
            (":last-in", 6),
            (":no-reopen:lower-g", 14),
        ] {
            let report = run(&square, &format!("astar{ties}"), &values);
            assert_eq!(report.statistics.expanded, expanded, "astar{ties}, steps of {cost}");
            assert!(report.is_optimal());
        }
    }
}

/// Collects the expanded states.
#[derive(Default)]
struct Order(Vec<u16>);

impl Observer<u16> for Order {
    fn wants_expansions(&self) -> bool {
        true
    }

    fn expansion(&mut self, expansion: Expansion<'_, u16>) -> ControlFlow<()> {
        self.0.push(*expansion.state);
        ControlFlow::Continue(())
    }
}

#[test]
fn a_state_that_is_reached_again_counts_as_new() {
    for cost in [1, 10_000] {
        // 1 is stored first, at a cost of 5; then 4 at a cost of 3; then a path of cost 3 to 1 is found.
        let edges = [&[(1, 5 * cost), (2, cost)][..], &[], &[(3, cost), (4, 2 * cost)], &[(1, cost)], &[]];
        let graph = graph(&edges, None);
        for (label, last) in [("ucs:last-in", [1, 4]), ("ucs:first-in", [4, 1]), ("astar:first-in", [4, 1])] {
            let mut order = Order::default();
            let _ = Search::new(label.parse().unwrap()).observe(&mut order).run(&graph);
            assert_eq!((&order.0[..3], &order.0[3..]), (&[0, 2, 3][..], &last[..]), "{label}, steps of {cost}");
        }
    }
}

#[test]
fn the_adjustment_works_in_every_algorithm_with_a_heuristic() {
    // The value of 0 is exact, that of 1 too low, so that f falls on the way to 1.
    let line = graph(&[&[(1, 2)], &[(2, 3)], &[(3, 5)], &[]], Some(3));
    for info in ALGORITHMS.iter().filter(|info| info.informed) {
        let mut algorithm = info.algorithm();
        algorithm.set("pathmax", "on").unwrap();
        let mut values = Vec::new();
        let h = heuristic_fn(Claims::ADMISSIBLE, |state: &u16| Some([10, 0, 1, 0][usize::from(*state)]));
        let report = Search::new(algorithm).heuristic(h).observe(Heights(&mut values)).run(&line);
        assert_eq!(report.plan().map(|plan| plan.cost), Some(10), "{algorithm}");
        // Partial expansion expands a state again for every f of its successors.
        values.dedup();
        assert_eq!(values, [(0, 10), (1, 8), (2, 5)], "{algorithm}");
    }
}

/// Collects the expanded states with their values.
struct Heights<'v>(&'v mut Vec<(u16, Cost)>);

impl Observer<u16> for Heights<'_> {
    fn wants_expansions(&self) -> bool {
        true
    }

    fn expansion(&mut self, expansion: Expansion<'_, u16>) -> ControlFlow<()> {
        self.0.push((*expansion.state, expansion.h));
        ControlFlow::Continue(())
    }
}

#[test]
fn settings_of_the_order_keep_a_search_on_one_thread() {
    let (square, _) = square(20, 1);
    let threads =
        |algorithm: Algorithm| Search::new(algorithm).threads(Threads::new(2).after(0)).run(&square).statistics.threads;
    for algorithm in
        labelled(&["astar:no-reopen", "astar:lower-g", "ucs:first-in", "weighted-astar:2:no-reopen", "greedy"])
    {
        assert_eq!(threads(algorithm), 1, "{algorithm}");
    }
    for algorithm in labelled(&["astar", "astar:pathmax", "partial-astar:pathmax", "weighted-astar:2:pathmax"]) {
        assert_eq!(threads(algorithm), 2, "{algorithm}");
    }
}
