//! Combinations of an algorithm and a heuristic, and the programs among the heuristics.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use itertools::Itertools;
use pathmax::{Algorithm, Claims};
use pathmax_puzzles::PuzzleInfo;
use serde::{Deserialize, Serialize};

use super::CompareError;
use super::hash::Hash;
use crate::HeuristicCommand;
use crate::json::round;

/// An algorithm with its settings and, if it uses one, a heuristic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combination {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The heuristic; `None` if the algorithm uses none.
    pub heuristic: Option<String>,
}

impl fmt::Display for Combination {
    /// `astar/relaxed-map`, `weighted-astar:2/null`, `ucs`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.algorithm)?;
        self.heuristic.as_ref().map_or(Ok(()), |heuristic| write!(f, "/{heuristic}"))
    }
}

/// A heuristic program with a name.
///
/// ```
/// use pathmax_lab::HeuristicProgram;
///
/// let mine: HeuristicProgram = "mine=sh -c 'while read state; do echo 0; done'".parse()?;
/// assert_eq!(mine.name, "mine");
/// // Without a name: that of the last file among the words, or else of the program.
/// assert_eq!("sh -c 'echo 0'".parse::<HeuristicProgram>()?.name, "sh");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeuristicProgram {
    /// The name in labels and tables.
    pub name: String,
    /// The program.
    pub command: HeuristicCommand,
}

impl FromStr for HeuristicProgram {
    type Err = String;

    /// Reads `NAME=COMMAND` or `COMMAND`.
    fn from_str(text: &str) -> Result<Self, String> {
        if let Some((name, command)) = text.split_once('=').filter(|(name, _)| is_name(name)) {
            return Ok(HeuristicProgram { name: name.to_string(), command: command.parse()? });
        }
        let command: HeuristicCommand = text.parse()?;
        let name = short_name(command.words());
        Ok(HeuristicProgram { name, command })
    }
}

/// Whether a text can be the name of a program: letters, digits, `-`, `_` and `.`.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c))
}

/// A name for a command: that of the last file among its words, or else of the program, without folder and extension.
fn short_name(words: &[String]) -> String {
    let file = words.iter().skip(1).rfind(|word| Path::new(word).is_file()).or(words.first());
    let stem = file.and_then(|file| Path::new(file).file_stem()).unwrap_or_default().to_string_lossy();
    let name: String = stem.chars().map(|c| if is_name(&c.to_string()) { c } else { '-' }).collect();
    if name.is_empty() { "program".to_string() } else { name }
}

/// A heuristic program in a report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProgramInfo {
    /// Its name.
    pub name: String,
    /// Its command.
    pub command: String,
    /// The user's claim, which its proofs rest on: `none`, `admissible` or `consistent`.
    pub claims: String,
    /// Maximum time per answer in seconds.
    pub timeout: f64,
    /// Hash of the files among the words of the command.
    pub hash: String,
}

impl ProgramInfo {
    /// Describes a program. The files among the words of its command are read.
    pub fn of(program: &HeuristicProgram) -> ProgramInfo {
        let HeuristicProgram { name, command } = program;
        let claims = match command.claims {
            Claims { admissible: true, consistent: true } => "consistent",
            Claims { admissible: true, consistent: false } => "admissible",
            _ => "none",
        };
        // Reading a pipe would have an effect.
        let files = command.words().iter().filter(|word| Path::new(word).is_file());
        let files = files.filter_map(|word| std::fs::read(word).ok());
        ProgramInfo {
            name: name.clone(),
            command: command.to_string(),
            claims: claims.to_string(),
            timeout: round(command.timeout.as_secs_f64()),
            hash: files.fold(Hash::new(), |hash, file| hash.add(&file)).to_string(),
        }
    }
}

/// Every algorithm with every heuristic for `puzzle`: the named ones that it has (all of its own if none is named), then
/// the user's own that are not named.
pub(super) fn combinations(
    algorithms: &[Algorithm],
    heuristics: &[String],
    own: &[&str],
    puzzle: &PuzzleInfo,
) -> Vec<Combination> {
    let mut names: Vec<String> = if heuristics.is_empty() {
        puzzle.solving_heuristics().map(|info| info.name.to_string()).collect()
    } else {
        heuristics
            .iter()
            .filter(|name| puzzle.heuristic(name).is_some() || own.contains(&name.as_str()))
            .cloned()
            .collect()
    };
    names.extend(own.iter().map(ToString::to_string));
    all(algorithms, &names)
}

/// Every algorithm with every heuristic, in the given order and without duplicates; uninformed algorithms once.
pub(super) fn all(algorithms: &[Algorithm], names: &[String]) -> Vec<Combination> {
    let mut all: Vec<Combination> = Vec::new();
    for &algorithm in algorithms {
        let heuristics: Vec<_> =
            if algorithm.info().informed { names.iter().cloned().map(Some).collect() } else { vec![None] };
        for heuristic in heuristics {
            let combination = Combination { algorithm, heuristic };
            if !all.contains(&combination) {
                all.push(combination);
            }
        }
    }
    all
}

/// An error unless every name is one of the user's own or a heuristic of at least one of the puzzles.
pub(super) fn check_heuristics(
    heuristics: &[String],
    own: &[&str],
    puzzles: &[&'static PuzzleInfo],
) -> Result<(), CompareError> {
    let is_known =
        |name: &String| own.contains(&name.as_str()) || puzzles.iter().any(|puzzle| puzzle.heuristic(name).is_some());
    match heuristics.iter().find(|name| !is_known(name)) {
        Some(name) => Err(CompareError::UnknownHeuristic { name: name.clone(), puzzles: puzzles.to_vec() }),
        None => Ok(()),
    }
}

/// An error if a program or function has the name of another one or of a heuristic of the puzzles.
pub(super) fn check_own_names(own: &[&str], puzzles: &[&'static PuzzleInfo]) -> Result<(), CompareError> {
    if let Some(name) = own.iter().duplicates().next() {
        return Err(CompareError::NameTaken {
            name: name.to_string(),
            taken: "another program or function".to_string(),
        });
    }
    for name in own {
        if let Some(puzzle) = puzzles.iter().find(|puzzle| puzzle.heuristic(name).is_some()) {
            let taken = format!("a heuristic of {}", puzzle.name);
            return Err(CompareError::NameTaken { name: name.to_string(), taken });
        }
    }
    Ok(())
}
