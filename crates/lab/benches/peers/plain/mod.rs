//! The puzzles as one writes them for the `pathfinding` crate: coordinates and arrays, the rules spelled out, the
//! heuristic computed from the state.

mod chexers;
mod infexion;
mod pawn_hunt;

use std::cell::Cell;
use std::hash::Hash;

use pathfinding::prelude::{astar, dijkstra};
use pathmax_lab::AnyBoard;

/// The best cost and the number of expansions.
pub fn solve(board: &AnyBoard, heuristic: &str) -> (u32, u64) {
    if let Some(board) = board.downcast() {
        chexers::solve(board, heuristic)
    } else if let Some(board) = board.downcast() {
        infexion::solve(board, heuristic)
    } else if let Some(board) = board.downcast() {
        pawn_hunt::solve(board, heuristic)
    } else {
        unreachable!("there are no boards of {} here", board.puzzle().info().name)
    }
}

/// Runs the peer: Dijkstra's algorithm for the heuristic that knows nothing, A* for any other.
fn search<S: Clone + Eq + Hash>(
    start: &S,
    successors: impl Fn(&S) -> Vec<(S, u32)>,
    heuristic: Option<impl Fn(&S) -> u32>,
    is_goal: impl Fn(&S) -> bool,
) -> (u32, u64) {
    let expanded = Cell::new(0);
    let successors = |state: &S| {
        expanded.set(expanded.get() + 1);
        successors(state)
    };
    let solution = match heuristic {
        None => dijkstra(start, successors, is_goal),
        Some(heuristic) => astar(start, successors, heuristic, is_goal),
    };
    (solution.expect("a solvable board").1, expanded.get())
}
