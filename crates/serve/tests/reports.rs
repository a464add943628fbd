//! Maps, audits and comparisons.

use serde_json::{Value, json};

use crate::support::TestServer;

fn is_picture(value: &Value) -> bool {
    value.as_str().is_some_and(|svg| svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"))
}

#[test]
fn a_heuristic_is_mapped_against_the_truth() {
    let server = TestServer::new();
    let request = json!({"board": {"text": "K . 1\n. . .\n. . .\n"}, "heuristic": "h1", "against_perfect": true, "picture": true});
    let report = server.report("map", &request.to_string());
    assert!(is_picture(&report["svg"]));
    assert_eq!(report["scene"]["tiles"].as_array().unwrap().len(), 9);
    assert_eq!(report["report"]["board"], json!({"h": 0, "cost": 12}));
    // A knight cannot reach the middle of a board of 3 × 3.
    let middle = &report["report"]["cells"][4];
    assert_eq!(*middle, json!({"cell": "(1, 1)", "free": true, "h": 0, "cost": "inf"}));
    assert_eq!(
        (&report["report"]["complete"], &report["report"]["contributions"][0]["thing"]),
        (&json!(true), &json!("K"))
    );
    let alone = server.report("map", r#"{"board": {"text": "K . 1\n"}}"#);
    assert_eq!((&alone["svg"], &alone["report"]["board"]["cost"]), (&Value::Null, &Value::Null));
}

#[test]
fn an_audit_gives_its_counterexample_as_a_board() {
    let server = TestServer::new();
    // h1 assumes the rook, cost 8; the knight captures for 6.
    let request = json!({"board": {"text": ". 1\nR .\nK .\n"}, "heuristics": ["h1"], "picture": true});
    let report = server.report("audit", &request.to_string());
    let admissible = &report["report"]["heuristics"][0]["admissible"];
    assert_eq!((&admissible["verdict"], &report["report"]["whole_space"]), (&json!("refuted"), &json!(true)));
    assert!(is_picture(&report["svg"]));
    let found = report["counterexamples"].as_array().unwrap();
    let found = found.iter().find(|found| found["claim"] == "admissible").unwrap();
    assert_eq!((&found["heuristic"], &found["claimed"]), (&json!("h1"), &json!(false)));
    let board = &found["board"];
    assert_eq!((&board["puzzle"], &board["text"]), (&json!("pawn-hunt"), &admissible["counterexample"]["board"]));
    assert!(found["words"].as_str().unwrap().starts_with("h = "));
    // It can be solved like any other board.
    let solved = server.report("solve", &json!({"board": {"setup": board["setup"]}}).to_string());
    assert_eq!(solved["report"]["cost"], admissible["counterexample"]["cost"]);
}

#[test]
fn boards_that_break_a_heuristic_are_found_from_a_puzzles_name() {
    let server = TestServer::new();
    let report = server.report("audit", r#"{"puzzle": "pawn-hunt", "heuristics": ["h1"], "limits": {"seconds": 30}}"#);
    assert_eq!(report["report"]["puzzle"], "pawn-hunt");
    assert_eq!(report["report"]["heuristics"][0]["admissible"]["verdict"], "refuted");
    let found = report["counterexamples"].as_array().unwrap().iter().find(|found| found["claim"] == "admissible");
    assert_eq!(found.unwrap()["board"]["text"], ". 1\nR .\nK .\n");
}

#[test]
fn algorithms_are_compared() {
    let server = TestServer::new();
    let boards = json!([
        {"name": "knight", "board": {"text": "K . 1\n. . .\n. . .\n"}},
        {"name": "stacks", "board": {"text": "5,6,r,2\n1,0,b,1\n"}},
    ]);
    let request =
        json!({"boards": boards, "algorithms": ["ucs", "weighted-astar:2"], "heuristics": ["null"], "baseline": "ucs"});
    let events = server.events("compare", &request.to_string());
    let report = events.last().unwrap();
    assert!(is_picture(&report["svg"]));
    let puzzles = report["report"]["puzzles"].as_array().unwrap();
    let runs: Vec<_> = puzzles.iter().flat_map(|puzzle| puzzle["runs"].as_array().unwrap()).collect();
    let costs: Vec<_> = runs.iter().map(|run| json!([run["board"], run["combination"], run["cost"]])).collect();
    assert_eq!(
        json!(costs),
        json!([
            ["knight", "ucs", 12],
            ["knight", "weighted-astar:2/null", 12],
            ["stacks", "ucs", 3],
            ["stacks", "weighted-astar:2/null", 3]
        ])
    );
    let progress = events.iter().find(|event| event["event"] == "progress").unwrap();
    assert_eq!(
        (&progress["total"], &progress["board"], &progress["combination"]),
        (&json!(4), &json!("knight"), &json!("ucs"))
    );
    let mut plain = request;
    plain["picture"] = json!(false);
    assert_eq!(server.report("compare", &plain.to_string())["svg"], Value::Null);
}
