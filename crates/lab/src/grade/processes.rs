//! The processes that descend from one, as `/proc` tells them. Where there is no `/proc` there seem to be none.

use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// A process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Process {
    pub id: i32,
    parent: i32,
    /// It has ended, and its parent does not know yet.
    is_zombie: bool,
}

/// Everything that descends from a process, zombies included.
pub fn descendants(root: i32) -> Vec<Process> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let ids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let mut others: Vec<Process> = ids.filter_map(process).collect();
    let mut found = Vec::new();
    let mut parents = vec![root];
    while let Some(parent) = parents.pop() {
        let (children, rest) = others.into_iter().partition(|process| process.parent == parent);
        let children: Vec<Process> = children;
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

/// `123 (name) S 1 …`: the name may hold anything, even brackets, but nothing after it does.
fn parse_stat(id: i32, stat: &str) -> Option<Process> {
    let (_, rest) = stat.rsplit_once(") ")?;
    let mut fields = rest.split(' ');
    let is_zombie = matches!(fields.next()?, "Z" | "X");
    Some(Process { id, parent: fields.next()?.parse().ok()?, is_zombie })
}

/// The memory that processes hold together, in bytes, counted only as far as it must be to know whether it is more than
/// `most`.
///
/// What they share is counted for each at first, which is quick. Only if that is too much, their shares are asked for.
pub fn memory(processes: &[Process], most: u64) -> u64 {
    let resident = sum(processes, "status", "VmRSS:");
    if resident <= most {
        return resident;
    }
    match sum(processes, "smaps_rollup", "Pss:") {
        // An older kernel does not tell.
        0 => resident,
        shares => shares,
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

/// Kills everything that descends from a process until nothing is left, and has `reap` take note of the dead between
/// rounds. Whether nothing is left after `patience`.
///
/// A process that is dead starts no others, so even one that starts them without end is caught up with.
pub fn kill_descendants(root: i32, patience: Duration, mut reap: impl FnMut()) -> bool {
    let began = Instant::now();
    loop {
        let alive: Vec<Process> = descendants(root).into_iter().filter(|process| !process.is_zombie).collect();
        for process in &alive {
            let _ = kill(Pid::from_raw(process.id), Signal::SIGKILL);
        }
        reap();
        if alive.is_empty() {
            return true;
        }
        if began.elapsed() > patience {
            return false;
        }
        sleep(Duration::from_millis(2));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_may_hold_anything() {
        let process = |is_zombie| Some(Process { id: 7, parent: 42, is_zombie });
        assert_eq!(parse_stat(7, "7 (sh) S 42 7 7 0"), process(false));
        assert_eq!(parse_stat(7, "7 (a) Z 1 ) Z 42 7 7 0"), process(true));
        assert_eq!(parse_stat(7, "7 (sh"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn children_are_found_and_killed() {
        let mut child = std::process::Command::new("sleep").arg("1000").spawn().unwrap();
        let id = child.id() as i32;
        let ours = std::process::id() as i32;
        let found = descendants(ours).into_iter().find(|process| process.id == id).unwrap();
        assert!(memory(&[found], u64::MAX) > 0 && memory(&[found], 0) > 0);
        // Only what descends from it: not the child itself, let alone other tests' children.
        assert!(kill_descendants(id, Duration::from_secs(10), || {}));
        assert_eq!(child.try_wait().unwrap(), None);
        child.kill().unwrap();
        child.wait().unwrap();
    }
}
