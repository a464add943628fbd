//! `pathmax generate`.

mod folder;
mod summary;

use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use pathmax::{Algorithm, SearchOptions};
use pathmax_lab::{GenerateEvent, GenerateOutcome, GenerateReport, Generator, Goal, Registry};
use pathmax_puzzles::generation::Range;

use crate::args::free_memory;
use crate::format;
use crate::names::algorithm_parser;
use crate::output::{Exit, Failure, print};
use crate::progress::TaskBar;
use crate::provenance::Provenance;
use crate::puzzle_options::GeneratorArguments;
use crate::solve::cancel_on_interrupt;
use folder::Folder;

/// Generate boards of known optimal cost and difficulty
///
/// Generates random boards, solves them, and keeps those that meet the criteria, without duplicates (also not rotated or
/// mirrored). If such boards are rare, the closest boards are improved step by step (hill climbing). A seed gives the same
/// boards on every machine; a smaller --count gives the first boards of a larger one.
///
/// A range is a number or two inclusive ends: 4, 8..12, 8.. or ..12.
#[derive(Args)]
#[command(after_help = "Examples:
  pathmax generate chexers | pathmax solve -
  pathmax generate chexers --count 20 --pieces 4 --cost 18..22 --out boards
  pathmax generate pawn-hunt --count 5 --seed 7 --agents KR --expansions 1000..5000 --out hunts
  pathmax generate infexion --spawn --blue 4..8 --cost 4.. --count 10 --out spreads
  pathmax generate chexers --unsolvable --blocks 12.. --count 3 --json

DIR gets one file per board (001.json, …) and manifest.json with the optimal cost, the expansions
and the options of each board.

Exit status: 0 all boards were found, 2 wrong usage, 3 fewer were found (these are written).")]
pub struct GenerateArguments {
    /// Puzzle
    puzzle: String,
    /// Number of boards
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
    /// Random seed
    #[arg(short, long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Write the boards and manifest.json to this folder [default: print one board]
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    out: Option<PathBuf>,
    /// Replace the numbered boards and the manifest in DIR
    #[arg(long, requires = "out")]
    force: bool,

    /// Optimal cost [default: any]
    #[arg(long, value_name = "A..B", help_heading = "Difficulty")]
    cost: Option<Range>,
    /// Generate boards that are proven unsolvable and not trivially so
    #[arg(long, help_heading = "Difficulty", conflicts_with = "cost")]
    unsolvable: bool,
    /// Number of expansions that the algorithm needs to solve the board [default: ..50000]
    #[arg(long, value_name = "A..B", help_heading = "Difficulty")]
    expansions: Option<Range>,
    /// Algorithm that solves the boards: astar, partial-astar, ucs, or bfs if all actions cost the same [default: depends on
    /// the puzzle, see `pathmax list`]
    #[arg(short, long, value_parser = algorithm_parser(), hide_possible_values = true,
          help_heading = "Difficulty")]
    algorithm: Option<Algorithm>,
    /// Heuristic of the algorithm, see `pathmax list` [default: the puzzle's first]
    #[arg(short = 'H', long, value_name = "NAME", help_heading = "Difficulty")]
    heuristic: Option<String>,
    /// Maximum number of boards to try; the maximum number of expansions is 1,000 times as large
    #[arg(long, value_name = "N", default_value_t = Generator::TRIES, help_heading = "Difficulty")]
    tries: u64,
    /// Only use random boards, without hill climbing
    #[arg(long, help_heading = "Difficulty")]
    no_climbing: bool,

    #[command(flatten)]
    options: GeneratorArguments,

    /// Print one JSON object: outcome, statistics of the boards tried, and the boards
    #[arg(long, help_heading = "Output")]
    json: bool,
    /// Print nothing to standard error but errors
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,
}

pub fn run(arguments: &GenerateArguments, registry: &Registry) -> Result<Exit, Failure> {
    let generator = arguments.generator(registry)?;
    if arguments.out.is_none() && arguments.count > 1 && !arguments.json {
        return Err(Failure::new(format!("writing {} boards requires --out DIR (or --json)", arguments.count)));
    }
    let report = make(arguments, &generator)?;
    if arguments.json {
        print(Provenance::seeded(arguments.seed).json(&report)?)?;
    } else if arguments.out.is_none() {
        print(report.boards.iter().map(|board| board.text.as_str()).collect::<String>())?;
    } else {
        print(summary::list(&report))?;
    }
    if !arguments.quiet {
        summary::print_summary(&generator, &report, arguments.out.as_deref());
    }
    Ok(if report.outcome == GenerateOutcome::Complete { Exit::Fine } else { Exit::Stopped })
}

impl GenerateArguments {
    fn generator(&self, registry: &Registry) -> Result<Generator, Failure> {
        let puzzle = registry.find(&self.puzzle).map_err(Failure::new)?;
        let info = puzzle.info();
        let mut search = SearchOptions::new(self.algorithm.unwrap_or(info.algorithm));
        search.cancel = cancel_on_interrupt();
        // Running out of memory stops the generator; it never affects which boards are kept.
        search.limits.memory = Some(free_memory());
        Ok(Generator {
            options: self.options.options(info, registry)?,
            count: self.count,
            seed: self.seed,
            goal: if self.unsolvable { Goal::Unsolvable } else { Goal::Cost(self.cost.unwrap_or(Range::ALL)) },
            expansions: self.expansions,
            tries: self.tries,
            climb: !self.no_climbing,
            search,
            heuristic: self.heuristic.clone(),
            ..Generator::new(puzzle)
        })
    }
}

/// Generates the boards, and writes each as soon as it is found.
fn make(arguments: &GenerateArguments, generator: &Generator) -> Result<GenerateReport, Failure> {
    let mut folder = None;
    if let Some(path) = &arguments.out {
        // With invalid options, the folder keeps its boards.
        generator.check().map_err(Failure::new)?;
        folder = Some(Folder::open(path, generator, arguments.force)?);
    }
    let mut bar = TaskBar::new(!arguments.quiet, arguments.count as usize);
    let mut failure = None;
    let report = generator.generate(&mut |event| {
        match event {
            GenerateEvent::Tried(tried) => {
                bar.doing(|| format!("{} boards tried (Ctrl-C stops)", format::count(tried)))
            }
            GenerateEvent::Found(board) => {
                bar.done();
                failure = folder.as_mut().and_then(|folder| folder.add(board).err());
            }
        }
        if failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match (failure, folder) {
        (Some(failure), _) => return Err(failure),
        (None, Some(mut folder)) => folder.finish()?,
        (None, None) => {}
    }
    report.map_err(Failure::new)
}
