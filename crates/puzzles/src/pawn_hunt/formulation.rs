//! The pawn hunt as a search problem.

use super::board::Kind;
use super::{Board, Cell};
use crate::capability::Formulate;
use crate::formulation::{Formulation, StateBound, choose};

impl Formulate for Board {
    const FORMULATION: Formulation = Formulation {
        states: "The squares of the agents and the set of pawns that are left. Agents of one kind are interchangeable; pawns and \
                 obstacles never move. The start is the given board.",
        actions: "For each agent: a knight jumps to a square as in chess; a bishop or a rook slides any distance along its lines \
                  and may stop anywhere on the way. Obstacles and other agents block the way; a move ends on an empty square or \
                  on a pawn.",
        transition: "One agent changes its square. A pawn on that square is captured and removed.",
        goal_test: "No pawn is left.",
        path_cost: "The sum over all moves: a knight's move costs 6, a rook's 8, a bishop's 10.",
    };

    fn state_bound(&self) -> StateBound {
        let count = |wanted: &dyn Fn(Cell) -> bool| self.cells().iter().filter(|cell| wanted(**cell)).count();
        let squares = count(&|cell| cell != Cell::Obstacle);
        let pawns = count(&|cell| matches!(cell, Cell::Pawn(_)));
        let agents = Kind::ALL.map(|kind| count(&|cell| cell == Cell::Agent(kind)));
        let (mut placements, mut free, mut factors) = (1.0, squares, Vec::new());
        for number in agents.into_iter().filter(|number| *number > 0) {
            placements *= choose(free, number);
            factors.push(format!("C({free}, {number})"));
            free -= number;
        }
        factors.push(format!("2^{pawns}"));
        let what = format!("the agents on {squares} squares, and any subset of the pawns");
        StateBound {
            states: placements * 2f64.powi(pawns as i32), formula: format!("{what}, {}", factors.join(" · "))
        }
    }
}
