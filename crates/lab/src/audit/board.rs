//! Auditing heuristics on a board whose whole space is known.

use pathmax::{CostToGo, Heuristic, Limits, Space, StopReason};
use pathmax_puzzles::{Board, BoardProblem, ProblemVisitor};

use pathmax_puzzles::scene::Scene;

use super::evidence::{self, Effort};
use super::expansions::expansion_shares;
use super::findings::{check_edges, check_states, count_tokens, estimates, judged};
use super::problem::Exploring;
use super::{AuditReport, AuditStep, Auditor, Deadline, Finding, HeuristicAudit, Quality, WatchAudit, sample, value};
use crate::SolveError;
use crate::external::{Evaluator, Heuristics};
use crate::flow::continue_if;

/// An audit of one board.
pub(crate) struct AuditBoard<'a> {
    pub auditor: &'a Auditor,
    pub heuristics: &'a [Heuristics],
    pub watch: WatchAudit<'a>,
    pub deadline: Deadline,
}

impl<B: Board> ProblemVisitor<B> for AuditBoard<'_> {
    type Output = Result<AuditReport, SolveError>;

    fn visit<P: BoardProblem<Board = B>>(mut self, problem: &P) -> Self::Output {
        let mut report = match self.explore(problem) {
            Ok(space) => self.judge_all(problem, &space)?,
            Err(reason) => {
                let report = if reason == StopReason::Cancelled {
                    self.without_verdicts(problem)
                } else {
                    sample::audit(&mut self, problem)?
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
    fn explore<P: BoardProblem>(&mut self, problem: &P) -> Result<Space<P::State>, StopReason> {
        let Auditor { limits, cancel, .. } = self.auditor;
        let limits = Limits { time: limits.time.map(|time| time / 2), ..limits.clone() };
        Space::explore(problem, &limits, cancel, &mut Exploring(self.watch))
    }

    /// The report as long as nothing is found out.
    pub fn without_verdicts<P: BoardProblem>(&self, problem: &P) -> AuditReport {
        AuditReport {
            puzzle: P::Board::PUZZLE.name,
            whole_space: false,
            stopped: None,
            states: 0,
            actions: 0,
            cost: None,
            heuristics: self.heuristics.iter().map(nothing_known).collect(),
            out_of_time: false,
            interrupted: false,
            scene: drawn(&problem.board(&problem.start())),
        }
    }

    /// Tells that the heuristic of this number is being checked.
    pub fn tell_checking(&mut self, number: usize) {
        let (heuristic, of) = (self.heuristics[number].name(), self.heuristics.len());
        (self.watch)(AuditStep::Checking { heuristic: &heuristic, done: number, of });
    }

    fn judge_all<P: BoardProblem>(&mut self, problem: &P, space: &Space<P::State>) -> Result<AuditReport, SolveError> {
        let mut audits = Vec::new();
        for (number, audited) in self.heuristics.iter().enumerate() {
            self.tell_checking(number);
            audits.push(self.judge(problem, space, audited)?);
            audited.finish()?;
        }
        Ok(AuditReport {
            whole_space: true,
            states: space.len() as u64,
            actions: space.edges().count() as u64,
            cost: Some(space.state(0).1.into()),
            heuristics: audits,
            ..self.without_verdicts(problem)
        })
    }

    fn judge<P: BoardProblem>(
        &self,
        problem: &P,
        space: &Space<P::State>,
        audited: &Heuristics,
    ) -> Result<HeuristicAudit, SolveError> {
        let deadline = &self.deadline;
        let Some(mut heuristic) = prepared(problem, audited, (&self.auditor.limits, deadline))? else {
            return Ok(nothing_known(audited));
        };
        let h = estimates(&mut heuristic, space.states().map(|(state, _)| state), deadline);
        let everything = h.len() == space.len();
        let tokens = |state: &P::State| count_tokens(problem, state);
        let admissible = check_states(judged(space, &h), tokens);
        let consistent = check_edges(space, &h, tokens);
        let mut audit = HeuristicAudit {
            admissible: admissible.finding(everything),
            consistent: consistent.finding(everything),
            ..nothing_known(audited)
        };
        let effort = Effort { deadline, shrinking: self.auditor.shrinking };
        if let Some(found) = admissible.into_worst() {
            audit.admissible.counterexample = Some(evidence::overestimate(problem, audited, &found, effort)?);
        }
        if let Some(found) = consistent.into_worst() {
            let cost = match space.cost_to_go(&found.from) {
                CostToGo::Known(cost) => Some(Some(cost).into()),
                CostToGo::DeadEnd => Some(None.into()),
                CostToGo::OutsideSpace => None,
            };
            audit.consistent.counterexample = Some(evidence::steep(problem, audited, &found, cost, effort)?);
        }
        if !h.is_empty() {
            let limits = (&self.auditor.limits, deadline);
            let expansions = expansion_shares(problem, &mut heuristic, audited.has_pathmax(), space, limits);
            audit.quality = Some(Quality { expansions, ..Quality::measure(problem, judged(space, &h)) });
        }
        Ok(audit)
    }
}

/// The heuristic with its tables; `None` if they take more than the limits allow.
pub fn prepared<P: BoardProblem>(
    problem: &P,
    audited: &Heuristics,
    (limits, deadline): (&Limits, &Deadline),
) -> Result<Option<Evaluator<P>>, SolveError> {
    let mut heuristic = audited.make(problem)?;
    let mut check =
        |bytes: usize| continue_if(!deadline.is_over() && limits.memory.is_none_or(|memory| bytes <= memory));
    let ready = check(0).is_continue() && heuristic.prepare(&mut check).is_continue();
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

/// The board as a scene, if it can be drawn.
pub fn drawn<B: Board>(board: &B) -> Option<Scene> {
    B::capabilities().draw.map(|draw| (draw.scene)(board))
}

/// The true cost of a state as reports tell it.
pub fn known(cost: Option<&pathmax::Cost>) -> Option<crate::Value> {
    cost.map(|&cost| value(cost))
}
