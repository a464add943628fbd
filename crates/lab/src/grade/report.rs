//! The results of grading.

use std::fmt::Debug;

use itertools::Itertools;
use pathmax::Cost;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::gradescope::GradescopeTest;
use super::scoring::rounded;
use super::{GradeBoard, Mark, Visibility};
use crate::text::harmless;

/// The mark of a submission on a board.
pub trait BoardMark: Copy + Debug + Default + PartialEq + Serialize + Send + Sync + 'static {
    /// All marks, from the best to the worst.
    const ALL: &'static [Self];
    /// The set-up command failed, so that the submission was not run.
    const SETUP_FAILED: Self;
    /// Not run.
    const NOT_RUN: Self;

    /// The mark in words.
    fn words(self) -> &'static str;
}

/// The result of a submission on a board.
pub trait BoardResult: Clone + Debug + Default + Serialize + DeserializeOwned + Send {
    /// The marks.
    type Mark: BoardMark;

    /// The board file.
    fn file(&self) -> &str;
    /// The mark.
    fn mark(&self) -> Self::Mark;
    /// Sets a mark of a submission that was not run on the board, with the reason.
    fn set_mark(&mut self, mark: Self::Mark, detail: String);
    /// From 0 to [`max_score`](BoardResult::max_score).
    fn score(&self) -> f64;
    /// The points that can be won.
    fn max_score(&self) -> f64;
    /// Elapsed time.
    fn seconds(&self) -> Option<f64>;
    /// When Gradescope shows the result to students.
    fn visibility(&self) -> Visibility;
    /// Takes over the results of an earlier run on the same board, without its points.
    fn restore(&mut self, earlier: Self);
    /// Gradescope's tests for the board, which is the `number`th.
    fn gradescope_tests(&self, number: usize) -> Vec<GradescopeTest>;
}

/// The result of grading, as `pathmax grade --json` prints it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct GradeReport<G: BoardResult = BoardGrade> {
    /// The sum of the scores.
    pub score: f64,
    /// The maximum score.
    pub max_score: f64,
    /// Number of decimals of scores, if stated.
    pub decimals: Option<u32>,
    /// Whether grading was cancelled before all boards were done.
    pub interrupted: bool,
    /// Number of boards by mark.
    pub totals: Vec<Total<G::Mark>>,
    /// The boards, by name.
    pub boards: Vec<G>,
}

/// Number of boards with a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Total<M = Mark> {
    /// The mark.
    pub mark: M,
    /// Number of boards.
    pub boards: usize,
}

/// The result of a program on one board.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BoardGrade {
    /// The board file.
    pub file: String,
    /// The puzzle.
    #[serde(skip_deserializing)]
    pub puzzle: &'static str,
    /// The mark.
    pub mark: Mark,
    /// From 0 to `max_score`.
    pub score: f64,
    /// The points of an optimal answer.
    pub max_score: f64,
    /// The cost of the answer, if it reaches the goal.
    pub cost: Option<Cost>,
    /// The optimal cost, if it is known and the board is solvable.
    pub best: Option<Cost>,
    /// The first illegal line of the answer.
    pub line: Option<usize>,
    /// The mark in words, with the reason.
    pub detail: String,
    /// Elapsed time.
    pub seconds: Option<f64>,
    /// Processor time of all its processes.
    pub cpu_seconds: Option<f64>,
    /// Peak memory of its processes in bytes, as far as observed.
    pub peak_memory: Option<u64>,
    /// When Gradescope shows the result to students.
    pub visibility: Visibility,
}

/// The detail of a board before a submission is run on it.
pub(super) const NOT_RUN_YET: &str = "not run yet";

/// The name of a board for reports.
pub(super) fn shown_name(board: &GradeBoard) -> String {
    harmless(&board.name.to_string_lossy(), 100)
}

impl BoardResult for BoardGrade {
    type Mark = Mark;

    fn file(&self) -> &str {
        &self.file
    }

    fn mark(&self) -> Mark {
        self.mark
    }

    fn set_mark(&mut self, mark: Mark, detail: String) {
        (self.mark, self.detail) = (mark, detail);
    }

    fn score(&self) -> f64 {
        self.score
    }

    fn max_score(&self) -> f64 {
        self.max_score
    }

    fn seconds(&self) -> Option<f64> {
        self.seconds
    }

    fn visibility(&self) -> Visibility {
        self.visibility
    }

    fn restore(&mut self, earlier: BoardGrade) {
        let BoardGrade { mark, cost, line, detail, seconds, cpu_seconds, peak_memory, .. } = earlier;
        let blank = std::mem::take(self);
        *self = BoardGrade { mark, cost, line, detail, seconds, cpu_seconds, peak_memory, ..blank };
    }

    fn gradescope_tests(&self, number: usize) -> Vec<GradescopeTest> {
        let mut output = self.detail.clone();
        let figures = [("cost", self.cost), ("best", self.best)];
        for (name, value) in figures.into_iter().filter_map(|(name, value)| Some((name, value?))) {
            output += &format!("\n{name}: {value}");
        }
        if let Some(seconds) = self.seconds {
            output += &format!("\ntime: {seconds:.2} s");
        }
        vec![GradescopeTest {
            score: self.score,
            max_score: self.max_score,
            status: if self.mark == Mark::Optimal { "passed" } else { "failed" },
            name: self.file.clone(),
            number: number.to_string(),
            output,
            output_format: "text",
            visibility: self.visibility,
        }]
    }
}

impl<G: BoardResult> GradeReport<G> {
    pub(super) fn new(boards: Vec<G>, decimals: Option<u32>) -> Self {
        let mut report = GradeReport { decimals, boards, ..GradeReport::default() };
        report.add_up();
        report
    }

    /// Updates the sums.
    pub(super) fn add_up(&mut self) {
        // Sums of decimal fractions have noise in their last bits.
        self.score = rounded(self.boards.iter().map(G::score).sum(), self.decimals);
        self.max_score = rounded(self.boards.iter().map(G::max_score).sum(), None);
        let count = |mark| self.boards.iter().filter(|board| board.mark() == mark).count();
        let totals = G::Mark::ALL.iter().map(|&mark| Total { mark, boards: count(mark) });
        self.totals = totals.filter(|total| total.boards > 0).collect();
    }

    /// Whether all boards have been run, or given up.
    pub fn is_complete(&self) -> bool {
        self.boards.iter().all(|board| board.mark() != G::Mark::NOT_RUN)
    }

    /// The number of boards by mark, in words.
    pub fn marks(&self) -> String {
        self.totals.iter().map(|total| format!("{} {}", total.boards, total.mark.words())).join(", ")
    }

    /// The totals in one line.
    pub fn summary(&self) -> String {
        format!("{} · score {} of {}", self.marks(), self.shown(self.score), rounded(self.max_score, Some(2)))
    }

    /// The part that students may see, and a remark on the number of other boards, if there are any.
    pub fn visible(&self) -> (GradeReport<G>, Option<String>) {
        let is_visible = |board: &&G| board.visibility() == Visibility::Visible;
        let boards: Vec<G> = self.boards.iter().filter(is_visible).cloned().collect();
        let others = match self.boards.len() - boards.len() {
            0 => None,
            1 => Some("1 board is not shown".to_string()),
            others => Some(format!("{others} boards are not shown")),
        };
        let visible = GradeReport { interrupted: self.interrupted, ..GradeReport::new(boards, self.decimals) };
        (visible, others)
    }

    /// A score for display: with the stated number of decimals, or rounded to at most two: 2, 2.5, 0.33.
    pub fn shown(&self, score: f64) -> String {
        match self.decimals {
            Some(decimals) => format!("{score:.0$}", decimals as usize),
            None => rounded(score, Some(2)).to_string(),
        }
    }
}
