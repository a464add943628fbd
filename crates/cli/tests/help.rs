//! Help, lists and completions.

use crate::support::run_in_instances as run;

/// The paragraph of `pathmax list` that begins so, or the entry of that name among the puzzles.
fn listed(beginning: &str) -> String {
    let list = run(&["list"]);
    let (_, list) = list.split_once("--- stdout\n").unwrap();
    let (puzzles, others) = list.split_once("\n\n").unwrap();
    if let Some(paragraph) = others.split("\n\n").find(|paragraph| paragraph.starts_with(beginning)) {
        return paragraph.to_string();
    }
    let is_name = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    let lines = puzzles.lines().skip_while(|line| !line.starts_with(&format!("  {beginning} ")));
    let mut entry: Vec<&str> = lines.clone().take(1).collect();
    entry.extend(lines.skip(1).take_while(|line| !is_name(line)));
    entry.join("\n")
}

#[test]
fn the_list_describes_algorithms() {
    insta::assert_snapshot!(listed("Algorithms"), @"
    Algorithms (--algorithm NAME)
      astar, AS, A*                   an optimal plan         A*: lowest g + h first
      partial-astar, PEA*             an optimal plan         A* with partial expansion: stores a state only when its f is due; less memory, some states generated again
      ucs, dijkstra, uniform-cost     an optimal plan         uniform-cost search: lowest g first
      greedy, GS, GBFS                any plan                greedy best-first search: lowest h first
      weighted-astar, WA*             a plan within a bound   weighted A*: lowest g + weight·h first; faster, within a known factor of the optimal cost
      bfs, breadth-first              a shortest plan         breadth-first search: fewest actions first
      dfs, depth-first                any plan                depth-first search with duplicate detection
      iddfs, IDS, iterative-deepening a shortest plan         iterative-deepening depth-first search: a depth limit that rises
      idastar, IDA*                   an optimal plan         iterative-deepening A*: a limit on g + h that rises
      An algorithm with a heuristic finds an optimal plan only if the heuristic is admissible. A plan with the fewest
      actions is optimal if all actions cost the same.
    ");
}

#[test]
fn the_list_describes_settings() {
    insta::assert_snapshot!(listed("Settings"), @"
    Settings of algorithms (--NAME VALUE, or after a colon: astar:no-reopen:lower-g)
      --pathmax (astar, partial-astar, greedy, weighted-astar, idastar)
          raise each heuristic value to that of its parent minus the cost of the action [default: off]
      --no-reopen (astar, weighted-astar)
          drop cheaper paths to expanded states; with an inconsistent heuristic, the plan may not be optimal [default: off]
      --ties higher-g|lower-g|first-in|last-in (astar, weighted-astar)
          which of several states with the same priority is expanded first [default: higher-g]
      --ties first-in|last-in (partial-astar)
          which of several states with the same priority is expanded first [default: lower-h]
      --ties first-in|last-in (ucs, greedy)
          which of several states with the same priority is expanded first [default: last-in]
      --weight WEIGHT (weighted-astar)
          weight of the heuristic, from 1 to 1000 [default: 1.5]
      --depth-limit ACTIONS (dfs, iddfs)
          largest number of actions in a plan [default: none]
      --table SIZE|off (iddfs, idastar)
          size of the transposition table, or off [default: as large as the memory limit allows]
    ");
}

#[test]
fn the_list_describes_chexers() {
    insta::assert_snapshot!(listed("chexers"), @r#"
    chexers         bring all pieces off the hexagon by moving, jumping and exiting; every action costs 1
                    file: JSON, {"colour": "red", "pieces": [[q, r], …], "blocks": [[q, r], …]}
                    default algorithm: astar
    "#);
    insta::assert_snapshot!(listed("Heuristics of chexers"), @"
    Heuristics of chexers (--heuristic NAME; the first is the default)
      relaxed-map     admissible, consistent  per piece, the fewest actions to exit if jumps were always allowed, around the blocks
      supported-jumps admissible, consistent  relaxed-map, and the actions that pieces waste because a jump needs a block or a piece; the default for more than 4 pieces
      jump-distance   admissible, consistent  per piece, half the distance to the exit edge, rounded up, plus 1
      half-distance   admissible, consistent  per piece, half the distance to the exit edge, rounded down
      half-or-blocks  claims nothing          per piece, the distance minus the number of blocks, but at least half the distance; not admissible
      perfect         admissible, consistent  the exact cost, by backward search over all reachable states (small boards only)
      null            admissible, consistent  always 0
    ");
}

#[test]
fn the_list_describes_infexion() {
    insta::assert_snapshot!(listed("infexion"), @"
    infexion        spread red stacks on a 7 × 7 torus until no blue stack is left; every action costs 1
                    file: CSV, one stack per line: r,q,colour,power, as in 5,6,r,2
                    default algorithm: partial-astar
    ");
    insta::assert_snapshot!(listed("Heuristics of infexion"), @"
    Heuristics of infexion (--heuristic NAME; the first is the default)
      potentials      admissible              maximum of token-balance and a potential heuristic (a value per stack and cell, optimized for the board)
      token-balance   admissible              maximum of line-cover and the fewest spreads with enough tokens to capture all blue stacks and bridge the gaps
      line-cover      admissible, consistent  the fewest lines along the three axes that cover all blue stacks
      perfect         admissible, consistent  the exact cost, by backward search over all reachable states (small boards only)
      null            admissible, consistent  always 0
    ");
}

#[test]
fn the_list_describes_the_pawn_hunt() {
    insta::assert_snapshot!(listed("pawn-hunt"), @"
    pawn-hunt       capture all pawns with knights, bishops and rooks; a move costs 6, 10 or 8
                    file: text, one row per line, cells separated by spaces: `.` empty, `x` obstacle, K B R agents, digits pawns
                    default algorithm: astar
    ");
    insta::assert_snapshot!(listed("Heuristics of pawn-hunt"), @"
    Heuristics of pawn-hunt (--heuristic NAME; the first is the default)
      tours           admissible              the cheapest assignment of pawns to agents, if each agent were alone with its pawns
      spanning-tree   admissible              a minimum spanning tree of agents and pawns, with distances around obstacles
      routes          admissible, consistent  the cheapest routes that capture as many pawns as are left, with a price per pawn; the default for many pawns
      h2              admissible              per pawn, the cheapest way from an agent or another pawn, estimated from the two squares
      h1              claims nothing          8 per pawn, plus 8 if no rook has a pawn in its row or column; not admissible
      six-per-pawn    admissible, consistent  per pawn, one move of the cheapest agent
      perfect         admissible, consistent  the exact cost, by backward search over all reachable states (small boards only)
      null            admissible, consistent  always 0
    ");
}

#[test]
fn the_list_is_data_too() {
    let json = run(&["list", "--json"]);
    assert!(json.contains("\"name\": \"weighted-astar\"") && json.contains("\"name\": \"relaxed-map\""));
    assert!(json.contains("\"title\": \"Weighted A*\"") && json.contains("\"title\": \"Pawn hunt\""));
}

#[test]
fn help_tells_everything() {
    assert_output!(run(&["--help"]), @r#"
    status 0
    --- stdout
    Finds provably optimal solutions of one-player board puzzles

    Usage: pathmax [OPTIONS] <COMMAND>

    Solve boards:
      solve        Find an optimal plan for a board
      resume       Continue a search from a checkpoint
      show         Draw a board, a solution or your own answer, in the terminal or as a picture
      check        Check whether an answer to a board is legal and optimal
      serve        Open the workbench in the browser

    Study heuristics and algorithms:
      map          Map the values of a heuristic over the board, and measure the search space
      compare      Compare algorithms and heuristics on many boards
      audit        Prove or refute that heuristics are admissible and consistent, and measure their
                   quality
      report       Write a report on boards and heuristics, as Markdown and HTML with figures

    Teach:
      generate     Generate boards of known optimal cost and difficulty
      grade        Grade a program on every board of a folder
      autograder   Build an autograder for Gradescope: a zip with scripts, boards and this program

    Look things up:
      list         List puzzles, algorithms and heuristics
      help         Print the help of a command, or a page of the documentation
      man          Print a manual page, or write all of them to a folder
      completions  Print a completion script for a shell

    Topics (pathmax help TOPIC):
      [topics]

    Options:
          --color <WHEN>  When to use colours; auto: on a terminal, subject to NO_COLOR, CLICOLOR and
                          CLICOLOR_FORCE [default: auto] [possible values: auto, always, never]
      -h, --help          Print help
      -V, --version       Print version

    Examples:
      pathmax solve board.json                      an optimal plan, one action per line
      pathmax solve board.json --algorithm idastar  the same, using little memory
      pathmax resume night.ckpt                     continue a search from its checkpoint
      pathmax show board.json --play                step through the solution
      pathmax compare boards/ --plot out.svg        compare algorithms and heuristics
      pathmax map board.json --against perfect      heuristic values and true costs per cell
      pathmax audit board.json                      are the heuristics admissible and consistent?
      pathmax report boards/ --out DIR              a report with figures, as Markdown and HTML
      pathmax check board.json answer.txt           is this answer legal and optimal?
      pathmax generate chexers --count 9 --out DIR  boards of known optimal cost
      pathmax grade --solver "./search {file}" DIR  grade a program on a folder of boards
      pathmax autograder DIR --out ZIP -- OPTIONS   the same as an autograder for Gradescope
      pathmax serve --open                          the workbench in the browser
      pathmax list                                  puzzles, algorithms, heuristics
      pathmax help formats                          a page of the documentation

    Exit status: 0 success, 1 negative result (proved unsolvable, not optimal, refuted), 2 wrong usage
    or bad input, 3 stopped at a limit or interrupted.
    "#);
    assert_output!(run(&["solve", "-h"]), @"
    status 0
    --- stdout
    Find an optimal plan for a board

    Usage: pathmax solve [OPTIONS] <FILE>

    Arguments:
      <FILE>  Board file; `-` reads standard input

    Options:
          --puzzle <PUZZLE>   Treat the input as this puzzle (default: detect it) [possible values: puzzles]
          --color <WHEN>      When to use colours; auto: on a terminal, subject to NO_COLOR, CLICOLOR
                              and CLICOLOR_FORCE [default: auto] [possible values: auto, always, never]
          --spawn[=<on|off>]  Allow SPAWN: a new red stack of power 1 on an empty cell (infexion)
      -h, --help              Print help (see more with '--help')

    Search:
      -a, --algorithm <ALGORITHM>     Search algorithm: astar, partial-astar, ucs, greedy,
                                      weighted-astar, bfs, dfs, iddfs, idastar [default: depends on the
                                      puzzle, see `pathmax list`]
      -H, --heuristic <HEURISTIC>     Heuristic, see `pathmax list` [default: the puzzle's first]
          --heuristic-cmd <COMMAND>   Program that computes the heuristic: it reads one state per line
                                      (JSON) and writes one number or `inf` per line; see `pathmax help
                                      heuristics`
          --heuristic-timeout <TIME>  Maximum time per answer of the program [default: 1m]
          --heuristic-claims <CLAIM>  Claim about the program's values that the search may rely on;
                                      without one, plans are not proven optimal [default: none]
                                      [possible values: admissible, consistent]
          --weight <WEIGHT>           weighted-astar: weight of the heuristic, from 1 to 1000 [default:
                                      1.5]
          --pathmax                   astar, partial-astar, greedy, weighted-astar, idastar: make f
                                      nondecreasing along each path (pathmax adjustment)
          --no-reopen                 astar, weighted-astar: drop cheaper paths to expanded states; with
                                      an inconsistent heuristic, the plan may not be optimal
          --ties <ORDER>              astar, weighted-astar: which of several states with the same
                                      priority is expanded first: higher-g, lower-g, first-in or
                                      last-in; partial-astar, ucs, greedy: first-in or last-in [default:
                                      see `pathmax list`]
          --threads <N>               astar, partial-astar, ucs, weighted-astar: number of threads, 0
                                      for one per core; with several threads, the counts and the choice
                                      among optimal plans vary from run to run [env: PATHMAX_THREADS]
                                      [default: 1]
          --depth-limit <N>           dfs, iddfs: maximum number of actions in a plan
          --table <SIZE>              iddfs, idastar: maximum size of the transposition table, or `off`
                                      [default: the memory limit]
          --time-limit <TIME>         Time limit: 30s, 5m, 1h30m
          --memory-limit <SIZE>       Memory limit: 64MiB, 2GiB [default: three quarters of the free
                                      memory]
          --expansion-limit <N>       Maximum number of expansions [default: none; without --time-limit,
                                      500,000,000 for iddfs and idastar with --table off]
          --gap <PERCENT>             astar, partial-astar, ucs: stop when the plan is proven to be this
                                      close to the optimum: 5%, 0.5%; the gap is (cost − bound) / cost
                                      [default: 0%]
          --settle <N|off>            If the plan is not proven optimal, settle whether it is by a
                                      second search of at most N expansions, with a heuristic of the
                                      puzzle that claims to be admissible; or `off` [default: 1,000,000
                                      if the chosen heuristic claims nothing, else off]
          --anytime                   astar, partial-astar: look for plans early, and print the cost and
                                      the bound of each better plan to standard error, with --json as
                                      one JSON object per line; without --algorithm, long searches look
                                      for plans early anyway
          --check-consistency         If the heuristic claims to be consistent, check that at every
                                      expansion and stop at the first violation

    Output:
          --json                           Print one JSON object: puzzle, outcome, cost, bound, actions,
                                           statistics
          --format <FORMAT>                Format of the plan [default: actions] [possible values:
                                           actions, report]
      -q, --quiet                          Print only errors to standard error
          --profile                        Report where time and memory were spent and what makes the
                                           board hard; see `pathmax help profiling`
          --trace <FILE.trace.yaml>        Write a trace of the search to this file, for the visualiser
                                           Posthoc; see `pathmax help traces`
          --trace-limit <N>                Maximum number of events in the trace; after that, the search
                                           continues without writing events [default: 10000]
          --animation <FILE>               Search the board once more and write the search as an
                                           animation to this file, FILE.svg or FILE.gif; see `pathmax
                                           help sharing`
          --html <FILE>                    Search the board once more and write the search and its plan
                                           as one HTML file that plays without pathmax
          --rival <ALGORITHM[/HEURISTIC]>  In the HTML file: a race against this search, such as `ucs`
                                           or `astar/half-distance`

    Checkpoints:
          --checkpoint <FILE>  Write the state of the search to this file from time to time; `pathmax
                               resume FILE` continues it
          --every <TIME>       Time between two checkpoints, at least 1s [default: 10m]
          --force              Replace an existing checkpoint

    Examples:
      pathmax solve board.json
      pathmax solve board.json --algorithm astar --heuristic jump-distance
      pathmax solve board.json --algorithm weighted-astar --weight 2
      pathmax solve board.json --time-limit 30s --memory-limit 2GiB
      pathmax solve board.json --anytime --gap 5%
      pathmax solve board.json --checkpoint night.ckpt --every 10m
      pathmax solve board.json --profile
      pathmax solve board.json --trace board.trace.yaml
      pathmax solve board.json --animation search.gif
      pathmax solve board.json --html search.html
      pathmax solve board.json --algorithm ucs --html race.html --rival astar/relaxed-map
      pathmax generate chexers | pathmax solve - --json
    ");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(run(&["completions", shell]).contains("expansion-limit"), "{shell}");
    }
}
