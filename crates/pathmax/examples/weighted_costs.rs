//! The cheapest journey through a terrain where each step costs as much as the cell that is entered.

use std::ops::ControlFlow;

use pathmax::{Algorithm, Claims, Cost, Problem, Search, heuristic_fn};

const TERRAIN: [&str; 5] = ["19111", "19191", "19191", "11191", "99991"];

struct Terrain;

type Cell = (u8, u8);

impl Problem for Terrain {
    type State = Cell;
    type Action = char;

    fn start(&self) -> Cell {
        (0, 0)
    }

    fn actions<B>(&self, &(row, column): &Cell, visit: impl FnMut(char) -> ControlFlow<B>) -> ControlFlow<B> {
        let possible = [('N', row > 0), ('S', row < 4), ('W', column > 0), ('E', column < 4)];
        possible.into_iter().filter(|(_, is_possible)| *is_possible).map(|(action, _)| action).try_for_each(visit)
    }

    fn apply(&self, &(row, column): &Cell, action: &char) -> Cell {
        match action {
            'N' => (row - 1, column),
            'S' => (row + 1, column),
            'W' => (row, column - 1),
            _ => (row, column + 1),
        }
    }

    fn is_goal(&self, cell: &Cell) -> bool {
        *cell == (4, 4)
    }

    fn cost(&self, cell: &Cell, action: &char) -> Cost {
        let (row, column) = self.apply(cell, action);
        Cost::from(TERRAIN[usize::from(row)].as_bytes()[usize::from(column)] - b'0')
    }
}

fn main() {
    // Every step costs at least 1.
    let manhattan = heuristic_fn(Claims::CONSISTENT, |(row, column): &Cell| Some(Cost::from(8 - row - column)));
    for algorithm in ["astar", "weighted-astar:2", "bfs"] {
        let algorithm: Algorithm = algorithm.parse().expect("the name of an algorithm");
        let report = Search::new(algorithm).heuristic(manhattan).run(&Terrain);
        let plan = report.plan().expect("every cell is reachable");
        println!("{algorithm}: {}, {report}", plan.actions.iter().collect::<String>());
        assert!(algorithm != Algorithm::default() || (report.is_optimal() && plan.cost == 14));
    }
}
