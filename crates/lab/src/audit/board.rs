//! Auditing heuristics on a board whose whole space is known.

use pathmax::{Expansion, Heuristic, Limits, Observer, Progress, Space, StopReason};
use pathmax_puzzles::{Puzzle, Visitor};

use super::evidence::{self, Effort};
use super::expansions::expansion_shares;
use super::findings::{Overestimate, Steep, Worst, count_things, estimates};
use super::{
    AuditReport, AuditStep, Auditor, Deadline, Finding, HeuristicAudit, Quality, WatchAudit, compact, sample, value,
};
use crate::SolveError;
use crate::external::{Guide, Heuristics};

/// An audit of one board.
pub struct AuditBoard<'a> {
    pub auditor: &'a Auditor,
    pub heuristics: &'a [Heuristics],
    pub watch: WatchAudit<'a>,
    pub deadline: Deadline,
}

impl Visitor for AuditBoard<'_> {
    type Output = Result<AuditReport, SolveError>;

    fn visit<P: Puzzle>(mut self, puzzle: &P) -> Self::Output {
        let mut report = match self.explore(puzzle) {
            Ok(space) => self.judge_all(puzzle, &space)?,
            Err(reason) => {
                let report = if reason == StopReason::Cancelled {
                    self.without_verdicts(puzzle)
                } else {
                    sample::audit(&mut self, puzzle)?
                };
                AuditReport { stopped: Some(reason), ..report }
            }
        };
        report.out_of_time = report.stopped == Some(StopReason::Time) || self.deadline.was_reached();
        report.interrupted = self.auditor.cancel.is_cancelled();
        Ok(report)
    }
}

impl AuditBoard<'_> {
    fn explore<P: Puzzle>(&mut self, puzzle: &P) -> Result<Space<P::State>, StopReason> {
        let Auditor { limits, cancel, .. } = self.auditor;
        let limits = Limits { time: limits.time.map(|time| time / 2), ..limits.clone() };
        Space::explore(puzzle, &limits, cancel, &mut Exploring(self.watch))
    }

    /// The report as long as nothing is found out.
    pub fn without_verdicts<P: Puzzle>(&self, puzzle: &P) -> AuditReport {
        AuditReport {
            puzzle: puzzle.info().name,
            whole_space: false,
            stopped: None,
            states: 0,
            actions: 0,
            cost: None,
            heuristics: self.heuristics.iter().map(nothing_known).collect(),
            out_of_time: false,
            interrupted: false,
            scene: puzzle.scene(&puzzle.start()),
        }
    }

    /// Tells that the heuristic of this number is being checked.
    pub fn tell_checking(&mut self, number: usize) {
        let (heuristic, of) = (self.heuristics[number].name(), self.heuristics.len());
        (self.watch)(AuditStep::Checking { heuristic: &heuristic, done: number, of });
    }

    fn judge_all<P: Puzzle>(&mut self, puzzle: &P, space: &Space<P::State>) -> Result<AuditReport, SolveError> {
        let mut audits = Vec::new();
        for (number, audited) in self.heuristics.iter().enumerate() {
            self.tell_checking(number);
            audits.push(self.judge(puzzle, space, audited)?);
            audited.finish()?;
        }
        Ok(AuditReport {
            whole_space: true,
            states: space.len() as u64,
            actions: space.edges().count() as u64,
            cost: Some(space.state(0).1.into()),
            heuristics: audits,
            ..self.without_verdicts(puzzle)
        })
    }

    fn judge<P: Puzzle>(
        &self,
        puzzle: &P,
        space: &Space<P::State>,
        audited: &Heuristics,
    ) -> Result<HeuristicAudit, SolveError> {
        let deadline = &self.deadline;
        let Some(mut heuristic) = prepared(puzzle, audited, (&self.auditor.limits, deadline))? else {
            return Ok(nothing_known(audited));
        };
        let h = estimates(&mut heuristic, space.states().map(|(state, _)| state), deadline);
        let everything = h.len() == space.len();
        let admissible = check_states(puzzle, space, &h);
        let consistent = check_actions(puzzle, space, &h);
        let mut audit = HeuristicAudit {
            admissible: admissible.finding(everything),
            consistent: consistent.finding(everything),
            ..nothing_known(audited)
        };
        let effort = Effort { deadline, shrinking: self.auditor.shrinking };
        if let Some(found) = admissible.into_worst() {
            audit.admissible.counterexample = Some(evidence::overestimate(puzzle, audited, &found, effort)?);
        }
        if let Some(found) = consistent.into_worst() {
            let cost = space.cost_to_go(&found.from).map(Into::into);
            audit.consistent.counterexample = Some(evidence::steep(puzzle, audited, &found, cost, effort)?);
        }
        if !h.is_empty() {
            let judged = space.states().zip(&h).map(|((state, cost), &h)| (state, h, compact(cost)));
            let limits = (&self.auditor.limits, deadline);
            let expansions = expansion_shares(puzzle, &mut heuristic, audited.has_pathmax(), space, limits);
            audit.quality = Some(Quality { expansions, ..Quality::measure(puzzle, judged) });
        }
        Ok(audit)
    }
}

/// Every state for `h <= h*`; a goal must have 0 by that.
fn check_states<P: Puzzle>(
    puzzle: &P,
    space: &Space<P::State>,
    values: &[pathmax::Cost],
) -> Worst<Overestimate<P::State>> {
    let mut worst = Worst::new();
    for (&h, (&state, cost)) in values.iter().zip(space.states()) {
        let cost = compact(cost);
        worst.check(h, cost, || (count_things(puzzle, &state), Overestimate { state, h, cost }));
    }
    worst
}

/// Every action for `h <= c + h'`.
fn check_actions<P: Puzzle>(puzzle: &P, space: &Space<P::State>, values: &[pathmax::Cost]) -> Worst<Steep<P::State>> {
    let mut worst = Worst::new();
    for edge in space.edges() {
        let (Some(&h), Some(&h_after)) = (values.get(edge.from), values.get(edge.to)) else { continue };
        worst.check(h, h_after.saturating_add(edge.cost), || {
            let (&from, &to) = (space.state(edge.from).0, space.state(edge.to).0);
            (count_things(puzzle, &from), Steep { from, to, cost: edge.cost, h, h_after })
        });
    }
    worst
}

/// The heuristic with its tables; `None` if they take more than the limits allow.
pub fn prepared<P: Puzzle>(
    puzzle: &P,
    audited: &Heuristics,
    (limits, deadline): (&Limits, &Deadline),
) -> Result<Option<Guide<P>>, SolveError> {
    let mut heuristic = audited.make(puzzle)?;
    let mut go_on = |bytes: usize| !deadline.is_over() && limits.memory.is_none_or(|memory| bytes <= memory);
    let ready = go_on(0) && heuristic.prepare(&mut go_on);
    Ok(ready.then_some(heuristic))
}

/// What is known of a heuristic before anything is checked.
pub fn nothing_known(audited: &Heuristics) -> HeuristicAudit {
    HeuristicAudit {
        heuristic: audited.name(),
        claims: audited.claims(),
        pathmax: audited.has_pathmax(),
        admissible: Finding::default(),
        consistent: Finding::default(),
        quality: None,
    }
}

/// Hands on how many states were found.
struct Exploring<'a, 'w>(&'a mut (dyn FnMut(AuditStep<'_>) + 'w));

impl<S> Observer<S> for Exploring<'_, '_> {
    fn progress(&mut self, progress: &Progress) {
        (self.0)(AuditStep::Exploring(progress.stored));
    }

    fn expansion(&mut self, _: Expansion<'_, S>) {}
}

/// The true cost of a state as reports tell it.
pub fn known(cost: Option<&pathmax::Cost>) -> Option<crate::Value> {
    cost.map(|&cost| value(cost))
}
