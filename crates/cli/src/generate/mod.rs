//! `pathmax generate`.

mod folder;
mod summary;
mod tier;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use pathmax::Algorithm;
use pathmax_lab::{GenerateEvent, GenerateOutcome, GenerateReport, GeneratedBoard, Generator, Puzzle, Registry};
use pathmax_puzzles::generation::Range;
use serde::Serialize;

use crate::format;
use crate::names::algorithm_parser;
use crate::output::{Exit, Failure, print};
use crate::progress::TaskBar;
use crate::provenance::Provenance;
use crate::puzzle_options::GeneratorArguments;
use folder::{Existing, Folder};
use tier::{CostArgument, Tier};

/// Generate boards of known optimal cost and difficulty
///
/// Generates random boards, solves them, and keeps those that meet the criteria, without duplicates, even rotated or
/// mirrored. If such boards are rare, the closest boards are improved step by step (hill climbing). A seed gives the same
/// boards on every machine; a smaller --count gives the first boards of a larger one.
///
/// A range is a number or two inclusive ends: 4, 8..12, 8.. or ..12.
///
/// Several --tier options generate boards of several kinds in one folder. A tier has a name and its own settings: cost,
/// count, expansions, seed, tries, solvable, unsolvable and the options of the puzzle. Settings that it omits are those of
/// the command.
#[derive(Args)]
#[command(after_help = "Examples:
  pathmax generate chexers | pathmax solve -
  pathmax generate chexers --count 20 --pieces 4 --cost 18..22 --out boards
  pathmax generate pawn-hunt --count 5 --seed 7 --agents KR --expansions 1000..5000 --out hunts
  pathmax generate infexion --spawn --blue 4..8 --cost 4.. --count 10 --out spreads
  pathmax generate chexers --unsolvable --blocks 12.. --count 3 --json
  pathmax generate chexers --tier easy:cost=4..8,count=5 --tier hard:cost=18..22,pieces=4,count=5 \\
      --tier none:unsolvable,blocks=14..,count=2 --prefix week3- --out exam
  pathmax generate pawn-hunt --rows 16 --columns 16 --pawns 20 --cost unknown --solvable -n 3 --out big

DIR receives one file per board (001.json, …; with a tier easy-001.json, …) and manifest.json with the
optimal cost, the expansions and the options of each board.

Exit status: 0 all boards were found, 1 proven that no such board exists, 2 wrong usage, 3 fewer
were found (these are written).")]
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
    /// Add boards to DIR: keep the existing ones, continue the numbers, avoid duplicates
    #[arg(long, requires = "out", conflicts_with = "force")]
    append: bool,
    /// Begin file names with this text
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    prefix: String,
    /// Generate a group of boards with its own settings, such as hard:cost=18..22,count=5; repeatable
    #[arg(long = "tier", value_name = "NAME:SETTINGS")]
    tiers: Vec<String>,

    /// Optimal cost [default: any]; `unknown` generates boards without solving them
    #[arg(long, value_name = "A..B", help_heading = "Difficulty")]
    cost: Option<CostArgument>,
    /// With --cost unknown: only boards with a plan, which the manifest then contains
    #[arg(long, help_heading = "Difficulty")]
    solvable: bool,
    /// Generate boards that are proven unsolvable although an action is possible
    #[arg(long, help_heading = "Difficulty", conflicts_with_all = ["cost", "solvable"])]
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
    /// Print only errors to standard error
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,
}

pub fn run(arguments: &GenerateArguments, registry: &Registry, program: &str) -> Result<Exit, Failure> {
    let puzzle = registry.find(&arguments.puzzle).map_err(Failure::new)?;
    let mut tiers = tier::tiers(arguments, puzzle, registry)?;
    tiers.iter_mut().for_each(|tier| tier.generator.program = program.to_string());
    let count: u64 = tiers.iter().map(|tier| u64::from(tier.generator.count)).sum();
    if arguments.out.is_none() && count > 1 && !arguments.json {
        return Err(Failure::new(format!("writing {count} boards requires --out DIR (or --json)")));
    }
    let reports = make(arguments, &mut tiers, puzzle, registry)?;
    if arguments.json {
        print(json(arguments, &tiers, &reports)?)?;
    } else if arguments.out.is_none() {
        print(boards(&reports).map(|board| board.text.as_str()).collect::<String>())?;
    } else {
        print(summary::list(boards(&reports)))?;
    }
    if !arguments.quiet {
        for (tier, report) in tiers.iter().zip(&reports) {
            summary::print_summary(tier, report, arguments.out.as_deref());
        }
    }
    let has = |outcome| reports.iter().any(|report| report.outcome == outcome);
    Ok(if has(GenerateOutcome::Stopped) || has(GenerateOutcome::TooRare) {
        Exit::Stopped
    } else if has(GenerateOutcome::Impossible) {
        Exit::Negative
    } else {
        Exit::Fine
    })
}

/// The boards of all tiers.
fn boards(reports: &[GenerateReport]) -> impl Iterator<Item = &GeneratedBoard> {
    reports.iter().flat_map(|report| &report.boards)
}

/// The report as JSON; with tiers, an object with one report per tier.
fn json(arguments: &GenerateArguments, tiers: &[Tier], reports: &[GenerateReport]) -> Result<String, Failure> {
    #[derive(Serialize)]
    struct Tiers<'r> {
        tiers: Vec<TierReport<'r>>,
    }
    #[derive(Serialize)]
    struct TierReport<'r> {
        tier: &'r str,
        #[serde(flatten)]
        report: &'r GenerateReport,
    }
    let provenance = Provenance::seeded(arguments.seed);
    if let ([Tier { name: None, .. }], [report]) = (tiers, reports) {
        return provenance.json(report);
    }
    let named = tiers.iter().zip(reports);
    let tiers = named.map(|(tier, report)| TierReport { tier: tier.name.as_deref().unwrap_or_default(), report });
    provenance.json(&Tiers { tiers: tiers.collect() })
}

/// Generates the boards of all tiers, and writes each as soon as it is found. No board is in two tiers.
fn make(
    arguments: &GenerateArguments,
    tiers: &mut [Tier],
    puzzle: Puzzle,
    registry: &Registry,
) -> Result<Vec<GenerateReport>, Failure> {
    // With invalid options, the folder keeps its boards.
    for tier in tiers.iter() {
        tier.generator.check().map_err(Failure::new)?;
    }
    let mut folder = arguments.out.as_deref().map(|path| open(arguments, path, tiers, puzzle)).transpose()?;
    let mut known = folder.as_ref().map_or(Vec::new(), |folder| folder.known_boards(registry));
    let mut bar = TaskBar::new(!arguments.quiet, tiers.iter().map(|tier| tier.generator.count as usize).sum());
    let mut reports = Vec::new();
    for tier in tiers {
        tier.generator.known.clone_from(&known);
        tier.generator.names.first =
            folder.as_ref().map_or(1, |folder| folder.next_number(&tier.generator.names.prefix));
        let report = generate(tier, folder.as_mut(), &mut bar)?;
        known.extend(report.boards.iter().map(|board| board.board.clone()));
        let is_stopped = report.outcome == GenerateOutcome::Stopped;
        reports.push(report);
        if is_stopped {
            break;
        }
    }
    if let Some(mut folder) = folder {
        folder.finish()?;
    }
    Ok(reports)
}

fn open(arguments: &GenerateArguments, path: &Path, tiers: &[Tier], puzzle: Puzzle) -> Result<Folder, Failure> {
    let prefixes: Vec<String> = tiers.iter().map(|tier| tier.generator.names.prefix.clone()).collect();
    let existing = match (arguments.force, arguments.append) {
        (true, _) => Existing::Replace,
        (_, true) => Existing::Keep,
        _ => Existing::Refuse,
    };
    Folder::open(path, puzzle, &prefixes, existing)
}

/// Generates the boards of a tier.
fn generate(tier: &Tier, mut folder: Option<&mut Folder>, bar: &mut TaskBar) -> Result<GenerateReport, Failure> {
    let command = tier.generator.command();
    let mut failure = None;
    let report = tier.generator.generate(&mut |event| {
        match event {
            GenerateEvent::Tried(tried) => {
                bar.doing(|| format!("{} boards tried (Ctrl-C stops)", format::count(tried)))
            }
            GenerateEvent::Found(board) => {
                bar.done();
                let folder = folder.as_deref_mut();
                failure = folder.and_then(|folder| folder.add(board, tier.name.as_deref(), &command).err());
            }
        }
        if failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match failure {
        Some(failure) => Err(failure),
        None => report.map_err(Failure::new),
    }
}
