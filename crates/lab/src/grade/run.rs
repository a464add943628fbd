//! One run of a submission: the grader's side. See [`supervise`](super::supervise) for the supervisor's.

use std::env;
use std::io::{self, ErrorKind, Read};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;

use super::plan::{Account, Confinement, Message, Plan, send};
use super::processes::{descendants, kill_children};
use super::view::{View, Viewed};
use super::{Allowance, End, Run, Runner, Task};

/// Maximum time without a heartbeat of the supervisor after the submission's time limit. It sends four per second.
const SILENCE: Duration = Duration::from_secs(3);
/// Maximum time before the submission starts and after its time limit, while there are heartbeats.
const GRACE: Duration = Duration::from_secs(60);
/// Maximum time for a pipe to close after all processes that held it should be gone.
const PIPE_PATIENCE: Duration = Duration::from_secs(2);
/// Time between two checks while a submission runs.
const INTERVAL: Duration = Duration::from_millis(25);
/// Bytes kept of the end of standard error.
const KEPT_ERRORS: usize = 64 * 1024;

/// Files that programs need to use the network.
const NETWORK_FILES: [&str; 4] = ["/etc/resolv.conf", "/etc/ca-certificates", "/etc/pki", "/etc/gai.conf"];

impl Runner {
    /// Runs a task and calls `tick` regularly; an error if the supervisor cannot be started.
    pub(super) fn run(&self, task: &Task<'_>, tick: &mut dyn FnMut()) -> io::Result<Run> {
        let scratch = tempfile::Builder::new().prefix("scratch").tempdir()?;
        let plan = self.plan(task, scratch.path())?;
        let run = self.run_plan(&plan, tick);
        // Removed by the supervisor, unless it was killed.
        plan.cgroup.kill();
        plan.cgroup.remove();
        run
    }

    pub(super) fn plan(&self, task: &Task<'_>, scratch: &Path) -> io::Result<Plan> {
        let protection = &self.protection;
        let folder = match &self.folder {
            Some(folder) => folder.clone(),
            None => env::current_dir()?.canonicalize()?,
        };
        let of_board = task.board.and_then(Path::parent).map(Path::to_path_buf);
        let of_network = NETWORK_FILES.iter().filter(|_| task.has_network).map(PathBuf::from);
        let viewed = Viewed {
            command: &task.command,
            folder: folder.clone(),
            is_folder_writable: task.is_folder_writable,
            readable: self.readable.iter().cloned().chain(of_board).chain(of_network).collect(),
            hidden: &self.hidden,
        };
        let view = match protection.confinement() {
            Confinement::None => View::default(),
            _ => View::new(&viewed).map_err(io::Error::other)?,
        };
        let mut plan = protection.plan(&self.supervisor, &self.allowance)?;
        plan.command = task.command.clone();
        plan.view = view;
        plan.folder = folder;
        plan.network = task.has_network;
        plan.cores = self.job.as_ref().map_or(Vec::new(), |job| job.cores.clone());
        plan.input = task.board.filter(|_| task.is_board_input).map(Path::to_path_buf);
        plan.scratch = (plan.confinement == Confinement::Landlock).then(|| scratch.to_path_buf());
        Ok(plan)
    }

    fn run_plan(&self, plan: &Plan, tick: &mut dyn FnMut()) -> io::Result<Run> {
        let (ours, theirs) = UnixStream::pair()?;
        let mut supervisor = self.start(plan, theirs, &[])?;
        let stdout = Captured::read(supervisor.stdout.take(), Allowance::OUTPUT, Keep::Beginning);
        let stderr = Captured::read(supervisor.stderr.take(), KEPT_ERRORS, Keep::End);
        // A supervisor that cannot be reached sends no account.
        let _ = send(&ours, plan);
        let mut timing = Timing::new(self.allowance.time);
        let account = self.wait(&ours, &|| stdout.has_too_much(), &mut timing, tick);
        timing.end();
        self.end(&mut supervisor, account.is_some(), &timing);

        let (stdout, too_much) = stdout.finish();
        let (stderr, _) = stderr.finish();
        let seconds = timing.time().as_secs_f64();
        let (end, seconds, cpu_seconds, peak_memory) = match account {
            Some(account) => (account.end, account.seconds.max(seconds), account.cpu_seconds, account.peak_memory),
            None => (End::Lost, seconds, 0.0, 0),
        };
        let end = match end {
            // Too much output may cause any other end, or be noticed only after it.
            _ if too_much => End::TooMuchOutput,
            // The supervisor may have been stopped, so the grader's clock counts too.
            End::Exited(_) | End::Signalled(_) | End::Lost if timing.is_over() => End::TimeUp,
            end => end,
        };
        Ok(Run { end, stdout, stderr, seconds, cpu_seconds, peak_memory })
    }

    /// Whether a process of its own adopts the orphans of each run.
    fn has_keeper(&self) -> bool {
        cfg!(target_os = "linux") && self.job.is_some()
    }

    /// Starts the supervisor of a plan with further environment variables, which the submission inherits.
    pub(super) fn start(&self, plan: &Plan, socket: UnixStream, variables: &[(&str, &str)]) -> io::Result<Child> {
        start(plan, socket, self.has_keeper(), variables)
    }

    /// Ends a supervisor. If it sent no account, kills its descendants.
    pub(super) fn end(&self, supervisor: &mut Child, has_account: bool, timing: &Timing) {
        end(supervisor, has_account, timing, self.has_keeper(), self.owns_children && self.job.is_none());
    }

    /// Waits for the supervisor's account; requests an early end if `must_end` or the grader is cancelled. `None` if the
    /// supervisor is gone or does not answer.
    pub(super) fn wait(
        &self,
        mut socket: &UnixStream,
        must_end: &dyn Fn() -> bool,
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
            if !is_ending && (self.cancel.is_cancelled() || must_end()) {
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

fn start(plan: &Plan, socket: UnixStream, has_keeper: bool, variables: &[(&str, &str)]) -> io::Result<Child> {
    let (program, arguments) = plan.supervisor.split_first().ok_or(ErrorKind::InvalidInput)?;
    Command::new(program)
        .args(arguments)
        .args(has_keeper.then_some("--stage=keep"))
        .current_dir(&plan.folder)
        .envs(variables.iter().copied())
        .stdin(OwnedFd::from(socket))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()
}

/// The grader's own time measurement, independent of the supervisor's.
pub(super) struct Timing {
    limit: Duration,
    began: Instant,
    /// The start of the submission, and its process group.
    started: Option<(Instant, i32)>,
    ended: Option<Instant>,
    last_sign: Instant,
}

impl Timing {
    pub fn new(limit: Duration) -> Self {
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

    pub fn end(&mut self) {
        self.ended = self.ended.or(Some(Instant::now()));
    }

    /// The time that the submission has run.
    pub fn time(&self) -> Duration {
        let ended = self.ended.unwrap_or_else(Instant::now);
        self.started.map_or(Duration::ZERO, |(started, _)| ended.saturating_duration_since(started))
    }

    fn is_over(&self) -> bool {
        self.time() > self.limit
    }

    /// Whether the supervisor is lost.
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

/// Ends a supervisor. If it sent no account, kills its descendants.
fn end(supervisor: &mut Child, has_account: bool, timing: &Timing, has_keeper: bool, owns_children: bool) {
    let id = supervisor.id() as i32;
    if !has_account {
        for process in descendants(id) {
            let _ = kill(Pid::from_raw(process.id), Signal::SIGKILL);
        }
        if let Some((_, group)) = timing.started {
            let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
        }
    }
    if has_keeper {
        // The keeper ends by itself once nothing is left.
        let began = Instant::now();
        while matches!(supervisor.try_wait(), Ok(None)) && began.elapsed() < GRACE {
            thread::sleep(Duration::from_millis(1));
        }
    }
    let _ = supervisor.kill();
    let _ = supervisor.wait();
    if owns_children {
        // This process has adopted the supervisor's orphans.
        kill_children(GRACE);
    }
}

/// The part of an output to keep.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keep {
    Beginning,
    End,
}

/// The output of a pipe, read by a thread.
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
            // Not at every read, as moving bytes takes time.
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
                    // Excess output is read and dropped, so that its writer does not block.
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

    /// The output kept, and whether there was more. Does not wait for a pipe that stays open.
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

    /// A submission with a time limit of a second, started this many seconds ago.
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
        // Busy, for example killing thousands of processes.
        assert!(timing(20, 0).is_over() && !timing(20, 0).is_lost());
        assert!(timing(100, 0).is_lost());
        // Before the time limit, silence does not matter.
        let waiting = Timing { limit: Duration::from_secs(1000), ..timing(20, 20) };
        assert!(!waiting.is_lost() && !waiting.is_over());
        let endless = Timing { limit: Duration::MAX, ..timing(20, 0) };
        assert!(!endless.is_lost() && !endless.is_over());
    }
}
