//! What a search reports as proven is true: every algorithm × every kind of heuristic × every limit × 1, 2 and 3 threads, on
//! random graphs at the extremes, compared with Bellman-Ford in 64 bits.
//!
//! The graphs have edges that cost nothing and edges around [`MAX_COST`], self-loops, parallel edges and unreachable goals;
//! their states are plain numbers or own heap memory. [`check`] is the only judge: a plan replays at its cost, `optimal`
//! implies the true cost, a bound never exceeds the true cost, and `Unsolvable` and `StopReason::Cost` are proofs.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::support::{Graph, OPTIMAL, all};
use pathmax::{
    Algorithm, Anytime, CancelToken, Claims, Cost, Gap, Heuristic, Limits, MAX_COST, Outcome, Problem, Report, Search,
    Space, StopReason, Table, Threads,
};
use proptest::prelude::*;
use proptest::sample::select;

type GraphReport = Report<(usize, u16)>;

/// A graph whose states own heap memory.
struct HeapGraph<'g> {
    graph: &'g Graph,
    /// The heap memory that each state reports.
    heap_bytes: usize,
}

type HeapState = (u16, Box<[u8]>);

impl HeapGraph<'_> {
    fn state(&self, node: u16) -> HeapState {
        (node, vec![node as u8; 3].into())
    }
}

impl Problem for HeapGraph<'_> {
    type State = HeapState;
    type Action = (usize, u16);

    fn start(&self) -> HeapState {
        self.state(self.graph.start())
    }

    fn actions<B>(&self, state: &HeapState, visit: impl FnMut((usize, u16)) -> ControlFlow<B>) -> ControlFlow<B> {
        self.graph.actions(&state.0, visit)
    }

    fn apply(&self, state: &HeapState, action: &(usize, u16)) -> HeapState {
        self.state(self.graph.apply(&state.0, action))
    }

    fn is_goal(&self, state: &HeapState) -> bool {
        self.graph.is_goal(&state.0)
    }

    fn cost(&self, state: &HeapState, action: &(usize, u16)) -> Cost {
        self.graph.cost(&state.0, action)
    }

    fn heap_bytes(&self, _: &HeapState) -> usize {
        self.heap_bytes
    }
}

/// A heuristic with one value per node, which can cancel its search.
#[derive(Clone, Debug)]
pub struct Values {
    pub claims: Claims,
    pub values: Vec<Option<Cost>>,
    /// Cancels after this many queries.
    pub cancels: Option<(usize, CancelToken)>,
}

impl Values {
    fn value(&mut self, node: u16) -> Option<Cost> {
        if let Some((queries_left, cancel)) = &mut self.cancels {
            match queries_left.checked_sub(1) {
                Some(left) => *queries_left = left,
                None => cancel.cancel(),
            }
        }
        self.values[usize::from(node)]
    }
}

impl Heuristic<u16> for Values {
    fn evaluate(&mut self, state: &u16) -> Option<Cost> {
        self.value(*state)
    }

    fn claims(&self) -> Claims {
        self.claims
    }
}

impl Heuristic<HeapState> for Values {
    fn evaluate(&mut self, state: &HeapState) -> Option<Cost> {
        self.value(state.0)
    }

    fn claims(&self) -> Claims {
        self.claims
    }
}

/// What ends a search early.
#[derive(Clone, Debug)]
enum Limit {
    None,
    Expansions(u64),
    Memory(usize),
    Time(Duration),
    /// Cancelled after this many heuristic queries, or at once.
    Cancelled(Option<usize>),
}

impl Limit {
    /// The reason that this limit may give.
    fn reason(&self) -> Option<StopReason> {
        match self {
            Limit::None => None,
            Limit::Expansions(_) => Some(StopReason::Expansions),
            Limit::Memory(_) => Some(StopReason::Memory),
            Limit::Time(_) => Some(StopReason::Time),
            Limit::Cancelled(_) => Some(StopReason::Cancelled),
        }
    }
}

/// What a test case runs.
#[derive(Clone, Debug)]
struct Case {
    algorithm: Algorithm,
    limit: Limit,
    /// Number of threads, and the generated states after which they start.
    threads: (usize, u64),
    /// The heap memory of each state; `None` for states that are plain numbers.
    heap_bytes: Option<usize>,
    /// Whether a beam looks for plans.
    anytime: Option<Anytime>,
    /// The accepted gap.
    gap: Gap,
}

impl Case {
    fn plain(algorithm: Algorithm) -> Case {
        Case { algorithm, limit: Limit::None, threads: (1, 0), heap_bytes: None, anytime: None, gap: Gap::ZERO }
    }

    fn run(&self, graph: &Graph, values: &Values) -> GraphReport {
        let (mut search, mut values) = (Search::new(self.algorithm).gap(self.gap), values.clone());
        if let Some(anytime) = self.anytime {
            search = search.anytime(anytime);
        }
        match &self.limit {
            Limit::None => {}
            Limit::Expansions(limit) => search = search.expansion_limit(*limit),
            Limit::Memory(limit) => search = search.memory_limit(*limit),
            Limit::Time(limit) => search = search.time_limit(*limit),
            Limit::Cancelled(queries) => {
                let cancel = CancelToken::new();
                match queries {
                    Some(queries) => values.cancels = Some((*queries, cancel.clone())),
                    None => cancel.cancel(),
                }
                search = search.cancel(cancel);
            }
        }
        let threads = Threads::new(self.threads.0).after(self.threads.1);
        match self.heap_bytes {
            None => search.threads(threads).heuristic(values).run(graph),
            Some(heap_bytes) => search.threads(threads).heuristic(values).run(&HeapGraph { graph, heap_bytes }),
        }
    }

    fn depth_limit(&self) -> Option<u32> {
        match self.algorithm {
            Algorithm::DepthFirst { depth_limit } | Algorithm::IterativeDeepening { depth_limit, .. } => depth_limit,
            _ => None,
        }
    }
}

/// The cost of the plan, action by action in 64 bits; panics where it does not lead to a goal.
fn replay(graph: &Graph, report: &GraphReport) -> Option<u64> {
    let plan = report.plan()?;
    let (mut node, mut cost) = (0, 0);
    for (i, to) in &plan.actions {
        let edge = graph.edges[usize::from(node)][*i];
        assert_eq!(edge.0, *to);
        (node, cost) = (edge.0, cost + u64::from(edge.1));
    }
    assert!(graph.goals[usize::from(node)], "the plan ends at a goal");
    assert_eq!(cost, u64::from(plan.cost));
    Some(cost)
}

/// Everything that must hold of a report, whatever the search, its heuristic and its limit.
fn check(graph: &Graph, values: &Values, case: &Case) {
    let truth = graph.true_costs()[0];
    let report = case.run(graph, values);
    let accepted_gap = if case.algorithm.has_gap() { case.gap.value() } else { 0.0 };
    let context = format!("{case:?}\n{values:?}\ntrue cost {truth:?}\n{:?}, bound {:?}", report.outcome, report.bound);

    let cost = replay(graph, &report);
    if let Some(cost) = cost {
        assert!(truth.is_some_and(|truth| cost >= truth), "a plan below the optimal cost\n{context}");
    }
    if report.is_optimal() {
        assert_eq!(cost, truth, "not optimal\n{context}");
    }
    if let Some(truth) = truth {
        assert!(report.bound.is_some_and(|bound| u64::from(bound) <= truth), "the bound is too high\n{context}");
    }
    let is_representable = truth.is_some_and(|truth| truth <= u64::from(MAX_COST));
    match &report.outcome {
        Outcome::Unsolvable => assert_eq!((truth, report.bound), (None, None), "there is a solution\n{context}"),
        Outcome::Solved(plan) => {
            assert!(case.depth_limit().is_none_or(|limit| plan.actions.len() <= limit as usize), "too deep\n{context}");
            let is_proven = OPTIMAL.contains(&case.algorithm) && values.claims.admissible
                || matches!(case.algorithm, Algorithm::AStar { .. }) && values.claims.consistent;
            let is_close = report.gap().is_some_and(|gap| gap <= accepted_gap + 1e-9);
            assert!(!is_proven || is_close, "solved without a proof\n{context}");
        }
        Outcome::Stopped { reason: StopReason::Cost, best } => {
            assert!(!is_representable && best.is_none(), "there is a plan within MAX_COST\n{context}");
            assert_eq!(report.bound, Some(MAX_COST + 1), "all plans up to MAX_COST were ruled out\n{context}");
        }
        Outcome::Stopped { reason: StopReason::Depth, best } => {
            assert!(case.depth_limit().is_some() && best.is_none(), "{context}");
        }
        Outcome::Stopped { reason, .. } => assert_eq!(Some(*reason), case.limit.reason(), "{context}"),
    }
    if is_representable && case.limit.reason().is_none() && case.depth_limit().is_none() {
        assert!(matches!(report.outcome, Outcome::Solved(_)), "a complete search found nothing\n{context}");
    }
}

/// All algorithms, depth limits included.
fn algorithms() -> Vec<Algorithm> {
    let mut algorithms = all();
    for depth_limit in [0, 1, 2, 4].map(Some) {
        algorithms.push(Algorithm::DepthFirst { depth_limit });
        algorithms.push(Algorithm::IterativeDeepening { depth_limit, table: Table::Unbounded });
        algorithms.push(Algorithm::IterativeDeepening { depth_limit, table: Table::Off });
    }
    algorithms
}

/// Small costs, and sometimes one at the limits of what can be represented.
fn costs(extreme: u32) -> impl Strategy<Value = Cost> {
    prop_oneof![
        20 => 0u32..5,
        10 => 5u32..20,
        extreme => select(vec![MAX_COST / 2, MAX_COST - 1, MAX_COST, MAX_COST + 1, MAX_COST + 2, Cost::MAX - 1, Cost::MAX]),
    ]
}

pub fn graphs() -> impl Strategy<Value = Graph> {
    (1usize..8, select(vec![0u32, 3, 15])).prop_flat_map(|(size, extreme)| {
        let edges = prop::collection::vec(prop::collection::vec((0..size as u16, costs(extreme)), 0..4), size);
        let goals = prop::collection::vec(prop::bool::weighted(0.2), size);
        (edges, goals).prop_map(|(edges, goals)| Graph { edges, goals })
    })
}

/// A heuristic of each kind: wrong without claims, admissible but inconsistent, consistent.
pub fn heuristics(graph: &Graph, draws: &[(u32, Cost)], cap: Cost) -> [Values; 3] {
    let truth = graph.true_costs();
    let cost = |truth: u64| Cost::try_from(truth).unwrap_or(Cost::MAX);
    let wrong = draws.iter().map(|(kind, draw)| (kind % 5 != 0).then_some(*draw)).collect();
    let inconsistent = truth.iter().zip(draws).map(|(truth, (kind, draw))| match (truth, kind % 3) {
        (Some(truth), 0) => Some(cost(*truth)),
        (Some(truth), 1) => Some(cost(*truth).min(*draw)),
        (Some(_), _) => Some(0),
        (None, 0) => None,
        (None, _) => Some(*draw),
    });
    let consistent = truth.iter().map(|truth| truth.map(|truth| cost(truth).min(cap)));
    let values = |claims, values| Values { claims, values, cancels: None };
    [
        values(Claims::NONE, wrong),
        values(Claims::ADMISSIBLE, inconsistent.collect()),
        values(Claims::CONSISTENT, consistent.collect()),
    ]
}

pub fn draws() -> impl Strategy<Value = (Vec<(u32, Cost)>, Cost)> {
    (prop::collection::vec((0u32..30, costs(2)), 8), costs(5))
}

fn limits() -> impl Strategy<Value = Limit> {
    prop_oneof![
        (0u64..12).prop_map(Limit::Expansions),
        (0usize..200_000).prop_map(Limit::Memory),
        (0u64..20_000).prop_map(|nanoseconds| Limit::Time(Duration::from_nanos(nanoseconds))),
        prop::option::of(0usize..8).prop_map(Limit::Cancelled),
    ]
}

fn heap_bytes() -> impl Strategy<Value = Option<usize>> {
    prop::option::of(select(vec![1, 100, 20_000]))
}

/// The algorithms that use several threads.
pub const PARALLEL: &[Algorithm] = &[
    Algorithm::A_STAR,
    Algorithm::AStar { pathmax: true, reopen: true, ties: None },
    Algorithm::PARTIAL_A_STAR,
    Algorithm::PartialAStar { pathmax: true, ties: None },
    Algorithm::UNIFORM_COST,
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn without_limits(graph in graphs(), (draws, cap) in draws(), heap_bytes in heap_bytes()) {
        for values in heuristics(&graph, &draws, cap) {
            for algorithm in algorithms() {
                check(&graph, &values, &Case { heap_bytes, ..Case::plain(algorithm) });
            }
        }
    }

    #[test]
    fn with_limits(graph in graphs(), (draws, cap) in draws(), limit in limits(), heap_bytes in heap_bytes()) {
        for values in heuristics(&graph, &draws, cap) {
            for algorithm in algorithms() {
                check(&graph, &values, &Case { limit: limit.clone(), heap_bytes, ..Case::plain(algorithm) });
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn of_whole_spaces(graph in graphs()) {
        let truth = graph.true_costs();
        match Space::explore(&graph, &Limits::default(), &CancelToken::new(), &mut ()) {
            Ok(space) => {
                for (state, cost) in space.states() {
                    prop_assert_eq!(cost.map(u64::from), truth[usize::from(*state)]);
                }
            }
            Err(reason) => {
                prop_assert_eq!(reason, StopReason::Cost);
                let is_too_costly = |node: &u16| truth[usize::from(*node)].is_some_and(|cost| cost >= u64::from(MAX_COST));
                prop_assert!(graph.reachable().iter().any(is_too_costly));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn on_several_threads(
        graph in graphs(), (draws, cap) in draws(), after in 0u64..8, limit in limits(), heap_bytes in heap_bytes()
    ) {
        let weighted = Algorithm::weighted_a_star(Default::default());
        for values in heuristics(&graph, &draws, cap) {
            for &algorithm in PARALLEL.iter().chain([&weighted]) {
                for workers in [2, 3] {
                    for limit in [Limit::None, limit.clone()] {
                        check(
                            &graph,
                            &values,
                            &Case { limit, threads: (workers, after), heap_bytes, ..Case::plain(algorithm) },
                        );
                    }
                }
            }
        }
    }
}

/// Graphs that are large enough for every worker to have work when a limit is reached.
pub fn large_graphs() -> impl Strategy<Value = Graph> {
    prop::collection::vec(prop::collection::vec((0..300u16, 0u32..20), 2..4), 300)
        .prop_map(|edges| Graph { goals: (0..300).map(|node| node == 299).collect(), edges })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn on_several_threads_stopped_in_the_middle(graph in large_graphs(), share in 1u32..5, limit in 0u64..400) {
        let truth = graph.small_costs();
        let admissible = truth.iter().zip(0..).map(|(cost, i)| cost.map(|cost| if i % share == 0 { cost } else { cost / 4 }));
        let admissible = Values { claims: Claims::ADMISSIBLE, values: admissible.collect(), cancels: None };
        let wrong = truth.iter().zip(0..).map(|(cost, i)| cost.map(|cost| if i % share == 0 { cost * 2 } else { 1 }));
        let wrong = Values { claims: Claims::NONE, values: wrong.collect(), cancels: None };
        let weighted = Algorithm::weighted_a_star(Default::default());
        for values in [admissible, wrong] {
            for &algorithm in PARALLEL.iter().chain([&weighted]) {
                for workers in [2, 3] {
                    for limit in [Limit::Expansions(limit), Limit::Memory(100_000 + 1000 * limit as usize)] {
                        let (threads, heap_bytes) = ((workers, 20), Some(1000));
                        check(&graph, &values, &Case { limit, threads, heap_bytes, ..Case::plain(algorithm) });
                    }
                }
            }
        }
    }
}

/// Beams that take turns at once or soon, and as much work as the search or less.
pub fn beams() -> impl Strategy<Value = Option<Anytime>> {
    prop::option::weighted(
        0.8,
        (0u64..4, 1u64..800).prop_map(|(after, one_per)| Anytime::default().after(after).one_per(one_per)),
    )
}

pub fn gaps() -> impl Strategy<Value = Gap> {
    select(vec![0.0, 0.001, 0.05, 0.3, 0.5, 1.0]).prop_map(|gap| Gap::new(gap).expect("a gap"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn with_beams_and_gaps(
        graph in graphs(), (draws, cap) in draws(), limit in limits(), heap_bytes in heap_bytes(), anytime in beams(), gap in gaps()
    ) {
        for values in heuristics(&graph, &draws, cap) {
            for algorithm in all() {
                for limit in [Limit::None, limit.clone()] {
                    check(&graph, &values, &Case { limit, heap_bytes, anytime, gap, ..Case::plain(algorithm) });
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn with_beams_and_gaps_on_several_threads(
        graph in graphs(), (draws, cap) in draws(), limit in limits(), after in 0u64..8, anytime in beams(), gap in gaps()
    ) {
        for values in heuristics(&graph, &draws, cap) {
            for &algorithm in PARALLEL {
                for workers in [2, 3] {
                    for limit in [Limit::None, limit.clone()] {
                        let threads = (workers, after);
                        check(&graph, &values, &Case { limit, threads, anytime, gap, ..Case::plain(algorithm) });
                    }
                }
            }
        }
    }

    #[test]
    fn with_beams_stopped_in_the_middle(
        graph in large_graphs(), share in 1u32..5, limit in 0u64..400, anytime in beams(), gap in gaps()
    ) {
        let truth = graph.small_costs();
        let admissible = truth.iter().zip(0..).map(|(cost, i)| cost.map(|cost| if i % share == 0 { cost } else { cost / 4 }));
        let values = Values { claims: Claims::ADMISSIBLE, values: admissible.collect(), cancels: None };
        for &algorithm in PARALLEL {
            for workers in [1, 2, 3] {
                for limit in [Limit::None, Limit::Expansions(limit), Limit::Memory(100_000 + 1000 * limit as usize)] {
                    let (threads, heap_bytes) = ((workers, 20), Some(1000));
                    let case = Case { limit, threads, heap_bytes, anytime, gap, ..Case::plain(algorithm) };
                    check(&graph, &values, &case);
                }
            }
        }
    }
}

fn graph(edges: &[&[(u16, Cost)]], goal: u16) -> Graph {
    let goals = (0..edges.len() as u16).map(|node| node == goal).collect();
    Graph { edges: edges.iter().map(|edges| edges.to_vec()).collect(), goals }
}

fn no_heuristic(graph: &Graph) -> Values {
    Values { claims: Claims::CONSISTENT, values: vec![Some(0); graph.edges.len()], cancels: None }
}

/// One case per number of threads, from the start on.
fn on_each_number_of_threads(algorithm: Algorithm) -> impl Iterator<Item = Case> {
    let case = move |workers, after| Case { threads: (workers, after), ..Case::plain(algorithm) };
    [(1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2)].into_iter().map(move |(workers, after)| case(workers, after))
}

#[test]
fn partial_expansion_keeps_successors_that_a_wrong_heuristic_puts_behind_the_incumbent() {
    let graph = graph(&[&[(1, 2), (2, 2), (3, 1)], &[(4, 8)], &[], &[(4, 1)], &[]], 4);
    let values = [0, 0, 1, 100, 0].map(Some).to_vec();
    let values = Values { claims: Claims::NONE, values, cancels: None };
    for case in on_each_number_of_threads(Algorithm::PARTIAL_A_STAR) {
        check(&graph, &values, &case);
        assert!(case.run(&graph, &values).bound <= Some(2));
    }
}

#[test]
fn a_memory_limit_too_small_for_the_start_proves_nothing() {
    let graph = graph(&[&[(1, 6)], &[]], 1);
    let values = no_heuristic(&graph);
    for (algorithm, heap_bytes) in
        algorithms().into_iter().flat_map(|algorithm| [(algorithm, None), (algorithm, Some(9))])
    {
        for limit in [0, 1, 100, 1000, 3000, 10_000, 64 * 1024, 70_000, 100_000] {
            check(&graph, &values, &Case { limit: Limit::Memory(limit), heap_bytes, ..Case::plain(algorithm) });
        }
    }
}

#[test]
fn paths_that_became_too_expensive_before_the_threads_started_count() {
    let graph = graph(&[&[(3, Cost::MAX), (1, 1)], &[(2, 1)], &[(1, 1)], &[]], 3);
    for &algorithm in PARALLEL {
        for case in on_each_number_of_threads(algorithm) {
            check(&graph, &no_heuristic(&graph), &case);
            let outcome = case.run(&graph, &no_heuristic(&graph)).outcome;
            assert!(matches!(outcome, Outcome::Stopped { reason: StopReason::Cost, .. }), "{case:?} {outcome:?}");
        }
    }
}

#[test]
fn the_bound_of_plans_too_expensive_to_represent_is_just_above_max_cost() {
    // The plan costs MAX_COST + 5. Node 2 leads nowhere, though the heuristic has every state cost MAX_COST at least.
    let graph = graph(&[&[(1, MAX_COST + 5), (2, MAX_COST)], &[], &[]], 1);
    let h = |h| Values { claims: Claims::ADMISSIBLE, values: [Some(h), Some(0), Some(h)].to_vec(), cancels: None };
    for algorithm in algorithms() {
        for case in on_each_number_of_threads(algorithm) {
            [0, MAX_COST, MAX_COST + 5].into_iter().for_each(|value| check(&graph, &h(value), &case));
        }
    }
}

#[test]
fn an_edge_too_expensive_to_represent_does_not_prevent_a_proof() {
    let graph = graph(&[&[(0, Cost::MAX), (1, 10)], &[]], 1);
    let values = Values { values: vec![Some(9), Some(0)], ..no_heuristic(&graph) };
    for algorithm in all() {
        for case in on_each_number_of_threads(algorithm) {
            check(&graph, &values, &case);
            let report = case.run(&graph, &values);
            assert_eq!(report.plan().map(|plan| plan.cost), Some(10), "{case:?}");
            assert!(report.is_optimal() || !OPTIMAL.contains(&algorithm), "{case:?}");
        }
    }
}

#[test]
fn searches_that_ignore_cheaper_paths_still_find_a_plan_within_max_cost() {
    // The path with the fewest actions to node 2 is so expensive that the next action exceeds MAX_COST.
    let graph = graph(&[&[(2, MAX_COST), (1, 1)], &[(2, 1)], &[(3, 1)], &[]], 3);
    for algorithm in all() {
        let report = Case::plain(algorithm).run(&graph, &no_heuristic(&graph));
        assert_eq!(replay(&graph, &report), Some(3), "{algorithm:?} {report:?}");
    }
}

#[test]
fn starting_over_by_cost_ignores_a_heuristic_without_claims() {
    // As above, but the heuristic calls node 1, on the only representable path, a dead end, so that greedy search expands it
    // last.
    let graph = graph(&[&[(2, MAX_COST), (1, 1)], &[(2, 1)], &[(3, 1)], &[]], 3);
    let values = Values { claims: Claims::NONE, values: vec![Some(2), None, Some(1), Some(0)], cancels: None };
    for algorithm in algorithms() {
        check(&graph, &values, &Case::plain(algorithm));
    }
    let report = Case::plain(Algorithm::GREEDY).run(&graph, &values);
    assert_eq!(replay(&graph, &report), Some(3), "{report:?}");
}

#[test]
fn a_table_releases_its_memory_between_iterations() {
    // 12 × 12 cells without a goal. All states fit into the table, but not those of all iterations together; without a
    // table there are more paths than the limit on expansions allows.
    let neighbours = |cell: u16| {
        let (row, column) = (cell / 12, cell % 12);
        let around =
            [(row.wrapping_sub(1), column), (row + 1, column), (row, column.wrapping_sub(1)), (row, column + 1)];
        let inside = around.into_iter().filter(|(row, column)| *row < 12 && *column < 12);
        inside.map(|(row, column)| (row * 12 + column, 1)).collect()
    };
    let grid = Graph { edges: (0..144).map(neighbours).collect(), goals: vec![false; 144] };
    let table = Table::Unbounded;
    for algorithm in [Algorithm::ida_star(table), Algorithm::IterativeDeepening { depth_limit: None, table }] {
        let search = Search::new(algorithm).memory_limit(2 << 20).expansion_limit(100_000);
        let report = search.heuristic(no_heuristic(&grid)).run(&HeapGraph { graph: &grid, heap_bytes: 3000 });
        assert!(matches!(report.outcome, Outcome::Unsolvable), "{algorithm:?}: {:?}", report.outcome);
    }
}
