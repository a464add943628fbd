//! The package under test, and running programs on it.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use pathmax_test_programs::{ENVIRONMENT_PYTHON, PYTHON3};

/// The folder of the crate.
pub const CRATE: &str = env!("CARGO_MANIFEST_DIR");

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(CRATE).ancestors().nth(2).unwrap()
}

/// A folder for the files of a test.
pub fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The folder with the package under test. The copy is made once, before the wheel test builds the module again.
pub fn package() -> &'static Path {
    static PACKAGE: OnceLock<PathBuf> = OnceLock::new();
    PACKAGE.get_or_init(|| {
        let folder = scratch("package");
        let package = folder.join("pathmax");
        copy(&Path::new(CRATE).join("python/pathmax"), &package);
        let module = format!("{}pathmax_python{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
        // Cargo puts it next to this test.
        let module = std::env::current_exe().unwrap().with_file_name(module);
        fs::copy(&module, package.join("_native.abi3.so")).unwrap();
        folder
    })
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap();
        if path.is_dir() {
            copy(&path, &to.join(name));
        } else if path.extension() != Some(OsStr::new("so")) {
            // Not the module that an editable installation puts there.
            fs::copy(&path, to.join(name)).unwrap();
        }
    }
}

/// The system's Python, with the package under test.
pub fn python() -> Command {
    command(&PYTHON3.find().unwrap())
}

/// The Python of the virtual environment, with the package under test.
pub fn environment_python() -> Command {
    let python = ENVIRONMENT_PYTHON.find().unwrap();
    let mut command = command(&python);
    let others = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(python.parent().unwrap().to_path_buf()).chain(std::env::split_paths(&others));
    command.env("PATH", std::env::join_paths(folders).unwrap());
    command
}

/// A program in the root of the repository, with the package under test.
pub fn command(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root()).env("PYTHONPATH", package()).env("PYTHONDONTWRITEBYTECODE", "1");
    command
}

/// Runs a command that must succeed, and returns standard output and standard error.
#[track_caller]
pub fn run(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let text = text(&output);
    assert!(output.status.success(), "{command:?} failed ({}):\n{text}", output.status);
    text
}

pub fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// The program that Cargo built for the tests of the workspace, if there is one.
pub fn program() -> Option<PathBuf> {
    let folder = std::env::current_exe().unwrap().ancestors().nth(2).unwrap().to_path_buf();
    Some(folder.join("pathmax")).filter(|program| program.is_file())
}
