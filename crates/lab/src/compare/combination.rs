//! Combinations of an algorithm and a heuristic.

use std::fmt;

use pathmax::Algorithm;
use pathmax_puzzles::PuzzleInfo;

use super::CompareError;

/// An algorithm with its settings and, if it uses one, a heuristic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Combination {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The heuristic; `None` if the algorithm uses none.
    pub heuristic: Option<&'static str>,
}

impl fmt::Display for Combination {
    /// `astar/relaxed-map`, `weighted-astar:2/null`, `ucs`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.algorithm)?;
        self.heuristic.map_or(Ok(()), |heuristic| write!(f, "/{heuristic}"))
    }
}

/// Every algorithm with every named heuristic that `puzzle` has (all of its heuristics if none is named).
pub(super) fn combinations(algorithms: &[Algorithm], heuristics: &[String], puzzle: &PuzzleInfo) -> Vec<Combination> {
    let named: Vec<&'static str> = if heuristics.is_empty() {
        puzzle.solving_heuristics().map(|info| info.name).collect()
    } else {
        heuristics.iter().filter_map(|name| puzzle.heuristic(name)).map(|info| info.name).collect()
    };
    all(algorithms, &named)
}

/// Every algorithm with every heuristic, in the given order and without duplicates; uninformed algorithms once.
pub(super) fn all(algorithms: &[Algorithm], named: &[&'static str]) -> Vec<Combination> {
    let mut all: Vec<Combination> = Vec::new();
    for &algorithm in algorithms {
        let heuristics: Vec<_> =
            if algorithm.info().informed { named.iter().copied().map(Some).collect() } else { vec![None] };
        for heuristic in heuristics {
            let combination = Combination { algorithm, heuristic };
            if !all.contains(&combination) {
                all.push(combination);
            }
        }
    }
    all
}

/// An error unless every name is a heuristic of at least one of the puzzles.
pub(super) fn check_heuristics(heuristics: &[String], puzzles: &[&'static PuzzleInfo]) -> Result<(), CompareError> {
    match heuristics.iter().find(|name| puzzles.iter().all(|puzzle| puzzle.heuristic(name).is_none())) {
        Some(name) => Err(CompareError::UnknownHeuristic { name: name.clone(), puzzles: puzzles.to_vec() }),
        None => Ok(()),
    }
}
