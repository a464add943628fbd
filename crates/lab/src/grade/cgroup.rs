//! Control groups (cgroups): the kernel counts the memory and the processes of a submission, and kills them all at once.
//!
//! Groups are made in the group of this process, if that is the root of the visible hierarchy, as in a container, or if it
//! is delegated (`systemd-run --user --scope -p Delegate=yes`). The groups of other managers are not touched.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::Duration;

use itertools::Itertools;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde::{Deserialize, Serialize};

/// Maximum number of attempts to remove a group that is not empty yet.
const REMOVALS: u32 = 200;
/// Maximum number of rounds of freezing a group and killing its processes.
const KILLS: u32 = 50;

/// A controller of version 1 or 2, which differ in the names of their files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Controller {
    folder: PathBuf,
    is_v2: bool,
}

/// The groups of one run, or their parents. Each may be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Cgroup {
    /// A group of version 2, which the kernel can kill.
    unified: Option<PathBuf>,
    /// A group of version 1, which the kernel can freeze.
    freezer: Option<PathBuf>,
    memory: Option<Controller>,
    pids: Option<Controller>,
}

impl Cgroup {
    /// The groups in which groups for runs can be made, as a trial shows.
    pub fn detect() -> Cgroup {
        let read = |path| fs::read_to_string(path).unwrap_or_default();
        let candidates = find(&read("/proc/self/mountinfo"), &read("/proc/self/cgroup"), is_delegated);
        let mut found = Cgroup::default();
        for candidate in candidates {
            found.add_if_usable(candidate);
        }
        found
    }

    fn add_if_usable(&mut self, candidate: Candidate) {
        let Candidate { folder, controllers, is_v2 } = candidate;
        let Ok(group) = Made::new(&folder) else { return };
        let controller = |name: &str, file: &str| {
            let is_here = controllers.iter().any(|controller| controller == name) && group.0.join(file).exists();
            is_here.then(|| Controller { folder: folder.clone(), is_v2 })
        };
        let (memory_file, pids_file) = (if is_v2 { "memory.max" } else { "memory.limit_in_bytes" }, "pids.max");
        if is_v2 && group.0.join("cgroup.kill").exists() {
            self.unified = Some(folder.clone());
        }
        if controller("freezer", "freezer.state").is_some() {
            self.freezer = Some(folder.clone());
        }
        self.memory = self.memory.take().or(controller("memory", memory_file));
        self.pids = self.pids.take().or(controller("pids", pids_file));
    }

    /// Makes groups for one run with these limits, in bytes and tasks.
    pub fn make(&self, memory: u64, tasks: usize) -> io::Result<Cgroup> {
        static RUNS: AtomicU32 = AtomicU32::new(0);
        let name = format!("pathmax-{}-{}", std::process::id(), RUNS.fetch_add(1, Ordering::Relaxed));
        let inside = |folder: &PathBuf| folder.join(&name);
        let controller = |old: &Controller| Controller { folder: inside(&old.folder), is_v2: old.is_v2 };
        let group = Cgroup {
            unified: self.unified.as_ref().map(inside),
            freezer: self.freezer.as_ref().map(inside),
            memory: self.memory.as_ref().map(controller),
            pids: self.pids.as_ref().map(controller),
        };
        let limited = group.folders().into_iter().try_for_each(fs::create_dir);
        let limited = limited.and_then(|()| group.limit(memory, tasks));
        if limited.is_err() {
            group.remove();
        }
        limited.map(|()| group)
    }

    fn limit(&self, memory: u64, tasks: usize) -> io::Result<()> {
        if let Some(pids) = &self.pids {
            fs::write(pids.folder.join("pids.max"), tasks.to_string())?;
        }
        if let Some(controller) = &self.memory {
            let set = |file: &str, value: u64| fs::write(controller.folder.join(file), value.to_string());
            if controller.is_v2 {
                set("memory.max", memory)?;
                // Without swap there is no such file.
                let _ = set("memory.swap.max", 0);
                let _ = set("memory.oom.group", 1);
            } else {
                set("memory.limit_in_bytes", memory)?;
                let _ = set("memory.memsw.limit_in_bytes", memory);
            }
        }
        Ok(())
    }

    /// Moves this process into the groups.
    #[cfg(target_os = "linux")]
    pub fn join(&self) -> io::Result<()> {
        self.folders().into_iter().try_for_each(|folder| fs::write(folder.join("cgroup.procs"), "0"))
    }

    /// Whether the kernel counts all memory.
    pub fn counts_memory(&self) -> bool {
        self.memory.is_some()
    }

    /// Whether the kernel counts processes.
    pub fn counts_processes(&self) -> bool {
        self.pids.is_some()
    }

    /// The mechanism that kills all processes at once, if any.
    pub fn kills(&self) -> Option<&'static str> {
        match (&self.unified, &self.freezer) {
            (Some(_), _) => Some("cgroup.kill"),
            (None, Some(_)) => Some("the cgroup freezer"),
            (None, None) => None,
        }
    }

    /// Kills every process of the group.
    pub fn kill(&self) {
        if let Some(group) = &self.unified
            && fs::write(group.join("cgroup.kill"), "1").is_ok()
        {
            return;
        }
        let Some(group) = &self.freezer else { return };
        for _ in 0..KILLS {
            let _ = fs::write(group.join("freezer.state"), "FROZEN");
            let processes = fs::read_to_string(group.join("cgroup.procs")).unwrap_or_default();
            for id in processes.lines().filter_map(|line| line.parse().ok()) {
                let _ = kill(Pid::from_raw(id), Signal::SIGKILL);
            }
            let is_frozen = fs::read_to_string(group.join("freezer.state")).is_ok_and(|state| state == "FROZEN\n");
            let _ = fs::write(group.join("freezer.state"), "THAWED");
            if is_frozen || processes.is_empty() {
                return;
            }
        }
    }

    /// Peak memory in bytes.
    pub fn peak_memory(&self) -> Option<u64> {
        let controller = self.memory.as_ref()?;
        let file = if controller.is_v2 { "memory.peak" } else { "memory.max_usage_in_bytes" };
        fs::read_to_string(controller.folder.join(file)).ok()?.trim().parse().ok()
    }

    /// Whether the kernel has killed a process for exceeding the memory limit.
    pub fn ran_out_of_memory(&self) -> bool {
        let of = |controller: &Controller| {
            let file = if controller.is_v2 { "memory.events" } else { "memory.oom_control" };
            count(&controller.folder.join(file), "oom_kill")
        };
        self.memory.as_ref().is_some_and(|controller| of(controller) > 0)
    }

    /// Whether the kernel has refused to start a process.
    pub fn ran_out_of_processes(&self) -> bool {
        self.pids.as_ref().is_some_and(|controller| count(&controller.folder.join("pids.events"), "max") > 0)
    }

    /// Removes the groups. Dead processes may take a moment to leave them.
    pub fn remove(&self) {
        for folder in self.folders() {
            for _ in 0..REMOVALS {
                match fs::remove_dir(folder) {
                    Err(error) if error.kind() == io::ErrorKind::ResourceBusy => sleep(Duration::from_millis(5)),
                    _ => break,
                }
            }
        }
    }

    fn folders(&self) -> Vec<&Path> {
        let controllers = [&self.memory, &self.pids].into_iter().flatten().map(|controller| &controller.folder);
        let folders = self.unified.iter().chain(&self.freezer).chain(controllers);
        folders.map(PathBuf::as_path).sorted().dedup().collect()
    }
}

/// A number in a file of lines such as `oom_kill 0`.
fn count(path: &Path, key: &str) -> u64 {
    let text = fs::read_to_string(path).unwrap_or_default();
    let value = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' ')?.trim().parse().ok());
    value.unwrap_or(0)
}

/// A group made for a trial.
struct Made(PathBuf);

impl Made {
    fn new(parent: &Path) -> io::Result<Self> {
        let folder = parent.join(format!("pathmax-{}-trial", std::process::id()));
        fs::create_dir(&folder).map(|()| Made(folder))
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.0);
    }
}

/// A group in which others may be made.
#[derive(Debug, PartialEq, Eq)]
struct Candidate {
    folder: PathBuf,
    controllers: Vec<String>,
    is_v2: bool,
}

/// Finds the group of this process in every hierarchy, from `mountinfo` and `cgroup` of `/proc/self`.
fn find(mounts: &str, groups: &str, is_delegated: impl Fn(&Path) -> bool) -> Vec<Candidate> {
    let own = |name: &str| {
        groups.lines().find_map(|line| {
            let mut fields = line.splitn(3, ':').skip(1);
            fields.next()?.split(',').any(|controller| controller == name).then_some(())?;
            fields.next()
        })
    };
    let candidate = |line: &str| {
        let (mount, system) = line.split_once(" - ")?;
        let mut fields = mount.split(' ').skip(3);
        let (root, point) = (fields.next()?, Path::new(fields.next()?));
        let mut system = system.split(' ');
        let is_v2 = match system.next()? {
            "cgroup" => false,
            "cgroup2" => true,
            _ => return None,
        };
        let options: Vec<&str> = system.nth(1)?.split(',').collect();
        let path = if is_v2 { own("") } else { options.iter().find_map(|name| own(name)) }?;
        let folder = point.join(Path::new(path).strip_prefix(root).ok()?);
        (folder == point || (is_v2 && is_delegated(&folder))).then_some(())?;
        let controllers = match is_v2 {
            true => enabled(&folder),
            false => options.into_iter().map(str::to_string).collect(),
        };
        Some(Candidate { folder, controllers, is_v2 })
    };
    mounts.lines().filter_map(candidate).collect()
}

/// The controllers of groups inside a group of version 2, after an attempt to enable those needed here.
fn enabled(folder: &Path) -> Vec<String> {
    let file = folder.join("cgroup.subtree_control");
    for controller in ["+memory", "+pids"] {
        // Refused if the group has processes of its own; then groups in it can be killed, but have no limits.
        let _ = fs::write(&file, controller);
    }
    fs::read_to_string(&file).unwrap_or_default().split_whitespace().map(str::to_string).collect()
}

#[cfg(not(target_os = "linux"))]
fn is_delegated(_: &Path) -> bool {
    false
}

/// Whether the manager of the groups has delegated this one.
#[cfg(target_os = "linux")]
fn is_delegated(folder: &Path) -> bool {
    ["user.delegate", "trusted.delegate"].into_iter().any(|name| {
        let mut value = [0; 8];
        rustix::fs::getxattr(folder, name, &mut value).is_ok_and(|length| value[..length] == *b"1")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "\
24 1 0:21 / /proc rw,relatime - proc proc rw
30 25 0:26 / /no/groups/memory rw,relatime - cgroup cgroup rw,memory
31 25 0:27 / /no/groups/pids rw,relatime - cgroup cgroup rw,pids
32 25 0:28 / /no/groups/unified rw,relatime - cgroup2 cgroup2 rw
";

    fn folders(groups: &str, delegated: &str) -> Vec<PathBuf> {
        let found = find(MOUNTS, groups, |folder| folder == Path::new(delegated));
        found.into_iter().map(|candidate| candidate.folder).collect()
    }

    #[test]
    fn groups_of_other_managers_are_left_alone() {
        let groups = "4:memory:/manager/job\n8:pids:/\n0::/user.slice/run.scope\n";
        assert_eq!(folders(groups, ""), [Path::new("/no/groups/pids")]);
        let scope = "/no/groups/unified/user.slice/run.scope";
        assert_eq!(folders(groups, scope), ["/no/groups/pids", scope].map(Path::new));
        let container = "4:memory:/\n8:pids:/\n0::/\n";
        assert_eq!(
            folders(container, ""),
            ["/no/groups/memory", "/no/groups/pids", "/no/groups/unified"].map(Path::new)
        );
        assert!(folders("", "").is_empty());
    }

    /// With ordinary folders and the files that the kernel's documentation describes.
    #[test]
    fn both_versions_have_limits_and_counts() {
        let root = tempfile::tempdir().unwrap();
        for is_v2 in [false, true] {
            let controller = Some(Controller { folder: root.path().to_path_buf(), is_v2 });
            let home = Cgroup { memory: controller.clone(), pids: controller, ..Cgroup::default() };
            let group = home.make(64 << 20, 512).unwrap();
            let folder = group.folders()[0].to_path_buf();
            let written = |file: &str| fs::read_to_string(folder.join(file)).unwrap();
            assert_eq!(written("pids.max"), "512");
            assert_eq!(written(if is_v2 { "memory.max" } else { "memory.limit_in_bytes" }), "67108864");
            assert!(!group.ran_out_of_memory() && !group.ran_out_of_processes());
            let events = if is_v2 { "memory.events" } else { "memory.oom_control" };
            fs::write(folder.join(events), "oom_kill_disable 0\nunder_oom 0\noom_kill 2\n").unwrap();
            fs::write(folder.join("pids.events"), "max 1\n").unwrap();
            let peak = if is_v2 { "memory.peak" } else { "memory.max_usage_in_bytes" };
            fs::write(folder.join(peak), "4096\n").unwrap();
            assert!(group.ran_out_of_memory() && group.ran_out_of_processes());
            assert_eq!(group.peak_memory(), Some(4096));
        }
    }

    /// Both ways to kill, on this machine's groups.
    #[test]
    #[cfg(target_os = "linux")]
    fn a_group_is_killed_at_once() {
        let home = Cgroup::detect();
        let unified = Cgroup { unified: home.unified, ..Cgroup::default() };
        let freezer = Cgroup { freezer: home.freezer, ..Cgroup::default() };
        for home in [unified, freezer] {
            let Some(name) = home.kills() else {
                eprintln!("not tested, as this machine does not grant it: {home:?}");
                continue;
            };
            let group = home.make(0, 0).unwrap();
            let folder = group.folders()[0].to_path_buf();
            let mut child = std::process::Command::new("sleep").arg("1000").spawn().unwrap();
            fs::write(folder.join("cgroup.procs"), child.id().to_string()).unwrap();
            group.kill();
            let status = child.wait().unwrap();
            assert_eq!(std::os::unix::process::ExitStatusExt::signal(&status), Some(9), "{name}");
            group.remove();
            assert!(!folder.exists(), "{name}");
        }
    }
}
