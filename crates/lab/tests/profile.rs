//! Profiles, compared with brute force.

use std::collections::{BTreeMap, BTreeSet};

use pathmax::{Algorithm, Cost, Problem, Search, Table};
use pathmax_lab::{AnyBoard, HeuristicSource, SolveProfile, SolveReport, Solver};
use pathmax_puzzles::{Board, BoardProblem, ProblemVisitor};

use crate::support::{compile, example, read};

const ALL: [Algorithm; 9] = [
    Algorithm::A_STAR,
    Algorithm::PARTIAL_A_STAR,
    Algorithm::UNIFORM_COST,
    Algorithm::GREEDY,
    Algorithm::BreadthFirst,
    Algorithm::DepthFirst { depth_limit: None },
    Algorithm::IterativeDeepening { depth_limit: None, table: Table::Unbounded },
    Algorithm::ida_star(Table::Unbounded),
    Algorithm::AStar { pathmax: true, reopen: true, ties: None },
];

fn solve(board: &AnyBoard, search: Search, heuristic: Option<&str>) -> SolveReport {
    let heuristic = HeuristicSource::Named(heuristic.map(str::to_string));
    Solver { search: search.into_options(), heuristic, ..Solver::default() }.solve(board, &mut |_| {}).unwrap()
}

fn profile(board: &AnyBoard, algorithm: Algorithm, heuristic: &str) -> (SolveReport, SolveProfile) {
    let report = solve(board, Search::new(algorithm).profile(true), Some(heuristic));
    let profile = report.profile.clone().unwrap();
    (report, profile)
}

/// The true cost of every state on a plan but the last: uniform-cost search from each, with sets and nothing else.
struct TrueCosts<'a>(&'a SolveReport);

impl<B: Board> ProblemVisitor<B> for TrueCosts<'_> {
    type Output = Vec<Cost>;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Vec<Cost> {
        let mut state = problem.start();
        let mut costs = Vec::new();
        for line in &self.0.actions {
            costs.push(true_cost(problem, &state));
            let mut next = None;
            problem.for_each_successor(&state, |action, _, child| {
                if problem.action_line(&action) == *line {
                    next = Some(child);
                }
            });
            state = next.unwrap();
        }
        costs
    }
}

fn true_cost<P: Problem>(problem: &P, from: &P::State) -> Cost {
    let mut due: BTreeMap<Cost, Vec<P::State>> = BTreeMap::from([(0, vec![from.clone()])]);
    let mut done = std::collections::HashSet::new();
    while let Some((g, states)) = due.pop_first() {
        for state in states {
            if problem.is_goal(&state) {
                return g;
            }
            if done.insert(state.clone()) {
                problem.for_each_successor(&state, |_, cost, child| due.entry(g + cost).or_default().push(child));
            }
        }
    }
    panic!("no goal")
}

#[test]
fn the_error_along_the_plan_is_that_of_brute_force() {
    for (name, heuristic) in [
        ("chexers/small-hexagon.json", "half-distance"),
        ("pawn-hunt/first-steps.txt", "null"),
        ("infexion/first-spread.csv", "line-cover"),
    ] {
        let board = example(name);
        let (report, profile) = profile(&board, Algorithm::default(), heuristic);
        let error = profile.error.unwrap();
        let truth = compile(&board, TrueCosts(&report));
        assert_eq!(error.start, i64::from(truth[0]) - i64::from(report.statistics.start_h.unwrap()), "{name}");
        assert_eq!(error.largest.cost, truth[error.largest.after], "{name}");
        assert!(error.mean <= error.largest.error() as f64 && error.start <= error.largest.error(), "{name}");
        if heuristic == "null" {
            assert_eq!(error.largest.error(), i64::from(truth[0]), "{name}");
            let mean = truth.iter().map(|&cost| f64::from(cost)).sum::<f64>() / truth.len() as f64;
            assert!((error.mean - mean).abs() < 1e-9, "{name}");
        }
    }
}

#[test]
fn with_a_perfect_heuristic_only_the_last_layer_is_expanded() {
    let (report, profile) = profile(&example("chexers/leapfrog.json"), Algorithm::default(), "perfect");
    let (layers, error) = (profile.layers.unwrap(), profile.error.unwrap());
    assert_eq!((error.start, error.mean, error.largest.error()), (0, 0.0, 0));
    assert_eq!((layers.below, layers.last, layers.growth), (0, report.cost, None));
    // The first state of the plan has no choice but to be expanded, nor have the others.
    assert_eq!(layers.on_plan, Some(report.actions.len() as u64));
    assert_eq!(layers.ties, Some(report.statistics.expanded - report.actions.len() as u64));
}

#[test]
fn expansions_below_the_last_layer_are_the_same_for_every_search_ordered_by_f() {
    let board = example("chexers/open-field.json");
    let below = |algorithm| profile(&board, algorithm, "relaxed-map").1.layers.unwrap().below;
    // A consistent heuristic: A* expands each of these states once, with the adjustment or without.
    assert_eq!(below(Algorithm::A_STAR), below(Algorithm::AStar { pathmax: true, reopen: true, ties: None }));
    let (report, profile) = profile(&board, Algorithm::default(), "relaxed-map");
    let layers = profile.layers.unwrap();
    assert_eq!(layers.below + layers.within, report.statistics.expanded);
    assert_eq!(layers.on_plan.unwrap() + layers.ties.unwrap(), layers.within);
    assert!(layers.growth.unwrap() > 1.0);
}

#[test]
fn every_algorithm_has_a_profile() {
    let mut with_layers = BTreeSet::new();
    for (name, algorithm) in
        ["chexers/leapfrog.json", "pawn-hunt/first-steps.txt"].into_iter().flat_map(|name| ALL.map(|one| (name, one)))
    {
        let report = solve(&example(name), Search::new(algorithm).profile(true), None);
        let profile = report.profile.unwrap();
        let known = profile.known.unwrap();
        assert!((0.0..=1.0).contains(&known), "{name} {algorithm:?}");
        assert!(!profile.advice.is_empty() || report.statistics.expanded >= 100, "{name} {algorithm:?}");
        assert_eq!(profile.error.is_some(), report.optimal && algorithm.info().informed, "{name} {algorithm:?}");
        if profile.layers.is_some() {
            with_layers.insert((name, algorithm.info().name));
        }
    }
    let by_f = ["astar", "idastar", "partial-astar", "ucs"].map(|algorithm| ("pawn-hunt/first-steps.txt", algorithm));
    // Where all actions cost the same, the fewest actions are the least cost.
    let by_cost = ["astar", "bfs", "idastar", "iddfs", "partial-astar", "ucs"]
        .map(|algorithm| ("chexers/leapfrog.json", algorithm));
    assert_eq!(with_layers, by_f.into_iter().chain(by_cost).collect());
}

#[test]
fn unsolvable_and_solved_boards_have_a_profile() {
    let solved = read(r#"{"colour": "red", "pieces": [], "blocks": []}"#);
    let unsolvable = ["chexers/blocked-exit.json", "chexers/walled-in.json", "infexion/no-red.csv"].map(example);
    for (board, algorithm) in [solved].iter().chain(&unsolvable).flat_map(|one| ALL.map(|all| (one, all))) {
        let report = solve(board, Search::new(algorithm).profile(true), None);
        let profile = report.profile.unwrap();
        assert_eq!((profile.error, profile.layers.and_then(|layers| layers.last)), (None, None), "{algorithm:?}");
        assert_eq!(profile.parts.seconds.total(), report.statistics.elapsed);
    }
}

#[test]
fn a_stopped_search_reports_its_current_layer() {
    let search = Search::new(Algorithm::default()).expansion_limit(1000).profile(true);
    let report = solve(&example("chexers/open-field.json"), search, None);
    let profile = report.profile.unwrap();
    let layers = profile.layers.unwrap();
    assert_eq!((layers.last, layers.on_plan, layers.ties), (report.bound, None, None));
    assert_eq!((layers.below + layers.within, profile.error), (1000, None));
}

#[test]
fn advice_follows_from_the_figures() {
    let advice = |name, algorithm, heuristic| profile(&example(name), algorithm, heuristic).1.advice.join("\n");
    let told = advice("chexers/open-field.json", Algorithm::default(), "relaxed-map");
    assert!(told.contains("the heuristic is 3 below the true cost"), "{told}");
    assert!(told.contains("5 open states per expanded one: partial-astar"), "{told}");
    let told = advice("chexers/leapfrog.json", Algorithm::UNIFORM_COST, "null");
    assert!(told.contains("uses no heuristic; astar does"), "{told}");
    let told = advice("chexers/leapfrog.json", Algorithm::default(), "relaxed-map");
    assert!(told.contains("The search was short (15 expanded)"), "{told}");
}

#[test]
fn there_is_no_profile_unless_it_is_requested() {
    let report = solve(&example("chexers/leapfrog.json"), Search::default(), None);
    assert!(report.profile.is_none());
    assert!(serde_json::to_value(&report).unwrap().get("profile").is_none());
}
