//! Addresses of stored states.

/// The number of a stored state in its arena.
pub type Id = u32;

/// The address of a node, by which others name it as their parent.
///
/// On one machine an address has 32 bits, so that a node with a state of 8 bytes takes 16. Across machines it has 64.
/// Several arenas share one address space: an address combines the base of an arena with an id.
pub trait Address: Copy + Eq + std::fmt::Debug + Send + Sync {
    /// The address of no node: the parent of the start.
    const NONE: Self;

    /// The base of an arena whose ids are addresses.
    const ZERO: Self;

    /// The address of `id` in the arena with this base.
    fn with_id(self, id: Id) -> Self;

    /// The address as a number.
    fn to_u64(self) -> u64;
}

impl Address for u32 {
    const NONE: u32 = u32::MAX;
    const ZERO: u32 = 0;

    #[inline]
    fn with_id(self, id: Id) -> u32 {
        self | id
    }

    fn to_u64(self) -> u64 {
        self.into()
    }
}

impl Address for u64 {
    const NONE: u64 = u64::MAX;
    const ZERO: u64 = 0;

    #[inline]
    fn with_id(self, id: Id) -> u64 {
        self | u64::from(id)
    }

    fn to_u64(self) -> u64 {
        self
    }
}
