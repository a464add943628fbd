//! The file system of a submission in a mount namespace: a private root with read-only bind mounts.
//!
//! The steps are those of bubblewrap. A temporary file system becomes the root, with the old root inside it, so that the new
//! tree can be built from the old one; then the new tree becomes the root, and the old one is detached.

use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use nix::mount::{MntFlags, MsFlags, mount, umount2};
use nix::unistd::{chdir, pivot_root};

use super::plan::step;
use super::view::{Entry, View};

/// The path of the old root while the new tree is built.
const OLD: &str = "/old";
/// The path of the new tree while it is built.
const NEW: &str = "/new";
/// Maximum number of files in a temporary file system.
const MOST_FILES: u64 = 1 << 16;
pub(super) const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];
const DEVICE_LINKS: [(&str, &str); 4] = [
    ("/dev/fd", "/proc/self/fd"),
    ("/dev/stdin", "/proc/self/fd/0"),
    ("/dev/stdout", "/proc/self/fd/1"),
    ("/dev/stderr", "/proc/self/fd/2"),
];

/// Makes a view the whole file system of this process and its descendants. `size` limits each of the two writable folders,
/// `/tmp` and `/dev/shm`, in bytes. The caller is alone in new mount and PID namespaces.
///
/// `/proc` stays writable; see [`protect_proc`].
pub(super) fn enter(view: &View, size: u64) -> io::Result<()> {
    step("make mounts private", mount_flags("/", MsFlags::MS_REC | MsFlags::MS_PRIVATE))?;
    step("mount a root", mount_tmpfs("/tmp", "mode=0755"))?;
    fs::create_dir("/tmp/old")?;
    fs::create_dir("/tmp/new")?;
    step("enter the root", pivot_root("/tmp", "/tmp/old").map_err(io::Error::from))?;
    chdir("/")?;
    step("mount the tree", mount_tmpfs(NEW, "mode=0755"))?;
    for folder in ["/tmp", "/dev", "/dev/shm", "/proc"] {
        fs::create_dir(new(Path::new(folder)))?;
    }
    let limited = format!("mode=1777,size={},nr_inodes={MOST_FILES}", size.max(4096));
    step("mount /tmp", mount_tmpfs("/new/tmp", &limited))?;
    step("mount /dev/shm", mount_tmpfs("/new/dev/shm", &limited))?;
    let proc_flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC;
    let proc = mount(Some("proc"), "/new/proc", Some("proc"), proc_flags, None::<&str>);
    step("mount /proc", proc.map_err(io::Error::from))?;
    for device in DEVICES {
        step(device, bind(Path::new(device)))?;
    }
    for (link, target) in DEVICE_LINKS {
        symlink(target, new(Path::new(link)))?;
    }
    for (path, entry) in &view.entries {
        step(path.display(), place(path, entry))?;
    }
    // Only after everything is in place: shown files may be inside.
    for (path, _) in view.entries.iter().filter(|(_, entry)| *entry == Entry::Hide) {
        step(path.display(), protect(&new(path)))?;
    }
    chdir(NEW)?;
    step("enter the tree", pivot_root(".", ".").map_err(io::Error::from))?;
    umount2(".", MntFlags::MNT_DETACH)?;
    chdir("/")?;
    step("protect the root", mount_flags("/", MsFlags::MS_REMOUNT | MsFlags::MS_BIND | READ_ONLY))?;
    step(view.folder.display(), chdir(&view.folder).map_err(io::Error::from))
}

/// Makes `/proc` read-only: with the superuser's user ID, the submission could change kernel settings.
pub(super) fn protect_proc() -> io::Result<()> {
    let flags = READ_ONLY | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC;
    step("protect /proc", mount_flags("/proc", MsFlags::MS_REMOUNT | MsFlags::MS_BIND | flags))
}

const READ_ONLY: MsFlags = MsFlags::MS_RDONLY.union(MsFlags::MS_NOSUID);

fn place(path: &Path, entry: &Entry) -> io::Result<()> {
    match entry {
        Entry::Show => {
            bind(path)?;
            protect(&new(path))
        }
        Entry::Write => bind(path),
        Entry::Link(target) => {
            create_parents(path)?;
            symlink(target, new(path))
        }
        Entry::Hide if new(path).is_dir() => mount_tmpfs(new(path), "mode=0755,size=4096,nr_inodes=16384"),
        // An empty file is bound over it, unless it has been removed in the meantime.
        Entry::Hide if new(path).exists() => {
            let empty = "/empty";
            fs::write(empty, "")?;
            mount_from(empty, &new(path), MsFlags::MS_BIND)
        }
        Entry::Hide => Ok(()),
    }
}

/// Binds a file or folder of the old root, with the mounts in it, at its path in the new tree.
fn bind(path: &Path) -> io::Result<()> {
    create_parents(path)?;
    let target = new(path);
    match old(path).is_dir() {
        true => fs::create_dir_all(&target)?,
        false => drop(fs::File::create(&target)?),
    }
    mount_from(old(path), &target, MsFlags::MS_BIND | MsFlags::MS_REC)
}

/// Makes a bind mount and the mounts in it read-only. Existing flags are locked in a user namespace and must be repeated.
fn protect(target: &Path) -> io::Result<()> {
    let mounts = fs::read(Path::new(OLD).join("proc/self/mountinfo"))?;
    for line in mounts.split(|&byte| byte == b'\n') {
        let Some((point, flags)) = parse_mount(line) else { continue };
        if point.starts_with(target) {
            mount_flags(&point, MsFlags::MS_REMOUNT | MsFlags::MS_BIND | READ_ONLY | flags)?;
        }
    }
    Ok(())
}

/// Mount point and flags of a line of `mountinfo`: `36 35 98:0 /root /point rw,noatime …`.
fn parse_mount(line: &[u8]) -> Option<(PathBuf, MsFlags)> {
    let mut fields = line.split(|&byte| byte == b' ');
    let point = unescape(fields.nth(4)?);
    let mut flags = MsFlags::empty();
    for option in fields.next()?.split(|&byte| byte == b',') {
        flags |= match option {
            b"nosuid" => MsFlags::MS_NOSUID,
            b"nodev" => MsFlags::MS_NODEV,
            b"noexec" => MsFlags::MS_NOEXEC,
            b"noatime" => MsFlags::MS_NOATIME,
            b"nodiratime" => MsFlags::MS_NODIRATIME,
            b"relatime" => MsFlags::MS_RELATIME,
            _ => MsFlags::empty(),
        };
    }
    Some((point, flags))
}

/// Decodes spaces, tabs, line ends and backslashes in paths, which are octal numbers: `\040`.
fn unescape(field: &[u8]) -> PathBuf {
    let mut path = Vec::new();
    let mut rest = field;
    while let Some((&byte, after)) = rest.split_first() {
        let code = after.get(..3).filter(|_| byte == b'\\');
        let code = code.and_then(|code| u8::from_str_radix(std::str::from_utf8(code).ok()?, 8).ok());
        path.push(code.unwrap_or(byte));
        rest = if code.is_some() { &after[3..] } else { after };
    }
    PathBuf::from(std::ffi::OsStr::from_bytes(&path))
}

fn create_parents(path: &Path) -> io::Result<()> {
    fs::create_dir_all(new(path.parent().unwrap_or(path)))
}

fn old(path: &Path) -> PathBuf {
    Path::new(OLD).join(path.strip_prefix("/").unwrap_or(path))
}

fn new(path: &Path) -> PathBuf {
    Path::new(NEW).join(path.strip_prefix("/").unwrap_or(path))
}

fn mount_tmpfs(target: impl AsRef<Path>, options: &str) -> io::Result<()> {
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    Ok(mount(Some("tmpfs"), target.as_ref(), Some("tmpfs"), flags, Some(options))?)
}

fn mount_from(source: impl AsRef<Path>, target: &Path, flags: MsFlags) -> io::Result<()> {
    Ok(mount(Some(source.as_ref()), target, None::<&str>, flags, None::<&str>)?)
}

fn mount_flags(target: impl AsRef<Path>, flags: MsFlags) -> io::Result<()> {
    Ok(mount(None::<&str>, target.as_ref(), None::<&str>, flags, None::<&str>)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mounts_are_parsed() {
        let line = br"36 35 98:0 /mnt1 /a\040b\134c ro,nosuid,relatime master:1 - ext3 /dev/root rw";
        assert_eq!(parse_mount(line), Some((r"/a b\c".into(), MsFlags::MS_NOSUID | MsFlags::MS_RELATIME)));
        assert_eq!(parse_mount(b"36 35 98:0 /mnt1"), None);
    }
}
