//! The whole test suite on a busy machine: a test whose result depends on the clock fails here.

use crate::busy::{self, BusyProcesses};
use crate::{Failure, process, suite};

/// Runs in a row.
const RUNS: usize = 3;
/// Busy processes per core: 24 on two cores.
const PER_CORE: usize = 12;

pub fn run() -> Result<String, Failure> {
    let program = busy::this_program()?;
    suite::build()?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let count = PER_CORE * cores;
    let _busy = BusyProcesses::start(&program, count)?;
    // As many tests at a time as busy processes: half of the processors' time is theirs, and the tests disturb each other too.
    for run in 1..=RUNS {
        process::run(suite::command().env("RUST_TEST_THREADS", count.to_string()))
            .map_err(|message| format!("run {run} of {RUNS}: {message}"))?;
    }
    Ok(format!("{RUNS} runs of all tests beside {count} busy processes on {cores} cores"))
}
