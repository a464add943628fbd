//! The catalogue, boards, and pictures of boards.

use serde_json::{Value, json};

use crate::support::TestServer;

fn board(server: &TestServer, board: Value) -> crate::support::Answer {
    server.post("board", &json!({ "board": board }).to_string())
}

#[test]
fn the_catalogue_lists_puzzles_algorithms_and_limits() {
    let server = TestServer::new();
    let catalogue = server.get("/api/v1/catalogue").json();
    assert_eq!(catalogue["version"], env!("CARGO_PKG_VERSION"));
    let limits = &catalogue["limits"];
    assert_eq!(
        (&limits["seconds"], &limits["memory"], &limits["searches"]),
        (&json!(300.0), &json!(256 << 20), &json!(4))
    );
    let names = |list: &Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap().to_string()).collect()
    };
    assert_eq!(names(&catalogue["puzzles"])[..3], ["chexers", "infexion", "pawn-hunt"]);
    let titles = |list: &Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|row| row["title"].as_str().unwrap().to_string()).collect()
    };
    assert_eq!(titles(&catalogue["puzzles"])[..3], ["Chexers", "Infexion", "Pawn hunt"]);
    assert_eq!(
        titles(&catalogue["algorithms"]),
        [
            "A*",
            "Partial-expansion A*",
            "Uniform-cost search (Dijkstra)",
            "Greedy best-first search",
            "Weighted A*",
            "Breadth-first search",
            "Depth-first search",
            "Iterative-deepening depth-first search",
            "IDA*",
        ]
    );
    assert_eq!(names(&catalogue["puzzles"][0]["kinds"]), ["piece", "block"]);
    assert_eq!(names(&catalogue["puzzles"][0]["heuristics"])[..2], ["relaxed-map", "supported-jumps"]);
    let algorithms = catalogue["algorithms"].as_array().unwrap().iter();
    let settings: Vec<_> =
        algorithms.map(|row| format!("{} {}", row["name"], names(&row["settings"]).join(" "))).collect();
    assert_eq!(
        settings.join("\n").replace('"', ""),
        "astar pathmax no-reopen ties\npartial-astar pathmax ties\nucs ties\ngreedy pathmax ties\n\
         weighted-astar weight pathmax no-reopen ties\nbfs \ndfs depth-limit\niddfs depth-limit table\nidastar table pathmax"
    );
    assert_json!(catalogue["algorithms"][0]["settings"][1], @r#"
    {
      "default": "off",
      "flag": true,
      "name": "no-reopen",
      "summary": "drop cheaper paths to expanded states; with an inconsistent heuristic, the plan may not be optimal",
      "values": "on|off"
    }
    "#);
    assert_json!(catalogue["puzzles"][0]["options"], @r#"
    [
      {
        "default": 3,
        "in_file": true,
        "kind": "number",
        "max": 6,
        "min": 2,
        "name": "radius",
        "summary": "Radius of the board"
      },
      {
        "choices": [
          "red",
          "green",
          "blue"
        ],
        "default": "red",
        "in_file": true,
        "kind": "choice",
        "name": "colour",
        "summary": "Colour of the pieces, which determines the exit edge"
      }
    ]
    "#);
    assert_json!(catalogue["puzzles"][2]["kinds"][3], @r#"
    {
      "ground": null,
      "limit": null,
      "name": "pawn",
      "number": {
        "default": 1,
        "max": 9,
        "min": 0,
        "name": "label"
      },
      "token": {
        "ink": "red",
        "symbol": "pawn",
        "text": ""
      }
    }
    "#);
}

#[test]
fn the_rules_come_with_their_pictures() {
    let server = TestServer::new();
    let catalogue = server.get("/api/v1/catalogue").json();
    for puzzle in &catalogue["puzzles"].as_array().unwrap()[..3] {
        let pictures: Vec<&str> = puzzle["rules"].as_str().unwrap().split("](").skip(1).collect();
        assert!(pictures.len() >= 5, "{}", puzzle["name"]);
        for picture in pictures {
            let path = picture.split(')').next().unwrap();
            let answer = server.get(&format!("/{path}"));
            assert_eq!((answer.status, answer.header("content-type")), (200, Some("image/svg+xml")), "{path}");
        }
    }
    // Boards and answers are beside the pictures, but no part of the page.
    assert_eq!(server.get("/rules/chexers.json").status, 404);
}

#[test]
fn every_example_is_a_board_with_its_cost() {
    let server = TestServer::new();
    let catalogue = server.get("/api/v1/catalogue").json();
    let examples = catalogue["examples"].as_array().unwrap();
    // As many as there are board files.
    for name in ["chexers", "infexion", "pawn-hunt"] {
        let folder = format!("{}/../../instances/{name}", env!("CARGO_MANIFEST_DIR"));
        let files = std::fs::read_dir(folder).unwrap().count() - 1;
        assert_eq!(examples.iter().filter(|example| example["puzzle"] == name).count(), files);
    }
    for example in examples {
        let answer = board(&server, example["board"].clone());
        assert_eq!(answer.status, 200, "{example}: {}", answer.text());
        assert_eq!(answer.json()["puzzle"], example["puzzle"]);
    }
    let small = examples.iter().filter(|example| example["cost"].as_u64().is_some_and(|cost| cost < 12));
    for example in small {
        let report = server.report("solve", &json!({"board": example["board"]}).to_string());
        assert_eq!(report["report"]["cost"], example["cost"], "{example}");
    }
}

#[test]
fn the_default_heuristic_depends_on_the_board() {
    let server = TestServer::new();
    let heuristic = |text: &str| board(&server, json!({"text": text})).json()["heuristic"].clone();
    let row = ["1"; 15].join(" ");
    assert_eq!(heuristic(&format!("K {row}")), "tours");
    assert_eq!(heuristic(&format!("K {row}\n{}", ["1"; 16].join(" "))), "routes");
}

#[test]
fn the_answer_has_a_board_in_all_its_forms() {
    let server = TestServer::new();
    assert_json!(board(&server, json!({"text": "# mine\r\nK x 1"})).json(), @r#"
    {
      "algorithm": "astar",
      "file_name": "board.txt",
      "heuristic": "tours",
      "notes": [],
      "options": {},
      "puzzle": "pawn-hunt",
      "scene": {
        "labels": [
          {
            "text": "0",
            "x": 0,
            "y": -1
          },
          {
            "text": "1",
            "x": 2,
            "y": -1
          },
          {
            "text": "2",
            "x": 4,
            "y": -1
          }
        ],
        "legend": [
          {
            "ground": null,
            "text": "knight",
            "token": {
              "ink": "blue",
              "symbol": "knight",
              "text": "K"
            }
          },
          {
            "ground": null,
            "text": "bishop",
            "token": {
              "ink": "blue",
              "symbol": "bishop",
              "text": "B"
            }
          },
          {
            "ground": null,
            "text": "rook",
            "token": {
              "ink": "blue",
              "symbol": "rook",
              "text": "R"
            }
          },
          {
            "ground": null,
            "text": "pawn",
            "token": {
              "ink": "red",
              "symbol": "pawn",
              "text": "1"
            }
          },
          {
            "ground": "block",
            "text": "obstacle",
            "token": null
          }
        ],
        "row_labels": [
          {
            "text": " 0",
            "y": 0
          }
        ],
        "shape": "square",
        "tiles": [
          {
            "cell": "(0, 0)",
            "ground": "plain",
            "token": {
              "ink": "blue",
              "symbol": "knight",
              "text": "K"
            },
            "x": 0,
            "y": 0
          },
          {
            "cell": "(0, 1)",
            "ground": "block",
            "token": null,
            "x": 2,
            "y": 0
          },
          {
            "cell": "(0, 2)",
            "ground": "plain",
            "token": {
              "ink": "red",
              "symbol": "pawn",
              "text": "1"
            },
            "x": 4,
            "y": 0
          }
        ]
      },
      "setup": {
        "options": {
          "columns": 3,
          "rows": 1
        },
        "puzzle": "pawn-hunt",
        "things": [
          {
            "cell": "(0, 0)",
            "kind": "knight"
          },
          {
            "cell": "(0, 1)",
            "kind": "obstacle"
          },
          {
            "cell": "(0, 2)",
            "kind": "pawn",
            "number": 1
          }
        ]
      },
      "solved": false,
      "text": "K x 1\n"
    }
    "#);
}

#[test]
fn a_text_and_its_setup_are_the_same_board() {
    let server = TestServer::new();
    for text in [
        "5,6,r,2\n1,0,b,1\n",
        "K . 1\nx 2 R\n",
        "{\"colour\": \"blue\", \"pieces\": [[0,0], [1,0]], \"blocks\": [[-1,0]], \"radius\": 2}",
    ] {
        let read = board(&server, json!({ "text": text })).json();
        assert_eq!(board(&server, json!({"setup": read["setup"]})).json(), read);
        assert_eq!(board(&server, json!({"text": read["text"], "puzzle": read["puzzle"]})).json(), read);
    }
    let spawning = board(&server, json!({"text": "", "puzzle": "infexion", "options": {"spawn": true}})).json();
    assert_eq!((&spawning["text"], &spawning["solved"]), (&json!(""), &json!(true)));
    assert_eq!(board(&server, json!({"setup": spawning["setup"]})).json(), spawning);
    assert_eq!(spawning["setup"]["options"]["spawn"], true);
    assert_eq!(spawning["options"], json!({"spawn": true}));
    let again = json!({"text": spawning["text"], "puzzle": spawning["puzzle"], "options": spawning["options"]});
    assert_eq!(board(&server, again).json(), spawning);
}

#[test]
fn odd_boards_come_with_remarks() {
    let server = TestServer::new();
    let odd = r#"{"colour": "red", "pieces": [], "blocks": [], "name": "x"}"#;
    let read = board(&server, json!({"text": format!("\u{feff}{odd}")})).json();
    assert_eq!(read["notes"], json!(["unknown key \"name\" ignored"]));
}

#[test]
fn errors_in_boards_have_a_position() {
    let server = TestServer::new();
    let error = |request: Value| board(&server, request).error();
    insta::assert_snapshot!(error(json!({"text": "{\"colour\": \"red\",\n \"pieces\": [[0,0],[0,0]],\n \"blocks\": []}"})), @r#"422 bad-board path "pieces[1]" line 2 column 19: two pieces are on (0, 0); move or remove one of them"#);
    insta::assert_snapshot!(error(json!({"text": "5,6,r,9"})), @r#"422 bad-board line 1 column 7: the power is "9"; it must be a whole number from 1 to 6"#);
    insta::assert_snapshot!(error(json!({"text": "K .\n. q\n"})), @r#"422 bad-board line 2 column 3: "q" is not a cell; use `.` for empty, `x` for an obstacle, K, B or R for an agent, a digit for a pawn"#);
    insta::assert_snapshot!(error(json!({"text": ""})), @"422 bad-board: there is no board: the file is empty");
    insta::assert_snapshot!(error(json!({"text": "K 1", "options": {"spawn": true}})), @"422 bad-board: pawn-hunt boards have no option spawn; leave it out");
    let unknown = error(json!({"text": "K 1", "puzzle": "go"}));
    assert!(unknown.starts_with("422 bad-choice: there is no puzzle \"go\"; choose from chexers, "), "{unknown}");
    insta::assert_snapshot!(error(json!({"setup": {"puzzle": "chexers", "things": [{"kind": "piece", "cell": "(9, 9)"}]}})), @r#"422 bad-board path "things[0]": (9, 9) is off the board; choose another cell, or a larger board"#);
    insta::assert_snapshot!(error(json!({"setup": {"puzzle": "chexers", "options": {"radius": "x"}, "things": []}})), @r#"422 bad-board path "options.radius": it must be a whole number from 2 to 6"#);
    insta::assert_snapshot!(error(json!({})), @"400 bad-request: a board has either a `text` or a `setup`");
    insta::assert_snapshot!(error(json!({"text": "K 1", "setup": {"puzzle": "chexers", "things": []}})), @"400 bad-request: a board has either a `text` or a `setup`");
    insta::assert_snapshot!(error(json!({"setup": {"puzzle": "chexers", "things": []}, "options": {}})), @"400 bad-request: `puzzle` and `options` belong to a board's `text`; a `setup` contains its own");
    insta::assert_snapshot!(error(json!({"txt": "K 1"})), @"400 bad-request line 1 column 15: unknown field `txt`, expected one of `text`, `puzzle`, `options`, `setup`");
}

#[test]
fn pictures_are_svg() {
    let server = TestServer::new();
    let answer = server.post("picture", r#"{"board": {"text": "K . 1\n"}}"#);
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("image/svg+xml")));
    assert!(answer.text().starts_with("<svg") && answer.text().trim_end().ends_with("</svg>"));
    assert_eq!(server.post("picture", r#"{"board": {"text": "?"}}"#).status, 422);
}
