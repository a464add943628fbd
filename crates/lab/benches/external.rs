//! How many states a second a program answers through the pipe.
//!
//! `cargo bench --bench external` measures a trivial Python program (`print(0)` for every line), `cargo bench --bench external
//! -- COMMAND…` other ones. States are those within reach of a Chexers board with four pieces: first in batches of 10,000 as
//! in an audit, then by A* with one batch per expansion, including the program's start.

#[path = "../tests/support/compile.rs"]
mod compile;

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use pathmax::{Algorithm, Heuristic, SearchOptions, Space};
use pathmax_lab::{AnyBoard, HeuristicCommand, HeuristicSource, Heuristics, Reading, Registry, SolveError, Solver};
use pathmax_puzzles::{Board, BoardProblem, ProblemVisitor};

use compile::compile;

const BOARD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../instances/chexers/open-field.json");
const BATCH: usize = 10_000;
const PYTHON: &str = "python3 -c 'import sys\nfor line in sys.stdin: print(0)'";

fn main() {
    let given: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let commands = if given.is_empty() { vec![PYTHON.to_string()] } else { given };
    let board = Registry::builtin().load(BOARD.as_ref(), &Reading::default()).expect("a board of ours").board;
    for command in commands {
        match measure(&command, &board) {
            Ok(text) => println!("{text}"),
            Err(error) => println!("{command}: {error}"),
        }
    }
}

fn measure(command: &str, board: &AnyBoard) -> Result<String, String> {
    let command: HeuristicCommand = command.parse()?;
    let source = HeuristicSource::Command(command.clone());
    let heuristics = Heuristics::find(board.puzzle().info(), &source, &mut SearchOptions::default())
        .map_err(|error| error.to_string())?;
    let (states, time) = compile(board, InBatches(heuristics)).map_err(|error| error.to_string())?;
    let rate = |states: usize, time: Duration| format!("{:.0} states a second", states as f64 / time.as_secs_f64());
    let mut text = format!("{command}\n  batches of {BATCH}: {states} states, {}", rate(states, time));

    // Without a claim, A* stores and expands the same as with null, which is what a heuristic of zeros is.
    let solver = Solver { search: SearchOptions::new(Algorithm::default()), heuristic: source, ..Solver::default() };
    let report = solver.solve(board, &mut |_| {}).map_err(|error| error.to_string())?;
    let statistics = &report.statistics;
    text += &format!(
        "\n  A*, a batch an expansion: {} states asked, {} expansions, {}",
        statistics.peak_stored,
        statistics.expanded,
        rate(statistics.peak_stored, statistics.elapsed)
    );
    Ok(text)
}

/// Asks for every state that can be reached, batch by batch; how many, and how long that took.
struct InBatches(Heuristics);

impl<B: Board> ProblemVisitor<B> for InBatches {
    type Output = Result<(usize, Duration), SolveError>;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Self::Output {
        let Some(space) = Space::explore_while(problem, &mut |_| ControlFlow::Continue(())) else {
            return Ok((0, Duration::ZERO));
        };
        let states: Vec<P::State> = (0..space.len()).map(|i| space.state(i).0.clone()).collect();
        let mut evaluator = self.0.make(problem)?;
        // The program's start is not the pipe's.
        let (first, rest) = states.split_at(1.min(states.len()));
        evaluator.prefetch(first);
        let began = Instant::now();
        for batch in rest.chunks(BATCH) {
            evaluator.prefetch(batch);
        }
        let time = began.elapsed();
        self.0.finish()?;
        Ok((rest.len(), time))
    }
}
