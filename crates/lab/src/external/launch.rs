//! Starts heuristic programs: as a plain process group, or by other means, such as in the grader's sandbox.

use std::fmt::Debug;
use std::io::{self, ErrorKind};
use std::os::fd::OwnedFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

use super::FailureKind;

/// Starts programs.
pub(crate) trait Launch: Debug + Send + Sync {
    /// Starts a program with pipes.
    fn launch(&self, words: &[String]) -> io::Result<Launched>;
}

/// A started program.
pub(crate) struct Launched {
    pub stdin: OwnedFd,
    pub stdout: OwnedFd,
    pub stderr: OwnedFd,
    pub process: Box<dyn Process>,
}

/// The processes of a program; they are killed when this value is dropped.
pub(crate) trait Process: Send {
    /// How the program ended, if it has within this time: the kind of failure, and words that follow its name.
    fn ended_within(&mut self, time: Duration) -> Option<(FailureKind, String)>;
}

/// The variable that makes Python write every line at once, which it does not do to pipes otherwise.
pub(crate) const UNBUFFERED: (&str, &str) = ("PYTHONUNBUFFERED", "1");

/// Starts programs in their own process groups, so that all their processes can be killed.
#[derive(Debug)]
pub(super) struct ProcessGroups;

impl Launch for ProcessGroups {
    fn launch(&self, words: &[String]) -> io::Result<Launched> {
        let (program, arguments) = words.split_first().ok_or(ErrorKind::InvalidInput)?;
        let mut child = Command::new(program)
            .args(arguments)
            .env(UNBUFFERED.0, UNBUFFERED.1)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let process = Box::new(Group(child));
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else { return Err(ErrorKind::BrokenPipe.into()) };
        Ok(Launched { stdin: stdin.into(), stdout: stdout.into(), stderr: stderr.into(), process })
    }
}

struct Group(Child);

impl Process for Group {
    fn ended_within(&mut self, time: Duration) -> Option<(FailureKind, String)> {
        let began = std::time::Instant::now();
        loop {
            if let Some(status) = self.0.try_wait().ok().flatten() {
                return Some((FailureKind::Ended, how_it_ended(status)));
            }
            if began.elapsed() >= time {
                return None;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // The whole group: a script may have started other processes.
        let _ = killpg(Pid::from_raw(self.0.id() as i32), Signal::SIGKILL);
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn how_it_ended(status: ExitStatus) -> String {
    match (status.code(), status.signal().map(Signal::try_from)) {
        (Some(code), _) => format!("ended with exit status {code}"),
        (None, Some(Ok(signal))) => format!("was killed by {}", signal.as_str()),
        (None, _) => "was killed".to_string(),
    }
}
