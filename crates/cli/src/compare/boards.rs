//! Board files and folders of them.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use pathmax_lab::{AnyBoard, LoadError, Manifest, Reading, Registry, load_answer};
use pathmax_puzzles::input::decode;

use crate::output::{Failure, name_of, remark};
use crate::solve::load_file;

/// A board with its name.
pub type Board = (String, AnyBoard);

/// Reads all files and the boards of all folders. Returns the boards and their paths; a file that is given twice counts once.
/// `notes` prints remarks on unusual files.
pub fn load(
    registry: &Registry,
    files: &[PathBuf],
    reading: &Reading,
    notes: bool,
) -> Result<(Vec<Board>, Vec<PathBuf>), Failure> {
    let mut found = Found { registry, reading, notes, seen: Vec::new(), boards: Vec::new() };
    for file in files {
        if file.is_dir() { found.add_folder(file)? } else { found.add_file(file)? }
    }
    let paths: Vec<&Path> = found.boards.iter().map(|(path, _)| path.as_path()).collect();
    let names = short_names(&paths);
    let boards = names.into_iter().zip(found.boards);
    Ok(boards.map(|(name, (path, board))| ((name, board), path)).unzip())
}

/// The boards found so far.
struct Found<'a> {
    registry: &'a Registry,
    reading: &'a Reading,
    notes: bool,
    seen: Vec<PathBuf>,
    boards: Vec<(PathBuf, AnyBoard)>,
}

impl Found<'_> {
    fn add_file(&mut self, path: &Path) -> Result<(), Failure> {
        if self.is_new(path) {
            let parsed = load_file(self.registry, path, self.reading, self.notes)?;
            self.boards.push((path.to_path_buf(), parsed.board));
        }
        Ok(())
    }

    /// Adds the boards of a folder. Other files are skipped with a note.
    fn add_folder(&mut self, folder: &Path) -> Result<(), Failure> {
        let mut any = false;
        for path in files_in(folder)? {
            match self.registry.load(&path, self.reading) {
                Ok(parsed) => {
                    any = true;
                    if self.is_new(&path) {
                        parsed.notes.iter().for_each(|note| self.note(&path, note));
                        self.boards.push((path, parsed.board));
                    }
                }
                Err(error) if self.is_ambiguous(&path) => return Err(Failure::in_file(&path, error)),
                Err(error) => self.note(&path, format_args!("skipped: {error}")),
            }
        }
        if any {
            Ok(())
        } else {
            Err(Failure::in_file(folder, "there is no board in this folder (its subfolders are not searched)"))
        }
    }

    /// Whether a file looks like a board of several puzzles.
    fn is_ambiguous(&self, path: &Path) -> bool {
        let candidates =
            |bytes: Vec<u8>| decode(&bytes).map(|text| self.registry.candidates(text).len()).map_err(LoadError::Input);
        self.reading.puzzle.is_none() && load_answer(path).and_then(candidates).is_ok_and(|number| number > 1)
    }

    /// Whether this file was not added before, by any path.
    fn is_new(&mut self, path: &Path) -> bool {
        let real = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let new = !self.seen.contains(&real);
        if new {
            self.seen.push(real)
        } else {
            self.note(path, "given twice; counted once")
        }
        new
    }

    fn note(&self, path: &Path, what: impl Display) {
        if self.notes {
            remark(format_args!("note: {}: {what}", name_of(path)));
        }
    }
}

/// The files of a folder in order, without hidden files and the manifest.
fn files_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failure = |error| Failure::in_file(folder, format_args!("the folder cannot be read: {error}"));
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failure)? {
        let path = entry.map_err(failure)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_file() && !name.starts_with('.') && name != Manifest::NAME {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The names of the boards: their paths without the common folders.
fn short_names(paths: &[&Path]) -> Vec<String> {
    let folder = |path: &Path| path.parent().unwrap_or(Path::new("")).to_path_buf();
    let mut files = paths.iter().filter(|path| **path != Path::new("-"));
    let mut shared = files.next().map(|path| folder(path)).unwrap_or_default();
    for path in files {
        let same = shared.components().zip(folder(path).components()).take_while(|(a, b)| a == b).count();
        shared = shared.components().take(same).collect();
    }
    paths.iter().map(|path| name_of(path.strip_prefix(&shared).unwrap_or(path))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(paths: &[&str]) -> Vec<String> {
        short_names(&paths.iter().map(Path::new).collect::<Vec<_>>())
    }

    #[test]
    fn names_leave_out_what_all_share() {
        assert_eq!(names(&["a/b/x.json", "a/b/y.json"]), ["x.json", "y.json"]);
        assert_eq!(names(&["a/b/x.json", "a/c/x.json"]), ["b/x.json", "c/x.json"]);
        assert_eq!(names(&["/a/x.json", "b/x.json"]), ["/a/x.json", "b/x.json"]);
        assert_eq!(names(&["a/x.json", "x.json"]), ["a/x.json", "x.json"]);
        assert_eq!(names(&["a/b/x.json", "-"]), ["x.json", "standard input"]);
        assert_eq!(names(&["x.json"]), ["x.json"]);
    }
}
