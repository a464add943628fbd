//! The program as a person or a script sees it: what it prints where, and how it ends.

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
    chexers · ucs · 5,706 expanded, 177,297 generated · [time] · [size]
    ");
    assert_output!(run(&["solve", "leapfrog.json", "--algorithm", "dfs", "--depth-limit", "3"]), @"
    status 3
    --- stderr
    stopped: nothing was found within the depth limit; no plan costs less than 4
    chexers · dfs · 40 expanded, 373 generated · [time] · [size]
    ");
}

#[test]
fn plans_that_are_not_proven_say_how_good_they_are() {
    let headline =
        |arguments: &[&str]| run(arguments).lines().filter(|line| line.starts_with("solved")).collect::<String>();
    assert_output!(headline(&["solve", "open-field.json", "--algorithm", "weighted-astar", "--weight", "3"]), @"solved: cost 22, at most 1.57 times the best (proven: none costs less than 14)");
    assert_output!(headline(&["solve", "open-field.json", "--algorithm", "GS"]), @"solved: cost 31, at most 2.21 times the best (proven: none costs less than 14)");
    assert_output!(headline(&["solve", "leapfrog.json", "--algorithm", "dfs"]), @"solved: cost 160, at most 160.00 times the best (proven: none costs less than 1)");
}

#[test]
fn json_is_one_object() {
    assert_output!(run(&["solve", "stepping-stones.json", "--json"]), @r#"
    status 0
    --- stdout
    {
      "puzzle": "chexers",
      "algorithm": "astar",
      "heuristic": "relaxed-map",
      "outcome": "solved",
      "reason": null,
      "cost": 4,
      "bound": 4,
      "optimal": true,
      "suboptimality": 1.0,
      "actions": [
        "JUMP from (-3, 0) to (-1, 0).",
        "JUMP from (-1, 0) to (1, 0).",
        "JUMP from (1, 0) to (3, 0).",
        "EXIT from (3, 0)."
      ],
      "effective_branching_factor": 1.7341440448141308,
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
      "puzzle": "chexers",
      "algorithm": "astar",
      "heuristic": "relaxed-map",
      "outcome": "unsolvable",
      "reason": null,
      "cost": null,
      "bound": null,
      "optimal": false,
      "suboptimality": null,
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
      "puzzle": "chexers",
      "algorithm": "astar",
      "heuristic": "relaxed-map",
      "outcome": "stopped",
      "reason": "expansions",
      "cost": null,
      "bound": 14,
      "optimal": false,
      "suboptimality": null,
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
    error: maze.json: chexers has no heuristic "magic"; choose from relaxed-map, jump-distance, half-distance, half-or-blocks, perfect, null
    "#);
    assert_output!(run(&["solve", "maze.json", "--algorithm", "magic"]), @"
    status 2
    --- stderr
    error: invalid value 'magic' for '--algorithm <ALGORITHM>'
      [possible values: astar, partial-astar, ucs, greedy, weighted-astar, bfs, dfs, iddfs, idastar]

    For more information, try '--help'.
    ");
    assert_output!(run(&["solve", "maze.json", "--weight", "2"]), @"
    status 2
    --- stderr
    error: --weight means nothing to astar; leave it out, or see `pathmax solve --help`
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
    assert_output!(remarks(&["solve", "one-step.json", "--algorithm", "bfs", "--heuristic", "jump-distance"]), @"note: this algorithm uses no heuristic; jump-distance was ignored");
    let board = br#"{"colour": "red", "pieces": [], "blocks": [], "raduis": 4}"#;
    assert_output!(run_with_input(&["solve", "-"], board), @r#"
    status 0
    --- stderr
    note: standard input: the key "raduis" means nothing here and was ignored
    solved: cost 0, proven optimal
    chexers · astar with relaxed-map · 0 expanded, 0 generated · [time] · [size]
    "#);
}

#[test]
fn showing_a_board_remarks_on_it_too() {
    let board = br#"{"colour": "red", "pieces": [], "blocks": [], "raduis": 4}"#;
    let output = run_with_input(&["show", "-"], board);
    assert!(output.contains("note: standard input: the key \"raduis\" means nothing here and was ignored"), "{output}");
}

#[test]
fn the_list_is_complete() {
    assert_output!(run(&["list"]), @r#"
    status 0
    --- stdout
    Puzzles
      chexers         bring all own pieces off the hexagon by moving, jumping and leaving; every action costs 1
                      file: JSON, {"colour": "red", "pieces": [[q, r], …], "blocks": [[q, r], …]}
                      solved by astar unless told otherwise
      infexion        spread red stacks on a 7 × 7 torus until no blue stack is left; every action costs 1
                      file: CSV, a line a stack: r,q,colour,power, as in 5,6,r,2
                      solved by partial-astar unless told otherwise
      pawn-hunt       capture all pawns with knights, bishops and rooks; a move costs 6, 10 or 8
                      file: text, a row a line, cells separated by spaces: `.` empty, `x` obstacle, K B R agents, a digit a pawn
                      solved by astar unless told otherwise

    Algorithms (--algorithm NAME)
      astar, AS       a cheapest plan         A*: least cost so far plus estimate first
      partial-astar   a cheapest plan         A* that stores a state only when its turn has come: less memory, some states twice
      ucs, UCS        a cheapest plan         uniform-cost search: least cost so far first
      greedy, GS      a plan                  greedy best-first: least estimate first
      weighted-astar  a plan within a bound   A* that counts the estimate more: sooner done, within a known factor of the best
      bfs             a shortest plan         breadth-first: fewest actions first
      dfs             a plan                  depth-first, no state twice
      iddfs           a shortest plan         iterative-deepening depth-first: a depth limit that grows
      idastar         a cheapest plan         iterative-deepening A*: a limit on cost plus estimate that grows
      Cheapest plans take an admissible heuristic, where one is used. Where every action costs the same, as in
      chexers and infexion, a shortest plan is a cheapest one.

    Heuristics of chexers (--heuristic NAME; the first is the default)
      relaxed-map     admissible, consistent  per piece, the fewest actions to leave if jumps were always allowed, around the blocks
      jump-distance   admissible, consistent  per piece, half the distance to the exit edge, rounded up, plus 1
      half-distance   admissible, consistent  per piece, half the distance to the exit edge, rounded down
      half-or-blocks  claims nothing          per piece, the distance less the jumps it may make: as many as there are blocks, half the distance at most
      perfect         admissible, consistent  the true cost, by solving everything that can be reached backward from the goals (small boards)
      null            admissible, consistent  0

    Heuristics of infexion (--heuristic NAME; the first is the default)
      potentials      admissible              what each stack is worth on its cell, tuned to the board; or token-balance if that is more
      token-balance   admissible              the fewest spreads whose tokens can take all blue stacks and bridge the gaps, or line-cover if that is more
      line-cover      admissible, consistent  the fewest lines along the three axes that hold all blue stacks
      perfect         admissible, consistent  the true cost, by solving everything that can be reached backward from the goals (small boards)
      null            admissible, consistent  0

    Heuristics of pawn-hunt (--heuristic NAME; the first is the default)
      tours           admissible              the cheapest way to share the pawns out, if no agent were in another's way
      spanning-tree   admissible              the cheapest tree that joins agents and pawns, around the obstacles
      h2              admissible              per pawn the cheapest way in from an agent or another pawn, straight lines only
      h1              claims nothing          8 a pawn, and 8 more if no rook has a pawn in its row or column
      six-per-pawn    admissible, consistent  a move of the cheapest agent for every pawn
      perfect         admissible, consistent  the true cost, by solving everything that can be reached backward from the goals (small boards)
      null            admissible, consistent  0
    "#);
    let json = run(&["list", "--json"]);
    assert!(json.contains("\"name\": \"weighted-astar\"") && json.contains("\"name\": \"relaxed-map\""));
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
fn help_tells_everything() {
    assert_output!(run(&["--help"]), @r#"
    status 0
    --- stdout
    Solves one-player board puzzles optimally, and proves it

    Usage: pathmax <COMMAND>

    Commands:
      solve        Find a cheapest plan for a board
      show         Draw a board, in the terminal or as a picture
      map          Show a heuristic as a map of the board, and how large the search from there is
      compare      Compare algorithms and heuristics on many boards
      audit        Prove or refute that heuristics are admissible and consistent, and tell how good they
                   are
      check        Judge somebody's answer to a board
      generate     Make boards of known best cost and difficulty
      grade        Grade somebody's program on every board of a folder
      serve        Open the workbench in the browser
      list         List puzzles, algorithms and heuristics, and what they claim
      completions  Print a completion script for a shell
      help         Print this message or the help of the given subcommand(s)

    Options:
      -h, --help     Print help
      -V, --version  Print version

    Examples:
      pathmax solve board.json                      the cheapest plan, a line an action
      pathmax solve board.json --algorithm idastar  the same in little memory
      pathmax show board.json --play                step through the solution
      pathmax compare boards/ --plot out.svg        algorithms and heuristics against each other
      pathmax map board.json --against perfect      a heuristic on every cell, and the truth
      pathmax audit board.json                      are heuristics admissible, consistent, any good?
      pathmax check board.json answer.txt           is somebody's answer right, and optimal?
      pathmax generate chexers --count 9 --out DIR  boards of known best cost
      pathmax grade --solver "./search {file}" DIR  somebody's program on a folder of boards
      pathmax serve --open                          all of this in the browser
      pathmax list                                  puzzles, algorithms, heuristics

    Exit status: 0 solved or done, 1 the answer is no (proved that there is no solution, an answer is
    not optimal), 2 wrong usage or bad input, 3 stopped at a limit or interrupted.
    "#);
    assert_output!(run(&["solve", "-h"]), @"
    status 0
    --- stdout
    Find a cheapest plan for a board

    Usage: pathmax solve [OPTIONS] <FILE>

    Arguments:
      <FILE>  The board file; `-` reads standard input

    Options:
          --puzzle <PUZZLE>  Take files for boards of this puzzle, whatever they look like [possible
                             values: chexers, infexion, pawn-hunt]
          --spawn            Infexion: allow SPAWN
      -h, --help             Print help (see more with '--help')

    Search:
      -a, --algorithm <ALGORITHM>     The search algorithm: astar, partial-astar, ucs, greedy,
                                      weighted-astar, bfs, dfs, iddfs, idastar [default: the puzzle's
                                      own, see `pathmax list`]
      -H, --heuristic <HEURISTIC>     The heuristic, by its name in `pathmax list` [default: the
                                      puzzle's first]
          --heuristic-cmd <COMMAND>   A program as the heuristic: it reads a state a line (JSON) and
                                      writes a number or `inf` a line; see docs/heuristics.md
          --heuristic-timeout <TIME>  The time that the program has for an answer [default: 10s]
          --heuristic-claims <CLAIM>  What to believe of the program's values; plans count as proven
                                      only if they are lower bounds [default: nothing] [possible values:
                                      admissible, consistent]
          --weight <WEIGHT>           weighted-astar: how much the estimate counts, from 1 [default:
                                      1.5]
          --pathmax                   astar: even out an inconsistent heuristic along the path (pathmax
                                      adjustment)
          --threads <N>               astar, partial-astar, ucs, weighted-astar: use up to this many
                                      threads once 5,000 states are expanded; with 1, all that is
                                      counted and the choice among plans of equal cost are always the
                                      same [default: one a core; 1 for --format report]
          --depth-limit <N>           dfs, iddfs: the most actions in a plan
          --table <SIZE>              iddfs, idastar: remember states in at most this much memory, or
                                      `off` [default: what the memory limit allows]
          --time-limit <TIME>         Stop after this much time: 30s, 5m, 1h30m [default: none; 5m for
                                      iddfs and idastar with --table off]
          --memory-limit <SIZE>       Stop when the search holds this much: 64MiB, 2GiB [default: three
                                      quarters of what is free]
          --expansion-limit <N>       Stop after this many expansions

    Output:
          --json             Print one JSON object: puzzle, outcome, cost, bound, actions, statistics
          --format <FORMAT>  How to print the plan [default: actions] [possible values: actions, report]
      -q, --quiet            Print nothing to standard error but errors
          --profile          Tell where time and memory went and why the board is hard; see
                             docs/profiling.md

    Examples:
      pathmax solve board.json
      pathmax solve board.json --algorithm astar --heuristic jump-distance
      pathmax solve board.json --algorithm weighted-astar --weight 2
      pathmax solve board.json --time-limit 30s --memory-limit 2GiB
      pathmax solve board.json --profile
      generate-a-board | pathmax solve - --json
    ");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(run(&["completions", shell]).contains("expansion-limit"), "{shell}");
    }
}

#[test]
fn nobody_listening_is_no_disaster() {
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
