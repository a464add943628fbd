//! `pathmax grade`: how the board reaches the program, and what counts as an answer.

use crate::submissions::{Course, ONE_STEP, RIGHT};
use crate::support;

/// Mechanisms to do without, so that one machine runs every way to start a program.
const FALLBACKS: [&str; 4] =
    ["", "cgroups,namespaces", "cgroups,namespaces,landlock", "cgroups,namespaces,landlock,seccomp"];

/// Grades with each fallback; the outputs must be the same.
fn grade_everywhere(course: &Course, solver: &str) -> String {
    let outputs = FALLBACKS.map(|without| {
        let mut command = course.command(solver, &["--csv", "--time-limit", "10m"]);
        command.env("PATHMAX_GRADE_WITHOUT", without);
        let output = support::run(command);
        // Without time and memory.
        let line = |line: &str| line.split(',').take(4).collect::<Vec<_>>().join(",") + "\n";
        output.lines().map(line).collect::<String>()
    });
    assert!(outputs.iter().all(|output| *output == outputs[0]), "{outputs:#?}");
    outputs[0].clone()
}

#[test]
fn without_a_placeholder_the_board_is_on_standard_input() {
    let course =
        Course::new(&format!(r#"case "$(cat)" in '{ONE_STEP}') {RIGHT};; *) echo "not the board" >&2;; esac"#));
    course.board("one.json", ONE_STEP);
    let output = grade_everywhere(&course, "sh solver.sh");
    assert!(output.contains("\none.json,chexers,optimal,1.0\n"), "{output}");
    // With one, standard input is empty.
    let output = grade_everywhere(&course, "sh solver.sh {file}");
    assert!(output.contains("\none.json,chexers,no-answer,0.0\n"), "{output}");
}

/// More than any pipe holds, read whole, in part, or not at all.
#[test]
fn a_large_board_is_read_whole_in_part_or_not_at_all() {
    let board = ONE_STEP.replace(", ", &format!(",{}", "\n".repeat(2_000_000)));
    let whole = format!("[ $(wc -c) -eq {} ] && {{ {RIGHT}; }}", board.len());
    for script in [&whole, &format!("read line; {RIGHT}"), &format!("exec <&-; {RIGHT}"), RIGHT] {
        let course = Course::new(script);
        course.board("large.json", &board);
        let output = grade_everywhere(&course, "sh solver.sh");
        assert!(output.contains("\nlarge.json,chexers,optimal,1.0\n"), "{script}: {output}");
    }
}

#[test]
fn words_for_a_shell_are_refused() {
    let course = Course::new(RIGHT);
    course.board("one.json", ONE_STEP);
    let outputs = ["sh solver.sh < {file}", "sh solver.sh {file} | tail", "sh solver.sh {board}"];
    assert_output!(outputs.map(|solver| course.grade_with(solver, &[])).join("\n"), @r#"
    status 2
    --- stderr
    error: invalid value 'sh solver.sh < {file}' for '--solver <COMMAND>': < requires a shell, but the command is not run by one; leave out < and the file: without {file} the board is on standard input

    For more information, try '--help'.

    status 2
    --- stderr
    error: invalid value 'sh solver.sh {file} | tail' for '--solver <COMMAND>': | requires a shell, but the command is not run by one; write sh -c 'COMMAND | …' sh {file}, with "$1" for the board

    For more information, try '--help'.

    status 2
    --- stderr
    error: invalid value 'sh solver.sh {board}' for '--solver <COMMAND>': {board} is not a placeholder; write {file} for the board

    For more information, try '--help'.
    "#);
    let through_a_shell = "sh -c 'cat \"$1\" | sh solver.sh' sh {file}";
    assert!(course.grade_with(through_a_shell, &[]).starts_with("status 0"));
    assert_output!(course.grade_with("sh {submission} {file}", &[]), @"
    status 2
    --- stderr
    error: {submission} in --solver requires --submissions DIR
    ");
}

#[test]
fn no_answer_says_what_may_be_wrong() {
    let course = Course::new("echo 'reading board' >&2; echo >&2; printf '\\033[2Jusage: search FILE\\n' >&2");
    course.board("one.json", ONE_STEP);
    course.board("two.json", ONE_STEP);
    assert_table!(course.grade_with("sh solver.sh", &[]), @"
    status 1
    --- stdout
    board  cost  best  time  memory  result
    one.json  -  2  [time]  [memory]  no answer: printed nothing to standard output, but to standard error: reading board / �[2Jusage: search FILE (the board was given on standard input; if the program expects a file, add {file} to the command)
    two.json  -  2  [time]  [memory]  no answer: printed nothing to standard output, but to standard error: reading board / �[2Jusage: search FILE (the board was given on standard input; if the program expects a file, add {file} to the command)

    2 no answer · score 0 of 2
    --- stderr
    note: no board has an answer; the board is on standard input: if the program expects a file, add {file} to --solver
    ");
    let silent = Course::new("exit 0");
    silent.board("one.json", ONE_STEP);
    assert_table!(silent.grade(&[]), @"
    status 1
    --- stdout
    board  cost  best  time  memory  result
    one.json  -  2  [time]  [memory]  no answer: printed nothing (the board was given as a file; if the program reads standard input, leave out {file})

    1 no answer · score 0 of 1
    ");
}

#[test]
fn a_course_may_agree_on_another_answer_for_boards_without_a_solution() {
    let course = Course::new(
        r#"case "$1" in
        *a-empty*) ;;
        *b-status*) echo "gave up" >&2; exit 7 ;;
        *c-crash*) echo "Traceback (most recent call last):" >&2; echo "ValueError" >&2; exit 7 ;;
        *d-text*) echo "NO PATH" ;;
        *e-solvable*) exit 7 ;;
        *f-solved*) ;;
        esac"#,
    );
    for name in ["a-empty", "b-status", "c-crash", "d-text"] {
        course.board(&format!("{name}.txt"), "R x 1\n");
    }
    course.board("e-solvable.txt", "R . 1\n");
    course.board("f-solved.txt", "R x .\n");
    let with = |answers: &[&str]| {
        let options: Vec<&str> = answers.iter().flat_map(|answer| ["--unsolvable-answer", answer]).collect();
        course.grade(&options)
    };
    assert_table!(with(&["empty", "status:7", "text:NO PATH"]), @"
    status 1
    --- stdout
    board  cost  best  time  memory  result
    a-empty.txt  -  -  [time]  [memory]  right: there is no solution
    b-status.txt  -  -  [time]  [memory]  right: there is no solution
    c-crash.txt  -  -  [time]  [memory]  crashed: exit status 7: ValueError
    d-text.txt  -  -  [time]  [memory]  right: there is no solution
    e-solvable.txt  -  8  [time]  [memory]  claims that there is no solution, but a plan of cost 8 exists
    f-solved.txt  0  0  [time]  [memory]  right and optimal

    4 right and optimal, 1 claims no solution, 1 crashed · score 4 of 6
    ");
    // Without the agreement, none of these is a claim.
    assert!(with(&[]).contains("1 right and optimal, 1 illegal, 1 no answer, 3 crashed"), "{}", with(&[]));
    assert_output!(with(&["status:x"]), @r#"
    status 2
    --- stderr
    error: invalid value 'status:x' for '--unsolvable-answer <ANSWER>': "x" is not an exit status; write a number from 0 to 255: status:1

    For more information, try '--help'.
    "#);
}

const NOISY: &str = r#"echo "Searching depth 1"; echo "MOVE from (2, 0) to (3, 0)."; echo "depth 2 done, no solution yet"
    printf 'caf\351\n'; echo "EXIT from (3, 0).""#;

#[test]
fn lenient_ignores_lines_that_are_not_actions_and_says_so() {
    let course = Course::new(&format!(
        "case $1 in *a-noise*) {NOISY};; *b-claim*) echo searching; echo FAIL;; *c-malformed*) echo log
        echo 'MOVE from (2,0) to (3, 0).';; *d-chatter*) echo hello; echo world;; *e-clean*) {RIGHT};; esac"
    ));
    for name in ["a-noise", "c-malformed", "d-chatter", "e-clean"] {
        course.board(&format!("{name}.json"), ONE_STEP);
    }
    course.board("b-claim.txt", "R x 1\n");
    assert_table!(course.grade(&["--lenient"]), @r#"
    status 1
    --- stdout
    board  cost  best  time  memory  result
    a-noise.json  2  2  [time]  [memory]  right and optimal (ignored 3 lines that are not actions; the first is line 1: Searching depth 1)
    b-claim.txt  -  -  [time]  [memory]  right: there is no solution (ignored line 1, which is not an action: searching)
    c-malformed.json  -  2  [time]  [memory]  illegal: line 2, column 14: "MOVE from (2,0) to (3, 0)." is not an action: expected a space, as in MOVE from (q, r) to (q, r). (ignored line 1, which is not an action: log)
    d-chatter.json  -  2  [time]  [memory]  unfinished: every line is legal, but the goal is not reached (ignored 2 lines that are not actions; the first is line 1: hello)
    e-clean.json  2  2  [time]  [memory]  right and optimal

    3 right and optimal, 1 unfinished, 1 illegal · score 3 of 5
    "#);
    assert!(course.grade(&[]).contains("1 right and optimal, 4 illegal"));
}

#[test]
fn check_is_lenient_on_request() {
    let check = |answer: &str, options: &[&str]| {
        let mut command = support::pathmax("chexers", &["check", "one-step.json", "-"]);
        command.args(options);
        support::run_with_input(command, answer.as_bytes())
    };
    let plan = support::run_in_instances(&["solve", "chexers/one-step.json", "-q"]);
    let plan = plan.strip_prefix("status 0\n--- stdout\n").unwrap();
    let noisy = format!("thinking...\n{plan}done\n");
    assert!(check(plan, &["--lenient"]).starts_with("status 0\n--- stdout\noptimal: cost "));
    let output = check(&noisy, &["--lenient"]);
    let last = output.lines().last().unwrap();
    assert_eq!(last, "note: ignored 2 lines that are not actions; the first is line 1: thinking...");
    assert!(output.starts_with("status 0\n"), "{output}");
    let strict = check(&noisy, &[]);
    assert!(strict.starts_with("status 1\n--- stdout\nillegal: line 1, column 1: "), "{strict}");
    let json = check(&noisy, &["--lenient", "--json"]);
    assert!(json.contains(r#""ignored 2 lines that are not actions; the first is line 1: thinking...""#), "{json}");
}
