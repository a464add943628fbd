//! `manifest.json`: costs and options of the board files in a folder.

use std::collections::BTreeMap;
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

/// Costs and options of the board files in a folder, by file name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    /// The listed files, without those in other folders.
    pub files: BTreeMap<String, ManifestEntry>,
}

/// An entry of a manifest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ManifestEntry {
    /// The optimal cost, if it is stated.
    pub cost: Option<BestCost>,
    /// Options that the board file does not contain.
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
            let entry = ManifestEntry::read(&entry).map_err(|error| InputError::new(format!("{name:?}: {error}")))?;
            files.insert(name, entry);
        }
        Ok(Manifest { files })
    }

    /// The options of a board file in the manifest of its folder. A manifest that cannot be read has none.
    pub(crate) fn options_of(path: &Path) -> Options {
        let (Some(folder), Some(name)) = (path.parent(), path.file_name().and_then(|name| name.to_str())) else {
            return Options::default();
        };
        let manifest = Manifest::read(folder).ok().flatten().unwrap_or_default();
        manifest.files.get(name).map_or(Options::default(), |entry| entry.options.clone())
    }
}

impl ManifestEntry {
    fn read(entry: &Value) -> Result<ManifestEntry, String> {
        let cost = match entry.get("cost") {
            None if entry.is_object() => Ok(None),
            Some(cost) => BestCost::deserialize(cost).map(Some).map_err(drop),
            None => Err(()),
        };
        let cost = cost.map_err(|()| format!("the cost is not a whole number or null; write {RIGHT}"))?;
        let options = match entry.get("options") {
            None => Options::default(),
            Some(options) => Options::deserialize(options)
                .map_err(|_| r#"the options are not an object; write "options": {"spawn": true}"#)?,
        };
        Ok(ManifestEntry { cost, options })
    }
}
