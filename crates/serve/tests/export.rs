//! Results as files.

use std::io::{Read, Write};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;
use pathmax_serve::Settings;
use serde_json::{Value, json};

use crate::support::{ENDLESS, TestServer};

const BOARD: &str = "K . . 1\n. x . .\n. . R 2\n";

fn request(format: &str, what: &str) -> Value {
    json!({"format": format, "what": what, "board": {"text": BOARD}, "searches": [{"algorithm": "ucs"}, {"algorithm": "astar"}]})
}

/// The file that a request gets, with its name and its type.
fn file(server: &TestServer, body: &Value) -> (String, String, Vec<u8>) {
    let answer = server.post("export", &body.to_string());
    assert_eq!(answer.status, 200, "{}", answer.text());
    let header = |name: &str| answer.header(name).unwrap_or_default().to_string();
    (header("content-disposition"), header("content-type"), answer.body.clone())
}

/// The error of a request: its status, code and message.
fn error(server: &TestServer, body: &Value) -> (u16, String, String) {
    let answer = server.post("export", &body.to_string());
    let json = answer.json();
    let text = |name: &str| json["error"][name].as_str().unwrap_or_default().to_string();
    (answer.status, text("code"), text("message"))
}

/// The recording in a self-contained file.
fn recording(html: &str) -> Value {
    let data = html.split("<script type=\"application/json\" id=\"recording\">").nth(1).unwrap();
    let data: Value = serde_json::from_str(data.split("</script>").next().unwrap()).unwrap();
    assert_eq!(data["encoding"], "gzip+base64");
    let packed = STANDARD.decode(data["data"].as_str().unwrap()).unwrap();
    let mut text = String::new();
    GzDecoder::new(&packed[..]).read_to_string(&mut text).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn routes(recording: &Value) -> Vec<&str> {
    recording["exchanges"].as_array().unwrap().iter().map(|exchange| exchange["route"].as_str().unwrap()).collect()
}

#[test]
fn a_search_is_recorded_with_the_answers_that_the_routes_give() {
    let server = TestServer::new();
    let (name, kind, html) = file(&server, &request("html", "search"));
    assert_eq!(
        (name.as_str(), kind.as_str()),
        ("attachment; filename=\"pawn-hunt-search.html\"", "text/html; charset=utf-8")
    );
    let recording = recording(std::str::from_utf8(&html).unwrap());
    assert_eq!((&recording["version"], &recording["stories"]), (&json!(1), &Value::Null));
    assert_eq!(recording["views"], json!(["watch", "solve"]));
    assert_eq!(routes(&recording), ["board", "solve", "trace"]);
    let board = server.post("board", &json!({"board": {"text": BOARD}}).to_string()).json();
    assert_eq!(recording["exchanges"][0]["answer"], board);
    // As the page requests it.
    let body = &recording["exchanges"][2]["body"];
    assert_eq!(body["board"], json!({"text": board["text"], "puzzle": "pawn-hunt", "options": {}}));
    assert_eq!((&body["algorithm"], &body["heuristic"]), (&json!("ucs"), &Value::Null));
    let events = server.events("trace", &body.to_string());
    let lines = recording["exchanges"][2]["lines"].as_array().unwrap();
    let ends = [lines.first(), lines.last()].map(|event| event.unwrap()["event"].as_str().unwrap());
    assert_eq!(ends, ["started", "report"]);
    assert!(lines.iter().all(|event| event["event"] != "progress"));
    let plan = |events: &[Value]| events.last().unwrap()["report"]["actions"].clone();
    assert_eq!(plan(lines), plan(&events));
    assert!(plan(lines).as_array().is_some_and(|actions| !actions.is_empty()));
}

#[test]
fn a_link_to_the_recorded_board_opens_it() {
    let server = TestServer::new();
    let board = json!({"text": "5,6,r,2\n1,0,b,1\n", "options": {"spawn": true}});
    let body = json!({"format": "html", "what": "plan", "board": board, "searches": [{"algorithm": "astar"}]});
    let recording = recording(std::str::from_utf8(&file(&server, &body).2).unwrap());
    let start = recording["start"].as_str().unwrap();
    assert!(start.starts_with("#view=solve&puzzle=infexion&option.spawn=true&algorithm=astar&heuristic="), "{start}");
    // Links have options as text.
    let options: Vec<&Value> =
        recording["exchanges"].as_array().unwrap().iter().map(|e| &e["body"]["board"]["options"]["spawn"]).collect();
    assert_eq!(options[..2], [&json!(true), &json!("true")]);
    assert_eq!(routes(&recording), ["board", "board", "solve"]);
}

#[test]
fn a_race_records_both_searches() {
    let server = TestServer::new();
    let mut body = request("html", "race");
    body["start"] = json!("#view=race&step=3");
    let recording = recording(std::str::from_utf8(&file(&server, &body).2).unwrap());
    assert_eq!((&recording["start"], &recording["views"]), (&json!("#view=race&step=3"), &json!(["race"])));
    let algorithms: Vec<&Value> =
        recording["exchanges"].as_array().unwrap().iter().map(|exchange| &exchange["body"]["algorithm"]).collect();
    assert_eq!(algorithms, [&Value::Null, &json!("ucs"), &json!("astar")]);
}

#[test]
fn every_story_is_recorded_with_what_its_steps_show() {
    let server = TestServer::new();
    let stories = server.get("/api/v1/stories").json();
    for story in stories["stories"].as_array().unwrap() {
        let id = story["id"].as_str().unwrap();
        let (name, _, html) = file(&server, &json!({"format": "html", "what": "story", "story": id}));
        assert_eq!(name, format!("attachment; filename=\"{id}.html\""));
        let recording = recording(std::str::from_utf8(&html).unwrap());
        assert_eq!((&recording["stories"]["stories"], &recording["title"]), (&json!([story]), &story["title"]));
        assert_eq!(recording["start"], format!("#story={id}&part=1"));
        let exchanges = recording["exchanges"].as_array().unwrap();
        for step in story["steps"].as_array().unwrap() {
            let view = step["view"].as_str().unwrap();
            assert!(recording["views"].as_array().unwrap().contains(&json!(view)), "{id}");
            let has = |route: &str, member: &str, value: &Value| {
                exchanges.iter().any(|exchange| exchange["route"] == route && exchange["body"][member] == *value)
            };
            assert!(has("board", "board", &step["board"]), "{id}");
            match view {
                "solve" => assert!(has("solve", "algorithm", &step["algorithm"]), "{id}"),
                "watch" => assert!(has("trace", "algorithm", &step["algorithm"]), "{id}"),
                "race" => assert!(has("trace", "algorithm", &step["rival"]["algorithm"]), "{id}"),
                "map" => assert!(has("map", "heuristic", &step["heuristic"]), "{id}"),
                "audit" => assert!(has("audit", "heuristics", &json!([step["heuristic"]])), "{id}"),
                "compare" => assert!(has("compare", "algorithms", &step["algorithms"]), "{id}"),
                _ => {}
            }
        }
    }
    let error = error(&server, &json!({"format": "html", "what": "story", "story": "nowhere"}));
    assert_eq!((error.0, error.1.as_str()), (422, "bad-choice"));
}

#[test]
fn files_of_the_largest_examples_stay_below_a_megabyte() {
    // The searches end at the memory limit, long after the last expansion that is recorded.
    let server = TestServer::with(Settings { memory_limit: 48 << 20, ..Settings::default() });
    let catalogue = server.get("/api/v1/catalogue").json();
    let largest = ["largest-hexagon", "crowd", "archipelago", "fourteen-pawns", "wide-field", "full-house"];
    let mut seen = 0;
    for example in catalogue["examples"].as_array().unwrap() {
        if !largest.contains(&example["name"].as_str().unwrap()) {
            continue;
        }
        let body =
            json!({"format": "html", "what": "search", "board": example["board"], "searches": [{"algorithm": "ucs"}]});
        let answer = server.post("export", &body.to_string());
        let html = answer.text();
        let recording = recording(html);
        let lines = recording["exchanges"].as_array().unwrap().last().unwrap()["lines"].as_array().unwrap();
        let traced = &lines.last().unwrap()["traced"];
        assert_eq!(traced, 2_000, "{}", example["name"]);
        assert!(html.len() < 1_000_000, "{}: {} bytes", example["name"], html.len());
        seen += 1;
    }
    assert_eq!(seen, 7);
}

#[test]
fn hostile_text_stays_inside_its_place() {
    let server = TestServer::new();
    let start = "#</script><script>alert(1)</script>\"'<!--";
    let mut body = request("html", "search");
    body["start"] = json!(start);
    body["board"] = json!({"text": format!("{BOARD}# </script><script>alert(1)</script><!--\n")});
    let html = String::from_utf8(file(&server, &body).2).unwrap();
    assert!(!html.contains("alert(1)"));
    assert_eq!(recording(&html)["start"], start);
    assert_eq!(html.matches("<script").count(), html.matches("</script>").count());
}

#[test]
fn nothing_outside_of_the_file_can_be_loaded() {
    let server = TestServer::new();
    let html = String::from_utf8(file(&server, &request("html", "plan")).2).unwrap();
    let policy =
        html.split("http-equiv=\"Content-Security-Policy\" content=\"").nth(1).unwrap().split('"').next().unwrap();
    assert!(policy.starts_with("default-src 'none'; script-src 'sha256-"), "{policy}");
    assert!(!policy.contains("unsafe") && !policy.contains("http"), "{policy}");
    // The policy precedes everything that it governs.
    let before = html.split("Content-Security-Policy").next().unwrap();
    assert!(!before.contains("<script") && !before.contains("<style") && !before.contains("<link"));
    let head = html.split("</head>").next().unwrap();
    assert!(!head.contains("<script src") && !head.contains("<link rel=\"stylesheet\""));
}

#[test]
fn plans_and_searches_are_animated() {
    let server = TestServer::new();
    for what in ["plan", "search"] {
        let (name, kind, svg) = file(&server, &request("svg", what));
        assert_eq!((name, kind.as_str()), (format!("attachment; filename=\"pawn-hunt-{what}.svg\""), "image/svg+xml"));
        assert!(String::from_utf8(svg).unwrap().contains("@keyframes step-1{"));
        let (_, kind, gif) = file(&server, &request("gif", what));
        assert_eq!((kind.as_str(), &gif[..6], gif.last()), ("image/gif", &b"GIF89a"[..], Some(&b';')));
        let (_, kind, png) = file(&server, &request("png", what));
        assert_eq!((kind.as_str(), &png[..4]), ("image/png", &b"\x89PNG"[..]));
    }
}

#[test]
fn wrong_requests_say_what_is_wrong() {
    let server = TestServer::new();
    let with = |format: &str, what: &str, changes: Value| {
        let mut body = request(format, what);
        for (name, value) in changes.as_object().unwrap() {
            body[name] = value.clone();
        }
        error(&server, &body)
    };
    let code = |error: (u16, String, String)| (error.0, error.1);
    assert_eq!(code(with("bmp", "plan", json!({}))), (400, "bad-request".to_string()));
    assert_eq!(code(with("gif", "film", json!({}))), (400, "bad-request".to_string()));
    assert_eq!(code(with("gif", "race", json!({}))), (422, "bad-choice".to_string()));
    assert_eq!(code(with("png", "story", json!({}))), (422, "bad-choice".to_string()));
    assert_eq!(code(with("html", "story", json!({}))), (400, "bad-request".to_string()));
    assert_eq!(code(with("html", "plan", json!({"searches": []}))), (400, "bad-request".to_string()));
    assert_eq!(code(with("svg", "plan", json!({"searches": []}))), (400, "bad-request".to_string()));
    assert_eq!(
        code(with("html", "race", json!({"searches": [{"algorithm": "astar"}]}))),
        (400, "bad-request".to_string())
    );
    assert_eq!(code(with("html", "plan", json!({"board": null}))), (400, "bad-request".to_string()));
    assert_eq!(
        code(with("html", "plan", json!({"board": {"text": "K . ?\n", "puzzle": "pawn-hunt"}}))),
        (422, "bad-board".to_string())
    );
    for format in ["html", "gif"] {
        assert_eq!(
            code(with(format, "plan", json!({"searches": [{"algorithm": "best"}]}))),
            (422, "bad-choice".to_string())
        );
        assert_eq!(
            code(with(format, "plan", json!({"searches": [{"heuristic": "best"}]}))),
            (422, "bad-choice".to_string())
        );
    }
    let unsolvable = json!({"board": {"text": "K x\nx 1\n"}});
    assert_eq!(
        with("svg", "plan", unsolvable.clone()),
        (422, "no-plan".to_string(), "there is no plan to draw: the board has no solution".to_string())
    );
    // A recording shows that there is none.
    let mut body = request("html", "plan");
    body["board"] = unsolvable["board"].clone();
    let recording = recording(std::str::from_utf8(&file(&server, &body).2).unwrap());
    let lines = recording["exchanges"].as_array().unwrap().last().unwrap()["lines"].as_array().unwrap();
    assert_eq!(lines.last().unwrap()["report"]["outcome"], "unsolvable");
}

#[test]
fn an_export_takes_a_slot_and_ends_with_its_connection() {
    let server = TestServer::with(Settings { searches: 1, ..Settings::default() });
    let endless: Value = serde_json::from_str(ENDLESS).unwrap();
    for format in ["gif", "html"] {
        let search = json!({"algorithm": endless["algorithm"], "heuristic": endless["heuristic"]});
        let body = json!({"format": format, "what": "plan", "board": endless["board"], "searches": [search]});
        let body = body.to_string();
        let head = server.head("POST", "/api/v1/export", &[("Content-Type", "application/json")], body.as_bytes());
        let mut stream = server.connect();
        stream.write_all(&head).unwrap();
        server.wait_for_searches(1);
        assert_eq!(error(&server, &request("svg", "plan")).1, "busy");
        assert_eq!(error(&server, &request("html", "plan")).1, "busy");
        drop(stream);
        server.wait_for_searches(0);
    }
}
