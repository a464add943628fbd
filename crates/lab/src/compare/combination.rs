//! Which algorithm with which heuristic.

use std::fmt;

use pathmax::{Algorithm, Table, Weight};
use pathmax_puzzles::PuzzleInfo;

use super::CompareError;

/// An algorithm with its settings and, if it uses one, a heuristic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Combination {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The heuristic; `None` where the algorithm uses none.
    pub heuristic: Option<&'static str>,
}

impl fmt::Display for Combination {
    /// `astar/relaxed-map`, `weighted-astar:2/null`, `ucs`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&algorithm_label(&self.algorithm))?;
        self.heuristic.map_or(Ok(()), |heuristic| write!(f, "/{heuristic}"))
    }
}

/// An algorithm's name with the settings that are not the usual ones, and always with its weight if it has one:
/// `astar`, `astar:pathmax`, `weighted-astar:1.5`, `idastar:off`, `dfs:20`.
pub fn algorithm_label(algorithm: &Algorithm) -> String {
    let settings = match *algorithm {
        Algorithm::AStar { pathmax: true } => vec!["pathmax".to_string()],
        Algorithm::WeightedAStar { weight } => vec![weight.to_string()],
        Algorithm::DepthFirst { depth_limit } => depth_label(depth_limit),
        Algorithm::IterativeDeepening { depth_limit, table } => {
            depth_label(depth_limit).into_iter().chain(table_label(table)).collect()
        }
        Algorithm::IdaStar { table } => table_label(table),
        Algorithm::AStar { pathmax: false }
        | Algorithm::PartialAStar
        | Algorithm::UniformCost
        | Algorithm::Greedy
        | Algorithm::BreadthFirst => Vec::new(),
    };
    std::iter::once(algorithm.info().name.to_string()).chain(settings).collect::<Vec<_>>().join(":")
}

fn depth_label(limit: Option<u32>) -> Vec<String> {
    limit.iter().map(u32::to_string).collect()
}

fn table_label(table: Table) -> Vec<String> {
    match table {
        Table::Unbounded => Vec::new(),
        Table::Off => vec!["off".to_string()],
        Table::Bytes(bytes) => {
            let units = [(30, "GiB"), (20, "MiB"), (10, "KiB"), (0, "B")];
            let fits = units.iter().find(|(shift, _)| bytes >> shift << shift == bytes && bytes >> shift > 0);
            vec![fits.map_or("0B".to_string(), |(shift, unit)| format!("{}{unit}", bytes >> shift))]
        }
    }
}

/// The algorithm of this label: a name or course name, and after a colon its setting if it takes one. A weight for
/// weighted-astar, `pathmax` for astar, the most actions for dfs and iddfs, `off` or a number of bytes (as `table` reads
/// it) for the table of iddfs and idastar.
pub fn algorithm_labelled(label: &str, table: impl Fn(&str) -> Result<Table, String>) -> Result<Algorithm, String> {
    let (name, setting) = match label.split_once(':') {
        Some((name, setting)) => (name, Some(setting)),
        None => (label, None),
    };
    let mut algorithm = Algorithm::named(name).ok_or_else(|| {
        let names: Vec<_> = pathmax::ALGORITHMS.iter().map(|info| info.name).collect();
        format!("there is no algorithm {name:?}; choose from {}", names.join(", "))
    })?;
    let Some(setting) = setting else { return Ok(algorithm) };
    let wrong = |right: &str| format!("{name} takes {right} after the colon, not {setting:?}");
    match &mut algorithm {
        Algorithm::AStar { pathmax } if setting == "pathmax" => *pathmax = true,
        Algorithm::AStar { .. } => return Err(wrong("the word pathmax")),
        Algorithm::WeightedAStar { weight } => {
            let parsed = setting.parse().ok().and_then(Weight::new);
            *weight = parsed.ok_or_else(|| wrong("a weight from 1 to 1000, such as 1.5,"))?;
        }
        Algorithm::DepthFirst { depth_limit } => {
            *depth_limit = Some(setting.parse().map_err(|_| wrong("the most actions in a plan, such as 20,"))?);
        }
        Algorithm::IterativeDeepening { depth_limit, table: kept } => match setting.parse() {
            Ok(depth) => *depth_limit = Some(depth),
            Err(_) => *kept = table(setting).map_err(|_| wrong("the most actions, or a table size, or off,"))?,
        },
        Algorithm::IdaStar { table: kept } => {
            *kept = table(setting).map_err(|_| wrong("a table size, such as 64MiB, or off,"))?;
        }
        Algorithm::PartialAStar | Algorithm::UniformCost | Algorithm::Greedy | Algorithm::BreadthFirst => {
            return Err(format!("{name} has no setting; leave out \":{setting}\""));
        }
    }
    Ok(algorithm)
}

/// Every algorithm with every heuristic that `puzzle` has among those named (all of them if none is named), in the order
/// in which they are given; an algorithm that uses no heuristic once; nothing twice.
pub(super) fn combinations(algorithms: &[Algorithm], heuristics: &[String], puzzle: &PuzzleInfo) -> Vec<Combination> {
    let named: Vec<&'static str> = if heuristics.is_empty() {
        puzzle.solving_heuristics().map(|info| info.name).collect()
    } else {
        heuristics.iter().filter_map(|name| puzzle.heuristic(name)).map(|info| info.name).collect()
    };
    all(algorithms, &named)
}

/// Every algorithm with every heuristic; an algorithm that uses no heuristic once; nothing twice.
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

/// Each name must be known to one of the puzzles at least.
pub(super) fn check_heuristics(heuristics: &[String], puzzles: &[&'static PuzzleInfo]) -> Result<(), CompareError> {
    match heuristics.iter().find(|name| puzzles.iter().all(|puzzle| puzzle.heuristic(name).is_none())) {
        Some(name) => Err(CompareError::UnknownHeuristic { name: name.clone(), puzzles: puzzles.to_vec() }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> Result<Table, String> {
        match text {
            "off" => Ok(Table::Off),
            "64MiB" => Ok(Table::Bytes(64 << 20)),
            _ => Err("no size".to_string()),
        }
    }

    #[test]
    fn labels_are_what_one_types() {
        let labels = [
            "astar",
            "astar:pathmax",
            "ucs",
            "greedy",
            "weighted-astar:1.5",
            "weighted-astar:3",
            "bfs",
            "dfs",
            "dfs:20",
            "iddfs",
            "iddfs:7",
            "iddfs:off",
            "idastar",
            "idastar:off",
            "idastar:64MiB",
        ];
        for label in labels {
            assert_eq!(algorithm_label(&algorithm_labelled(label, table).unwrap()), label);
        }
        let label = |text| algorithm_labelled(text, table).map(|algorithm| algorithm_label(&algorithm));
        assert_eq!(label("AS").unwrap(), "astar");
        assert_eq!(label("weighted-astar").unwrap(), "weighted-astar:1.5");
        assert_eq!(table_label(Table::Bytes(1025)), ["1025B"]);
        assert_eq!(table_label(Table::Bytes(0)), ["0B"]);
    }

    #[test]
    fn wrong_labels_are_told_what_would_be_right() {
        for (label, part) in [
            ("quantum", "choose from astar, partial-astar, ucs"),
            ("", "there is no algorithm \"\""),
            ("astar:2", "astar takes the word pathmax"),
            ("weighted-astar:0.5", "a weight from 1 to 1000"),
            ("weighted-astar:", "a weight from 1 to 1000"),
            ("dfs:-1", "the most actions"),
            ("iddfs:deep", "the most actions, or a table size"),
            ("idastar:20", "a table size"),
            ("ucs:1", "ucs has no setting"),
        ] {
            let error = algorithm_labelled(label, table).unwrap_err();
            assert!(error.contains(part), "{label}: {error}");
        }
    }
}
