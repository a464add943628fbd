//! The results of grading.

use itertools::Itertools;
use pathmax::Cost;
use serde::Serialize;
use strum::VariantArray;

use super::scoring::rounded;
use super::{GradeBoard, Mark, Visibility};
use crate::text::harmless;

/// The result of grading, as `pathmax grade --json` prints it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct GradeReport {
    /// The sum of the scores.
    pub score: f64,
    /// The maximum score.
    pub max_score: f64,
    /// Number of decimals of scores, if stated.
    pub decimals: Option<u32>,
    /// Whether grading was cancelled before all boards were done.
    pub interrupted: bool,
    /// Number of boards by mark.
    pub totals: Vec<Total>,
    /// The boards, by name.
    pub boards: Vec<BoardGrade>,
}

/// Number of boards with a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Total {
    /// The mark.
    pub mark: Mark,
    /// Number of boards.
    pub boards: usize,
}

/// The result on one board.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct BoardGrade {
    /// The board file.
    pub file: String,
    /// The puzzle.
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

impl GradeReport {
    /// The report before any board is run.
    pub(super) fn new(boards: &[GradeBoard], decimals: Option<u32>) -> Self {
        let grade = |board: &GradeBoard| BoardGrade {
            file: harmless(&board.name.to_string_lossy(), 100),
            puzzle: board.board.puzzle().info().name,
            detail: "not run yet".to_string(),
            ..BoardGrade::default()
        };
        GradeReport { decimals, boards: boards.iter().map(grade).collect(), ..GradeReport::default() }
    }

    /// Updates the sums.
    pub(super) fn add_up(&mut self) {
        // Sums of decimal fractions have noise in their last bits.
        self.score = rounded(self.boards.iter().map(|board| board.score).sum(), self.decimals);
        self.max_score = rounded(self.boards.iter().map(|board| board.max_score).sum(), None);
        let count = |mark| self.boards.iter().filter(|board| board.mark == mark).count();
        let totals = Mark::VARIANTS.iter().map(|&mark| Total { mark, boards: count(mark) });
        self.totals = totals.filter(|total| total.boards > 0).collect();
    }

    /// The totals in one line.
    pub fn summary(&self) -> String {
        let totals = self.totals.iter().map(|total| format!("{} {}", total.boards, total.mark.words())).join(", ");
        format!("{totals} · score {} of {}", self.shown(self.score), rounded(self.max_score, Some(2)))
    }

    /// A score for display: with the stated number of decimals, or rounded to at most two: 2, 2.5, 0.33.
    pub fn shown(&self, score: f64) -> String {
        match self.decimals {
            Some(decimals) => format!("{score:.0$}", decimals as usize),
            None => rounded(score, Some(2)).to_string(),
        }
    }
}
