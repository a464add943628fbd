//! Gradescope autograders: a zip with the scripts that Gradescope runs, the boards, and the program that grades.
//!
//! Gradescope unpacks the zip into `/autograder/source` and runs `setup.sh` once. For every submission it copies
//! `run_autograder` to `/autograder`, runs it with the submission in `/autograder/submission`, and reads
//! `/autograder/results/results.json`. The scripts find these folders by their own place, so that the same layout works
//! below any other folder.
//!
//! The same input gives the same bytes: entries are sorted, and without times.
//!
//! # References
//! - <https://gradescope-autograders.readthedocs.io/en/latest/specs/>

mod binary;
mod scripts;

use std::io::{self, Cursor, Write};
use std::path::{Path, PathBuf};
use std::{fs, iter};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

pub use binary::{LinuxBinary, NotSuitable};

/// A Gradescope autograder.
#[derive(Clone, Debug)]
pub struct Autograder {
    /// The program that grades.
    pub program: GradingProgram,
    /// The files of the folder of boards: their names and contents.
    pub boards: Vec<(String, Vec<u8>)>,
    /// The options of `grade`, without the folder of boards and `--gradescope`.
    pub options: Vec<String>,
    /// Packages of the image's distribution that `setup.sh` installs.
    pub packages: Vec<String>,
}

/// The program that grades.
#[derive(Clone, Debug)]
pub enum GradingProgram {
    /// An executable.
    Binary(LinuxBinary),
    /// The source of a Cargo workspace, from which `setup.sh` builds an executable.
    Source {
        /// The files, with paths relative to the workspace.
        files: Vec<(String, Vec<u8>)>,
        /// The name of the executable.
        name: String,
    },
}

/// Why an autograder could not be made.
#[derive(Debug, thiserror::Error)]
pub enum AutograderError {
    /// A file or folder could not be read.
    #[error("{}: {error}", path.display())]
    Unreadable {
        /// The path.
        path: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// The folder does not contain the source of a program.
    #[error("{}: this folder has no Cargo.toml; give the folder with the source of the program", .0.display())]
    NoSource(PathBuf),
    /// The zip could not be made.
    #[error("the zip cannot be written: {0}")]
    Zip(#[from] zip::result::ZipError),
    /// The zip could not be written.
    #[error("the zip cannot be written: {0}")]
    Io(#[from] io::Error),
}

/// The folder of the source in the zip.
const CODE: &str = "code";
/// Folders of a workspace that are not its source.
const NOT_SOURCE: [&str; 2] = ["target", "node_modules"];

impl GradingProgram {
    /// The source in a folder, without build results and hidden files. A symbolic link within the folder is replaced by what
    /// it leads to; one that leads elsewhere, to a folder around it, or is reached through another link is left out.
    pub fn source(folder: &Path, name: &str) -> Result<Self, AutograderError> {
        if !folder.join("Cargo.toml").is_file() {
            return Err(AutograderError::NoSource(folder.to_path_buf()));
        }
        let unreadable = |error| AutograderError::Unreadable { path: folder.to_path_buf(), error };
        let whole = folder.canonicalize().map_err(unreadable)?;
        let mut files = Vec::new();
        let mut pending = vec![(folder.to_path_buf(), false)];
        while let Some((path, through_link)) = pending.pop() {
            let unreadable = |error| AutograderError::Unreadable { path: path.clone(), error };
            if path.is_file() {
                let relative = path.strip_prefix(folder).unwrap_or(&path);
                let parts: Vec<_> = relative.iter().map(|part| part.to_string_lossy()).collect();
                files.push((parts.join("/"), fs::read(&path).map_err(unreadable)?));
                continue;
            }
            for entry in fs::read_dir(&path).map_err(unreadable)? {
                let entry = entry.map_err(unreadable)?;
                let name = entry.file_name().to_string_lossy().into_owned();
                let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
                let is_followed = !through_link && leads_within(&entry.path(), &whole);
                // Cargo's settings are part of the source.
                let is_hidden = name.starts_with('.') && name != ".cargo";
                if (!is_link || is_followed) && !is_hidden && !NOT_SOURCE.contains(&name.as_str()) {
                    pending.push((entry.path(), through_link || is_link));
                }
            }
        }
        Ok(GradingProgram::Source { files, name: name.to_string() })
    }
}

/// Whether a symbolic link leads to a place in a folder that is not a folder around the link.
fn leads_within(link: &Path, whole: &Path) -> bool {
    let around = link.parent().and_then(|folder| folder.canonicalize().ok());
    let target = link.canonicalize().ok();
    target.zip(around).is_some_and(|(target, around)| target.starts_with(whole) && !around.starts_with(&target))
}

/// A file of the zip.
struct Entry<'a> {
    name: String,
    contents: &'a [u8],
    is_program: bool,
}

impl Autograder {
    /// The zip.
    pub fn to_zip(&self) -> Result<Vec<u8>, AutograderError> {
        let (setup, run) = (self.setup_script(), self.run_script());
        let file = |name: &str, contents, is_program| Entry { name: name.to_string(), contents, is_program };
        let mut entries = vec![
            file("setup.sh", setup.as_bytes(), true),
            file("run_autograder", run.as_bytes(), true),
            file(scripts::FALLBACK, scripts::FALLBACK_RESULTS.as_bytes(), false),
        ];
        entries.extend(self.boards.iter().map(|(name, contents)| file(&format!("boards/{name}"), contents, false)));
        match &self.program {
            GradingProgram::Binary(binary) => entries.push(file(scripts::PROGRAM, binary.bytes(), true)),
            GradingProgram::Source { files, .. } => {
                entries.extend(files.iter().map(|(name, text)| file(&format!("{CODE}/{name}"), text, false)));
            }
        }
        entries.sort_by(|one, other| one.name.cmp(&other.name));

        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for entry in entries {
            let options = SimpleFileOptions::default()
                .compression_method(CompressionMethod::Deflated)
                .last_modified_time(DateTime::default())
                .unix_permissions(if entry.is_program { 0o755 } else { 0o644 });
            zip.start_file(entry.name, options)?;
            zip.write_all(entry.contents)?;
        }
        Ok(zip.finish()?.into_inner())
    }

    /// The words of the options for a shell, each quoted where necessary.
    fn quoted_options(&self) -> String {
        let quoted = |word: &String| shlex::try_quote(word).map_or_else(|_| String::new(), |word| word.into_owned());
        self.options.iter().map(quoted).collect::<Vec<_>>().join(" ")
    }
}

/// The files of a folder of boards: the boards and, if there is one, the manifest.
pub fn board_files(
    folder: &Path,
    boards: &[crate::grade::GradeBoard],
) -> Result<Vec<(String, Vec<u8>)>, AutograderError> {
    let name = |name: &std::ffi::OsStr| name.to_string_lossy().into_owned();
    let boards = boards.iter().map(|board| Ok((name(&board.name), board.contents.clone())));
    let manifest = folder.join(crate::Manifest::NAME);
    let read = |path: &PathBuf| {
        let contents = fs::read(path).map_err(|error| AutograderError::Unreadable { path: path.clone(), error })?;
        Ok((crate::Manifest::NAME.to_string(), contents))
    };
    boards.chain(iter::once(&manifest).filter(|path| path.is_file()).map(read)).collect()
}
