//! Puzzles that are registered beside the built-in ones, over HTTP: one without capabilities, one that only draws.

use pathmax_serve::Settings;
use serde_json::{Value, json};

use crate::support::{TestServer, puzzles};

fn server() -> TestServer {
    TestServer::with(Settings { registry: puzzles::registry(), memory_limit: 256 << 20, ..Settings::default() })
}

fn board(server: &TestServer, board: Value) -> crate::support::Answer {
    server.post("board", &json!({ "board": board }).to_string())
}

#[test]
fn the_catalogue_lists_them_with_what_they_support() {
    let catalogue = server().get("/api/v1/catalogue").json();
    let puzzles = catalogue["puzzles"].as_array().unwrap();
    let named = |name: &str| puzzles.iter().find(|puzzle| puzzle["name"] == name).unwrap();
    assert_json!(named("countdown"), @r#"
    {
      "algorithm": "astar",
      "extension": "num",
      "format": "text, one whole number",
      "generates": false,
      "groups": null,
      "heuristic": "number",
      "heuristics": [
        {
          "admissible": true,
          "consistent": true,
          "for_solving": true,
          "name": "number",
          "summary": "the number itself"
        },
        {
          "admissible": true,
          "consistent": true,
          "for_solving": false,
          "name": "perfect",
          "summary": "the exact cost, by backward search over all reachable states (small boards only)"
        },
        {
          "admissible": true,
          "consistent": true,
          "for_solving": true,
          "name": "null",
          "summary": "always 0"
        }
      ],
      "kinds": null,
      "lone_thing": null,
      "name": "countdown",
      "options": [
        {
          "default": false,
          "in_file": false,
          "kind": "switch",
          "name": "halve",
          "summary": "Allow halving even numbers"
        }
      ],
      "rules": "",
      "summary": "count down to 0",
      "title": "Countdown"
    }
    "#);
    let row = named("row");
    assert_eq!((&row["groups"], &row["kinds"], &row["lone_thing"]), (&json!(["walkers"]), &Value::Null, &Value::Null));
    // Without heuristics of its own, its default is the one that every puzzle has for solving.
    assert_eq!((&row["heuristic"], &row["heuristics"][0]["name"]), (&json!("null"), &json!("perfect")));
    let built_in = named("chexers");
    assert_eq!((&built_in["generates"], &built_in["lone_thing"]), (&json!(true), &json!("piece")));
    assert!(catalogue["examples"].as_array().unwrap().iter().all(|example| example["puzzle"] != "row"));
}

#[test]
fn a_board_has_the_forms_that_its_puzzle_supports() {
    let server = server();
    assert_json!(board(&server, json!({"text": " 8", "puzzle": "countdown", "options": {"halve": true}})).json(), @r#"
    {
      "algorithm": "astar",
      "file_name": "board.num",
      "heuristic": "number",
      "notes": [],
      "options": {
        "halve": true
      },
      "puzzle": "countdown",
      "scene": null,
      "setup": null,
      "solved": false,
      "text": "8\n"
    }
    "#);
    let row = board(&server, json!({"text": "-o--"})).json();
    assert_eq!((&row["puzzle"], &row["setup"], &row["options"]), (&json!("row"), &Value::Null, &json!({})));
    assert_eq!(row["scene"]["tiles"][1]["token"], json!({"text": "o", "ink": "green"}));
    assert_eq!(board(&server, json!({"text": "0", "puzzle": "countdown"})).json()["solved"], true);
}

#[test]
fn a_text_that_several_puzzles_read_needs_a_puzzle() {
    let server = server();
    // A single pawn, or a number.
    let answer = board(&server, json!({"text": "8"}));
    insta::assert_snapshot!(answer.error(), @"422 ambiguous-board: this could be a board of pawn-hunt or countdown; name one of them in `puzzle`");
    assert_eq!(answer.json()["error"]["puzzles"], json!(["pawn-hunt", "countdown"]));
    for puzzle in ["pawn-hunt", "countdown"] {
        assert_eq!(board(&server, json!({"text": "8", "puzzle": puzzle})).json()["puzzle"], puzzle);
    }
    // Two digits are no cell of a pawn hunt.
    assert_eq!(board(&server, json!({"text": "10"})).json()["puzzle"], "countdown");
}

#[test]
fn errors_name_what_is_wrong() {
    let server = server();
    let error = |request: Value| board(&server, request).error();
    insta::assert_snapshot!(error(json!({"text": "x", "puzzle": "countdown"})), @"422 bad-board line 1 column 1: this is not a whole number; write one such as 8");
    insta::assert_snapshot!(error(json!({"text": "8", "puzzle": "countdown", "options": {"half": true}})), @"422 bad-board: countdown boards have no option half (only halve); leave it out");
    insta::assert_snapshot!(error(json!({"text": "8", "puzzle": "countdown", "options": {"halve": 3}})), @"422 bad-board: the countdown option halve is 3; it must be true or false");
    insta::assert_snapshot!(error(json!({"text": "8", "puzzle": "countdown", "options": {"halve": [1]}})), @"422 bad-board: the countdown option halve is [1]; it must be true or false");
    insta::assert_snapshot!(error(json!({"text": "8", "puzzle": "countdown", "options": 3})), @"400 bad-request line 1 column 21: invalid type: integer `3`, expected a map");
    insta::assert_snapshot!(error(json!({"setup": {"puzzle": "row", "things": []}})), @"422 bad-board: row does not support editing boards; give the text of a file");
    let unknown = error(json!({"text": "8", "puzzle": "go"}));
    assert!(unknown.contains("choose from chexers, ") && unknown.ends_with(", countdown, row"), "{unknown}");
    // A puzzle that panics is a defect; the server goes on.
    insta::assert_snapshot!(error(json!({"text": "panic", "puzzle": "countdown"})), @r#"
    500 defect: defect in pathmax, please report it: assertion `left != right` failed: countdown panics here
      left: "panic"
     right: "panic"
    "#);
    assert_eq!(
        server.post("solve", &json!({"board": {"text": "panic", "puzzle": "countdown"}}).to_string()).status,
        500
    );
    assert_eq!(board(&server, json!({"text": "--o"})).status, 200);
}

#[test]
fn missing_capabilities_are_rejected_before_the_search() {
    let server = server();
    let error = |route: &str, request: Value| server.post(route, &request.to_string()).error();
    let number = json!({"text": "8", "puzzle": "countdown"});
    insta::assert_snapshot!(error("picture", json!({"board": number})), @"422 unsupported: countdown does not support drawing boards");
    insta::assert_snapshot!(error("map", json!({"board": number})), @"422 unsupported: countdown does not support maps of heuristics");
    insta::assert_snapshot!(error("map", json!({"board": {"text": "-o-"}})), @"422 unsupported: row does not support maps of heuristics");
    insta::assert_snapshot!(error("audit", json!({"puzzle": "row"})), @"422 unsupported: row does not support generating boards; audit a board file instead");
    assert_eq!(server.searches(), 0);
    let picture = server.post("picture", r#"{"board": {"text": "-o-"}}"#);
    assert_eq!((picture.status, picture.header("content-type")), (200, Some("image/svg+xml")));
}

#[test]
fn boards_are_solved_with_their_options() {
    let server = server();
    let solve = |options: Value| {
        let board = json!({"text": "8", "puzzle": "countdown", "options": options});
        server.report("solve", &json!({"board": board, "heuristic": "null", "picture": true}).to_string())
    };
    // 8 steps down; with halving 4, 2, 1, 0.
    let report = solve(json!({"halve": false}));
    assert_eq!((&report["report"]["cost"], &report["report"]["optimal"]), (&json!(8), &json!(true)));
    let report = solve(json!({"halve": true}));
    assert_eq!(report["report"]["actions"], json!(["go to 4", "go to 2", "go to 1", "go to 0"]));
    assert_eq!((&report["frames"], &report["svg"]), (&json!([]), &Value::Null));

    let report = server.report("solve", r#"{"board": {"text": "-o---"}, "picture": true}"#);
    assert_eq!(report["report"]["actions"], json!(["walk to cell 2", "walk to cell 3", "walk to cell 4"]));
    assert_eq!((report["frames"].as_array().unwrap().len(), report["svg"].is_string()), (4, true));
    assert_eq!(report["report"]["heuristic"], "null");
}

#[test]
fn searches_are_traced_with_and_without_a_scene() {
    let server = server();
    let events = server.events("trace", r#"{"board": {"text": "3", "puzzle": "countdown"}}"#);
    assert_eq!((&events[0]["scene"], &events[0]["groups"]), (&Value::Null, &json!([])));
    let expansions = events.iter().find(|event| event["event"] == "expansions").unwrap();
    assert_eq!((&expansions["g"], &expansions["h"]), (&json!([0, 1, 2]), &json!([3, 2, 1])));
    assert_eq!((&expansions["tokens"], &expansions["frontier"]), (&json!([[], [], []]), &json!([1, 1, 1])));
    let events = server.events("trace", r#"{"board": {"text": "o--"}}"#);
    assert_eq!((&events[0]["groups"], &events[1]["looks"][0]["text"]), (&json!(["walkers"]), &json!("o")));
}

#[test]
fn they_are_compared_with_each_other_and_with_built_in_ones() {
    let server = server();
    let boards = json!([
        {"name": "eight", "board": {"text": "8", "puzzle": "countdown", "options": {"halve": true}}},
        {"name": "row", "board": {"text": "o--"}},
        {"name": "knight", "board": {"text": "K . 1\n. . .\n. . .\n"}},
    ]);
    let request = json!({"boards": boards, "algorithms": ["ucs", "astar"], "heuristics": ["null"]});
    let report = server.report("compare", &request.to_string());
    let puzzles = report["report"]["puzzles"].as_array().unwrap();
    let runs = puzzles.iter().flat_map(|puzzle| puzzle["runs"].as_array().unwrap());
    let costs: Vec<_> = runs.map(|run| json!([run["board"], run["combination"], run["cost"]])).collect();
    assert_eq!(
        json!(costs),
        json!([
            ["eight", "ucs", 4],
            ["eight", "astar/null", 4],
            ["row", "ucs", 2],
            ["row", "astar/null", 2],
            ["knight", "ucs", 12],
            ["knight", "astar/null", 12]
        ])
    );
}

#[test]
fn heuristics_are_audited_with_the_counterexample_as_text() {
    let server = server();
    let audit = |halve: bool| {
        let board = json!({"text": "8", "puzzle": "countdown", "options": {"halve": halve}});
        server.report("audit", &json!({"board": board, "heuristics": ["number"], "picture": true}).to_string())
    };
    let report = audit(false);
    assert_eq!(report["report"]["heuristics"][0]["consistent"]["verdict"], "proved");
    assert_eq!((&report["counterexamples"], &report["svg"]), (&json!([]), &Value::Null));

    let report = audit(true);
    assert_eq!((&report["report"]["states"], &report["report"]["cost"]), (&json!(9), &json!(4)));
    let found = report["counterexamples"].as_array().unwrap();
    let found = found.iter().find(|found| found["claim"] == "admissible").unwrap();
    assert_eq!((&found["claimed"], &found["scene"]), (&json!(true), &Value::Null));
    // The most that the number exceeds the cost is 4, at 8.
    assert_eq!(found["words"], "h = 8, but the board is solved at a cost of 4");
    let board = &found["board"];
    assert_eq!((&board["text"], &board["options"]), (&json!("8\n"), &json!({"halve": true})));

    let report = server.report("audit", r#"{"board": {"text": "-o---"}, "picture": true}"#);
    assert_eq!(report["report"]["heuristics"][0]["admissible"]["verdict"], "proved");
    assert!(report["svg"].is_string());
}
