//! The byte form of the states of a problem, chosen at run time.

use crate::StateBytes;

/// Writes states as bytes of one length, and reads them back.
///
/// A program that is generic over problems has no way to require [`StateBytes`] of their states; it asks the problem for a
/// codec instead.
///
/// ```
/// use pathmax::StateCodec;
/// let codec = StateCodec::<(u8, bool)>::new();
/// let mut bytes = [0; 2];
/// codec.write(&(7, true), &mut bytes);
/// assert_eq!((codec.len(), codec.read(&bytes)), (2, Some((7, true))));
/// ```
#[derive(Debug)]
pub struct StateCodec<S> {
    len: usize,
    write: fn(&S, &mut [u8]),
    read: fn(&[u8]) -> Option<S>,
}

impl<S> Clone for StateCodec<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for StateCodec<S> {}

impl<S: StateBytes> StateCodec<S> {
    /// The byte form that the type defines.
    pub const fn new() -> Self {
        StateCodec { len: S::LEN, write: S::write, read: S::read }
    }
}

impl<S: StateBytes> Default for StateCodec<S> {
    fn default() -> Self {
        StateCodec::new()
    }
}

impl<S> StateCodec<S> {
    /// The number of bytes of every state.
    #[expect(clippy::len_without_is_empty, reason = "a length of states, not of a collection")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Writes a state into `bytes`.
    ///
    /// # Panics
    /// If `bytes` has another [length](StateCodec::len).
    pub fn write(&self, state: &S, bytes: &mut [u8]) {
        (self.write)(state, bytes);
    }

    /// The state that was written as `bytes`, or `None` if there is no such state.
    pub fn read(&self, bytes: &[u8]) -> Option<S> {
        (self.read)(bytes)
    }
}
