//! The built-in stories tell the truth: every number of a caption is in the `expect` table of its step, and a search, an audit or
//! the rules give the same number.

use serde_json::{Value, json};
use toml::Table;

use super::stories;
use crate::support::TestServer;

/// The story file of an ID.
fn file(id: &str) -> Table {
    let path = format!("{}/stories/{id}.toml", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap().parse().unwrap()
}

/// The whole numbers of a text, without those that are part of a name, such as `h1`.
fn numbers(text: &str) -> Vec<i64> {
    let text = text.replace(',', "\u{0}").replace("\u{0} ", " ").replace('\u{0}', "");
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '.');
    words.filter_map(|word| word.trim_matches('.').parse().ok()).collect()
}

/// A step, and a server that answers its requests.
struct Steps<'s> {
    server: &'s TestServer,
    step: &'s Value,
}

impl Steps<'_> {
    fn solve(&self, algorithm: &Value, heuristic: &Value) -> Value {
        let body = json!({"board": self.step["board"], "algorithm": algorithm, "heuristic": heuristic});
        self.server.report("solve", &body.to_string())["report"].take()
    }

    fn trace(&self, search: &Value) -> Vec<Value> {
        let body =
            json!({"board": self.step["board"], "algorithm": search["algorithm"], "heuristic": search["heuristic"]});
        let events = self.server.events("trace", &body.to_string());
        events.into_iter().filter(|event| event["event"] == "expansions").collect()
    }

    /// A column of the trace at a position: `g`, `h`, or their sum `f`.
    fn at(&self, position: u64, column: &str) -> i64 {
        if column == "f" {
            return self.at(position, "g") + self.at(position, "h");
        }
        let events = self.trace(self.step);
        let found = events.iter().flat_map(|event| event[column].as_array().unwrap()).nth(position as usize - 1);
        found.unwrap().as_i64().unwrap()
    }

    /// The true cost minus the heuristic's value, for a single thing on each cell.
    fn map_errors(&self) -> Vec<i64> {
        let body = json!({"board": self.step["board"], "heuristic": self.step["heuristic"], "against_perfect": true});
        let report = self.server.report("map", &body.to_string());
        let cells = report["report"]["cells"].as_array().unwrap().iter().filter(|cell| cell["free"] == true);
        cells.map(|cell| cell["cost"].as_i64().unwrap() - cell["h"].as_i64().unwrap()).collect()
    }

    fn audit(&self, on: &str) -> Value {
        let heuristics = [&self.step["heuristic"]];
        let body = match on {
            "board" => json!({"board": self.step["board"], "heuristics": heuristics}),
            _ => json!({"puzzle": self.step["board"]["puzzle"], "heuristics": heuristics}),
        };
        self.server.report("audit", &body.to_string())["report"].take()
    }

    fn of_search(&self, search: &Value, fact: &str) -> Value {
        let report = self.solve(&search["algorithm"], &search["heuristic"]);
        match fact {
            "cost" => report["cost"].clone(),
            "actions" => report["actions"].as_array().unwrap().len().into(),
            "jumps" => {
                let actions = report["actions"].as_array().unwrap().iter();
                actions.filter(|action| action.as_str().unwrap().starts_with("JUMP")).count().into()
            }
            "stored" => report["statistics"]["peak_stored"].clone(),
            _ => report["statistics"][fact].clone(),
        }
    }

    /// The value of a fact.
    fn value(&self, fact: &str) -> Value {
        if let Some((algorithm, heuristic)) = fact.split_once('/') {
            return self.solve(&algorithm.into(), &heuristic.into())["statistics"]["expanded"].clone();
        }
        if let Some((column, position)) = fact.split_once("_at_") {
            return self.at(position.parse().unwrap(), column).into();
        }
        match fact {
            // From docs/rules.md.
            "action_cost" => 1.into(),
            "knight" => 6.into(),
            "rook" => 8.into(),
            "bishop" => 10.into(),
            "optimal_cost" => self.solve(&"ucs".into(), &Value::Null)["cost"].clone(),
            "h_of_null" => self.of_search(&json!({"algorithm": "astar", "heuristic": "null"}), "start_h"),
            "weight" => {
                self.step["algorithm"].as_str().unwrap().rsplit_once(':').unwrap().1.parse::<i64>().unwrap().into()
            }
            "g" | "h" | "f" => self.at(self.step["position"].as_u64().unwrap(), fact).into(),
            "map_worst" => self.map_errors().into_iter().max().into(),
            "map_exact" => self.map_errors().into_iter().filter(|error| *error == 0).count().into(),
            "audit_states" => self.audit("board")["states"].clone(),
            "audit_actions" => self.audit("board")["actions"].clone(),
            "audit_overestimated" => self.audit("board")["heuristics"][0]["admissible"]["broken"].clone(),
            "audit_inconsistent" => self.audit("board")["heuristics"][0]["consistent"]["broken"].clone(),
            "counterexample_h" => self.audit("puzzle")["heuristics"][0]["admissible"]["counterexample"]["h"].clone(),
            "counterexample_cost" => {
                self.audit("puzzle")["heuristics"][0]["admissible"]["counterexample"]["cost"].clone()
            }
            _ => match fact.strip_prefix("rival_") {
                Some(fact) => self.of_search(&self.step["rival"], fact),
                None => self.of_search(self.step, fact),
            },
        }
    }
}

#[test]
fn every_number_of_a_caption_is_true() {
    let server = TestServer::new();
    let mut checked = 0;
    for story in stories(&server) {
        let id = story["id"].as_str().unwrap();
        let file = file(id);
        for (n, step) in story["steps"].as_array().unwrap().iter().enumerate() {
            let expect =
                file["step"][n].get("expect").and_then(|expect| expect.as_table()).cloned().unwrap_or_default();
            let expected: Vec<i64> = expect.values().map(|value| value.as_integer().unwrap()).collect();
            let caption = step["caption"].as_str().unwrap();
            for number in numbers(caption) {
                assert!(expected.contains(&number), "{id}, step {}: {number} is not in `expect`", n + 1);
            }
            for (fact, value) in &expect {
                checked += 1;
                let found = Steps { server: &server, step }.value(fact);
                assert_eq!(found.as_i64(), value.as_integer(), "{id}, step {}: {fact}", n + 1);
            }
        }
    }
    assert!(checked > 100, "only {checked}");
}

#[test]
fn numbers_are_found_in_prose() {
    assert_eq!(numbers("22 states, f = 5,610. `h1` says 16; A* (0)."), [22, 5610, 16, 0]);
}

#[test]
fn positions_exist() {
    let server = TestServer::new();
    for story in stories(&server) {
        for step in story["steps"].as_array().unwrap() {
            let Some(position) = step["position"].as_u64() else { continue };
            let steps = Steps { server: &server, step };
            let fact = if step["view"] == "solve" { "actions" } else { "expanded" };
            assert!(steps.value(fact).as_u64().unwrap() >= position, "{}: {step}", story["id"]);
        }
    }
}

#[test]
fn a_star_without_knowledge_expands_in_the_order_of_uniform_cost_search() {
    let server = TestServer::new();
    let stories = stories(&server);
    let story = stories.iter().find(|story| story["id"] == "h-zero").unwrap();
    let step = &story["steps"][1];
    let steps = Steps { server: &server, step };
    assert_eq!((&step["heuristic"], &step["rival"]["algorithm"]), (&json!("null"), &json!("ucs")));
    assert_eq!(steps.trace(step), steps.trace(&step["rival"]));
}

#[test]
fn the_same_state_is_reopened_on_a_cheaper_path() {
    let server = TestServer::new();
    let stories = stories(&server);
    let story = stories.iter().find(|story| story["id"] == "reopening").unwrap();
    let (closed, reopened) = (&story["steps"][1], &story["steps"][3]);
    let index = |step: &Value| step["position"].as_u64().unwrap() as usize - 1;
    let trace = Steps { server: &server, step: closed }.trace(closed).remove(0);
    assert_eq!(trace["tokens"][index(closed)], trace["tokens"][index(reopened)]);
    assert_eq!((&trace["first"][index(closed)], &trace["first"][index(reopened)]), (&json!(1), &json!(0)));
}
