//! The programs besides the Rust toolchain and a POSIX shell that the tests run, and what a test does if one is missing.
//!
//! A test starts with [`require!`] and the [`Requirement`]s it has. If a program is missing, the test returns early and the test
//! binary prints one line per requirement. If the environment variable [`REQUIRE`] is set, the test fails instead.
//! `cargo xtask test` installs the programs in [`ALL`] and sets the variable, so that no test is skipped there.
//!
//! ```
//! use pathmax_test_programs::{PYTHON, require};
//!
//! fn a_test() {
//!     require!(PYTHON);
//!     // Runs python3.
//! }
//! # a_test();
//! ```

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

/// The environment variable that turns a skipped test into a failed one. Any value but the empty one sets it.
pub const REQUIRE: &str = "PATHMAX_REQUIRE_PROGRAMS";

/// A program that tests run.
#[derive(Debug)]
pub struct Program {
    pub name: &'static str,
    /// File names in the search path, or absolute paths; the first that exists is used.
    candidates: &'static [&'static str],
    pub source: Source,
}

/// Where a program comes from.
#[derive(Debug)]
pub enum Source {
    /// A Debian package.
    Debian(&'static str),
    /// A file of a Python package: the package with its version, and the path of the file in it. It is copied into
    /// [`folder`].
    Python { package: &'static str, path: &'static str },
}

/// The environment variable for a [`folder`] other than the default.
pub const FOLDER: &str = "PATHMAX_TEST_PROGRAMS";

/// The folder for programs that are not part of the system: `target/test-programs` in the workspace.
pub fn folder() -> PathBuf {
    let default = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/test-programs"));
    std::env::var_os(FOLDER).map_or_else(default, PathBuf::from)
}

impl Program {
    /// The program's path on this machine.
    pub fn find(&self) -> Option<PathBuf> {
        self.find_in(&std::env::var_os("PATH").unwrap_or_default())
    }

    fn find_in(&self, search_path: &OsStr) -> Option<PathBuf> {
        if let Source::Python { .. } = self.source {
            return Some(folder().join(self.name)).filter(|path| path.is_file());
        }
        let in_folders = |name: &&str| {
            let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
            std::env::split_paths(search_path).map(|folder| folder.join(&file)).find(|path| path.is_file())
        };
        self.candidates.iter().find_map(in_folders)
    }
}

pub static CHROMIUM: Program = Program {
    name: "chromium",
    candidates: &["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"],
    source: Source::Debian("chromium"),
};

pub static CHROMEDRIVER: Program = Program {
    name: "chromedriver",
    candidates: &["chromedriver", "/usr/lib/chromium/chromedriver", "/usr/lib/chromium-browser/chromedriver"],
    source: Source::Debian("chromium-driver"),
};

static PYTHON3: Program = Program { name: "python3", candidates: &["python3"], source: Source::Debian("python3") };

static SETSID_PROGRAM: Program =
    Program { name: "setsid", candidates: &["setsid"], source: Source::Debian("util-linux") };

/// axe-core, which checks the accessibility of a page, as one script.
pub static AXE_CORE: Program = Program {
    name: "axe.min.js",
    candidates: &[],
    source: Source::Python { package: "axe-playwright-python==0.1.8", path: "axe_playwright_python/axe.min.js" },
};

/// Programs that a group of tests needs.
#[derive(Debug)]
pub struct Requirement {
    /// The tests that need the programs, in the plural.
    pub tests: &'static str,
    pub programs: &'static [&'static Program],
    announced: AtomicBool,
}

pub static BROWSER: Requirement =
    Requirement::new("the tests of the page in a real browser", &[&CHROMIUM, &CHROMEDRIVER]);
pub static PYTHON: Requirement = Requirement::new("the tests that run Python programs", &[&PYTHON3]);
pub static SETSID: Requirement = Requirement::new("the tests of submissions in their own session", &[&SETSID_PROGRAM]);

pub static AXE: Requirement = Requirement::new("the tests of the page's accessibility", &[&AXE_CORE]);

/// Every requirement of every test in the workspace.
pub static ALL: &[&Requirement] = &[&BROWSER, &PYTHON, &SETSID, &AXE];

impl Requirement {
    const fn new(tests: &'static str, programs: &'static [&'static Program]) -> Requirement {
        Requirement { tests, programs, announced: AtomicBool::new(false) }
    }

    /// The programs that are not installed.
    pub fn missing(&self) -> Vec<&'static Program> {
        self.missing_in(&std::env::var_os("PATH").unwrap_or_default())
    }

    fn missing_in(&self, search_path: &OsStr) -> Vec<&'static Program> {
        self.programs.iter().copied().filter(|program| program.find_in(search_path).is_none()).collect()
    }

    /// Returns whether all programs are installed; if not, prints one line per process. Used by [`require!`].
    ///
    /// # Panics
    /// If a program is missing and [`REQUIRE`] is set.
    pub fn is_met(&self) -> bool {
        let missing = self.missing();
        if missing.is_empty() {
            return true;
        }
        let is_required = std::env::var_os(REQUIRE).is_some_and(|value| !value.is_empty());
        assert!(!is_required, "{}", self.failure(&missing));
        if !self.announced.swap(true, Ordering::Relaxed) {
            // The test harness captures what the print macros write, and shows it for failed tests only.
            let _ = std::io::stderr().write_all(self.skip_line(&missing).as_bytes());
        }
        false
    }

    fn skip_line(&self, missing: &[&Program]) -> String {
        format!(
            "skipped: {}, because {} not installed; `cargo xtask test` installs what is missing and runs every test\n",
            self.tests,
            subject(missing)
        )
    }

    fn failure(&self, missing: &[&Program]) -> String {
        let packages: Vec<&str> = missing
            .iter()
            .map(|program| match program.source {
                Source::Debian(package) | Source::Python { package, .. } => package,
            })
            .collect();
        format!(
            "{REQUIRE} is set, and {} not installed; run `cargo xtask test`, which installs: {}",
            subject(missing),
            packages.join(" ")
        )
    }
}

/// The programs and a form of "to be".
fn subject(programs: &[&Program]) -> String {
    let names: Vec<&str> = programs.iter().map(|program| program.name).collect();
    format!("{} {}", names.join(" and "), if names.len() == 1 { "is" } else { "are" })
}

/// Returns from the calling test if a requirement is not met; see [`Requirement::is_met`].
#[macro_export]
macro_rules! require {
    ($($requirement:expr),+ $(,)?) => {
        if $(!$requirement.is_met())||+ {
            return;
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_in_any_folder_of_the_search_path() {
        let (empty, full) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let program = full.path().join(format!("google-chrome{}", std::env::consts::EXE_SUFFIX));
        std::fs::write(&program, "").unwrap();
        let search_path = std::env::join_paths([empty.path(), full.path()]).unwrap();
        assert_eq!(CHROMIUM.find_in(&search_path), Some(program));
        assert_eq!(PYTHON3.find_in(&search_path), None);
        assert_eq!(CHROMIUM.find_in(empty.path().as_os_str()), None);
    }

    #[test]
    fn folders_are_not_programs() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("python3")).unwrap();
        assert_eq!(PYTHON3.find_in(folder.path().as_os_str()), None);
    }

    #[test]
    fn only_missing_programs_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let missing = PYTHON.missing_in(folder.path().as_os_str());
        assert_eq!(
            PYTHON.skip_line(&missing),
            "skipped: the tests that run Python programs, because python3 is not installed; `cargo xtask test` installs \
             what is missing and runs every test\n"
        );
        assert_eq!(
            BROWSER.failure(&[&CHROMIUM, &CHROMEDRIVER]),
            "PATHMAX_REQUIRE_PROGRAMS is set, and chromium and chromedriver are not installed; run `cargo xtask test`, which \
             installs: chromium chromium-driver"
        );
    }
}
