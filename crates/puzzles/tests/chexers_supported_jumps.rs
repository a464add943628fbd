//! `supported-jumps` against exact costs where these can be computed, and its claims at the sizes at which it is used.

use std::collections::HashSet;

use pathmax::{Cost, Heuristic, Problem};
use pathmax_puzzles::bits::Bits;
use pathmax_puzzles::chexers::{Board, Chexers, Colour, Hex};
use pathmax_puzzles::{Board as _, BoardHeuristic, BoardProblem, ProblemVisitor};
use proptest::prelude::*;

const NAME: &str = "supported-jumps";

fn boards(
    radius: std::ops::RangeInclusive<u8>,
    pieces: std::ops::RangeInclusive<usize>,
    blocks: std::ops::RangeInclusive<usize>,
) -> impl Strategy<Value = Board> {
    let colours = prop::sample::select(Colour::ALL.to_vec());
    (colours, radius, pieces, blocks).prop_flat_map(|(colour, radius, pieces, blocks)| {
        let empty = Board { colour, radius, pieces: Vec::new(), blocks: Vec::new() };
        Just(empty.hexes()).prop_shuffle().prop_map(move |hexes| Board {
            pieces: hexes[..pieces].to_vec(),
            blocks: hexes[pieces..pieces + blocks].to_vec(),
            ..empty.clone()
        })
    })
}

fn named<P: BoardProblem>(problem: &P, name: &str) -> BoardHeuristic<P> {
    BoardHeuristic::named(problem, name).expect("a heuristic of the puzzle")
}

/// `None` is more than any cost.
fn drops_by_at_most_one(value: Option<Cost>, next: Option<Cost>) -> bool {
    match (value, next) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some(value), Some(next)) => value <= next + 1,
    }
}

/// Compares all reachable states with exact costs, and all edges with the claim.
struct CheckAllStates;

impl ProblemVisitor<Board> for CheckAllStates {
    type Output = ();

    fn visit<P: BoardProblem<Board = Board>>(self, problem: &P) {
        let (mut bound, mut exact) = (named(problem, NAME), named(problem, "perfect"));
        let show = |state: &P::State| problem.board(state).print();
        let mut seen = HashSet::from([problem.start()]);
        let mut todo = vec![problem.start()];
        while let Some(state) = todo.pop() {
            let value = bound.evaluate(&state);
            let cost = exact.evaluate(&state);
            assert!(
                cost.is_none() || value.is_some_and(|value| Some(value) <= cost),
                "{value:?}, exact {cost:?}: {}",
                show(&state)
            );
            bound.notify_parent(&state);
            problem.for_each_successor(&state, |_, _, next| {
                assert!(
                    drops_by_at_most_one(value, bound.evaluate(&next)),
                    "{value:?}: {} to {}",
                    show(&state),
                    show(&next)
                );
                if seen.insert(next.clone()) {
                    todo.push(next);
                }
            });
        }
    }
}

/// Compares the exact cost of all reachable states with that of their successors that are not dominated, and with that of the
/// state without one of its pieces.
fn check_dominated(board: &Board) {
    let problem = Chexers::<u64>::new(board.clone());
    let mut exact = named(&problem, "perfect");
    let show = |state: u64| problem.board(&state).print();
    let mut seen = HashSet::from([problem.start()]);
    let mut todo = vec![problem.start()];
    while let Some(state) = todo.pop() {
        let cost = exact.evaluate(&state);
        let mut best = None;
        problem.for_each_successor(&state, |_, _, next| {
            if !problem.is_dominated(&state, &next) {
                best = best.into_iter().chain(exact.evaluate(&next)).min();
            }
            if seen.insert(next) {
                todo.push(next);
            }
        });
        if state != 0 {
            assert_eq!(best.map(|best| best + 1), cost, "{}", show(state));
        }
        for piece in state.iter().filter(|_| cost.is_some()) {
            let fewer = exact.evaluate(&state.without(piece));
            assert!(fewer.is_some_and(|fewer| Some(fewer) < cost), "{} without piece {piece}", show(state));
        }
    }
}

/// Checks the claim along a walk, with and without hints and limits. Every other action is the most promising one.
struct Walk<'c> {
    choices: &'c [usize],
}

impl ProblemVisitor<Board> for Walk<'_> {
    type Output = ();

    fn visit<P: BoardProblem<Board = Board>>(self, problem: &P) {
        // One never gets a hint, so that its values depend on the state alone.
        let (mut plain, mut hinted, mut limited) = (named(problem, NAME), named(problem, NAME), named(problem, NAME));
        let show = |state: &P::State| problem.board(state).print();
        let mut relaxed = named(problem, "relaxed-map");
        let mut state = problem.start();
        for (step, &choice) in self.choices.iter().enumerate() {
            let value = plain.evaluate(&state);
            assert!(value.is_none() || value >= relaxed.evaluate(&state), "{}", show(&state));
            hinted.notify_parent(&state);
            limited.notify_parent(&state);
            let mut successors = Vec::new();
            problem.for_each_successor(&state, |_, _, next| {
                let next_value = plain.evaluate(&next);
                assert!(
                    drops_by_at_most_one(value, next_value),
                    "{value:?} to {next_value:?}: {} to {}",
                    show(&state),
                    show(&next)
                );
                let enough = value.unwrap_or(40).saturating_sub(1) + (choice % 3) as Cost;
                match limited.evaluate_up_to(&next, enough) {
                    Some(bound) if bound > enough => {
                        assert!(next_value.is_none_or(|value| bound <= value), "{}", show(&next))
                    }
                    other => assert_eq!(other, next_value, "up to {enough}: {} to {}", show(&state), show(&next)),
                }
                assert_eq!(hinted.evaluate(&next), next_value, "{} to {}", show(&state), show(&next));
                successors.push((next_value.unwrap_or(Cost::MAX), next));
            });
            if successors.is_empty() {
                break;
            }
            if step % 2 == 0 {
                let best = successors.iter().map(|(value, _)| *value).min();
                successors.retain(|(value, _)| Some(*value) == best);
            }
            state = successors[choice % successors.len()].1.clone();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn values_are_lower_bounds_and_consistent_on_small_boards(board in boards(2..=2, 0..=4, 0..=8)) {
        board.compile(CheckAllStates);
    }

    #[test]
    fn a_piece_on_an_exit_hex_leaves_at_once(board in boards(2..=2, 0..=4, 0..=10)) {
        check_dominated(&board);
    }

    #[test]
    fn claims_hold_on_walks_across_large_boards(
        board in boards(2..=6, 1..=10, 0..=9),
        choices in prop::collection::vec(0usize..1000, 12),
    ) {
        board.compile(Walk { choices: &choices });
    }

    #[test]
    fn claims_hold_with_many_pieces_and_blocks(
        board in boards(4..=6, 12..=24, 0..=25),
        choices in prop::collection::vec(0usize..1000, 4),
    ) {
        board.compile(Walk { choices: &choices });
    }
}

/// The value at the start.
struct StartValue(&'static str);

impl ProblemVisitor<Board> for StartValue {
    type Output = Option<Cost>;

    fn visit<P: BoardProblem<Board = Board>>(self, problem: &P) -> Option<Cost> {
        named(problem, self.0).evaluate(&problem.start())
    }
}

fn board(radius: u8, pieces: &[(i8, i8)], blocks: &[(i8, i8)]) -> Board {
    let hexes = |of: &[(i8, i8)]| of.iter().map(|&(q, r)| Hex { q, r }).collect();
    Board { colour: Colour::Red, radius, pieces: hexes(pieces), blocks: hexes(blocks) }
}

#[test]
fn a_single_piece_walks_unless_a_block_supports_it() {
    for (radius, pieces, blocks, expected) in [
        // Six steps and the exit, where `relaxed-map` says four.
        (3, &[(-3, 0)][..], &[][..], Some(7)),
        // One jump.
        (3, &[(-3, 0)], &[(-2, 0)], Some(6)),
        // Two steps per action are out of reach for one piece on a large board as well.
        (6, &[(-6, 0)], &[], Some(13)),
        // Two pieces jump over each other: four actions each.
        (3, &[(-3, 0), (-2, 0)], &[], Some(8)),
        (2, &[], &[(0, 0)], Some(0)),
    ] {
        let board = board(radius, pieces, blocks);
        assert_eq!(board.compile(StartValue(NAME)), expected, "{board:?}");
    }
}

#[test]
fn dead_ends_are_those_of_the_relaxed_map() {
    let ring =
        |radius: u8| board(4, &[], &[]).hexes().into_iter().filter(move |hex| hex.distance_from_middle() == radius);
    let walls = [ring(1).chain(ring(2)).collect(), ring(2).collect::<Vec<Hex>>()];
    let values = walls.map(|blocks| Board { blocks, ..board(4, &[(0, 0)], &[]) }.compile(StartValue(NAME)));
    // Over one block it is a jump: a step, the jump, another step, and the exit.
    assert_eq!(values, [None, Some(4)]);
}
