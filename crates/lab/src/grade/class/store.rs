//! The results of students as files, which an interrupted run leaves for the next one.

use std::fmt::Display;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Class, StudentReport, Submission};
use crate::digest::sha256;
use crate::grade::{BoardGrader, BoardMark, BoardResult, GradeBoard, GradeReport};
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
struct Written<'a, G: BoardResult> {
    pathmax: &'a Value,
    settings: &'a Value,
    #[serde(flatten)]
    report: &'a StudentReport<G>,
}

/// What is read of such a file.
#[derive(Deserialize)]
struct Saved {
    settings: Value,
    submission: String,
    boards: Value,
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
    pub(super) fn write(
        &self,
        submission: &Submission,
        settings: &Value,
        report: &StudentReport<impl BoardResult>,
    ) -> io::Result<()> {
        let written = Written { pathmax: &self.origin, settings, report };
        let json = to_json(&written).map_err(io::Error::other)?;
        write_file(&self.path(submission), (json + "\n").as_bytes())
    }

    /// Fills a report with the results of an earlier run, if they are still valid.
    pub(super) fn restore<G: BoardResult>(
        &self,
        submission: &Submission,
        settings: &Value,
        digest: &str,
        report: &mut GradeReport<G>,
    ) -> Earlier {
        let path = self.path(submission);
        if self.regrades || !path.exists() {
            return Earlier::None;
        }
        let unreadable =
            |error: &dyn Display| Earlier::Outdated(format!("the earlier result cannot be read ({error})"));
        let saved = match read(&path) {
            Ok(saved) => saved,
            Err(error) => return unreadable(&error),
        };
        if let Some(what) = difference(settings, &saved.settings) {
            return Earlier::Outdated(what);
        }
        if saved.submission != digest {
            return Earlier::Outdated("the submission has changed".to_string());
        }
        let saved: Vec<G> = match serde_json::from_value(saved.boards) {
            Ok(boards) => boards,
            Err(error) => return unreadable(&error),
        };
        // The settings are the same, and with them the boards and their order.
        let boards = report.boards.iter_mut().zip(saved);
        let done = boards.filter(|(_, saved)| ![G::Mark::NOT_RUN, G::Mark::SETUP_FAILED].contains(&saved.mark()));
        Earlier::Kept(done.map(|(grade, saved)| grade.restore(saved)).count())
    }
}

fn read(path: &Path) -> io::Result<Saved> {
    serde_json::from_slice(&fs::read(path)?).map_err(io::Error::other)
}

/// The first setting in which two runs differ.
fn difference(now: &Value, before: &Value) -> Option<String> {
    let now = now.as_object()?;
    let differs = |(key, value): &(&String, &Value)| before.get(key.as_str()) != Some(value);
    let (key, _) = now.iter().filter(differs).min_by_key(|(key, _)| before.get(key.as_str()).is_some())?;
    Some(match key.as_str() {
        missing if before.get(missing).is_none() => {
            "the earlier result is of another kind (solver, heuristic)".to_string()
        }
        "version" => "the version of pathmax differs".to_string(),
        "commands" => "the command differs".to_string(),
        "answers" => "other answers are accepted".to_string(),
        other => format!("the {other} differ"),
    })
}

/// Everything besides the submission that marks depend on. Points are not part of it: they are computed from marks.
pub(super) fn settings<G: BoardGrader>(class: &Class<G>, boards: &[GradeBoard], known: &[G::Known]) -> Value {
    let grader = &class.grader;
    let board = |(board, known): (&GradeBoard, &G::Known)| {
        json!({
            "file": board.name.to_string_lossy(),
            "sha256": sha256(&board.contents),
            "options": board.board.options(),
            "known": grader.settings_of(board, known),
        })
    };
    let allowance = &grader.runner().allowance;
    let (name, own) = grader.settings();
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "commands": [grader.command(), class.setup.as_ref().map_or(&[][..], |setup| setup.command.words())],
        "limits": {
            "time_ms": u64::try_from(allowance.time.as_millis()).unwrap_or(u64::MAX),
            "memory": allowance.memory,
            "file_size": allowance.file_size,
        },
        name: own,
        "boards": boards.iter().zip(known).map(board).collect::<Vec<_>>(),
    })
}
