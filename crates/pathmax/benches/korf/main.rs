//! IDA* without a table on Korf's instances of the 15-puzzle, compared with a plain C program.
//!
//! ```sh
//! cargo bench -p pathmax --bench korf           # the first instance, several rounds
//! cargo bench -p pathmax --bench korf -- ten    # the first ten instances, once each
//! ```
//!
//! The C program, `idastar.c`, is compiled with `cc -O3`, or with the compiler that `CC` names. It moves tiles on one board,
//! updates the heuristic value, and does not move back. The library also leaves out paths that return to a board in more than
//! two moves, which saves less than one expansion in a thousand; compiled with `-DNO_CYCLES`, the C program does so too, and the
//! expansions are compared with that.
//!
//! # References
//! R. E. Korf, *Depth-first iterative-deepening: an optimal admissible tree search*, 1985: the instances and their costs.

mod reference;
mod tiles;

use std::process::ExitCode;
use std::time::Instant;

use pathmax::{Algorithm, Cost, Heuristic, Search, Table};
use reference::Reference;
use tiles::{Board, FifteenPuzzle, IncrementalManhattan, Manhattan};

/// The first ten of Korf's instances, with their optimal costs.
const INSTANCES: [([u8; 16], Cost); 10] = [
    ([14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3], 57),
    ([13, 5, 4, 10, 9, 12, 8, 14, 2, 3, 7, 1, 0, 15, 11, 6], 55),
    ([14, 7, 8, 2, 13, 11, 10, 4, 9, 12, 5, 0, 3, 6, 1, 15], 59),
    ([5, 12, 10, 7, 15, 11, 14, 0, 8, 2, 1, 13, 3, 4, 9, 6], 56),
    ([4, 7, 14, 13, 10, 3, 9, 12, 11, 5, 6, 15, 1, 2, 8, 0], 56),
    ([14, 7, 1, 9, 12, 3, 6, 15, 8, 11, 2, 5, 10, 0, 4, 13], 52),
    ([2, 11, 15, 5, 13, 4, 6, 7, 12, 8, 10, 1, 9, 3, 14, 0], 52),
    ([12, 11, 15, 3, 8, 0, 4, 2, 6, 13, 9, 5, 14, 1, 10, 7], 50),
    ([3, 14, 9, 11, 5, 4, 8, 2, 13, 12, 6, 7, 10, 1, 15, 0], 46),
    ([13, 11, 8, 9, 0, 15, 7, 10, 4, 3, 6, 14, 5, 12, 2, 1], 59),
];

/// The number of rounds on the first instance. The median counts.
const ROUNDS: usize = 5;

/// What a program found and how long it took.
#[derive(Clone, Copy, Debug)]
struct Run {
    cost: Cost,
    expanded: u64,
    /// CPU time.
    seconds: f64,
}

fn main() -> ExitCode {
    let reference = match Reference::compile() {
        Ok(reference) => Some(reference),
        Err(reason) => {
            println!("no comparison with C: {reason}");
            None
        }
    };
    let done = match std::env::args().any(|argument| argument == "ten") {
        true => solve_ten(reference.as_ref()),
        false => compare_first(reference.as_ref()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("error: {reason}");
            ExitCode::FAILURE
        }
    }
}

/// The library on one instance.
fn solve(tiles: [u8; 16], heuristic: impl Heuristic<Board>) -> Run {
    let began = cpu_seconds();
    let report =
        Search::new(Algorithm::ida_star(Table::Off)).heuristic(heuristic).run(&FifteenPuzzle::new(Board::new(tiles)));
    let seconds = cpu_seconds() - began;
    Run { cost: report.plan().map_or(0, |plan| plan.cost), expanded: report.statistics.expanded, seconds }
}

/// The first instance with both heuristics and in C, in turn.
fn compare_first(reference: Option<&Reference>) -> Result<(), String> {
    let (tiles, cost) = INSTANCES[0];
    let [mut plain, mut incremental, mut c] = [const { Vec::new() }; 3];
    for _ in 0..ROUNDS {
        plain.push(solve(tiles, Manhattan));
        incremental.push(solve(tiles, IncrementalManhattan));
        if let Some(reference) = reference {
            c.push(reference.solve(tiles)?);
        }
    }
    let expected = reference.map(|reference| reference.expansions_without_cycles(tiles)).transpose()?;
    for run in plain.iter().chain(&incremental) {
        check(run, cost, expected.unwrap_or(run.expanded))?;
    }
    let c = median(&c);
    println!("Korf's first instance, cost {cost}, median of {ROUNDS} rounds, CPU time:");
    for (name, run) in [("pathmax, plain", median(&plain)), ("pathmax, incremental", median(&incremental)), ("C", c)] {
        let Some(run) = run else { continue };
        let ratio = c.map_or(String::new(), |c| format!("  {:5.2} times C", run.seconds / c.seconds));
        println!("{name:22} {:>13} expansions  {:6.2} s{ratio}", run.expanded, run.seconds);
    }
    Ok(())
}

/// Ten instances, once each.
fn solve_ten(reference: Option<&Reference>) -> Result<(), String> {
    println!("| instance | cost | expansions | pathmax | C | ratio |");
    println!("|--:|--:|--:|--:|--:|--:|");
    for (number, (tiles, cost)) in (1..).zip(INSTANCES) {
        let run = solve(tiles, IncrementalManhattan);
        let Run { expanded, seconds, .. } = run;
        let Some(reference) = reference else {
            check(&run, cost, expanded)?;
            println!("| {number} | {cost} | {expanded} | {seconds:.2} s | | |");
            continue;
        };
        let c = reference.solve(tiles)?;
        check(&run, cost, reference.expansions_without_cycles(tiles)?)?;
        check(&c, cost, c.expanded)?;
        let ratio = seconds / c.seconds;
        println!("| {number} | {cost} | {expanded} | {seconds:.2} s | {:.2} s | {ratio:.2} |", c.seconds);
    }
    Ok(())
}

fn check(run: &Run, cost: Cost, expanded: u64) -> Result<(), String> {
    match (run.cost, run.expanded) == (cost, expanded) {
        true => Ok(()),
        false => Err(format!("{run:?} instead of cost {cost} after {expanded} expansions")),
    }
}

fn median(runs: &[Run]) -> Option<Run> {
    let mut runs = runs.to_vec();
    runs.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    runs.get(runs.len() / 2).copied()
}

/// The CPU time of this thread on Linux; elsewhere the time since the first call.
fn cpu_seconds() -> f64 {
    static FIRST: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let schedule = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = schedule.and_then(|text| text.split_whitespace().next()?.parse::<u64>().ok());
    nanoseconds.map_or_else(|| FIRST.get_or_init(Instant::now).elapsed().as_secs_f64(), |time| time as f64 / 1e9)
}
