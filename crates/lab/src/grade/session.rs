//! A submission that stays running: a heuristic program, asked through pipes, under the same supervisor and in the same
//! sandbox as a submission that solves a board.
//!
//! The supervisor's standard input is the grader's socket, so the states reach the program through a named pipe, which the
//! last stage opens before it confines itself. Answers and errors come through the pipes that the program inherits.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::Child;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use nix::fcntl::OFlag;
use nix::sys::stat::Mode;
use nix::unistd::mkfifo;
use pathmax::CancelToken;
use tempfile::TempDir;

use super::plan::{Plan, send};
use super::run::Timing;
use super::{End, Runner, Task, mark};
use crate::FailureKind;
use crate::external::launch::{Launch, Launched, Process, UNBUFFERED};

/// Maximum time for the supervisor to report the end of a program whose output has ended.
const PATIENCE: Duration = Duration::from_secs(30);

/// Starts heuristic programs under the supervisor. The time limit of the runner does not apply: the audit measures the time
/// of the answers, not its own.
#[derive(Debug)]
pub(super) struct Sessions {
    runner: Runner,
    usage: Arc<Mutex<SessionUsage>>,
}

/// Resources that programs have used.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SessionUsage {
    /// Elapsed time of all of them.
    pub seconds: f64,
    /// Peak memory of the largest, in bytes.
    pub peak_memory: u64,
}

impl Sessions {
    pub fn new(runner: &Runner) -> Self {
        let mut runner = runner.clone();
        runner.allowance.time = Duration::MAX;
        Sessions { runner, usage: Arc::default() }
    }

    /// What the programs that have ended have used.
    pub fn usage(&self) -> SessionUsage {
        *self.usage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Launch for Sessions {
    fn launch(&self, words: &[String]) -> io::Result<Launched> {
        let command: Vec<OsString> = words.iter().map(OsString::from).collect();
        let folders = ["session", "scratch"].map(|prefix| tempfile::Builder::new().prefix(prefix).tempdir());
        let [folder, scratch] = folders;
        let (folder, scratch) = (folder?, scratch?);
        let pipe = folder.path().join("states");
        mkfifo(&pipe, Mode::S_IRUSR | Mode::S_IWUSR)?;
        // A pipe can only be opened for writing while it is open for reading.
        let reader = open_pipe(OpenOptions::new().read(true), &pipe)?;
        let stdin = open_pipe(OpenOptions::new().write(true), &pipe)?;

        let mut runner = self.runner.clone();
        runner.cancel = runner.cancel.child_token();
        let task = Task { command, board: Some(&pipe), is_board_input: true, ..Task::default() };
        let plan = runner.plan(&task, scratch.path())?;
        let (ours, theirs) = UnixStream::pair()?;
        let mut supervisor = runner.start(&plan, theirs, &[UNBUFFERED])?;
        let pipes = (supervisor.stdout.take(), supervisor.stderr.take());
        let (Some(stdout), Some(stderr)) = pipes else { return Err(io::ErrorKind::BrokenPipe.into()) };
        let cancel = runner.cancel.clone();
        let attended =
            Attended { runner, plan, supervisor, socket: ours, _folders: [folder, scratch], _reader: reader };
        let process = Box::new(Session::start(attended, cancel, Arc::clone(&self.usage)));
        Ok(Launched { stdin: stdin.into(), stdout: stdout.into(), stderr: stderr.into(), process })
    }
}

fn open_pipe(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    options.custom_flags(OFlag::O_NONBLOCK.bits()).open(path)
}

/// A running program and its supervisor.
struct Attended {
    runner: Runner,
    plan: Plan,
    supervisor: Child,
    socket: UnixStream,
    /// The folder of the pipe; and that of temporary files, where there is no private file system.
    _folders: [TempDir; 2],
    /// Keeps the pipe open until the program has opened it.
    _reader: File,
}

impl Attended {
    /// Waits for the end of the program, or ends it when the runner is cancelled; returns how it ended, and its usage.
    fn attend(mut self) -> (End, SessionUsage) {
        // A supervisor that cannot be reached sends no account.
        let _ = send(&self.socket, &self.plan);
        let mut timing = Timing::new(self.runner.allowance.time);
        let account = self.runner.wait(&self.socket, &|| false, &mut timing, &mut || {});
        timing.end();
        self.runner.end(&mut self.supervisor, account.is_some(), &timing);
        self.plan.cgroup.kill();
        self.plan.cgroup.remove();
        let seconds = timing.time().as_secs_f64();
        match account {
            Some(account) => (account.end, SessionUsage { seconds, peak_memory: account.peak_memory }),
            None => (End::Lost, SessionUsage { seconds, peak_memory: 0 }),
        }
    }
}

/// The processes of a program, attended by a thread.
struct Session {
    cancel: CancelToken,
    ended: Receiver<(FailureKind, String)>,
    thread: Option<JoinHandle<()>>,
}

impl Session {
    fn start(attended: Attended, cancel: CancelToken, usage: Arc<Mutex<SessionUsage>>) -> Session {
        let (sender, ended) = channel();
        let thread = thread::spawn(move || {
            let allowance = attended.runner.allowance.clone();
            let (end, used) = attended.attend();
            let mut total = usage.lock().unwrap_or_else(PoisonError::into_inner);
            total.seconds += used.seconds;
            total.peak_memory = total.peak_memory.max(used.peak_memory);
            drop(total);
            let how = match (mark::excess(&end, &allowance), end) {
                (Some(excess), _) => (FailureKind::TooMuch, excess),
                (None, End::NotStarted(why)) => (FailureKind::NotStarted, format!("could not be started: {why}")),
                (None, End::Exited(code)) => (FailureKind::Ended, format!("ended with exit status {code}")),
                (None, End::Signalled(name)) => (FailureKind::Ended, format!("was killed by {name}")),
                (None, _) => (FailureKind::Ended, "ended unexpectedly, or its supervisor did".to_string()),
            };
            // The receiver may be gone.
            let _ = sender.send(how);
        });
        Session { cancel, ended, thread: Some(thread) }
    }
}

impl Process for Session {
    /// The pipes close only after the supervisor's report, so the end is known soon.
    fn ended_within(&mut self, time: Duration) -> Option<(FailureKind, String)> {
        self.ended.recv_timeout(time.max(PATIENCE)).ok()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.cancel.cancel();
        if let Some(thread) = self.thread.take() {
            // It does not panic.
            let _ = thread.join();
        }
    }
}
