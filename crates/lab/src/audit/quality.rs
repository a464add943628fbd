//! How good a heuristic is.

use std::collections::BTreeMap;

use pathmax::Cost;
use pathmax_puzzles::scene::Tile;
use pathmax_puzzles::{Board, BoardProblem};
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

    /// Measures a heuristic on states of a board with its values and the true costs.
    pub(super) fn measure<'s, P: BoardProblem<State: 's>>(
        problem: &P,
        judged: impl Iterator<Item = (&'s P::State, Cost, Cost)>,
    ) -> Quality {
        let draw = <P::Board as Board>::capabilities().draw;
        let tiles = draw.map_or(Vec::new(), |draw| (draw.scene)(&problem.board(&problem.start())).tiles);
        let kinds = draw.map_or(&[][..], |draw| draw.token_kinds);
        let mut cells = vec![Sum::default(); kinds.len() * tiles.len()];
        let mut quality = Quality::measure_states(judged, |state, error| {
            problem.tokens(state, |tile, kind| cells[kind * tiles.len() + tile].add(error as f64));
        });
        let heat_map = |(kind, &thing): (usize, &&'static str)| {
            let sums = &cells[kind * tiles.len()..][..tiles.len()];
            let cell = |(tile, sum): (&Tile, &Sum)| CellError {
                cell: tile.name.clone(),
                states: sum.count,
                mean_error: sum.mean(),
            };
            HeatMap { thing, cells: tiles.iter().zip(sums).map(cell).collect() }
        };
        quality.heat = kinds.iter().enumerate().map(heat_map).collect();
        quality
    }

    /// Measures a heuristic on states with its values and the true costs; `visit` is called with every finite error.
    pub(super) fn measure_states<'s, S: 's>(
        judged: impl Iterator<Item = (&'s S, Cost, Cost)>,
        mut visit: impl FnMut(&S, i64),
    ) -> Quality {
        let mut sums = Sums::default();
        for (state, h, cost) in judged {
            if let Some(error) = sums.add(h, cost) {
                visit(state, error);
            }
        }
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
            heat: Vec::new(),
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
