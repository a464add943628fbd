//! Counterexamples as files.

use std::fs;
use std::path::Path;

use pathmax_lab::Counterexample;
use pathmax_puzzles::PuzzleInfo;

use crate::files::Files;
use crate::output::{Failure, name_of, remark, write_output};
use crate::puzzle_options::flags;

/// A heuristic and a counterexample to one of its claims.
pub struct Refutation<'r> {
    pub heuristic: &'r str,
    pub counterexample: &'r Counterexample,
}

/// Saves counterexamples.
pub struct Saving<'f> {
    /// The number of audited heuristics.
    pub heuristics: usize,
    /// The puzzle.
    pub puzzle: &'static PuzzleInfo,
    /// The files that must not be overwritten.
    pub files: &'f Files,
}

impl Saving<'_> {
    /// Saves counterexamples: to a file if there is one heuristic, to a folder if there are several or `out` is a folder.
    pub fn save(&self, found: &[Refutation<'_>], out: &Path) -> Result<(), Failure> {
        if self.heuristics == 1 && !out.is_dir() { self.save_one(found, out) } else { self.save_all(found, out) }
    }

    /// Saves the first counterexample, which refutes admissibility if that is refuted.
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
                "this is a file, but the counterexamples of several heuristics are written to a folder; give a folder";
            return Err(Failure::in_file(folder, message));
        }
        if found.is_empty() {
            remark(format_args!("nothing is refuted: no file was written to {}", name_of(folder)));
            return Ok(());
        }
        fs::create_dir_all(folder)
            .map_err(|error| Failure::in_file(folder, format_args!("the folder cannot be created: {error}")))?;
        let path = |refutation: &Refutation<'_>| {
            let claim = refutation.counterexample.claim;
            folder.join(format!("{}-{claim}.{}", file_name(refutation.heuristic), self.puzzle.extension))
        };
        found.iter().try_for_each(|refutation| self.files.allow("--out", &path(refutation)))?;
        found.iter().try_for_each(|refutation| self.write(&path(refutation), refutation))
    }

    fn write(&self, file: &Path, refutation: &Refutation<'_>) -> Result<(), Failure> {
        let Refutation { heuristic, counterexample } = refutation;
        write_output(file, &counterexample.board)?;
        let flags = flags(self.puzzle, &counterexample.options);
        let flags = if flags.is_empty() { flags } else { format!(" (read it with {flags})") };
        let claim = counterexample.claim;
        remark(format_args!("{}: shows that {heuristic} is not {claim}{flags}", name_of_output(file)));
        Ok(())
    }
}

fn name_of_output(file: &Path) -> String {
    if file == Path::new("-") { "standard output".to_string() } else { name_of(file) }
}

/// The name of a heuristic as part of a file name; a command may contain slashes and spaces.
pub fn file_name(heuristic: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || c == '-' || c == '_' { c } else { '-' };
    heuristic.chars().map(plain).collect()
}
