//! `routes`: the cheapest routes of the agents, with a price per pawn and a bounded memory.
//!
//! A route is a sequence of pawns that one agent captures, in that order, and it costs the distances between them. In a plan, the
//! routes of the agents capture every pawn that is left exactly once. To find the cheapest such routes is too hard for many
//! pawns, so the condition is relaxed: the routes capture *as many* pawns as are left, but perhaps some more than once and others
//! not at all. Two things keep the relaxed routes close to real ones:
//! - **Memory** (ng-routes): a route does not return to a pawn that it remembers. At each pawn it remembers which of the at most 10
//!   nearest pawns it has captured, and forgets the others, so that it cannot go back and forth between neighbours.
//! - **Prices** (Lagrange multipliers): each pawn has a price, which a route gains for every capture of the pawn, and the sum of the
//!   prices is added at the end. For routes that capture every pawn once, the prices cancel. Others pay for what they leave out.
//!   The prices that raise the bound at the start most are chosen once per board (see [`prices`]).
//!
//! # Definition
//! S is the set of the pawns that are left, λ(p) the price of pawn p, d the distance for a kind of agent on a board with obstacles
//! only, and N(p) the pawns that are remembered at p. For each kind of agent,
//! - T(p, m, j) is the cost of the cheapest route from pawn p with memory m ⊆ N(p) that captures j more pawns: T(p, m, 0) = 0, and
//!   T(p, m, j) is the minimum over all pawns q ∉ m ∪ {p} of d(p, q) − λ(q) + T(q, (m ∪ {p}) ∩ N(q), j − 1).
//! - V(x, S, j) is the same for an agent on a square x: V(x, S, 0) = 0, and V(x, S, j) is the minimum over all q ∈ S of
//!   d(x, q) − λ(q) + T(q, N(q) ∖ S, j − 1). What was captured is remembered.
//!
//! The value of a state is λ(S), the sum of the prices of S, plus the minimum of the sum of V(x, S, j) over the agents, over all
//! shares j of the agents that add up to |S|. It is rounded up to a multiple of the greatest common divisor of the costs of moves,
//! and at least 0. If some pawn is out of reach of all agents, even on a board with obstacles only, the state is a dead end.
//!
//! Prices suit the start, where many pawns are left. For the last few, the value is also at least the distance from the pawn that is
//! farthest from the nearest agent, and the number of pawns times the cost of the cheapest move.
//!
//! Distances, T and V are capped at a ceiling, so that sums fit into 16 bits. The ceiling stands for what is impossible, too.
//!
//! # Why it is consistent, for any prices
//! T grows with the memory: a larger one forbids more, and leads to larger ones. (By induction over j. The ceiling changes nothing
//! about this, nor about the inequalities below: it only lowers T and V, by the same minimum on both sides.)
//!
//! Consider a move of an agent from x to y at cost c, and the shares that are best after it.
//! - If it captures nothing, d(x, q) ≤ c + d(y, q) for all q, because the move is possible on a board with obstacles only. So V
//!   decreases by at most c for this agent, and not at all for the others.
//! - If it captures the pawn q on y, let S' = S ∖ {q}. Add 1 to the share of the agent. Its V before the move is at most
//!   d(x, q) − λ(q) + T(q, N(q) ∖ S, j) ≤ c − λ(q) + T(q, N(q) ∖ S, j). Every r ∈ S' may follow q there, since it is neither
//!   captured nor q, and (N(q) ∖ S ∪ {q}) ∩ N(r) ⊆ N(r) ∖ S', so that T(q, N(q) ∖ S, j) ≤ V(y, S', j). For the other agents, V(S) ≤
//!   V(S'): fewer pawns to begin with, and larger memories. Together with λ(S) = λ(S') + λ(q), the value before the move is at
//!   most c plus the value after it.
//!
//! The two bounds for the last few pawns are consistent, too: a move at cost c decreases distances by at most c, and captures at most
//! one pawn. They do not apply to states with more pawns, but captures only decrease the number, and then the value may rise.
//!
//! Rounding up to a divisor of all costs keeps this, and so does the maximum with 0. The value is 0 at goals, so it is admissible,
//! too. A move does not change what is within reach of an agent, so a dead end only leads to dead ends.
//!
//! All of this relies on one set of prices for everything: the tables of the routes are built once the prices are final.
//!
//! # How it is computed
//! T is a table per kind of agent, a cache line for each pawn and memory, with one element per number of captures ([`walks`],
//! [`tables`]). The value of a state takes one such line per pawn that is left and agent that moved ([`evaluation`]). For more pawns,
//! memories are smaller, and fewer steps improve the prices.
//!
//! # References
//! - N. Christofides, A. Mingozzi, P. Toth, *State-space relaxation procedures for the computation of bounds to routing problems*,
//!   1981 (routes that only count what they visit).
//! - R. Baldacci, A. Mingozzi, R. Roberti, *New route relaxation and pricing strategies for the vehicle routing problem*, 2011
//!   (ng-routes).
//! - M. Held, R. M. Karp, *The traveling-salesman problem and minimum spanning trees*, 1970 (prices).

mod evaluation;
mod network;
mod prices;
mod tables;
#[cfg(test)]
mod tests;
mod walks;

use std::ops::ControlFlow;
use std::sync::Arc;

use pathmax::Cost;

use super::Check;
use crate::heuristic::share_of;
use crate::pawn_hunt::{PawnHunt, PawnSet, State};
use evaluation::Evaluation;
use tables::Tables;

/// `routes`; see the [module](self).
///
/// The tables are computed in [`Routes::prepare`], so that a search that needs no heuristic value does not compute them. Clones
/// share them.
#[derive(Clone, Debug)]
pub(super) struct Routes<S> {
    puzzle: Arc<PawnHunt<S>>,
    prepared: Option<Box<Prepared<S>>>,
}

#[derive(Clone, Debug)]
struct Prepared<S> {
    tables: Arc<Tables<S>>,
    evaluation: Evaluation<S>,
}

impl<S: PawnSet> Prepared<S> {
    fn new(tables: Tables<S>) -> Box<Self> {
        Box::new(Prepared { evaluation: Evaluation::new(&tables), tables: Arc::new(tables) })
    }
}

impl<S: PawnSet> Routes<S> {
    pub fn new(puzzle: &PawnHunt<S>) -> Self {
        Routes { puzzle: Arc::new(puzzle.clone()), prepared: None }
    }

    /// Computes the tables, unless `check` stops that.
    pub fn prepare(&mut self, check: Check<'_>) -> ControlFlow<()> {
        if self.prepared.is_none() {
            self.prepared = Tables::new(&self.puzzle, check).map(Prepared::new);
        }
        if self.prepared.is_some() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Hint: the next states are mostly successors of `parent`.
    pub fn notify_parent(&mut self, parent: &State<S>) {
        if let Some(prepared) = &mut self.prepared {
            prepared.evaluation.set_parent(&prepared.tables.on_board(parent), &prepared.tables);
        }
    }

    #[inline]
    pub fn evaluate(&mut self, state: &State<S>) -> Option<Cost> {
        if self.prepared.is_none() {
            let _ = self.prepare(&mut |_| ControlFlow::Continue(()));
        }
        let Some(prepared) = &mut self.prepared else { return Some(0) };
        let Prepared { tables, evaluation } = &mut **prepared;
        let state = tables.on_board(state);
        if state.pawns.is_empty() {
            return Some(0);
        }
        if !tables.reaches_all(&state) {
            return None;
        }
        let bound = evaluation.evaluate(&state, tables);
        Some(tables.round_up(bound.max(tables.bound_for_few(&state))))
    }

    pub fn bytes(&self) -> usize {
        let Some(prepared) = &self.prepared else { return 0 };
        share_of(&prepared.tables, prepared.tables.bytes()) + prepared.evaluation.bytes()
    }
}
