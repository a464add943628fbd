//! `pathmax report`.

mod commands;
mod document;
mod html;
mod judgement;
mod markdown;
mod numbering;
mod sections;
mod written;

pub use html::escape;

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use pathmax::Algorithm;
use pathmax_lab::{AnyBoard, Registry, Report, Reporter};

use self::commands::Commands;
use self::document::{Content, Document};
use self::written::Written;
use crate::args::LimitArguments;
use crate::compare::{Board, ProgramArguments, load_boards};
use crate::files::Files;
use crate::names::algorithm_parser;
use crate::output::{Exit, Failure, name_of, remark, write_output};
use crate::progress::TaskBar;
use crate::puzzle_options::{ReadingArguments, flags};
use crate::solve::cancel_on_interrupt;
use crate::style;

/// Default maximum number of expansions per search.
const EXPANSIONS: u64 = 1_000_000;

/// Write a report on boards and heuristics, as Markdown and HTML with figures
///
/// Contents: formulation, plans and depth, state space and branching factor, algorithms with heuristics, admissibility and
/// consistency with counterexamples, heuristic maps, and where the time goes. The report names the command that computes
/// each number.
#[derive(Args)]
#[command(mut_arg("time_limit", |arg| arg.help("Time limit per search; results then depend on the machine")))]
#[command(mut_arg("memory_limit", |arg| {
    arg.help("Memory limit per search: 64MiB, 2GiB [default: three quarters of the free memory]")
}))]
#[command(mut_arg("expansion_limit", |arg| {
    arg.help("Maximum number of expansions per search [default: 1,000,000 without --time-limit]")
}))]
#[command(after_help = "Examples:
  pathmax report a.json b.json --out report
  pathmax report boards/ --algorithms astar,idastar --heuristics relaxed-map,null --out report
  pathmax report boards/ --heuristic-cmd mine=\"python3 my_h.py\" --out report

Writes report.md, report.html and figures/ to the folder.

Exit status: 0 the report is complete, even if some searches stopped at a limit; 2 wrong usage or
bad input; 3 interrupted (the report contains the results so far and says what is missing).")]
pub struct ReportArguments {
    /// Board files, or folders of board files
    #[arg(value_name = "FILES", required = true, value_hint = ValueHint::AnyPath)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    reading: ReadingArguments,
    /// Folder to write to; created if it does not exist
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Output")]
    out: PathBuf,
    /// Algorithms to compare, separated by commas, with an optional setting after a colon: weighted-astar:2
    #[arg(short, long, value_name = "NAMES", value_delimiter = ',', default_value = "astar,idastar,greedy,ucs",
          value_parser = algorithm_parser(), hide_possible_values = true, help_heading = "Search")]
    algorithms: Vec<Algorithm>,
    /// Heuristics, separated by commas; each is used for the puzzles that have it [default: all]
    #[arg(short = 'H', long, value_name = "NAMES", value_delimiter = ',', help_heading = "Search")]
    heuristics: Vec<String>,
    #[command(flatten)]
    programs: ProgramArguments,
    /// Maximum number of reachable states to enumerate per board; larger state spaces are sampled
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..),
          help_heading = "Search")]
    states: u64,
    #[command(flatten)]
    limits: LimitArguments,
    /// Print only errors to standard error
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,
}

pub fn run(arguments: &ReportArguments, registry: &Registry, program: &str) -> Result<Exit, Failure> {
    if arguments.files.iter().any(|file| file == Path::new("-")) {
        let why =
            "a report names the commands that give its numbers, and these need files; save the board to a file first";
        return Err(Failure::in_file(Path::new("-"), why));
    }
    let reading = arguments.reading.reading(registry);
    let (boards, paths) = load_boards(registry, &arguments.files, &reading, !arguments.quiet)?;
    let reporter = arguments.reporter()?;
    let words = reporter.programs.iter().flat_map(|program| program.command.words());
    let outputs = Outputs { folder: &arguments.out, files: Files::reading(&paths).running(words) };
    outputs.prepare()?;
    let puzzle = reading.puzzle.map(|puzzle| puzzle.info().name);
    let commands = Commands {
        program: program.to_string(),
        reading: boards.iter().map(|(_, board)| reading_words(board, puzzle)).collect(),
        paths,
        reporter,
    };
    let report = make(&commands.reporter, &boards, !arguments.quiet)?;
    outputs.write(&sections::document(&report, &commands))?;
    if !arguments.quiet {
        let file = |name| name_of(&arguments.out.join(name));
        remark(format_args!("{} and {}: {}", file(MARKDOWN), file(HTML), written(&report)));
    }
    if report.interrupted && !arguments.quiet {
        let missing = sections::missing(&report, &commands);
        remark(format_args!("{}interrupted{:#}: the report lacks {}", style::ERROR, style::ERROR, missing.join("; ")));
    }
    Ok(if report.interrupted { Exit::Stopped } else { Exit::Fine })
}

impl ReportArguments {
    fn reporter(&self) -> Result<Reporter, Failure> {
        Ok(Reporter {
            algorithms: self.algorithms.clone(),
            heuristics: self.heuristics.clone(),
            programs: self.programs.programs()?,
            limits: self.limits.limits_or(Some(EXPANSIONS)),
            states: self.states,
            cancel: cancel_on_interrupt(),
        })
    }
}

/// The words with which a board is read.
fn reading_words(board: &AnyBoard, puzzle: Option<&str>) -> Vec<String> {
    let flags = flags(board.puzzle().info(), &board.options());
    let puzzle = puzzle.into_iter().flat_map(|puzzle| ["--puzzle".to_string(), puzzle.to_string()]);
    puzzle.chain(flags.split_whitespace().map(str::to_string)).collect()
}

fn make(reporter: &Reporter, boards: &[Board], progress: bool) -> Result<Report, Failure> {
    let mut bar: Option<TaskBar> = None;
    let report = reporter.report(boards, &mut |step| {
        let bar = bar.get_or_insert_with(|| TaskBar::new(progress, step.total));
        bar.set_done(step.done);
        let detail = if step.detail.is_empty() { String::new() } else { format!(": {}", step.detail) };
        bar.doing(|| format!("{}{detail} (Ctrl-C stops)", step.part));
    });
    drop(bar);
    report.map_err(Failure::new)
}

fn written(report: &Report) -> String {
    let boards = report.boards.len();
    format!("a report on {boards} board{}", if boards == 1 { "" } else { "s" })
}

const MARKDOWN: &str = "report.md";
const HTML: &str = "report.html";

/// The files of a report.
struct Outputs<'a> {
    folder: &'a Path,
    files: Files,
}

impl Outputs<'_> {
    /// Makes the folders, and checks that the report can be written, before the work begins.
    fn prepare(&self) -> Result<(), Failure> {
        let figures = self.folder.join(markdown::FIGURES);
        let failure = |error| Failure::in_file(self.folder, format_args!("the folder cannot be created: {error}"));
        fs::create_dir_all(&figures).map_err(failure)?;
        for name in [MARKDOWN, HTML] {
            let path = self.folder.join(name);
            self.files.allow("--out", &path)?;
            pathmax_lab::check_writable(&path)
                .map_err(|error| Failure::in_file(&path, format_args!("cannot be written: {error}")))?;
        }
        Ok(())
    }

    fn write(&self, document: &Document) -> Result<(), Failure> {
        let folder = self.folder.join(markdown::FIGURES);
        let record = folder.join(Written::FILE);
        self.files.allow("--out", &record)?;
        let earlier = Written::read(&record);
        let mut written = Written::default();
        for block in document.sections.iter().flat_map(|section| &section.blocks) {
            if let Content::Figure(figure) = &block.content {
                let name = format!("{}.svg", figure.name);
                let path = folder.join(&name);
                self.files.allow("--out", &path)?;
                write_output(&path, &figure.svg)?;
                written.add(name, &figure.svg);
            }
        }
        write_output(&self.folder.join(MARKDOWN), markdown::markdown(document))?;
        write_output(&self.folder.join(HTML), html::html(document))?;
        write_output(&record, written.text())?;
        earlier.remove_outdated(&folder, &written)
    }
}
