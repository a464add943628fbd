//! Searches on several threads end at their limits and leave no thread running.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::SeqCst};
use std::thread;
use std::time::{Duration, Instant};

use pathmax::{
    Algorithm, CancelToken, Claims, Cost, Expansion, Heuristic, Observer, Outcome, Problem, Progress, Report, Search,
    StopReason, Threads, Weight,
};

use crate::parallel::WORKERS;

/// An infinite tree with eight actions in every state, which can panic and cancel.
#[derive(Default)]
struct Tree {
    /// The number of the expansion that panics.
    panics_at: Option<u64>,
    /// Cancelled by the expansion with the number 1000.
    cancel: CancelToken,
    expanded: AtomicU64,
    /// The number of threads that generate successors at the moment.
    inside: AtomicUsize,
}

impl Problem for Tree {
    type State = u64;
    type Action = u64;

    fn start(&self) -> u64 {
        1
    }

    fn actions<B>(&self, state: &u64, visit: impl FnMut(u64) -> ControlFlow<B>) -> ControlFlow<B> {
        self.inside.fetch_add(1, SeqCst);
        let before = self.expanded.fetch_add(1, SeqCst);
        if before == 1000 {
            self.cancel.cancel();
        }
        if self.panics_at.is_some_and(|number| before == number) {
            panic!("panic in {state}");
        }
        let flow = (0..8).try_for_each(visit);
        self.inside.fetch_sub(1, SeqCst);
        flow
    }

    fn apply(&self, state: &u64, action: &u64) -> u64 {
        state.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(*action)
    }

    fn is_goal(&self, _: &u64) -> bool {
        false
    }
}

fn blind(search: Search, workers: usize, tree: &Tree) -> Report<u64> {
    search.threads(Threads::new(workers).after(0)).run(tree)
}

fn reason(report: &Report<u64>) -> StopReason {
    match report.outcome {
        Outcome::Stopped { reason, .. } => reason,
        ref other => panic!("{other:?}"),
    }
}

fn infinite() -> Search {
    Search::new(Algorithm::UNIFORM_COST)
}

#[test]
fn every_limit_ends_all_workers() {
    for workers in WORKERS {
        let tree = Tree::default();
        let expansions = blind(infinite().expansion_limit(10_000), workers, &tree);
        assert_eq!((reason(&expansions), expansions.statistics.expanded), (StopReason::Expansions, 10_000));
        assert_eq!(tree.expanded.load(SeqCst), 10_000, "each expansion is counted");

        let time = blind(infinite().time_limit(Duration::from_millis(20)), workers, &Tree::default());
        assert_eq!(reason(&time), StopReason::Time);
        assert!(time.statistics.elapsed >= Duration::from_millis(20));

        let memory = blind(infinite().memory_limit(8 << 20), workers, &Tree::default());
        assert_eq!(reason(&memory), StopReason::Memory);
        assert!(memory.statistics.peak_memory <= 8 << 20);

        let cancelled = CancelToken::new();
        cancelled.cancel();
        let at_once = blind(infinite().cancel(cancelled), workers, &Tree::default());
        assert_eq!(reason(&at_once), StopReason::Cancelled);
    }
}

/// An infinite line whose first expansion takes as long as the time limit.
struct SlowStart(Duration);

impl Problem for SlowStart {
    type State = u64;
    type Action = ();

    fn start(&self) -> u64 {
        0
    }

    fn actions<B>(&self, state: &u64, mut visit: impl FnMut(()) -> ControlFlow<B>) -> ControlFlow<B> {
        if *state == 0 {
            let began = Instant::now();
            while began.elapsed() < self.0 {
                thread::yield_now();
            }
        }
        visit(())
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
    let search = infinite().time_limit(limit);
    let report = search.threads(Threads::new(2).after(1)).run(&SlowStart(limit));
    assert!(
        matches!(report.outcome, Outcome::Stopped { reason: StopReason::Time, best: None }),
        "{:?}",
        report.outcome
    );
    assert!(report.statistics.expanded <= 1, "{} expansions", report.statistics.expanded);
}

#[test]
fn a_search_can_be_cancelled_by_a_worker_and_from_another_thread() {
    for workers in WORKERS {
        let tree = Tree::default();
        let report = blind(infinite().cancel(tree.cancel.clone()), workers, &tree);
        assert_eq!(reason(&report), StopReason::Cancelled);

        let cancel = CancelToken::new();
        let search = infinite().cancel(cancel.clone());
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
        assert_eq!(tree.inside.load(SeqCst), 0, "no thread is left running");
        thread::yield_now();
        assert_eq!(tree.expanded.load(SeqCst), expanded);
    }
}

#[test]
fn a_panic_in_one_worker_ends_all_and_reaches_the_caller() {
    for number in [0, 1, 5000] {
        let tree = Tree { panics_at: Some(number), ..Tree::default() };
        let panic = catch_unwind(AssertUnwindSafe(|| blind(infinite(), 3, &tree))).unwrap_err();
        let message = panic.downcast_ref::<String>().expect("the message of the panic");
        assert!(message.starts_with("panic in "), "{message}");
        assert_eq!(tree.inside.load(SeqCst), 1, "only the thread that panicked did not return");
    }
}

#[test]
fn a_panic_of_the_observer_ends_all_and_reaches_the_caller() {
    struct Panicking;
    impl Observer<u64> for Panicking {
        fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
            panic!("panic of the observer");
        }
    }
    let (tree, threads) = (Tree::default(), Threads::new(2).after(0));
    // The limit ends the test if the panic does not end the workers.
    let search = infinite().time_limit(Duration::from_secs(60));
    let search = search.threads(threads).observe(Panicking);
    let panic = catch_unwind(AssertUnwindSafe(|| search.run(&tree))).unwrap_err();
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"panic of the observer"));
    assert_eq!(tree.inside.load(SeqCst), 0);
}

#[test]
fn progress_is_the_sum_of_all_workers() {
    #[derive(Default)]
    struct Monitor {
        expanded: u64,
        generated: u64,
        stored: usize,
        bound: Cost,
        count: u32,
    }
    impl Observer<u64> for Monitor {
        fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
            self.count += 1;
            assert!(progress.expanded >= self.expanded && progress.bound >= self.bound);
            assert!(progress.generated >= progress.expanded && progress.memory > 0 && progress.open <= progress.stored);
            (self.expanded, self.bound) = (progress.expanded, progress.bound);
            (self.generated, self.stored) = (progress.generated, progress.stored);
            if self.bound == 0 || self.count < 2 {
                return ControlFlow::Continue(());
            }
            // Every worker has expanded a state, besides the 13 expansions before there were workers.
            assert!(progress.expanded >= 15 && progress.generated >= 8 * 15, "{progress:?}");
            assert!(progress.stored > 8 * 13 && progress.open > 0, "{progress:?}");
            ControlFlow::Break(())
        }
    }
    let mut monitor = Monitor::default();
    let search = infinite().memory_limit(1 << 30);
    let report = search.threads(Threads::new(2).after(100)).observe(&mut monitor).run(&Tree::default());
    assert_eq!(reason(&report), StopReason::Observer);
    let statistics = &report.statistics;
    assert!(Some(monitor.bound) <= report.bound && monitor.expanded <= statistics.expanded);
    assert!(monitor.generated <= statistics.generated && monitor.stored <= statistics.peak_stored);
    let most = report.statistics.elapsed.as_millis() / 100 + 1;
    assert!(
        u128::from(monitor.count) <= most,
        "about ten times per second, not {} times in {most} tenths",
        monitor.count
    );
}

/// A heuristic that blocks the search until its observer has received progress twice.
#[derive(Clone)]
struct Slow {
    claims: Claims,
    value: Cost,
    queries: Arc<AtomicU64>,
    progress: Arc<AtomicUsize>,
}

impl Heuristic<u64> for Slow {
    fn evaluate(&mut self, _: &u64) -> Option<Cost> {
        // Only a worker can wait for the observer, which another thread calls.
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
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.bound = self.bound.max(progress.bound);
        self.progress.fetch_add(1, SeqCst);
        ControlFlow::Continue(())
    }
}

#[test]
fn bounds_in_progress_reports_hold() {
    // The bound cannot exceed the depth that was searched: about four layers.
    let weighted = Algorithm::weighted_a_star(Weight::new(3.0).unwrap());
    for (algorithm, claims, value) in [
        (Algorithm::default(), Claims::NONE, 1000),
        (Algorithm::PARTIAL_A_STAR, Claims::NONE, 1000),
        (weighted, Claims::NONE, 1000),
        (weighted, Claims::ADMISSIBLE, 1),
        (Algorithm::default(), Claims::ADMISSIBLE, 1),
    ] {
        let progress = Arc::new(AtomicUsize::new(0));
        let slow = Slow { claims, value, queries: Arc::default(), progress: progress.clone() };
        let mut observer = HighestBound { progress, bound: 0 };
        let search = Search::new(algorithm).expansion_limit(2000);
        let report =
            search.threads(Threads::new(2).after(0)).heuristic(slow).observe(&mut observer).run(&Tree::default());
        assert_eq!(reason(&report), StopReason::Expansions);
        assert!(Some(observer.bound) <= report.bound, "{algorithm:?}, {claims:?}");
        assert!(report.bound <= Some(6), "{algorithm:?}, {claims:?}: {:?}", report.bound);
    }
}

#[test]
fn a_search_whose_expansions_are_observed_stays_on_one_thread() {
    struct Orders(Vec<u64>);
    impl Observer<u64> for Orders {
        fn wants_expansions(&self) -> bool {
            true
        }
        fn expansion(&mut self, expansion: Expansion<'_, u64>) -> ControlFlow<()> {
            self.0.push(expansion.order);
            ControlFlow::Continue(())
        }
    }
    let mut orders = Orders(Vec::new());
    let search = infinite().expansion_limit(2000);
    let report = search.threads(Threads::new(3).after(0)).observe(&mut orders).run(&Tree::default());
    assert_eq!(orders.0, (0..2000).collect::<Vec<_>>());
    assert_eq!(report.statistics.threads, 1);
}

/// A heuristic that is 0 everywhere and claims to hold memory.
#[derive(Clone)]
struct Heavy(usize);

impl Heuristic<u64> for Heavy {
    fn evaluate(&mut self, _: &u64) -> Option<Cost> {
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
        search.threads(Threads::new(3).after(100)).heuristic(Heavy(bytes)).run(&Tree::default()).statistics
    };
    let light = run(0);
    assert_eq!(light.threads, 3);
    let middling = run(1 << 20);
    assert_eq!(middling.threads, 3);
    assert!(middling.peak_memory >= light.peak_memory + (2 << 20));
    assert_eq!(run(4 << 20).threads, 2, "one copy fits");
    assert_eq!(run(8 << 20).threads, 1, "no copy fits");
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

    fn actions<B>(&self, state: &[u64; 8], visit: impl FnMut(u64) -> ControlFlow<B>) -> ControlFlow<B> {
        if state[0] == 0 { (1..=SUCCESSORS).try_for_each(visit) } else { ControlFlow::Continue(()) }
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
    let report = infinite().threads(Threads::new(2).after(0)).run(&Wide);
    assert!(matches!(report.outcome, Outcome::Unsolvable));
    // The successors are stored by their owners while the batches in which they came are still held. A batch has at least
    // the state, hash, cost and parent of each.
    let (stores, batches) = (SUCCESSORS as usize * (64 + 8), SUCCESSORS as usize * (64 + 8 + 4 + 4));
    let peak = report.statistics.peak_memory;
    assert!(peak >= stores + batches, "only {peak} bytes");
    let too_little = infinite().memory_limit(batches).threads(Threads::new(2).after(0)).run(&Wide);
    assert!(matches!(too_little.outcome, Outcome::Stopped { reason: StopReason::Memory, .. }));
}

#[test]
fn algorithms_without_threads_stay_on_one() {
    for algorithm in [Algorithm::GREEDY, Algorithm::BreadthFirst] {
        let search = Search::new(algorithm).expansion_limit(100);
        let report = search.threads(Threads::new(2).after(0)).run(&Tree::default());
        assert_eq!((report.statistics.threads, report.statistics.expanded), (1, 100));
    }
}
