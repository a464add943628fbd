//! Chexers against brute force, written from the rules, on the whole state spaces of random small boards.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::{assert_optimal, optimal_algorithms};
use pathmax::Heuristic;
use pathmax_puzzles::chexers::{Board, Colour, Hex, INFO};
use pathmax_puzzles::{Board as _, BoardHeuristic, BoardProblem, ProblemVisitor};
use proptest::prelude::*;

type Position = BTreeSet<(i32, i32)>;

/// All reachable positions, with the successors of each.
fn whole_space(board: &Board) -> BTreeMap<Position, Vec<Position>> {
    let radius = i32::from(board.radius);
    let blocks: BTreeSet<_> = board.blocks.iter().map(|hex| (i32::from(hex.q), i32::from(hex.r))).collect();
    let on_board = |(q, r): (i32, i32)| q.abs() <= radius && r.abs() <= radius && (q + r).abs() <= radius;
    let leaves = |(q, r): (i32, i32)| match board.colour {
        Colour::Red => q == radius,
        Colour::Green => r == radius,
        Colour::Blue => q + r == -radius,
    };
    let start: Position = board.pieces.iter().map(|hex| (i32::from(hex.q), i32::from(hex.r))).collect();
    let mut space = BTreeMap::new();
    let mut todo = vec![start];
    while let Some(position) = todo.pop() {
        if space.contains_key(&position) {
            continue;
        }
        let taken = |hex: &(i32, i32)| blocks.contains(hex) || position.contains(hex);
        let mut next = Vec::new();
        for &(q, r) in &position {
            let without: Position = position.iter().copied().filter(|&hex| hex != (q, r)).collect();
            if leaves((q, r)) {
                next.push(without.clone());
            }
            for (dq, dr) in [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)] {
                let (one, two) = ((q + dq, r + dr), (q + 2 * dq, r + 2 * dr));
                let landing = if on_board(one) && taken(&one) { two } else { one };
                if on_board(landing) && !taken(&landing) {
                    next.push(&without | &Position::from([landing]));
                }
            }
        }
        todo.extend(next.iter().cloned());
        space.insert(position, next);
    }
    space
}

/// The exact cost of every position, by breadth-first search backward from the empty position.
fn exact_costs(space: &BTreeMap<Position, Vec<Position>>) -> BTreeMap<Position, u32> {
    let mut costs = BTreeMap::new();
    if space.contains_key(&Position::new()) {
        costs.insert(Position::new(), 0);
    }
    for depth in 1.. {
        let layer: Vec<_> = space
            .iter()
            .filter(|(position, next)| {
                !costs.contains_key(*position) && next.iter().any(|n| costs.get(n) == Some(&(depth - 1)))
            })
            .map(|(position, _)| position.clone())
            .collect();
        if layer.is_empty() {
            break;
        }
        costs.extend(layer.into_iter().map(|position| (position, depth)));
    }
    costs
}

fn boards() -> impl Strategy<Value = Board> {
    let hexes = |radius: i8| {
        let all = (-radius..=radius).flat_map(move |q| (-radius..=radius).map(move |r| Hex { q, r }));
        all.filter(|hex| hex.distance_from_middle() <= radius as u8).collect::<Vec<_>>()
    };
    let colours = prop::sample::select(Colour::ALL.to_vec());
    (colours, 2u8..=3, 0usize..=3, 0usize..=12).prop_flat_map(move |(colour, radius, pieces, blocks)| {
        // With three pieces on the larger board, brute force takes too long.
        let pieces = if radius == 3 { pieces.min(2) } else { pieces };
        Just(hexes(radius as i8)).prop_shuffle().prop_map(move |hexes| Board {
            colour,
            radius,
            pieces: hexes[..pieces].to_vec(),
            blocks: hexes[pieces..pieces + blocks].to_vec(),
        })
    })
}

/// The values of all heuristics at the start of a board.
struct Values;

impl ProblemVisitor<Board> for Values {
    type Output = Vec<Option<u32>>;

    fn visit<P: BoardProblem<Board = Board>>(self, problem: &P) -> Self::Output {
        let value = |name| BoardHeuristic::named(problem, name).unwrap().evaluate(&problem.start());
        INFO.heuristics().map(|info| value(info.name)).collect()
    }
}

/// Counts the reachable states.
struct CountStates;

impl ProblemVisitor<Board> for CountStates {
    type Output = usize;

    fn visit<P: BoardProblem<Board = Board>>(self, problem: &P) -> usize {
        let mut seen = std::collections::HashSet::from([problem.start()]);
        let mut todo = vec![problem.start()];
        while let Some(state) = todo.pop() {
            problem.for_each_successor(&state, |_, _, next| {
                if seen.insert(next.clone()) {
                    todo.push(next);
                }
            });
        }
        seen.len()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn optimal_algorithms_agree_with_brute_force(board in boards()) {
        let space = whole_space(&board);
        let start: Position = board.pieces.iter().map(|hex| (i32::from(hex.q), i32::from(hex.r))).collect();
        let cost = exact_costs(&space).get(&start).copied();
        prop_assert_eq!(board.compile(CountStates), space.len());
        for algorithm in optimal_algorithms(true) {
            for info in INFO.heuristics().filter(|info| info.claims.admissible) {
                assert_optimal(&board, algorithm, info.name, cost);
            }
        }
    }

    #[test]
    fn claims_of_heuristics_hold(board in boards()) {
        let space = whole_space(&board);
        let exact = exact_costs(&space);
        let values: BTreeMap<_, _> = space
            .keys()
            .map(|position| {
                let pieces = position.iter().map(|&(q, r)| Hex { q: q as i8, r: r as i8 }).collect();
                (position, Board { pieces, ..board.clone() }.compile(Values))
            })
            .collect();
        for (i, info) in INFO.heuristics().enumerate() {
            for (position, next) in &space {
                let h = values[position][i];
                if info.name == "perfect" {
                    prop_assert_eq!(h, exact.get(position).copied(), "at {:?}", position);
                }
                if info.claims.admissible {
                    let allowed = match (h, exact.get(position)) {
                        (Some(h), Some(&cost)) => h <= cost,
                        (None, Some(_)) => false,
                        (_, None) => true,
                    };
                    prop_assert!(allowed, "{} is {h:?} at {position:?}, exact {:?}", info.name, exact.get(position));
                }
                if info.claims.consistent {
                    for n in next {
                        let steep = h.is_none_or(|h| values[n][i].is_some_and(|next_h| h > 1 + next_h));
                        prop_assert!(!steep || (h.is_none() && values[n][i].is_none()), "{} from {position:?} to {n:?}", info.name);
                    }
                }
            }
        }
    }
}
