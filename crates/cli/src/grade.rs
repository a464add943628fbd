//! `pathmax grade`, and the supervisor that it starts for every run of a submission.

// On other systems, the command reports that it needs Unix.
#![cfg_attr(not(unix), allow(dead_code, unused_imports))]

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum, ValueHint};
use pathmax::{Limits, SearchOptions};
use pathmax_lab::grade::{
    Allowance, BoardGrade, CommandTemplate, GradeBoards, GradeError, GradeReport, Grader, Grading, Mark, Runner,
    adopt_orphans,
};
#[cfg(unix)]
use pathmax_lab::grade::{Holds, Mechanism, Protection, Sandbox};
use pathmax_lab::{Checker, Manifest, Registry, Solver, round};

use crate::args::{free_memory, parse_size, parse_time};
use crate::files::Files;
use crate::format;
use crate::output::{Exit, Failure, print, print_json, remark};
use crate::progress::TaskBar;
use crate::provenance::Provenance;
use crate::puzzle_options::ReadingArguments;
use crate::solve::cancel_on_interrupt;
use crate::style::{DIM, ERROR, HEADING};
use crate::table::Table;

/// Grade a program on every board of a folder
///
/// Runs the program on each board under limits, ends all its processes, and checks its answers as `pathmax check` does. The
/// program prints a plan to standard output, one action per line, or `FAIL` or `no solution`. The boards are the files that
/// manifest.json lists; without a manifest, the files of the folder with the extension of a puzzle (.json, .csv, .txt).
#[derive(Args)]
#[command(after_help = "Examples:
  pathmax grade --solver \"python3 -m search {file}\" boards/
  pathmax grade --solver \"./search {file}\" boards/ --time-limit 10s --memory-limit 512MiB
  pathmax grade --solver \"./search {file}\" boards/ --gradescope /autograder/results/results.json
  pathmax grade --solver \"pathmax solve {file}\" boards/ --csv > marks.csv

Exit status: 0 all answers are optimal, 1 some are not, 2 wrong usage or a bad board, 3 interrupted,
or the optimal cost of a board is unknown.")]
pub struct GradeArguments {
    /// Command of the program to grade, with {file} for the board; split into words without a shell
    #[arg(long, value_name = "COMMAND", required_unless_present = "explain")]
    solver: Option<CommandTemplate>,
    /// Folder with the boards
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath, required_unless_present = "explain")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    reading: ReadingArguments,
    /// Score for a valid but suboptimal answer, from 0 to 1; an optimal answer scores 1
    #[arg(long, value_name = "SCORE", default_value = "0.5", value_parser = parse_score)]
    partial: f64,
    /// Time limit per board: 30s, 5m
    #[arg(long, help_heading = "Limits", value_name = "TIME", default_value = "30s", value_parser = parse_time)]
    time_limit: Duration,
    /// Memory limit for all processes of the program together: 512MiB, 2GiB
    #[arg(long, help_heading = "Limits", value_name = "SIZE", default_value = "1GiB", value_parser = parse_size)]
    memory_limit: usize,
    /// Maximum size of a file that the program writes
    #[arg(long, help_heading = "Limits", value_name = "SIZE", default_value = "64MiB", value_parser = parse_size)]
    file_limit: usize,
    /// Maximum number of expansions in the search for a board's optimal cost; beyond it, the cost in manifest.json counts
    #[arg(long, help_heading = "Limits", value_name = "N", default_value_t = 20_000_000)]
    best_expansion_limit: u64,
    /// Time limit for that search, instead of the maximum number of expansions
    #[arg(long, help_heading = "Limits", value_name = "TIME", value_parser = parse_time, conflicts_with = "best_expansion_limit")]
    best_time_limit: Option<Duration>,
    /// Sandbox the program: no network, no files but its own (auto, off, require)
    ///
    /// `auto` uses the mechanisms that this machine allows, `off` applies only the limits, `require` fails unless namespaces
    /// are available.
    #[arg(
        long,
        help_heading = "Sandbox",
        value_name = "WHEN",
        value_enum,
        default_value_t,
        hide_possible_values = true
    )]
    sandbox: SandboxChoice,
    /// Allow the program to read this file or folder; repeatable
    #[arg(long, help_heading = "Sandbox", value_name = "PATH", value_hint = ValueHint::AnyPath)]
    sandbox_read: Vec<PathBuf>,
    /// Print which guarantees hold on this machine, and exit
    #[arg(long, help_heading = "Sandbox", conflicts_with_all = ["solver", "folder"])]
    explain: bool,
    /// Print one JSON object: score, totals, boards
    #[arg(long, help_heading = "Output", conflicts_with = "csv")]
    json: bool,
    /// Print CSV, one line per board
    #[arg(long, help_heading = "Output")]
    csv: bool,
    /// Write Gradescope's results.json, updated after every board
    #[arg(long, help_heading = "Output", value_name = "FILE", value_hint = ValueHint::FilePath)]
    gradescope: Option<PathBuf>,
    /// Print nothing to standard error but errors
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,
}

/// Supervise a submission (internal, used by `grade`)
#[derive(Args)]
pub struct SuperviseArguments {
    /// A process between the supervisor and the submission
    #[arg(long)]
    stage: Option<StageName>,
}

#[derive(Clone, Copy, ValueEnum)]
enum StageName {
    Enter,
    Init,
    Confine,
}

/// Whether to sandbox the program.
#[derive(Clone, Copy, Default, ValueEnum)]
enum SandboxChoice {
    /// Use what this machine allows
    #[default]
    Auto,
    /// Limits only
    Off,
    /// Fail unless namespaces are available
    Require,
}

/// The usage lines of the command in a program of this name.
pub fn usage(program: &str) -> String {
    format!(
        "{program} grade [OPTIONS] --solver <COMMAND> <DIR>\n       {program} grade --explain [--sandbox <WHEN>] [--json]"
    )
}

#[cfg(target_os = "linux")]
pub fn supervise(arguments: &SuperviseArguments) -> Result<Exit, Failure> {
    use pathmax_lab::grade::Stage;
    let result = match arguments.stage {
        None => pathmax_lab::grade::supervise(),
        Some(StageName::Enter) => Stage::Enter.run(),
        Some(StageName::Init) => Stage::Init.run(),
        Some(StageName::Confine) => Stage::Confine.run(),
    };
    ended(result)
}

#[cfg(all(unix, not(target_os = "linux")))]
pub fn supervise(_: &SuperviseArguments) -> Result<Exit, Failure> {
    ended(pathmax_lab::grade::supervise())
}

#[cfg(unix)]
fn ended(result: std::io::Result<()>) -> Result<Exit, Failure> {
    result.map_err(|error| Failure::new(format!("this command is for internal use by `grade` only: {error}")))?;
    Ok(Exit::Fine)
}

#[cfg(not(unix))]
pub fn supervise(_: &SuperviseArguments) -> Result<Exit, Failure> {
    Err(Failure::new(UNSUPPORTED))
}

#[cfg(not(unix))]
pub fn run(_: &GradeArguments, _: &Registry) -> Result<Exit, Failure> {
    Err(Failure::new(UNSUPPORTED))
}

#[cfg(not(unix))]
const UNSUPPORTED: &str = "grading needs a Unix system (Linux, macOS, WSL)";

#[cfg(unix)]
pub fn run(arguments: &GradeArguments, registry: &Registry) -> Result<Exit, Failure> {
    let supervisor = supervisor()?;
    let protection = protection(arguments, &supervisor)?;
    let (Some(command), Some(path)) = (&arguments.solver, &arguments.folder) else {
        return explain(arguments, &protection);
    };
    let folder = GradeBoards::read(registry, path, &arguments.reading.reading(registry)).map_err(Failure::new)?;
    for note in folder.notes.iter().filter(|_| !arguments.quiet) {
        remark(format_args!("note: {note}"));
    }
    let boards = folder.boards.iter().map(|board| board.name.clone()).chain([Manifest::NAME.into()]);
    Files::reading(boards.map(|name| path.join(name)))
        .running(command.on(Path::new("")))
        .writing("--gradescope", arguments.gradescope.as_deref())?;
    let runner = Runner {
        supervisor,
        allowance: Allowance {
            time: arguments.time_limit,
            memory: arguments.memory_limit as u64,
            file_size: arguments.file_limit as u64,
        },
        cancel: cancel_on_interrupt(),
        owns_children: adopt_orphans(),
        protection,
        readable: arguments.sandbox_read.clone(),
        hidden: hidden(path, arguments.gradescope.as_deref(), &folder)?,
    };
    let grader = grader(arguments, command.clone(), runner);
    let mut bars = Bars::new(!arguments.quiet, folder.boards.len());
    let origin = Provenance::new();
    let report = grader
        .grade(&folder.boards, &mut |event| {
            bars.show(&event);
            match (&arguments.gradescope, event) {
                (Some(path), Grading::Ready(report) | Grading::Done(report)) => {
                    let wrong = |error| GradeError::new(format!("{}: cannot be written: {error}", path.display()));
                    report.write_gradescope(path, &origin).map_err(wrong)
                }
                _ => Ok(()),
            }
        })
        .map_err(Failure::new)?;
    drop(bars);
    if arguments.json {
        print_json(&report)?;
    } else if arguments.csv {
        print(csv(&report)?)?;
    } else {
        print(table(&report).to_text(HEADING) + "\n" + &summary(&report))?;
    }
    Ok(exit(&report))
}

#[cfg(unix)]
fn grader(arguments: &GradeArguments, command: CommandTemplate, runner: Runner) -> Grader {
    let time = arguments.best_time_limit;
    let expansions = time.is_none().then_some(arguments.best_expansion_limit);
    let limits = Limits { time, memory: Some(free_memory()), expansions };
    let search = SearchOptions { limits, cancel: runner.cancel.clone(), ..SearchOptions::default() };
    let checker = Checker { solver: Solver { search, ..Solver::default() } };
    Grader { checker, command, runner, partial: arguments.partial }
}

/// The command that supervises a run: this executable.
#[cfg(unix)]
fn supervisor() -> Result<Vec<OsString>, Failure> {
    let program = std::env::current_exe();
    let program =
        program.map_err(|error| Failure::new(format!("cannot find the executable of this process: {error}")))?;
    Ok(vec![program.into(), "supervise".into()])
}

#[cfg(unix)]
fn protection(arguments: &GradeArguments, supervisor: &[OsString]) -> Result<Protection, Failure> {
    let sandbox = match arguments.sandbox {
        SandboxChoice::Auto => Sandbox::Auto,
        SandboxChoice::Off => Sandbox::Off,
        SandboxChoice::Require => Sandbox::Require,
    };
    // For tests of every fallback on the same machine.
    let without = std::env::var(WITHOUT).unwrap_or_default();
    let without: Result<Vec<Mechanism>, String> =
        without.split(',').filter(|name| !name.is_empty()).map(str::parse).collect();
    let without = without.map_err(|error| Failure::new(format!("{WITHOUT}: {error}")))?;
    Protection::detect(supervisor, sandbox, &without).map_err(Failure::new)
}

/// Environment variable with mechanisms not to use, separated by commas.
#[cfg(unix)]
const WITHOUT: &str = "PATHMAX_GRADE_WITHOUT";

/// The paths that submissions must not see: the boards with their costs, and the results.
#[cfg(unix)]
fn hidden(folder: &Path, results: Option<&Path>, boards: &GradeBoards) -> Result<Vec<PathBuf>, Failure> {
    let canonical = |path: &Path| path.canonicalize().map_err(|error| Failure::in_file(path, error));
    let folder = canonical(folder)?;
    let mut hidden = Vec::new();
    let here = canonical(Path::new("."))?;
    if here.starts_with(&folder) {
        // The submission is in the folder of the boards: hide each board.
        hidden.extend(boards.boards.iter().map(|board| folder.join(&board.name)));
        hidden.push(folder.join(Manifest::NAME));
    } else {
        hidden.push(folder);
    }
    if let Some(results) = results {
        // The file may not exist yet, but its folder must.
        let folder = results.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if let (Ok(folder), Some(name)) = (folder.canonicalize(), results.file_name()) {
            hidden.push(folder.join(name));
        }
    }
    Ok(hidden)
}

/// Prints the guarantees on this machine.
#[cfg(unix)]
fn explain(arguments: &GradeArguments, protection: &Protection) -> Result<Exit, Failure> {
    let guarantees = protection.guarantees();
    if arguments.json {
        print_json(&serde_json::json!({ "guarantees": guarantees }))?;
        return Ok(Exit::Fine);
    }
    let mut table = Table::new(&["guarantee", "holds", "by"]);
    for guarantee in guarantees {
        let holds = match guarantee.holds {
            Holds::Yes => "yes",
            Holds::Partly => "partly",
            Holds::No => "no",
        };
        table.row(vec![guarantee.name.to_string(), holds.to_string(), guarantee.mechanism.to_string()]);
    }
    let mut text = table.to_text(HEADING);
    if !protection.refused().is_empty() {
        text += "\nnot used:\n";
    }
    for reason in protection.refused() {
        text += &format!("  {reason}\n");
    }
    print(text)?;
    Ok(Exit::Fine)
}

fn exit(report: &GradeReport) -> Exit {
    let worst = |mark: Mark| match mark {
        Mark::Optimal => Exit::Fine,
        Mark::Unknown => Exit::Stopped,
        _ => Exit::Negative,
    };
    let exits: Vec<Exit> = report.totals.iter().map(|total| worst(total.mark)).collect();
    match report.interrupted {
        true => Exit::Stopped,
        false if exits.contains(&Exit::Negative) => Exit::Negative,
        false if exits.contains(&Exit::Stopped) => Exit::Stopped,
        false => Exit::Fine,
    }
}

/// A progress bar for the search for optimal costs, then one for the runs.
struct Bars {
    enabled: bool,
    boards: usize,
    bar: TaskBar,
    shown: Option<String>,
}

impl Bars {
    fn new(enabled: bool, boards: usize) -> Self {
        Bars { enabled, boards, bar: TaskBar::new(enabled, boards), shown: None }
    }

    fn show(&mut self, event: &Grading<'_>) {
        match event {
            Grading::Searching(file) => {
                // A board is finished when the next one starts.
                if self.shown.as_deref().is_some_and(|shown| shown != *file) {
                    self.bar.done();
                }
                self.shown = Some(file.to_string());
                self.bar.doing(|| format!("optimal cost of {file}"));
            }
            Grading::Ready(_) => self.bar = TaskBar::new(self.enabled, self.boards),
            Grading::Running(file) => self.bar.doing(|| format!("running on {file} (Ctrl-C stops)")),
            Grading::Done(_) => self.bar.done(),
        }
    }
}

fn table(report: &GradeReport) -> Table {
    let mut table = Table::new(&["board", ">cost", ">best", ">time", ">memory", "result"]);
    let number = |number: Option<u32>| number.map_or("-".to_string(), |number| number.to_string());
    for board in &report.boards {
        let time = board.seconds.map(|seconds| format::time(Duration::from_secs_f64(seconds)));
        let memory = board.peak_memory.map(|bytes| format::bytes(bytes as usize));
        // The details of the other marks contain the name.
        let mark = match board.mark {
            Mark::Illegal | Mark::Unfinished | Mark::NoAnswer | Mark::Crashed | Mark::TooSlow => {
                format!("{}: ", board.mark.words())
            }
            _ => String::new(),
        };
        table.row(vec![
            board.file.clone(),
            number(board.cost),
            number(board.best),
            time.unwrap_or("-".to_string()),
            memory.unwrap_or("-".to_string()),
            mark + &board.detail,
        ]);
    }
    table
}

fn summary(report: &GradeReport) -> String {
    let style = if exit(report) == Exit::Fine { HEADING } else { ERROR };
    let interrupted = if report.interrupted { format!(" {DIM}(interrupted){DIM:#}") } else { String::new() };
    format!("{style}{}{style:#}{interrupted}\n", report.summary())
}

fn csv(report: &GradeReport) -> Result<String, Failure> {
    let origin = Provenance::new();
    let mut writer = csv::Writer::from_writer(Vec::new());
    for board in &report.boards {
        let board = BoardGrade { score: round(board.score), seconds: board.seconds.map(round), ..board.clone() };
        writer.serialize((board, &origin)).map_err(Failure::new)?;
    }
    let bytes = writer.into_inner().map_err(Failure::new)?;
    String::from_utf8(bytes).map_err(Failure::new)
}

fn parse_score(text: &str) -> Result<f64, String> {
    let score = text.parse().ok().filter(|score| (0.0..=1.0).contains(score));
    score.ok_or_else(|| "give a number from 0 to 1, such as 0.5".to_string())
}
