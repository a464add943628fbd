//! Grades a submission board by board: what programs and heuristics have in common.

use std::path::Path;

use serde_json::Value;

use super::report::shown_name;
use super::{BoardMark, BoardResult, GradeBoard, GradeError, GradeReport, Runner};

/// Called with the progress; an error ends the grader.
pub type GradeWatch<'a, G> = &'a mut dyn FnMut(Grading<'_, G>) -> Result<(), GradeError>;

/// The progress of a grader.
#[derive(Debug)]
pub enum Grading<'a, G: BoardResult> {
    /// Searches a board for what results are compared with; called repeatedly.
    Searching(&'a str),
    /// All boards have been searched; no board has been run.
    Ready(&'a GradeReport<G>),
    /// Runs the submission on a board; called repeatedly.
    Running(&'a str),
    /// A board is done.
    Done(&'a GradeReport<G>),
}

/// Grades one submission, board by board.
pub trait BoardGrader: Clone + Sync {
    /// What results on a board are compared with: the same for all submissions.
    type Known: Sync;
    /// The result on a board.
    type Grade: BoardResult;

    /// Runs the submission.
    fn runner(&self) -> &Runner;
    /// Runs the submission.
    fn runner_mut(&mut self) -> &mut Runner;
    /// The words of the command, with placeholders.
    fn command(&self) -> &[String];
    /// Replaces `{submission}` in the command.
    fn set_submission(&mut self, path: &Path);
    /// Number of decimals of scores, if stated.
    fn decimals(&self) -> Option<u32>;

    /// Searches a board; `None` if that was cancelled.
    fn search(&self, board: &GradeBoard, file: &str, tick: &mut dyn FnMut())
    -> Result<Option<Self::Known>, GradeError>;
    /// A board before the submission is run on it.
    fn blank(&self, board: &GradeBoard, known: Option<&Self::Known>) -> Self::Grade;
    /// Runs the submission on a board, and scores it. If that was cancelled, the mark stays [`BoardMark::NOT_RUN`]. Returns
    /// an error message for users if the program could not even be started.
    fn run(
        &self,
        board: &GradeBoard,
        known: &Self::Known,
        grade: &mut Self::Grade,
        tick: &mut dyn FnMut(),
    ) -> Result<Option<String>, GradeError>;
    /// Computes the points of a result.
    fn score(&self, board: &GradeBoard, known: &Self::Known, grade: &mut Self::Grade);

    /// Everything that results depend on besides submission, command, boards and limits of the runner, as one entry.
    fn settings(&self) -> (&'static str, Value);
    /// What results on a board depend on besides the board and its options.
    fn settings_of(&self, board: &GradeBoard, known: &Self::Known) -> Value;

    /// Runs the submission on every board; `watch` is called with the progress.
    ///
    /// All boards are searched first, so that no search competes with the submission for the processor, and so that a wrong
    /// manifest is an error before anything is run.
    fn grade(
        &self,
        boards: &[GradeBoard],
        watch: GradeWatch<'_, Self::Grade>,
    ) -> Result<GradeReport<Self::Grade>, GradeError> {
        let Some(known) = self.search_all(boards, watch)? else {
            let blank = boards.iter().map(|board| self.blank(board, None)).collect();
            return Ok(GradeReport { interrupted: true, ..GradeReport::new(blank, self.decimals()) });
        };
        let mut report = self.blank_report(boards, &known);
        watch(Grading::Ready(&report))?;
        self.run_all(boards, &known, &mut report, true, watch)?;
        Ok(report)
    }

    /// Searches all boards; `None` if that was cancelled.
    fn search_all(
        &self,
        boards: &[GradeBoard],
        watch: GradeWatch<'_, Self::Grade>,
    ) -> Result<Option<Vec<Self::Known>>, GradeError> {
        let mut all = Vec::new();
        for board in boards {
            let file = shown_name(board);
            watch(Grading::Searching(&file))?;
            let known = self.search(board, &file, &mut || drop(watch(Grading::Searching(&file))))?;
            match known.filter(|_| !self.runner().cancel.is_cancelled()) {
                Some(known) => all.push(known),
                None => return Ok(None),
            }
        }
        Ok(Some(all))
    }

    /// The report before any board is run.
    fn blank_report(&self, boards: &[GradeBoard], known: &[Self::Known]) -> GradeReport<Self::Grade> {
        let blank = boards.iter().zip(known).map(|(board, known)| self.blank(board, Some(known)));
        GradeReport::new(blank.collect(), self.decimals())
    }

    /// Runs the submission on the boards that have not been run yet, until all are done or the grader is cancelled. If
    /// `must_start`, a program that cannot be started on the first of them is an error instead of a mark.
    fn run_all(
        &self,
        boards: &[GradeBoard],
        known: &[Self::Known],
        report: &mut GradeReport<Self::Grade>,
        must_start: bool,
        watch: GradeWatch<'_, Self::Grade>,
    ) -> Result<(), GradeError> {
        let cancel = &self.runner().cancel;
        let mut is_first = true;
        for (index, (board, known)) in boards.iter().zip(known).enumerate() {
            if report.boards[index].mark() != BoardMark::NOT_RUN {
                continue;
            }
            if cancel.is_cancelled() {
                break;
            }
            let file = shown_name(board);
            watch(Grading::Running(&file))?;
            let mut tick = || drop(watch(Grading::Running(&file)));
            let error = self.run(board, known, &mut report.boards[index], &mut tick)?;
            if let Some(error) = error.filter(|_| must_start && is_first) {
                return Err(GradeError::new(error));
            }
            is_first = false;
            report.add_up();
            report.interrupted = cancel.is_cancelled();
            watch(Grading::Done(report))?;
        }
        // An interrupt after the last board has no effect.
        report.interrupted = !report.is_complete();
        Ok(())
    }
}
