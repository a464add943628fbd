//! Chexers as a search problem.

use pathmax::{Cost, Problem, StateCodec};
use std::ops::ControlFlow;

use super::heuristics::{self, ChexersHeuristic};
use super::{Board, Hex, file, scene};
use crate::BoardProblem;
use crate::bits::Bits;
use crate::scene::Motion;

/// Chexers on a board, with states of type `B`.
#[derive(Clone, Debug)]
pub struct Chexers<B> {
    board: Board,
    hexes: Vec<Hex>,
    start: B,
    blocks: B,
    exits: B,
    reach: Vec<Reach<B>>,
}

/// The hexes that a piece on a hex can reach with one action, as far as the blocks determine them.
#[derive(Clone, Copy, Debug)]
struct Reach<B> {
    /// The adjacent hexes.
    adjacent: B,
    /// The adjacent hexes without a block, and the hexes behind those with one: free unless there is a piece.
    fixed: B,
    /// The adjacent hexes that can be jumped over if there is a piece on them.
    over: B,
    /// Those hexes one by one. Unused elements are empty sets.
    jumps: [Jump<B>; 6],
}

/// A jump over a piece.
#[derive(Clone, Copy, Debug)]
struct Jump<B> {
    over: B,
    to: B,
}

/// An action of a piece. Hexes are numbered in the order of [`Board::hexes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A move to an adjacent free hex.
    Move {
        /// The hex of the piece.
        from: u8,
        /// The hex after the move.
        to: u8,
    },
    /// A jump over an occupied hex.
    Jump {
        /// The hex of the piece.
        from: u8,
        /// The hex after the jump.
        to: u8,
    },
    /// An exit from the board.
    Exit {
        /// The hex of the piece.
        from: u8,
    },
}

impl<B: Bits> Chexers<B> {
    /// Compiles a board, whose hexes must fit into a `B`.
    pub fn new(board: Board) -> Self {
        let hexes = board.hexes();
        debug_assert!(hexes.len() <= B::CAPACITY);
        let set = |of: &[Hex]| of.iter().filter_map(|&hex| board.index(hex)).fold(B::EMPTY, |set, i| set.with(i as u8));
        let exits: Vec<Hex> = hexes.iter().copied().filter(|&hex| board.exit_distance(hex) == 0).collect();
        let blocks = set(&board.blocks);
        // A hex off the board becomes the empty set.
        let reach = hexes.iter().map(|hex| {
            let way = |direction| [1, 2].map(|steps| set(&[hex.step(direction, steps)]));
            Reach::new(Hex::DIRECTIONS.map(way), blocks)
        });
        Chexers { start: set(&board.pieces), blocks, exits: set(&exits), reach: reach.collect(), board, hexes }
    }

    /// The compiled board, whose start is the start of the problem.
    pub fn start_board(&self) -> &Board {
        &self.board
    }

    /// The board's hexes, by number.
    pub fn hexes(&self) -> &[Hex] {
        &self.hexes
    }

    /// Whether a piece on `from` can go to `to` with one action, or leave if `to` is `None`.
    pub(super) fn is_action(&self, state: &B, from: u8, to: Option<u8>) -> bool {
        match to {
            Some(to) => self.reach[usize::from(from)].targets(*state).contains(to),
            None => self.exits.contains(from),
        }
    }

    /// The exit hexes that are free in a state.
    pub(super) fn free_exits(&self, state: B) -> impl Iterator<Item = u8> {
        (self.exits & !(state | self.blocks)).iter()
    }

    /// The hexes with a piece in a state.
    pub fn pieces(&self, state: B) -> impl Iterator<Item = Hex> {
        state.iter().map(|piece| self.hexes[usize::from(piece)])
    }
}

impl<B: Bits> Reach<B> {
    /// `ways` has the adjacent hex and the one behind it in each direction.
    fn new(ways: [[B; 2]; 6], blocks: B) -> Self {
        let none = B::EMPTY;
        let mut reach = Reach { adjacent: none, fixed: none, over: none, jumps: [Jump { over: none, to: none }; 6] };
        for (jump, [next, behind]) in reach.jumps.iter_mut().zip(ways) {
            let behind = behind & !blocks;
            reach.adjacent = reach.adjacent | next;
            if next & blocks != none {
                reach.fixed = reach.fixed | behind;
                continue;
            }
            reach.fixed = reach.fixed | next;
            if behind != none {
                reach.over = reach.over | next;
                *jump = Jump { over: next, to: behind };
            }
        }
        reach
    }

    /// The hexes to which a piece can move or jump.
    #[inline]
    fn targets(&self, pieces: B) -> B {
        let mut targets = self.fixed;
        if self.over & pieces != B::EMPTY {
            for jump in &self.jumps {
                targets = targets | if jump.over & pieces == B::EMPTY { B::EMPTY } else { jump.to };
            }
        }
        targets & !pieces
    }
}

impl<B: Bits> Problem for Chexers<B> {
    type State = B;
    type Action = Action;

    fn start(&self) -> B {
        self.start
    }

    #[inline]
    fn actions<E>(&self, state: &B, mut visit: impl FnMut(Action) -> ControlFlow<E>) -> ControlFlow<E> {
        self.successors(state, |action, _, _| visit(action))
    }

    #[inline]
    fn successors<E>(&self, state: &B, mut visit: impl FnMut(Action, Cost, B) -> ControlFlow<E>) -> ControlFlow<E> {
        for (from, piece) in state.each() {
            let others = *state & !piece;
            if self.exits & piece != B::EMPTY {
                visit(Action::Exit { from }, 1, others)?;
            }
            let reach = &self.reach[usize::from(from)];
            for (to, target) in reach.targets(*state).each() {
                let jumps = reach.adjacent & target == B::EMPTY;
                let action = if jumps { Action::Jump { from, to } } else { Action::Move { from, to } };
                visit(action, 1, others | target)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// A piece on an exit hex leaves at once; if there are several, in the order of their hexes.
    ///
    /// **Without any one of its pieces, a state that can be solved costs at least 1 less.** Take an optimal plan for a state and
    /// follow it with one piece missing. While the plan acts with the missing piece, do nothing. When another piece jumps from x
    /// over the missing one, on h, to y, let it move from x to h, which is free: from then on the piece on y is the missing one.
    /// All other actions remain possible, since the pieces are those of the plan but for the missing one, over which they do
    /// not jump. The result is a plan for the state without the piece. It is shorter at least by the exit of the missing piece.
    ///
    /// So a state with a piece on an exit hex costs at least 1 more than without that piece. That is what its exit costs, which
    /// therefore begins an optimal plan.
    #[inline]
    fn is_dominated(&self, state: &B, successor: &B) -> bool {
        let leaving = (*state & self.exits).each().next();
        leaving.is_some_and(|(_, piece)| *successor != *state & !piece)
    }

    #[inline]
    fn apply(&self, state: &B, action: &Action) -> B {
        match *action {
            Action::Move { from, to } | Action::Jump { from, to } => state.without(from).with(to),
            Action::Exit { from } => state.without(from),
        }
    }

    #[inline]
    fn is_goal(&self, state: &B) -> bool {
        *state == B::EMPTY
    }

    fn unit_costs(&self) -> bool {
        true
    }
}

impl<B: Bits> BoardProblem for Chexers<B> {
    type Board = Board;
    type Heuristic = ChexersHeuristic<B>;

    fn heuristic(&self, name: &str) -> Option<ChexersHeuristic<B>> {
        heuristics::named(name, self)
    }

    fn state_codec() -> Option<StateCodec<B>> {
        Some(StateCodec::new())
    }

    fn action_line(&self, action: &Action) -> String {
        let hex = |number: u8| self.hexes[usize::from(number)];
        match *action {
            Action::Move { from, to } => format!("MOVE from {} to {}.", hex(from), hex(to)),
            Action::Jump { from, to } => format!("JUMP from {} to {}.", hex(from), hex(to)),
            Action::Exit { from } => format!("EXIT from {}.", hex(from)),
        }
    }

    fn board(&self, state: &B) -> Board {
        Board { pieces: self.pieces(*state).collect(), ..self.board.clone() }
    }

    fn write_state(&self, state: &B, out: &mut String) {
        file::write(&self.board, self.pieces(*state), out);
    }

    fn tokens(&self, state: &B, mut visit: impl FnMut(usize, usize)) {
        state.iter().for_each(|hex| visit(usize::from(hex), 0));
    }

    fn motion(&self, _: &B, action: &Action) -> Motion {
        scene::motion(self.board.colour, &self.hexes, action)
    }
}
