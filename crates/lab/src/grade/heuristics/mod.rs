//! Grades heuristics: audits a program's values on boards, and compares the expansions of A\* with those of a reference.
//!
//! The program runs in a [session](super::session) under the supervisor, in the sandbox, with a new process per board. Its
//! values are audited on the whole reachable space, which is a proof for the board, or on a sample, which can only refute.
//! All budgets are counted in states, steps and expansions; only the time of the answers is limited by the clock.

mod feedback;
mod gradescope;
mod points;
mod report;

use std::sync::Arc;

use pathmax::{CancelToken, Claims, Limits, SearchOptions};

pub use points::{ExpansionRatios, HeuristicPoints};
pub use report::{ClaimGrade, ExpansionGrade, HeuristicGrade, HeuristicMark, HeuristicReport, HeuristicTotal};

use super::session::Sessions;
use super::{GradeBoard, GradeError, Runner, Visibility};
use crate::{
    AuditReport, AuditVerdict, Auditor, BestCost, Counterexample, HeuristicCommand, HeuristicSource, Sampling,
    SolveError, SolveOutcome, SolveReport, Solver, Value,
};

/// Number of states that a program is asked about a second time.
const RECHECKED: usize = 1_000;
/// Maximum number of expansions to find the plan of a counterexample.
const PLAN_EXPANSIONS: u64 = 1_000_000;

/// Grades a heuristic.
#[derive(Clone, Debug)]
pub struct HeuristicGrader {
    /// The program.
    pub command: HeuristicCommand,
    /// Runs it; the time limit is for all its answers on a board together.
    pub runner: Runner,
    /// The budgets of an audit and of the searches.
    pub budget: HeuristicBudget,
    /// The points on each board.
    pub points: HeuristicPoints,
    /// The share of the points for expansions.
    pub ratios: ExpansionRatios,
    /// When students see the results; by default as the manifest states.
    pub visibility: Option<Visibility>,
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

/// Called with the progress; an error ends the grader.
pub type HeuristicWatch<'a> = &'a mut dyn FnMut(HeuristicGrading<'_>) -> Result<(), GradeError>;

/// The progress of a grader of heuristics.
#[derive(Debug)]
pub enum HeuristicGrading<'a> {
    /// No board has been run.
    Ready(&'a HeuristicReport),
    /// Audits the heuristic on a board; called repeatedly.
    Auditing(&'a str),
    /// A board is done.
    Done(&'a HeuristicReport),
}

impl HeuristicBudget {
    /// Solves the boards with the reference heuristic, until cancelled. `watch` is called repeatedly with the board.
    pub fn references(
        &self,
        boards: &[GradeBoard],
        cancel: &CancelToken,
        watch: &mut dyn FnMut(&GradeBoard),
    ) -> Result<Vec<Reference>, GradeError> {
        let mut references = Vec::new();
        for board in boards {
            watch(board);
            let reference = self.reference(board, cancel, &mut || watch(board))?;
            if cancel.is_cancelled() {
                break;
            }
            references.push(reference);
        }
        Ok(references)
    }

    fn reference(
        &self,
        board: &GradeBoard,
        cancel: &CancelToken,
        tick: &mut dyn FnMut(),
    ) -> Result<Reference, GradeError> {
        let puzzle = board.board.puzzle().info();
        let info =
            crate::solve::find_heuristic(puzzle, self.reference.as_deref()).map_err(|error| wrong(board, error))?;
        if !info.claims.admissible {
            let message = format!("{} is no reference, because it does not claim to be admissible", info.name);
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

impl HeuristicGrader {
    /// Grades the heuristic on every board, given the [references](HeuristicBudget::references).
    pub fn grade(
        &self,
        boards: &[GradeBoard],
        references: &[Reference],
        watch: HeuristicWatch<'_>,
    ) -> Result<HeuristicReport, GradeError> {
        let empty = |board: &GradeBoard| HeuristicGrade::new(board, self.points, self.visibility);
        let mut report = HeuristicReport::new(boards.iter().map(empty).collect());
        report.interrupted = references.len() < boards.len();
        watch(HeuristicGrading::Ready(&report))?;
        for (index, (board, reference)) in boards.iter().zip(references).enumerate() {
            let mut grade = report.boards[index].clone();
            watch(HeuristicGrading::Auditing(&grade.file))?;
            let file = grade.file.clone();
            self.grade_board(board, reference, &mut grade, &mut || drop(watch(HeuristicGrading::Auditing(&file))))?;
            if self.runner.cancel.is_cancelled() {
                report.interrupted = true;
                break;
            }
            report.boards[index] = grade;
            report.add_up();
            watch(HeuristicGrading::Done(&report))?;
        }
        Ok(report)
    }

    fn grade_board(
        &self,
        board: &GradeBoard,
        reference: &Reference,
        grade: &mut HeuristicGrade,
        tick: &mut dyn FnMut(),
    ) -> Result<(), GradeError> {
        let sessions = Arc::new(Sessions::new(&self.runner));
        let mut command = self.command.clone().launched_by(sessions.clone());
        command.total_time = Some(self.runner.allowance.time);
        // The audit checks this; the expansions of A* count only if it is not refuted.
        command.claims = Claims::ADMISSIBLE;
        grade.expansions.reference = reference.heuristic;
        grade.expansions.reference_expanded = reference.expanded;
        grade.expansions.cost = reference.cost.flatten();

        let result = self.audit(board, &command, tick).and_then(|report| {
            self.note_audit(board, &report, grade);
            self.measure_expansions(board, &report, &command, reference, grade, tick)
        });
        match result {
            Ok(()) => grade.decide(),
            Err(SolveError::Heuristic(failure)) => grade.fail(failure.kind, &failure.message),
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
        grade.admissible = ClaimGrade::of(&audit.admissible, self.points.admissible);
        grade.consistent = ClaimGrade::of(&audit.consistent, self.points.consistent);
        if let Some(counterexample) = &grade.admissible.counterexample {
            grade.admissible.plan = self.plan_of(board, counterexample);
        }
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
                let most = reference.expanded.map_or(self.budget.expansions, |reference| {
                    (reference as f64 * self.ratios.largest()).ceil() as u64 + 1
                });
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
        expansions.rate(expanded, &self.ratios);
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

impl ExpansionGrade {
    /// Sets the points by the ratio to the reference.
    fn rate(&mut self, expanded: Option<u64>, ratios: &ExpansionRatios) {
        self.expanded = expanded;
        let name = self.reference;
        match (expanded, self.reference_expanded) {
            (Some(expanded), Some(reference)) => {
                // A solved board needs none.
                let ratio = if expanded == reference { 1.0 } else { expanded as f64 / reference.max(1) as f64 };
                self.ratio = Some(ratio);
                self.score = self.max_score * ratios.share(ratio);
                self.detail = format!("{expanded} expansions; with {name} {reference}: {ratio:.2} times as many");
            }
            (Some(expanded), None) => {
                self.score = self.max_score;
                self.detail = format!("{expanded} expansions; with {name} more than the limit");
            }
            (None, Some(reference)) => {
                let most = ratios.largest();
                self.detail = format!("more than {most} times the {reference} expansions with {name}");
            }
            (None, None) => {
                self.detail = format!("not decided: both searches, the one with {name} too, stopped at their limits");
            }
        }
    }
}
