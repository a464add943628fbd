//! `pathmax grade`: points, weights, decimals and visibility, from manifest.json and from the command line.

use crate::submissions::{Course, ONE_STEP, RIGHT};

const LONGER: &str = r#"echo "MOVE from (2, 0) to (1, 0)."; echo "MOVE from (1, 0) to (2, 0).""#;

/// A course whose solver is right on `a.json`, and longer by 2 on `b.json` and `c.json`, with this manifest.
fn course(manifest: &str) -> Course {
    let course = Course::new(&format!("case $1 in *a.json) ;; *) {LONGER};; esac; {RIGHT}"));
    for name in ["a.json", "b.json", "c.json"] {
        course.board(name, ONE_STEP);
    }
    course.board("manifest.json", manifest);
    course
}

const MANIFEST: &str = r#"{
    "*": {"points": 3, "partial": 0.25, "visibility": "after_due_date", "decimals": 1},
    "a.json": {"cost": 2},
    "b.json": {"cost": 2, "points": 10, "visibility": "visible"},
    "c.json": {"cost": 2, "partial": [{"excess": 1, "weight": 0.9}, {"ratio": 2, "weight": 0.15}]}
}"#;

#[test]
fn a_manifest_states_points_weights_decimals_and_visibility() {
    let course = course(MANIFEST);
    // 3 + 10 × 0.25 + 3 × 0.15, which is rounded to one decimal.
    assert_table!(course.grade(&["--gradescope", "results.json"]), @"
    status 1
    --- stdout
    board  points  cost  best  time  memory  result
    a.json  3.0 of 3  2  2  [time]  [memory]  right and optimal
    b.json  2.5 of 10  4  2  [time]  [memory]  right, but longer by 2
    c.json  0.5 of 3  4  2  [time]  [memory]  right, but longer by 2

    1 right and optimal, 2 right but longer · score 6.0 of 16
    ");
    let results = course.results();
    let tests: Vec<String> = results["tests"]
        .as_array()
        .unwrap()
        .iter()
        .map(|test| format!("{} {} {} {}", test["name"], test["score"], test["max_score"], test["visibility"]))
        .collect();
    assert_eq!(
        tests,
        [
            r#""a.json" 3.0 3.0 "after_due_date""#,
            r#""b.json" 2.5 10.0 "visible""#,
            r#""c.json" 0.5 3.0 "after_due_date""#
        ]
    );
    // Students see nothing of the others.
    assert_eq!(results["output"], "1 right but longer · score 2.5 of 10 · 2 boards are not shown");
    let csv = course.grade(&["--csv"]);
    assert!(csv.contains("\nc.json,chexers,longer,0.5,3.0,4,2,"), "{csv}");
    let json = course.grade(&["--json"]);
    let json: serde_json::Value = serde_json::from_str(json.split_once("--- stdout\n").unwrap().1).unwrap();
    assert_eq!((json["score"].as_f64(), json["max_score"].as_f64()), (Some(6.0), Some(16.0)));
    assert_eq!(json["boards"][2]["max_score"], 3.0);
}

#[test]
fn the_command_line_overrides_the_manifest() {
    let course = course(MANIFEST);
    let options = ["--points", "2", "--partial", "0.125", "--decimals", "3", "--visibility", "hidden"];
    let output = course.grade(&[&options[..], &["--gradescope", "results.json"]].concat());
    // 2 + 2 × 2 × 0.125
    assert!(output.contains("1 right and optimal, 2 right but longer · score 2.500 of 6\n"), "{output}");
    let results = course.results();
    assert_eq!((&results["tests"][1]["visibility"], &results["tests"][1]["score"]), (&"hidden".into(), &0.25.into()));
    assert_eq!(results["output"], "3 boards are not shown");
    let refused = [["--points", "-1"], ["--decimals", "7"], ["--visibility", "shown"], ["--partial", "nan"]];
    for option in refused {
        assert!(course.grade(&[&format!("{}={}", option[0], option[1])]).starts_with("status 2\n"), "{option:?}");
    }
}

#[test]
fn wrong_keys_are_named() {
    let outputs = [
        r#"{"a.json": {"points": -1}}"#,
        r#"{"a.json": {"point": 2}}"#,
        r#"{"a.json": {"Partial": 0.5}}"#,
        r#"{"a.json": {"decimals": 1}}"#,
        r#"{"a.json": {"visibility": "shown"}}"#,
        r#"{"a.json": {"partial": [{"excess": 2}]}}"#,
        r#"{"*": {"cost": 2}, "a.json": {}}"#,
        r#"{"*": {"decimals": 9}, "a.json": {}}"#,
        r#"{"*": 2, "a.json": {}}"#,
    ]
    .map(|manifest| course(manifest).grade(&[]));
    assert_output!(outputs.join("\n"), @r#"
    status 2
    --- stderr
    error: boards/manifest.json: "a.json": points is not a number of at least 0; write "points": 2

    status 2
    --- stderr
    error: boards/manifest.json: "a.json": unknown key "point"; did you mean "points"?

    status 2
    --- stderr
    error: boards/manifest.json: "a.json": unknown key "Partial"; did you mean "partial"?

    status 2
    --- stderr
    error: boards/manifest.json: "a.json": decimals applies to all boards; write "*": {"decimals": 1}

    status 2
    --- stderr
    error: boards/manifest.json: "a.json": visibility is not one of visible, hidden, after_due_date, after_published; write "visibility": "hidden"

    status 2
    --- stderr
    error: boards/manifest.json: "a.json": a step of partial has not exactly an excess (a whole number) or a ratio (at least 1), and a weight (0 to 1); write "partial": 0.5, or "partial": [{"excess": 2, "weight": 0.8}, {"ratio": 1.5, "weight": 0.5}]

    status 2
    --- stderr
    error: boards/manifest.json: "*": "cost" is not a default for all boards; write "*": {"points": 2, "partial": 0.5, "visibility": "hidden", "decimals": 1}

    status 2
    --- stderr
    error: boards/manifest.json: "*": decimals is not a whole number from 0 to 6; write "decimals": 1

    status 2
    --- stderr
    error: boards/manifest.json: "*": this is not an object; write "*": {"points": 2, "partial": 0.5, "visibility": "hidden", "decimals": 1}
    "#);
    // Other keys are ignored.
    assert!(course(r#"{"a.json": {"cost": 2, "author": "me", "tier": 1}}"#).grade(&[]).starts_with("status 0"));
}
