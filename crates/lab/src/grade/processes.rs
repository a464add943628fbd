//! The descendants of a process and their memory, from `/proc`. Without `/proc`, none are found.

use std::collections::HashMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::thread::{sleep, yield_now};
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::sys::signal::{Signal, kill};
use nix::sys::statvfs::statvfs;
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;

/// Number of rounds of killing children without a pause.
const WITHOUT_PAUSE: u32 = 2000;

/// A process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Process {
    pub id: i32,
    pub parent: i32,
    /// It has ended and is not reaped yet.
    is_zombie: bool,
}

/// All descendants of a process, including zombies.
pub fn descendants(root: i32) -> Vec<Process> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let ids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let mut others: Vec<Process> = ids.filter_map(process).collect();
    let mut found = Vec::new();
    let mut parents = vec![root];
    while let Some(parent) = parents.pop() {
        let (children, rest): (Vec<Process>, _) = others.into_iter().partition(|process| process.parent == parent);
        others = rest;
        parents.extend(children.iter().map(|child| child.id));
        found.extend(children);
    }
    found
}

fn process(id: i32) -> Option<Process> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    parse_stat(id, &stat)
}

/// `123 (name) S 1 …`: the name may contain anything, even brackets; the fields after it do not.
fn parse_stat(id: i32, stat: &str) -> Option<Process> {
    let (_, rest) = stat.rsplit_once(") ")?;
    let mut fields = rest.split(' ');
    let is_zombie = matches!(fields.next()?, "Z" | "X");
    Some(Process { id, parent: fields.next()?.parse().ok()?, is_zombie })
}

/// The memory of a submission, polled.
#[derive(Debug, Default)]
pub struct Usage {
    /// The observed peak in bytes.
    pub peak: u64,
}

impl Usage {
    /// The memory of all processes in bytes, exact only if it exceeds `most`.
    ///
    /// The sum of resident sizes is quick to read, but counts shared pages once per process. Proportional sizes are read only
    /// if it exceeds `most`. `sandbox` is a process of a sandbox with its own file systems in memory.
    pub fn poll(&mut self, processes: &[Process], most: u64, sandbox: Option<Process>) -> u64 {
        let unmapped = shared_objects(processes, sandbox.is_none()) + sandbox.and_then(file_systems).unwrap_or(0);
        let mut memory = sum(processes, "status", "VmRSS:") + unmapped;
        if memory > most {
            let proportional = sum(processes, "smaps_rollup", "Pss:");
            let mapped = sum(processes, "smaps_rollup", "Pss_Shmem:");
            // Older kernels do not have this file.
            if proportional > 0 {
                memory = proportional.saturating_sub(mapped) + unmapped.max(mapped);
            }
        }
        self.peak = self.peak.max(memory);
        memory
    }
}

fn sum(processes: &[Process], file: &str, key: &str) -> u64 {
    let size = |process: &Process| {
        let text = fs::read_to_string(format!("/proc/{}/{file}", process.id)).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix(key))?;
        line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()
    };
    processes.iter().filter_map(size).sum::<u64>() * 1024
}

/// The size in bytes of shared memory objects that processes have open or mapped; on request including files in `/dev/shm`.
fn shared_objects(processes: &[Process], with_files: bool) -> u64 {
    let is_counted = |path: &str| is_shared_memory(path) || (with_files && path.starts_with("/dev/shm/"));
    let mut objects = HashMap::new();
    let mut add = |path: String| {
        if let Ok(metadata) = fs::metadata(path) {
            objects.insert((metadata.dev(), metadata.ino()), metadata.blocks() * 512);
        }
    };
    for process in processes {
        let id = process.id;
        let files = fs::read_dir(format!("/proc/{id}/fd")).into_iter().flatten().flatten().map(|entry| entry.path());
        for file in files {
            if fs::read_link(&file).is_ok_and(|target| target.to_str().is_some_and(is_counted)) {
                add(file.display().to_string());
            }
        }
        let maps = fs::read_to_string(format!("/proc/{id}/maps")).unwrap_or_default();
        for line in maps.lines().filter(|line| line.find('/').is_some_and(|path| is_counted(&line[path..]))) {
            add(format!("/proc/{id}/map_files/{}", line.split(' ').next().unwrap_or_default()));
        }
    }
    objects.values().sum()
}

/// Whether this path is shared memory without a file.
fn is_shared_memory(path: &str) -> bool {
    ["/memfd:", "/dev/zero (deleted)", "/SYSV"].iter().any(|begin| path.starts_with(begin))
}

/// The bytes used in the temporary file systems of a sandbox.
fn file_systems(process: Process) -> Option<u64> {
    let used = |folder: &str| {
        let system = statvfs(format!("/proc/{}/root/{folder}", process.id).as_str()).ok()?;
        Some(system.blocks().saturating_sub(system.blocks_free()) as u64 * system.fragment_size() as u64)
    };
    Some(used("tmp")? + used("dev/shm")?)
}

/// Reaps adopted zombies, except the child `kept`, which another thread waits for.
pub fn reap_orphans(processes: &[Process], parent: i32, kept: i32) {
    for orphan in processes.iter().filter(|process| process.is_zombie && process.parent == parent) {
        if orphan.id != kept {
            let _ = waitpid(Pid::from_raw(orphan.id), Some(WaitPidFlag::WNOHANG));
        }
    }
}

/// Kills and reaps all descendants of this process, which adopts orphans, until the kernel reports no children; false if
/// some are left after `patience`.
///
/// A listing of processes can miss one whose parent ends in the meantime. But each descendant has an ancestor among the
/// children of this process, so that the children are gone last.
pub fn kill_children(patience: Duration) -> bool {
    let began = Instant::now();
    let mut rounds = 0_u32;
    loop {
        // Children first and fast: in a fork chain each process lives only briefly.
        for id in children() {
            let _ = kill(Pid::from_raw(id), Signal::SIGKILL);
        }
        if !reap() {
            return true;
        }
        if rounds.is_multiple_of(64) {
            for process in descendants(std::process::id() as i32).iter().filter(|process| !process.is_zombie) {
                let _ = kill(Pid::from_raw(process.id), Signal::SIGKILL);
            }
        }
        if began.elapsed() > patience {
            return false;
        }
        rounds = rounds.saturating_add(1);
        if rounds < WITHOUT_PAUSE { yield_now() } else { sleep(Duration::from_millis(1)) }
    }
}

/// The children of this process, if the kernel lists them.
fn children() -> Vec<i32> {
    let threads = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let ids = |list: String| list.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<i32>>();
    lists.flat_map(ids).collect()
}

/// Reaps all children that have ended; true if any is left.
fn reap() -> bool {
    loop {
        match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
            Ok(WaitStatus::StillAlive) => return true,
            Err(Errno::ECHILD) => return false,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_may_contain_anything() {
        let process = |is_zombie| Some(Process { id: 7, parent: 42, is_zombie });
        assert_eq!(parse_stat(7, "7 (sh) S 42 7 7 0"), process(false));
        assert_eq!(parse_stat(7, "7 (a) Z 1 ) Z 42 7 7 0"), process(true));
        assert_eq!(parse_stat(7, "7 (sh"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn descendants_and_their_memory_are_found() {
        let mut child = std::process::Command::new("sleep").arg("1000").spawn().unwrap();
        let id = child.id() as i32;
        let found = descendants(std::process::id() as i32).into_iter().find(|process| process.id == id).unwrap();
        for most in [u64::MAX, 0] {
            let mut usage = Usage::default();
            assert!(usage.poll(&[found], most, None) > 0 && usage.peak > 0);
        }
        assert!(children().contains(&id));
        child.kill().unwrap();
        child.wait().unwrap();
    }
}
