//! Checks of all reachable states of a board if there are few, else of those along an optimal plan.

use std::cmp::Reverse;

use pathmax::{Cost, Heuristic, Limits, Space, StopReason};
use pathmax_puzzles::{Board, BoardProblem, ProblemVisitor};

use super::examine::{Excess, allowed, estimates, excess, prepared};
use super::judge::judging_search;
use super::work::{End, Work};
use crate::audit::counterexample::Claim;
use crate::audit::source::Audited;
use crate::solve::states_along;

/// Maximum number of reachable states to check.
const MOST_STATES: u64 = 10_000;

/// The result for one claim.
#[derive(Clone, Debug)]
pub(super) struct Checked<B> {
    pub claim: Claim,
    /// Boards that start in a state that violates the claim: the smallest, and of those the worst; then the board itself.
    pub broken: Vec<B>,
    /// The excess of the start over the claim, if known.
    pub at_start: Option<Excess>,
}

/// Checks a board for violations of some claims.
pub(super) fn check<B: Board, S: Audited>(
    board: &B,
    source: &S,
    claims: &[Claim],
    work: &mut Work<'_>,
) -> Result<Vec<Checked<B>>, End> {
    let checked = board.compile(Check { source, claims, work })?;
    source.check()?;
    Ok(checked)
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
        // Values that are missing prove nothing.
        if heuristic.is_interrupted() {
            return Err(self.work.end().unwrap_or(End::Cancelled));
        }
        self.work.states += states.len() as u64;
        Ok(self.claims.iter().map(|&claim| checked(problem, &states, claim)).collect())
    }
}

/// A state, and its excess over each claim.
struct Seen<T> {
    state: T,
    /// By [`Claim`], as in [`Claim::ALL`].
    excess: [Excess; 2],
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
            .map(|((state, cost), &h)| Seen { state: state.clone(), excess: [excess(h, cost), Excess::MIN] })
            .collect();
        for edge in space.edges() {
            let over = excess(values[edge.from], allowed(edge.cost, values[edge.to]));
            let [_, consistent] = &mut seen[edge.from].excess;
            *consistent = over.max(*consistent);
        }
        seen
    }

    /// The states along an optimal plan; only the start if none is found.
    fn along_plan<P: BoardProblem>(
        &self,
        problem: &P,
        heuristic: &mut dyn Heuristic<P::State>,
    ) -> Result<Vec<Seen<P::State>>, End> {
        let report = judging_search(problem, self.source, None, self.work)?;
        let plan = report.plan().filter(|_| report.is_optimal());
        let actions = plan.map_or(&[][..], |plan| &plan.actions);
        let cost_from = |g: Cost| plan.map(|plan| plan.cost.saturating_sub(g));
        let states = states_along(problem, problem.start(), actions);
        Ok(states.map(|(state, g)| self.around(problem, heuristic, state, cost_from(g))).collect())
    }

    /// A state with all its actions. An unknown cost counts as infinite, which no value exceeds.
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
        Seen { state, excess: [excess(values[0], cost), over.max().unwrap_or(Excess::MIN)] }
    }
}

/// The result for one claim; `seen` begins with the start.
fn checked<P: BoardProblem>(problem: &P, seen: &[Seen<P::State>], claim: Claim) -> Checked<P::Board> {
    let size = <P::Board as Board>::capabilities().shrink.map(|shrink| shrink.size);
    let excess = |seen: &Seen<P::State>| seen.excess[claim as usize];
    let broken = seen.iter().filter(|seen| excess(seen) > 0);
    let boards = broken.map(|seen| (excess(seen), problem.board(&seen.state)));
    let least = boards.min_by_key(|(excess, board)| (size.map(|size| size(board)), Reverse(*excess)));
    let at_start = seen.first().map_or(Excess::MIN, excess);
    let itself = (at_start > 0).then(|| problem.board(&problem.start()));
    Checked {
        claim,
        broken: least.map(|(_, board)| board).into_iter().chain(itself).collect(),
        at_start: (at_start > Excess::MIN).then_some(at_start),
    }
}
