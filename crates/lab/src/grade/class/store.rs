//! The results of students as files, which an interrupted run leaves for the next one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use pathmax::Cost;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::submissions::hex;
use super::{Class, StudentReport, Submission};
use crate::grade::{Bests, BoardGrade, GradeBoard, GradeReport, Mark};
use crate::json::to_json;
use crate::write::write_file;

/// A folder with one JSON file per student.
#[derive(Clone, Debug)]
pub struct ResultStore {
    /// The folder, which exists.
    pub folder: PathBuf,
    /// How the results come about (version, command line), for the files.
    pub origin: Value,
    /// Whether earlier results are ignored.
    pub regrades: bool,
}

/// The file of a student.
#[derive(Serialize)]
struct Written<'a> {
    pathmax: &'a Value,
    settings: &'a Value,
    #[serde(flatten)]
    report: &'a StudentReport,
}

/// What is read of such a file.
#[derive(Deserialize)]
struct Saved {
    settings: Value,
    submission: String,
    boards: Vec<SavedBoard>,
}

#[derive(Deserialize)]
struct SavedBoard {
    mark: Mark,
    cost: Option<Cost>,
    line: Option<usize>,
    detail: String,
    seconds: Option<f64>,
    cpu_seconds: Option<f64>,
    peak_memory: Option<u64>,
}

/// What an earlier run has left for a student.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Earlier {
    /// No result.
    #[default]
    None,
    /// Results of this many boards, which are kept.
    Kept(usize),
    /// A result that does not count any more, for this reason.
    Outdated(String),
}

impl ResultStore {
    /// The file of a submission.
    pub fn path(&self, submission: &Submission) -> PathBuf {
        self.folder.join(format!("{}.json", submission.stem))
    }

    /// Writes the result of a student.
    pub(super) fn write(&self, submission: &Submission, settings: &Value, report: &StudentReport) -> io::Result<()> {
        let written = Written { pathmax: &self.origin, settings, report };
        let json = to_json(&written).map_err(io::Error::other)?;
        write_file(&self.path(submission), (json + "\n").as_bytes())
    }

    /// Fills a report with the results of an earlier run, if they are still valid.
    pub(super) fn restore(
        &self,
        submission: &Submission,
        settings: &Value,
        digest: &str,
        report: &mut GradeReport,
    ) -> Earlier {
        let path = self.path(submission);
        if self.regrades || !path.exists() {
            return Earlier::None;
        }
        let saved = match read(&path) {
            Ok(saved) => saved,
            Err(error) => return Earlier::Outdated(format!("the earlier result cannot be read ({error})")),
        };
        if let Some(what) = difference(settings, &saved.settings) {
            return Earlier::Outdated(what);
        }
        if saved.submission != digest {
            return Earlier::Outdated("the submission has changed".to_string());
        }
        // The settings are the same, and with them the boards and their order.
        let boards = report.boards.iter_mut().zip(saved.boards);
        let done = boards.filter(|(_, saved)| ![Mark::NotRun, Mark::SetupFailed].contains(&saved.mark));
        Earlier::Kept(done.map(|(grade, saved)| saved.restore(grade)).count())
    }
}

fn read(path: &Path) -> io::Result<Saved> {
    serde_json::from_slice(&fs::read(path)?).map_err(io::Error::other)
}

impl SavedBoard {
    fn restore(self, grade: &mut BoardGrade) {
        (grade.mark, grade.cost, grade.line, grade.detail) = (self.mark, self.cost, self.line, self.detail);
        (grade.seconds, grade.cpu_seconds, grade.peak_memory) = (self.seconds, self.cpu_seconds, self.peak_memory);
    }
}

/// The first setting in which two runs differ.
fn difference(now: &Value, before: &Value) -> Option<String> {
    let now = now.as_object()?;
    let differs = |(key, value): &(&String, &Value)| before.get(key.as_str()) != Some(value);
    let (key, _) = now.iter().find(differs)?;
    Some(match key.as_str() {
        "version" => "the version of pathmax differs".to_string(),
        "commands" => "the command differs".to_string(),
        "answers" => "other answers are accepted".to_string(),
        other => format!("the {other} differ"),
    })
}

/// Everything besides the submission that marks depend on. Points are not part of it: they are computed from marks.
pub(super) fn settings(class: &Class, boards: &[GradeBoard], bests: &Bests) -> Value {
    let grader = &class.grader;
    let board = |(board, best): (&GradeBoard, &super::super::BoardBest)| {
        let known = [best.cost(), best.found.bound, best.found.cost];
        json!({
            "file": board.name.to_string_lossy(),
            "sha256": hex(&Sha256::digest(&board.contents)),
            "options": board.board.options(),
            "best": known,
        })
    };
    let allowance = &grader.runner.allowance;
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "commands": [grader.command.words(), class.setup.as_ref().map(|setup| setup.command.words())],
        "limits": {
            "time_ms": u64::try_from(allowance.time.as_millis()).unwrap_or(u64::MAX),
            "memory": allowance.memory,
            "file_size": allowance.file_size,
        },
        "answers": { "lenient": grader.checker.lenient, "unsolvable": grader.unsolvable_answers },
        "boards": boards.iter().zip(&bests.0).map(board).collect::<Vec<_>>(),
    })
}
