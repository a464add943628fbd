//! The heuristics of the pawn hunt.

mod course;
mod shares;
mod solo;
mod spanning;
mod tours;

use pathmax::{Claims, Cost, Heuristic};

use super::{PawnHunt, State};
use crate::perfect;
use crate::puzzle::HeuristicInfo;
use course::{RookLines, WaysIn};
use shares::Shares;
use spanning::SpanningTree;

/// The heuristics' rows. Each heuristic says in its own file why its claims hold.
pub(super) const TABLE: &[HeuristicInfo] = &[
    row("tours", "the cheapest way to share the pawns out, if no agent were in another's way", Claims::ADMISSIBLE),
    row("spanning-tree", "the cheapest tree that joins agents and pawns, around the obstacles", Claims::ADMISSIBLE),
    row("h2", "per pawn the cheapest way in from an agent or another pawn, straight lines only", Claims::ADMISSIBLE)
        .with_pathmax(),
    row("h1", "8 a pawn, and 8 more if no rook has a pawn in its row or column", Claims::NONE),
    row("six-per-pawn", "a move of the cheapest agent for every pawn", Claims::CONSISTENT),
    perfect::ROW,
    row("null", "0", Claims::CONSISTENT),
];

const fn row(name: &'static str, summary: &'static str, claims: Claims) -> HeuristicInfo {
    HeuristicInfo { name, summary, claims, pathmax: false, whole_space: false }
}

impl HeuristicInfo {
    /// The same row, of a heuristic that the pathmax adjustment is a part of.
    const fn with_pathmax(mut self) -> Self {
        self.pathmax = true;
        self
    }
}

/// Any heuristic of the pawn hunt.
#[derive(Clone, Debug)]
pub struct PawnHeuristic {
    claims: Claims,
    estimator: Estimator,
}

#[derive(Clone, Debug)]
enum Estimator {
    Null,
    /// What the cheapest agent's move costs, if there is an agent.
    PerPawn(Option<Cost>),
    H1(RookLines),
    H2(WaysIn),
    Tours(Shares),
    SpanningTree(SpanningTree),
}

/// The heuristic of this name for an instance.
pub(super) fn named(name: &str, puzzle: &PawnHunt) -> Option<PawnHeuristic> {
    let info = TABLE.iter().find(|info| info.name == name)?;
    let estimator = match name {
        "null" => Estimator::Null,
        "six-per-pawn" => Estimator::PerPawn(puzzle.kinds().iter().map(|kind| kind.cost()).min()),
        "h1" => Estimator::H1(RookLines::new(puzzle)),
        "h2" => Estimator::H2(WaysIn::new(puzzle)),
        "spanning-tree" => Estimator::SpanningTree(SpanningTree::new(puzzle)),
        "tours" => Estimator::Tours(Shares::new(puzzle)),
        _ => return None,
    };
    Some(PawnHeuristic { claims: info.claims, estimator })
}

/// The default heuristic as on a board that has too many pawns.
#[cfg(test)]
pub(super) fn with_few_tours(puzzle: &PawnHunt, most: usize) -> PawnHeuristic {
    PawnHeuristic { claims: Claims::ADMISSIBLE, estimator: Estimator::Tours(Shares::with_most(puzzle, most)) }
}

impl Heuristic<State> for PawnHeuristic {
    #[inline]
    fn estimate(&mut self, state: &State) -> Option<Cost> {
        if state.pawns == 0 {
            return Some(0);
        }
        match &mut self.estimator {
            Estimator::Null => Some(0),
            // A move takes one pawn at most. Without an agent nothing will ever be taken.
            Estimator::PerPawn(cheapest) => cheapest.map(|cheapest| cheapest * state.pawns.count_ones()),
            Estimator::H1(lines) => Some(lines.estimate(state)),
            Estimator::H2(ways_in) => ways_in.estimate(state),
            Estimator::Tours(tours) => tours.estimate(state),
            Estimator::SpanningTree(tree) => tree.estimate(state),
        }
    }

    fn prepare(&mut self, go_on: GoOn<'_>) -> bool {
        match &mut self.estimator {
            Estimator::Tours(tours) => tours.prepare(go_on),
            _ => true,
        }
    }

    fn claims(&self) -> Claims {
        self.claims
    }

    fn bytes(&self) -> usize {
        match &self.estimator {
            Estimator::Null | Estimator::PerPawn(_) => 0,
            Estimator::H1(lines) => lines.bytes(),
            Estimator::H2(ways_in) => ways_in.bytes(),
            Estimator::Tours(tours) => tours.bytes(),
            Estimator::SpanningTree(tree) => tree.bytes(),
        }
    }
}

/// Asked now and then while tables are built, with the bytes that they take: whether to go on.
type GoOn<'g> = &'g mut dyn FnMut(usize) -> bool;

/// Sets of pawns that are worked out before it is asked again.
const SETS_BETWEEN_CHECKS: u32 = 256;
