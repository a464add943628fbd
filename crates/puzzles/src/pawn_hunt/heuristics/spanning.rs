//! `spanning-tree`: the cheapest tree that joins the agents and the pawns.

use pathmax::Cost;

use crate::pawn_hunt::moves::Step;
use crate::pawn_hunt::state::pawns_in;
use crate::pawn_hunt::{Kind, PawnHunt, State};

/// `spanning-tree`: a minimum spanning tree over the pawns left and one root that stands for all agents. Between pawns it
/// counts what the cheapest kind of agent needs that can get there at all, from the root what the nearest agent needs;
/// distances go round obstacles, but through agents and pawns.
///
/// # Why it is admissible
///
/// In any plan, each pawn is taken by an agent that comes from where it took a pawn before, or from where it stands now.
/// These ways in, one per pawn, join every pawn to the root. The moves of a way cost at least its distance, as agents and
/// pawns in the way only forbid moves, and they are different moves for different pawns. So the plan costs at least as
/// much as this tree, and the tree at least as much as the cheapest one. If there is none, some pawn is out of reach.
///
/// It is not consistent: several edges may start at one agent, and one move may shorten them all.
#[derive(Clone, Debug)]
pub(super) struct SpanningTree {
    kinds: Vec<Kind>,
    pawns: usize,
    /// For each kind, square and pawn, the cost of going there on a board with obstacles only.
    from_square: [Vec<Short>; 3],
    /// The same between pawns, for the cheapest kind.
    from_pawn: Vec<Short>,
}

/// A cost, or `NEVER`.
type Short = u16;
const NEVER: Short = Short::MAX;

impl SpanningTree {
    pub fn new(puzzle: &PawnHunt) -> Self {
        let pawns = puzzle.pawn_squares();
        let squares = puzzle.board().cells().len();
        let from_square = Kind::ALL.map(|kind| {
            let mut costs = vec![NEVER; squares * pawns.len()];
            if puzzle.kinds().contains(&kind) {
                for (pawn, &square) in pawns.iter().enumerate() {
                    for (square, moves) in distances(puzzle, kind, square) {
                        costs[usize::from(square) * pawns.len() + pawn] = moves * kind.cost() as Short;
                    }
                }
            }
            costs
        });
        // Where no agent of the kind can ever be, no way of the kind begins.
        let mut from_pawn = vec![NEVER; pawns.len() * pawns.len()];
        for (kind, start) in puzzle.board().agents() {
            let costs = &from_square[kind as usize];
            let reaches = |square: u8, pawn: usize| costs[usize::from(square) * pawns.len() + pawn];
            for (from, &square) in pawns.iter().enumerate().filter(|&(from, _)| reaches(start, from) != NEVER) {
                for to in 0..pawns.len() {
                    let cost = &mut from_pawn[from * pawns.len() + to];
                    *cost = reaches(square, to).min(*cost);
                }
            }
        }
        SpanningTree { kinds: puzzle.kinds().to_vec(), pawns: pawns.len(), from_square, from_pawn }
    }

    pub fn estimate(&self, state: &State) -> Option<Cost> {
        // Prim's algorithm: the pawn that is nearest to the tree joins it.
        let mut nearest = [NEVER; 32];
        for (&kind, square) in self.kinds.iter().zip(state.agents) {
            let costs = &self.from_square[kind as usize][usize::from(square) * self.pawns..][..self.pawns];
            nearest.iter_mut().zip(costs).for_each(|(nearest, cost)| *nearest = (*nearest).min(*cost));
        }
        let mut outside = state.pawns;
        let mut sum = 0;
        while outside != 0 {
            let next = pawns_in(outside).min_by_key(|&pawn| nearest[pawn])?;
            if nearest[next] == NEVER {
                return None;
            }
            sum += Cost::from(nearest[next]);
            outside &= !(1 << next);
            let costs = &self.from_pawn[next * self.pawns..][..self.pawns];
            nearest.iter_mut().zip(costs).for_each(|(nearest, cost)| *nearest = (*nearest).min(*cost));
        }
        Some(sum)
    }

    pub fn bytes(&self) -> usize {
        self.from_square.iter().chain([&self.from_pawn]).map(|costs| size_of_val(costs.as_slice())).sum()
    }
}

/// Every square that an agent can get to on a board with obstacles only, and in how many moves; there and back is the same.
pub(super) fn distances(puzzle: &PawnHunt, kind: Kind, from: u8) -> Vec<(u8, u16)> {
    let mut seen = vec![false; puzzle.board().cells().len()];
    seen[usize::from(from)] = true;
    let mut reached = vec![(from, 0)];
    let mut next = 0;
    while let Some(&(square, moves)) = reached.get(next) {
        for &Step { to, .. } in puzzle.moves().steps(kind, square) {
            if !std::mem::replace(&mut seen[usize::from(to)], true) {
                reached.push((to, moves + 1));
            }
        }
        next += 1;
    }
    reached
}
