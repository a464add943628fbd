//! The puzzles as one writes them for the `pathfinding` crate: coordinates and arrays, the rules spelled out, the
//! heuristic computed from the state.

mod chexers;
mod infexion;
mod pawn_hunt;

use std::cell::Cell;
use std::hash::Hash;

use pathfinding::prelude::{astar, dijkstra};
use pathmax_puzzles::Instance;

/// The best cost and the number of expansions.
pub fn solve(instance: &Instance, heuristic: &str) -> (u32, u64) {
    match instance {
        Instance::Chexers(chexers) => chexers::solve(chexers.board(), heuristic),
        Instance::LargeChexers(chexers) => chexers::solve(chexers.board(), heuristic),
        Instance::Infexion(infexion) => infexion::solve(infexion.board(), heuristic),
        Instance::PawnHunt(pawn_hunt) => pawn_hunt::solve(pawn_hunt.board(), heuristic),
        _ => unreachable!("the puzzles above are all that have boards here"),
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
