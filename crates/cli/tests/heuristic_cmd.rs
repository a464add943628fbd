//! `--heuristic-cmd`.

use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::support::{pathmax, run_in_instances as run};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// A program that gives every state this answer.
fn each(answer: &str) -> String {
    format!("sh -c 'while read state; do echo {answer}; done'")
}

#[test]
fn a_board_is_solved_with_a_program() {
    assert_output!(run(&["solve", "chexers/stepping-stones.json", "--heuristic-cmd", &each("1")]), @"
    status 0
    --- stdout
    JUMP from (-3, 0) to (-1, 0).
    JUMP from (-1, 0) to (1, 0).
    JUMP from (1, 0) to (3, 0).
    EXIT from (3, 0).
    --- stderr
    solved: cost 4, optimal: confirmed with relaxed-map
    chexers · astar with sh -c 'while read state; do echo 1; done' · 15 expanded, 74 generated · [time] · [size]
    ");
    assert_output!(run(&["solve", "chexers/stepping-stones.json", "--heuristic-cmd", &each("1"), "--heuristic-claims", "admissible"]), @"
    status 0
    --- stdout
    JUMP from (-3, 0) to (-1, 0).
    JUMP from (-1, 0) to (1, 0).
    JUMP from (1, 0) to (3, 0).
    EXIT from (3, 0).
    --- stderr
    solved: cost 4, proven optimal, if the heuristic is admissible as claimed
    chexers · astar with sh -c 'while read state; do echo 1; done' · 15 expanded, 74 generated · [time] · [size]
    ");
}

#[test]
fn what_rests_on_a_claim_is_said() {
    let claimed = ["--heuristic-cmd", &each("inf"), "--heuristic-claims", "consistent"];
    assert_output!(run(&[&["solve", "chexers/stepping-stones.json"], &claimed[..]].concat()), @"
    status 1
    --- stderr
    no solution: proven, if the heuristic is admissible as claimed
    chexers · astar with sh -c 'while read state; do echo inf; done' · 0 expanded, 0 generated · [time] · [size]
    ");
    assert_output!(run(&[&["solve", "chexers/stepping-stones.json", "--json"], &claimed[..]].concat()), @r#"
    status 1
    --- stdout
    {
      "pathmax": {
        "version": "[version]",
        "command": "pathmax solve chexers/stepping-stones.json --json --heuristic-cmd \"sh -c 'while read state; do echo inf; done'\" --heuristic-claims consistent",
        "seed": null
      },
      "puzzle": "chexers",
      "algorithm": "astar",
      "heuristic": "sh -c 'while read state; do echo inf; done'",
      "outcome": "unsolvable",
      "reason": null,
      "cost": null,
      "bound": null,
      "optimal": false,
      "if_admissible": true,
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
    --- stderr
    no solution: proven, if the heuristic is admissible as claimed
    chexers · astar with sh -c 'while read state; do echo inf; done' · 0 expanded, 0 generated · [time] · [size]
    "#);
}

#[test]
fn a_map_shows_what_a_program_says() {
    assert_output!(run(&["map", "pawn-hunt/rook-corridor.txt", "--heuristic-cmd", &each("2.5"), "--against", "perfect"]), @"
    status 0
    --- stdout
    sh -c 'while read state; do echo 2.5; done' on pawn-hunt/rook-corridor.txt: value for a lone pawn on each cell
         0  1  2  3  4  5
     0   R  3  3  3  3  ■
     1   ■  ■  ■  ■  3  ■
     2   3  3  3  3  3  3
     3   3  ■  ■  ■  ■  ■
     4   3  3  3  3  3  3

    true cost
         0   1   2   3   4   5
     0   R   8   8   8   8   ■
     1   ■   ■   ■   ■  16   ■
     2  24  24  24  24  16  24
     3  32   ■   ■   ■   ■   ■
     4  32  40  40  40  40  40

    error: true cost − h
         0   1   2   3   4   5
     0   R   5   5   5   5   ■
     1   ■   ■   ■   ■  13   ■
     2  21  21  21  21  13  21
     3  29   ■   ■   ■   ■   ■
     4  29  37  37  37  37  37
    exact on 0 of 18 cells, too low on 18

    the whole board: h = 3; the true cost is 48
    contribution of each piece to h (h minus h without it):
      R on (0, 0)   0
      1 on (2, 0)   0
      2 on (2, 5)   0
      3 on (4, 3)   0

    search space: 72 reachable states, 2 to 7 actions per state, 4.6 on average
    at most 152 states by counting: the agents on 19 squares, and any subset of the pawns, C(19, 1) · 2^3
    astar with sh -c 'while read state; do echo 2.5; done': 37 expanded, solved
    cost so far  states  actions per state  expanded
              0       1                4.0         1
              8       4                4.5         4
             16       2                4.5         2
             24       5                5.4         5
             32      12                5.2        12
             40      13                4.3        13
             48      18                4.3         0
             56       6                4.2         0
             64       5                5.5         0
             72       2                4.0         0
             80       4                4.0         0
    ");
    assert_output!(run(&["map", "infexion/first-spread.csv", "--states", "0", "--heuristic-cmd", &each("oops")]), @r#"
    status 2
    --- stderr
    error: infexion/first-spread.csv: the heuristic `sh -c 'while read state; do echo oops; done'` answered "oops"; it must write a number from 0, or inf, for the state
      {"stacks": [[3,3,"r",2], [3,4,"b",1], [3,5,"b",1]], "spawn": false}
    "#);
}

#[test]
fn programs_that_fail_are_told() {
    let solve = |command: &str| run(&["solve", "chexers/one-step.json", "--heuristic-cmd", command]);
    assert_output!(solve("sh -c 'echo I give up >&2; exit 3'"), @"
    status 2
    --- stderr
    error: chexers/one-step.json: the heuristic `sh -c 'echo I give up >&2; exit 3'` ended with exit status 3; 1 answer is missing. The end of its standard error:
      I give up
    ");
    assert_output!(solve(&each("-1")), @r#"
    status 2
    --- stderr
    error: chexers/one-step.json: the heuristic `sh -c 'while read state; do echo -1; done'` answered "-1", which is negative; it must write a number from 0, or inf, for the state
      {"colour": "red", "pieces": [[2,0]], "blocks": []}
    "#);
    assert_output!(solve("yes 0"), @r#"
    status 2
    --- stderr
    error: chexers/one-step.json: the heuristic `yes 0` wrote an extra line "0" after the last answer; it must write one line per state
    "#);
    assert_output!(run(&["show", "chexers/one-step.json", "--play", "--heuristic-cmd", &each("None")]), @r#"
    status 2
    --- stderr
    error: chexers/one-step.json: the heuristic `sh -c 'while read state; do echo None; done'` answered "None"; it must write a number from 0, or inf, for the state
      {"colour": "red", "pieces": [[2,0]], "blocks": []}
    "#);
    let stalls = ["--heuristic-cmd", "sleep 60", "--heuristic-timeout", "300ms"];
    assert_output!(run(&[&["solve", "chexers/one-step.json"], &stalls[..]].concat()), @"
    status 2
    --- stderr
    error: chexers/one-step.json: the heuristic `sleep 60` wrote nothing for 300ms: 1 of 1 answer to batch 1 is missing. Does it flush its output after every answer, as with print(h, flush=True), fflush(stdout) or `stdbuf -oL`? --heuristic-timeout allows more time
    ");
}

#[test]
fn wrong_usage_is_told() {
    let solve = |arguments: &[&str]| run(&[&["solve", "chexers/one-step.json"], arguments].concat());
    assert_output!(solve(&["--heuristic-cmd", ""]), @r#"
    status 2
    --- stderr
    error: invalid value '' for '--heuristic-cmd <COMMAND>': there is no command; give one such as "python3 my_h.py"

    For more information, try '--help'.
    "#);
    assert_output!(solve(&["--heuristic-cmd", "no-such-program-9 x"]), @"
    status 2
    --- stderr
    error: invalid value 'no-such-program-9 x' for '--heuristic-cmd <COMMAND>': there is no program no-such-program-9 in any folder of PATH

    For more information, try '--help'.
    ");
    assert_output!(solve(&["--heuristic-cmd", "sh", "--heuristic", "null"]), @"
    status 2
    --- stderr
    error: the argument '--heuristic-cmd <COMMAND>' cannot be used with '--heuristic <HEURISTIC>'

    Usage: pathmax solve --heuristic-cmd <COMMAND> <FILE>

    For more information, try '--help'.
    ");
    assert_output!(solve(&["--heuristic-timeout", "3s"]), @"
    status 2
    --- stderr
    error: the following required arguments were not provided:
      --heuristic-cmd <COMMAND>

    Usage: pathmax solve --heuristic-cmd <COMMAND> --heuristic-timeout <TIME> <FILE>

    For more information, try '--help'.
    ");
    assert_output!(solve(&["--heuristic-cmd", "sh", "--heuristic-timeout", "soon"]), @"
    status 2
    --- stderr
    error: invalid value 'soon' for '--heuristic-timeout <TIME>': give a time with its unit, such as 30s, 5m or 1h30m

    For more information, try '--help'.
    ");
    assert_output!(solve(&["--heuristic-cmd", "sh", "--heuristic-claims", "perfect"]), @"
    status 2
    --- stderr
    error: invalid value 'perfect' for '--heuristic-claims <CLAIM>'
      [possible values: admissible, consistent]

    For more information, try '--help'.
    ");
    assert_output!(solve(&["--algorithm", "bfs", "--heuristic-cmd", "false"]), @"
    status 0
    --- stdout
    MOVE from (2, 0) to (3, -1).
    EXIT from (3, -1).
    --- stderr
    note: this algorithm uses no heuristic; false is ignored
    solved: cost 2, proven optimal
    chexers · bfs · 3 expanded, 13 generated · [time] · [size]
    ");
}

#[test]
fn an_interrupt_ends_the_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let started = folder.path().join("started");
    let program = format!("sh -c 'echo $$ > {}; exec sleep 1000'", started.display());
    let arguments = ["solve", "chexers/one-step.json", "--heuristic-timeout", "1000s", "--heuristic-cmd", &program];
    let mut command = pathmax(".", &arguments);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let began = Instant::now();
    let id = loop {
        match std::fs::read_to_string(&started) {
            Ok(id) if id.ends_with('\n') => break id.trim().parse().unwrap(),
            _ => std::thread::sleep(Duration::from_millis(5)),
        }
        assert!(began.elapsed() < Duration::from_secs(120), "the program was not started");
    };
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.starts_with("stopped: interrupted; no plan costs less than 0\n"), "{stderr}");
    assert_eq!(output.status.code(), Some(3));
    // The program was ended, and waited for.
    assert!(kill(Pid::from_raw(id), None).is_err());
}
