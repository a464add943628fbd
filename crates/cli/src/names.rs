//! Names of algorithms, heuristics, puzzles and topics as arguments, offered by completions.

use std::error::Error;
use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command};
use pathmax::{ALGORITHMS, Algorithm};
use pathmax_lab::{Puzzle, Registry};

/// The ids of the arguments that name heuristics.
const HEURISTICS: [&str; 2] = ["heuristic", "heuristics"];

/// Parses a value with `parse`; completions offer the names. Other values than the names may be valid.
#[derive(Clone)]
pub struct Offering<F> {
    names: Vec<PossibleValue>,
    parse: F,
}

impl<F, T, E> TypedValueParser for Offering<F>
where
    F: Fn(String) -> Result<T, E> + Clone + Send + Sync + 'static,
    T: Clone + Send + Sync + 'static,
    E: Into<Box<dyn Error + Send + Sync>>,
{
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        StringValueParser::new().try_map(self.parse.clone()).parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().cloned()))
    }
}

/// Parses an algorithm with [settings](Algorithm) after colons, such as `weighted-astar:2`.
pub fn algorithm_parser() -> impl TypedValueParser<Value = Algorithm> {
    let names = ALGORITHMS.iter().map(|info| PossibleValue::new(info.name).help(info.summary)).collect();
    Offering { names, parse: |text: String| text.parse::<Algorithm>() }
}

/// An argument whose completions offer these values; others are accepted too.
pub fn offering(arg: Arg, names: Vec<PossibleValue>) -> Arg {
    let parse = Ok::<String, clap::Error>;
    arg.value_parser(Offering { names, parse }).hide_possible_values(true)
}

/// Lets the completions of a command offer the heuristics of all puzzles.
pub fn with_heuristics(command: Command, registry: &Registry) -> Command {
    let given = |command: &Command, id: &str| {
        command.get_arguments().any(|arg| arg.get_id() == id && arg.get_action().takes_values())
    };
    HEURISTICS.into_iter().fold(command, |command, id| {
        if given(&command, id) { command.mut_arg(id, |arg| offering(arg, heuristics(registry))) } else { command }
    })
}

/// The heuristics of all puzzles, each with the puzzles that have it.
fn heuristics(registry: &Registry) -> Vec<PossibleValue> {
    let mut all: Vec<(&str, Vec<&str>)> = Vec::new();
    for puzzle in registry.puzzles().map(Puzzle::info) {
        for name in puzzle.heuristic_names() {
            match all.iter_mut().find(|(known, _)| *known == name) {
                Some((_, puzzles)) => puzzles.push(puzzle.name),
                None => all.push((name, vec![puzzle.name])),
            }
        }
    }
    all.into_iter().map(|(name, puzzles)| PossibleValue::new(name).help(puzzles.join(", "))).collect()
}

/// The puzzles, each with its summary.
pub fn puzzles(registry: &Registry) -> impl Iterator<Item = PossibleValue> {
    registry.puzzles().map(Puzzle::info).map(|info| PossibleValue::new(info.name).help(info.summary))
}
