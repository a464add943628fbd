//! Infexion, and behaviour that all puzzles share. `program.rs` tests what is the same for each puzzle, on Chexers.

use crate::support::{refusal, run_in_instances as run, run_in_instances_with_input as run_with_input};

#[test]
fn infexion_is_solved() {
    assert_output!(run(&["solve", "infexion/first-spread.csv"]), @"
    status 0
    --- stdout
    SPREAD 3 3 0 1
    --- stderr
    solved: cost 1, proven optimal
    infexion · partial-astar with potentials · 1 expanded, 6 generated · [time] · [size]
    ");
    assert_output!(run(&["solve", "infexion/round-the-edge.csv"]), @"
    status 0
    --- stdout
    SPREAD 0 6 -1 0
    SPREAD 6 6 0 1
    SPREAD 6 0 1 0
    --- stderr
    solved: cost 3, proven optimal
    infexion · partial-astar with potentials · 4 expanded, 36 generated · [time] · [size]
    ");
}

#[test]
fn spawning_is_allowed_on_demand() {
    assert_output!(run(&["solve", "infexion/no-red.csv"]), @"
    status 1
    --- stderr
    no solution: proven
    infexion · partial-astar with potentials · 0 expanded, 0 generated · [time] · [size]
    ");
    assert_output!(run(&["solve", "infexion/no-red.csv", "--spawn"]), @"
    status 0
    --- stdout
    SPAWN 6 4
    SPREAD 6 4 -1 0
    SPAWN 1 0
    SPREAD 5 4 -1 0
    SPREAD 1 0 0 1
    SPREAD 1 1 0 1
    --- stderr
    solved: cost 6, proven optimal
    infexion · partial-astar with potentials · 2,203 expanded, 126,036 generated · [time] · [size]
    ");
}

#[test]
fn only_infexion_spawns() {
    assert_output!(run(&["solve", "chexers/one-step.json", "--spawn"]), @"
    status 2
    --- stderr
    error: chexers/one-step.json: chexers boards have no option spawn; leave it out
    ");
    assert_output!(run(&["show", "pawn-hunt/gate.txt", "--spawn"]), @"
    status 2
    --- stderr
    error: pawn-hunt/gate.txt: pawn-hunt boards have no option spawn; leave it out
    ");
    assert_output!(run(&["solve", "chexers/one-step.json", "--puzzle", "chexers", "--spawn"]), @"
    status 2
    --- stderr
    error: chexers/one-step.json: chexers boards have no option spawn; leave it out
    ");
}

#[test]
fn boards_are_recognised_on_standard_input() {
    assert_output!(run_with_input(&["solve", "-"], r#"{"colour": "blue", "pieces": [[-3, 0]], "blocks": []}"#), @"
    status 0
    --- stdout
    EXIT from (-3, 0).
    --- stderr
    solved: cost 1, proven optimal
    chexers · astar with relaxed-map · 1 expanded, 4 generated · [time] · [size]
    ");
    assert_output!(run_with_input(&["solve", "-"], "# a remark\n\n3,3,r,2\n3,5,b,1\n"), @"
    status 0
    --- stdout
    SPREAD 3 3 0 1
    --- stderr
    solved: cost 1, proven optimal
    infexion · partial-astar with potentials · 1 expanded, 6 generated · [time] · [size]
    ");
    assert_output!(run_with_input(&["solve", "-"], "# a remark\n\nR . 1\n"), @"
    status 0
    --- stdout
    ROOK from (0, 0) to (0, 2) capturing 1.
    --- stderr
    solved: cost 8, proven optimal
    pawn-hunt · astar with tours · 1 expanded, 2 generated · [time] · [size]
    ");
    assert_output!(run_with_input(&["solve", "-"], "hello, world\n"), @"
    status 2
    --- stderr
    error: standard input: line 1, column 1: this line has 2 fields instead of 4: every line is r,q,colour,power, as in 5,6,r,2
    ");
    assert_output!(run_with_input(&["solve", "-"], "hello world\n"), @"
    status 2
    --- stderr
    error: standard input: this is not a board that pathmax knows (formats)
    ");
}

#[test]
fn a_puzzle_can_be_named() {
    assert_output!(run(&["solve", "infexion/first-spread.csv", "--puzzle", "infexion", "-q"]), @"
    status 0
    --- stdout
    SPREAD 3 3 0 1
    ");
    assert_output!(run(&["solve", "infexion/first-spread.csv", "--puzzle", "pawn-hunt"]), @r#"
    status 2
    --- stderr
    error: infexion/first-spread.csv: line 2, column 1: "3,3,r,2" is not a cell; separate cells by spaces alone, and use `.` for empty, `x` for an obstacle, K, B or R for an agent, a digit for a pawn
    "#);
    assert_output!(run(&["solve", "infexion/first-spread.csv", "--puzzle", "chexers"]), @"
    status 2
    --- stderr
    error: infexion/first-spread.csv: line 2, column 1: expected an object { … }
    ");
    assert_output!(run(&["solve", "pawn-hunt/gate.txt", "--puzzle", "infexion"]), @r#"
    status 2
    --- stderr
    error: pawn-hunt/gate.txt: line 2, column 1: "x x x x x x" is not a stack: every line is r,q,colour,power, as in 5,6,r,2
    "#);
    assert_output!(run(&["solve", "pawn-hunt/gate.txt", "--puzzle", "chexers"]), @"
    status 2
    --- stderr
    error: pawn-hunt/gate.txt: line 2, column 1: this is not valid JSON: expected value
    ");
    assert_output!(run(&["solve", "chexers/one-step.json", "--puzzle", "infexion"]), @r#"
    status 2
    --- stderr
    error: chexers/one-step.json: line 1, column 1: the row r is "{\"colour\": \"red\""; it must be a whole number from 0 to 6
    "#);
    assert_output!(run(&["solve", "chexers/one-step.json", "--puzzle", "pawn-hunt"]), @r#"
    status 2
    --- stderr
    error: chexers/one-step.json: line 1, column 1: "{\"colour\":" is not a cell; use `.` for empty, `x` for an obstacle, K, B or R for an agent, a digit for a pawn
    "#);
    assert_output!(run(&["solve", "chexers/one-step.json", "--puzzle", "chess"]), @"
    status 2
    --- stderr
    error: invalid value 'chess' for '--puzzle <PUZZLE>'
      [possible values: puzzles]

      tip: a similar value exists: 'chexers'

    For more information, try '--help'.
    ");
    // An empty file could be any puzzle's board. Infexion has an empty one, and nothing is left to do on it.
    assert_output!(run_with_input(&["solve", "-", "--puzzle", "infexion"], ""), @"
    status 0
    --- stderr
    solved: cost 0, proven optimal
    infexion · partial-astar with potentials · 0 expanded, 0 generated · [time] · [size]
    ");
    assert_output!(run_with_input(&["solve", "-", "--puzzle", "pawn-hunt"], ""), @"
    status 2
    --- stderr
    error: standard input: there is no board: write one row per line, cells separated by spaces (`.` for empty, `x` for an obstacle, K, B or R for an agent, a digit for a pawn)
    ");
}

#[test]
fn what_is_hopeless_is_seen_at_a_glance() {
    assert_output!(run(&["solve", "pawn-hunt/wrong-colour.txt"]), @"
    status 1
    --- stderr
    no solution: proven
    pawn-hunt · astar with tours · 0 expanded, 0 generated · [time] · [size]
    ");
    assert_output!(run(&["solve", "pawn-hunt/walled-in.txt"]), @"
    status 1
    --- stderr
    no solution: proven
    pawn-hunt · astar with tours · 0 expanded, 0 generated · [time] · [size]
    ");
    assert_output!(run_with_input(&["solve", "-"], ". . 1\n. . .\n"), @"
    status 1
    --- stderr
    no solution: proven
    pawn-hunt · astar with tours · 0 expanded, 0 generated · [time] · [size]
    ");
    assert_output!(run(&["solve", "infexion/no-red.csv", "-a", "idastar"]), @"
    status 1
    --- stderr
    no solution: proven
    infexion · idastar with potentials · 0 expanded, 0 generated · [time] · [size]
    ");
    assert_output!(run(&["solve", "infexion/too-few-tokens.csv"]), @"
    status 1
    --- stderr
    no solution: proven
    infexion · partial-astar with potentials · 0 expanded, 0 generated · [time] · [size]
    ");
}

#[test]
fn stacks_that_cannot_be_read_are_told_with_their_place() {
    let messages: String = [
        "5,6,r,2\n1,0,b\n",
        "# a board\n\n5,6,r,2\n  7, 0, b, 1\n",
        "5,6,r,7\n",
        "5,6,g,2\n",
        "5,6,r,2\n5,6,b,1\n",
        "5;6;r;2\n",
        "r,q,colour,power\n5,6,r,2\n",
    ]
    .map(refusal)
    .concat();
    assert_output!(messages, @r#"
    line 2, column 1: this line has 3 fields instead of 4: every line is r,q,colour,power, as in 5,6,r,2
    line 4, column 3: the row r is "7"; it must be a whole number from 0 to 6
    line 1, column 7: the power is "7"; it must be a whole number from 1 to 6
    line 1, column 5: the colour is "g"; it must be r (red) or b (blue)
    line 2, column 1: the cell (5, 6) is on line 1 already; remove one of the two lines
    line 1, column 2: the fields are separated by commas, not semicolons: every line is r,q,colour,power, as in 5,6,r,2
    line 1, column 1: remove the header line; every line is r,q,colour,power, as in 5,6,r,2
    "#);
}

#[test]
fn infexion_is_shown() {
    assert_output!(run(&["show", "infexion/snowball.csv"]), @"
    status 0
    --- stdout
        q = 0   1   2   3   4   5   6
    r = 0   ·   ·   ·   b1  ·   ·   ·
    r = 1     ·   ·   ·   ·   ·   ·   ·
    r = 2       ·   ·   ·   ·   ·   ·   ·
    r = 3         r1  b1  b1  b1  b1  b1  b1
    r = 4           ·   ·   ·   ·   ·   ·   ·
    r = 5             ·   ·   ·   ·   ·   ·   ·
    r = 6               ·   ·   ·   ·   b1  ·   ·
    r2 red stack of power 2   b1 blue stack of power 1   edges wrap round
    ");
    assert_output!(run(&["show", "infexion/round-the-edge.csv", "--play"]), @"
    status 0
    --- stdout
    start
        q = 0   1   2   3   4   5   6
    r = 0   b1  ·   ·   ·   ·   ·   r1
    r = 1     ·   ·   ·   ·   ·   ·   ·
    r = 2       ·   ·   ·   ·   ·   ·   ·
    r = 3         ·   ·   ·   ·   ·   ·   ·
    r = 4           ·   ·   ·   ·   ·   ·   ·
    r = 5             ·   ·   ·   ·   ·   ·   ·
    r = 6               ·   b1  ·   ·   ·   ·   b2
    r2 red stack of power 2   b1 blue stack of power 1   edges wrap round

    1 of 3: SPREAD 0 6 -1 0
        q = 0   1   2   3   4   5   6
    r = 0   b1  ·   ·   ·   ·   ·   ·
    r = 1     ·   ·   ·   ·   ·   ·   ·
    r = 2       ·   ·   ·   ·   ·   ·   ·
    r = 3         ·   ·   ·   ·   ·   ·   ·
    r = 4           ·   ·   ·   ·   ·   ·   ·
    r = 5             ·   ·   ·   ·   ·   ·   ·
    r = 6               ·   b1  ·   ·   ·   ·   r3
    r2 red stack of power 2   b1 blue stack of power 1   edges wrap round

    2 of 3: SPREAD 6 6 0 1
        q = 0   1   2   3   4   5   6
    r = 0   b1  ·   ·   ·   ·   ·   ·
    r = 1     ·   ·   ·   ·   ·   ·   ·
    r = 2       ·   ·   ·   ·   ·   ·   ·
    r = 3         ·   ·   ·   ·   ·   ·   ·
    r = 4           ·   ·   ·   ·   ·   ·   ·
    r = 5             ·   ·   ·   ·   ·   ·   ·
    r = 6               r1  r2  r1  ·   ·   ·   ·
    r2 red stack of power 2   b1 blue stack of power 1   edges wrap round

    3 of 3: SPREAD 6 0 1 0
        q = 0   1   2   3   4   5   6
    r = 0   r2  ·   ·   ·   ·   ·   ·
    r = 1     ·   ·   ·   ·   ·   ·   ·
    r = 2       ·   ·   ·   ·   ·   ·   ·
    r = 3         ·   ·   ·   ·   ·   ·   ·
    r = 4           ·   ·   ·   ·   ·   ·   ·
    r = 5             ·   ·   ·   ·   ·   ·   ·
    r = 6               ·   r2  r1  ·   ·   ·   ·
    r2 red stack of power 2   b1 blue stack of power 1   edges wrap round
    --- stderr
    solved: cost 3, proven optimal
    infexion · partial-astar with potentials · 4 expanded, 36 generated · [time] · [size]
    ");
    assert_output!(run(&["show", "infexion/no-red.csv", "--play"]), @"
    status 1
    --- stdout
        q = 0   1   2   3   4   5   6
    r = 0   ·   ·   ·   ·   ·   ·   ·
    r = 1     ·   b1  b2  ·   ·   ·   ·
    r = 2       ·   ·   ·   ·   ·   ·   ·
    r = 3         ·   ·   ·   ·   ·   ·   ·
    r = 4           ·   ·   ·   ·   b1  ·   ·
    r = 5             ·   ·   ·   ·   b1  ·   ·
    r = 6               ·   ·   ·   ·   ·   ·   ·
    r2 red stack of power 2   b1 blue stack of power 1   edges wrap round
    --- stderr
    no solution: proven
    infexion · partial-astar with potentials · 0 expanded, 0 generated · [time] · [size]
    ");
}
