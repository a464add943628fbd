//! The file that gets the results as they come.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use pathmax_lab::{Journal, JournalHeader, Run};

use crate::output::Failure;
use crate::provenance::Provenance;

/// The results of an earlier run; none if the file does not exist.
pub fn read(path: &Path) -> Result<Journal, Failure> {
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Journal::default()),
        result => result.map_err(|error| Failure::in_file(path, format_args!("cannot be read: {error}")))?,
    };
    Journal::parse(&bytes).map_err(|error| Failure::in_file(path, error))
}

/// A results file. Unlike other outputs it is written in place, one line per run: whatever ends the program, the runs that were
/// made are in it.
pub struct Results {
    path: PathBuf,
    file: File,
    header: JournalHeader,
    has_header: bool,
}

impl Results {
    /// Begins a file, which must not have results yet.
    pub fn create(path: &Path, header: JournalHeader) -> Result<Results, Failure> {
        if fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.len() > 0) {
            let message = "this file exists already; continue it with --resume, or give --out another name";
            return Err(Failure::in_file(path, message));
        }
        let mut results = Results::open(path, header)?;
        results.write_header()?;
        Ok(results)
    }

    /// Continues a file after its last whole line.
    pub fn resume(path: &Path, journal: &Journal, header: JournalHeader) -> Result<Results, Failure> {
        let mut results = Results::open(path, header)?;
        let is_file = fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
        if is_file {
            results.file.set_len(journal.length() as u64).map_err(|error| cannot(path, error))?;
        }
        if journal.header().is_none() {
            results.write_header()?;
        }
        Ok(results)
    }

    fn open(path: &Path, header: JournalHeader) -> Result<Results, Failure> {
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(|error| cannot(path, error))?;
        Ok(Results { path: path.to_path_buf(), file, header, has_header: false })
    }

    /// Adds a run. The first one is preceded by the header of this process.
    pub fn add(&mut self, puzzle: &str, run: &Run) -> Result<(), Failure> {
        if !self.has_header {
            self.write_header()?;
        }
        let line = self.header.run_line(puzzle, run).map_err(Failure::new)?;
        self.write(&(line + "\n"))
    }

    fn write_header(&mut self) -> Result<(), Failure> {
        self.has_header = true;
        let line = Provenance::new().json_line(&self.header)?;
        self.write(&line)
    }

    /// Writes a line in one piece, so that another reader of the file rarely sees a part of it.
    fn write(&mut self, line: &str) -> Result<(), Failure> {
        self.file.write_all(line.as_bytes()).map_err(|error| cannot(&self.path, error))
    }
}

fn cannot(path: &Path, error: io::Error) -> Failure {
    Failure::in_file(path, format_args!("cannot be written: {error}"))
}
