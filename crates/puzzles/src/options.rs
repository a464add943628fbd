//! The options of a puzzle: one schema for parsing, the command line, the page, the generator and manifests.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::input::excerpt;
use crate::puzzle::PuzzleInfo;

/// An option of a puzzle's boards or of its generator.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// The name. Options of different puzzles may have the same name.
    pub name: &'static str,
    /// Its meaning for a board, in one line.
    pub summary: &'static str,
    /// The source of the value for a board.
    pub place: Place,
    /// The values that a board can have; meaningless for [`Place::Generator`].
    pub values: OptionValues,
    /// The option of the generator, if it has one of this name.
    pub generate: Option<GeneratorOption>,
}

/// The source of the value of an option for a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the board file.
    InFile,
    /// Outside the file: it is given when the file is read, on the command line or in a manifest.
    WithFile,
    /// Nowhere: it only specifies which boards to generate.
    Generator,
}

/// The values that an option of a board can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionValues {
    /// On or off, with this default.
    Switch(bool),
    /// One of these words; the first is the default.
    Words(&'static [&'static str]),
    /// A whole number.
    Number {
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
        /// The default.
        default: i64,
    },
}

/// An option of the generator. Its value is text, because it may name several values for the generator to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GeneratorOption {
    /// The placeholder for its value in help texts, such as `A..B`; `None` for a switch.
    pub value: Option<&'static str>,
    /// The default.
    pub default: &'static str,
    /// Its meaning in one line.
    pub summary: &'static str,
}

impl OptionInfo {
    /// An option of the generator alone.
    pub const fn generator(
        name: &'static str,
        value: &'static str,
        default: &'static str,
        summary: &'static str,
    ) -> OptionInfo {
        let generate = Some(GeneratorOption { value: Some(value), default, summary });
        OptionInfo { name, summary, place: Place::Generator, values: OptionValues::Switch(false), generate }
    }
}

impl OptionValues {
    /// The default.
    pub fn default(self) -> OptionValue {
        match self {
            OptionValues::Switch(default) => OptionValue::Switch(default),
            OptionValues::Words(words) => OptionValue::Word(words.first().copied().unwrap_or_default().to_string()),
            OptionValues::Number { default, .. } => OptionValue::Number(default),
        }
    }

    /// Whether a value is one of these.
    pub fn allows(self, value: &OptionValue) -> bool {
        match (self, value) {
            (OptionValues::Switch(_), OptionValue::Switch(_)) => true,
            (OptionValues::Words(words), OptionValue::Word(word)) => words.contains(&word.as_str()),
            (OptionValues::Number { min, max, .. }, OptionValue::Number(number)) => (min..=max).contains(number),
            _ => false,
        }
    }

    /// Converts a value to one of these: a word that spells a switch or a number, as on a command line, becomes one. `None` if
    /// the value is not [allowed](OptionValues::allows) even then.
    ///
    /// ```
    /// use pathmax_puzzles::options::{OptionValue, OptionValues};
    ///
    /// let radius = OptionValues::Number { min: 2, max: 6, default: 3 };
    /// assert_eq!(radius.read(&"4".into()), Some(OptionValue::Number(4)));
    /// assert_eq!(radius.read(&"7".into()), None);
    /// ```
    pub fn read(self, value: &OptionValue) -> Option<OptionValue> {
        let spelled = match (self, value) {
            (OptionValues::Switch(_), OptionValue::Word(word)) => match word.as_str() {
                "on" | "true" => Some(OptionValue::Switch(true)),
                "off" | "false" => Some(OptionValue::Switch(false)),
                _ => None,
            },
            (OptionValues::Number { .. }, OptionValue::Word(word)) => word.parse().ok().map(OptionValue::Number),
            _ => None,
        };
        let value = spelled.unwrap_or_else(|| value.clone());
        self.allows(&value).then_some(value)
    }
}

impl fmt::Display for OptionValues {
    /// The allowed values, to follow "must be".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValues::Switch(_) => f.write_str("true or false"),
            OptionValues::Words(words) => write!(f, "one of {}", words.join(", ")),
            OptionValues::Number { min, max, .. } => write!(f, "a whole number from {min} to {max}"),
        }
    }
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum OptionValue {
    /// On or off.
    Switch(bool),
    /// A number.
    Number(i64),
    /// A word.
    Word(String),
    /// A JSON value that no option can have.
    Invalid(serde_json::Value),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Switch(on) => f.write_str(if *on { "on" } else { "off" }),
            OptionValue::Number(number) => number.fmt(f),
            OptionValue::Word(word) => f.write_str(word),
            OptionValue::Invalid(value) => value.fmt(f),
        }
    }
}

impl From<bool> for OptionValue {
    fn from(on: bool) -> Self {
        OptionValue::Switch(on)
    }
}

impl From<i64> for OptionValue {
    fn from(number: i64) -> Self {
        OptionValue::Number(number)
    }
}

impl From<&str> for OptionValue {
    fn from(word: &str) -> Self {
        OptionValue::Word(word.to_string())
    }
}

impl From<String> for OptionValue {
    fn from(word: String) -> Self {
        OptionValue::Word(word)
    }
}

/// Option values by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Options(BTreeMap<String, OptionValue>);

/// An unknown option, or an option with an invalid value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct OptionError {
    /// The option.
    pub name: String,
    message: String,
}

impl OptionError {
    /// An error about the option of this name.
    pub fn new(name: impl Into<String>, message: impl Into<String>) -> Self {
        OptionError { name: name.into(), message: message.into() }
    }
}

impl Options {
    /// Sets an option.
    ///
    /// ```
    /// use pathmax_puzzles::Options;
    /// let options = Options::default().with("spawn", true).with("radius", 4);
    /// assert!(options.switch("spawn"));
    /// assert_eq!(options.number("radius"), Some(4));
    /// ```
    pub fn with(mut self, name: impl Into<String>, value: impl Into<OptionValue>) -> Self {
        self.0.insert(name.into(), value.into());
        self
    }

    /// Whether no option is given.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The options in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &OptionValue)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// The value of an option.
    pub fn get(&self, name: &str) -> Option<&OptionValue> {
        self.0.get(name)
    }

    /// Whether a switch is on.
    pub fn switch(&self, name: &str) -> bool {
        self.get(name) == Some(&OptionValue::Switch(true))
    }

    /// The value of a number.
    pub fn number(&self, name: &str) -> Option<i64> {
        match self.get(name) {
            Some(OptionValue::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// The value of a word.
    pub fn word(&self, name: &str) -> Option<&str> {
        match self.get(name) {
            Some(OptionValue::Word(word)) => Some(word),
            _ => None,
        }
    }

    /// Adds those of the other options that are not set.
    pub fn or(mut self, others: &Options) -> Options {
        for (name, value) in others.iter() {
            self.0.entry(name.to_string()).or_insert_with(|| value.clone());
        }
        self
    }

    /// Adds the defaults of the options that are [given with a file](PuzzleInfo::options_with_file) of this puzzle and not
    /// set. Does not [check](Options::checked) values.
    pub fn completed(mut self, puzzle: &PuzzleInfo) -> Options {
        for option in puzzle.options_with_file() {
            self.0.entry(option.name.to_string()).or_insert_with(|| option.values.default());
        }
        self
    }

    /// The options by the names that the puzzle uses: `color` becomes `colour` for a puzzle that has only `colour`, and the
    /// other way round. Two spellings with different values are an error.
    ///
    /// ```
    /// use pathmax_puzzles::{Options, chexers};
    /// let options = Options::default().with("color", "red").respelled(&chexers::INFO)?;
    /// assert_eq!(options.word("colour"), Some("red"));
    /// # Ok::<(), pathmax_puzzles::options::OptionError>(())
    /// ```
    pub fn respelled(&self, puzzle: &PuzzleInfo) -> Result<Options, OptionError> {
        let is_option = |name: &str| puzzle.options.iter().any(|option| option.name == name);
        let mut options = Options::default();
        for (name, value) in self.iter() {
            let own = other_spelling(name).filter(|other| !is_option(name) && is_option(other));
            let own = own.unwrap_or_else(|| name.to_string());
            if let Some(other) = options.0.insert(own.clone(), value.clone()).filter(|other| other != value) {
                let message =
                    format!("{own} is given in two spellings, as {other} and as {value}; leave out one of them");
                return Err(OptionError::new(name, message));
            }
        }
        Ok(options)
    }

    /// Checks the options against the schema, for parsing a file of this puzzle, and converts words that spell numbers or
    /// switches. Only options that are [given with a file](PuzzleInfo::options_with_file) are allowed.
    pub fn checked(&self, puzzle: &PuzzleInfo) -> Result<Options, OptionError> {
        let options = self.respelled(puzzle)?;
        let check = |(name, value): (&str, &OptionValue)| {
            let Some(option) = puzzle.options_with_file().find(|option| option.name == name) else {
                let known: Vec<_> = puzzle.options_with_file().map(|option| option.name).collect();
                let known = if known.is_empty() { String::new() } else { format!(" (only {})", known.join(", ")) };
                let message = format!("{} boards have no option {}{known}; leave it out", puzzle.name, excerpt(name));
                return Err(OptionError::new(name, message));
            };
            let value = option.values.read(value).ok_or_else(|| {
                let shown = excerpt(&value.to_string());
                OptionError::new(
                    name,
                    format!("the {} option {name} is {shown}; it must be {}", puzzle.name, option.values),
                )
            })?;
            Ok((option.name, value))
        };
        options.iter().map(check).collect()
    }
}

/// A name with `colour` instead of `color`, or the other way round.
fn other_spelling(name: &str) -> Option<String> {
    let pairs = [("colour", "color"), ("color", "colour")];
    pairs.into_iter().find(|(from, _)| name.contains(from)).map(|(from, to)| name.replace(from, to))
}

impl<N: Into<String>, V: Into<OptionValue>> FromIterator<(N, V)> for Options {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(options: I) -> Self {
        Options(options.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
    }
}
