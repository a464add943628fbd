//! One run of a submission under a supervisor: the grader's side. See [`supervise`](super::supervise) for the other.

use std::env;
use std::ffi::OsString;
use std::io::{self, ErrorKind, Read};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;

use super::plan::{Account, Confinement, Ended, Message, Plan, send};
use super::processes::{descendants, kill_children};
use super::view::{View, Viewed};
use super::{Allowance, End, Run, Runner};

/// How long the supervisor may be silent once the submission's time is over. It sends a sign of life four times a second.
const SILENCE: Duration = Duration::from_secs(3);
/// How long it may take before the submission starts and after its time is over, as long as it is not silent.
const GRACE: Duration = Duration::from_secs(60);
/// How long a pipe may stay open when everything that held it should be gone.
const PIPE_PATIENCE: Duration = Duration::from_secs(2);
/// How often the grader looks up while a submission runs.
const INTERVAL: Duration = Duration::from_millis(25);
/// What is kept of standard error: its end.
const KEPT_ERRORS: usize = 64 * 1024;

impl Runner {
    /// Runs a command on a board, the only one that it may see, and calls `tick` now and then; an error says why the
    /// supervisor could not be started.
    pub(super) fn run(&self, command: &[OsString], board: &Path, tick: &mut dyn FnMut()) -> io::Result<Run> {
        let scratch = tempfile::Builder::new().prefix("scratch").tempdir()?;
        let plan = self.plan(command, board, scratch.path())?;
        let run = self.run_plan(&plan, tick);
        // Removed by the supervisor, unless it was killed.
        plan.cgroup.kill();
        plan.cgroup.remove();
        run
    }

    fn plan(&self, command: &[OsString], board: &Path, scratch: &Path) -> io::Result<Plan> {
        let protection = &self.protection;
        let viewed = Viewed {
            command,
            folder: env::current_dir()?.canonicalize()?,
            readable: self.readable.iter().cloned().chain(board.parent().map(Path::to_path_buf)).collect(),
            hidden: &self.hidden,
        };
        let view = match protection.confinement() {
            Confinement::None => View::default(),
            _ => View::new(&viewed).map_err(io::Error::other)?,
        };
        let mut plan = protection.plan(&self.supervisor, &self.allowance)?;
        plan.command = command.to_vec();
        plan.view = view;
        plan.scratch = (plan.confinement == Confinement::Landlock).then(|| scratch.to_path_buf());
        Ok(plan)
    }

    fn run_plan(&self, plan: &Plan, tick: &mut dyn FnMut()) -> io::Result<Run> {
        let (ours, theirs) = UnixStream::pair()?;
        let mut supervisor = start(&plan.supervisor, theirs)?;
        let stdout = Captured::read(supervisor.stdout.take(), Allowance::OUTPUT, Keep::Beginning);
        let stderr = Captured::read(supervisor.stderr.take(), KEPT_ERRORS, Keep::End);
        // A supervisor that cannot be reached gives no account.
        let _ = send(&ours, plan);
        let mut timing = Timing::new(self.allowance.time);
        let account = self.wait(&ours, &stdout, &mut timing, tick);
        timing.end();
        end(&mut supervisor, account.is_some(), &timing, self.owns_children);

        let (stdout, too_much) = stdout.finish();
        let (stderr, _) = stderr.finish();
        let seconds = timing.time().as_secs_f64();
        let (end, seconds, peak_memory) = match account {
            Some(account) => (account.end.into(), account.seconds.max(seconds), account.peak_memory),
            None => (End::Lost, seconds, 0),
        };
        let end = match end {
            // Too much output may be the reason for any other end, or may not have been noticed before it.
            _ if too_much => End::TooMuchOutput,
            // The grader's clock counts too: a supervisor may have been stopped.
            End::Exited(_) | End::Signalled(_) | End::Lost if timing.is_over() => End::TimeUp,
            end => end,
        };
        Ok(Run { end, stdout, stderr, seconds, peak_memory })
    }

    /// Waits for the supervisor's account, and asks for an early end if the submission prints too much or the grader is
    /// interrupted. None if the supervisor is gone or does not answer.
    fn wait(
        &self,
        mut socket: &UnixStream,
        stdout: &Captured,
        timing: &mut Timing,
        tick: &mut dyn FnMut(),
    ) -> Option<Account> {
        socket.set_read_timeout(Some(INTERVAL)).ok()?;
        let mut text = Vec::new();
        let mut is_ending = false;
        let mut buffer = [0; 1024];
        loop {
            match socket.read(&mut buffer) {
                Ok(0) => return None,
                Ok(count) => text.extend_from_slice(&buffer[..count]),
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return None,
            }
            while let Some(length) = text.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = text.drain(..=length).collect();
                match serde_json::from_slice(&line).ok()? {
                    Message::Account(account) => return Some(account),
                    message => timing.note(&message),
                }
            }
            tick();
            if !is_ending && (self.cancel.is_cancelled() || stdout.has_too_much()) {
                is_ending = true;
                timing.end();
                let _ = socket.shutdown(Shutdown::Write);
            }
            if timing.is_lost() {
                return None;
            }
        }
    }
}

fn start(supervisor: &[OsString], socket: UnixStream) -> io::Result<Child> {
    let (program, arguments) = supervisor.split_first().ok_or(ErrorKind::InvalidInput)?;
    Command::new(program)
        .args(arguments)
        .stdin(OwnedFd::from(socket))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()
}

/// The grader's own measurement of a run, which does not depend on what the supervisor says about time.
struct Timing {
    limit: Duration,
    began: Instant,
    /// When the submission started, and the process group that it leads.
    started: Option<(Instant, i32)>,
    ended: Option<Instant>,
    last_sign: Instant,
}

impl Timing {
    fn new(limit: Duration) -> Self {
        let now = Instant::now();
        Timing { limit, began: now, started: None, ended: None, last_sign: now }
    }

    fn note(&mut self, message: &Message) {
        self.last_sign = Instant::now();
        match message {
            Message::Started { group } => self.started = Some((self.last_sign, *group)),
            Message::Ended => self.end(),
            Message::Alive | Message::Account(_) => {}
        }
    }

    fn end(&mut self) {
        self.ended = self.ended.or(Some(Instant::now()));
    }

    /// How long the submission has run.
    fn time(&self) -> Duration {
        let ended = self.ended.unwrap_or_else(Instant::now);
        self.started.map_or(Duration::ZERO, |(started, _)| ended.saturating_duration_since(started))
    }

    fn is_over(&self) -> bool {
        self.time() > self.limit
    }

    /// Whether nothing more is to be expected from the supervisor.
    fn is_lost(&self) -> bool {
        let due = match (self.started, self.ended) {
            (_, Some(ended)) => ended,
            (Some((started, _)), None) => started.checked_add(self.limit).unwrap_or_else(Instant::now),
            (None, None) => self.began,
        };
        let silence = if self.started.is_some() { SILENCE } else { GRACE };
        due.max(self.last_sign).elapsed() > silence || due.elapsed() > GRACE
    }
}

/// Ends a supervisor. If it has given no account, kills what it has left.
fn end(supervisor: &mut Child, has_account: bool, timing: &Timing, owns_children: bool) {
    let id = supervisor.id() as i32;
    if !has_account {
        for process in descendants(id) {
            let _ = kill(Pid::from_raw(process.id), Signal::SIGKILL);
        }
        if let Some((_, group)) = timing.started {
            let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
        }
    }
    let _ = supervisor.kill();
    let _ = supervisor.wait();
    if owns_children {
        // What the supervisor has left is adopted by this process.
        kill_children(GRACE);
    }
}

impl From<Ended> for End {
    fn from(ended: Ended) -> Self {
        match ended {
            Ended::Exited(code) => End::Exited(code),
            Ended::Signalled(name) => End::Signalled(name),
            Ended::TimeUp => End::TimeUp,
            Ended::TooMuchMemory => End::TooMuchMemory,
            Ended::TooManyProcesses => End::TooManyProcesses,
            Ended::Cancelled => End::Cancelled,
            Ended::NotStarted(why) => End::NotStarted(why),
        }
    }
}

/// Which part of an output is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keep {
    Beginning,
    End,
}

/// What a pipe has said so far, read by a thread of its own.
struct Captured {
    kept: Arc<Mutex<Kept>>,
    closed: Receiver<()>,
}

struct Kept {
    bytes: Vec<u8>,
    most: usize,
    keep: Keep,
    too_much: bool,
}

impl Kept {
    fn add(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        self.too_much |= self.bytes.len() > self.most;
        match self.keep {
            Keep::Beginning => self.bytes.truncate(self.most),
            // Not at every read: moving bytes costs time.
            Keep::End if self.bytes.len() > 2 * self.most => drop(self.bytes.drain(..self.bytes.len() - self.most)),
            Keep::End => {}
        }
    }
}

impl Captured {
    fn read(pipe: Option<impl Read + Send + 'static>, most: usize, keep: Keep) -> Captured {
        let kept = Arc::new(Mutex::new(Kept { bytes: Vec::new(), most, keep, too_much: false }));
        let (sender, closed) = channel();
        let shared = Arc::clone(&kept);
        thread::spawn(move || {
            let Some(mut pipe) = pipe else { return };
            let mut buffer = vec![0; 64 * 1024];
            loop {
                match pipe.read(&mut buffer) {
                    Ok(0) => break,
                    // Whatever is too much is read and forgotten, so that nobody waits to write it.
                    Ok(count) => shared.lock().unwrap_or_else(PoisonError::into_inner).add(&buffer[..count]),
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    Err(_) => break,
                }
            }
            let _ = sender.send(());
        });
        Captured { kept, closed }
    }

    fn has_too_much(&self) -> bool {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).too_much
    }

    /// What was said, and whether more than is kept. A pipe that somebody still holds open is not waited for.
    fn finish(self) -> (Vec<u8>, bool) {
        let _ = self.closed.recv_timeout(PIPE_PATIENCE);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let most = kept.most;
        let mut bytes = std::mem::take(&mut kept.bytes);
        bytes.drain(..bytes.len().saturating_sub(most));
        (bytes, kept.too_much)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A submission with a second of time that was started so many seconds ago.
    fn timing(started: u64, last_sign: u64) -> Timing {
        let ago = |seconds| Instant::now().checked_sub(Duration::from_secs(seconds)).unwrap();
        let limit = Duration::from_secs(1);
        Timing { limit, began: ago(started), started: Some((ago(started), 1)), ended: None, last_sign: ago(last_sign) }
    }

    #[test]
    fn a_silent_supervisor_is_given_up_soon_after_the_time_and_a_busy_one_later() {
        assert!(!timing(0, 0).is_lost() && !timing(0, 0).is_over());
        // Silent from the beginning, or since some time.
        assert!(timing(10, 10).is_over() && timing(10, 10).is_lost());
        assert!(timing(20, 10).is_lost());
        // It has work to do: thousands of processes to kill, say.
        assert!(timing(20, 0).is_over() && !timing(20, 0).is_lost());
        assert!(timing(100, 0).is_lost());
        // The time is not over, so that silence means nothing.
        let waiting = Timing { limit: Duration::from_secs(1000), ..timing(20, 20) };
        assert!(!waiting.is_lost() && !waiting.is_over());
        let endless = Timing { limit: Duration::MAX, ..timing(20, 0) };
        assert!(!endless.is_lost() && !endless.is_over());
    }
}
