//! `pathmax generate`.

mod folder;
mod settings;
mod tell;

use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use pathmax::{Algorithm, Search};
use pathmax_lab::{GenerateEvent, GenerateOutcome, GenerateReport, Generator, Goal};
use pathmax_puzzles::PuzzleInfo;
use pathmax_puzzles::generation::Span;

use crate::args::{algorithm_parser, free_memory, puzzle_parser};
use crate::format;
use crate::output::{Exit, Failure, print, print_json};
use crate::progress::TaskBar;
use crate::solve::cancel_on_interrupt;
use folder::Folder;
use settings::SettingArguments;

/// Make boards of known best cost and difficulty
///
/// Boards are drawn at random and solved; those as asked for are kept, no two the same, nor the same turned or mirrored.
/// Where such boards are rare, the nearest are changed step by step until they are as asked for. A seed gives the same
/// boards on every machine, and the boards of a smaller --count are the first of a larger.
///
/// A range is a number or two with both ends included: 4, 8..12, 8.. or ..12.
#[derive(Args)]
#[command(after_help = "Examples:
  pathmax generate chexers | pathmax solve -
  pathmax generate chexers --count 20 --pieces 4 --cost 18..22 --out boards
  pathmax generate pawn-hunt --count 5 --seed 7 --agents KR --expansions 1000..5000 --out hunts
  pathmax generate infexion --spawn --blue 4..8 --cost 4.. --count 10 --out spreads
  pathmax generate chexers --unsolvable --blocks 12.. --count 3 --json

DIR gets a board a file, 001.json and so on, and manifest.json: the best cost and the expansions of each.

Exit status: 0 all boards were found, 2 wrong usage, 3 fewer were found (they are written all the same).")]
pub struct GenerateArguments {
    /// The puzzle
    #[arg(value_parser = puzzle_parser())]
    puzzle: String,
    /// How many boards
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
    /// Where the dice start: another seed gives other boards
    #[arg(short, long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Write the boards and manifest.json into this folder; without it, one board goes to standard output
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    out: Option<PathBuf>,
    /// Replace the numbered boards and the manifest that DIR has
    #[arg(long, requires = "out")]
    force: bool,

    /// The best cost [default: any]
    #[arg(long, value_name = "A..B", help_heading = "Difficulty")]
    cost: Option<Span>,
    /// Boards that are proven to have no solution, though there is something to do
    #[arg(long, help_heading = "Difficulty", conflicts_with = "cost")]
    unsolvable: bool,
    /// How many states the algorithm expands to solve a board [default: any up to 50,000]
    #[arg(long, value_name = "A..B", help_heading = "Difficulty")]
    expansions: Option<Span>,
    /// The algorithm that expansions are counted by: astar, partial-astar, ucs, or bfs where all actions cost the same
    /// [default: the puzzle's own]
    #[arg(short, long, value_parser = algorithm_parser(), ignore_case = true, hide_possible_values = true,
          help_heading = "Difficulty")]
    algorithm: Option<Algorithm>,
    /// Its heuristic, by its name in `pathmax list` [default: the puzzle's first]
    #[arg(short = 'H', long, value_name = "NAME", help_heading = "Difficulty")]
    heuristic: Option<String>,
    /// Give up after trying this many boards, or after 1,000 times as many expansions
    #[arg(long, value_name = "N", default_value_t = Generator::TRIES, help_heading = "Difficulty")]
    tries: u64,
    /// Only take boards as they are drawn, however rare; never change one step by step
    #[arg(long, help_heading = "Difficulty")]
    no_climbing: bool,

    #[command(flatten)]
    settings: SettingArguments,

    /// Print one JSON object: outcome, what was met, and every board with its file
    #[arg(long, help_heading = "Output")]
    json: bool,
    /// Print nothing to standard error but errors
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,
}

pub fn run(arguments: &GenerateArguments) -> Result<Exit, Failure> {
    let generator = arguments.generator()?;
    if arguments.out.is_none() && arguments.count > 1 && !arguments.json {
        return Err(Failure::new(format!(
            "{} boards need a folder to stand in; add --out DIR (or --json)",
            arguments.count
        )));
    }
    let report = make(arguments, &generator)?;
    if arguments.json {
        print_json(&report)?;
    } else if arguments.out.is_none() {
        print(report.boards.iter().map(|board| board.board.as_str()).collect::<String>())?;
    } else {
        print(tell::list(&report))?;
    }
    if !arguments.quiet {
        tell::tell(&generator, &report, arguments.out.as_deref());
    }
    Ok(if report.outcome == GenerateOutcome::Complete { Exit::Fine } else { Exit::Stopped })
}

impl GenerateArguments {
    fn generator(&self) -> Result<Generator, Failure> {
        let puzzle = PuzzleInfo::named(&self.puzzle).ok_or_else(|| Failure::new("there is no such puzzle"))?;
        let mut search = Search::new(self.algorithm.unwrap_or(puzzle.algorithm)).cancelled_by(cancel_on_interrupt());
        // Where memory runs out, the work ends; it never decides which boards are taken.
        search.limits.memory = Some(free_memory());
        Ok(Generator {
            settings: self.settings.settings(),
            count: self.count,
            seed: self.seed,
            goal: if self.unsolvable { Goal::Unsolvable } else { Goal::Cost(self.cost.unwrap_or(Span::ALL)) },
            expansions: self.expansions,
            tries: self.tries,
            climb: !self.no_climbing,
            search,
            heuristic: self.heuristic.clone(),
            ..Generator::new(puzzle)
        })
    }
}

/// Makes the boards, and writes each as soon as it is found.
fn make(arguments: &GenerateArguments, generator: &Generator) -> Result<GenerateReport, Failure> {
    let mut folder = None;
    if let Some(path) = &arguments.out {
        // What cannot be made must not cost a folder its boards.
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
