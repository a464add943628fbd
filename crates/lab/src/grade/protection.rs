//! The protection that this machine supports, and its guarantees.
//!
//! In the order of preference: namespaces, else Landlock, each with a filter of system calls; and cgroups, if this process
//! may make them. Each mechanism is probed in a process like those of the runs.

use std::ffi::OsString;
use std::io;

use serde::Serialize;

use super::Allowance;
use super::cgroup::Cgroup;
use super::plan::{Confinement, Granted, Plan, ProcessLimit, step};
use super::view::View;

/// Whether submissions are confined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sandbox {
    /// As far as this machine supports it.
    #[default]
    Auto,
    /// Not at all: limits only.
    Off,
    /// By namespaces; anything less is an error.
    Require,
}

/// A mechanism of the system for protection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString)]
#[strum(serialize_all = "lowercase", parse_err_ty = String, parse_err_fn = unknown_mechanism)]
pub enum Mechanism {
    /// Control groups of version 1 or 2.
    Cgroups,
    /// User, mount, PID, network, IPC and UTS namespaces.
    Namespaces,
    /// The Landlock security module.
    Landlock,
    /// Filters of system calls.
    Seccomp,
}

fn unknown_mechanism(name: &str) -> String {
    format!("{name} is not one of cgroups, namespaces, landlock and seccomp")
}

/// The protection of runs.
#[derive(Clone, Debug)]
pub struct Protection {
    confinement: Confinement,
    filter: bool,
    cgroup: Cgroup,
    granted: Granted,
    refused: Vec<String>,
}

/// How far a guarantee holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Holds {
    /// Against hostile submissions.
    Yes,
    /// Against accidents; a submission can bypass it.
    Partly,
    /// Not at all.
    No,
}

/// A guarantee about runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Guarantee {
    /// The guarantee.
    pub name: &'static str,
    /// How far it holds.
    pub holds: Holds,
    /// Its mechanism, and what remains open.
    pub mechanism: &'static str,
}

impl Protection {
    /// Detects the protection that this machine supports, apart from `without`. `supervisor` is the command of
    /// [`Runner::supervisor`](super::Runner::supervisor). An error if `sandbox` requires more.
    pub fn detect(supervisor: &[OsString], sandbox: Sandbox, without: &[Mechanism]) -> Result<Self, String> {
        let has = |mechanism| cfg!(target_os = "linux") && !without.contains(&mechanism);
        let mut protection = Protection {
            confinement: Confinement::None,
            filter: false,
            cgroup: if has(Mechanism::Cgroups) { Cgroup::detect() } else { Cgroup::default() },
            granted: Granted::default(),
            refused: Vec::new(),
        };
        if sandbox == Sandbox::Off {
            return Ok(protection);
        }
        let choices = [
            (Some(Mechanism::Namespaces), "namespaces", Confinement::Namespaces),
            (Some(Mechanism::Landlock), "landlock", Confinement::Landlock),
            (None, "seccomp", Confinement::None),
        ];
        let filter = has(Mechanism::Seccomp);
        for (mechanism, name, confinement) in choices {
            if !mechanism.map_or(filter, has) {
                protection.refused.push(format!("{name}: not available"));
                continue;
            }
            let trial = Protection { confinement, filter, ..protection.clone() };
            match trial.probe(supervisor) {
                Ok(granted) => {
                    protection = Protection { granted, ..trial };
                    break;
                }
                Err(error) => protection.refused.push(format!("{name}: {error}")),
            }
        }
        if sandbox == Sandbox::Require && protection.confinement != Confinement::Namespaces {
            let reasons = protection.refused.join("; ");
            return Err(format!("--sandbox require needs namespaces, which this machine does not grant ({reasons})"));
        }
        Ok(protection)
    }

    pub(super) fn confinement(&self) -> Confinement {
        self.confinement
    }

    /// The refused mechanisms, with the reasons.
    pub fn refused(&self) -> &[String] {
        &self.refused
    }

    /// A plan without a command, with its own cgroup.
    pub(super) fn plan(&self, supervisor: &[OsString], allowance: &Allowance) -> io::Result<Plan> {
        let tasks = Allowance::PROCESSES + self.stages();
        let cgroup = step("making a cgroup", self.cgroup.make(allowance.memory, tasks))?;
        Ok(Plan { cgroup, ..self.plan_without_groups(supervisor, allowance) })
    }

    fn plan_without_groups(&self, supervisor: &[OsString], allowance: &Allowance) -> Plan {
        Plan {
            supervisor: supervisor.to_vec(),
            command: Vec::new(),
            allowance: allowance.clone(),
            confinement: self.confinement,
            filter: self.filter,
            cgroup: Cgroup::default(),
            folder: "/".into(),
            view: View { folder: "/".into(), entries: Vec::new() },
            network: false,
            cores: Vec::new(),
            input: None,
            scratch: None,
        }
    }

    #[cfg(target_os = "linux")]
    fn stages(&self) -> usize {
        super::stage::Stage::processes(self.confinement)
    }

    #[cfg(not(target_os = "linux"))]
    fn stages(&self) -> usize {
        0
    }

    /// Sets up the protection in processes that then end.
    #[cfg(target_os = "linux")]
    fn probe(&self, supervisor: &[OsString]) -> Result<Granted, String> {
        use super::plan::{StageReport, receive};
        use std::time::Duration;
        if self.filter && !super::filter::is_supported() {
            return Err("system calls cannot be filtered on this processor".to_string());
        }
        let allowance = Allowance { time: Duration::MAX, memory: 1 << 20, file_size: 0 };
        let program = supervisor.first().ok_or("there is no supervisor")?;
        let plan = self.plan_without_groups(supervisor, &allowance);
        let (mut child, stage) = super::supervise::start(program, &plan).map_err(|error| error.to_string())?;
        let report = stage.set_read_timeout(Some(Duration::from_secs(60))).and_then(|()| receive(&stage));
        let _ = child.kill();
        let _ = child.wait();
        match report {
            Ok(StageReport::Granted(granted)) => Ok(granted),
            Ok(StageReport::NotStarted(why)) => Err(why),
            Ok(report) => Err(format!("unexpected report {report:?}")),
            Err(error) => Err(error.to_string()),
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn probe(&self, _: &[OsString]) -> Result<Granted, String> {
        Err("not available".to_string())
    }

    /// The guarantees on this machine.
    pub fn guarantees(&self) -> Vec<Guarantee> {
        use Holds::{No, Partly, Yes};
        let hidden = match self.confinement {
            Confinement::Namespaces => (Yes, "mount namespace"),
            Confinement::Landlock => (Yes, "Landlock"),
            Confinement::None => (No, "the submission has the files of the user who grades"),
        };
        let temporary = match self.confinement {
            Confinement::Namespaces => (Yes, "private file systems in memory"),
            Confinement::Landlock => (Partly, "a private folder; each file is limited, not their sum"),
            Confinement::None => (Partly, "each file is limited, not their sum"),
        };
        let network = match (self.confinement, self.filter) {
            (Confinement::Namespaces, _) => (Yes, "network namespace"),
            (_, true) => (Yes, "seccomp refuses sockets"),
            (_, false) => (No, "the submission has the network of the user who grades"),
        };
        let rows = [
            ("nothing is left running", self.killing()),
            ("the supervisor cannot be stopped", self.supervisor()),
            ("time limit", (Yes, "measured by the supervisor and again by the grader")),
            ("memory limit", self.memory()),
            ("process limit", self.processes()),
            ("boards, results and other files are hidden", hidden),
            ("temporary files are limited", temporary),
            ("no network", network),
        ];
        rows.map(|(name, (holds, mechanism))| Guarantee { name, holds, mechanism }).to_vec()
    }

    fn killing(&self) -> (Holds, &'static str) {
        match (self.confinement, self.cgroup.kills(), self.filter) {
            (Confinement::Namespaces, _, _) => (Holds::Yes, "PID namespace"),
            (_, Some(kill), _) => (Holds::Yes, kill),
            (_, None, true) => (Holds::Yes, "one process group, which seccomp keeps processes in"),
            (_, None, false) if cfg!(target_os = "linux") => {
                (Holds::Partly, "orphans are adopted and killed until none is left")
            }
            _ => (Holds::Partly, "the process group is killed; processes that leave it survive"),
        }
    }

    fn supervisor(&self) -> (Holds, &'static str) {
        match (self.confinement, self.granted.signals) {
            (Confinement::Namespaces, _) => (Holds::Yes, "PID namespace"),
            (Confinement::Landlock, true) => (Holds::Yes, "Landlock refuses signals to it"),
            _ => (Holds::No, "the grader notices within seconds after the time limit"),
        }
    }

    fn memory(&self) -> (Holds, &'static str) {
        match (self.cgroup.counts_memory(), self.filter) {
            (true, _) => (Holds::Yes, "memory cgroup"),
            (false, true) => {
                (Holds::Partly, "polled; seccomp refuses memory that belongs to no process (memfd, System V)")
            }
            (false, false) if cfg!(target_os = "linux") => (Holds::Partly, "polled"),
            (false, false) => (Holds::Partly, "address space of each process"),
        }
    }

    fn processes(&self) -> (Holds, &'static str) {
        match (self.cgroup.counts_processes(), self.granted.processes) {
            (true, _) => (Holds::Yes, "pids cgroup"),
            (false, ProcessLimit::PidMax) => (Holds::Yes, "pid_max of the PID namespace, and polled"),
            (false, ProcessLimit::ResourceLimit) => (Holds::Yes, "RLIMIT_NPROC in the user namespace"),
            (false, ProcessLimit::Polled) => (Holds::Partly, "polled"),
        }
    }
}
