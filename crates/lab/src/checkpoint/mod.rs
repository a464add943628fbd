//! Searches that survive the end of their process: checkpoints in files, and resuming from them.
//!
//! A [`Checkpointer`] solves a board and writes a file from time to time. A [`SavedSearch`] is such a file: it knows the board,
//! the options and the limits of the search, and continues it. The file's format is described in `docs/checkpoints.md`.

mod file;
mod header;
mod observer;
mod visit;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use pathmax::{Checkpoints, ResumeError, StopReason};

use self::header::Header;
pub(crate) use self::visit::{CheckCodec, Saved};
use crate::external::{HeuristicSource, Heuristics};
use crate::settle::settle;
use crate::{AnyBoard, Registry, SolveError, SolveReport, Solver, Watch};

/// Solves a board and writes checkpoints.
#[derive(Clone, Debug)]
pub struct Checkpointer {
    /// How to solve it.
    pub solver: Solver,
    /// The file.
    pub path: PathBuf,
    /// How often it is written.
    pub interval: Checkpoints,
}

/// A search in a file, ready to be resumed. Limits and the number of threads may be changed before.
#[derive(Clone, Debug)]
pub struct SavedSearch {
    /// The search, which continues to write the same file.
    pub checkpointer: Checkpointer,
    /// The board.
    pub board: AnyBoard,
}

/// Called after each attempt to write a checkpoint. A search goes on if one cannot be written: the file then holds the one
/// before.
pub type WatchWrites<'a> = &'a mut dyn FnMut(io::Result<()>);

/// Why a search cannot be saved or resumed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The algorithm has no checkpoints.
    #[error(
        "--checkpoint does not support {0}, which keeps no state to resume from; use a best-first search such as astar, or idastar"
    )]
    Algorithm(&'static str),
    /// The heuristic is a program or a function.
    #[error(
        "--checkpoint requires a heuristic of the puzzle: the values of a program cannot be trusted after it was interrupted"
    )]
    Heuristic,
    /// The search is profiled.
    #[error("--checkpoint does not support --profile: the times of several runs do not add up")]
    Profile,
    /// The puzzle's states have no byte form.
    #[error("{0} does not support checkpoints: its states have no byte form (BoardProblem::state_codec)")]
    Puzzle(&'static str),
    /// The file cannot be read.
    #[error("the checkpoint cannot be read: {0}")]
    Read(io::Error),
    /// The file is no checkpoint.
    #[error("this is not a checkpoint; give a file that `pathmax solve --checkpoint FILE` wrote")]
    NotACheckpoint,
    /// The file was written by another version.
    #[error(
        "the checkpoint was written by pathmax {found}, this is pathmax {}; resume it with that version",
        header::PATHMAX_VERSION
    )]
    Version {
        /// The version that wrote it.
        found: String,
    },
    /// The file is truncated or damaged.
    #[error("the checkpoint is damaged: {0}; begin anew with `pathmax solve`")]
    Damaged(String),
    /// The puzzle of the file is not registered.
    #[error("the checkpoint belongs to a board of {0}, which this program does not know")]
    UnknownPuzzle(String),
    /// The file belongs to another board.
    #[error("the checkpoint belongs to another board")]
    AnotherBoard,
    /// The stored states exceed the memory limit.
    #[error("the memory limit is too small for the states of the checkpoint; raise --memory-limit")]
    Memory,
    /// The search failed.
    #[error("{0}")]
    Solve(#[from] SolveError),
}

impl From<ResumeError> for CheckpointError {
    fn from(error: ResumeError) -> Self {
        match error {
            ResumeError::Read(error) => CheckpointError::Read(error),
            ResumeError::Memory => CheckpointError::Memory,
            ResumeError::AnotherProblem => CheckpointError::AnotherBoard,
            ResumeError::Version(version) => {
                CheckpointError::Version { found: format!("with format {version} of the state") }
            }
            other => CheckpointError::Damaged(other.to_string()),
        }
    }
}

impl Checkpointer {
    /// Whether searches like this one can be saved.
    pub fn check(&self, board: &AnyBoard) -> Result<(), CheckpointError> {
        let algorithm = self.solver.search.algorithm;
        if !algorithm.has_checkpoints() {
            return Err(CheckpointError::Algorithm(algorithm.info().name));
        }
        if algorithm.info().informed && !matches!(self.solver.heuristic, HeuristicSource::Named(_)) {
            return Err(CheckpointError::Heuristic);
        }
        if self.solver.search.profile {
            return Err(CheckpointError::Profile);
        }
        board.erased().check_checkpoints()
    }

    /// Solves a board; `watch` is called with the progress, `writes` after each attempt to write the file.
    pub fn solve(
        &self,
        board: &AnyBoard,
        watch: Watch<'_>,
        writes: WatchWrites<'_>,
    ) -> Result<SolveReport, CheckpointError> {
        self.run(board, None, watch, writes)
    }

    fn run(
        &self,
        board: &AnyBoard,
        resumed: Option<&Path>,
        watch: Watch<'_>,
        writes: WatchWrites<'_>,
    ) -> Result<SolveReport, CheckpointError> {
        self.check(board)?;
        let header = Header::of(self, board)?;
        let mut search = self.solver.search.clone();
        search.checkpoints = Some(self.interval);
        let heuristics = Heuristics::find(board.puzzle().info(), &self.solver.heuristic, &mut search)?;
        heuristics.set_pathmax(&mut search.algorithm);
        let solver = Solver { search, ..self.solver.clone() };
        let saved = Saved { solver, heuristics, header, path: &self.path, resumed, watch: &mut *watch, writes };
        let mut report = board.erased().solve_saved(saved)?;
        // An adjustment that is part of the heuristic is no setting.
        report.settings = self.solver.search.algorithm.settings();
        if let Some(expansions) = self.solver.settle {
            let mut solver = self.solver.clone();
            let time = &mut solver.search.limits.time;
            *time = time.map(|time| time.saturating_sub(report.statistics.elapsed));
            settle(&solver, board, &mut report, (expansions, Instant::now()), watch)?;
        }
        Ok(report)
    }

    /// Whether a search that ended with this report can be resumed from the file.
    pub fn can_be_resumed(&self, report: &SolveReport) -> bool {
        let stopped_for_good =
            matches!(report.reason, None | Some(StopReason::Depth | StopReason::Cost | StopReason::Inconsistent));
        !stopped_for_good && self.path.exists()
    }

    /// Removes the file of a search that has its result.
    pub fn remove(&self) -> io::Result<()> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

impl SavedSearch {
    /// Reads the description of a search, and checks that the whole file is undamaged.
    pub fn open(path: &Path, registry: &Registry) -> Result<SavedSearch, CheckpointError> {
        let header = file::check(path)?;
        header.saved_search(path, registry)
    }

    /// An error if this is the search of another board.
    pub fn check_board(&self, board: &AnyBoard) -> Result<(), CheckpointError> {
        let is_same = board.puzzle() == self.board.puzzle()
            && board.print() == self.board.print()
            && board.options() == self.board.options();
        if is_same { Ok(()) } else { Err(CheckpointError::AnotherBoard) }
    }

    /// Continues the search.
    pub fn resume(&self, watch: Watch<'_>, writes: WatchWrites<'_>) -> Result<SolveReport, CheckpointError> {
        self.checkpointer.run(&self.board, Some(&self.checkpointer.path), watch, writes)
    }
}
