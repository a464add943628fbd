//! A heuristic for a board: built-in, a program, or a function.

use itertools::Itertools;
use pathmax::{Claims, Cost, Heuristic, forward_heuristic};
use pathmax_puzzles::{BoardHeuristic, BoardProblem};

use super::memory::Memory;
use super::{Asker, Batch, Called};

/// Maximum number of states per batch: enough to amortize the pipe, few enough for slow programs to make progress.
const MOST_AT_ONCE: usize = 4096;

/// A heuristic for a board, made by [`Heuristics::make`](super::Heuristics::make).
pub struct Evaluator<P: BoardProblem>(pub(super) Kind<P>);

pub(super) enum Kind<P: BoardProblem> {
    Known(BoardHeuristic<P>),
    External(Box<External<P>>),
    Function(Box<Called<P>>),
}

impl<P: BoardProblem> Evaluator<P> {
    /// The puzzle's heuristic, which can be cloned for each thread; `Err(self)` for a program or a function, which cannot.
    pub(crate) fn into_known(self) -> Result<BoardHeuristic<P>, Self> {
        match self.0 {
            Kind::Known(known) => Ok(known),
            external => Err(Evaluator(external)),
        }
    }
}

impl<P: BoardProblem> Heuristic<P::State> for Evaluator<P> {
    forward_heuristic!(
        P::State,
        match self {
            Evaluator(Kind::Known(known)) => known,
            Evaluator(Kind::External(external)) => external,
            Evaluator(Kind::Function(function)) => function,
        }
    );
}

/// A program's heuristic for a board.
pub(super) struct External<P: BoardProblem> {
    problem: P,
    asker: Asker,
    memory: Memory<P::State>,
    /// Reused for every batch.
    lines: String,
    answers: Vec<Option<Cost>>,
    /// Whether the program gave no answer for some state.
    is_interrupted: bool,
}

impl<P: BoardProblem> External<P> {
    pub fn new(problem: P, asker: Asker) -> Self {
        let memory = Memory::new(asker.most_memory);
        External { problem, asker, memory, lines: String::new(), answers: Vec::new(), is_interrupted: false }
    }

    /// Evaluates states and stores the answers; false if there are none.
    fn ask(&mut self, states: &[P::State]) -> bool {
        self.lines.clear();
        for state in states {
            self.problem.write_state(state, &mut self.lines);
            self.lines.push('\n');
        }
        let answered = self.asker.ask(Batch { lines: &self.lines, count: states.len() }, &mut self.answers);
        if answered {
            for (state, answer) in states.iter().zip(&self.answers) {
                self.memory.insert(state.clone(), *answer);
            }
        }
        answered
    }
}

impl<P: BoardProblem> Heuristic<P::State> for External<P> {
    /// The program's answer; 0 without one: then the search is cancelled, or its result is discarded.
    #[inline(never)] // Keeps the dispatch small for the fast heuristics.
    fn evaluate(&mut self, state: &P::State) -> Option<Cost> {
        if self.memory.get(state).is_none() {
            self.is_interrupted |= !self.ask(std::slice::from_ref(state));
        }
        self.memory.get(state).unwrap_or(Some(0))
    }

    fn claims(&self) -> Claims {
        self.asker.command.claims
    }

    fn bytes(&self) -> usize {
        self.memory.bytes()
    }

    fn wants_prefetch(&self) -> bool {
        true
    }

    fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }

    /// Evaluates all unknown states, each once.
    fn prefetch(&mut self, states: &[P::State]) {
        for states in states.chunks(MOST_AT_ONCE) {
            let unknown: Vec<P::State> =
                states.iter().filter(|state| self.memory.get(state).is_none()).unique().cloned().collect();
            if !unknown.is_empty() && !self.ask(&unknown) {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use pathmax::Problem;
    use pathmax_puzzles::infexion::{Board, Infexion};
    use pathmax_puzzles::{Board as _, Options};

    use super::*;

    #[test]
    fn an_evaluator_forwards_evaluate_up_to() {
        // Two blue stacks on one line, and a red one too weak to reach both at once.
        let board = Board::parse("0,0,r,1\n0,3,b,1\n0,4,b,1\n", &Options::default()).unwrap().board;
        let infexion = Infexion::new(board);
        let mut own = BoardHeuristic::named(&infexion, "token-balance").unwrap();
        let start = infexion.start();
        let (quick, best) = (own.evaluate_up_to(&start, 0), own.evaluate(&start));
        assert!(quick < best, "the lines alone give a lower value: {quick:?}, {best:?}");
        let mut evaluator = Evaluator::<Infexion>(Kind::Known(own));
        assert_eq!(evaluator.evaluate_up_to(&start, 0), quick);
        assert_eq!(evaluator.evaluate(&start), best);
    }
}
