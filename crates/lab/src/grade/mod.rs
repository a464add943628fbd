//! Runs a program on every board of a folder and judges its answers.
//!
//! [`GradeBoards::read`] reads the boards, a [`CommandTemplate`] is the program, and a [`Grader`] runs it on each board: under
//! a supervisor that keeps the limits and leaves nothing running, in a sandbox where the system grants one (Unix only). The
//! program is treated as hostile. Its output is data: it is bounded, judged as [`Checker`] judges answers, and stripped of
//! control characters before it is shown.

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
#[cfg(unix)]
mod view;

use std::ffi::OsString;
use std::fmt::{self, Display};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use pathmax::{CancelToken, Cost, StopReason};
use serde::{Deserialize, Serialize};

pub use boards::{GradeBoard, GradeBoards};
pub use command::CommandTemplate;
pub use mark::Mark;
#[cfg(unix)]
pub use protection::{Guarantee, Holds, Mechanism, Protection, Sandbox};
#[cfg(target_os = "linux")]
pub use stage::Stage;
#[cfg(unix)]
pub use supervise::supervise;

use crate::BestCost;
use crate::check::{Best, Checker};
use crate::text::harmless;

/// What a submission may use on each board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Allowance {
    /// Wall-clock time.
    pub time: Duration,
    /// Memory in bytes, of all its processes together.
    pub memory: u64,
    /// The largest file that it may write, in bytes.
    pub file_size: u64,
}

impl Allowance {
    /// How many bytes it may print.
    pub const OUTPUT: usize = 1 << 20;
    /// How many processes and threads it may have at once.
    pub const PROCESSES: usize = 512;
}

/// Runs programs under a supervisor.
#[derive(Clone, Debug)]
pub struct Runner {
    /// The command that calls [`supervise`] or, on Linux, with `--stage=NAME` appended, [`Stage::run`].
    pub supervisor: Vec<OsString>,
    /// What a program may use.
    pub allowance: Allowance,
    /// Ends a run from outside.
    pub cancel: CancelToken,
    /// Whether this process adopts orphans and has no children but those of these runs, so that all that are left when a
    /// submission has killed its supervisor can be killed; see [`adopt_orphans`].
    pub owns_children: bool,
    /// How programs are confined.
    #[cfg(unix)]
    pub protection: Protection,
    /// Files and folders that programs may read, besides their own folder and installed programs.
    pub readable: Vec<PathBuf>,
    /// Files and folders that programs must not see, as canonical paths.
    pub hidden: Vec<PathBuf>,
}

/// Makes this process the parent of orphans among its descendants, where the system can do that (Linux).
pub fn adopt_orphans() -> bool {
    #[cfg(target_os = "linux")]
    return nix::sys::prctl::set_child_subreaper(true).is_ok();
    #[cfg(not(target_os = "linux"))]
    false
}

#[cfg(not(unix))]
impl Runner {
    fn run(&self, _command: &[OsString], _board: &Path, _tick: &mut dyn FnMut()) -> io::Result<Run> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "grading needs a Unix system (Linux, macOS, WSL)"))
    }
}

/// What came of running a program once.
#[derive(Debug)]
struct Run {
    end: End,
    stdout: Vec<u8>,
    /// The end of it.
    stderr: Vec<u8>,
    seconds: f64,
    peak_memory: u64,
}

/// How a run ended.
#[derive(Debug, PartialEq, Eq)]
#[cfg_attr(not(unix), allow(dead_code))]
enum End {
    Exited(i32),
    Signalled(String),
    TimeUp,
    TooMuchMemory,
    TooMuchOutput,
    TooManyProcesses,
    Cancelled,
    NotStarted(String),
    /// The supervisor gave no account.
    Lost,
}

/// Grades a program.
#[derive(Clone, Debug)]
pub struct Grader {
    /// Finds what the best plans cost.
    pub checker: Checker,
    /// The program.
    pub command: CommandTemplate,
    /// Runs it.
    pub runner: Runner,
    /// The score for an answer that is right but longer than the best, or not known to be the best; a right and optimal
    /// one has 1.
    pub partial: f64,
}

/// How a program did. Serialised, this is what `pathmax grade --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GradeReport {
    /// The scores of all boards together.
    pub score: f64,
    /// What that could have been at most.
    pub max_score: f64,
    /// Whether it was interrupted before all boards were done.
    pub interrupted: bool,
    /// How many boards have each mark, for the marks that were given.
    pub totals: Vec<Total>,
    /// Every board, by name.
    pub boards: Vec<BoardGrade>,
}

/// How many boards have a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Total {
    /// The mark.
    pub mark: Mark,
    /// How many have it.
    pub boards: usize,
}

/// How a program did on a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoardGrade {
    /// The board's file.
    pub file: String,
    /// The puzzle.
    pub puzzle: &'static str,
    /// How it did.
    pub mark: Mark,
    /// From 0 to 1.
    pub score: f64,
    /// What its answer costs; none unless it reaches the goal.
    pub cost: Option<Cost>,
    /// What the best plan costs, if that is known; none for a board without a solution too.
    pub best: Option<Cost>,
    /// The first line of its answer that is not allowed.
    pub line: Option<usize>,
    /// The mark in words, with the reason for it.
    pub detail: String,
    /// How long it took.
    pub seconds: Option<f64>,
    /// The most memory that its processes held, in bytes, as far as was seen.
    pub peak_memory: Option<u64>,
}

/// Somebody who hears what a grader is doing, and may stop it.
pub type GradeWatch<'a> = &'a mut dyn FnMut(Grading<'_>) -> Result<(), GradeError>;

/// What a grader is doing.
#[derive(Debug)]
pub enum Grading<'a> {
    /// It looks for the best cost of a board; said again and again.
    Searching(&'a str),
    /// It is about to begin: no board has been run, and the report says so.
    Ready(&'a GradeReport),
    /// It runs the program on a board; said again and again.
    Running(&'a str),
    /// A board is done.
    Done(&'a GradeReport),
}

/// Why grading cannot be done.
#[derive(Debug)]
pub struct GradeError(String);

impl GradeError {
    /// A reason to stop, from whoever watches.
    pub fn new(message: impl Display) -> Self {
        GradeError(message.to_string())
    }

    fn in_file(path: &Path, message: impl Display) -> Self {
        GradeError(format!("{}: {message}", path.display()))
    }
}

impl Display for GradeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for GradeError {}

/// What is known of a board's best plan.
#[derive(Debug)]
struct BoardBest {
    found: Best,
    /// What the manifest says, where the search did not find out.
    trusted: Option<BestCost>,
}

impl BoardBest {
    fn cost(&self) -> Option<Cost> {
        self.found.proven().or(self.trusted).flatten()
    }
}

impl Grader {
    /// Runs the program on every board; `watch` hears of each step.
    ///
    /// The best costs are found first, so that nothing competes with the program, and so that a manifest that says
    /// otherwise is an error before anything is run.
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
        // An interrupt after the last board has interrupted nothing.
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

    /// Runs the program on a copy of the board, alone in a fresh folder: it finds nothing beside it, and whatever it does
    /// to it changes nothing.
    fn run(&self, board: &GradeBoard, file: &str, watch: GradeWatch<'_>) -> Result<Run, GradeError> {
        let wrong = |error: io::Error| GradeError(format!("{file}: the program could not be run on it: {error}"));
        let mut builder = tempfile::Builder::new();
        builder.prefix("board");
        // The command may run the program as another user, who must be able to read the copy.
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
        self.runner.run(&self.command.on(&copy), &copy, &mut tick).map_err(wrong)
    }

    fn mark(&self, board: &GradeBoard, best: &BoardBest, run: &Run, grade: &mut BoardGrade) -> Result<(), GradeError> {
        let marked = mark::mark(board, best, run, &self.runner.allowance)
            .map_err(|error| GradeError(format!("{}: {error}", grade.file)))?;
        grade.mark = marked.mark;
        grade.score = match marked.mark {
            Mark::Optimal => 1.0,
            // A plan was shown. Saying that there is none is no work, and scores nothing unless it is right.
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

/// Writes a file that everybody may read and nobody may write.
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
    /// The report before anything has been run.
    fn new(boards: &[GradeBoard]) -> Self {
        let grade = |board: &GradeBoard| BoardGrade {
            file: harmless(&board.name.to_string_lossy(), 100),
            puzzle: board.board.puzzle().info().name,
            mark: Mark::NotRun,
            score: 0.0,
            cost: None,
            best: None,
            line: None,
            detail: "not run yet".to_string(),
            seconds: None,
            peak_memory: None,
        };
        let boards: Vec<_> = boards.iter().map(grade).collect();
        let mut report =
            GradeReport { score: 0.0, max_score: boards.len() as f64, interrupted: false, totals: Vec::new(), boards };
        report.add_up();
        report
    }

    fn add_up(&mut self) {
        self.score = self.boards.iter().map(|board| board.score).sum();
        let count = |mark| self.boards.iter().filter(|board| board.mark == mark).count();
        let totals = Mark::ALL.map(|mark| Total { mark, boards: count(mark) });
        self.totals = totals.into_iter().filter(|total| total.boards > 0).collect();
    }

    /// The totals in a line.
    pub fn summary(&self) -> String {
        let totals: Vec<_> =
            self.totals.iter().map(|total| format!("{} {}", total.boards, total.mark.words())).collect();
        format!("{} · score {} of {}", totals.join(", "), rounded(self.score), rounded(self.max_score))
    }
}

/// A score for people: 2, 2.5, 0.33.
fn rounded(score: f64) -> f64 {
    (score * 100.0).round() / 100.0
}
