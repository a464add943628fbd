//! `line-cover`: the minimum number of lines that cover all blue stacks.

use pathmax::Cost;

use super::blue_sets::PerBlueSet;
use crate::infexion::torus::{LINE_CELLS, LINES_THROUGH};

/// The exact minimum number of lines along the three axes that cover all blue stacks.
///
/// A spread captures blue stacks on one line only, and a spawn captures none, so an action lowers the value by at most 1, and
/// the value is 0 if no blue stack is left. So the heuristic is consistent, hence admissible, with and without spawns.
///
/// Every cover contains one of the three lines through the first blue cell, so the value of a set is one more than the minimum
/// over these lines of the value of the remaining set. Values are cached. Seven lines always suffice.
#[derive(Clone, Debug)]
pub(super) struct LineCover {
    known: PerBlueSet,
}

impl LineCover {
    /// For searches from a start with these blue cells.
    pub fn new(blue: u64) -> Self {
        LineCover { known: PerBlueSet::new(blue) }
    }

    /// The minimum number of lines that cover `blue`, a subset of the blue cells at the start.
    #[inline]
    pub fn cover(&mut self, blue: u64) -> Cost {
        if blue == 0 {
            return 0;
        }
        match self.known.get(blue) {
            0 => self.compute(blue),
            known => Cost::from(known),
        }
    }

    #[cold]
    fn compute(&mut self, blue: u64) -> Cost {
        let lines = LINES_THROUGH[blue.trailing_zeros() as usize];
        let rest = lines.map(|line| self.cover(blue & !LINE_CELLS[usize::from(line)])).into_iter().min();
        let value = 1 + rest.unwrap_or(0);
        self.known.set(blue, value as u8);
        value
    }

    pub fn bytes(&self) -> usize {
        self.known.bytes()
    }
}
