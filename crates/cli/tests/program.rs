//! The program: its output streams and exit statuses.

use std::process::{Command, Stdio};

use crate::support::instances;

fn pathmax(arguments: &[&str]) -> Command {
    crate::support::pathmax("chexers", arguments)
}

fn run(arguments: &[&str]) -> String {
    crate::support::run(pathmax(arguments))
}

fn run_with_input(arguments: &[&str], input: &[u8]) -> String {
    crate::support::run_with_input(pathmax(arguments), input)
}

#[test]
fn a_plan_goes_to_standard_output_and_the_rest_to_standard_error() {
    assert_output!(run(&["solve", "stepping-stones.json"]), @"
    status 0
    --- stdout
    JUMP from (-3, 0) to (-1, 0).
    JUMP from (-1, 0) to (1, 0).
    JUMP from (1, 0) to (3, 0).
    EXIT from (3, 0).
    --- stderr
    solved: cost 4, proven optimal
    chexers · astar with relaxed-map · 4 expanded, 19 generated · [time] · [size]
    ");
    assert_output!(run(&["solve", "stepping-stones.json", "--quiet"]), @"
    status 0
    --- stdout
    JUMP from (-3, 0) to (-1, 0).
    JUMP from (-1, 0) to (1, 0).
    JUMP from (1, 0) to (3, 0).
    EXIT from (3, 0).
    ");
}

#[test]
fn a_board_without_a_solution_has_status_1() {
    assert_output!(run(&["solve", "blocked-exit.json"]), @"
    status 1
    --- stderr
    no solution: proven
    chexers · astar with relaxed-map · 0 expanded, 0 generated · [time] · [size]
    ");
    assert_output!(run(&["solve", "blocked-exit.json", "-a", "idastar", "-H", "null", "-q"]), @"status 1");
}

#[test]
fn a_search_that_stops_has_status_3_and_tells_its_bound() {
    assert_output!(run(&["solve", "open-field.json", "--expansion-limit", "1000"]), @"
    status 3
    --- stderr
    stopped: the limit on expansions was reached; no plan costs less than 16
    chexers · astar with relaxed-map · 1,000 expanded, 16,770 generated · [time] · [size]
    ");
    assert_output!(run(&["solve", "open-field.json", "--time-limit", "0s"]), @"
    status 3
    --- stderr
    stopped: the time limit was reached; no plan costs less than 14
    chexers · astar with relaxed-map · 0 expanded, 0 generated · [time] · [size]
    ");
    assert_output!(run(&["solve", "crowd.json", "--algorithm", "ucs", "--memory-limit", "1MiB"]), @"
    status 3
    --- stderr
    stopped: the memory limit was reached; no plan costs less than 4
    chexers · ucs · 5,670 expanded, 176,041 generated · [time] · [size]
    ");
    assert_output!(run(&["solve", "leapfrog.json", "--algorithm", "dfs", "--depth-limit", "3"]), @"
    status 3
    --- stderr
    stopped: nothing was found within the depth limit; no plan costs less than 4
    chexers · dfs:3 · 40 expanded, 373 generated · [time] · [size]
    ");
}

#[test]
fn plans_that_are_not_proven_say_how_good_they_are() {
    let headline =
        |arguments: &[&str]| run(arguments).lines().filter(|line| line.starts_with("solved")).collect::<String>();
    assert_output!(headline(&["solve", "open-field.json", "--algorithm", "weighted-astar", "--weight", "3"]), @"solved: cost 22, at most 1.57 times the best (proven: none costs less than 14)");
    assert_output!(headline(&["solve", "open-field.json", "--algorithm", "GS"]), @"solved: cost 31, at most 2.21 times the best (proven: none costs less than 14)");
    assert_output!(headline(&["solve", "leapfrog.json", "--algorithm", "dfs"]), @"solved: cost 259, at most 259.00 times the best (proven: none costs less than 1)");
}

#[test]
fn settings_are_part_of_the_name() {
    let summary = |arguments: &[&str]| {
        let output = run(&[&["solve", "leapfrog.json"], arguments].concat());
        let line = output.lines().find(|line| line.contains(" expanded, ")).unwrap_or_default().to_string();
        line.split(" · ").skip(1).take(2).collect::<Vec<_>>().join(" · ")
    };
    assert_output!(summary(&[]), @"astar with relaxed-map · 15 expanded, 144 generated");
    assert_output!(summary(&["--ties", "higher-g"]), @"astar:higher-g with relaxed-map · 15 expanded, 144 generated");
    assert_output!(summary(&["--ties", "lower-g", "--no-reopen"]), @"astar:no-reopen:lower-g with relaxed-map · 18 expanded, 176 generated");
    assert_output!(summary(&["--ties", "first-in", "--pathmax"]), @"astar:pathmax:first-in with relaxed-map · 18 expanded, 176 generated");
    assert_output!(summary(&["--algorithm", "ucs", "--ties", "first-in"]), @"ucs:first-in · 646 expanded, 6,364 generated");
    assert_output!(summary(&["--algorithm", "ida*", "--pathmax"]), @"idastar:pathmax with relaxed-map · 10 expanded, 98 generated");
    assert_output!(run(&["solve", "leapfrog.json", "--algorithm", "greedy", "--ties", "lower-g"]), @r#"
    status 2
    --- stderr
    error: ties must be a tie-breaking (first-in or last-in), not "lower-g"
    "#);
    assert_output!(run(&["solve", "leapfrog.json", "--algorithm", "ucs", "--no-reopen"]), @"
    status 2
    --- stderr
    error: --no-reopen only applies to astar and weighted-astar, not to ucs; leave it out
    ");
    assert_output!(run(&["solve", "leapfrog.json", "--ties", "random"]), @"
    status 2
    --- stderr
    error: invalid value 'random' for '--ties <ORDER>'
      [possible values: higher-g, lower-g, first-in, last-in]

    For more information, try '--help'.
    ");
    let json = run(&["solve", "leapfrog.json", "--ties", "lower-g", "--no-reopen", "--json", "--quiet"]);
    assert!(json.contains(r#""settings": ["#) && json.contains(r#""lower-g""#), "{json}");
}

#[test]
fn json_is_one_object() {
    assert_output!(run(&["solve", "stepping-stones.json", "--json"]), @r#"
    status 0
    --- stdout
    {
      "pathmax": {
        "version": "[version]",
        "command": "pathmax solve stepping-stones.json --json",
        "seed": null
      },
      "puzzle": "chexers",
      "algorithm": "astar",
      "heuristic": "relaxed-map",
      "outcome": "solved",
      "reason": null,
      "cost": 4,
      "bound": 4,
      "optimal": true,
      "suboptimality": 1.0,
      "gap": 0.0,
      "actions": [
        "JUMP from (-3, 0) to (-1, 0).",
        "JUMP from (-1, 0) to (1, 0).",
        "JUMP from (1, 0) to (3, 0).",
        "EXIT from (3, 0)."
      ],
      "effective_branching_factor": 1.73414,
      "statistics": {
        "expanded": 4,
        "generated": 19,
        "duplicates": 3,
        "reopened": 0,
        "dead_ends": 0,
        "peak_open": 11,
        "peak_stored": 15,
        "peak_memory": [size],
        "bytes_per_state": [size],
        "start_h": 4,
        "layers": [
          {
            "f": 4,
            "expanded": 4
          }
        ],
        "threads": 1,
        "seconds": [time]
      }
    }
    --- stderr
    solved: cost 4, proven optimal
    chexers · astar with relaxed-map · 4 expanded, 19 generated · [time] · [size]
    "#);
    assert_output!(run(&["solve", "walled-in.json", "--json", "-q"]), @r#"
    status 1
    --- stdout
    {
      "pathmax": {
        "version": "[version]",
        "command": "pathmax solve walled-in.json --json -q",
        "seed": null
      },
      "puzzle": "chexers",
      "algorithm": "astar",
      "heuristic": "relaxed-map",
      "outcome": "unsolvable",
      "reason": null,
      "cost": null,
      "bound": null,
      "optimal": false,
      "suboptimality": null,
      "gap": null,
      "actions": [],
      "effective_branching_factor": null,
      "statistics": {
        "expanded": 0,
        "generated": 0,
        "duplicates": 0,
        "reopened": 0,
        "dead_ends": 1,
        "peak_open": 0,
        "peak_stored": 0,
        "peak_memory": [size],
        "bytes_per_state": [size],
        "start_h": null,
        "layers": [],
        "threads": 1,
        "seconds": [time]
      }
    }
    "#);
    assert_output!(run(&["solve", "open-field.json", "--json", "-q", "--expansion-limit", "3"]), @r#"
    status 3
    --- stdout
    {
      "pathmax": {
        "version": "[version]",
        "command": "pathmax solve open-field.json --json -q --expansion-limit 3",
        "seed": null
      },
      "puzzle": "chexers",
      "algorithm": "astar",
      "heuristic": "relaxed-map",
      "outcome": "stopped",
      "reason": "expansions",
      "cost": null,
      "bound": 14,
      "optimal": false,
      "suboptimality": null,
      "gap": null,
      "actions": [],
      "effective_branching_factor": null,
      "statistics": {
        "expanded": 3,
        "generated": 57,
        "duplicates": 7,
        "reopened": 0,
        "dead_ends": 0,
        "peak_open": 48,
        "peak_stored": 51,
        "peak_memory": [size],
        "bytes_per_state": [size],
        "start_h": 14,
        "layers": [
          {
            "f": 14,
            "expanded": 3
          }
        ],
        "threads": 1,
        "seconds": [time]
      }
    }
    "#);
}

#[test]
fn standard_input_is_a_file_too() {
    let board = br#"{"colour": "red", "pieces": [[3, 0]], "blocks": []}"#;
    assert_output!(run_with_input(&["solve", "-"], board), @"
    status 0
    --- stdout
    EXIT from (3, 0).
    --- stderr
    solved: cost 1, proven optimal
    chexers · astar with relaxed-map · 1 expanded, 4 generated · [time] · [size]
    ");
    assert_output!(run_with_input(&["solve", "-"], b""), @"
    status 2
    --- stderr
    error: standard input: there is no board: the file is empty
    ");
    assert_output!(run_with_input(&["solve", "-"], b"{\"colour\": \"red\",\n\"pieces\": [[7, 0]], \"blocks\": []}"), @"
    status 2
    --- stderr
    error: standard input: line 2, column 12: pieces[0]: (7, 0) is off the board: q, r and q+r must lie between -3 and 3
    ");
    assert_output!(run_with_input(&["solve", "-"], b"caf\xe9"), @"
    status 2
    --- stderr
    error: standard input: line 1, column 4: this is not UTF-8 text (byte 0xE9)
    ");
}

#[test]
fn wrong_usage_has_status_2_and_says_what_would_be_right() {
    assert_output!(run(&["solve", "no-such-file.json"]), @"
    status 2
    --- stderr
    error: no-such-file.json: there is no such file
    ");
    assert_output!(run(&["solve", "."]), @"
    status 2
    --- stderr
    error: .: this is a directory, not a file
    ");
    assert_output!(run(&["solve", "maze.json", "--heuristic", "magic"]), @r#"
    status 2
    --- stderr
    error: maze.json: chexers has no heuristic "magic"; choose from relaxed-map, supported-jumps, jump-distance, half-distance, half-or-blocks, perfect, null
    "#);
    assert_output!(run(&["solve", "maze.json", "--algorithm", "magic"]), @r#"
    status 2
    --- stderr
    error: invalid value 'magic' for '--algorithm <ALGORITHM>': there is no algorithm "magic"; choose from astar, partial-astar, ucs, greedy, weighted-astar, bfs, dfs, iddfs, idastar

    For more information, try '--help'.
    "#);
    assert_output!(run(&["solve", "maze.json", "--weight", "2"]), @"
    status 2
    --- stderr
    error: --weight only applies to weighted-astar, not to astar; leave it out
    ");
    assert_output!(run(&["solve", "maze.json", "--algorithm", "weighted-astar", "--weight", "0.5"]), @"
    status 2
    --- stderr
    error: invalid value '0.5' for '--weight <WEIGHT>': give a number from 1 to 1000, such as 1.5

    For more information, try '--help'.
    ");
    assert_output!(run(&["solve", "maze.json", "--time-limit", "soon"]), @"
    status 2
    --- stderr
    error: invalid value 'soon' for '--time-limit <TIME>': give a time with its unit, such as 30s, 5m or 1h30m

    For more information, try '--help'.
    ");
    assert_output!(run(&["solve", "maze.json", "--memory-limit", "64"]), @"
    status 2
    --- stderr
    error: invalid value '64' for '--memory-limit <SIZE>': give a size with its unit, such as 64MiB or 2GiB

    For more information, try '--help'.
    ");
    assert_output!(run(&["solve", "maze.json", "--algorithm", "idastar", "--table", "huge"]), @"
    status 2
    --- stderr
    error: invalid value 'huge' for '--table <SIZE>': give a size with its unit, such as 64MiB or 2GiB, or off

    For more information, try '--help'.
    ");
    assert_output!(run(&["solve"]), @"
    status 2
    --- stderr
    error: the following required arguments were not provided:
      <FILE>

    Usage: pathmax solve <FILE>

    For more information, try '--help'.
    ");
}

#[test]
fn odd_requests_are_remarked_on() {
    let remarks =
        |arguments: &[&str]| run(arguments).lines().filter(|line| line.starts_with("note")).collect::<String>();
    assert_output!(remarks(&["solve", "one-step.json", "--algorithm", "bfs", "--heuristic", "jump-distance"]), @"note: this algorithm uses no heuristic; jump-distance is ignored");
    let board = br#"{"colour": "red", "pieces": [], "blocks": [], "raduis": 4}"#;
    assert_output!(run_with_input(&["solve", "-"], board), @r#"
    status 0
    --- stderr
    note: standard input: unknown key "raduis" ignored
    solved: cost 0, proven optimal
    chexers · astar with relaxed-map · 0 expanded, 0 generated · [time] · [size]
    "#);
}

#[test]
fn showing_a_board_remarks_on_it_too() {
    let board = br#"{"colour": "red", "pieces": [], "blocks": [], "raduis": 4}"#;
    let output = run_with_input(&["show", "-"], board);
    assert!(output.contains("note: standard input: unknown key \"raduis\" ignored"), "{output}");
}

#[test]
fn boards_are_shown() {
    assert_output!(run(&["show", "small-hexagon.json"]), @"
    status 0
    --- stdout
             q = 0   1   2
    r = -2    -1   G   G   G
    r = -1  -2   ·   ·   ·   ·
    r =  0     ·   ·   ■   ·   ·
    r =  1       ·   ■   ·   ·
    r =  2         ○   ○   ○
    G green piece   ■ block   ○ exit (r = 2)
    ");
    assert_output!(run(&["show", "one-step.json", "--play"]), @"
    status 0
    --- stdout
    start
               q = 0   1   2   3
    r = -3      -1   ·   ·   ·   ○
    r = -2    -2   ·   ·   ·   ·   ○
    r = -1  -3   ·   ·   ·   ·   ·   ○
    r =  0     ·   ·   ·   ·   ·   R   ○
    r =  1       ·   ·   ·   ·   ·   ·
    r =  2         ·   ·   ·   ·   ·
    r =  3           ·   ·   ·   ·
    R red piece   ■ block   ○ exit (q = 3)

    1 of 2: MOVE from (2, 0) to (3, 0).
               q = 0   1   2   3
    r = -3      -1   ·   ·   ·   ○
    r = -2    -2   ·   ·   ·   ·   ○
    r = -1  -3   ·   ·   ·   ·   ·   ○
    r =  0     ·   ·   ·   ·   ·   ·   R
    r =  1       ·   ·   ·   ·   ·   ·
    r =  2         ·   ·   ·   ·   ·
    r =  3           ·   ·   ·   ·
    R red piece   ■ block   ○ exit (q = 3)

    2 of 2: EXIT from (3, 0).
               q = 0   1   2   3
    r = -3      -1   ·   ·   ·   ○
    r = -2    -2   ·   ·   ·   ·   ○
    r = -1  -3   ·   ·   ·   ·   ·   ○
    r =  0     ·   ·   ·   ·   ·   ·   ○
    r =  1       ·   ·   ·   ·   ·   ·
    r =  2         ·   ·   ·   ·   ·
    r =  3           ·   ·   ·   ·
    R red piece   ■ block   ○ exit (q = 3)
    --- stderr
    solved: cost 2, proven optimal
    chexers · astar with relaxed-map · 2 expanded, 10 generated · [time] · [size]
    ");
    assert_output!(run(&["show", "walled-in.json", "--play"]), @"
    status 1
    --- stdout
               q = 0   1   2   3
    r = -3      -1   ·   ·   ·   ○
    r = -2    -2   ·   ·   ·   ·   ○
    r = -1  -3   ·   ·   ·   ·   ·   ○
    r =  0     ·   ·   ·   ·   ·   ·   ○
    r =  1       ■   ·   ■   ·   ·   ·
    r =  2         ■   ■   ·   ·   ·
    r =  3           R   ■   ■   ·
    R red piece   ■ block   ○ exit (q = 3)
    --- stderr
    no solution: proven
    chexers · astar with relaxed-map · 0 expanded, 0 generated · [time] · [size]
    ");
}

#[test]
fn colours_come_on_demand_and_respect_no_color() {
    let output = |command: &mut Command| String::from_utf8_lossy(&command.output().unwrap().stdout).into_owned();
    let show = || pathmax(&["show", "one-step.json"]);
    assert!(!output(&mut show()).contains('\u{1b}'), "no colours in a pipe");
    assert!(output(show().env("CLICOLOR_FORCE", "1")).contains("\u{1b}[1m\u{1b}[91mR"));
    assert!(!output(show().env("CLICOLOR_FORCE", "0").env("NO_COLOR", "1")).contains('\u{1b}'));
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    for arguments in [&["list"][..], &["solve", "maze.json"], &["show", "maze.json"], &["solve", "maze.json", "--json"]]
    {
        let mut child = pathmax(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code().is_some() && !stderr.contains("panicked"), "{arguments:?}: {stderr}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = pathmax(&["solve", "maze.json", "-q"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("the output cannot be written"));
}

#[test]
fn every_instance_can_be_solved_by_its_file_name() {
    let folder = tempfile::tempdir().unwrap();
    for file in ["crowd.json", "largest-hexagon.json"] {
        let strange = folder.path().join("a board, with spaces and ümläuts");
        std::fs::copy(instances("chexers").join(file), &strange).unwrap();
        let output = pathmax(&["solve", strange.to_str().unwrap()]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{file}");
    }
}
