//! Arguments that several commands share. Arguments of a single command are in its module; flags that depend on the registry are
//! in `puzzle_options`.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use bytesize::ByteSize;
use clap::{Args, ColorChoice, Parser, Subcommand, ValueEnum, ValueHint};
use pathmax::{
    ALGORITHMS, Algorithm, AlgorithmInfo, Anytime, CancelToken, Claims, Gap, Limits, SearchOptions, Table, Threads,
    Weight,
};
use pathmax_lab::{AnyBoard, HeuristicCommand, HeuristicSource, Solver, default_expansions, free_memory};
use pathmax_puzzles::PuzzleInfo;

use crate::audit::AuditArguments;
use crate::autograder::AutograderArguments;
use crate::check::CheckArguments;
use crate::compare::CompareArguments;
use crate::generate::GenerateArguments;
use crate::grade::{GradeArguments, SuperviseArguments};
use crate::help::HelpArguments;
use crate::list::ListArguments;
use crate::man::ManArguments;
use crate::map::MapArguments;
use crate::names::algorithm_parser;
use crate::output::Failure;
use crate::puzzle_options::ReadingArguments;
use crate::report::ReportArguments;
use crate::resume::ResumeArguments;
use crate::serve::ServeArguments;
use crate::show::ShowArguments;
use crate::solve::SolveArguments;
use crate::style::MOST_COLUMNS;

/// The environment variable for the number of threads.
const THREADS_VARIABLE: &str = "PATHMAX_THREADS";
/// Maximum number of threads per search.
pub const MOST_THREADS: i64 = 255;

/// Finds provably optimal solutions of one-player board puzzles
#[derive(Parser)]
#[command(name = "pathmax", version, arg_required_else_help = true, max_term_width = MOST_COLUMNS)]
#[command(disable_help_subcommand = true)]
#[command(after_help = "Examples:
  pathmax solve board.json                      an optimal plan, one action per line
  pathmax solve board.json --algorithm idastar  the same, using little memory
  pathmax resume night.ckpt                     continue a search from its checkpoint
  pathmax show board.json --play                step through the solution
  pathmax compare boards/ --plot out.svg        compare algorithms and heuristics
  pathmax map board.json --against perfect      heuristic values and true costs per cell
  pathmax audit board.json                      are the heuristics admissible and consistent?
  pathmax report boards/ --out DIR              a report with figures, as Markdown and HTML
  pathmax check board.json answer.txt           is this answer legal and optimal?
  pathmax generate chexers --count 9 --out DIR  boards of known optimal cost
  pathmax grade --solver \"./search {file}\" DIR  grade a program on a folder of boards
  pathmax autograder DIR --out ZIP -- OPTIONS   the same as an autograder for Gradescope
  pathmax serve --open                          the workbench in the browser
  pathmax list                                  puzzles, algorithms, heuristics
  pathmax help formats                          a page of the documentation

Exit status: 0 success, 1 negative result (proved unsolvable, not optimal, refuted), 2 wrong usage
or bad input, 3 stopped at a limit or interrupted.")]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    /// When to use colours; auto: on a terminal, subject to NO_COLOR, CLICOLOR and CLICOLOR_FORCE
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, global = true)]
    pub color: ColorChoice,
}

#[derive(Subcommand)]
pub enum Command {
    Solve(SolveArguments),
    Resume(ResumeArguments),
    Show(ShowArguments),
    Map(MapArguments),
    Compare(CompareArguments),
    Audit(AuditArguments),
    Report(ReportArguments),
    Check(CheckArguments),
    Generate(GenerateArguments),
    Grade(GradeArguments),
    Autograder(AutograderArguments),
    Serve(ServeArguments),
    #[command(hide = true)]
    Supervise(SuperviseArguments),
    List(ListArguments),
    Help(HelpArguments),
    Man(ManArguments),
    /// Print a completion script for a shell
    ///
    /// For bash, add `source <(pathmax completions bash)` to ~/.bashrc.
    Completions {
        shell: clap_complete::Shell,
    },
}

#[derive(Args)]
pub struct BoardArguments {
    /// Board file; `-` reads standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    #[command(flatten)]
    pub reading: ReadingArguments,
}

#[derive(Args)]
#[command(next_help_heading = "Search")]
pub struct SearchArguments {
    /// Search algorithm
    #[arg(short, long, value_parser = algorithm_parser(), hide_possible_values = true,
          help = algorithm_help() + " [default: depends on the puzzle, see `pathmax list`]")]
    algorithm: Option<Algorithm>,
    #[command(flatten)]
    heuristic: HeuristicArguments,
    /// weighted-astar: weight of the heuristic, from 1 to 1000 [default: 1.5]
    #[arg(long, value_parser = parse_weight)]
    weight: Option<Weight>,
    /// astar, partial-astar, greedy, weighted-astar, idastar: make f nondecreasing along each path (pathmax adjustment)
    #[arg(long)]
    pathmax: bool,
    /// astar, weighted-astar: drop cheaper paths to expanded states; with an inconsistent heuristic, the plan may not be
    /// optimal
    #[arg(long)]
    no_reopen: bool,
    /// astar, weighted-astar: which of several states with the same priority is expanded first: higher-g, lower-g, first-in or
    /// last-in; partial-astar, ucs, greedy: first-in or last-in [default: see `pathmax list`]
    #[arg(long, value_name = "ORDER", value_parser = ["higher-g", "lower-g", "first-in", "last-in"], hide_possible_values = true)]
    ties: Option<String>,
    /// astar, partial-astar, ucs, weighted-astar: number of threads, 0 for one per core; with several threads, the counts and
    /// the choice among optimal plans vary from run to run [env: PATHMAX_THREADS] [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=MOST_THREADS))]
    threads: Option<u16>,
    /// dfs, iddfs: maximum number of actions in a plan
    #[arg(long, value_name = "N")]
    depth_limit: Option<u32>,
    /// iddfs, idastar: maximum size of the transposition table, or `off` [default: the memory limit]
    #[arg(long, value_name = "SIZE", value_parser = parse_table)]
    table: Option<Table>,
    #[command(flatten)]
    limits: LimitArguments,
    /// astar, partial-astar, ucs: stop when the plan is proven to be this close to the optimum: 5%, 0.5%; the gap is
    /// (cost − bound) / cost [default: 0%]
    #[arg(long, value_name = "PERCENT", value_parser = parse_gap)]
    gap: Option<Gap>,
    /// If the plan is not proven optimal, settle whether it is by a second search of at most N expansions, with a heuristic
    /// of the puzzle that claims to be admissible; or `off` [default: 1,000,000 if the chosen heuristic claims nothing,
    /// else off]
    #[arg(long, value_name = "N|off", value_parser = parse_settle)]
    settle: Option<Settle>,
}

/// Whether to settle plans that are not proven optimal.
#[derive(Clone, Copy, Debug)]
enum Settle {
    Off,
    /// Within a number of expansions.
    Within(u64),
}

fn parse_settle(text: &str) -> Result<Settle, String> {
    match text {
        "off" => Ok(Settle::Off),
        number => number
            .replace(',', "")
            .parse()
            .map(Settle::Within)
            .map_err(|_| "give a number of expansions such as 1000000, or off".to_string()),
    }
}

impl SearchArguments {
    /// The solver for a board.
    pub fn solver(&self, board: &AnyBoard, cancel: CancelToken) -> Result<Solver, Failure> {
        let algorithm = self.algorithm(board)?;
        let limits = self.limits.limits(algorithm);
        Ok(Solver {
            search: SearchOptions {
                algorithm,
                limits,
                cancel,
                anytime: self.algorithm.is_none().then(Anytime::default),
                gap: self.gap.unwrap_or_default(),
                ..SearchOptions::default()
            },
            threads: self.threads()?.map_or(Threads::default(), threads),
            heuristic: self.heuristic.source(),
            settle: self.settle(algorithm, board.puzzle().info()),
            ..Solver::default()
        })
    }

    /// The number of expansions for settling, if plans are to be settled.
    fn settle(&self, algorithm: Algorithm, puzzle: &PuzzleInfo) -> Option<u64> {
        match self.settle {
            Some(Settle::Off) => None,
            Some(Settle::Within(expansions)) => Some(expansions),
            None => self.heuristic.source().default_settle(algorithm, puzzle),
        }
    }

    /// The number of threads from the flag or the environment.
    fn threads(&self) -> Result<Option<u16>, Failure> {
        if self.threads.is_some() { Ok(self.threads) } else { threads_variable(env::var_os(THREADS_VARIABLE)) }
    }

    /// Whether the search supports several threads and no number is given.
    pub fn could_use_threads(&self, solver: &Solver) -> bool {
        let SearchOptions { algorithm, profile, .. } = solver.search;
        let uses_program = algorithm.info().informed && self.heuristic.program().is_some();
        let chosen = !matches!(self.threads(), Ok(None));
        !chosen && algorithm.uses_threads() && !profile && !uses_program && Threads::all().number() > 1
    }

    /// Whether `--threads` has no effect because the heuristic is a program, which serves one thread.
    pub fn unused_threads(&self) -> bool {
        let is_program = self.heuristic.program().is_some();
        is_program && self.unused_heuristic().is_none() && self.threads.is_some_and(|threads| threads != 1)
    }

    /// The program that is the heuristic, if one is given.
    pub fn heuristic_program(&self) -> Option<HeuristicCommand> {
        self.heuristic.program()
    }

    /// The heuristic that is given although the algorithm uses none.
    pub fn unused_heuristic(&self) -> Option<String> {
        let command = self.heuristic.program().map(|command| command.to_string());
        let named = command.or_else(|| self.heuristic.heuristic.clone());
        named.filter(|_| self.algorithm.is_some_and(|algorithm| !algorithm.info().informed))
    }

    fn algorithm(&self, board: &AnyBoard) -> Result<Algorithm, Failure> {
        let usual = self.heuristic.source().default_algorithm(board);
        let mut algorithm = self.algorithm.unwrap_or(usual);
        let info = algorithm.info();
        for (setting, value) in self.settings() {
            if !info.settings.iter().any(|info| info.name == setting) {
                let rows = ALGORITHMS.iter().filter(|info| info.settings.iter().any(|info| info.name == setting));
                return Err(only_applies(setting, rows, info));
            }
            algorithm.set(setting, &value).map_err(Failure::new)?;
        }
        if self.gap.is_some() && !algorithm.has_gap() {
            return Err(only_applies("gap", ALGORITHMS.iter().filter(|info| info.algorithm().has_gap()), info));
        }
        match self.threads {
            Some(_) if !info.threads => {
                Err(only_applies("threads", ALGORITHMS.iter().filter(|info| info.threads), info))
            }
            Some(2..) | Some(0) if !algorithm.uses_threads() => Err(Failure::new(
                "--no-reopen and --ties fix the order of the expansions, which several threads do not keep; use --threads 1",
            )),
            _ => Ok(algorithm),
        }
    }

    /// The given settings of the algorithm, by name.
    fn settings(&self) -> impl Iterator<Item = (&'static str, String)> {
        let table = self.table.map(|table| match table {
            Table::Off => "off".to_string(),
            Table::Bytes(bytes) => format!("{bytes}B"),
            Table::Unbounded => String::new(),
        });
        [
            ("weight", self.weight.map(|weight| weight.to_string())),
            ("pathmax", self.pathmax.then(|| "on".to_string())),
            ("no-reopen", self.no_reopen.then(|| "on".to_string())),
            ("ties", self.ties.clone()),
            ("depth-limit", self.depth_limit.map(|limit| limit.to_string())),
            ("table", table),
        ]
        .into_iter()
        .filter_map(|(setting, value)| Some((setting, value?)))
    }
}

/// The error for an option that the algorithm does not have.
pub fn only_applies<'a>(option: &str, to: impl Iterator<Item = &'a AlgorithmInfo>, chosen: &AlgorithmInfo) -> Failure {
    let mut names: Vec<_> = to.map(|info| info.name).collect();
    let last = names.pop().unwrap_or_default();
    let names = if names.is_empty() { last.to_string() } else { format!("{} and {last}", names.join(", ")) };
    Failure::new(format!("--{option} only applies to {names}, not to {}; leave it out", chosen.name))
}

/// This number of threads; 0 is one per core.
pub fn threads(number: u16) -> Threads {
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

/// The choice of a heuristic.
#[derive(Args)]
#[command(next_help_heading = "Search")]
pub struct HeuristicArguments {
    /// Heuristic, see `pathmax list` [default: the puzzle's first]
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

    /// The heuristic.
    pub fn source(&self) -> HeuristicSource {
        match self.command.command() {
            Some(command) => HeuristicSource::Command(command),
            None => HeuristicSource::Named(self.heuristic.clone()),
        }
    }
}

/// A program as the heuristic.
#[derive(Args)]
#[command(next_help_heading = "Search")]
pub struct HeuristicCommandArguments {
    /// Program that computes the heuristic: it reads one state per line (JSON) and writes one number or `inf` per line; see
    /// `pathmax help heuristics`
    #[arg(long, value_name = "COMMAND", conflicts_with = "heuristic")]
    heuristic_cmd: Option<HeuristicCommand>,
    /// Maximum time per answer of the program [default: 1m]
    #[arg(long, value_name = "TIME", requires = "heuristic_cmd", value_parser = parse_time)]
    heuristic_timeout: Option<Duration>,
    /// Claim about the program's values that the search may rely on; without one, plans are not proven optimal [default:
    /// none]
    #[arg(long, value_name = "CLAIM", requires = "heuristic_cmd", value_enum)]
    heuristic_claims: Option<Claim>,
}

/// A property of the heuristic that the search may rely on.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Claim {
    /// Never above the true cost
    Admissible,
    /// Admissible, and no action lowers it by more than the action costs
    Consistent,
}

impl Claim {
    pub fn claims(self) -> Claims {
        match self {
            Claim::Admissible => Claims::ADMISSIBLE,
            Claim::Consistent => Claims::CONSISTENT,
        }
    }
}

impl HeuristicCommandArguments {
    /// The program, if one is given.
    pub fn command(&self) -> Option<HeuristicCommand> {
        let mut command = self.heuristic_cmd.clone()?;
        command.timeout = self.heuristic_timeout.unwrap_or(command.timeout);
        command.claims = self.heuristic_claims.map_or(command.claims, Claim::claims);
        Some(command)
    }
}

/// The limits of a search.
#[derive(Args)]
#[command(next_help_heading = "Search")]
pub struct LimitArguments {
    /// Time limit: 30s, 5m, 1h30m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time_limit: Option<Duration>,
    /// Memory limit: 64MiB, 2GiB [default: three quarters of the free memory]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory_limit: Option<usize>,
    /// Maximum number of expansions [default: none; without --time-limit, 500,000,000 for iddfs and idastar with --table off]
    #[arg(long, value_name = "N")]
    expansion_limit: Option<u64>,
}

impl LimitArguments {
    /// The limits for an algorithm.
    pub fn limits(&self, algorithm: Algorithm) -> Limits {
        self.limits_or(default_expansions(algorithm))
    }

    /// Replaces the limits that are given.
    pub fn replace(&self, limits: &mut Limits) {
        limits.time = self.time_limit.or(limits.time);
        limits.memory = self.memory_limit.or(limits.memory);
        limits.expansions = self.expansion_limit.or(limits.expansions);
    }

    /// Whether a memory limit is given.
    pub fn limits_memory(&self) -> bool {
        self.memory_limit.is_some()
    }

    /// The limits; `expansions` if neither a time limit nor an expansion limit is given.
    pub fn limits_or(&self, expansions: Option<u64>) -> Limits {
        Limits {
            time: self.time_limit,
            memory: Some(self.memory_limit.unwrap_or_else(free_memory)),
            expansions: self.expansion_limit.or(expansions.filter(|_| self.time_limit.is_none())),
        }
    }
}

fn algorithm_help() -> String {
    let names: Vec<_> = ALGORITHMS.iter().map(|info| info.name).collect();
    format!("Search algorithm: {}", names.join(", "))
}

fn parse_weight(text: &str) -> Result<Weight, String> {
    text.parse().ok().and_then(Weight::new).ok_or_else(|| "give a number from 1 to 1000, such as 1.5".to_string())
}

fn parse_gap(text: &str) -> Result<Gap, String> {
    let percent = text.strip_suffix('%').and_then(|percent| percent.trim_end().parse::<f64>().ok());
    percent
        .and_then(|percent| Gap::new(percent / 100.0))
        .ok_or_else(|| "give a percentage from 0% to 100%, such as 5%".to_string())
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
        let without_table = Algorithm::ida_star(Table::Off);
        let usual = limits(None, None);
        assert_eq!(
            (usual.limits(Algorithm::default()).time, usual.limits(Algorithm::default()).expansions),
            (None, None)
        );
        let expansions = |arguments: LimitArguments| {
            let Limits { time, expansions, .. } = arguments.limits(without_table);
            (time.map(|time| time.as_secs()), expansions)
        };
        assert_eq!(expansions(usual), (None, Some(500_000_000)));
        // A limit that is given replaces the default.
        assert_eq!(expansions(limits(Some(9), None)), (Some(9), None));
        assert_eq!(expansions(limits(None, Some(7))), (None, Some(7)));
        assert_eq!(expansions(limits(Some(9), Some(7))), (Some(9), Some(7)));
    }
}
