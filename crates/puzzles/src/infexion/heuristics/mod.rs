//! The heuristics of Infexion.

mod blue_sets;
mod line_cover;

use pathmax::{Claims, Cost, Heuristic};

use super::Position;
use crate::puzzle::HeuristicInfo;
use line_cover::LineCover;

/// The heuristics' rows.
pub(super) const TABLE: &[HeuristicInfo] =
    &[row("line-cover", "the fewest lines along the three axes that hold all blue stacks"), row("null", "0")];

const fn row(name: &'static str, summary: &'static str) -> HeuristicInfo {
    HeuristicInfo { name, summary, claims: Claims::CONSISTENT, pathmax: false }
}

/// Any of the heuristics.
#[derive(Clone, Debug)]
pub enum InfexionHeuristic {
    /// 0.
    Null,
    /// The fewest lines that hold all blue stacks.
    LineCover(LineCover),
}

impl Heuristic<Position> for InfexionHeuristic {
    #[inline]
    fn estimate(&mut self, state: &Position) -> Option<Cost> {
        match self {
            InfexionHeuristic::Null => Some(0),
            InfexionHeuristic::LineCover(lines) => Some(lines.cover(state.blue())),
        }
    }

    fn claims(&self) -> Claims {
        Claims::CONSISTENT
    }

    fn bytes(&self) -> usize {
        match self {
            InfexionHeuristic::Null => 0,
            InfexionHeuristic::LineCover(lines) => lines.bytes(),
        }
    }
}

/// The heuristic of this name for a start.
pub(super) fn named(name: &str, start: &Position, _spawn: bool) -> Option<InfexionHeuristic> {
    match name {
        "null" => Some(InfexionHeuristic::Null),
        "line-cover" => Some(InfexionHeuristic::LineCover(LineCover::new(start.blue()))),
        _ => None,
    }
}
