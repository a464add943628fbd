//! Infexion as a search problem.

use pathmax::{Cost, Problem};

use super::heuristics::{self, InfexionHeuristic};
use super::torus::{CELLS, DIRECTIONS, RUN_MASKS, cell, cells_in, number};
use super::{Board, Colour, INFO, Position, Stack, Stacks, answer, file, generation, scene, smaller, symmetry};
use crate::generation::Fact;
use crate::puzzle::{Instance, Puzzle, PuzzleInfo, Replay, ReplayError};
use crate::scene::{Motion, Scene};
use crate::smaller::Size;

/// An instance of Infexion.
#[derive(Clone, Debug)]
pub struct Infexion {
    board: Board,
    start: Stacks,
}

/// What the red player does. The cell `(r, q)` has the number `7·r + q`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A red stack spreads.
    Spread {
        /// Where it stands.
        from: u8,
        /// The direction, by its place in the rules' list: (0,1) (-1,1) (-1,0) (0,-1) (1,-1) (1,0).
        direction: u8,
    },
    /// A red stack of power 1 appears.
    Spawn {
        /// On this empty cell.
        on: u8,
    },
}

impl Infexion {
    /// The instance of a board.
    pub fn new(board: Board) -> Self {
        Infexion { start: Stacks::of(&board), board }
    }

    /// The problem that begins with these stacks; its board does not list them.
    pub(super) fn at_stacks(start: Stacks, spawn: bool) -> Self {
        Infexion { board: Board { stacks: Vec::new(), spawn }, start }
    }

    /// The board that this is an instance of.
    pub fn board(&self) -> &Board {
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
    fn actions(&self, state: &Position, mut visit: impl FnMut(Action)) {
        self.successors(state, |action, _, _| visit(action));
    }

    #[inline]
    fn successors(&self, state: &Position, mut visit: impl FnMut(Action, Cost, Position)) {
        let stacks = self.stacks(state);
        let with_tokens = stacks.after_a_token_on_each();
        for from in cells_in(stacks.red()) {
            let others = state.without(from);
            let runs = &RUN_MASKS[usize::from(from)][usize::from(stacks.power(from))];
            for (direction, run) in (0..).zip(runs) {
                visit(Action::Spread { from, direction }, 1, others.with_cells_of(&with_tokens, run));
            }
        }
        if self.board.spawn && stacks.has_room_for_spawn() {
            for on in cells_in(stacks.empty()) {
                visit(Action::Spawn { on }, 1, state.with_cells_of(&with_tokens, &Position::mask(1 << on)));
            }
        }
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

impl Puzzle for Infexion {
    type OwnHeuristic = InfexionHeuristic;

    fn info(&self) -> &'static PuzzleInfo {
        &INFO
    }

    fn own_heuristic(&self, name: &str) -> Option<InfexionHeuristic> {
        heuristics::named(name, &self.start, self.board.spawn)
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

    fn scene(&self, state: &Position) -> Scene {
        scene::scene(&self.stacks(state))
    }

    fn things(&self, state: &Position, mut visit: impl FnMut(usize, usize)) {
        cells_in(state.red()).for_each(|cell| visit(usize::from(cell), 0));
        cells_in(state.blue()).for_each(|cell| visit(usize::from(cell), 1));
    }

    fn motion(&self, state: &Position, action: &Action) -> Motion {
        scene::motion(&self.stacks(state), action)
    }

    fn at(&self, state: &Position) -> Self {
        let start = self.stacks(state);
        let stack = |number: u8| {
            let power = start.power(number);
            let colour = if start.blue() >> number & 1 == 1 { Colour::Blue } else { Colour::Red };
            (power > 0).then(|| Stack { cell: cell(number), colour, power })
        };
        Infexion { board: Board { stacks: (0..CELLS as u8).filter_map(stack).collect(), ..self.board }, start }
    }

    fn with_lone_thing(&self, tile: usize) -> Option<Self> {
        let tile = u8::try_from(tile).ok().filter(|&tile| usize::from(tile) < CELLS)?;
        let blue = Stack { cell: cell(tile), colour: Colour::Blue, power: 1 };
        let mut stacks: Vec<Stack> =
            self.board.stacks.iter().copied().filter(|stack| stack.colour == Colour::Red).collect();
        if stacks.iter().any(|red| red.cell == blue.cell) {
            return None;
        }
        stacks.push(blue);
        Some(Infexion::new(Board { stacks, ..self.board }))
    }

    fn without_each(&self) -> Vec<(usize, Self)> {
        let without = |taken: &Stack| {
            let stacks = self.board.stacks.iter().copied().filter(|stack| stack.cell != taken.cell).collect();
            (usize::from(number(taken.cell)), Infexion::new(Board { stacks, ..self.board }))
        };
        self.board.stacks.iter().map(without).collect()
    }

    fn write_state(&self, state: &Position, out: &mut String) {
        file::write_state(&self.stacks(state), self.board.spawn, out);
    }

    fn to_file(&self) -> String {
        file::print(&self.board)
    }

    fn canonical_file(&self) -> String {
        file::print(&symmetry::canonical(&self.board))
    }

    fn size(&self) -> Size {
        smaller::size(&self.board)
    }

    fn instance(&self) -> Instance {
        Instance::Infexion(self.clone())
    }

    fn smaller(&self) -> Vec<Instance> {
        smaller::smaller(&self.board)
    }

    fn moved(&self) -> Vec<Instance> {
        smaller::moved(&self.board)
    }

    fn facts(&self) -> Vec<(&'static str, Fact)> {
        generation::facts(&self.board)
    }

    fn replay(&self, answer: &str) -> Result<Replay, ReplayError> {
        answer::replay(&self.board, answer)
    }
}
