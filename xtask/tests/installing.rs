//! `cargo xtask install` with a search path of stand-ins: nothing is installed on this machine.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// A search path with every program that tests need but python3, and the other files.
struct Machine(TempDir);

impl Machine {
    fn new(user: &str) -> Machine {
        let machine = Machine(tempfile::tempdir().unwrap());
        for program in ["chromium", "chromedriver", "setsid"] {
            machine.add(program, "");
        }
        machine.add("id", &format!("echo {user}"));
        fs::create_dir(machine.folder().join("files")).unwrap();
        fs::write(machine.axe(), "").unwrap();
        machine
    }

    fn folder(&self) -> &Path {
        self.0.path()
    }

    fn axe(&self) -> std::path::PathBuf {
        self.folder().join("files/axe.min.js")
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
    machine.add_apt_get(&format!(": > {}", machine.folder().join("python3").display()));
    let (ok, said) = machine.install();
    assert!(ok, "{said}");
    assert!(said.contains("python3 for the tests that run Python programs"), "{said}");
    assert!(said.contains("Installing the packages: python3"), "{said}");
    assert_eq!(machine.log(), "update -qq\ninstall -y -qq --no-install-recommends python3\n");
    // Now nothing is missing, and nothing is done.
    assert_eq!(machine.install(), (true, String::new()));
    assert_eq!(machine.log().lines().count(), 2);
}

#[test]
fn other_users_install_through_sudo() {
    let machine = Machine::new("1000");
    machine.add_apt_get(&format!(": > {}", machine.folder().join("python3").display()));
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
    refused(&machine, "cannot install python3: there is no apt-get on this system");
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
    // `python3 -m venv FOLDER` makes an environment whose pip installs one file.
    let pip = "#!/bin/sh\necho \"$*\" > ${0%/bin/pip}/asked\nto=${0%/bin/pip}/lib/python3.9/site-packages/axe_playwright_python\n\
               /bin/mkdir -p $to && echo script > $to/axe.min.js\n";
    fs::write(machine.folder().join("pip"), pip).unwrap();
    let pip = machine.folder().join("pip");
    machine.add(
        "python3",
        &format!("/bin/mkdir -p $3/bin && /bin/cp {0} $3/bin/pip && /bin/chmod +x $3/bin/pip", pip.display()),
    );
    let (ok, said) = machine.install();
    assert!(ok, "{said}");
    assert!(said.contains("axe.min.js for the tests of the page's accessibility"), "{said}");
    assert_eq!(fs::read_to_string(machine.axe()).unwrap(), "script\n");
    let asked = fs::read_to_string(machine.folder().join("files/python/asked")).unwrap();
    assert!(asked.contains("install") && asked.contains("axe-playwright-python=="), "{asked}");
}

#[test]
fn a_python_without_virtual_environments_gets_them_installed() {
    let machine = Machine::new("0");
    fs::remove_file(machine.axe()).unwrap();
    machine.add("python3", "exit 1");
    machine.add_apt_get(":");
    let (ok, said) = machine.install();
    assert!(!ok && said.contains("sudo apt-get install python3-venv"), "{said}");
    assert_eq!(machine.log(), "update -qq\ninstall -y -qq --no-install-recommends python3-venv\n");
}
