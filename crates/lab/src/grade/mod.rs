//! Runs a program on every board of a folder and grades its answers.
//!
//! [`GradeBoards::read`] reads the boards, and a [`Grader`] runs a [`CommandTemplate`] on each board, under a supervisor that
//! enforces the limits and kills all processes at the end, and in a sandbox if the system supports one (Unix only). The
//! program is treated as hostile: its output is bounded, checked by [`Checker`](crate::Checker), and sanitized for display.

mod board_grader;
mod boards;
#[cfg(unix)]
mod cgroup;
pub mod class;
pub(crate) mod command;
#[cfg(target_os = "linux")]
mod filter;
mod grader;
mod gradescope;
mod heuristic_points;
#[cfg(unix)]
mod heuristics;
mod mark;
#[cfg(unix)]
mod plan;
#[cfg(unix)]
mod processes;
#[cfg(unix)]
mod protection;
mod report;
#[cfg(unix)]
mod run;
pub(crate) mod scoring;
#[cfg(unix)]
mod session;
#[cfg(target_os = "linux")]
mod stage;
#[cfg(unix)]
mod supervise;
#[cfg(target_os = "linux")]
mod tree;
mod unsolvable;
#[cfg(unix)]
mod view;

use std::ffi::OsString;
use std::fmt::Display;
#[cfg(not(unix))]
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use pathmax::CancelToken;
use serde::{Deserialize, Serialize};

pub use board_grader::{BoardGrader, GradeWatch, Grading};
pub use boards::{GradeBoard, GradeBoards};
pub use command::CommandTemplate;
pub use grader::{BoardBest, Grader};
pub use gradescope::GradescopeTest;
pub use heuristic_points::{ExpansionRatios, HeuristicPoints};
#[cfg(unix)]
pub use heuristics::{
    ClaimGrade, ExpansionGrade, HeuristicBudget, HeuristicGrade, HeuristicGrader, HeuristicMark, HeuristicReport,
    Reference,
};
pub use mark::Mark;
#[cfg(unix)]
pub use protection::{Guarantee, Holds, Mechanism, Protection, Sandbox};
pub use report::{BoardGrade, BoardMark, BoardResult, GradeReport, Total};
pub use scoring::{HeuristicScoring, MOST_DECIMALS, Partial, PartialStep, Scoring, ScoringKeys, StepLimit, Visibility};
#[cfg(target_os = "linux")]
pub use stage::Stage;
#[cfg(unix)]
pub use supervise::supervise;
pub use unsolvable::UnsolvableAnswer;

/// The limits of a submission on each board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Allowance {
    /// Wall-clock time.
    pub time: Duration,
    /// Memory of all its processes together, in bytes.
    pub memory: u64,
    /// Maximum size of a file that it writes, in bytes.
    pub file_size: u64,
}

impl Allowance {
    /// Maximum number of bytes on standard output.
    pub const OUTPUT: usize = 1 << 20;
    /// Maximum number of processes and threads at once.
    pub const PROCESSES: usize = 512;
}

/// Runs programs under a supervisor.
#[derive(Clone, Debug)]
pub struct Runner {
    /// The command that calls [`supervise`] or, on Linux, with `--stage=NAME` appended, [`Stage::run`].
    pub supervisor: Vec<OsString>,
    /// The limits.
    pub allowance: Allowance,
    /// Cancels a run.
    pub cancel: CancelToken,
    /// Whether this process adopts orphans and has no other children than these runs, so that it can kill all of them even
    /// if a submission has killed its supervisor; see [`adopt_orphans`].
    pub owns_children: bool,
    /// How programs are confined.
    #[cfg(unix)]
    pub protection: Protection,
    /// Files and folders that programs may read, besides their own folder and installed programs.
    pub readable: Vec<PathBuf>,
    /// Files and folders that programs must not see, as canonical paths.
    pub hidden: Vec<PathBuf>,
    /// The working directory of programs, as a canonical path; `None` is that of this process.
    pub folder: Option<PathBuf>,
    /// The job among those that run at the same time; `None` if this is the only one.
    pub job: Option<Job>,
}

/// One of several jobs that run programs at the same time.
///
/// Each run of a job gets its own process that adopts orphans, as this process cannot tell the orphans of jobs apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The processors of this job alone (Linux); empty for any.
    pub cores: Vec<usize>,
}

/// Makes this process adopt the orphans among its descendants, if the system supports it (Linux).
pub fn adopt_orphans() -> bool {
    #[cfg(target_os = "linux")]
    return nix::sys::prctl::set_child_subreaper(true).is_ok();
    #[cfg(not(target_os = "linux"))]
    false
}

#[cfg(not(unix))]
impl Runner {
    fn run(&self, _task: &Task<'_>, _tick: &mut dyn FnMut()) -> io::Result<Run> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "grading requires a Unix system (Linux, macOS, WSL)"))
    }
}

/// A command to run.
#[derive(Debug, Default)]
#[cfg_attr(not(unix), allow(dead_code))]
struct Task<'a> {
    command: Vec<OsString>,
    /// The file of the board.
    board: Option<&'a Path>,
    /// Whether the board is the standard input.
    is_board_input: bool,
    /// Whether the command may change its folder.
    is_folder_writable: bool,
    /// Whether the command may use the network.
    has_network: bool,
}

/// One run of a program.
#[derive(Debug)]
struct Run {
    end: End,
    stdout: Vec<u8>,
    /// The end of standard error.
    stderr: Vec<u8>,
    seconds: f64,
    /// Processor time of all its processes.
    cpu_seconds: f64,
    peak_memory: u64,
}

/// How a run ended.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(not(unix), allow(dead_code))]
enum End {
    Exited(i32),
    /// Killed by a signal of this name.
    Signalled(String),
    TimeUp,
    TooMuchMemory,
    TooMuchOutput,
    TooManyProcesses,
    Cancelled,
    NotStarted(String),
    /// The supervisor did not report.
    Lost,
}

/// Why grading failed.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct GradeError(String);

impl GradeError {
    /// An error of the callback.
    pub fn new(message: impl Display) -> Self {
        GradeError(message.to_string())
    }

    fn in_file(path: &Path, message: impl Display) -> Self {
        GradeError(format!("{}: {message}", path.display()))
    }
}
