//! What an audit found on a board, as a counterexample: shrunk to the smallest board where it stands for itself.

use pathmax::{Algorithm, CancelToken, Cost, Problem, Search};
use pathmax_puzzles::{Board, BoardProblem};
use std::ops::ControlFlow;

use super::board::drawn;
use super::counterexample::{BrokenEdge, Claim, Counterexample, ReachedState, Smallness};
use super::findings::{Overestimate, Steep};
use super::hunt::examine::{Look, look};
use super::hunt::work::{End, Work};
use super::shrink::Shrinker;
use super::{Deadline, HuntLimits, value};
use crate::{Heuristics, SolveError, Value};

/// The most states that are looked at to find the way to one.
const MOST_ON_THE_WAY: u64 = 1_000_000;

/// How much may be done for a counterexample.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    pub deadline: &'a Deadline,
    /// Maximum number of steps for shrinking it.
    pub shrinking: u64,
}

/// What was found: a state with what the heuristic says of it in a search from the audited board.
struct Broken<S> {
    claim: Claim,
    state: S,
    h: Value,
    cost: Option<Value>,
    edge: Option<BrokenEdge>,
}

/// The counterexample of a state in which the heuristic says too much.
pub fn overestimate<P: BoardProblem>(
    problem: &P,
    audited: &Heuristics,
    found: &Overestimate<P::State>,
    effort: Effort<'_>,
) -> Result<Counterexample, SolveError> {
    let broken = Broken {
        claim: Claim::Admissible,
        state: found.state.clone(),
        h: value(found.h),
        cost: Some(value(found.cost)),
        edge: None,
    };
    counterexample(problem, audited, broken, effort)
}

/// The counterexample of an action that takes away more than it costs. `cost` is the true cost of the state before it, if
/// that is known.
pub fn steep<P: BoardProblem>(
    problem: &P,
    audited: &Heuristics,
    found: &Steep<P::State>,
    cost: Option<Value>,
    effort: Effort<'_>,
) -> Result<Counterexample, SolveError> {
    let edge = BrokenEdge {
        action: action_between(problem, found).unwrap_or_default(),
        cost: found.cost,
        h_after: value(found.h_after),
        board_after: problem.board(&found.to).print(),
    };
    let broken =
        Broken { claim: Claim::Consistent, state: found.from.clone(), h: value(found.h), cost, edge: Some(edge) };
    counterexample(problem, audited, broken, effort)
}

/// The state as a board of its own, made as small as can be; or the audited board and the state, if it breaks the claim
/// only there.
fn counterexample<P: BoardProblem>(
    problem: &P,
    audited: &Heuristics,
    broken: Broken<P::State>,
    effort: Effort<'_>,
) -> Result<Counterexample, SolveError> {
    let board = problem.board(&broken.state);
    let claim = broken.claim;
    let shrinker =
        Shrinker { source: audited, claim, steps: effort.shrinking, is_smallest: false, small_are_tried: false };
    let (ignore, ignore_too) = (&mut |_: &_| {}, &mut |_: &_| {});
    // Whether the state breaks the claim as a board of its own is one search of limited work: it is always made.
    let never = CancelToken::new();
    let found = look(&board, audited, claim, &mut Work::new(HuntLimits::default(), &never, ignore));
    let shrunk = found.and_then(|look| match look {
        Look::Broken(mut found) => {
            found.cost = found.cost.or(broken.cost);
            let limits = HuntLimits { time: effort.deadline.left(), ..HuntLimits::default() };
            let mut work = Work::new(limits, &effort.deadline.cancel, ignore_too);
            let shrunk = shrinker.shrink(board, found, &mut work);
            if work.is_out_of_time() {
                effort.deadline.note_reached();
            }
            shrunk.map(Some)
        }
        Look::Holds | Look::Unsettled => Ok(None),
    });
    match shrunk {
        Ok(Some(counterexample)) => return Ok(counterexample),
        Ok(None) | Err(End::Time | End::Budget | End::Cancelled) => {}
        Err(End::Fault(fault)) => return Err(SolveError::Heuristic(fault)),
        Err(End::Failed(error)) => return Err(error),
    }
    let audited_board = problem.board(&problem.start());
    Ok(Counterexample {
        claim,
        puzzle: P::Board::PUZZLE.name,
        board: audited_board.print(),
        options: audited_board.options(),
        state: Some(reached(problem, &broken.state)),
        h: broken.h,
        cost: broken.cost,
        edge: broken.edge,
        smallness: Smallness::Unknown,
        scene: drawn(&problem.board(&broken.state)),
    })
}

/// A state, and how a search from the audited board comes there.
fn reached<P: BoardProblem>(problem: &P, state: &P::State) -> ReachedState {
    ReachedState { board: problem.board(state).print(), actions: way_to(problem, state) }
}

fn action_between<P: BoardProblem>(problem: &P, found: &Steep<P::State>) -> Option<String> {
    let mut line = None;
    problem.for_each_successor(&found.from, |action, cost, state| {
        if line.is_none() && cost == found.cost && state == found.to {
            line = Some(problem.action_line(&action));
        }
    });
    line
}

/// A cheapest way from the start to a state, if it is not too far.
fn way_to<P: BoardProblem>(problem: &P, state: &P::State) -> Option<Vec<String>> {
    let search = Search::new(Algorithm::UniformCost).expansion_limit(MOST_ON_THE_WAY);
    let report = search.run(&Towards { problem, state });
    report.plan().map(|plan| plan.actions.iter().map(|action| problem.action_line(action)).collect())
}

/// The same problem with another goal. Nothing is expanded beyond the problem's own goals.
struct Towards<'p, P: Problem> {
    problem: &'p P,
    state: &'p P::State,
}

impl<P: Problem> Problem for Towards<'_, P> {
    type State = P::State;
    type Action = P::Action;

    fn start(&self) -> P::State {
        self.problem.start()
    }

    fn actions<B>(&self, state: &P::State, visit: impl FnMut(P::Action) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.problem.is_goal(state) { ControlFlow::Continue(()) } else { self.problem.actions(state, visit) }
    }

    fn apply(&self, state: &P::State, action: &P::Action) -> P::State {
        self.problem.apply(state, action)
    }

    fn is_goal(&self, state: &P::State) -> bool {
        state == self.state
    }

    fn cost(&self, state: &P::State, action: &P::Action) -> Cost {
        self.problem.cost(state, action)
    }

    fn heap_bytes(&self, state: &P::State) -> usize {
        self.problem.heap_bytes(state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathmax_puzzles::{Options, ProblemVisitor, pawn_hunt};

    /// The state after the first action of the start.
    struct Next;

    impl<B: Board> ProblemVisitor<B> for Next {
        type Output = ReachedState;

        fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> ReachedState {
            let mut next = Vec::new();
            problem.for_each_successor(&problem.start(), |_, _, state| next.push(state));
            reached(problem, &next[0])
        }
    }

    #[test]
    fn a_state_comes_with_the_actions_that_lead_to_it() {
        let board = pawn_hunt::Board::parse("R .\n. 1\n", &Options::default()).unwrap().board;
        let actions = Some(vec!["ROOK from (0, 0) to (0, 1).".to_string()]);
        assert_eq!(board.compile(Next), ReachedState { board: ". R\n. 1\n".to_string(), actions });
    }
}
