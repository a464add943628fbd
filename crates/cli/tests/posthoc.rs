//! Search traces for Posthoc, read by a YAML parser and checked against a schema of the format.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{instances, pathmax, run};

/// Whether a trace follows the schema, and if not, why.
fn check(trace: &Value) -> Result<(), String> {
    let schema: Value = serde_json::from_str(include_str!("posthoc.schema.json")).unwrap();
    jsonschema::validate(&schema, trace).map_err(|error| format!("{}: {error}", error.instance_path()))
}

fn parse(yaml: &str) -> Value {
    // Traces are longer than the documents that the parser expects.
    let options = serde_saphyr::options! { budget: None };
    serde_saphyr::from_str_with_options(yaml, options).unwrap_or_else(|error| panic!("{error}"))
}

/// A trace that was written, and what the program printed.
struct Traced {
    trace: Value,
    output: String,
}

impl Traced {
    /// Solves a board with a trace, which must be valid.
    fn new(board: &Path, arguments: &[&str]) -> Traced {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("search.trace.yaml");
        let (board, path) = (board.to_str().unwrap(), file.to_str().unwrap());
        let output = run(pathmax(".", &[&["solve", board, "--trace", path], arguments].concat()));
        let trace = parse(&fs::read_to_string(&file).unwrap_or_else(|error| panic!("{error}: {output}")));
        assert_eq!(check(&trace), Ok(()));
        Traced { trace, output: output.replace(path, "FILE") }
    }

    fn events(&self) -> &Vec<Value> {
        self.trace["events"].as_array().unwrap()
    }

    fn of_type(&self, name: &str) -> Vec<&Value> {
        self.events().iter().filter(|event| event["type"] == name).collect()
    }

    /// The printed plan.
    fn plan(&self) -> Vec<&str> {
        let (_, rest) = self.output.split_once("--- stdout\n").unwrap_or_else(|| panic!("{}", self.output));
        rest.split("--- stderr\n").next().unwrap().lines().collect()
    }
}

fn board(name: &str) -> std::path::PathBuf {
    instances(".").join(name)
}

const ALGORITHMS: [&str; 9] =
    ["astar", "partial-astar", "ucs", "greedy", "weighted-astar", "bfs", "dfs", "iddfs", "idastar"];
const BOARDS: [&str; 3] = ["chexers/leapfrog.json", "infexion/first-spread.csv", "pawn-hunt/first-steps.txt"];

/// Boards of this test, small enough for every algorithm.
fn small_boards() -> Vec<(tempfile::TempDir, std::path::PathBuf)> {
    let texts = [
        ("a.json", r#"{"colour": "red", "pieces": [[1,0],[0,1]], "blocks": [[2,0],[1,1],[3,-1]]}"#),
        ("b.csv", "5,6,r,2\n1,0,b,1\n"),
        ("c.txt", "K . x .\n. 1 . .\n. . R 2\n"),
    ];
    let write = |(name, text): (&str, &str)| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        (folder, path)
    };
    texts.map(write).into()
}

#[test]
fn every_algorithm_writes_a_valid_trace_of_its_whole_search() {
    for (_folder, board) in small_boards() {
        for algorithm in ALGORITHMS {
            let limit = ["-a", algorithm, "--trace-limit", "1000000", "--depth-limit", "6"];
            let arguments = if algorithm.ends_with("dfs") { &limit[..] } else { &limit[..4] };
            let traced = Traced::new(&board, arguments);
            let name = format!("{algorithm} on {}", board.display());
            let expanded = traced.of_type("expand").len();
            assert!(traced.output.contains(&format!("{} expanded,", count(expanded))), "{name}: {}", traced.output);
            check_tree(&traced, &name);
            // The plan is followed state by state, and its cost is that of the summary.
            let solution = traced.of_type("solution");
            assert_eq!(solution.len(), traced.plan().len() + 1, "{name}");
            let cost = &solution.last().unwrap()["g"];
            assert!(traced.output.contains(&format!("solved: cost {cost}, ")), "{name}: {}", traced.output);
            let known: HashSet<&Value> =
                traced.events().iter().filter(|event| event["type"] != "solution").map(|event| &event["id"]).collect();
            assert!(solution.iter().all(|event| known.contains(&event["id"])), "{name}");
        }
    }
}

/// A number with its thousands separated, as the summary prints it.
fn count(number: usize) -> String {
    if number < 1000 { number.to_string() } else { format!("{},{:03}", number / 1000, number % 1000) }
}

/// Parents come before their children, costs grow along them, and f = g + h.
fn check_tree(traced: &Traced, name: &str) {
    let mut seen: HashMap<&Value, &Value> = HashMap::new();
    for event in traced.events().iter().filter(|event| event["type"] != "solution") {
        let number = |key: &str| event[key].as_u64().unwrap_or_else(|| panic!("{name}: {key} of {event}"));
        assert_eq!(number("f"), number("g") + number("h"), "{name}: {event}");
        assert!(number("id") > 0, "{name}");
        if let Some(parent) = event["pId"].as_u64() {
            let parent = seen.get(&Value::from(parent)).unwrap_or_else(|| panic!("{name}: the parent of {event}"));
            assert!(parent["g"].as_u64() < event["g"].as_u64(), "{name}: {parent} {event}");
        } else {
            assert!(event["g"] == 0 || event["type"] == "expand", "{name}: {event}");
        }
        seen.insert(&event["id"], event);
    }
    assert_eq!(traced.events()[0]["type"], "source", "{name}");
}

#[test]
fn the_plan_is_the_same_with_and_without_a_trace() {
    for name in BOARDS {
        let traced = Traced::new(&board(name), &[]);
        let alone = run(pathmax(".", &["solve", name]));
        let plan = |output: &str| output.split("--- stderr").next().unwrap().to_string();
        assert_eq!(plan(&traced.output), plan(&alone), "{name}");
    }
}

/// Hexes have the coordinates of the textbook: x = q + r / 2 tiles, y = r rows of √3 / 2 tiles.
#[test]
fn the_views_draw_the_board() {
    let (_folder, board) = &small_boards()[0];
    let traced = Traced::new(board, &[]);
    let views = &traced.trace["views"];
    let tiles = views["tile"].as_array().unwrap();
    assert_eq!(tiles.len(), 37);
    assert!(tiles.iter().all(|tile| tile["$"] == "polygon" && tile["points"].as_array().unwrap().len() == 6));
    let place = |q: f64, r: f64| ((44.0 * (q + r / 2.0)).round(), (44.0 * 3f64.sqrt() / 2.0 * r).round());
    let first = &traced.events()[0];
    let tokens: Vec<(f64, f64)> = first["tokens"]
        .as_array()
        .unwrap()
        .iter()
        .map(|token| (token["x"].as_f64().unwrap().round(), token["y"].as_f64().unwrap().round()))
        .collect();
    let mut expected = vec![place(1.0, 0.0), place(0.0, 1.0)];
    expected.sort_by(|a, b| (a.1, a.0).partial_cmp(&(b.1, b.0)).unwrap());
    assert_eq!(tokens, expected);
    assert!(first["board"] == true && traced.events()[1..].iter().all(|event| event["board"].is_null()));
    // At the goal, no piece is left.
    assert_eq!(traced.of_type("solution").last().unwrap()["tokens"], serde_json::json!([]));
    let block = tiles.iter().find(|tile| tile["$info"]["cell"] == "(2, 0)").unwrap();
    let plain = tiles.iter().find(|tile| tile["$info"]["cell"] == "(0, 0)").unwrap();
    assert_ne!(block["fill"], plain["fill"]);
    for (board, tiles, corners) in [(1, 49, 6), (2, 12, 4)] {
        let traced = Traced::new(&small_boards()[board].1, &[]);
        let views = traced.trace["views"]["tile"].as_array().unwrap();
        assert_eq!(views.len(), tiles);
        assert!(views.iter().all(|tile| tile["points"].as_array().unwrap().len() == corners));
        assert!(traced.events().iter().all(|event| event["tokens"].is_array()));
    }
}

#[test]
fn a_trace_is_limited_but_the_search_is_not() {
    let (_folder, board) = &small_boards()[2];
    let whole = Traced::new(board, &[]);
    let limited = Traced::new(board, &["--trace-limit", "5"]);
    assert_eq!(limited.plan(), whole.plan());
    assert_eq!(limited.events()[..5], whole.events()[..5]);
    let rest = &limited.events()[5..];
    assert_eq!(rest.len(), whole.plan().len() + 1);
    assert!(rest.iter().all(|event| event["type"] == "solution"));
    let note = "trace: FILE, only the first 5 events of the search; --trace-limit sets another number";
    assert!(limited.output.contains(note), "{}", limited.output);
    assert!(
        whole.output.contains(&format!("trace: FILE, {} events", whole.events().len() - rest.len())),
        "{}",
        whole.output
    );
    let none = Traced::new(board, &["--trace-limit", "0", "--quiet"]);
    assert_eq!(none.events().len(), rest.len());
    assert!(!none.output.contains("trace"), "{}", none.output);
}

#[test]
fn searches_without_a_plan_have_traces_too() {
    let folder = tempfile::tempdir().unwrap();
    let unsolvable = folder.path().join("board.txt");
    fs::write(&unsolvable, "K 1\n").unwrap();
    let traced = Traced::new(&unsolvable, &["-H", "null"]);
    assert!(traced.output.starts_with("status 1\n"), "{}", traced.output);
    assert!(!traced.events().is_empty() && traced.of_type("solution").is_empty());
    let solved = folder.path().join("solved.json");
    fs::write(&solved, r#"{"color": "red", "pieces": [], "blocks": []}"#).unwrap();
    for algorithm in ALGORITHMS {
        let traced = Traced::new(&solved, &["-a", algorithm]);
        assert!(traced.output.starts_with("status 0\n"), "{}", traced.output);
        assert_eq!(traced.of_type("solution").len(), 1, "{algorithm}");
    }
    let stopped = Traced::new(&board("chexers/leapfrog.json"), &["-a", "ucs", "--expansion-limit", "3"]);
    assert!(stopped.output.starts_with("status 3\n"), "{}", stopped.output);
    assert_eq!(stopped.of_type("expand").len(), 3);
}

#[test]
fn wrong_uses_of_a_trace_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    fs::copy(board("chexers/leapfrog.json"), path("board.trace.yaml")).unwrap();
    let refused = |arguments: &[&str], part: &str| {
        let output = run(pathmax("chexers", &[&["solve"], arguments].concat()));
        assert!(output.starts_with("status 2\n") && output.contains(part), "{output}");
    };
    refused(&["leapfrog.json", "--trace", &path("x.yaml")], "give such a name");
    refused(&["leapfrog.json", "--trace", &path("x.json")], "names that end in .trace.yaml");
    refused(&["leapfrog.json", "--trace", "-"], "the trace cannot be printed, because the plan is; give a file");
    refused(&["leapfrog.json", "--trace-limit", "5"], "--trace <FILE.trace.yaml>");
    refused(&["leapfrog.json", "--trace", &path("x.trace.yaml"), "--trace-limit", "many"], "invalid value 'many'");
    refused(&[&path("board.trace.yaml"), "--trace", &path("board.trace.yaml")], "--trace would overwrite this file");
    refused(&["leapfrog.json", "--trace", &path("no/x.trace.yaml")], "cannot be written: there is no folder");
    refused(&["leapfrog.json", "--trace", &path("x.trace.yaml"), "-H", "jump"], "did you mean jump-distance?");
    assert!(!Path::new(&path("x.trace.yaml")).exists());
}

/// Traces of the kinds that the documentation of Posthoc shows.
#[test]
fn the_documented_kinds_of_traces_are_valid() {
    for yaml in [
        "version: 1.4.0\nevents:\n  - { type: source, id: 7 }\n  - { type: expand, id: 7, f: 3, g: 0 }\n  \
         - { type: generate, id: 8, pId: 7, f: 4, g: 1 }\n  - { type: close, id: 7, f: 3, g: 0 }\n",
        "version: 1.4.0\nevents:\n- { type: move, id: 31, x: 2, y: 0 }\n- { type: move, id: 32, pId: 31, x: 3, y: 4 }\n",
        "version: 1.4.0\nevents:\n- { type: raycast, id: 5, x: 0, y: 2, rayX: 8, rayY: 2 }\n",
        "version: 1.4.0\nevents:\n- { type: decision, id: root, pId: null }\n- { id: leaf, pId: root }\n",
        "version: 1.4.0\nviews:\n  main:\n  - $: rect # a cell\n    x: ${{ $.x }}\n    y: ${{ $.y }}\n    width: 1\n    height: 1\n    \
         fill: ${{ theme.foreground }}\nevents:\n- { type: decision, id: a, x: 0, y: 0, pId: null }\n",
        "version: 1.4.0\nviews:\n  dot:\n  - $: circle\n    x: ${{ $.i * 4 }}\n    y: 1\n    radius: 2\n    fill: ${{ color.red }}\n    \
         clear: close\n  main:\n  - $: dot\n    $if: ${{ $.type == 'expand' }}\n    $for: { $let: i, $from: 0, $to: 9 }\n  \
         - { $: path, line-width: 0.5, fill: blue, points: [{ x: 0, y: 0 }, { x: 1, y: 2 }] }\npivot: { x: 0, y: 0, scale: 1 }\nevents: []\n",
        r#"{"version": "1.4.0", "events": [{"type": "expand", "id": 0, "f": 0, "g": 0}]}"#,
    ] {
        assert_eq!(check(&parse(yaml)), Ok(()), "{yaml}");
    }
}

#[test]
fn the_schema_refuses_what_posthoc_cannot_draw() {
    let view = |component: &str| format!("version: 1.4.0\nviews:\n  main:\n  - {component}\nevents: []\n");
    for yaml in [
        "events: []\n".to_string(),
        "version: 1.3.0\nevents: []\n".to_string(),
        "version: 1.4.0\n".to_string(),
        "version: 1.4.0\nevents: [expand]\n".to_string(),
        "version: 1.4.0\nevents: [{ type: expand, id: [1] }]\n".to_string(),
        "version: 1.4.0\nevents: [{ type: expand, id: 1, g: far }]\n".to_string(),
        "version: 1.4.0\nviews: { other: [] }\nevents: []\n".to_string(),
        view("{ $: rect, x: 0, y: 0, width: 1, fill: red }"),
        view("{ $: circle, x: 0, y: 0, fill: red }"),
        view("{ $: circle, x: left, y: 0, radius: 1, fill: red }"),
        view("{ $: polygon, fill: red }"),
        view("{ x: 0, y: 0 }"),
        view("{ $: rect, x: 0, y: 0, width: 1, height: 1, fill: red, label: a }"),
        view("{ $: tile, $for: { i: 3 } }"),
    ] {
        assert!(check(&parse(&yaml)).is_err(), "{yaml}");
    }
}
