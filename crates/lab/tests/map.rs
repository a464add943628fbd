//! Maps and surveys against values that were found by hand or by formula.

use std::collections::VecDeque;
use std::time::Duration;

use pathmax::{CancelToken, Search, SearchOptions};
use pathmax_lab::{
    HeuristicSource, Judgement, MapReport, Mapper, SolveError, SolveOutcome, SpaceReport, Surveyor, Value,
};

use crate::support::read;

fn map(text: &str, heuristic: &str) -> MapReport {
    let mapper = Mapper { heuristic: heuristic.into(), against_perfect: true, search: SearchOptions::default() };
    mapper.map(&read(text), &mut |_, _| {}).unwrap()
}

fn survey(text: &str) -> SpaceReport {
    let surveyor =
        Surveyor { most_states: 1_000_000, search: SearchOptions::default(), heuristic: HeuristicSource::default() };
    surveyor.survey(&read(text), &mut |_| {}).unwrap()
}

/// The two numbers in `(1, -2)`.
fn coordinates(cell: &str) -> (i64, i64) {
    let (first, second) = cell.trim_matches(['(', ')']).split_once(", ").unwrap();
    (first.parse().unwrap(), second.parse().unwrap())
}

fn finite(value: Value) -> i64 {
    i64::from(value.finite().unwrap())
}

/// Every free cell, with its coordinates.
fn judged(map: &MapReport) -> Vec<((i64, i64), Judgement)> {
    let free = map.cells.iter().filter(|cell| cell.free);
    free.map(|cell| (coordinates(&cell.cell), cell.judgement.unwrap())).collect()
}

#[test]
fn a_lone_piece_on_an_empty_board_needs_its_distance_and_one_action_more() {
    let map = map(r#"{"colour": "blue", "pieces": [[0, 0], [1, 1]], "blocks": []}"#, "jump-distance");
    let cells = judged(&map);
    assert_eq!((cells.len(), map.complete), (37, true));
    for ((q, r), judgement) in cells {
        let distance = 3 + q + r;
        assert_eq!(finite(judgement.cost.unwrap()), distance + 1, "({q}, {r})");
        assert_eq!(finite(judgement.h), (distance + 1) / 2 + 1, "({q}, {r})");
        assert_eq!(judgement.error(), Some(distance / 2), "({q}, {r})");
    }
}

#[test]
fn the_contribution_of_a_piece_is_its_value_on_the_map() {
    let text = r#"{"colour": "red", "pieces": [[0, 0], [-2, 1], [3, -1]], "blocks": [[1, 0], [2, 0], [1, 1]]}"#;
    let map = map(text, "relaxed-map");
    assert_eq!(map.contributions.len(), 3);
    for contribution in &map.contributions {
        let cell = map.cells.iter().find(|cell| cell.cell == contribution.cell).unwrap();
        assert_eq!(contribution.adds, Some(finite(cell.judgement.unwrap().h)), "{contribution:?}");
    }
    let sum: i64 = map.contributions.iter().filter_map(|contribution| contribution.adds).sum();
    assert_eq!(finite(map.board.unwrap().h), sum);
    // Blocks are not free.
    let blocks: Vec<_> = map.cells.iter().filter(|cell| !cell.free).map(|cell| cell.cell.as_str()).collect();
    assert_eq!(blocks, ["(1, 0)", "(2, 0)", "(1, 1)"]);
}

#[test]
fn a_knight_takes_a_lone_pawn_in_its_distance() {
    let map = map("K . . . .\n. . . . .\n. . x . .\n. . . . 1\n. . . . .", "tours");
    let distances = knight_distances(5, 5, &[(2, 2)]);
    let cells = judged(&map);
    // The knight's own cell and the obstacle are taken; the pawn's is free for the lone pawn.
    assert_eq!(cells.len(), 23);
    for ((row, column), judgement) in cells {
        let expected = 6 * distances[(row * 5 + column) as usize].unwrap();
        assert_eq!(finite(judgement.cost.unwrap()), expected, "({row}, {column})");
        assert_eq!(finite(judgement.h), expected, "({row}, {column})");
    }
}

/// How many jumps each square is from the upper left corner.
fn knight_distances(rows: i64, columns: i64, obstacles: &[(i64, i64)]) -> Vec<Option<i64>> {
    let mut distances = vec![None; (rows * columns) as usize];
    distances[0] = Some(0);
    let mut queue = VecDeque::from([(0, 0)]);
    while let Some((row, column)) = queue.pop_front() {
        let here: i64 = distances[(row * columns + column) as usize].unwrap();
        for (down, right) in [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)] {
            let (r, c) = (row + down, column + right);
            let on_board = (0..rows).contains(&r) && (0..columns).contains(&c) && !obstacles.contains(&(r, c));
            if on_board && distances[(r * columns + c) as usize].is_none() {
                distances[(r * columns + c) as usize] = Some(here + 1);
                queue.push_back((r, c));
            }
        }
    }
    distances
}

#[test]
fn overestimates_and_missed_dead_ends_are_seen() {
    // The knight takes the pawn at once, for 6; h1 looks at the rook alone.
    let h1 = map("R . .\nK . .\n. . 1", "h1").board.unwrap();
    assert_eq!((h1.h, h1.cost), (Value::Finite(16), Some(Value::Finite(6))));
    assert!(h1.overestimates() && h1.error() == Some(-10));

    // A lone bishop never leaves its colour.
    let map = map("B . .\n. . 1", "six-per-pawn");
    let board = map.board.unwrap();
    assert_eq!((board.h, board.cost), (Value::Finite(10), Some(Value::Infinite)));
    assert!(board.misses_dead_end() && !board.overestimates());
    let reached: Vec<_> =
        judged(&map).into_iter().filter(|(_, judgement)| !judgement.misses_dead_end()).map(|(cell, _)| cell).collect();
    assert_eq!(reached, [(0, 2), (1, 1)]);
}

#[test]
fn a_red_stack_of_power_1_walks_to_a_lone_blue_one() {
    let map = map("3,3,r,1\n0,0,b,4", "line-cover");
    for ((r, q), judgement) in judged(&map) {
        // On the torus there are nine ways to see the difference; two steps that go against each other count once each.
        let wrapped = |difference: i64| [difference - 7, difference, difference + 7];
        let steps =
            |dr: i64, dq: i64| if dr.signum() == dq.signum() { (dr + dq).abs() } else { dr.abs().max(dq.abs()) };
        let ways = wrapped(r - 3).into_iter().flat_map(|dr| wrapped(q - 3).map(|dq| steps(dr, dq)));
        assert_eq!(finite(judgement.cost.unwrap()), ways.min().unwrap(), "({r}, {q})");
        assert_eq!(judgement.h, Value::Finite(1));
    }
}

#[test]
fn limits_and_cancellation_leave_an_incomplete_map() {
    let text = r#"{"colour": "red", "pieces": [[-3, 0], [-3, 1]], "blocks": []}"#;
    let few = Mapper {
        heuristic: HeuristicSource::default(),
        against_perfect: true,
        search: Search::default().expansion_limit(2).into_options(),
    };
    let map = few.map(&read(text), &mut |_, _| {}).unwrap();
    assert!(!map.complete);
    assert_eq!(map.board.unwrap().cost, None);
    // A piece on the exit edge needs no more than that.
    assert!(judged(&map).iter().any(|(_, judgement)| judgement.cost == Some(Value::Finite(1))));

    let cancel = CancelToken::new();
    cancel.cancel();
    for search in [Search::default().cancel(cancel), Search::default().time_limit(Duration::ZERO)] {
        let map =
            Mapper { search: search.into_options(), ..Mapper::default() }.map(&read(text), &mut |_, _| {}).unwrap();
        assert!(!map.complete && map.board.is_none() && map.cells.iter().all(|cell| cell.judgement.is_none()));
    }
}

#[test]
fn an_unknown_heuristic_is_reported_with_the_known_ones() {
    let mapper = Mapper { heuristic: "tours".into(), ..Mapper::default() };
    let error = mapper.map(&read("3,3,r,1"), &mut |_, _| {}).unwrap_err();
    assert!(matches!(error, SolveError::UnknownHeuristic { puzzle: "infexion", .. }), "{error}");
}

#[test]
fn every_set_of_pieces_can_be_reached() {
    // Two pieces on 37 hexes, or one, or none.
    let two = survey(r#"{"colour": "green", "pieces": [[0, 0], [1, 0]], "blocks": []}"#);
    assert_eq!((two.states, two.complete, two.outcome), (37 * 36 / 2 + 37 + 1, true, SolveOutcome::Solved));
    let counted: u64 = two.layers.iter().filter_map(|layer| layer.states).sum();
    assert_eq!(counted, two.states);
    assert_eq!(two.layers.iter().map(|layer| layer.expanded).sum::<u64>(), two.expanded);
    // At the start: six neighbours each, but one of them is taken and jumped over instead.
    assert_eq!((two.layers[0].states, two.layers[0].mean_actions), (Some(1), Some(12.0)));
}

#[test]
fn a_space_counted_by_hand() {
    // The rook may go to (0, 1) or take the pawn; from (0, 1) it may go back, or take the pawn.
    let space = survey("R . 1");
    assert_eq!((space.states, space.complete), (3, true));
    assert_eq!((space.least_actions, space.most_actions, space.mean_actions), (2, 2, 2.0));
    let layers: Vec<_> = space.layers.iter().map(|layer| (layer.cost, layer.states, layer.mean_actions)).collect();
    assert_eq!(layers, [(0, Some(1), Some(2.0)), (8, Some(2), Some(2.0))]);
}

#[test]
fn a_stopped_survey_is_reported() {
    let text = r#"{"colour": "red", "pieces": [[-3, 0], [-3, 1], [-3, 2]], "blocks": []}"#;
    let surveyor =
        Surveyor { most_states: 100, search: SearchOptions::default(), heuristic: HeuristicSource::default() };
    let space = surveyor.survey(&read(text), &mut |_| {}).unwrap();
    assert_eq!((space.states, space.complete), (100, false));
    let partial: Vec<_> = space.layers.iter().filter(|layer| layer.states.is_some() && !layer.complete).collect();
    assert_eq!(partial.len(), 1);
    // The search goes deeper than the survey did.
    assert!(space.layers.last().unwrap().states.is_none() && space.outcome == SolveOutcome::Solved);
}

#[test]
fn a_survey_names_the_algorithm_with_its_settings() {
    let search = SearchOptions::new("astar:no-reopen:lower-g".parse().unwrap());
    let surveyor = Surveyor { most_states: 100, search, heuristic: HeuristicSource::default() };
    let board = read(include_str!("../../../instances/chexers/one-step.json"));
    assert_eq!(surveyor.survey(&board, &mut |_| {}).unwrap().algorithm, "astar:no-reopen:lower-g");
}
