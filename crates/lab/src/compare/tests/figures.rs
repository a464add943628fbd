//! Figures of constructed comparisons, compared with reviewed pictures.
//!
//! After an intended change, `UPDATE_PICTURE=1 cargo test -p pathmax-lab figures` updates them; review them.

use std::path::Path;

use super::super::{ComparisonReport, plot, plot_of_width};
use super::*;

fn report(puzzles: Vec<PuzzleComparison>) -> ComparisonReport {
    let limits = RunLimits { seconds: Some(60.0), memory: None, expansions: None };
    ComparisonReport { interrupted: false, limits, repeat: 1, layers: true, programs: Vec::new(), puzzles }
}

/// A comparison with realistic numbers: later combinations have more layers, with more expansions in each.
fn lifelike(puzzle: &'static str, boards: &[&str], combinations: &[&str]) -> PuzzleComparison {
    let mut runs = Vec::new();
    for (i, board) in boards.iter().enumerate() {
        for (j, combination) in combinations.iter().enumerate() {
            let (cost, depth) = (12 + i as u32, 1 + 2 * j as u32);
            let layers: Vec<u64> = (1..=depth.min(cost)).map(|k| (3 + i as u64).pow(k.min(depth + 1 - k))).collect();
            let micros = 3 + layers.iter().sum::<u64>() / 2;
            runs.push(run(board, combination, cost, cost + 1 - depth.min(cost), &layers, micros));
        }
    }
    comparison(puzzle, runs)
}

fn check(name: &str, report: &ComparisonReport) {
    let svg = plot(report).unwrap();
    assert_eq!(svg, plot(report).unwrap(), "the same report gives the same picture");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/figures").join(name).with_extension("svg");
    if std::env::var_os("UPDATE_PICTURE").is_some() {
        std::fs::write(&path, &svg).unwrap();
    }
    let reviewed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(reviewed.replace("\r\n", "\n") == svg, "{} differs from the picture drawn now", path.display());
}

const FIVE: [&str; 5] = ["astar/relaxed-map", "astar/jump-distance", "astar/half-distance", "astar/null", "ucs"];

#[test]
fn one_board() {
    check("one-board", &report(vec![lifelike("chexers", &["leapfrog.json"], &FIVE)]));
}

fn with_limits() -> ComparisonReport {
    let puzzle = lifelike("chexers", &["a.json", "b.json", "c.json"], &FIVE);
    let runs = puzzle.runs.into_iter().enumerate();
    let runs = runs.map(|(i, run)| if i == 9 || i == 13 || i == 14 { stopped(run) } else { run });
    report(vec![comparison("chexers", runs.collect())])
}

#[test]
fn limits_are_drawn_hollow_with_an_arrow() {
    check("limits", &with_limits());
}

fn with_many_boards() -> ComparisonReport {
    let names: Vec<String> =
        (1..=20).map(|i| format!("a-folder-with-a-long-name/generated-board-number-{i}.json")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let combinations = [
        "astar/relaxed-map",
        "astar/half-or-blocks",
        "weighted-astar:1.5/relaxed-map",
        "weighted-astar:1.5/half-or-blocks",
        "greedy/relaxed-map",
        "idastar:off/half-or-blocks",
        "ucs",
        "bfs",
    ];
    report(vec![lifelike("chexers", &names, &combinations)])
}

#[test]
fn many_boards_and_long_names() {
    check("many-boards", &with_many_boards());
}

/// The width that the root element states, and every text with its place and its size in points.
fn texts(svg: &str) -> (String, Vec<(String, f64, f64)>) {
    let document = roxmltree::Document::parse(svg).unwrap();
    let number = |node: roxmltree::Node<'_, '_>, name| node.attribute(name).unwrap().parse::<f64>().unwrap();
    let texts = document.descendants().filter(|node| node.tag_name().name() == "text");
    let texts = texts.map(|node| {
        let text = node.text().unwrap_or_default().trim().to_string();
        (text, number(node, "x"), number(node, "font-size") * 72.0 / 96.0)
    });
    (document.root_element().attribute("width").unwrap().to_string(), texts.collect())
}

#[test]
fn a_column_of_a_paper() {
    for (report, millimetres) in [(with_limits(), 85.0), (with_many_boards(), 85.0), (with_limits(), 60.0)] {
        let svg = plot_of_width(&report, millimetres).unwrap();
        assert_eq!(svg, plot_of_width(&report, millimetres).unwrap(), "the same report gives the same picture");
        let (width, texts) = texts(&svg);
        assert_eq!(width, format!("{millimetres}mm"));
        for (text, x, points) in &texts {
            assert!(*points >= 7.0 && (0.0..=millimetres * 96.0 / 25.4).contains(x), "{text}: {points} points at {x}");
        }
        // Panels below each other have their own names of combinations.
        let rows = report.puzzles[0].combinations.len();
        let headings = ["Expansions (log scale)", "Time (log scale)"];
        let place = |heading: &str| texts.iter().position(|(text, ..)| text == heading).unwrap();
        let between = &texts[place(headings[0])..place(headings[1])];
        assert!(between.len() > rows, "{between:?}");
    }
    for wrong in [0.0, 59.9, 1e9, f64::NAN] {
        assert!(plot_of_width(&with_limits(), wrong).is_err(), "{wrong}");
    }
}

#[test]
fn boards_without_expansions() {
    let puzzle = comparison(
        "chexers",
        vec![
            unsolvable(run("blocked-exit.json", "astar/relaxed-map", 0, 0, &[], 0)),
            unsolvable(run("blocked-exit.json", "ucs", 0, 0, &[], 0)),
            run("one-layer.json", "astar/relaxed-map", 4, 4, &[1], 2),
            run("one-layer.json", "ucs", 4, 4, &[1], 3),
        ],
    );
    check("nothing-expanded", &report(vec![puzzle]));
}

#[test]
fn two_puzzles_and_runs_that_were_not_made() {
    let chexers = lifelike("chexers", &["a.json", "b.json"], &FIVE);
    let rows = lifelike("pawn-hunt", &["<a&b>\u{1}.txt"], &["astar/tours", "dfs"]).runs;
    let mut rows = rows.into_iter();
    let astar = rows.next().unwrap();
    let deep = run("<a&b>\u{1}.txt", "dfs", 300, 0, &[1; 300], 70);
    let rest = not_run(run("c.txt", "astar/tours", 3, 3, &[1], 1));
    let hunt = comparison("pawn-hunt", vec![astar, deep, rest.clone(), Run { combination: "dfs".to_string(), ..rest }]);
    check("two-puzzles", &report(vec![chexers, hunt]));
}

#[test]
fn runs_without_layers_are_drawn_without_them() {
    let mut puzzle = lifelike("chexers", &["a.json", "b.json"], &FIVE);
    puzzle.runs.iter_mut().filter_map(|run| run.statistics.as_mut()).for_each(|statistics| statistics.layers.clear());
    let svg = plot(&report(vec![puzzle])).unwrap();
    assert!(svg.contains("Expansions (log scale)") && !svg.contains("Expansions by f"), "{svg}");
}

#[test]
fn a_report_without_puzzles_is_an_empty_picture() {
    assert!(plot(&report(Vec::new())).unwrap().starts_with("<svg"));
}
