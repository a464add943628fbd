//! `pathmax audit` around its reports: files, limits, wrong usage, interrupts, and puzzles by name.

use std::fs;

use crate::support::{pathmax, run as tell, run_in_instances as run, run_in_instances_with_input as run_with_input};

/// A rook that says too much of a pawn which the knight takes.
const KNIGHT_TAKES: &str = "R . .\nK . .\n. . 1\n";

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
    nothing is refuted: no file was written to nothing
    ");
    insta::assert_snapshot!(save("h1", "missing/one.txt"), @"
    status 2
    error: missing/one.txt: cannot be written: there is no folder missing
    ");
    fs::write(folder.path().join("other.txt"), "").unwrap();
    insta::assert_snapshot!(save("h1,null", "other.txt"), @"
    status 2
    error: other.txt: this is a file, but the counterexamples of several heuristics are written to a folder; give a folder
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
    infexion/crowd.csv: sample of 5,000 states with 139,572 actions, because the time limit was reached
    stopped by --time-limit: more time would check more or shrink counterexamples further

    heuristic   claims                  admissible  consistent  exact  relative error  worst error
    line-cover  admissible, consistent  ?           ?               ?               ?            ?

    line-cover: claims admissible, consistent: not everything could be checked
      admissible: unknown, nothing could be checked
      consistent: unknown, nothing could be checked
    --- stderr
    stopped: the time limit was reached
    ");
}

#[test]
fn wrong_usage() {
    assert_output!(run(&["audit", "chexers/leapfrog.json", "-H", "h1"]), @r#"
    status 2
    --- stderr
    error: chexers/leapfrog.json: chexers has no heuristic "h1"; choose from relaxed-map, supported-jumps, jump-distance, half-distance, half-or-blocks, perfect, null
    "#);
    assert_output!(run(&["audit", "chexers", "--svg", "heat.svg"]), @"
    status 2
    --- stderr
    error: --svg requires a board file instead of the name of a puzzle
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
    error: --json and --svg - both print to standard output; give a file for --svg
    ");
    assert_output!(run(&["audit", "chexers/leapfrog.json", "--states", "many"]), @"
    status 2
    --- stderr
    error: invalid value 'many' for '--states <N>': invalid digit found in string

    For more information, try '--help'.
    ");
    assert_output!(run_with_input(&["audit", "-"], "nonsense"), @"
    status 2
    --- stderr
    error: standard input: this is not a board that pathmax knows (formats)
    ");
}

#[test]
fn help() {
    assert_output!(run(&["audit", "--help"]), @r#"
    status 0
    --- stdout
    Prove or refute that heuristics are admissible and consistent, and measure their quality

    On a board, the whole reachable state space is solved backward from the goals; then each state is
    checked for h ≤ true cost, and each action for h ≤ its cost + h after it. The verdict is `proved`
    (on this board), or `refuted` with a counterexample. If the state space is too large, a sample of
    states is checked: the verdict is `refuted` or `not-refuted`.

    On a puzzle, counterexamples are searched for: all small boards, then random boards, then hill
    climbing. A counterexample is shrunk as far as possible.

    Usage: pathmax audit [OPTIONS] <FILE|PUZZLE>

    Arguments:
      <FILE|PUZZLE>
              Board file (`-` reads standard input), or the name of a puzzle

    Options:
          --puzzle <PUZZLE>
              Treat the input as this puzzle (default: detect it)
              
              [possible values: puzzles]

      -H, --heuristic <NAME>
              Heuristic, see `pathmax list`; repeatable [default: all but perfect]

          --spawn[=<on|off>]
              Allow SPAWN: a new red stack of power 1 on an empty cell (infexion)

          --color <WHEN>
              When to use colours; auto: on a terminal, subject to NO_COLOR, CLICOLOR and CLICOLOR_FORCE
              
              [default: auto]
              [possible values: auto, always, never]

      -h, --help
              Print help (see a summary with '-h')

    Search:
          --heuristic-cmd <COMMAND>
              Program that computes the heuristic: it reads one state per line (JSON) and writes one
              number or `inf` per line; see `pathmax help heuristics`

          --heuristic-timeout <TIME>
              Maximum time per answer of the program [default: 1m]

          --heuristic-claims <CLAIM>
              Claim about the program's values that the search may rely on; without one, plans are not
              proven optimal [default: none]

              Possible values:
              - admissible: Never above the true cost
              - consistent: Admissible, and no action lowers it by more than the action costs

    Limits:
          --states <N>
              Maximum number of reachable states to enumerate; larger state spaces are sampled
              
              [default: 1000000]

          --sample <N>
              Number of states to sample: half of them nearest to the start, half on random walks
              
              [default: 10000]

          --seed <N>
              Random seed
              
              [default: 1]

          --time-limit <TIME>
              Time limit: 30s, 5m, 1h30m; on a puzzle, per heuristic [default: none; a sample or a
              puzzle is audited with a fixed amount of work, about 10 seconds on one core]

          --memory-limit <SIZE>
              Memory limit for states: 64MiB, 2GiB [default: three quarters of the free memory]

    Output:
      -o, --out <OUT>
              Write the counterexample to this board file; with several heuristics, or if OUT is a
              folder, write all counterexamples to this folder (h1-admissible.txt, …)

          --svg <FILE>
              Write an SVG picture to this file; `-` prints it

          --png <FILE>
              Write the picture as a PNG image to this file; `-` prints it

          --pdf <FILE>
              Write the picture as a PDF page of the same size to this file; `-` prints it

          --dpi <N>
              Resolution of the PNG image in pixels per inch [default: 192]

          --json
              Print one JSON object: verdicts, counterexamples, quality

    Examples:
      pathmax audit board.json                                  all heuristics of the puzzle
      pathmax audit board.json --heuristic half-or-blocks --out counterexample.json
      pathmax audit board.txt -H h1 -H h2 --out counterexamples  to a folder: h1-admissible.txt, …
      pathmax audit board.json --svg heat.svg                   a picture of the mean errors per cell
      pathmax audit board.csv --sample 50000 --time-limit 1m --json
      pathmax audit chexers --heuristic half-or-blocks          search for a counterexample
      pathmax audit pawn-hunt --heuristic-cmd "python3 my_h.py" --time-limit 1m
      pathmax audit ./chexers                                   a file with the name of a puzzle

    Exit status: 0 proved or not refuted, 1 refuted, 2 wrong usage or bad input, 3 stopped before a
    verdict, or interrupted.
    "#);
}

/// Interrupted while it samples, it tells what it knows.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_it() {
    use rexpect::process::{Signal, WaitStatus};

    let arguments = ["audit", "archipelago.csv", "-H", "line-cover", "--states", "100000000", "--memory-limit", "4GiB"];
    let mut command = pathmax("infexion", &arguments);
    command.stdin(std::process::Stdio::inherit()).env("TERM", "xterm-256color");
    let mut session = rexpect::session::spawn_command(command, Some(120_000)).unwrap();
    session.exp_regex("[0-9,]+ states found .Ctrl-C stops.").unwrap();
    session.process_mut().signal(Signal::SIGINT).unwrap();
    let output = session.exp_eof().unwrap();
    assert!(matches!(session.process().wait().unwrap(), WaitStatus::Exited(_, 3)));
    // The word before the colon has a colour.
    assert!(output.contains("stopped") && output.contains(": interrupted"), "{output}");
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
      smallest counterexample: all smaller boards were checked
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
      smallest counterexample: all smaller boards were checked
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
    assert!(report.contains("; stopped by --time-limit\n"), "{report}");
}
