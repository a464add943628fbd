//! The folder that a submission runs in, and the command that prepares it.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempDir;

use super::Submission;
use crate::grade::mark::with_last_error;
use crate::grade::{Allowance, CommandTemplate, End, Runner, Task};

/// Maximum size of a file that a set-up command writes, unless programs may write larger ones, in bytes.
const LARGEST_FILE: u64 = 1 << 30;

/// A command to run in each submission's folder before the first board.
///
/// It runs in the sandbox of programs, on a copy of the submission that it may change.
#[derive(Clone, Debug)]
pub struct SetupCommand {
    /// The command, which may contain `{submission}`.
    pub command: CommandTemplate,
    /// Time limit.
    pub time: Duration,
    /// Whether it may use the network.
    pub network: bool,
}

/// The folder that a submission runs in.
pub(super) struct Workplace {
    /// The working directory.
    pub folder: PathBuf,
    /// The submission.
    pub path: PathBuf,
    /// Removes a copy at the end.
    _copy: Option<TempDir>,
}

impl Workplace {
    /// The submission's own folder; or a copy if it is a file, will be changed, or has a path that is not UTF-8 text.
    pub fn new(submission: &Submission, is_changed: bool) -> io::Result<Workplace> {
        if submission.is_folder && !is_changed && submission.path.to_str().is_some() {
            return Ok(Workplace { folder: submission.path.clone(), path: submission.path.clone(), _copy: None });
        }
        let (copy, path) = submission.copy()?;
        let folder = if submission.is_folder { path.clone() } else { path.parent().unwrap_or(&path).to_path_buf() };
        Ok(Workplace { folder, path, _copy: Some(copy) })
    }
}

impl SetupCommand {
    /// Runs the command, and returns why it failed, if it did.
    pub(super) fn run(&self, runner: &Runner, place: &Workplace, tick: &mut dyn FnMut()) -> io::Result<Option<String>> {
        let mut runner = runner.clone();
        let file_size = runner.allowance.file_size.max(LARGEST_FILE);
        runner.allowance = Allowance { time: self.time, file_size, ..runner.allowance };
        let task = Task {
            command: self.command.in_submission(&place.path).on(Path::new("")),
            is_folder_writable: true,
            has_network: self.network,
            ..Task::default()
        };
        let run = runner.run(&task, tick)?;
        let failed = |what: String| Some(with_last_error(what, &run.stderr));
        Ok(match &run.end {
            End::Exited(0) => None,
            End::Exited(status) => failed(format!("exit status {status}")),
            End::Signalled(name) => failed(format!("killed by {name}")),
            End::TimeUp => Some(format!("not done after {:?}", self.time)),
            End::TooMuchMemory => Some(format!("used more than {} MiB of memory", runner.allowance.memory >> 20)),
            End::TooManyProcesses => Some(format!("started more than {} processes", Allowance::PROCESSES)),
            End::TooMuchOutput => Some(format!("printed more than {} MiB", Allowance::OUTPUT >> 20)),
            End::NotStarted(why) => Some(format!("could not be started: {why}")),
            End::Cancelled => Some("interrupted".to_string()),
            End::Lost => failed("its supervisor was stopped or killed".to_string()),
        })
    }
}
