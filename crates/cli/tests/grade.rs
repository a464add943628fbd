//! `pathmax grade` with submissions that do well, badly, and harm.

use std::fs;

use pathmax_test_programs::{SETSID, require};

use crate::submissions::{Course, ONE_STEP, RIGHT, is_running};

#[test]
fn every_way_to_do_well_or_badly_is_told_apart() {
    let course = Course::new(
        r#"case "$(basename "$1")" in
        a-right*) echo "MOVE from (2, 0) to (3, 0)."; echo "EXIT from (3, 0)." ;;
        b-longer*) echo "MOVE from (2, 0) to (1, 0)."; echo "MOVE from (1, 0) to (2, 0)."
            echo "MOVE from (2, 0) to (3, 0)."; echo "EXIT from (3, 0)." ;;
        c-illegal*) echo '# going'; echo "EXIT from (2, 0)." ;;
        d-unfinished*) echo "MOVE from (2, 0) to (3, 0)." ;;
        e-silent*) echo "thinking" >&2 ;;
        f-claims*) echo "No solution, I am sure" ;;
        g-exits*) echo "MOVE from (2, 0) to (3, 0)."; echo "Traceback" >&2; echo "ValueError: oh" >&2; exit 3 ;;
        h-signal*) kill -SEGV $$ ;;
        i-right-then-exits*) echo "MOVE from (2, 0) to (3, 0)."; echo "EXIT from (3, 0)."; exit 4 ;;
        j-unsolvable*) echo FAIL ;;
        k-unsolvable-aside*) echo "no solution: proven" >&2; echo "1 ms" >&2; exit 1 ;;
        k2-log*) echo "no solution at depth 3" >&2; echo "Traceback" >&2; echo " File" >&2; echo "Error" >&2; exit 1 ;;
        l-solved*) ;;
        m-solved-crash*) exit 1 ;;
        esac"#,
    );
    for name in ["a-right", "b-longer", "c-illegal", "d-unfinished", "e-silent", "f-claims", "g-exits", "h-signal"] {
        course.board(&format!("{name}.json"), ONE_STEP);
    }
    course.board("i-right-then-exits.json", ONE_STEP);
    course.board("j-unsolvable.txt", "R x 1\n");
    course.board("k-unsolvable-aside.txt", "R x 1\n");
    course.board("k2-log.txt", "R x 1\n");
    course.board("l-solved.txt", "R x .\n");
    course.board("m-solved-crash.txt", "R x .\n");
    assert_table!(course.grade(&[]), @"
    status 1
    --- stdout
    board  cost  best  time  memory  result
    a-right.json  2  2  [time]  [memory]  right and optimal
    b-longer.json  4  2  [time]  [memory]  right, but longer by 2
    c-illegal.json  -  2  [time]  [memory]  illegal: line 2: (2, 0) is not an exit hex of red
    d-unfinished.json  -  2  [time]  [memory]  unfinished: every line is legal, but the goal is not reached
    e-silent.json  -  2  [time]  [memory]  no answer: printed nothing to standard output, but to standard error: thinking (the board was given as a file; if the program reads standard input, leave out {file})
    f-claims.json  -  2  [time]  [memory]  claims that there is no solution, but a plan of cost 2 exists
    g-exits.json  -  2  [time]  [memory]  crashed: exit status 3: ValueError: oh
    h-signal.json  -  2  [time]  [memory]  crashed: killed by SIGSEGV
    i-right-then-exits.json  2  2  [time]  [memory]  right and optimal (then exit status 4)
    j-unsolvable.txt  -  -  [time]  [memory]  right: there is no solution
    k-unsolvable-aside.txt  -  -  [time]  [memory]  right: there is no solution
    k2-log.txt  -  -  [time]  [memory]  crashed: exit status 1: Error
    l-solved.txt  0  0  [time]  [memory]  right and optimal
    m-solved-crash.txt  -  0  [time]  [memory]  crashed: exit status 1

    5 right and optimal, 1 right but longer, 1 claims no solution, 1 unfinished, 1 illegal, 1 no answer, 4 crashed · score 5.5 of 14
    ");
    let csv = course.grade(&["--csv", "--partial", "0.25"]);
    assert!(csv.starts_with(
        "status 1\n--- stdout\nfile,puzzle,mark,score,max_score,cost,best,line,detail,seconds,cpu_seconds,peak_memory,visibility,\
         version,command,seed\n"
    ));
    assert!(csv.contains("\nb-longer.json,chexers,longer,0.25,1.0,4,2,,\"right, but longer by 2\","), "{csv}");
    assert!(csv.contains("\nc-illegal.json,chexers,illegal,0.0,1.0,,2,2,"), "{csv}");
}

#[test]
fn all_right_has_status_0() {
    let course = Course::new(RIGHT);
    course.board("one.json", ONE_STEP);
    assert_table!(course.grade(&[]), @"
    status 0
    --- stdout
    board  cost  best  time  memory  result
    one.json  2  2  [time]  [memory]  right and optimal

    1 right and optimal · score 1 of 1
    ");
}

#[test]
fn our_own_solver_is_right_everywhere() {
    for folder in ["chexers", "pawn-hunt"] {
        let solver = format!("{} solve {{file}}", env!("CARGO_BIN_EXE_pathmax"));
        let output = crate::support::run_in_instances(&["grade", "--solver", &solver, folder, "-q"]);
        assert!(output.starts_with("status 0\n") && !output.contains("--- stderr"), "{output}");
    }
}

#[test]
fn json_is_one_object() {
    let course = Course::new(RIGHT);
    course.board("one.json", ONE_STEP);
    let json = course.grade(&["--json"]);
    insta::with_settings!({filters => vec![
        (r#""(cpu_)?seconds": [0-9.e-]+"#, r#""${1}seconds": [time]"#),
        (r#""peak_memory": ([0-9]+|null)"#, r#""peak_memory": [size]"#),
        (r#""version": "[0-9.]+""#, r#""version": "[version]""#),
    ]}, { insta::assert_snapshot!(json, @r#"
    status 0
    --- stdout
    {
      "pathmax": {
        "version": "[version]",
        "command": "pathmax grade --solver 'sh solver.sh {file}' boards --json",
        "seed": null
      },
      "score": 1.0,
      "max_score": 1.0,
      "decimals": null,
      "interrupted": false,
      "totals": [
        {
          "mark": "optimal",
          "boards": 1
        }
      ],
      "boards": [
        {
          "file": "one.json",
          "puzzle": "chexers",
          "mark": "optimal",
          "score": 1.0,
          "max_score": 1.0,
          "cost": 2,
          "best": 2,
          "line": null,
          "detail": "right and optimal",
          "seconds": [time],
          "cpu_seconds": [time],
          "peak_memory": [size],
          "visibility": "visible"
        }
      ]
    }
    "#) });
}

#[test]
fn one_that_never_ends_is_too_slow() {
    let course = Course::new("trap '' TERM INT HUP\nwhile :; do sleep 1; done");
    course.board("one.json", ONE_STEP);
    assert_table!(course.grade(&["--time-limit", "1s"]), @"
    status 1
    --- stdout
    board  cost  best  time  memory  result
    one.json  -  2  [time]  [memory]  too slow: not done after 1s

    1 too slow · score 0 of 1
    ");
}

#[test]
fn what_escapes_into_the_background_does_not_live_on_and_holds_up_nothing() {
    require!(SETSID);
    // It leaves its session, its group and its parent, and keeps standard output open.
    let course =
        Course::new(&format!("{RIGHT}\n(setsid sh -c 'trap \"\" TERM HUP; sleep '$MARK' & sleep '$MARK) &\nexit 0"));
    course.board("one.json", ONE_STEP);
    course.board("two.json", ONE_STEP);
    assert_table!(course.grade(&[]), @"
    status 0
    --- stdout
    board  cost  best  time  memory  result
    one.json  2  2  [time]  [memory]  right and optimal
    two.json  2  2  [time]  [memory]  right and optimal

    2 right and optimal · score 2 of 2
    ");
    assert!(!is_running(&course.mark));
}

#[test]
fn one_that_kills_its_supervisor_gains_nothing() {
    let course = Course::new(&format!("{RIGHT}\nsleep $MARK & kill -9 $PPID; sleep $MARK"));
    course.board("one.json", ONE_STEP);
    course.board("two.json", ONE_STEP);
    // In a sandbox it could not.
    assert_table!(course.grade(&["--sandbox", "off"]), @"
    status 1
    --- stdout
    board  cost  best  time  memory  result
    one.json  -  2  [time]  [memory]  crashed: its supervisor was stopped or killed
    two.json  -  2  [time]  [memory]  crashed: its supervisor was stopped or killed

    2 crashed · score 0 of 2
    ");
    assert!(cfg!(not(target_os = "linux")) || !is_running(&course.mark));
}

#[test]
fn one_that_prints_without_end_is_ended() {
    let course = Course::new("while :; do echo 'MOVE from (2, 0) to (3, 0).'; done");
    course.board("one.json", ONE_STEP);
    assert_table!(course.grade(&[]), @"
    status 1
    --- stdout
    board  cost  best  time  memory  result
    one.json  -  2  [time]  [memory]  printed more than 1 MiB

    1 too much · score 0 of 1
    ");
    // Standard error is only read, not kept.
    let course = Course::new(&format!("head -c 20000000 /dev/zero >&2\n{RIGHT}"));
    course.board("one.json", ONE_STEP);
    assert_table!(course.grade(&[]), @"
    status 0
    --- stdout
    board  cost  best  time  memory  result
    one.json  2  2  [time]  [memory]  right and optimal

    1 right and optimal · score 1 of 1
    ");
}

#[test]
fn what_is_printed_is_data() {
    let forged = r#"printf '\033[2J\033[1;32mright and optimal\033[0m\n'
        printf '{"score": 100, "tests": [{"score": 1.0, "status": "passed"}]}\n' >&2
        printf '\033]0;owned\007"}], "score": 100\n\n' >&2; exit 1"#;
    let course = Course::new(forged);
    course.board("one.json", ONE_STEP);
    let output = course.grade(&["--gradescope", "results.json"]);
    assert!(!output.contains('\u{1b}'), "{output:?}");
    assert_table!(output, @r#"
    status 1
    --- stdout
    board  cost  best  time  memory  result
    one.json  -  2  [time]  [memory]  crashed: exit status 1: �]0;owned�"}], "score": 100

    1 crashed · score 0 of 1
    "#);
    let results = course.results();
    assert_eq!(results["tests"][0]["score"], 0.0);
    assert_eq!(results["score"], serde_json::Value::Null);

    let course = Course::new(r"printf 'MOVE from (2, 0) to (3, 0).\n\377\376\000\001junk\n'");
    course.board("one.json", ONE_STEP);
    assert_table!(course.grade(&[]), @"
    status 1
    --- stdout
    board  cost  best  time  memory  result
    one.json  -  2  [time]  [memory]  illegal: line 2, column 1: this is not UTF-8 text (byte 0xFF)

    1 illegal · score 0 of 1
    ");
    let course = Course::new("exec >&- 2>&-");
    course.board("one.json", ONE_STEP);
    assert_table!(course.grade(&[]), @"
    status 1
    --- stdout
    board  cost  best  time  memory  result
    one.json  -  2  [time]  [memory]  no answer: printed nothing (the board was given as a file; if the program reads standard input, leave out {file})

    1 no answer · score 0 of 1
    ");
}

#[test]
fn memory_is_limited() {
    let eat = r#"awk 'BEGIN { while (1) eaten[n++] = "more and more and more of it" n }'"#;
    let course = Course::new(&format!("{eat}\n{RIGHT}"));
    course.board("one.json", ONE_STEP);
    // Where /proc tells nothing, a process ends when the system gives it no more.
    if cfg!(target_os = "linux") {
        assert_table!(course.grade(&["--memory-limit", "64MiB"]), @"
        status 1
        --- stdout
        board  cost  best  time  memory  result
        one.json  -  2  [time]  [memory]  used more than 64 MiB of memory

        1 too much · score 0 of 1
        ");
        // Several processes count together: none of these is too large.
        let course =
            Course::new("for i in 1 2 3 4; do head -c 30000000 /dev/zero | tail -c 29000000 | sleep 1000 & done; wait");
        course.board("one.json", ONE_STEP);
        assert!(
            course.grade(&["--memory-limit", "64MiB", "--time-limit", "20s"]).contains("more than 64 MiB of memory")
        );
    }
}

#[test]
#[cfg(target_os = "linux")]
fn processes_without_end_are_ended() {
    let course = Course::new("while :; do sleep $MARK & done");
    course.board("one.json", ONE_STEP);
    let output = course.grade(&["--time-limit", "5m"]);
    // Where a container allows fewer, the shell gives up before.
    assert!(output.contains("started more than 512 processes") || output.contains("crashed: "), "{output}");
    assert!(!is_running(&course.mark));
}

#[test]
fn files_are_limited() {
    let course = Course::new(&format!("head -c 9000000 /dev/zero > large; {RIGHT}"));
    course.board("one.json", ONE_STEP);
    // The shell goes on: a large file is not an error of the answer.
    assert_table!(course.grade(&["--file-limit", "1MiB", "--sandbox", "off"]), @"
    status 0
    --- stdout
    board  cost  best  time  memory  result
    one.json  2  2  [time]  [memory]  right and optimal

    1 right and optimal · score 1 of 1
    ");
    assert_eq!(fs::metadata(course.folder.path().join("large")).unwrap().len(), 1 << 20);
    let course = Course::new("exec head -c 9000000 /dev/zero > \"${TMPDIR:-.}/large\"");
    course.board("one.json", ONE_STEP);
    assert_table!(course.grade(&["--file-limit", "1MiB"]), @"
    status 1
    --- stdout
    board  cost  best  time  memory  result
    one.json  -  2  [time]  [memory]  crashed: killed by SIGXFSZ: wrote a file of more than 1 MiB

    1 crashed · score 0 of 1
    ");
}

#[test]
fn a_submission_can_neither_change_a_board_nor_look_beside_it_even_without_a_sandbox() {
    let vandal = r#"cd "$(dirname "$1")"
        ls -ld . one.json | cut -c 1-10 > "$HOME/seen"; ls -A >> "$HOME/seen"
        chmod u+w "$1"; echo '{"colour": "red", "pieces": [], "blocks": []}' > "$1"; exit 0"#;
    let course = Course::new(vandal);
    course.board("one.json", ONE_STEP);
    fs::write(course.boards().join("manifest.json"), r#"{"one.json": {"cost": 2}}"#).unwrap();
    // On the board that it has made of it, saying nothing would be right.
    assert_table!(course.grade(&["--sandbox", "off"]), @"
    status 1
    --- stdout
    board  cost  best  time  memory  result
    one.json  -  2  [time]  [memory]  no answer: printed nothing (the board was given as a file; if the program reads standard input, leave out {file})

    1 no answer · score 0 of 1
    ");
    assert_eq!(fs::read_to_string(course.folder.path().join("seen")).unwrap(), "drwxr-xr-x\n-r--r--r--\none.json\n");
    assert_eq!(fs::read_to_string(course.boards().join("one.json")).unwrap(), ONE_STEP);
}

#[test]
fn a_program_that_cannot_be_started_is_told() {
    let course = Course::new(RIGHT);
    course.board("one.json", ONE_STEP);
    assert_output!(course.grade_with("no-such-program-9 {file}", &[]), @"
    status 2
    --- stderr
    error: invalid value 'no-such-program-9 {file}' for '--solver <COMMAND>': there is no program no-such-program-9 in any folder of PATH

    For more information, try '--help'.
    ");
    assert_output!(course.grade_with("./solver.sh {file}", &[]), @"
    status 2
    --- stderr
    error: --solver: ./solver.sh is not a program that may be run (is it executable?)
    ");
    assert_output!(course.grade_with("sh 'solver.sh {file}", &[]), @"
    status 2
    --- stderr
    error: invalid value 'sh 'solver.sh {file}' for '--solver <COMMAND>': a quote is not closed, or the last character is a backslash

    For more information, try '--help'.
    ");
    course.make_executable(&format!("#!/bin/sh\n{RIGHT}"));
    assert!(course.grade_with("./solver.sh --board={file}", &[]).starts_with("status 0"));
}
