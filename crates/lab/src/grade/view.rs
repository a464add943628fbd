//! The files that a submission sees: its own folder, one board, the programs of `PATH` and the system's libraries, all
//! read-only, but not the other boards or the results.

use std::collections::VecDeque;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use itertools::Itertools;
use serde::{Deserialize, Serialize};

use super::command::find_program;

/// Folders and files of the system that programs need. Nothing under `/etc` that is private.
const SYSTEM: [&str; 30] = [
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/usr",
    "/nix/store",
    "/gnu/store",
    "/run/current-system/sw",
    "/etc/alternatives",
    "/etc/fonts",
    "/etc/group",
    "/etc/host.conf",
    "/etc/hosts",
    "/etc/java",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/locale.alias",
    "/etc/locale.conf",
    "/etc/localtime",
    "/etc/mime.types",
    "/etc/nsswitch.conf",
    "/etc/os-release",
    "/etc/passwd",
    "/etc/profile.d",
    "/etc/protocols",
    "/etc/services",
    "/etc/ssl",
];
/// Names of folders whose parent is the installation prefix of a program.
const PROGRAM_FOLDERS: [&str; 4] = ["bin", "sbin", "shims", "libexec"];
/// Files and folders beside a `bin` folder of `PATH` that belong to its programs.
const BESIDE_PROGRAMS: [&str; 4] = ["lib", "lib64", "libexec", "pyvenv.cfg"];
/// Folders that are private to every sandbox.
const PRIVATE: [&str; 3] = ["/tmp", "/proc", "/dev"];
/// Maximum number of symbolic links in a path, as in the kernel.
const MOST_LINKS: usize = 40;

/// An entry of a submission's file system.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) enum Entry {
    /// A file or folder of the system, read-only.
    Show,
    /// The submission's folder, where it may write.
    Write,
    /// A symbolic link to this target.
    Link(PathBuf),
    /// An empty folder or file in place of a hidden one.
    Hide,
}

/// The file system of a submission.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct View {
    /// Its working directory.
    pub folder: PathBuf,
    /// Its entries, parents before their contents.
    pub entries: Vec<(PathBuf, Entry)>,
}

/// The input of a view.
#[derive(Debug, Default)]
pub(super) struct Viewed<'a> {
    pub command: &'a [OsString],
    pub folder: PathBuf,
    pub is_folder_writable: bool,
    /// Further files and folders to show.
    pub readable: Vec<PathBuf>,
    /// Files and folders to hide.
    pub hidden: &'a [PathBuf],
}

impl View {
    /// The view of a command; an error if its folder cannot be isolated.
    pub fn new(viewed: &Viewed<'_>) -> Result<View, String> {
        let folder = &viewed.folder;
        if PRIVATE.iter().any(|private| Path::new(private).starts_with(folder)) {
            let folder = folder.display();
            return Err(format!(
                "a submission in the folder {folder} cannot be separated from other files; change to a folder that \
                 holds nothing but the submission, or pass --sandbox off"
            ));
        }
        let mut paths = Paths { home: env::var_os("HOME").map(PathBuf::from), viewed, entries: Vec::new() };
        SYSTEM.iter().for_each(|path| paths.show(Path::new(path)));
        paths.show(folder);
        paths.show_programs(&env::var_os("PATH").unwrap_or_default());
        paths.show_command();
        if let Some(packages) = paths.home.as_ref().map(|home| home.join(".local/lib")) {
            paths.show(&packages);
        }
        viewed.readable.iter().for_each(|path| paths.show(&folder.join(path)));
        if viewed.is_folder_writable {
            paths.entries.retain(|(path, _)| path != folder);
            paths.entries.push((folder.clone(), Entry::Write));
        }
        let hidden = viewed.hidden.iter().map(|path| (path.clone(), Entry::Hide));
        paths.entries.extend(hidden);
        Ok(View { folder: folder.clone(), entries: layout(paths.entries) })
    }

    /// The shown files and folders without hidden ones; and the folders with something hidden inside, whose other contents
    /// are among the former.
    #[cfg(target_os = "linux")]
    pub fn visible(&self) -> (Vec<PathBuf>, Vec<PathBuf>) {
        let hidden: Vec<&Path> = self.of_kind(&Entry::Hide).collect();
        let (mut visible, mut partly) = (Vec::new(), Vec::new());
        let mut pending: Vec<PathBuf> = self.of_kind(&Entry::Show).map(Path::to_path_buf).collect();
        while let Some(path) = pending.pop() {
            if hidden.contains(&path.as_path()) {
                continue;
            }
            if !hidden.iter().any(|hidden| hidden.starts_with(&path)) {
                visible.push(path);
            } else if let Ok(entries) = fs::read_dir(&path) {
                pending.extend(entries.filter_map(|entry| Some(entry.ok()?.path())));
                partly.push(path);
            }
        }
        visible.sort();
        (visible, partly)
    }

    /// The folders where the submission may write.
    #[cfg(target_os = "linux")]
    pub fn writable(&self) -> impl Iterator<Item = &Path> {
        self.of_kind(&Entry::Write)
    }

    #[cfg(target_os = "linux")]
    fn of_kind(&self, kind: &Entry) -> impl Iterator<Item = &Path> {
        self.entries.iter().filter(move |(_, entry)| entry == kind).map(|(path, _)| path.as_path())
    }
}

struct Paths<'a> {
    home: Option<PathBuf>,
    viewed: &'a Viewed<'a>,
    entries: Vec<(PathBuf, Entry)>,
}

impl Paths<'_> {
    /// Shows a file or folder, if it exists, and the symbolic links on the path to it.
    fn show(&mut self, path: &Path) {
        let (real, links) = resolve(path);
        if let Some(real) = real.filter(|real| real.parent().is_some()) {
            self.entries.extend(links.into_iter().map(|(path, target)| (path, Entry::Link(target))));
            self.entries.push((real, Entry::Show));
        }
    }

    /// Shows the folders of `PATH` with their libraries.
    fn show_programs(&mut self, path: &OsStr) {
        for folder in env::split_paths(path).filter(|folder| folder.is_absolute()) {
            if self.is_too_much(&folder) {
                continue;
            }
            self.show(&folder);
            let Some(prefix) = prefix(&folder) else { continue };
            match folder.ends_with("shims") && !self.is_too_much(prefix) {
                // Shims run programs anywhere in the prefix.
                true => self.show(prefix),
                false => BESIDE_PROGRAMS.iter().for_each(|beside| self.show(&prefix.join(beside))),
            }
        }
    }

    /// Shows the installations of the command's program and of its interpreter, and the files in its arguments.
    fn show_command(&mut self) {
        let mut words = self.viewed.command.iter();
        let program = words.next().and_then(|word| find_program(word.to_str()?, &self.viewed.folder).ok());
        if let Some(program) = program {
            let interpreter = interpreter(&program);
            self.show_installation(&program);
            interpreter.iter().for_each(|interpreter| self.show_installation(interpreter));
        }
        for word in words.filter(|word| word.as_encoded_bytes().contains(&b'/')) {
            let path = self.viewed.folder.join(word);
            if path.is_file() {
                self.show(&path);
            }
        }
    }

    fn show_installation(&mut self, program: &Path) {
        self.show(program);
        let (real, links) = resolve(program);
        for place in [program.to_path_buf()].into_iter().chain(links.into_iter().map(|(path, _)| path)).chain(real) {
            let Some(folder) = place.parent() else { continue };
            match prefix(folder) {
                Some(prefix) if !self.is_too_much(prefix) => self.show(prefix),
                Some(_) if !self.is_too_much(folder) => self.show(folder),
                _ => {}
            }
        }
    }

    /// Whether a folder contains more than an installation: a home, the submission's folder or the boards.
    fn is_too_much(&self, folder: &Path) -> bool {
        let inside = self.viewed.hidden.iter().chain([&self.viewed.folder]).chain(&self.home);
        folder.parent().is_none() || inside.into_iter().any(|inside| inside.starts_with(folder))
    }
}

/// The installation prefix of a folder of programs.
fn prefix(folder: &Path) -> Option<&Path> {
    let name = folder.file_name()?;
    if PROGRAM_FOLDERS.iter().any(|known| name == *known) { folder.parent() } else { None }
}

/// The interpreter in the first line of a script.
fn interpreter(program: &Path) -> Option<PathBuf> {
    let mut beginning = Vec::new();
    fs::File::open(program).ok()?.take(256).read_to_end(&mut beginning).ok()?;
    let line = beginning.strip_prefix(b"#!")?.split(|&byte| byte == b'\n').next()?;
    let word = std::str::from_utf8(line).ok()?.split_whitespace().next()?;
    Path::new(word).is_absolute().then(|| PathBuf::from(word))
}

/// The real path of an absolute one, if it exists, and the symbolic links on it.
fn resolve(path: &Path) -> (Option<PathBuf>, Vec<(PathBuf, PathBuf)>) {
    let mut links = Vec::new();
    let mut real = PathBuf::from("/");
    let mut pending: VecDeque<PathBuf> = path.components().map(|part| PathBuf::from(part.as_os_str())).collect();
    while let Some(part) = pending.pop_front() {
        match part.components().next() {
            Some(Component::RootDir) => real = PathBuf::from("/"),
            Some(Component::ParentDir) => drop(real.pop()),
            Some(Component::Normal(name)) => {
                let next = real.join(name);
                match fs::read_link(&next) {
                    Ok(_) if links.len() == MOST_LINKS => return (None, links),
                    Ok(target) => {
                        target.components().rev().for_each(|part| pending.push_front(part.as_os_str().into()));
                        links.push((next, target));
                    }
                    Err(_) => real = next,
                }
            }
            _ => {}
        }
    }
    (Some(real).filter(|real| real.exists()), links)
}

/// Sorts entries and drops redundant ones: a file in a shown folder, and hiding what is not shown.
fn layout(entries: Vec<(PathBuf, Entry)>) -> Vec<(PathBuf, Entry)> {
    let mut placed: Vec<(PathBuf, Entry)> = Vec::new();
    for (path, entry) in entries.into_iter().sorted().dedup() {
        let around = placed.iter().rfind(|(placed, _)| path.starts_with(placed)).map(|(_, entry)| entry);
        let is_shown = matches!(around, Some(Entry::Show | Entry::Write));
        if is_shown == (entry == Entry::Hide) {
            placed.push((path, entry));
        }
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laid_out(entries: &[(&str, Entry)]) -> Vec<(String, Entry)> {
        let entries = entries.iter().map(|(path, entry)| (PathBuf::from(path), entry.clone())).collect();
        layout(entries).into_iter().map(|(path, entry)| (path.display().to_string(), entry)).collect()
    }

    #[test]
    fn redundant_entries_are_dropped_and_hiding_prevails() {
        let link = Entry::Link("/data".into());
        let entries = [
            ("/srv/a", Entry::Show),
            ("/srv/a/boards", Entry::Hide),
            ("/srv/a/boards/mine", Entry::Show),
            ("/srv/a/link", link.clone()),
            ("/srv/b/boards", Entry::Hide),
            ("/srv/a/search.py", Entry::Show),
            ("/srv/ab", link.clone()),
        ];
        let expected = [
            ("/srv/a", Entry::Show),
            ("/srv/a/boards", Entry::Hide),
            ("/srv/a/boards/mine", Entry::Show),
            ("/srv/ab", link),
        ];
        assert_eq!(laid_out(&entries), expected.map(|(path, entry)| (path.to_string(), entry)));
    }

    #[test]
    fn links_are_followed_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().canonicalize().unwrap();
        fs::create_dir_all(folder.join("python/bin")).unwrap();
        fs::write(folder.join("python/bin/python3"), "").unwrap();
        std::os::unix::fs::symlink("python", folder.join("current")).unwrap();
        std::os::unix::fs::symlink("../current/bin/python3", folder.join("python/python")).unwrap();
        let (real, links) = resolve(&folder.join("python/python"));
        assert_eq!(real, Some(folder.join("python/bin/python3")));
        assert_eq!(
            links,
            [
                (folder.join("python/python"), PathBuf::from("../current/bin/python3")),
                (folder.join("current"), PathBuf::from("python"))
            ]
        );
        std::os::unix::fs::symlink("loop", folder.join("loop")).unwrap();
        assert_eq!(resolve(&folder.join("loop")).0, None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_view_shows_installations_but_neither_homes_nor_boards() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path().canonicalize().unwrap();
        for folder in ["env/bin", "bob", "bob/boards", "alice"] {
            fs::create_dir_all(root.join(folder)).unwrap();
        }
        let program = root.join("env/bin/python3");
        fs::write(&program, "#!/usr/bin/env sh\n").unwrap();
        fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        fs::write(root.join("bob/boards/one.json"), "").unwrap();
        let command = [program.into_os_string(), root.join("alice").into_os_string()];
        let hidden = [root.join("bob/boards")];
        let viewed = Viewed { command: &command, folder: root.join("bob"), hidden: &hidden, ..Viewed::default() };
        let view = View::new(&viewed).unwrap();
        let of_root: Vec<_> = view.entries.iter().filter(|(path, _)| path.starts_with(&root)).collect();
        assert_eq!(
            of_root,
            [
                &(root.join("bob"), Entry::Show),
                &(root.join("bob/boards"), Entry::Hide),
                &(root.join("env"), Entry::Show)
            ]
        );
        fs::write(root.join("bob/search.py"), "").unwrap();
        let (visible, partly) = view.visible();
        let visible: Vec<_> = visible.into_iter().filter(|path| path.starts_with(&root)).collect();
        assert_eq!(visible, [root.join("bob/search.py"), root.join("env")]);
        assert_eq!(partly, [root.join("bob")]);

        let everything = Viewed { folder: "/".into(), ..viewed };
        assert!(View::new(&everything).unwrap_err().starts_with("a submission in the folder / cannot be separated"));
    }
}
