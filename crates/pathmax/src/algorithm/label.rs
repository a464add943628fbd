//! Algorithms as text: a name and, after colons, the settings that differ from the default.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::{ALGORITHMS, Algorithm, SettingInfo, Table};
use crate::names::{choose_from_or, similar_name};

impl fmt::Display for Algorithm {
    /// The name with the settings that differ from the default, and always with the weight of weighted A*: `astar`,
    /// `astar:pathmax`, `astar:no-reopen:lower-g`, `weighted-astar:1.5`, `dfs:20`, `iddfs:20:off`, `idastar:64MiB`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&std::iter::once(self.info().name.to_string()).chain(self.settings()).collect::<Vec<_>>().join(":"))
    }
}

impl FromStr for Algorithm {
    type Err = AlgorithmError;

    /// Reads what `Display` writes, with aliases for the name and settings in any order.
    fn from_str(text: &str) -> Result<Self, AlgorithmError> {
        let mut parts = text.split(':');
        let name = parts.next().unwrap_or_default();
        let mut algorithm = Algorithm::named(name).ok_or_else(|| AlgorithmError::UnknownAlgorithm(name.to_string()))?;
        for part in parts {
            algorithm.set_from_label(part)?;
        }
        Ok(algorithm)
    }
}

impl Algorithm {
    /// What follows the name in the label: the settings that differ from the default, and the weight of weighted A*.
    pub fn settings(&self) -> Vec<String> {
        self.info().settings.iter().filter_map(|setting| (setting.label)(self)).collect()
    }

    /// Sets a [setting](crate::AlgorithmInfo::settings) by its name.
    ///
    /// ```
    /// use pathmax::Algorithm;
    ///
    /// let mut algorithm = Algorithm::named("idastar").unwrap();
    /// algorithm.set("table", "off")?;
    /// assert_eq!(algorithm.to_string(), "idastar:off");
    /// assert_eq!(algorithm.set("weight", "2").unwrap_err().to_string(), "weight only applies to weighted-astar");
    /// # Ok::<(), pathmax::AlgorithmError>(())
    /// ```
    pub fn set(&mut self, setting: &str, value: &str) -> Result<(), AlgorithmError> {
        let algorithm = *self;
        let found = algorithm.info().settings.iter().find(|info| info.name == setting);
        let found = found.ok_or_else(|| AlgorithmError::UnknownSetting { algorithm, setting: setting.to_string() })?;
        let invalid = || AlgorithmError::InvalidSetting { algorithm, setting: found.name, value: value.to_string() };
        (found.set)(self, value).ok_or_else(invalid)
    }

    /// Applies one part of a label to the setting that takes it.
    fn set_from_label(&mut self, part: &str) -> Result<(), AlgorithmError> {
        let algorithm = *self;
        let settings = algorithm.info().settings;
        let mut apply = |setting: &SettingInfo| match setting.is_flag {
            true if part == setting.name => (setting.set)(self, "on"),
            true => None,
            false => (setting.set)(self, part),
        };
        match settings.iter().find_map(&mut apply) {
            Some(()) => Ok(()),
            None => Err(AlgorithmError::InvalidLabel { algorithm, value: part.to_string() }),
        }
    }
}

const UNITS: [(&str, u64); 4] = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10), ("B", 1)];
const DECIMAL_UNITS: [(&str, u64); 3] = [("GB", 1_000_000_000), ("MB", 1_000_000), ("KB", 1000)];

impl Table {
    /// The table as part of an algorithm's label; `None` for the default.
    pub(super) fn label(&self) -> Option<String> {
        match self {
            Table::Unbounded => None,
            Table::Off => Some("off".to_string()),
            Table::Bytes(bytes) => {
                let bytes = *bytes as u64;
                let largest = UNITS.iter().find(|(_, unit)| bytes >= *unit && bytes.is_multiple_of(*unit));
                let (name, unit) = largest.unwrap_or(&("B", 1));
                Some(format!("{}{name}", bytes / unit))
            }
        }
    }

    /// Reads a table's label: `off`, or a size with its unit.
    pub(super) fn from_label(label: &str) -> Option<Table> {
        if label == "off" {
            return Some(Table::Off);
        }
        let digits = label.find(|character: char| !character.is_ascii_digit())?;
        let (number, name) = label.split_at(digits);
        let mut units = UNITS.iter().chain(&DECIMAL_UNITS);
        let (_, unit) = units.find(|(unit, _)| unit.eq_ignore_ascii_case(name))?;
        let bytes = number.parse::<u64>().ok()?.checked_mul(*unit)?;
        usize::try_from(bytes).ok().map(Table::Bytes)
    }
}

/// Why a text is not an algorithm, or a value not a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AlgorithmError {
    /// No algorithm has this name.
    UnknownAlgorithm(String),
    /// No setting of the algorithm takes the value after the colon.
    InvalidLabel {
        /// The algorithm.
        algorithm: Algorithm,
        /// The text after the colon.
        value: String,
    },
    /// The algorithm has no such setting.
    UnknownSetting {
        /// The algorithm.
        algorithm: Algorithm,
        /// The name of the setting.
        setting: String,
    },
    /// The setting cannot have this value.
    InvalidSetting {
        /// The algorithm.
        algorithm: Algorithm,
        /// The name of the setting.
        setting: &'static str,
        /// The value.
        value: String,
    },
}

impl fmt::Display for AlgorithmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = |with: &dyn Fn(&SettingInfo) -> bool| {
            let rows = ALGORITHMS.iter().filter(|info| info.settings.iter().any(with));
            enumerated(&rows.map(|info| info.name).collect::<Vec<_>>(), "and")
        };
        match self {
            AlgorithmError::UnknownAlgorithm(name) => {
                let all: Vec<_> = ALGORITHMS.iter().map(|info| info.name).collect();
                let similar = similar_name(name, ALGORITHMS.iter().flat_map(|info| info.names()));
                write!(f, "there is no algorithm {name:?}; {}", choose_from_or(similar, &all))
            }
            AlgorithmError::InvalidLabel { algorithm, value } => {
                let info = algorithm.info();
                let values: Vec<_> = info.settings.iter().map(|setting| setting.values).collect();
                match values.is_empty() {
                    true => write!(f, "{} has no setting; leave out \":{value}\"", info.name),
                    false => {
                        write!(f, "{} takes {} after the colon, not {value:?}", info.name, enumerated(&values, "or"))
                    }
                }
            }
            AlgorithmError::UnknownSetting { algorithm, setting } => {
                match names(&|info: &SettingInfo| info.name == setting) {
                    none if none.is_empty() => {
                        let own: Vec<_> = algorithm.info().settings.iter().map(|setting| setting.name).collect();
                        let own = if own.is_empty() { "none".to_string() } else { enumerated(&own, "and") };
                        write!(f, "there is no setting {setting:?}; settings of {}: {own}", algorithm.info().name)
                    }
                    some => write!(f, "{setting} only applies to {some}"),
                }
            }
            AlgorithmError::InvalidSetting { algorithm, setting, value } => {
                let info = algorithm.info().settings.iter().find(|info| info.name == *setting);
                let values = info.map_or("", |info| if info.is_flag { info.syntax } else { info.values });
                write!(f, "{setting} must be {} not {value:?}", with_comma(values))
            }
        }
    }
}

/// `a`, `a and b`, `a, b and c`.
fn enumerated(words: &[&str], conjunction: &str) -> String {
    match words {
        [] => String::new(),
        [word] => word.to_string(),
        [first, last] => format!("{first} {conjunction} {last}"),
        [first, rest @ ..] => format!("{}, {}", first.trim_end_matches(','), enumerated(rest, conjunction)),
    }
}

/// The valid values, followed by a comma.
fn with_comma(values: &str) -> String {
    format!("{},", values.trim_end_matches(','))
}

impl Error for AlgorithmError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_read_as_they_are_written() {
        for label in [
            "astar",
            "astar:pathmax",
            "astar:no-reopen",
            "astar:higher-g",
            "astar:pathmax:no-reopen:lower-g",
            "partial-astar",
            "partial-astar:pathmax:first-in",
            "ucs",
            "ucs:first-in",
            "ucs:last-in",
            "greedy",
            "greedy:pathmax:last-in",
            "weighted-astar:1.5",
            "weighted-astar:3",
            "weighted-astar:3:pathmax:no-reopen:first-in",
            "bfs",
            "dfs",
            "dfs:20",
            "iddfs",
            "iddfs:7",
            "iddfs:off",
            "iddfs:7:off",
            "iddfs:7:3KiB",
            "idastar",
            "idastar:off",
            "idastar:64MiB",
            "idastar:1025B",
            "idastar:0B",
            "idastar:pathmax",
            "idastar:off:pathmax",
        ] {
            assert_eq!(label.parse::<Algorithm>().unwrap().to_string(), label);
        }
        for (text, label) in [
            ("AS", "astar"),
            ("a*", "astar"),
            ("IDA*:off", "idastar:off"),
            ("Dijkstra", "ucs"),
            ("weighted-astar", "weighted-astar:1.5"),
            ("iddfs:off:7", "iddfs:7:off"),
            ("astar:lower-g:no-reopen:pathmax", "astar:pathmax:no-reopen:lower-g"),
            ("astar:lower-g:first-in", "astar:first-in"),
            ("weighted-astar:no-reopen:2", "weighted-astar:2:no-reopen"),
            ("idastar:2gb", "idastar:1953125KiB"),
            ("idastar:1024kib", "idastar:1MiB"),
        ] {
            assert_eq!(text.parse().map_or(String::new(), |algorithm: Algorithm| algorithm.to_string()), label);
        }
    }

    #[test]
    fn every_default_is_written_and_read() {
        for info in ALGORITHMS {
            assert_eq!(info.default.to_string().parse(), Ok(info.default));
            assert_eq!(info.name.parse(), Ok(info.default));
        }
    }

    #[test]
    fn errors_say_what_is_valid() {
        for (label, part) in [
            ("quantum", "there is no algorithm \"quantum\"; choose from astar, partial-astar, ucs"),
            ("atsar", "there is no algorithm \"atsar\"; did you mean astar? Choose from astar, partial-astar, ucs"),
            ("djikstra:2", "there is no algorithm \"djikstra\"; did you mean dijkstra? Choose from astar"),
            ("", "there is no algorithm \"\""),
            (
                "astar:2",
                "astar takes the word pathmax, the word no-reopen or a tie-breaking (higher-g, lower-g, first-in or last-in) \
                 after the colon, not \"2\"",
            ),
            ("astar:on", "astar takes the word pathmax"),
            (
                "partial-astar:no-reopen",
                "partial-astar takes the word pathmax or a tie-breaking (first-in or last-in) after",
            ),
            ("greedy:higher-g", "a tie-breaking (first-in or last-in) after the colon"),
            ("weighted-astar:x", "weighted-astar takes a weight from 1 to 1000, such as 1.5, the word pathmax,"),
            ("weighted-astar:0.5", "a weight from 1 to 1000"),
            ("weighted-astar:", "a weight from 1 to 1000"),
            ("dfs:-1", "the largest number of actions"),
            ("iddfs:deep", "such as 20, or a table size, such as 64MiB, or off, after the colon, not \"deep\""),
            ("idastar:20", "a table size"),
            ("idastar:99999999999GiB", "a table size"),
            ("bfs:1", "bfs has no setting; leave out \":1\""),
        ] {
            let error = label.parse::<Algorithm>().unwrap_err().to_string();
            assert!(error.contains(part), "{label}: {error}");
        }
    }

    #[test]
    fn settings_are_set_by_name() {
        for (algorithm, setting, value, expected) in [
            ("astar", "pathmax", "on", Ok("astar:pathmax")),
            ("astar:pathmax", "pathmax", "off", Ok("astar")),
            ("weighted-astar", "weight", "2.5", Ok("weighted-astar:2.5")),
            ("iddfs", "depth-limit", "9", Ok("iddfs:9")),
            ("iddfs", "table", "1MiB", Ok("iddfs:1MiB")),
            ("astar", "weight", "2", Err("weight only applies to weighted-astar")),
            ("astar", "table", "off", Err("table only applies to iddfs and idastar")),
            ("astar", "pathmax", "yes", Err("pathmax must be on|off, not \"yes\"")),
            ("astar", "no-reopen", "on", Ok("astar:no-reopen")),
            ("astar:no-reopen", "no-reopen", "off", Ok("astar")),
            ("astar", "ties", "lower-g", Ok("astar:lower-g")),
            ("greedy", "ties", "first-in", Ok("greedy:first-in")),
            ("idastar", "pathmax", "on", Ok("idastar:pathmax")),
            (
                "ucs",
                "pathmax",
                "on",
                Err("pathmax only applies to astar, partial-astar, greedy, weighted-astar and idastar"),
            ),
            ("ucs", "no-reopen", "on", Err("no-reopen only applies to astar and weighted-astar")),
            ("ucs", "ties", "higher-g", Err("ties must be a tie-breaking (first-in or last-in), not \"higher-g\"")),
            ("bfs", "colour", "red", Err("there is no setting \"colour\"; settings of bfs: none")),
            ("iddfs", "colour", "red", Err("there is no setting \"colour\"; settings of iddfs: depth-limit and table")),
            ("weighted-astar", "weight", "0", Err("weight must be a weight from 1 to 1000, such as 1.5, not \"0\"")),
        ] {
            let mut changed: Algorithm = algorithm.parse().unwrap();
            let set = changed.set(setting, value).map(|()| changed.to_string()).map_err(|error| error.to_string());
            assert_eq!(set, expected.map(str::to_string).map_err(str::to_string));
        }
    }
}
