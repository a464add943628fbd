//! `cargo xtask install` with a search path of stand-ins: nothing is installed on this machine.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use pathmax_test_programs::{INSTALLED, PYTHON_REQUIREMENTS};
use tempfile::TempDir;

/// A search path with every program that tests need but python3, and the other files: axe-core and an environment with the
/// Python packages.
struct Machine(TempDir);

impl Machine {
    fn new(user: &str) -> Machine {
        let machine = Machine(tempfile::tempdir().unwrap());
        for program in ["chromium", "chromedriver", "setsid"] {
            machine.add(program, "");
        }
        machine.add("id", &format!("echo {user}"));
        fs::create_dir_all(machine.environment().join("bin")).unwrap();
        fs::write(machine.environment().join("bin/python"), "").unwrap();
        fs::write(machine.environment().join(INSTALLED), PYTHON_REQUIREMENTS).unwrap();
        fs::write(machine.axe(), "").unwrap();
        machine
    }

    fn folder(&self) -> &Path {
        self.0.path()
    }

    fn axe(&self) -> std::path::PathBuf {
        self.folder().join("files/axe.min.js")
    }

    fn environment(&self) -> std::path::PathBuf {
        self.folder().join("files/python")
    }

    /// A Python whose `-m venv FOLDER` makes an environment; the Python in it records its arguments and installs one file.
    fn add_python(&self) {
        let inner = "#!/bin/sh\nto=${0%/bin/python}; echo \"$*\" >> $to/asked; to=$to/lib/python3.9/site-packages\n\
                     /bin/mkdir -p $to/axe_playwright_python && echo script > $to/axe_playwright_python/axe.min.js\n";
        let inner_path = self.folder().join("inner");
        fs::write(&inner_path, inner).unwrap();
        fs::set_permissions(&inner_path, fs::Permissions::from_mode(0o755)).unwrap();
        let make = "for to; do :; done; /bin/rm -f $to/bin/python; /bin/mkdir -p $to/bin && /bin/cp";
        let script = format!("case \"$1 $2\" in '-m venv') {make} {} $to/bin/python;; esac", inner_path.display());
        self.add("python3", &script);
    }

    /// What the Python in the environment was called with.
    fn asked(&self) -> String {
        fs::read_to_string(self.environment().join("asked")).unwrap()
    }

    /// A shell command that makes an executable python3.
    fn make_python(&self) -> String {
        let python = self.folder().join("python3");
        format!("echo '#!/bin/sh' > {0}; /bin/chmod +x {0}", python.display())
    }

    fn add(&self, name: &str, script: &str) {
        let path = self.folder().join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// An `apt-get` that records its arguments, and what it does on `install`.
    fn add_apt_get(&self, on_install: &str) {
        let log = self.folder().join("log");
        self.add("apt-get", &format!("echo \"$*\" >> {}\ncase $1 in install) {on_install};; esac", log.display()));
    }

    fn log(&self) -> String {
        fs::read_to_string(self.folder().join("log")).unwrap_or_default()
    }

    fn install(&self) -> (bool, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        command.arg("install").env("PATH", self.folder()).env("PATHMAX_TEST_PROGRAMS", self.folder().join("files"));
        let output = command.output().unwrap();
        (output.status.success(), String::from_utf8(output.stderr).unwrap())
    }
}

#[test]
fn what_is_missing_is_named_with_its_reason_and_installed() {
    let machine = Machine::new("0");
    machine.add_apt_get(&machine.make_python());
    let (ok, said) = machine.install();
    assert!(ok, "{said}");
    assert!(said.contains("python3 (3.10 or later) for the tests that run Python programs"), "{said}");
    assert!(said.contains("Installing the packages: python3"), "{said}");
    assert_eq!(machine.log(), "update -qq\ninstall -y -qq --no-install-recommends python3\n");
    // Now nothing is missing, and nothing is done.
    assert_eq!(machine.install(), (true, String::new()));
    assert_eq!(machine.log().lines().count(), 2);
}

#[test]
fn other_users_install_through_sudo() {
    let machine = Machine::new("1000");
    machine.add_apt_get(&machine.make_python());
    machine.add("sudo", "[ \"$1\" = -n ] && shift && exec \"$@\"");
    let (ok, said) = machine.install();
    assert!(ok && said.contains("$ sudo -n apt-get update"), "{said}");
}

#[test]
fn where_nothing_can_be_installed_the_packages_are_named() {
    let by_hand = "On Debian: sudo apt-get install python3";
    let refused = |machine: &Machine, why: &str| {
        let (ok, said) = machine.install();
        assert!(!ok && said.contains(by_hand) && said.contains(why), "{said}");
    };
    let machine = Machine::new("0");
    refused(&machine, "cannot install python3 (3.10 or later): there is no apt-get on this system");
    machine.add_apt_get("exit 100");
    refused(&machine, "`apt-get install -y -qq --no-install-recommends python3` failed (exit status: 100)");
    machine.add_apt_get(":");
    refused(&machine, "the packages do not put them into the search path");
    let machine = Machine::new("1000");
    machine.add_apt_get(":");
    refused(&machine, "only root may install packages, and there is no sudo");
    assert_eq!(machine.log(), "");
}

#[test]
fn files_of_python_packages_are_copied_out_of_a_virtual_environment() {
    let machine = Machine::new("0");
    fs::remove_file(machine.axe()).unwrap();
    machine.add_python();
    let (ok, said) = machine.install();
    assert!(ok, "{said}");
    assert!(said.contains("axe.min.js for the tests of the page's accessibility"), "{said}");
    assert_eq!(fs::read_to_string(machine.axe()).unwrap(), "script\n");
    let asked = machine.asked();
    assert!(asked.contains("install") && asked.contains("axe-playwright-python=="), "{asked}");
}

#[test]
fn an_environment_with_other_packages_is_brought_up_to_date_once() {
    let machine = Machine::new("0");
    machine.add_python();
    let installed = machine.environment().join(INSTALLED);
    fs::write(&installed, "pytest==1.0").unwrap();
    let (ok, said) = machine.install();
    assert!(ok, "{said}");
    assert!(said.contains("pyright, maturin and others for the tests of the Python package"), "{said}");
    let reason =
        said.lines().any(|line| line.starts_with("  nbclient==") && line.ends_with(": executes the tutorial notebook"));
    assert!(reason, "{said}");
    assert!(said.contains("$ python3 -m venv --clear "), "{said}");
    assert!(machine.asked().starts_with("-m pip install ") && machine.asked().contains(" --requirement "), "{said}");
    assert_eq!(fs::read_to_string(installed).unwrap(), PYTHON_REQUIREMENTS);
    assert_eq!(machine.install(), (true, String::new()));
}

#[test]
fn packages_that_could_not_be_installed_are_installed_next_time() {
    let machine = Machine::new("0");
    let installed = machine.environment().join(INSTALLED);
    fs::remove_file(&installed).unwrap();
    machine.add("python3", "");
    machine.add("files/python/bin/python", "exit 1");
    let (ok, said) = machine.install();
    assert!(!ok && said.contains("`python -m pip install --quiet"), "{said}");
    assert!(!installed.exists());
    machine.add("files/python/bin/python", "");
    let (ok, said) = machine.install();
    assert!(ok && installed.exists(), "{said}");
}

#[test]
fn a_python_without_virtual_environments_gets_them_installed() {
    let machine = Machine::new("0");
    fs::remove_file(machine.axe()).unwrap();
    machine.add("python3", "case $2 in venv) exit 1;; esac");
    machine.add_apt_get(":");
    let (ok, said) = machine.install();
    assert!(!ok && said.contains("sudo apt-get install python3-venv"), "{said}");
    assert_eq!(machine.log(), "update -qq\ninstall -y -qq --no-install-recommends python3-venv\n");
}
