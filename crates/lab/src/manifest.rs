//! `manifest.json`: what is known of the board files in a folder.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::Path;

use pathmax::Cost;
use pathmax_puzzles::Options;
use pathmax_puzzles::input::{InputError, Position, decode};
use serde::Deserialize;
use serde_json::Value;

use crate::read::{LoadError, load_answer as read_bytes};

/// The optimal cost of a board; `None` if it has no solution.
pub type BestCost = Option<Cost>;

/// What is known of the board files in a folder, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    /// The files that the manifest lists, without those in other folders.
    pub files: BTreeMap<String, ManifestEntry>,
}

/// What a manifest says of a board file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ManifestEntry {
    /// The optimal cost, if it is stated.
    pub cost: Option<BestCost>,
    /// Options of the puzzle that the file does not contain.
    pub options: Options,
}

const RIGHT: &str = r#"{"board.json": {"cost": 8}, …}, with null for a board without a solution"#;

impl Manifest {
    /// The name of the file.
    pub const NAME: &str = "manifest.json";

    /// The manifest of a folder, if it has one.
    pub fn read(folder: &Path) -> Result<Option<Manifest>, LoadError> {
        let bytes = match read_bytes(&folder.join(Self::NAME)) {
            Err(LoadError::Io(error)) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            result => result?,
        };
        decode(&bytes).and_then(Manifest::parse).map(Some).map_err(LoadError::Input)
    }

    /// Reads a manifest.
    pub fn parse(text: &str) -> Result<Manifest, InputError> {
        let value: Value = serde_json::from_str(text).map_err(|error| {
            let message = error.to_string();
            let message = format!("{}; write {RIGHT}", message.split(" at line ").next().unwrap_or(&message));
            InputError::new(message).at(Position::of_json_error(text, &error))
        })?;
        let Value::Object(entries) = value else {
            return Err(InputError::new(format!("this is not an object; write {RIGHT}")));
        };
        let mut files = BTreeMap::new();
        for (name, entry) in entries.into_iter().filter(|(name, _)| !name.contains(['/', '\\'])) {
            let entry = ManifestEntry::read(&entry).map_err(|wrong| InputError::new(format!("{name:?}: {wrong}")))?;
            files.insert(name, entry);
        }
        Ok(Manifest { files })
    }

    /// The options of a board file that the manifest of its folder states, if there is one that lists the file. A manifest
    /// that cannot be read states nothing.
    pub(crate) fn options_of(path: &Path) -> Options {
        let (Some(folder), Some(name)) = (path.parent(), path.file_name().and_then(|name| name.to_str())) else {
            return Options::default();
        };
        let manifest = Manifest::read(folder).ok().flatten().unwrap_or_default();
        manifest.files.get(name).map_or(Options::default(), |entry| entry.options.clone())
    }
}

impl ManifestEntry {
    fn read(entry: &Value) -> Result<ManifestEntry, Wrong> {
        let cost = match entry.get("cost") {
            None if entry.is_object() => None,
            Some(Value::Null) => Some(None),
            Some(Value::Number(cost)) => match cost.as_u64().and_then(|cost| Cost::try_from(cost).ok()) {
                Some(cost) => Some(Some(cost)),
                None => return Err(Wrong::Cost),
            },
            _ => return Err(Wrong::Cost),
        };
        let options = match entry.get("options") {
            None => Options::default(),
            Some(options) => Options::deserialize(options).map_err(|_| Wrong::Options)?,
        };
        Ok(ManifestEntry { cost, options })
    }
}

/// What is wrong with an entry.
enum Wrong {
    Cost,
    Options,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Cost => write!(f, "the cost is not a whole number or null; write {RIGHT}"),
            Wrong::Options => f.write_str(r#"the options are not an object; write "options": {"spawn": true}"#),
        }
    }
}
