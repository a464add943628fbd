//! The heuristics of Infexion.

mod blue_sets;
mod bridges;
mod line_cover;
mod potentials;
mod token_balance;

use std::ops::ControlFlow;

use pathmax::{Claims, Cost, Heuristic};

use super::{Position, Stacks};
use crate::HeuristicInfo;
use line_cover::LineCover;
use potentials::Potentials;

/// The heuristics. The first is the default. The module of each explains why its claims hold.
pub(super) const TABLE: &[HeuristicInfo] = &[
    HeuristicInfo::new(
        "potentials",
        "maximum of token-balance and a potential heuristic (a value per stack and cell, optimized for the board)",
        Claims::ADMISSIBLE,
    ),
    HeuristicInfo::new(
        "token-balance",
        "maximum of line-cover and the fewest spreads with enough tokens to capture all blue stacks and bridge the gaps",
        Claims::ADMISSIBLE,
    ),
    HeuristicInfo::new(
        "line-cover",
        "the fewest lines along the three axes that cover all blue stacks",
        Claims::CONSISTENT,
    ),
];

/// Any heuristic of Infexion.
#[derive(Clone, Debug)]
pub struct InfexionHeuristic {
    claims: Claims,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Stacks(StackBounds),
    LineCover(LineCover),
}

/// The maximum of several lower bounds that consider every stack.
#[derive(Clone, Debug)]
struct StackBounds {
    start: Stacks,
    spawn: bool,
    potentials: Option<Potentials>,
    lines: LineCover,
}

impl Heuristic<Position> for InfexionHeuristic {
    #[inline]
    fn evaluate(&mut self, state: &Position) -> Option<Cost> {
        self.evaluate_up_to(state, Cost::MAX)
    }

    #[inline]
    fn evaluate_up_to(&mut self, state: &Position, enough: Cost) -> Option<Cost> {
        let blue = state.blue();
        if blue == 0 {
            return Some(0);
        }
        match &mut self.kind {
            Kind::Stacks(bounds) => bounds.highest(state, enough),
            Kind::LineCover(lines) => Some(lines.cover(blue)),
        }
    }

    fn prepare(&mut self, check: &mut dyn FnMut(usize) -> ControlFlow<()>) -> ControlFlow<()> {
        if let Kind::Stacks(StackBounds { potentials: Some(potentials), .. }) = &mut self.kind {
            potentials.prepare(check);
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn notify_parent(&mut self, parent: &Position) {
        if let Kind::Stacks(StackBounds { potentials: Some(potentials), .. }) = &mut self.kind {
            potentials.notify_parent(parent);
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
        }
    }
}

impl StackBounds {
    /// The maximum of the bounds, or one that exceeds `enough`. The fastest are computed first.
    #[inline(never)] // Keeps the dispatch small for `line-cover`, which takes a few instructions.
    fn highest(&mut self, state: &Position, enough: Cost) -> Option<Cost> {
        let mut bound = 0;
        if let Some(potentials) = &mut self.potentials {
            if !potentials.is_prepared() {
                potentials.prepare(&mut |_| ControlFlow::Continue(()));
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

/// The heuristic of this name for searches from `start`.
pub(super) fn named(name: &str, start: &Stacks, spawn: bool) -> Option<InfexionHeuristic> {
    let claims = TABLE.iter().find(|info| info.name == name)?.claims;
    let lines = LineCover::new(start.blue());
    let kind = match name {
        "potentials" | "token-balance" => {
            let potentials = (name == "potentials").then(|| Potentials::new(*start, spawn));
            Kind::Stacks(StackBounds { start: *start, spawn, potentials, lines })
        }
        "line-cover" => Kind::LineCover(lines),
        _ => return None,
    };
    Some(InfexionHeuristic { claims, kind })
}
