//! A hash that is the same on every machine and in every version.

use std::fmt;

use crate::AnyBoard;

/// The 64-bit FNV-1a hash of a sequence of texts. It recognizes contents that have changed; it is not cryptographic.
///
/// # References
/// - Fowler, Noll, Vo: The FNV Non-Cryptographic Hash Algorithm, RFC 9923.
#[derive(Clone, Copy)]
pub(super) struct Hash(u64);

impl Hash {
    pub fn new() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }

    /// Adds a text. A text never contains the byte 255, which separates it from the next one.
    pub fn add(self, text: &[u8]) -> Hash {
        Hash(
            text.iter()
                .chain(&[255])
                .fold(self.0, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)),
        )
    }

    /// The hash of a board with its options, independent of the layout of its file.
    pub fn of_board(board: &AnyBoard) -> Hash {
        let options = serde_json::to_string(&board.options()).unwrap_or_default();
        Hash::new().add(board.puzzle().info().name.as_bytes()).add(board.print().as_bytes()).add(options.as_bytes())
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_fnv_1a() {
        // The published value of "foobar", without the separator.
        let hash =
            "foobar".bytes().fold(Hash::new().0, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
        assert_eq!(hash, 0x8594_4171_f739_67e8);
        assert_ne!(Hash::new().add(b"ab").add(b"c").0, Hash::new().add(b"a").add(b"bc").0);
    }
}
