//! The claims of all heuristics against brute force.

use std::collections::HashMap;

use pathmax::{Algorithm, Cost, Heuristic, Outcome, Problem, Search};
use proptest::prelude::*;

use pathmax_puzzles::infexion::{Board, INFO, Infexion, Position};
use pathmax_puzzles::{Board as _, BoardHeuristic, BoardProblem};

use crate::support::infexion::{boards, problem, small_power};

/// The maximum number of expansions of a blind search.
const MAX_EXPANSIONS: u64 = 4_000;

/// The heuristic of this name.
fn heuristic(infexion: &Infexion, name: &str) -> BoardHeuristic<Infexion> {
    BoardHeuristic::named(infexion, name).unwrap()
}

/// All reachable states, with the exact cost of each.
fn whole_space(infexion: &Infexion) -> (Vec<Position>, HashMap<Position, Option<Cost>>) {
    let mut known = HashMap::from([(infexion.start(), None)]);
    let mut states = vec![infexion.start()];
    let mut parents: Vec<Vec<usize>> = vec![Vec::new()];
    let mut numbers = HashMap::from([(infexion.start(), 0)]);
    let mut next = 0;
    while next < states.len() {
        let state = states[next];
        infexion.for_each_successor(&state, |_, _, successor| {
            let number = *numbers.entry(successor).or_insert_with(|| {
                states.push(successor);
                parents.push(Vec::new());
                states.len() - 1
            });
            parents[number].push(next);
        });
        next += 1;
        assert!(states.len() < 300_000, "not a small board");
    }
    let goals = (0..states.len()).filter(|&i| infexion.is_goal(&states[i]));
    let mut layer: Vec<usize> = goals.collect();
    let mut cost = 0;
    let mut done = vec![false; states.len()];
    while !layer.is_empty() {
        layer.retain(|&i| !std::mem::replace(&mut done[i], true));
        for &i in &layer {
            known.insert(states[i], Some(cost));
        }
        layer = layer.iter().flat_map(|&i| parents[i].iter().copied()).filter(|&i| !done[i]).collect();
        cost += 1;
    }
    for state in &states {
        known.entry(*state).or_insert(None);
    }
    (states, known)
}

#[test]
fn claims_hold_on_whole_spaces() {
    // Few tokens that move, and blue stacks of power 6, which are removed: small state spaces with many dead ends.
    for (text, solvable) in [
        ("0,0,r,1\n0,3,b,6\n", true),
        ("0,0,r,1\n0,3,b,6\n4,4,b,6\n", false),
        ("0,0,r,2\n0,3,b,6\n4,4,b,6\n", true),
        ("3,3,r,2\n0,3,b,6\n4,4,b,6\n6,1,b,6\n", false),
        ("0,0,r,1\n1,1,b,1\n5,2,b,6\n", true),
        ("0,0,r,1\n6,5,r,1\n3,3,b,6\n3,4,b,6\n", true),
        ("2,2,r,1\n3,5,b,1\n6,4,b,6\n6,5,b,6\n", true),
        ("2,2,r,1\n3,5,b,1\n6,4,b,6\n6,5,b,6\n1,1,b,6\n", false),
    ] {
        let infexion = problem(text);
        let (states, costs) = whole_space(&infexion);
        assert_eq!(costs[&infexion.start()].is_some(), solvable, "{text}");
        for info in INFO.solving_heuristics() {
            let mut heuristic = heuristic(&infexion, info.name);
            assert_eq!(heuristic.claims(), info.claims);
            for state in &states {
                let estimate = heuristic.evaluate(state);
                match (costs[state], estimate) {
                    (Some(cost), Some(h)) => assert!(h <= cost, "{}: {h} above {cost} on {state:?}", info.name),
                    (Some(cost), None) => panic!("{}: no dead end, {cost} on {state:?}", info.name),
                    (None, _) => {}
                }
                if info.claims.consistent && !infexion.is_goal(state) {
                    infexion.for_each_successor(state, |action, _, next| {
                        let after = if infexion.is_goal(&next) { Some(0) } else { heuristic.evaluate(&next) };
                        assert!(after.is_none_or(|after| estimate.is_some_and(|h| h <= after + 1)), "{action:?}");
                    });
                }
            }
        }
    }
}

/// The exact costs along an optimal plan, if a blind search finds one quickly.
fn along_an_optimal_plan(infexion: &Infexion) -> Vec<(Position, Cost)> {
    let report = Search::new(Algorithm::BreadthFirst).expansion_limit(MAX_EXPANSIONS).run(infexion);
    let Outcome::Solved(plan) = report.outcome else { return Vec::new() };
    let mut state = infexion.start();
    let mut along = vec![(state, plan.cost)];
    for (action, left) in plan.actions.iter().zip((0..plan.cost).rev()) {
        state = infexion.apply(&state, action);
        along.push((state, left));
    }
    along
}

fn claims_hold_along_an_optimal_plan(board: Board) -> Result<(), TestCaseError> {
    let infexion = Infexion::new(board);
    for (state, cost) in along_an_optimal_plan(&infexion) {
        for info in INFO.solving_heuristics() {
            let mut heuristic = heuristic(&infexion, info.name);
            let estimate = heuristic.evaluate(&state);
            prop_assert!(estimate.is_some_and(|h| h <= cost), "{}: {estimate:?}, true cost {cost}", info.name);
            // A consistent heuristic decreases by at most 1 per action.
            if info.claims.consistent {
                infexion.for_each_successor(&state, |_, _, next| {
                    assert!(heuristic.evaluate(&next).is_none_or(|after| estimate.unwrap() <= after + 1));
                });
            }
        }
    }
    Ok(())
}

fn algorithms_agree(board: Board) -> Result<(), TestCaseError> {
    let infexion = Infexion::new(board);
    let blind = Search::new(Algorithm::BreadthFirst).expansion_limit(MAX_EXPANSIONS).run(&infexion);
    if matches!(blind.outcome, Outcome::Stopped { .. }) {
        return Ok(());
    }
    let best = blind.plan().map(|plan| plan.cost);
    for name in ["astar", "ucs", "idastar", "iddfs"] {
        for info in INFO.solving_heuristics() {
            let search = Search::new(Algorithm::named(name).unwrap());
            let report = search.heuristic(heuristic(&infexion, info.name)).run(&infexion);
            prop_assert_eq!(report.plan().map(|plan| plan.cost), best, "{} with {}", name, info.name);
            if let Some(plan) = report.plan() {
                prop_assert!(report.is_optimal());
                let lines: Vec<_> = plan.actions.iter().map(|action| infexion.action_line(action)).collect();
                let replay = infexion.start_board().replay(&lines.join("\n")).unwrap();
                prop_assert!(replay.solved && replay.cost == plan.cost);
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn values_are_lower_bounds(board in boards(9, small_power(), false)) {
        claims_hold_along_an_optimal_plan(board)?;
    }

    #[test]
    fn values_are_lower_bounds_on_strong_boards(board in boards(14, 1..=6_u8, false)) {
        claims_hold_along_an_optimal_plan(board)?;
    }

    #[test]
    fn values_are_lower_bounds_with_spawns(board in boards(6, small_power(), true)) {
        claims_hold_along_an_optimal_plan(board)?;
    }

    #[test]
    fn values_are_lower_bounds_on_full_boards_with_spawns(board in boards(14, 4..=6_u8, true)) {
        claims_hold_along_an_optimal_plan(board)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn all_optimal_algorithms_agree(board in boards(7, small_power(), false)) {
        algorithms_agree(board)?;
    }

    #[test]
    fn all_optimal_algorithms_agree_with_spawns(board in boards(4, small_power(), true)) {
        algorithms_agree(board)?;
    }
}

#[test]
fn values_worked_out_by_hand() {
    let value = |name: &str, text: &str| {
        let infexion = problem(text);
        heuristic(&infexion, name).evaluate(&infexion.start())
    };
    let line = "0,0,r,1\n0,2,b,1\n3,2,b,1\n5,2,b,2\n";
    assert_eq!(value("line-cover", line), Some(1), "one column");
    assert_eq!(value("line-cover", "0,0,r,1\n0,1,b,1\n1,3,b,1\n2,5,b,1\n"), Some(3), "no two on a line");
    assert_eq!(value("line-cover", "0,1,b,1\n1,0,b,1\n6,2,b,1\n"), Some(1), "the diagonal wraps around");
    // Three blue stacks to capture, with at least two empty cells on the way: the red stack brings 1, the strongest blue one 3.
    assert_eq!(value("token-balance", line), Some(3));
    // Six in a row: the red stack brings 1, each further spread 2.
    assert_eq!(value("token-balance", "0,0,r,1\n0,1,b,1\n0,2,b,1\n0,3,b,1\n0,4,b,1\n0,5,b,1\n0,6,b,1\n"), Some(4));
    assert_eq!(value("null", line), Some(0));
    // Too few tokens for all blue stacks, or no red stack.
    assert_eq!(value("token-balance", "0,0,r,1\n3,3,b,6\n1,5,b,6\n"), None);
    assert_eq!(value("token-balance", "3,3,b,1\n"), None);
    for info in INFO.heuristics() {
        assert_eq!(value(info.name, "0,0,r,1\n"), Some(0), "solved: {}", info.name);
    }
}

#[test]
fn a_board_without_red_stacks_is_unsolvable_without_expansions() {
    let infexion = problem("3,3,b,1\n4,4,b,1\n");
    let heuristic = infexion.heuristic(INFO.default_heuristic().name).expect("the default is an own heuristic");
    let report = Search::new(Algorithm::default()).heuristic(heuristic).run(&infexion);
    assert_eq!((report.outcome, report.statistics.expanded), (Outcome::Unsolvable, 0));
}

#[test]
fn line_covers_of_many_cells_are_hashed() {
    let full: String = (0..49).map(|i| format!("{},{},b,1\n", i / 7, i % 7)).collect();
    let infexion = problem(&full);
    let mut heuristic = infexion.heuristic("line-cover").unwrap();
    let before = heuristic.bytes();
    assert_eq!(heuristic.evaluate(&infexion.start()), Some(7));
    assert!(heuristic.bytes() > before);
    let table = problem("0,0,b,1\n1,1,b,1\n2,2,b,1\n").heuristic("line-cover").unwrap();
    assert!(table.bytes() < 8192);
}
