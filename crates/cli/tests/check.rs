//! `pathmax check`. Which verdict an answer deserves is tested in the lab.

use crate::support::{run_in_instances as run, run_in_instances_with_input as run_with_input};

/// Checks an answer to a board of `instances`.
fn check(board: &str, answer: &str, options: &[&str]) -> String {
    run_with_input(&[&["check", board, "-"], options].concat(), answer)
}

const ONE_STEP: &str = "chexers/one-step.json";
const OPTIMAL: &str = "MOVE from (2, 0) to (3, 0).\nEXIT from (3, 0).\n";
const LONGER: &str = "# a way round\nMOVE from (2, 0) to (1, 0).\nMOVE from (1, 0) to (2, 0).\nMOVE from (2, 0) to (3, 0).\nEXIT from (3, 0).\n";

#[test]
fn an_optimal_answer_has_status_0() {
    assert_output!(check(ONE_STEP, OPTIMAL, &[]), @"
    status 0
    --- stdout
    optimal: cost 2, and no plan costs less
    ");
    assert_output!(check("pawn-hunt/walled-in.txt", "FAIL\n", &[]), @"
    status 0
    --- stdout
    optimal: there is no solution, as the answer claims
    ");
}

#[test]
fn anything_less_has_status_1_and_says_why() {
    assert_output!(check(ONE_STEP, LONGER, &[]), @"
    status 1
    --- stdout
    suboptimal: cost 4, 2 more than the best plan, which costs 2
    ");
    assert_output!(check(ONE_STEP, "# first\n\n  MOVE from (2, 0) to (2, 2).\t\n", &[]), @"
    status 1
    --- stdout
    illegal: line 3: (2, 2) is not adjacent to (2, 0)
      3 |   MOVE from (2, 0) to (2, 2).
    the board before line 3:
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
      MOVE from (2, 0) to (2, 1).
      MOVE from (2, 0) to (1, 0).
      MOVE from (2, 0) to (1, 1).
      MOVE from (2, 0) to (2, -1).
    the best plan costs 2
    ");
    assert_output!(check(ONE_STEP, "MOVE from (2, 0) to (3, 0).\n", &[]), @"
    status 1
    --- stdout
    unfinished: every line is legal, but the goal is not reached
    the best plan costs 2
    ");
    assert_output!(check(ONE_STEP, "", &[]), @"
    status 1
    --- stdout
    unfinished: the answer says nothing
    the best plan costs 2
    ");
    assert_output!(check(ONE_STEP, "no solution\n", &[]), @"
    status 1
    --- stdout
    unfinished: the answer is that there is no solution, but a plan of cost 2 exists
    ");
    assert_output!(check("pawn-hunt/walled-in.txt", "", &[]), @"
    status 1
    --- stdout
    unfinished: the answer says nothing
    there is no solution: the correct answer is FAIL or `no solution`
    ");
    assert_output!(check("infexion/no-red.csv", "SPAWN 6 4\n", &[]), @"
    status 1
    --- stdout
    illegal: line 1: SPAWN is not allowed on this board
      1 | SPAWN 6 4
    the board before line 1:
        q = 0   1   2   3   4   5   6
    r = 0   ·   ·   ·   ·   ·   ·   ·
    r = 1     ·   b1  b2  ·   ·   ·   ·
    r = 2       ·   ·   ·   ·   ·   ·   ·
    r = 3         ·   ·   ·   ·   ·   ·   ·
    r = 4           ·   ·   ·   ·   b1  ·   ·
    r = 5             ·   ·   ·   ·   b1  ·   ·
    r = 6               ·   ·   ·   ·   ·   ·   ·
    r2 red stack of power 2   b1 blue stack of power 1   edges wrap round
    no action is possible here
    there is no solution: the correct answer is FAIL or `no solution`
    ");
    assert_output!(check("infexion/no-red.csv", "SPAWN 6 4\nSPAWN 6 4\n", &["--spawn"]), @"
    status 1
    --- stdout
    illegal: line 2: (6, 4) is occupied
      2 | SPAWN 6 4
    the board before line 2:
        q = 0   1   2   3   4   5   6
    r = 0   ·   ·   ·   ·   ·   ·   ·
    r = 1     ·   b1  b2  ·   ·   ·   ·
    r = 2       ·   ·   ·   ·   ·   ·   ·
    r = 3         ·   ·   ·   ·   ·   ·   ·
    r = 4           ·   ·   ·   ·   b1  ·   ·
    r = 5             ·   ·   ·   ·   b1  ·   ·
    r = 6               ·   ·   ·   ·   r1  ·   ·
    r2 red stack of power 2   b1 blue stack of power 1   edges wrap round
    the closest legal actions here:
      SPREAD 6 4 0 1
      SPREAD 6 4 1 0
      SPREAD 6 4 -1 0
      SPREAD 6 4 -1 1
    the best plan costs 6
    ");
}

#[test]
fn what_a_terminal_would_obey_is_not_passed_on() {
    assert_output!(check(ONE_STEP, "\u{1b}[2J\u{1b}]0;optimal\u{7} EXIT\n", &[]), @r#"
    status 1
    --- stdout
    illegal: line 1, column 1: " [2J ]0;optimal  EXIT" is not an action: expected `MOVE`, `JUMP` or `EXIT`
      1 | �[2J�]0;optimal� EXIT
          ^
    the board before line 1:
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
      MOVE from (2, 0) to (2, -1).
      MOVE from (2, 0) to (2, 1).
    the best plan costs 2
    "#);
}

#[test]
fn a_caret_points_at_the_first_wrong_character() {
    let board = "chexers/leapfrog.json";
    assert_output!(check(board, "# mine\n\tEXIT from (3,0).\n", &[]), @r#"
    status 1
    --- stdout
    illegal: line 2, column 15: "EXIT from (3,0)." is not an action: expected a space, as in EXIT from (q, r).
      2 |  EXIT from (3,0).
                        ^
    the board before line 2:
               q = 0   1   2   3
    r = -3      -1   G   ·   ·   ·
    r = -2    -2   ·   G   ·   ·   ·
    r = -1  -3   ·   ·   ·   ·   ·   ·
    r =  0     ·   ·   ·   ·   ·   ·   ·
    r =  1       ·   ·   ·   ·   ·   ·
    r =  2         ·   ·   ·   ·   ·
    r =  3           ○   ○   ○   ○
    G green piece   ■ block   ○ exit (r = 3)
    the closest legal actions here:
      JUMP from (0, -3) to (0, -1).
      MOVE from (0, -2) to (0, -1).
      MOVE from (0, -3) to (1, -3).
      MOVE from (0, -2) to (1, -2).
    the best plan costs 8
    "#);
    assert_output!(check(ONE_STEP, "MOVE from (2, 0) to (3, 0).\nEXIT from (3, 0)\n", &[]), @r#"
    status 1
    --- stdout
    illegal: line 2, column 17: "EXIT from (3, 0)" is not an action: expected a full stop, as in EXIT from (q, r).
      2 | EXIT from (3, 0)
                          ^
    the board before line 2:
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
    "#);
    assert_output!(check("infexion/snowball.csv", "SPREAD 0 0 0\n", &[]), @r#"
    status 1
    --- stdout
    illegal: line 1, column 13: "SPREAD 0 0 0" is not an action: expected a space and a number (dq), as in SPREAD r q dr dq
      1 | SPREAD 0 0 0
                      ^
    the board before line 1:
        q = 0   1   2   3   4   5   6
    r = 0   ·   ·   ·   b1  ·   ·   ·
    r = 1     ·   ·   ·   ·   ·   ·   ·
    r = 2       ·   ·   ·   ·   ·   ·   ·
    r = 3         r1  b1  b1  b1  b1  b1  b1
    r = 4           ·   ·   ·   ·   ·   ·   ·
    r = 5             ·   ·   ·   ·   ·   ·   ·
    r = 6               ·   ·   ·   ·   b1  ·   ·
    r2 red stack of power 2   b1 blue stack of power 1   edges wrap round
    the closest legal actions here:
      SPREAD 3 0 0 1
      SPREAD 3 0 1 0
      SPREAD 3 0 -1 0
      SPREAD 3 0 0 -1
    the best plan costs 6
    "#);
    // The wrong character is not shown.
    let long = format!("EXIT from (2, {}0).", " ".repeat(200));
    let output = check(ONE_STEP, &format!("{}{long}", " ".repeat(150)), &[]);
    assert!(output.contains("illegal: line 1, column 165: ") && !output.contains('^'), "{output}");
}

#[test]
fn the_position_of_an_illegal_action_is_drawn_with_legal_actions_nearby() {
    assert_output!(check("pawn-hunt/first-steps.txt", "KNIGHT from (0, 0) to (1, 2).\nKNIGHT from (1, 2) to (1, 3) capturing 1.\n", &[]), @"
    status 1
    --- stdout
    illegal: line 2: a knight does not move from (1, 2) to (1, 3)
      2 | KNIGHT from (1, 2) to (1, 3) capturing 1.
    the board before line 2:
         0  1  2  3
     0   ·  ·  ·  ·
     1   ·  ·  K  1
     2   ·  ■  ·  ·
     3   ·  ·  2  ·
    K knight   B bishop   R rook   1 pawn   ■ obstacle
    the closest legal actions here:
      KNIGHT from (1, 2) to (3, 3).
      KNIGHT from (1, 2) to (0, 0).
      KNIGHT from (1, 2) to (2, 0).
      KNIGHT from (1, 2) to (3, 1).
    the best plan costs 24
    ");
    // Nothing is left to do.
    assert_output!(check(ONE_STEP, "MOVE from (2, 0) to (3, 0).\nEXIT from (3, 0).\nEXIT from (3, 0).\n", &[]), @"
    status 1
    --- stdout
    illegal: line 3: there is no piece on (3, 0)
      3 | EXIT from (3, 0).
    the board before line 3:
               q = 0   1   2   3
    r = -3      -1   ·   ·   ·   ○
    r = -2    -2   ·   ·   ·   ·   ○
    r = -1  -3   ·   ·   ·   ·   ·   ○
    r =  0     ·   ·   ·   ·   ·   ·   ○
    r =  1       ·   ·   ·   ·   ·   ·
    r =  2         ·   ·   ·   ·   ·
    r =  3           ·   ·   ·   ·
    R red piece   ■ block   ○ exit (q = 3)
    the goal is reached before line 3
    no action is possible here
    the best plan costs 2
    ");
}

#[test]
fn a_report_of_the_course_is_an_answer() {
    let board = "R . 1\n. x .\nK . 2\n";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.txt");
    std::fs::write(&file, board).unwrap();
    let check = |answer: &str| {
        let output = check(file.to_str().unwrap(), answer, &[]);
        output.replace(folder.path().to_str().unwrap(), "[folder]")
    };
    let next = ". . R\n. x .\nK . 2\n";
    let last = ". . .\n. x .\nK . R\n";
    assert_output!(check(&format!("path-cost: 16\n{board}*****\n{next}*****\n{last}*****\n")), @"
    status 0
    --- stdout
    optimal: cost 16, and no plan costs less
    ");
    assert_output!(check(&format!("path-cost: 8\n{board}*****\n{next}*****\n{last}*****\n")), @r#"
    status 0
    --- stdout
    optimal: cost 16, and no plan costs less
    note: line 1 states path-cost "8", but the moves cost 16
    "#);
    assert_output!(check(&format!("{board}*****\n{last}*****\n")), @"
    status 1
    --- stdout
    illegal: line 5: board 2: one move does not lead here from the board before: (0, 0) `R` → `.`, (0, 2) `1` → `.`, (2, 2) `2` → `R`
      5 | . . .
    the board before line 5:
         0  1  2
     0   R  ·  1
     1   ·  ■  ·
     2   K  ·  2
    K knight   B bishop   R rook   1 pawn   ■ obstacle
    the closest legal actions here:
      ROOK from (0, 0) to (0, 1).
      ROOK from (0, 0) to (1, 0).
      KNIGHT from (2, 0) to (0, 1).
      KNIGHT from (2, 0) to (1, 2).
    the best plan costs 16
    ");
}

#[test]
fn our_own_reports_are_optimal_answers() {
    for board in ["pawn-hunt/gate.txt", "pawn-hunt/first-steps.txt", "pawn-hunt/walled-in.txt"] {
        let report = crate::support::pathmax(".", &["solve", board, "--format", "report"]).output().unwrap().stdout;
        let output = check(board, &String::from_utf8(report).unwrap(), &[]);
        assert!(output.starts_with("status 0\n--- stdout\noptimal: "), "{board}: {output}");
    }
}

#[test]
fn a_search_that_stopped_has_status_3_unless_the_answer_is_wrong_anyway() {
    let stop = ["--expansion-limit", "0"];
    assert_output!(check(ONE_STEP, LONGER, &stop), @"
    status 3
    --- stdout
    unknown: cost 4, not known to be optimal: the limit on expansions was reached; no plan costs less than 2
    ");
    assert_output!(check("infexion/snowball.csv", "no solution", &stop), @"
    status 3
    --- stdout
    unknown: the answer claims that there is no solution, which is not known: the limit on expansions was reached; no plan costs less than 6
    ");
    assert_output!(check(ONE_STEP, "EXIT from (2, 0).\n", &stop), @"
    status 1
    --- stdout
    illegal: line 1: (2, 0) is not an exit hex of red
      1 | EXIT from (2, 0).
    the board before line 1:
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
    no plan costs less than 2 (the limit on expansions was reached)
    ");
    // What the search had proven before it stopped is enough here.
    assert_output!(check(ONE_STEP, OPTIMAL, &stop), @"
    status 0
    --- stdout
    optimal: cost 2, and no plan costs less
    ");
}

#[test]
fn json_is_one_object() {
    assert_output!(check(ONE_STEP, LONGER, &["--json"]), @r#"
    status 1
    --- stdout
    {
      "pathmax": {
        "version": "[version]",
        "command": "pathmax check chexers/one-step.json - --json",
        "seed": null
      },
      "puzzle": "chexers",
      "verdict": "suboptimal",
      "cost": 4,
      "best": 2,
      "bound": 2,
      "line": null,
      "text": null,
      "reason": null,
      "column": null,
      "expected": null,
      "position": null,
      "suggestions": [],
      "claims_no_solution": false,
      "remarks": []
    }
    "#);
    assert_output!(check(ONE_STEP, "EXIT from (2, 0).\n", &["--json"]), @r#"
    status 1
    --- stdout
    {
      "pathmax": {
        "version": "[version]",
        "command": "pathmax check chexers/one-step.json - --json",
        "seed": null
      },
      "puzzle": "chexers",
      "verdict": "illegal",
      "cost": null,
      "best": 2,
      "bound": 2,
      "line": 1,
      "text": "EXIT from (2, 0).",
      "reason": "(2, 0) is not an exit hex of red",
      "column": null,
      "expected": null,
      "position": {
        "board": "{\"colour\": \"red\", \"pieces\": [[2,0]], \"blocks\": []}\n",
        "drawing": "           q = 0   1   2   3\nr = -3      -1   ·   ·   ·   ○\nr = -2    -2   ·   ·   ·   ·   ○\nr = -1  -3   ·   ·   ·   ·   ·   ○\nr =  0     ·   ·   ·   ·   ·   R   ○\nr =  1       ·   ·   ·   ·   ·   ·\nr =  2         ·   ·   ·   ·   ·\nr =  3           ·   ·   ·   ·\nR red piece   ■ block   ○ exit (q = 3)\n",
        "solved": false
      },
      "suggestions": [
        "MOVE from (2, 0) to (1, 0).",
        "MOVE from (2, 0) to (1, 1).",
        "MOVE from (2, 0) to (2, 1).",
        "MOVE from (2, 0) to (3, 0)."
      ],
      "claims_no_solution": false,
      "remarks": []
    }
    "#);
    assert_output!(check("pawn-hunt/walled-in.txt", "FAIL\n", &["--json"]), @r#"
    status 0
    --- stdout
    {
      "pathmax": {
        "version": "[version]",
        "command": "pathmax check pawn-hunt/walled-in.txt - --json",
        "seed": null
      },
      "puzzle": "pawn-hunt",
      "verdict": "optimal",
      "cost": null,
      "best": null,
      "bound": null,
      "line": null,
      "text": null,
      "reason": null,
      "column": null,
      "expected": null,
      "position": null,
      "suggestions": [],
      "claims_no_solution": true,
      "remarks": []
    }
    "#);
}

#[test]
fn wrong_usage_and_bad_boards_have_status_2() {
    assert_output!(run(&["check", "-", "-"]), @"
    status 2
    --- stderr
    error: standard input cannot be both the board and the answer; give a file for one of them
    ");
    assert_output!(run(&["check", ONE_STEP, "nowhere.txt"]), @"
    status 2
    --- stderr
    error: nowhere.txt: there is no such file
    ");
    assert_output!(run(&["check", ONE_STEP, "."]), @"
    status 2
    --- stderr
    error: .: this is a directory, not a file
    ");
    assert_output!(run_with_input(&["check", "-", "infexion/no-red.csv"], "{}"), @r#"
    status 2
    --- stderr
    error: standard input: the key "colour" is missing; add "colour": "red"
    "#);
    assert_output!(check(ONE_STEP, OPTIMAL, &["--spawn"]), @"
    status 2
    --- stderr
    error: chexers/one-step.json: chexers boards have no option spawn; leave it out
    ");
    assert_output!(run(&["check", ONE_STEP]), @"
    status 2
    --- stderr
    error: the following required arguments were not provided:
      <ANSWER>

    Usage: pathmax check <FILE> <ANSWER>

    For more information, try '--help'.
    ");
}

#[test]
fn help_says_what_an_answer_is() {
    assert_output!(run(&["check", "--help"]), @"
    status 0
    --- stdout
    Check whether an answer to a board is legal and optimal

    Replays the answer by the rules, and reports whether it is legal, reaches the goal and is optimal.
    Any plan of the optimal cost counts as optimal. Blank lines and lines that begin with `#` are
    skipped. `FAIL` and `no solution` claim that the board has no solution. If the puzzle has a course
    report, that format is accepted, too. For an illegal line, the report points at the first wrong
    character, draws the board before the line and lists the closest legal actions.

    Usage: pathmax check [OPTIONS] <FILE> <ANSWER>

    Arguments:
      <FILE>
              Board file; `-` reads standard input

      <ANSWER>
              Answer file, one action per line; `-` reads standard input

    Options:
          --puzzle <PUZZLE>
              Treat the input as this puzzle (default: detect it)
              
              [possible values: puzzles]

          --lenient
              Ignore lines that do not begin with the name of an action, with a note

          --spawn[=<on|off>]
              Allow SPAWN: a new red stack of power 1 on an empty cell (infexion)

          --color <WHEN>
              When to use colours; auto: on a terminal, subject to NO_COLOR, CLICOLOR and CLICOLOR_FORCE
              
              [default: auto]
              [possible values: auto, always, never]

      -h, --help
              Print help (see a summary with '-h')

    Search:
          --time-limit <TIME>
              Time limit: 30s, 5m, 1h30m

          --memory-limit <SIZE>
              Memory limit: 64MiB, 2GiB [default: three quarters of the free memory]

          --expansion-limit <N>
              Maximum number of expansions [default: none; without --time-limit, 500,000,000 for iddfs
              and idastar with --table off]

    Output:
          --json
              Print one JSON object: verdict, cost, best, line and more

    Examples:
      pathmax check board.json answer.txt
      python3 -m search board.json | pathmax check board.json -
      pathmax check board.csv answer.txt --spawn --json

    Exit status: 0 optimal, 1 suboptimal, illegal or unfinished, 2 wrong usage or a bad board, 3 legal,
    but the search for the optimal cost stopped at a limit.
    ");
}
