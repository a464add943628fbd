//! Guided stories: the route, the numbers of the built-in ones, and bad files.

mod bad_files;
mod facts;

use pathmax_lab::Registry;
use pathmax_serve::{Settings, Story};
use serde_json::{Value, json};

use crate::support::TestServer;

/// The stories of a server.
fn stories(server: &TestServer) -> Vec<Value> {
    let answer = server.get("/api/v1/stories");
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/json")));
    answer.json()["stories"].as_array().unwrap().clone()
}

const KNIGHT: &str = r#"
title = "Two ways"
summary = "A  board\nand two searches."
puzzle = "pawn-hunt"
board = "K . 1\n. . .\n. . 2\n"
heuristic = "h2"
view = "solve"

[[step]]
caption = """
First,
A* with *its* heuristic."""

[[step]]
caption = "Another puzzle."
puzzle = "infexion"
options = { spawn = true }
board = """
5,6,r,2
1,0,b,1
"""
heuristic = "line-cover"
algorithm = "AS"
view = "race"
rival = { algorithm = "dijkstra" }
position = "end"
play = false
speed = 2.5

[[step]]
caption = "An audit."
view = "audit"
audit = "puzzle"

[[step]]
caption = "A table."
view = "compare"
algorithms = ["A*", "weighted-astar:2"]
heuristics = ["h2", "null"]
expect = { cost = 1 }
"#;

#[test]
fn every_step_is_complete() {
    let story = Story::parse("two-ways", KNIGHT, &Registry::builtin()).unwrap();
    let server = TestServer::with(Settings { stories: vec![story], ..Settings::default() });
    let stories = stories(&server);
    let board = json!({"text": "K . 1\n. . .\n. . 2\n", "puzzle": "pawn-hunt", "options": {}});
    assert_eq!(
        stories.last().unwrap(),
        &json!({
            "id": "two-ways", "title": "Two ways", "summary": "A board and two searches.", "origin": "file",
            "steps": [
                {"caption": "First, A* with *its* heuristic.", "view": "solve", "board": board,
                 "algorithm": "astar", "heuristic": "h2"},
                {"caption": "Another puzzle.", "view": "race",
                 "board": {"text": "5,6,r,2\n1,0,b,1\n", "puzzle": "infexion", "options": {"spawn": true}},
                 "algorithm": "astar", "heuristic": "line-cover",
                 "rival": {"algorithm": "ucs", "heuristic": "line-cover"},
                 "position": "end", "play": false, "speed": 2.5},
                {"caption": "An audit.", "view": "audit", "board": board,
                 "algorithm": "astar", "heuristic": "h2", "audit": "puzzle"},
                {"caption": "A table.", "view": "compare", "board": board,
                 "algorithm": "astar", "heuristic": "h2",
                 "algorithms": ["astar", "weighted-astar:2"], "heuristics": ["h2", "null"]},
            ],
        })
    );
}

#[test]
fn built_in_stories_are_in_their_order_and_can_be_replaced() {
    let ids = |stories: &[Value]| stories.iter().map(|story| story["id"].clone()).collect::<Vec<_>>();
    let usual = stories(&TestServer::new());
    assert_eq!(
        ids(&usual),
        [
            "h-zero",
            "better-heuristic",
            "greedy",
            "inadmissible",
            "reopening",
            "ida-star",
            "no-solution",
            "counterexample"
        ]
    );
    assert!(usual.iter().all(|story| story["origin"] == "built-in"));
    let first = usual[0]["id"].as_str().unwrap();
    let own = Story::parse(first, &format!("order = 1{KNIGHT}"), &Registry::builtin()).unwrap();
    let replaced = stories(&TestServer::with(Settings { stories: vec![own], ..Settings::default() }));
    assert_eq!(ids(&replaced), ids(&usual));
    assert_eq!((&replaced[0]["title"], &replaced[0]["origin"]), (&json!("Two ways"), &json!("file")));
}

#[test]
fn stories_of_puzzles_that_are_not_registered_are_left_out() {
    let settings = Settings { registry: Registry::empty(), ..Settings::default() };
    assert_eq!(stories(&TestServer::with(settings)), Vec::<Value>::new());
}

#[test]
fn the_example_of_the_documentation_is_a_story() {
    let page = include_str!("../../../docs/stories.md");
    let text = page.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    let story = Story::parse("knight", text, &Registry::builtin()).unwrap();
    let server = TestServer::with(Settings { stories: vec![story], ..Settings::default() });
    let stories = stories(&server);
    let race = &stories.last().unwrap()["steps"][2];
    for search in [race, &race["rival"]] {
        let body = json!({"board": race["board"], "algorithm": search["algorithm"], "heuristic": search["heuristic"]});
        assert_eq!(server.report("solve", &body.to_string())["report"]["cost"], 24, "the caption says so");
    }
    for story in &stories {
        let id = story["id"].as_str().unwrap();
        assert!(id == "knight" || page.contains(&format!("| `{id}` |")), "{id} is not in the table");
    }
}
