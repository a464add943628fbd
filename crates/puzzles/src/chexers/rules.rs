//! Chexers as a search problem.

use pathmax::Problem;

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
    /// The blocks, and the one number that stands for everything off the board.
    blocked: B,
    exits: B,
    ways: Vec<[Way; 6]>,
}

/// Where one direction leads from a hex: one step and two.
#[derive(Clone, Copy, Debug)]
struct Way {
    next: u8,
    behind: u8,
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
    /// The instance of a board. The board's hexes must fit into a `B` with one bit to spare.
    pub fn new(board: Board) -> Self {
        let hexes = board.hexes();
        let off_board = B::CAPACITY as u8 - 1;
        debug_assert!(hexes.len() < B::CAPACITY);
        let number = |hex: Hex| hexes.iter().position(|&other| other == hex).map_or(off_board, |i| i as u8);
        let set = |of: &[Hex]| of.iter().fold(B::EMPTY, |set, &hex| set.with(number(hex)));
        let ways = hexes.iter().map(|&hex| {
            Hex::DIRECTIONS
                .map(|direction| Way { next: number(hex.step(direction, 1)), behind: number(hex.step(direction, 2)) })
        });
        let exits: Vec<Hex> = hexes.iter().copied().filter(|&hex| board.exit_distance(hex) == 0).collect();
        Chexers {
            start: set(&board.pieces),
            blocked: set(&board.blocks).with(off_board),
            exits: set(&exits),
            ways: ways.collect(),
            board,
            hexes,
        }
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
        let occupied = state.union(self.blocked);
        self.exits.iter().filter(move |&exit| !occupied.contains(exit))
    }

    /// The hexes with a piece in a state.
    pub fn pieces(&self, state: B) -> impl Iterator<Item = Hex> {
        state.iter().map(|piece| self.hexes[usize::from(piece)])
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
        let occupied = state.union(self.blocked);
        for from in state.iter() {
            if self.exits.contains(from) {
                visit(Action::Exit { from });
            }
            for way in &self.ways[usize::from(from)] {
                let jumps = occupied.contains(way.next);
                let to = if jumps { way.behind } else { way.next };
                if !occupied.contains(to) {
                    visit(if jumps { Action::Jump { from, to } } else { Action::Move { from, to } });
                }
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
