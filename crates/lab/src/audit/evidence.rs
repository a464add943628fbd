//! From a violation found on a board to a small counterexample.

use pathmax::{Algorithm, CancelToken, Null, Search};
use pathmax_puzzles::{Board, BoardProblem};

use super::board::nothing_known;
use super::counterexample::{BrokenEdge, Claim, Counterexample, ReachedState, Smallness};
use super::findings::{Overestimate, Violations};
use super::hunt::examine::{Look, look};
use super::hunt::work::{End, Work};
use super::shrink::Shrinker;
use super::{HeuristicAudit, HuntLimits, value};
use crate::flow::Deadline;
use crate::solve::scene_of;
use crate::{Heuristics, SolveError, Value, Variant};

/// Maximum number of expansions to find the path to a state.
const PATH_EXPANSIONS: u64 = 1_000_000;

/// Limits for making a counterexample.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    pub deadline: &'a Deadline,
    /// Maximum number of steps for shrinking.
    pub shrinking: u64,
}

/// A state that violates a claim in a search from the audited board.
struct Broken<S> {
    claim: Claim,
    state: S,
    h: Value,
    cost: Option<Value>,
    edge: Option<BrokenEdge>,
}

/// The audit of a heuristic with these worst violations. `everything` means that all states and actions were checked; `cost`
/// is the true cost of a state, if known.
pub fn audit_of<P: BoardProblem>(
    problem: &P,
    audited: &Heuristics,
    (highest, steepest): Violations<P::State>,
    everything: bool,
    cost: impl Fn(&P::State) -> Option<Value>,
    effort: Effort<'_>,
) -> Result<HeuristicAudit, SolveError> {
    let mut audit = HeuristicAudit {
        admissible: highest.finding(everything),
        consistent: steepest.finding(everything),
        ..nothing_known(audited)
    };
    if let Some(Overestimate { state, h, cost }) = highest.into_worst() {
        let broken = Broken { claim: Claim::Admissible, state, h: value(h), cost: Some(value(cost)), edge: None };
        audit.admissible.counterexample = Some(counterexample(problem, audited, broken, effort)?);
    }
    if let Some(found) = steepest.into_worst() {
        let edge = BrokenEdge {
            action: found.action(problem).map_or(String::new(), |action| problem.action_line(&action)),
            cost: found.cost,
            h_after: value(found.h_after),
            board_after: problem.board(&found.to).print(),
        };
        let (h, cost) = (value(found.h), cost(&found.from));
        let broken = Broken { claim: Claim::Consistent, state: found.from, h, cost, edge: Some(edge) };
        audit.consistent.counterexample = Some(counterexample(problem, audited, broken, effort)?);
    }
    Ok(audit)
}

/// The state as a shrunk board; or the audited board with the state, if it violates the claim only there.
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
    // Always check whether the state violates the claim as a start: this is one search of limited work.
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
        scene: scene_of(&problem.board(&broken.state)),
    })
}

/// A state, and an optimal path to it if it is not too far.
fn reached<P: BoardProblem>(problem: &P, state: &P::State) -> ReachedState {
    let search = Search::new(Algorithm::UNIFORM_COST).expansion_limit(PATH_EXPANSIONS).into_options();
    let report = Variant::leading_to(problem, state).search(&search, &mut Null, &mut ());
    let actions = report.plan().map(|plan| plan.actions.iter().map(|action| problem.action_line(action)).collect());
    ReachedState { board: problem.board(state).print(), actions }
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
