//! The folder that generated boards go into.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use pathmax_lab::{GeneratedBoard, Generator};
use pathmax_puzzles::generation::Fact;
use serde::{Serialize, Serializer};

use crate::output::{Failure, write_output};

const MANIFEST: &str = "manifest.json";

/// A folder of boards with their manifest. Whatever ends the program, the manifest describes boards that are there.
pub struct Folder {
    path: PathBuf,
    /// How the boards were made.
    about: String,
    algorithm: &'static str,
    heuristic: Option<String>,
    manifest: BTreeMap<String, Entry>,
    /// How many of its boards the written manifest does not name yet.
    unwritten: usize,
    /// Boards of an earlier run. Each stays until another takes its name or the run is complete, so that a failure, such as
    /// a full disk, loses none that it need not.
    old: Vec<String>,
}

/// What the manifest says of a board, under the name of its file.
#[derive(Serialize)]
struct Entry {
    cost: Option<u32>,
    expansions: u64,
    algorithm: &'static str,
    heuristic: Option<String>,
    #[serde(flatten, serialize_with = "as_map")]
    facts: Vec<(&'static str, Fact)>,
    about: String,
}

fn as_map<S: Serializer>(facts: &[(&'static str, Fact)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(facts.iter().map(|(name, fact)| (name, fact)))
}

impl Folder {
    /// Opens a folder and empties its manifest. Boards that are already there are an error, unless they may be replaced.
    pub fn open(path: &Path, generator: &Generator, replace: bool) -> Result<Folder, Failure> {
        let cannot = |what: &str, error: std::io::Error| Failure::in_file(path, format!("{what}: {error}"));
        fs::create_dir_all(path).map_err(|error| cannot("the folder cannot be made", error))?;
        let old =
            in_the_way(path, generator.puzzle.extension).map_err(|error| cannot("the folder cannot be read", error))?;
        match old.first() {
            Some(first) if !replace => {
                let others = if old.len() > 1 { format!(" and {} more", old.len() - 1) } else { String::new() };
                let message = format!("{first}{others} would be overwritten; choose another folder, or add --force");
                return Err(Failure::in_file(path, message));
            }
            _ => {}
        }
        let algorithm = generator.search.algorithm.info();
        let heuristic = generator.heuristic.as_deref().unwrap_or(generator.puzzle.default_heuristic().name);
        let mut folder = Folder {
            path: path.to_path_buf(),
            about: format!("{} (pathmax {})", generator.command(), env!("CARGO_PKG_VERSION")),
            algorithm: algorithm.name,
            heuristic: algorithm.informed.then(|| heuristic.to_string()),
            manifest: BTreeMap::new(),
            unwritten: 0,
            old: old.into_iter().filter(|name| name != MANIFEST).collect(),
        };
        // Before any board: a manifest must not describe a board that has been replaced.
        folder.write_manifest()?;
        Ok(folder)
    }

    /// Writes a board, and then the manifest if it lacks an eighth of the boards: each time the whole manifest is written
    /// and flushed to the disk. [`finish`](Folder::finish) adds the rest.
    pub fn add(&mut self, board: &GeneratedBoard) -> Result<(), Failure> {
        write_output(&self.path.join(&board.file), &board.board)?;
        let entry = Entry {
            cost: board.cost,
            expansions: board.expansions,
            algorithm: self.algorithm,
            heuristic: self.heuristic.clone(),
            facts: board.facts.clone(),
            about: self.about.clone(),
        };
        self.manifest.insert(board.file.clone(), entry);
        self.unwritten += 1;
        if self.unwritten * 8 >= self.manifest.len() { self.write_manifest() } else { Ok(()) }
    }

    /// Writes the complete manifest and removes the boards of an earlier run that it does not name.
    pub fn finish(&mut self) -> Result<(), Failure> {
        if self.unwritten > 0 {
            self.write_manifest()?;
        }
        for name in self.old.iter().filter(|name| !self.manifest.contains_key(*name)) {
            let path = self.path.join(name);
            fs::remove_file(&path).map_err(|error| Failure::in_file(&path, format!("cannot be removed: {error}")))?;
        }
        Ok(())
    }

    /// Replaces the manifest.
    fn write_manifest(&mut self) -> Result<(), Failure> {
        let json = serde_json::to_string_pretty(&self.manifest).map_err(Failure::new)?;
        write_output(&self.path.join(MANIFEST), &(json + "\n"))?;
        self.unwritten = 0;
        Ok(())
    }
}

/// The manifest and the numbered boards of a folder, in order; the manifest first.
fn in_the_way(path: &Path, extension: &str) -> std::io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(path)? {
        names.extend(entry?.file_name().into_string().ok());
    }
    let is_number = |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    let is_board =
        |name: &str| name.strip_suffix(extension).and_then(|name| name.strip_suffix('.')).is_some_and(is_number);
    names.retain(|name| name == MANIFEST || is_board(name));
    names.sort_by_key(|name| (name != MANIFEST, name.clone()));
    Ok(names)
}
