//! Blocks of bytes with a checksum.
//!
//! A stream is a sequence of blocks, each a length in 4 bytes and that many bytes, at most [`BLOCK`]. An empty block ends it,
//! followed by the checksum in 8 bytes. A reader thus takes no byte beyond the end, and never more memory than one block.
//!
//! The checksum takes the bytes in words of 8. One step is a bijection of the word and of the sum so far, so that a change
//! within one word always changes the result.

use std::io::{self, Read, Write};

use super::error::ResumeError;

/// The largest number of bytes per block.
const BLOCK: usize = 64 * 1024;

/// An odd number without pattern: the golden ratio.
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

fn add_to_checksum(sum: u64, bytes: &[u8]) -> u64 {
    let step = |sum: u64, word: u64| (sum ^ word).wrapping_mul(FACTOR).rotate_left(29);
    let (words, rest) = bytes.as_chunks::<8>();
    let sum = words.iter().fold(sum, |sum, word| step(sum, u64::from_le_bytes(*word)));
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    step(step(sum, u64::from_le_bytes(last)), bytes.len() as u64)
}

/// Writes a stream.
pub(crate) struct Output<'w> {
    out: &'w mut dyn Write,
    block: Vec<u8>,
    checksum: u64,
}

impl<'w> Output<'w> {
    pub fn new(out: &'w mut dyn Write) -> Self {
        Output { out, block: Vec::with_capacity(BLOCK), checksum: 0 }
    }

    #[inline]
    pub fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.with(bytes.len(), |place| place.copy_from_slice(bytes))
    }

    /// Lets `fill` write this many bytes.
    #[inline]
    pub fn with(&mut self, len: usize, fill: impl FnOnce(&mut [u8])) -> io::Result<()> {
        if self.block.len() + len > BLOCK {
            self.flush()?;
        }
        let start = self.block.len();
        self.block.resize(start + len, 0);
        fill(&mut self.block[start..]);
        Ok(())
    }

    #[inline]
    pub fn u8(&mut self, number: u8) -> io::Result<()> {
        self.bytes(&[number])
    }

    #[inline]
    pub fn u32(&mut self, number: u32) -> io::Result<()> {
        self.bytes(&number.to_le_bytes())
    }

    #[inline]
    pub fn u64(&mut self, number: u64) -> io::Result<()> {
        self.bytes(&number.to_le_bytes())
    }

    pub fn usize(&mut self, number: usize) -> io::Result<()> {
        self.u64(number as u64)
    }

    pub fn bool(&mut self, value: bool) -> io::Result<()> {
        self.u8(value.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        // A state larger than a block takes several.
        for part in self.block.chunks(BLOCK) {
            self.out.write_all(&(part.len() as u32).to_le_bytes())?;
            self.out.write_all(part)?;
            self.checksum = add_to_checksum(self.checksum, part);
        }
        self.block.clear();
        Ok(())
    }

    /// Ends the stream.
    pub fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        self.out.write_all(&0u32.to_le_bytes())?;
        self.out.write_all(&self.checksum.to_le_bytes())
    }
}

/// Reads a stream.
pub(crate) struct Input<'r> {
    input: &'r mut dyn Read,
    block: Vec<u8>,
    /// The bytes of the block that are read.
    read: usize,
    checksum: u64,
    /// A field that does not lie within one block.
    field: Vec<u8>,
}

impl<'r> Input<'r> {
    pub fn new(input: &'r mut dyn Read) -> Self {
        Input { input, block: Vec::new(), read: 0, checksum: 0, field: Vec::new() }
    }

    /// The next `len` bytes.
    #[inline]
    pub fn bytes(&mut self, len: usize) -> Result<&[u8], ResumeError> {
        if self.block.len() - self.read < len {
            return self.bytes_across_blocks(len);
        }
        self.read += len;
        Ok(&self.block[self.read - len..self.read])
    }

    #[cold]
    fn bytes_across_blocks(&mut self, len: usize) -> Result<&[u8], ResumeError> {
        self.field.clear();
        while self.field.len() < len {
            if self.read == self.block.len() && self.next_block()? == 0 {
                return Err(ResumeError::Damaged("it ends too early"));
            }
            let part = (len - self.field.len()).min(self.block.len() - self.read);
            self.field.extend_from_slice(&self.block[self.read..self.read + part]);
            self.read += part;
        }
        Ok(&self.field)
    }

    /// Reads the next block and returns its length.
    fn next_block(&mut self) -> Result<usize, ResumeError> {
        let mut len = [0; 4];
        self.input.read_exact(&mut len)?;
        let len = u32::from_le_bytes(len) as usize;
        if len > BLOCK {
            return Err(ResumeError::Damaged("a block is too long"));
        }
        self.block.resize(len, 0);
        self.read = 0;
        self.input.read_exact(&mut self.block)?;
        if len > 0 {
            self.checksum = add_to_checksum(self.checksum, &self.block);
        }
        Ok(len)
    }

    #[inline]
    fn array<const N: usize>(&mut self) -> Result<[u8; N], ResumeError> {
        let bytes = self.bytes(N)?;
        bytes.try_into().map_err(|_| ResumeError::Damaged("it ends too early"))
    }

    #[inline]
    pub fn u8(&mut self) -> Result<u8, ResumeError> {
        self.array::<1>().map(|[byte]| byte)
    }

    #[inline]
    pub fn u32(&mut self) -> Result<u32, ResumeError> {
        self.array().map(u32::from_le_bytes)
    }

    #[inline]
    pub fn u64(&mut self) -> Result<u64, ResumeError> {
        self.array().map(u64::from_le_bytes)
    }

    pub fn usize(&mut self) -> Result<usize, ResumeError> {
        usize::try_from(self.u64()?).map_err(|_| ResumeError::Damaged("a number is too large"))
    }

    pub fn bool(&mut self) -> Result<bool, ResumeError> {
        match self.u8()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(ResumeError::Damaged("a flag is neither 0 nor 1")),
        }
    }

    /// Checks that nothing is left, and the checksum.
    pub fn finish(mut self) -> Result<(), ResumeError> {
        if self.read < self.block.len() || self.next_block()? != 0 {
            return Err(ResumeError::Damaged("it is longer than its contents"));
        }
        let mut checksum = [0; 8];
        self.input.read_exact(&mut checksum)?;
        if u64::from_le_bytes(checksum) != self.checksum {
            return Err(ResumeError::Damaged("its checksum is wrong"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(lengths: &[usize]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut output = Output::new(&mut bytes);
        output.u32(7).unwrap();
        for &len in lengths {
            output.bytes(&vec![0xAB; len]).unwrap();
        }
        output.u64(u64::MAX).unwrap();
        output.finish().unwrap();
        bytes
    }

    fn read(bytes: &[u8], lengths: &[usize]) -> Result<(), ResumeError> {
        let mut bytes = bytes;
        let mut input = Input::new(&mut bytes);
        if input.u32()? != 7 {
            return Err(ResumeError::NotACheckpoint);
        }
        for &len in lengths {
            if input.bytes(len)?.iter().any(|byte| *byte != 0xAB) {
                return Err(ResumeError::NotACheckpoint);
            }
        }
        input.u64()?;
        input.finish()
    }

    #[test]
    fn fields_of_any_length_are_read_back() {
        for lengths in [&[][..], &[0, 1, 9], &[BLOCK - 4], &[BLOCK - 3, 5], &[3 * BLOCK + 1, 1], &[30_000; 20]] {
            let bytes = written(lengths);
            read(&bytes, lengths).unwrap_or_else(|error| panic!("{lengths:?}: {error}"));
            assert!(read(&bytes[..bytes.len() - 1], lengths).is_err(), "{lengths:?}: truncated");
        }
    }

    #[test]
    fn nothing_beyond_the_end_is_read() {
        let mut bytes = written(&[5]);
        bytes.extend([1, 2, 3]);
        let mut rest = &bytes[..];
        let mut input = Input::new(&mut rest);
        input.u32().unwrap();
        input.bytes(5).unwrap();
        input.u64().unwrap();
        input.finish().unwrap();
        assert_eq!(rest, [1, 2, 3]);
    }

    #[test]
    fn every_changed_bit_and_every_truncation_is_detected() {
        let bytes = written(&[13, 40]);
        for i in 0..bytes.len() {
            assert!(read(&bytes[..i], &[13, 40]).is_err(), "{i} bytes");
            for bit in 0..8 {
                let mut changed = bytes.clone();
                changed[i] ^= 1 << bit;
                assert!(read(&changed, &[13, 40]).is_err(), "bit {bit} of byte {i}");
            }
        }
    }
}
