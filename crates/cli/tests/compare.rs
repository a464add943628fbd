//! `pathmax compare`.

use crate::support::{pathmax, run_with_input};

/// Runs `pathmax compare` in the folder of the Chexers boards.
pub fn run(arguments: &[&str]) -> String {
    crate::support::run(pathmax("chexers", &[&["compare"], arguments].concat()))
}

#[test]
fn one_board_and_every_heuristic() {
    assert_comparison!(run(&["stepping-stones.json"]), @"
    status 0
    --- stdout
    chexers: 1 board, 6 combinations
    limits per run: [size], 20,000,000 expansions

    Runs
    board  combination  cost  proven  expanded  generated  b*  memory  time
    stepping-stones.json  astar/relaxed-map  4  yes  4  19  1.73  [size]  [time]
    stepping-stones.json  astar/supported-jumps  4  yes  4  19  1.73  [size]  [time]
    stepping-stones.json  astar/jump-distance  4  yes  4  19  1.73  [size]  [time]
    stepping-stones.json  astar/half-distance  4  yes  7  35  2.10  [size]  [time]
    stepping-stones.json  astar/half-or-blocks  4  no  4  19  1.73  [size]  [time]
    stepping-stones.json  astar/null  4  yes  22  113  2.95  [size]  [time]

    Coverage of 1 board
    combination  solved  proven
    astar/relaxed-map  1  1
    astar/supported-jumps  1  1
    astar/jump-distance  1  1
    astar/half-distance  1  1
    astar/half-or-blocks  1  0
    astar/null  1  1

    Geometric means over 1 board
    combination  expanded  generated  b*  memory  time
    astar/relaxed-map  4  19  1.73  [size]  [time]
    astar/supported-jumps  4  19  1.73  [size]  [time]
    astar/jump-distance  4  19  1.73  [size]  [time]
    astar/half-distance  7  35  2.10  [size]  [time]
    astar/half-or-blocks  4  19  1.73  [size]  [time]
    astar/null  22  113  2.95  [size]  [time]

    Ratios to astar/relaxed-map, over the same 1 board
    combination  expanded  generated  memory  time
    astar/relaxed-map  1.00 ×  1.00 ×  [ratio]  [ratio]
    astar/supported-jumps  1.00 ×  1.00 ×  [ratio]  [ratio]
    astar/jump-distance  1.00 ×  1.00 ×  [ratio]  [ratio]
    astar/half-distance  1.75 ×  1.84 ×  [ratio]  [ratio]
    astar/half-or-blocks  1.00 ×  1.00 ×  [ratio]  [ratio]
    astar/null  5.50 ×  5.95 ×  [ratio]  [ratio]
    ");
}

#[test]
fn limits_worse_plans_and_boards_without_a_solution() {
    let arguments = "leapfrog.json thicket.json blocked-exit.json --algorithms astar,GS,ucs -H relaxed-map \
                     --expansion-limit 1000 --repeat 2 --baseline UCS";
    assert_comparison!(run(&arguments.split_whitespace().collect::<Vec<_>>()), @"
    status 0
    --- stdout
    chexers: 3 boards, 3 combinations
    limits per run: [size], 1,000 expansions; shortest time of 2 runs

    Runs
    board  combination  cost  proven  expanded  generated  b*  memory  time  median
    leapfrog.json  astar/relaxed-map  8  yes  15  144  1.66  [size]  [time]  [time]
    leapfrog.json  greedy/relaxed-map  13 (+5)  no  13  88  1.25  [size]  [time]  [time]
    leapfrog.json  ucs  8  yes  646  6,364  2.83  [size]  [time]  [time]
    thicket.json  astar/relaxed-map  15  yes  160  2,824  1.59  [size]  [time]  [time]
    thicket.json  greedy/relaxed-map  15  no  15  206  1.29  [size]  [time]  [time]
    thicket.json  ucs  ≥ 3  expansion limit  ≥ 1,000  ≥ 18,751  –  ≥ [size]  ≥ [time]  –
    blocked-exit.json  astar/relaxed-map  none  yes  0  0  –  [size]  [time]  [time]
    blocked-exit.json  greedy/relaxed-map  none  yes  0  0  –  [size]  [time]  [time]
    blocked-exit.json  ucs  none  yes  528  5,016  –  [size]  [time]  [time]

    Coverage of 3 boards
    combination  solved  no solution  proven  worse  not finished
    astar/relaxed-map  2  1  3  –  –
    greedy/relaxed-map  2  1  1  1  –
    ucs  1  1  2  –  expansion limit: 1

    Geometric means over the 1 of 3 boards that every combination finished by searching
    combination  expanded  generated  b*  memory  time
    astar/relaxed-map  15  144  1.66  [size]  [time]
    greedy/relaxed-map  13  88  1.25  [size]  [time]
    ucs  646  6,364  2.83  [size]  [time]

    Ratios to ucs, over the same 1 board
    combination  expanded  generated  memory  time
    astar/relaxed-map  0.023 ×  0.023 ×  [ratio]  [ratio]
    greedy/relaxed-map  0.020 ×  0.014 ×  [ratio]  [ratio]
    ucs  1.00 ×  1.00 ×  [ratio]  [ratio]

    Arithmetic means over 3 boards, finished or not
    at least: a run that did not finish counts what it used; PAR-2: it counts twice the limit
    combination  not finished  expanded, at least  expanded, PAR-2  time, at least
    astar/relaxed-map  0  58  58  [time]
    greedy/relaxed-map  0  9  9  [time]
    ucs  1  725  1,058  [time]

    Not finished
      thicket.json, ucs: the limit on expansions was reached after 1,000 expansions; no plan costs less than 3
    ");
}

#[test]
fn markdown_for_a_report() {
    let arguments = "leapfrog.json thicket.json -a astar -a ucs,weighted-astar:2 -H relaxed-map --expansion-limit 1000 \
                     --markdown";
    assert_comparison!(run(&arguments.split_whitespace().collect::<Vec<_>>()), @"
    status 0
    --- stdout
    **chexers: 2 boards, 3 combinations**

    limits per run: [size], 1,000 expansions

    **Runs**

    | board | combination | cost | proven | expanded | generated | b* | memory | time |
    | --- | --- | ---: | --- | ---: | ---: | ---: | ---: | ---: |
    | leapfrog.json | astar/relaxed-map | 8 | yes | 15 | 144 | 1.66 | [size] | [time] |
    | leapfrog.json | ucs | 8 | yes | 646 | 6,364 | 2.83 | [size] | [time] |
    | leapfrog.json | weighted-astar:2/relaxed-map | 9 (+1) | no | 13 | 124 | 1.52 | [size] | [time] |
    | thicket.json | astar/relaxed-map | 15 | yes | 160 | 2,824 | 1.59 | [size] | [time] |
    | thicket.json | ucs | ≥ 3 | expansion limit | ≥ 1,000 | ≥ 18,751 | – | ≥ [size] | ≥ [time] |
    | thicket.json | weighted-astar:2/relaxed-map | 15 | no | 15 | 206 | 1.29 | [size] | [time] |

    **Coverage of 2 boards**

    | combination | solved | proven | worse | not finished |
    | --- | ---: | ---: | ---: | --- |
    | astar/relaxed-map | 2 | 2 | – | – |
    | ucs | 1 | 1 | – | expansion limit: 1 |
    | weighted-astar:2/relaxed-map | 2 | 0 | 1 | – |

    **Geometric means over the 1 of 2 boards that every combination finished by searching**

    | combination | expanded | generated | b* | memory | time |
    | --- | ---: | ---: | ---: | ---: | ---: |
    | astar/relaxed-map | 15 | 144 | 1.66 | [size] | [time] |
    | ucs | 646 | 6,364 | 2.83 | [size] | [time] |
    | weighted-astar:2/relaxed-map | 13 | 124 | 1.52 | [size] | [time] |

    **Ratios to astar/relaxed-map, over the same 1 board**

    | combination | expanded | generated | memory | time |
    | --- | ---: | ---: | ---: | ---: |
    | astar/relaxed-map | 1.00 × | 1.00 × | [ratio] | [ratio] |
    | ucs | 43.1 × | 44.2 × | [ratio] | [ratio] |
    | weighted-astar:2/relaxed-map | 0.87 × | 0.86 × | [ratio] | [ratio] |

    **Arithmetic means over 2 boards, finished or not**

    at least: a run that did not finish counts what it used; PAR-2: it counts twice the limit

    | combination | not finished | expanded, at least | expanded, PAR-2 | time, at least |
    | --- | ---: | ---: | ---: | ---: |
    | astar/relaxed-map | 0 | 88 | 88 | [time] |
    | ucs | 1 | 823 | 1,323 | [time] |
    | weighted-astar:2/relaxed-map | 0 | 14 | 14 | [time] |

    **Not finished**

    - thicket.json, ucs: the limit on expansions was reached after 1,000 expansions; no plan costs less than 3
    ");
}

#[test]
fn csv_for_a_spreadsheet() {
    let arguments = "leapfrog.json thicket.json blocked-exit.json --algorithms astar,ucs -H relaxed-map,null --csv \
                     --expansion-limit 1000";
    assert_comparison!(run(&arguments.split_whitespace().collect::<Vec<_>>()), @"
    status 0
    --- stdout
    puzzle,board,algorithm,heuristic,outcome,reason,cost,bound,optimal,if_admissible,excess,expanded,generated,effective_branching_factor,peak_memory,seconds,median_seconds,error,version,command,seed
    chexers,leapfrog.json,astar,relaxed-map,solved,,8,8,true,false,0,15,144,1.66262,[size],[time],[time],,[origin]
    chexers,leapfrog.json,astar,null,solved,,8,8,true,false,0,646,6364,2.83018,[size],[time],[time],,[origin]
    chexers,leapfrog.json,ucs,,solved,,8,8,true,false,0,646,6364,2.83018,[size],[time],[time],,[origin]
    chexers,thicket.json,astar,relaxed-map,solved,,15,15,true,false,0,160,2824,1.58994,[size],[time],[time],,[origin]
    chexers,thicket.json,astar,null,stopped,expansions,,3,false,false,,1000,18751,,[size],[time],[time],,[origin]
    chexers,thicket.json,ucs,,stopped,expansions,,3,false,false,,1000,18751,,[size],[time],[time],,[origin]
    chexers,blocked-exit.json,astar,relaxed-map,unsolvable,,,,false,false,,0,0,,[size],[time],[time],,[origin]
    chexers,blocked-exit.json,astar,null,unsolvable,,,,false,false,,528,5016,,[size],[time],[time],,[origin]
    chexers,blocked-exit.json,ucs,,unsolvable,,,,false,false,,528,5016,,[size],[time],[time],,[origin]
    ");
}

#[test]
fn names_with_commas_are_quoted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a, \"b\".json");
    std::fs::copy(crate::support::instances("chexers").join("one-step.json"), &file).unwrap();
    let output = run(&[file.to_str().unwrap(), "-a", "ucs", "--csv"]);
    assert!(output.contains("\nchexers,\"a, \"\"b\"\".json\",ucs,,solved,,2,2,true,false,0,"), "{output}");
}

#[test]
fn every_row_tells_its_origin() {
    let rows = run(&["one-step.json", "-q", "-a", "ucs,bfs", "--csv"]);
    let origin = format!(",{},\"pathmax compare one-step.json -q -a 'ucs,bfs' --csv\",", env!("CARGO_PKG_VERSION"));
    assert_eq!(rows.lines().filter(|row| row.starts_with("chexers,") && row.ends_with(&origin)).count(), 2, "{rows}");
}

#[test]
fn json_is_the_whole_report() {
    assert_comparison!(run(&["one-step.json", "-a", "astar,dfs:1", "-H", "null", "--json"]), @r#"
    status 0
    --- stdout
    {
      "pathmax": {
        "version": "[version]",
        "command": "pathmax compare one-step.json -a 'astar,dfs:1' -H null --json",
        "seed": null
      },
      "interrupted": false,
      "limits": {
        "seconds": null,
        "memory": [figure],
        "expansions": 20000000
      },
      "repeat": 1,
      "layers": false,
      "programs": [],
      "puzzles": [
        {
          "puzzle": "chexers",
          "boards": [
            "one-step.json"
          ],
          "common_boards": [],
          "baseline": "astar/null",
          "combinations": [
            {
              "combination": "astar/null",
              "solved": 1,
              "unsolvable": 0,
              "proven": 1,
              "proven_if_admissible": 0,
              "worse": 0,
              "stopped": {},
              "failed": 0,
              "not_run": 0,
              "means": null,
              "ratios": null,
              "all_boards": {
                "boards": 1,
                "unfinished": 0,
                "expanded_at_least": 7.0,
                "seconds_at_least": [figure],
                "expanded_par2": 7.0,
                "seconds_par2": null
              }
            },
            {
              "combination": "dfs:1",
              "solved": 0,
              "unsolvable": 0,
              "proven": 0,
              "proven_if_admissible": 0,
              "worse": 0,
              "stopped": {
                "depth": 1
              },
              "failed": 0,
              "not_run": 0,
              "means": null,
              "ratios": null,
              "all_boards": {
                "boards": 1,
                "unfinished": 1,
                "expanded_at_least": 1.0,
                "seconds_at_least": [figure],
                "expanded_par2": 40000000.0,
                "seconds_par2": null
              }
            }
          ],
          "contradictions": [],
          "runs": [
            {
              "board": "one-step.json",
              "combination": "astar/null",
              "algorithm": "astar",
              "heuristic": "null",
              "outcome": "solved",
              "reason": null,
              "cost": 2,
              "bound": 2,
              "optimal": true,
              "excess": 0,
              "effective_branching_factor": 5.60328,
              "statistics": {
                "expanded": 7,
                "generated": 37,
                "duplicates": 21,
                "reopened": 0,
                "dead_ends": 0,
                "peak_open": 7,
                "peak_stored": 11,
                "peak_memory": [figure],
                "bytes_per_state": [figure],
                "start_h": 0,
                "layers": [],
                "threads": 1,
                "seconds": [figure]
              },
              "samples": [time]
            },
            {
              "board": "one-step.json",
              "combination": "dfs:1",
              "algorithm": "dfs:1",
              "heuristic": null,
              "outcome": "stopped",
              "reason": "depth",
              "cost": null,
              "bound": 2,
              "optimal": false,
              "effective_branching_factor": null,
              "statistics": {
                "expanded": 1,
                "generated": 6,
                "duplicates": 0,
                "reopened": 0,
                "dead_ends": 0,
                "peak_open": 0,
                "peak_stored": 1,
                "peak_memory": [figure],
                "bytes_per_state": [figure],
                "start_h": 0,
                "layers": [],
                "threads": 1,
                "seconds": [figure]
              },
              "samples": [time]
            }
          ]
        }
      ]
    }
    "#);
}

#[test]
fn puzzles_stand_apart() {
    let arguments =
        ["compare", "chexers/leapfrog.json", "infexion/snowball.csv", "--algorithms", "bfs,astar", "--heuristics"];
    let output = crate::support::run_in_instances(&[&arguments[..], &["relaxed-map,line-cover"]].concat());
    assert_comparison!(output, @"
    status 0
    --- stdout
    chexers: 1 board, 2 combinations
    limits per run: [size], 20,000,000 expansions

    Runs
    board  combination  cost  proven  expanded  generated  b*  memory  time
    chexers/leapfrog.json  bfs  8  yes  642  6,337  2.83  [size]  [time]
    chexers/leapfrog.json  astar/relaxed-map  8  yes  15  144  1.66  [size]  [time]

    Coverage of 1 board
    combination  solved  proven
    bfs  1  1
    astar/relaxed-map  1  1

    Geometric means over 1 board
    combination  expanded  generated  b*  memory  time
    bfs  642  6,337  2.83  [size]  [time]
    astar/relaxed-map  15  144  1.66  [size]  [time]

    Ratios to bfs, over the same 1 board
    combination  expanded  generated  memory  time
    bfs  1.00 ×  1.00 ×  [ratio]  [ratio]
    astar/relaxed-map  0.023 ×  0.023 ×  [ratio]  [ratio]

    infexion: 1 board, 2 combinations
    limits per run: [size], 20,000,000 expansions

    Runs
    board  combination  cost  proven  expanded  generated  b*  memory  time
    infexion/snowball.csv  bfs  6  yes  1,224  18,263  4.94  [size]  [time]
    infexion/snowball.csv  astar/line-cover  6  yes  260  3,708  3.74  [size]  [time]

    Coverage of 1 board
    combination  solved  proven
    bfs  1  1
    astar/line-cover  1  1

    Geometric means over 1 board
    combination  expanded  generated  b*  memory  time
    bfs  1,224  18,263  4.94  [size]  [time]
    astar/line-cover  260  3,708  3.74  [size]  [time]

    Ratios to bfs, over the same 1 board
    combination  expanded  generated  memory  time
    bfs  1.00 ×  1.00 ×  [ratio]  [ratio]
    astar/line-cover  0.21 ×  0.20 ×  [ratio]  [ratio]
    ");
}

#[test]
fn folders_standard_input_and_boards_that_are_given_twice() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["one-step.json", "leapfrog.json", "manifest.json"] {
        std::fs::copy(crate::support::instances("chexers").join(name), folder.path().join(name)).unwrap();
    }
    std::fs::write(folder.path().join("notes.md"), "Not a board.\n").unwrap();
    std::fs::write(folder.path().join("broken.json"), r#"{"colour": "pink", "pieces": [], "blocks": []}"#).unwrap();
    let mut command = pathmax("chexers", &["compare", ".", "-", "leapfrog.json", "-", "-a", "ucs"]);
    command.current_dir(folder.path());
    let board = std::fs::read(crate::support::instances("chexers").join("stepping-stones.json")).unwrap();
    assert_comparison!(run_with_input(command, &board), @r#"
    status 0
    --- stdout
    chexers: 3 boards, 1 combination
    limits per run: [size], 20,000,000 expansions

    Runs
    board  combination  cost  proven  expanded  generated  b*  memory  time
    leapfrog.json  ucs  8  yes  646  6,364  2.83  [size]  [time]
    one-step.json  ucs  2  yes  7  37  5.60  [size]  [time]
    standard input  ucs  4  yes  22  113  2.95  [size]  [time]

    Coverage of 3 boards
    combination  solved  proven
    ucs  3  3

    Geometric means over 3 boards
    combination  expanded  generated  b*  memory  time
    ucs  46  299  3.60  [size]  [time]
    --- stderr
    note: ./broken.json: skipped: line 1, column 12: colour: expected "red", "green" or "blue", found "pink"
    note: ./notes.md: skipped: this is not a board that pathmax knows (formats)
    note: leapfrog.json: given twice; counted once
    note: standard input: given twice; counted once
    "#);
}

#[test]
fn quiet_tells_errors_only() {
    let output = run(&["one-step.json", "one-step.json", "-q", "-a", "ucs", "-H", "null", "--csv"]);
    assert!(output.starts_with("status 0\n--- stdout\n") && !output.contains("--- stderr"), "{output}");
    assert_comparison!(run(&["one-step.json", "one-step.json", "-a", "ucs", "-H", "null", "--csv"]), @"
    status 0
    --- stdout
    puzzle,board,algorithm,heuristic,outcome,reason,cost,bound,optimal,if_admissible,excess,expanded,generated,effective_branching_factor,peak_memory,seconds,median_seconds,error,version,command,seed
    chexers,one-step.json,ucs,,solved,,2,2,true,false,0,7,37,5.60328,[size],[time],[time],,[origin]
    --- stderr
    note: one-step.json: given twice; counted once
    note: none of these algorithms uses a heuristic; --heuristics is ignored
    ");
}

#[test]
fn a_plot_is_written_beside_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.svg");
    let output = run(&["leapfrog.json", "--plot", path.to_str().unwrap(), "--csv"]);
    assert!(output.starts_with("status 0\n--- stdout\npuzzle,board,"), "{output}");
    let svg = std::fs::read_to_string(path).unwrap();
    for text in ["chexers: 1 board, 6 combinations", "astar/half-or-blocks", "Expansions (log scale)", "leapfrog.json"]
    {
        assert!(svg.contains(text), "{text}");
    }
}
