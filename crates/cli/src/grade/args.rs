//! The arguments of `pathmax grade`.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{ArgPredicate, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueHint};
use pathmax_lab::grade::{CommandTemplate, MOST_DECIMALS, Partial, ScoringKeys, UnsolvableAnswer, Visibility};

#[cfg(unix)]
use super::heuristics::HeuristicsArguments;
use super::sandbox::SandboxChoice;
use crate::args::{parse_size, parse_time};
use crate::puzzle_options::ReadingArguments;

/// Grade a program on every board of a folder
///
/// Runs the program on each board under limits, ends all its processes, and checks its answers as `pathmax check` does. The
/// program gets the board as the file {file} or, if the command does not contain {file}, on standard input. It prints a plan
/// to standard output, one action per line, or `FAIL` or `no solution`. The boards are the files that
/// manifest.json lists; without a manifest, the files of the folder with the extension of a puzzle (.json, .csv, .txt).
#[derive(Args)]
#[command(after_help = "Examples:
  pathmax grade --solver \"python3 -m search {file}\" boards/
  pathmax grade --solver \"python3 -m search\" boards/
  pathmax grade --solver \"./search {file}\" boards/ --time-limit 10s --memory-limit 512MiB
  pathmax grade --solver \"./search {file}\" boards/ --gradescope /autograder/results/results.json
  pathmax grade --solver \"pathmax solve {file}\" boards/ --csv > marks.csv
  pathmax grade --solver \"python3 -m search\" boards/ --submissions class/ --jobs 4 --out marks/
  pathmax grade --heuristics --heuristic-cmd \"python3 my_h.py\" boards/
  pathmax grade --heuristics --heuristic-cmd \"python3 h.py\" boards/ --submissions class/ --out out/

Exit status: 0 all answers are optimal, 1 some are not, 2 wrong usage or a bad board, 3 interrupted,
or the optimal cost of a board is unknown. With --submissions: 0 all submissions are graded, 1 some
could not be set up or were skipped, 3 interrupted.")]
pub struct GradeArguments {
    /// Command of the program to grade, with {file} for the board; without {file}, the board is on standard input
    ///
    /// The command is split into words without a shell.
    #[arg(long, value_name = "COMMAND", required_unless_present_any = ["explain", "heuristics"])]
    pub solver: Option<CommandTemplate>,
    /// Folder with the boards; manifest.json in it may state costs, options and points
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath, required_unless_present = "explain")]
    pub folder: Option<PathBuf>,
    #[command(flatten)]
    pub reading: ReadingArguments,
    #[cfg(unix)]
    #[command(flatten)]
    pub heuristics: HeuristicsArguments,
    #[command(flatten)]
    pub class: ClassArguments,
    #[command(flatten)]
    pub scoring: ScoringArguments,
    /// Ignore lines that do not begin with the name of an action; the result says how many
    #[arg(long, conflicts_with = "heuristics")]
    pub lenient: bool,
    /// Also accept this answer for a board without a solution: empty, status:N, text:LINE; repeatable
    ///
    /// `empty` is no output and exit status 0, `status:1` is no output and exit status 1, `text:NO PATH` is this line and
    /// nothing else. `FAIL` and `no solution` are always accepted.
    #[arg(long, value_name = "ANSWER", conflicts_with = "heuristics")]
    pub unsolvable_answer: Vec<UnsolvableAnswer>,
    /// Time limit per board: 30s, 5m
    #[arg(long, help_heading = "Limits", value_name = "TIME", default_value = "30s", default_value_if("heuristics", ArgPredicate::IsPresent, "5m"), value_parser = parse_time)]
    pub time_limit: Duration,
    /// Memory limit for all processes of the program together: 512MiB, 2GiB
    #[arg(long, help_heading = "Limits", value_name = "SIZE", default_value = "1GiB", value_parser = parse_size)]
    pub memory_limit: usize,
    /// Maximum size of a file that the program writes
    #[arg(long, help_heading = "Limits", value_name = "SIZE", default_value = "64MiB", value_parser = parse_size)]
    pub file_limit: usize,
    /// Maximum number of expansions in the search for a board's optimal cost; beyond it, the cost in manifest.json counts
    #[arg(
        long,
        help_heading = "Limits",
        value_name = "N",
        default_value_t = 20_000_000,
        conflicts_with = "heuristics"
    )]
    pub best_expansion_limit: u64,
    /// Time limit for that search, instead of the maximum number of expansions
    #[arg(long, help_heading = "Limits", value_name = "TIME", value_parser = parse_time, conflicts_with_all = ["best_expansion_limit", "heuristics"])]
    pub best_time_limit: Option<Duration>,
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
    pub sandbox: SandboxChoice,
    /// Allow the program to read this file or folder; repeatable
    #[arg(long, help_heading = "Sandbox", value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub sandbox_read: Vec<PathBuf>,
    /// Print which guarantees hold on this machine, and exit
    #[arg(long, help_heading = "Sandbox", conflicts_with_all = ["solver", "folder"])]
    pub explain: bool,
    /// Print one JSON object: score, totals, boards
    #[arg(long, help_heading = "Output", conflicts_with = "csv")]
    pub json: bool,
    /// Print CSV, one line per board
    #[arg(long, help_heading = "Output")]
    pub csv: bool,
    /// Write Gradescope's results.json, updated after every board
    #[arg(long, help_heading = "Output", value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "submissions")]
    pub gradescope: Option<PathBuf>,
    /// Print only errors to standard error
    #[arg(short, long, help_heading = "Output")]
    pub quiet: bool,
}

impl GradeArguments {
    /// The command to grade: of a solver or of a heuristic.
    pub fn command(&self) -> Option<&CommandTemplate> {
        #[cfg(unix)]
        let audited = self.heuristics.command();
        #[cfg(not(unix))]
        let audited = None;
        self.solver.as_ref().or(audited)
    }

    /// An option that makes no sense in an autograder.
    pub fn unsuitable_for_autograder(&self) -> Option<&'static str> {
        let given = [
            ("--explain", self.explain),
            ("--gradescope", self.gradescope.is_some()),
            ("--submissions", self.class.submissions.is_some()),
        ];
        given.into_iter().find(|(_, given)| *given).map(|(option, _)| option)
    }
}

/// How answers are scored. Each option overrides manifest.json.
#[derive(Args)]
pub struct ScoringArguments {
    /// Points of an optimal answer [default: those in manifest.json, else 1]
    #[arg(long, help_heading = "Scoring", value_name = "N", value_parser = parse_points, conflicts_with = "heuristics")]
    points: Option<f64>,
    /// Weight of a valid but suboptimal answer, from 0 to 1 [default: that in manifest.json, else 0.5]
    #[arg(long, help_heading = "Scoring", value_name = "WEIGHT", value_parser = parse_weight, conflicts_with = "heuristics")]
    partial: Option<f64>,
    /// Number of decimals that scores are rounded to, from 0 to 6 [default: that in manifest.json, else exact]
    #[arg(long, help_heading = "Scoring", value_name = "N", value_parser = clap::value_parser!(u32).range(..=i64::from(MOST_DECIMALS)))]
    pub decimals: Option<u32>,
    /// When Gradescope shows results to students [default: that in manifest.json, else visible]
    #[arg(long, help_heading = "Scoring", value_name = "WHEN", value_parser = visibility_parser())]
    visibility: Option<Visibility>,
}

impl ScoringArguments {
    /// The stated keys of a solver.
    pub fn keys(&self) -> ScoringKeys {
        let ScoringArguments { points, visibility, .. } = *self;
        ScoringKeys { points, partial: self.partial.map(Partial::Weight), visibility, ..ScoringKeys::default() }
    }
}

/// The submissions of a class.
#[derive(Args)]
pub struct ClassArguments {
    /// Grade every folder and file in DIR as the submission of one student; {submission} in the command is its path
    #[arg(long, help_heading = "Class", value_name = "DIR", value_hint = ValueHint::DirPath, requires = "out")]
    pub submissions: Option<PathBuf>,
    /// Folder for the results: marks.csv, totals.csv, one JSON file per student and, for heuristics, feedback
    ///
    /// Results of an earlier run with the same boards, command, limits and version are kept, and the rest is graded.
    #[arg(long, help_heading = "Class", value_name = "DIR", value_hint = ValueHint::DirPath, requires = "submissions")]
    pub out: Option<PathBuf>,
    /// Number of submissions to grade at the same time, each on its own cores
    #[arg(long, help_heading = "Class", value_name = "N", default_value_t = 1, value_parser = parse_jobs, requires = "submissions")]
    pub jobs: usize,
    /// Command to run in a copy of each submission before the first board, under the same limits
    #[arg(long, help_heading = "Class", value_name = "COMMAND", requires = "submissions")]
    pub setup: Option<CommandTemplate>,
    /// Time limit of --setup
    #[arg(long, help_heading = "Class", value_name = "TIME", default_value = "10m", value_parser = parse_time)]
    pub setup_time_limit: Duration,
    /// Allow --setup to use the network
    #[arg(long, help_heading = "Class", requires = "setup")]
    pub setup_network: bool,
    /// Ignore results of an earlier run
    #[arg(long, help_heading = "Class", requires = "submissions")]
    pub regrade: bool,
}

fn parse_weight(text: &str) -> Result<f64, String> {
    let weight = text.parse().ok().filter(|weight| (0.0..=1.0).contains(weight));
    weight.ok_or_else(|| "give a number from 0 to 1, such as 0.5".to_string())
}

fn parse_points(text: &str) -> Result<f64, String> {
    let points = text.parse().ok().filter(|points: &f64| points.is_finite() && *points >= 0.0);
    points.ok_or_else(|| "give a number of at least 0, such as 2".to_string())
}

fn parse_jobs(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&jobs| jobs > 0).ok_or_else(|| "give a number of at least 1, such as 2".to_string())
}

fn visibility_parser() -> impl TypedValueParser<Value = Visibility> {
    PossibleValuesParser::new(Visibility::names()).map(|name| name.parse().unwrap_or_default())
}
