//! The heuristics of Infexion.

mod blue_sets;
mod bridges;
mod line_cover;
mod potentials;
mod token_balance;

use pathmax::{Claims, Cost, Heuristic};

use super::Position;
use crate::perfect;
use crate::puzzle::HeuristicInfo;
use line_cover::LineCover;
use potentials::Potentials;

/// The heuristics' rows. Why the claims hold is told where each is computed.
pub(super) const TABLE: &[HeuristicInfo] = &[
    row(
        "potentials",
        "what each stack is worth on its cell, tuned to the board; or token-balance if that is more",
        Claims::ADMISSIBLE,
    ),
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
    Potentials { potentials: Potentials, lines: LineCover, spawn: bool },
    TokenBalance { lines: LineCover, spawn: bool },
    LineCover(LineCover),
    Null,
}

impl Heuristic<Position> for InfexionHeuristic {
    #[inline]
    fn estimate(&mut self, state: &Position) -> Option<Cost> {
        self.estimate_up_to(state, Cost::MAX)
    }

    #[inline]
    fn estimate_up_to(&mut self, state: &Position, enough: Cost) -> Option<Cost> {
        if state.blue() == 0 {
            return Some(0);
        }
        match &mut self.kind {
            Kind::Potentials { potentials, lines, spawn } => {
                if !potentials.is_prepared() {
                    potentials.prepare(&mut |_| true);
                }
                let bound = potentials.bound(state);
                if bound > enough {
                    return Some(bound);
                }
                balance_or_cover(state, lines, *spawn, enough).map(|other| other.max(bound))
            }
            Kind::TokenBalance { lines, spawn } => balance_or_cover(state, lines, *spawn, enough),
            Kind::LineCover(lines) => Some(lines.cover(state.blue())),
            Kind::Null => Some(0),
        }
    }

    fn prepare(&mut self, go_on: &mut dyn FnMut(usize) -> bool) -> bool {
        if let Kind::Potentials { potentials, .. } = &mut self.kind {
            potentials.prepare(go_on);
        }
        true
    }

    fn claims(&self) -> Claims {
        self.claims
    }

    fn bytes(&self) -> usize {
        match &self.kind {
            Kind::Potentials { potentials, lines, .. } => potentials.bytes() + lines.bytes(),
            Kind::TokenBalance { lines, .. } | Kind::LineCover(lines) => lines.bytes(),
            Kind::Null => 0,
        }
    }
}

/// The higher of two bounds. The balance takes much longer, so it is left out where the cover is enough.
#[inline]
fn balance_or_cover(state: &Position, lines: &mut LineCover, spawn: bool, enough: Cost) -> Option<Cost> {
    let cover = lines.cover(state.blue());
    if cover > enough {
        return Some(cover);
    }
    token_balance::bound(state, spawn).map(|balance| balance.max(cover))
}

/// The heuristic of this name for a start.
pub(super) fn named(name: &str, start: &Position, spawn: bool) -> Option<InfexionHeuristic> {
    let claims = TABLE.iter().find(|info| info.name == name)?.claims;
    let lines = || LineCover::new(start.blue());
    let kind = match name {
        "potentials" => Kind::Potentials { potentials: Potentials::new(*start, spawn), lines: lines(), spawn },
        "token-balance" => Kind::TokenBalance { lines: lines(), spawn },
        "line-cover" => Kind::LineCover(lines()),
        "null" => Kind::Null,
        _ => return None,
    };
    Some(InfexionHeuristic { claims, kind })
}
