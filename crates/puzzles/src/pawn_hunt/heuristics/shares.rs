//! `tours` for boards with any number of pawns.

use std::ops::ControlFlow;

use pathmax::Cost;

use super::Check;
use super::spanning::SpanningTree;
use super::tours::Tours;
use crate::pawn_hunt::{PawnHunt, PawnSet, State};

/// [`Tours`] over all pawns if they are few enough, otherwise the maximum of [`Tours`] over some of them and [`SpanningTree`]
/// over all.
///
/// Pawns that are ignored need not be captured and do not block, so the others cost at most as much as all of them; and the
/// maximum of two lower bounds is a lower bound. Over all pawns, the value is consistent too; `SpanningTree` is not.
///
/// The tables are computed in [`Shares::prepare`], so that a search that needs no heuristic value does not compute them.
#[derive(Clone, Debug)]
pub(super) struct Shares<S> {
    puzzle: Box<PawnHunt<S>>,
    bounds: Option<Box<Bounds>>,
}

#[derive(Clone, Debug)]
struct Bounds {
    tours: Tours,
    tree: Option<SpanningTree>,
}

impl<S: PawnSet> Shares<S> {
    pub fn new(puzzle: &PawnHunt<S>) -> Self {
        Shares { puzzle: Box::new(puzzle.clone()), bounds: None }
    }

    /// The heuristic with tours over at most this many pawns.
    #[cfg(test)]
    pub fn with_max_pawns(puzzle: &PawnHunt<S>, max: usize) -> Self {
        Shares {
            bounds: Bounds::new(puzzle, max, &mut |_| ControlFlow::Continue(())).map(Box::new),
            ..Shares::new(puzzle)
        }
    }

    /// Computes the tables, unless `check` stops that.
    pub fn prepare(&mut self, check: Check<'_>) -> ControlFlow<()> {
        if self.bounds.is_none() {
            self.bounds = Bounds::new(&self.puzzle, Tours::max_pawns(self.puzzle.kinds().len()), check).map(Box::new);
        }
        if self.bounds.is_some() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    pub fn evaluate(&mut self, state: &State<S>) -> Option<Cost> {
        let _ = self.prepare(&mut |_| ControlFlow::Continue(()));
        let Bounds { tours, tree } = &mut **self.bounds.as_mut()?;
        let by_tree = match tree {
            Some(tree) => tree.evaluate(state)?,
            None => 0,
        };
        Some(tours.evaluate(state)?.max(by_tree))
    }

    pub fn bytes(&self) -> usize {
        let bounds = self.bounds.as_ref();
        bounds.map_or(0, |bounds| bounds.tours.bytes() + bounds.tree.as_ref().map_or(0, SpanningTree::bytes))
    }
}

impl Bounds {
    /// Tours over at most `max` pawns, and a tree if there are more. `None` if `check` stopped the computation.
    fn new<S: PawnSet>(puzzle: &PawnHunt<S>, max: usize, check: Check<'_>) -> Option<Self> {
        let pawns = puzzle.pawn_squares().len();
        // Equally spaced among all pawns, so that they are distributed over the rows.
        let some = (0..max.min(pawns)).map(|i| (i * pawns / max.min(pawns)) as u8).collect();
        let tree = (pawns > max).then(|| SpanningTree::new(puzzle));
        Some(Bounds { tours: Tours::new(puzzle, some, check)?, tree })
    }
}
