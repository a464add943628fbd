//! Installs the programs that tests need, with the system's package manager.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use pathmax_test_programs::{ALL, Program, Requirement};

use crate::{Failure, process};

/// Installs every program that a test needs and that is missing. Says first what it installs and why.
pub fn install_missing() -> Result<(), Failure> {
    let missing = missing();
    if missing.is_empty() {
        return Ok(());
    }
    let packages = packages(&missing);
    eprintln!("Programs that tests need and that are not installed:");
    for (requirement, programs) in &missing {
        eprintln!("  {} for {}", names(programs), requirement.tests);
    }
    eprintln!("Installing the packages: {packages}");
    let installed = apt_get(&packages);
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

fn packages(missing: &Missing) -> String {
    let all = missing.iter().flat_map(|(_, programs)| programs.iter().map(|program| program.package));
    all.collect::<Vec<_>>().join(" ")
}

fn by_hand(packages: &str) -> String {
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
