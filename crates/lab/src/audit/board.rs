//! Audits of heuristics on a board whose whole space is known.

use pathmax::{Heuristic, Space, StopReason};
use pathmax_puzzles::{Board, BoardProblem, ProblemVisitor};

use super::evidence::{self, Effort};
use super::expansions::expansion_shares;
use super::findings::{check_edges, check_states, count_tokens, estimates, judged};
use super::hunt::judge::known_cost;
use super::{AuditReport, AuditStep, Auditor, Finding, HeuristicAudit, Quality, WatchAudit, explore, sample};
use crate::external::{Evaluator, Heuristics};
use crate::flow::{Deadline, prepare};
use crate::solve::scene_of;
use crate::{SolveError, Value};

/// The audit of one board.
pub(crate) struct AuditBoard<'a> {
    pub auditor: &'a Auditor,
    pub heuristics: &'a [Heuristics],
    pub watch: WatchAudit<'a>,
    pub deadline: Deadline,
}

impl<B: Board> ProblemVisitor<B> for AuditBoard<'_> {
    type Output = Result<AuditReport, SolveError>;

    fn visit<P: BoardProblem<Board = B>>(mut self, problem: &P) -> Self::Output {
        let mut report = match explore(problem, &self.auditor.limits, &self.auditor.cancel, self.watch) {
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
    /// The report before any heuristic is checked.
    pub fn without_verdicts<P: BoardProblem>(&self, problem: &P) -> AuditReport {
        AuditReport {
            puzzle: P::Board::PUZZLE.name,
            heuristics: self.heuristics.iter().map(nothing_known).collect(),
            scene: scene_of(&problem.board(&problem.start())),
            ..AuditReport::default()
        }
    }

    /// Reports that a heuristic is being checked.
    pub fn report_checking(&mut self, number: usize) {
        let (heuristic, of) = (self.heuristics[number].name(), self.heuristics.len());
        (self.watch)(AuditStep::Checking { heuristic: &heuristic, done: number, of });
    }

    fn judge_all<P: BoardProblem>(&mut self, problem: &P, space: &Space<P::State>) -> Result<AuditReport, SolveError> {
        let mut audits = Vec::new();
        for (number, audited) in self.heuristics.iter().enumerate() {
            self.report_checking(number);
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
        let Some(mut heuristic) = prepared(problem, audited, self.auditor.limits.memory, deadline)? else {
            return Ok(nothing_known(audited));
        };
        let h = estimates(&mut heuristic, space.states().map(|(state, _)| state), deadline);
        let tokens = |state: &P::State| count_tokens(problem, state);
        let violations = (check_states(judged(space, &h), tokens), check_edges(space, &h, tokens));
        let cost = |state: &P::State| known_cost(space.cost_to_go(state)).map(Value::from);
        let effort = Effort { deadline, shrinking: self.auditor.shrinking };
        let mut audit = evidence::audit_of(problem, audited, violations, h.len() == space.len(), cost, effort)?;
        if !h.is_empty() {
            let limits = (&self.auditor.limits, deadline);
            let expansions = expansion_shares(problem, &mut heuristic, audited.has_pathmax(), space, limits);
            let expansions = expansions.filter(|_| !heuristic.is_interrupted());
            audit.quality = Some(Quality { expansions, ..Quality::measure(problem, judged(space, &h)) });
        }
        Ok(audit)
    }
}

/// The heuristic with its tables; `None` if they exceed the limits.
pub fn prepared<P: BoardProblem>(
    problem: &P,
    audited: &Heuristics,
    memory: Option<usize>,
    deadline: &Deadline,
) -> Result<Option<Evaluator<P>>, SolveError> {
    let mut heuristic = audited.make(problem)?;
    Ok(prepare(&mut heuristic, memory, deadline).then_some(heuristic))
}

/// The audit of a heuristic before anything is checked.
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
