//! Processes that keep the processors busy, for tests of tests.
//!
//! Each is this program again. It ends when its standard input ends, which the system closes with this process, however that
//! ends: after the command, at Ctrl-C, or killed.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::{Failure, process};

/// The argument that makes this program a busy process.
pub const CHILD: &str = "busy-process";

/// Busy processes; they end when this is dropped.
pub struct BusyProcesses(Vec<Child>);

/// The path of this program. A build may replace the file, and then its name is no longer known: ask before.
pub fn this_program() -> Result<PathBuf, Failure> {
    std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))
}

impl BusyProcesses {
    /// Starts `count` busy processes of `program`, which is [`this_program`].
    pub fn start(program: &Path, count: usize) -> Result<BusyProcesses, Failure> {
        let mut busy = BusyProcesses(Vec::new());
        for _ in 0..count {
            let child = Command::new(program).arg(CHILD).stdin(Stdio::piped()).stdout(Stdio::null()).spawn();
            busy.0.push(child.map_err(|error| format!("cannot start a busy process: {error}"))?);
        }
        Ok(busy)
    }
}

impl Drop for BusyProcesses {
    fn drop(&mut self) {
        for child in &mut self.0 {
            // It may have ended already.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Runs a command beside busy processes.
pub fn run_beside(count: usize, command: &[&str]) -> Result<(), Failure> {
    let _busy = BusyProcesses::start(&this_program()?, count)?;
    process::run(Command::new(command[0]).args(&command[1..]))
}

/// Keeps a processor busy until standard input ends.
pub fn spin_until_parent_ends() -> ! {
    std::thread::spawn(|| {
        loop {
            std::hint::spin_loop();
        }
    });
    // Nothing is ever written there. An error means that it cannot be read: the end, too.
    let _ = std::io::stdin().read(&mut [0]);
    std::process::exit(0)
}
