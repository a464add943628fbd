//! `manifest.json`: costs, options and scoring of the board files in a folder.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use pathmax::Cost;
use pathmax_puzzles::Options;
use pathmax_puzzles::input::{InputError, Position, decode};
use serde::Deserialize;
use serde_json::Value;

use crate::BoardCost;
use crate::grade::scoring::{ScoringKeys, read_decimals};
use crate::grade::{ExpansionRatios, HeuristicPoints};
use crate::read::{LoadError, load_answer as read_bytes};

/// The optimal cost of a board; `None` if it has no solution.
pub type BestCost = Option<Cost>;

/// Costs, options and scoring of the board files in a folder, by file name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Manifest {
    /// The listed files, without those in other folders.
    pub files: BTreeMap<String, ManifestEntry>,
    /// The scoring of boards that do not state their own: the entry [`Manifest::DEFAULTS`].
    pub scoring: ScoringKeys,
    /// Number of decimals of scores, if stated there.
    pub decimals: Option<u32>,
}

/// An entry of a manifest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ManifestEntry {
    /// The optimal cost, if it is stated and not `"unknown"`.
    pub cost: Option<BestCost>,
    /// Options that the board file does not contain.
    pub options: Options,
    /// How answers to the board are scored.
    pub scoring: ScoringKeys,
    /// A plan that solves the board, as lines of an answer, if one is stated. It need not be optimal.
    pub plan: Option<Vec<String>>,
}

/// The keys of an entry that mean something here.
const KEYS: [&str; 9] = [
    "cost",
    "options",
    "plan",
    "points",
    "partial",
    "visibility",
    HeuristicPoints::KEY,
    ExpansionRatios::KEY,
    DECIMALS,
];
const DECIMALS: &str = "decimals";

const RIGHT: &str = r#"{"board.json": {"cost": 8}, …}, with null for a board without a solution"#;

impl Manifest {
    /// The name of the file.
    pub const NAME: &str = "manifest.json";
    /// The entry with defaults for all boards.
    pub const DEFAULTS: &str = "*";

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
        let mut manifest = Manifest::default();
        for (name, entry) in entries.into_iter().filter(|(name, _)| !name.contains(['/', '\\'])) {
            let read = match name == Self::DEFAULTS {
                true => manifest.read_defaults(&entry),
                false => ManifestEntry::read(&entry).map(|entry| drop(manifest.files.insert(name.clone(), entry))),
            };
            read.map_err(|error| InputError::new(format!("{name:?}: {error}")))?;
        }
        Ok(manifest)
    }

    fn read_defaults(&mut self, entry: &Value) -> Result<(), String> {
        const RIGHT: &str = r#"write "*": {"points": 2, "partial": 0.5, "visibility": "hidden", "decimals": 1}"#;
        let entry = entry.as_object().ok_or_else(|| format!("this is not an object; {RIGHT}"))?;
        for (key, value) in entry {
            if key == DECIMALS {
                self.decimals = Some(read_decimals(value)?);
            } else if !self.scoring.read(key, value)? {
                return Err(format!("{key:?} is not a default for all boards; {RIGHT}"));
            }
        }
        Ok(())
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
            Some(Value::String(word)) if word == BoardCost::UNKNOWN => Ok(None),
            Some(cost) => BestCost::deserialize(cost).map(Some).map_err(drop),
            None => Err(()),
        };
        let cost = cost.map_err(|()| format!("the cost is not a whole number or null; write {RIGHT}"))?;
        let options = match entry.get("options") {
            None => Options::default(),
            Some(options) => Options::deserialize(options)
                .map_err(|_| r#"the options are not an object; write "options": {"spawn": true}"#)?,
        };
        let mut scoring = ScoringKeys::default();
        for (key, value) in entry.as_object().into_iter().flatten() {
            if key == DECIMALS {
                return Err(format!(
                    r#"decimals applies to all boards; write "{}": {{"decimals": 1}}"#,
                    Manifest::DEFAULTS
                ));
            }
            if !scoring.read(key, value)? {
                check_spelling(key)?;
            }
        }
        let plan = match entry.get("plan") {
            None => None,
            Some(plan) => Some(
                Vec::deserialize(plan).map_err(|_| r#"the plan is not a list of actions; write "plan": ["…", …]"#)?,
            ),
        };
        Ok(ManifestEntry { cost, options, scoring, plan })
    }
}

/// An error if an unknown key looks like a misspelt one. Others are ignored: manifests may contain what they like.
fn check_spelling(key: &str) -> Result<(), String> {
    let is_close = |known: &&&str| strsim::osa_distance(&key.to_lowercase(), known) <= 1;
    match KEYS.iter().find(is_close).filter(|known| **known != key) {
        Some(known) => Err(format!("unknown key {key:?}; did you mean {known:?}?")),
        None => Ok(()),
    }
}
