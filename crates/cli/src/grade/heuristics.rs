//! `pathmax grade --heuristics`.

use std::time::Duration;

use clap::Args;
use pathmax_lab::grade::{
    CommandTemplate, ExpansionRatios, GradeBoards, GradeError, HeuristicBudget, HeuristicGrader, HeuristicGrading,
    HeuristicPoints, HeuristicReport, Runner, Visibility,
};
use pathmax_lab::{HeuristicCommand, Sampling};

use super::args::GradeArguments;
use super::heuristics_print as report;
use crate::args::{free_memory, parse_time};
use crate::output::{Exit, Failure, print};
use crate::progress::TaskBar;
use crate::provenance::Provenance;

/// How to grade heuristics.
#[derive(Args)]
pub struct HeuristicsArguments {
    /// Grade heuristics: audit the values of the program of --heuristic-cmd on every board
    ///
    /// Checks whether they are admissible and consistent, and compares the expansions of A* with those of a reference
    /// heuristic.
    #[arg(long, help_heading = "Heuristics", requires = "heuristic_cmd", conflicts_with_all = ["solver", "submissions"])]
    heuristics: bool,
    /// Program to grade: it reads one state per line (JSON) and writes one number or `inf` per line; see docs/heuristics.md
    #[arg(long, help_heading = "Heuristics", value_name = "COMMAND", requires = "heuristics")]
    heuristic_cmd: Option<CommandTemplate>,
    /// Maximum time per answer
    #[arg(long, help_heading = "Heuristics", value_name = "TIME", default_value = "1m", value_parser = parse_time)]
    heuristic_timeout: Duration,
    /// Heuristic to compare the expansions with, see `pathmax list` [default: the puzzle's first]
    #[arg(long, help_heading = "Heuristics", value_name = "NAME", requires = "heuristics")]
    reference: Option<String>,
    /// Points per board
    #[arg(
        long,
        help_heading = "Heuristics",
        value_name = "POINTS",
        default_value = "admissible=1,consistent=1,expansions=1"
    )]
    heuristic_points: HeuristicPoints,
    /// Share of the points for expansions, by the ratio to those of the reference: 2=0.5 gives half for up to twice as many
    #[arg(long, help_heading = "Heuristics", value_name = "RATIOS", default_value = "1=1,2=0.5,5=0.25")]
    expansion_ratios: ExpansionRatios,
    /// Maximum number of reachable states to audit; larger boards are sampled
    #[arg(long, help_heading = "Heuristics", value_name = "N", default_value_t = HeuristicBudget::default().states)]
    states: u64,
    /// Number of states to sample: half of them nearest to the start, half on random walks
    #[arg(long, help_heading = "Heuristics", value_name = "N", default_value_t = HeuristicBudget::default().sampling.states)]
    sample: usize,
    /// Random seed of the sample
    #[arg(long, help_heading = "Heuristics", value_name = "N", default_value_t = HeuristicBudget::default().sampling.seed)]
    seed: u64,
}

impl HeuristicsArguments {
    /// The program to grade, if heuristics are graded.
    pub fn command(&self) -> Option<&CommandTemplate> {
        self.heuristic_cmd.as_ref()
    }

    /// The budgets of each board.
    pub fn budget(&self) -> HeuristicBudget {
        let usual = HeuristicBudget::default();
        HeuristicBudget {
            reference: self.reference.clone(),
            states: self.states,
            sampling: Sampling { states: self.sample, seed: self.seed, ..usual.sampling },
            memory: Some(free_memory()),
            ..usual
        }
    }

    /// The grader of a program.
    pub fn grader(&self, command: &CommandTemplate, runner: Runner, visibility: Option<Visibility>) -> HeuristicGrader {
        let mut command = HeuristicCommand::of_words(command.words().to_vec());
        command.timeout = self.heuristic_timeout;
        let (points, ratios) = (self.heuristic_points, self.expansion_ratios.clone());
        HeuristicGrader { command, runner, budget: self.budget(), points, ratios, visibility }
    }
}

/// Grades a heuristic on the boards of a folder.
pub fn run(
    arguments: &GradeArguments,
    command: &CommandTemplate,
    folder: &GradeBoards,
    runner: Runner,
) -> Result<Exit, Failure> {
    let grader = arguments.heuristics.grader(command, runner, arguments.scoring.keys().visibility);
    let mut bar = TaskBar::new(!arguments.quiet, folder.boards.len());
    let references = grader
        .budget
        .references(&folder.boards, &grader.runner.cancel, &mut |board| {
            bar.doing(|| format!("reference on {} (Ctrl-C stops)", board.name.to_string_lossy()));
        })
        .map_err(Failure::new)?;
    let origin = Provenance::seeded(arguments.heuristics.seed);
    let write_results = |report: &HeuristicReport| match &arguments.gradescope {
        Some(path) => report
            .write_gradescope(path, &origin)
            .map_err(|error| GradeError::new(format!("{}: cannot be written: {error}", path.display()))),
        None => Ok(()),
    };
    let report = grader
        .grade(&folder.boards, &references, &mut |event| match event {
            HeuristicGrading::Ready(report) => write_results(report),
            HeuristicGrading::Auditing(file) => {
                bar.doing(|| format!("auditing on {file} (Ctrl-C stops)"));
                Ok(())
            }
            HeuristicGrading::Done(report) => {
                bar.done();
                write_results(report)
            }
        })
        .map_err(Failure::new)?;
    drop(bar);
    if arguments.json {
        print(origin.json(&report)?)?;
    } else if arguments.csv {
        print(report::csv(&report, &origin)?)?;
    } else {
        print(report::describe(&report))?;
    }
    Ok(report::exit(&report))
}
