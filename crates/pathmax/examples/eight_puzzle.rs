use std::ops::ControlFlow;

use pathmax::{Algorithm, Claims, Problem, Search, heuristic_fn};

/// Slide tiles on a 3×3 board until they are in order. 0 is the gap.
struct EightPuzzle([u8; 9]);

fn distance(a: usize, b: usize) -> usize {
    (a / 3).abs_diff(b / 3) + (a % 3).abs_diff(b % 3)
}

impl Problem for EightPuzzle {
    type State = [u8; 9];
    type Action = usize; // the cell whose tile slides into the gap

    fn start(&self) -> [u8; 9] {
        self.0
    }

    fn actions<B>(&self, state: &[u8; 9], visit: impl FnMut(usize) -> ControlFlow<B>) -> ControlFlow<B> {
        let gap = state.iter().position(|&tile| tile == 0).unwrap_or(0);
        (0..9).filter(|&cell| distance(cell, gap) == 1).try_for_each(visit)
    }

    fn apply(&self, state: &[u8; 9], &cell: &usize) -> [u8; 9] {
        state.map(|tile| if tile == 0 { state[cell] } else { tile * u8::from(tile != state[cell]) })
    }

    fn is_goal(&self, state: &[u8; 9]) -> bool {
        *state == [0, 1, 2, 3, 4, 5, 6, 7, 8]
    }
}

fn main() {
    // Every tile has to move at least this far, and one tile moves at a time.
    let manhattan = heuristic_fn(Claims::CONSISTENT, |state: &[u8; 9]| {
        let tiles = state.iter().enumerate().filter(|(_, tile)| **tile != 0);
        Some(tiles.map(|(cell, &tile)| distance(cell, tile.into()) as u32).sum())
    });
    let puzzle = EightPuzzle([8, 0, 6, 5, 4, 7, 2, 3, 1]); // one of the two hardest boards
    let report = Search::new(Algorithm::default()).heuristic(manhattan).run(&puzzle);

    let plan = report.plan().expect("this board has a solution");
    println!("{report} ({} states expanded): slide {:?}", report.statistics.expanded, plan.actions);
    assert!(report.is_optimal() && plan.cost == 31);
}
