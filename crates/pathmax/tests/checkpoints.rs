//! Searches that are interrupted and resumed find and prove what uninterrupted ones do: on one thread with the same expansions,
//! on several threads with the same cost and proof.

use std::ops::ControlFlow;

use crate::proofs::{PARALLEL, Values, beams, draws, gaps, graphs, heuristics, large_graphs};
use crate::support::{Graph, OPTIMAL, all};
use pathmax::{
    Algorithm, Anytime, CancelToken, Checkpoint, Checkpoints, Claims, Gap, Limits, Observer, Outcome, Report,
    ResumeError, Search, SearchOptions, StateCodec, Statistics, StopReason, Table, Threads,
};
use proptest::prelude::*;

type GraphReport = Report<(usize, u16)>;

const CODEC: StateCodec<u16> = StateCodec::new();

/// Keeps the latest checkpoint, and ends the search at one of them.
#[derive(Default)]
struct Keeper {
    latest: Option<Vec<u8>>,
    written: usize,
    /// Ends the search after this many checkpoints that bring something new.
    most: Option<usize>,
}

impl Keeper {
    fn ending_after(most: usize) -> Self {
        Keeper { most: Some(most), ..Keeper::default() }
    }
}

impl Observer<u16> for Keeper {
    fn checkpoint(&mut self, checkpoint: &mut Checkpoint<'_, u16>) -> ControlFlow<()> {
        let mut bytes = Vec::new();
        checkpoint.write(&CODEC, &mut bytes).unwrap();
        // A deepening search writes the same iteration several times; the time differs.
        let is_new = self.latest.as_ref().is_none_or(|latest| tail(latest) != tail(&bytes));
        self.written += usize::from(is_new);
        self.latest = Some(bytes);
        if self.most.is_some_and(|most| self.written >= most) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// The last bytes of the contents: the iteration of a deepening search. The end marker and the checksum are left out.
fn tail(bytes: &[u8]) -> &[u8] {
    &bytes[bytes.len().saturating_sub(4 + 8 + 21)..bytes.len() - 12]
}

/// A search on a number of threads.
#[derive(Clone, Debug)]
struct Case {
    options: SearchOptions,
    threads: usize,
}

impl Case {
    fn new(algorithm: Algorithm) -> Self {
        Case { options: SearchOptions::new(algorithm), threads: 1 }
    }

    fn run(&self, graph: &Graph, values: &Values, keeper: &mut Keeper) -> GraphReport {
        let search = self.options.search().heuristic(values.clone()).observe(keeper);
        if self.threads == 1 { search.run(graph) } else { search.threads(self.threads()).run(graph) }
    }

    fn resume(
        &self,
        graph: &Graph,
        values: &Values,
        checkpoint: &[u8],
        keeper: &mut Keeper,
    ) -> Result<GraphReport, ResumeError> {
        let search = self.options.search().heuristic(values.clone()).observe(keeper);
        let input = &mut &checkpoint[..];
        match self.threads {
            1 => search.resume(graph, &CODEC, input),
            _ => search.threads(self.threads()).resume(graph, &CODEC, input),
        }
    }

    fn threads(&self) -> Threads {
        Threads::new(self.threads).after(2)
    }

    /// Interrupts the search after every `steps` expansions until it ends. Returns the number of interruptions, too.
    fn run_interrupted(&self, graph: &Graph, values: &Values, steps: u64) -> (GraphReport, usize) {
        let mut case = self.clone();
        case.options.checkpoints = Some(Checkpoints::every_expansions(steps));
        let mut keeper = Keeper::ending_after(1);
        let mut report = case.run(graph, values, &mut keeper);
        let mut interruptions = 0;
        while report.stop_reason() == Some(StopReason::Observer) {
            interruptions += 1;
            assert!(interruptions < 5000, "no progress: {case:?}");
            let latest = keeper.latest.take().unwrap();
            // The resumed search writes its first checkpoint of the same iteration again.
            keeper = Keeper { latest: Some(latest.clone()), written: 0, most: Some(1) };
            report =
                case.resume(graph, values, &latest, &mut keeper).unwrap_or_else(|error| panic!("{case:?}: {error}"));
        }
        (report, interruptions)
    }
}

/// The counts that do not depend on the clock and on how memory was allocated.
fn counts(report: &GraphReport) -> Statistics {
    let mut statistics = report.statistics.clone();
    (statistics.elapsed, statistics.peak_memory, statistics.bytes_per_state) = Default::default();
    statistics
}

/// What is found and proven.
fn verdict(report: &GraphReport) -> (Option<StopReason>, Option<u32>, Option<u32>, bool, bool) {
    let cost = report.plan().map(|plan| plan.cost);
    let is_unsolvable = matches!(report.outcome, Outcome::Unsolvable);
    (report.stop_reason(), cost, report.bound, report.is_optimal(), is_unsolvable)
}

/// Whether what is reported as proven is true.
fn is_sound(graph: &Graph, report: &GraphReport) -> bool {
    let truth = graph.true_costs()[0];
    match (&report.outcome, truth) {
        (Outcome::Unsolvable, truth) => truth.is_none(),
        (_, Some(truth)) => report.bound.is_some_and(|bound| u64::from(bound) <= truth),
        (_, None) => true,
    }
}

fn with_checkpoints() -> Vec<Algorithm> {
    all().into_iter().filter(Algorithm::has_checkpoints).collect()
}

/// Compares an interrupted search on one thread with an uninterrupted one.
fn check_same(graph: &Graph, values: &Values, case: &Case, steps: u64) -> usize {
    let expected = case.run(graph, values, &mut Keeper::default());
    let (report, interruptions) = case.run_interrupted(graph, values, steps);
    assert_eq!(report.outcome, expected.outcome, "{case:?}\n{values:?}");
    assert_eq!(report.bound, expected.bound, "{case:?}\n{values:?}");
    assert_eq!(counts(&report), counts(&expected), "{case:?}\n{values:?}");
    interruptions
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn an_interrupted_search_does_the_same(
        graph in graphs(), (draws, cap) in draws(), steps in 1u64..4, anytime in beams(), gap in gaps()
    ) {
        for values in heuristics(&graph, &draws, cap) {
            for algorithm in with_checkpoints() {
                check_same(&graph, &values, &Case::new(algorithm), steps);
                if algorithm.has_gap() {
                    let mut case = Case::new(algorithm);
                    (case.options.anytime, case.options.gap) = (anytime, gap);
                    check_same(&graph, &values, &case, steps);
                }
            }
        }
    }

    #[test]
    fn a_search_that_stopped_at_a_limit_goes_on_without_it(
        graph in graphs(), (draws, cap) in draws(), expansions in 0u64..10, memory in 0usize..200_000
    ) {
        for values in heuristics(&graph, &draws, cap) {
            for algorithm in with_checkpoints() {
                let unlimited = Case::new(algorithm);
                let expected = unlimited.run(&graph, &values, &mut Keeper::default());
                for (expansions, memory) in [(Some(expansions), None), (None, Some(memory))] {
                    let mut limited = unlimited.clone();
                    limited.options.limits = Limits { expansions, memory, time: None };
                    limited.options.checkpoints = Some(Checkpoints::every_expansions(u64::MAX));
                    let mut keeper = Keeper::default();
                    let stopped = limited.run(&graph, &values, &mut keeper);
                    let Some(latest) = keeper.latest else { continue };
                    if !matches!(stopped.stop_reason(), Some(StopReason::Expansions | StopReason::Memory)) {
                        continue;
                    }
                    let report = unlimited.resume(&graph, &values, &latest, &mut Keeper::default()).unwrap();
                    // An expansion that ran out of memory is repeated, which may change the order; then only a proof that does
                    // not depend on the order is the same.
                    if expansions.is_some() || OPTIMAL.contains(&algorithm) && values.claims.admissible {
                        prop_assert_eq!(verdict(&report), verdict(&expected), "{} {:?}", algorithm, values);
                    }
                    prop_assert_eq!(report.plan().is_some(), expected.plan().is_some(), "{} {:?}", algorithm, values);
                    if expansions.is_some() {
                        prop_assert_eq!(counts(&report), counts(&expected), "{}", algorithm);
                        prop_assert_eq!(&report.outcome, &expected.outcome, "{}", algorithm);
                    }
                }
            }
        }
    }
}

/// A heuristic of each kind on a large graph: consistent, admissible, and wrong.
fn large_heuristics(graph: &Graph, share: usize) -> [Values; 3] {
    let truth = graph.small_costs();
    let values = |claims, value: &dyn Fn(usize, u32) -> u32| {
        let values = truth.iter().enumerate().map(|(i, cost)| cost.map(|cost| value(i, cost))).collect();
        Values { claims, values, cancels: None }
    };
    [
        values(Claims::CONSISTENT, &|_, cost| cost.min(3)),
        values(Claims::ADMISSIBLE, &|i, cost| if i % share == 0 { cost } else { cost / 4 }),
        values(Claims::NONE, &|i, cost| if i % share == 0 { cost * 2 } else { 1 }),
    ]
}

/// Whether an algorithm stores all states.
fn has_table(algorithm: Algorithm) -> bool {
    match algorithm {
        Algorithm::IdaStar { table, .. } | Algorithm::IterativeDeepening { table, .. } => table == Table::Unbounded,
        _ => true,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20, ..ProptestConfig::default() })]

    #[test]
    fn an_interrupted_large_search_does_the_same(graph in large_graphs(), share in 1usize..5, steps in 5u64..60) {
        for values in large_heuristics(&graph, share) {
            for algorithm in with_checkpoints() {
                // Without a table, the deepening searches take too long.
                if has_table(algorithm) {
                    let mut case = Case::new(algorithm);
                    case.options.anytime = Some(Anytime::default().after(3).one_per(2));
                    check_same(&graph, &values, &case, steps);
                }
            }
        }
    }

    #[test]
    fn several_threads_prove_the_same_at_the_extremes(graphs in prop::collection::vec(graphs(), 20), (draws, cap) in draws()) {
        for graph in graphs {
            for values in &heuristics(&graph, &draws, cap)[1..] {
                for &algorithm in PARALLEL {
                    let expected = Case::new(algorithm).run(&graph, values, &mut Keeper::default());
                    for threads in [2, 3] {
                        let case = Case { threads, ..Case::new(algorithm) };
                        let (report, _) = case.run_interrupted(&graph, values, 1);
                        // Without a plan, a path that several threads take may exceed the largest cost.
                        let found = |report: &GraphReport| (report.plan().map(|plan| plan.cost), report.is_optimal());
                        prop_assert_eq!(found(&report), found(&expected), "{}", algorithm);
                        prop_assert!(is_sound(&graph, &report), "{}: {}", algorithm, report.outcome);
                    }
                }
            }
        }
    }

    #[test]
    fn several_threads_prove_the_same(
        graph in large_graphs(), share in 1usize..5, steps in 20u64..60, limit in 20u64..300, eager in any::<bool>()
    ) {
        let weighted = Algorithm::weighted_a_star(Default::default());
        for values in large_heuristics(&graph, share) {
            for &algorithm in PARALLEL.iter().chain([&weighted]) {
                let mut one = Case::new(algorithm);
                one.options.anytime = eager.then(|| Anytime::default().after(3).one_per(2));
                let expected = verdict(&one.run(&graph, &values, &mut Keeper::default()));
                // Weighted A* and wrong heuristics on several threads prove a bound that varies.
                let is_exact = algorithm != weighted && values.claims.admissible;
                let compare = |report: &GraphReport| {
                    let found = verdict(report);
                    if is_exact {
                        prop_assert_eq!(found, expected, "{}", algorithm);
                    } else {
                        prop_assert_eq!((found.0, found.1.is_some(), found.4), (expected.0, expected.1.is_some(), expected.4));
                        prop_assert!(found.2 <= graph.small_costs()[0], "{}: {:?}", algorithm, found);
                        prop_assert!(!found.3 || found.1 == graph.small_costs()[0], "{}: {:?}", algorithm, found);
                    }
                    Ok(())
                };
                for threads in [2, 3] {
                    let several = Case { threads, ..one.clone() };
                    compare(&several.run_interrupted(&graph, &values, steps).0)?;
                    // Stopped at a limit, and resumed on another number of threads.
                    let memory = 100_000 + 2000 * limit as usize;
                    for (expansions, memory) in [(Some(limit), None), (None, Some(memory))] {
                        let mut limited = several.clone();
                        limited.options.limits = Limits { expansions, memory, time: None };
                        limited.options.checkpoints = Some(Checkpoints::every_expansions(u64::MAX));
                        let mut keeper = Keeper::default();
                        let _ = limited.run(&graph, &values, &mut keeper);
                        if let Some(latest) = keeper.latest {
                            for other in [&one, &several, &Case { threads: 5 - threads, ..one.clone() }] {
                                compare(&other.resume(&graph, &values, &latest, &mut Keeper::default()).unwrap())?;
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A chain with detours: every algorithm expands many states of it.
fn ladder() -> (Graph, Values) {
    let edges = (0..60u16).map(|i| vec![((i + 1) % 60, 1), ((i + 7) % 60, 5), (i / 2, 2)]).collect();
    let graph = Graph { edges, goals: (0..60).map(|i| i == 59).collect() };
    let values = graph.small_costs().iter().map(|cost| cost.map(|cost| cost / 2)).collect();
    (graph, Values { claims: Claims::ADMISSIBLE, values, cancels: None })
}

#[test]
fn searches_are_interrupted_often() {
    let (graph, values) = ladder();
    for algorithm in with_checkpoints() {
        let interruptions = check_same(&graph, &values, &Case::new(algorithm), 1);
        let least = if OPTIMAL.contains(&algorithm) { 8 } else { 1 };
        assert!(interruptions >= least, "{algorithm}: {interruptions}");
    }
    for algorithm in PARALLEL {
        let case = Case { threads: 2, ..Case::new(*algorithm) };
        let (report, interruptions) = case.run_interrupted(&graph, &values, 2);
        assert!(interruptions >= 5 && report.is_optimal(), "{algorithm}: {interruptions}");
    }
}

/// A small checkpoint with an incumbent, a beam in the middle of a pass, and entries of every kind.
fn small_checkpoint() -> (Graph, Values, Case, Vec<u8>) {
    let (graph, values) = ladder();
    let mut case = Case::new(Algorithm::A_STAR);
    case.options.anytime = Some(Anytime::default().after(0).one_per(1));
    case.options.checkpoints = Some(Checkpoints::every_expansions(4));
    let mut keeper = Keeper::ending_after(3);
    let _ = case.run(&graph, &values, &mut keeper);
    (graph, values, case, keeper.latest.unwrap())
}

#[test]
fn every_changed_byte_and_every_truncation_is_detected() {
    let (graph, values, case, checkpoint) = small_checkpoint();
    assert!(case.resume(&graph, &values, &checkpoint, &mut Keeper::default()).is_ok());
    let refuses = |bytes: &[u8], what: &str| {
        let resumed = case.resume(&graph, &values, bytes, &mut Keeper::default());
        assert!(resumed.is_err(), "{what}: {:?}", resumed.map(|report| report.outcome));
    };
    for i in 0..checkpoint.len() {
        refuses(&checkpoint[..i], &format!("the first {i} bytes"));
        for flip in [1, 0x80, 0xFF] {
            let mut changed = checkpoint.clone();
            changed[i] ^= flip;
            refuses(&changed, &format!("byte {i} ^ {flip}"));
        }
    }
}

fn refusal(case: &Case, graph: &Graph, values: &Values, checkpoint: &[u8]) -> String {
    match case.resume(graph, values, checkpoint, &mut Keeper::default()) {
        Err(error) => error.to_string(),
        Ok(report) => panic!("resumed: {}", report.outcome),
    }
}

#[test]
fn another_search_is_refused() {
    let (graph, values, case, checkpoint) = small_checkpoint();
    let refusal = |change: &dyn Fn(&mut Case, &mut Graph, &mut Values)| {
        let (mut case, mut graph, mut values) = (case.clone(), graph.clone(), values.clone());
        change(&mut case, &mut graph, &mut values);
        refusal(&case, &graph, &values, &checkpoint)
    };
    assert_eq!(
        refusal(&|case, _, _| case.options.algorithm = Algorithm::PARTIAL_A_STAR),
        "the checkpoint belongs to a search with the algorithm astar, not partial-astar"
    );
    assert_eq!(
        refusal(&|case, _, _| case.options.gap = Gap::new(0.05).unwrap()),
        "the checkpoint belongs to a search with the gap 0%, not 5%"
    );
    assert_eq!(
        refusal(&|case, _, _| case.options.anytime = None),
        "the checkpoint belongs to a search with early plans after 0 expansions, one per 1, not off"
    );
    assert_eq!(
        refusal(&|_, _, values| values.claims = Claims::CONSISTENT),
        "the checkpoint belongs to a search with the claims of the heuristic admissible, not consistent"
    );
    assert_eq!(refusal(&|case, _, _| case.options.algorithm = Algorithm::BreadthFirst), "bfs has no checkpoints");
    assert_eq!(
        refusal(&|case, _, _| case.options.limits.memory = Some(1000)),
        "the states of the checkpoint exceed the memory limit"
    );
}

#[test]
fn limits_count_all_runs_together() {
    let (graph, values) = ladder();
    let mut case = Case::new(Algorithm::UNIFORM_COST);
    case.options.checkpoints = Some(Checkpoints::every_expansions(u64::MAX));
    case.options.limits.expansions = Some(10);
    let mut keeper = Keeper::default();
    let stopped = case.run(&graph, &values, &mut keeper);
    assert_eq!((stopped.statistics.expanded, keeper.written), (10, 1));
    case.options.limits.expansions = Some(25);
    let resumed = case.resume(&graph, &values, &keeper.latest.take().unwrap(), &mut keeper).unwrap();
    assert_eq!((resumed.statistics.expanded, resumed.stop_reason()), (25, Some(StopReason::Expansions)));
    assert!(resumed.bound > stopped.bound);
    assert!(resumed.statistics.elapsed > stopped.statistics.elapsed);
    // A time limit that the runs so far have used up.
    case.options.limits = Limits { time: Some(stopped.statistics.elapsed), ..Limits::default() };
    let late = case.resume(&graph, &values, &keeper.latest.unwrap(), &mut Keeper::default()).unwrap();
    assert_eq!((late.stop_reason(), late.statistics.expanded), (Some(StopReason::Time), 25));
    assert_eq!(late.bound, resumed.bound);
}

#[test]
fn a_cancelled_search_leaves_a_checkpoint() {
    let (graph, values) = ladder();
    for algorithm in with_checkpoints() {
        let mut case = Case::new(algorithm);
        let expected = case.run(&graph, &values, &mut Keeper::default());
        case.options.checkpoints = Some(Checkpoints::every_expansions(u64::MAX));
        let mut keeper = Keeper::default();
        let mut cancelling = values.clone();
        cancelling.cancels = Some((12, case.options.cancel.clone()));
        let stopped = case.run(&graph, &cancelling, &mut keeper);
        if !algorithm.info().informed {
            continue;
        }
        assert_eq!(stopped.stop_reason(), Some(StopReason::Cancelled), "{algorithm}");
        case.options.cancel = CancelToken::new();
        let report = case.resume(&graph, &values, &keeper.latest.unwrap(), &mut Keeper::default()).unwrap();
        assert_eq!((&report.outcome, counts(&report)), (&expected.outcome, counts(&expected)), "{algorithm}");
    }
}

#[test]
fn a_solved_search_leaves_no_last_checkpoint() {
    let (graph, values) = ladder();
    let mut keeper = Keeper::default();
    let search = Search::new(Algorithm::A_STAR).checkpoints(Checkpoints::every_expansions(u64::MAX));
    let report = search.heuristic(values).observe(&mut keeper).run(&graph);
    assert!(report.is_optimal() && keeper.latest.is_none());
}
