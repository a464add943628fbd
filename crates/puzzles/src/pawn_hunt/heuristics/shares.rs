//! `tours` for boards of any size.

use pathmax::Cost;

use super::GoOn;
use super::spanning::SpanningTree;
use super::tours::Tours;
use crate::pawn_hunt::{PawnHunt, State};

/// [`Tours`] over all pawns where they are few enough. Where they are too many, the largest of [`Tours`] over a part of
/// them and [`SpanningTree`] over all.
///
/// Pawns that are left out of account need not be taken and do not block, so the rest cost no more than all; and the
/// larger of two lower bounds is one. Over all pawns the value is consistent too; `SpanningTree` is not.
///
/// Nothing is worked out before a search prepares for it: one that needs no estimate pays for none.
#[derive(Clone, Debug)]
pub(super) struct Shares {
    puzzle: Box<PawnHunt>,
    made: Option<Box<Made>>,
}

#[derive(Clone, Debug)]
struct Made {
    tours: Tours,
    tree: Option<SpanningTree>,
}

impl Shares {
    pub fn new(puzzle: &PawnHunt) -> Self {
        Shares { puzzle: Box::new(puzzle.clone()), made: None }
    }

    /// The same with tours over this many pawns at most, whatever the board allows.
    #[cfg(test)]
    pub fn with_most(puzzle: &PawnHunt, most: usize) -> Self {
        Shares { made: Made::new(puzzle, most, &mut |_| true).map(Box::new), ..Shares::new(puzzle) }
    }

    /// Works everything out now; false if `go_on` said no.
    pub fn prepare(&mut self, go_on: GoOn<'_>) -> bool {
        if self.made.is_none() {
            self.made = Made::new(&self.puzzle, Tours::most_pawns(&self.puzzle), go_on).map(Box::new);
        }
        self.made.is_some()
    }

    pub fn estimate(&mut self, state: &State) -> Option<Cost> {
        self.prepare(&mut |_| true);
        let Made { tours, tree } = &mut **self.made.as_mut()?;
        let by_tree = match tree {
            Some(tree) => tree.estimate(state)?,
            None => 0,
        };
        Some(tours.estimate(state)?.max(by_tree))
    }

    pub fn bytes(&self) -> usize {
        let made = self.made.as_ref();
        made.map_or(0, |made| made.tours.bytes() + made.tree.as_ref().map_or(0, SpanningTree::bytes))
    }
}

impl Made {
    /// Takes at most `most` pawns into account, and a tree if there are more. `None` if `go_on` said no.
    fn new(puzzle: &PawnHunt, most: usize, go_on: GoOn<'_>) -> Option<Self> {
        let pawns = puzzle.pawn_squares().len();
        // Spread over the board, as far as the order of rows does so.
        let some = (0..most.min(pawns)).map(|i| i * pawns / most.min(pawns)).collect();
        let tree = (pawns > most).then(|| SpanningTree::new(puzzle));
        Some(Made { tours: Tours::new(puzzle, some, go_on)?, tree })
    }
}
