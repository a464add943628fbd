//! Story files: TOML, with the position of every value.

use std::collections::BTreeMap;
use std::fmt;

use pathmax_puzzles::Options;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use toml::Spanned;

/// A message of the deserializer in the words of the documentation.
pub fn in_words(message: &str) -> String {
    if let Some(key) = message.strip_prefix("missing field ") {
        return format!("the key {key} is missing; add it");
    }
    let words = [("unknown field", "unknown key"), ("unknown variant", "unknown value"), ("i64", "a whole number")];
    words.iter().fold(message.to_string(), |message, (from, to)| message.replacen(from, to, 1))
}

/// A story file. The values at the top are the defaults of its steps.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a story")]
pub struct StoryTable {
    pub title: Spanned<String>,
    pub summary: Spanned<String>,
    pub order: Option<i64>,
    pub puzzle: Option<Spanned<String>>,
    pub options: Option<Spanned<Options>>,
    pub board: Option<Spanned<String>>,
    pub algorithm: Option<Spanned<String>>,
    pub heuristic: Option<Spanned<String>>,
    pub view: Option<Spanned<View>>,
    #[serde(default)]
    pub step: Vec<Spanned<StepTable>>,
}

/// A step of a story.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a step")]
pub struct StepTable {
    pub caption: Spanned<String>,
    pub puzzle: Option<Spanned<String>>,
    pub options: Option<Spanned<Options>>,
    pub board: Option<Spanned<String>>,
    pub algorithm: Option<Spanned<String>>,
    pub heuristic: Option<Spanned<String>>,
    pub view: Option<Spanned<View>>,
    pub rival: Option<Spanned<RivalTable>>,
    pub position: Option<Spanned<PlayerPosition>>,
    pub play: Option<Spanned<bool>>,
    pub speed: Option<Spanned<f64>>,
    pub audit: Option<Spanned<AuditScope>>,
    pub algorithms: Option<Spanned<Vec<Spanned<String>>>>,
    pub heuristics: Option<Spanned<Vec<Spanned<String>>>>,
    /// The numbers of the caption. The tests verify those of the built-in stories.
    #[serde(default, rename = "expect")]
    pub _expect: BTreeMap<String, i64>,
}

/// The other search of a race.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "the other search of a race, { algorithm = …, heuristic = … }")]
pub struct RivalTable {
    pub algorithm: Spanned<String>,
    pub heuristic: Option<Spanned<String>>,
}

/// A view of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum View {
    Board,
    Solve,
    Watch,
    Race,
    Map,
    Audit,
    Compare,
}

impl View {
    /// Every view.
    pub const ALL: &str = "board, solve, watch, race, map, audit, compare";

    /// Whether the view has playback controls.
    pub fn plays(self) -> bool {
        matches!(self, View::Solve | View::Watch | View::Race)
    }
}

/// What an audit examines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AuditScope {
    Board,
    Puzzle,
}

/// The position of the playback.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum PlayerPosition {
    /// After so many actions of a plan or expansions of a search.
    Step(u64),
    End(End),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    End,
}

impl<'de> Deserialize<'de> for PlayerPosition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct PositionVisitor;
        impl Visitor<'_> for PositionVisitor {
            type Value = PlayerPosition;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number from 0, or \"end\"")
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<PlayerPosition, E> {
                let wrong = |_| E::invalid_value(serde::de::Unexpected::Signed(number), &self);
                u64::try_from(number).map(PlayerPosition::Step).map_err(wrong)
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<PlayerPosition, E> {
                match word {
                    "end" => Ok(PlayerPosition::End(End::End)),
                    _ => Err(E::invalid_value(serde::de::Unexpected::Str(word), &self)),
                }
            }
        }
        deserializer.deserialize_any(PositionVisitor)
    }
}
