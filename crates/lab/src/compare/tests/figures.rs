//! Figures of constructed comparisons, compared with reviewed pictures.
//!
//! After an intended change, `UPDATE_PICTURE=1 cargo test -p pathmax-lab figures` updates them; review them.

use std::path::Path;

use super::super::{ComparisonReport, RunLimits, plot};
use super::*;

fn report(puzzles: Vec<PuzzleComparison>) -> ComparisonReport {
    let limits = RunLimits { seconds: Some(60.0), memory: None, expansions: None };
    ComparisonReport { interrupted: false, limits, repeat: 1, puzzles }
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

#[test]
fn limits_are_drawn_hollow_with_an_arrow() {
    let mut puzzle = lifelike("chexers", &["a.json", "b.json", "c.json"], &FIVE);
    let runs = puzzle.runs.into_iter().enumerate();
    let runs = runs.map(|(i, run)| if i == 9 || i == 13 || i == 14 { stopped(run) } else { run });
    puzzle = comparison("chexers", runs.collect());
    check("limits", &report(vec![puzzle]));
}

#[test]
fn many_boards_and_long_names() {
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
    check("many-boards", &report(vec![lifelike("chexers", &names, &combinations)]));
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
fn a_report_without_puzzles_is_an_empty_picture() {
    assert!(plot(&report(Vec::new())).unwrap().starts_with("<svg"));
}
