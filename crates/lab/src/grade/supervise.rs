//! The process between the grader and a submission that enforces the limits and kills all processes at the end.
//!
//! The grader starts itself again as a supervisor, with one end of a socket as its standard input. The supervisor limits its
//! own resources, which its children inherit, adopts orphans, and starts the submission through the stages that confine it.
//! The submission inherits the supervisor's standard output and standard error, which are pipes to the grader, but no
//! socket. At the end the supervisor kills every descendant and sends an account. If the socket closes before, because the
//! grader was interrupted or killed, the supervisor ends the run.

use std::ffi::OsStr;
use std::io::{self, stdin};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::resource::{Resource, UsageWho, getrlimit, setrlimit};
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

use super::plan::{Account, Confinement, Message, Plan, StageReport, cpu_time, largest, receive, send};
use super::processes::{Process, Usage, descendants, kill_children, reap_orphans};
use super::{Allowance, End};

/// Minimum time between two polls of the submission's processes.
const INTERVAL: Duration = Duration::from_millis(20);
/// Maximum time between two polls.
const LONGEST_INTERVAL: Duration = Duration::from_millis(200);
/// Time between two heartbeats to the grader.
const HEARTBEAT: Duration = Duration::from_millis(250);
/// Bytes that the supervisor itself may reserve, mostly for its threads.
const OWN_MEMORY: u64 = 64 << 20;
/// Maximum time for the submission's processes to end after they were killed.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);

enum Event {
    Stage(StageReport),
    /// The last stage has closed its socket.
    StageClosed,
    /// The child of the supervisor has ended: the submission's first process, or a stage.
    ChildEnded(Option<ExitStatus>),
    /// The grader requests the end, or is gone.
    GraderClosed,
}

/// Runs a submission as the grader's supervisor, for the program's hidden command. Standard input is the grader's socket.
pub fn supervise() -> io::Result<()> {
    let grader = UnixStream::from(stdin().as_fd().try_clone_to_owned()?);
    grader.peer_addr()?;
    #[cfg(target_os = "linux")]
    {
        nix::sys::prctl::set_child_subreaper(true)?;
        // Other processes of this user must not trace this one.
        nix::sys::prctl::set_dumpable(false)?;
    }
    let plan: Plan = receive(&grader)?;
    limit(&plan.allowance)?;
    pin(&plan.cores);
    // The file of the program may have been replaced since the grader was started.
    let account = match start("/proc/self/exe".as_ref(), &plan) {
        Ok((child, stage)) => Supervised::new(&plan, &grader, child, stage)?.run(),
        Err(error) => {
            Account { end: End::NotStarted(error.to_string()), seconds: 0.0, cpu_seconds: 0.0, peak_memory: 0 }
        }
    };
    plan.cgroup.remove();
    send(&grader, &Message::Account(account))
}

/// Limits this process and its descendants.
fn limit(allowance: &Allowance) -> io::Result<()> {
    // Programs may use several processors at once. This limit is a fallback for the others.
    let processors = thread::available_parallelism().map_or(1, usize::from) as u64;
    let seconds = allowance.time.as_secs().saturating_add(5).saturating_mul(processors);
    let limits = [
        (Resource::RLIMIT_CORE, 0),
        (Resource::RLIMIT_FSIZE, allowance.file_size),
        // Reserved memory: some language runtimes reserve more than they use. Use is limited by a cgroup or by polling.
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

/// Restricts this process and its descendants to these processors, if any. Where the system refuses, they use all.
#[cfg(target_os = "linux")]
fn pin(cores: &[usize]) {
    let mut set = nix::sched::CpuSet::new();
    if !cores.is_empty() && cores.iter().all(|&core| set.set(core).is_ok()) {
        let _ = nix::sched::sched_setaffinity(Pid::from_raw(0), &set);
    }
}

#[cfg(not(target_os = "linux"))]
fn pin(_: &[usize]) {}

/// Starts the first stage in a new process group, and returns the socket to it.
#[cfg(target_os = "linux")]
pub(super) fn start(program: &OsStr, plan: &Plan) -> io::Result<(Child, UnixStream)> {
    use super::stage::Stage;
    let stage = Stage::first(plan.confinement);
    let (ours, theirs) = UnixStream::pair()?;
    let mut command = Command::new(program);
    command.args(plan.supervisor.iter().skip(1)).arg(format!("--stage={}", stage.name()));
    let child = command.stdin(std::os::fd::OwnedFd::from(theirs)).process_group(0).spawn()?;
    // One plan for each stage that reads from the socket. Errors mean that the stage has ended, which is noticed.
    for _ in 0..stage.readers() {
        let _ = send(&ours, plan);
    }
    Ok((child, ours))
}

/// Starts the submission in a new process group.
#[cfg(not(target_os = "linux"))]
pub(super) fn start(_: &OsStr, plan: &Plan) -> io::Result<(Child, UnixStream)> {
    let (program, arguments) = plan.command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let child = Command::new(program).args(arguments).stdin(plan.stdin()?).process_group(0).spawn()?;
    let (ours, theirs) = UnixStream::pair()?;
    send(&theirs, &StageReport::Started { memory: 0, cpu: Duration::ZERO })?;
    Ok((child, ours))
}

/// A running submission.
struct Supervised<'a> {
    plan: &'a Plan,
    grader: &'a UnixStream,
    group: Pid,
    stage: UnixStream,
    events: Receiver<Event>,
    /// When the submission started.
    began: Option<Instant>,
    child_status: Option<Option<ExitStatus>>,
    is_stage_closed: bool,
    stage_memory: u64,
    stage_cpu: Duration,
    usage: Usage,
}

impl<'a> Supervised<'a> {
    fn new(plan: &'a Plan, grader: &'a UnixStream, mut child: Child, stage: UnixStream) -> io::Result<Self> {
        let group = Pid::from_raw(child.id() as i32);
        let (sender, events) = channel();
        read_stage(stage.try_clone()?, sender.clone());
        watch_grader(grader.try_clone()?, sender.clone());
        send_heartbeats(grader.try_clone()?);
        thread::spawn(move || sender.send(Event::ChildEnded(child.wait().ok())));
        Ok(Supervised {
            plan,
            grader,
            group,
            stage,
            events,
            began: None,
            child_status: None,
            is_stage_closed: false,
            stage_memory: 0,
            stage_cpu: Duration::ZERO,
            usage: Usage::default(),
        })
    }

    /// Waits for the end of the submission or ends it, and kills its remaining processes.
    fn run(mut self) -> Account {
        let end = self.wait();
        let time = self.began.map_or(Duration::ZERO, |began| began.elapsed());
        let _ = send(self.grader, &Message::Ended);
        self.kill();

        let cgroup = &self.plan.cgroup;
        let peak_memory = cgroup.peak_memory().unwrap_or_else(|| self.usage.peak.max(self.largest_child()));
        let end = match end {
            end @ (End::Cancelled | End::NotStarted(_) | End::TooMuchMemory | End::TooManyProcesses) => end,
            _ if cgroup.ran_out_of_memory() => End::TooMuchMemory,
            // This process may have been stopped, so the elapsed time decides.
            _ if time > self.plan.allowance.time => End::TimeUp,
            _ if cgroup.ran_out_of_processes() => End::TooManyProcesses,
            _ if !cgroup.counts_memory() && peak_memory > self.plan.allowance.memory => End::TooMuchMemory,
            end => end,
        };
        // All descendants have ended and are reaped.
        let cpu_time = cpu_time(UsageWho::RUSAGE_CHILDREN).saturating_sub(self.stage_cpu);
        Account { end, seconds: time.as_secs_f64(), cpu_seconds: cpu_time.as_secs_f64(), peak_memory }
    }

    /// Waits until the submission ends or there is a reason to end it.
    fn wait(&mut self) -> End {
        let mut interval = Duration::ZERO;
        loop {
            let left =
                self.began.map_or(LONGEST_INTERVAL, |began| self.plan.allowance.time.saturating_sub(began.elapsed()));
            match self.events.recv_timeout(interval.min(left)) {
                Ok(event) => {
                    if let Some(end) = self.handle(event) {
                        return end;
                    }
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => return End::Cancelled,
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return End::TimeUp,
                Err(RecvTimeoutError::Timeout) => {}
            }
            let polled = Instant::now();
            if let Some(end) = self.poll() {
                return end;
            }
            // Polling thousands of processes takes long; it may use a twentieth of the time.
            interval = (polled.elapsed() * 20).clamp(INTERVAL, LONGEST_INTERVAL);
        }
    }

    /// The end of the submission, if the event implies it.
    fn handle(&mut self, event: Event) -> Option<End> {
        match event {
            Event::Stage(StageReport::Started { memory, cpu }) => {
                (self.stage_memory, self.stage_cpu) = (memory, cpu);
                self.began = Some(Instant::now());
                let _ = send(self.grader, &Message::Started { group: self.group.as_raw() });
                // The stage waits for this. Its end is noticed elsewhere.
                let _ = send(&self.stage, &());
                None
            }
            Event::Stage(StageReport::Ended(end)) => Some(end),
            Event::Stage(StageReport::NotStarted(why)) => Some(End::NotStarted(why)),
            Event::Stage(StageReport::Granted(_)) => None,
            Event::StageClosed => {
                self.is_stage_closed = true;
                self.child_end()
            }
            Event::ChildEnded(status) => {
                self.child_status = Some(status);
                self.child_end()
            }
            Event::GraderClosed => Some(End::Cancelled),
        }
    }

    /// The end of the child, once all stages have closed their sockets.
    fn child_end(&self) -> Option<End> {
        let status = self.child_status.filter(|_| self.is_stage_closed)?;
        Some(status.map_or(End::NotStarted("its exit status was not seen".to_string()), End::from))
    }

    /// Polls the resources that the kernel does not limit.
    fn poll(&mut self) -> Option<End> {
        self.began?;
        let cgroup = &self.plan.cgroup;
        let (own, child) = (std::process::id() as i32, self.group.as_raw());
        let descendants = descendants(own);
        reap_orphans(&descendants, own, child);
        // With namespaces, the child and its child are stages.
        let has_stages = self.plan.confinement == Confinement::Namespaces;
        let is_stage = |process: &Process| has_stages && (process.id == child || process.parent == child);
        let (stages, processes): (Vec<Process>, Vec<Process>) = descendants.into_iter().partition(is_stage);
        if cgroup.ran_out_of_processes() || processes.len() > Allowance::PROCESSES {
            return Some(End::TooManyProcesses);
        }
        if cgroup.counts_memory() {
            return cgroup.ran_out_of_memory().then_some(End::TooMuchMemory);
        }
        let memory = self.usage.poll(&processes, self.plan.allowance.memory, stages.last().copied());
        (memory > self.plan.allowance.memory).then_some(End::TooMuchMemory)
    }

    /// Peak memory of the largest process that has ended, in bytes; 0 if it is not larger than this process (whose memory
    /// every child shares briefly) and the stages.
    fn largest_child(&self) -> u64 {
        let own = largest(UsageWho::RUSAGE_SELF).max(self.stage_memory);
        Some(largest(UsageWho::RUSAGE_CHILDREN)).filter(|&child| child > own).unwrap_or(0)
    }

    /// Kills every descendant and waits until there is none.
    fn kill(&mut self) {
        self.plan.cgroup.kill();
        let _ = killpg(self.group, Signal::SIGKILL);
        // Only the thread that waits for the child may reap it.
        while self.child_status.is_none() {
            match self.events.recv_timeout(PATIENCE) {
                Ok(Event::ChildEnded(status)) => self.child_status = Some(status),
                Ok(_) => {}
                Err(_) => break,
            }
        }
        kill_children(PATIENCE);
    }
}

fn read_stage(stage: UnixStream, sender: Sender<Event>) {
    thread::spawn(move || {
        while let Ok(report) = receive(&stage) {
            let _ = sender.send(Event::Stage(report));
        }
        sender.send(Event::StageClosed)
    });
}

/// The grader sends nothing: the copy ends when it closes the socket.
fn watch_grader(mut grader: UnixStream, sender: Sender<Event>) {
    thread::spawn(move || {
        let _ = io::copy(&mut grader, &mut io::sink());
        sender.send(Event::GraderClosed)
    });
}

/// Sends heartbeats to the grader.
fn send_heartbeats(grader: UnixStream) {
    thread::spawn(move || {
        while send(&grader, &Message::Alive).is_ok() {
            thread::sleep(HEARTBEAT);
        }
    });
}
