//! The heuristics of Infexion.

mod blue_sets;
mod bridges;
mod line_cover;
mod potentials;
mod token_balance;

use pathmax::{Claims, Cost, Heuristic};

use super::{Position, Stacks};
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
    Stacks(StackBounds),
    LineCover(LineCover),
    Null,
}

/// The bounds that look at every stack.
#[derive(Clone, Debug)]
struct StackBounds {
    start: Stacks,
    spawn: bool,
    potentials: Option<Potentials>,
    lines: LineCover,
}

impl Heuristic<Position> for InfexionHeuristic {
    #[inline]
    fn estimate(&mut self, state: &Position) -> Option<Cost> {
        self.estimate_up_to(state, Cost::MAX)
    }

    #[inline]
    fn estimate_up_to(&mut self, state: &Position, enough: Cost) -> Option<Cost> {
        let blue = state.blue();
        if blue == 0 {
            return Some(0);
        }
        match &mut self.kind {
            Kind::Stacks(bounds) => bounds.highest(state, enough),
            Kind::LineCover(lines) => Some(lines.cover(blue)),
            Kind::Null => Some(0),
        }
    }

    fn prepare(&mut self, go_on: &mut dyn FnMut(usize) -> bool) -> bool {
        if let Kind::Stacks(StackBounds { potentials: Some(potentials), .. }) = &mut self.kind {
            potentials.prepare(go_on);
        }
        true
    }

    #[inline]
    fn focus_on(&mut self, parent: &Position) {
        if let Kind::Stacks(StackBounds { potentials: Some(potentials), .. }) = &mut self.kind {
            potentials.focus_on(parent);
        }
    }

    fn claims(&self) -> Claims {
        self.claims
    }

    fn bytes(&self) -> usize {
        match &self.kind {
            Kind::Stacks(bounds) => {
                bounds.lines.bytes() + bounds.potentials.as_ref().map_or(0, |potentials| potentials.bytes())
            }
            Kind::LineCover(lines) => lines.bytes(),
            Kind::Null => 0,
        }
    }
}

impl StackBounds {
    /// The highest of the bounds, or one that is enough. They come in the order of the time that they take.
    #[inline(never)] // The other heuristics are a few instructions, and fewer still without this in their way.
    fn highest(&mut self, state: &Position, enough: Cost) -> Option<Cost> {
        let mut bound = 0;
        if let Some(potentials) = &mut self.potentials {
            if !potentials.is_prepared() {
                potentials.prepare(&mut |_| true);
            }
            bound = potentials.bound(state);
            if bound > enough {
                return Some(bound);
            }
        }
        bound = bound.max(self.lines.cover(state.blue()));
        if bound > enough {
            return Some(bound);
        }
        let stacks = self.start.at(state);
        token_balance::bound(&stacks, self.spawn).map(|balance| balance.max(bound))
    }
}

/// The heuristic of this name for a start.
pub(super) fn named(name: &str, start: &Stacks, spawn: bool) -> Option<InfexionHeuristic> {
    let claims = TABLE.iter().find(|info| info.name == name)?.claims;
    let lines = LineCover::new(start.blue());
    let kind = match name {
        "potentials" | "token-balance" => {
            let potentials = (name == "potentials").then(|| Potentials::new(*start, spawn));
            Kind::Stacks(StackBounds { start: *start, spawn, potentials, lines })
        }
        "line-cover" => Kind::LineCover(lines),
        "null" => Kind::Null,
        _ => return None,
    };
    Some(InfexionHeuristic { claims, kind })
}
