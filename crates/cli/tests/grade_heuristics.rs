//! `pathmax grade --heuristics`: programs that are right, wrong, broken and hostile.

use std::fs;
use std::process::{Command, Stdio};

use pathmax_test_programs::{PYTHON, require};
use serde_json::Value;
use tempfile::TempDir;

use crate::submissions::is_running;
use crate::support;

/// Two pieces in a row, one block; 703 further states are reachable.
pub const LEAPFROG: &str = include_str!("../../../instances/chexers/leapfrog.json");
/// One piece, three blocks in a row to jump over.
pub const STONES: &str = include_str!("../../../instances/chexers/stepping-stones.json");

/// Reads boards as `board` and prints what `body` assigns to `h`; `jump` is the built-in heuristic jump-distance.
pub fn answering(body: &str) -> String {
    format!(
        r#"import json, os, sys, time
def jump(board):
    radius = board.get("radius", 3)
    return sum((radius - {{"red": q, "green": r, "blue": -q - r}}[board["colour"]] + 1) // 2 + 1 for q, r in board["pieces"])
for number, line in enumerate(sys.stdin):
    board = json.loads(line)
    {body}
    print(h)
"#
    )
}

/// A folder with `boards`, and `h.py` beside it.
struct Course {
    folder: TempDir,
}

impl Course {
    fn new(program: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("boards")).unwrap();
        fs::write(folder.path().join("boards/stones.json"), STONES).unwrap();
        fs::write(folder.path().join("h.py"), program).unwrap();
        Course { folder }
    }

    fn with_leapfrog(self) -> Self {
        fs::write(self.folder.path().join("boards/leapfrog.json"), LEAPFROG).unwrap();
        self
    }

    fn command(&self, options: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pathmax"));
        command.args(["grade", "--heuristics", "--heuristic-cmd", "python3 h.py", "boards"]).args(options);
        // On a busy machine an answer may take long.
        if !options.contains(&"--heuristic-timeout") {
            command.args(["--heuristic-timeout", "10m", "--time-limit", "1h"]);
        }
        command.current_dir(self.folder.path()).env("HOME", self.folder.path()).stdin(Stdio::null());
        command
    }

    fn grade(&self, options: &[&str]) -> String {
        support::run(self.command(options))
    }

    /// The report, or the only board of it.
    fn json(&self, options: &[&str]) -> Value {
        let output = self.command(&[options, &["--json"]].concat()).output().unwrap();
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"))
    }

    fn only_board(&self, options: &[&str]) -> Value {
        let report = self.json(options);
        let [board] = &report["boards"].as_array().unwrap()[..] else { panic!("{report}") };
        board.clone()
    }
}

/// The expansions of A* with a built-in heuristic, from another command.
pub fn expanded(board: &str, heuristic: &str) -> u64 {
    let mut command =
        support::pathmax("chexers", &["solve", board, "--algorithm", "astar", "--heuristic", heuristic, "--json"]);
    let report: Value = serde_json::from_slice(&command.output().unwrap().stdout).unwrap();
    report["statistics"]["expanded"].as_u64().unwrap()
}

#[test]
fn a_program_expands_as_much_as_the_built_in_heuristic_that_it_reimplements() {
    require!(PYTHON);
    for (body, name) in [("h = jump(board)", "jump-distance"), ("h = 0", "null")] {
        let course = Course::new(&answering(body)).with_leapfrog();
        // The whole space; and a sample, for which A* runs in a search of its own.
        for (states, verdict, mark) in [("1000", "proved", "consistent"), ("10", "not-refuted", "not-refuted")] {
            let report = course.json(&["--reference", name, "--states", states]);
            for (board, file) in
                report["boards"].as_array().unwrap().iter().zip(["leapfrog.json", "stepping-stones.json"])
            {
                let expected = expanded(file, name);
                assert_eq!(board["expansions"]["expanded"], expected, "{board}");
                assert_eq!(board["expansions"]["reference_expanded"], expected, "{board}");
                assert_eq!((&board["mark"], &board["score"]), (&mark.into(), &3.0.into()), "{board}");
                assert_eq!(
                    (&board["admissible"]["verdict"], &board["consistent"]["verdict"]),
                    (&verdict.into(), &verdict.into())
                );
            }
            assert_eq!((&report["score"], &report["max_score"]), (&6.0.into(), &6.0.into()));
        }
    }
}

#[test]
fn an_inadmissible_heuristic_gets_the_counterexample_with_its_plan_and_a_consistent_one_full_marks() {
    require!(PYTHON);
    let steps = answering("h = sum(board.get('radius', 3) - q + 1 for q, r in board['pieces'])");
    insta::assert_snapshot!(Course::new(&steps).grade(&[]), @"
    status 1
    --- stdout
    board        audited  admissible  consistent  expansions  reference  points  result
    stones.json   all 35  refuted     refuted              -          4  0 of 3  neither admissible nor consistent

    stones.json
    admissible: refuted by 17 of 35 states; for example:
                 q = 0   1   2
        r = -2    -1   ·   ·   ○
        r = -1  -2   ·   ·   ·   ○
        r =  0     R   ·   ·   ■   ○
        r =  1       ·   ·   ·   ·
        r =  2         ·   ·   ·
        R red piece   ■ block   ○ exit (q = 2)
        h = 5, true cost 4: 1 too much
        smallest counterexample: all smaller boards were checked
        This plan solves it at that cost:
          MOVE from (-2, 0) to (-1, 0).
          MOVE from (-1, 0) to (0, 0).
          JUMP from (0, 0) to (2, 0).
          EXIT from (2, 0).
    consistent: refuted by 6 of 166 actions; for example:
                 q = 0   1   2
        r = -2    -1   ·   ·   ○
        r = -1  -2   ·   ·   ■   ○
        r =  0     ·   ·   R   ·   ○
        r =  1       ·   ·   ·   ·
        r =  2         ·   ·   ·
        R red piece   ■ block   ○ exit (q = 2)
        h = 3, true cost 2
        JUMP from (0, 0) to (2, -2). costs 1, but then h = 1
        smallest counterexample: all smaller boards were checked
    expansions: not counted, because the heuristic is not admissible

    1 not admissible · score 0 of 3
    ");
    let course = Course::new(&answering("h = jump(board)"));
    insta::assert_snapshot!(course.grade(&["--reference", "jump-distance"]), @"
    status 0
    --- stdout
    board        audited  admissible  consistent  expansions  reference  points  result
    stones.json   all 35  proved      proved               4          4  3 of 3  admissible and consistent on this board

    1 admissible and consistent · score 3 of 3
    ");
    // On a sample nothing is proved, and the words say so.
    insta::assert_snapshot!(course.grade(&["--reference", "null", "--states", "10", "--sample", "20"]), @"
    status 0
    --- stdout
    board             audited  admissible   consistent   expansions  reference  points  result
    stones.json  sample of 20  not-refuted  not-refuted           4         22  3 of 3  neither claim refuted on the sample, which proves neither

    1 not refuted on a sample · score 3 of 3
    ");
}

#[test]
fn admissible_but_inconsistent_is_told_apart_and_expansions_count_by_their_ratio() {
    require!(PYTHON);
    let course = Course::new(&answering("h = jump(board) if sum(q for q, r in board['pieces']) % 2 else 0"));
    let board = course.only_board(&[]);
    assert_eq!(board["mark"], "inconsistent", "{board}");
    assert_eq!((&board["admissible"]["score"], &board["consistent"]["score"]), (&1.0.into(), &0.0.into()));
    let edge = &board["consistent"]["counterexample"]["edge"];
    let drop = board["consistent"]["counterexample"]["h"].as_u64().unwrap() - edge["h_after"].as_u64().unwrap();
    assert!(drop > edge["cost"].as_u64().unwrap(), "{board}");
    assert!(board["admissible"]["counterexample"].is_null());

    // Constant 0 is consistent, and expands as much as uniform-cost search.
    let zero = Course::new(&answering("h = 0"));
    let (own, reference) = (expanded("stepping-stones.json", "null"), expanded("stepping-stones.json", "relaxed-map"));
    let ratio = own as f64 / reference as f64;
    let points = ["--heuristic-points", "admissible=2,expansions=4"];
    let generous = zero.only_board(&[&points[..], &["--expansion-ratios", &format!("1=1,{ratio}=0.25")]].concat());
    assert_eq!((&generous["expansions"]["score"], &generous["score"]), (&1.0.into(), &3.0.into()), "{generous}");
    let strict =
        zero.only_board(&[&points[..], &["--expansion-ratios", &format!("1=1,{}=0.25", ratio - 0.01)]].concat());
    assert_eq!((&strict["expansions"]["score"], &strict["score"]), (&0.0.into(), &2.0.into()), "{strict}");
    assert_eq!(strict["expansions"]["ratio"], (ratio * 1e6).round() / 1e6);
}

#[test]
fn programs_that_fail_get_a_mark_that_says_how() {
    require!(PYTHON);
    for (program, mark, detail) in [
        (answering("h = 3 // (number - 3) if number == 3 else 0"), "crashed", "ended with exit status 1"),
        ("import nothing_of_this_name".to_string(), "crashed", "No module named"),
        (answering("os.kill(os.getpid(), 11); h = 0"), "crashed", "was killed by SIGSEGV"),
        (answering("h = None"), "invalid-answer", "answered \"None\""),
        (answering("h = -1"), "invalid-answer", "which is negative"),
        ("print('ready')\n".to_string() + &answering("h = 0"), "invalid-answer", "answered \"ready\""),
        (answering("h = '0\\n0'"), "extra-output", "wrote an extra line \"0\""),
        (answering("h = number"), "unstable", "for the same state"),
        (answering("h = 0 if number < 40 else jump(board)"), "unstable", "for the same state"),
    ] {
        let course = Course::new(&program);
        let board = course.only_board(&[]);
        let shown = board["detail"].as_str().unwrap();
        assert!(board["mark"] == mark && shown.contains(detail), "{program}\n{board}");
        assert_eq!(board["score"], 0.0, "{board}");
    }
    // Prints nothing, or not in time.
    for program in [answering("continue"), answering("time.sleep(1000); h = 0")] {
        let board = Course::new(&program).only_board(&["--heuristic-timeout", "1s"]);
        assert_eq!(board["mark"], "no-answer", "{board}");
    }
    // Each answer is in time, but not all of them.
    let slow = Course::new(&answering("time.sleep(0.05); h = 0"));
    let board = slow.only_board(&["--heuristic-timeout", "10m", "--time-limit", "1s"]);
    assert_eq!(board["mark"], "too-slow", "{board}");
    assert!(board["detail"].as_str().unwrap().contains("took more than 1s for the first "), "{board}");
}

#[test]
fn hostile_programs_read_no_other_files_and_leave_nothing_running() {
    require!(PYTHON);
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret.txt");
    fs::write(&secret, "the costs").unwrap();
    let attempts = format!(
        r#"
def attempt(action):
    try:
        return str(action())
    except OSError as error:
        return type(error).__name__
import os, socket, sys
# A hidden file in the own folder is an empty one.
results = [
    attempt(lambda: open("boards/stones.json").read()),
    attempt(lambda: open({secret:?}).read()),
    attempt(lambda: open("results.json").read()),
    attempt(lambda: open("h.py", "a").write("x")),
    attempt(lambda: socket.create_connection(("127.0.0.1", 9), 1)),
]
print(results, file=sys.stderr)
if all("Error" in result or result == "" for result in results): sys.exit("all refused")
"#
    );
    let course = Course::new(&attempts);
    let board = course.only_board(&["--gradescope", "results.json"]);
    assert_eq!(board["mark"], "crashed", "{board}");
    assert!(board["detail"].as_str().unwrap().contains("all refused"), "{board}");

    // Children that outlive the program, one that ignores its input, and a fork bomb.
    let mark = format!("9{:08}", std::process::id());
    for (program, expected) in [
        (format!("import subprocess\nsubprocess.Popen(['sleep', '{mark}'])\n") + &answering("h = 0"), "consistent"),
        (
            format!("import subprocess\nsubprocess.Popen(['sleep', '{mark}'], start_new_session=True)\nexit(3)"),
            "crashed",
        ),
        ("import os, time\nwhile True:\n    if os.fork() == 0: time.sleep(1000)".to_string(), "too-much"),
        ("x = []\nwhile True: x.append(bytearray(b'x' * 10_000_000))".to_string(), "too-much"),
    ] {
        let board = Course::new(&program).only_board(&["--memory-limit", "200MiB"]);
        // Where the kernel refuses processes, the bomb ends with an error before it is noticed.
        let refused = expected == "too-much" && board["mark"] == "crashed" && program.contains("fork");
        assert!(board["mark"] == expected || refused, "{program}\n{board}");
        assert!(!is_running(&mark), "{program}");
    }
}

#[test]
fn gradescope_gets_three_tests_per_board_with_the_counterexample() {
    require!(PYTHON);
    let course = Course::new(&answering("h = sum(board.get('radius', 3) - q + 1 for q, r in board['pieces'])"));
    course.grade(&["--gradescope", "results.json", "--heuristic-points", "admissible=2,consistent=1,expansions=0.5"]);
    let results: Value =
        serde_json::from_str(&fs::read_to_string(course.folder.path().join("results.json")).unwrap()).unwrap();
    let tests = results["tests"].as_array().unwrap();
    let names: Vec<_> = tests.iter().map(|test| test["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["stones.json: admissible", "stones.json: consistent", "stones.json: expansions"]);
    let points: Vec<_> = tests.iter().map(|test| test["max_score"].as_f64().unwrap()).collect();
    assert_eq!(points, [2.0, 1.0, 0.5]);
    for test in tests {
        assert_eq!((&test["score"], &test["status"]), (&0.0.into(), &"failed".into()), "{test}");
    }
    let output = tests[0]["output"].as_str().unwrap();
    for part in
        ["R red piece", "h = 5, true cost 4: 1 too much", "This plan solves it at that cost:", "EXIT from (2, 0)."]
    {
        assert!(output.contains(part), "{output}");
    }
    assert!(tests[1]["output"].as_str().unwrap().contains("costs 1, but then h = "));
}

#[test]
fn wrong_usage_is_refused_before_anything_runs() {
    require!(PYTHON);
    let course = Course::new("");
    let refusal = |options: &[&str]| {
        let text = course.grade(options);
        assert!(text.starts_with("status 2\n"), "{text}");
        text.lines().find(|line| line.starts_with("error:")).unwrap_or_default().to_string()
    };
    insta::assert_snapshot!(refusal(&["--reference", "half-or-blocks"]), @"error: half-or-blocks cannot be the reference, because it does not claim to be admissible; choose another with --reference");
    assert!(refusal(&["--reference", "best"]).starts_with("error: stones.json: chexers has no heuristic \"best\""));
    assert!(refusal(&["--heuristic-points", "x=1"]).contains("there are no points for \"x\""));
    assert!(refusal(&["--expansion-ratios", "2=1,1=0"]).contains("1=0 is out of order"));
    for option in [
        &["--points=2"][..],
        &["--partial=1"],
        &["--lenient"],
        &["--best-time-limit=1s"],
        &["--unsolvable-answer=empty"],
    ] {
        assert!(refusal(option).contains("cannot be used with"), "{option:?}");
    }
    assert!(refusal(&["--solver", "true"]).contains("cannot be used with"));
    let with_file = ["grade", "--heuristics", "--heuristic-cmd", "python3 h.py {file}", "."];
    let text = support::run(support::pathmax("chexers", &with_file));
    assert!(text.contains("error: leave out {file} in --heuristic-cmd"), "{text}");
    let mut lonely = support::pathmax("chexers", &["grade", "--heuristics", "."]);
    assert!(String::from_utf8_lossy(&lonely.output().unwrap().stderr).contains("--heuristic-cmd <COMMAND>"));
}

const MANIFEST: &str = r#"{
    "*": {"heuristic_points": {"admissible": 2, "expansions": 0.5}, "visibility": "hidden", "decimals": 1},
    "leapfrog.json": {
        "heuristic_points": {"admissible": 1, "consistent": 1, "expansions": 3},
        "expansion_ratios": [{"ratio": 1, "weight": 1}, {"ratio": 1000, "weight": 0.15}],
        "visibility": "visible"
    },
    "stones.json": {"cost": 4}
}"#;

#[test]
fn a_manifest_states_points_ratios_visibility_and_decimals() {
    require!(PYTHON);
    // Consistent, but blind: on both boards it expands more than the reference.
    let course = Course::new(&answering("h = 0")).with_leapfrog();
    let ratio = expanded("leapfrog.json", "null") as f64 / expanded("leapfrog.json", "relaxed-map") as f64;
    let stones =
        expanded("stepping-stones.json", "null") as f64 / expanded("stepping-stones.json", "relaxed-map") as f64;
    // On the stones, the default ratios give nothing beyond five times as many.
    assert!((1.0..1000.0).contains(&ratio) && ratio > 1.0 && stones > 5.0, "{ratio} {stones}");
    fs::write(course.folder.path().join("boards/manifest.json"), MANIFEST).unwrap();
    let points = |report: &Value| -> Vec<String> {
        let part = |board: &Value, part: &str| format!("{} of {}", board[part]["score"], board[part]["max_score"]);
        let boards = report["boards"].as_array().unwrap().iter();
        boards
            .map(|board| ["admissible", "consistent", "expansions"].map(|name| part(board, name)).join(", "))
            .collect()
    };
    let report = course.json(&["--gradescope", "results.json"]);
    // 3 × 0.15, rounded to one decimal.
    assert_eq!(points(&report), ["1.0 of 1.0, 1.0 of 1.0, 0.5 of 3.0", "2.0 of 2.0, 0.0 of 0.0, 0.0 of 0.5"]);
    assert_eq!((&report["score"], &report["max_score"], &report["decimals"]), (&4.5.into(), &7.5.into(), &1.into()));
    let results: Value =
        serde_json::from_str(&fs::read_to_string(course.folder.path().join("results.json")).unwrap()).unwrap();
    let tests: Vec<String> = results["tests"]
        .as_array()
        .unwrap()
        .iter()
        .map(|test| format!("{} {} {}", test["name"], test["max_score"], test["visibility"]))
        .collect();
    assert_eq!(
        tests,
        [
            r#""leapfrog.json: admissible" 1.0 "visible""#,
            r#""leapfrog.json: consistent" 1.0 "visible""#,
            r#""leapfrog.json: expansions" 3.0 "visible""#,
            r#""stones.json: admissible" 2.0 "hidden""#,
            r#""stones.json: expansions" 0.5 "hidden""#,
        ]
    );
    assert_eq!(results["output"], "1 admissible and consistent · score 2.5 of 5 · 1 board is not shown");

    // The command line overrides all boards.
    let options = ["--heuristic-points", "consistent=4", "--decimals", "2", "--visibility", "after_due_date"];
    let report = course.json(&options);
    assert_eq!(points(&report), ["0.0 of 0.0, 4.0 of 4.0, 0.0 of 0.0"; 2]);
    assert!(report["boards"].as_array().unwrap().iter().all(|board| board["visibility"] == "after_due_date"));
    let ratios = ["--expansion-ratios", "1000=0.5"];
    assert_eq!(
        points(&course.json(&ratios)),
        ["1.0 of 1.0, 1.0 of 1.0, 1.5 of 3.0", "2.0 of 2.0, 0.0 of 0.0, 0.3 of 0.5"]
    );
}

#[test]
fn wrong_points_in_a_manifest_are_named() {
    require!(PYTHON);
    let course = Course::new("");
    let refusals = [
        r#"{"heuristic_points": 2}"#,
        r#"{"heuristic_points": {"admissable": 2}}"#,
        r#"{"heuristic_points": {"admissible": -1}}"#,
        r#"{"heuristic_points": {"consistent": "1"}}"#,
        r#"{"heuristic_point": {"consistent": 1}}"#,
        r#"{"expansion_ratios": {"1": 1}}"#,
        r#"{"expansion_ratios": []}"#,
        r#"{"expansion_ratios": [1, 2]}"#,
        r#"{"expansion_ratios": [{"ratio": 2, "weight": 0.5}, {"ratio": 1, "weight": 0.25}]}"#,
        r#"{"expansion_ratios": [{"ratio": 2, "weight": 1.5}]}"#,
        r#"{"expansion_ratios": [{"ratio": 2, "weight": 1, "points": 1}]}"#,
    ]
    .map(|entry| {
        fs::write(course.folder.path().join("boards/manifest.json"), format!(r#"{{"stones.json": {entry}}}"#)).unwrap();
        let text = course.grade(&[]);
        assert!(text.starts_with("status 2\n"), "{text}");
        text.lines().last().unwrap_or_default().replace("error: boards/manifest.json: \"stones.json\": ", "")
    });
    insta::assert_snapshot!(refusals.join("\n"), @r#"
    heuristic_points is not an object; write "heuristic_points": {"admissible": 1, "consistent": 1, "expansions": 2}
    heuristic_points: there are no points for "admissable"; write "heuristic_points": {"admissible": 1, "consistent": 1, "expansions": 2}
    heuristic_points: the points for admissible are not a number of at least 0; write "heuristic_points": {"admissible": 1, "consistent": 1, "expansions": 2}
    heuristic_points: the points for consistent are not a number of at least 0; write "heuristic_points": {"admissible": 1, "consistent": 1, "expansions": 2}
    unknown key "heuristic_point"; did you mean "heuristic_points"?
    expansion_ratios is not a list of ratios; write "expansion_ratios": [{"ratio": 1, "weight": 1}, {"ratio": 2, "weight": 0.5}], with rising ratios and falling weights from 1 to 0
    expansion_ratios is not a list of ratios; write "expansion_ratios": [{"ratio": 1, "weight": 1}, {"ratio": 2, "weight": 0.5}], with rising ratios and falling weights from 1 to 0
    expansion_ratios: 1 does not fit; write "expansion_ratios": [{"ratio": 1, "weight": 1}, {"ratio": 2, "weight": 0.5}], with rising ratios and falling weights from 1 to 0
    expansion_ratios: {"ratio":1,"weight":0.25} does not fit; write "expansion_ratios": [{"ratio": 1, "weight": 1}, {"ratio": 2, "weight": 0.5}], with rising ratios and falling weights from 1 to 0
    expansion_ratios: {"ratio":2,"weight":1.5} does not fit; write "expansion_ratios": [{"ratio": 1, "weight": 1}, {"ratio": 2, "weight": 0.5}], with rising ratios and falling weights from 1 to 0
    expansion_ratios: {"points":1,"ratio":2,"weight":1} does not fit; write "expansion_ratios": [{"ratio": 1, "weight": 1}, {"ratio": 2, "weight": 0.5}], with rising ratios and falling weights from 1 to 0
    "#);
}
