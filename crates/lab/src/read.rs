//! Boards and answers from files and streams.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use pathmax_puzzles::input::{InputError, decode};
use pathmax_puzzles::{Options, Parsed};

use crate::{AnyBoard, Manifest, Reading, Registry};

/// No board and no answer is larger than this by far; whatever is, is not read into memory.
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// Why a board or an answer could not be read.
#[derive(Debug)]
pub enum LoadError {
    /// The file could not be opened or read.
    Io(io::Error),
    /// It is too large to be a board or an answer.
    TooLarge,
    /// It is not a board.
    Input(InputError),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Io(error) => match error.kind() {
                io::ErrorKind::NotFound => f.write_str("there is no such file"),
                io::ErrorKind::IsADirectory => f.write_str("this is a directory, not a file"),
                io::ErrorKind::PermissionDenied => f.write_str("the file may not be read (permission denied)"),
                _ => write!(f, "the file cannot be read: {error}"),
            },
            LoadError::TooLarge => {
                write!(f, "this is too large to be a board or an answer (more than {} MiB)", MOST_BYTES / (1024 * 1024))
            }
            LoadError::Input(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LoadError {}

impl Registry {
    /// Reads a board from a file, or from standard input for the path `-`. Options that are not given are those that the
    /// [manifest](Manifest) of the file's folder states.
    pub fn load(&self, path: &Path, reading: &Reading) -> Result<Parsed<AnyBoard>, LoadError> {
        let bytes = read(path)?;
        let stated = if path == Path::new("-") { Options::default() } else { Manifest::options_of(path) };
        let reading = Reading { options: reading.options.clone().or(&stated), ..reading.clone() };
        decode(&bytes).and_then(|text| self.parse(text, &reading)).map_err(LoadError::Input)
    }
}

/// Reads an answer from a file, or from standard input for the path `-`. It may be no text at all; a
/// [check](crate::Checker) says so.
pub fn load_answer(path: &Path) -> Result<Vec<u8>, LoadError> {
    read(path)
}

fn read(path: &Path) -> Result<Vec<u8>, LoadError> {
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        io::stdin().lock().take(MOST_BYTES + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes))
    };
    read.map_err(LoadError::Io)?;
    if bytes.len() as u64 > MOST_BYTES { Err(LoadError::TooLarge) } else { Ok(bytes) }
}
