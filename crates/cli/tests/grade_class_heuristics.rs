//! `pathmax grade --heuristics --submissions`: the heuristics of a class.

use std::fs;
use std::process::Command;

use pathmax_test_programs::{PYTHON, require};
use serde_json::Value;

use crate::grade_heuristics::{LEAPFROG, STONES, answering, expanded};
use crate::submissions::is_running;
use crate::submissions::school::{School, csv_rows, hides_files, interrupt, several_jobs};
use crate::support;

/// A school with these students, each with a `h.py`, and two boards.
fn school(students: &[(&str, String)]) -> School {
    let school = School::new();
    school.write("boards/leapfrog.json", LEAPFROG);
    school.write("boards/stones.json", STONES);
    for (student, program) in students {
        school.write(format!("class/{student}/h.py"), program);
    }
    school
}

/// Grades `h.py` of each student, with time for a busy machine unless `options` say otherwise.
fn command(school: &School, options: &[&str]) -> Command {
    let mut command = school.grading(&["--heuristics", "--heuristic-cmd", "python3 h.py"], options);
    for (option, value) in [("--heuristic-timeout", "10m"), ("--time-limit", "1h")] {
        if !options.contains(&option) {
            command.args([option, value]);
        }
    }
    command
}

fn grade(school: &School, options: &[&str]) -> String {
    support::run(command(school, options))
}

fn json(school: &School, file: &str) -> Value {
    serde_json::from_str(&school.read(file)).unwrap()
}

/// One step per cell, which forgets that pieces jump.
const STEPS: &str = "h = sum(board.get('radius', 3) - q + 1 for q, r in board['pieces'])";
/// Admissible, but falls from a positive value to 0 by one move.
const INCONSISTENT: &str = "h = jump(board) if sum(q for q, r in board['pieces']) % 2 else 0";

#[test]
fn heuristics_of_a_class_get_what_they_deserve_also_after_an_interrupt() {
    require!(PYTHON);
    let mark = format!("8{:08}", std::process::id());
    // It looks for the files of others, stops its parents, and leaves a process behind.
    let hostile = format!(
        r#"import os, signal, subprocess, sys
subprocess.Popen(["sleep", "{mark}"], start_new_session=True)
base = os.path.dirname(os.path.dirname(os.getcwd()))
def readable(name):
    try:
        return len(open(os.path.join(base, name)).read()) > 0
    except OSError:
        return False
names = ["class/right/h.py", "boards/stones.json", "marks/students/crashing.json", "marks/marks.csv"]
found = [name for name in names if readable(name)]
try:
    os.kill(os.getppid(), signal.SIGSTOP) if os.getppid() > 1 else None
except OSError:
    pass
sys.exit("found %s" % found)
"#
    );
    let school = school(&[
        ("blind", answering("h = 0")),
        ("crashing", answering("raise ValueError('oh')")),
        ("hostile", hostile),
        ("inadmissible", answering(STEPS)),
        ("inconsistent", answering(INCONSISTENT)),
        ("noise", "print('Loading...')\n".to_string() + &answering("h = jump(board)")),
        ("right", answering("h = jump(board)")),
        ("slow", answering("time.sleep(3 if len(board['pieces']) > 1 else 0); h = jump(board)")),
    ]);
    school.write(
        "boards/manifest.json",
        r#"{
            "*": {"heuristic_points": {"admissible": 2, "consistent": 1, "expansions": 1}, "decimals": 1},
            "leapfrog.json": {},
            "stones.json": {"heuristic_points": {"admissible": 1}, "visibility": "hidden"}
        }"#,
    );
    let options = ["--reference", "jump-distance", "--time-limit", "20s", "--jobs", several_jobs(), "-q"];
    assert_table!(grade(&school, &options), @"
    status 0
    --- stdout
    student  points  result
    blind  4.0 of 5  2 admissible and consistent
    crashing  0.0 of 5  2 crashed
    hostile  0.0 of 5  2 crashed
    inadmissible  0.0 of 5  2 not admissible
    inconsistent  3.5 of 5  2 not consistent
    noise  0.0 of 5  2 invalid answer
    right  5.0 of 5  2 admissible and consistent
    slow  1.0 of 5  1 admissible and consistent, 1 too slow

    8 submissions graded
    ");
    let fields = ["verdict", "points", "max_points", "admissible", "consistent", "expansions", "reference_expansions"];
    let marks = school.columns(fields);
    let boards = ["leapfrog.json", "stones.json"];
    let of = |student: &str, board: &str| &marks[&(student.to_string(), board.to_string())];
    for (student, expected) in [
        ("blind", ["consistent 3 4 proved proved", "consistent 1 1 proved proved"]),
        ("crashing", ["crashed 0 4  ", "crashed 0 1  "]),
        ("hostile", ["crashed 0 4  ", "crashed 0 1  "]),
        ("inadmissible", ["inadmissible 0 4 refuted refuted", "inadmissible 0 1 refuted refuted"]),
        ("inconsistent", ["inconsistent 2.5 4 proved refuted", "inconsistent 1 1 proved refuted"]),
        ("noise", ["invalid-answer 0 4  ", "invalid-answer 0 1  "]),
        ("right", ["consistent 4 4 proved proved", "consistent 1 1 proved proved"]),
        ("slow", ["too-slow 0 4  ", "consistent 1 1 proved proved"]),
    ] {
        assert_eq!(boards.map(|board| of(student, board)[..5].join(" ")), expected, "{student}");
    }
    for (student, heuristic) in [("blind", "null"), ("right", "jump-distance")] {
        for (board, file) in boards.into_iter().zip(["leapfrog.json", "stepping-stones.json"]) {
            let expected = [heuristic, "jump-distance"].map(|heuristic| expanded(file, heuristic).to_string());
            assert_eq!(of(student, board)[5..], expected, "{student} {board}");
        }
    }
    let details = school.columns(["detail"]);
    let detail = |student: &str| &details[&(student.to_string(), "stones.json".to_string())][0];
    assert!(detail("crashing").contains("ValueError: oh"), "{}", detail("crashing"));
    assert!(detail("noise").contains("answered \"Loading...\""), "{}", detail("noise"));
    if hides_files() {
        assert!(detail("hostile").contains("found []"), "{}", detail("hostile"));
    }
    assert!(!is_running(&mark));

    // The feedback contains the counterexample, and nothing about hidden boards.
    let feedback = school.read("marks/feedback/inadmissible.txt");
    for part in ["leapfrog.json", "admissible: refuted by ", "G green piece", "true cost", "This plan solves it"] {
        assert!(feedback.contains(part), "{feedback}");
    }
    assert!(!feedback.contains("stones.json") && feedback.ends_with("\n1 board is not shown\n"), "{feedback}");
    let result = json(&school, "marks/students/inadmissible.json");
    assert_eq!((&result["student"], &result["boards"][0]["mark"]), (&"inadmissible".into(), &"inadmissible".into()));
    assert!(result["boards"][0]["admissible"]["counterexample"]["h"].is_u64(), "{result}");
    let totals = csv_rows(&school.read("marks/totals.csv"));
    let inconsistent = totals[0].iter().position(|heading| heading == "inconsistent").unwrap();
    assert_eq!((totals[5][0].as_str(), totals[5][inconsistent].as_str()), ("inconsistent", "2"));

    // The same, interrupted while the slow one is slow.
    let others = school.folder.path().join("marks");
    fs::rename(&others, school.folder.path().join("first")).unwrap();
    interrupt(command(&school, &options), || others.join("students/right.json").exists());
    let resumed = grade(&school, &options[..options.len() - 1]);
    assert!(resumed.starts_with("status 0\n") && resumed.contains("note: kept the results of "), "{resumed}");
    assert_eq!(school.columns(fields), marks);
    for student in ["inadmissible", "inconsistent", "right"] {
        let file = format!("feedback/{student}.txt");
        assert_eq!(school.read(&format!("first/{file}")), school.read(&format!("marks/{file}")), "{student}");
    }
}

#[test]
fn results_of_heuristics_are_kept_and_points_follow_the_manifest() {
    require!(PYTHON);
    let school = school(&[("ann", answering("h = jump(board)")), ("bob", answering(STEPS))]);
    let reference = ["--reference", "jump-distance"];
    assert!(grade(&school, &reference).starts_with("status 0\n"));
    let feedback = school.read("marks/feedback/bob.txt");
    let again = grade(&school, &reference);
    assert!(again.contains("note: kept the results of 4 of 4 runs from an earlier run"), "{again}");
    assert_eq!(school.read("marks/feedback/bob.txt"), feedback);
    // Points are computed from what was found; nothing is run.
    let points = grade(&school, &[&reference[..], &["--heuristic-points", "admissible=5,expansions=2"]].concat());
    assert!(points.contains("kept the results of 4 of 4 runs"), "{points}");
    assert_table!(points.split("\n--- stderr").next().unwrap(), @"
    status 0
    --- stdout
    student  points  result
    ann  14 of 14  2 admissible and consistent
    bob  0 of 14  2 not admissible

    2 submissions graded
    ");
    let regraded = |options: &[&str]| grade(&school, &[&reference[..], options].concat());
    let budgets = regraded(&["--states", "50"]);
    assert!(budgets.contains("note: ann: graded again: the budgets differ\n"), "{budgets}");
    assert!(regraded(&["--seed", "2"]).contains("note: ann: graded again: the budgets differ\n"));
    let ratios = regraded(&["--expansion-ratios", "9=1"]);
    assert!(ratios.contains("note: ann: graded again: "), "{ratios}");
    school.write("class/bob/h.py", &answering("h = 0"));
    let changed = regraded(&["--expansion-ratios", "9=1"]);
    assert!(changed.contains("note: bob: graded again: the submission has changed\n"), "{changed}");
    assert!(changed.contains("kept the results of 2 of 4 runs"), "{changed}");
    // Results of solvers in the same folder are not mistaken for those of heuristics.
    let solved = support::run(school.command("python3 h.py", &[]));
    let kinds = "note: ann: graded again: the earlier result is of another kind (solver, heuristic)\n";
    assert!(solved.contains(kinds), "{solved}");
    school.write("marks/students/ann.json", &school.read("marks/students/ann.json").replace("\"mark\"", "\"Mark\""));
    let broken = support::run(school.command("python3 h.py", &[]));
    assert!(broken.contains("note: ann: graded again: the earlier result cannot be read"), "{broken}");
    assert!(regraded(&[]).contains(kinds));
}

#[test]
fn a_heuristic_may_be_a_file_and_is_set_up_in_a_copy() {
    require!(PYTHON);
    let school = school(&[]);
    school.write("class/ann.py", &answering("h = jump(board)"));
    school.write("class/bob.py", "import nothing_of_this_name");
    let graded = ["--heuristics", "--heuristic-cmd", "python3 {submission}", "--heuristic-timeout", "10m"];
    let output = support::run(school.grading(&graded, &["-q", "--reference", "jump-distance"]));
    assert_table!(output, @"
    status 0
    --- stdout
    student  points  result
    ann.py  6 of 6  2 admissible and consistent
    bob.py  0 of 6  2 crashed

    2 submissions graded
    ");
    // The path of the copy differs from run to run.
    let detail = &school.columns(["detail"])[&("bob.py".to_string(), "stones.json".to_string())][0];
    assert!(detail.contains("python3 {submission}") && !detail.contains("/tmp"), "{detail}");
    let refused = grade(&school, &[]);
    assert!(
        refused.starts_with("status 2\n") && refused.contains("--heuristic-cmd \"python3 {submission}\""),
        "{refused}"
    );

    let school = self::school(&[("ann", "import made".to_string()), ("bob", answering("h = 0"))]);
    school.write("class/ann/source.txt", &answering("h = jump(board)"));
    let set_up = grade(&school, &["--setup", "cp source.txt made.py", "--reference", "jump-distance"]);
    assert_table!(set_up, @"
    status 1
    --- stdout
    student  points  result
    ann  6 of 6  2 admissible and consistent
    bob  0 of 6  2 set-up failed: exit status 1: cp: cannot stat 'source.txt': No such file or directory

    2 submissions graded
    ");
    assert!(!school.folder.path().join("class/ann/made.py").exists());
}

#[test]
fn wrong_usage_of_a_class_of_heuristics_has_status_2() {
    require!(PYTHON);
    let school = school(&[("ann", answering("h = 0"))]);
    let refusal = |graded: &[&str], options: &[&str]| {
        let text = support::run(school.grading(graded, options));
        assert!(text.starts_with("status 2\n"), "{text}");
        text.lines().find(|line| line.starts_with("error:")).unwrap_or_default().to_string()
    };
    let heuristics = ["--heuristics", "--heuristic-cmd", "python3 h.py"];
    let refusals = [
        refusal(&["--heuristics", "--heuristic-cmd", "python3 h.py {file}"], &[]),
        refusal(&heuristics, &["--setup", "true {file}"]),
        refusal(&heuristics, &["--jobs", "0"]),
        refusal(&heuristics, &["--jobs", "100000"]).split(',').next().unwrap().to_string(),
        refusal(&heuristics, &["--gradescope", "results.json"]),
        refusal(&heuristics, &["--points", "2"]),
        refusal(&heuristics, &["--reference", "half-or-blocks"]),
        refusal(&heuristics, &["--heuristic-points", "admissible=no"]),
    ];
    insta::assert_snapshot!(refusals.join("\n"), @"
    error: leave out {file} in --heuristic-cmd: the states are on standard input
    error: --setup runs before the first board; leave out {file}
    error: invalid value '0' for '--jobs <N>': give a number of at least 1, such as 2
    error: --jobs 100000: each job needs a core of its own
    error: the argument '--submissions <DIR>' cannot be used with '--gradescope <FILE>'
    error: the argument '--heuristics' cannot be used with '--points <N>'
    error: half-or-blocks cannot be the reference, because it does not claim to be admissible; choose another with --reference
    error: invalid value 'admissible=no' for '--heuristic-points <POINTS>': the points for admissible are not a number of at least 0; write admissible=1,consistent=1,expansions=1 with the points for each; a part that is omitted has none
    ");
    // Nothing was run, and nothing was written.
    assert!(!school.folder.path().join("marks/marks.csv").exists());
}
