//! Algorithms, heuristics and limits in requests.

use std::time::Duration;

use pathmax::{Algorithm, AlgorithmError, Limits};
use pathmax_lab::SolveError;
use pathmax_puzzles::PuzzleInfo;
use serde::Deserialize;

use crate::error::ApiError;

/// The limits of a search; those of the server are upper bounds.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, expecting = "limits, {\"seconds\": …, \"memory\": …, \"expansions\": …}")]
pub struct LimitsRequest {
    seconds: Option<f64>,
    memory: Option<u64>,
    pub expansions: Option<u64>,
}

impl LimitsRequest {
    /// The limits, bounded by those of the server.
    pub fn within(&self, max: &Limits) -> Result<Limits, ApiError> {
        let memory = self.memory.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
        Ok(Limits {
            time: lesser(self.seconds()?, max.time),
            memory: lesser(memory, max.memory),
            expansions: lesser(self.expansions, max.expansions),
        })
    }

    /// The same, with a default for the number of expansions if neither this number nor a time is given.
    pub fn within_or(&self, max: &Limits, expansions: u64) -> Result<Limits, ApiError> {
        let expansions = self.expansions.or(self.seconds.is_none().then_some(expansions));
        Ok(Limits { expansions: lesser(expansions, max.expansions), ..self.within(max)? })
    }

    /// The time, if one is given.
    pub fn seconds(&self) -> Result<Option<Duration>, ApiError> {
        let wrong = |_| ApiError::bad_request("`seconds` must not be negative");
        self.seconds.map(Duration::try_from_secs_f64).transpose().map_err(wrong)
    }
}

fn lesser<T: Ord>(requested: Option<T>, max: Option<T>) -> Option<T> {
    match (requested, max) {
        (Some(requested), Some(max)) => Some(requested.min(max)),
        (requested, max) => requested.or(max),
    }
}

/// The algorithm of this label.
pub fn algorithm(label: &str) -> Result<Algorithm, ApiError> {
    label.parse().map_err(|error: AlgorithmError| ApiError::bad_choice(error.to_string()))
}

/// Checks that the puzzle has all these heuristics and that none is listed twice.
pub fn check_heuristics(puzzle: &'static PuzzleInfo, names: &[String]) -> Result<(), ApiError> {
    for (i, name) in names.iter().enumerate() {
        if puzzle.heuristic(name).is_none() {
            let known = puzzle.heuristic_names();
            return Err(SolveError::UnknownHeuristic { puzzle: puzzle.name, name: name.clone(), known }.into());
        }
        if names[..i].contains(name) {
            return Err(ApiError::bad_choice(format!("the heuristic {name:?} is listed twice")));
        }
    }
    Ok(())
}
