//! The pawn hunt as a search problem.

use pathmax::{Cost, Problem};

use super::heuristics::{self, PawnHeuristic};
use super::moves::Moves;
use super::state::pawns_in;
use super::{
    Board, Cell, INFO, Kind, Square, State, answer, file, generation, report, scene, smaller, symmetry, told_boards,
};
use crate::generation::Fact;
use crate::puzzle::{CourseRun, Instance, Puzzle, PuzzleInfo, Replay, ReplayError};
use crate::scene::{Motion, Scene};
use crate::smaller::Size;

/// Stands on a square of [`PawnHunt::standing`] where nothing is; shifting a mask of pawns by it leaves nothing.
const NOTHING: u8 = 32;
/// Stands there where an agent is.
const AGENT: u8 = 33;
const MOST_SQUARES: usize = Board::MOST_ROWS * Board::MOST_ROWS;

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
    /// A bit for every agent that is not the only one of its kind.
    companions: u8,
    /// The square of every pawn.
    pawns: Vec<u8>,
}

/// The agent whose turn it is.
struct Mover {
    /// Its place in the state.
    place: usize,
    kind: Kind,
    cost: Cost,
    from: u8,
    has_companion: bool,
}

impl PawnHunt {
    /// The instance of a board.
    pub fn new(board: Board) -> Self {
        let mut agents: Vec<(Kind, u8)> = board.agents().collect();
        agents.sort_unstable();
        let pawns: Vec<u8> = board.pawns().map(|(_, square)| square).collect();
        let mut start = State { agents: [0; Board::MOST_AGENTS], pawns: 0 };
        (0..pawns.len()).for_each(|pawn| start.pawns |= 1 << pawn);
        for (place, &(_, square)) in start.agents.iter_mut().zip(&agents) {
            *place = square;
        }
        let kinds: Vec<Kind> = agents.into_iter().map(|(kind, _)| kind).collect();
        let has_companion = |kind: &Kind| kinds.iter().filter(|other| *other == kind).count() > 1;
        let companions = (0..).zip(&kinds).fold(0, |mask, (place, kind)| mask | u8::from(has_companion(kind)) << place);
        PawnHunt { moves: Moves::new(&board), board, start, kinds, companions, pawns }
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

    /// What stands on every square, obstacles apart: a pawn that is left, by its number, [`AGENT`] or [`NOTHING`].
    #[inline]
    fn standing(&self, state: &State) -> [u8; MOST_SQUARES] {
        let mut standing = [NOTHING; MOST_SQUARES];
        for pawn in pawns_in(state.pawns) {
            standing[usize::from(self.pawns[pawn])] = pawn as u8;
        }
        for (_, square) in self.agents(state) {
            standing[usize::from(square)] = AGENT;
        }
        standing
    }

    /// Calls `visit` with every move: who makes it, where it leads, and the pawn there or [`NOTHING`].
    #[inline]
    fn each_move(&self, state: &State, mut visit: impl FnMut(&Mover, u8, u8)) {
        let standing = self.standing(state);
        for (place, (kind, from)) in self.agents(state).enumerate() {
            let mover = self.mover(place, kind, from);
            let mut steps = self.moves.steps(kind, from);
            while let [step, rest @ ..] = steps {
                let met = standing[usize::from(step.to)];
                if met != AGENT {
                    visit(&mover, step.to, met);
                }
                // Whatever it is, the way ends there.
                steps = if met == NOTHING { rest } else { rest.get(usize::from(step.beyond)..).unwrap_or_default() };
            }
        }
    }

    #[inline]
    fn mover(&self, place: usize, kind: Kind, from: u8) -> Mover {
        Mover { place, kind, cost: kind.cost(), from, has_companion: self.companions >> place & 1 == 1 }
    }

    /// The state after a move onto a pawn or [`NOTHING`].
    #[inline]
    fn after(&self, state: &State, mover: &Mover, to: u8, pawn: u8) -> State {
        let pawns = state.pawns & !(1_u64 << pawn) as u32;
        if mover.has_companion {
            return State { agents: self.among_companions(state, mover, to), pawns };
        }
        let shift = 8 * mover.place;
        let agents = u64::from_le_bytes(state.agents) & !(0xff << shift) | u64::from(to) << shift;
        State { agents: agents.to_le_bytes(), pawns }
    }

    /// The agents after a move of one that has a companion: those of a kind stay sorted.
    #[inline(never)] // Most agents have none; their way is shorter without this.
    fn among_companions(&self, state: &State, mover: &Mover, to: u8) -> [u8; Board::MOST_AGENTS] {
        let (mut agents, mut place) = (state.agents, mover.place);
        agents[place] = to;
        let same_kind = |place: usize| self.kinds.get(place) == Some(&mover.kind);
        while place > 0 && same_kind(place - 1) && agents[place - 1] > agents[place] {
            agents.swap(place - 1, place);
            place -= 1;
        }
        while same_kind(place + 1) && agents[place + 1] < agents[place] {
            agents.swap(place, place + 1);
            place += 1;
        }
        agents
    }
}

impl Mover {
    /// Its move to a square with a pawn or [`NOTHING`].
    #[inline]
    fn action(&self, to: u8, pawn: u8) -> Action {
        Action { kind: self.kind, from: self.from, to, takes: (pawn != NOTHING).then_some(pawn) }
    }
}

impl Problem for PawnHunt {
    type State = State;
    type Action = Action;

    fn start(&self) -> State {
        self.start
    }

    fn actions(&self, state: &State, mut visit: impl FnMut(Action)) {
        self.each_move(state, |mover, to, pawn| visit(mover.action(to, pawn)));
    }

    fn apply(&self, state: &State, action: &Action) -> State {
        let Action { kind, from, to, takes } = *action;
        let place = self.agents(state).position(|agent| agent == (kind, from));
        debug_assert!(place.is_some(), "{action:?} is not possible in {state:?}");
        place.map_or(*state, |place| self.after(state, &self.mover(place, kind, from), to, takes.unwrap_or(NOTHING)))
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
        self.each_move(state, |mover, to, pawn| {
            visit(mover.action(to, pawn), mover.cost, self.after(state, mover, to, pawn));
        });
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
