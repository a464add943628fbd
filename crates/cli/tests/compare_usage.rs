//! `pathmax compare`: wrong usage, the help, the progress in a terminal.

use crate::compare::run;

#[test]
fn wrong_usage_is_told_before_anything_runs() {
    assert_comparison!(run(&["leapfrog.json", "--algorithms", "astar,magic"]), @r#"
    status 2
    --- stderr
    error: invalid value 'magic' for '--algorithms <NAMES>': there is no algorithm "magic"; choose from astar, partial-astar, ucs, greedy, weighted-astar, bfs, dfs, iddfs, idastar

    For more information, try '--help'.
    "#);
    assert_comparison!(run(&["leapfrog.json", "--algorithms", "weighted-astar:0.5"]), @r#"
    status 2
    --- stderr
    error: invalid value 'weighted-astar:0.5' for '--algorithms <NAMES>': weighted-astar takes a weight from 1 to 1000, such as 1.5, the word pathmax, the word no-reopen or a tie-breaking (higher-g, lower-g, first-in or last-in) after the colon, not "0.5"

    For more information, try '--help'.
    "#);
    assert_comparison!(run(&["leapfrog.json", "--heuristics", "null,line-cover"]), @r#"
    status 2
    --- stderr
    error: there is no heuristic "line-cover" for these boards; chexers has relaxed-map, supported-jumps, jump-distance, half-distance, half-or-blocks, perfect, null
    "#);
    assert_comparison!(run(&["leapfrog.json", "--baseline", "ucs"]), @r#"
    status 2
    --- stderr
    error: the baseline "ucs" is not one of the combinations; choose from astar/relaxed-map, astar/supported-jumps, astar/jump-distance, astar/half-distance, astar/half-or-blocks, astar/null
    "#);
    assert_comparison!(run(&["leapfrog.json", "no-such.json"]), @"
    status 2
    --- stderr
    error: no-such.json: there is no such file
    ");
    assert_comparison!(run(&["leapfrog.json", "--repeat", "0"]), @"
    status 2
    --- stderr
    error: invalid value '0' for '--repeat <N>': 0 is not in 1..=1000

    For more information, try '--help'.
    ");
    assert_comparison!(run(&["leapfrog.json", "--csv", "--json"]), @"
    status 2
    --- stderr
    error: the argument '--csv' cannot be used with '--json'

    Usage: pathmax compare --csv <FILES>...

    For more information, try '--help'.
    ");
    assert_comparison!(run(&["leapfrog.json", "--plot", "out.jpg"]), @"
    status 2
    --- stderr
    error: invalid value 'out.jpg' for '--plot <FILE>': plots are written as SVG, PNG or PDF; give a name that ends in .svg, .png or .pdf

    For more information, try '--help'.
    ");
    assert_comparison!(run(&["leapfrog.json", "--plot", "no-such-folder/out.svg"]), @"
    status 2
    --- stderr
    error: no-such-folder/out.svg: cannot be written: there is no folder no-such-folder
    ");
    assert_comparison!(run(&[]), @"
    status 2
    --- stderr
    error: the following required arguments were not provided:
      <FILES>...

    Usage: pathmax compare <FILES>...

    For more information, try '--help'.
    ");
    let empty = tempfile::tempdir().unwrap();
    let output = run(&[empty.path().to_str().unwrap()]);
    assert!(output.starts_with("status 2\n") && output.contains("there is no board in this folder"), "{output}");
}

#[test]
fn what_cannot_run_leaves_no_plot_behind() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.svg");
    let output = run(&["leapfrog.json", "-H", "magic", "--plot", path.to_str().unwrap()]);
    assert!(output.starts_with("status 2\n"), "{output}");
    assert!(!path.exists());
}

#[test]
fn help_tells_the_limits_of_this_command() {
    assert_comparison!(run(&["-h"]), @r#"
    status 0
    --- stdout
    Compare algorithms and heuristics on many boards

    Usage: pathmax compare [OPTIONS] <FILES>...

    Arguments:
      <FILES>...  Board files, or folders of board files; `-` reads standard input

    Options:
          --puzzle <PUZZLE>  Treat the input as this puzzle (default: detect it) [possible values: puzzles]
          --color <WHEN>  When to use colours; auto: on a terminal, subject to NO_COLOR, CLICOLOR
                              and CLICOLOR_FORCE [default: auto] [possible values: auto, always, never]
          --spawn[=<on|off>]  Allow SPAWN: a new red stack of power 1 on an empty cell (infexion)
      -h, --help  Print help (see more with '--help')

    Search:
      -a, --algorithms <NAMES>
              Algorithms, separated by commas, with optional settings after colons: weighted-astar:2,
              astar:pathmax, astar:no-reopen:lower-g, dfs:20, idastar:off; see `pathmax list` [default:
              astar]
      -H, --heuristics <NAMES>
              Heuristics, separated by commas; each is used for the puzzles that have it [default: all]
          --baseline <COMBINATION>
              Combination that ratios refer to, such as `astar/null` or `ucs` [default: the first one]
          --repeat <N>
              Number of times to repeat each run; tables have the shortest time, JSON has all [default:
              1]
          --heuristic-cmd <[NAME=]COMMAND>
              Program that computes a heuristic, in addition to the listed ones: mine="python3 my_h.py";
              repeatable. The tables show it as NAME [default: the name of its file]; see `pathmax help
              heuristics`
          --heuristic-timeout <[NAME=]TIME>
              Maximum time per answer of all programs, or of one: mine=2m [default: 1m]
          --heuristic-claims <[NAME=]CLAIM>
              Claim about the values of all programs, or of one, that searches may rely on: admissible,
              or mine=consistent; without one, their plans are not proven optimal [default: none]
          --time-limit <TIME>
              Time limit per run: 30s, 5m, 1h30m
          --memory-limit <SIZE>
              Memory limit per run: 64MiB, 2GiB [default: three quarters of the free memory]
          --expansion-limit <N>
              Maximum number of expansions per run [default: 20,000,000 without --time-limit]

    Output:
          --out <FILE.ndjson>  Write each run to this file as it finishes: one JSON object per line,
                                  after a header
          --resume <FILE.ndjson>  Continue a file written by --out, without repeating its runs
          --layers  Include the expansions by f of each run in JSON and in the file of
                                  --out
          --plot <FILE>  Plot expansions, time, and expansions by f to this file: .svg, .png or
                                  .pdf; repeatable
          --plot-width <LENGTH>  Width of the plot, such as 85mm, 8.5cm, 3.3in or 240pt: the layout
                                  adapts, and text has at least 7 points [default: 180mm, larger text]
          --dpi <N>  Resolution of PNG plots in pixels per inch [default: 192]
          --markdown  Print Markdown tables
          --csv  Print CSV, one line per run
          --json  Print one JSON object: runs with the times of all repetitions,
                                  coverage, means, ratios, PAR-2
      -q, --quiet  Print only errors to standard error

    Examples:
      pathmax compare board.json  A* with every heuristic
      pathmax compare a.json b.json --algorithms astar,idastar,ucs
      pathmax compare boards/ --algorithms astar,weighted-astar:2 --heuristics relaxed-map
      pathmax compare boards/ --baseline astar/null --plot out.svg --plot out.pdf
      pathmax compare boards/ --plot column.pdf --plot-width 85mm  for a column of a paper
      pathmax compare boards/ --markdown > report.md
      pathmax compare boards/ -H relaxed-map,null --heuristic-cmd mine="python3 my_h.py"
      pathmax compare boards/ --time-limit 10m --resume results.ndjson

    --resume creates the file if it does not exist, so the same command starts and continues a long
    comparison.

    Exit status: 0 all runs were made, even if some stopped at a limit; 2 wrong usage, bad input, a
    heuristic program that failed, or runs that contradict each other; 3 interrupted (the runs made so
    far are printed).
    "#);
}

#[cfg(unix)]
mod in_a_terminal {
    use std::process::Stdio;

    use rexpect::process::{Signal, WaitStatus};
    use rexpect::session::{PtySession, spawn_command};

    use crate::support::pathmax;

    /// Milliseconds that a busy machine may take for what appears at once on an idle one.
    const PATIENCE: Option<u64> = Some(120_000);

    /// Uniform-cost search takes far longer than any test on this board.
    fn endless() -> tempfile::NamedTempFile {
        let board = r#"{"colour": "red", "radius": 6, "blocks": [],
            "pieces": [[-6,0],[-6,1],[-6,2],[-6,3],[-6,4],[-6,5],[-6,6],[-5,0]]}"#;
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), board).unwrap();
        file
    }

    fn in_terminal(arguments: &[&str]) -> PtySession {
        let mut command = pathmax("chexers", arguments);
        // A session gives its program the terminal as standard input.
        command.stdin(Stdio::inherit()).env("TERM", "xterm-256color");
        spawn_command(command, PATIENCE).unwrap()
    }

    #[test]
    fn an_interrupt_ends_with_the_runs_so_far() {
        let board = endless();
        let board = board.path().to_str().unwrap();
        let mut session = in_terminal(&["compare", "one-step.json", board, "-a", "bfs,ucs", "--csv"]);
        // Both runs on the first board are done, and the first run on the second board goes on.
        session.exp_regex("2 of 4 .+ bfs .+ [0-9,]+ expanded .Ctrl-C stops.").unwrap();
        session.process_mut().signal(Signal::SIGINT).unwrap();
        let output = session.exp_eof().unwrap();
        assert!(matches!(session.process().wait().unwrap(), WaitStatus::Exited(_, 3)));
        assert_eq!(output.matches(",solved,").count(), 2, "{output}");
        assert_eq!(output.matches(",not-run,,,,false,").count(), 2, "{output}");
        // The word before the colon has a colour.
        assert!(output.contains("interrupted") && output.contains(": 2 of 4 runs were made"), "{output}");
    }

    #[test]
    fn a_bar_tells_how_far_it_is() {
        let board = endless();
        let mut session = in_terminal(&["compare", "one-step.json", board.path().to_str().unwrap(), "-a", "ucs"]);
        session.exp_regex("1 of 2 .+ ucs .+ [0-9,]+ expanded .Ctrl-C stops.").unwrap();
        session.send_control('c').unwrap();
        session.exp_string(": 1 of 2 runs were made").unwrap();
        session.exp_eof().unwrap();
    }
}
