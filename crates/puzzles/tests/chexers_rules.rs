//! The successors of Chexers on bitboards against the rules as written, on boards of all sizes.

use std::collections::{BTreeMap, BTreeSet};

use pathmax_puzzles::chexers::{Board, Colour, Hex};
use pathmax_puzzles::{Board as _, BoardProblem, ProblemVisitor};
use proptest::prelude::*;

type Pieces = BTreeSet<(i32, i32)>;

fn pair(hex: &Hex) -> (i32, i32) {
    (i32::from(hex.q), i32::from(hex.r))
}

/// All legal actions by their lines, with the pieces after each.
fn legal_actions(board: &Board, pieces: &Pieces) -> BTreeMap<String, Pieces> {
    let radius = i32::from(board.radius);
    let on_board = |(q, r): (i32, i32)| q.abs() <= radius && r.abs() <= radius && (q + r).abs() <= radius;
    let is_taken = |hex: (i32, i32)| pieces.contains(&hex) || board.blocks.iter().any(|block| pair(block) == hex);
    let mut actions = BTreeMap::new();
    for &(q, r) in pieces {
        let mut others = pieces.clone();
        others.remove(&(q, r));
        let goes_to = |to| {
            let mut after = others.clone();
            after.insert(to);
            after
        };
        let leaves = match board.colour {
            Colour::Red => q == radius,
            Colour::Green => r == radius,
            Colour::Blue => -q - r == radius,
        };
        if leaves {
            actions.insert(format!("EXIT from ({q}, {r})."), others.clone());
        }
        for (dq, dr) in [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)] {
            let (next, behind) = ((q + dq, r + dr), (q + 2 * dq, r + 2 * dr));
            if on_board(next) && !is_taken(next) {
                actions.insert(format!("MOVE from ({q}, {r}) to ({}, {}).", next.0, next.1), goes_to(next));
            }
            if on_board(next) && is_taken(next) && on_board(behind) && !is_taken(behind) {
                actions.insert(format!("JUMP from ({q}, {r}) to ({}, {}).", behind.0, behind.1), goes_to(behind));
            }
        }
    }
    actions
}

/// Compares the successors of each state along a walk. Returns the number of jumps.
struct Walk<'b> {
    board: &'b Board,
    choices: Vec<usize>,
}

impl ProblemVisitor<Board> for Walk<'_> {
    type Output = usize;

    fn visit<P: BoardProblem<Board = Board>>(self, problem: &P) -> usize {
        let hexes = self.board.hexes();
        let pieces_in = |state: &P::State| {
            let mut pieces = Pieces::new();
            problem.tokens(state, |tile, _| assert!(pieces.insert(pair(&hexes[tile]))));
            pieces
        };
        let mut state = problem.start();
        let mut jumps = 0;
        for choice in self.choices {
            let expected = legal_actions(self.board, &pieces_in(&state));
            let (mut found, mut lines, mut states) = (BTreeMap::new(), Vec::new(), Vec::new());
            problem.for_each_successor(&state, |action, cost, next| {
                assert_eq!(cost, 1);
                assert!(problem.apply(&state, &action) == next, "{}", problem.action_line(&action));
                let line = problem.action_line(&action);
                assert_eq!(found.insert(line.clone(), pieces_in(&next)), None, "{line} twice");
                lines.push(line);
                states.push(next);
            });
            assert_eq!(found, expected);
            let mut actions = Vec::new();
            problem.for_each_action(&state, |action| actions.push(problem.action_line(&action)));
            assert_eq!(actions, lines);
            jumps += lines.iter().filter(|line| line.starts_with("JUMP")).count();
            match states.len() {
                0 => break,
                successors => state = states[choice % successors].clone(),
            }
        }
        jumps
    }
}

/// Boards of all radii with things on this percentage of the hexes, a third of them blocks.
fn boards(filled: std::ops::Range<usize>) -> impl Strategy<Value = Board> {
    (prop::sample::select(Colour::ALL.to_vec()), Board::RADII, filled).prop_flat_map(|(colour, radius, filled)| {
        let empty = Board { colour, radius, pieces: Vec::new(), blocks: Vec::new() };
        Just(empty.hexes()).prop_shuffle().prop_map(move |hexes| {
            let things = hexes.len() * filled / 100;
            let (blocks, pieces) = hexes[..things].split_at(things / 3);
            Board { colour, radius, pieces: pieces.to_vec(), blocks: blocks.to_vec() }
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn successors_follow_the_rules(board in boards(3..90), choices in prop::collection::vec(0..1000_usize, 8)) {
        board.compile(Walk { board: &board, choices });
    }
}

#[test]
fn jumps_go_over_pieces_and_blocks_but_not_off_the_board() {
    for radius in Board::RADII {
        let edge = radius as i8;
        let hexes = |of: &[(i8, i8)]| of.iter().map(|&(q, r)| Hex { q, r }).collect::<Vec<_>>();
        // Two pieces in the middle with adjacent blocks, and one in the left corner with an adjacent block.
        let board = Board {
            colour: Colour::Green,
            radius,
            pieces: hexes(&[(0, 0), (1, 0), (-edge, 0)]),
            blocks: hexes(&[(0, -1), (-1, 0), (-edge, 1)]),
        };
        // The piece in the middle jumps over the other piece to (2, 0), and over the blocks to (0, -2) and to (-2, 0), which is
        // the corner on the smallest board, and occupied. The other piece cannot jump over the middle, because there is a block
        // behind it. The piece in the corner jumps over the block to (-radius, 2), but on the smallest board not over the other
        // block, because the middle is occupied.
        let jumps = if radius == 2 { 3 } else { 4 };
        assert_eq!(board.compile(Walk { board: &board, choices: vec![0] }), jumps, "radius {radius}");
    }
}
