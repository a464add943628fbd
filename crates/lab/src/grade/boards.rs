//! The boards of a folder that submissions are graded on.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;

use itertools::Itertools;
use pathmax::Cost;
use pathmax_puzzles::Replay;
use pathmax_puzzles::input::decode;

use super::{GradeError, ScoringKeys};
use crate::read::{LoadError, load_answer as read_bytes};
use crate::{AnyBoard, BestCost, Manifest, ManifestEntry, Reading, Registry};

/// A board that submissions are graded on.
#[derive(Clone, Debug)]
pub struct GradeBoard {
    /// The file name.
    pub name: OsString,
    /// The contents of the file.
    pub contents: Vec<u8>,
    /// The board.
    pub board: AnyBoard,
    /// The optimal cost in the manifest, if any.
    pub manifest: Option<BestCost>,
    /// The scoring in the manifest, with the folder's defaults.
    pub scoring: ScoringKeys,
    /// The cost of the plan in the manifest, if any. The plan has been replayed.
    pub plan: Option<Cost>,
}

/// The boards of a folder.
#[derive(Clone, Debug)]
pub struct GradeBoards {
    /// The boards, by name.
    pub boards: Vec<GradeBoard>,
    /// Notes on skipped files, and on oddities of boards.
    pub notes: Vec<String>,
    /// Number of decimals of scores in the manifest, if stated.
    pub decimals: Option<u32>,
}

impl GradeBoards {
    /// Reads the boards of a folder, without its subfolders.
    ///
    /// If there is a `manifest.json`, these are the files that it lists; else all files with the extension of a puzzle,
    /// except hidden ones and those that do not look like boards. A file that looks like a board and is invalid is an error.
    pub fn read(registry: &Registry, folder: &Path, reading: &Reading) -> Result<GradeBoards, GradeError> {
        if !folder.is_dir() {
            let what = if folder.exists() { "this is not a folder" } else { "there is no such folder" };
            return Err(GradeError::in_file(folder, format_args!("{what}; give the folder with the boards")));
        }
        let mut boards = GradeBoards { boards: Vec::new(), notes: Vec::new(), decimals: None };
        let manifest = Manifest::read(folder);
        match manifest.map_err(|error| GradeError::in_file(&folder.join(Manifest::NAME), error))? {
            Some(manifest) => {
                boards.decimals = manifest.decimals;
                for (name, mut entry) in manifest.files {
                    entry.scoring = entry.scoring.or(&manifest.scoring);
                    boards.add(registry, &folder.join(name), reading, Some(entry))?;
                }
            }
            None => {
                for name in candidates(registry, folder)? {
                    boards.add(registry, &folder.join(name), reading, None)?;
                }
            }
        }
        if boards.boards.is_empty() {
            return Err(GradeError::in_file(
                folder,
                format_args!("there is no board in this folder ({})", extensions(registry)),
            ));
        }
        Ok(boards)
    }

    /// Adds a board. A file listed in the manifest must be one; others are skipped if they are not.
    fn add(
        &mut self,
        registry: &Registry,
        path: &Path,
        reading: &Reading,
        entry: Option<ManifestEntry>,
    ) -> Result<(), GradeError> {
        let wrong = |error: LoadError| GradeError::in_file(path, error);
        let contents = read_bytes(path).map_err(wrong)?;
        let must_be_board = entry.is_some() || reading.puzzle.is_some();
        let ManifestEntry { cost: manifest, options, scoring, plan } = entry.unwrap_or_default();
        let reading = Reading { options: reading.options.clone().or(&options), ..reading.clone() };
        let parsed = decode(&contents).and_then(|text| {
            let is_board = must_be_board || !registry.candidates(text).is_empty();
            is_board.then(|| registry.parse(text, &reading)).transpose()
        });
        match parsed.map_err(|error| wrong(LoadError::Input(error)))? {
            None => self.notes.push(format!("{}: skipped, because it does not look like a board", path.display())),
            Some(parsed) => {
                let name = path.file_name().unwrap_or_default().to_os_string();
                self.notes.extend(parsed.notes.iter().map(|note| format!("{}: {note}", path.display())));
                let plan = plan.map(|plan| replayed(path, &parsed.board, &plan)).transpose()?;
                self.boards.push(GradeBoard { name, contents, board: parsed.board, manifest, scoring, plan });
            }
        }
        Ok(())
    }
}

/// The cost of a plan of the manifest, which must solve its board.
fn replayed(path: &Path, board: &AnyBoard, plan: &[String]) -> Result<Cost, GradeError> {
    let wrong = |why: String| {
        let message = format!("the plan in {} does not solve the board: {why}; correct or remove it", Manifest::NAME);
        Err(GradeError::in_file(path, message))
    };
    match board.replay(&plan.join("\n")) {
        Ok(Replay { cost, solved: true }) => Ok(cost),
        Ok(_) => wrong("the goal is not reached".to_string()),
        Err(error) => wrong(error.to_string()),
    }
}

/// The files that may be boards, sorted by name.
fn candidates(registry: &Registry, folder: &Path) -> Result<Vec<OsString>, GradeError> {
    let wrong = |error: std::io::Error| GradeError::in_file(folder, LoadError::Io(error));
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        let Some(name) = path.file_name() else { continue };
        let shown = name.to_string_lossy().to_lowercase();
        let is_known = |end: &OsStr| registry.puzzles().any(|puzzle| end.eq_ignore_ascii_case(puzzle.info().extension));
        let has_extension = path.extension().is_some_and(is_known);
        if has_extension && !shown.starts_with('.') && !shown.starts_with("readme") && path.is_file() {
            names.push(name.to_os_string());
        }
    }
    names.sort();
    Ok(names)
}

/// The extensions of board files: `.json, .csv or .txt`.
fn extensions(registry: &Registry) -> String {
    let mut all: Vec<&str> = registry.puzzles().map(|puzzle| puzzle.info().extension).unique().collect();
    let last = all.pop().unwrap_or_default();
    if all.is_empty() { format!(".{last}") } else { format!(".{} or .{last}", all.join(", .")) }
}
