//! The boards of a folder that submissions are graded on.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::Path;

use pathmax::Cost;
use pathmax_puzzles::input::{InputError, Position, decode};
use pathmax_puzzles::{Instance, Reading};
use serde_json::Value;

use super::GradeError;
use crate::read::{LoadError, load_answer as read_bytes};

/// How the names of board files end.
const EXTENSIONS: [&str; 3] = ["json", "csv", "txt"];

/// What a board's best plan costs; none where there is no solution.
pub type BestCost = Option<Cost>;

/// A board that submissions are graded on.
#[derive(Clone, Debug)]
pub struct GradeBoard {
    /// Its file's name.
    pub name: OsString,
    /// What the file holds.
    pub contents: Vec<u8>,
    /// The board.
    pub instance: Instance,
    /// What the manifest says of it, if it does.
    pub manifest: Option<BestCost>,
}

/// The boards of a folder.
#[derive(Clone, Debug)]
pub struct GradeBoards {
    /// The boards, by name.
    pub boards: Vec<GradeBoard>,
    /// Remarks on files that were left out, and on boards that are good but odd.
    pub notes: Vec<String>,
}

impl GradeBoards {
    /// The file with the best costs, if a folder has one.
    pub const MANIFEST: &str = "manifest.json";

    /// Reads the boards of a folder, not of the folders in it.
    ///
    /// If there is a `manifest.json`, these are the files that it names. Else they are all files whose names end in
    /// `.json`, `.csv` or `.txt`, but for hidden ones and those that do not look like boards. A file that looks like one
    /// and is broken is an error: a board must not be left out in silence.
    pub fn read(folder: &Path, reading: &Reading) -> Result<GradeBoards, GradeError> {
        if !folder.is_dir() {
            let what = if folder.exists() { "this is not a folder" } else { "there is no such folder" };
            return Err(GradeError::in_file(folder, format_args!("{what}; give the folder with the boards")));
        }
        let mut boards = GradeBoards { boards: Vec::new(), notes: Vec::new() };
        match read_manifest(folder)? {
            Some(manifest) => {
                for (name, best) in manifest {
                    boards.add(folder, name.into(), reading, best, true)?;
                }
            }
            None => {
                for name in candidates(folder)? {
                    boards.add(folder, name, reading, None, false)?;
                }
            }
        }
        if boards.boards.is_empty() {
            return Err(GradeError::in_file(folder, "there is no board in this folder (.json, .csv or .txt)"));
        }
        Ok(boards)
    }

    fn add(
        &mut self,
        folder: &Path,
        name: OsString,
        reading: &Reading,
        manifest: Option<BestCost>,
        must: bool,
    ) -> Result<(), GradeError> {
        let path = folder.join(&name);
        let wrong = |error: LoadError| GradeError::in_file(&path, error);
        let contents = read_bytes(&path).map_err(wrong)?;
        let parsed = decode(&contents).and_then(|text| {
            let unlike = !must && reading.puzzle.is_none() && Instance::recognise(text).is_none();
            if unlike { Ok(None) } else { Instance::parse(text, reading).map(Some) }
        });
        match parsed.map_err(|error| wrong(LoadError::Input(error)))? {
            None => self.notes.push(format!("{}: left out, as it does not look like a board", path.display())),
            Some(parsed) => {
                self.notes.extend(parsed.notes.iter().map(|note| format!("{}: {note}", path.display())));
                self.boards.push(GradeBoard { name, contents, instance: parsed.instance, manifest });
            }
        }
        Ok(())
    }
}

/// The files that may be boards, by name.
fn candidates(folder: &Path) -> Result<Vec<OsString>, GradeError> {
    let wrong = |error: std::io::Error| GradeError::in_file(folder, LoadError::Io(error));
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        let Some(name) = path.file_name() else { continue };
        let shown = name.to_string_lossy().to_lowercase();
        let has_extension =
            path.extension().is_some_and(|end| EXTENSIONS.iter().any(|known| end.eq_ignore_ascii_case(known)));
        if has_extension && !shown.starts_with('.') && !shown.starts_with("readme") && path.is_file() {
            names.push(name.to_os_string());
        }
    }
    names.sort();
    Ok(names)
}

/// File names, with the best cost where it is told.
type Manifest = BTreeMap<String, Option<BestCost>>;

/// What the manifest says of each file, if there is one. Files in other folders are no concern of ours.
fn read_manifest(folder: &Path) -> Result<Option<Manifest>, GradeError> {
    let path = folder.join(GradeBoards::MANIFEST);
    let right = r#"{"board.json": {"cost": 8}, …}, with null for a board without a solution"#;
    let wrong = |message: String| GradeError::in_file(&path, message);
    let bytes = match read_bytes(&path) {
        Err(LoadError::Io(error)) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        result => result.map_err(|error| GradeError::in_file(&path, error))?,
    };
    let text = decode(&bytes).map_err(|error| wrong(error.to_string()))?;
    let value: Value = serde_json::from_str(text).map_err(|error| {
        let told = error.to_string();
        let message = format!("{}; write {right}", told.split(" at line ").next().unwrap_or(&told));
        wrong(InputError::new(message).at(Position::of_json_error(text, &error)).to_string())
    })?;
    let Value::Object(entries) = value else { return Err(wrong(format!("this is not an object; write {right}"))) };
    let mut manifest = BTreeMap::new();
    for (name, entry) in entries.into_iter().filter(|(name, _)| !name.contains(['/', '\\'])) {
        let best = match entry.get("cost") {
            None if entry.is_object() => None,
            Some(Value::Null) => Some(None),
            Some(Value::Number(cost)) if cost.as_u64().is_some_and(|cost| cost <= u64::from(u32::MAX)) => {
                Some(cost.as_u64().map(|cost| cost as Cost))
            }
            _ => return Err(wrong(format!("{name:?}: the cost is not a whole number or null; write {right}"))),
        };
        manifest.insert(name, best);
    }
    Ok(Some(manifest))
}
