//! A heuristic program: started once, it reads one state per line and writes one value per line.
//!
//! The pipes are non-blocking: one loop writes states, reads answers and checks the clock, so that the two processes cannot
//! deadlock. The end of the program's standard error is kept for messages.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::time::{Duration, Instant};

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use pathmax::Cost;

use super::launch::{Launch, Launched, Process, ProcessGroups};
use super::recheck::Recheck;
use super::{Batch, FailureKind, HeuristicCommand, Trouble, answer};
use crate::flow::Deadline;
use crate::text::harmless;

/// Time between two checks for cancellation while waiting.
const SLICE: Duration = Duration::from_millis(50);
/// While this many answers are missing, the loop sleeps between reads: a program that flushes every answer would otherwise
/// wake it for each.
const MANY: usize = 512;
const NAP: Duration = Duration::from_micros(200);
/// Maximum time to wait for a program that has closed a pipe to end.
const FAREWELL: Duration = Duration::from_secs(1);
/// Maximum length of an answer in bytes.
const LONGEST_ANSWER: usize = 1000;
/// Bytes kept of standard error, and the lines and characters per line of those in messages.
const KEPT_ERRORS: usize = 4096;
const SHOWN_LINES: usize = 5;
const SHOWN_WIDTH: usize = 160;

/// A running program.
pub(super) struct Program {
    process: Box<dyn Process>,
    /// `None` once it is closed.
    stdin: Option<File>,
    stdout: File,
    stderr: Option<File>,
    buffer: Vec<u8>,
    /// The beginning of an incomplete answer.
    partial: Vec<u8>,
    /// The end of its standard error.
    errors: Vec<u8>,
    batches: u64,
    answered: u64,
    /// Total time that its answers took.
    waited: Duration,
    recheck: Recheck,
}

impl Batch<'_> {
    /// The state of this number, for messages.
    fn state(&self, number: usize) -> String {
        harmless(self.lines.lines().nth(number).unwrap_or_default(), 300)
    }
}

impl Program {
    /// Starts a program.
    pub fn start(command: &HeuristicCommand) -> io::Result<Program> {
        let launcher = command.launcher.as_ref().map_or(&ProcessGroups as &dyn Launch, |launcher| &*launcher.0);
        let Launched { stdin, stdout, stderr, process } = launcher.launch(&command.words)?;
        for pipe in [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()] {
            never_block(pipe)?;
        }
        Ok(Program {
            process,
            stdin: Some(stdin.into()),
            stdout: stdout.into(),
            stderr: Some(stderr.into()),
            buffer: vec![0; 64 << 10],
            partial: Vec::new(),
            errors: Vec::new(),
            batches: 0,
            answered: 0,
            waited: Duration::ZERO,
            recheck: Recheck::new(command.recheck),
        })
    }

    /// Evaluates a batch of states; `answers` receives the values in order.
    pub fn ask(
        &mut self,
        batch: Batch<'_>,
        answers: &mut Vec<Option<Cost>>,
        command: &HeuristicCommand,
        deadline: &Deadline,
    ) -> Result<(), Trouble> {
        let began = Instant::now();
        let result = self.exchange(batch, answers, command, deadline);
        self.waited += began.elapsed();
        result?;
        self.answered += batch.count as u64;
        self.recheck.note(batch, answers);
        Ok(())
    }

    fn exchange(
        &mut self,
        batch: Batch<'_>,
        answers: &mut Vec<Option<Cost>>,
        command: &HeuristicCommand,
        deadline: &Deadline,
    ) -> Result<(), Trouble> {
        let timeout = command.timeout;
        answers.clear();
        self.refuse_unasked()?;
        self.batches += 1;
        let mut questions = batch.lines.as_bytes();
        let began = Instant::now();
        let mut last_answer = began;
        loop {
            self.send(&mut questions, batch.count - answers.len())?;
            self.wait(!questions.is_empty(), SLICE.min(timeout.saturating_sub(last_answer.elapsed())));
            self.drain_errors();
            let before = answers.len();
            self.receive(batch, answers)?;
            if answers.len() == batch.count {
                return Ok(());
            }
            if deadline.is_over() {
                return Err(Trouble::Interrupted);
            }
            if command.total_time.is_some_and(|most| self.waited + began.elapsed() > most) {
                return Err(self.too_slow(answers.len(), command.total_time.unwrap_or_default()));
            }
            if answers.len() > before {
                last_answer = Instant::now();
                if batch.count - answers.len() >= MANY {
                    std::thread::sleep(NAP);
                }
            } else if last_answer.elapsed() >= timeout {
                return Err(self.stalled(batch.count - answers.len(), batch.count, timeout));
            }
        }
    }

    /// Asks again about states that were already answered; an error if an answer differs.
    pub fn recheck(&mut self, command: &HeuristicCommand, deadline: &Deadline) -> Result<(), Trouble> {
        let recheck = std::mem::take(&mut self.recheck);
        let lines = recheck.questions();
        let batch = Batch { lines: &lines, count: recheck.len() };
        let mut answers = Vec::new();
        if batch.count > 0 {
            self.ask(batch, &mut answers, command, deadline)?;
        }
        recheck.compare(&answers).map_err(|what| Trouble::Failed(FailureKind::Unstable, what))
    }

    /// Closes standard input and waits briefly for the end; any further output is an error.
    pub fn finish(&mut self) -> Result<(), Trouble> {
        self.stdin = None;
        let began = Instant::now();
        while began.elapsed() < FAREWELL {
            self.wait(false, SLICE);
            self.drain_errors();
            match self.stdout.read(&mut self.buffer) {
                Ok(0) => return Ok(()),
                Ok(count) => return Err(self.unasked(&self.buffer[..count])),
                Err(error) if is_passing(&error) => {}
                Err(_) => return Ok(()),
            }
        }
        Ok(())
    }

    /// Writes as many states as the pipe accepts.
    fn send(&mut self, questions: &mut &[u8], missing: usize) -> Result<(), Trouble> {
        while !questions.is_empty() {
            let Some(stdin) = &mut self.stdin else { return Ok(()) };
            match stdin.write(questions) {
                Ok(count) => *questions = &questions[count..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(_) => return Err(self.ended("reads no more states: it closed its standard input", missing)),
            }
        }
        Ok(())
    }

    /// Waits until there is output to read, or the pipe accepts more states.
    fn wait(&self, more_questions: bool, time: Duration) {
        let stdin = self.stdin.as_ref().filter(|_| more_questions).map(|pipe| (pipe.as_fd(), PollFlags::POLLOUT));
        let stderr = self.stderr.as_ref().map(|pipe| (pipe.as_fd(), PollFlags::POLLIN));
        let pipes = [Some((self.stdout.as_fd(), PollFlags::POLLIN)), stdin, stderr];
        let mut pipes: Vec<PollFd<'_>> =
            pipes.into_iter().flatten().map(|(fd, flags)| PollFd::new(fd, flags)).collect();
        // Errors show when the pipes are used.
        let _ = poll(&mut pipes, PollTimeout::try_from(time.as_millis() + 1).unwrap_or(PollTimeout::ZERO));
    }

    /// Reads the answers available now.
    fn receive(&mut self, batch: Batch<'_>, answers: &mut Vec<Option<Cost>>) -> Result<(), Trouble> {
        match self.stdout.read(&mut self.buffer) {
            Ok(0) => Err(self.ended("stopped answering: it closed its standard output", batch.count - answers.len())),
            Ok(count) => self.split(count, batch, answers),
            Err(error) if is_passing(&error) => Ok(()),
            Err(error) => Err(Trouble::Failed(FailureKind::Ended, format!("cannot be read: {error}"))),
        }
    }

    /// Splits the bytes read into answers.
    fn split(&mut self, count: usize, batch: Batch<'_>, answers: &mut Vec<Option<Cost>>) -> Result<(), Trouble> {
        let mut said = &self.buffer[..count];
        while let Some(end) = said.iter().position(|&byte| byte == b'\n') {
            if answers.len() == batch.count {
                return Err(self.unasked(said));
            }
            self.partial.extend_from_slice(&said[..end.min(LONGEST_ANSWER + 1)]);
            answers.push(read_answer(&self.partial, batch, answers.len())?);
            self.partial.clear();
            said = &said[end + 1..];
        }
        if said.is_empty() {
            return Ok(());
        }
        if answers.len() == batch.count {
            return Err(self.unasked(said));
        }
        self.partial.extend_from_slice(&said[..said.len().min(LONGEST_ANSWER + 1)]);
        if self.partial.len() > LONGEST_ANSWER {
            return read_answer(&self.partial, batch, answers.len()).map(drop);
        }
        Ok(())
    }

    /// Output before a batch is sent is an error.
    fn refuse_unasked(&mut self) -> Result<(), Trouble> {
        match self.stdout.read(&mut self.buffer) {
            // The end of the program shows when the answers are missing.
            Ok(0) | Err(_) => Ok(()),
            Ok(count) => Err(self.unasked(&self.buffer[..count])),
        }
    }

    fn drain_errors(&mut self) {
        // Bounded, so that a program that only writes errors does not block the loop.
        for _ in 0..16 {
            let Some(stderr) = &mut self.stderr else { return };
            let mut buffer = [0; 4096];
            match stderr.read(&mut buffer) {
                Ok(0) => self.stderr = None,
                Ok(count) => {
                    self.errors.extend_from_slice(&buffer[..count]);
                    self.errors.drain(..self.errors.len().saturating_sub(KEPT_ERRORS));
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return,
            }
        }
    }

    /// The failure of a program that closed a pipe: its exit status, or `what` if it still runs.
    fn ended(&mut self, what: &str, missing: usize) -> Trouble {
        let ended = self.process.ended_within(FAREWELL);
        self.drain_errors();
        let (kind, what) = ended.unwrap_or((FailureKind::Ended, what.to_string()));
        let (answers, are) = number(missing);
        Trouble::Failed(kind, format!("{what}; {missing} {answers} {are} missing{}", self.end_of_errors()))
    }

    fn stalled(&self, missing: usize, asked: usize, timeout: Duration) -> Trouble {
        let ((_, are), (answers, _)) = (number(missing), number(asked));
        let what = format!(
            "wrote nothing for {timeout:?}: {missing} of {asked} {answers} to batch {} {are} missing. Does it flush its \
             output after every answer, as with print(h, flush=True), fflush(stdout) or `stdbuf -oL`? \
             --heuristic-timeout allows more time{}",
            self.batches,
            self.end_of_errors()
        );
        Trouble::Failed(FailureKind::NoAnswer, what)
    }

    fn too_slow(&self, answered: usize, most: Duration) -> Trouble {
        let answered = self.answered + answered as u64;
        Trouble::Failed(FailureKind::TooSlow, format!("took more than {most:?} for the first {answered} answers"))
    }

    fn unasked(&self, said: &[u8]) -> Trouble {
        let line = said.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let line = answer::shown(&String::from_utf8_lossy(&line[..line.len().min(LONGEST_ANSWER)]));
        let what = format!("wrote an extra line {line} after the last answer; it must write one line per state");
        Trouble::Failed(FailureKind::ExtraOutput, what)
    }

    /// The last lines of standard error, for messages.
    fn end_of_errors(&self) -> String {
        let text = String::from_utf8_lossy(&self.errors);
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        let last = &lines[lines.len().saturating_sub(SHOWN_LINES)..];
        if last.is_empty() {
            return String::new();
        }
        let shown: String = last.iter().map(|line| format!("\n  {}", harmless(line.trim_end(), SHOWN_WIDTH))).collect();
        format!(". The end of its standard error:{shown}")
    }
}

fn read_answer(line: &[u8], batch: Batch<'_>, number: usize) -> Result<Option<Cost>, Trouble> {
    let wrong = |what: String| {
        let state = batch.state(number);
        let what = format!("answered {what}; it must write a number from 0, or inf, for the state\n  {state}");
        Trouble::Failed(FailureKind::InvalidAnswer, what)
    };
    if line.len() > LONGEST_ANSWER {
        let beginning = answer::shown(&String::from_utf8_lossy(line));
        return Err(wrong(format!("{beginning}, a line of more than {LONGEST_ANSWER} characters")));
    }
    answer::read(line).map_err(wrong)
}

/// Noun and verb for a number of answers.
fn number(answers: usize) -> (&'static str, &'static str) {
    if answers == 1 { ("answer", "is") } else { ("answers", "are") }
}

fn never_block(pipe: BorrowedFd<'_>) -> io::Result<()> {
    let flags = OFlag::from_bits_retain(fcntl(pipe, FcntlArg::F_GETFL)?);
    fcntl(pipe, FcntlArg::F_SETFL(flags | OFlag::O_NONBLOCK))?;
    Ok(())
}

/// Whether to try again later.
fn is_passing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}
