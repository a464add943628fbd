//! Chromium and its driver, from the system's packages if they are missing.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

const BROWSERS: &[&str] = &["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const DRIVERS: &[&str] = &["chromedriver", "/usr/lib/chromium/chromedriver", "/usr/lib/chromium-browser/chromedriver"];

/// Where the programs are.
#[derive(Clone, Debug)]
pub struct Programs {
    pub browser: PathBuf,
    pub driver: PathBuf,
}

/// The programs, installed first if they must be.
///
/// # Panics
/// If that is impossible: a test that cannot run has not passed.
pub fn programs() -> &'static Programs {
    static FOUND: OnceLock<Programs> = OnceLock::new();
    FOUND.get_or_init(|| {
        find().unwrap_or_else(|| {
            let why = install().err();
            find().unwrap_or_else(|| {
                panic!(
                    "these tests need Chromium and chromedriver, and they could not be installed ({}); install them \
                     (on Debian: apt-get install chromium chromium-driver) and run the tests again",
                    why.unwrap_or_else(|| "they are not where they should be".to_string())
                )
            })
        })
    })
}

fn find() -> Option<Programs> {
    let first = |names: &[&str]| names.iter().find_map(|name| on_path(name));
    Some(Programs { browser: first(BROWSERS)?, driver: first(DRIVERS)? })
}

fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path);
    folders.map(|folder| folder.join(name)).find(|candidate| candidate.is_file())
}

fn install() -> Result<(), String> {
    if !Path::new("/usr/bin/apt-get").exists() {
        return Err("there is no apt-get here".to_string());
    }
    apt_get(&["update", "-qq"])?;
    apt_get(&["install", "-y", "-qq", "--no-install-recommends", "chromium", "chromium-driver"])
}

fn apt_get(arguments: &[&str]) -> Result<(), String> {
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    // Nobody is there to type a password.
    let program: &[&str] = if is_root { &["apt-get"] } else { &["sudo", "-n", "apt-get"] };
    let mut command = Command::new(program[0]);
    command.args(&program[1..]).args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
    let output = command.output().map_err(|error| format!("{}: {error}", program.join(" ")))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let last = said.lines().last().unwrap_or_default();
    if output.status.success() { Ok(()) } else { Err(format!("{} {}: {last}", program.join(" "), arguments.join(" "))) }
}
