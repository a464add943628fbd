//! All that can be checked of a board: every state that can be reached if these are few, else those along a plan.

use std::cmp::Reverse;

use pathmax::{Cost, Heuristic, Limits, Outcome, Space, StopReason};
use pathmax_puzzles::{Board, BoardProblem, ProblemVisitor};

use super::examine::{Excess, allowed, estimates, excess, prepared};
use super::judge::judging_search;
use super::work::{End, Work};
use crate::audit::counterexample::Claim;
use crate::audit::source::Audited;

/// A board has few states up to this many.
const MOST_STATES: u64 = 10_000;

/// What checking a board came to, for one claim.
#[derive(Clone, Debug)]
pub(super) struct Checked<B> {
    pub claim: Claim,
    /// Boards that begin in a state that breaks the claim: the smallest, and of those the worst; then the board itself.
    pub broken: Vec<B>,
    /// How far the start is from breaking the claim, if that is known.
    pub at_start: Option<Excess>,
}

/// Checks a board for some claims.
pub(super) fn check<B: Board, S: Audited>(
    board: &B,
    source: &S,
    claims: &[Claim],
    work: &mut Work<'_>,
) -> Result<Vec<Checked<B>>, End> {
    let checked = board.compile(Check { source, claims, work })?;
    match source.fault() {
        Some(fault) => Err(End::Fault(fault)),
        None => Ok(checked),
    }
}

struct Check<'a, 'w, S> {
    source: &'a S,
    claims: &'a [Claim],
    work: &'a mut Work<'w>,
}

impl<B: Board, S: Audited> ProblemVisitor<B> for Check<'_, '_, S> {
    type Output = Result<Vec<Checked<B>>, End>;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Self::Output {
        let Some(mut heuristic) = prepared(problem, self.source, self.work)? else { return Ok(Vec::new()) };
        let limits = Limits { time: self.work.time_left(), expansions: Some(MOST_STATES), memory: None };
        let states = match Space::explore(problem, &limits, &pathmax::CancelToken::new(), &mut ()) {
            Ok(space) => {
                self.work.spend(2 * space.len() as u64);
                self.of_space(&space, heuristic.as_mut())
            }
            Err(StopReason::Time) => return Err(self.work.end().unwrap_or(End::Time)),
            Err(_) => {
                self.work.spend(MOST_STATES);
                self.along_plan(problem, heuristic.as_mut())?
            }
        };
        self.work.states += states.len() as u64;
        Ok(self.claims.iter().map(|&claim| checked(problem, &states, claim)).collect())
    }
}

/// A state, and how far it exceeds what the claims allow.
struct Seen<T> {
    state: T,
    admissible: Excess,
    consistent: Excess,
}

impl<T> Seen<T> {
    fn excess(&self, claim: Claim) -> Excess {
        match claim {
            Claim::Admissible => self.admissible,
            Claim::Consistent => self.consistent,
        }
    }
}

impl<S: Audited> Check<'_, '_, S> {
    fn of_space<T: Clone + Eq + std::hash::Hash>(
        &self,
        space: &Space<T>,
        heuristic: &mut dyn Heuristic<T>,
    ) -> Vec<Seen<T>> {
        let states: Vec<T> = space.states().map(|(state, _)| state.clone()).collect();
        let values = estimates(heuristic, &states);
        let mut seen: Vec<Seen<T>> = space
            .states()
            .zip(&values)
            .map(|((state, cost), &h)| Seen {
                state: state.clone(),
                admissible: excess(h, cost),
                consistent: Excess::MIN,
            })
            .collect();
        for edge in space.edges() {
            let over = excess(values[edge.from], allowed(edge.cost, values[edge.to]));
            seen[edge.from].consistent = seen[edge.from].consistent.max(over);
        }
        seen
    }

    /// The states along a cheapest plan, whose costs are known; the start alone where no plan is found.
    fn along_plan<P: BoardProblem>(
        &self,
        problem: &P,
        heuristic: &mut dyn Heuristic<P::State>,
    ) -> Result<Vec<Seen<P::State>>, End> {
        let report = judging_search(problem, self.source, None, self.work)?;
        let plan = report.plan().filter(|_| report.is_optimal());
        let mut left: Option<Cost> = plan.map(|plan| plan.cost);
        let mut state = problem.start();
        let mut seen = vec![self.around(problem, heuristic, state.clone(), left)];
        if matches!(report.outcome, Outcome::Solved(_)) {
            for action in plan.map_or(&[][..], |plan| &plan.actions) {
                left = left.map(|left| left.saturating_sub(problem.cost(&state, action)));
                state = problem.apply(&state, action);
                seen.push(self.around(problem, heuristic, state.clone(), left));
            }
        }
        Ok(seen)
    }

    /// A state with all its actions. Its cost counts as infinite where it is not known: nothing exceeds that.
    fn around<P: BoardProblem>(
        &self,
        problem: &P,
        heuristic: &mut dyn Heuristic<P::State>,
        state: P::State,
        cost: Option<Cost>,
    ) -> Seen<P::State> {
        let (mut states, mut costs) = (vec![state.clone()], Vec::new());
        if !problem.is_goal(&state) && self.claims.contains(&Claim::Consistent) {
            problem.for_each_successor(&state, |_, cost, next| {
                states.push(next);
                costs.push(cost);
            });
        }
        let values = estimates(heuristic, &states);
        self.work.spend(states.len() as u64);
        let over = costs.iter().zip(&values[1..]).map(|(&cost, &after)| excess(values[0], allowed(cost, after)));
        Seen { state, admissible: excess(values[0], cost), consistent: over.max().unwrap_or(Excess::MIN) }
    }
}

/// What was seen, for one claim. The start comes first.
fn checked<P: BoardProblem>(problem: &P, seen: &[Seen<P::State>], claim: Claim) -> Checked<P::Board> {
    let size = <P::Board as Board>::capabilities().shrink.map(|shrink| shrink.size);
    let broken = seen.iter().filter(|seen| seen.excess(claim) > 0);
    let boards = broken.map(|seen| (seen.excess(claim), problem.board(&seen.state)));
    let least = boards.min_by_key(|(excess, board)| (size.map(|size| size(board)), Reverse(*excess)));
    let at_start = seen.first().map_or(Excess::MIN, |seen| seen.excess(claim));
    let itself = (at_start > 0).then(|| problem.board(&problem.start()));
    Checked {
        claim,
        broken: least.map(|(_, board)| board).into_iter().chain(itself).collect(),
        at_start: (at_start > Excess::MIN).then_some(at_start),
    }
}
