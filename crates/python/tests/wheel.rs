//! The wheel, built and installed as a user does, and the source distribution.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pathmax_test_programs::{ENVIRONMENT_PYTHON, PYTHON_PACKAGES, PYTHON3, require};

use crate::support::{environment_python, program, root, run, scratch, text};

/// Held while the backend runs: every build puts the program into the same folder, or removes it.
static BUILDING: Mutex<()> = Mutex::new(());

fn building() -> MutexGuard<'static, ()> {
    // A test that failed leaves nothing that the other one needs.
    BUILDING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One test, since it builds the wheel: with the profile of the tests, and with the program that Cargo built for the tests of
/// the workspace, if there is one. `cargo xtask nightly packages` always builds both.
#[test]
fn the_wheel_installs_the_package_and_the_program() {
    require!(PYTHON_PACKAGES);
    let _building = building();
    let folder = scratch("wheel");
    let mut pip = environment_python();
    pip.args(["-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir"]);
    pip.envs(program().map(|program| ("PATHMAX_PROGRAM", program)));
    run(pip.args([&folder, root()]).env("MATURIN_PEP517_ARGS", "--profile dev --locked"));
    let wheel = only_file(&folder);
    let name = wheel.file_name().unwrap().to_string_lossy().into_owned();
    assert!(name.starts_with("pathmax-") && name.contains("-cp310-abi3-"), "{name}");
    check_contents(&wheel);

    let environment = install(&wheel);
    check_import(&environment);
    check_program(&environment.join("bin/pathmax"));
}

fn only_file(folder: &Path) -> PathBuf {
    let files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), 1, "{files:?}");
    files[0].clone()
}

fn check_contents(wheel: &Path) {
    let contents = run(environment_python().args(["-m", "zipfile", "-l"]).arg(wheel));
    for file in [
        "pathmax/__init__.py",
        "pathmax/_native.abi3.so",
        "pathmax/_native.pyi",
        "pathmax/py.typed",
        ".data/scripts/pathmax",
        ".dist-info/licenses/LICENSE-APACHE",
        ".dist-info/licenses/LICENSE-MIT",
    ] {
        assert!(contents.lines().any(|line| line.split(' ').next().unwrap().ends_with(file)), "{file}:\n{contents}");
    }
}

/// A new virtual environment with the wheel and nothing else.
fn install(wheel: &Path) -> PathBuf {
    let folder = scratch("clean-environment");
    run(Command::new(PYTHON3.find().unwrap()).args(["-m", "venv", "--without-pip"]).arg(&folder));
    let mut pip = Command::new(ENVIRONMENT_PYTHON.find().unwrap());
    pip.args(["-m", "pip", "--python"]).arg(folder.join("bin/python"));
    run(pip.args(["install", "--no-index"]).arg(wheel));
    folder
}

fn check_import(environment: &Path) {
    let mut python = Command::new(environment.join("bin/python"));
    python.args(["-c", "import pathmax; print(pathmax.__version__, pathmax.__file__)"]).env_remove("PYTHONPATH");
    let output = run(python.current_dir(environment));
    let (version, file) = output.trim_end().split_once(' ').unwrap();
    assert_eq!(version, env!("CARGO_PKG_VERSION"));
    assert!(Path::new(file).starts_with(environment), "{output}");
}

fn check_program(program: &Path) {
    // The program itself, not a script that starts it.
    assert!(fs::read(program).unwrap() == fs::read(root().join("crates/python/program/scripts/pathmax")).unwrap());
    let solve = ["solve", "instances/chexers/leapfrog.json"];
    let solved = Command::new(program).args(solve).current_dir(root()).output().unwrap();
    assert!(solved.status.success() && text(&solved).contains("solved: cost 8, proven optimal"), "{}", text(&solved));
    assert_eq!(String::from_utf8_lossy(&solved.stdout).lines().count(), 8);

    let course = tempfile::tempdir().unwrap();
    fs::create_dir(course.path().join("boards")).unwrap();
    fs::write(course.path().join("boards/one.json"), r#"{"colour": "red", "pieces": [[2,0]], "blocks": []}"#).unwrap();
    let solver = "echo 'MOVE from (2, 0) to (3, 0).'; echo 'EXIT from (3, 0).'";
    fs::write(course.path().join("solver.sh"), solver).unwrap();
    let mut grade = Command::new(program);
    let graded = run(grade.args(["grade", "--solver", "sh solver.sh {file}", "boards"]).current_dir(&course));
    assert!(graded.contains("1 right and optimal · score 1 of 1"), "{graded}");
}

/// It must contain the program's crates and what their build scripts embed. `cargo xtask nightly packages` builds it.
#[test]
fn the_source_distribution_contains_the_program() {
    require!(PYTHON_PACKAGES);
    let _building = building();
    let folder = scratch("source-distribution");
    let mut build = environment_python();
    run(build.args(["-m", "build", "--sdist", "--no-isolation", "--outdir"]).arg(&folder));
    run(environment_python().args(["-m", "tarfile", "-e"]).args([&only_file(&folder), &folder]));
    let sources = folder.join(format!("pathmax-{}", env!("CARGO_PKG_VERSION")));
    for file in ["Cargo.lock", "LICENSE-MIT", "LICENSE-APACHE", ".cargo/config.toml", "crates/cli/src/main.rs"] {
        assert!(sources.join(file).is_file(), "{file}");
    }
    assert_same_names(&root().join("docs"), &sources.join("crates/cli/docs"), ".md");
    assert_same_names(&root().join("crates/serve/page"), &sources.join("crates/serve/page"), "");
    assert_same_names(&root().join("instances"), &sources.join("crates/puzzles/instances"), "");
    let backend = Path::new("crates/python/backend/pathmax_backend.py");
    assert!(fs::read(root().join(backend)).unwrap() == fs::read(sources.join(backend)).unwrap());
    assert!(!sources.join("crates/python/program/scripts").exists(), "a program of an earlier build");
}

fn assert_same_names(expected: &Path, found: &Path, end: &str) {
    let names = |folder: &Path| {
        let mut names: Vec<String> = (fs::read_dir(folder).unwrap())
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .filter(|name| name.ends_with(end) && !name.starts_with('.'))
            .collect();
        names.sort();
        names
    };
    assert_eq!(names(expected), names(found));
}
