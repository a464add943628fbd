//! A submission's program, run once under supervision: see [`supervise`](super::supervise) for the other end.

use std::ffi::OsString;
use std::io::{self, ErrorKind, Read};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::processes::kill_descendants;
use super::supervise::{Account, Ended};
use super::{Allowance, End, Run, Runner};

/// How long the supervisor may take beyond the submission's time: it waits ten seconds for the dead, twice.
const GRACE: Duration = Duration::from_secs(30);
/// How long a pipe may stay open when everything that held it should be gone.
const PIPE_PATIENCE: Duration = Duration::from_secs(2);
/// How often the grader looks up while a submission runs.
const INTERVAL: Duration = Duration::from_millis(25);
/// What is kept of standard error: its end.
const KEPT_ERRORS: usize = 64 * 1024;

impl Runner {
    /// Runs a command, and calls `tick` now and then meanwhile; an error says why the supervisor could not be started.
    pub(super) fn run(&self, command: &[OsString], tick: &mut dyn FnMut()) -> io::Result<Run> {
        let (ours, theirs) = UnixStream::pair()?;
        let mut supervisor = self.start(theirs, command)?;
        let stdout = Captured::read(supervisor.stdout.take(), Allowance::OUTPUT, Keep::Beginning);
        let stderr = Captured::read(supervisor.stderr.take(), KEPT_ERRORS, Keep::End);
        let began = Instant::now();
        let account = self.wait(&ours, &stdout, began, tick);
        // It has told, it is gone, or it does not answer: it has nothing more to do.
        let told = account.is_some();
        end(&mut supervisor, told, self.owns_children);

        let (stdout, too_much) = stdout.finish();
        let (stderr, _) = stderr.finish();
        let (end, seconds, peak_memory) = match account {
            Some(account) => (account.end.into(), account.seconds, account.peak_memory),
            None => (End::Lost, began.elapsed().as_secs_f64(), 0),
        };
        // What was printed too much may be the reason for any other end, or not have been noticed before it.
        let end = if too_much { End::TooMuchOutput } else { end };
        Ok(Run { end, stdout, stderr, seconds, peak_memory })
    }

    fn start(&self, socket: UnixStream, command: &[OsString]) -> io::Result<Child> {
        let (program, first) = self.supervisor.split_first().ok_or(ErrorKind::InvalidInput)?;
        let allowance = &self.allowance;
        Command::new(program)
            .args(first)
            .arg(format!("--milliseconds={}", allowance.time.as_millis().min(u64::MAX.into())))
            .arg(format!("--memory={}", allowance.memory))
            .arg(format!("--file-size={}", allowance.file_size))
            .arg("--")
            .args(command)
            .stdin(OwnedFd::from(socket))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
    }

    /// Waits for the supervisor's account, and has it hurry if the submission prints too much or the grader is
    /// interrupted. None if it does not come.
    fn wait(
        &self,
        mut socket: &UnixStream,
        stdout: &Captured,
        began: Instant,
        tick: &mut dyn FnMut(),
    ) -> Option<Account> {
        socket.set_read_timeout(Some(INTERVAL)).ok()?;
        let deadline = self.allowance.time.saturating_add(GRACE);
        let mut text = Vec::new();
        let mut hurried = false;
        let mut buffer = [0; 1024];
        loop {
            match socket.read(&mut buffer) {
                Ok(0) => return serde_json::from_slice(&text).ok(),
                Ok(count) => text.extend_from_slice(&buffer[..count]),
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return None,
            }
            if text.ends_with(b"\n") {
                return serde_json::from_slice(&text).ok();
            }
            tick();
            if !hurried && (self.cancel.is_cancelled() || stdout.has_too_much()) {
                hurried = true;
                let _ = socket.shutdown(Shutdown::Write);
            }
            if began.elapsed() > deadline {
                return None;
            }
        }
    }
}

/// Has a supervisor end that has `told` all, or that never will.
fn end(supervisor: &mut Child, told: bool, owns_children: bool) {
    if !told {
        kill_descendants(supervisor.id() as i32, GRACE, || {});
    }
    let _ = supervisor.kill();
    let _ = supervisor.wait();
    if !told && owns_children {
        // It was killed by its submission, say. What it left is ours now.
        kill_descendants(std::process::id() as i32, GRACE, super::supervise::reap);
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
