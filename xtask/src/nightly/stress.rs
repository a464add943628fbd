//! The whole test suite on a busy machine: a test whose result depends on the clock fails here.

use crate::busy::BusyProcesses;
use crate::{Failure, suite};

/// Runs in a row.
const RUNS: usize = 3;
/// Busy processes per core: 24 on two cores.
const PER_CORE: usize = 12;

pub fn run() -> Result<String, Failure> {
    suite::build()?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let _busy = BusyProcesses::start(PER_CORE * cores)?;
    for run in 1..=RUNS {
        suite::run(&[]).map_err(|message| format!("run {run} of {RUNS}: {message}"))?;
    }
    Ok(format!("{RUNS} runs of all tests beside {} busy processes on {cores} cores", PER_CORE * cores))
}
