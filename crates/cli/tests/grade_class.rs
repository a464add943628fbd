//! `pathmax grade --submissions`: the programs of a class.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::process::Command;

use pathmax_test_programs::{PYTHON, require};

use crate::submissions::school::{School, csv_rows, hides_files, interrupt, several_jobs};
use crate::submissions::{ONE_STEP, RIGHT, is_running};
use crate::support;

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(student, verdict)| (student.to_string(), verdict.to_string())).collect()
}

/// Reads the board from the file or from standard input, and prints a plan of moves to the right.
const SOLVER: &str = r#"
import json, sys
def plan(text):
    if text.startswith("R"):
        return ["FAIL"]
    q = json.loads(text)["pieces"][0][0]
    moves = ["MOVE from (%d, 0) to (%d, 0)." % (x, x + 1) for x in range(q, 3)]
    return moves + ["EXIT from (3, 0)."]
def from_file():
    return open(sys.argv[1]).read()
def from_stdin():
    return sys.stdin.read()
"#;

/// Eight submissions in Python.
fn python_class() -> School {
    let school = School::new();
    school.write("boards/one.json", ONE_STEP);
    school.write("boards/two.json", r#"{"colour": "red", "pieces": [[1,0]], "blocks": []}"#);
    school.write("boards/walled.txt", "R x 1\n");
    school.write(
        "boards/manifest.json",
        r#"{
            "*": {"points": 2, "decimals": 1},
            "one.json": {"cost": 2},
            "two.json": {"cost": 3, "points": 4, "partial": [{"excess": 2, "weight": 0.75}]},
            "walled.txt": {"cost": null, "points": 1}
        }"#,
    );
    let hostile = r#"
import glob, os, signal, sys
def readable(path):
    try:
        return len(open(path).read()) > 0
    except OSError:
        return False
base = os.path.dirname(os.path.dirname(os.getcwd()))
names = ["class/optimal/search.py", "boards/one.json", "boards/manifest.json", "marks/students/crashing.json", "marks/marks.csv"]
found = [name for name in names if readable(os.path.join(base, name))]
try:
    os.kill(os.getppid(), signal.SIGSTOP) if os.getppid() > 1 else None
except OSError:
    pass
print("found %s" % found, file=sys.stderr)
sys.exit(1)
"#;
    let students = [
        ("optimal", "print('\\n'.join(plan(from_file())))"),
        ("stdin", "print('\\n'.join(plan(from_stdin())))"),
        ("wrong", "print('EXIT from (2, 0).')"),
        ("slow", "text = from_file()\nwhile '[[1,0]]' in text: pass\nprint('\\n'.join(plan(text)))"),
        ("crashing", "raise ValueError('oh')"),
        ("noise", "print('Loading board...')\nprint('\\n'.join(plan(from_file())))\nprint('done')"),
        (
            "suboptimal",
            "lines = plan(from_file())\nif lines[0] != 'FAIL':\n    q = int(lines[0][11])\n    there = 'MOVE from (%d, 0) to (%d, 0).'\n    lines = [there % (q, q - 1), there % (q - 1, q)] + lines\nprint('\\n'.join(lines))",
        ),
    ];
    for (student, script) in students {
        school.write(format!("class/{student}/search.py"), &format!("{SOLVER}\n{script}\n"));
    }
    school.write("class/hostile/search.py", hostile);
    school
}

/// Gives the board both as a file and on standard input.
const BOTH: &str = r#"sh -c 'exec python3 search.py "$1" < "$1"' sh {file}"#;

#[test]
fn eight_programs_get_what_they_deserve_also_after_an_interrupt() {
    require!(PYTHON);
    let school = python_class();
    let options = ["--lenient", "--time-limit", "20s", "--jobs", several_jobs(), "-q"];
    let output = support::run(school.command(BOTH, &options));
    let expected = "status 0
--- stdout
student     points  result
crashing    0.0 of 7  3 crashed
hostile     0.0 of 7  3 crashed
noise       7.0 of 7  3 right and optimal
optimal     7.0 of 7  3 right and optimal
slow        3.0 of 7  2 right and optimal, 1 too slow
stdin       7.0 of 7  3 right and optimal
suboptimal  5.0 of 7  1 right and optimal, 2 right but longer
wrong       0.0 of 7  1 unfinished, 2 illegal

8 submissions graded
";
    let squeezed = |text: &str| text.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    assert_eq!(squeezed(&output), squeezed(expected));

    let marks = school.marks();
    let verdict = |student: &str, board: &str| {
        let [verdict, points, cost, _] = marks[&(student.to_string(), board.to_string())].clone();
        format!("{verdict} {points} {cost}")
    };
    let boards = ["one.json", "two.json", "walled.txt"];
    let expected = [
        ("crashing", ["crashed 0 ", "crashed 0 ", "crashed 0 "]),
        ("hostile", ["crashed 0 ", "crashed 0 ", "crashed 0 "]),
        ("noise", ["optimal 2 2", "optimal 4 3", "optimal 1 "]),
        ("optimal", ["optimal 2 2", "optimal 4 3", "optimal 1 "]),
        ("slow", ["optimal 2 2", "too-slow 0 ", "optimal 1 "]),
        ("stdin", ["optimal 2 2", "optimal 4 3", "optimal 1 "]),
        ("suboptimal", ["longer 1 4", "longer 3 5", "optimal 1 "]),
        ("wrong", ["illegal 0 ", "illegal 0 ", "unfinished 0 "]),
    ];
    for (student, expected) in expected {
        assert_eq!(boards.map(|board| verdict(student, board)), expected, "{student}");
    }
    let detail = |student: &str| &marks[&(student.to_string(), "one.json".to_string())][3];
    assert_eq!(detail("crashing"), "exit status 1: ValueError: oh");
    assert!(detail("noise").contains("ignored 2 lines that are not actions; the first is line 1: Loading board..."));
    if hides_files() {
        assert_eq!(detail("hostile"), "exit status 1: found []");
    }
    assert_eq!(csv_rows(&school.read("marks/totals.csv"))[7][..4], ["suboptimal", "5", "7", "3"]);

    // The same, interrupted while the slow one is slow.
    let others = school.folder.path().join("marks");
    fs::rename(&others, school.folder.path().join("first")).unwrap();
    interrupt(school.command(BOTH, &options), || others.join("students/slow.json").exists());
    assert_ne!(school.marks(), marks);
    let resumed = support::run(school.command(BOTH, &options[..options.len() - 1]));
    assert!(resumed.starts_with("status 0\n") && resumed.contains("note: kept the results of "), "{resumed}");
    assert_eq!(school.marks(), marks);
}

#[test]
fn results_are_kept_if_they_still_belong_to_the_same_work() {
    let school = School::with(&[("ann", RIGHT), ("bob", "echo nothing")]);
    assert_table!(school.grade(&[]), @"
    status 0
    --- stdout
    student  points  result
    ann  1 of 1  1 right and optimal
    bob  0 of 1  1 illegal

    2 submissions graded
    ");
    assert_table!(school.grade(&["--points", "3"]), @"
    status 0
    --- stdout
    student  points  result
    ann  3 of 3  1 right and optimal
    bob  0 of 3  1 illegal

    2 submissions graded
    --- stderr
    note: kept the results of 2 of 2 runs from an earlier run; --regrade runs them again
    ");
    let kept = |output: &str| output.contains("kept the results of 2 of 2 runs");
    assert!(!kept(&school.grade(&["--regrade"])));
    // Time and memory are kept too: nothing was run.
    let before = school.read("marks/students/ann.json");
    assert!(kept(&school.grade(&[])));
    let without_origin = |text: &str| text.split_once("\"settings\"").unwrap().1.to_string();
    assert_eq!(without_origin(&before), without_origin(&school.read("marks/students/ann.json")));

    school.write("class/bob/solver.sh", RIGHT);
    let output = school.grade(&[]);
    assert!(output.contains("note: bob: graded again: the submission has changed\n"), "{output}");
    assert!(output.contains("kept the results of 1 of 2 runs"), "{output}");
    assert_eq!(school.verdicts(), pairs(&[("ann", "optimal"), ("bob", "optimal")]));
    assert!(school.grade(&["--time-limit", "29s"]).contains("note: ann: graded again: the limits differ\n"));
    assert!(school.grade(&["--lenient"]).contains("note: ann: graded again: other answers are accepted\n"));
    school.write("marks/students/ann.json", "{");
    assert!(school.grade(&["--lenient"]).contains("note: ann: graded again: the earlier result cannot be read"));
    school.write("boards/one.json", &format!("{ONE_STEP}\n"));
    assert!(school.grade(&["--lenient"]).contains("note: bob: graded again: the boards differ\n"));
}

#[test]
fn names_of_submissions_are_data() {
    let school =
        School::with(&[("a b", RIGHT), ("-rf", RIGHT), ("quo'te\"s", RIGHT), ("=cmd()", RIGHT), ("new\nline", RIGHT)]);
    let bytes = OsStr::from_bytes(b"class/\xff\xfe/solver.sh");
    school.write(bytes, RIGHT);
    school.write("class/.hidden/solver.sh", "exit 1");
    symlink("/etc", school.folder.path().join("class/link")).unwrap();
    symlink("a b", school.folder.path().join("class/alias")).unwrap();
    let output = school.grade(&[]);
    assert_table!(output, @r#"
    status 1
    --- stdout
    student  points  result
    -rf  1 of 1  1 right and optimal
    =cmd()  1 of 1  1 right and optimal
    a b  1 of 1  1 right and optimal
    new%0Aline  1 of 1  1 right and optimal
    quo'te"s  1 of 1  1 right and optimal
    %FF%FE  1 of 1  1 right and optimal

    6 submissions graded
    --- stderr
    note: skipped alias: a symbolic link; copy the submission itself there
    note: skipped link: a symbolic link; copy the submission itself there
    "#);
    let names: Vec<String> = school.verdicts().into_iter().map(|(student, _)| student).collect();
    assert_eq!(names, ["%FF%FE", "'-rf", "'=cmd()", "a b", "new%0Aline", "quo'te\"s"]);
    let mut files: Vec<_> = fs::read_dir(school.folder.path().join("marks/students")).unwrap().collect();
    files.sort_by_key(|entry| entry.as_ref().unwrap().file_name());
    let files: Vec<_> = files.into_iter().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(
        files,
        ["%2Drf.json", "%3Dcmd%28%29.json", "%FF%FE.json", "a%20b.json", "new%0Aline.json", "quo%27te%22s.json"]
    );
}

#[test]
fn a_submission_may_be_a_file() {
    let school = School::with(&[]);
    school.write("class/-ann.sh", &format!("ls | wc -l >&2\n{RIGHT}"));
    school.write("class/bob.sh", "ls >&2; exit 1");
    let output = support::run(school.command("sh {submission} {file}", &["-q"]));
    assert!(output.starts_with("status 0\n"), "{output}");
    assert_eq!(school.verdicts(), pairs(&[("'-ann.sh", "optimal"), ("bob.sh", "crashed")]));
    // Each is alone in its folder.
    assert!(school.read("marks/students/bob.sh.json").contains("exit status 1: bob.sh"));
    assert_output!(school.grade(&[]), @r#"
    status 2
    --- stderr
    error: -ann.sh is a file, so the command must say where it belongs; write for example --solver "python3 {submission} {file}"
    "#);
}

#[test]
fn a_set_up_command_prepares_a_copy() {
    let school = School::with(&[("ann", "sh ./made.sh"), ("bob", RIGHT), ("eve", RIGHT)]);
    school.write("class/ann/setup.sh", &format!("printf '%s\\n' '{RIGHT}' > made.sh"));
    school.write("class/bob/setup.sh", "echo 'no such package' >&2; exit 3");
    school.write(
        "class/eve/setup.sh",
        "echo x > ../other 2>/dev/null; echo y > \"$HOME/boards/new\" 2>/dev/null; exit 0",
    );
    let output = school.grade(&["--setup", "sh setup.sh"]);
    assert_table!(output, @"
    status 1
    --- stdout
    student  points  result
    ann  1 of 1  1 right and optimal
    bob  0 of 1  1 set-up failed: exit status 3: no such package
    eve  1 of 1  1 right and optimal

    3 submissions graded
    ");
    assert_eq!(school.verdicts(), pairs(&[("ann", "optimal"), ("bob", "setup-failed"), ("eve", "optimal")]));
    assert!(!school.folder.path().join("class/ann/made.sh").exists());
    if hides_files() {
        assert!(!school.folder.path().join("boards/new").exists());
    }
    assert!(school.read("marks/students/bob.json").contains(r#""setup_error": "exit status 3: no such package""#));
    // The set-up is tried again, and what is done is kept.
    school.write("class/bob/setup.sh", "");
    let output = school.grade(&["--setup", "sh setup.sh"]);
    assert!(output.starts_with("status 0\n") && output.contains("kept the results of 2 of 3 runs"), "{output}");
    let missing = school.grade(&["--setup", "sh setup.sh {file}"]);
    assert!(missing.contains("error: --setup runs before the first board; leave out {file}\n"), "{missing}");
}

/// Without a sandbox, a submission can kill its supervisor; the runs of others go on.
#[test]
fn jobs_do_not_disturb_each_other() {
    let mark = "9171717171";
    let killer = format!("sleep {mark} & kill -9 $PPID; sleep {mark}");
    let busy = format!("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; {RIGHT}");
    let students: Vec<(String, &str)> =
        (0..6).map(|i| (format!("s{i}"), if i % 3 == 0 { killer.as_str() } else { busy.as_str() })).collect();
    let students: Vec<(&str, &str)> = students.iter().map(|(name, script)| (name.as_str(), *script)).collect();
    let school = School::with(&students);
    let output = school.grade(&["--sandbox", "off", "--jobs", several_jobs(), "--time-limit", "5m"]);
    assert!(output.starts_with("status 0\n"), "{output}");
    let expected: Vec<(&str, &str)> =
        students.iter().map(|&(name, script)| (name, if script == killer { "crashed" } else { "optimal" })).collect();
    assert_eq!(school.verdicts(), pairs(&expected));
    assert!(cfg!(not(target_os = "linux")) || !is_running(mark));
}

#[test]
fn wrong_usage_of_a_class_has_status_2() {
    let school = School::with(&[("ann", RIGHT)]);
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pathmax"));
        command.args(["grade", "--solver", "sh solver.sh"]).args(arguments).current_dir(school.folder.path());
        support::run(command)
    };
    let outputs = [
        run(&["boards", "--submissions", "nowhere", "--out", "marks"]),
        run(&["boards", "--submissions", "boards/one.json", "--out", "marks"]),
        run(&["boards", "--submissions", "class", "--out", "class/marks"]),
        run(&["boards", "--submissions", "class", "--out", "boards/marks/deep"]),
        run(&["boards", "--submissions", ".", "--out", "marks"]),
        run(&["boards", "--submissions", "class", "--out", "boards/one.json"]),
        run(&["boards", "--submissions", "class", "--out", "marks", "--jobs", "0"]),
    ];
    assert_output!(outputs.join("\n"), @"
    status 2
    --- stderr
    error: nowhere: there is no such folder; give the folder with the submissions

    status 2
    --- stderr
    error: boards/one.json: this is not a folder; give the folder with the submissions

    status 2
    --- stderr
    error: class/marks: --out is inside the folder of the submissions; give another folder

    status 2
    --- stderr
    error: boards/marks/deep: --out is inside the folder of the boards; give another folder

    status 2
    --- stderr
    error: .: the boards are in this folder; keep boards and submissions in folders of their own

    status 2
    --- stderr
    error: boards/one.json: --out is inside the folder of the boards; give another folder

    status 2
    --- stderr
    error: invalid value '0' for '--jobs <N>': give a number of at least 1, such as 2

    For more information, try '--help'.
    ");
    let exists = |name: &str| school.folder.path().join(name).exists();
    assert!(!exists("class/marks") && !exists("boards/marks") && !exists("marks"));
    let missing = run(&["boards", "--submissions", "class"]);
    assert!(missing.starts_with("status 2\n") && missing.contains("--out <DIR>"), "{missing}");
    let many = run(&["boards", "--submissions", "class", "--out", "marks", "--jobs", "100000"]);
    assert!(many.contains("each job needs a core of its own, and this machine has "), "{many}");
}

/// A submission that cannot be read does not keep the others from being graded.
#[test]
fn a_submission_that_cannot_be_read_fails_alone() {
    let school = School::with(&[("ann", RIGHT), ("eve", RIGHT)]);
    // Deeper than any path may be.
    let script = "cd class/eve; i=0; while [ $i -lt 60 ]; do n=$(printf '%0200d' 0); mkdir $n && cd $n || break; i=$((i+1)); done";
    assert!(Command::new("sh").args(["-c", script]).current_dir(school.folder.path()).status().unwrap().success());
    let output = school.grade(&[]);
    assert!(
        output.starts_with("status 1\n") && output.contains("set-up failed: the submission cannot be read: "),
        "{output}"
    );
    assert_eq!(school.verdicts(), pairs(&[("ann", "optimal"), ("eve", "setup-failed")]));
    assert!(
        Command::new("rm").args(["-rf", "class/eve"]).current_dir(school.folder.path()).status().unwrap().success()
    );
}
