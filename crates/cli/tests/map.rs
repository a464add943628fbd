//! `pathmax map` and `pathmax show --svg`.

use crate::support::{run_in_instances as run, run_in_instances_with_input as run_with_input};

#[test]
fn a_map_with_the_size_of_the_search() {
    assert_output!(run(&["map", "chexers/stepping-stones.json"]), @"
    status 0
    --- stdout
    relaxed-map on chexers/stepping-stones.json: value for a lone piece on each cell
               q = 0   1   2   3
    r = -3      -1   3   2   2   1
    r = -2    -2   3   3   2   2   1
    r = -1  -3   4   3   3   2   2   1
    r =  0     4   ■   3   ■   2   ■   1
    r =  1       4   4   3   3   2   2
    r =  2         4   4   3   3   2
    r =  3           4   4   3   3

    the whole board: h = 4
    contribution of each piece to h (h minus h without it):
      R on (-3, 0)  +4

    search space: 35 reachable states, 3 to 6 actions per state, 4.9 on average
    at most 35 states by counting: k pieces on 34 hexes without a block, the sum of C(34, k) for k from 0 to 1
    astar with relaxed-map: 4 expanded, solved
    cost so far  states  actions per state  expanded
              0       1                3.0         1
              1       3                4.7         1
              2       7                5.4         1
              3      11                5.3         1
              4      11                4.6         0
              5       2                3.5         0
    ");
}

#[test]
fn a_map_against_the_truth() {
    assert_output!(run(&["map", "chexers/stepping-stones.json", "-H", "jump-distance", "--against", "perfect", "--states", "0"]), @"
    status 0
    --- stdout
    jump-distance on chexers/stepping-stones.json: value for a lone piece on each cell
               q = 0   1   2   3
    r = -3      -1   3   2   2   1
    r = -2    -2   3   3   2   2   1
    r = -1  -3   4   3   3   2   2   1
    r =  0     4   ■   3   ■   2   ■   1
    r =  1       4   4   3   3   2   2
    r =  2         4   4   3   3   2
    r =  3           4   4   3   3

    true cost
               q = 0   1   2   3
    r = -3      -1   4   3   2   1
    r = -2    -2   5   4   3   2   1
    r = -1  -3   5   4   4   3   2   1
    r =  0     4   ■   3   ■   2   ■   1
    r =  1       5   4   4   3   2   2
    r =  2         5   5   4   3   3
    r =  3           6   5   4   4

    error: true cost − h
               q = 0   1   2   3
    r = -3      -1   1   1   0   0
    r = -2    -2   2   1   1   0   0
    r = -1  -3   1   1   1   1   0   0
    r =  0     0   ■   0   ■   0   ■   0
    r =  1       1   0   1   0   0   0
    r =  2         1   1   1   0   1
    r =  3           2   1   1   1
    exact on 15 of 34 cells, too low on 19

    the whole board: h = 4; the true cost is 4
    contribution of each piece to h (h minus h without it):
      R on (-3, 0)  +4
    ");
    assert_output!(run(&["map", "infexion/crowd.csv", "--heuristic", "line-cover", "--states", "0"]), @"
    status 0
    --- stdout
    line-cover on infexion/crowd.csv: value for a lone blue stack of power 1 on each cell
        q = 0   1   2   3   4   5   6
    r = 0   1   1  r1   1  r1   1   1
    r = 1     1   1   1   1   1   1   1
    r = 2       1   1   1   1   1  r1   1
    r = 3         1   1   1   1   1   1   1
    r = 4           1   1   1   1   1   1   1
    r = 5             1   1   1   1   1   1   1
    r = 6               1  r1   1   1   1   1   1

    the whole board: h = 7
    contribution of each piece to h (h minus h without it):
      b2 on (0, 0)   +1
      r1 on (0, 2)   0
      b1 on (0, 3)   +1
      r1 on (0, 4)   0
      b2 on (1, 0)   +1
      b1 on (1, 1)   +1
      b1 on (1, 5)   0
      b1 on (2, 0)   +1
      b2 on (2, 4)   +1
      r1 on (2, 5)   0
      b1 on (3, 2)   +1
      b1 on (3, 3)   0
      b1 on (3, 5)   0
      b2 on (4, 2)   +1
      b1 on (4, 4)   +1
      b1 on (4, 6)   +1
      b1 on (5, 6)   +1
      b1 on (6, 0)   +1
      r1 on (6, 1)   0
      b1 on (6, 5)   +1
    ");
}

#[test]
fn the_space_alone_is_measured_on_request() {
    assert_output!(run_with_input(&["map", "-", "--space"], "B . .\n. 1 1\n"), @"
    status 0
    --- stdout
    standard input

    search space: 4 reachable states, 1 to 2 actions per state, 1.2 on average
    at most 24 states by counting: the agents on 6 squares, and any subset of the pawns, C(6, 1) · 2^2
    astar with tours: 0 expanded, no solution
    cost so far  states  actions per state  expanded
              0       1                1.0         0
             10       1                2.0         0
             20       2                1.0         0
    ");
    let refused = run(&["map", "infexion/first-spread.csv", "--space", "--svg", "x.svg"]);
    assert!(refused.starts_with("status 2") && refused.contains("'--space' cannot be used with"), "{refused}");
}

#[test]
fn a_heuristic_that_says_too_much_is_seen() {
    let board = "R . .\nK . .\n. . 1\n";
    assert_output!(run_with_input(&["map", "-", "-H", "h1", "--against", "perfect", "--states", "2"], board), @"
    status 0
    --- stdout
    h1 on standard input: value for a lone pawn on each cell
         0   1   2
     0   R   8   8
     1   K  16  16
     2   8  16  16

    true cost
         0   1   2
     0   R   8   6
     1   K  16  16
     2  14  12   6

    error: true cost − h
         0   1   2
     0   R   0  -2
     1   K   0   0
     2   6  -4 -10
    exact on 3 of 7 cells, too low on 1, too high on 3: it is not admissible

    the whole board: h = 16; the true cost is 6
    contribution of each piece to h (h minus h without it):
      R on (0, 0)   +16
      K on (1, 0)   0
      1 on (2, 2)   +16

    search space: more than 2 reachable states, 4 to 4 actions per state, 4.0 on average
    at most 144 states by counting: the agents on 9 squares, and any subset of the pawns, C(9, 1) · C(8, 1) · 2^1
    astar with h1: 1 expanded, solved
    cost so far  states  actions per state  expanded
              0       1                4.0         1
              6     ≥ 1                            0
    ");
}

#[test]
fn a_map_as_json() {
    assert_output!(run_with_input(&["map", "-", "-H", "six-per-pawn", "--against", "perfect", "--json"], "B . .\n. 1 1\n"), @r#"
    status 0
    --- stdout
    {
      "pathmax": {
        "version": "[version]",
        "command": "pathmax map - -H six-per-pawn --against perfect --json",
        "seed": null
      },
      "puzzle": "pawn-hunt",
      "heuristic": "six-per-pawn",
      "lone_thing": "pawn",
      "cells": [
        {
          "cell": "(0, 0)",
          "free": false
        },
        {
          "cell": "(0, 1)",
          "free": true,
          "h": 10,
          "cost": "inf"
        },
        {
          "cell": "(0, 2)",
          "free": true,
          "h": 10,
          "cost": 20
        },
        {
          "cell": "(1, 0)",
          "free": true,
          "h": 10,
          "cost": "inf"
        },
        {
          "cell": "(1, 1)",
          "free": true,
          "h": 10,
          "cost": 10
        },
        {
          "cell": "(1, 2)",
          "free": true,
          "h": 10,
          "cost": "inf"
        }
      ],
      "board": {
        "h": 20,
        "cost": "inf"
      },
      "contributions": [
        {
          "cell": "(0, 0)",
          "thing": "B",
          "h_without": "inf",
          "adds": null
        },
        {
          "cell": "(1, 1)",
          "thing": "1",
          "h_without": 10,
          "adds": 10
        },
        {
          "cell": "(1, 2)",
          "thing": "1",
          "h_without": 10,
          "adds": 10
        }
      ],
      "complete": true,
      "out_of_time": false,
      "space": {
        "states": 4,
        "complete": true,
        "state_bound": {
          "states": 24.0,
          "formula": "the agents on 6 squares, and any subset of the pawns, C(6, 1) · 2^2"
        },
        "least_actions": 1,
        "mean_actions": 1.25,
        "most_actions": 2,
        "layers": [
          {
            "cost": 0,
            "states": 1,
            "complete": true,
            "mean_actions": 1.0,
            "expanded": 1
          },
          {
            "cost": 10,
            "states": 1,
            "complete": true,
            "mean_actions": 2.0,
            "expanded": 1
          },
          {
            "cost": 20,
            "states": 2,
            "complete": true,
            "mean_actions": 1.0,
            "expanded": 2
          }
        ],
        "algorithm": "astar",
        "heuristic": "six-per-pawn",
        "outcome": "unsolvable",
        "expanded": 4,
        "out_of_time": false
      }
    }
    "#);
}

#[test]
fn a_map_that_meets_a_limit_has_status_3() {
    let board = r#"{"colour": "red", "pieces": [[3, 0]], "blocks": []}"#;
    let limited = ["map", "-", "--against", "perfect", "--expansion-limit", "3", "--states", "0"];
    assert_output!(run_with_input(&limited, board), @"
    status 3
    --- stdout
    relaxed-map on standard input: value for a lone piece on each cell
               q = 0   1   2   3
    r = -3      -1   3   2   2   1
    r = -2    -2   3   3   2   2   1
    r = -1  -3   4   3   3   2   2   1
    r =  0     4   4   3   3   2   2   1
    r =  1       4   4   3   3   2   2
    r =  2         4   4   3   3   2
    r =  3           4   4   3   3

    true cost
               q = 0   1   2   3
    r = -3      -1   ?   ?   2   1
    r = -2    -2   ?   ?   ?   2   1
    r = -1  -3   ?   ?   ?   ?   2   1
    r =  0     ?   ?   ?   ?   ?   2   1
    r =  1       ?   ?   ?   ?   ?   2
    r =  2         ?   ?   ?   ?   3
    r =  3           ?   ?   ?   ?

    error: true cost − h
               q = 0   1   2   3
    r = -3      -1   ?   ?   0   0
    r = -2    -2   ?   ?   ?   0   0
    r = -1  -3   ?   ?   ?   ?   0   0
    r =  0     ?   ?   ?   ?   ?   0   0
    r =  1       ?   ?   ?   ?   ?   0
    r =  2         ?   ?   ?   ?   1
    r =  3           ?   ?   ?   ?
    exact on 9 of 10 cells, too low on 1

    the whole board: h = 1; the true cost is 1
    contribution of each piece to h (h minus h without it):
      R on (3, 0)   +1
    --- stderr
    stopped: a limit was reached; ? marks unknown values
    ");
}

#[test]
fn wrong_usage_of_map() {
    assert_output!(run(&["map", "chexers/leapfrog.json", "-H", "tours"]), @r#"
    status 2
    --- stderr
    error: chexers/leapfrog.json: chexers has no heuristic "tours"; choose from relaxed-map, supported-jumps, jump-distance, half-distance, half-or-blocks, perfect, null
    "#);
    assert_output!(run(&["map", "chexers/leapfrog.json", "--against", "me"]), @"
    status 2
    --- stderr
    error: invalid value 'me' for '--against <AGAINST>'
      [possible values: perfect]

    For more information, try '--help'.
    ");
    assert_output!(run(&["map", "chexers/leapfrog.json", "--svg", "nowhere/map.svg", "--states", "0"]), @"
    status 2
    --- stderr
    error: nowhere/map.svg: cannot be written: there is no folder nowhere
    ");
    assert_output!(run(&["map", "chexers/missing.json"]), @"
    status 2
    --- stderr
    error: chexers/missing.json: there is no such file
    ");
}

#[test]
fn a_picture_of_a_board() {
    let printed = run(&["show", "pawn-hunt/first-steps.txt", "--svg", "-"]);
    assert!(printed.starts_with("status 0\n--- stdout\n<svg ") && printed.ends_with("</svg>\n"), "{printed}");

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("plan.svg");
    let file = file.to_str().unwrap();
    assert_output!(run(&["show", "chexers/stepping-stones.json", "--svg", file, "--solution", "--columns", "3"]), @"
    status 0
    --- stderr
    solved: cost 4, proven optimal
    chexers · astar with relaxed-map · 4 expanded, 19 generated · [time] · [size]
    ");
    let written = std::fs::read_to_string(file).unwrap();
    assert!(written.contains("4. EXIT from (3, 0)."), "{written}");
}

#[test]
fn a_picture_of_a_board_without_a_solution_shows_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("plan.svg");
    assert_output!(run(&["show", "chexers/walled-in.json", "--svg", file.to_str().unwrap(), "--solution"]), @"
    status 1
    --- stderr
    no solution: proven
    chexers · astar with relaxed-map · 0 expanded, 0 generated · [time] · [size]
    ");
    assert!(std::fs::read_to_string(file).unwrap().contains("start"));
}

#[test]
fn wrong_usage_of_pictures() {
    assert_output!(run(&["show", "chexers/leapfrog.json", "--solution"]), @"
    status 2
    --- stderr
    error: the following required arguments were not provided:
      <--svg <FILE>|--png <FILE>|--pdf <FILE>|--animation <FILE>|--html <FILE>>

    Usage: pathmax show --solution <--svg <FILE>|--png <FILE>|--pdf <FILE>|--animation <FILE>|--html <FILE>> <FILE>

    For more information, try '--help'.
    ");
    // Not in `instances`, where even a temporary file would make cargo build the examples again.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.svg");
    assert_output!(run(&["show", "chexers/leapfrog.json", "--svg", file.to_str().unwrap(), "--columns", "2"]), @"
    status 2
    --- stderr
    error: --columns requires --solution or --answer
    ");
    assert_output!(run(&["show", "chexers/leapfrog.json", "--svg", "a.svg", "--solution", "--columns", "0"]), @"
    status 2
    --- stderr
    error: invalid value '0' for '--columns <N>': 0 is not in 1..=65535

    For more information, try '--help'.
    ");
    assert_output!(run(&["show", "chexers/leapfrog.json", "--svg", "nowhere/a.svg"]), @"
    status 2
    --- stderr
    error: nowhere/a.svg: cannot be written: there is no folder nowhere
    ");
}
