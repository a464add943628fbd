//! Executables for Gradescope's images, which are Linux on x86-64.

use std::fmt;

/// An executable for Linux on x86-64.
#[derive(Clone)]
pub struct LinuxBinary {
    bytes: Vec<u8>,
    glibc: Option<u32>,
}

/// Why an executable does not run in Gradescope's images.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is {0}, but Gradescope runs programs for Linux on x86-64")]
pub struct NotSuitable(&'static str);

/// The machine of an ELF file: x86-64.
const X86_64: u16 = 62;
/// How the names of the versions of the GNU C library begin.
const GLIBC: &[u8] = b"GLIBC_2.";

impl LinuxBinary {
    /// Checks that these are the bytes of such an executable.
    pub fn new(bytes: Vec<u8>) -> Result<Self, NotSuitable> {
        let machine = bytes.get(18..20).map(|machine| u16::from_le_bytes([machine[0], machine[1]]));
        match (&bytes[..bytes.len().min(6)], machine) {
            // 64 bits, little-endian.
            ([0x7f, b'E', b'L', b'F', 2, 1], Some(X86_64)) => {}
            ([0x7f, b'E', b'L', b'F', ..], _) => return Err(NotSuitable("a program for another processor")),
            ([b'M', b'Z', ..], _) => return Err(NotSuitable("a program for Windows")),
            ([0xcf, 0xfa, 0xed, 0xfe, ..] | [0xca, 0xfe, 0xba, 0xbe, ..], _) => {
                return Err(NotSuitable("a program for macOS"));
            }
            _ => return Err(NotSuitable("not a program")),
        }
        let glibc = newest_glibc(&bytes);
        Ok(LinuxBinary { bytes, glibc })
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The minor version of the GNU C library 2 that it needs at least; `None` if it needs none.
    pub fn glibc(&self) -> Option<u32> {
        self.glibc
    }
}

impl fmt::Debug for LinuxBinary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LinuxBinary").field("bytes", &self.bytes.len()).field("glibc", &self.glibc).finish()
    }
}

/// The newest version among the names of needed symbols, which are text in the file.
fn newest_glibc(bytes: &[u8]) -> Option<u32> {
    let mut newest = None;
    let mut rest = bytes;
    while let Some(place) = rest.windows(GLIBC.len()).position(|window| window == GLIBC) {
        rest = &rest[place + GLIBC.len()..];
        let digits = rest.iter().take(3).take_while(|byte| byte.is_ascii_digit());
        let version = digits.fold(None, |sum, digit| Some(10 * sum.unwrap_or(0) + u32::from(digit - b'0')));
        newest = newest.max(version);
    }
    newest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elf(machine: u16, rest: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0x7f, b'E', b'L', b'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0];
        bytes.extend(machine.to_le_bytes());
        bytes.extend(rest);
        bytes
    }

    #[test]
    fn only_programs_for_linux_on_x86_64_are_suitable() {
        let refusal = |bytes: &[u8]| LinuxBinary::new(bytes.to_vec()).map(drop).unwrap_err().0;
        assert_eq!(refusal(b""), "not a program");
        assert_eq!(refusal(b"#!/bin/sh\n"), "not a program");
        assert_eq!(refusal(b"MZ\x90\0"), "a program for Windows");
        assert_eq!(refusal(&[0xcf, 0xfa, 0xed, 0xfe, 7]), "a program for macOS");
        assert_eq!(refusal(&elf(183, b"")), "a program for another processor");
        assert_eq!(refusal(&elf(62, b"")[..19]), "a program for another processor");
    }

    #[test]
    fn the_newest_version_of_the_library_counts() {
        let glibc = |text: &[u8]| LinuxBinary::new(elf(62, text)).unwrap().glibc();
        assert_eq!(glibc(b"static"), None);
        assert_eq!(glibc(b"GLIBC_2.2.5\0GLIBC_2.34\0GLIBC_2.17\0GLIBC_2.\0"), Some(34));
    }
}
