//! Invalid requests: each is answered with a 4xx and a message, and the server keeps running.

use std::io::{Read as _, Write as _};
use std::sync::LazyLock;
use std::time::Duration;

use pathmax_serve::Settings;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::TestServer;

// A short time limit, in case that a random request starts a search.
static SERVER: LazyLock<TestServer> = LazyLock::new(|| {
    TestServer::with(Settings { time_limit: Duration::from_millis(100), memory_limit: 64 << 20, ..Settings::default() })
});

const ROUTES: [&str; 7] = ["board", "picture", "solve", "trace", "map", "audit", "compare"];

#[test]
fn a_body_must_be_json() {
    let error = |body: &str| SERVER.post("board", body).error();
    insta::assert_snapshot!(error(""), @"400 bad-request: there is no body; send a JSON object");
    insta::assert_snapshot!(error("{\"board\":\n nonsense}"), @"400 bad-request line 2 column 3: expected ident");
    insta::assert_snapshot!(error("[]"), @"400 bad-request: the body must be a JSON object, from { to }");
    insta::assert_snapshot!(error("null"), @"400 bad-request: the body must be a JSON object, from { to }");
    insta::assert_snapshot!(error("{\"board\": {\"text\": 5}}"), @"400 bad-request line 1 column 20: invalid type: integer `5`, expected a string");
    insta::assert_snapshot!(error("{\"board\": {\"text\": \"\", \"text\": \"\"}}"), @"400 bad-request line 1 column 29: duplicate field `text`");
    insta::assert_snapshot!(error("{} {}"), @"400 bad-request line 1 column 2: missing field `board`");
    insta::assert_snapshot!(error("{\"board\": 5}"), @r#"400 bad-request line 1 column 11: invalid type: integer `5`, expected a board, {"text": …} or {"setup": …}"#);
    insta::assert_snapshot!(error("{\"board\": {\"setup\": []}}"), @r#"400 bad-request line 1 column 22: invalid length 0, expected a setup, {"puzzle": …, "options": …, "things": …}"#);
    insta::assert_snapshot!(error("{\"board\": {\"setup\": {\"puzzle\": \"chexers\", \"things\": [1]}}}"), @r#"400 bad-request line 1 column 54: invalid type: integer `1`, expected a thing, {"kind": …, "cell": …, "number": …}"#);
    insta::assert_snapshot!(error(&"[".repeat(100_000)), @"400 bad-request: the body must be a JSON object, from { to }");
    insta::assert_snapshot!(error(&"{\"board\":".repeat(10_000)), @"400 bad-request line 1 column 17: unknown field `board`, expected one of `text`, `puzzle`, `options`, `setup`");
    assert_eq!(SERVER.post_bytes("board", b"{\"board\": {\"text\": \"\xff\"}}").status, 400);
    let lone = json!({"board": {"text": "5,6,r,2"}}).to_string().replace("5,6", "\\ud800");
    assert_eq!(SERVER.post("board", &lone).status, 400);
}

#[test]
fn a_body_must_say_that_it_is_json() {
    let post = |headers: &[(&str, &str)]| SERVER.request("POST", "/api/v1/board", headers, b"{}");
    insta::assert_snapshot!(post(&[]).error(), @"415 not-json: the body must be JSON, with Content-Type: application/json");
    assert_eq!(post(&[("Content-Type", "text/plain")]).status, 415);
    assert_eq!(post(&[("Content-Type", "application/x-www-form-urlencoded")]).status, 415);
    assert_eq!(post(&[("Content-Type", "application/json; charset=utf-8")]).status, 400);
}

#[test]
fn what_is_not_http_is_refused() {
    for request in [
        &b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"[..],
        b"GET\r\n\r\n",
        b"\r\n\r\n\r\nx y z\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ] {
        let mut stream = SERVER.connect();
        stream.write_all(request).unwrap();
        let mut answer = Vec::new();
        // The connection may end without an answer.
        let _ = stream.read_to_end(&mut answer);
        assert!(answer.is_empty() || answer.starts_with(b"HTTP/1.1 4"), "{}", String::from_utf8_lossy(&answer));
    }
    assert_eq!(SERVER.get("/api/v1/status").status, 200);
}

/// JSON of the right shape, with values of any kind.
fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,20}".prop_map(Value::from),
        prop::sample::select(vec![
            "chexers", "infexion", "astar", "dfs:3", "null", "piece", "(0, 0)", "K 1", "5,6,r,2"
        ])
        .prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let key = prop::sample::select(vec![
            "board",
            "text",
            "setup",
            "puzzle",
            "options",
            "things",
            "kind",
            "cell",
            "number",
            "algorithm",
            "heuristic",
            "heuristics",
            "limits",
            "seconds",
            "expansions",
            "boards",
            "name",
            "radius",
            "rows",
            "spawn",
        ]);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((key, inner), 0..5).prop_map(|entries| entries
                .into_iter()
                .map(|(key, value)| (key.to_string(), value))
                .collect::<serde_json::Map<_, _>>()
                .into()),
        ]
    })
}

fn is_sane(answer: &crate::support::Answer) -> bool {
    match answer.status {
        200 => true,
        400..=499 => answer.json()["error"]["message"].as_str().is_some_and(|message| !message.is_empty()),
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_are_answered(route in prop::sample::select(&ROUTES[..]), body in prop::collection::vec(any::<u8>(), 0..300)) {
        let answer = SERVER.post_bytes(route, &body);
        prop_assert!(is_sane(&answer), "{answer:?}");
    }

    #[test]
    fn random_json_is_answered(route in prop::sample::select(&ROUTES[..]), body in values()) {
        let answer = SERVER.post(route, &body.to_string());
        prop_assert!(is_sane(&answer), "{answer:?}");
    }

    #[test]
    fn random_texts_of_boards_are_answered(text in "[\\PC\\n]{0,80}", options in prop::option::of(values())) {
        let answer = SERVER.post("board", &json!({"board": {"text": text, "options": options}}).to_string());
        prop_assert!(is_sane(&answer), "{answer:?}");
    }

    #[test]
    fn random_paths_are_answered(path in "/[!-~]{0,40}") {
        let answer = SERVER.get(&path);
        prop_assert!((200..500).contains(&answer.status), "{answer:?}");
    }
}
