//! Boards and answers from files and streams.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use pathmax_puzzles::input::{InputError, decode};
use pathmax_puzzles::{Options, Parsed};

use crate::{AnyBoard, Manifest, Reading, Registry};

/// Maximum size of a board or an answer.
const MOST_BYTES: u64 = 64 * MIB;
const MIB: u64 = 1024 * 1024;

/// Why a board or an answer could not be read.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file could not be opened or read.
    #[error("{}", describe(.0))]
    Io(io::Error),
    /// It is too large to be a board or an answer.
    #[error("this is too large to be a board or an answer (more than {} MiB)", MOST_BYTES / MIB)]
    TooLarge,
    /// It is not a board.
    #[error("{0}")]
    Input(InputError),
}

fn describe(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_string(),
        io::ErrorKind::IsADirectory => "this is a directory, not a file".to_string(),
        io::ErrorKind::PermissionDenied => "the file may not be read (permission denied)".to_string(),
        _ => format!("the file cannot be read: {error}"),
    }
}

impl Registry {
    /// Reads a board from a file, or from standard input for the path `-`. Options that are not given come from the
    /// [manifest](Manifest) of the file's folder.
    pub fn load(&self, path: &Path, reading: &Reading) -> Result<Parsed<AnyBoard>, LoadError> {
        let bytes = load_answer(path)?;
        let stated = if path == Path::new("-") { Options::default() } else { Manifest::options_of(path) };
        let reading = Reading { options: reading.options.clone().or(&stated), ..reading.clone() };
        decode(&bytes).and_then(|text| self.parse(text, &reading)).map_err(LoadError::Input)
    }
}

/// Reads an answer from a file, or from standard input for the path `-`. A [check](crate::Checker) reports text that is
/// not UTF-8.
pub fn load_answer(path: &Path) -> Result<Vec<u8>, LoadError> {
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        io::stdin().lock().take(MOST_BYTES + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes))
    };
    read.map_err(LoadError::Io)?;
    if bytes.len() as u64 > MOST_BYTES { Err(LoadError::TooLarge) } else { Ok(bytes) }
}
