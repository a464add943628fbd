//! The results file of Gradescope's autograders.
//!
//! # References
//! - <https://gradescope-autograders.readthedocs.io/en/latest/specs/#output-format>

use std::io;
use std::path::Path;

use serde::Serialize;

use super::{BoardResult, GradeReport, Visibility};
use crate::json::to_json;
use crate::write::write_file;

/// The results file.
#[derive(Serialize)]
struct Results<'a, E> {
    execution_time: f64,
    output: String,
    output_format: &'static str,
    /// The grader's output is for teachers.
    stdout_visibility: &'static str,
    tests: Vec<GradescopeTest>,
    extra_data: ExtraData<'a, E>,
}

/// Stored with the submission; not shown to students.
#[derive(Serialize)]
struct ExtraData<'a, E> {
    pathmax: &'a E,
}

/// A test in Gradescope's results file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GradescopeTest {
    /// The points won.
    pub score: f64,
    /// The points that can be won.
    pub max_score: f64,
    /// `passed` or `failed`.
    pub status: &'static str,
    /// The heading.
    pub name: String,
    /// The number before the heading.
    pub number: String,
    /// The text below the heading.
    pub output: String,
    /// The format of that text.
    pub output_format: &'static str,
    /// When it is shown to students.
    pub visibility: Visibility,
}

impl<'a, E: Serialize> Results<'a, E> {
    /// `origin` describes how the results came about: version, command line.
    pub fn new(execution_time: f64, output: String, tests: Vec<GradescopeTest>, origin: &'a E) -> Self {
        let extra_data = ExtraData { pathmax: origin };
        Results { execution_time, output, output_format: "text", stdout_visibility: "hidden", tests, extra_data }
    }

    pub fn to_json(&self) -> String {
        // Serializing cannot fail.
        to_json(self).unwrap_or_default() + "\n"
    }
}

impl<G: BoardResult> GradeReport<G> {
    /// The report as Gradescope's `results.json`, with a score of 0 for boards that have not been run. `origin` describes how
    /// the report came about: version, command line.
    pub fn to_gradescope(&self, origin: &impl Serialize) -> String {
        let tests = self.boards.iter().zip(1..).flat_map(|(board, number)| board.gradescope_tests(number));
        let execution_time = self.boards.iter().filter_map(G::seconds).sum();
        Results::new(execution_time, self.visible_summary(), tests.collect(), origin).to_json()
    }

    /// The summary of the boards that students may see, with the number of others.
    fn visible_summary(&self) -> String {
        match self.visible() {
            (_, None) => self.summary(),
            (visible, Some(others)) if visible.boards.is_empty() => others,
            (visible, Some(others)) => format!("{} · {others}", visible.summary()),
        }
    }

    /// Writes [`to_gradescope`](GradeReport::to_gradescope) to a file, atomically.
    pub fn write_gradescope(&self, path: &Path, origin: &impl Serialize) -> io::Result<()> {
        write_file(path, self.to_gradescope(origin).as_bytes())
    }
}
