//! Infexion as a search problem.

use pathmax::{Cost, Problem, StateCodec};
use std::ops::ControlFlow;

use super::heuristics::{self, InfexionHeuristic};
use super::torus::{CELLS, DIRECTIONS, RUN_MASKS, cell, cells_in};
use super::{Board, Colour, Position, Stack, Stacks, file, scene};
use crate::BoardProblem;
use crate::scene::Motion;

/// Infexion on a board.
#[derive(Clone, Debug)]
pub struct Infexion {
    board: Board,
    start: Stacks,
}

/// An action of the red player. The cell `(r, q)` has the number `7·r + q`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A spread of a red stack.
    Spread {
        /// The cell of the stack.
        from: u8,
        /// The direction, as an index into (0,1) (-1,1) (-1,0) (0,-1) (1,-1) (1,0).
        direction: u8,
    },
    /// A spawn of a red stack of power 1.
    Spawn {
        /// The empty cell.
        on: u8,
    },
}

impl Infexion {
    /// Compiles a board.
    pub fn new(board: Board) -> Self {
        Infexion { start: Stacks::of(&board), board }
    }

    /// The problem that starts with these stacks. Its board does not list them.
    pub(super) fn at_stacks(start: Stacks, spawn: bool) -> Self {
        Infexion { board: Board { stacks: Vec::new(), spawn }, start }
    }

    /// The compiled board, whose start is the start of the problem.
    pub fn start_board(&self) -> &Board {
        &self.board
    }

    /// The stacks in a state.
    #[inline]
    pub(super) fn stacks(&self, state: &Position) -> Stacks {
        self.start.at(state)
    }
}

impl Problem for Infexion {
    type State = Position;
    type Action = Action;

    fn start(&self) -> Position {
        self.start.position()
    }

    #[inline]
    fn actions<B>(&self, state: &Position, mut visit: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        self.successors(state, |action, _, _| visit(action))
    }

    #[inline]
    fn successors<B>(
        &self,
        state: &Position,
        mut visit: impl FnMut(Action, Cost, Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let stacks = self.stacks(state);
        let with_tokens = stacks.after_a_token_on_each();
        for from in cells_in(stacks.red()) {
            let others = state.without(from);
            let runs = &RUN_MASKS[usize::from(from)][usize::from(stacks.power(from))];
            for (direction, run) in (0..).zip(runs) {
                visit(Action::Spread { from, direction }, 1, others.with_cells_of(&with_tokens, run))?;
            }
        }
        if self.board.spawn && stacks.has_room_for_spawn() {
            for on in cells_in(stacks.empty()) {
                visit(Action::Spawn { on }, 1, state.with_cells_of(&with_tokens, &Position::mask(1 << on)))?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn apply(&self, state: &Position, action: &Action) -> Position {
        let stacks = self.stacks(state);
        let (others, run) = match *action {
            Action::Spread { from, direction } => {
                (state.without(from), Position::mask(stacks.run(from, usize::from(direction))))
            }
            Action::Spawn { on } => (*state, Position::mask(1 << on)),
        };
        others.with_cells_of(&stacks.after_a_token_on_each(), &run)
    }

    #[inline]
    fn is_goal(&self, state: &Position) -> bool {
        state.blue() == 0
    }

    fn unit_costs(&self) -> bool {
        true
    }
}

impl BoardProblem for Infexion {
    type Board = Board;
    type Heuristic = InfexionHeuristic;

    fn heuristic(&self, name: &str) -> Option<InfexionHeuristic> {
        heuristics::named(name, &self.start, self.board.spawn)
    }

    fn state_codec() -> Option<StateCodec<Position>> {
        Some(StateCodec::new())
    }

    fn action_line(&self, action: &Action) -> String {
        match *action {
            Action::Spread { from, direction } => {
                let (from, (dr, dq)) = (cell(from), DIRECTIONS[usize::from(direction)]);
                format!("SPREAD {} {} {dr} {dq}", from.r, from.q)
            }
            Action::Spawn { on } => format!("SPAWN {} {}", cell(on).r, cell(on).q),
        }
    }

    fn board(&self, state: &Position) -> Board {
        let stacks = self.stacks(state);
        let stack = |number: u8| {
            let power = stacks.power(number);
            let colour = if stacks.blue() >> number & 1 == 1 { Colour::Blue } else { Colour::Red };
            (power > 0).then(|| Stack { cell: cell(number), colour, power })
        };
        Board { stacks: (0..CELLS as u8).filter_map(stack).collect(), ..self.board }
    }

    fn write_state(&self, state: &Position, out: &mut String) {
        file::write_state(&self.stacks(state), self.board.spawn, out);
    }

    fn tokens(&self, state: &Position, mut visit: impl FnMut(usize, usize)) {
        cells_in(state.red()).for_each(|cell| visit(usize::from(cell), 0));
        cells_in(state.blue()).for_each(|cell| visit(usize::from(cell), 1));
    }

    fn motion(&self, state: &Position, action: &Action) -> Motion {
        scene::motion(&self.stacks(state), action)
    }
}
