//! Chexers as a search problem.

use pathmax::{Cost, Problem};

use super::heuristics::{self, ChexersHeuristic};
use super::{Board, Hex, INFO, answer, file, generation, scene, smaller, symmetry};
use crate::bits::Bits;
use crate::generation::Fact;
use crate::puzzle::{Instance, Puzzle, PuzzleInfo, Replay, ReplayError};
use crate::scene::{Motion, Scene};
use crate::smaller::Size;

/// An instance of Chexers whose states are bits of a `B`.
#[derive(Clone, Debug)]
pub struct Chexers<B> {
    board: Board,
    hexes: Vec<Hex>,
    start: B,
    blocks: B,
    exits: B,
    reach: Vec<Reach<B>>,
}

/// Where a piece on a hex can go, as far as the blocks decide it.
#[derive(Clone, Copy, Debug)]
struct Reach<B> {
    /// The adjacent hexes.
    adjacent: B,
    /// Adjacent hexes without a block, and the hexes behind those with one: free but for pieces.
    fixed: B,
    /// Adjacent hexes that a piece on them makes a jump of.
    over: B,
    /// Those hexes one by one. What is left over of the six holds empty sets.
    jumps: [Jump<B>; 6],
}

/// A jump that needs a piece.
#[derive(Clone, Copy, Debug)]
struct Jump<B> {
    over: B,
    to: B,
}

/// What a piece does. Hexes are numbered in the order of [`Board::hexes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Goes to an adjacent free hex.
    Move {
        /// Where the piece stands.
        from: u8,
        /// Where it goes.
        to: u8,
    },
    /// Jumps over an occupied hex.
    Jump {
        /// Where the piece stands.
        from: u8,
        /// Where it lands.
        to: u8,
    },
    /// Leaves the board.
    Exit {
        /// Where the piece stands.
        from: u8,
    },
}

impl<B: Bits> Chexers<B> {
    /// The instance of a board. The board's hexes must fit into a `B`.
    pub fn new(board: Board) -> Self {
        let hexes = board.hexes();
        debug_assert!(hexes.len() <= B::CAPACITY);
        let set = |of: &[Hex]| {
            let has = |&(_, hex): &(u8, &Hex)| of.contains(hex);
            (0..).zip(&hexes).filter(has).fold(B::EMPTY, |set, (i, _)| set.with(i))
        };
        let exits: Vec<Hex> = hexes.iter().copied().filter(|&hex| board.exit_distance(hex) == 0).collect();
        let blocks = set(&board.blocks);
        // What is off the board is the empty set.
        let reach = hexes.iter().map(|hex| {
            let way = |direction| [1, 2].map(|steps| set(&[hex.step(direction, steps)]));
            Reach::new(Hex::DIRECTIONS.map(way), blocks)
        });
        Chexers { start: set(&board.pieces), blocks, exits: set(&exits), reach: reach.collect(), board, hexes }
    }

    /// The board that this is an instance of.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The board's hexes, by number.
    pub fn hexes(&self) -> &[Hex] {
        &self.hexes
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
    /// From the next hex and the one behind it in each direction.
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

    /// The hexes that a piece here can go to.
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
    fn actions(&self, state: &B, mut visit: impl FnMut(Action)) {
        self.successors(state, |action, _, _| visit(action));
    }

    #[inline]
    fn successors(&self, state: &B, mut visit: impl FnMut(Action, Cost, B)) {
        for (from, piece) in state.each() {
            let others = *state & !piece;
            if self.exits & piece != B::EMPTY {
                visit(Action::Exit { from }, 1, others);
            }
            let reach = &self.reach[usize::from(from)];
            for (to, target) in reach.targets(*state).each() {
                let jumps = reach.adjacent & target == B::EMPTY;
                let action = if jumps { Action::Jump { from, to } } else { Action::Move { from, to } };
                visit(action, 1, others | target);
            }
        }
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

impl<B: Bits> Puzzle for Chexers<B> {
    type OwnHeuristic = ChexersHeuristic<B>;

    fn info(&self) -> &'static PuzzleInfo {
        &INFO
    }

    fn own_heuristic(&self, name: &str) -> Option<ChexersHeuristic<B>> {
        heuristics::named(name, self)
    }

    fn action_line(&self, action: &Action) -> String {
        let hex = |number: u8| self.hexes[usize::from(number)];
        match *action {
            Action::Move { from, to } => format!("MOVE from {} to {}.", hex(from), hex(to)),
            Action::Jump { from, to } => format!("JUMP from {} to {}.", hex(from), hex(to)),
            Action::Exit { from } => format!("EXIT from {}.", hex(from)),
        }
    }

    fn scene(&self, state: &B) -> Scene {
        scene::scene(&self.board, &self.pieces(*state).collect::<Vec<_>>())
    }

    fn things(&self, state: &B, mut visit: impl FnMut(usize, usize)) {
        state.iter().for_each(|hex| visit(usize::from(hex), 0));
    }

    fn motion(&self, _: &B, action: &Action) -> Motion {
        scene::motion(self.board.colour, &self.hexes, action)
    }

    fn at(&self, state: &B) -> Self {
        let board = Board { pieces: self.pieces(*state).collect(), ..self.board.clone() };
        Chexers { board, start: *state, ..self.clone() }
    }

    fn with_lone_thing(&self, tile: usize) -> Option<Self> {
        let hex = self.hexes.get(tile).filter(|hex| !self.board.blocks.contains(hex))?;
        Some(Chexers::new(Board { pieces: vec![*hex], ..self.board.clone() }))
    }

    fn without_each(&self) -> Vec<(usize, Self)> {
        let without = |tile: u8| {
            let hex = self.hexes[usize::from(tile)];
            let pieces = self.board.pieces.iter().copied().filter(|&piece| piece != hex).collect();
            (usize::from(tile), Chexers::new(Board { pieces, ..self.board.clone() }))
        };
        self.start.iter().map(without).collect()
    }

    fn write_state(&self, state: &B, out: &mut String) {
        file::write(&self.board, self.pieces(*state), out);
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
        super::instance(self.board.clone())
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
