//! What the grader, the supervisor and the stages between supervisor and submission tell each other.
//!
//! Every process of ours has a socket to its parent as standard input. The parent sends a [`Plan`]; the child answers with
//! one JSON value per line.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::ExitStatus;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::signal::Signal;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::Allowance;
use super::cgroup::Cgroup;
use super::view::View;

/// How a submission is kept away from the grader's files, processes and network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Confinement {
    /// Not at all.
    None,
    /// By Landlock rules.
    Landlock,
    /// By user, mount, PID, network, IPC and UTS namespaces.
    Namespaces,
}

/// Everything that a supervisor and its stages need to know about one run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Plan {
    /// The command of the supervisor, which is also the command of its stages.
    pub supervisor: Vec<OsString>,
    /// The submission's command. Empty for a probe, which sets everything up and starts nothing.
    pub command: Vec<OsString>,
    pub allowance: Allowance,
    pub confinement: Confinement,
    /// Whether to filter system calls.
    pub filter: bool,
    pub cgroup: Cgroup,
    pub view: View,
    /// A private folder for temporary files, where no private file system can be mounted.
    pub scratch: Option<PathBuf>,
}

/// What a stage reports to the supervisor.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum StageReport {
    /// The submission starts as soon as the supervisor answers. The stage itself has used this much memory, in bytes.
    Started {
        memory: u64,
    },
    NotStarted(String),
    /// The submission's first process has ended; only from a stage that is its parent.
    Ended(Ended),
    /// The result of a probe.
    Granted(Granted),
}

/// What the kernel granted to a probe.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Granted {
    /// Whether signals to processes outside are refused.
    pub signals: bool,
    /// How the number of processes is limited, without a cgroup.
    pub processes: ProcessLimit,
}

/// How the number of processes is limited where there is no cgroup for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum ProcessLimit {
    /// The supervisor counts them.
    #[default]
    Polled,
    /// `RLIMIT_NPROC` in a user namespace of the submission's own.
    ResourceLimit,
    /// `kernel.pid_max` of the PID namespace.
    PidMax,
}

/// What the supervisor reports to the grader.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Message {
    /// The submission runs from now on; its first process leads this process group.
    Started { group: i32 },
    /// The supervisor is neither stopped nor starved.
    Alive,
    /// The submission runs no longer; its processes are being killed.
    Ended,
    /// Nothing of the submission is left.
    Account(Account),
}

/// The supervisor's account of a run.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Account {
    pub end: Ended,
    pub seconds: f64,
    pub peak_memory: u64,
}

/// How a submission ended.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
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

impl From<ExitStatus> for Ended {
    fn from(status: ExitStatus) -> Self {
        match (status.code(), status.signal()) {
            (Some(code), _) => Ended::Exited(code),
            (None, signal) => Ended::signalled(signal.unwrap_or(0)),
        }
    }
}

impl Ended {
    fn signalled(number: i32) -> Self {
        let name = Signal::try_from(number).map_or(format!("signal {number}"), |signal| signal.as_str().to_string());
        Ended::Signalled(name)
    }
}

/// The most memory that one process has used, in bytes: this one, or one that it has waited for.
pub(super) fn largest(who: UsageWho) -> u64 {
    let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
    getrusage(who).map_or(0, |usage| u64::try_from(usage.max_rss()).unwrap_or(0)) * unit
}

/// Sends a value.
pub(super) fn send(mut socket: &UnixStream, value: &impl Serialize) -> io::Result<()> {
    let mut text = serde_json::to_vec(value).map_err(io::Error::other)?;
    text.push(b'\n');
    socket.write_all(&text)
}

/// Receives a value, and not a byte more: the next one may be for another process.
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
