//! What the program tells of itself.

use crate::support::run_in_instances as run;

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
          --threads <N>               astar, partial-astar, ucs, weighted-astar: number of threads for
                                      long searches, 0 for all cores; with more than one, the counts and
                                      the choice among optimal plans vary from run to run [env:
                                      PATHMAX_THREADS] [default: 1]
          --depth-limit <N>           dfs, iddfs: the most actions in a plan
          --table <SIZE>              iddfs, idastar: remember states in at most this much memory, or
                                      `off` [default: what the memory limit allows]
          --time-limit <TIME>         Stop after this much time: 30s, 5m, 1h30m
          --memory-limit <SIZE>       Stop when the search holds this much: 64MiB, 2GiB [default: three
                                      quarters of what is free]
          --expansion-limit <N>       Stop after this many expansions [default: none; without
                                      --time-limit, 500,000,000 for iddfs and idastar with --table off]

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
