//! The description of a search at the beginning of its checkpoint.

use std::path::Path;
use std::time::Duration;

use pathmax::{Anytime, Checkpoints, Gap, Limits, SearchOptions, Threads};
use pathmax_puzzles::Options;
use serde::{Deserialize, Serialize};

use super::{CheckpointError, Checkpointer, SavedSearch};
use crate::external::HeuristicSource;
use crate::{AnyBoard, Reading, Registry, Solver};

/// The version of this program: a search is continued by the version that began it.
pub(super) const PATHMAX_VERSION: &str = env!("CARGO_PKG_VERSION");

/// Everything that is needed to set a search up again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Header {
    pub pathmax: String,
    puzzle: String,
    board: String,
    options: Options,
    algorithm: String,
    heuristic: Option<String>,
    limits: SavedLimits,
    threads: usize,
    anytime: Option<(u64, u64)>,
    gap: f64,
    settle: Option<u64>,
    check_consistency: bool,
    course_report: bool,
    every: SavedInterval,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct SavedLimits {
    seconds: Option<f64>,
    memory: Option<usize>,
    expansions: Option<u64>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SavedInterval {
    Seconds(f64),
    Expansions(u64),
}

impl Header {
    /// The description of a search on a board.
    pub fn of(checkpointer: &Checkpointer, board: &AnyBoard) -> Result<Header, CheckpointError> {
        let Checkpointer { solver, interval, .. } = checkpointer;
        let SearchOptions { algorithm, limits, anytime, gap, check_consistency, .. } = &solver.search;
        let heuristic = match &solver.heuristic {
            HeuristicSource::Named(name) => name.clone(),
            // An algorithm that uses no heuristic ignores it.
            HeuristicSource::Command(_) | HeuristicSource::Function(_) => None,
        };
        Ok(Header {
            pathmax: PATHMAX_VERSION.to_string(),
            puzzle: board.puzzle().info().name.to_string(),
            board: board.print(),
            options: board.options(),
            algorithm: algorithm.to_string(),
            heuristic,
            limits: SavedLimits {
                seconds: limits.time.map(|time| time.as_secs_f64()),
                memory: limits.memory,
                expansions: limits.expansions,
            },
            threads: solver.threads.number(),
            anytime: anytime.map(|anytime| (anytime.begins_after(), anytime.share())),
            gap: gap.value(),
            settle: solver.settle,
            check_consistency: *check_consistency,
            course_report: solver.course_report,
            every: match (interval.time(), interval.expansions()) {
                (_, Some(expansions)) => SavedInterval::Expansions(expansions),
                (time, None) => SavedInterval::Seconds(time.unwrap_or_default().as_secs_f64()),
            },
        })
    }

    /// The search that is described.
    pub fn saved_search(self, path: &Path, registry: &Registry) -> Result<SavedSearch, CheckpointError> {
        let damaged = |what: &str| CheckpointError::Damaged(format!("its {what} cannot be read"));
        let puzzle = registry.named(&self.puzzle).ok_or(CheckpointError::UnknownPuzzle(self.puzzle))?;
        let reading = Reading { puzzle: Some(puzzle), options: self.options };
        let board = registry.parse(&self.board, &reading).map_err(|_| damaged("board"))?.board;
        let search = SearchOptions {
            algorithm: self.algorithm.parse().map_err(|_| damaged("algorithm"))?,
            limits: Limits {
                time: self.limits.seconds.map(seconds).transpose()?,
                memory: self.limits.memory,
                expansions: self.limits.expansions,
            },
            check_consistency: self.check_consistency,
            anytime: self.anytime.map(|(after, one_per)| Anytime::default().after(after).one_per(one_per)),
            gap: Gap::new(self.gap).ok_or_else(|| damaged("gap"))?,
            ..SearchOptions::default()
        };
        let solver = Solver {
            search,
            threads: Threads::new(self.threads),
            heuristic: self.heuristic.into(),
            settle: self.settle,
            course_report: self.course_report,
            ..Solver::default()
        };
        let interval = match self.every {
            SavedInterval::Seconds(time) => Checkpoints::every(seconds(time)?),
            SavedInterval::Expansions(expansions) => Checkpoints::every_expansions(expansions),
        };
        let checkpointer = Checkpointer { solver, path: path.to_path_buf(), interval };
        Ok(SavedSearch { checkpointer, board })
    }
}

fn seconds(seconds: f64) -> Result<Duration, CheckpointError> {
    Duration::try_from_secs_f64(seconds).map_err(|_| CheckpointError::Damaged("a time in it is no time".to_string()))
}
