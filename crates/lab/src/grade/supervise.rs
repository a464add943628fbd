//! A process of ours between the grader and a submission: it keeps the limits and leaves nothing running.
//!
//! The grader starts the program again as a supervisor, with one end of a socket as its standard input. The supervisor
//! limits itself, which its children inherit, adopts whatever the submission leaves behind, and starts the submission in a
//! process group of its own. The submission has the supervisor's standard output and standard error, which are pipes to
//! the grader, and nothing of the socket. At the end the supervisor kills all that descends from it and tells through the
//! socket how it went. If the socket closes before, because the grader wants an end or because it is no more, the
//! supervisor ends everything too.

use std::ffi::OsString;
use std::io::{self, Write, stdin};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::resource::{Resource, UsageWho, getrlimit, getrusage, setrlimit};
use nix::sys::signal::{Signal, killpg};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;
use serde::{Deserialize, Serialize};

use super::Allowance;
use super::processes::{descendants, kill_descendants, memory};

/// How often the memory is looked at, at most.
const INTERVAL: Duration = Duration::from_millis(20);
/// How often it is looked at, at least.
const LONGEST_INTERVAL: Duration = Duration::from_millis(200);
/// What the supervisor itself may reserve, mostly for its threads.
const OWN_MEMORY: u64 = 64 << 20;
/// How long the dead may take to be gone.
const PATIENCE: Duration = Duration::from_secs(10);

/// What the supervisor tells.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Account {
    pub end: Ended,
    pub seconds: f64,
    pub peak_memory: u64,
}

/// How the submission ended.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Ended {
    Exited(i32),
    /// Ended by a signal of this name.
    Signalled(String),
    TimeUp,
    TooMuchMemory,
    TooManyProcesses,
    Cancelled,
    NotStarted(String),
}

enum Event {
    /// The submission's first process has ended.
    Ended(Option<ExitStatus>),
    /// The grader wants an end, or is no more.
    Closed,
}

/// Runs a submission as the grader's supervisor: what the program's hidden command does. Its standard input is the
/// grader's socket.
pub fn supervise(allowance: &Allowance, command: &[OsString]) -> io::Result<()> {
    let mut grader = UnixStream::from(stdin().as_fd().try_clone_to_owned()?);
    grader.peer_addr()?;
    #[cfg(target_os = "linux")]
    {
        nix::sys::prctl::set_child_subreaper(true)?;
        // Nobody but the superuser looks into this process.
        nix::sys::prctl::set_dumpable(false)?;
    }
    limit(allowance)?;
    let account = match start(command) {
        Ok(child) => watch(child, allowance, grader.try_clone()?),
        Err(error) => Account { end: Ended::NotStarted(error.to_string()), seconds: 0.0, peak_memory: 0 },
    };
    let mut text = serde_json::to_string(&account).map_err(io::Error::other)?;
    text.push('\n');
    grader.write_all(text.as_bytes())
}

/// Limits this process and all that it starts.
fn limit(allowance: &Allowance) -> io::Result<()> {
    // Programs may use several processors at once; this only ends what everything else has missed.
    let processors = thread::available_parallelism().map_or(1, usize::from) as u64;
    let seconds = allowance.time.as_secs().saturating_add(5).saturating_mul(processors);
    let limits = [
        (Resource::RLIMIT_CORE, 0),
        (Resource::RLIMIT_FSIZE, allowance.file_size),
        // Reserved, not used: languages with a heap of their own reserve more than they use. The rest is looked after
        // while the submission runs.
        (Resource::RLIMIT_DATA, allowance.memory.saturating_mul(2).saturating_add(OWN_MEMORY)),
        (Resource::RLIMIT_CPU, seconds),
    ];
    for (resource, most) in limits {
        let (_, hard) = getrlimit(resource)?;
        let most = hard.min(most);
        setrlimit(resource, most, most)?;
    }
    Ok(())
}

fn start(command: &[OsString]) -> io::Result<Child> {
    let (program, arguments) = command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    Command::new(program).args(arguments).stdin(Stdio::null()).process_group(0).spawn()
}

/// Waits for the end of a submission, or brings it about; leaves nothing running.
fn watch(mut child: Child, allowance: &Allowance, mut grader: UnixStream) -> Account {
    let began = Instant::now();
    let group = Pid::from_raw(child.id() as i32);
    let (sender, events) = channel();
    let closed = sender.clone();
    thread::spawn(move || sender.send(Event::Ended(child.wait().ok())));
    thread::spawn(move || {
        // The grader says nothing: a read ends when the socket does.
        let _ = io::copy(&mut grader, &mut io::sink());
        closed.send(Event::Closed)
    });

    let mut watched = Watched { events, allowance, began, peak: 0 };
    let by_itself = watched.wait();
    let seconds = began.elapsed().as_secs_f64();
    let _ = killpg(group, Signal::SIGKILL);
    if by_itself.is_err() {
        // The thread that waits for the submission must be the one to reap it.
        while let Ok(Event::Closed) = watched.events.recv_timeout(PATIENCE) {}
    }
    kill_descendants(std::process::id() as i32, PATIENCE, reap);

    let peak_memory = watched.peak.max(largest_child());
    let end = match by_itself {
        Err(end) => end,
        Ok(_) if peak_memory > allowance.memory => Ended::TooMuchMemory,
        Ok(status) => told(status),
    };
    Account { end, seconds, peak_memory }
}

/// A submission that runs.
struct Watched<'a> {
    events: Receiver<Event>,
    allowance: &'a Allowance,
    began: Instant,
    peak: u64,
}

impl Watched<'_> {
    /// Waits until it ends by itself or for the first reason to end it.
    fn wait(&mut self) -> Result<Option<ExitStatus>, Ended> {
        let mut interval = Duration::ZERO;
        loop {
            let left = self.allowance.time.saturating_sub(self.began.elapsed());
            match self.events.recv_timeout(interval.min(left)) {
                Ok(Event::Ended(status)) => return Ok(status),
                Ok(Event::Closed) | Err(RecvTimeoutError::Disconnected) => return Err(Ended::Cancelled),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Ended::TimeUp),
                Err(RecvTimeoutError::Timeout) => {}
            }
            let looked = Instant::now();
            self.look()?;
            // On a machine with thousands of processes looking takes its time; the submission shall not feel it much.
            interval = (looked.elapsed() * 20).clamp(INTERVAL, LONGEST_INTERVAL);
        }
    }

    fn look(&mut self) -> Result<(), Ended> {
        let processes = descendants(std::process::id() as i32);
        let memory = memory(&processes, self.allowance.memory);
        self.peak = self.peak.max(memory);
        if memory > self.allowance.memory {
            return Err(Ended::TooMuchMemory);
        }
        if processes.len() > Allowance::PROCESSES {
            return Err(Ended::TooManyProcesses);
        }
        Ok(())
    }
}

/// Takes note of all children that have ended.
pub(super) fn reap() {
    while matches!(waitpid(None, Some(WaitPidFlag::WNOHANG)), Ok(status) if status != WaitStatus::StillAlive) {}
}

/// What the largest process that has ended held at most, in bytes; 0 if it cannot be told from this one, whose memory
/// every child has for a moment.
fn largest_child() -> u64 {
    let size = |who| getrusage(who).map_or(0, |usage| u64::try_from(usage.max_rss()).unwrap_or(0));
    let (child, this) = (size(UsageWho::RUSAGE_CHILDREN), size(UsageWho::RUSAGE_SELF));
    let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
    if child > this { child * unit } else { 0 }
}

fn told(status: Option<ExitStatus>) -> Ended {
    let Some(status) = status else { return Ended::NotStarted("its end was not seen".to_string()) };
    match (status.code(), status.signal()) {
        (Some(code), _) => Ended::Exited(code),
        (None, signal) => {
            let number = signal.unwrap_or(0);
            let name =
                Signal::try_from(number).map_or(format!("signal {number}"), |signal| signal.as_str().to_string());
            Ended::Signalled(name)
        }
    }
}
