//! Processes between the supervisor and a submission, which confine themselves and then start the submission.
//!
//! With namespaces there are two. [`Stage::Enter`] makes the namespaces and starts [`Stage::Init`], which is the first
//! process of the PID namespace: it builds the file system, starts the submission, reaps orphans and reports the end. When
//! it ends, the kernel kills all other processes of the namespace. Neither the supervisor nor `Enter` is visible from inside.
//!
//! Without namespaces there is one, [`Stage::Confine`], which becomes the submission.

use std::fs;
use std::io::{self, stdin};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, ExitStatus, Stdio};

use landlock::{
    ABI, Access, AccessFs, CompatLevel, Compatible, LandlockStatus, Ruleset, RulesetAttr, RulesetCreatedAttr,
    RulesetStatus, Scope, path_beneath_rules,
};
use nix::sched::{CloneFlags, unshare};
use nix::sys::prctl::{set_dumpable, set_no_new_privs, set_pdeathsig};
use nix::sys::resource::{Resource, UsageWho, setrlimit};
use nix::sys::signal::Signal;
use nix::sys::utsname::uname;
use nix::sys::wait::{WaitStatus, waitpid};
use nix::unistd::{Pid, getegid, geteuid, sethostname};
use rustix::thread::{
    CapabilitySet, CapabilitySets, clear_ambient_capability_set, remove_capability_from_bounding_set, set_capabilities,
};

use super::plan::{Confinement, Ended, Granted, Plan, ProcessLimit, StageReport, largest, receive, send};
use super::{Allowance, filter, tree};

/// A process between the supervisor and a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Makes namespaces.
    Enter,
    /// Is the first process in them.
    Init,
    /// Confines itself without namespaces.
    Confine,
}

impl Stage {
    /// The argument that selects the stage.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Enter => "enter",
            Stage::Init => "init",
            Stage::Confine => "confine",
        }
    }

    pub(super) fn first(confinement: Confinement) -> Self {
        if confinement == Confinement::Namespaces { Stage::Enter } else { Stage::Confine }
    }

    /// How many stages read a plan from the socket, if this is the first.
    pub(super) fn readers(self) -> usize {
        if self == Stage::Enter { 2 } else { 1 }
    }

    /// How many of these processes run beside the submission, in its groups and namespaces.
    pub(super) fn processes(confinement: Confinement) -> usize {
        if confinement == Confinement::Namespaces { 2 } else { 0 }
    }

    /// Runs the stage in this process, whose standard input is the supervisor's socket. It reports errors there.
    pub fn run(self) -> io::Result<()> {
        let socket = UnixStream::from(stdin().as_fd().try_clone_to_owned()?);
        socket.peer_addr()?;
        // The parent has gone if nothing can be received, and then this process ends too.
        set_pdeathsig(Signal::SIGKILL)?;
        set_dumpable(false)?;
        let plan: Plan = receive(&socket)?;
        let result = match self {
            Stage::Enter => enter(&plan),
            Stage::Init => init(&plan, &socket),
            Stage::Confine => confine(&plan, &socket),
        };
        result.or_else(|error| send(&socket, &StageReport::NotStarted(error.to_string())))
    }
}

/// The highest process ID in a PID namespace with room for all processes: after the first round, IDs begin at 300.
const PID_MAX: usize = Allowance::PROCESSES + 302;

fn enter(plan: &Plan) -> io::Result<()> {
    let (user, group) = (geteuid(), getegid());
    plan.cgroup.join().map_err(|error| context("join the cgroup", error))?;
    let spaces = CloneFlags::CLONE_NEWUSER
        | CloneFlags::CLONE_NEWNS
        | CloneFlags::CLONE_NEWPID
        | CloneFlags::CLONE_NEWNET
        | CloneFlags::CLONE_NEWIPC
        | CloneFlags::CLONE_NEWUTS;
    unshare(spaces).map_err(|error| context("make namespaces", error.into()))?;
    let map = |file: &str, text: String| fs::write(file, text).map_err(|error| context(file, error));
    // Processes cannot write their own maps if they are not dumpable.
    set_dumpable(true)?;
    map("/proc/self/setgroups", "deny".to_string())?;
    map("/proc/self/uid_map", format!("0 {user} 1"))?;
    map("/proc/self/gid_map", format!("0 {group} 1"))?;
    set_dumpable(false)?;
    let mut init = Command::new("/proc/self/exe");
    init.args(plan.supervisor.iter().skip(1)).arg(format!("--stage={}", Stage::Init.name())).spawn()?.wait()?;
    Ok(())
}

fn init(plan: &Plan, socket: &UnixStream) -> io::Result<()> {
    tree::enter(&plan.view, plan.allowance.memory)?;
    let _ = sethostname("sandbox");
    // No further user namespaces, in which a submission would have capabilities.
    fs::write("/proc/sys/user/max_user_namespaces", "0").map_err(|error| context("max_user_namespaces", error))?;
    let granted = Granted { signals: true, processes: limit_processes() };
    tree::protect_proc()?;
    give_up_privileges()?;
    filter_calls(plan)?;
    let Some((program, arguments)) = plan.command.split_first() else {
        return send(socket, &StageReport::Granted(granted));
    };
    announce(socket)?;
    let child = Command::new(program).args(arguments).env("TMPDIR", "/tmp").stdin(Stdio::null()).spawn()?;
    let ended = reap_until(Pid::from_raw(child.id() as i32))?;
    send(socket, &StageReport::Ended(ended))
}

/// Announces the start of the submission and waits until the clocks of supervisor and grader run: once it runs, it may stop
/// the supervisor.
fn announce(socket: &UnixStream) -> io::Result<()> {
    send(socket, &StageReport::Started { memory: largest(UsageWho::RUSAGE_SELF) })?;
    receive(socket)
}

/// Limits the number of processes in the namespaces, by what the kernel has.
fn limit_processes() -> ProcessLimit {
    // The superuser is exempt from RLIMIT_NPROC. Before these versions, both settings were not those of a namespace.
    let outside = fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
    let is_superuser = outside.split_whitespace().nth(1) == Some("0");
    // One more than allowed, so that the supervisor sees that there are too many.
    let most = (Allowance::PROCESSES + Stage::processes(Confinement::Namespaces) + 1) as u64;
    if !is_superuser && kernel_version() >= (5, 14) && setrlimit(Resource::RLIMIT_NPROC, most, most).is_ok() {
        ProcessLimit::ResourceLimit
    } else if kernel_version() >= (6, 14) && fs::write("/proc/sys/kernel/pid_max", PID_MAX.to_string()).is_ok() {
        ProcessLimit::PidMax
    } else {
        ProcessLimit::Polled
    }
}

fn kernel_version() -> (u32, u32) {
    let release = uname().map(|name| name.release().to_string_lossy().into_owned()).unwrap_or_default();
    let mut numbers = release.split(['.', '-']).map_while(|part| part.parse().ok());
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0))
}

/// Reaps children until one of them has ended.
fn reap_until(awaited: Pid) -> io::Result<Ended> {
    loop {
        match waitpid(None, None) {
            Ok(WaitStatus::Exited(id, code)) if id == awaited => return Ok(Ended::Exited(code)),
            Ok(WaitStatus::Signaled(id, signal, _)) if id == awaited => {
                return Ok(ExitStatus::from_raw(signal as i32).into());
            }
            Ok(_) | Err(nix::Error::EINTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

fn confine(plan: &Plan, socket: &UnixStream) -> io::Result<()> {
    plan.cgroup.join().map_err(|error| context("join the cgroup", error))?;
    let mut granted = Granted::default();
    if plan.confinement == Confinement::Landlock {
        granted.signals = restrict_files(plan)?;
        give_up_privileges()?;
    }
    filter_calls(plan)?;
    let Some((program, arguments)) = plan.command.split_first() else {
        return send(socket, &StageReport::Granted(granted));
    };
    announce(socket)?;
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null());
    if let Some(scratch) = &plan.scratch {
        command.env("TMPDIR", scratch);
    }
    Err(command.exec())
}

/// Restricts this process to the files of the view. Whether signals to the outside are refused too.
fn restrict_files(plan: &Plan) -> io::Result<bool> {
    let abi = ABI::V6;
    let read = AccessFs::from_read(abi);
    let (visible, partly) = plan.view.visible();
    let restricted = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(abi))
        .and_then(|rules| rules.scope(Scope::from_all(abi)))
        .and_then(|rules| rules.create())
        .and_then(|rules| rules.add_rules(path_beneath_rules(visible, read)))
        // Interpreters list the folders that they import from. Rules hold for all that is inside a folder, so that the names
        // of hidden files can be listed, too.
        .and_then(|rules| rules.add_rules(path_beneath_rules(partly, AccessFs::ReadDir)))
        .and_then(|rules| rules.add_rules(path_beneath_rules(["/proc"], read)))
        .and_then(|rules| rules.add_rules(path_beneath_rules(DEVICES, read | AccessFs::WriteFile)))
        .and_then(|rules| rules.add_rules(path_beneath_rules(&plan.scratch, AccessFs::from_all(abi))))
        .and_then(|rules| rules.restrict_self());
    let status = restricted.map_err(io::Error::other)?;
    if status.ruleset == RulesetStatus::NotEnforced {
        return Err(io::Error::other("the kernel has no Landlock"));
    }
    Ok(matches!(status.landlock, LandlockStatus::Available { effective_abi, .. } if effective_abi >= ABI::V6))
}

const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// Gives up all capabilities for good, whatever program is started.
fn give_up_privileges() -> io::Result<()> {
    set_no_new_privs()?;
    clear_ambient_capability_set()?;
    for number in 0..64 {
        let capability = CapabilitySet::from_bits_retain(1 << number);
        // Fails beyond the last capability of this kernel, and for users who have none to lose.
        let _ = remove_capability_from_bounding_set(capability);
    }
    let none = CapabilitySet::empty();
    Ok(set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none })?)
}

fn filter_calls(plan: &Plan) -> io::Result<()> {
    if plan.filter { filter::apply(plan).map_err(|error| context("filter", io::Error::other(error))) } else { Ok(()) }
}

fn context(what: &str, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{what}: {error}"))
}
