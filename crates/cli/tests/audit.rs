//! `pathmax audit` as a person sees it.

#[macro_use]
mod support;

use std::fs;

use support::{pathmax, run as tell, run_in_instances as run, run_in_instances_with_input as run_with_input};

/// A rook that says too much of a pawn which the knight takes.
const KNIGHT_TAKES: &str = "R . .\nK . .\n. . 1\n";
const STEEP_FOR_H2: &str = "R . 1 . .\n. . . . K\n. . . . 2\n";

#[test]
fn a_proof() {
    assert_output!(run(&["audit", "chexers/stepping-stones.json", "-H", "relaxed-map"]), @"
    status 0
    --- stdout
    chexers/stepping-stones.json: everything that can be reached, 35 states and 166 actions; the board costs 4

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
      A* makes 4 expansions, by cause:
        4  100.0%  the plan itself
      mean of true cost − h by where pieces stand
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
    standard input: everything that can be reached, 3 states and 4 actions; the board costs 8

    heuristic      claims                  admissible  consistent   exact  relative error  worst error
    tours          admissible              proved      proved      100.0%            0.0%            0
    spanning-tree  admissible              proved      proved      100.0%            0.0%            0
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
      A* makes 1 expansion, by cause:
        1  100.0%  the plan itself
      mean of true cost − h by where agents stand
           0   1   2
       0 0.0 0.0 0.0
      mean of true cost − h by where pawns stand
           0   1   2
       0   ·   · 0.0

    spanning-tree: claims admissible: proved on this board
      admissible: proved, 3 of 3 states of this board checked
      consistent: proved, 4 of 4 actions of this board checked
      exact on 3 of 3 solvable states, mean error 0.00, mean relative error 0.0%
      true cost − h
        0  3  ████████████████████████████████████████
      dead ends: none
      A* makes 1 expansion, by cause:
        1  100.0%  the plan itself
      mean of true cost − h by where agents stand
           0   1   2
       0 0.0 0.0 0.0
      mean of true cost − h by where pawns stand
           0   1   2
       0   ·   · 0.0

    h2: claims admissible: proved on this board
      A* lifts its values along the path (pathmax adjustment); audited are the values as they are.
      admissible: proved, 3 of 3 states of this board checked
      consistent: proved, 4 of 4 actions of this board checked
      exact on 3 of 3 solvable states, mean error 0.00, mean relative error 0.0%
      true cost − h
        0  3  ████████████████████████████████████████
      dead ends: none
      A* makes 1 expansion, by cause:
        1  100.0%  the plan itself
      mean of true cost − h by where agents stand
           0   1   2
       0 0.0 0.0 0.0
      mean of true cost − h by where pawns stand
           0   1   2
       0   ·   · 0.0

    h1: claims nothing
      admissible: proved, 3 of 3 states of this board checked
      consistent: proved, 4 of 4 actions of this board checked
      exact on 3 of 3 solvable states, mean error 0.00, mean relative error 0.0%
      true cost − h
        0  3  ████████████████████████████████████████
      dead ends: none
      A* makes 1 expansion, by cause:
        1  100.0%  the plan itself
      mean of true cost − h by where agents stand
           0   1   2
       0 0.0 0.0 0.0
      mean of true cost − h by where pawns stand
           0   1   2
       0   ·   · 0.0

    six-per-pawn: claims admissible, consistent: both proved on this board
      admissible: proved, 3 of 3 states of this board checked
      consistent: proved, 4 of 4 actions of this board checked
      exact on 3 of 3 solvable states, mean error 0.00, mean relative error 0.0%
      true cost − h
        0  3  ████████████████████████████████████████
      dead ends: none
      A* makes 1 expansion, by cause:
        1  100.0%  the plan itself
      mean of true cost − h by where agents stand
           0   1   2
       0 0.0 0.0 0.0
      mean of true cost − h by where pawns stand
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
      A* makes 1 expansion, by cause:
        1  100.0%  the plan itself
      mean of true cost − h by where agents stand
           0   1   2
       0 8.0 8.0 0.0
      mean of true cost − h by where pawns stand
           0   1   2
       0   ·   · 8.0
    ");
}

#[test]
fn counterexamples() {
    assert_output!(run_with_input(&["audit", "-", "--heuristic", "h1"], KNIGHT_TAKES), @"
    status 1
    --- stdout
    standard input: everything that can be reached, 64 states and 252 actions; the board costs 6

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
        no smaller board breaks the claim: all were tried
      consistent: refuted by 14 of 252 actions; for example:
             0  1
         0   ·  B
         1   1  ·
         2   ·  R
        K knight   B bishop   R rook   1 pawn   ■ obstacle
        h = 16, true cost 10
        BISHOP from (0, 1) to (1, 0) capturing 1. costs 10, but then h = 0
        no smaller board breaks the claim: all were tried
      exact on 42 of 64 solvable states, mean error −1.38, mean relative error −28.2%
      true cost − h
        −10   6  ██████
         −4   6  ██████
         −2   8  ████████
          0  42  ████████████████████████████████████████
          6   2  ██
      dead ends: none
      A* makes 1 expansion, by cause:
        1  100.0%  the plan itself
      mean of true cost − h by where agents stand
            0     1     2
       0 −1.9  −3.5  −0.7
       1 −3.5  −3.5   0.1
       2 −0.7   0.1   0.0
      mean of true cost − h by where pawns stand
            0     1     2
       0    ·     ·     ·
       1    ·     ·     ·
       2    ·     ·  −1.8
    ");
    assert_output!(run_with_input(&["audit", "-", "--heuristic", "h2"], STEEP_FOR_H2), @"
    status 1
    --- stdout
    standard input: everything that can be reached, 574 states and 3,830 actions; the board costs 22

    heuristic  claims      admissible  consistent  exact  relative error  worst error
    h2         admissible  proved      refuted     37.8%           26.0%           16

    h2: claims admissible: proved on this board
      A* lifts its values along the path (pathmax adjustment); audited are the values as they are.
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
        no smaller board breaks the claim: all were tried
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
      A* makes 11 expansions, by cause:
         3   27.3%  the plan itself
         1    9.1%  branching: on another cheapest plan
         7   63.6%  underestimation: f below the cost of the board
      mean of true cost − h by where agents stand
           0   1   2   3   4
       0 3.6 4.7 1.5 4.0 4.1
       1 3.8 4.6 4.1 6.2 4.0
       2 2.8 3.0 4.2 4.3 1.7
      mean of true cost − h by where pawns stand
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
    pawn-hunt/wrong-colour.txt: everything that can be reached, 8 states and 24 actions; the board has no solution

    heuristic  claims                  admissible  consistent  exact  relative error  worst error
    null       admissible, consistent  proved      proved          ?               ?            ?
    h2         admissible              proved      proved          ?               ?            ?

    null: claims admissible, consistent: both proved on this board
      admissible: proved, 8 of 8 states of this board checked
      consistent: proved, 24 of 24 actions of this board checked
      dead ends: 0 of 8 recognised
      A* makes 8 expansions, by cause:
        8  100.0%  underestimation: f below the cost of the board

    h2: claims admissible: proved on this board
      A* lifts its values along the path (pathmax adjustment); audited are the values as they are.
      admissible: proved, 8 of 8 states of this board checked
      consistent: proved, 24 of 24 actions of this board checked
      dead ends: 8 of 8 recognised
      A* expands nothing
    ");
    assert_output!(run_with_input(&["audit", "-", "-H", "relaxed-map"], r#"{"colour": "red", "pieces": [], "blocks": []}"#), @"
    status 0
    --- stdout
    standard input: everything that can be reached, 1 state and 0 actions; the board costs 0

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
    assert_output!(run(&[&arguments[..], &["--time-limit", "5m"]].concat()), @"
    status 0
    --- stdout
    chexers/crowd.json: a sample of 30 states with 952 actions, because the board has more states than may be explored; the board costs 19

    heuristic      claims                  admissible   consistent   exact  relative error  worst error
    jump-distance  admissible, consistent  not-refuted  not-refuted  54.9%            4.1%            2

    jump-distance: claims admissible, consistent: no counterexample found
      admissible: no counterexample in 344 states of this board
      consistent: no counterexample in 952 actions of this board
      exact on 189 of 344 solvable states whose cost is known, mean error 0.51, mean relative error 4.1%
      true cost − h
        0  189  ████████████████████████████████████████
        1  133  █████████████████████████████
        2   22  █████
      dead ends: none among them
      mean of true cost − h by where pieces stand
                 q = 0   1   2   3
      r = -3      -1 1.2 0.0   · 0.0
      r = -2    -2 0.3 0.0 0.8 0.4 0.0
      r = -1  -3 0.9 0.1 0.1 0.5 0.6 1.0
      r =  0     · 0.8 0.6 0.4 0.6 0.0   ·
      r =  1       · 0.8 0.3 0.5 0.5 0.0
      r =  2         ·   ■   ■ 0.3   ■
      r =  3           ■ 0.6 0.3 0.0
    ");
}

#[test]
fn json() {
    assert_output!(run_with_input(&["audit", "-", "-H", "h1", "--json"], "R 1\nK .\n"), @r#"
    status 0
    --- stdout
    {
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
      "puzzle": "chexers",
      "states": 0,
      "stopped": "states",
      "whole_space": false
    }
    --- stderr
    stopped: the board has more states than may be explored
    "#);
}

#[test]
fn a_counterexample_is_saved_solved_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = pathmax("chexers", &["audit", "leapfrog.json", "-H", "half-or-blocks", "--json", "--out"]);
    command.arg(folder.path().join("board.json"));
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.ends_with("board.json: shows that half-or-blocks is not admissible\n"), "{message}");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let shown = &report["heuristics"][0]["admissible"]["counterexample"];
    let board = fs::read_to_string(folder.path().join("board.json")).unwrap();
    assert_eq!(shown["board"], board);
    let mut solve = pathmax("chexers", &["solve", "--json", "--quiet"]);
    let solved = solve.arg(folder.path().join("board.json")).output().unwrap();
    let solved: serde_json::Value = serde_json::from_slice(&solved.stdout).unwrap();
    // The two pieces of the board that was audited, on the smallest board where they show it.
    assert_eq!((&solved["cost"], &shown["cost"]), (&6.into(), &6.into()));
    assert_eq!((&shown["h"], &shown["smallness"]), (&7.into(), &"proven".into()));
}

#[test]
fn counterexamples_of_several_heuristics_go_into_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let board = folder.path().join("board.txt");
    fs::write(&board, KNIGHT_TAKES).unwrap();
    let save = |heuristics: &str, out: &str| {
        let mut command = pathmax("pawn-hunt", &["audit", "board.txt", "--heuristic", heuristics, "--out", out]);
        command.current_dir(folder.path());
        let output = command.output().unwrap();
        format!("status {}\n{}", output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    insta::assert_snapshot!(save("h1,null", "many"), @"
    status 1
    many/h1-admissible.txt: shows that h1 is not admissible
    many/h1-consistent.txt: shows that h1 is not consistent
    ");
    // A folder that is there is taken for one.
    insta::assert_snapshot!(save("h1", "many"), @"
    status 1
    many/h1-admissible.txt: shows that h1 is not admissible
    many/h1-consistent.txt: shows that h1 is not consistent
    ");
    insta::assert_snapshot!(save("null", "none.txt"), @"
    status 0
    nothing is refuted: none.txt was not written
    ");
    insta::assert_snapshot!(save("null,h2", "nothing"), @"
    status 0
    nothing is refuted: no file was written into nothing
    ");
    insta::assert_snapshot!(save("h1", "missing/one.txt"), @"
    status 2
    error: missing/one.txt: cannot be written: No such file or directory (os error 2)
    ");
    insta::assert_snapshot!(save("h1,null", "board.txt"), @"
    status 2
    error: board.txt: this is a file, but the counterexamples of several heuristics go into a folder; name another
    ");
    let mut names: Vec<_> = fs::read_dir(folder.path().join("many")).unwrap().map(|e| e.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["h1-admissible.txt", "h1-consistent.txt"]);
    assert!(!folder.path().join("none.txt").exists());
    // What was saved is smaller than what was audited.
    assert!(fs::read_to_string(folder.path().join("many/h1-admissible.txt")).unwrap().len() < KNIGHT_TAKES.len());
}

#[test]
fn pictures() {
    let output = run(&["audit", "chexers/one-step.json", "-H", "null", "--svg", "-"]);
    assert!(output.starts_with("status 0\n--- stdout\n<svg "), "{output}");
    assert!(output.contains("null: pieces"), "{output}");
    let folder = tempfile::tempdir().unwrap();
    let mut command = pathmax("chexers", &["audit", "one-step.json", "-H", "null", "--svg"]);
    let output = tell({
        command.arg(folder.path().join("heat.svg"));
        command
    });
    assert!(output.contains("null: claims admissible, consistent: both proved on this board"), "{output}");
    assert!(fs::read_to_string(folder.path().join("heat.svg")).unwrap().ends_with("</svg>\n"));
}

#[test]
fn stopped_before_a_verdict() {
    assert_output!(run(&["audit", "infexion/crowd.csv", "-H", "line-cover", "--time-limit", "0s"]), @"
    status 3
    --- stdout
    infexion/crowd.csv: a sample of 5,096 states with 146,880 actions, because the time limit was reached

    heuristic   claims                  admissible  consistent  exact  relative error  worst error
    line-cover  admissible, consistent  ?           ?               ?               ?            ?

    line-cover: claims admissible, consistent: not everything could be checked
      admissible: not known, nothing could be checked
      consistent: not known, nothing could be checked
    --- stderr
    stopped: the time limit was reached
    ");
}

#[test]
fn wrong_usage() {
    assert_output!(run(&["audit", "chexers/leapfrog.json", "-H", "h1"]), @r#"
    status 2
    --- stderr
    error: chexers/leapfrog.json: chexers has no heuristic "h1"; choose from relaxed-map, jump-distance, half-distance, half-or-blocks, perfect, null
    "#);
    assert_output!(run(&["audit", "chexers", "--svg", "heat.svg"]), @"
    status 2
    --- stderr
    error: --svg draws a board's cells; give a board file instead of a puzzle's name
    ");
    assert_output!(run(&["audit", "./chexers"]), @"
    status 2
    --- stderr
    error: ./chexers: this is a directory, not a file
    ");
    assert_output!(run(&["audit", "nowhere.json"]), @"
    status 2
    --- stderr
    error: nowhere.json: there is no such file
    ");
    assert_output!(run(&["audit"]), @"
    status 2
    --- stderr
    error: the following required arguments were not provided:
      <FILE|PUZZLE>

    Usage: pathmax audit <FILE|PUZZLE>

    For more information, try '--help'.
    ");
    assert_output!(run(&["audit", "chexers/leapfrog.json", "--json", "--svg", "-"]), @"
    status 2
    --- stderr
    error: --json and --svg - would both be printed; give --svg a file
    ");
    assert_output!(run(&["audit", "chexers/leapfrog.json", "--states", "many"]), @"
    status 2
    --- stderr
    error: invalid value 'many' for '--states <N>': invalid digit found in string

    For more information, try '--help'.
    ");
    assert_output!(run_with_input(&["audit", "-"], "nonsense"), @r#"
    status 2
    --- stderr
    error: standard input: this is not a board that pathmax knows (chexers: JSON, {"colour": "red", "pieces": [[q, r], …], "blocks": [[q, r], …]}; infexion: CSV, a line a stack: r,q,colour,power, as in 5,6,r,2; pawn-hunt: text, a row a line, cells separated by spaces: `.` empty, `x` obstacle, K B R agents, a digit a pawn)
    "#);
}

#[test]
fn help() {
    assert_output!(run(&["audit", "--help"]), @r#"
    status 0
    --- stdout
    Prove or refute that heuristics are admissible and consistent, and tell how good they are

    On a board, everything that can be reached is solved backward from the goals; then every state is
    checked for h ≤ true cost, and every action for h ≤ its cost + h after it. The verdict is `proved`
    (on this board), or `refuted` with a counterexample. Of a board that is too large for that, a sample
    of states is checked: `refuted`, or `not-refuted` in so many states.

    From a puzzle's name alone, boards are searched for a break: all small ones, then random ones, then
    by climbing. What is found is made as small as can be.

    Usage: pathmax audit [OPTIONS] <FILE|PUZZLE>

    Arguments:
      <FILE|PUZZLE>
              A board file (`-` reads standard input), or the name of a puzzle

    Options:
          --puzzle <PUZZLE>
              Take files for boards of this puzzle, whatever they look like

              Possible values:
              - chexers:   bring all own pieces off the hexagon by moving, jumping and leaving; every
                action costs 1
              - infexion:  spread red stacks on a 7 × 7 torus until no blue stack is left; every action
                costs 1
              - pawn-hunt: capture all pawns with knights, bishops and rooks; a move costs 6, 10 or 8

          --spawn
              Infexion: allow SPAWN

      -H, --heuristic <NAME>
              A heuristic by its name in `pathmax list`; may be given several times [default: all but
              perfect]

      -h, --help
              Print help (see a summary with '-h')

    Search:
          --heuristic-cmd <COMMAND>
              A program as the heuristic: it reads a state a line (JSON) and writes a number or `inf` a
              line; see docs/heuristics.md

          --heuristic-timeout <TIME>
              The time that the program has for an answer [default: 10s]

          --heuristic-claims <CLAIM>
              What to believe of the program's values; plans count as proven only if they are lower
              bounds [default: nothing]

              Possible values:
              - admissible: Never above the true cost
              - consistent: Admissible, and never falls by more than an action costs

    Limits:
          --states <N>
              The most states that everything that can be reached may have; larger boards are sampled
              
              [default: 1000000]

          --sample <N>
              How many states to sample of a larger board: half around the start, half on random walks
              
              [default: 10000]

          --seed <N>
              What random walks and random boards depend on
              
              [default: 1]

          --time-limit <TIME>
              Stop after this much time: 30s, 5m, 1h30m [default: none for a proof, 10s for a sample or
              a puzzle, for each heuristic]

          --memory-limit <SIZE>
              The most memory for states: 64MiB, 2GiB [default: three quarters of what is free]

    Output:
      -o, --out <OUT>
              Save the counterexample as this board file; with several heuristics, or if it is a folder,
              save all in this folder under names like h1-admissible.txt

          --svg <OUT>
              Draw where on the board the heuristics are worst into this file; `-` prints it instead of
              the report

          --json
              Print one JSON object: verdicts, counterexamples, quality

    Examples:
      pathmax audit board.json                                  all heuristics of the puzzle
      pathmax audit board.json --heuristic half-or-blocks --out counterexample.json
      pathmax audit board.txt -H h1 -H h2 --out counterexamples  a folder: h1-admissible.txt, …
      pathmax audit board.json --svg heat.svg                   where on the board they are worst
      pathmax audit board.csv --sample 50000 --time-limit 1m --json
      pathmax audit chexers --heuristic half-or-blocks          is there any board that breaks it?
      pathmax audit pawn-hunt --heuristic-cmd "python3 my_h.py" --time-limit 1m
      pathmax audit ./chexers                                   a file that is named like a puzzle

    Exit status: 0 proved or not refuted, 1 something is refuted, 2 wrong usage or bad input, 3 stopped
    before a verdict, or interrupted.
    "#);
}

/// Interrupted while it samples, it tells what it knows.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_it() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    let arguments = ["audit", "archipelago.csv", "-H", "line-cover", "--states", "100000000", "--memory-limit", "4GiB"];
    let mut command = pathmax("infexion", &arguments);
    let child = command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped()).spawn().unwrap();
    // It is set up to listen long before this.
    std::thread::sleep(std::time::Duration::from_millis(700));
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("stopped: interrupted"), "{stderr}");
}

#[test]
fn a_break_is_found_from_the_puzzle_s_name_alone() {
    let found = run(&["audit", "chexers", "-H", "half-or-blocks"]);
    // The table above has a time, whose width is not always the same.
    let (table, section) = found.split_once("\n\nhalf-or-blocks\n").unwrap();
    assert!(table.starts_with("status 1\n") && table.contains("half-or-blocks  refuted     refuted"), "{table}");
    insta::assert_snapshot!(section, @"
    admissible: refuted by this board:
               q = 0   1   2
      r = -2    -1   ·   ·   ○
      r = -1  -2   ·   ·   ·   ○
      r =  0     R   R   ·   ·   ○
      r =  1       ·   ·   ·   ·
      r =  2         ·   ·   ·
      R red piece   ■ block   ○ exit (q = 2)
      h = 7, true cost 6: 1 too much
      no smaller board breaks the claim: all were tried
    consistent: refuted by this board:
               q = 0   1   2
      r = -2    -1   R   R   ○
      r = -1  -2   ·   ·   ·   ○
      r =  0     ·   ·   ·   ·   ○
      r =  1       ·   ·   ·   ·
      r =  2         ·   ·   ·
      R red piece   ■ block   ○ exit (q = 2)
      h = 3, true cost 4
      JUMP from (0, -2) to (2, -2). costs 1, but then h = 1
      no smaller board breaks the claim: all were tried
    ");
    let found = run(&["audit", "pawn-hunt", "-H", "h1", "--json"]);
    let (status, json) = found.split_once("--- stdout\n").unwrap();
    let report: serde_json::Value = serde_json::from_str(json).unwrap();
    assert_eq!((status, &report["admissible"]["verdict"]), ("status 1\n", &"refuted".into()));
    assert_eq!(report["admissible"], report["heuristics"][0]["admissible"]);
    let shown = &report["admissible"]["counterexample"];
    assert_eq!((&shown["h"], &shown["cost"], &shown["smallness"]), (&16.into(), &6.into(), &"proven".into()));
}

#[test]
fn a_sound_heuristic_is_not_refuted() {
    let report = run(&["audit", "pawn-hunt", "-H", "six-per-pawn", "--time-limit", "300ms"]);
    assert!(report.starts_with("status 0\n") && report.contains("admissible: no counterexample in "), "{report}");
}
