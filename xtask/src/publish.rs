//! The crates to publish. `cargo package` must assemble them, with all files that they embed.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

use crate::{Failure, metadata, process};

/// The folders that build scripts embed, and how the names of the embedded files end.
const EMBEDDED: [(&str, &str, &str); 5] = [
    ("crates/puzzles", "instances", ""),
    ("crates/serve", "page", ""),
    ("crates/serve", "stories", ".toml"),
    ("crates/serve", "rules", ".svg"),
    ("crates/cli", "docs", ".md"),
];

/// Assembles all packages without building them, and checks that they contain the embedded folders.
pub fn check() -> Result<(), Failure> {
    process::run(package(&metadata::published()?).args(["--no-verify", "--offline", "--quiet"]))?;
    EMBEDDED.iter().try_for_each(|(member, folder, end)| check_embedded(&process::root().join(member), folder, end))
}

/// Assembles all packages and builds each from its own files.
pub fn verify() -> Result<String, Failure> {
    let names = metadata::published()?;
    process::run(&mut package(&names))?;
    Ok(format!("built {} from their packages", names.join(", ")))
}

fn package(names: &[String]) -> Command {
    let mut command = process::cargo(&["package", "--allow-dirty"]);
    command.args(names.iter().flat_map(|name| ["--package", name]));
    command
}

fn check_embedded(member: &Path, folder: &str, end: &str) -> Result<(), Failure> {
    let mut list = process::cargo(&["package", "--list", "--allow-dirty", "--offline"]);
    let listed = process::output(list.current_dir(member))?;
    let listed = String::from_utf8_lossy(&listed);
    let packaged: Vec<&Path> = listed.lines().map(Path::new).collect();
    let files = files_in(&member.join(folder)).map_err(|error| format!("{}: {error}", member.display()))?;
    let is_missing = |file: &&PathBuf| file.strip_prefix(member).is_ok_and(|file| !packaged.contains(&file));
    match files.iter().filter(|file| file.to_string_lossy().ends_with(end)).find(is_missing) {
        None => Ok(()),
        Some(file) => Err(format!("{} is not in its package; add it to `include`", file.display())),
    }
}

/// The files below a folder that are not hidden.
fn files_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(files_in(&path)?);
        } else if path.file_name().is_some_and(|name| !name.to_string_lossy().starts_with('.')) {
            files.push(path);
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_without_an_embedded_file_is_reported() {
        let puzzles = process::root().join("crates/puzzles");
        assert_eq!(check_embedded(&puzzles, "instances", ""), Ok(()));
        let missing = check_embedded(&puzzles, "tests", "").unwrap_err();
        assert!(missing.ends_with(".rs is not in its package; add it to `include`"), "{missing}");
    }
}
