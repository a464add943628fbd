//! Installs the programs that tests need: with the system's package manager, and from Python packages into `target`.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fs, io};

use pathmax_test_programs::{ALL, INSTALLED, PYTHON_REQUIREMENTS, Program, Requirement, Source, environment, folder};

use crate::{Failure, process};

/// Installs every program that a test needs and that is missing. Says first what it installs and why.
pub fn install_missing() -> Result<(), Failure> {
    let missing = missing();
    if missing.is_empty() {
        return Ok(());
    }
    eprintln!("Programs that tests need and that are not installed:");
    for (requirement, programs) in &missing {
        eprintln!("  {} for {}", names(programs), requirement.tests);
    }
    let installed = install_debian(&packages(&missing)).and_then(|()| install_python(&missing));
    let still_missing = self::missing();
    if still_missing.is_empty() {
        return Ok(());
    }
    let why = installed.err().unwrap_or_else(|| "the packages do not put them into the search path".to_string());
    let programs: Vec<&Program> = still_missing.iter().flat_map(|(_, programs)| programs.iter().copied()).collect();
    Err(format!("cannot install {}: {why}\n{}", names(&programs), by_hand(&self::packages(&still_missing))))
}

type Missing = Vec<(&'static Requirement, Vec<&'static Program>)>;

fn missing() -> Missing {
    let each = ALL.iter().map(|requirement| (*requirement, requirement.missing()));
    each.filter(|(_, programs)| !programs.is_empty()).collect()
}

fn names(programs: &[&Program]) -> String {
    programs.iter().map(|program| program.name).collect::<Vec<_>>().join(", ")
}

/// The Debian packages of programs.
fn packages(missing: &Missing) -> String {
    let all = missing.iter().flat_map(|(_, programs)| programs);
    let packages = all.filter_map(|program| match program.source {
        Source::Debian(package) => Some(package),
        Source::Python { .. } | Source::Environment => None,
    });
    packages.collect::<Vec<_>>().join(" ")
}

fn install_debian(packages: &str) -> Result<(), Failure> {
    if packages.is_empty() {
        return Ok(());
    }
    eprintln!("Installing the packages: {packages}");
    apt_get(packages)
}

/// Installs Python packages into a virtual environment below `target`.
fn install_python(missing: &Missing) -> Result<(), Failure> {
    for program in missing.iter().flat_map(|(_, programs)| programs) {
        match program.source {
            Source::Debian(_) => {}
            Source::Python { package, path } => install_file(program.name, package, path)?,
            Source::Environment => install_environment()?,
        }
    }
    Ok(())
}

/// Copies one file of a Python package into the folder of test programs.
fn install_file(name: &str, package: &str, path: &str) -> Result<(), Failure> {
    eprintln!("Installing the Python package {package} into {}", folder().display());
    make_environment(&[])?;
    pip_install(&["--no-deps", package])?;
    let found = find_below(&environment().join("lib"), path)
        .map_err(|error| format!("{package}: {error}"))?
        .ok_or_else(|| format!("{package} has no {path}"))?;
    fs::copy(&found, folder().join(name)).map_err(|error| format!("{}: {error}", found.display()))?;
    Ok(())
}

/// Makes the virtual environment of the Python tests. One with other packages is made anew.
fn install_environment() -> Result<(), Failure> {
    eprintln!("Installing these Python packages into {}:", environment().display());
    for line in PYTHON_REQUIREMENTS.lines().filter(|line| line.contains("==")) {
        eprintln!("  {}", line.replacen("  # ", ": ", 1));
    }
    make_environment(&["--clear"])?;
    let file = |name: &str| environment().join(name);
    let failed = |error: io::Error| format!("{}: {error}", environment().display());
    // It gets its name when everything is installed: an interrupted installation is repeated.
    fs::write(file("requirements.txt"), PYTHON_REQUIREMENTS).map_err(failed)?;
    pip_install(&["--requirement", &file("requirements.txt").to_string_lossy()])?;
    fs::rename(file("requirements.txt"), file(INSTALLED)).map_err(failed)
}

fn make_environment(options: &[&str]) -> Result<(), Failure> {
    let mut command = Command::new("python3");
    command.args(["-m", "venv"]).args(options).arg(environment());
    // Debian's python3 cannot make a virtual environment without another package.
    process::run(&mut command).or_else(|_| apt_get("python3-venv").and_then(|()| process::run(&mut command)))
}

fn pip_install(arguments: &[&str]) -> Result<(), Failure> {
    let mut command = Command::new(environment().join("bin/python"));
    command.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    process::run(command.args(arguments))
}

/// A file of a package in the folder of some Python version: `python3.11/site-packages/PATH`.
fn find_below(lib: &Path, path: &str) -> io::Result<Option<PathBuf>> {
    for version in fs::read_dir(lib)? {
        let found = version?.path().join("site-packages").join(path);
        if found.is_file() {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

fn by_hand(packages: &str) -> String {
    let packages = if packages.is_empty() { "python3-venv" } else { packages };
    format!(
        "Install them yourself and run the command again. On Debian: sudo apt-get install {packages}\n\
         `cargo test --workspace` runs without them and skips the tests that need them."
    )
}

fn apt_get(packages: &str) -> Result<(), Failure> {
    find("apt-get").ok_or("there is no apt-get on this system")?;
    let prefix = privileges()?;
    run(prefix, &["apt-get", "update", "-qq"])?;
    let install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends"];
    run(prefix, &install.into_iter().chain(packages.split(' ')).collect::<Vec<_>>())
}

/// The words before a command that root must run. `sudo` never asks for a password here.
fn privileges() -> Result<&'static [&'static str], Failure> {
    let user = process::output(Command::new("id").arg("-u"))?;
    match (user.trim_ascii(), find("sudo")) {
        (b"0", _) => Ok(&[]),
        (_, Some(_)) => Ok(&["sudo", "-n"]),
        (_, None) => Err("only root may install packages, and there is no sudo".to_string()),
    }
}

fn run(prefix: &[&str], words: &[&str]) -> Result<(), Failure> {
    let words: Vec<&str> = prefix.iter().chain(words).copied().collect();
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).env("DEBIAN_FRONTEND", "noninteractive");
    // The progress of the packages is long; errors go to standard error.
    process::run(command.stdin(Stdio::null()).stdout(Stdio::null()))
}

fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(Path::new(name))).find(|path| path.is_file())
}
