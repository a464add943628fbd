//! `show --answer`: one's own plan, step by step.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::support::{instances, run};

const PLAN: &str = "JUMP from (-1, 0) to (1, 0).\nJUMP from (1, 0) to (3, 0).\nEXIT from (3, 0).\n";

/// A folder with a board on which one piece jumps over two blocks, and an answer.
fn folder(answer: impl AsRef<[u8]>) -> TempDir {
    let folder = TempDir::new().unwrap();
    let board = r#"{"colour": "red", "pieces": [[-1, 0]], "blocks": [[0, 0], [2, 0]]}"#;
    fs::write(folder.path().join("board.json"), board).unwrap();
    fs::write(folder.path().join("answer.txt"), answer).unwrap();
    fs::copy(instances("pawn-hunt").join("first-steps.txt"), folder.path().join("pawns.txt")).unwrap();
    folder
}

fn shell(folder: &Path, command: &str) -> String {
    let command = command.replace("pathmax", "\"$0\"");
    let mut shell = Command::new("sh");
    shell.args(["-c", &command, env!("CARGO_BIN_EXE_pathmax")]).current_dir(folder).stdin(Stdio::null());
    run(shell)
}

#[test]
fn every_step_of_an_answer_is_printed() {
    let folder = folder(PLAN);
    assert_output!(shell(folder.path(), "pathmax show board.json --answer answer.txt"), @"
    status 0
    --- stdout
    start
               q = 0   1   2   3
    r = -3      -1   ·   ·   ·   ○
    r = -2    -2   ·   ·   ·   ·   ○
    r = -1  -3   ·   ·   ·   ·   ·   ○
    r =  0     ·   ·   R   ■   ·   ■   ○
    r =  1       ·   ·   ·   ·   ·   ·
    r =  2         ·   ·   ·   ·   ·
    r =  3           ·   ·   ·   ·
    R red piece   ■ block   ○ exit (q = 3)

    1 of 3: JUMP from (-1, 0) to (1, 0).
               q = 0   1   2   3
    r = -3      -1   ·   ·   ·   ○
    r = -2    -2   ·   ·   ·   ·   ○
    r = -1  -3   ·   ·   ·   ·   ·   ○
    r =  0     ·   ·   ·   ■   R   ■   ○
    r =  1       ·   ·   ·   ·   ·   ·
    r =  2         ·   ·   ·   ·   ·
    r =  3           ·   ·   ·   ·
    R red piece   ■ block   ○ exit (q = 3)

    2 of 3: JUMP from (1, 0) to (3, 0).
               q = 0   1   2   3
    r = -3      -1   ·   ·   ·   ○
    r = -2    -2   ·   ·   ·   ·   ○
    r = -1  -3   ·   ·   ·   ·   ·   ○
    r =  0     ·   ·   ·   ■   ·   ■   R
    r =  1       ·   ·   ·   ·   ·   ·
    r =  2         ·   ·   ·   ·   ·
    r =  3           ·   ·   ·   ·
    R red piece   ■ block   ○ exit (q = 3)

    3 of 3: EXIT from (3, 0).
               q = 0   1   2   3
    r = -3      -1   ·   ·   ·   ○
    r = -2    -2   ·   ·   ·   ·   ○
    r = -1  -3   ·   ·   ·   ·   ·   ○
    r =  0     ·   ·   ·   ■   ·   ■   ○
    r =  1       ·   ·   ·   ·   ·   ·
    r =  2         ·   ·   ·   ·   ·
    r =  3           ·   ·   ·   ·
    R red piece   ■ block   ○ exit (q = 3)
    --- stderr
    solved: 3 actions, cost 3; `pathmax check` reports whether it is optimal
    ");
    let played = shell(folder.path(), "pathmax show board.json --answer - --play < answer.txt");
    assert!(played.contains("3 of 3: EXIT from (3, 0)."), "{played}");
}

#[test]
fn an_illegal_line_stops_there_with_the_reason() {
    let folder = folder("JUMP from (-1, 0) to (1, 0).\nEXIT from (1, 0).\nEXIT from (3, 0).\n");
    assert_output!(shell(folder.path(), "pathmax show board.json --answer answer.txt"), @"
    status 1
    --- stdout
    start
               q = 0   1   2   3
    r = -3      -1   ·   ·   ·   ○
    r = -2    -2   ·   ·   ·   ·   ○
    r = -1  -3   ·   ·   ·   ·   ·   ○
    r =  0     ·   ·   R   ■   ·   ■   ○
    r =  1       ·   ·   ·   ·   ·   ·
    r =  2         ·   ·   ·   ·   ·
    r =  3           ·   ·   ·   ·
    R red piece   ■ block   ○ exit (q = 3)

    1 of 1: JUMP from (-1, 0) to (1, 0).
               q = 0   1   2   3
    r = -3      -1   ·   ·   ·   ○
    r = -2    -2   ·   ·   ·   ·   ○
    r = -1  -3   ·   ·   ·   ·   ·   ○
    r =  0     ·   ·   ·   ■   R   ■   ○
    r =  1       ·   ·   ·   ·   ·   ·
    r =  2         ·   ·   ·   ·   ·
    r =  3           ·   ·   ·   ·
    R red piece   ■ block   ○ exit (q = 3)
    line 2 is illegal: (1, 0) is not an exit hex of red
    --- stderr
    illegal: answer.txt: line 2, after 1 action: (1, 0) is not an exit hex of red
      2 | EXIT from (1, 0).
    ");
    assert_output!(shell(folder.path(), "pathmax show board.json --answer answer.txt --svg plan.svg"), @"
    status 1
    --- stderr
    illegal: answer.txt: line 2, after 1 action: (1, 0) is not an exit hex of red
      2 | EXIT from (1, 0).
    ");
    let picture = fs::read_to_string(folder.path().join("plan.svg")).unwrap();
    assert!(picture.contains("1. JUMP from (-1, 0) to (1, 0).") && picture.contains("line 2 is illegal"), "{picture}");
}

#[test]
fn an_answer_that_does_not_reach_the_goal() {
    for (answer, expected) in [
        ("", "unfinished: the goal is not reached after 0 actions, cost 0"),
        ("JUMP from (-1, 0) to (1, 0).", "unfinished: the goal is not reached after 1 action, cost 1"),
        ("FAIL", "the answer states that there is no solution: there is nothing to replay"),
    ] {
        let output = shell(folder(answer).path(), "pathmax show board.json --answer answer.txt");
        assert!(output.starts_with("status 1\n") && output.contains(expected), "{output}");
    }
}

#[test]
fn a_report_of_the_course_is_an_answer_too() {
    let folder = folder("");
    let path = folder.path();
    assert!(shell(path, "pathmax solve pawns.txt --quiet > lines.txt").starts_with("status 0"));
    assert!(shell(path, "pathmax solve pawns.txt --quiet --format report > report.txt").starts_with("status 0"));
    let steps = shell(path, "pathmax show pawns.txt --answer lines.txt");
    assert!(steps.contains("solved: "), "{steps}");
    assert_eq!(shell(path, "pathmax show pawns.txt --answer report.txt"), steps);
}

#[test]
fn an_answer_as_pictures() {
    let folder = folder(PLAN);
    let path = folder.path();
    let output =
        shell(path, "pathmax show board.json --answer answer.txt --svg a.svg --png a.png --pdf a.pdf --columns 2");
    assert!(output.starts_with("status 0\n"), "{output}");
    assert!(shell(path, "pathmax show board.json --solution --columns 2 --svg b.svg").starts_with("status 0\n"));
    // The only optimal plan: drawn as a solution, it looks the same.
    let [answer, solution] = ["a.svg", "b.svg"].map(|name| fs::read_to_string(path.join(name)).unwrap());
    assert!(answer == solution);
    assert!(["a.png", "a.pdf"].iter().all(|name| fs::metadata(path.join(name)).unwrap().len() > 1000));
}

#[test]
fn wrong_usage_of_answers() {
    let folder = folder(PLAN);
    let path = folder.path();
    assert_output!(shell(path, "pathmax show board.json --answer missing.txt"), @"
    status 2
    --- stderr
    error: missing.txt: there is no such file
    ");
    assert_output!(shell(path, "pathmax show - --answer - < board.json"), @"
    status 2
    --- stderr
    error: standard input cannot be both the board and the answer; give a file for one of them
    ");
    assert_output!(shell(path, "pathmax show board.json --answer answer.txt --solution --svg a.svg 2>&1 | head -1"), @"
    status 0
    --- stdout
    error: the argument '--answer <ANSWER>' cannot be used with '--solution'
    ");
    assert_output!(shell(path, "cp answer.txt a.svg; pathmax show board.json --answer a.svg --svg a.svg"), @"
    status 2
    --- stderr
    error: a.svg: --svg would overwrite this file, which the command reads; give --svg another file
    ");
    assert_output!(shell(path, "pathmax show board.json --columns 2 --svg a.svg"), @"
    status 2
    --- stderr
    error: --columns requires --solution or --answer
    ");
    assert_output!(shell(path, "pathmax show board.json --coordinates 2>&1 | head -2"), @"
    status 0
    --- stdout
    error: the following required arguments were not provided:
      <--svg <FILE>|--png <FILE>|--pdf <FILE>|--animation <FILE>|--html <FILE>>
    ");
}
