//! `pathmax audit` on a board.

use crate::support::{run_in_instances as run, run_in_instances_with_input as run_with_input};

/// A rook that says too much of a pawn which the knight takes.
const KNIGHT_TAKES: &str = "R . .\nK . .\n. . 1\n";
const STEEP_FOR_H2: &str = "R . 1 . .\n. . . . K\n. . . . 2\n";

#[test]
fn a_proof() {
    assert_output!(run(&["audit", "chexers/stepping-stones.json", "-H", "relaxed-map"]), @"
    status 0
    --- stdout
    chexers/stepping-stones.json: whole reachable state space, 35 states and 166 actions; the board costs 4

    heuristic    claims                  admissible  consistent  exact  relative error  worst error
    relaxed-map  admissible, consistent  proved      proved      45.7%           14.9%            2

    relaxed-map: claims admissible, consistent: both proved on this board
      admissible: proved, 35 of 35 states of this board checked
      consistent: proved, 166 of 166 actions of this board checked
      exact on 16 of 35 solvable states, mean error 0.60, mean relative error 14.9%
      true cost − h
        0  16  ██████████████████████████████████████
        1  17  ████████████████████████████████████████
        2   2  █████
      dead ends: none
      4 expansions of A*, by cause:
        4  100.0%  the plan itself
      mean of true cost − h by the cells of pieces
                 q = 0   1   2   3
      r = -3      -1 1.0 1.0 0.0 0.0
      r = -2    -2 2.0 1.0 1.0 0.0 0.0
      r = -1  -3 1.0 1.0 1.0 1.0 0.0 0.0
      r =  0   0.0   ■ 0.0   ■ 0.0   ■ 0.0
      r =  1     1.0 0.0 1.0 0.0 0.0 0.0
      r =  2       1.0 1.0 1.0 0.0 1.0
      r =  3         2.0 1.0 1.0 1.0
    ");
}

#[test]
fn all_heuristics_of_a_board() {
    assert_output!(run_with_input(&["audit", "-"], "R . 1\n"), @"
    status 0
    --- stdout
    standard input: whole reachable state space, 3 states and 4 actions; the board costs 8

    heuristic      claims                  admissible  consistent   exact  relative error  worst error
    tours          admissible              proved      proved      100.0%            0.0%            0
    spanning-tree  admissible              proved      proved      100.0%            0.0%            0
    routes         admissible, consistent  proved      proved      100.0%            0.0%            0
    h2             admissible              proved      proved      100.0%            0.0%            0
    h1             nothing                 proved      proved      100.0%            0.0%            0
    six-per-pawn   admissible, consistent  proved      proved      100.0%            0.0%            0
    null           admissible, consistent  proved      proved       33.3%          100.0%            8

    tours: claims admissible: proved on this board
      admissible: proved, 3 of 3 states of this board checked
      consistent: proved, 4 of 4 actions of this board checked
      exact on 3 of 3 solvable states, mean error 0.00, mean relative error 0.0%
      true cost − h
        0  3  ████████████████████████████████████████
      dead ends: none
      1 expansion of A*, by cause:
        1  100.0%  the plan itself
      mean of true cost − h by the cells of agents
           0   1   2
       0 0.0 0.0 0.0
      mean of true cost − h by the cells of pawns
           0   1   2
       0   ·   · 0.0

    spanning-tree: claims admissible: proved on this board
      admissible: proved, 3 of 3 states of this board checked
      consistent: proved, 4 of 4 actions of this board checked
      exact on 3 of 3 solvable states, mean error 0.00, mean relative error 0.0%
      true cost − h
        0  3  ████████████████████████████████████████
      dead ends: none
      1 expansion of A*, by cause:
        1  100.0%  the plan itself
      mean of true cost − h by the cells of agents
           0   1   2
       0 0.0 0.0 0.0
      mean of true cost − h by the cells of pawns
           0   1   2
       0   ·   · 0.0

    routes: claims admissible, consistent: both proved on this board
      admissible: proved, 3 of 3 states of this board checked
      consistent: proved, 4 of 4 actions of this board checked
      exact on 3 of 3 solvable states, mean error 0.00, mean relative error 0.0%
      true cost − h
        0  3  ████████████████████████████████████████
      dead ends: none
      1 expansion of A*, by cause:
        1  100.0%  the plan itself
      mean of true cost − h by the cells of agents
           0   1   2
       0 0.0 0.0 0.0
      mean of true cost − h by the cells of pawns
           0   1   2
       0   ·   · 0.0

    h2: claims admissible: proved on this board
      A* applies the pathmax adjustment to its values; the audit uses the raw values.
      admissible: proved, 3 of 3 states of this board checked
      consistent: proved, 4 of 4 actions of this board checked
      exact on 3 of 3 solvable states, mean error 0.00, mean relative error 0.0%
      true cost − h
        0  3  ████████████████████████████████████████
      dead ends: none
      1 expansion of A*, by cause:
        1  100.0%  the plan itself
      mean of true cost − h by the cells of agents
           0   1   2
       0 0.0 0.0 0.0
      mean of true cost − h by the cells of pawns
           0   1   2
       0   ·   · 0.0

    h1: claims nothing
      admissible: proved, 3 of 3 states of this board checked
      consistent: proved, 4 of 4 actions of this board checked
      exact on 3 of 3 solvable states, mean error 0.00, mean relative error 0.0%
      true cost − h
        0  3  ████████████████████████████████████████
      dead ends: none
      1 expansion of A*, by cause:
        1  100.0%  the plan itself
      mean of true cost − h by the cells of agents
           0   1   2
       0 0.0 0.0 0.0
      mean of true cost − h by the cells of pawns
           0   1   2
       0   ·   · 0.0

    six-per-pawn: claims admissible, consistent: both proved on this board
      admissible: proved, 3 of 3 states of this board checked
      consistent: proved, 4 of 4 actions of this board checked
      exact on 3 of 3 solvable states, mean error 0.00, mean relative error 0.0%
      true cost − h
        0  3  ████████████████████████████████████████
      dead ends: none
      1 expansion of A*, by cause:
        1  100.0%  the plan itself
      mean of true cost − h by the cells of agents
           0   1   2
       0 0.0 0.0 0.0
      mean of true cost − h by the cells of pawns
           0   1   2
       0   ·   · 0.0

    null: claims admissible, consistent: both proved on this board
      admissible: proved, 3 of 3 states of this board checked
      consistent: proved, 4 of 4 actions of this board checked
      exact on 1 of 3 solvable states, mean error 5.33, mean relative error 100.0%
      true cost − h
        0  1  ████████████████████
        8  2  ████████████████████████████████████████
      dead ends: none
      1 expansion of A*, by cause:
        1  100.0%  the plan itself
      mean of true cost − h by the cells of agents
           0   1   2
       0 8.0 8.0 0.0
      mean of true cost − h by the cells of pawns
           0   1   2
       0   ·   · 8.0
    ");
}

#[test]
fn counterexamples() {
    assert_output!(run_with_input(&["audit", "-", "--heuristic", "h1"], KNIGHT_TAKES), @"
    status 1
    --- stdout
    standard input: whole reachable state space, 64 states and 252 actions; the board costs 6

    heuristic  claims   admissible  consistent  exact  relative error  worst error
    h1         nothing  refuted     refuted     65.6%          −28.2%          −10

    h1: claims nothing
      admissible: refuted by 20 of 64 states; for example:
             0  1
         0   ·  B
         1   1  ·
         2   ·  R
        K knight   B bishop   R rook   1 pawn   ■ obstacle
        h = 16, true cost 10: 6 too much
        smallest counterexample: all smaller boards were checked
      consistent: refuted by 14 of 252 actions; for example:
             0  1
         0   ·  B
         1   1  ·
         2   ·  R
        K knight   B bishop   R rook   1 pawn   ■ obstacle
        h = 16, true cost 10
        BISHOP from (0, 1) to (1, 0) capturing 1. costs 10, but then h = 0
        smallest counterexample: all smaller boards were checked
      exact on 42 of 64 solvable states, mean error −1.38, mean relative error −28.2%
      true cost − h
        −10   6  ██████
         −4   6  ██████
         −2   8  ████████
          0  42  ████████████████████████████████████████
          6   2  ██
      dead ends: none
      1 expansion of A*, by cause:
        1  100.0%  the plan itself
      mean of true cost − h by the cells of agents
            0     1     2
       0 −1.9  −3.5  −0.7
       1 −3.5  −3.5   0.1
       2 −0.7   0.1   0.0
      mean of true cost − h by the cells of pawns
            0     1     2
       0    ·     ·     ·
       1    ·     ·     ·
       2    ·     ·  −1.8
    ");
    assert_output!(run_with_input(&["audit", "-", "--heuristic", "h2"], STEEP_FOR_H2), @"
    status 1
    --- stdout
    standard input: whole reachable state space, 574 states and 3,830 actions; the board costs 22

    heuristic  claims      admissible  consistent  exact  relative error  worst error
    h2         admissible  proved      refuted     37.8%           26.0%           16

    h2: claims admissible: proved on this board
      A* applies the pathmax adjustment to its values; the audit uses the raw values.
      admissible: proved, 574 of 574 states of this board checked
      consistent: refuted by 9 of 3,830 actions; for example:
             0  1  2
         0   ·  ·  1
         1   ·  ·  ·
         2   2  ·  ·
         3   ·  ·  ·
         4   ·  ·  K
        K knight   B bishop   R rook   1 pawn   ■ obstacle
        h = 24, true cost 36
        KNIGHT from (4, 2) to (2, 1). costs 6, but then h = 12
        smallest counterexample: all smaller boards were checked
      exact on 217 of 574 solvable states, mean error 3.87, mean relative error 26.0%
      true cost − h
         0  217  ████████████████████████████████████████
         2   86  ████████████████
         4   67  █████████████
         6   65  ████████████
         8   32  ██████
        10   92  █████████████████
        12    4  █
        14    3  █
        16    8  ██
      dead ends: none
      11 expansions of A*, by cause:
         3   27.3%  the plan itself
         1    9.1%  branching: on another optimal plan
         7   63.6%  underestimation: f below the optimal cost
      mean of true cost − h by the cells of agents
           0   1   2   3   4
       0 3.6 4.7 1.5 4.0 4.1
       1 3.8 4.6 4.1 6.2 4.0
       2 2.8 3.0 4.2 4.3 1.7
      mean of true cost − h by the cells of pawns
           0   1   2   3   4
       0   ·   · 4.9   ·   ·
       1   ·   ·   ·   ·   ·
       2   ·   ·   ·   · 4.7
    ");
}

#[test]
fn a_board_without_a_solution_and_a_solved_one() {
    assert_output!(run(&["audit", "pawn-hunt/wrong-colour.txt", "-H", "null,h2"]), @"
    status 0
    --- stdout
    pawn-hunt/wrong-colour.txt: whole reachable state space, 8 states and 24 actions; the board has no solution

    heuristic  claims                  admissible  consistent  exact  relative error  worst error
    null       admissible, consistent  proved      proved          ?               ?            ?
    h2         admissible              proved      proved          ?               ?            ?

    null: claims admissible, consistent: both proved on this board
      admissible: proved, 8 of 8 states of this board checked
      consistent: proved, 24 of 24 actions of this board checked
      dead ends: 0 of 8 recognised
      8 expansions of A*, by cause:
        8  100.0%  underestimation: f below the optimal cost

    h2: claims admissible: proved on this board
      A* applies the pathmax adjustment to its values; the audit uses the raw values.
      admissible: proved, 8 of 8 states of this board checked
      consistent: proved, 24 of 24 actions of this board checked
      dead ends: 8 of 8 recognised
      A* expands nothing
    ");
    assert_output!(run_with_input(&["audit", "-", "-H", "relaxed-map"], r#"{"colour": "red", "pieces": [], "blocks": []}"#), @"
    status 0
    --- stdout
    standard input: whole reachable state space, 1 state and 0 actions; the board costs 0

    heuristic    claims                  admissible  consistent   exact  relative error  worst error
    relaxed-map  admissible, consistent  proved      proved      100.0%               ?            0

    relaxed-map: claims admissible, consistent: both proved on this board
      admissible: proved, 1 of 1 states of this board checked
      consistent: proved, 0 of 0 actions of this board checked
      exact on 1 of 1 solvable states, mean error 0.00, mean relative error ?
      true cost − h
        0  1  ████████████████████████████████████████
      dead ends: none
      A* expands nothing
    ");
}

#[test]
fn a_sample_of_a_large_board() {
    let arguments = ["audit", "chexers/crowd.json", "-H", "jump-distance", "--states", "1000", "--sample", "30"];
    assert_output!(run(&arguments), @"
    status 0
    --- stdout
    chexers/crowd.json: sample of 30 states with 866 actions, because the board has more reachable states than --states; the board costs 19

    heuristic      claims                  admissible   consistent   exact  relative error  worst error
    jump-distance  admissible, consistent  not-refuted  not-refuted  53.6%            4.8%            3

    jump-distance: claims admissible, consistent: no counterexample found
      admissible: no counterexample in 334 states of this board
      consistent: no counterexample in 866 actions of this board
      exact on 179 of 334 solvable states whose cost is known, mean error 0.57, mean relative error 4.8%
      true cost − h
        0  179  ████████████████████████████████████████
        1  120  ███████████████████████████
        2   34  ████████
        3    1  █
      dead ends: none among them
      mean of true cost − h by the cells of pieces
                 q = 0   1   2   3
      r = -3      -1 1.4   · 0.8   ·
      r = -2    -2 0.2 0.3 0.5 0.1 0.0
      r = -1  -3 1.0 0.5 0.3 0.6 0.7 1.3
      r =  0     · 0.0 0.6 0.3 0.7 0.2 0.0
      r =  1       · 0.8 0.5 0.5 0.4 0.2
      r =  2         ·   ■   ■ 0.2   ■
      r =  3           ■ 0.7 0.4 0.2
    ");
}

#[test]
fn json() {
    assert_output!(run_with_input(&["audit", "-", "-H", "h1", "--json"], "R 1\nK .\n"), @r#"
    status 0
    --- stdout
    {
      "pathmax": {
        "version": "[version]",
        "command": "pathmax audit - -H h1 --json",
        "seed": 1
      },
      "actions": 1,
      "admissible": {
        "broken": 0,
        "checked": 2,
        "counterexample": null,
        "verdict": "proved"
      },
      "consistent": {
        "broken": 0,
        "checked": 1,
        "counterexample": null,
        "verdict": "proved"
      },
      "cost": 8,
      "heuristic": "h1",
      "heuristics": [
        {
          "admissible": {
            "broken": 0,
            "checked": 2,
            "counterexample": null,
            "verdict": "proved"
          },
          "claims": {
            "admissible": false,
            "consistent": false
          },
          "consistent": {
            "broken": 0,
            "checked": 1,
            "counterexample": null,
            "verdict": "proved"
          },
          "heuristic": "h1",
          "pathmax": false,
          "quality": {
            "called_dead": 0,
            "dead_ends_missed": 0,
            "dead_ends_recognised": 0,
            "errors": [
              {
                "error": 0,
                "states": 2
              }
            ],
            "exact": 2,
            "expansions": {
              "branching": 0,
              "overestimation": 0,
              "plan": 1,
              "ties": 0,
              "total": 1,
              "underestimation": 0
            },
            "heat": [
              {
                "cells": [
                  {
                    "cell": "(0, 0)",
                    "mean_error": 0.0,
                    "states": 1
                  },
                  {
                    "cell": "(0, 1)",
                    "mean_error": 0.0,
                    "states": 1
                  },
                  {
                    "cell": "(1, 0)",
                    "mean_error": 0.0,
                    "states": 2
                  },
                  {
                    "cell": "(1, 1)",
                    "mean_error": null,
                    "states": 0
                  }
                ],
                "thing": "agents"
              },
              {
                "cells": [
                  {
                    "cell": "(0, 0)",
                    "mean_error": null,
                    "states": 0
                  },
                  {
                    "cell": "(0, 1)",
                    "mean_error": 0.0,
                    "states": 1
                  },
                  {
                    "cell": "(1, 0)",
                    "mean_error": null,
                    "states": 0
                  },
                  {
                    "cell": "(1, 1)",
                    "mean_error": null,
                    "states": 0
                  }
                ],
                "thing": "pawns"
              }
            ],
            "mean_error": 0.0,
            "mean_relative_error": 0.0,
            "solvable": 2,
            "states": 2
          }
        }
      ],
      "interrupted": false,
      "out_of_time": false,
      "puzzle": "pawn-hunt",
      "states": 2,
      "stopped": null,
      "whole_space": true
    }
    "#);
    let output = run_with_input(&["audit", "-", "-H", "h1", "--json"], KNIGHT_TAKES);
    let report: serde_json::Value = serde_json::from_str(output.split_once("--- stdout\n").unwrap().1).unwrap();
    let h1 = &report["heuristics"][0];
    let findings = serde_json::json!([h1["admissible"], h1["consistent"]]);
    assert_output!(serde_json::to_string_pretty(&findings).unwrap(), @r#"
    [
      {
        "broken": 20,
        "checked": 64,
        "counterexample": {
          "board": "[size]\n1 .\n. R\n",
          "claim": "admissible",
          "cost": 10,
          "edge": null,
          "h": 16,
          "puzzle": "pawn-hunt",
          "smallness": "proven",
          "state": null
        },
        "verdict": "refuted"
      },
      {
        "broken": 14,
        "checked": 252,
        "counterexample": {
          "board": "[size]\n1 .\n. R\n",
          "claim": "consistent",
          "cost": 10,
          "edge": {
            "action": "BISHOP from (0, 1) to (1, 0) capturing 1.",
            "board_after": ". .\nB .\n. R\n",
            "cost": 10,
            "h_after": 0
          },
          "h": 16,
          "puzzle": "pawn-hunt",
          "smallness": "proven",
          "state": null
        },
        "verdict": "refuted"
      }
    ]
    "#);
    let arguments = ["audit", "chexers/crowd.json", "-H", "null", "--states", "9", "--sample", "0", "--json"];
    assert_output!(run(&arguments), @r#"
    status 3
    --- stdout
    {
      "pathmax": {
        "version": "[version]",
        "command": "pathmax audit chexers/crowd.json -H null --states 9 --sample 0 --json",
        "seed": 1
      },
      "actions": 0,
      "admissible": {
        "broken": 0,
        "checked": 0,
        "counterexample": null,
        "verdict": null
      },
      "consistent": {
        "broken": 0,
        "checked": 0,
        "counterexample": null,
        "verdict": null
      },
      "cost": null,
      "heuristic": "null",
      "heuristics": [
        {
          "admissible": {
            "broken": 0,
            "checked": 0,
            "counterexample": null,
            "verdict": null
          },
          "claims": {
            "admissible": true,
            "consistent": true
          },
          "consistent": {
            "broken": 0,
            "checked": 0,
            "counterexample": null,
            "verdict": null
          },
          "heuristic": "null",
          "pathmax": false,
          "quality": null
        }
      ],
      "interrupted": false,
      "out_of_time": false,
      "puzzle": "chexers",
      "states": 0,
      "stopped": "states",
      "whole_space": false
    }
    --- stderr
    stopped: the board has more reachable states than --states
    "#);
}
