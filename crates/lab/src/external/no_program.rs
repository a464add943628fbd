//! Heuristic programs are not supported without Unix pipes.

use std::io;

use pathmax::Cost;

use super::{Batch, HeuristicCommand, Trouble};
use crate::flow::Deadline;

/// A running program; never constructed.
pub(super) enum Program {}

impl Program {
    pub fn start(_command: &HeuristicCommand) -> io::Result<Program> {
        let why = "heuristic programs require a Unix system (Linux, macOS, WSL)";
        Err(io::Error::new(io::ErrorKind::Unsupported, why))
    }

    pub fn ask(
        &mut self,
        _batch: Batch<'_>,
        _answers: &mut Vec<Option<Cost>>,
        _command: &HeuristicCommand,
        _deadline: &Deadline,
    ) -> Result<(), Trouble> {
        match *self {}
    }

    pub fn recheck(&mut self, _command: &HeuristicCommand, _deadline: &Deadline) -> Result<(), Trouble> {
        match *self {}
    }

    pub fn finish(&mut self) -> Result<(), Trouble> {
        match *self {}
    }
}
