//! The pawn hunt as a search problem.

use pathmax::{Cost, Problem, StateCodec};
use std::ops::ControlFlow;

use super::heuristics::{self, PawnHeuristic};
use super::moves::Moves;
use super::{Board, Cell, Kind, PawnSet, Square, State, file, scene};
use crate::BoardProblem;
use crate::scene::Motion;

const MAX_SQUARES: usize = Board::MAX_ROWS * Board::MAX_ROWS;

/// A move of an agent. Squares are numbered row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Action {
    /// The kind of the agent.
    pub kind: Kind,
    /// The square of the agent before the move.
    pub from: u8,
    /// The square after the move.
    pub to: u8,
    /// The captured pawn; pawns are numbered row by row.
    pub takes: Option<u8>,
}

/// The pawn hunt on a board, with sets of pawns of type `S`.
#[derive(Clone, Debug)]
pub struct PawnHunt<S = u32> {
    board: Board,
    moves: Moves,
    start: State<S>,
    /// The kind of every agent, in the order of the state.
    kinds: Vec<Kind>,
    /// A bit for every agent that is not the only one of its kind.
    companions: u8,
    /// The square of every pawn.
    pawns: Vec<u8>,
}

/// The agent that moves.
struct Mover {
    /// Its index in the state.
    place: usize,
    kind: Kind,
    cost: Cost,
    from: u8,
    has_companion: bool,
}

impl<S: PawnSet> PawnHunt<S> {
    /// Compiles a board, whose pawns must fit into an `S`.
    pub fn new(board: Board) -> Self {
        let mut agents: Vec<(Kind, u8)> = board.agents().collect();
        agents.sort_unstable();
        let pawns: Vec<u8> = board.pawns().map(|(_, square)| square).collect();
        debug_assert!(pawns.len() <= S::CAPACITY);
        let mut start = State { agents: [0; Board::MAX_AGENTS], pawns: S::first(pawns.len()) };
        for (place, &(_, square)) in start.agents.iter_mut().zip(&agents) {
            *place = square;
        }
        let kinds: Vec<Kind> = agents.into_iter().map(|(kind, _)| kind).collect();
        let has_companion = |kind: &Kind| kinds.iter().filter(|other| *other == kind).count() > 1;
        let companions = (0..).zip(&kinds).fold(0, |mask, (place, kind)| mask | u8::from(has_companion(kind)) << place);
        PawnHunt { moves: Moves::new(&board), board, start, kinds, companions, pawns }
    }

    /// The compiled board, whose start is the start of the problem.
    pub fn start_board(&self) -> &Board {
        &self.board
    }

    /// The kinds and squares of the agents in a state.
    pub fn agents(&self, state: &State<S>) -> impl Iterator<Item = (Kind, u8)> {
        self.kinds.iter().copied().zip(state.agents)
    }

    /// The squares of the pawns that are left in a state.
    pub fn pawns(&self, state: &State<S>) -> impl Iterator<Item = u8> {
        let left = state.pawns;
        (0..=u8::MAX).zip(&self.pawns).filter(move |&(pawn, _)| left.contains(pawn)).map(|(_, &square)| square)
    }

    /// The cells of the board in a state.
    pub fn cells(&self, state: &State<S>) -> Vec<Cell> {
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

    /// The [mark](PawnSet) of every square. Obstacles are not marked.
    #[inline]
    fn occupants(&self, state: &State<S>) -> [S::Mark; MAX_SQUARES] {
        let mut occupants = [S::NOTHING; MAX_SQUARES];
        for pawn in state.pawns.iter() {
            occupants[usize::from(self.pawns[usize::from(pawn)])] = S::mark(pawn);
        }
        for (_, square) in self.agents(state) {
            occupants[usize::from(square)] = S::AGENT;
        }
        occupants
    }

    /// Calls `visit` with every move: the agent, its square after the move, and the mark of that square.
    #[inline]
    fn each_move<B>(
        &self,
        state: &State<S>,
        mut visit: impl FnMut(&Mover, u8, S::Mark) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let occupants = self.occupants(state);
        for (place, (kind, from)) in self.agents(state).enumerate() {
            let mover = self.mover(place, kind, from);
            let mut steps = self.moves.steps(kind, from);
            while let [step, rest @ ..] = steps {
                let met = occupants[usize::from(step.to)];
                if met != S::AGENT {
                    visit(&mover, step.to, met)?;
                }
                // The way ends at a pawn or an agent.
                steps = if met == S::NOTHING { rest } else { rest.get(usize::from(step.beyond)..).unwrap_or_default() };
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn mover(&self, place: usize, kind: Kind, from: u8) -> Mover {
        Mover { place, kind, cost: kind.cost(), from, has_companion: self.companions >> place & 1 == 1 }
    }

    /// The state after a move to a square with this mark.
    #[inline]
    fn after(&self, state: &State<S>, mover: &Mover, to: u8, met: S::Mark) -> State<S> {
        let pawns = state.pawns.without_mark(met);
        if mover.has_companion {
            return State { agents: self.among_companions(state, mover, to), pawns };
        }
        let shift = 8 * mover.place;
        let agents = u64::from_le_bytes(state.agents) & !(0xff << shift) | u64::from(to) << shift;
        State { agents: agents.to_le_bytes(), pawns }
    }

    /// The agents after a move of one that has a companion: agents of one kind stay sorted.
    #[inline(never)] // Most agents have no companion.
    fn among_companions(&self, state: &State<S>, mover: &Mover, to: u8) -> [u8; Board::MAX_AGENTS] {
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
    /// The action that leads to a square and captures this pawn, if any.
    #[inline]
    fn action(&self, to: u8, takes: Option<u8>) -> Action {
        Action { kind: self.kind, from: self.from, to, takes }
    }
}

impl<S: PawnSet> Problem for PawnHunt<S> {
    type State = State<S>;
    type Action = Action;

    fn start(&self) -> State<S> {
        self.start
    }

    fn actions<B>(&self, state: &State<S>, mut visit: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        self.each_move(state, |mover, to, met| visit(mover.action(to, S::pawn(met))))
    }

    fn apply(&self, state: &State<S>, action: &Action) -> State<S> {
        let Action { kind, from, to, takes } = *action;
        let place = self.agents(state).position(|agent| agent == (kind, from));
        debug_assert!(place.is_some(), "{action:?} is not possible in {state:?}");
        let met = takes.map_or(S::NOTHING, S::mark);
        place.map_or(*state, |place| self.after(state, &self.mover(place, kind, from), to, met))
    }

    #[inline]
    fn is_goal(&self, state: &State<S>) -> bool {
        state.pawns.is_empty()
    }

    fn cost(&self, _: &State<S>, action: &Action) -> Cost {
        action.kind.cost()
    }

    #[inline]
    fn successors<B>(
        &self,
        state: &State<S>,
        mut visit: impl FnMut(Action, Cost, State<S>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.each_move(state, |mover, to, met| {
            visit(mover.action(to, S::pawn(met)), mover.cost, self.after(state, mover, to, met))
        })
    }
}

impl<S: PawnSet> BoardProblem for PawnHunt<S> {
    type Board = Board;
    type Heuristic = PawnHeuristic<S>;

    fn heuristic(&self, name: &str) -> Option<PawnHeuristic<S>> {
        heuristics::named(name, self)
    }

    fn state_codec() -> Option<StateCodec<State<S>>> {
        Some(StateCodec::new())
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

    fn board(&self, state: &State<S>) -> Board {
        // As many agents and no more pawns than the board has: it fits.
        Board::new_unchecked(self.board.columns(), self.cells(state))
    }

    fn write_state(&self, state: &State<S>, out: &mut String) {
        file::write_state(self.board.columns(), &self.cells(state), out);
    }

    fn tokens(&self, state: &State<S>, mut visit: impl FnMut(usize, usize)) {
        self.agents(state).for_each(|(_, square)| visit(usize::from(square), 0));
        self.pawns(state).for_each(|square| visit(usize::from(square), 1));
    }

    fn motion(&self, _: &State<S>, action: &Action) -> Motion {
        scene::motion(&self.board, action)
    }
}
