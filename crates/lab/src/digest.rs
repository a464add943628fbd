//! Digests of files.

use sha2::{Digest, Sha256};

/// The SHA-256 digest as hexadecimal digits, as `sha256sum` prints it.
///
/// ```
/// assert!(pathmax_lab::sha256(b"abc").starts_with("ba7816bf8f01cfea"));
/// ```
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
