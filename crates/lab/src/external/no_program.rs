//! Where there are no pipes that one can look at without waiting, no programs are asked.

use std::io;
use std::time::Duration;

use pathmax::Cost;

use super::{Patience, Trouble};

/// A program that runs: there is none.
pub(super) enum Program {}

/// What is asked at once.
pub(super) struct Batch<'a> {
    pub lines: &'a str,
    pub count: usize,
}

impl Program {
    pub fn start(_words: &[String]) -> io::Result<Program> {
        let why = "heuristics of one's own need a Unix system (Linux, macOS, WSL)";
        Err(io::Error::new(io::ErrorKind::Unsupported, why))
    }

    pub fn ask(
        &mut self,
        _batch: Batch<'_>,
        _answers: &mut Vec<Option<Cost>>,
        _timeout: Duration,
        _patience: &Patience,
    ) -> Result<(), Trouble> {
        match *self {}
    }

    pub fn finish(&mut self) -> Result<(), Trouble> {
        match *self {}
    }
}
