//! The examples in `docs/api.md`: the test sends every request and compares the members of the answers.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::support::TestServer;

const PAGE: &str = include_str!("../../../docs/api.md");

/// The fenced blocks of the page, each with its language.
fn blocks() -> Vec<(&'static str, &'static str)> {
    let mut parts = PAGE.split("```").skip(1).step_by(2);
    let mut blocks = Vec::new();
    while let Some((language, text)) = parts.next().and_then(|part| part.split_once('\n')) {
        blocks.push((language, text));
    }
    blocks
}

fn keys(value: &Value) -> BTreeSet<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn every_example_works_and_is_answered_as_shown() {
    let server = TestServer::new();
    let blocks = blocks();
    let mut requests = 0;
    for (i, (language, text)) in blocks.iter().enumerate() {
        match *language {
            "http" => {
                requests += 1;
                let (line, body) = text.split_once('\n').unwrap();
                let (method, path) = line.split_once(' ').unwrap();
                let answer =
                    server.request(method, path, &[("Content-Type", "application/json")], body.trim().as_bytes());
                let shown = blocks.get(i + 1).filter(|(language, _)| *language == "json");
                compare(line, &answer, shown.map_or("", |(_, text)| text));
            }
            "json" => {
                let whole: Result<Value, _> = serde_json::from_str(text);
                let lines = || text.lines().all(|line| serde_json::from_str::<Value>(line).is_ok());
                assert!(whole.is_ok() || lines(), "{text}");
            }
            other => assert!(["sh", "text"].contains(&other), "{other}"),
        }
    }
    assert_eq!(requests, 12, "one for each route and one more for audits");
}

fn compare(line: &str, answer: &crate::support::Answer, shown: &str) {
    assert!(answer.status < 300 || line.starts_with("DELETE"), "{line}: {}", answer.text());
    match answer.header("content-type") {
        Some("application/json") if answer.status == 200 => {
            let shown: Value = serde_json::from_str(shown).unwrap();
            assert_eq!(keys(&shown), keys(&answer.json()), "{line}");
        }
        Some("application/x-ndjson") => {
            let events: Vec<Value> = answer.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            assert_eq!(events.last().unwrap()["event"], "report", "{line}");
            for shown in shown.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
                // A search may be too quick for progress.
                let same = |event: &&Value| event["event"] == shown["event"] && event["stage"] == shown["stage"];
                let Some(event) = events.iter().find(same) else {
                    assert_eq!(shown["event"], "progress", "{line}");
                    continue;
                };
                assert_eq!(keys(&shown), keys(event), "{line}");
            }
        }
        _ => {}
    }
}
