//! Searches on several threads end when they should, and leave nothing running.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::SeqCst};
use std::thread;
use std::time::{Duration, Instant};

use pathmax::{
    Algorithm, Cancel, Claims, Cost, Expansion, Heuristic, Null, Observer, Outcome, Problem, Progress, Report, Search,
    StopReason, Threads, Weight,
};

use crate::parallel::WORKERS;

/// An endless tree with eight ways on from everywhere. Every now and then something happens.
#[derive(Default)]
struct Tree {
    /// The state whose expansion panics.
    trap: Option<u64>,
    /// Cancelled by the expansion of the hundredth state.
    cancel: Cancel,
    expanded: AtomicU64,
    /// Threads that expand at the moment.
    inside: AtomicUsize,
}

impl Problem for Tree {
    type State = u64;
    type Action = u64;

    fn start(&self) -> u64 {
        1
    }

    fn actions(&self, state: &u64, visit: impl FnMut(u64)) {
        self.inside.fetch_add(1, SeqCst);
        let before = self.expanded.fetch_add(1, SeqCst);
        if before == 1000 {
            self.cancel.cancel();
        }
        if self.trap.is_some_and(|number| before == number) {
            panic!("the trap in {state}");
        }
        (0..8).for_each(visit);
        self.inside.fetch_sub(1, SeqCst);
    }

    fn apply(&self, state: &u64, action: &u64) -> u64 {
        state.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(*action)
    }

    fn is_goal(&self, _: &u64) -> bool {
        false
    }
}

fn blind(search: Search, workers: usize, tree: &Tree) -> Report<u64> {
    search.run_on(Threads::new(workers).after(0), tree, Null, &mut ())
}

fn reason(report: &Report<u64>) -> StopReason {
    match report.outcome {
        Outcome::Stopped { reason, .. } => reason,
        ref other => panic!("{other:?}"),
    }
}

fn endless() -> Search {
    Search::new(Algorithm::UniformCost)
}

#[test]
fn every_limit_ends_all_workers() {
    for workers in WORKERS {
        let tree = Tree::default();
        let expansions = blind(endless().expansion_limit(10_000), workers, &tree);
        assert_eq!((reason(&expansions), expansions.statistics.expanded), (StopReason::Expansions, 10_000));
        assert_eq!(tree.expanded.load(SeqCst), 10_000, "those that were counted, and no other");

        let time = blind(endless().time_limit(Duration::from_millis(20)), workers, &Tree::default());
        assert_eq!(reason(&time), StopReason::Time);
        assert!(time.statistics.elapsed >= Duration::from_millis(20));

        let memory = blind(endless().memory_limit(8 << 20), workers, &Tree::default());
        assert_eq!(reason(&memory), StopReason::Memory);
        assert!(memory.statistics.peak_memory <= 8 << 20);

        let cancelled = Cancel::new();
        cancelled.cancel();
        let at_once = blind(endless().cancelled_by(cancelled), workers, &Tree::default());
        assert_eq!(reason(&at_once), StopReason::Cancelled);
    }
}

/// An endless line whose first expansion takes as long as the time limit.
struct SlowStart(Duration);

impl Problem for SlowStart {
    type State = u64;
    type Action = ();

    fn start(&self) -> u64 {
        0
    }

    fn actions(&self, state: &u64, mut visit: impl FnMut(())) {
        if *state == 0 {
            let began = Instant::now();
            while began.elapsed() < self.0 {
                thread::yield_now();
            }
        }
        visit(());
    }

    fn apply(&self, state: &u64, (): &()) -> u64 {
        state + 1
    }

    fn is_goal(&self, _: &u64) -> bool {
        false
    }
}

#[test]
fn the_time_before_the_threads_start_counts() {
    let limit = Duration::from_millis(200);
    let search = endless().time_limit(limit);
    let report = search.run_on(Threads::new(2).after(1), &SlowStart(limit), Null, &mut ());
    assert!(
        matches!(report.outcome, Outcome::Stopped { reason: StopReason::Time, best: None }),
        "{:?}",
        report.outcome
    );
    assert!(report.statistics.expanded <= 1, "{} expansions", report.statistics.expanded);
}

#[test]
fn a_search_can_be_cancelled_from_within_and_from_another_thread() {
    for workers in WORKERS {
        let tree = Tree::default();
        let report = blind(endless().cancelled_by(tree.cancel.clone()), workers, &tree);
        assert_eq!(reason(&report), StopReason::Cancelled);

        let cancel = Cancel::new();
        let search = endless().cancelled_by(cancel.clone());
        let tree = Arc::new(Tree::default());
        let running = thread::spawn({
            let tree = tree.clone();
            move || blind(search, workers, &tree)
        });
        while tree.expanded.load(SeqCst) < 500 {
            thread::yield_now();
        }
        cancel.cancel();
        assert_eq!(reason(&running.join().unwrap()), StopReason::Cancelled);
        let expanded = tree.expanded.load(SeqCst);
        assert_eq!(tree.inside.load(SeqCst), 0, "nothing is left running");
        thread::yield_now();
        assert_eq!(tree.expanded.load(SeqCst), expanded);
    }
}

#[test]
fn a_panic_in_one_worker_ends_all_and_reaches_the_caller() {
    for trap in [0, 1, 5000] {
        let tree = Tree { trap: Some(trap), ..Tree::default() };
        let panic = catch_unwind(AssertUnwindSafe(|| blind(endless(), 3, &tree))).unwrap_err();
        let message = panic.downcast_ref::<String>().expect("the panic as it was");
        assert!(message.starts_with("the trap in "), "{message}");
        assert_eq!(tree.inside.load(SeqCst), 1, "only the one that panicked did not come back");
    }
}

#[test]
fn a_panic_of_the_observer_ends_all_and_reaches_the_caller() {
    struct Impatient;
    impl Observer<u64> for Impatient {
        fn progress(&mut self, _: &Progress) {
            panic!("not yet done?");
        }
    }
    let (tree, threads) = (Tree::default(), Threads::new(2).after(0));
    // A limit all the same, for the case that the alarm is not heard.
    let search = endless().time_limit(Duration::from_secs(60));
    let panic = catch_unwind(AssertUnwindSafe(|| search.run_on(threads, &tree, Null, &mut Impatient))).unwrap_err();
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"not yet done?"));
    assert_eq!(tree.inside.load(SeqCst), 0);
}

#[test]
fn progress_is_told_by_the_sum_of_all_workers() {
    #[derive(Default)]
    struct Watcher {
        expanded: u64,
        generated: u64,
        stored: usize,
        bound: Cost,
        count: u32,
        /// Switched when there is nothing more to be seen.
        enough: Cancel,
    }
    impl Observer<u64> for Watcher {
        fn progress(&mut self, progress: &Progress) {
            self.count += 1;
            assert!(progress.expanded >= self.expanded && progress.bound >= self.bound);
            assert!(progress.generated >= progress.expanded && progress.memory > 0 && progress.open <= progress.stored);
            (self.expanded, self.bound) = (progress.expanded, progress.bound);
            (self.generated, self.stored) = (progress.generated, progress.stored);
            if self.bound > 0 && self.count > 1 {
                // Every worker has expanded a state, beside the 13 expansions before there were workers.
                assert!(progress.expanded >= 15 && progress.generated >= 8 * 15, "{progress:?}");
                assert!(progress.stored > 8 * 13 && progress.open > 0, "{progress:?}");
                self.enough.cancel();
            }
        }
    }
    let mut watcher = Watcher::default();
    let search = endless().memory_limit(1 << 30).cancelled_by(watcher.enough.clone());
    let report = search.run_on(Threads::new(2).after(100), &Tree::default(), Null, &mut watcher);
    assert_eq!(reason(&report), StopReason::Cancelled);
    let statistics = &report.statistics;
    assert!(watcher.bound <= report.bound && watcher.expanded <= statistics.expanded);
    assert!(watcher.generated <= statistics.generated && watcher.stored <= statistics.peak_stored);
    let most = report.statistics.elapsed.as_millis() / 100 + 1;
    assert!(u128::from(watcher.count) <= most, "about ten times a second, not {} in {most} tenths", watcher.count);
}

/// A heuristic that holds the search up until its observer has seen progress twice.
#[derive(Clone)]
struct Slow {
    claims: Claims,
    value: Cost,
    queries: Arc<AtomicU64>,
    progress: Arc<AtomicUsize>,
}

impl Heuristic<u64> for Slow {
    fn estimate(&mut self, _: &u64) -> Option<Cost> {
        // Only a worker can wait for its observer, which another thread calls.
        let is_worker = thread::current().name().is_some_and(|name| name.starts_with("pathmax-"));
        if is_worker && self.queries.fetch_add(1, SeqCst) > 300 {
            while self.progress.load(SeqCst) < 2 {
                thread::yield_now();
            }
        }
        Some(self.value)
    }

    fn claims(&self) -> Claims {
        self.claims
    }
}

/// Counts progress reports and keeps their highest bound.
struct HighestBound {
    progress: Arc<AtomicUsize>,
    bound: Cost,
}

impl Observer<u64> for HighestBound {
    fn progress(&mut self, progress: &Progress) {
        self.bound = self.bound.max(progress.bound);
        self.progress.fetch_add(1, SeqCst);
    }
}

#[test]
fn bounds_reported_on_the_way_hold() {
    // Nothing is known of plans in an endless tree beyond the depth that was searched: some four layers.
    let weighted = Algorithm::WeightedAStar { weight: Weight::new(3.0).unwrap() };
    for (algorithm, claims, value) in [
        (Algorithm::default(), Claims::NONE, 1000),
        (Algorithm::PartialAStar, Claims::NONE, 1000),
        (weighted, Claims::NONE, 1000),
        (weighted, Claims::ADMISSIBLE, 1),
        (Algorithm::default(), Claims::ADMISSIBLE, 1),
    ] {
        let progress = Arc::new(AtomicUsize::new(0));
        let slow = Slow { claims, value, queries: Arc::default(), progress: progress.clone() };
        let mut observer = HighestBound { progress, bound: 0 };
        let search = Search::new(algorithm).expansion_limit(2000);
        let report = search.run_on(Threads::new(2).after(0), &Tree::default(), slow, &mut observer);
        assert_eq!(reason(&report), StopReason::Expansions);
        assert!(observer.bound <= report.bound, "{algorithm:?}, {claims:?}");
        assert!(report.bound <= 6, "{algorithm:?}, {claims:?}: {}", report.bound);
    }
}

#[test]
fn whoever_wants_every_expansion_gets_it_on_one_thread() {
    struct Orders(Vec<u64>);
    impl Observer<u64> for Orders {
        fn wants_expansions(&self) -> bool {
            true
        }
        fn expansion(&mut self, expansion: Expansion<'_, u64>) {
            self.0.push(expansion.order);
        }
    }
    let mut orders = Orders(Vec::new());
    let search = endless().expansion_limit(2000);
    let report = search.run_on(Threads::new(3).after(0), &Tree::default(), Null, &mut orders);
    assert_eq!(orders.0, (0..2000).collect::<Vec<_>>());
    assert_eq!(report.statistics.threads, 1);
}

/// A heuristic that knows nothing and takes room.
#[derive(Clone)]
struct Heavy(usize);

impl Heuristic<u64> for Heavy {
    fn estimate(&mut self, _: &u64) -> Option<Cost> {
        Some(0)
    }

    fn bytes(&self) -> usize {
        self.0
    }
}

#[test]
fn copies_of_the_heuristic_count_against_the_limit() {
    let run = |bytes| {
        let search = Search::default().memory_limit(16 << 20).expansion_limit(20_000);
        search.run_on(Threads::new(3).after(100), &Tree::default(), Heavy(bytes), &mut ()).statistics
    };
    let light = run(0);
    assert_eq!(light.threads, 3);
    let middling = run(1 << 20);
    assert_eq!(middling.threads, 3);
    assert!(middling.peak_memory >= light.peak_memory + (2 << 20));
    assert_eq!(run(4 << 20).threads, 2, "there is room for one copy");
    assert_eq!(run(8 << 20).threads, 1, "there is no room for a copy");
}

/// One state with very many successors.
struct Wide;

const SUCCESSORS: u64 = 100_000;

impl Problem for Wide {
    type State = [u64; 8];
    type Action = u64;

    fn start(&self) -> [u64; 8] {
        [0; 8]
    }

    fn actions(&self, state: &[u64; 8], visit: impl FnMut(u64)) {
        if state[0] == 0 {
            (1..=SUCCESSORS).for_each(visit);
        }
    }

    fn apply(&self, _: &[u64; 8], action: &u64) -> [u64; 8] {
        [*action; 8]
    }

    fn is_goal(&self, _: &[u64; 8]) -> bool {
        false
    }
}

#[test]
fn batches_of_any_size_count_against_the_limit() {
    let report = endless().run_on(Threads::new(2).after(0), &Wide, Null, &mut ());
    assert!(matches!(report.outcome, Outcome::Unsolvable));
    // The successors are stored by their owners while the messages that announced them are still there. A message has at
    // least a state, its hash, cost and parent.
    let (stores, messages) = (SUCCESSORS as usize * (64 + 8), SUCCESSORS as usize * (64 + 8 + 4 + 4));
    let peak = report.statistics.peak_memory;
    assert!(peak >= stores + messages, "only {peak} bytes");
    let too_little = endless().memory_limit(messages).run_on(Threads::new(2).after(0), &Wide, Null, &mut ());
    assert!(matches!(too_little.outcome, Outcome::Stopped { reason: StopReason::Memory, .. }));
}

#[test]
fn algorithms_without_threads_stay_on_one() {
    for algorithm in [Algorithm::Greedy, Algorithm::BreadthFirst] {
        let search = Search::new(algorithm).expansion_limit(100);
        let report = search.run_on(Threads::new(2).after(0), &Tree::default(), Null, &mut ());
        assert_eq!((report.statistics.threads, report.statistics.expanded), (1, 100));
    }
}
