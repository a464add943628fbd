//! Arguments that commands share, as typed and as ready objects. What only one command takes stands in its own file.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use bytesize::ByteSize;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use pathmax::{ALGORITHMS, Algorithm, Cancel, Claims, Limits, Search, Table, Threads, Weight};
use pathmax_lab::{HeuristicCommand, HeuristicSource, Solver};
use pathmax_puzzles::{PUZZLES, PuzzleInfo, Reading};

use crate::audit::AuditArguments;
use crate::check::CheckArguments;
use crate::compare::CompareArguments;
use crate::generate::GenerateArguments;
use crate::grade::{GradeArguments, SuperviseArguments};
use crate::list::ListArguments;
use crate::map::MapArguments;
use crate::output::Failure;
use crate::serve::ServeArguments;
use crate::show::ShowArguments;
use crate::solve::SolveArguments;

/// Without a table, nothing but a limit ends a deepening search on a board without a solution. This many expansions take about
/// five minutes.
const EXPANSIONS_WITHOUT_TABLE: u64 = 500_000_000;

/// The environment variable for the number of threads.
const THREADS_VARIABLE: &str = "PATHMAX_THREADS";
/// The most threads that a search can use.
const MOST_THREADS: i64 = 255;

/// Solves one-player board puzzles optimally, and proves it.
#[derive(Parser)]
#[command(name = "pathmax", version, arg_required_else_help = true, max_term_width = 100)]
#[command(after_help = "Examples:
  pathmax solve board.json                      the cheapest plan, a line an action
  pathmax solve board.json --algorithm idastar  the same in little memory
  pathmax show board.json --play                step through the solution
  pathmax compare boards/ --plot out.svg        algorithms and heuristics against each other
  pathmax map board.json --against perfect      a heuristic on every cell, and the truth
  pathmax audit board.json                      are heuristics admissible, consistent, any good?
  pathmax check board.json answer.txt           is somebody's answer right, and optimal?
  pathmax generate chexers --count 9 --out DIR  boards of known best cost
  pathmax grade --solver \"./search {file}\" DIR  somebody's program on a folder of boards
  pathmax serve --open                          all of this in the browser
  pathmax list                                  puzzles, algorithms, heuristics

Exit status: 0 solved or done, 1 the answer is no (proved that there is no solution, an answer is
not optimal), 2 wrong usage or bad input, 3 stopped at a limit or interrupted.")]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    Solve(SolveArguments),
    Show(ShowArguments),
    Map(MapArguments),
    Compare(CompareArguments),
    Audit(AuditArguments),
    Check(CheckArguments),
    Generate(GenerateArguments),
    Grade(GradeArguments),
    Serve(ServeArguments),
    #[command(hide = true)]
    Supervise(SuperviseArguments),
    List(ListArguments),
    /// Print a completion script for a shell
    ///
    /// For bash, put `source <(pathmax completions bash)` into ~/.bashrc.
    Completions {
        shell: clap_complete::Shell,
    },
}

#[derive(Args)]
pub struct BoardArguments {
    /// The board file; `-` reads standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    #[command(flatten)]
    pub reading: ReadingArguments,
}

/// How board files are read.
#[derive(Args)]
pub struct ReadingArguments {
    /// Take files for boards of this puzzle, whatever they look like
    #[arg(long, value_parser = puzzle_parser())]
    puzzle: Option<String>,
    /// Infexion: allow SPAWN
    #[arg(long)]
    spawn: bool,
}

impl ReadingArguments {
    pub fn reading(&self) -> Reading {
        Reading { puzzle: self.puzzle.as_deref().and_then(PuzzleInfo::named), spawn: self.spawn }
    }
}

#[derive(Args)]
#[command(next_help_heading = "Search")]
pub struct SearchArguments {
    /// The search algorithm
    #[arg(short, long, value_parser = algorithm_parser(), ignore_case = true, hide_possible_values = true,
          help = algorithm_help() + " [default: the puzzle's own, see `pathmax list`]")]
    algorithm: Option<Algorithm>,
    #[command(flatten)]
    heuristic: HeuristicArguments,
    /// weighted-astar: how much the estimate counts, from 1 [default: 1.5]
    #[arg(long, value_parser = parse_weight)]
    weight: Option<Weight>,
    /// astar: even out an inconsistent heuristic along the path (pathmax adjustment)
    #[arg(long)]
    pathmax: bool,
    /// astar, partial-astar, ucs, weighted-astar: number of threads for long searches, 0 for all cores; with more than one, the
    /// counts and the choice among optimal plans vary from run to run [env: PATHMAX_THREADS] [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=MOST_THREADS))]
    threads: Option<u16>,
    /// dfs, iddfs: the most actions in a plan
    #[arg(long, value_name = "N")]
    depth_limit: Option<u32>,
    /// iddfs, idastar: remember states in at most this much memory, or `off` [default: what the memory limit allows]
    #[arg(long, value_name = "SIZE", value_parser = parse_table)]
    table: Option<Table>,
    #[command(flatten)]
    limits: LimitArguments,
}

impl SearchArguments {
    /// The solver that these arguments ask for on a board of `puzzle`, ended by `cancel`.
    pub fn solver(&self, puzzle: &PuzzleInfo, cancel: Cancel) -> Result<Solver, Failure> {
        let algorithm = self.algorithm(puzzle)?;
        let limits = self.limits.limits(algorithm);
        Ok(Solver {
            search: Search { algorithm, limits, cancel, ..Search::default() },
            threads: self.threads()?.map_or(Threads::default(), threads),
            heuristic: self.heuristic.source(),
            ..Solver::default()
        })
    }

    /// The number of threads that the option asks for, or else the environment.
    fn threads(&self) -> Result<Option<u16>, Failure> {
        if self.threads.is_some() { Ok(self.threads) } else { threads_variable(env::var_os(THREADS_VARIABLE)) }
    }

    /// Whether this search would use several threads if they were asked for, and the user has not chosen.
    pub fn could_use_threads(&self, solver: &Solver) -> bool {
        let Search { algorithm, profile, .. } = solver.search;
        let asks_program = algorithm.info().informed && self.heuristic.program().is_some();
        let chosen = !matches!(self.threads(), Ok(None));
        !chosen && takes_threads(algorithm) && !profile && !asks_program && Threads::all().number() > 1
    }

    /// Whether the option asks for several threads, and the heuristic is a program, which answers one thread.
    pub fn unused_threads(&self) -> bool {
        let is_program = self.heuristic.program().is_some();
        is_program && self.unused_heuristic().is_none() && self.threads.is_some_and(|threads| threads != 1)
    }

    /// The program that is the heuristic, if one is given.
    pub fn heuristic_program(&self) -> Option<HeuristicCommand> {
        self.heuristic.program()
    }

    /// Whether a heuristic is named that the algorithm does not use.
    pub fn unused_heuristic(&self) -> Option<String> {
        let named = match self.heuristic.source() {
            HeuristicSource::Named(name) => name,
            HeuristicSource::Command(command) => Some(command.to_string()),
        };
        named.filter(|_| self.algorithm.is_some_and(|algorithm| !algorithm.info().informed))
    }

    fn algorithm(&self, puzzle: &PuzzleInfo) -> Result<Algorithm, Failure> {
        let usual = match self.heuristic.source() {
            HeuristicSource::Named(_) => puzzle.algorithm,
            // A program is slow to answer, so one that is asked for each state once.
            HeuristicSource::Command(_) => Algorithm::default(),
        };
        let mut algorithm = self.algorithm.unwrap_or(usual);
        let name = algorithm.info().name;
        let mut unused = vec![
            ("--weight", self.weight.is_some()),
            ("--pathmax", self.pathmax),
            ("--threads", self.threads.is_some()),
            ("--depth-limit", self.depth_limit.is_some()),
            ("--table", self.table.is_some()),
        ];
        let mut takes = |options: &[&str]| unused.retain(|(option, _)| !options.contains(option));
        if takes_threads(algorithm) {
            takes(&["--threads"]);
        }
        match &mut algorithm {
            Algorithm::AStar { pathmax } => {
                *pathmax = self.pathmax;
                takes(&["--pathmax"]);
            }
            Algorithm::WeightedAStar { weight } => {
                *weight = self.weight.unwrap_or(*weight);
                takes(&["--weight"]);
            }
            Algorithm::DepthFirst { depth_limit } => {
                *depth_limit = self.depth_limit;
                takes(&["--depth-limit"]);
            }
            Algorithm::IterativeDeepening { depth_limit, table } => {
                *depth_limit = self.depth_limit;
                *table = self.table.unwrap_or_default();
                takes(&["--depth-limit", "--table"]);
            }
            Algorithm::IdaStar { table } => {
                *table = self.table.unwrap_or_default();
                takes(&["--table"]);
            }
            Algorithm::PartialAStar | Algorithm::UniformCost | Algorithm::Greedy | Algorithm::BreadthFirst => {}
        }
        match unused.iter().find(|(_, given)| *given) {
            Some((option, _)) => Err(Failure::new(format!(
                "{option} does not apply to {name}; leave it out, or see `pathmax solve --help`"
            ))),
            None => Ok(algorithm),
        }
    }
}

/// Whether an algorithm can use several threads.
fn takes_threads(algorithm: Algorithm) -> bool {
    use Algorithm::{AStar, PartialAStar, UniformCost, WeightedAStar};
    matches!(algorithm, AStar { .. } | PartialAStar | UniformCost | WeightedAStar { .. })
}

/// This many threads; 0 is one per core.
fn threads(number: u16) -> Threads {
    if number == 0 { Threads::all() } else { Threads::new(number.into()) }
}

/// The number of threads in the environment variable, if it is set and not empty.
fn threads_variable(value: Option<OsString>) -> Result<Option<u16>, Failure> {
    let Some(value) = value.filter(|value| !value.is_empty()) else { return Ok(None) };
    let number =
        value.to_str().and_then(|text| text.trim().parse().ok()).filter(|&number| number <= MOST_THREADS as u16);
    number.map(Some).ok_or_else(|| {
        Failure::new(format_args!(
            "the environment variable {THREADS_VARIABLE} is {value:?}; set it to a whole number from 0 (all cores) to \
             {MOST_THREADS}, or unset it"
        ))
    })
}

/// Which heuristic.
#[derive(Args)]
#[command(next_help_heading = "Search")]
pub struct HeuristicArguments {
    /// The heuristic, by its name in `pathmax list` [default: the puzzle's first]
    #[arg(short = 'H', long)]
    heuristic: Option<String>,
    #[command(flatten)]
    command: HeuristicCommandArguments,
}

impl HeuristicArguments {
    /// The program that is the heuristic, if one is given.
    pub fn program(&self) -> Option<HeuristicCommand> {
        self.command.command()
    }

    /// Where the heuristic comes from.
    pub fn source(&self) -> HeuristicSource {
        match self.command.command() {
            Some(command) => HeuristicSource::Command(command),
            None => HeuristicSource::Named(self.heuristic.clone()),
        }
    }
}

/// A heuristic of one's own.
#[derive(Args)]
#[command(next_help_heading = "Search")]
pub struct HeuristicCommandArguments {
    /// A program as the heuristic: it reads a state a line (JSON) and writes a number or `inf` a line; see docs/heuristics.md
    #[arg(long, value_name = "COMMAND", conflicts_with = "heuristic")]
    heuristic_cmd: Option<HeuristicCommand>,
    /// The time that the program has for an answer [default: 10s]
    #[arg(long, value_name = "TIME", requires = "heuristic_cmd", value_parser = parse_time)]
    heuristic_timeout: Option<Duration>,
    /// What to believe of the program's values; plans count as proven only if they are lower bounds [default: nothing]
    #[arg(long, value_name = "CLAIM", requires = "heuristic_cmd", value_enum)]
    heuristic_claims: Option<Claim>,
}

/// What somebody claims of a heuristic.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Claim {
    /// Never above the true cost
    Admissible,
    /// Admissible, and never falls by more than an action costs
    Consistent,
}

impl HeuristicCommandArguments {
    /// The program, if one is given.
    pub fn command(&self) -> Option<HeuristicCommand> {
        let mut command = self.heuristic_cmd.clone()?;
        command.timeout = self.heuristic_timeout.unwrap_or(command.timeout);
        command.claims = match self.heuristic_claims {
            None => command.claims,
            Some(Claim::Admissible) => Claims::ADMISSIBLE,
            Some(Claim::Consistent) => Claims::CONSISTENT,
        };
        Some(command)
    }
}

/// How far one search may go.
#[derive(Args)]
#[command(next_help_heading = "Search")]
pub struct LimitArguments {
    /// Stop after this much time: 30s, 5m, 1h30m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time_limit: Option<Duration>,
    /// Stop when the search holds this much: 64MiB, 2GiB [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory_limit: Option<usize>,
    /// Stop after this many expansions [default: none; without --time-limit, 500,000,000 for iddfs and idastar with --table
    /// off]
    #[arg(long, value_name = "N")]
    expansion_limit: Option<u64>,
}

impl LimitArguments {
    /// The limits for an algorithm.
    pub fn limits(&self, algorithm: Algorithm) -> Limits {
        let without_table = matches!(
            algorithm,
            Algorithm::IterativeDeepening { table: Table::Off, .. } | Algorithm::IdaStar { table: Table::Off }
        );
        self.limits_or(without_table.then_some(EXPANSIONS_WITHOUT_TABLE))
    }

    /// The limits as given; `expansions` if neither a time limit nor a limit on expansions is.
    pub fn limits_or(&self, expansions: Option<u64>) -> Limits {
        Limits {
            time: self.time_limit,
            memory: Some(self.memory_limit.unwrap_or_else(free_memory)),
            expansions: self.expansion_limit.or(expansions.filter(|_| self.time_limit.is_none())),
        }
    }
}

/// Three quarters of the memory that this machine, or the container around us, has free.
pub fn free_memory() -> usize {
    // Where the system does not tell, it may still refuse; the search stops then, too.
    let Ok(mut system) = sysinfo::System::new() else { return usize::MAX };
    system.refresh_memory();
    let contained = system.cgroup_limits().map_or(u64::MAX, |limits| limits.free_memory);
    let free = system.available_memory().min(contained);
    if free == 0 { usize::MAX } else { (free / 4 * 3) as usize }
}

pub fn algorithm_parser() -> impl TypedValueParser<Value = Algorithm> {
    let names = ALGORITHMS.iter().map(|info| PossibleValue::new(info.name).aliases(info.aliases).help(info.summary));
    PossibleValuesParser::new(names).map(|name| Algorithm::named(&name).unwrap_or_default())
}

fn algorithm_help() -> String {
    let names: Vec<_> = ALGORITHMS.iter().map(|info| info.name).collect();
    format!("The search algorithm: {}", names.join(", "))
}

pub fn puzzle_parser() -> PossibleValuesParser {
    PossibleValuesParser::new(PUZZLES.iter().map(|info| PossibleValue::new(info.name).help(info.summary)))
}

fn parse_weight(text: &str) -> Result<Weight, String> {
    text.parse().ok().and_then(Weight::new).ok_or_else(|| "give a number from 1 to 1000, such as 1.5".to_string())
}

pub fn parse_time(text: &str) -> Result<Duration, String> {
    let seconds = || text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    humantime::parse_duration(text)
        .ok()
        .or_else(seconds)
        .ok_or_else(|| "give a time with its unit, such as 30s, 5m or 1h30m".to_string())
}

pub fn parse_size(text: &str) -> Result<usize, String> {
    let size = text.parse::<ByteSize>().ok().filter(|_| text.ends_with(|c: char| c.is_ascii_alphabetic()));
    size.and_then(|size| usize::try_from(size.as_u64()).ok())
        .ok_or_else(|| "give a size with its unit, such as 64MiB or 2GiB".to_string())
}

pub fn parse_table(text: &str) -> Result<Table, String> {
    if text == "off" { Ok(Table::Off) } else { parse_size(text).map(Table::Bytes).map_err(|error| error + ", or off") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_gives_a_number_of_threads() {
        let read = |value: &str| threads_variable(Some(value.into()));
        assert!(matches!(threads_variable(None), Ok(None)));
        assert!(matches!(read(""), Ok(None)));
        assert!(matches!(read("0"), Ok(Some(0))));
        assert!(matches!(read(" 255 "), Ok(Some(255))));
        for bad in ["256", "-1", "many", "1.5", "65537"] {
            let Err(Failure::Message(message)) = read(bad) else { panic!("{bad} is not refused") };
            assert!(message.contains("PATHMAX_THREADS") && message.contains(bad), "{message}");
        }
    }

    #[test]
    fn zero_threads_are_one_per_core() {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        assert_eq!(threads(0).number(), cores.min(255));
        assert_eq!(threads(3).number(), 3);
    }

    fn limits(time: Option<u64>, expansions: Option<u64>) -> LimitArguments {
        let time_limit = time.map(Duration::from_secs);
        LimitArguments { time_limit, memory_limit: None, expansion_limit: expansions }
    }

    #[test]
    fn no_search_has_a_time_limit_by_default() {
        let without_table = Algorithm::IdaStar { table: Table::Off };
        let usual = limits(None, None);
        assert_eq!(
            (usual.limits(Algorithm::default()).time, usual.limits(Algorithm::default()).expansions),
            (None, None)
        );
        let expansions = |arguments: LimitArguments| {
            let Limits { time, expansions, .. } = arguments.limits(without_table);
            (time.map(|time| time.as_secs()), expansions)
        };
        assert_eq!(expansions(usual), (None, Some(EXPANSIONS_WITHOUT_TABLE)));
        // A limit that is given takes the place of the default.
        assert_eq!(expansions(limits(Some(9), None)), (Some(9), None));
        assert_eq!(expansions(limits(None, Some(7))), (None, Some(7)));
        assert_eq!(expansions(limits(Some(9), Some(7))), (Some(9), Some(7)));
    }
}
