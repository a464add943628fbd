//! Atomic output files: they hold the old contents or the new ones, never a part.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// Temporary files are hidden, so that they are not taken for boards. The name is short even if the output's is long.
const PREFIX: &str = ".pathmax-";

/// Paths of open files of a process on Unix systems.
const OPEN_FILES: [&str; 5] = ["/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/fd", "/proc"];

/// Maximum number of consecutive symbolic links, as in Linux.
const MOST_LINKS: usize = 40;

/// Writes a file through a temporary file in the same folder: after an error, such as a full disk, an existing file keeps
/// its contents and a new one is not created.
///
/// Symbolic links are followed. A replaced file keeps its permissions and, if the system allows it, its owner. Devices and
/// pipes are written directly.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("plan.svg");
/// pathmax_lab::write_file(&path, b"<svg/>")?;
/// assert_eq!(std::fs::read(&path)?, b"<svg/>");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write_file(path: &Path, contents: &[u8]) -> io::Result<()> {
    let mut file = OutputFile::create(path)?;
    file.write_all(contents)?;
    file.finish()
}

/// A file that is written in parts, in the same way as with [`write_file`]: it appears when it is [finished](Self::finish).
pub struct OutputFile(Output);

enum Output {
    Special(BufWriter<File>),
    Regular { file: BufWriter<Temporary>, path: PathBuf, old: Option<Box<fs::Metadata>> },
}

/// A temporary file whose errors do not name it.
struct Temporary(NamedTempFile);

impl Write for Temporary {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.as_file_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.as_file_mut().flush()
    }
}

impl OutputFile {
    /// Begins a file.
    pub fn create(path: &Path) -> io::Result<OutputFile> {
        Ok(OutputFile(match Target::of(path)? {
            Target::Special => {
                Output::Special(BufWriter::new(OpenOptions::new().write(true).truncate(true).open(path)?))
            }
            Target::Regular { path, old } => {
                let file = BufWriter::new(Temporary(temporary_file(&path, old.is_none())?));
                Output::Regular { file, path, old }
            }
        }))
    }

    /// Completes the file. Without this call, an existing file keeps its contents and a new one is not created.
    pub fn finish(self) -> io::Result<()> {
        let (file, path, old) = match self.0 {
            Output::Special(mut file) => return file.flush(),
            Output::Regular { file, path, old } => {
                let Temporary(file) = file.into_inner().map_err(|error| error.into_error())?;
                (file, path, old)
            }
        };
        if let Some(old) = old {
            keep_owner(file.as_file(), &old);
            file.as_file().set_permissions(old.permissions())?;
            // Some file systems report a full disk only here. New files, often hundreds of boards, are not synced.
            file.as_file().sync_all()?;
        }
        file.persist(&path)?;
        Ok(())
    }
}

impl OutputFile {
    /// Completes the file like [`finish`](OutputFile::finish), and waits until the file and its name are on the disk: after a
    /// power failure, the old file or the new one is there.
    pub fn finish_synced(mut self) -> io::Result<()> {
        self.flush()?;
        let folder = match &self.0 {
            Output::Special(_) => None,
            Output::Regular { file, path, .. } => {
                file.get_ref().0.as_file().sync_all()?;
                Some(folder_of(path).to_path_buf())
            }
        };
        self.finish()?;
        folder.map_or(Ok(()), |folder| sync_folder(&folder))
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Output::Special(file) => file.write(bytes),
            Output::Regular { file, .. } => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Output::Special(file) => file.flush(),
            Output::Regular { file, .. } => file.flush(),
        }
    }
}

/// Checks in advance whether [`write_file`] can write this file. Changes nothing.
pub fn check_writable(path: &Path) -> io::Result<()> {
    match Target::of(path)? {
        // Opening a pipe would wait for its reader.
        Target::Special => Ok(()),
        Target::Regular { path, old } => temporary_file(&path, old.is_none()).map(drop),
    }
}

/// The target of a path.
enum Target {
    /// A device, a pipe or a folder.
    Special,
    /// A regular file, or none yet; `path` is not a symbolic link.
    Regular { path: PathBuf, old: Option<Box<fs::Metadata>> },
}

impl Target {
    fn of(path: &Path) -> io::Result<Target> {
        let Some(path) = follow_links(path) else { return Ok(Target::Special) };
        match fs::metadata(&path) {
            Ok(old) if old.is_file() => {
                // A rename would replace even a read-only file.
                OpenOptions::new().append(true).open(&path)?;
                Ok(Target::Regular { path, old: Some(Box::new(old)) })
            }
            Ok(_) => Ok(Target::Special),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Target::Regular { path, old: None }),
            Err(error) => Err(error),
        }
    }
}

/// The path at the end of symbolic links; the file need not exist. `None` for an open file of this process: replacing
/// `/dev/stdout` would detach it from the standard output.
fn follow_links(path: &Path) -> Option<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        let absolute = std::path::absolute(&path).unwrap_or_else(|_| path.clone());
        if OPEN_FILES.iter().any(|place| absolute.starts_with(place)) {
            return None;
        }
        let Ok(link) = fs::read_link(&path) else { break };
        path = folder_of(&path).join(link);
    }
    Some(path)
}

/// The folder of a file.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A temporary file in the folder of `path`. If it replaces another file, only its owner can read it until it gets the
/// permissions of that file.
fn temporary_file(path: &Path, new: bool) -> io::Result<NamedTempFile> {
    let folder = folder_of(path);
    if !folder.is_dir() {
        return Err(io::Error::new(io::ErrorKind::NotFound, format!("there is no folder {}", folder.display())));
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX);
    if let Some(permissions) = permissions_of_new_files().filter(|_| new) {
        builder.permissions(permissions);
    }
    builder.tempfile_in(folder).map_err(|error| match error.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            let message = format!("the folder {} does not allow new files ({})", folder.display(), error.kind());
            io::Error::new(error.kind(), message)
        }
        // The error would name the temporary file.
        kind => io::Error::from(kind),
    })
}

/// The permissions of new files, before the umask applies.
#[cfg(unix)]
fn permissions_of_new_files() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn permissions_of_new_files() -> Option<Permissions> {
    None
}

/// Waits until the names in a folder are on the disk.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Sets owner and group to those of the old file. Ignores errors: only root may change them.
#[cfg(unix)]
fn keep_owner(file: &File, old: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let _ = fchown(file, Some(old.uid()), Some(old.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &fs::Metadata) {}
