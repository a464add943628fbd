//! The files that a command reads and writes. No output may replace an input or another output.

use std::fs;
use std::path::{Path, PathBuf};

use pathmax_lab::check_writable;

use crate::output::Failure;

/// The files of a command, checked before it starts.
#[derive(Default)]
pub struct Files {
    inputs: Vec<Identity>,
    outputs: Vec<(&'static str, Identity)>,
}

impl Files {
    /// The files of a command that reads these; `-` is standard input.
    pub fn reading<P: AsRef<Path>>(inputs: impl IntoIterator<Item = P>) -> Self {
        let stdin = Path::new("/dev/stdin");
        let place = |path: &Path| Identity::of(if path == Path::new("-") { stdin } else { path });
        Files { inputs: inputs.into_iter().filter_map(|path| place(path.as_ref())).collect(), outputs: Vec::new() }
    }

    /// Adds the files among the words of a command that is executed.
    pub fn running<W: AsRef<Path>>(mut self, words: impl IntoIterator<Item = W>) -> Self {
        let files = words.into_iter().filter(|word| word.as_ref().is_file());
        self.inputs.extend(files.filter_map(|file| Identity::of(file.as_ref())));
        self
    }

    /// Adds the file that `option` writes, if it is given. It is an error if the command reads the file, if another option
    /// writes it, or if it is not writable. `-`, standard output, is always allowed.
    pub fn writing(mut self, option: &'static str, path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else { return Ok(self) };
        self.allow(option, path)?;
        check_writable(path).map_err(|error| Failure::in_file(path, format_args!("cannot be written: {error}")))?;
        self.outputs.extend(Identity::of(path).map(|identity| (option, identity)));
        Ok(self)
    }

    /// Whether `option` may write this file.
    pub fn allow(&self, option: &'static str, path: &Path) -> Result<(), Failure> {
        let Some(identity) = Identity::of(path) else { return Ok(()) };
        if self.inputs.contains(&identity) {
            let message =
                format!("{option} would overwrite this file, which the command reads; give {option} another file");
            return Err(Failure::in_file(path, message));
        }
        match self.outputs.iter().find(|(_, output)| *output == identity) {
            Some((other, _)) => {
                let message = format!("{other} and {option} would both write this file; give one of them another file");
                Err(Failure::in_file(path, message))
            }
            None => Ok(()),
        }
    }
}

/// The identity of a file, independent of the spelling of its path.
#[derive(Debug, PartialEq, Eq)]
enum Identity {
    /// The device and the inode: the same for symbolic and hard links.
    #[cfg(unix)]
    Inode(u64, u64),
    /// The canonical path, for files that do not exist yet and for systems without inodes.
    Path(PathBuf),
}

impl Identity {
    /// The identity of a file that exists or could be created. `None` for devices, pipes and folders: writing to one of
    /// these replaces nothing. The file is not opened, which would have an effect on a pipe.
    fn of(path: &Path) -> Option<Identity> {
        match fs::metadata(path) {
            Ok(metadata) if !metadata.is_file() => None,
            #[cfg(unix)]
            Ok(metadata) => {
                use std::os::unix::fs::MetadataExt;
                Some(Identity::Inode(metadata.dev(), metadata.ino()))
            }
            #[cfg(not(unix))]
            Ok(_) => path.canonicalize().ok().map(Identity::Path),
            Err(_) => {
                let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
                Some(Identity::Path(folder.canonicalize().ok()?.join(path.file_name()?)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(files: &Files, path: &Path) -> Option<String> {
        match files.allow("--svg", path) {
            Err(Failure::Message(message)) => Some(message),
            _ => None,
        }
    }

    #[test]
    fn an_input_is_known_by_any_name() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("b.json"), "{}").unwrap();
        fs::write(at("c.json"), "{}").unwrap();
        fs::hard_link(at("b.json"), at("hard")).unwrap();
        let files = Files::reading([at("b.json")]);
        let spelled = folder.path().join(".").join("b.json");
        for path in [at("b.json"), at("hard"), spelled] {
            if cfg!(unix) || path != at("hard") {
                assert!(
                    refusal(&files, &path).is_some_and(|text| text.contains("which the command reads")),
                    "{path:?}"
                );
            }
        }
        for path in [at("c.json"), at("new.svg")] {
            assert_eq!(refusal(&files, &path), None);
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("b.json", at("soft")).unwrap();
            assert!(refusal(&files, &at("soft")).is_some());
            assert_eq!(refusal(&Files::reading(["/dev/null"]), Path::new("/dev/null")), None);
        }
    }

    #[test]
    fn outputs_differ_even_before_they_exist() {
        let folder = tempfile::tempdir().unwrap();
        let (path, again) = (folder.path().join("x"), folder.path().join("./x"));
        let Ok(files) = Files::default().writing("--out", Some(&path)) else { panic!("a new file is fine") };
        assert!(!path.exists());
        assert_eq!(
            refusal(&files, &again).unwrap_or_default(),
            format!("{}: --out and --svg would both write this file; give one of them another file", again.display())
        );
        assert_eq!(refusal(&files, &folder.path().join("y")), None);
    }
}
