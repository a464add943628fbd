//! Exit statuses, messages and output. A closed pipe is not an error.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

use pathmax_lab::write_file;

use crate::provenance::Provenance;
use crate::style;

/// The exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Success.
    Fine = 0,
    /// A negative result: proved unsolvable, not optimal, refuted.
    Negative = 1,
    /// Wrong usage or bad input.
    Wrong = 2,
    /// Stopped at a limit, or interrupted.
    Stopped = 3,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// The error message.
    Message(String),
    /// The reader of standard output closed it. There is no message.
    ClosedPipe,
}

impl Failure {
    /// A message.
    pub fn new(message: impl Display) -> Self {
        Failure::Message(message.to_string())
    }

    /// A message about a file.
    pub fn in_file(path: &Path, message: impl Display) -> Self {
        Failure::Message(format!("{}: {message}", name_of(path)))
    }

    /// Prints the message.
    pub fn report(&self) {
        if let Failure::Message(message) = self {
            let _ = writeln!(anstream::stderr(), "{}error:{:#} {message}", style::ERROR, style::ERROR);
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Message(format!("the output cannot be written: {error}")),
        }
    }
}

/// The name of an input file in messages.
pub fn name_of(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_string() } else { path.display().to_string() }
}

/// Prints to standard output.
pub fn print(text: impl Display) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    write!(out, "{text}")?;
    out.flush()
}

/// Prints a line to standard error. Errors are ignored.
pub fn remark(text: impl Display) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// Writes an output file, which keeps its old contents on failure; `-` is standard output.
pub fn write_output(path: &Path, contents: impl AsRef<[u8]>) -> Result<(), Failure> {
    if path == Path::new("-") {
        let mut out = io::stdout().lock();
        return Ok(out.write_all(contents.as_ref()).and_then(|()| out.flush())?);
    }
    write_file(path, contents.as_ref())
        .map_err(|error| Failure::in_file(path, format_args!("cannot be written: {error}")))
}

/// Prints a report, which is a struct or a map, as one JSON object with its [origin](Provenance). For a command with a random
/// seed, print [`Provenance::json`] of [`Provenance::seeded`].
pub fn print_json(report: &impl serde::Serialize) -> Result<(), Failure> {
    Ok(print(Provenance::new().json(report)?)?)
}
