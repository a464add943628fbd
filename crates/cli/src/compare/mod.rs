//! `pathmax compare`.

mod boards;
mod csv;
mod print;
mod programs;
mod results;
mod text;

use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args, ValueHint};
use pathmax::{Algorithm, AlgorithmError};
use pathmax_lab::picture::ImageFormat;
use pathmax_lab::{
    CompareEvent, Comparison, ComparisonReport, Contradiction, Journal, PLOT_WIDTHS, Registry, RunOutcome, free_memory,
    plot, plot_of_width,
};

pub use self::boards::{Board, load as load_boards};
pub use self::print::sections;
pub use self::programs::ProgramArguments;
use crate::args::LimitArguments;
use crate::files::Files;
use crate::names::algorithm_parser;
use crate::output::{Exit, Failure, print, print_json, remark};
use crate::picture::{self, DPI, dpi_parser, write_picture};
use crate::progress::TaskBar;
use crate::puzzle_options::ReadingArguments;
use crate::solve::cancel_on_interrupt;
use crate::{format, style};
use results::Results;

/// Default maximum number of expansions per run. Unlike a time limit, it gives the same results on every machine.
const EXPANSIONS: u64 = 20_000_000;

/// Compare algorithms and heuristics on many boards
///
/// Runs every algorithm with every heuristic on every board under the same limits. Prints the runs, the coverage (how many
/// boards each combination solved), means and ratios over the boards that every combination finished by searching, and for
/// all boards lower bounds and PAR-2 scores, which count an unfinished run as twice the limit. b* is the effective branching
/// factor.
#[derive(Args)]
#[command(mut_arg("time_limit", |arg| arg.help("Time limit per run: 30s, 5m, 1h30m")))]
#[command(mut_arg("memory_limit", |arg| {
    arg.help("Memory limit per run: 64MiB, 2GiB [default: three quarters of the free memory]")
}))]
#[command(mut_arg("expansion_limit", |arg| {
    arg.help("Maximum number of expansions per run [default: 20,000,000 without --time-limit]")
}))]
#[command(after_help = "Examples:
  pathmax compare board.json                                   A* with every heuristic
  pathmax compare a.json b.json --algorithms astar,idastar,ucs
  pathmax compare boards/ --algorithms astar,weighted-astar:2 --heuristics relaxed-map
  pathmax compare boards/ --baseline astar/null --plot out.svg --plot out.pdf
  pathmax compare boards/ --plot column.pdf --plot-width 85mm  for a column of a paper
  pathmax compare boards/ --markdown > report.md
  pathmax compare boards/ -H relaxed-map,null --heuristic-cmd mine=\"python3 my_h.py\"
  pathmax compare boards/ --time-limit 10m --resume results.ndjson

--resume creates the file if it does not exist, so the same command starts and continues a long comparison.

Exit status: 0 all runs were made, even if some stopped at a limit; 2 wrong usage, bad input, a
heuristic program that failed, or runs that contradict each other; 3 interrupted (the runs made so far are printed).")]
pub struct CompareArguments {
    /// Board files, or folders of board files; `-` reads standard input
    #[arg(value_name = "FILES", required = true, value_hint = ValueHint::AnyPath)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    reading: ReadingArguments,
    /// Algorithms, separated by commas, with optional settings after colons: weighted-astar:2, astar:pathmax,
    /// astar:no-reopen:lower-g, dfs:20, idastar:off; see `pathmax list`
    #[arg(short, long, value_name = "NAMES", value_delimiter = ',', default_value = "astar", value_parser = algorithm_parser(),
          hide_possible_values = true,
          help_heading = "Search")]
    algorithms: Vec<Algorithm>,
    /// Heuristics, separated by commas; each is used for the puzzles that have it [default: all]
    #[arg(short = 'H', long, value_name = "NAMES", value_delimiter = ',', help_heading = "Search")]
    heuristics: Vec<String>,
    /// Combination that ratios refer to, such as `astar/null` or `ucs` [default: the first one]
    #[arg(long, value_name = "COMBINATION", value_parser = parse_combination, help_heading = "Search")]
    baseline: Option<String>,
    /// Number of times to repeat each run; tables have the shortest time, JSON has all
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000),
          help_heading = "Search")]
    repeat: u32,
    #[command(flatten)]
    programs: ProgramArguments,
    #[command(flatten)]
    limits: LimitArguments,
    /// Write each run to this file as it finishes: one JSON object per line, after a header
    #[arg(long, value_name = "FILE.ndjson", value_hint = ValueHint::FilePath, value_parser = results_parser(),
          help_heading = "Output", conflicts_with = "resume")]
    out: Option<PathBuf>,
    /// Continue a file written by --out, without repeating its runs
    #[arg(long, value_name = "FILE.ndjson", value_hint = ValueHint::FilePath, value_parser = results_parser(),
          help_heading = "Output")]
    resume: Option<PathBuf>,
    /// Include the expansions by f of each run in JSON and in the file of --out
    #[arg(long, help_heading = "Output")]
    layers: bool,
    /// Plot expansions, time, and expansions by f to this file: .svg, .png or .pdf; repeatable
    #[arg(long, value_name = "FILE", value_parser = plot_parser(), value_hint = ValueHint::FilePath,
          help_heading = "Output")]
    plot: Vec<PathBuf>,
    /// Width of the plot, such as 85mm, 8.5cm, 3.3in or 240pt: the layout adapts, and text has at least 7 points
    /// [default: 180mm, larger text]
    #[arg(long, value_name = "LENGTH", requires = "plot", value_parser = parse_length, help_heading = "Output")]
    plot_width: Option<f64>,
    /// Resolution of PNG plots in pixels per inch [default: 192]
    #[arg(long, value_name = "N", requires = "plot", value_parser = dpi_parser(), help_heading = "Output")]
    dpi: Option<u32>,
    /// Print Markdown tables
    #[arg(long, help_heading = "Output", group = "form")]
    markdown: bool,
    /// Print CSV, one line per run
    #[arg(long, help_heading = "Output", group = "form")]
    csv: bool,
    /// Print one JSON object: runs with the times of all repetitions, coverage, means, ratios, PAR-2
    #[arg(long, help_heading = "Output", group = "form")]
    json: bool,
    /// Print only errors to standard error
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,
}

/// The label of a combination; the algorithm may be given by an alias.
fn parse_combination(text: &str) -> Result<String, AlgorithmError> {
    let (algorithm, heuristic) = match text.split_once('/') {
        Some((algorithm, heuristic)) => (algorithm, format!("/{heuristic}")),
        None => (text, String::new()),
    };
    Ok(algorithm.parse::<Algorithm>()?.to_string() + &heuristic)
}

/// Parses a length to millimetres, within the widths of plots.
fn parse_length(text: &str) -> Result<f64, String> {
    let units = [("mm", 1.0), ("cm", 10.0), ("in", 25.4), ("pt", 25.4 / 72.0)];
    let length = units.iter().find_map(|(unit, size)| Some((text.strip_suffix(unit)?.trim_end(), size)));
    let millimetres = length.and_then(|(number, size)| Some(number.parse::<f64>().ok()? * size));
    let millimetres = millimetres.ok_or("give a length such as 85mm, 8.5cm, 3.3in or 240pt")?;
    if PLOT_WIDTHS.contains(&millimetres) {
        Ok(millimetres)
    } else {
        Err(format!("the width must be between {} and {} mm", PLOT_WIDTHS.start(), PLOT_WIDTHS.end()))
    }
}

/// The format of a plot. Without an extension it is SVG.
fn format_of(path: &Path) -> ImageFormat {
    ImageFormat::of(path).unwrap_or(ImageFormat::Svg)
}

/// A plot cannot go to standard output, where the tables are printed.
fn plot_parser() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        if path == Path::new("-") {
            Err("the plot cannot be printed; give a file")
        } else if path.extension().is_some() && ImageFormat::of(&path).is_none() {
            Err("plots are written as SVG, PNG or PDF; give a name that ends in .svg, .png or .pdf")
        } else {
            Ok(path)
        }
    })
}

/// Runs are written to a file, not to standard output, where the tables are printed.
fn results_parser() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new()
        .try_map(|path| if path == Path::new("-") { Err("runs cannot be printed; give a file") } else { Ok(path) })
}

pub fn run(arguments: &CompareArguments, registry: &Registry) -> Result<Exit, Failure> {
    let reading = arguments.reading.reading(registry);
    let (boards, paths) = boards::load(registry, &arguments.files, &reading, !arguments.quiet)?;
    picture::require(arguments.plot.iter().map(|path| format_of(path)))?;
    let journal = arguments.resume.as_deref().map_or(Ok(Journal::default()), results::read)?;
    let comparison = arguments.comparison(&journal)?;
    let files = Files::reading(paths).running(comparison.programs.iter().flat_map(|program| program.command.words()));
    arguments
        .plot
        .iter()
        .try_fold(files, |files, path| files.writing("--plot", Some(path)))?
        .writing("--out", arguments.out.as_deref())?
        .writing("--resume", arguments.resume.as_deref())?;
    if !arguments.quiet {
        note_unused(arguments);
        note_resumed(arguments, &comparison, &journal);
    }
    let results = open_results(arguments, &comparison, &boards, &journal)?;
    let report = compare(&comparison, &boards, &journal, results, !arguments.quiet)?;
    let printed = print_report(arguments, &report);
    // Also if standard output was closed before the end of the tables.
    write_plots(arguments, &report)?;
    printed?;
    if let Some(contradiction) = report.puzzles.iter().flat_map(|puzzle| &puzzle.contradictions).next() {
        return Err(Failure::new(describe(contradiction)));
    }
    if report.interrupted && !arguments.quiet {
        let file = arguments.out.as_ref().or(arguments.resume.as_ref());
        let resume = file.map_or(String::new(), |file| format!("; continue with --resume {}", file.display()));
        remark(format_args!("{}interrupted{:#}: {}{resume}", style::ERROR, style::ERROR, how_far(&report)));
    }
    match failed(&report) {
        _ if report.interrupted => Ok(Exit::Stopped),
        Some(message) => Err(Failure::new(message)),
        None => Ok(Exit::Fine),
    }
}

fn write_plots(arguments: &CompareArguments, report: &ComparisonReport) -> Result<(), Failure> {
    if arguments.plot.is_empty() {
        return Ok(());
    }
    let picture = match arguments.plot_width {
        Some(millimetres) => plot_of_width(report, millimetres),
        None => plot(report),
    };
    let picture = picture.map_err(Failure::new)?;
    let dpi = arguments.dpi.unwrap_or(DPI);
    arguments.plot.iter().try_for_each(|path| write_picture(path, &picture, format_of(path), dpi))
}

/// A message if a heuristic program failed.
fn failed(report: &ComparisonReport) -> Option<String> {
    let runs = report.puzzles.iter().flat_map(|puzzle| &puzzle.runs);
    let mut failures = runs.filter(|run| run.outcome == RunOutcome::Failed);
    let first = text::failure(failures.next()?)?;
    Some(match failures.count() {
        0 => format!("a run failed: {first}"),
        others => format!("{} runs failed; the first is {first}", others + 1),
    })
}

impl CompareArguments {
    /// The comparison. Unless a memory limit is given, a comparison that is resumed keeps its own: the free memory has changed.
    fn comparison(&self, journal: &Journal) -> Result<Comparison, Failure> {
        let mut limits = self.limits.limits_or(Some(EXPANSIONS));
        let mut layers = self.layers || !self.plot.is_empty();
        if let Some(header) = journal.header() {
            layers = self.layers || header.layers;
            if !self.limits.limits_memory() {
                limits.memory = header.limits.memory;
            }
        }
        Ok(Comparison {
            algorithms: self.algorithms.clone(),
            heuristics: self.heuristics.clone(),
            programs: self.programs.programs()?,
            functions: Vec::new(),
            limits,
            baseline: self.baseline.clone(),
            repeat: self.repeat,
            layers,
            cancel: cancel_on_interrupt(),
        })
    }
}

/// The file that gets the runs, if one is given. A file that is resumed must match the comparison.
fn open_results(
    arguments: &CompareArguments,
    comparison: &Comparison,
    boards: &[boards::Board],
    journal: &Journal,
) -> Result<Option<Results>, Failure> {
    let header = comparison.header(boards).map_err(Failure::new)?;
    match (&arguments.out, &arguments.resume) {
        (Some(path), _) => Results::create(path, header).map(Some),
        (None, Some(path)) => {
            journal.check(env!("CARGO_PKG_VERSION"), &header).map_err(|error| Failure::in_file(path, error))?;
            Results::resume(path, journal, header).map(Some)
        }
        (None, None) => Ok(None),
    }
}

/// Prints notes on a comparison that is resumed.
fn note_resumed(arguments: &CompareArguments, comparison: &Comparison, journal: &Journal) {
    let Some(path) = arguments.resume.as_deref().filter(|_| journal.header().is_some()) else { return };
    let runs = if journal.len() == 1 { "1 run".to_string() } else { format!("{} runs", journal.len()) };
    remark(format_args!("note: {}: {runs} made earlier", path.display()));
    if !arguments.plot.is_empty() && !comparison.layers {
        remark(format_args!(
            "note: {} was written without --layers; the plot leaves out expansions by f",
            path.display()
        ));
    }
    // The usual limit is three quarters of the free memory.
    if let Some(memory) = comparison.limits.memory.filter(|memory| memory / 4 > free_memory() / 3) {
        let limit = format::bytes(memory);
        remark(format_args!("note: the memory limit of {}, {limit}, is more than is free now", path.display()));
    }
}

/// Prints a note on options that have no effect.
fn note_unused(arguments: &CompareArguments) {
    if arguments.algorithms.iter().any(|algorithm| algorithm.info().informed) {
        return;
    }
    let given =
        [("--heuristics", !arguments.heuristics.is_empty()), ("--heuristic-cmd", !arguments.programs.is_empty())];
    for (option, _) in given.into_iter().filter(|(_, given)| *given) {
        remark(format_args!("note: none of these algorithms uses a heuristic; {option} is ignored"));
    }
}

fn compare(
    comparison: &Comparison,
    boards: &[boards::Board],
    journal: &Journal,
    mut results: Option<Results>,
    progress: bool,
) -> Result<ComparisonReport, Failure> {
    let mut bar: Option<(TaskBar, usize)> = None;
    let mut failure = None;
    let report = comparison.resume(boards, journal, &mut |event| match event {
        CompareEvent::Step(step) => {
            let (bar, shown) = bar.get_or_insert_with(|| (TaskBar::new(progress, step.total), 0));
            while *shown < step.done {
                bar.done();
                *shown += 1;
            }
            bar.doing(|| {
                let expanded = format::count(step.expanded);
                format!("{} · {} · {expanded} expanded (Ctrl-C stops)", step.board, step.combination)
            });
        }
        CompareEvent::Done { puzzle, run } => {
            let written = results.as_mut().map_or(Ok(()), |results| results.add(puzzle, run));
            if let Err(error) = written {
                failure = Some(error);
                // Runs that cannot be written are not made.
                comparison.cancel.cancel();
            }
        }
    });
    drop(bar);
    match failure {
        Some(failure) => Err(failure),
        None => report.map_err(Failure::new),
    }
}

fn print_report(arguments: &CompareArguments, report: &ComparisonReport) -> Result<(), Failure> {
    if arguments.json {
        return if arguments.layers { print_json(report) } else { print_json(&report.clone().without_layers()) };
    }
    let text = if arguments.csv {
        csv::csv(report).map_err(Failure::new)?
    } else if arguments.markdown {
        print::markdown(report)
    } else {
        print::text(report)
    };
    Ok(print(text)?)
}

fn describe(contradiction: &Contradiction) -> String {
    let Contradiction { board, claimed_by, if_admissible, bound, refuted_by, cost } = contradiction;
    let claim = bound.map_or("there is no plan".to_string(), |bound| format!("no plan costs less than {bound}"));
    if *if_admissible {
        return format!(
            "{board}: {claimed_by} proves that {claim} if its heuristic is as claimed, but {refuted_by} has one that costs \
             {cost}: the claim is false; leave it out"
        );
    }
    format!(
        "defect in pathmax, please report it: {board}: {claimed_by} proves that {claim}, but {refuted_by} has one that \
         costs {cost}"
    )
}

fn how_far(report: &ComparisonReport) -> String {
    let runs = report.puzzles.iter().flat_map(|puzzle| &puzzle.runs);
    let made = runs.clone().filter(|run| run.statistics.is_some()).count();
    format!("{made} of {} runs were made", runs.count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contradiction_is_loud() {
        let contradiction = |bound| Contradiction {
            board: "a.json".to_string(),
            claimed_by: "astar/h1".to_string(),
            if_admissible: false,
            bound,
            refuted_by: "ucs".to_string(),
            cost: 12,
        };
        let start = "defect in pathmax, please report it: a.json: astar/h1 proves that ";
        let end = ", but ucs has one that costs 12";
        assert_eq!(describe(&contradiction(Some(16))), format!("{start}no plan costs less than 16{end}"));
        assert_eq!(describe(&contradiction(None)), format!("{start}there is no plan{end}"));
        assert_eq!(
            describe(&Contradiction { if_admissible: true, ..contradiction(Some(16)) }),
            "a.json: astar/h1 proves that no plan costs less than 16 if its heuristic is as claimed, but ucs has one that \
             costs 12: the claim is false; leave it out"
        );
    }

    #[test]
    fn lengths_have_a_unit() {
        let millimetres = |text| parse_length(text).map(|length| format!("{length:.2}"));
        for (text, expected) in [("85mm", "85.00"), ("8.5 cm", "85.00"), ("3.5in", "88.90"), ("240pt", "84.67")] {
            assert_eq!(millimetres(text).as_deref(), Ok(expected));
        }
        for text in ["", "85", "mm", "85px", "-85mm", "10mm", "1e300mm", "nanmm", "infcm", "85 m m"] {
            assert!(millimetres(text).is_err(), "{text}");
        }
    }

    #[test]
    fn combinations_have_one_label() {
        assert_eq!(parse_combination("AS/null").unwrap(), "astar/null");
        assert_eq!(parse_combination("weighted-astar/h2").unwrap(), "weighted-astar:1.5/h2");
        assert_eq!(parse_combination("UCS").unwrap(), "ucs");
        assert!(parse_combination("magic/null").is_err());
    }
}
