//! The states of the pawn hunt.

use std::hash::{Hash, Hasher};

use super::Board;
use crate::bits::Bits as _;

/// The squares of the agents, and the pawns that are left.
///
/// The agents are in the order of their kinds. Agents of one kind are interchangeable, so they are sorted by square: positions
/// that differ only in which of them is where are the same state. Unused elements are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The squares of the agents.
    pub(super) agents: [u8; Board::MAX_AGENTS],
    /// A bit mask of the pawns that are left.
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
pub(super) fn pawns_in(mask: u32) -> impl Iterator<Item = usize> {
    u64::from(mask).iter().map(usize::from)
}
