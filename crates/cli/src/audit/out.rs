//! Counterexamples as files.

use std::fs;
use std::path::Path;

use pathmax_lab::Counterexample;

use crate::output::{Failure, name_of, remark, write_output};

/// A heuristic, and a board that breaks a claim of it.
pub struct Refutation<'r> {
    pub heuristic: &'r str,
    pub counterexample: &'r Counterexample,
}

/// Saves what refutes claims: in a file if there is one heuristic, in a folder if there are several or `out` is one.
pub fn save(found: &[Refutation<'_>], heuristics: usize, out: &Path, extension: &str) -> Result<(), Failure> {
    if heuristics == 1 && !out.is_dir() { save_one(found.first(), out) } else { save_all(found, out, extension) }
}

/// An overestimate says more than a steep action, so it goes first.
fn save_one(found: Option<&Refutation<'_>>, out: &Path) -> Result<(), Failure> {
    let Some(refutation) = found else {
        remark(format_args!("nothing is refuted: {} was not written", name_of(out)));
        return Ok(());
    };
    save_board(refutation, out)
}

fn save_all(found: &[Refutation<'_>], folder: &Path, extension: &str) -> Result<(), Failure> {
    fs::create_dir_all(folder)
        .map_err(|error| Failure::in_file(folder, format_args!("the folder cannot be made: {error}")))?;
    for refutation in found {
        let claim = refutation.counterexample.claim;
        let file = format!("{}-{claim}.{extension}", file_name(refutation.heuristic));
        save_board(refutation, &folder.join(file))?;
    }
    if found.is_empty() {
        remark(format_args!("nothing is refuted: no file was written into {}", name_of(folder)));
    }
    Ok(())
}

fn save_board(Refutation { heuristic, counterexample }: &Refutation<'_>, out: &Path) -> Result<(), Failure> {
    write_output(out, &counterexample.board)?;
    if out != Path::new("-") {
        remark(format_args!("{}: shows that {heuristic} is not {}", name_of(out), counterexample.claim));
    }
    Ok(())
}

/// A heuristic's name as part of a file's: a command may have slashes and spaces.
fn file_name(heuristic: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || c == '-' || c == '_' { c } else { '-' };
    heuristic.chars().map(plain).collect()
}
