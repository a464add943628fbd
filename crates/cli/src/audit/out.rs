//! Counterexamples as files.

use std::fs;
use std::path::Path;

use pathmax_lab::Counterexample;

use crate::files::Files;
use crate::output::{Failure, name_of, remark, write_output};

/// A heuristic, and a board that breaks a claim of it.
pub struct Refutation<'r> {
    pub heuristic: &'r str,
    pub counterexample: &'r Counterexample,
}

/// How counterexamples are saved.
pub struct Saving<'f> {
    /// How many heuristics were audited.
    pub heuristics: usize,
    /// How the names of board files end.
    pub extension: &'static str,
    /// Whether they must be read with `--spawn`, which board files do not tell.
    pub spawn: bool,
    /// The files that must not be overwritten.
    pub files: &'f Files,
}

impl Saving<'_> {
    /// Saves what refutes claims: in a file if there is one heuristic, in a folder if there are several or `out` is one.
    pub fn save(&self, found: &[Refutation<'_>], out: &Path) -> Result<(), Failure> {
        if self.heuristics == 1 && !out.is_dir() { self.save_one(found, out) } else { self.save_all(found, out) }
    }

    /// An overestimate says more than a steep action, so it goes first.
    fn save_one(&self, found: &[Refutation<'_>], out: &Path) -> Result<(), Failure> {
        match found.first() {
            Some(refutation) => self.write(out, refutation),
            None => {
                remark(format_args!("nothing is refuted: {} was not written", name_of(out)));
                Ok(())
            }
        }
    }

    fn save_all(&self, found: &[Refutation<'_>], folder: &Path) -> Result<(), Failure> {
        if folder.is_file() {
            let message =
                "this is a file, but the counterexamples of several heuristics go into a folder; name another";
            return Err(Failure::in_file(folder, message));
        }
        if found.is_empty() {
            remark(format_args!("nothing is refuted: no file was written into {}", name_of(folder)));
            return Ok(());
        }
        fs::create_dir_all(folder)
            .map_err(|error| Failure::in_file(folder, format_args!("the folder cannot be made: {error}")))?;
        let path = |refutation: &Refutation<'_>| {
            let claim = refutation.counterexample.claim;
            folder.join(format!("{}-{claim}.{}", file_name(refutation.heuristic), self.extension))
        };
        found.iter().try_for_each(|refutation| self.files.allow("--out", &path(refutation)))?;
        found.iter().try_for_each(|refutation| self.write(&path(refutation), refutation))
    }

    fn write(&self, file: &Path, refutation: &Refutation<'_>) -> Result<(), Failure> {
        let Refutation { heuristic, counterexample } = refutation;
        write_output(file, &counterexample.board)?;
        let spawn = if self.spawn { " (read it with --spawn)" } else { "" };
        let claim = counterexample.claim;
        remark(format_args!("{}: shows that {heuristic} is not {claim}{spawn}", name_of_output(file)));
        Ok(())
    }
}

fn name_of_output(file: &Path) -> String {
    if file == Path::new("-") { "standard output".to_string() } else { name_of(file) }
}

/// A heuristic's name as part of a file's: a command may have slashes and spaces.
fn file_name(heuristic: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || c == '-' || c == '_' { c } else { '-' };
    heuristic.chars().map(plain).collect()
}
