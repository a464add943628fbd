//! Upper bounds on the number of states, against all reachable states.

use std::collections::HashSet;

use pathmax_puzzles::formulation::StateBound;
use pathmax_puzzles::{Board, BoardProblem, Options, ProblemVisitor, chexers, infexion, pawn_hunt};

/// Counts the states that can be reached without passing through a goal.
struct Count;

impl<B: Board> ProblemVisitor<B> for Count {
    type Output = usize;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> usize {
        let mut known: HashSet<P::State> = HashSet::from([problem.start()]);
        let mut open = vec![problem.start()];
        while let Some(state) = open.pop() {
            if !problem.is_goal(&state) {
                problem.for_each_successor(&state, |_, _, next| {
                    if known.insert(next.clone()) {
                        open.push(next);
                    }
                });
            }
        }
        known.len()
    }
}

fn bound<B: Board>(text: &str, options: &Options) -> (usize, StateBound) {
    let board = B::parse(text, options).unwrap().board;
    let bound = (B::capabilities().formulate.unwrap().state_bound)(&board);
    (board.compile(Count), bound)
}

#[test]
fn chexers_states_are_sets_of_hexes() {
    let two = r#"{"colour": "red", "pieces": [[0,0],[0,-1]], "blocks": []}"#;
    let (states, bound) = bound::<chexers::Board>(two, &Options::default());
    // Both or one of 37 hexes, or none: every such set is reachable on an empty board.
    assert_eq!((states, bound.states), (1 + 37 + 666, 704.0));
}

#[test]
fn pawn_hunt_states_are_squares_and_pawns() {
    let (states, bound) = bound::<pawn_hunt::Board>("R R .\n. x 1\n. . 2\n", &Options::default());
    assert_eq!(bound.states, 28.0 * 4.0);
    assert!(states <= 112 && states > 50, "{states}");
    assert!(bound.formula.ends_with("C(8, 2) · 2^2"), "{}", bound.formula);
}

#[test]
fn infexion_states_have_at_most_the_power_of_the_start() {
    // One red token and a blue stack of power 2 in its place or gone: 49 cells with at most 3 tokens, or 48 with at most one.
    let board = "0,0,r,1\n0,3,b,2\n";
    let (states, bound) = bound::<infexion::Board>(board, &Options::default());
    let red = 1.0 + 49.0 + (49.0 + 1176.0) + (49.0 + 49.0 * 48.0 + 18_424.0);
    assert_eq!(bound.states, red + 1.0 + 48.0);
    assert!(states as f64 <= bound.states, "{states}");
    let spawn = infexion::Board::parse(board, &Options::default().with("spawn", true)).unwrap().board;
    let formulate = <infexion::Board as Board>::capabilities().formulate.unwrap();
    // Counted by a separate program.
    let counted = 20_729_835_807_144_831_176_805_461_888.0;
    assert!(((formulate.state_bound)(&spawn).states / counted - 1.0f64).abs() < 1e-9);
}
