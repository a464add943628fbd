//! `routes` against other ways to compute it, with other prices and memories, and on boards of the sizes that it is for.

use std::collections::{HashMap, VecDeque};

use pathmax::{Heuristic, Outcome, Problem, Search};
use proptest::prelude::*;

use super::network::Units;
use super::*;
use crate::BoardProblem;
use crate::bits::Bits as _;
use crate::capability::Generate as _;
use crate::generation::{GeneratorOptions, Random};
use crate::pawn_hunt::tests::support::{boards, hunt};
use crate::pawn_hunt::tests::{Space, check};
use crate::pawn_hunt::{Board, INFO, Kind, ManyPawns, PawnHeuristic};
use pathmax::Claims;

/// A heuristic with so many bits of memory and these prices, as often as necessary.
fn with_prices<S: PawnSet>(puzzle: &PawnHunt<S>, bits: u32, prices: &[Units]) -> Routes<S> {
    let bits = bits.min(puzzle.pawn_squares().len().saturating_sub(1) as u32);
    let tables = Tables::with(
        puzzle,
        bits,
        |start, _| {
            let max = start.scale.max_price;
            Some(prices.iter().cycle().take(start.pawns).map(|price| (*price).clamp(-max, max)).collect())
        },
        &mut |_| ControlFlow::Continue(()),
    );
    Routes { prepared: tables.map(Prepared::new), ..Routes::new(puzzle) }
}

impl<S: PawnSet> Heuristic<State<S>> for Routes<S> {
    fn evaluate(&mut self, state: &State<S>) -> Option<Cost> {
        Routes::evaluate(self, state)
    }
}

/// The minimum cost if neither agents nor pawns block: every agent goes from pawn to pawn by distances with obstacles only.
fn unblocked_cost(puzzle: &PawnHunt, state: &State) -> Option<Cost> {
    /// Breadth-first search for each question.
    fn distance(puzzle: &PawnHunt, kind: Kind, from: u8, to: u8) -> Option<Cost> {
        let (mut seen, mut waiting) = (HashMap::from([(from, 0)]), VecDeque::from([from]));
        while let Some(square) = waiting.pop_front() {
            for step in puzzle.moves().steps(kind, square) {
                if !seen.contains_key(&step.to) {
                    seen.insert(step.to, seen[&square] + kind.cost());
                    waiting.push_back(step.to);
                }
            }
        }
        seen.get(&to).copied()
    }
    let moves = |(agent, kind): (usize, &Kind)| {
        let each = state.pawns.iter().filter_map(move |pawn| {
            let to = puzzle.pawn_squares()[usize::from(pawn)];
            let cost = distance(puzzle, *kind, state.agents[agent], to)?;
            let mut after = *state;
            (after.agents[agent], after.pawns) = (to, state.pawns.without(pawn));
            Some(cost + unblocked_cost(puzzle, &after)?)
        });
        each.min()
    };
    if state.pawns == 0 { Some(0) } else { puzzle.kinds().iter().enumerate().filter_map(moves).min() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// With few pawns, a route remembers everything, and the prices cancel if there is one route only.
    #[test]
    fn one_agent_costs_as_much_as_without_blocking(
        board in boards(4, 5, 1, 4),
        prices in prop::collection::vec(-500..500i16, 4),
    ) {
        let puzzle = PawnHunt::<u32>::new(board);
        let (mut chosen, mut any) = (Routes::new(&puzzle), with_prices(&puzzle, 10, &prices));
        for state in Space::new(&puzzle).states {
            let expected = unblocked_cost(&puzzle, &state);
            prop_assert_eq!(chosen.evaluate(&state), expected, "{:?}", state);
            prop_assert_eq!(any.evaluate(&state), expected, "{:?}", state);
        }
    }

    #[test]
    fn several_agents_cost_at_most_as_much_as_without_blocking(board in boards(4, 4, 3, 3)) {
        let puzzle = PawnHunt::<u32>::new(board);
        let (space, mut routes) = (Space::new(&puzzle), Routes::new(&puzzle));
        for state in space.states.iter().step_by(space.states.len().div_ceil(50)) {
            let [value, expected] = [routes.evaluate(state), unblocked_cost(&puzzle, state)];
            prop_assert_eq!(value.is_none(), expected.is_none(), "{:?}", state);
            prop_assert!(value <= expected, "{:?} > {:?} in {:?}", value, expected, state);
        }
    }

    #[test]
    fn claims_hold_for_any_prices_and_memory(
        board in boards(4, 4, 3, 4),
        prices in prop::collection::vec(prop_oneof![-500..500i16, any::<i16>()], 4),
        bits in 0..3u32,
    ) {
        let puzzle = PawnHunt::<u32>::new(board);
        check(&Space::new(&puzzle), "routes", with_prices(&puzzle, bits, &prices), Claims::CONSISTENT)?;
    }

    #[test]
    fn claims_hold_for_several_agents_of_a_kind(
        board in boards(3, 4, 5, 3),
        prices in prop::collection::vec(-500..500i16, 3),
        bits in 0..3u32,
    ) {
        let puzzle = PawnHunt::<u32>::new(board);
        check(&Space::new(&puzzle), "routes", with_prices(&puzzle, bits, &prices), Claims::CONSISTENT)?;
    }

    /// A board with few pawns has the same values with large sets.
    #[test]
    fn the_size_of_sets_makes_no_difference(board in boards(5, 5, 4, 9), choices in prop::collection::vec(any::<usize>(), 20)) {
        let (small, large) = (PawnHunt::<u32>::new(board.clone()), PawnHunt::<ManyPawns>::new(board));
        let names = INFO.own_heuristics.iter().map(|info| info.name);
        let mut heuristics: Vec<_> =
            names.map(|name| (name, small.heuristic(name).unwrap(), large.heuristic(name).unwrap())).collect();
        let (mut a, mut b) = (small.start(), large.start());
        for choice in choices {
            for (name, small, large) in &mut heuristics {
                prop_assert_eq!(small.evaluate(&a), large.evaluate(&b), "{}", name);
            }
            let (mut after_a, mut after_b) = (Vec::new(), Vec::new());
            small.for_each_successor(&a, |action, cost, next| after_a.push((action, cost, next)));
            large.for_each_successor(&b, |action, cost, next| after_b.push((action, cost, next)));
            let edges = |all: &[_]| all.iter().map(|(action, cost, _): &(crate::pawn_hunt::Action, Cost, _)| (*action, *cost)).collect::<Vec<_>>();
            prop_assert_eq!(edges(&after_a), after_b.iter().map(|(action, cost, _)| (*action, *cost)).collect::<Vec<_>>());
            if after_a.is_empty() {
                break;
            }
            let choice = choice % after_a.len();
            (a, b) = (after_a[choice].2, after_b[choice].2);
            prop_assert_eq!(small.board(&a), large.board(&b));
        }
    }
}

/// A random board.
fn board(options: &[(&str, &str)], seed: u64) -> Board {
    let options = options.iter().copied().collect();
    let source = Board::source(&GeneratorOptions::new(&INFO, &options).unwrap()).unwrap();
    source.random(&mut Random::new(seed))
}

/// Checks on every edge from the states of a random walk that the value does not drop by more than the cost, that it does not
/// depend on hints, and that it does not exceed the cost of the walk if that reaches a goal. Returns the number of captures.
fn walk<S: PawnSet>(puzzle: &PawnHunt<S>, seed: u64) -> u32 {
    let mut random = Random::new(seed);
    let mut hinted: PawnHeuristic<S> = puzzle.heuristic("routes").unwrap();
    let _ = hinted.prepare(&mut |_| ControlFlow::Continue(()));
    let mut plain = hinted.clone();
    let (mut state, mut values, mut spent) = (puzzle.start(), Vec::new(), 0);
    for _ in 0..100 {
        if puzzle.is_goal(&state) {
            break;
        }
        let own = plain.evaluate(&state);
        hinted.notify_parent(&state);
        let mut successors = Vec::new();
        puzzle.for_each_successor(&state, |_, cost, next| successors.push((cost, next)));
        for (cost, next) in &successors {
            let (hinted, plain) = (hinted.evaluate(next), plain.evaluate(next));
            assert_eq!(hinted, plain, "{state:?} to {next:?}");
            let [from, to] = [own, plain].map(|value| value.map_or(u64::MAX / 2, u64::from));
            assert!(from <= u64::from(*cost) + to, "{from} > {cost} + {to}: {state:?} to {next:?}");
        }
        values.extend(own.map(|own| own + spent));
        // Mostly a capture, so that the walk meets all numbers of pawns.
        let captures: Vec<_> = successors.iter().filter(|(_, next)| next.pawns != state.pawns).collect();
        let Some(&(cost, next)) =
            random.pick(&captures).copied().filter(|_| random.below(4) > 0).or(random.pick(&successors))
        else {
            break;
        };
        (state, spent) = (next, spent + cost);
    }
    if puzzle.is_goal(&state) {
        assert_eq!(plain.evaluate(&state), Some(0));
        assert!(values.iter().all(|value| *value <= spent), "{spent} < one of {values:?}");
    }
    puzzle.start().pawns.len() - state.pawns.len()
}

#[test]
fn values_are_consistent_on_walks_with_20_to_32_pawns() {
    let sizes = [("8", "8"), ("16", "16"), ("6", "11")];
    let agents = ["KBR", "KKBBRR", "R", "KKR", "BBKRRRKB", "B", "KR"];
    for (seed, pawns) in (0..).zip(["20", "21", "24", "27", "28", "30", "31", "32"]) {
        let (rows, columns) = sizes[seed % sizes.len()];
        let agents = agents[seed % agents.len()];
        let board = board(&[("rows", rows), ("columns", columns), ("agents", agents), ("pawns", pawns)], seed as u64);
        let captures = walk(&PawnHunt::<u32>::new(board), seed as u64);
        assert!(captures >= 5, "{captures} captures only, with {agents}");
    }
}

#[test]
fn values_are_consistent_on_walks_with_more_pawns() {
    for (seed, (pawns, agents)) in
        (0..).zip([("33", "KBR"), ("40", "KBR"), ("64", "KKBR"), ("65", "R"), ("100", "KBR")])
    {
        let options = [("rows", "16"), ("columns", "16"), ("agents", agents), ("pawns", pawns)];
        let captures = walk(&PawnHunt::<ManyPawns>::new(board(&options, seed)), seed);
        assert!(captures >= 20, "{captures} captures only, with {agents}");
    }
}

#[test]
fn a_maze_needs_no_more_than_16_bits() {
    // The rook's way from pawn to pawn is long, and the ceiling is reached.
    let wall = |gap: usize| (0..16).map(|column| if column == gap { '.' } else { 'x' }).collect::<String>();
    let rows: Vec<String> = (0..16)
        .map(|row| match row % 4 {
            0 => "................".to_string(),
            2 => "................".to_string(),
            1 => wall(15),
            _ => wall(0),
        })
        .collect();
    let mut cells: Vec<char> = rows.concat().chars().collect();
    (cells[0], cells[14 * 16]) = ('R', '1');
    let text: Vec<String> = cells.chunks(16).map(|row| row.iter().map(|cell| format!("{cell} ")).collect()).collect();
    let puzzle = hunt(&text.join("\n"));
    let report = Search::default().run(&puzzle);
    let cost = report.plan().unwrap().cost;
    assert_eq!(Routes::new(&puzzle).evaluate(&puzzle.start()), Some(cost));
    walk(&puzzle, 0);
}

#[test]
fn dead_ends_are_pawns_that_no_agent_can_reach() {
    for (board, expected) in [
        // No pawns, no agents, neither.
        ("K .", Some(0)),
        (". 1", None),
        (". .", Some(0)),
        // The wrong colour, enclosed by obstacles, out of reach of the one and within reach of the other.
        ("B 1\n. .", None),
        ("R x 1", None),
        ("R x 1\n. . .\nB . .", Some(10)),
        // Another agent blocks the way, for now or for ever.
        ("R K 1 . .", Some(8)),
        ("x x x\nR B 1\nx x x", Some(8)),
    ] {
        let puzzle = hunt(board);
        assert_eq!(Routes::new(&puzzle).evaluate(&puzzle.start()), expected, "{board:?}");
        let large = PawnHunt::<ManyPawns>::new(puzzle.start_board().clone());
        assert_eq!(Routes::new(&large).evaluate(&large.start()), expected, "{board:?}");
    }
}

#[test]
fn pawns_that_the_board_does_not_have_are_ignored() {
    let puzzle = hunt("K . 1\n. . 2\n. . .");
    let mut routes = Routes::new(&puzzle);
    let start = puzzle.start();
    let alien = State { pawns: start.pawns | 0xffff_0000, ..start };
    assert_eq!(routes.evaluate(&alien), routes.evaluate(&start));
    routes.notify_parent(&alien);
    puzzle.for_each_successor(&start, |_, _, next| {
        assert_eq!(routes.evaluate(&State { pawns: next.pawns | 0x100, ..next }), Routes::new(&puzzle).evaluate(&next));
    });
    assert_eq!(routes.evaluate(&State { pawns: 0x100, ..start }), Some(0));
    // Without agents, there is nothing to compute.
    let empty = hunt(". 1\n2 .");
    let mut routes = Routes::new(&empty);
    assert_eq!(routes.evaluate(&empty.start()), None);
    routes.notify_parent(&empty.start());
    assert_eq!(routes.evaluate(&empty.start()), None);
}

#[test]
fn preparing_can_be_stopped_and_resumed() {
    let puzzle = PawnHunt::<u32>::new(board(&[("pawns", "12")], 1));
    let mut routes = Routes::new(&puzzle);
    for calls in [0, 1, 100, 500] {
        let mut left = calls;
        let flow = routes.prepare(&mut |bytes| {
            assert!(bytes > 0);
            left -= 1;
            if left < 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((flow, routes.bytes()), (ControlFlow::Break(()), 0), "after {calls} calls");
    }
    let mut largest = 0;
    let _ = routes.prepare(&mut |bytes| {
        largest = largest.max(bytes);
        ControlFlow::Continue(())
    });
    assert!(routes.evaluate(&puzzle.start()).is_some());
    // A row of 64 bytes for each of 12 pawns, 2^10 memories and three kinds.
    let alone = routes.bytes();
    assert!(alone > 3 * 12 * 1024 * 64 && largest > 3 * 12 * 1024 * 64, "{alone} bytes, {largest} announced");
    let other = routes.clone();
    assert!(routes.bytes() < alone * 6 / 10 && other.bytes() < alone * 6 / 10, "clones share the tables");
}

#[test]
fn searches_with_routes_and_tours_agree() {
    for seed in 0..12 {
        let agents = ["KBR", "KKBBRR", "RR"][seed as usize % 3];
        let board = board(&[("rows", "6"), ("columns", "7"), ("agents", agents), ("pawns", "3..9")], seed);
        let puzzle = PawnHunt::<u32>::new(board);
        let solve = |name: &str| {
            let report = Search::default().heuristic(puzzle.heuristic(name).unwrap()).run(&puzzle);
            match report.outcome {
                Outcome::Solved(plan) => Some(plan.cost),
                outcome => {
                    assert_eq!(outcome, Outcome::Unsolvable);
                    None
                }
            }
        };
        assert_eq!(solve("routes"), solve("tours"), "seed {seed}");
    }
}
