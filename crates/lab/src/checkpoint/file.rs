//! The file: a line that says what it is, the description of the search, its state, and a checksum.
//!
//! ```text
//! pathmax checkpoint 1\n
//! length of the description     4 bytes, little-endian
//! description                   JSON
//! state                         an LZ4 frame; see `pathmax::Checkpoint`
//! checksum                      32 bytes: SHA-256 of everything before
//! ```

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use lz4_flex::frame::{FrameDecoder, FrameEncoder};
use sha2::{Digest, Sha256};

use super::CheckpointError;
use super::header::{Header, PATHMAX_VERSION};
use crate::OutputFile;

/// The first line, up to the version of the format.
const MAGIC: &[u8] = b"pathmax checkpoint ";
const FORMAT: &[u8] = b"1\n";
/// A description is as large as its board.
const MOST_HEADER_BYTES: u32 = 128 << 20;
const CHECKSUM_BYTES: u64 = 32;

/// Passes bytes on and adds them to a checksum.
struct Summed<W> {
    inner: W,
    checksum: Sha256,
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.checksum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Writes a checkpoint, whose state is written by `state`. On an error, the file keeps its contents.
pub(super) fn write(
    path: &Path,
    header: &Header,
    state: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = Summed { inner: OutputFile::create(path)?, checksum: Sha256::new() };
    let header = serde_json::to_vec(header)?;
    out.write_all(MAGIC)?;
    out.write_all(FORMAT)?;
    out.write_all(&(header.len() as u32).to_le_bytes())?;
    out.write_all(&header)?;
    let mut frame = FrameEncoder::new(out);
    state(&mut frame)?;
    let Summed { mut inner, checksum } = frame.finish()?;
    inner.write_all(&checksum.finalize())?;
    inner.finish_synced()
}

/// Checks the checksum of a file, and reads its description.
pub(super) fn check(path: &Path) -> Result<Header, CheckpointError> {
    let mut file = File::open(path).map_err(CheckpointError::Read)?;
    if !file.metadata().map_err(CheckpointError::Read)?.is_file() {
        return Err(CheckpointError::NotACheckpoint);
    }
    let (header, _) = read_header(&mut file)?;
    check_checksum(&mut file)?;
    Ok(header)
}

/// Calls `read` with the state in a file.
pub(super) fn read_state<R>(path: &Path, read: impl FnOnce(&mut dyn Read) -> R) -> Result<R, CheckpointError> {
    let mut file = File::open(path).map_err(CheckpointError::Read)?;
    let (_, start) = read_header(&mut file)?;
    let end = file.seek(SeekFrom::End(0)).map_err(CheckpointError::Read)?.saturating_sub(CHECKSUM_BYTES);
    file.seek(SeekFrom::Start(start)).map_err(CheckpointError::Read)?;
    let state = BufReader::new(file).take(end.saturating_sub(start));
    Ok(read(&mut FrameDecoder::new(state)))
}

/// Reads the description, and returns where the state begins.
fn read_header(file: &mut File) -> Result<(Header, u64), CheckpointError> {
    let read = |error: io::Error| match error.kind() {
        io::ErrorKind::UnexpectedEof => CheckpointError::Damaged("it is truncated".to_string()),
        _ => CheckpointError::Read(error),
    };
    let mut magic = [0; MAGIC.len()];
    match file.read_exact(&mut magic) {
        Ok(()) if magic == MAGIC => {}
        Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(CheckpointError::Read(error)),
        _ => return Err(CheckpointError::NotACheckpoint),
    }
    let mut format = [0; FORMAT.len()];
    file.read_exact(&mut format).map_err(read)?;
    if format != FORMAT {
        return Err(CheckpointError::Version { found: "with another file format".to_string() });
    }
    let mut len = [0; 4];
    file.read_exact(&mut len).map_err(read)?;
    let len = u32::from_le_bytes(len);
    if len > MOST_HEADER_BYTES {
        return Err(CheckpointError::Damaged("its description is too long".to_string()));
    }
    let mut header = Vec::new();
    Read::take(&mut *file, len.into()).read_to_end(&mut header).map_err(CheckpointError::Read)?;
    if header.len() < len as usize {
        return Err(CheckpointError::Damaged("it is truncated".to_string()));
    }
    let start = (MAGIC.len() + FORMAT.len() + 4) as u64 + u64::from(len);
    // Another version may describe a search in another way.
    let version = serde_json::from_slice::<serde_json::Value>(&header).ok();
    let version = version.as_ref().and_then(|header| header.get("pathmax")?.as_str());
    match version {
        Some(version) if version != PATHMAX_VERSION => {
            check_checksum(file)?;
            Err(CheckpointError::Version { found: version.to_string() })
        }
        _ => match serde_json::from_slice(&header) {
            Ok(header) => Ok((header, start)),
            Err(_) => Err(CheckpointError::Damaged("its description cannot be read".to_string())),
        },
    }
}

/// Compares the checksum with the contents.
fn check_checksum(file: &mut File) -> Result<(), CheckpointError> {
    let end = file.seek(SeekFrom::End(0)).map_err(CheckpointError::Read)?;
    file.seek(SeekFrom::Start(0)).map_err(CheckpointError::Read)?;
    let mut contents = BufReader::with_capacity(1 << 16, Read::take(&mut *file, end.saturating_sub(CHECKSUM_BYTES)));
    let mut summed = Summed { inner: io::sink(), checksum: Sha256::new() };
    io::copy(&mut contents, &mut summed).map_err(CheckpointError::Read)?;
    let mut checksum = Vec::new();
    file.read_to_end(&mut checksum).map_err(CheckpointError::Read)?;
    if checksum[..] == summed.checksum.finalize()[..] {
        return Ok(());
    }
    Err(CheckpointError::Damaged("its checksum is wrong, because it is truncated or was changed".to_string()))
}
