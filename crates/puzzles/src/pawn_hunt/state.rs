//! States.

use std::hash::{Hash, Hasher};

use super::Board;

/// Where the agents stand, and which pawns are left.
///
/// The agents are in the order of their kinds. Those of a kind are interchangeable, so they are kept sorted by square: two
/// positions that differ in nothing else are one state. Places beyond the last agent hold 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The agents' squares.
    pub(super) agents: [u8; Board::MOST_AGENTS],
    /// A bit for every pawn that is left.
    pub(super) pawns: u32,
}

impl Hash for State {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(u64::from_le_bytes(self.agents));
        state.write_u32(self.pawns);
    }
}

/// The numbers of the pawns in a mask.
#[inline]
pub(super) fn pawns_in(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let pawn = (mask != 0).then_some(mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(pawn)
    })
}
