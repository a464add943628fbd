//! A folder of boards, and a submission that is a shell script.

pub mod school;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::support;

/// A table of marks. Times and memory differ from run to run, and with them the widths of columns.
macro_rules! assert_table {
    ($output:expr, @$expected:literal) => {
        insta::with_settings!({filters => vec![
            (r" +[0-9.]+ (µs|ms|s) +([0-9.]+ [KMG]iB|-) ", "  [time]  [memory] "),
            (r" {2,}", "  "),
            (r"no board in this folder \(\.[^)]*\)", "no board in this folder (extensions)"),
        ]}, { insta::assert_snapshot!($output, @$expected) })
    };
}

/// A board of best cost 2.
pub const ONE_STEP: &str = r#"{"colour": "red", "pieces": [[2,0]], "blocks": []}"#;
/// A script that solves it.
pub const RIGHT: &str = r#"echo "MOVE from (2, 0) to (3, 0)."; echo "EXIT from (3, 0).""#;

/// A folder with `boards`, and `solver.sh` beside it.
pub struct Course {
    pub folder: TempDir,
    /// A number of seconds that only this course's processes sleep: `$MARK` in the script.
    pub mark: String,
}

impl Course {
    pub fn new(script: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("boards")).unwrap();
        fs::write(folder.path().join("solver.sh"), script).unwrap();
        let unique: u64 =
            folder.path().to_str().unwrap().bytes().fold(17, |sum, byte| sum.wrapping_mul(31) + u64::from(byte));
        Course { folder, mark: format!("9{:09}", unique % 1_000_000_000) }
    }

    pub fn boards(&self) -> PathBuf {
        self.folder.path().join("boards")
    }

    pub fn board(&self, name: &str, text: &str) {
        fs::write(self.boards().join(name), text).unwrap();
    }

    pub fn make_executable(&self, script: &str) {
        let path = self.folder.path().join("solver.sh");
        fs::write(&path, script).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    pub fn command(&self, solver: &str, options: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pathmax"));
        command.args(["grade", "--solver", solver, "boards"]).args(options).current_dir(self.folder.path());
        command.env_remove("NO_COLOR").env("MARK", &self.mark).env("HOME", self.folder.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub fn grade_with(&self, solver: &str, options: &[&str]) -> String {
        support::run(self.command(solver, options))
    }

    pub fn grade(&self, options: &[&str]) -> String {
        self.grade_with("sh solver.sh {file}", options)
    }

    /// What `--gradescope results.json` has written.
    pub fn results(&self) -> serde_json::Value {
        serde_json::from_str(&fs::read_to_string(self.folder.path().join("results.json")).unwrap()).unwrap()
    }
}

/// Whether a process runs that has this among its arguments.
pub fn is_running(argument: &str) -> bool {
    if !cfg!(target_os = "linux") {
        let output = Command::new("ps").args(["-A", "-o", "args="]).output().unwrap();
        return String::from_utf8_lossy(&output.stdout).split_whitespace().any(|word| word == argument);
    }
    let processes =
        fs::read_dir("/proc").unwrap().filter_map(|entry| fs::read(entry.ok()?.path().join("cmdline")).ok());
    processes.into_iter().any(|words| words.split(|&byte| byte == 0).any(|word| word == argument.as_bytes()))
}
