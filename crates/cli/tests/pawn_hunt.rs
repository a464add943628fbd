//! The pawn hunt.

use crate::support::{refusal, run_in_instances as run};

#[test]
fn pawn_hunts_are_solved() {
    assert_output!(run(&["solve", "pawn-hunt/first-steps.txt"]), @"
    status 0
    --- stdout
    KNIGHT from (0, 0) to (1, 2).
    KNIGHT from (1, 2) to (2, 0).
    KNIGHT from (2, 0) to (3, 2) capturing 2.
    KNIGHT from (3, 2) to (1, 3) capturing 1.
    --- stderr
    solved: cost 24, proven optimal
    pawn-hunt · astar with tours · 4 expanded, 11 generated · [time] · [size]
    ");
    assert_output!(run(&["solve", "pawn-hunt/gate.txt", "--quiet"]), @"
    status 0
    --- stdout
    ROOK from (1, 2) to (1, 3) capturing 1.
    ROOK from (1, 3) to (1, 4) capturing 2.
    ROOK from (1, 4) to (3, 4) capturing 4.
    ROOK from (3, 4) to (3, 2) capturing 3.
    ");
}

#[test]
fn the_course_s_report_of_a_pawn_hunt() {
    assert_output!(run(&["solve", "pawn-hunt/first-steps.txt", "--format", "report"]), @"
    status 0
    --- stdout
    expanded: 4
    path-cost: 24
    h1: 0
    h2: 18
    K . . .
    . . . 1
    . x . .
    . . 2 .
    *******
    . . . .
    . . K 1
    . x . .
    . . 2 .
    *******
    . . . .
    . . . 1
    K x . .
    . . 2 .
    *******
    . . . .
    . . . 1
    . x . .
    . . K .
    *******
    . . . .
    . . . K
    . x . .
    . . . .
    *******
    --- stderr
    solved: cost 24, proven optimal
    pawn-hunt · astar with tours · 4 expanded, 11 generated · [time] · [size]
    ");
    assert_output!(run(&["solve", "pawn-hunt/walled-in.txt", "--format", "report"]), @"
    status 1
    --- stdout
    FAIL
    --- stderr
    no solution: proven
    pawn-hunt · astar with tours · 0 expanded, 0 generated · [time] · [size]
    ");
    assert_output!(run(&["solve", "pawn-hunt/wrong-colour.txt", "--format", "report", "-q"]), @"
    status 1
    --- stdout
    FAIL
    ");
    // A search that was stopped knows neither a plan nor that there is none.
    assert_output!(run(&["solve", "pawn-hunt/seven-pawns.txt", "--format", "report", "--expansion-limit", "3"]), @"
    status 3
    --- stderr
    stopped: the limit on expansions was reached; no plan costs less than 86
    pawn-hunt · astar with tours · 3 expanded, 40 generated · [time] · [size]
    ");
    assert_output!(run(&["solve", "infexion/first-spread.csv", "--format", "report"]), @"
    status 2
    --- stderr
    error: infexion/first-spread.csv: infexion does not support --format report (only pawn-hunt does); leave out --format
    ");
    assert_output!(run(&["solve", "chexers/one-step.json", "--format", "report"]), @"
    status 2
    --- stderr
    error: chexers/one-step.json: chexers does not support --format report (only pawn-hunt does); leave out --format
    ");
    assert_output!(run(&["solve", "pawn-hunt/gate.txt", "--format", "report", "--json"]), @"
    status 2
    --- stderr
    error: the argument '--format <FORMAT>' cannot be used with '--json'

    Usage: pathmax solve --format <FORMAT> <FILE>

    For more information, try '--help'.
    ");
}

#[test]
fn algorithms_go_by_the_course_s_names_too() {
    assert_output!(run(&["solve", "pawn-hunt/first-steps.txt", "--algorithm", "UCS"]), @"
    status 0
    --- stdout
    KNIGHT from (0, 0) to (1, 2).
    KNIGHT from (1, 2) to (2, 0).
    KNIGHT from (2, 0) to (3, 2) capturing 2.
    KNIGHT from (3, 2) to (1, 3) capturing 1.
    --- stderr
    solved: cost 24, proven optimal
    pawn-hunt · ucs · 9 expanded, 24 generated · [time] · [size]
    ");
    assert_output!(run(&["solve", "pawn-hunt/first-steps.txt", "--algorithm", "GS", "--heuristic", "h1"]), @"
    status 0
    --- stdout
    KNIGHT from (0, 0) to (1, 2).
    KNIGHT from (1, 2) to (3, 1).
    KNIGHT from (3, 1) to (2, 3).
    KNIGHT from (2, 3) to (1, 1).
    KNIGHT from (1, 1) to (3, 2) capturing 2.
    KNIGHT from (3, 2) to (1, 3) capturing 1.
    --- stderr
    solved: cost 36, not optimal: the best plan costs 24 (found with tours)
    pawn-hunt · greedy with h1 · 7 expanded, 19 generated · [time] · [size]
    ");
    assert_output!(run(&["solve", "pawn-hunt/first-steps.txt", "--algorithm", "AS", "--heuristic", "h2"]), @"
    status 0
    --- stdout
    KNIGHT from (0, 0) to (1, 2).
    KNIGHT from (1, 2) to (2, 0).
    KNIGHT from (2, 0) to (3, 2) capturing 2.
    KNIGHT from (3, 2) to (1, 3) capturing 1.
    --- stderr
    solved: cost 24, proven optimal
    pawn-hunt · astar with h2 · 6 expanded, 15 generated · [time] · [size]
    ");
    assert_output!(run(&["solve", "pawn-hunt/gate.txt", "--algorithm", "AS", "--heuristic", "h1", "-q", "--format", "report"]), @"
    status 0
    --- stdout
    expanded: 4
    path-cost: 32
    h1: 32
    h2: 32
    x x x x x x
    x B R 1 2 x
    x . x x . x
    x . 3 . 4 x
    x x x x x x
    ***********
    x x x x x x
    x B . R 2 x
    x . x x . x
    x . 3 . 4 x
    x x x x x x
    ***********
    x x x x x x
    x B . . R x
    x . x x . x
    x . 3 . 4 x
    x x x x x x
    ***********
    x x x x x x
    x B . . . x
    x . x x . x
    x . 3 . R x
    x x x x x x
    ***********
    x x x x x x
    x B . . . x
    x . x x . x
    x . R . . x
    x x x x x x
    ***********
    ");
    assert_output!(run(&["solve", "infexion/round-the-edge.csv", "--algorithm", "GS"]), @"
    status 0
    --- stdout
    SPREAD 0 6 -1 0
    SPREAD 6 6 0 1
    SPREAD 6 0 1 0
    --- stderr
    solved: cost 3, proven optimal
    infexion · greedy with potentials · 4 expanded, 36 generated · [time] · [size]
    ");
}

#[test]
fn rows_that_cannot_be_read_are_told_with_their_place() {
    let messages: String = [
        "K . 1\n. x Q\n",
        "# a board\n\nK . 1\n. k .\n",
        "K . 1\n. .\n",
        "K . 1\n. . . .\n",
        "K..1\n.x..\n",
        "K,.,1\n",
        "K . 12\n",
        "K K K K K K K K K .\n",
    ]
    .map(refusal)
    .concat();
    assert_output!(messages, @r#"
    line 2, column 5: "Q" is not a cell; use `.` for empty, `x` for an obstacle, K, B or R for an agent, a digit for a pawn
    line 4, column 3: "k" is not a cell; agents are capital letters: K
    line 2, column 4: this row has 2 cells, the first one 3; write `.` for an empty cell
    line 2, column 7: this row has more cells than the first one, which has 3
    line 1, column 1: "K..1" is not a cell; separate cells by spaces: K . . 1
    line 1, column 1: "K,.,1" is not a cell; separate cells by spaces alone: K . 1
    line 1, column 5: "12" is not a cell; a pawn's label is one digit, and spaces separate cells
    line 1, column 17: there are more than 8 agents, the most that a board can have
    "#);
}

#[test]
fn pawn_hunts_are_shown() {
    assert_output!(run(&["show", "pawn-hunt/strip.txt"]), @"
    status 0
    --- stdout
         0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15
     0   K  ·  ·  ■  ·  ·  1  ·  ·  ■  ·  ·  ·  2  ·  ·
     1   ·  ·  ■  ·  ·  3  ·  ·  ■  ·  ·  4  ·  ·  ·  R
     2   ·  5  ·  ·  ·  ■  ·  ·  ·  ·  6  ·  ■  ·  ·  ·
    K knight   B bishop   R rook   1 pawn   ■ obstacle
    ");
    assert_output!(run(&["show", "pawn-hunt/first-steps.txt", "--play"]), @"
    status 0
    --- stdout
    start
         0  1  2  3
     0   K  ·  ·  ·
     1   ·  ·  ·  1
     2   ·  ■  ·  ·
     3   ·  ·  2  ·
    K knight   B bishop   R rook   1 pawn   ■ obstacle

    1 of 4: KNIGHT from (0, 0) to (1, 2).
         0  1  2  3
     0   ·  ·  ·  ·
     1   ·  ·  K  1
     2   ·  ■  ·  ·
     3   ·  ·  2  ·
    K knight   B bishop   R rook   1 pawn   ■ obstacle

    2 of 4: KNIGHT from (1, 2) to (2, 0).
         0  1  2  3
     0   ·  ·  ·  ·
     1   ·  ·  ·  1
     2   K  ■  ·  ·
     3   ·  ·  2  ·
    K knight   B bishop   R rook   1 pawn   ■ obstacle

    3 of 4: KNIGHT from (2, 0) to (3, 2) capturing 2.
         0  1  2  3
     0   ·  ·  ·  ·
     1   ·  ·  ·  1
     2   ·  ■  ·  ·
     3   ·  ·  K  ·
    K knight   B bishop   R rook   1 pawn   ■ obstacle

    4 of 4: KNIGHT from (3, 2) to (1, 3) capturing 1.
         0  1  2  3
     0   ·  ·  ·  ·
     1   ·  ·  ·  K
     2   ·  ■  ·  ·
     3   ·  ·  ·  ·
    K knight   B bishop   R rook   1 pawn   ■ obstacle
    --- stderr
    solved: cost 24, proven optimal
    pawn-hunt · astar with tours · 4 expanded, 11 generated · [time] · [size]
    ");
    assert_output!(run(&["show", "pawn-hunt/walled-in.txt", "--play"]), @"
    status 1
    --- stdout
         0  1  2  3  4
     0   R  ·  ·  ·  ·
     1   ·  ·  ·  ■  ·
     2   ·  ·  ■  1  ■
     3   ·  B  ·  ■  2
    K knight   B bishop   R rook   1 pawn   ■ obstacle
    --- stderr
    no solution: proven
    pawn-hunt · astar with tours · 0 expanded, 0 generated · [time] · [size]
    ");
}
