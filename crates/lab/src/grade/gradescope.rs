//! The results file of Gradescope's autograders.
//!
//! # References
//! - <https://gradescope-autograders.readthedocs.io/en/latest/specs/#output-format>

use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use super::{GradeReport, Mark};

#[derive(Serialize)]
struct Results<'a> {
    execution_time: f64,
    output: String,
    output_format: &'static str,
    /// What the grader prints is for teachers.
    stdout_visibility: &'static str,
    tests: Vec<Test<'a>>,
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
    visibility: &'static str,
}

impl GradeReport {
    /// The report as Gradescope's `results.json`: a test a board, those that have not been run with a score of 0.
    pub fn to_gradescope(&self) -> String {
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
                max_score: 1.0,
                status: if board.mark == Mark::Optimal { "passed" } else { "failed" },
                name: &board.file,
                number: number.to_string(),
                output,
                output_format: "text",
                visibility: "visible",
            }
        });
        let results = Results {
            execution_time: self.boards.iter().filter_map(|board| board.seconds).sum(),
            output: self.summary(),
            output_format: "text",
            stdout_visibility: "hidden",
            tests: tests.collect(),
        };
        // Nothing in it can fail to be written.
        serde_json::to_string_pretty(&results).unwrap_or_default() + "\n"
    }

    /// Writes [`to_gradescope`](GradeReport::to_gradescope) to a file, which holds the old results or the new ones at
    /// any moment, whatever happens.
    pub fn write_gradescope(&self, path: &Path) -> io::Result<()> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if !folder.is_dir() {
            return Err(io::Error::new(io::ErrorKind::NotFound, format!("there is no folder {}", folder.display())));
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(".results");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(std::fs::Permissions::from_mode(0o644));
        }
        // The error would name a file that nobody knows.
        let mut file = builder.tempfile_in(folder).map_err(|error| io::Error::from(error.kind()))?;
        file.write_all(self.to_gradescope().as_bytes())?;
        file.as_file().sync_all()?;
        file.persist(path)?;
        Ok(())
    }
}
