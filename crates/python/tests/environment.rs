//! Tests that need Python packages: pytest, type checkers, and what the package works with.

use std::path::{Path, PathBuf};
use std::process::Command;

use pathmax_test_programs::{ENVIRONMENT_PYTHON, PYTHON_PACKAGES, require};

use crate::support::{CRATE, environment_python, package, run};

#[test]
fn pytest_passes() {
    require!(PYTHON_PACKAGES);
    let mut pytest = environment_python();
    pytest.args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "--import-mode=importlib"]);
    run(pytest.arg(format!("{CRATE}/tests/venv")));
}

#[test]
fn the_examples_in_the_documentation_strings_of_all_modules_run() {
    require!(PYTHON_PACKAGES);
    run(environment_python().args([&format!("{CRATE}/tests/doctests.py"), "--all"]));
}

#[test]
fn mypy_has_no_complaint() {
    require!(PYTHON_PACKAGES);
    run(mypy().arg(source()));
}

#[test]
fn pyright_has_no_complaint() {
    require!(PYTHON_PACKAGES);
    run(pyright().arg(source()));
}

#[test]
fn every_public_name_has_a_type() {
    require!(PYTHON_PACKAGES);
    run(pyright().args(["--verifytypes", "pathmax", "--ignoreexternal"]));
}

#[test]
fn the_stubs_describe_the_module() {
    require!(PYTHON_PACKAGES);
    let mut stubtest = environment_python();
    run(stubtest.args(["-m", "mypy.stubtest", "pathmax"]).env("MYPYPATH", package()));
}

/// The package in the repository, so that complaints name its files.
fn source() -> PathBuf {
    Path::new(CRATE).join("python/pathmax")
}

fn mypy() -> Command {
    let mut command = environment_python();
    command.args(["-m", "mypy", "--strict", "--explicit-package-bases", "--cache-dir"]);
    command.arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("mypy"));
    command.env("MYPYPATH", Path::new(CRATE).join("python"));
    command
}

fn pyright() -> Command {
    let mut command = environment_python();
    command.args(["-m", "pyright", "--pythonpath"]).arg(ENVIRONMENT_PYTHON.find().unwrap());
    // Where pyright finds the package.
    command.env("PYTHONPATH", Path::new(CRATE).join("python"));
    command
}
