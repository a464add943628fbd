//! `pathmax grade`: which boards are graded, what is known of them, what is written when, and how it is interrupted.

use std::fs;
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::submissions::{Course, ONE_STEP, RIGHT, is_running};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// A course whose solver is right.
fn course() -> Course {
    Course::new(RIGHT)
}

#[test]
fn boards_are_the_files_that_look_like_them() {
    let course = course();
    course.board("b.json", ONE_STEP);
    course.board("a.JSON", ONE_STEP);
    course.board("README.txt", "K . 1\n");
    course.board("notes.txt", "hello world\n");
    course.board(".hidden.json", "broken");
    course.board("picture.svg", "broken");
    fs::create_dir(course.boards().join("more.json")).unwrap();
    assert_table!(course.grade(&[]), @"
    status 0
    --- stdout
    board  cost  best  time  memory  result
    a.JSON  2  2  [time]  [memory]  right and optimal
    b.json  2  2  [time]  [memory]  right and optimal

    2 right and optimal · score 2 of 2
    --- stderr
    note: boards/notes.txt: skipped, because it does not look like a board
    ");
    course.board("broken.json", r#"{"colour": "red", "pieces": [[9, 9]], "blocks": []}"#);
    assert_table!(course.grade(&[]), @"
    status 2
    --- stderr
    error: boards/broken.json: line 1, column 30: pieces[0]: (9, 9) is off the board: q, r and q+r must lie between -3 and 3
    ");
}

#[test]
fn a_manifest_names_the_boards() {
    let course = course();
    course.board("in.json", ONE_STEP);
    course.board("out.json", ONE_STEP);
    course.board("manifest.json", r#"{"in.json": {"cost": 2, "about": "x"}, "folder/other.json": {"cost": 1}}"#);
    assert_table!(course.grade(&[]), @"
    status 0
    --- stdout
    board  cost  best  time  memory  result
    in.json  2  2  [time]  [memory]  right and optimal

    1 right and optimal · score 1 of 1
    ");
    let with = |manifest: &str| {
        course.board("manifest.json", manifest);
        course.grade(&[])
    };
    let outputs = [
        with(r#"{"in.json": {"cost": 3}}"#),
        with(r#"{"in.json": {"cost": null}}"#),
        with(r#"{"in.json": {"cost": "2"}}"#),
        with(r#"{"in.json": {"cost": -2}}"#),
        with(r#"{"in.json": 2}"#),
        with(r#"{"gone.json": {"cost": 2}}"#),
        with("[]"),
        with("{\n\"in.json\"}"),
        with("{}"),
    ];
    assert_table!(outputs.join("\n"), @r#"
    status 2
    --- stderr
    error: manifest.json is wrong: it says of in.json that the best plan costs 3, but it is proven that the best plan costs 2

    status 2
    --- stderr
    error: manifest.json is wrong: it says of in.json that there is no solution, but it is proven that the best plan costs 2

    status 2
    --- stderr
    error: boards/manifest.json: "in.json": the cost is not a whole number or null; write {"board.json": {"cost": 8}, …}, with null for a board without a solution

    status 2
    --- stderr
    error: boards/manifest.json: "in.json": the cost is not a whole number or null; write {"board.json": {"cost": 8}, …}, with null for a board without a solution

    status 2
    --- stderr
    error: boards/manifest.json: "in.json": the cost is not a whole number or null; write {"board.json": {"cost": 8}, …}, with null for a board without a solution

    status 2
    --- stderr
    error: boards/gone.json: there is no such file

    status 2
    --- stderr
    error: boards/manifest.json: this is not an object; write {"board.json": {"cost": 8}, …}, with null for a board without a solution

    status 2
    --- stderr
    error: boards/manifest.json: line 2, column 10: expected `:`; write {"board.json": {"cost": 8}, …}, with null for a board without a solution

    status 2
    --- stderr
    error: boards: there is no board in this folder (extensions)
    "#);
    course.board("manifest.json", r#"{"in.json": {}}"#);
    assert!(course.grade(&[]).starts_with("status 0"));
}

#[test]
fn a_manifest_is_believed_where_the_search_stops() {
    let longer = "echo 'MOVE from (2, 0) to (1, 0).'; echo 'MOVE from (1, 0) to (2, 0).'";
    let course = Course::new(&format!(
        "case $1 in *claims*) echo FAIL;; *longer*) {longer};; esac; case $1 in *claims*) ;; *) {RIGHT};; esac"
    ));
    for name in ["claims", "longer", "right"] {
        course.board(&format!("{name}.json"), ONE_STEP);
    }
    let no_time = ["--best-time-limit", "0s"];
    // The first estimate is 2 already, so the right answer is known to be optimal.
    assert_table!(course.grade(&no_time), @"
    status 3
    --- stdout
    board  cost  best  time  memory  result
    claims.json  -  -  [time]  [memory]  claims that there is no solution, which is not known
    longer.json  4  -  [time]  [memory]  right; the optimal cost is not known, only that it is at least 2
    right.json  2  -  [time]  [memory]  right and optimal

    1 right and optimal, 2 best not known · score 1.5 of 3
    ");
    let all = |cost: &str| format!(r#"{{"claims.json": {{"cost": {cost}}}, "longer.json": {{"cost": {cost}}}}}"#);
    course.board("manifest.json", &all("2"));
    assert_table!(course.grade(&no_time), @"
    status 1
    --- stdout
    board  cost  best  time  memory  result
    claims.json  -  2  [time]  [memory]  claims that there is no solution, but a plan of cost 2 exists
    longer.json  4  2  [time]  [memory]  right, but longer by 2

    1 right but longer, 1 claims no solution · score 0.5 of 2
    ");
    course.board("manifest.json", &all("null"));
    assert_table!(course.grade(&no_time), @"
    status 3
    --- stdout
    board  cost  best  time  memory  result
    claims.json  -  -  [time]  [memory]  right: there is no solution
    longer.json  4  -  [time]  [memory]  right, and cheaper than the cost in the manifest: the manifest is wrong

    1 right and optimal, 1 best not known · score 1.5 of 2
    ");
    course.board("manifest.json", &all("5"));
    assert_table!(course.grade(&no_time), @"
    status 1
    --- stdout
    board  cost  best  time  memory  result
    claims.json  -  5  [time]  [memory]  claims that there is no solution, but a plan of cost 5 exists
    longer.json  4  5  [time]  [memory]  right, and cheaper than the cost in the manifest: the manifest is wrong

    1 best not known, 1 claims no solution · score 0.5 of 2
    ");
    course.board("manifest.json", &all("1"));
    assert_table!(course.grade(&no_time), @"
    status 2
    --- stderr
    error: manifest.json is wrong: it says of claims.json that the best plan costs 1, but it is proven that no plan costs less than 2
    ");
}

#[test]
fn wrong_usage_has_status_2() {
    let course = course();
    assert_output!(course.grade(&[]), @"
    status 2
    --- stderr
    error: boards: there is no board in this folder (extensions)
    ");
    course.board("one.json", ONE_STEP);
    assert_output!(course.grade(&["--spawn"]), @"
    status 2
    --- stderr
    error: boards/one.json: chexers boards have no option spawn; leave it out
    ");
    assert_output!(course.grade(&["--partial", "2"]), @"
    status 2
    --- stderr
    error: invalid value '2' for '--partial <WEIGHT>': give a number from 0 to 1, such as 0.5

    For more information, try '--help'.
    ");
    assert_output!(course.grade(&["--gradescope", "nowhere/results.json"]), @"
    status 2
    --- stderr
    error: nowhere/results.json: cannot be written: there is no folder nowhere
    ");
    let elsewhere = |folder: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pathmax"));
        command.args(["grade", "--solver", "sh {file}", folder]).current_dir(course.folder.path());
        crate::support::run(command)
    };
    assert_output!(elsewhere("nowhere"), @"
    status 2
    --- stderr
    error: nowhere: there is no such folder; give the folder with the boards
    ");
    assert_output!(elsewhere("solver.sh"), @"
    status 2
    --- stderr
    error: solver.sh: this is not a folder; give the folder with the boards
    ");
    course.make_executable("#!/no/such/interpreter\n");
    assert_output!(course.grade_with("./solver.sh {file}", &[]), @"
    status 2
    --- stderr
    error: the program ./solver.sh cannot be started: No such file or directory (os error 2)
    ");
}

#[test]
fn help_tells_everything() {
    assert_output!(crate::support::run_in_instances(&["grade", "-h"]), @r#"
    status 0
    --- stdout
    Grade a program on every board of a folder

    Usage: pathmax grade [OPTIONS] --solver <COMMAND> <DIR>
           pathmax grade [OPTIONS] --solver <COMMAND> --submissions <DIR> --out <DIR> <DIR>
           pathmax grade [OPTIONS] --heuristics --heuristic-cmd <COMMAND> <DIR>
           pathmax grade [OPTIONS] --heuristics --heuristic-cmd <COMMAND> --submissions <DIR> --out <DIR> <DIR>
           pathmax grade --explain [--sandbox <WHEN>] [--json]

    Arguments:
      [DIR]  Folder with the boards; manifest.json in it may state costs, options and points

    Options:
          --solver <COMMAND>            Command of the program to grade, with {file} for the board;
                                        without {file}, the board is on standard input
          --puzzle <PUZZLE>             Treat the input as this puzzle (default: detect it) [possible values: puzzles]
          --color <WHEN>                When to use colours; auto: on a terminal, subject to NO_COLOR,
                                        CLICOLOR and CLICOLOR_FORCE [default: auto] [possible values:
                                        auto, always, never]
          --lenient                     Ignore lines that do not begin with the name of an action; the
                                        result says how many
          --unsolvable-answer <ANSWER>  Also accept this answer for a board without a solution: empty,
                                        status:N, text:LINE; repeatable
          --spawn[=<on|off>]            Allow SPAWN: a new red stack of power 1 on an empty cell
                                        (infexion)
      -h, --help                        Print help (see more with '--help')

    Heuristics:
          --heuristics                 Grade heuristics: audit the values of the program of
                                       --heuristic-cmd on every board
          --heuristic-cmd <COMMAND>    Program to grade: it reads one state per line (JSON) and writes
                                       one number or `inf` per line; see `pathmax help heuristics`
          --heuristic-timeout <TIME>   Maximum time per answer [default: 1m]
          --reference <NAME>           Heuristic to compare the expansions with, see `pathmax list`
                                       [default: the puzzle's first]
          --heuristic-points <POINTS>  Points per board [default: those in manifest.json, else
                                       admissible=1,consistent=1,expansions=1]
          --expansion-ratios <RATIOS>  Share of the points for expansions, by the ratio to those of the
                                       reference: 2=0.5 gives half for up to twice as many [default:
                                       those in manifest.json, else 1=1,2=0.5,5=0.25]
          --states <N>                 Maximum number of reachable states to audit; larger boards are
                                       sampled [default: 100000]
          --sample <N>                 Number of states to sample: half of them nearest to the start,
                                       half on random walks [default: 2000]
          --seed <N>                   Random seed of the sample [default: 1]

    Class:
          --submissions <DIR>        Grade every folder and file in DIR as the submission of one
                                     student; {submission} in the command is its path
          --out <DIR>                Folder for the results: marks.csv, totals.csv, one JSON file per
                                     student and, for heuristics, feedback
          --jobs <N>                 Number of submissions to grade at the same time, each on its own
                                     cores [default: 1]
          --setup <COMMAND>          Command to run in a copy of each submission before the first board,
                                     under the same limits
          --setup-time-limit <TIME>  Time limit of --setup [default: 10m]
          --setup-network            Allow --setup to use the network
          --regrade                  Ignore results of an earlier run

    Scoring:
          --points <N>         Points of an optimal answer [default: those in manifest.json, else 1]
          --partial <WEIGHT>   Weight of a valid but suboptimal answer, from 0 to 1 [default: that in
                               manifest.json, else 0.5]
          --decimals <N>       Number of decimals that scores are rounded to, from 0 to 6 [default: that
                               in manifest.json, else exact]
          --visibility <WHEN>  When Gradescope shows results to students [default: that in
                               manifest.json, else visible] [possible values: visible, hidden,
                               after_due_date, after_published]

    Limits:
          --time-limit <TIME>         Time limit per board: 30s, 5m [default: 30s]
          --memory-limit <SIZE>       Memory limit for all processes of the program together: 512MiB,
                                      2GiB [default: 1GiB]
          --file-limit <SIZE>         Maximum size of a file that the program writes [default: 64MiB]
          --best-expansion-limit <N>  Maximum number of expansions in the search for a board's optimal
                                      cost; beyond it, the cost in manifest.json counts [default:
                                      20000000]
          --best-time-limit <TIME>    Time limit for that search, instead of the maximum number of
                                      expansions

    Sandbox:
          --sandbox <WHEN>       Sandbox the program: no network, no files but its own (auto, off,
                                 require) [default: auto]
          --sandbox-read <PATH>  Allow the program to read this file or folder; repeatable
          --explain              Print which guarantees hold on this machine, and exit

    Output:
          --json               Print one JSON object: score, totals, boards
          --csv                Print CSV, one line per board
          --gradescope <FILE>  Write Gradescope's results.json, updated after every board
      -q, --quiet              Print only errors to standard error

    Examples:
      pathmax grade --solver "python3 -m search {file}" boards/
      pathmax grade --solver "python3 -m search" boards/
      pathmax grade --solver "./search {file}" boards/ --time-limit 10s --memory-limit 512MiB
      pathmax grade --solver "./search {file}" boards/ --gradescope /autograder/results/results.json
      pathmax grade --solver "pathmax solve {file}" boards/ --csv > marks.csv
      pathmax grade --solver "python3 -m search" boards/ --submissions class/ --jobs 4 --out marks/
      pathmax grade --heuristics --heuristic-cmd "python3 my_h.py" boards/
      pathmax grade --heuristics --heuristic-cmd "python3 h.py" boards/ --submissions class/ --out out/

    Exit status: 0 all answers are optimal, 1 some are not, 2 wrong usage or a bad board, 3 interrupted,
    or the optimal cost of a board is unknown. With --submissions: 0 all submissions are graded, 1 some
    could not be set up or were skipped, 3 interrupted.
    "#);
    assert!(!crate::support::run_in_instances(&["--help"]).contains("supervise"));
    assert_output!(crate::support::run_in_instances(&["supervise"]), @"
    status 2
    --- stderr
    error: this command is for internal use by `grade` only: Socket operation on non-socket (os error 88)
    ");
    assert!(
        crate::support::run_in_instances(&["supervise", "--stage=init"]).contains("for internal use by `grade` only")
    );
}

#[test]
fn gradescope_gets_a_test_a_board() {
    let course = course();
    course.board("one.json", ONE_STEP);
    course.board("two.txt", "R x 1\n");
    course.grade(&["--gradescope", "results.json"]);
    let results = fs::read_to_string(course.folder.path().join("results.json")).unwrap();
    insta::with_settings!({filters => vec![
        (r#"time: [0-9.]+ s"#, "time: [time]"),
        (r#""execution_time": [0-9.e-]+"#, r#""execution_time": [time]"#),
        (r#""version": "[0-9.]+""#, r#""version": "[version]""#),
    ]}, { insta::assert_snapshot!(results, @r#"
    {
      "execution_time": [time],
      "output": "1 right and optimal, 1 illegal · score 1 of 2",
      "output_format": "text",
      "stdout_visibility": "hidden",
      "tests": [
        {
          "score": 1.0,
          "max_score": 1.0,
          "status": "passed",
          "name": "one.json",
          "number": "1",
          "output": "right and optimal\ncost: 2\nbest: 2\ntime: [time]",
          "output_format": "text",
          "visibility": "visible"
        },
        {
          "score": 0.0,
          "max_score": 1.0,
          "status": "failed",
          "name": "two.txt",
          "number": "2",
          "output": "line 1, column 1: \"MOVE from (2, 0) to (3, 0).\" is not an action: expected `KNIGHT`, `ROOK` or `BISHOP`\ntime: [time]",
          "output_format": "text",
          "visibility": "visible"
        }
      ],
      "extra_data": {
        "pathmax": {
          "version": "[version]",
          "command": "pathmax grade --solver 'sh solver.sh {file}' boards --gradescope results.json",
          "seed": null
        }
      }
    }
    "#) });
    // Nothing else is left beside it.
    let mut names: Vec<_> =
        fs::read_dir(course.folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["boards", "results.json", "solver.sh"]);
}

/// A course whose solver is right on `a.json` and sleeps on `b.json`, and the grader at the moment that it does.
fn grading_that_sleeps() -> (Course, Child) {
    let course =
        Course::new(&format!("trap '' TERM INT\ncase $1 in *b.json) sleep $MARK & sleep $MARK;; *) {RIGHT};; esac"));
    for name in ["a.json", "b.json", "c.json"] {
        course.board(name, ONE_STEP);
    }
    let options = ["--gradescope", "results.json", "--time-limit", "10m"];
    let child = course.command("sh solver.sh {file}", &options).spawn().unwrap();
    wait_until(|| is_running(&course.mark));
    (course, child)
}

fn wait_until(condition: impl Fn() -> bool) {
    let began = Instant::now();
    while !condition() {
        assert!(began.elapsed() < Duration::from_secs(60), "it never came to that");
        sleep(Duration::from_millis(20));
    }
}

fn scores(course: &Course) -> Vec<(f64, f64, String)> {
    let results = course.results();
    let test = |test: &serde_json::Value| {
        let output = test["output"].as_str().unwrap().lines().next().unwrap().to_string();
        (test["score"].as_f64().unwrap(), test["max_score"].as_f64().unwrap(), output)
    };
    results["tests"].as_array().unwrap().iter().map(test).collect()
}

#[test]
fn an_interrupt_ends_it_with_what_is_done() {
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let (course, child) = grading_that_sleeps();
        kill(Pid::from_raw(child.id() as i32), signal).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(3));
        let stdout = String::from_utf8(output.stdout).unwrap();
        let rows: Vec<_> = stdout.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        assert!(rows[1].starts_with("a.json 2 2 ") && rows[1].ends_with("right and optimal"), "{stdout}");
        assert_eq!(
            rows[2..],
            [
                "b.json - 2 - - interrupted",
                "c.json - 2 - - not run yet",
                "",
                "1 right and optimal, 2 not run · score 1 of 3 (interrupted)"
            ]
        );
        assert!(!is_running(&course.mark));
        assert_eq!(
            scores(&course),
            [(1.0, 1.0, "right and optimal"), (0.0, 1.0, "interrupted"), (0.0, 1.0, "not run yet")]
                .map(|(score, most, output)| (score, most, output.to_string()))
        );
    }
}

#[test]
fn a_grader_that_is_killed_loses_nothing_and_leaves_nothing() {
    let (course, mut child) = grading_that_sleeps();
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(
        scores(&course),
        [(1.0, 1.0, "right and optimal"), (0.0, 1.0, "not run yet"), (0.0, 1.0, "not run yet")]
            .map(|(score, most, output)| (score, most, output.to_string()))
    );
    wait_until(|| !is_running(&course.mark));
}

/// The results are a whole file while a board is run, with all that was done before. Only without a sandbox can a submission
/// read them.
#[test]
fn results_are_whole_and_up_to_date_at_every_board() {
    let course = Course::new(&format!("cp results.json seen-$(basename $1)\n{RIGHT}"));
    for board in 0..20 {
        course.board(&format!("{board:02}.json"), ONE_STEP);
    }
    course.grade(&["--gradescope", "results.json", "--sandbox", "off"]);
    for done in 0..20 {
        let seen = course.folder.path().join(format!("seen-{done:02}.json"));
        fs::rename(seen, course.folder.path().join("results.json")).unwrap();
        let scores = scores(&course);
        assert_eq!(scores.len(), 20);
        for (board, (score, most, output)) in scores.iter().enumerate() {
            let expected = if board < done { (1.0, 1.0, "right and optimal") } else { (0.0, 1.0, "not run yet") };
            assert_eq!((*score, *most, output.as_str()), expected, "board {board} when {done} are done");
        }
    }
}
