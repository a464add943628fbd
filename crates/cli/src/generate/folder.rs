//! The folder of generated boards.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use pathmax_lab::{AnyBoard, BoardCost, GeneratedBoard, Manifest, Puzzle, Reading, Registry};
use pathmax_puzzles::Options;
use pathmax_puzzles::generation::Fact;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::output::{Failure, write_output};

/// What happens to boards that are in the folder already.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// They are an error.
    Refuse,
    /// They are replaced.
    Replace,
    /// They stay, and so do their entries in the manifest.
    Keep,
}

/// A folder of boards with their manifest. The manifest only lists boards that are in the folder, however the program ends.
pub struct Folder {
    path: PathBuf,
    puzzle: Puzzle,
    manifest: BTreeMap<String, Row>,
    /// Number of boards that the written manifest does not list yet.
    unwritten: usize,
    /// Boards of an earlier run to be removed. Each is kept until it is replaced or the run is complete, so that a failure,
    /// such as a full disk, loses as few as possible.
    old: Vec<String>,
    /// Whether boards of an earlier run stay.
    keeps: bool,
}

/// A row of the manifest: of a new board, or as it was before.
#[derive(Serialize)]
#[serde(untagged)]
enum Row {
    New(Box<Entry>),
    Old(Box<RawValue>),
}

/// The entry of a board in the manifest.
#[derive(Serialize)]
struct Entry {
    #[serde(flatten)]
    cost: BoardCost,
    #[serde(flatten)]
    search: Option<SearchEntry>,
    /// The options of the board that its file does not contain.
    #[serde(skip_serializing_if = "Options::is_empty")]
    options: Options,
    /// Other facts about the board.
    #[serde(flatten, serialize_with = "as_map")]
    facts: Vec<(&'static str, Fact)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tier: Option<String>,
    about: String,
}

/// The search that solved a board.
#[derive(Serialize)]
struct SearchEntry {
    expansions: u64,
    algorithm: Option<String>,
    heuristic: Option<&'static str>,
}

fn as_map<S: Serializer>(facts: &[(&'static str, Fact)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(facts.iter().map(|(name, fact)| (name, fact)))
}

impl Folder {
    /// Opens a folder for boards whose file names begin with one of these prefixes. Unless boards stay, empties its manifest.
    pub fn open(path: &Path, puzzle: Puzzle, prefixes: &[String], existing: Existing) -> Result<Folder, Failure> {
        let cannot = |what: &str, error: std::io::Error| Failure::in_file(path, format!("{what}: {error}"));
        fs::create_dir_all(path).map_err(|error| cannot("the folder cannot be created", error))?;
        let names = names_in(path).map_err(|error| cannot("the folder cannot be read", error))?;
        let mut folder = Folder {
            path: path.to_path_buf(),
            puzzle,
            manifest: BTreeMap::new(),
            unwritten: 0,
            old: Vec::new(),
            keeps: existing == Existing::Keep,
        };
        if existing == Existing::Keep {
            folder.manifest = folder.read_manifest()?;
            return Ok(folder);
        }
        let listed = Manifest::read(path).ok().flatten().unwrap_or_default();
        let is_board = |name: &str| {
            prefixes.iter().any(|prefix| folder.number_of(name, prefix).is_some())
                || listed.files.contains_key(name) && folder.is_numbered(name)
        };
        let in_the_way: Vec<&String> = names.iter().filter(|name| *name == Manifest::NAME || is_board(name)).collect();
        if let (Some(first), Existing::Refuse) = (in_the_way.first(), existing) {
            let others =
                if in_the_way.len() > 1 { format!(" and {} more", in_the_way.len() - 1) } else { String::new() };
            let message = format!(
                "{first}{others} would be overwritten; choose another folder, replace them with --force, or add boards \
                 with --append"
            );
            return Err(Failure::in_file(path, message));
        }
        folder.old = names.iter().filter(|name| is_board(name)).cloned().collect();
        // Before any board is written: the manifest must not describe a board that has been replaced.
        folder.write_manifest()?;
        Ok(folder)
    }

    /// The rows of the manifest, if there is one.
    fn read_manifest(&self) -> Result<BTreeMap<String, Row>, Failure> {
        let path = self.path.join(Manifest::NAME);
        // What other commands would refuse is refused here, too.
        if Manifest::read(&self.path).map_err(|error| Failure::in_file(&path, error))?.is_none() {
            return Ok(BTreeMap::new());
        }
        let text = fs::read_to_string(&path).map_err(|error| Failure::in_file(&path, error))?;
        let rows: BTreeMap<String, Box<RawValue>> = serde_json::from_str(text.trim_start_matches('\u{feff}'))
            .map_err(|error| Failure::in_file(&path, error))?;
        Ok(rows.into_iter().map(|(name, row)| (name, Row::Old(row))).collect())
    }

    /// The boards of the puzzle that stay in the folder.
    pub fn known_boards(&self, registry: &Registry) -> Vec<AnyBoard> {
        let reading = Reading { puzzle: Some(self.puzzle), ..Reading::default() };
        let is_board = |name: &String| name.ends_with(&format!(".{}", self.puzzle.info().extension));
        let names = if self.keeps { names_in(&self.path).unwrap_or_default() } else { Vec::new() };
        let boards = names.iter().filter(|name| is_board(name) && *name != Manifest::NAME);
        boards.filter_map(|name| Some(registry.load(&self.path.join(name), &reading).ok()?.board)).collect()
    }

    /// The number of the next board whose file name begins with this prefix.
    pub fn next_number(&self, prefix: &str) -> u32 {
        let names = if self.keeps { names_in(&self.path).unwrap_or_default() } else { Vec::new() };
        let listed = if self.keeps { self.manifest.keys().cloned().collect() } else { Vec::new() };
        let last = names.iter().chain(&listed).filter_map(|name| self.number_of(name, prefix)).max();
        last.map_or(1, |last| last.saturating_add(1))
    }

    /// The number in a file name that begins with this prefix.
    fn number_of(&self, name: &str, prefix: &str) -> Option<u32> {
        let digits = name.strip_prefix(prefix)?.strip_suffix(self.puzzle.info().extension)?.strip_suffix('.')?;
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
    }

    /// Whether a file name ends in a number and the extension of the puzzle.
    fn is_numbered(&self, name: &str) -> bool {
        let stem = name.strip_suffix(self.puzzle.info().extension).and_then(|name| name.strip_suffix('.'));
        stem.is_some_and(|stem| stem.ends_with(|character: char| character.is_ascii_digit()))
    }

    /// Writes a board of a tier; `command` generates it. The manifest is written as a whole, so only when an eighth of the
    /// boards are missing in it; [`finish`](Folder::finish) adds the rest.
    pub fn add(&mut self, board: &GeneratedBoard, tier: Option<&str>, command: &str) -> Result<(), Failure> {
        write_output(&self.path.join(&board.file), &board.text)?;
        let search = board.expansions.map(|expansions| SearchEntry {
            expansions,
            algorithm: board.algorithm.clone(),
            heuristic: board.heuristic,
        });
        let entry = Entry {
            cost: board.cost.clone(),
            search,
            facts: board.facts.iter().filter(|(name, _)| board.options.get(name).is_none()).cloned().collect(),
            options: board.options.clone(),
            tier: tier.map(str::to_string),
            about: format!("{command} (pathmax {})", env!("CARGO_PKG_VERSION")),
        };
        self.manifest.insert(board.file.clone(), Row::New(Box::new(entry)));
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

/// The names of the files in a folder, in order; the manifest first.
fn names_in(path: &Path) -> std::io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(path)? {
        names.extend(entry?.file_name().into_string().ok());
    }
    names.sort_by_key(|name| (name != Manifest::NAME, name.clone()));
    Ok(names)
}
