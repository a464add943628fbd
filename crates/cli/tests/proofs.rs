//! Reported proofs hold, also under very small limits.

use std::process::Command;

use crate::support::{pathmax, run, run_with_input};

/// A pawn hunt of cost 6: the knight takes the pawn at once.
const BOARD: &str = "K . .\n. . 1\n. . .\n";
const ANSWER: &str = "KNIGHT from (0, 0) to (1, 2) capturing 1.\n";

fn solve(arguments: &[&str]) -> Command {
    pathmax(".", &[&["solve", "-", "--puzzle", "pawn-hunt"], arguments].concat())
}

#[test]
fn a_memory_limit_too_small_for_the_start_proves_nothing_false() {
    assert_output!(run_with_input(solve(&["--memory-limit", "64KiB"]), BOARD.as_bytes()), @"
    status 3
    --- stderr
    stopped: the memory limit was reached; no plan costs less than 0
    pawn-hunt · astar with tours · 0 expanded, 0 generated · [time] · [size]
    ");
    for algorithm in ["astar", "ucs", "greedy", "weighted-astar", "bfs", "dfs", "iddfs", "idastar", "partial-astar"] {
        for limit in ["1KiB", "8KiB", "64KiB", "80KiB", "1MiB"] {
            let options = ["--algorithm", algorithm, "--heuristic", "null", "--memory-limit", limit, "--json"];
            let informed = matches!(algorithm, "astar" | "greedy" | "weighted-astar" | "idastar" | "partial-astar");
            let options: Vec<_> =
                options.into_iter().filter(|word| informed || !["--heuristic", "null"].contains(word)).collect();
            let output = run_with_input(solve(&options), BOARD.as_bytes());
            let json = &output[output.find('{').unwrap()..=output.rfind('}').unwrap()];
            let report: serde_json::Value = serde_json::from_str(json).unwrap();
            assert!(report["bound"].as_u64().unwrap() <= 6, "{algorithm} within {limit}:\n{output}");
            assert_ne!(report["outcome"], "unsolvable", "{algorithm} within {limit}:\n{output}");
        }
    }
}

#[test]
fn checking_within_too_little_memory_rejects_no_correct_answer() {
    let folder = tempfile::tempdir().unwrap();
    let board = folder.path().join("board.txt");
    std::fs::write(&board, BOARD).unwrap();
    let check = |limit| {
        let board = board.to_str().unwrap();
        run_with_input(pathmax(".", &["check", board, "-", "--memory-limit", limit]), ANSWER.as_bytes())
    };
    assert_output!(check("64KiB"), @"
    status 3
    --- stdout
    unknown: cost 6, not known to be optimal: the memory limit was reached; no plan costs less than 0
    ");
    assert_output!(check("64MiB"), @"
    status 0
    --- stdout
    optimal: cost 6, and no plan costs less
    ");
}

#[test]
fn two_runs_with_the_default_threads_print_the_same() {
    let print = || run(pathmax("infexion", &["solve", "strong.csv", "--json", "--quiet"]));
    let counts = |output: &str| -> Vec<String> {
        output.lines().filter(|line| !line.contains("seconds")).map(str::to_string).collect()
    };
    assert_eq!(counts(&print()), counts(&print()));
}
