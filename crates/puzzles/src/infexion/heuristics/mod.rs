//! The heuristics of Infexion.

mod blue_sets;
mod bridges;
mod line_cover;
mod token_balance;

use pathmax::{Claims, Cost, Heuristic};

use super::Position;
use crate::perfect;
use crate::puzzle::HeuristicInfo;
use line_cover::LineCover;

/// The heuristics' rows. Why the claims hold is told where each is computed.
pub(super) const TABLE: &[HeuristicInfo] = &[
    row(
        "token-balance",
        "the fewest spreads whose tokens can take all blue stacks and bridge the gaps, or line-cover if that is more",
        Claims::ADMISSIBLE,
    ),
    row("line-cover", "the fewest lines along the three axes that hold all blue stacks", Claims::CONSISTENT),
    perfect::ROW,
    row("null", "0", Claims::CONSISTENT),
];

const fn row(name: &'static str, summary: &'static str, claims: Claims) -> HeuristicInfo {
    HeuristicInfo { name, summary, claims, pathmax: false, whole_space: false }
}

/// Any of the heuristics.
#[derive(Clone, Debug)]
pub struct InfexionHeuristic {
    claims: Claims,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    TokenBalance { lines: LineCover, spawn: bool },
    LineCover(LineCover),
    Null,
}

impl Heuristic<Position> for InfexionHeuristic {
    #[inline]
    fn estimate(&mut self, state: &Position) -> Option<Cost> {
        if state.blue() == 0 {
            return Some(0);
        }
        match &mut self.kind {
            Kind::TokenBalance { lines, spawn } => {
                token_balance::bound(state, *spawn).map(|bound| bound.max(lines.cover(state.blue())))
            }
            Kind::LineCover(lines) => Some(lines.cover(state.blue())),
            Kind::Null => Some(0),
        }
    }

    fn claims(&self) -> Claims {
        self.claims
    }

    fn bytes(&self) -> usize {
        match &self.kind {
            Kind::TokenBalance { lines, .. } | Kind::LineCover(lines) => lines.bytes(),
            Kind::Null => 0,
        }
    }
}

/// The heuristic of this name for a start.
pub(super) fn named(name: &str, start: &Position, spawn: bool) -> Option<InfexionHeuristic> {
    let claims = TABLE.iter().find(|info| info.name == name)?.claims;
    let lines = || LineCover::new(start.blue());
    let kind = match name {
        "token-balance" => Kind::TokenBalance { lines: lines(), spawn },
        "line-cover" => Kind::LineCover(lines()),
        "null" => Kind::Null,
        _ => return None,
    };
    Some(InfexionHeuristic { claims, kind })
}
