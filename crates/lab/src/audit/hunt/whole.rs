//! All that can be checked of a board: every state that can be reached if these are few, else those along a plan.

use std::cmp::Reverse;

use pathmax::{Cost, Heuristic, Limits, Outcome, Space, StopReason};
use pathmax_puzzles::{Instance, Puzzle, Visitor};

use super::examine::{Excess, allowed, estimates, excess, prepared};
use super::judge::judging_search;
use super::work::{End, Work};
use crate::audit::counterexample::Claim;
use crate::audit::source::Audited;

/// A board has few states up to this many.
const MOST_STATES: u64 = 10_000;

/// What checking a board came to, for one claim.
#[derive(Clone, Debug)]
pub(super) struct Checked {
    pub claim: Claim,
    /// Boards that begin in a state that breaks the claim: the smallest, and of those the worst; then the board itself.
    pub broken: Vec<Instance>,
    /// How far the start is from breaking the claim, if that is known.
    pub at_start: Option<Excess>,
}

/// Checks a board for some claims.
pub(super) fn check<S: Audited>(
    instance: &Instance,
    source: &S,
    claims: &[Claim],
    work: &mut Work<'_>,
) -> Result<Vec<Checked>, End> {
    let checked = instance.accept(Check { source, claims, work })?;
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

impl<S: Audited> Visitor for Check<'_, '_, S> {
    type Output = Result<Vec<Checked>, End>;

    fn visit<P: Puzzle>(self, puzzle: &P) -> Self::Output {
        let Some(mut heuristic) = prepared(puzzle, self.source, self.work)? else { return Ok(Vec::new()) };
        let limits = Limits { time: self.work.time_left(), expansions: Some(MOST_STATES), memory: None };
        let states = match Space::explore(puzzle, &limits, &pathmax::Cancel::new(), &mut ()) {
            Ok(space) => {
                self.work.spend(2 * space.len() as u64);
                self.of_space(&space, heuristic.as_mut())
            }
            Err(StopReason::Time) => return Err(self.work.end().unwrap_or(End::Time)),
            Err(_) => {
                self.work.spend(MOST_STATES);
                self.along_plan(puzzle, heuristic.as_mut())?
            }
        };
        self.work.states += states.len() as u64;
        Ok(self.claims.iter().map(|&claim| checked(puzzle, &states, claim)).collect())
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
    fn of_space<T: Copy + Eq + std::hash::Hash>(
        &self,
        space: &Space<T>,
        heuristic: &mut dyn Heuristic<T>,
    ) -> Vec<Seen<T>> {
        let states: Vec<T> = space.states().map(|(state, _)| *state).collect();
        let values = estimates(heuristic, &states);
        let mut seen: Vec<Seen<T>> = space
            .states()
            .zip(&values)
            .map(|((&state, cost), &h)| Seen { state, admissible: excess(h, cost), consistent: Excess::MIN })
            .collect();
        for edge in space.edges() {
            let over = excess(values[edge.from], allowed(edge.cost, values[edge.to]));
            seen[edge.from].consistent = seen[edge.from].consistent.max(over);
        }
        seen
    }

    /// The states along a cheapest plan, whose costs are known; the start alone where no plan is found.
    fn along_plan<P: Puzzle>(
        &self,
        puzzle: &P,
        heuristic: &mut dyn Heuristic<P::State>,
    ) -> Result<Vec<Seen<P::State>>, End> {
        let report = judging_search(puzzle, self.source, None, self.work)?;
        let plan = report.plan().filter(|_| report.is_optimal());
        let mut left: Option<Cost> = plan.map(|plan| plan.cost);
        let mut state = puzzle.start();
        let mut seen = vec![self.around(puzzle, heuristic, state, left)];
        if matches!(report.outcome, Outcome::Solved(_)) {
            for action in plan.map_or(&[][..], |plan| &plan.actions) {
                left = left.map(|left| left.saturating_sub(puzzle.cost(&state, action)));
                state = puzzle.apply(&state, action);
                seen.push(self.around(puzzle, heuristic, state, left));
            }
        }
        Ok(seen)
    }

    /// A state with all its actions. Its cost counts as infinite where it is not known: nothing exceeds that.
    fn around<P: Puzzle>(
        &self,
        puzzle: &P,
        heuristic: &mut dyn Heuristic<P::State>,
        state: P::State,
        cost: Option<Cost>,
    ) -> Seen<P::State> {
        let (mut states, mut costs) = (vec![state], Vec::new());
        if !puzzle.is_goal(&state) && self.claims.contains(&Claim::Consistent) {
            puzzle.successors(&state, |_, cost, next| {
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
fn checked<P: Puzzle>(puzzle: &P, seen: &[Seen<P::State>], claim: Claim) -> Checked {
    let broken = seen.iter().filter(|seen| seen.excess(claim) > 0);
    let boards = broken.map(|seen| (seen.excess(claim), puzzle.at(&seen.state)));
    let least = boards.min_by_key(|(excess, board)| (board.size(), Reverse(*excess)));
    let at_start = seen.first().map_or(Excess::MIN, |seen| seen.excess(claim));
    let itself = (at_start > 0).then(|| puzzle.instance());
    Checked {
        claim,
        broken: least.map(|(_, board)| board.instance()).into_iter().chain(itself).collect(),
        at_start: (at_start > Excess::MIN).then_some(at_start),
    }
}
