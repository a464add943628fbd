//! Finds the optimal costs, runs a program on the boards, and marks its answers.

use std::fs;
use std::io;
use std::path::Path;

use pathmax::{Cost, StopReason};

use super::{
    BoardGrade, CommandTemplate, End, GradeBoard, GradeError, GradeReport, Mark, Run, Runner, Scoring, ScoringKeys,
    Task, UnsolvableAnswer, mark,
};
use crate::BestCost;
use crate::check::{Best, Checker};

/// Grades a program.
#[derive(Clone, Debug)]
pub struct Grader {
    /// Finds the optimal costs.
    pub checker: Checker,
    /// The program.
    pub command: CommandTemplate,
    /// Runs it.
    pub runner: Runner,
    /// Scoring that overrides that of the boards.
    pub scoring: ScoringKeys,
    /// Number of decimals of scores, if stated.
    pub decimals: Option<u32>,
    /// Answers that claim that there is no solution, besides `FAIL` and `no solution`.
    pub unsolvable_answers: Vec<UnsolvableAnswer>,
}

/// Called with the progress; an error ends the grader.
pub type GradeWatch<'a> = &'a mut dyn FnMut(Grading<'_>) -> Result<(), GradeError>;

/// The progress of a grader.
#[derive(Debug)]
pub enum Grading<'a> {
    /// Finds the optimal cost of a board; called repeatedly.
    Searching(&'a str),
    /// All optimal costs are found; no board has been run.
    Ready(&'a GradeReport),
    /// Runs the program on a board; called repeatedly.
    Running(&'a str),
    /// A board is done.
    Done(&'a GradeReport),
}

/// What is known about the optimal cost of a board.
#[derive(Clone, Debug)]
pub(super) struct BoardBest {
    pub found: Best,
    /// The cost in the manifest, if the search could not decide.
    pub trusted: Option<BestCost>,
}

impl BoardBest {
    pub fn cost(&self) -> Option<Cost> {
        self.found.proven().or(self.trusted).flatten()
    }
}

/// What is known about the optimal costs of boards, in their order.
#[derive(Clone, Debug)]
pub struct Bests(pub(super) Vec<BoardBest>);

impl Grader {
    /// Runs the program on every board; `watch` is called with the progress.
    ///
    /// The optimal costs are found first, so that no search competes with the program for the processor, and so that a wrong
    /// manifest is an error before anything is run.
    pub fn grade(&self, boards: &[GradeBoard], watch: GradeWatch<'_>) -> Result<GradeReport, GradeError> {
        let Some(bests) = self.find_bests(boards, watch)? else {
            return Ok(GradeReport { interrupted: true, ..self.blank_report(boards, None) });
        };
        let mut report = self.blank_report(boards, Some(&bests));
        watch(Grading::Ready(&report))?;
        self.run_boards(boards, &bests, &mut report, true, watch)?;
        Ok(report)
    }

    /// Finds the optimal costs; `None` if that was cancelled.
    pub fn find_bests(&self, boards: &[GradeBoard], watch: GradeWatch<'_>) -> Result<Option<Bests>, GradeError> {
        let names = GradeReport::new(boards, None).boards;
        let mut bests = Vec::new();
        for (board, grade) in boards.iter().zip(names) {
            let best = self.find_best(board, &grade.file, watch)?;
            if best.found.stopped == Some(StopReason::Cancelled) || self.runner.cancel.is_cancelled() {
                return Ok(None);
            }
            bests.push(best);
        }
        Ok(Some(Bests(bests)))
    }

    /// The report before any board is run.
    pub(super) fn blank_report(&self, boards: &[GradeBoard], bests: Option<&Bests>) -> GradeReport {
        let mut report = GradeReport::new(boards, self.decimals);
        for (index, (grade, board)) in report.boards.iter_mut().zip(boards).enumerate() {
            let scoring = self.scoring_of(board);
            (grade.max_score, grade.visibility) = (scoring.points, scoring.visibility);
            grade.best = bests.and_then(|bests| bests.0[index].cost());
        }
        report.add_up();
        report
    }

    pub(super) fn scoring_of(&self, board: &GradeBoard) -> Scoring {
        self.scoring.clone().or(&board.scoring).complete(self.decimals)
    }

    /// Runs the program on the boards that have not been run yet, until all are done or the grader is cancelled. If
    /// `must_start`, a program that cannot be started on the first of them is an error instead of a mark.
    pub(super) fn run_boards(
        &self,
        boards: &[GradeBoard],
        bests: &Bests,
        report: &mut GradeReport,
        must_start: bool,
        watch: GradeWatch<'_>,
    ) -> Result<(), GradeError> {
        let pending: Vec<usize> =
            (0..boards.len()).filter(|&index| report.boards[index].mark == Mark::NotRun).collect();
        for (run_before, &index) in pending.iter().enumerate() {
            if self.runner.cancel.is_cancelled() {
                break;
            }
            let run = self.run(&boards[index], &report.boards[index].file, watch)?;
            if let (true, 0, End::NotStarted(why)) = (must_start, run_before, &run.end) {
                return Err(GradeError::new(format!("the program {} cannot be started: {why}", self.command)));
            }
            self.mark(&boards[index], &bests.0[index], &run, &mut report.boards[index])?;
            report.add_up();
            report.interrupted = self.runner.cancel.is_cancelled();
            watch(Grading::Done(report))?;
        }
        // An interrupt after the last board has no effect.
        report.interrupted = report.boards.iter().any(|board| board.mark == Mark::NotRun);
        Ok(())
    }

    fn find_best(&self, board: &GradeBoard, file: &str, watch: GradeWatch<'_>) -> Result<BoardBest, GradeError> {
        watch(Grading::Searching(file))?;
        let found = self.checker.best(&board.board, &mut |_| drop(watch(Grading::Searching(file))));
        let found = found.map_err(|error| GradeError::new(format!("{file}: {error}")))?.with_plan(board.plan);
        let in_words = |cost: BestCost| {
            cost.map_or("there is no solution".to_string(), |cost| format!("the best plan costs {cost}"))
        };
        let Some(said) = board.manifest else { return Ok(BoardBest { found, trusted: None }) };
        let proven = match (found.proven(), said) {
            (Some(proven), said) if proven != said => in_words(proven),
            (None, Some(said)) if found.bound.is_some_and(|bound| said < bound) => {
                format!("no plan costs less than {}", found.bound.unwrap_or(0))
            }
            (None, said) if found.cost.is_some_and(|cost| said.is_none_or(|said| said > cost)) => {
                format!("a plan of cost {} exists", found.cost.unwrap_or(0))
            }
            _ => return Ok(BoardBest { trusted: found.proven().is_none().then_some(said), found }),
        };
        let said = in_words(said);
        Err(GradeError::new(format!(
            "manifest.json is wrong: of {file} it says that {said}, but it is proven that {proven}"
        )))
    }

    /// Runs the program on a copy of the board in a new folder.
    fn run(&self, board: &GradeBoard, file: &str, watch: GradeWatch<'_>) -> Result<Run, GradeError> {
        let wrong = |error: io::Error| GradeError::new(format!("{file}: the program could not be run on it: {error}"));
        let mut builder = tempfile::Builder::new();
        builder.prefix("board");
        // The command may run the program as another user.
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(0o755));
        }
        let folder = builder.tempdir().map_err(wrong)?;
        let copy = folder.path().join(&board.name);
        write_read_only(&copy, &board.contents).map_err(wrong)?;
        watch(Grading::Running(file))?;
        let mut tick = || drop(watch(Grading::Running(file)));
        let is_board_input = !self.command.names_file();
        let command = self.command.on(&copy);
        let task = Task { command, board: Some(&copy), is_board_input, ..Task::default() };
        self.runner.run(&task, &mut tick).map_err(wrong)
    }

    fn mark(&self, board: &GradeBoard, best: &BoardBest, run: &Run, grade: &mut BoardGrade) -> Result<(), GradeError> {
        let marked =
            mark::mark(self, board, best, run).map_err(|error| GradeError::new(format!("{}: {error}", grade.file)))?;
        grade.mark = marked.mark;
        grade.score = self.scoring_of(board).score(marked.mark, marked.cost, best);
        (grade.cost, grade.line, grade.detail) = (marked.cost, marked.line, marked.detail);
        if marked.mark != Mark::NotRun {
            grade.seconds = Some(run.seconds);
            grade.cpu_seconds = Some(run.cpu_seconds).filter(|&seconds| seconds > 0.0);
            grade.peak_memory = Some(run.peak_memory).filter(|&bytes| bytes > 0);
        }
        Ok(())
    }
}

/// Writes a file that is readable by all users and not writable.
fn write_read_only(path: &Path, contents: &[u8]) -> io::Result<()> {
    fs::write(path, contents)?;
    #[cfg(unix)]
    let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o444);
    #[cfg(not(unix))]
    let permissions = {
        let mut permissions = fs::metadata(path)?.permissions();
        permissions.set_readonly(true);
        permissions
    };
    fs::set_permissions(path, permissions)
}
