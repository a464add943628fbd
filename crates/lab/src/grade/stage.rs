//! Processes between the supervisor and a submission that confine themselves and then start the submission.
//!
//! With namespaces there are two. [`Stage::Enter`] makes the namespaces and starts [`Stage::Init`], the first process of the
//! PID namespace: it builds the file system, starts the submission, reaps orphans and reports the end. When it ends, the
//! kernel kills all other processes of the namespace.
//!
//! Without namespaces there is one, [`Stage::Confine`], which becomes the submission.

use std::fs;
use std::io::{self, stdin};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, ExitStatus};

use landlock::{
    ABI, Access, AccessFs, CompatLevel, Compatible, LandlockStatus, Ruleset, RulesetAttr, RulesetCreatedAttr,
    RulesetStatus, Scope, path_beneath_rules,
};
use nix::sched::{CloneFlags, unshare};
use nix::sys::prctl::{set_child_subreaper, set_dumpable, set_no_new_privs, set_pdeathsig};
use nix::sys::resource::{Resource, UsageWho, setrlimit};
use nix::sys::signal::Signal;
use nix::sys::utsname::uname;
use nix::sys::wait::{WaitStatus, waitpid};
use nix::unistd::{Pid, getegid, geteuid, sethostname};
use rustix::thread::{
    CapabilitySet, CapabilitySets, clear_ambient_capability_set, remove_capability_from_bounding_set, set_capabilities,
};

use super::plan::{Confinement, Granted, Plan, ProcessLimit, StageReport, cpu_time, largest, receive, send, step};
use super::processes::kill_children;
use super::supervise::PATIENCE;
use super::{Allowance, End, filter, tree};

/// A process between the supervisor and a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Stage {
    /// Makes namespaces.
    Enter,
    /// The first process in them.
    Init,
    /// Confines itself without namespaces.
    Confine,
    /// Starts the supervisor, adopts its orphans and kills them: where several jobs run at the same time, the grader cannot
    /// tell their orphans apart.
    Keep,
}

impl Stage {
    /// The argument that selects the stage.
    pub fn name(self) -> &'static str {
        self.into()
    }

    pub(super) fn first(confinement: Confinement) -> Self {
        if confinement == Confinement::Namespaces { Stage::Enter } else { Stage::Confine }
    }

    /// Number of stages that read a plan from the socket, if this is the first.
    pub(super) fn readers(self) -> usize {
        if self == Stage::Enter { 2 } else { 1 }
    }

    /// Number of these processes that run beside the submission, in its groups and namespaces.
    pub(super) fn processes(confinement: Confinement) -> usize {
        if confinement == Confinement::Namespaces { 2 } else { 0 }
    }

    /// Runs the stage in this process, whose standard input is the supervisor's socket; errors are reported there.
    pub fn run(self) -> io::Result<()> {
        if self == Stage::Keep {
            return keep();
        }
        let socket = UnixStream::from(stdin().as_fd().try_clone_to_owned()?);
        socket.peer_addr()?;
        // If the parent is gone, receiving fails and this process ends too.
        set_pdeathsig(Signal::SIGKILL)?;
        set_dumpable(false)?;
        let plan: Plan = receive(&socket)?;
        let result = match self {
            Stage::Enter => enter(&plan),
            Stage::Init => init(&plan, &socket),
            Stage::Confine => confine(&plan, &socket),
            Stage::Keep => Ok(()),
        };
        result.or_else(|error| send(&socket, &StageReport::NotStarted(error.to_string())))
    }
}

/// The highest process ID in a PID namespace with room for all processes: recycled IDs begin at 300.
const PID_MAX: usize = Allowance::PROCESSES + 302;

/// Runs the supervisor with the standard streams of this process, then kills what it has left behind.
fn keep() -> io::Result<()> {
    UnixStream::from(stdin().as_fd().try_clone_to_owned()?).peer_addr()?;
    set_child_subreaper(true)?;
    set_dumpable(false)?;
    let arguments = std::env::args_os().skip(1).filter(|word| !word.as_encoded_bytes().starts_with(b"--stage="));
    // Ends when the grader closes its socket, even if the grader is killed.
    Command::new("/proc/self/exe").args(arguments).spawn()?.wait()?;
    kill_children(PATIENCE);
    Ok(())
}

fn enter(plan: &Plan) -> io::Result<()> {
    let (user, group) = (geteuid(), getegid());
    step("join the cgroup", plan.cgroup.join())?;
    let mut spaces = CloneFlags::CLONE_NEWUSER
        | CloneFlags::CLONE_NEWNS
        | CloneFlags::CLONE_NEWPID
        | CloneFlags::CLONE_NEWNET
        | CloneFlags::CLONE_NEWIPC
        | CloneFlags::CLONE_NEWUTS;
    spaces.set(CloneFlags::CLONE_NEWNET, !plan.network);
    step("make namespaces", unshare(spaces).map_err(io::Error::from))?;
    let map = |file: &str, text: String| step(file, fs::write(file, text));
    // Only dumpable processes can write their own maps.
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
    step("max_user_namespaces", fs::write("/proc/sys/user/max_user_namespaces", "0"))?;
    let granted = Granted { signals: true, processes: limit_processes() };
    tree::protect_proc()?;
    give_up_privileges()?;
    filter_calls(plan)?;
    let Some((program, arguments)) = plan.command.split_first() else {
        return send(socket, &StageReport::Granted(granted));
    };
    let stdin = plan.stdin()?;
    announce(socket)?;
    let child = Command::new(program).args(arguments).env("TMPDIR", "/tmp").stdin(stdin).spawn()?;
    let ended = reap_until(Pid::from_raw(child.id() as i32))?;
    send(socket, &StageReport::Ended(ended))
}

/// Announces the start of the submission and waits until the clocks of supervisor and grader run: the submission may stop
/// the supervisor.
fn announce(socket: &UnixStream) -> io::Result<()> {
    let own = UsageWho::RUSAGE_SELF;
    send(socket, &StageReport::Started { memory: largest(own), cpu: cpu_time(own) })?;
    receive(socket)
}

/// Limits the number of processes in the namespaces, as far as the kernel supports it.
fn limit_processes() -> ProcessLimit {
    // The superuser is exempt from RLIMIT_NPROC. Before these kernel versions, the settings were not per namespace.
    let outside = fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
    let is_superuser = outside.split_whitespace().nth(1) == Some("0");
    // One more than allowed, so that the supervisor notices the excess.
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

/// Reaps children until `awaited` has ended.
fn reap_until(awaited: Pid) -> io::Result<End> {
    loop {
        match waitpid(None, None) {
            Ok(WaitStatus::Exited(id, code)) if id == awaited => return Ok(End::Exited(code)),
            Ok(WaitStatus::Signaled(id, signal, _)) if id == awaited => {
                return Ok(ExitStatus::from_raw(signal as i32).into());
            }
            Ok(_) | Err(nix::Error::EINTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

fn confine(plan: &Plan, socket: &UnixStream) -> io::Result<()> {
    step("join the cgroup", plan.cgroup.join())?;
    let mut granted = Granted::default();
    if plan.confinement == Confinement::Landlock {
        granted.signals = restrict_files(plan)?;
        give_up_privileges()?;
    }
    filter_calls(plan)?;
    let Some((program, arguments)) = plan.command.split_first() else {
        return send(socket, &StageReport::Granted(granted));
    };
    let mut command = Command::new(program);
    command.args(arguments).stdin(plan.stdin()?);
    announce(socket)?;
    if let Some(scratch) = &plan.scratch {
        command.env("TMPDIR", scratch);
    }
    Err(command.exec())
}

/// Restricts this process to the files of the view; true if signals to the outside are refused too.
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
        // Interpreters list the folders that they import from. Rules apply to everything inside a folder, so the names of
        // hidden files can be listed, too.
        .and_then(|rules| rules.add_rules(path_beneath_rules(partly, AccessFs::ReadDir)))
        .and_then(|rules| rules.add_rules(path_beneath_rules(["/proc"], read)))
        .and_then(|rules| rules.add_rules(path_beneath_rules(tree::DEVICES, read | AccessFs::WriteFile)))
        .and_then(|rules| rules.add_rules(path_beneath_rules(plan.view.writable(), AccessFs::from_all(abi))))
        .and_then(|rules| rules.add_rules(path_beneath_rules(&plan.scratch, AccessFs::from_all(abi))))
        .and_then(|rules| rules.restrict_self());
    let status = restricted.map_err(io::Error::other)?;
    if status.ruleset == RulesetStatus::NotEnforced {
        return Err(io::Error::other("the kernel has no Landlock"));
    }
    Ok(matches!(status.landlock, LandlockStatus::Available { effective_abi, .. } if effective_abi >= ABI::V6))
}

/// Gives up all capabilities irrevocably, also for programs started later.
fn give_up_privileges() -> io::Result<()> {
    set_no_new_privs()?;
    clear_ambient_capability_set()?;
    for number in 0..64 {
        let capability = CapabilitySet::from_bits_retain(1 << number);
        // Fails beyond the last capability of this kernel, and for users without capabilities.
        let _ = remove_capability_from_bounding_set(capability);
    }
    let none = CapabilitySet::empty();
    Ok(set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none })?)
}

fn filter_calls(plan: &Plan) -> io::Result<()> {
    if plan.filter { step("filter", filter::apply(plan).map_err(io::Error::other)) } else { Ok(()) }
}
