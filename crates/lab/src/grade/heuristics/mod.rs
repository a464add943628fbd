//! Grades heuristics: audits a program's values on boards, and compares the expansions of A\* with those of a reference.
//!
//! The program runs in a [session](super::session) under the supervisor, in the sandbox, with a new process per board. Its
//! values are audited on the whole reachable space, which is a proof for the board, or on a sample, which can only refute.
//! All budgets are counted in states, steps and expansions; only the time of the answers is limited by the clock.

mod feedback;
mod report;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use pathmax::{CancelToken, Claims, Limits, SearchOptions};
use serde_json::json;

pub use report::{ClaimGrade, ExpansionGrade, HeuristicGrade, HeuristicMark, HeuristicReport};

use super::session::Sessions;
use super::{BoardGrader, CommandTemplate, GradeBoard, GradeError, HeuristicScoring, Runner, ScoringKeys};
use crate::{
    AuditReport, AuditVerdict, Auditor, BestCost, Counterexample, HeuristicCommand, HeuristicSource, Sampling,
    SolveError, SolveOutcome, SolveReport, Solver, Value,
};

/// Number of states that a program is queried for a second time.
const RECHECKED: usize = 1_000;
/// Maximum number of expansions to find the plan of a counterexample.
const PLAN_EXPANSIONS: u64 = 1_000_000;

/// Grades a heuristic.
#[derive(Clone, Debug)]
pub struct HeuristicGrader {
    /// The program, without `{file}`: it reads states.
    pub command: CommandTemplate,
    /// Maximum time per answer.
    pub timeout: Duration,
    /// Runs it; the time limit is for all its answers on a board together.
    pub runner: Runner,
    /// The budgets of an audit and of the searches.
    pub budget: HeuristicBudget,
    /// Scoring that overrides that of the boards.
    pub scoring: ScoringKeys,
    /// Number of decimals of scores, if stated.
    pub decimals: Option<u32>,
}

/// The budgets of grading a heuristic on a board.
#[derive(Clone, Debug)]
pub struct HeuristicBudget {
    /// The reference heuristic; by default the puzzle's.
    pub reference: Option<String>,
    /// Maximum number of reachable states to audit; larger spaces are sampled.
    pub states: u64,
    /// How to sample larger spaces.
    pub sampling: Sampling,
    /// Maximum number of steps for shrinking a counterexample.
    pub shrinking: u64,
    /// Maximum number of expansions of A\* with the reference.
    pub expansions: u64,
    /// Maximum memory for states, in bytes.
    pub memory: Option<usize>,
}

impl Default for HeuristicBudget {
    fn default() -> Self {
        HeuristicBudget {
            reference: None,
            states: 100_000,
            sampling: Sampling { states: 2_000, seed: 1, steps: Some(5_000_000) },
            shrinking: 50_000,
            expansions: 100_000,
            memory: None,
        }
    }
}

/// The reference on a board: the same for all submissions.
#[derive(Clone, Debug)]
pub struct Reference {
    heuristic: &'static str,
    /// The expansions, unless the search stopped at its limit.
    expanded: Option<u64>,
    /// The optimal cost, if the search found it.
    cost: Option<BestCost>,
}

impl HeuristicBudget {
    /// Solves a board with the reference heuristic.
    fn reference(
        &self,
        board: &GradeBoard,
        cancel: &CancelToken,
        tick: &mut dyn FnMut(),
    ) -> Result<Reference, GradeError> {
        let puzzle = board.board.puzzle().info();
        let name = self.reference.as_deref().unwrap_or(board.board.default_heuristic().name);
        let info = crate::solve::find_heuristic(puzzle, Some(name)).map_err(|error| wrong(board, error))?;
        if !info.claims.admissible {
            let message = format!("{} cannot be the reference, because it does not claim to be admissible", info.name);
            return Err(GradeError(format!("{message}; choose another with --reference")));
        }
        let solver = self.solver(info.name.into(), self.expansions, cancel);
        let report = solver.solve(&board.board, &mut |_| tick()).map_err(|error| wrong(board, error))?;
        let is_done = report.outcome != SolveOutcome::Stopped;
        Ok(Reference {
            heuristic: info.name,
            expanded: is_done.then_some(report.statistics.expanded),
            cost: is_done.then_some(report.cost),
        })
    }

    fn solver(&self, heuristic: HeuristicSource, expansions: u64, cancel: &CancelToken) -> Solver {
        let limits = Limits { time: None, memory: self.memory, expansions: Some(expansions) };
        let search = SearchOptions { limits, cancel: cancel.clone(), ..SearchOptions::default() };
        Solver { search, heuristic, ..Solver::default() }
    }
}

fn wrong(board: &GradeBoard, error: SolveError) -> GradeError {
    GradeError(format!("{}: {error}", board.name.to_string_lossy()))
}

impl BoardGrader for HeuristicGrader {
    type Known = Reference;
    type Grade = HeuristicGrade;

    fn runner(&self) -> &Runner {
        &self.runner
    }

    fn runner_mut(&mut self) -> &mut Runner {
        &mut self.runner
    }

    fn command(&self) -> &[String] {
        self.command.words()
    }

    fn set_submission(&mut self, path: &Path) {
        self.command = self.command.in_submission(path);
    }

    fn decimals(&self) -> Option<u32> {
        self.decimals
    }

    /// Solves the board with the reference heuristic.
    fn search(&self, board: &GradeBoard, _file: &str, tick: &mut dyn FnMut()) -> Result<Option<Reference>, GradeError> {
        let reference = self.budget.reference(board, &self.runner.cancel, tick)?;
        Ok((!self.runner.cancel.is_cancelled()).then_some(reference))
    }

    fn blank(&self, board: &GradeBoard, _reference: Option<&Reference>) -> HeuristicGrade {
        HeuristicGrade::new(board, &self.scoring_of(board))
    }

    fn run(
        &self,
        board: &GradeBoard,
        reference: &Reference,
        grade: &mut HeuristicGrade,
        tick: &mut dyn FnMut(),
    ) -> Result<Option<String>, GradeError> {
        let mut done = grade.clone();
        let result = self.grade_board(board, reference, &mut done, tick);
        if !self.runner.cancel.is_cancelled() {
            result?;
            self.score(board, reference, &mut done);
            *grade = done;
        }
        Ok(None)
    }

    fn score(&self, board: &GradeBoard, _reference: &Reference, grade: &mut HeuristicGrade) {
        grade.score_by(&self.scoring_of(board));
    }

    fn settings(&self) -> (&'static str, serde_json::Value) {
        let HeuristicBudget { states, sampling, shrinking, expansions, .. } = &self.budget;
        let settings = json!({
            "timeout_ms": u64::try_from(self.timeout.as_millis()).unwrap_or(u64::MAX),
            "states": states,
            "sample": sampling.states,
            "seed": sampling.seed,
            "steps": [sampling.steps, Some(*shrinking)],
            "expansions": expansions,
        });
        ("budgets", settings)
    }

    fn settings_of(&self, board: &GradeBoard, reference: &Reference) -> serde_json::Value {
        // Searches stop at the largest ratio.
        let largest = self.scoring_of(board).ratios.largest();
        json!([reference.heuristic, reference.expanded, reference.cost, largest])
    }
}

impl HeuristicGrader {
    fn scoring_of(&self, board: &GradeBoard) -> HeuristicScoring {
        self.scoring.clone().or(&board.scoring).complete_heuristic(self.decimals)
    }

    /// The program, started under the supervisor.
    fn program(&self, sessions: &Arc<Sessions>) -> HeuristicCommand {
        let words = self.command.on(Path::new("")).into_iter().map(|word| word.to_string_lossy().into_owned());
        let mut command = HeuristicCommand::of_words(words.collect()).launched_by(sessions.clone());
        command.timeout = self.timeout;
        command.total_time = Some(self.runner.allowance.time);
        // The audit checks this; the expansions of A* count only if it is not refuted.
        command.claims = Claims::ADMISSIBLE;
        command
    }

    fn grade_board(
        &self,
        board: &GradeBoard,
        reference: &Reference,
        grade: &mut HeuristicGrade,
        tick: &mut dyn FnMut(),
    ) -> Result<(), GradeError> {
        let sessions = Arc::new(Sessions::new(&self.runner));
        let command = self.program(&sessions);
        grade.expansions.reference = reference.heuristic.to_string();
        grade.expansions.reference_expanded = reference.expanded;
        grade.expansions.cost = reference.cost.flatten();

        let result = self.audit(board, &command, tick).and_then(|report| {
            self.note_audit(board, &report, grade);
            self.measure_expansions(board, &report, &command, reference, grade, tick)
        });
        match result {
            Ok(()) => grade.decide(),
            Err(SolveError::Heuristic(failure)) => {
                grade.fail(failure.kind, &self.command.with_placeholder(&failure.message));
            }
            Err(error) => return Err(wrong(board, error)),
        }
        let usage = sessions.usage();
        grade.seconds = Some(usage.seconds);
        grade.peak_memory = Some(usage.peak_memory).filter(|&bytes| bytes > 0);
        Ok(())
    }

    fn audit(
        &self,
        board: &GradeBoard,
        command: &HeuristicCommand,
        tick: &mut dyn FnMut(),
    ) -> Result<AuditReport, SolveError> {
        let mut command = command.clone();
        command.recheck = RECHECKED;
        let auditor = Auditor {
            heuristics: vec![HeuristicSource::Command(command)],
            limits: Limits { time: None, memory: self.budget.memory, expansions: Some(self.budget.states) },
            cancel: self.runner.cancel.clone(),
            sampling: self.budget.sampling,
            shrinking: self.budget.shrinking,
        };
        auditor.audit_board(&board.board, &mut |_| tick())
    }

    fn note_audit(&self, board: &GradeBoard, report: &AuditReport, grade: &mut HeuristicGrade) {
        (grade.whole_space, grade.states) = (report.whole_space, report.states);
        let Some(audit) = report.heuristics.first() else { return };
        let plan = audit.admissible.counterexample.as_ref().and_then(|example| self.plan_of(board, example));
        grade.admissible = ClaimGrade::of(&audit.admissible, plan);
        grade.consistent = ClaimGrade::of(&audit.consistent, None);
    }

    /// An optimal plan of a counterexample, if one is found.
    fn plan_of(&self, board: &GradeBoard, counterexample: &Counterexample) -> Option<Vec<String>> {
        let text = counterexample.state.as_ref().map_or(&counterexample.board, |state| &state.board);
        let shown = board.board.puzzle().parse(text, &counterexample.options).ok()?.board;
        let solver = self.budget.solver(HeuristicSource::default(), PLAN_EXPANSIONS, &self.runner.cancel);
        let report = solver.solve(&shown, &mut |_| {}).ok()?;
        let is_cost = report.optimal && counterexample.cost == report.cost.map(Value::Finite);
        is_cost.then_some(report.actions)
    }

    /// Compares the expansions of A\* with those of the reference, unless the heuristic is not admissible.
    fn measure_expansions(
        &self,
        board: &GradeBoard,
        report: &AuditReport,
        command: &HeuristicCommand,
        reference: &Reference,
        grade: &mut HeuristicGrade,
        tick: &mut dyn FnMut(),
    ) -> Result<(), SolveError> {
        let largest = self.scoring_of(board).ratios.largest();
        let expansions = &mut grade.expansions;
        if grade.admissible.verdict == Some(AuditVerdict::Refuted) {
            expansions.detail = "not counted, because the heuristic is not admissible".to_string();
            return Ok(());
        }
        // In an audit of the whole space, A* has run with the audited values.
        let audited = report.heuristics.first().and_then(|audit| audit.quality.as_ref()?.expansions);
        let expanded = match audited {
            Some(shares) => Some(shares.total),
            None => {
                let most = reference
                    .expanded
                    .map_or(self.budget.expansions, |reference| (reference as f64 * largest).ceil() as u64 + 1);
                let source = HeuristicSource::Command(command.clone());
                let solver = self.budget.solver(source, most, &self.runner.cancel);
                let solved = solver.solve(&board.board, &mut |_| tick())?;
                if let Some(reason) = contradiction(&solved, reference) {
                    grade.admissible.refute(reason);
                    expansions.detail = "not counted, because the heuristic is not admissible".to_string();
                    return Ok(());
                }
                (solved.outcome != SolveOutcome::Stopped).then_some(solved.statistics.expanded)
            }
        };
        expansions.compare(expanded, largest);
        Ok(())
    }
}

/// How the result of A\* shows that the heuristic is not admissible.
fn contradiction(solved: &SolveReport, reference: &Reference) -> Option<String> {
    let best = reference.cost??;
    match (solved.outcome, solved.cost) {
        (SolveOutcome::Solved, Some(cost)) if cost > best => {
            Some(format!("A* with it finds a plan of cost {cost}, but the best costs {best}"))
        }
        (SolveOutcome::Unsolvable, _) => Some(format!("A* with it finds no plan, but the best costs {best}")),
        _ => None,
    }
}
