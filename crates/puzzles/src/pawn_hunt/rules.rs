//! The pawn hunt as a search problem.

use std::hash::{Hash, Hasher};

use pathmax::{Cost, Problem};

use super::heuristics::{self, PawnHeuristic};
use super::moves::Moves;
use super::{Board, Cell, INFO, Kind, Square, answer, file, generation, report, scene, smaller, symmetry, told_boards};
use crate::generation::Fact;
use crate::puzzle::{CourseRun, Instance, Puzzle, PuzzleInfo, Replay, ReplayError};
use crate::scene::{Motion, Scene};
use crate::smaller::Size;

/// Stands in a table of squares where there is no pawn; shifting a mask by it leaves nothing.
const NO_PAWN: u8 = 32;

/// Where the agents stand, and which pawns are left.
///
/// The agents are in the order of their kinds. Those of a kind are interchangeable, so they are kept sorted by square: two
/// positions that differ in nothing else are one state. Places beyond the last agent hold 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The agents' squares.
    pub(super) agents: [u8; Board::MOST_AGENTS],
    /// A bit for every pawn that is left.
    pub(super) pawns: u32,
}

impl Hash for State {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(u64::from_le_bytes(self.agents));
        state.write_u32(self.pawns);
    }
}

/// An agent's move. Squares are numbered row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Action {
    /// Who moves.
    pub kind: Kind,
    /// Where it stands.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
    /// The pawn that it takes there, counted row by row.
    pub takes: Option<u8>,
}

/// An instance of the pawn hunt.
#[derive(Clone, Debug)]
pub struct PawnHunt {
    board: Board,
    moves: Moves,
    start: State,
    /// The kind of every agent, in the order of the state.
    kinds: Vec<Kind>,
    /// The square of every pawn.
    pawns: Vec<u8>,
    /// The pawn on every square at the start, or `NO_PAWN`.
    pawn_on: Vec<u8>,
}

impl PawnHunt {
    /// The instance of a board.
    pub fn new(board: Board) -> Self {
        let mut agents: Vec<(Kind, u8)> = board.agents().collect();
        agents.sort_unstable();
        let pawns: Vec<u8> = board.pawns().map(|(_, square)| square).collect();
        let mut pawn_on = vec![NO_PAWN; board.cells().len()];
        let mut start = State { agents: [0; Board::MOST_AGENTS], pawns: 0 };
        for (pawn, &square) in pawns.iter().enumerate() {
            pawn_on[usize::from(square)] = pawn as u8;
            start.pawns |= 1 << pawn;
        }
        for (place, &(_, square)) in start.agents.iter_mut().zip(&agents) {
            *place = square;
        }
        let kinds = agents.into_iter().map(|(kind, _)| kind).collect();
        PawnHunt { moves: Moves::new(&board), board, start, kinds, pawns, pawn_on }
    }

    /// The board that this is an instance of.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The agents in a state with their squares.
    pub fn agents(&self, state: &State) -> impl Iterator<Item = (Kind, u8)> {
        self.kinds.iter().copied().zip(state.agents)
    }

    /// The squares of the pawns that are left in a state.
    pub fn pawns(&self, state: &State) -> impl Iterator<Item = u8> {
        let left = state.pawns;
        self.pawns.iter().enumerate().filter(move |&(pawn, _)| left >> pawn & 1 == 1).map(|(_, &square)| square)
    }

    /// The board in a state, cell by cell.
    pub fn cells(&self, state: &State) -> Vec<Cell> {
        let fixed = |cell: &Cell| if *cell == Cell::Obstacle { Cell::Obstacle } else { Cell::Empty };
        let mut cells: Vec<Cell> = self.board.cells().iter().map(fixed).collect();
        for square in self.pawns(state) {
            cells[usize::from(square)] = self.board.cells()[usize::from(square)];
        }
        for (kind, square) in self.agents(state) {
            cells[usize::from(square)] = Cell::Agent(kind);
        }
        cells
    }

    pub(super) fn moves(&self) -> &Moves {
        &self.moves
    }

    pub(super) fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// The square of every pawn, left or not.
    pub(super) fn pawn_squares(&self) -> &[u8] {
        &self.pawns
    }

    /// Calls `visit` with every move, and with the place in the state of the agent that makes it.
    #[inline]
    fn each_move(&self, state: &State, mut visit: impl FnMut(usize, Action)) {
        let mut agents = [0u64; 4];
        for (_, square) in self.agents(state) {
            agents[usize::from(square >> 6)] |= 1 << (square & 63);
        }
        for (place, (kind, from)) in self.agents(state).enumerate() {
            for way in self.moves.ways(kind, from) {
                for &to in way {
                    if agents[usize::from(to >> 6)] >> (to & 63) & 1 == 1 {
                        break;
                    }
                    let pawn = self.pawn_on[usize::from(to)];
                    let takes = (u64::from(state.pawns) >> pawn & 1 == 1).then_some(pawn);
                    visit(place, Action { kind, from, to, takes });
                    if takes.is_some() {
                        break;
                    }
                }
            }
        }
    }

    /// The state after the agent at `place` has made a move.
    #[inline]
    fn after(&self, state: &State, mut place: usize, action: &Action) -> State {
        let State { mut agents, mut pawns } = *state;
        if let Some(pawn) = action.takes {
            pawns &= !(1 << pawn);
        }
        agents[place] = action.to;
        let same_kind = |place: usize| self.kinds.get(place) == Some(&action.kind);
        while place > 0 && same_kind(place - 1) && agents[place - 1] > agents[place] {
            agents.swap(place - 1, place);
            place -= 1;
        }
        while same_kind(place + 1) && agents[place + 1] < agents[place] {
            agents.swap(place, place + 1);
            place += 1;
        }
        State { agents, pawns }
    }
}

impl Problem for PawnHunt {
    type State = State;
    type Action = Action;

    fn start(&self) -> State {
        self.start
    }

    fn actions(&self, state: &State, mut visit: impl FnMut(Action)) {
        self.each_move(state, |_, action| visit(action));
    }

    fn apply(&self, state: &State, action: &Action) -> State {
        let place = self.agents(state).position(|agent| agent == (action.kind, action.from));
        debug_assert!(place.is_some(), "{action:?} is not possible in {state:?}");
        place.map_or(*state, |place| self.after(state, place, action))
    }

    #[inline]
    fn is_goal(&self, state: &State) -> bool {
        state.pawns == 0
    }

    fn cost(&self, _: &State, action: &Action) -> Cost {
        action.kind.cost()
    }

    #[inline]
    fn successors(&self, state: &State, mut visit: impl FnMut(Action, Cost, State)) {
        self.each_move(state, |place, action| visit(action, action.kind.cost(), self.after(state, place, &action)));
    }
}

impl Puzzle for PawnHunt {
    type OwnHeuristic = PawnHeuristic;

    fn info(&self) -> &'static PuzzleInfo {
        &INFO
    }

    fn own_heuristic(&self, name: &str) -> Option<PawnHeuristic> {
        heuristics::named(name, self)
    }

    fn action_line(&self, action: &Action) -> String {
        let square = |number: u8| -> Square { self.board.square(number) };
        let (who, from, to) = (action.kind.word(), square(action.from), square(action.to));
        match action.takes {
            Some(_) => {
                format!("{who} from {from} to {to} capturing {}.", self.board.cells()[usize::from(action.to)].letter())
            }
            None => format!("{who} from {from} to {to}."),
        }
    }

    fn scene(&self, state: &State) -> Scene {
        scene::scene(&self.board, &self.cells(state))
    }

    fn things(&self, state: &State, mut visit: impl FnMut(usize, usize)) {
        self.agents(state).for_each(|(_, square)| visit(usize::from(square), 0));
        self.pawns(state).for_each(|square| visit(usize::from(square), 1));
    }

    fn motion(&self, _: &State, action: &Action) -> Motion {
        scene::motion(&self.board, action)
    }

    fn at(&self, state: &State) -> Self {
        // The same board with as many agents and no more pawns: it fits.
        Board::new(self.board.columns(), self.cells(state)).map_or_else(|| self.clone(), PawnHunt::new)
    }

    fn with_lone_thing(&self, tile: usize) -> Option<Self> {
        let stands = |cell: &Cell| matches!(cell, Cell::Empty | Cell::Pawn(_));
        self.board.cells().get(tile).filter(|cell| stands(cell))?;
        let cells = self.board.cells().iter().enumerate().map(|(number, &cell)| match cell {
            _ if number == tile => Cell::Pawn(1),
            Cell::Pawn(_) => Cell::Empty,
            other => other,
        });
        Board::new(self.board.columns(), cells.collect()).map(PawnHunt::new)
    }

    fn without_each(&self) -> Vec<(usize, Self)> {
        let mut boards = Vec::new();
        for (tile, cell) in self.board.cells().iter().enumerate() {
            if matches!(cell, Cell::Agent(_) | Cell::Pawn(_)) {
                let mut cells = self.board.cells().to_vec();
                cells[tile] = Cell::Empty;
                boards.extend(Board::new(self.board.columns(), cells).map(|board| (tile, PawnHunt::new(board))));
            }
        }
        boards
    }

    fn write_state(&self, state: &State, out: &mut String) {
        file::write_state(self.board.columns(), &self.cells(state), out);
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
        Instance::PawnHunt(self.clone())
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

    fn answer_remarks(&self, answer: &str, replay: &Replay) -> Vec<String> {
        told_boards::remarks(answer, replay)
    }

    fn course_report(&self, run: &CourseRun<'_, Action>) -> Option<String> {
        Some(report::write(self, run))
    }
}
