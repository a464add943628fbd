//! What this machine grants to keep submissions within their limits, and what that guarantees.
//!
//! The order of preference is: namespaces, else Landlock, each with a filter of system calls; and cgroups, wherever this
//! process may make them. Everything is tried before it is relied upon, in a process like those of the runs.

use std::ffi::OsString;
use std::io;
use std::str::FromStr;

use serde::Serialize;

use super::Allowance;
use super::cgroup::Cgroup;
use super::plan::{Confinement, Granted, Plan, ProcessLimit};
use super::view::View;

/// Whether submissions are confined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sandbox {
    /// As far as this machine grants it.
    #[default]
    Auto,
    /// Not at all: limits only.
    Off,
    /// By namespaces; anything less is an error.
    Require,
}

/// A part of the system that protection rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

impl FromStr for Mechanism {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "cgroups" => Ok(Mechanism::Cgroups),
            "namespaces" => Ok(Mechanism::Namespaces),
            "landlock" => Ok(Mechanism::Landlock),
            "seccomp" => Ok(Mechanism::Seccomp),
            _ => Err(format!("{name} is not one of cgroups, namespaces, landlock and seccomp")),
        }
    }
}

/// The protection that runs have.
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
    /// Whatever the submission does.
    Yes,
    /// Against accidents; a submission can get around it.
    Partly,
    /// Not at all.
    No,
}

/// Something that is guaranteed about runs, or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Guarantee {
    /// What is guaranteed.
    pub name: &'static str,
    /// How far.
    pub holds: Holds,
    /// What it rests on, and what remains open.
    pub mechanism: String,
}

impl Protection {
    /// Finds out what this machine grants, apart from `without`. `supervisor` is the command of
    /// [`Runner::supervisor`](super::Runner::supervisor). An error says what is required and not granted.
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

    /// What was not granted, with the reason.
    pub fn refused(&self) -> &[String] {
        &self.refused
    }

    /// The plan for a run of nothing yet, in groups of its own.
    pub(super) fn plan(&self, supervisor: &[OsString], allowance: &Allowance) -> io::Result<Plan> {
        let tasks = Allowance::PROCESSES + self.stages();
        let cgroup = self.cgroup.make(allowance.memory, tasks);
        let cgroup = cgroup.map_err(|error| io::Error::new(error.kind(), format!("making a cgroup: {error}")))?;
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
            view: View { folder: "/".into(), entries: Vec::new() },
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

    /// Sets everything up in processes that then end.
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

    /// What holds on this machine.
    pub fn guarantees(&self) -> Vec<Guarantee> {
        let (yes, partly, no) = (Holds::Yes, Holds::Partly, Holds::No);
        let rows = [
            ("nothing is left running", self.killing()),
            ("the supervisor cannot be stopped", self.supervisor()),
            ("time limit", (yes, "measured by the supervisor and again by the grader".to_string())),
            ("memory limit", self.memory()),
            ("process limit", self.processes()),
            (
                "boards, results and other files are hidden",
                match self.confinement {
                    Confinement::Namespaces => (yes, "mount namespace".to_string()),
                    Confinement::Landlock => (yes, "Landlock".to_string()),
                    Confinement::None => (no, "the submission has the files of the user who grades".to_string()),
                },
            ),
            (
                "temporary files are limited",
                match self.confinement {
                    Confinement::Namespaces => (yes, "private file systems in memory".to_string()),
                    Confinement::Landlock => {
                        (partly, "a private folder; each file is limited, not their sum".to_string())
                    }
                    Confinement::None => (partly, "each file is limited, not their sum".to_string()),
                },
            ),
            (
                "no network",
                match (self.confinement, self.filter) {
                    (Confinement::Namespaces, _) => (yes, "network namespace".to_string()),
                    (_, true) => (yes, "seccomp refuses sockets".to_string()),
                    (_, false) => (no, "the submission has the network of the user who grades".to_string()),
                },
            ),
        ];
        rows.into_iter().map(|(name, (holds, mechanism))| Guarantee { name, holds, mechanism }).collect()
    }

    fn killing(&self) -> (Holds, String) {
        match (self.confinement, self.cgroup.kills(), self.filter) {
            (Confinement::Namespaces, _, _) => (Holds::Yes, "PID namespace".to_string()),
            (_, Some(kill), _) => (Holds::Yes, kill.to_string()),
            (_, None, true) => (Holds::Yes, "one process group, which seccomp keeps processes in".to_string()),
            (_, None, false) if cfg!(target_os = "linux") => {
                (Holds::Partly, "orphans are adopted and killed until none is left".to_string())
            }
            _ => (Holds::Partly, "the process group is killed; processes that leave it live on".to_string()),
        }
    }

    fn supervisor(&self) -> (Holds, String) {
        match (self.confinement, self.granted.signals) {
            (Confinement::Namespaces, _) => (Holds::Yes, "PID namespace".to_string()),
            (Confinement::Landlock, true) => (Holds::Yes, "Landlock refuses signals to it".to_string()),
            _ => (Holds::No, "the grader notices within seconds after the time limit".to_string()),
        }
    }

    fn memory(&self) -> (Holds, String) {
        match (self.cgroup.counts_memory(), self.filter) {
            (true, _) => (Holds::Yes, "memory cgroup".to_string()),
            (false, true) => (
                Holds::Partly,
                "polled; seccomp refuses memory that belongs to no process (memfd, System V)".to_string(),
            ),
            (false, false) if cfg!(target_os = "linux") => (Holds::Partly, "polled".to_string()),
            (false, false) => (Holds::Partly, "address space of each process".to_string()),
        }
    }

    fn processes(&self) -> (Holds, String) {
        match (self.cgroup.counts_processes(), self.granted.processes) {
            (true, _) => (Holds::Yes, "pids cgroup".to_string()),
            (false, ProcessLimit::PidMax) => (Holds::Yes, "pid_max of the PID namespace, and polled".to_string()),
            (false, ProcessLimit::ResourceLimit) => (Holds::Yes, "RLIMIT_NPROC in the user namespace".to_string()),
            (false, ProcessLimit::Polled) => (Holds::Partly, "polled".to_string()),
        }
    }
}
