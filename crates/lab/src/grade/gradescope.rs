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

#[derive(Serialize)]
struct Results<'a, E> {
    execution_time: f64,
    output: String,
    output_format: &'static str,
    /// The grader's output is for teachers.
    stdout_visibility: &'static str,
    tests: Vec<Test<'a>>,
    extra_data: ExtraData<'a, E>,
}

/// Stored with the submission; not shown to students.
#[derive(Serialize)]
struct ExtraData<'a, E> {
    pathmax: &'a E,
}

#[derive(Serialize)]
struct Test<'a> {
    score: f64,
    max_score: f64,
    status: &'static str,
    name: &'a str,
    number: String,
    output: String,
    output_format: &'static str,
    visibility: Visibility,
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
                name: &board.file,
                number: number.to_string(),
                output,
                output_format: "text",
                visibility: board.visibility,
            }
        });
        let results = Results {
            execution_time: self.boards.iter().filter_map(|board| board.seconds).sum(),
            output: self.visible_summary(),
            output_format: "text",
            stdout_visibility: "hidden",
            tests: tests.collect(),
            extra_data: ExtraData { pathmax: origin },
        };
        // Serializing cannot fail.
        to_json(&results).unwrap_or_default() + "\n"
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
