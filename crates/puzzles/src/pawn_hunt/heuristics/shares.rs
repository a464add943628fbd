//! `tours` for boards of any size.

use pathmax::Cost;

use super::spanning::SpanningTree;
use super::tours::Tours;
use crate::pawn_hunt::{PawnHunt, State};

/// [`Tours`] over all pawns where they are few enough. Where they are too many, the largest of [`Tours`] over a part of
/// them and [`SpanningTree`] over all.
///
/// Pawns that are left out of account need not be taken and do not block, so the rest cost no more than all; and the
/// larger of two lower bounds is one. Over all pawns the value is consistent too; `SpanningTree` is not.
///
/// Nothing is worked out before the first estimate: a search that asks for none pays for none.
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
        Shares { made: Some(Box::new(Made::new(puzzle, most))), ..Shares::new(puzzle) }
    }

    pub fn estimate(&mut self, state: &State) -> Option<Cost> {
        let make = || Box::new(Made::new(&self.puzzle, Tours::most_pawns(&self.puzzle)));
        let Made { tours, tree } = &mut **self.made.get_or_insert_with(make);
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
    /// Takes at most `most` pawns into account, and a tree if there are more.
    fn new(puzzle: &PawnHunt, most: usize) -> Self {
        let pawns = puzzle.pawn_squares().len();
        // Spread over the board, as far as the order of rows does so.
        let some = (0..most.min(pawns)).map(|i| i * pawns / most.min(pawns)).collect();
        let tree = (pawns > most).then(|| SpanningTree::new(puzzle));
        Made { tours: Tours::new(puzzle, some), tree }
    }
}
