//! The states of the pawn hunt.

use std::hash::{Hash, Hasher};

use pathmax::StateBytes;

use super::{Board, PawnSet};

/// The squares of the agents, and the pawns that are left.
///
/// The agents are in the order of their kinds. Agents of one kind are interchangeable, so they are sorted by square: positions
/// that differ only in which of them is where are the same state. Unused elements are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State<S = u32> {
    /// The squares of the agents.
    pub(super) agents: [u8; Board::MAX_AGENTS],
    /// The pawns that are left.
    pub(super) pawns: S,
}

impl<S: PawnSet> Hash for State<S> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(u64::from_le_bytes(self.agents));
        self.pawns.hash(state);
    }
}

impl<S: PawnSet> StateBytes for State<S> {
    const LEN: usize = Board::MAX_AGENTS + S::LEN;

    fn write(&self, bytes: &mut [u8]) {
        (self.agents, self.pawns).write(bytes);
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        StateBytes::read(bytes).map(|(agents, pawns)| State { agents, pawns })
    }
}
