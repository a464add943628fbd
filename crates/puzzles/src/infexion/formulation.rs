//! Infexion as a search problem.

use super::{Board, Colour};
use crate::capability::Formulate;
use crate::formulation::{Formulation, StateBound};

impl Formulate for Board {
    const FORMULATION: Formulation = Formulation {
        states: "The colour and the power of the stack on each cell of the 7 × 7 torus. The start is the given board.",
        actions: "SPREAD a red stack in one of six directions. If the board allows it: SPAWN a red stack of power 1 on an empty \
                  cell while the total power is below 49.",
        transition: "SPREAD empties the cell of the stack and puts one token on each of as many cells in that direction as the \
                     stack had power; these become red, and a stack that would exceed power 6 is removed.",
        goal_test: "No blue stack is left, even if no red stack is left either.",
        path_cost: "The number of actions: each costs 1.",
    };

    /// A spread adds no power, and a blue stack stays as it is until it becomes red. So every cell is empty, red, or holds the
    /// blue stack that it had at the start, and the total power is limited.
    fn state_bound(&self) -> StateBound {
        let start: usize = self.stacks.iter().map(|stack| usize::from(stack.power)).sum();
        let total = if self.spawn { start.max(Board::SPAWN_LIMIT as usize) } else { start };
        // The number of ways to fill the cells so far, by their total power.
        let mut ways = vec![0.0; total + 1];
        ways[0] = 1.0;
        let cells = usize::from(Board::SIZE).pow(2);
        let blue =
            self.stacks.iter().filter(|stack| stack.colour == Colour::Blue).map(|stack| Some(stack.power.into()));
        for blue in blue.chain(std::iter::repeat(None)).take(cells) {
            let powers = (0..=usize::from(Board::MAX_POWER)).chain(blue);
            let mut next = vec![0.0; total + 1];
            for power in powers {
                for (so_far, number) in ways.iter().enumerate().take((total + 1).saturating_sub(power)) {
                    next[so_far + power] += number;
                }
            }
            ways = next;
        }
        let formula = format!(
            "every cell is empty, red, or holds the blue stack of the start, and the total power is at most {total}"
        );
        StateBound { states: ways.iter().sum(), formula }
    }
}
