//! Chexers as a search problem.

use super::Board;
use crate::capability::Formulate;
use crate::formulation::{Formulation, StateBound, choose};

impl Formulate for Board {
    const FORMULATION: Formulation = Formulation {
        states: "The set of hexes that hold a piece of the player. Pieces are indistinguishable and blocks never move, so neither \
                 the order of the pieces nor the blocks are part of a state. The start is the given board.",
        actions: "For each piece: MOVE to an adjacent free hex; JUMP over an adjacent piece or block to the free hex directly \
                  behind it; EXIT from a hex on the exit edge of the player's colour. Six directions, so at most six moves and \
                  jumps per piece, and one exit.",
        transition: "MOVE and JUMP change the hex of one piece, EXIT removes one piece. A piece that is jumped over stays.",
        goal_test: "No piece is left on the board.",
        path_cost: "The number of actions: each costs 1.",
    };

    fn state_bound(&self) -> StateBound {
        let (free, pieces) = (self.hexes().len() - self.blocks.len(), self.pieces.len());
        let formula =
            format!("k pieces on {free} hexes without a block, the sum of C({free}, k) for k from 0 to {pieces}");
        StateBound { states: (0..=pieces).map(|left| choose(free, left)).sum(), formula }
    }
}
