//! The results file of Gradescope's autograders.
//!
//! # References
//! - <https://gradescope-autograders.readthedocs.io/en/latest/specs/#output-format>

use std::io;
use std::path::Path;

use serde::Serialize;

use super::{BoardGrade, GradeReport, Mark, Visibility};
use crate::json::to_json;
use crate::write::write_file;

/// The results file.
#[derive(Serialize)]
pub(super) struct Results<'a, E> {
    execution_time: f64,
    output: String,
    output_format: &'static str,
    /// The grader's output is for teachers.
    stdout_visibility: &'static str,
    tests: Vec<Test>,
    extra_data: ExtraData<'a, E>,
}

/// Stored with the submission; not shown to students.
#[derive(Serialize)]
struct ExtraData<'a, E> {
    pathmax: &'a E,
}

/// A test in it.
#[derive(Serialize)]
pub(super) struct Test {
    pub score: f64,
    pub max_score: f64,
    pub status: &'static str,
    pub name: String,
    pub number: String,
    pub output: String,
    pub output_format: &'static str,
    pub visibility: Visibility,
}

impl<'a, E: Serialize> Results<'a, E> {
    /// `origin` describes how the results came about: version, command line.
    pub fn new(execution_time: f64, output: String, tests: Vec<Test>, origin: &'a E) -> Self {
        let extra_data = ExtraData { pathmax: origin };
        Results { execution_time, output, output_format: "text", stdout_visibility: "hidden", tests, extra_data }
    }

    pub fn to_json(&self) -> String {
        // Serializing cannot fail.
        to_json(self).unwrap_or_default() + "\n"
    }
}

impl GradeReport {
    /// The report as Gradescope's `results.json`: one test per board, with a score of 0 for those that have not been run.
    /// `origin` describes how the report came about: version, command line.
    pub fn to_gradescope(&self, origin: &impl Serialize) -> String {
        let tests = self.boards.iter().zip(1..).map(|(board, number)| {
            let mut output = board.detail.clone();
            let figures = [("cost", board.cost), ("best", board.best)];
            for (name, value) in figures.into_iter().filter_map(|(name, value)| Some((name, value?))) {
                output += &format!("\n{name}: {value}");
            }
            if let Some(seconds) = board.seconds {
                output += &format!("\ntime: {seconds:.2} s");
            }
            Test {
                score: board.score,
                max_score: board.max_score,
                status: if board.mark == Mark::Optimal { "passed" } else { "failed" },
                name: board.file.clone(),
                number: number.to_string(),
                output,
                output_format: "text",
                visibility: board.visibility,
            }
        });
        let execution_time = self.boards.iter().filter_map(|board| board.seconds).sum();
        Results::new(execution_time, self.visible_summary(), tests.collect(), origin).to_json()
    }

    /// The summary of the boards that students may see, with the number of others.
    fn visible_summary(&self) -> String {
        let is_visible = |board: &&BoardGrade| board.visibility == Visibility::Visible;
        let boards: Vec<BoardGrade> = self.boards.iter().filter(is_visible).cloned().collect();
        let others = self.boards.len() - boards.len();
        if others == 0 {
            return self.summary();
        }
        let mut visible = GradeReport { boards, totals: Vec::new(), ..self.clone() };
        visible.add_up();
        let boards = if others == 1 { "1 board is".to_string() } else { format!("{others} boards are") };
        match visible.boards.is_empty() {
            true => format!("{boards} not shown"),
            false => format!("{} · {boards} not shown", visible.summary()),
        }
    }

    /// Writes [`to_gradescope`](GradeReport::to_gradescope) to a file, atomically.
    pub fn write_gradescope(&self, path: &Path, origin: &impl Serialize) -> io::Result<()> {
        write_file(path, self.to_gradescope(origin).as_bytes())
    }
}
