//! How good a heuristic is.

use std::collections::BTreeMap;

use pathmax::Cost;
use pathmax_puzzles::Puzzle;
use serde::Serialize;

use super::{ExpansionShares, INFINITE};

/// How good a heuristic is, on the states whose true cost h* is known.
#[derive(Clone, Debug, Serialize)]
pub struct Quality {
    /// How many states those are.
    pub states: u64,
    /// From how many of them a goal can be reached.
    pub solvable: u64,
    /// On how many solvable states the heuristic is exact.
    pub exact: u64,
    /// The mean of h* − h over solvable states on which h is finite; `None` if there are none.
    pub mean_error: Option<f64>,
    /// The mean of (h* − h) / h* over solvable states with h* > 0 and finite h; `None` if there are none.
    pub mean_relative_error: Option<f64>,
    /// How many solvable states have which h* − h, in ascending order; negative where h is too high.
    pub errors: Vec<ErrorCount>,
    /// On how many solvable states the heuristic is infinite.
    pub called_dead: u64,
    /// Dead ends (states from which no goal can be reached) on which the heuristic is infinite.
    pub dead_ends_recognised: u64,
    /// Dead ends on which it is not.
    pub dead_ends_missed: u64,
    /// What A* expands with it, by the cause; `None` if true costs are not known everywhere, or a limit was reached.
    pub expansions: Option<ExpansionShares>,
    /// Where on the board it is worst, for each kind of thing.
    pub heat: Vec<HeatMap>,
}

/// How many states have an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ErrorCount {
    /// h* − h.
    pub error: i64,
    /// How many states.
    pub states: u64,
}

/// Where on the board a heuristic is worst.
#[derive(Clone, Debug, Serialize)]
pub struct HeatMap {
    /// The kind of thing that stands on a cell.
    pub thing: &'static str,
    /// The cells, in the order of the scene's tiles.
    pub cells: Vec<CellError>,
}

/// How far off a heuristic is while something stands on a cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CellError {
    /// What answers call the cell.
    pub cell: String,
    /// In how many solvable states with a finite h such a thing stands there.
    pub states: u64,
    /// The mean of h* − h over them.
    pub mean_error: Option<f64>,
}

impl Quality {
    /// The h* − h that is farthest from 0, where both are finite.
    pub fn worst_error(&self) -> Option<i64> {
        self.errors.iter().map(|count| count.error).max_by_key(|error| error.abs())
    }

    /// The share of solvable states on which it is exact.
    pub fn exact_share(&self) -> Option<f64> {
        mean(self.exact as f64, self.solvable)
    }

    /// Measures a heuristic on states with its values and the true costs.
    pub(super) fn measure<'s, P: Puzzle<State: 's>>(
        puzzle: &P,
        judged: impl Iterator<Item = (&'s P::State, Cost, Cost)>,
    ) -> Quality {
        let tiles = puzzle.scene(&puzzle.start()).tiles;
        let kinds = puzzle.info().things;
        let mut sums = Sums { cells: vec![Sum::default(); kinds.len() * tiles.len()], ..Sums::default() };
        for (state, h, cost) in judged {
            if let Some(error) = sums.add(h, cost) {
                puzzle.things(state, |tile, kind| sums.cells[kind * tiles.len() + tile].add(error as f64));
            }
        }
        let cells = |kind: usize| {
            let sums = &sums.cells[kind * tiles.len()..][..tiles.len()];
            let cell = |(tile, sum): (&pathmax_puzzles::scene::Tile, &Sum)| CellError {
                cell: tile.name.clone(),
                states: sum.count,
                mean_error: sum.mean(),
            };
            tiles.iter().zip(sums).map(cell).collect()
        };
        let heat = kinds.iter().enumerate().map(|(kind, &thing)| HeatMap { thing, cells: cells(kind) }).collect();
        Quality {
            states: sums.solvable + sums.dead_ends_recognised + sums.dead_ends_missed,
            solvable: sums.solvable,
            exact: sums.errors.get(&0).copied().unwrap_or(0),
            mean_error: sums.error.mean(),
            mean_relative_error: sums.relative_error.mean(),
            errors: sums.errors.iter().map(|(&error, &states)| ErrorCount { error, states }).collect(),
            called_dead: sums.called_dead,
            dead_ends_recognised: sums.dead_ends_recognised,
            dead_ends_missed: sums.dead_ends_missed,
            expansions: None,
            heat,
        }
    }
}

#[derive(Default)]
struct Sums {
    solvable: u64,
    called_dead: u64,
    dead_ends_recognised: u64,
    dead_ends_missed: u64,
    errors: BTreeMap<i64, u64>,
    error: Sum,
    relative_error: Sum,
    cells: Vec<Sum>,
}

impl Sums {
    /// Counts a state; its error, if that is finite.
    fn add(&mut self, h: Cost, cost: Cost) -> Option<i64> {
        match (h, cost) {
            (INFINITE, INFINITE) => self.dead_ends_recognised += 1,
            (_, INFINITE) => self.dead_ends_missed += 1,
            (INFINITE, _) => {
                self.solvable += 1;
                self.called_dead += 1;
            }
            (h, cost) => {
                let error = i64::from(cost) - i64::from(h);
                self.solvable += 1;
                *self.errors.entry(error).or_default() += 1;
                self.error.add(error as f64);
                if cost > 0 {
                    self.relative_error.add(error as f64 / f64::from(cost));
                }
                return Some(error);
            }
        }
        None
    }
}

/// A sum of so many numbers.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    sum: f64,
    count: u64,
}

impl Sum {
    fn add(&mut self, number: f64) {
        self.sum += number;
        self.count += 1;
    }

    fn mean(&self) -> Option<f64> {
        mean(self.sum, self.count)
    }
}

fn mean(sum: f64, count: u64) -> Option<f64> {
    (count > 0).then(|| sum / count as f64)
}
