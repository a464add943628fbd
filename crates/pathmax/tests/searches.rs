//! Searches on problems that are small enough to count by hand.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::support::{Graph, all, is_unsolvable};
use pathmax::{
    Algorithm, CancelToken, Claims, Cost, Expansion, Heuristic, MAX_COST, Observer, Outcome, Problem, Progress, Search,
    StopReason, Table, heuristic_fn,
};

/// An infinite line: one step to the right at a time, with a goal or without.
struct Line {
    goal: Option<u64>,
    cost: Cost,
}

impl Problem for Line {
    type State = u64;
    type Action = ();

    fn start(&self) -> u64 {
        0
    }

    fn actions<B>(&self, _: &u64, mut visit: impl FnMut(()) -> ControlFlow<B>) -> ControlFlow<B> {
        visit(())
    }

    fn apply(&self, state: &u64, (): &()) -> u64 {
        state + 1
    }

    fn is_goal(&self, state: &u64) -> bool {
        Some(*state) == self.goal
    }

    fn cost(&self, _: &u64, (): &()) -> Cost {
        self.cost
    }
}

const INFINITE: Line = Line { goal: None, cost: 1 };

fn graph(edges: &[&[(u16, Cost)]], goal: u16) -> Graph {
    let goals = (0..edges.len() as u16).map(|state| state == goal).collect();
    Graph { edges: edges.iter().map(|edges| edges.to_vec()).collect(), goals }
}

#[test]
fn a_start_that_is_a_goal_needs_no_plan() {
    let trivial = graph(&[&[(0, 1)]], 0);
    for algorithm in all() {
        let report = Search::new(algorithm).run(&trivial);
        let plan = report.plan().expect("a plan");
        assert_eq!((plan.actions.len(), plan.cost, report.bound), (0, 0, Some(0)), "{algorithm:?}");
        assert!(report.is_optimal());
        assert_eq!(report.statistics.expanded, 0, "{algorithm:?}");
    }
}

#[test]
fn a_consistent_heuristic_never_reopens_and_an_inconsistent_one_does() {
    // The direct path to 2 is expensive, the path over 1 cheap, but 1 has a high heuristic value.
    let detour = graph(&[&[(1, 1), (2, 3)], &[(2, 1)], &[(3, 10)], &[]], 3);
    let run = |h: [Cost; 4], pathmax| {
        let h = heuristic_fn(Claims::ADMISSIBLE, move |state: &u16| Some(h[usize::from(*state)]));
        Search::new(Algorithm::AStar { pathmax, reopen: true, ties: None }).heuristic(h).run(&detour)
    };
    let consistent = run([12, 11, 10, 0], false);
    assert_eq!((consistent.plan().unwrap().cost, consistent.statistics.reopened), (12, 0));
    let inconsistent = run([0, 11, 0, 0], false);
    assert_eq!((inconsistent.plan().unwrap().cost, inconsistent.statistics.reopened), (12, 1));
    assert!(inconsistent.is_optimal());
}

#[test]
fn pathmax_carries_a_value_along_the_path() {
    // The value of 0 is 10; those of 1 and 2 are 0, that of 3 is too low. With the adjustment 3 need not be expanded once
    // there is a plan of cost 10.
    let fork = graph(&[&[(1, 1), (3, 5)], &[(2, 1)], &[(5, 8)], &[(4, 1)], &[(5, 20)], &[]], 5);
    let h = |state: &u16| Some([10, 0, 0, 4, 4, 0][usize::from(*state)]);
    let plain = Search::new(Algorithm::A_STAR).heuristic(heuristic_fn(Claims::ADMISSIBLE, h)).run(&fork);
    let adjusted = Search::new(Algorithm::AStar { pathmax: true, reopen: true, ties: None })
        .heuristic(heuristic_fn(Claims::ADMISSIBLE, h))
        .run(&fork);
    assert_eq!((plain.plan().unwrap().cost, adjusted.plan().unwrap().cost), (10, 10));
    let f_of_layers = |report: &pathmax::Report<_>| report.statistics.layers.iter().map(|l| l.f).collect::<Vec<_>>();
    assert_eq!(f_of_layers(&plain), [1, 2, 9, 10]);
    assert_eq!(f_of_layers(&adjusted), [10]);
}

#[test]
fn counts_on_a_diamond() {
    // 0 → 1, 2 → 3 → 4: the second path to 3 is a duplicate.
    let diamond = graph(&[&[(1, 1), (2, 1)], &[(3, 1)], &[(3, 1)], &[(4, 1)], &[]], 4);
    let statistics = Search::new(Algorithm::UNIFORM_COST).run(&diamond).statistics;
    assert_eq!((statistics.expanded, statistics.generated, statistics.duplicates), (4, 5, 1));
    assert_eq!((statistics.peak_stored, statistics.start_h, statistics.dead_ends), (5, Some(0), 0));
    let layers: Vec<_> = statistics.layers.iter().map(|layer| (layer.f, layer.expanded)).collect();
    assert_eq!(layers, [(0, 1), (1, 2), (2, 1)]);
}

#[test]
fn dead_ends_are_pruned_only_if_the_heuristic_claims_admissibility() {
    let path = graph(&[&[(1, 1)], &[(2, 1)], &[]], 2);
    let blind_alley = |state: &u16| (*state != 1).then_some(0);
    let trusted = Search::default().heuristic(heuristic_fn(Claims::ADMISSIBLE, blind_alley)).run(&path);
    assert!(is_unsolvable(&trusted), "the claim of admissibility is trusted");
    assert_eq!(trusted.statistics.dead_ends, 1);
    let untrusted = Search::default().heuristic(heuristic_fn(Claims::NONE, blind_alley)).run(&path);
    assert_eq!(path.follow(&untrusted), 2);
}

#[test]
fn a_plan_found_with_an_inadmissible_heuristic_is_not_called_optimal() {
    // The cheap path over 1 has a high heuristic value; A* takes the other one.
    let two_ways = graph(&[&[(1, 1), (2, 5)], &[(2, 1)], &[]], 2);
    let h = heuristic_fn(Claims::NONE, |state: &u16| Some(if *state == 1 { 100 } else { 0 }));
    let report = Search::default().heuristic(h).run(&two_ways);
    assert_eq!(report.plan().unwrap().cost, 5);
    assert!(!report.is_optimal() && report.bound <= Some(2));
}

#[test]
fn searches_of_infinite_problems_end_at_each_limit() {
    for algorithm in all() {
        let reason = |search: Search| match search.run(&INFINITE).outcome {
            Outcome::Stopped { reason, .. } => reason,
            other => panic!("{algorithm:?}: {other:?}"),
        };
        let search = Search::new(algorithm);
        assert_eq!(reason(search.clone().expansion_limit(1000)), StopReason::Expansions, "{algorithm:?}");
        assert_eq!(reason(search.clone().time_limit(Duration::from_millis(5))), StopReason::Time, "{algorithm:?}");
        let cancel = CancelToken::new();
        cancel.cancel();
        assert_eq!(reason(search.cancel(cancel)), StopReason::Cancelled, "{algorithm:?}");
    }
}

#[test]
fn a_search_can_be_cancelled_from_another_thread() {
    let cancel = CancelToken::new();
    let search = Search::new(Algorithm::UNIFORM_COST).cancel(cancel.clone());
    let (expanded, first) = std::sync::mpsc::channel();
    let running = std::thread::spawn(move || search.observe(Notifier { expanded }).run(&INFINITE));
    first.recv().expect("the search expands states");
    cancel.cancel();
    let report = running.join().expect("the search ends");
    assert!(matches!(report.outcome, Outcome::Stopped { reason: StopReason::Cancelled, .. }));
    assert!(report.bound > Some(0), "uniform-cost search has a bound");
}

/// Reports that ten states were expanded.
struct Notifier {
    expanded: std::sync::mpsc::Sender<()>,
}

impl Observer<u64> for Notifier {
    fn wants_expansions(&self) -> bool {
        true
    }

    fn expansion(&mut self, expansion: Expansion<'_, u64>) -> ControlFlow<()> {
        if expansion.order == 10 {
            let _ = self.expanded.send(());
        }
        ControlFlow::Continue(())
    }
}

/// A heuristic whose preparation never ends.
struct Endless {
    bytes: usize,
}

impl Heuristic<u64> for Endless {
    fn evaluate(&mut self, _: &u64) -> Option<Cost> {
        unreachable!("evaluated before it is prepared")
    }

    fn prepare(&mut self, check: &mut dyn FnMut(usize) -> ControlFlow<()>) -> ControlFlow<()> {
        while check(self.bytes).is_continue() {}
        ControlFlow::Break(())
    }
}

#[test]
fn limits_reach_a_heuristic_that_prepares() {
    let cancel = CancelToken::new();
    cancel.cancel();
    let search = |algorithm| Search::new(algorithm).memory_limit(1 << 20);
    for algorithm in [Algorithm::default(), Algorithm::ida_star(Table::Off)] {
        for (search, bytes, expected) in [
            (search(algorithm).time_limit(Duration::from_millis(5)), 0, StopReason::Time),
            (search(algorithm).cancel(cancel.clone()), 0, StopReason::Cancelled),
            (search(algorithm), 2 << 20, StopReason::Memory),
        ] {
            let report = search.heuristic(Endless { bytes }).run(&INFINITE);
            assert_eq!(report.outcome, Outcome::Stopped { reason: expected, best: None });
        }
    }
    let blind = Search::new(Algorithm::UNIFORM_COST).expansion_limit(5).heuristic(Endless { bytes: 0 }).run(&INFINITE);
    assert_eq!(blind.statistics.expanded, 5, "a search that uses no heuristic does not prepare it");
}

#[test]
fn an_observer_can_end_the_preparation_of_a_heuristic() {
    struct Impatient;
    impl Observer<u64> for Impatient {
        fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
            assert_eq!((progress.expanded, progress.bound, progress.best), (0, 0, None));
            ControlFlow::Break(())
        }
    }
    let report = Search::default().heuristic(Endless { bytes: 0 }).observe(Impatient).run(&INFINITE);
    assert_eq!(report.outcome, Outcome::Stopped { reason: StopReason::Observer, best: None });
}

/// A heuristic that checks the memory limit before the search, and uses no table if there is too little.
struct Adaptive {
    bytes: usize,
    has_table: bool,
}

impl Heuristic<u64> for Adaptive {
    fn evaluate(&mut self, _: &u64) -> Option<Cost> {
        Some(0)
    }

    fn prepare(&mut self, check: &mut dyn FnMut(usize) -> ControlFlow<()>) -> ControlFlow<()> {
        self.has_table = check(self.bytes).is_continue();
        ControlFlow::Continue(())
    }
}

#[test]
fn a_heuristic_that_is_ready_is_used_even_if_it_was_refused_memory() {
    let line = Line { goal: Some(3), cost: 1 };
    let limit = 1 << 20;
    for algorithm in [Algorithm::default(), Algorithm::ida_star(Table::Off)] {
        for (bytes, is_granted) in [(limit - 1, true), (limit, true), (limit + 1, false)] {
            let mut heuristic = Adaptive { bytes, has_table: false };
            let report = Search::new(algorithm).memory_limit(limit).heuristic(&mut heuristic).run(&line);
            assert_eq!(report.plan().map(|plan| plan.cost), Some(3), "{algorithm:?}: {:?}", report.outcome);
            assert_eq!(heuristic.has_table, is_granted, "{bytes} of {limit} bytes");
        }
    }
}

#[test]
fn costs_too_large_to_represent_prove_nothing() {
    let expensive = Line { goal: Some(3), cost: MAX_COST / 2 };
    for algorithm in all() {
        let report = Search::new(algorithm).expansion_limit(100).run(&expensive);
        assert!(
            matches!(report.outcome, Outcome::Stopped { reason: StopReason::Cost | StopReason::Expansions, .. }),
            "{algorithm:?}: {:?}",
            report.outcome
        );
    }
    let representable = Line { goal: Some(2), cost: MAX_COST / 2 };
    let report = Search::default().run(&representable);
    assert_eq!(report.plan().map(|plan| plan.cost), Some(MAX_COST / 2 * 2));
}

#[test]
fn any_table_proves_a_ring_unsolvable() {
    // A ring of 400 states without a goal; without a table, repetitions on the path end the search.
    let ring: Vec<Vec<(u16, Cost)>> = (0..400).map(|i| vec![((i + 1) % 400, 1), ((i + 399) % 400, 1)]).collect();
    let unsolvable = Graph { edges: ring, goals: vec![false; 400] };
    for table in [Table::Unbounded, Table::Bytes(1 << 20), Table::Off] {
        let report = Search::new(Algorithm::ida_star(table)).run(&unsolvable);
        assert!(is_unsolvable(&report), "{table:?}: {:?}", report.outcome);
    }
}

#[test]
fn a_table_proves_a_grid_unsolvable() {
    // 12 × 12 cells without a goal: far too many paths, but only 144 states.
    let neighbours = |cell: u16| {
        let (row, column) = (i32::from(cell) / 12, i32::from(cell) % 12);
        let around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)];
        let inside = around.into_iter().filter(|(row, column)| (0..12).contains(row) && (0..12).contains(column));
        inside.map(|(row, column)| ((row * 12 + column) as u16, 1)).collect::<Vec<_>>()
    };
    let grid = Graph { edges: (0..144).map(neighbours).collect(), goals: vec![false; 144] };
    for algorithm in [
        Algorithm::ida_star(Table::Unbounded),
        Algorithm::IterativeDeepening { depth_limit: None, table: Table::Unbounded },
    ] {
        let report = Search::new(algorithm).expansion_limit(1_000_000).run(&grid);
        assert!(is_unsolvable(&report), "{algorithm:?}: {:?}", report.outcome);
    }
}

#[test]
fn dead_ends_do_not_prolong_a_deepening_search() {
    // Ever more expensive paths to 1 would take a hundred iterations, but 1 is known after the second, and 2 is a dead end.
    let mut edges: Vec<(u16, Cost)> = (2..100).rev().map(|cost| (1, cost)).collect();
    edges.extend([(3, 1), (2, 500)]);
    let unsolvable = graph(&[&edges, &[], &[], &[(1, 0)]], 4);
    let h = heuristic_fn(Claims::ADMISSIBLE, |state: &u16| (*state != 2).then_some(0));
    let report = Search::new(Algorithm::ida_star(Table::Unbounded)).heuristic(h).run(&unsolvable);
    assert!(is_unsolvable(&report), "{:?}", report.outcome);
    assert!(report.statistics.expanded < 20, "{} expansions", report.statistics.expanded);
}

#[test]
fn the_heuristic_value_of_a_goal_is_ignored() {
    // There are two paths to 1, so that one iteration reaches no new state while the goal is still beyond its limit. The
    // heuristic calls the goal a dead end.
    let far_goal = graph(&[&[(1, 3), (3, 1), (2, 50)], &[], &[], &[(1, 1)]], 2);
    for algorithm in all() {
        let h = heuristic_fn(Claims::ADMISSIBLE, |state: &u16| (*state != 2).then_some(0));
        let report = Search::new(algorithm).heuristic(h).run(&far_goal);
        assert_eq!(report.plan().map(|plan| plan.cost), Some(50), "{algorithm:?}: {:?}", report.outcome);
    }
}

#[derive(Default)]
struct Recorder {
    orders: Vec<u64>,
}

impl Observer<u16> for Recorder {
    fn wants_expansions(&self) -> bool {
        true
    }

    fn expansion(&mut self, expansion: Expansion<'_, u16>) -> ControlFlow<()> {
        self.orders.push(expansion.order);
        ControlFlow::Continue(())
    }
}

#[test]
fn every_expansion_is_observed_and_observing_changes_nothing() {
    let edges: Vec<Vec<(u16, Cost)>> =
        (0..500).map(|i| vec![((i * 7 + 3) % 500, 2), ((i * 11 + 5) % 500, 3)]).collect();
    let maze = Graph { goals: (0..500).map(|i| i == 497).collect(), edges };
    for algorithm in all() {
        let mut recorder = Recorder::default();
        let search = Search::new(algorithm).expansion_limit(20_000);
        let watched = search.clone().observe(&mut recorder).run(&maze);
        let alone = search.run(&maze);
        assert_eq!(watched.outcome, alone.outcome, "{algorithm:?}");
        let (mut a, mut b) = (watched.statistics, alone.statistics);
        assert_eq!(recorder.orders, (0..a.expanded).collect::<Vec<_>>(), "{algorithm:?}");
        assert_eq!(a.layers.iter().map(|layer| layer.expanded).sum::<u64>(), a.expanded, "{algorithm:?}");
        (a.elapsed, b.elapsed) = (Duration::ZERO, Duration::ZERO);
        assert_eq!(a, b, "{algorithm:?}");
    }
}

#[test]
fn progress_is_reported_while_a_search_runs() {
    /// Ends the search at the third report.
    #[derive(Default)]
    struct Count {
        reports: u128,
        expanded: u64,
    }
    impl Observer<u64> for Count {
        fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
            self.reports += 1;
            assert!(progress.expanded > self.expanded && progress.memory > 0);
            self.expanded = progress.expanded;
            if self.reports == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }
    let mut count = Count::default();
    let report = Search::new(Algorithm::UNIFORM_COST).observe(&mut count).run(&INFINITE);
    assert_eq!(report.stop_reason(), Some(StopReason::Observer));
    let elapsed = report.statistics.elapsed.as_millis();
    assert!(elapsed >= 100 * (count.reports - 1), "at most ten times per second, not 3 times in {elapsed} ms");
}
