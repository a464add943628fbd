//! Embeds the example boards of the built-in puzzles: every file of `instances`, one constant per folder.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let instances = instances(&here);
    let mut text = String::new();
    for (puzzle, folder) in entries(&instances)? {
        // Not `instances` itself: tests run programs there, and a temporary file would build everything again.
        println!("cargo::rerun-if-changed={}", folder.display());
        let constant = puzzle.to_uppercase().replace('-', "_");
        let _ = writeln!(text, "pub(crate) const {constant}: &[(&str, &str)] = &[");
        for (name, path) in entries(&folder)? {
            let _ = writeln!(text, "    ({name:?}, include_str!({path:?})),");
        }
        text.push_str("];\n");
    }
    fs::write(out.join("examples.rs"), text)
}

/// The folder of the boards: a symbolic link in the repository, a folder in a package. On systems without symbolic links, Git
/// creates a file that contains the target of the link.
fn instances(here: &Path) -> PathBuf {
    let link = here.join("instances");
    match fs::read_to_string(&link) {
        Ok(target) => here.join(target.trim()),
        Err(_) => link,
    }
}

/// The entries of a folder that are not hidden, by name, in order.
fn entries(folder: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.starts_with('.') {
            entries.push((name, entry.path()));
        }
    }
    entries.sort();
    Ok(entries)
}
