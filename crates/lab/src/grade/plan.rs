//! Messages between the grader, the supervisor, and the stages between supervisor and submission.
//!
//! Each of these processes has a socket to its parent as standard input. The parent sends a [`Plan`]; the child answers with
//! one JSON value per line.

use std::ffi::OsString;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::signal::Signal;
use nix::sys::time::TimeVal;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::cgroup::Cgroup;
use super::view::View;
use super::{Allowance, End};

/// How a submission is isolated from the grader's files, processes and network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Confinement {
    /// Not at all.
    None,
    /// By Landlock rules.
    Landlock,
    /// By user, mount, PID, network, IPC and UTS namespaces.
    Namespaces,
}

/// The parameters of one run, for the supervisor and its stages.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Plan {
    /// The command of the supervisor, which is also the command of its stages.
    pub supervisor: Vec<OsString>,
    /// The submission's command; empty for a probe, which starts nothing.
    pub command: Vec<OsString>,
    pub allowance: Allowance,
    pub confinement: Confinement,
    /// Whether to filter system calls.
    pub filter: bool,
    pub cgroup: Cgroup,
    /// The working directory.
    pub folder: PathBuf,
    pub view: View,
    /// Whether the submission may use the network.
    pub network: bool,
    /// The processors that the submission runs on; empty for any.
    pub cores: Vec<usize>,
    /// The file that is the submission's standard input, which is empty without one.
    pub input: Option<PathBuf>,
    /// A private folder for temporary files, if no private file system can be mounted.
    pub scratch: Option<PathBuf>,
}

/// A report of a stage to the supervisor.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum StageReport {
    /// The submission starts as soon as the supervisor answers. The stage itself has used this many bytes and this much
    /// processor time.
    Started {
        memory: u64,
        cpu: Duration,
    },
    NotStarted(String),
    /// The submission's first process has ended; sent by a stage that is its parent.
    Ended(End),
    /// The result of a probe.
    Granted(Granted),
}

/// The capabilities found by a probe.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Granted {
    /// Whether signals to processes outside are refused.
    pub signals: bool,
    /// How the number of processes is limited without a cgroup.
    pub processes: ProcessLimit,
}

/// How the number of processes is limited without a cgroup.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum ProcessLimit {
    /// The supervisor counts them.
    #[default]
    Polled,
    /// `RLIMIT_NPROC` in the submission's user namespace.
    ResourceLimit,
    /// `kernel.pid_max` of the PID namespace.
    PidMax,
}

/// A report of the supervisor to the grader.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Message {
    /// The submission has started; its first process leads this process group.
    Started { group: i32 },
    /// A heartbeat.
    Alive,
    /// The submission has ended; its processes are being killed.
    Ended,
    /// No process of the submission is left.
    Account(Account),
}

/// The supervisor's final report.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Account {
    pub end: End,
    pub seconds: f64,
    pub cpu_seconds: f64,
    pub peak_memory: u64,
}

impl From<ExitStatus> for End {
    fn from(status: ExitStatus) -> Self {
        if let Some(code) = status.code() {
            return End::Exited(code);
        }
        let number = status.signal().unwrap_or(0);
        End::Signalled(
            Signal::try_from(number).map_or(format!("signal {number}"), |signal| signal.as_str().to_string()),
        )
    }
}

impl Plan {
    /// The submission's standard input: a file, as with `<` in a shell, so that neither side ever waits for the other.
    pub fn stdin(&self) -> io::Result<Stdio> {
        match &self.input {
            None => Ok(Stdio::null()),
            Some(path) => step("open the board", File::open(path)).map(Stdio::from),
        }
    }
}

/// Adds the failed step to an error.
pub(super) fn step<T>(what: impl Display, result: io::Result<T>) -> io::Result<T> {
    result.map_err(|error| io::Error::new(error.kind(), format!("{what}: {error}")))
}

/// Peak memory in bytes of this process, or of the largest child it has waited for.
pub(super) fn largest(who: UsageWho) -> u64 {
    let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
    getrusage(who).map_or(0, |usage| u64::try_from(usage.max_rss()).unwrap_or(0)) * unit
}

/// Processor time of this process, or of the children that it has waited for and their descendants.
pub(super) fn cpu_time(who: UsageWho) -> Duration {
    let time = |time: TimeVal| {
        let micros = u64::try_from(time.tv_sec()).unwrap_or(0).saturating_mul(1_000_000);
        Duration::from_micros(micros.saturating_add(u64::try_from(time.tv_usec()).unwrap_or(0)))
    };
    getrusage(who).map_or(Duration::ZERO, |usage| time(usage.user_time()) + time(usage.system_time()))
}

/// Sends a value.
pub(super) fn send(mut socket: &UnixStream, value: &impl Serialize) -> io::Result<()> {
    let mut text = serde_json::to_vec(value).map_err(io::Error::other)?;
    text.push(b'\n');
    socket.write_all(&text)
}

/// Receives one value, byte by byte: the next one may be for another process.
pub(super) fn receive<T: DeserializeOwned>(mut socket: &UnixStream) -> io::Result<T> {
    let mut text = Vec::new();
    let mut byte = [0];
    loop {
        socket.read_exact(&mut byte)?;
        if byte == *b"\n" {
            return serde_json::from_slice(&text).map_err(io::Error::other);
        }
        text.push(byte[0]);
    }
}
