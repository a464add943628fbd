//! Runs a program on every board of a folder and grades its answers.
//!
//! [`GradeBoards::read`] reads the boards, and a [`Grader`] runs a [`CommandTemplate`] on each board, under a supervisor that
//! enforces the limits and kills all processes at the end, and in a sandbox if the system supports one (Unix only). The
//! program is treated as hostile: its output is bounded, checked by [`Checker`], and sanitized for display.

mod boards;
#[cfg(unix)]
mod cgroup;
pub(crate) mod command;
#[cfg(target_os = "linux")]
mod filter;
mod gradescope;
mod mark;
#[cfg(unix)]
mod plan;
#[cfg(unix)]
mod processes;
#[cfg(unix)]
mod protection;
#[cfg(unix)]
mod run;
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
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use itertools::Itertools;
use pathmax::{CancelToken, Cost, StopReason};
use serde::{Deserialize, Serialize};
use strum::VariantArray;

pub use boards::{GradeBoard, GradeBoards};
pub use command::CommandTemplate;
pub use mark::Mark;
#[cfg(unix)]
pub use protection::{Guarantee, Holds, Mechanism, Protection, Sandbox};
#[cfg(target_os = "linux")]
pub use stage::Stage;
#[cfg(unix)]
pub use supervise::supervise;
pub use unsolvable::UnsolvableAnswer;

use crate::BestCost;
use crate::check::{Best, Checker};
use crate::text::harmless;

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

/// A command to run on a board.
#[derive(Debug)]
#[cfg_attr(not(unix), allow(dead_code))]
struct Task<'a> {
    command: Vec<OsString>,
    /// The file of the board.
    board: &'a Path,
    /// Whether the board is the standard input.
    is_board_input: bool,
}

/// One run of a program.
#[derive(Debug)]
struct Run {
    end: End,
    stdout: Vec<u8>,
    /// The end of standard error.
    stderr: Vec<u8>,
    seconds: f64,
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

/// Grades a program.
#[derive(Clone, Debug)]
pub struct Grader {
    /// Finds the optimal costs.
    pub checker: Checker,
    /// The program.
    pub command: CommandTemplate,
    /// Runs it.
    pub runner: Runner,
    /// The score for a valid answer that is suboptimal or not known to be optimal; an optimal one scores 1.
    pub partial: f64,
    /// Answers that claim that there is no solution, besides `FAIL` and `no solution`.
    pub unsolvable_answers: Vec<UnsolvableAnswer>,
}

/// The result of grading, as `pathmax grade --json` prints it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct GradeReport {
    /// The sum of the scores.
    pub score: f64,
    /// The maximum score.
    pub max_score: f64,
    /// Whether grading was cancelled before all boards were done.
    pub interrupted: bool,
    /// Number of boards by mark.
    pub totals: Vec<Total>,
    /// The boards, by name.
    pub boards: Vec<BoardGrade>,
}

/// Number of boards with a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Total {
    /// The mark.
    pub mark: Mark,
    /// Number of boards.
    pub boards: usize,
}

/// The result on one board.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct BoardGrade {
    /// The board file.
    pub file: String,
    /// The puzzle.
    pub puzzle: &'static str,
    /// The mark.
    pub mark: Mark,
    /// From 0 to 1.
    pub score: f64,
    /// The cost of the answer, if it reaches the goal.
    pub cost: Option<Cost>,
    /// The optimal cost, if it is known and the board is solvable.
    pub best: Option<Cost>,
    /// The first illegal line of the answer.
    pub line: Option<usize>,
    /// The mark in words, with the reason.
    pub detail: String,
    /// Elapsed time.
    pub seconds: Option<f64>,
    /// Peak memory of its processes in bytes, as far as observed.
    pub peak_memory: Option<u64>,
}

/// Called with the progress; an error ends the grader.
pub type GradeWatch<'a> = &'a mut dyn FnMut(Grading<'_>) -> Result<(), GradeError>;

/// The progress of a grader.
#[derive(Debug)]
pub enum Grading<'a> {
    /// Finds the optimal cost of a board; called repeatedly.
    Searching(&'a str),
    /// All optimal costs are found; no board has been run.
    Ready(&'a GradeReport),
    /// Runs the program on a board; called repeatedly.
    Running(&'a str),
    /// A board is done.
    Done(&'a GradeReport),
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

/// What is known about the optimal cost of a board.
#[derive(Debug)]
struct BoardBest {
    found: Best,
    /// The cost in the manifest, if the search could not decide.
    trusted: Option<BestCost>,
}

impl BoardBest {
    fn cost(&self) -> Option<Cost> {
        self.found.proven().or(self.trusted).flatten()
    }
}

impl Grader {
    /// Runs the program on every board; `watch` is called with the progress.
    ///
    /// The optimal costs are found first, so that no search competes with the program for the processor, and so that a wrong
    /// manifest is an error before anything is run.
    pub fn grade(&self, boards: &[GradeBoard], watch: GradeWatch<'_>) -> Result<GradeReport, GradeError> {
        let mut report = GradeReport::new(boards);
        let mut bests = Vec::new();
        for (board, grade) in boards.iter().zip(&mut report.boards) {
            let best = self.find_best(board, &grade.file, watch)?;
            if best.found.stopped == Some(StopReason::Cancelled) || self.runner.cancel.is_cancelled() {
                report.interrupted = true;
                return Ok(report);
            }
            grade.best = best.cost();
            bests.push(best);
        }
        watch(Grading::Ready(&report))?;
        for (index, (board, best)) in boards.iter().zip(&bests).enumerate() {
            let run = self.run(board, &report.boards[index].file, watch)?;
            if let (0, End::NotStarted(why)) = (index, &run.end) {
                return Err(GradeError(format!("the program {} cannot be started: {why}", self.command)));
            }
            self.mark(board, best, &run, &mut report.boards[index])?;
            report.interrupted = self.runner.cancel.is_cancelled();
            report.add_up();
            watch(Grading::Done(&report))?;
            if report.interrupted {
                break;
            }
        }
        // An interrupt after the last board has no effect.
        report.interrupted &= report.boards.iter().any(|board| board.mark == Mark::NotRun);
        Ok(report)
    }

    fn find_best(&self, board: &GradeBoard, file: &str, watch: GradeWatch<'_>) -> Result<BoardBest, GradeError> {
        watch(Grading::Searching(file))?;
        let found = self.checker.best(&board.board, &mut |_| drop(watch(Grading::Searching(file))));
        let found = found.map_err(|error| GradeError(format!("{file}: {error}")))?;
        let in_words = |cost: BestCost| {
            cost.map_or("there is no solution".to_string(), |cost| format!("the best plan costs {cost}"))
        };
        let Some(said) = board.manifest else { return Ok(BoardBest { found, trusted: None }) };
        let proven = match (found.proven(), said) {
            (Some(proven), said) if proven != said => in_words(proven),
            (None, Some(said)) if found.bound.is_some_and(|bound| said < bound) => {
                format!("no plan costs less than {}", found.bound.unwrap_or(0))
            }
            (None, said) if found.cost.is_some_and(|cost| said.is_none_or(|said| said > cost)) => {
                format!("a plan of cost {} exists", found.cost.unwrap_or(0))
            }
            _ => return Ok(BoardBest { trusted: found.proven().is_none().then_some(said), found }),
        };
        let said = in_words(said);
        Err(GradeError(format!(
            "manifest.json is wrong: of {file} it says that {said}, but it is proven that {proven}"
        )))
    }

    /// Runs the program on a copy of the board in a new folder.
    fn run(&self, board: &GradeBoard, file: &str, watch: GradeWatch<'_>) -> Result<Run, GradeError> {
        let wrong = |error: io::Error| GradeError(format!("{file}: the program could not be run on it: {error}"));
        let mut builder = tempfile::Builder::new();
        builder.prefix("board");
        // The command may run the program as another user.
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(0o755));
        }
        let folder = builder.tempdir().map_err(wrong)?;
        let copy = folder.path().join(&board.name);
        write_read_only(&copy, &board.contents).map_err(wrong)?;
        watch(Grading::Running(file))?;
        let mut tick = || drop(watch(Grading::Running(file)));
        let is_board_input = !self.command.names_file();
        let task = Task { command: self.command.on(&copy), board: &copy, is_board_input };
        self.runner.run(&task, &mut tick).map_err(wrong)
    }

    fn mark(&self, board: &GradeBoard, best: &BoardBest, run: &Run, grade: &mut BoardGrade) -> Result<(), GradeError> {
        let marked =
            mark::mark(self, board, best, run).map_err(|error| GradeError(format!("{}: {error}", grade.file)))?;
        grade.mark = marked.mark;
        grade.score = match marked.mark {
            Mark::Optimal => 1.0,
            // Only for plans: a claim that there is no solution scores only if it is proven.
            Mark::Longer | Mark::Unknown if marked.cost.is_some() => self.partial,
            _ => 0.0,
        };
        (grade.cost, grade.line, grade.detail) = (marked.cost, marked.line, marked.detail);
        if marked.mark != Mark::NotRun {
            grade.seconds = Some(run.seconds);
            grade.peak_memory = Some(run.peak_memory).filter(|&bytes| bytes > 0);
        }
        Ok(())
    }
}

/// Writes a file that is readable by all users and not writable.
fn write_read_only(path: &Path, contents: &[u8]) -> io::Result<()> {
    fs::write(path, contents)?;
    #[cfg(unix)]
    let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o444);
    #[cfg(not(unix))]
    let permissions = {
        let mut permissions = fs::metadata(path)?.permissions();
        permissions.set_readonly(true);
        permissions
    };
    fs::set_permissions(path, permissions)
}

impl GradeReport {
    /// The report before any board is run.
    fn new(boards: &[GradeBoard]) -> Self {
        let grade = |board: &GradeBoard| BoardGrade {
            file: harmless(&board.name.to_string_lossy(), 100),
            puzzle: board.board.puzzle().info().name,
            detail: "not run yet".to_string(),
            ..BoardGrade::default()
        };
        let boards: Vec<_> = boards.iter().map(grade).collect();
        let mut report = GradeReport { max_score: boards.len() as f64, boards, ..GradeReport::default() };
        report.add_up();
        report
    }

    fn add_up(&mut self) {
        self.score = self.boards.iter().map(|board| board.score).sum();
        let count = |mark| self.boards.iter().filter(|board| board.mark == mark).count();
        let totals = Mark::VARIANTS.iter().map(|&mark| Total { mark, boards: count(mark) });
        self.totals = totals.filter(|total| total.boards > 0).collect();
    }

    /// The totals in one line.
    pub fn summary(&self) -> String {
        let totals = self.totals.iter().map(|total| format!("{} {}", total.boards, total.mark.words())).join(", ");
        format!("{totals} · score {} of {}", rounded(self.score), rounded(self.max_score))
    }
}

/// A score rounded for display: 2, 2.5, 0.33.
fn rounded(score: f64) -> f64 {
    (score * 100.0).round() / 100.0
}
