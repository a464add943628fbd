//! The heuristics of the pawn hunt.

mod course;
mod routes;
mod shares;
mod solo;
mod spanning;
mod tours;

use std::ops::ControlFlow;

use pathmax::{Claims, Cost, Heuristic};

use super::{Board, PawnHunt, PawnSet, State};
use crate::HeuristicInfo;
use course::{RookLines, WaysIn};
use routes::Routes;
use shares::Shares;
use spanning::SpanningTree;
use tours::Tours;

/// The heuristics. The first is the default for most boards (see [`default_for`]). The module of each explains why its claims
/// hold.
pub(super) const TABLE: &[HeuristicInfo] = &[
    HeuristicInfo::new(
        "tours",
        "the cheapest assignment of pawns to agents, if each agent were alone with its pawns",
        Claims::ADMISSIBLE,
    ),
    HeuristicInfo::new(
        "spanning-tree",
        "a minimum spanning tree of agents and pawns, with distances around obstacles",
        Claims::ADMISSIBLE,
    ),
    HeuristicInfo::new(
        "routes",
        "the cheapest routes that capture as many pawns as are left, with a price per pawn; the default for many pawns",
        Claims::CONSISTENT,
    ),
    HeuristicInfo::new(
        "h2",
        "per pawn, the cheapest way from an agent or another pawn, estimated from the two squares",
        Claims::ADMISSIBLE,
    )
    .with_pathmax(),
    HeuristicInfo::new(
        "h1",
        "8 per pawn, plus 8 if no rook has a pawn in its row or column; not admissible",
        Claims::NONE,
    ),
    HeuristicInfo::new("six-per-pawn", "per pawn, one move of the cheapest agent", Claims::CONSISTENT),
];

/// Any heuristic of the pawn hunt.
#[derive(Clone, Debug)]
pub struct PawnHeuristic<S = u32> {
    claims: Claims,
    estimator: Estimator<S>,
}

#[derive(Clone, Debug)]
enum Estimator<S> {
    /// The cost of a move of the cheapest agent, if there is an agent.
    PerPawn(Option<Cost>),
    H1(RookLines<S>),
    H2(WaysIn),
    Tours(Shares<S>),
    Routes(Routes<S>),
    SpanningTree(SpanningTree),
}

/// The default heuristic for a board: `tours` if it considers all pawns, otherwise `routes`, which is stronger than `tours` over
/// some of the pawns.
pub(super) fn default_for(board: &Board) -> &'static HeuristicInfo {
    let is_small = board.pawns().count() <= Tours::max_pawns(board.agents().count());
    let name = if is_small { "tours" } else { "routes" };
    TABLE.iter().find(|info| info.name == name).unwrap_or(&TABLE[0])
}

/// The heuristic of this name for a problem.
pub(super) fn named<S: PawnSet>(name: &str, puzzle: &PawnHunt<S>) -> Option<PawnHeuristic<S>> {
    let info = TABLE.iter().find(|info| info.name == name)?;
    let estimator = match name {
        "six-per-pawn" => Estimator::PerPawn(puzzle.kinds().iter().map(|kind| kind.cost()).min()),
        "h1" => Estimator::H1(RookLines::new(puzzle)),
        "h2" => Estimator::H2(WaysIn::new(puzzle)),
        "spanning-tree" => Estimator::SpanningTree(SpanningTree::new(puzzle)),
        "routes" => Estimator::Routes(Routes::new(puzzle)),
        "tours" => Estimator::Tours(Shares::new(puzzle)),
        _ => return None,
    };
    Some(PawnHeuristic { claims: info.claims, estimator })
}

/// The default heuristic with at most this many pawns in tours, as on a board with too many pawns.
#[cfg(test)]
pub(super) fn with_few_tours(puzzle: &PawnHunt, max: usize) -> PawnHeuristic {
    PawnHeuristic { claims: Claims::ADMISSIBLE, estimator: Estimator::Tours(Shares::with_max_pawns(puzzle, max)) }
}

impl<S: PawnSet> Heuristic<State<S>> for PawnHeuristic<S> {
    #[inline]
    fn evaluate(&mut self, state: &State<S>) -> Option<Cost> {
        if state.pawns.is_empty() {
            return Some(0);
        }
        match &mut self.estimator {
            // A move captures at most one pawn. Without an agent, no pawn can be captured.
            Estimator::PerPawn(cheapest) => cheapest.map(|cheapest| cheapest * state.pawns.len()),
            Estimator::H1(lines) => Some(lines.evaluate(state)),
            Estimator::H2(ways_in) => ways_in.evaluate(state),
            Estimator::Tours(tours) => tours.evaluate(state),
            Estimator::Routes(routes) => routes.evaluate(state),
            Estimator::SpanningTree(tree) => tree.evaluate(state),
        }
    }

    fn prepare(&mut self, check: Check<'_>) -> ControlFlow<()> {
        match &mut self.estimator {
            Estimator::Tours(tours) => tours.prepare(check),
            Estimator::Routes(routes) => routes.prepare(check),
            _ => ControlFlow::Continue(()),
        }
    }

    #[inline]
    fn notify_parent(&mut self, parent: &State<S>) {
        if let Estimator::Routes(routes) = &mut self.estimator {
            routes.notify_parent(parent);
        }
    }

    fn claims(&self) -> Claims {
        self.claims
    }

    fn bytes(&self) -> usize {
        match &self.estimator {
            Estimator::PerPawn(_) => 0,
            Estimator::H1(lines) => lines.bytes(),
            Estimator::H2(ways_in) => ways_in.bytes(),
            Estimator::Tours(tours) => tours.bytes(),
            Estimator::Routes(routes) => routes.bytes(),
            Estimator::SpanningTree(tree) => tree.bytes(),
        }
    }
}

/// Called repeatedly while tables are built, with their size in bytes; stops that with `Break`.
type Check<'c> = &'c mut dyn FnMut(usize) -> ControlFlow<()>;

/// The number of sets of pawns that are computed between calls of [`Check`].
const SETS_BETWEEN_CHECKS: u32 = 256;
