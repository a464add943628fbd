//! Checks a claim at the start of a board.

use pathmax::{Cost, Heuristic, MAX_COST};
use pathmax_puzzles::{Board, BoardProblem, ProblemVisitor};

use super::judge::{Truth, true_cost};
use super::work::{End, Work};
use crate::Value;
use crate::audit::counterexample::{BrokenEdge, Claim};
use crate::audit::source::Audited;
use crate::flow::continue_if;

/// Maximum number of bytes for the tables of a heuristic on a board; a heuristic with larger ones is not audited there. This
/// also limits the work of filling them.
pub(in crate::audit) const MOST_TABLE_BYTES: usize = 64 << 20;

/// The excess over the claim, a violation if positive. [`NO_END`] where an infinite value is wrong.
pub(in crate::audit) type Excess = i64;
pub(in crate::audit) const NO_END: Excess = Excess::MAX;

/// A violation at the start of a board.
#[derive(Clone, Debug)]
pub(in crate::audit) struct Found {
    pub excess: Excess,
    pub h: Value,
    pub cost: Option<Value>,
    pub edge: Option<BrokenEdge>,
}

/// The result of checking a claim at the start of a board.
#[derive(Clone, Debug)]
pub(in crate::audit) enum Look {
    /// The claim is violated.
    Broken(Found),
    /// The claim holds.
    Holds,
    /// A limit was reached before.
    Unsettled,
}

/// The excess of a value over the allowed one; `None` is infinite.
pub(super) fn excess(h: Option<Cost>, allowed: Option<Cost>) -> Excess {
    match (h, allowed) {
        (_, None) => Excess::MIN,
        (None, Some(_)) => NO_END,
        (Some(h), Some(allowed)) => Excess::from(h) - Excess::from(allowed),
    }
}

/// Checks a claim at the start of a board.
pub(in crate::audit) fn look<B: Board, S: Audited>(
    board: &B,
    source: &S,
    claim: Claim,
    work: &mut Work<'_>,
) -> Result<Look, End> {
    if let Some(end) = work.end() {
        return Err(end);
    }
    let look = board.compile(AtStart { source, claim, work })?;
    source.check()?;
    Ok(look)
}

struct AtStart<'a, 'w, S> {
    source: &'a S,
    claim: Claim,
    work: &'a mut Work<'w>,
}

impl<B: Board, S: Audited> ProblemVisitor<B> for AtStart<'_, '_, S> {
    type Output = Result<Look, End>;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Self::Output {
        let AtStart { source, claim, work } = self;
        let Some(mut heuristic) = prepared(problem, source, work)? else { return Ok(Look::Unsettled) };
        let at_start = AtStart { source, claim, work: &mut *work };
        let look = match claim {
            Claim::Admissible => at_start.admissible(problem, heuristic.as_mut()),
            Claim::Consistent => Ok(at_start.consistent(problem, heuristic.as_mut())),
        };
        // Values that are missing prove nothing.
        if heuristic.is_interrupted() { Err(work.end().unwrap_or(End::Cancelled)) } else { look }
    }
}

/// The audited heuristic with its tables; `None` if they are too large.
pub(super) fn prepared<'a, P: BoardProblem, S: Audited>(
    problem: &'a P,
    source: &'a S,
    work: &Work<'_>,
) -> Result<Option<Box<dyn Heuristic<P::State> + 'a>>, End> {
    let mut heuristic = source.make(problem)?;
    let mut end = None;
    let ready = heuristic.prepare(&mut |bytes| {
        end = work.end();
        continue_if(end.is_none() && bytes <= MOST_TABLE_BYTES)
    });
    match end {
        Some(end) if ready.is_break() => Err(end),
        _ => Ok(ready.is_continue().then_some(heuristic)),
    }
}

/// The heuristic's values of some states, prefetched.
pub(super) fn estimates<S>(heuristic: &mut (impl Heuristic<S> + ?Sized), states: &[S]) -> Vec<Option<Cost>> {
    if heuristic.wants_prefetch() {
        heuristic.prefetch(states);
    }
    // No plan costs more.
    states.iter().map(|state| heuristic.evaluate(state).map(|h| h.min(MAX_COST))).collect()
}

impl<S: Audited> AtStart<'_, '_, S> {
    fn admissible<P: BoardProblem>(self, problem: &P, heuristic: &mut dyn Heuristic<P::State>) -> Result<Look, End> {
        let start = problem.start();
        let h = estimates(heuristic, &[start])[0];
        self.work.spend(1);
        self.work.states += 1;
        // 0 is always admissible.
        let truth = if h == Some(0) { Truth::AtLeast(0) } else { true_cost(problem, self.source, h, self.work)? };
        Ok(match truth {
            Truth::Known(cost) => match excess(h, cost) {
                excess if excess > 0 => {
                    Look::Broken(Found { excess, h: h.into(), cost: Some(cost.into()), edge: None })
                }
                _ => Look::Holds,
            },
            Truth::AtLeast(bound) if h.is_some_and(|h| h <= bound) => Look::Holds,
            Truth::AtLeast(_) => Look::Unsettled,
        })
    }

    fn consistent<P: BoardProblem>(self, problem: &P, heuristic: &mut dyn Heuristic<P::State>) -> Look {
        let start = problem.start();
        // Goals are not expanded.
        if problem.is_goal(&start) {
            self.work.states += 1;
            return Look::Holds;
        }
        let (mut states, mut actions) = (vec![start.clone()], Vec::new());
        problem.for_each_successor(&start, |action, cost, next| {
            states.push(next);
            actions.push((action, cost));
        });
        let values = estimates(heuristic, &states);
        self.work.spend(states.len() as u64);
        self.work.states += 1;
        let over = |place: usize| excess(values[0], allowed(actions[place].1, values[place + 1]));
        // The first of those with the largest excess.
        let Some(worst) = (0..actions.len()).rev().max_by_key(|&place| over(place)) else { return Look::Holds };
        let excess = over(worst);
        if excess <= 0 {
            return Look::Holds;
        }
        let (action, cost) = &actions[worst];
        let edge = BrokenEdge {
            action: problem.action_line(action),
            cost: *cost,
            h_after: values[worst + 1].into(),
            board_after: problem.board(&states[worst + 1]).print(),
        };
        Look::Broken(Found { excess, h: values[0].into(), cost: None, edge: Some(edge) })
    }
}

/// The maximum value before an action, given the value after it.
pub(super) fn allowed(cost: Cost, after: Option<Cost>) -> Option<Cost> {
    after.map(|h| h.saturating_add(cost))
}
