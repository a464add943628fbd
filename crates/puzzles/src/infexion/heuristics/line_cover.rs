//! The fewest lines that hold all blue stacks.

use pathmax::Cost;

use super::blue_sets::PerBlueSet;
use crate::infexion::torus::{LINE_CELLS, LINES_THROUGH};

/// The fewest lines along the three axes that hold all blue stacks, exactly.
///
/// A spread takes blue stacks of one line only, and a spawn takes none: an action lowers the value by 1 at most, and it
/// is 0 when no blue stack is left. So the heuristic is consistent, hence admissible, with spawns and without.
///
/// Some line through the first blue cell is in every cover, so the value of a set is one more than the least of what the
/// three lines through that cell leave. Values are remembered, and seven lines always suffice.
#[derive(Clone, Debug)]
pub(super) struct LineCover {
    known: PerBlueSet,
}

impl LineCover {
    /// For a start with these blue cells.
    pub fn new(blue: u64) -> Self {
        LineCover { known: PerBlueSet::new(blue) }
    }

    /// The fewest lines that hold the cells of `blue`, a subset of the start's.
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
        let first = LINES_THROUGH[blue.trailing_zeros() as usize];
        let least = first.map(|line| self.cover(blue & !LINE_CELLS[usize::from(line)])).into_iter().min();
        let value = 1 + least.unwrap_or(0);
        self.known.set(blue, value as u8);
        value
    }

    pub fn bytes(&self) -> usize {
        self.known.bytes()
    }
}
