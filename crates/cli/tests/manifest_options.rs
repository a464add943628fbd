//! Options that board files do not contain, from `manifest.json`.

use std::fs;

use crate::submissions::Course;
use crate::support;

/// One blue stack and no red one: solvable only with SPAWN, by one spawn next to it and one spread.
const BOARD: &str = "3,3,b,1\n";
const ANSWER: &str = "SPAWN 2 3\nSPREAD 2 3 1 0\n";

/// A folder with the board, and a solver that prints the answer.
fn course(manifest: &str) -> Course {
    let course = Course::new("echo SPAWN 2 3; echo SPREAD 2 3 1 0");
    course.board("spawn.csv", BOARD);
    course.board("manifest.json", manifest);
    fs::write(course.folder.path().join("answer.txt"), ANSWER).unwrap();
    course
}

fn run(course: &Course, arguments: &[&str]) -> String {
    let mut command = support::pathmax(".", arguments);
    command.current_dir(course.folder.path());
    support::run(command)
}

#[test]
fn check_compare_and_grade_honour_them() {
    let course = course(r#"{"spawn.csv": {"cost": 2, "options": {"spawn": true}}}"#);
    assert_eq!(
        run(&course, &["check", "boards/spawn.csv", "answer.txt"]),
        "status 0\n--- stdout\noptimal: cost 2, and no plan costs less\n"
    );
    let table = run(&course, &["compare", "boards", "--heuristics", "null", "--csv", "--quiet"]);
    assert!(table.contains("\ninfexion,spawn.csv,astar,null,solved,,2,2,true,"), "{table}");
    assert!(course.grade(&[]).ends_with("1 right and optimal · score 1 of 1\n"));
}

#[test]
fn without_them_the_board_has_no_solution() {
    let course = course(r#"{"spawn.csv": {"cost": null}}"#);
    let check = run(&course, &["check", "boards/spawn.csv", "answer.txt"]);
    assert!(check.starts_with("status 1\n--- stdout\nillegal: line 1:"), "{check}");
    let table = run(&course, &["compare", "boards", "--heuristics", "null", "--csv", "--quiet"]);
    assert!(table.contains("\ninfexion,spawn.csv,astar,null,unsolvable,"), "{table}");
    assert!(course.grade(&[]).starts_with("status 1\n"));
}

#[test]
fn a_flag_overrides_them() {
    let course = course(r#"{"spawn.csv": {"options": {"spawn": true}}}"#);
    let solve = run(&course, &["solve", "boards/spawn.csv", "--spawn=off"]);
    assert!(solve.starts_with("status 1\n--- stderr\nno solution: proven\n"), "{solve}");
    let solve = run(&course, &["solve", "boards/spawn.csv"]);
    assert!(solve.contains("solved: cost 2, proven optimal"), "{solve}");
}

#[test]
fn options_that_a_puzzle_lacks_are_an_error() {
    let course = course(r#"{"spawn.csv": {"options": {"radius": 4}}}"#);
    assert_eq!(
        run(&course, &["solve", "boards/spawn.csv"]),
        "status 2\n--- stderr\nerror: boards/spawn.csv: infexion boards have no option radius (only spawn); leave it out\n"
    );
}
