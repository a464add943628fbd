//! The folder of generated boards.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use pathmax_lab::{GeneratedBoard, Generator, Manifest};
use pathmax_puzzles::Options;
use pathmax_puzzles::generation::Fact;
use serde::{Serialize, Serializer};

use crate::output::{Failure, write_output};

/// A folder of boards with their manifest. The manifest only lists boards that are in the folder, however the program ends.
pub struct Folder {
    path: PathBuf,
    /// How the boards were generated.
    about: String,
    algorithm: &'static str,
    heuristic: Option<String>,
    manifest: BTreeMap<String, Entry>,
    /// Number of boards that the written manifest does not list yet.
    unwritten: usize,
    /// Boards of an earlier run. Each is kept until it is replaced or the run is complete, so that a failure, such as a full
    /// disk, loses as few as possible.
    old: Vec<String>,
}

/// The entry of a board in the manifest.
#[derive(Serialize)]
struct Entry {
    cost: Option<u32>,
    expansions: u64,
    algorithm: &'static str,
    heuristic: Option<String>,
    /// The options of the board that its file does not contain.
    #[serde(skip_serializing_if = "Options::is_empty")]
    options: Options,
    /// Other facts about the board.
    #[serde(flatten, serialize_with = "as_map")]
    facts: Vec<(&'static str, Fact)>,
    about: String,
}

fn as_map<S: Serializer>(facts: &[(&'static str, Fact)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(facts.iter().map(|(name, fact)| (name, fact)))
}

impl Folder {
    /// Opens a folder and empties its manifest. Existing boards are an error unless `replace` is set.
    pub fn open(path: &Path, generator: &Generator, replace: bool) -> Result<Folder, Failure> {
        let cannot = |what: &str, error: std::io::Error| Failure::in_file(path, format!("{what}: {error}"));
        fs::create_dir_all(path).map_err(|error| cannot("the folder cannot be created", error))?;
        let old = existing(path, generator.puzzle.info().extension)
            .map_err(|error| cannot("the folder cannot be read", error))?;
        match old.first() {
            Some(first) if !replace => {
                let others = if old.len() > 1 { format!(" and {} more", old.len() - 1) } else { String::new() };
                let message = format!(
                    "{first}{others} would be overwritten; choose another folder, or replace them with --force"
                );
                return Err(Failure::in_file(path, message));
            }
            _ => {}
        }
        let algorithm = generator.search.algorithm.info();
        let heuristic = generator.heuristic.as_deref().unwrap_or(generator.puzzle.info().default_heuristic().name);
        let mut folder = Folder {
            path: path.to_path_buf(),
            about: format!("{} (pathmax {})", generator.command(), env!("CARGO_PKG_VERSION")),
            algorithm: algorithm.name,
            heuristic: algorithm.informed.then(|| heuristic.to_string()),
            manifest: BTreeMap::new(),
            unwritten: 0,
            old: old.into_iter().filter(|name| name != Manifest::NAME).collect(),
        };
        // Before any board is written: the manifest must not describe a board that has been replaced.
        folder.write_manifest()?;
        Ok(folder)
    }

    /// Writes a board. The manifest is written as a whole, so only when an eighth of the boards are missing in it;
    /// [`finish`](Folder::finish) adds the rest.
    pub fn add(&mut self, board: &GeneratedBoard) -> Result<(), Failure> {
        write_output(&self.path.join(&board.file), &board.text)?;
        let entry = Entry {
            cost: board.cost,
            expansions: board.expansions,
            algorithm: self.algorithm,
            heuristic: self.heuristic.clone(),
            facts: board.facts.iter().filter(|(name, _)| board.options.get(name).is_none()).cloned().collect(),
            options: board.options.clone(),
            about: self.about.clone(),
        };
        self.manifest.insert(board.file.clone(), entry);
        self.unwritten += 1;
        if self.unwritten * 8 >= self.manifest.len() { self.write_manifest() } else { Ok(()) }
    }

    /// Writes the complete manifest and removes the boards of an earlier run that it does not list.
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
        write_output(&self.path.join(Manifest::NAME), &(json + "\n"))?;
        self.unwritten = 0;
        Ok(())
    }
}

/// The manifest and the numbered boards of a folder, in order; the manifest first.
fn existing(path: &Path, extension: &str) -> std::io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(path)? {
        names.extend(entry?.file_name().into_string().ok());
    }
    let is_number = |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    let is_board =
        |name: &str| name.strip_suffix(extension).and_then(|name| name.strip_suffix('.')).is_some_and(is_number);
    names.retain(|name| name == Manifest::NAME || is_board(name));
    names.sort_by_key(|name| (name != Manifest::NAME, name.clone()));
    Ok(names)
}
