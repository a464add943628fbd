//! The arguments of `pathmax grade --heuristics`.

use std::time::Duration;

use clap::Args;
use pathmax_lab::grade::{
    CommandTemplate, ExpansionRatios, GradeBoards, HeuristicBudget, HeuristicGrader, HeuristicPoints, Runner,
    ScoringKeys,
};
use pathmax_lab::{Sampling, free_memory};

use super::args::GradeArguments;
use crate::args::parse_time;

/// How to grade heuristics.
#[derive(Args)]
pub struct HeuristicsArguments {
    /// Grade heuristics: audit the values of the program of --heuristic-cmd on every board
    ///
    /// Checks whether they are admissible and consistent, and compares the expansions of A* with those of a reference
    /// heuristic.
    #[arg(long, help_heading = "Heuristics", requires = "heuristic_cmd", conflicts_with = "solver")]
    heuristics: bool,
    /// Program to grade: it reads one state per line (JSON) and writes one number or `inf` per line; see `pathmax help
    /// heuristics`
    #[arg(long, help_heading = "Heuristics", value_name = "COMMAND", requires = "heuristics")]
    heuristic_cmd: Option<CommandTemplate>,
    /// Maximum time per answer
    #[arg(long, help_heading = "Heuristics", value_name = "TIME", default_value = "1m", value_parser = parse_time)]
    heuristic_timeout: Duration,
    /// Heuristic to compare the expansions with, see `pathmax list` [default: the puzzle's first]
    #[arg(long, help_heading = "Heuristics", value_name = "NAME", requires = "heuristics")]
    reference: Option<String>,
    /// Points per board [default: those in manifest.json, else admissible=1,consistent=1,expansions=1]
    #[arg(long, help_heading = "Heuristics", value_name = "POINTS", requires = "heuristics")]
    heuristic_points: Option<HeuristicPoints>,
    /// Share of the points for expansions, by the ratio to those of the reference: 2=0.5 gives half for up to twice as many
    /// [default: those in manifest.json, else 1=1,2=0.5,5=0.25]
    #[arg(long, help_heading = "Heuristics", value_name = "RATIOS", requires = "heuristics")]
    expansion_ratios: Option<ExpansionRatios>,
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

    /// The budgets of each board, of which several are audited at the same time.
    fn budget(&self, jobs: usize) -> HeuristicBudget {
        let usual = HeuristicBudget::default();
        HeuristicBudget {
            reference: self.reference.clone(),
            states: self.states,
            sampling: Sampling { states: self.sample, seed: self.seed, ..usual.sampling },
            memory: Some(free_memory() / jobs.max(1)),
            ..usual
        }
    }
}

/// The grader of a program.
pub fn grader(
    arguments: &GradeArguments,
    command: CommandTemplate,
    runner: Runner,
    boards: &GradeBoards,
) -> HeuristicGrader {
    let own = &arguments.heuristics;
    let scoring = ScoringKeys {
        heuristic_points: own.heuristic_points,
        expansion_ratios: own.expansion_ratios.clone(),
        ..arguments.scoring.keys()
    };
    HeuristicGrader {
        command,
        timeout: own.heuristic_timeout,
        runner,
        budget: own.budget(arguments.class.jobs),
        scoring,
        decimals: arguments.scoring.decimals.or(boards.decimals),
    }
}
