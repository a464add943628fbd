//! Searches, event by event.

use serde_json::{Value, json};

use crate::support::TestServer;

const SMALL: &str = "K . 1\n. . .\n. . .\n";

fn names(events: &[Value]) -> Vec<&str> {
    let mut names: Vec<_> = events.iter().map(|event| event["event"].as_str().unwrap()).collect();
    names.retain(|name| *name != "progress");
    names
}

#[test]
fn a_board_is_solved_and_its_plan_can_be_played() {
    let server = TestServer::new();
    let events = server.events("solve", &json!({"board": {"text": SMALL}}).to_string());
    assert_eq!(names(&events), ["started", "report"]);
    // Every better plan is reported as progress, which may be dropped.
    let events: Vec<Value> = events.into_iter().filter(|event| event["event"] != "progress").collect();
    assert_json!(events, @r#"
    [
      {
        "event": "started",
        "job": [name]
      },
      {
        "event": "report",
        "frames": [
          {
            "cost": 0,
            "motion": {
              "arrow": null,
              "touched": []
            },
            "tokens": [
              {
                "ink": "blue",
                "symbol": "knight",
                "text": "K",
                "tile": 0
              },
              {
                "ink": "red",
                "symbol": "pawn",
                "text": "1",
                "tile": 2
              }
            ]
          },
          {
            "cost": 6,
            "motion": {
              "arrow": {
                "from": {
                  "x": 0,
                  "y": 0
                },
                "to": {
                  "x": 2,
                  "y": 2
                }
              },
              "touched": [
                {
                  "x": 2,
                  "y": 2
                }
              ]
            },
            "tokens": [
              {
                "ink": "red",
                "symbol": "pawn",
                "text": "1",
                "tile": 2
              },
              {
                "ink": "blue",
                "symbol": "knight",
                "text": "K",
                "tile": 7
              }
            ]
          },
          {
            "cost": 12,
            "motion": {
              "arrow": {
                "from": {
                  "x": 2,
                  "y": 2
                },
                "to": {
                  "x": 4,
                  "y": 0
                }
              },
              "touched": [
                {
                  "x": 4,
                  "y": 0
                }
              ]
            },
            "tokens": [
              {
                "ink": "blue",
                "symbol": "knight",
                "text": "K",
                "tile": 2
              }
            ]
          }
        ],
        "left_out": 0,
        "report": {
          "actions": [
            "KNIGHT from (0, 0) to (2, 1).",
            "KNIGHT from (2, 1) to (0, 2) capturing 1."
          ],
          "algorithm": "astar",
          "bound": 12,
          "cost": 12,
          "effective_branching_factor": [number],
          "gap": 0.0,
          "heuristic": "tours",
          "optimal": true,
          "outcome": "solved",
          "puzzle": "pawn-hunt",
          "reason": null,
          "statistics": {
            "bytes_per_state": [size],
            "dead_ends": 0,
            "duplicates": 1,
            "expanded": 2,
            "generated": 4,
            "layers": [
              {
                "expanded": 2,
                "f": 12
              }
            ],
            "peak_memory": [size],
            "peak_open": 2,
            "peak_stored": 4,
            "reopened": 0,
            "seconds": [number],
            "start_h": 12,
            "threads": 1
          },
          "suboptimality": 1.0
        },
        "svg": null
      }
    ]
    "#);
}

#[test]
fn a_board_without_a_solution_is_proven_so() {
    let server = TestServer::new();
    let report = server.report("solve", r#"{"board": {"text": "B 1\n"}}"#);
    assert_eq!((&report["report"]["outcome"], &report["report"]["cost"]), (&json!("unsolvable"), &Value::Null));
    assert_eq!((report["frames"].as_array().unwrap().len(), &report["svg"]), (1, &Value::Null));
}

#[test]
fn long_plans_are_cut() {
    let server = TestServer::new();
    // Depth-first search takes thousands of moves to find the pawn.
    let field = format!(
        "K K{}\n{}{}\n{}\n{}1\n",
        " .".repeat(7),
        ". . . . . . . . .\n".repeat(5),
        ". . . . . . . x .",
        ". . . . . . . . .",
        ". ".repeat(8)
    );
    let request = json!({"board": {"text": field}, "algorithm": "dfs", "picture": true});
    let report = server.report("solve", &request.to_string());
    let count = |list: &Value| list.as_array().unwrap().len() as u64;
    let (cost, left_out) = (report["report"]["cost"].as_u64().unwrap(), report["left_out"].as_u64().unwrap());
    assert!(left_out > 0);
    assert_eq!((count(&report["report"]["actions"]), count(&report["frames"])), (2_000, 2_001));
    assert_eq!(cost, 6 * (2_000 + left_out));
    // The picture has sixty boards: the start and fifty-nine actions.
    let svg = report["svg"].as_str().unwrap();
    assert!(svg.contains("59. ") && !svg.contains("60. "));
}

#[test]
fn a_search_is_traced() {
    let server = TestServer::new();
    let events = server.events("trace", &json!({"board": {"text": SMALL}, "algorithm": "ucs"}).to_string());
    assert_eq!(names(&events), ["started", "looks", "actions", "expansions", "report"]);
    assert_eq!(events[0]["details"], 0);
    assert_eq!(events[0]["scene"]["tiles"].as_array().unwrap().len(), 9);
    assert_eq!((&events[0]["groups"], &events[0]["most"]), (&json!(["agents", "pawns"]), &json!(20_000)));
    assert_json!(events[1..4], @r#"
    [
      {
        "event": "looks",
        "from": 0,
        "looks": [
          {
            "group": 0,
            "ink": "blue",
            "symbol": "knight",
            "text": "K"
          },
          {
            "group": 1,
            "ink": "red",
            "symbol": "pawn",
            "text": "1"
          }
        ]
      },
      {
        "actions": [
          "KNIGHT from (0, 0) to (2, 1).",
          "KNIGHT from (0, 0) to (1, 2)."
        ],
        "event": "actions",
        "from": 0
      },
      {
        "action": [
          null,
          0,
          1
        ],
        "depth": [
          0,
          1,
          1
        ],
        "event": "expansions",
        "first": [
          1,
          1,
          1
        ],
        "from": 0,
        "frontier": [
          2,
          2,
          1
        ],
        "g": [
          0,
          6,
          6
        ],
        "h": [
          0,
          0,
          0
        ],
        "node": [
          0,
          2,
          1
        ],
        "parent": [
          null,
          0,
          0
        ],
        "reached": [
          [
            5,
            1,
            7,
            1,
            11,
            2
          ],
          [
            2,
            1
          ],
          []
        ],
        "tokens": [
          [
            0,
            0,
            2,
            1
          ],
          [
            2,
            1,
            7,
            0
          ],
          [
            2,
            1,
            5,
            0
          ]
        ]
      }
    ]
    "#);
    let report = events.last().unwrap();
    assert_eq!((&report["traced"], &report["why_no_more"]), (&json!(3), &Value::Null));
    assert_eq!(report["report"]["cost"], 12);
}

/// Counted by hand: see the test of the same search in `pathmax-lab`.
#[test]
fn details_explain_the_first_expansions() {
    let server = TestServer::new();
    let request = json!({"board": {"text": SMALL}, "algorithm": "ucs", "details": 2});
    let events = server.events("trace", &request.to_string());
    assert_eq!(names(&events), ["started", "looks", "actions", "nodes", "expansions", "report"]);
    assert_eq!(events[0]["details"], 2);
    let actions = [
        "KNIGHT from (0, 0) to (1, 2).",
        "KNIGHT from (0, 0) to (2, 1).",
        "KNIGHT from (2, 1) to (0, 0).",
        "KNIGHT from (2, 1) to (0, 2) capturing 1.",
    ];
    assert_eq!(events[2], json!({"event": "actions", "from": 0, "actions": actions}));
    let tokens = [[0, 0, 2, 1].to_vec(), [2, 1, 5, 0].to_vec(), [2, 1, 7, 0].to_vec(), [2, 0].to_vec()];
    assert_eq!(events[3], json!({"event": "nodes", "from": 0, "tokens": tokens, "goal": [0, 0, 0, 1]}));
    let expansions = &events[4];
    assert_eq!((&expansions["node"], &expansions["action"]), (&json!([0, 2, 1]), &json!([null, 1, 0])));
    let successors = json!([[0, 1, 6, 0, 0, 1, 2, 6, 0, 0], [2, 0, 12, 0, 3, 3, 3, 12, 0, 0], null]);
    assert_eq!(expansions["successors"], successors);
    // There is a maximum.
    let request = json!({"board": {"text": SMALL}, "details": u64::MAX});
    assert_eq!(server.events("trace", &request.to_string())[0]["details"], 2_000);
}

#[test]
fn a_second_search_settles_whether_a_plan_is_optimal() {
    let server = TestServer::new();
    // A* with h1, which overestimates, finds a plan of cost 22 instead of 18.
    let board = json!({"text": ". . K .\n. . 2 x\n. 1 . R\n"});
    for route in ["solve", "trace"] {
        let request = json!({"board": board, "algorithm": "astar", "heuristic": "h1"});
        let report = server.report(route, &request.to_string());
        assert_eq!((&report["report"]["cost"], report["report"].get("settled")), (&json!(22), None), "{route}");
        let request = json!({"board": board, "algorithm": "astar", "heuristic": "h1", "settle": 100_000});
        let settled = server.report(route, &request.to_string())["report"]["settled"].clone();
        assert_eq!((&settled["verdict"], &settled["best"]), (&json!("not-optimal"), &json!(18)), "{route}");
        assert_eq!((&settled["limit"], &settled["reason"]), (&json!(100_000), &Value::Null), "{route}");
        // A proven plan needs no second search.
        let request = json!({"board": board, "settle": 100_000});
        assert_eq!(server.report(route, &request.to_string())["report"].get("settled"), None, "{route}");
    }
}

#[test]
fn traces_end_where_they_should() {
    let server = TestServer::new();
    let board = json!({"text": r#"{"colour": "red", "pieces": [[0,0],[0,-1],[-2,1]], "blocks": []}"#});
    for (finish, reason) in [(true, Value::Null), (false, json!("expansions"))] {
        let request = json!({"board": board, "algorithm": "ucs", "most": 1_200, "finish": finish});
        let events = server.events("trace", &request.to_string());
        let chunks = events.iter().filter(|event| event["event"] == "expansions");
        let counts: Vec<u64> = chunks.map(|chunk| chunk["g"].as_array().unwrap().len() as u64).collect();
        assert!(counts.iter().all(|count| *count <= 500));
        assert_eq!(counts.iter().sum::<u64>(), 1_200);
        let report = events.last().unwrap();
        assert_eq!((&report["traced"], &report["why_no_more"]), (&json!(1_200), &json!("most")));
        assert_eq!(report["report"]["reason"], reason);
    }
}

#[test]
fn wrong_choices_are_rejected_before_the_search() {
    let server = TestServer::new();
    let error = |route: &str, mut request: Value| {
        request["board"] = json!({"text": SMALL});
        server.post(route, &request.to_string()).error()
    };
    insta::assert_snapshot!(error("solve", json!({"algorithm": "quantum"})), @r#"422 bad-choice: there is no algorithm "quantum"; choose from astar, partial-astar, ucs, greedy, weighted-astar, bfs, dfs, iddfs, idastar"#);
    insta::assert_snapshot!(error("solve", json!({"algorithm": "weighted-astar:0"})), @r#"422 bad-choice: weighted-astar takes a weight from 1 to 1000, such as 1.5, the word pathmax, the word no-reopen or a tie-breaking (higher-g, lower-g, first-in or last-in) after the colon, not "0""#);
    insta::assert_snapshot!(error("solve", json!({"algorithm": "idastar:5"})), @r#"422 bad-choice: idastar takes a table size, such as 64MiB, or off, or the word pathmax after the colon, not "5""#);
    insta::assert_snapshot!(error("trace", json!({"heuristic": "relaxed-map"})), @r#"422 bad-choice: pawn-hunt has no heuristic "relaxed-map"; choose from tours, spanning-tree, routes, h2, h1, six-per-pawn, perfect, null"#);
    insta::assert_snapshot!(error("map", json!({"heuristic": "python3 my_h.py"})), @r#"422 bad-choice: pawn-hunt has no heuristic "python3 my_h.py"; choose from tours, spanning-tree, routes, h2, h1, six-per-pawn, perfect, null"#);
    insta::assert_snapshot!(error("audit", json!({"heuristics": ["h1", "h3"]})), @r#"422 bad-choice: pawn-hunt has no heuristic "h3"; choose from tours, spanning-tree, routes, h2, h1, six-per-pawn, perfect, null"#);
    insta::assert_snapshot!(error("audit", json!({"heuristics": ["h1", "h1"]})), @r#"422 bad-choice: the heuristic "h1" is listed twice"#);
    insta::assert_snapshot!(error("audit", json!({"puzzle": "chexers"})), @"400 bad-request: an audit takes either a `board` or the name of a `puzzle`");
    insta::assert_snapshot!(error("audit", json!({"options": {"spawn": true}})), @"400 bad-request: `options` belong to the name of a `puzzle`; a `board` contains its own");
    insta::assert_snapshot!(error("solve", json!({"limits": {"seconds": -1}})), @"400 bad-request: `seconds` must not be negative");
    insta::assert_snapshot!(error("solve", json!({"limits": {"seconds": "1"}})), @r#"400 bad-request line 1 column 65: invalid type: string "1", expected f64"#);
    insta::assert_snapshot!(error("solve", json!({"limits": {"time": 1}})), @"400 bad-request line 1 column 58: unknown field `time`, expected one of `seconds`, `memory`, `expansions`");
    insta::assert_snapshot!(error("solve", json!({"most": 10})), @"400 bad-request line 1 column 48: unknown field `most`, expected one of `board`, `algorithm`, `heuristic`, `limits`, `picture`, `settle`");
    insta::assert_snapshot!(error("trace", json!({"most": -1})), @"400 bad-request line 1 column 51: invalid value: integer `-1`, expected u64");
    let audit = |request: Value| server.post("audit", &request.to_string()).error();
    insta::assert_snapshot!(audit(json!({})), @"400 bad-request: an audit takes either a `board` or the name of a `puzzle`");
    let unknown = audit(json!({"puzzle": "go"}));
    assert!(unknown.starts_with("422 bad-choice: there is no puzzle \"go\"; choose from chexers, "), "{unknown}");
    insta::assert_snapshot!(audit(json!({"puzzle": "chexers", "options": {"spawn": true}})), @"422 bad-choice: chexers boards have no option spawn; leave it out");
    insta::assert_snapshot!(audit(json!({"puzzle": "chexers", "picture": true})), @"400 bad-request: `sample` and `picture` require a `board`");
    assert_eq!(server.searches(), 0);
}

#[test]
fn wrong_comparisons_are_rejected_before_the_first_run() {
    let server = TestServer::new();
    let board = json!({"text": SMALL});
    let error = |request: Value| server.post("compare", &request.to_string()).error();
    insta::assert_snapshot!(error(json!({"boards": []})), @"422 bad-choice: there are no boards to compare on");
    insta::assert_snapshot!(error(json!({"boards": [{"name": "a", "board": board}, {"name": "a", "board": board}]})), @r#"422 bad-choice: two boards are called "a""#);
    insta::assert_snapshot!(error(json!({"boards": [{"name": "a", "board": board}], "heuristics": ["h3"]})), @r#"422 bad-choice: there is no heuristic "h3" for these boards; pawn-hunt has tours, spanning-tree, routes, h2, h1, six-per-pawn, perfect, null"#);
    insta::assert_snapshot!(error(json!({"boards": [{"name": "a", "board": board}], "baseline": "ucs"})), @r#"422 bad-choice: the baseline "ucs" is not one of the combinations; choose from astar/tours, astar/spanning-tree, astar/routes, astar/h2, astar/h1, astar/six-per-pawn, astar/null"#);
    insta::assert_snapshot!(error(json!({"boards": [{"name": "a", "board": board}], "algorithms": ["astar", ""]})), @r#"422 bad-choice: there is no algorithm ""; choose from astar, partial-astar, ucs, greedy, weighted-astar, bfs, dfs, iddfs, idastar"#);
    insta::assert_snapshot!(error(json!({"boards": [{"name": "a", "board": {"text": "?"}}]})), @r#"422 bad-board line 1 column 1: a: "?" is not a cell; use `.` for empty, `x` for an obstacle, K, B or R for an agent, a digit for a pawn"#);
    let many =
        |count: usize| -> Vec<Value> { (0..count).map(|i| json!({"name": i.to_string(), "board": board})).collect() };
    insta::assert_snapshot!(error(json!({"boards": many(51)})), @"400 bad-request: there are more than 50 boards, the maximum; send fewer");
    insta::assert_snapshot!(error(json!({"boards": many(50), "algorithms": ["astar", "idastar", "greedy"]})), @"400 bad-request: these are 1050 runs, and the maximum is 500; choose fewer boards, algorithms or heuristics");
}
