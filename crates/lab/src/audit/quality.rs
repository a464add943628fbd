//! The quality of a heuristic.

use std::collections::BTreeMap;

use pathmax::Cost;
use pathmax_puzzles::scene::Tile;
use pathmax_puzzles::{Board, BoardProblem};
use serde::Serialize;

use super::{ExpansionShares, INFINITE};

/// The quality of a heuristic on the states whose true cost h* is known.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Quality {
    /// Number of those states.
    pub states: u64,
    /// Number of solvable ones.
    pub solvable: u64,
    /// Number of solvable states on which h = h*.
    pub exact: u64,
    /// Mean of h* − h over solvable states with finite h, if any.
    pub mean_error: Option<f64>,
    /// Mean of (h* − h) / h* over solvable states with h* > 0 and finite h, if any.
    pub mean_relative_error: Option<f64>,
    /// Number of solvable states by h* − h, in ascending order; negative where h is too high.
    pub errors: Vec<ErrorCount>,
    /// Number of solvable states on which h is infinite.
    pub called_dead: u64,
    /// Number of dead ends (states without a reachable goal) on which h is infinite.
    pub dead_ends_recognised: u64,
    /// Number of dead ends on which h is finite.
    pub dead_ends_missed: u64,
    /// The expansions of A* by cause; `None` if not all true costs are known, or a limit was reached.
    pub expansions: Option<ExpansionShares>,
    /// The error by cell, for each kind of thing.
    pub heat: Vec<HeatMap>,
}

/// Number of states with an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ErrorCount {
    /// h* − h.
    pub error: i64,
    /// Number of states.
    pub states: u64,
}

/// The error of a heuristic by cell.
#[derive(Clone, Debug, Serialize)]
pub struct HeatMap {
    /// The kind of thing on the cell.
    pub thing: &'static str,
    /// The cells, in the order of the scene's tiles.
    pub cells: Vec<CellError>,
}

/// The error of a heuristic while a thing is on a cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CellError {
    /// The name of the cell in answers.
    pub cell: String,
    /// Number of solvable states with finite h and such a thing on the cell.
    pub states: u64,
    /// Mean of h* − h over them.
    pub mean_error: Option<f64>,
}

impl Quality {
    /// The finite h* − h with the largest absolute value.
    pub fn worst_error(&self) -> Option<i64> {
        self.errors.iter().map(|count| count.error).max_by_key(|error| error.abs())
    }

    /// The share of solvable states on which h = h*.
    pub fn exact_share(&self) -> Option<f64> {
        mean(self.exact as f64, self.solvable)
    }

    /// Measures a heuristic on states of a board, given its values and the true costs.
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

    /// Measures a heuristic on states, given its values and the true costs; `visit` is called with every finite error.
    pub(super) fn measure_states<'s, S: 's>(
        judged: impl Iterator<Item = (&'s S, Cost, Cost)>,
        mut visit: impl FnMut(&S, i64),
    ) -> Quality {
        let mut quality = Quality::default();
        let mut errors: BTreeMap<i64, u64> = BTreeMap::new();
        let (mut error_sum, mut relative_sum) = (Sum::default(), Sum::default());
        for (state, h, cost) in judged {
            quality.states += 1;
            quality.solvable += u64::from(cost != INFINITE);
            match (h, cost) {
                (INFINITE, INFINITE) => quality.dead_ends_recognised += 1,
                (_, INFINITE) => quality.dead_ends_missed += 1,
                (INFINITE, _) => quality.called_dead += 1,
                (h, cost) => {
                    let error = i64::from(cost) - i64::from(h);
                    *errors.entry(error).or_default() += 1;
                    error_sum.add(error as f64);
                    if cost > 0 {
                        relative_sum.add(error as f64 / f64::from(cost));
                    }
                    visit(state, error);
                }
            }
        }
        quality.exact = errors.get(&0).copied().unwrap_or(0);
        quality.mean_error = error_sum.mean();
        quality.mean_relative_error = relative_sum.mean();
        quality.errors = errors.into_iter().map(|(error, states)| ErrorCount { error, states }).collect();
        quality
    }
}

/// A sum and the number of its terms.
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
