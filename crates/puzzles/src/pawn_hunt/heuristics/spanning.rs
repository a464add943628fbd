//! `spanning-tree`: a minimum spanning tree of the agents and the pawns.

use pathmax::Cost;

use crate::pawn_hunt::moves::Step;
use crate::pawn_hunt::{Kind, PawnHunt, PawnSet, State};

/// `spanning-tree`: a minimum spanning tree over the remaining pawns and one root that represents all agents. The distance
/// between two pawns is the cost for the cheapest kind of agent that can reach them; the distance from the root is the cost for
/// the nearest agent. Distances go around obstacles, but through agents and pawns.
///
/// # Why it is admissible
///
/// In any plan, each pawn is captured by an agent that comes from the square of its previous capture, or from its present square
/// if there was none. These ways, one per pawn, connect every pawn to the root. The moves of a way cost at least its distance,
/// because agents and pawns in the way only forbid moves, and they are different for different pawns. So the plan costs at least
/// as much as this tree, which costs at least as much as a minimum one. If there is no tree, some pawn is unreachable.
///
/// It is not consistent: several edges can start at one agent, and one move can shorten them all.
#[derive(Clone, Debug)]
pub(super) struct SpanningTree {
    kinds: Vec<Kind>,
    pawns: usize,
    /// For each kind, square and pawn, the distance on a board with obstacles only.
    from_square: [Vec<Short>; 3],
    /// For each pair of pawns, the distance for the cheapest kind.
    from_pawn: Vec<Short>,
    /// For each pawn, the distance from the tree so far. Kept to save an allocation per evaluation.
    nearest: Vec<Short>,
}

/// A cost, or `NEVER`.
type Short = u16;
const NEVER: Short = Short::MAX;

impl SpanningTree {
    pub fn new<S: PawnSet>(puzzle: &PawnHunt<S>) -> Self {
        let pawns = puzzle.pawn_squares();
        let squares = puzzle.start_board().cells().len();
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
        // No way of a kind begins on a square that no agent of the kind can reach.
        let mut from_pawn = vec![NEVER; pawns.len() * pawns.len()];
        for (kind, start) in puzzle.start_board().agents() {
            let costs = &from_square[kind as usize];
            let reaches = |square: u8, pawn: usize| costs[usize::from(square) * pawns.len() + pawn];
            for (from, &square) in pawns.iter().enumerate().filter(|&(from, _)| reaches(start, from) != NEVER) {
                for to in 0..pawns.len() {
                    let cost = &mut from_pawn[from * pawns.len() + to];
                    *cost = reaches(square, to).min(*cost);
                }
            }
        }
        let nearest = vec![NEVER; pawns.len()];
        SpanningTree { kinds: puzzle.kinds().to_vec(), pawns: pawns.len(), from_square, from_pawn, nearest }
    }

    pub fn evaluate<S: PawnSet>(&mut self, state: &State<S>) -> Option<Cost> {
        // Prim's algorithm: the pawn nearest to the tree is added to it.
        let nearest = &mut self.nearest[..];
        nearest.fill(NEVER);
        for (&kind, square) in self.kinds.iter().zip(state.agents) {
            let costs = &self.from_square[kind as usize][usize::from(square) * self.pawns..][..self.pawns];
            nearest.iter_mut().zip(costs).for_each(|(nearest, cost)| *nearest = (*nearest).min(*cost));
        }
        let mut outside = state.pawns;
        let mut sum = 0;
        while !outside.is_empty() {
            let pawn = outside.iter().min_by_key(|&pawn| nearest[usize::from(pawn)])?;
            let next = usize::from(pawn);
            if nearest[next] == NEVER {
                return None;
            }
            sum += Cost::from(nearest[next]);
            outside = outside.without(pawn);
            let costs = &self.from_pawn[next * self.pawns..][..self.pawns];
            nearest.iter_mut().zip(costs).for_each(|(nearest, cost)| *nearest = (*nearest).min(*cost));
        }
        Some(sum)
    }

    pub fn bytes(&self) -> usize {
        self.from_square.iter().chain([&self.from_pawn, &self.nearest]).map(|costs| size_of_val(costs.as_slice())).sum()
    }
}

/// The squares that an agent can reach on a board with obstacles only, with the numbers of moves, which are the same in both
/// directions.
pub(super) fn distances<S: PawnSet>(puzzle: &PawnHunt<S>, kind: Kind, from: u8) -> Vec<(u8, u16)> {
    let mut seen = vec![false; puzzle.start_board().cells().len()];
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
