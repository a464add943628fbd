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
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

/// The environment variable that turns a skipped test into a failed one. Any value but the empty one sets it.
pub const REQUIRE: &str = "PATHMAX_REQUIRE_PROGRAMS";

/// A program that tests run.
#[derive(Debug)]
pub struct Program {
    pub name: &'static str,
    /// File names in the search path, or absolute paths; the first that exists is used.
    candidates: &'static [&'static str],
    /// Whether a file that was found will do.
    accepts: fn(&Path) -> bool,
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
    /// The Python in a virtual environment with the packages of [`PYTHON_REQUIREMENTS`], in [`environment`].
    Environment,
}

/// The packages that the Python tests need: a requirements file, with the reason for each package in a comment.
pub const PYTHON_REQUIREMENTS: &str = include_str!("../../python/tests/requirements.txt");

/// The environment variable for a [`folder`] other than the default.
pub const FOLDER: &str = "PATHMAX_TEST_PROGRAMS";

/// The folder for programs that are not part of the system: `target/test-programs` in the workspace.
pub fn folder() -> PathBuf {
    let default =
        || Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).map(|root| root.join("target/test-programs"));
    std::env::var_os(FOLDER).map(PathBuf::from).or_else(default).unwrap_or_default()
}

/// The virtual environment for Python packages.
pub fn environment() -> PathBuf {
    folder().join("python")
}

/// The file in [`environment`] that records which packages were installed: a copy of [`PYTHON_REQUIREMENTS`].
pub const INSTALLED: &str = "installed.txt";

impl Program {
    /// The program's path on this machine.
    pub fn find(&self) -> Option<PathBuf> {
        self.find_in(&std::env::var_os("PATH").unwrap_or_default())
    }

    fn find_in(&self, search_path: &OsStr) -> Option<PathBuf> {
        match self.source {
            Source::Debian(_) => {}
            Source::Python { .. } => return Some(folder().join(self.name)).filter(|path| path.is_file()),
            Source::Environment => return python_in(&environment()),
        }
        let in_folders = |name: &&str| {
            let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
            std::env::split_paths(search_path).map(|folder| folder.join(&file)).find(|path| path.is_file())
        };
        let in_folders = |name: &&str| in_folders(name).filter(|path| (self.accepts)(path));
        self.candidates.iter().find_map(in_folders)
    }
}

/// The Python in a virtual environment, if the environment has the packages of [`PYTHON_REQUIREMENTS`].
fn python_in(environment: &Path) -> Option<PathBuf> {
    let installed = std::fs::read_to_string(environment.join(INSTALLED)).ok()?;
    let python = environment.join("bin/python");
    (installed == PYTHON_REQUIREMENTS && python.is_file()).then_some(python)
}

/// Whether this is a Python that the Python package supports: `requires-python` in pyproject.toml.
fn is_recent_python(program: &Path) -> bool {
    let mut command = Command::new(program);
    command.args(["-c", "import sys; sys.exit(sys.version_info < (3, 10))"]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

pub static CHROMIUM: Program = Program {
    name: "chromium",
    candidates: &["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"],
    accepts: |_| true,
    source: Source::Debian("chromium"),
};

pub static CHROMEDRIVER: Program = Program {
    name: "chromedriver",
    candidates: &["chromedriver", "/usr/lib/chromium/chromedriver", "/usr/lib/chromium-browser/chromedriver"],
    accepts: |_| true,
    source: Source::Debian("chromium-driver"),
};

/// The system's Python.
pub static PYTHON3: Program = Program {
    name: "python3 (3.10 or later)",
    candidates: &["python3"],
    accepts: is_recent_python,
    source: Source::Debian("python3"),
};

/// The Python in the virtual environment of the tests.
pub static ENVIRONMENT_PYTHON: Program = Program {
    name: "the virtual environment with pytest, mypy, pyright, maturin and others",
    candidates: &[],
    accepts: |_| true,
    source: Source::Environment,
};

static SETSID_PROGRAM: Program =
    Program { name: "setsid", candidates: &["setsid"], accepts: |_| true, source: Source::Debian("util-linux") };

/// axe-core, which checks the accessibility of a page, as one script.
pub static AXE_CORE: Program = Program {
    name: "axe.min.js",
    candidates: &[],
    accepts: |_| true,
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
pub static PYTHON_PACKAGES: Requirement =
    Requirement::new("the tests of the Python package with other packages and as a wheel", &[&ENVIRONMENT_PYTHON]);
pub static SETSID: Requirement = Requirement::new("the tests of submissions in their own session", &[&SETSID_PROGRAM]);

pub static AXE: Requirement = Requirement::new("the tests of the page's accessibility", &[&AXE_CORE]);

/// Every requirement of every test in the workspace.
pub static ALL: &[&Requirement] = &[&BROWSER, &PYTHON, &SETSID, &AXE, &PYTHON_PACKAGES];

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
                Source::Environment => "the packages in crates/python/tests/requirements.txt",
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
    #[cfg(unix)]
    fn a_program_must_be_recent_enough() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let python = folder.path().join("python3");
        let find_with_status = |status: u8| {
            std::fs::write(&python, format!("#!/bin/sh\nexit {status}\n")).unwrap();
            std::fs::set_permissions(&python, std::fs::Permissions::from_mode(0o755)).unwrap();
            PYTHON3.find_in(folder.path().as_os_str())
        };
        assert_eq!(find_with_status(1), None);
        assert_eq!(find_with_status(0), Some(python.clone()));
    }

    #[test]
    fn an_environment_with_other_packages_is_missing() {
        let environment = tempfile::tempdir().unwrap();
        let installed = environment.path().join(INSTALLED);
        std::fs::write(&installed, PYTHON_REQUIREMENTS).unwrap();
        assert_eq!(python_in(environment.path()), None);
        let python = environment.path().join("bin/python");
        std::fs::create_dir(environment.path().join("bin")).unwrap();
        std::fs::write(&python, "").unwrap();
        assert_eq!(python_in(environment.path()), Some(python));
        std::fs::write(&installed, PYTHON_REQUIREMENTS.replacen("==", "==9", 1)).unwrap();
        assert_eq!(python_in(environment.path()), None);
    }

    #[test]
    fn only_missing_programs_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let missing = PYTHON.missing_in(folder.path().as_os_str());
        assert_eq!(
            PYTHON.skip_line(&missing),
            "skipped: the tests that run Python programs, because python3 (3.10 or later) is not installed; `cargo \
             xtask test` installs what is missing and runs every test\n"
        );
        assert_eq!(
            BROWSER.failure(&[&CHROMIUM, &CHROMEDRIVER]),
            "PATHMAX_REQUIRE_PROGRAMS is set, and chromium and chromedriver are not installed; run `cargo xtask test`, which \
             installs: chromium chromium-driver"
        );
    }
}
