//! What is graded, programs or heuristics: how their results are printed, and the progress of grading them.

use pathmax_lab::grade::{BoardGrader, BoardResult, GradeReport, Grading};

use crate::output::{Exit, Failure};
use crate::progress::TaskBar;
use crate::provenance::Provenance;

/// A kind of submissions to grade.
pub trait Kind: BoardGrader {
    /// The command line for a class of files.
    const FILE_EXAMPLE: &str;
    /// What is searched for on a board before the first run, and what a run does, for the progress.
    const STEPS: [&str; 2];
    /// The columns of the table of a class, after the student.
    const COLUMNS: &[&str];

    /// The fields of these columns.
    fn row(grade: &Self::Grade) -> Vec<String>;
    /// The origin of the results.
    fn origin(&self) -> Provenance;
    /// The report as text.
    fn text(report: &GradeReport<Self::Grade>) -> String;
    /// The report as CSV, one line per board.
    fn csv(&self, report: &GradeReport<Self::Grade>) -> Result<String, Failure>;
    /// The exit status after one submission.
    fn exit(report: &GradeReport<Self::Grade>) -> Exit;
    /// What may be wrong with the command, if the results look like it.
    fn hint(&self, boards: &[Self::Grade]) -> Option<&'static str>;
    /// A text for the student, if the marks alone do not say enough.
    fn feedback(report: &GradeReport<Self::Grade>) -> Option<String>;
}

/// A progress bar for the searches, then one for the runs.
pub struct Bars {
    enabled: bool,
    boards: usize,
    steps: [&'static str; 2],
    bar: TaskBar,
    shown: Option<String>,
}

impl Bars {
    pub fn new<K: Kind>(enabled: bool, boards: usize) -> Self {
        Bars { enabled, boards, steps: K::STEPS, bar: TaskBar::new(enabled, boards), shown: None }
    }

    pub fn show(&mut self, event: &Grading<'_, impl BoardResult>) {
        let [searching, running] = self.steps;
        match event {
            Grading::Searching(file) => {
                // A board is finished when the next one starts.
                if self.shown.as_deref().is_some_and(|shown| shown != *file) {
                    self.bar.done();
                }
                self.shown = Some(file.to_string());
                self.bar.doing(|| format!("{searching} {file}"));
            }
            Grading::Ready(_) => self.bar = TaskBar::new(self.enabled, self.boards),
            Grading::Running(file) => self.bar.doing(|| format!("{running} {file} (Ctrl-C stops)")),
            Grading::Done(_) => self.bar.done(),
        }
    }
}
