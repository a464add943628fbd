//! A class: boards and the submissions of several students.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::process::{Command, Stdio};
use std::thread::{available_parallelism, sleep};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tempfile::TempDir;

use super::ONE_STEP;
use crate::support;

/// Fields of a table, by student and board.
pub type Marks<const N: usize> = BTreeMap<(String, String), [String; N]>;

/// A folder with `boards` and `class`.
pub struct School {
    pub folder: TempDir,
}

impl School {
    pub fn new() -> School {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("boards")).unwrap();
        fs::create_dir(folder.path().join("class")).unwrap();
        School { folder }
    }

    /// A school with one board, and these students with a shell script each.
    pub fn with(students: &[(&str, &str)]) -> School {
        let school = School::new();
        school.write("boards/one.json", ONE_STEP);
        for (student, script) in students {
            school.write(format!("class/{student}/solver.sh"), script);
        }
        school
    }

    pub fn write(&self, name: impl AsRef<OsStr>, text: &str) {
        let path = self.folder.path().join(name.as_ref());
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.path().join(name)).unwrap()
    }

    pub fn command(&self, solver: &str, options: &[&str]) -> Command {
        self.grading(&["--solver", solver], options)
    }

    /// Grades what `graded` names: a solver, a heuristic.
    pub fn grading(&self, graded: &[&str], options: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pathmax"));
        command.arg("grade").args(graded).args(["boards", "--submissions", "class", "--out", "marks"]).args(options);
        command.current_dir(self.folder.path()).env("HOME", self.folder.path()).env_remove("NO_COLOR");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub fn grade(&self, options: &[&str]) -> String {
        support::run(self.command("sh solver.sh {file}", options))
    }

    /// Columns of `marks.csv` that do not differ from run to run, by student and board.
    pub fn marks(&self) -> Marks<4> {
        self.columns(["verdict", "points", "cost", "detail"])
    }

    /// These columns of `marks.csv`, by student and board.
    pub fn columns<const N: usize>(&self, names: [&str; N]) -> Marks<N> {
        let text = self.read("marks/marks.csv");
        let mut lines = csv_rows(&text);
        let headings = lines.remove(0);
        let column = |name: &str| headings.iter().position(|heading| heading == name).unwrap();
        let of = |row: &[String], name: &str| row[column(name)].clone();
        let row = |row: Vec<String>| {
            let marks = names.map(|name| of(&row, name));
            ((of(&row, "student"), of(&row, "board")), marks)
        };
        lines.into_iter().map(row).collect()
    }

    /// The verdict and the points of each student on the only board.
    pub fn verdicts(&self) -> Vec<(String, String)> {
        self.marks().into_iter().map(|((student, _), [verdict, ..])| (student, verdict)).collect()
    }
}

/// The rows of a CSV text, with quotes and line ends in them.
pub fn csv_rows(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => cell.extend(letters.next()),
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut cell)),
            '\n' if !quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            letter => cell.push(letter),
        }
    }
    rows
}

pub fn several_jobs() -> &'static str {
    if available_parallelism().is_ok_and(|cores| cores.get() > 1) { "2" } else { "1" }
}

/// Whether submissions cannot read other files on this machine.
pub fn hides_files() -> bool {
    !support::run(support::pathmax(".", &["grade", "--explain"])).contains("the submission has the files")
}

/// Runs a command that grades a class, and interrupts it when a condition holds.
pub fn interrupt(mut command: Command, condition: impl Fn() -> bool) {
    let child = command.spawn().unwrap();
    wait_until(condition);
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
    let interrupted = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&interrupted.stdout).into_owned();
    assert_eq!(interrupted.status.code(), Some(3), "{text}");
    assert!(text.contains("(interrupted; ") && text.contains("to go; repeat the command to continue)"), "{text}");
}

fn wait_until(condition: impl Fn() -> bool) {
    let began = Instant::now();
    while !condition() {
        assert!(began.elapsed() < Duration::from_secs(300), "it never came to that");
        sleep(Duration::from_millis(20));
    }
}
