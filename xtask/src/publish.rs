//! The crates to publish. `cargo package` must assemble them, with all files that they embed.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

use pathmax_test_programs::ENVIRONMENT_PYTHON;

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

/// Assembles all packages and builds each from its own files; then the wheel from the Python source distribution.
pub fn verify() -> Result<String, Failure> {
    let names = metadata::published()?;
    process::run(&mut package(&names))?;
    verify_source_distribution()?;
    Ok(format!("built {} and a Python wheel from their packages", names.join(", ")))
}

/// Builds the Python source distribution, and a wheel from it.
fn verify_source_distribution() -> Result<(), Failure> {
    let python = ENVIRONMENT_PYTHON.find().ok_or("the virtual environment of the tests is missing")?;
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = python.parent().map(Path::to_path_buf).into_iter().chain(std::env::split_paths(&path));
    // maturin is a program in the environment.
    let path = std::env::join_paths(folders).map_err(|error| error.to_string())?;
    let target = process::root().join("target");
    let (out, sources) = (target.join("package/python"), format!("pathmax-{}.tar.gz", env!("CARGO_PKG_VERSION")));
    let command = |arguments: &[&str]| {
        let mut command = Command::new(&python);
        command.args(["-m"]).args(arguments).current_dir(process::root()).env("PATH", &path);
        command
    };
    process::run(command(&["build", "--sdist", "--no-isolation", "--outdir"]).arg(&out))?;
    // In a folder of its own: Cargo takes crates at the same place in another workspace for the same crates.
    let mut wheel =
        command(&["pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index", "--no-cache-dir", "--wheel-dir"]);
    wheel.args([&out, &out.join(sources)]);
    process::run(
        wheel
            .env("CARGO_TARGET_DIR", target.join("package/python-target"))
            .env("MATURIN_PEP517_ARGS", "--profile dev --locked"),
    )
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
