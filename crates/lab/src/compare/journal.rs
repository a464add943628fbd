//! The results file of a comparison: one JSON object per line, written as the runs are made.
//!
//! The first line is a header with the settings, the boards and the combinations; every other line is a run. A comparison that
//! was interrupted is resumed from the file: runs that it contains are not made again. The last line may be truncated, as it
//! is when a machine crashes. Every process that continues the file adds a header of its own.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use super::hash::Hash;
use super::report::{Run, RunLimits, RunOutcome};
use super::{Combination, Comparison, Group, ProgramInfo};
use crate::AnyBoard;

/// The settings, boards and combinations of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JournalHeader {
    /// Limits of each run.
    pub limits: RunLimits,
    /// Number of repetitions of each run.
    pub repeat: u32,
    /// Whether runs have their [layers](pathmax::Statistics::layers).
    pub layers: bool,
    /// The programs among the heuristics.
    pub programs: Vec<ProgramInfo>,
    /// The puzzles, in the order of their boards.
    pub puzzles: Vec<PuzzleHeader>,
}

/// The boards and combinations of one puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PuzzleHeader {
    /// The puzzle.
    pub puzzle: String,
    /// The hash of each board with its options, by name.
    pub boards: BTreeMap<String, String>,
    /// The labels of the combinations.
    pub combinations: Vec<String>,
}

impl JournalHeader {
    pub(super) fn new(comparison: &Comparison, groups: &[Group<'_>]) -> JournalHeader {
        let hashed = |(name, board): &&(String, AnyBoard)| (name.clone(), Hash::of_board(board).to_string());
        let puzzle = |group: &Group<'_>| PuzzleHeader {
            puzzle: group.puzzle.name.to_string(),
            boards: group.boards.iter().map(hashed).collect(),
            combinations: group.combinations.iter().map(Combination::to_string).collect(),
        };
        JournalHeader {
            limits: RunLimits::new(&comparison.limits),
            repeat: comparison.repeat.max(1),
            layers: comparison.layers,
            programs: comparison.programs.iter().map(ProgramInfo::of).collect(),
            puzzles: groups.iter().map(puzzle).collect(),
        }
    }

    /// The line of a run in the file, without a line end.
    pub fn run_line(&self, puzzle: &str, run: &Run) -> serde_json::Result<String> {
        let header = self.puzzles.iter().find(|header| header.puzzle == puzzle);
        let hash = header.and_then(|header| header.boards.get(&run.board)).cloned().unwrap_or_default();
        crate::to_json_line(&RunLine { puzzle: puzzle.to_string(), hash, run: run.clone() })
    }

    fn boards(&self) -> impl Iterator<Item = (&String, &String)> {
        self.puzzles.iter().flat_map(|puzzle| &puzzle.boards)
    }
}

/// A line with a run.
#[derive(Serialize, Deserialize)]
struct RunLine {
    puzzle: String,
    /// The hash of the board.
    hash: String,
    #[serde(flatten)]
    run: Run,
}

/// The object `pathmax` of a header.
#[derive(Deserialize)]
struct HeaderLine {
    pathmax: Origin,
    #[serde(flatten)]
    header: JournalHeader,
}

#[derive(Deserialize)]
struct Origin {
    version: String,
}

/// The runs of an earlier comparison.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    /// The version and the settings of each process that wrote the file.
    headers: Vec<(String, JournalHeader)>,
    /// The runs, by the hash of the board and the label of the combination.
    runs: HashMap<(String, String), Run>,
    /// Number of bytes without a truncated last line.
    length: usize,
}

/// Why the results of an earlier comparison cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct JournalError(String);

impl Journal {
    /// Reads a results file. A truncated last line is ignored.
    pub fn parse(bytes: &[u8]) -> Result<Journal, JournalError> {
        let mut journal = Journal::default();
        for (number, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
            let Some(content) = line.strip_suffix(b"\n") else { break };
            journal.read_line(content).map_err(|error| JournalError(format!("line {}: {error}", number + 1)))?;
            journal.length += line.len();
        }
        Ok(journal)
    }

    fn read_line(&mut self, line: &[u8]) -> Result<(), String> {
        if line.trim_ascii().is_empty() {
            return Ok(());
        }
        if self.headers.is_empty() || line.starts_with(b"{\"pathmax\"") {
            let HeaderLine { pathmax, header } = serde_json::from_slice(line).map_err(|error| {
                format!("this is not the header of a results file of `pathmax compare` ({})", without_place(&error))
            })?;
            self.headers.push((pathmax.version, header));
        } else {
            let RunLine { hash, run, .. } = serde_json::from_slice(line)
                .map_err(|error| format!("this is not a run of `pathmax compare` ({})", without_place(&error)))?;
            self.runs.insert((hash, run.combination.clone()), run);
        }
        Ok(())
    }

    /// The settings of the first process that wrote the file; `None` if it has not written its header.
    pub fn header(&self) -> Option<&JournalHeader> {
        self.headers.first().map(|(_, header)| header)
    }

    /// Number of runs.
    pub fn len(&self) -> usize {
        self.runs.len()
    }

    /// Whether there are no runs.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Number of bytes of the file without a truncated last line.
    pub fn length(&self) -> usize {
        self.length
    }

    /// The run of a combination on a board, under the board's present name. A run that failed is made again.
    pub(super) fn run(&self, name: &str, board: &AnyBoard, combination: &Combination) -> Option<Run> {
        if self.runs.is_empty() {
            return None;
        }
        let run = self.runs.get(&(Hash::of_board(board).to_string(), combination.to_string()))?;
        (run.outcome != RunOutcome::Failed).then(|| Run { board: name.to_string(), ..run.clone() })
    }

    /// An error unless the runs can be part of a comparison with these settings by this version.
    pub fn check(&self, version: &str, now: &JournalHeader) -> Result<(), JournalError> {
        for (written_by, then) in &self.headers {
            if written_by != version {
                return Err(JournalError(format!(
                    "it was written by pathmax {written_by}, this is {version}, and counts may differ between versions; \
                     start a new file"
                )));
            }
            check_settings(then, now).map_err(JournalError)?;
            check_contents(then, now).map_err(JournalError)?;
        }
        Ok(())
    }
}

/// The message of a JSON error without its line, which is always the first.
fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or(&text).to_string()
}

fn check_settings(then: &JournalHeader, now: &JournalHeader) -> Result<(), String> {
    let limit = |value: Option<String>| value.unwrap_or("none".to_string());
    let limits = |limits: &RunLimits| {
        [
            ("--time-limit", limit(limits.seconds.map(|seconds| format!("{seconds}s")))),
            ("--memory-limit", limit(limits.memory.map(|bytes| format!("{bytes}B")))),
            ("--expansion-limit", limit(limits.expansions.map(|expansions| expansions.to_string()))),
        ]
    };
    let settings = |header: &JournalHeader| {
        let [time, memory, expansions] = limits(&header.limits);
        [time, memory, expansions, ("--repeat", header.repeat.to_string())]
    };
    for ((option, before), (_, after)) in settings(then).into_iter().zip(settings(now)) {
        if before != after {
            return Err(format!(
                "its runs have {option} {before}, and this command has {option} {after}; give the same limits, or start a \
                 new file"
            ));
        }
    }
    if now.layers && !then.layers {
        return Err("it was written without --layers; leave out --layers, or start a new file".to_string());
    }
    Ok(())
}

fn check_contents(then: &JournalHeader, now: &JournalHeader) -> Result<(), String> {
    for program in &now.programs {
        let Some(before) = then.programs.iter().find(|before| before.name == program.name) else { continue };
        let what = match before {
            before if before.command != program.command => format!("was `{}`", before.command),
            before if before.claims != program.claims => format!("claimed {}", before.claims),
            before if before.timeout != program.timeout => format!("had a timeout of {}s", before.timeout),
            before if before.hash != program.hash => "has been changed since".to_string(),
            _ => continue,
        };
        return Err(format!(
            "the heuristic program {} {what}; give it another name to run it beside the old one, or start a new file",
            program.name
        ));
    }
    let earlier: HashMap<&String, &String> = then.boards().collect();
    match now.boards().find(|(name, hash)| earlier.get(name).is_some_and(|before| before != hash)) {
        Some((name, _)) => Err(format!("the board {name} has been changed since; restore it, or start a new file")),
        None => Ok(()),
    }
}
