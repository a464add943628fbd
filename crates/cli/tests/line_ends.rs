//! CR alone, CRLF and mixtures end lines in every file that the program reads.

use std::fs;

use crate::support::{pathmax, run, run_in_instances_with_input as run_with_input};

#[test]
fn a_comment_does_not_hide_a_board_with_cr_line_ends() {
    let solve = |input: &str| run_with_input(&["solve", "-", "--puzzle", "infexion", "--json"], input);
    // The blue stack is 4 steps away. The first spread takes a token 2 steps, each later one takes it 1 step.
    let output = solve("# c\r5,6,r,2\r1,0,b,1\r");
    assert!(output.starts_with("status 0\n") && output.contains("\"cost\": 3,"), "{output}");
    let actions = |output: &str| output.split("\"effective").next().unwrap_or_default().to_string();
    assert_eq!(actions(&output), actions(&solve("# c\n5,6,r,2\n1,0,b,1\n")));
    assert_eq!(actions(&output), actions(&solve("# c\r\n5,6,r,2,,\r1,0,b,1,\n")));
}

#[test]
fn answers_with_cr_line_ends_are_checked_line_by_line() {
    let check = |answer: &str| run_with_input(&["check", "chexers/one-step.json", "-"], answer);
    assert_output!(check("# mine\rMOVE from (2, 0) to (3, 0).\r\rEXIT from (3, 0).\r"), @"
    status 0
    --- stdout
    optimal: cost 2, and no plan costs less
    ");
    assert_output!(check("# mine\r\nMOVE from (2, 0) to (3, 0).\r\rEXIT from (2, 0).\r"), @"
    status 1
    --- stdout
    illegal: line 4: there is no piece on (2, 0)
      4 | EXIT from (2, 0).
    the board before line 4:
               q = 0   1   2   3
    r = -3      -1   ·   ·   ·   ○
    r = -2    -2   ·   ·   ·   ·   ○
    r = -1  -3   ·   ·   ·   ·   ·   ○
    r =  0     ·   ·   ·   ·   ·   ·   R
    r =  1       ·   ·   ·   ·   ·   ·
    r =  2         ·   ·   ·   ·   ·
    r =  3           ·   ·   ·   ·
    R red piece   ■ block   ○ exit (q = 3)
    the closest legal actions here:
      EXIT from (3, 0).
      MOVE from (3, 0) to (2, 0).
      MOVE from (3, 0) to (2, 1).
      MOVE from (3, 0) to (3, -1).
    the best plan costs 2
    ");
    assert_eq!(check("# tried all\rno solution\r"), check("# tried all\nno solution\n"));
}

#[test]
fn an_answer_that_is_not_text_is_refused_at_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let answer = folder.path().join("answer.txt");
    fs::write(&answer, b"# mine\rMOVE\xE9 from\rEXIT\r").unwrap();
    assert_output!(run(pathmax(".", &["check", "chexers/one-step.json", answer.to_str().unwrap()])), @"
    status 1
    --- stdout
    illegal: line 2, column 5: this is not UTF-8 text (byte 0xE9)
      2 | MOVE� from
              ^
    the board before line 2:
               q = 0   1   2   3
    r = -3      -1   ·   ·   ·   ○
    r = -2    -2   ·   ·   ·   ·   ○
    r = -1  -3   ·   ·   ·   ·   ·   ○
    r =  0     ·   ·   ·   ·   ·   R   ○
    r =  1       ·   ·   ·   ·   ·   ·
    r =  2         ·   ·   ·   ·   ·
    r =  3           ·   ·   ·   ·
    R red piece   ■ block   ○ exit (q = 3)
    the closest legal actions here:
      MOVE from (2, 0) to (1, 0).
      MOVE from (2, 0) to (1, 1).
      MOVE from (2, 0) to (2, 1).
      MOVE from (2, 0) to (3, 0).
    the best plan costs 2
    ");
}

#[cfg(unix)]
#[test]
fn a_manifest_with_cr_line_ends_is_refused_at_its_line() {
    use crate::submissions::{Course, ONE_STEP, RIGHT};
    let course = Course::new(RIGHT);
    course.board("a.json", ONE_STEP);
    course.board("manifest.json", "{\r\"a.json\": {\"cost\": 2},\r\"b\" 3}\r");
    let output = course.grade(&[]);
    assert!(output.contains("error: boards/manifest.json: line 3, column 5: expected `:`; write "), "{output}");
    course.board("manifest.json", "{\r\"a.json\":\r{\"cost\": 2}}\r");
    assert!(course.grade(&[]).starts_with("status 0\n"));
}
