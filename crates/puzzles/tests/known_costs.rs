//! Boards with best costs that another program found by brute force, and our own with the costs in their manifests, for
//! every optimal algorithm and every admissible heuristic that is quick enough.

use std::collections::BTreeMap;
use std::path::Path;

use crate::support::{assert_best, assert_best_on, optimal_algorithms};
use pathmax::Threads;
use pathmax_puzzles::{Instance, PUZZLES, Reading};
use serde::Deserialize;

#[derive(Deserialize)]
struct Known {
    /// The best cost; none if there is no solution.
    cost: Option<u32>,
    /// How many states brute force stored: a measure of difficulty.
    states: u64,
    board: String,
}

fn check(file: &str, text: &str, spawn: bool) {
    let known: Vec<Known> = serde_json::from_str(text).unwrap();
    assert!(known.len() > 10, "{file}");
    for Known { cost, states, board } in known {
        let instance = Instance::parse(&board, &Reading { spawn, puzzle: None }).unwrap().instance;
        let puzzle = instance.info();
        for algorithm in optimal_algorithms(puzzle.name != "pawn-hunt") {
            for heuristic in puzzle.solving_heuristics().filter(|info| info.claims.admissible) {
                // The default manages all of them in no time, the others the small ones.
                let is_default = algorithm == puzzle.algorithm && heuristic.name == puzzle.default_heuristic().name;
                let matters = algorithm.info().informed || heuristic.name == "null";
                if is_default || matters && states < 4_000 {
                    assert_best(&instance, algorithm, heuristic.name, cost);
                    assert_best_on(Threads::new(2).after(10), &instance, algorithm, heuristic.name, cost);
                }
            }
        }
    }
}

#[test]
fn chexers() {
    check("chexers", include_str!("known/chexers.json"), false);
}

#[test]
fn infexion() {
    check("infexion", include_str!("known/infexion.json"), false);
}

#[test]
fn infexion_with_spawning() {
    check("infexion-spawn", include_str!("known/infexion-spawn.json"), true);
}

#[test]
fn pawn_hunt() {
    check("pawn-hunt", include_str!("known/pawn-hunt.json"), false);
}

#[test]
fn our_boards_have_the_costs_in_their_manifests() {
    let instances = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../instances");
    for puzzle in PUZZLES {
        let folder = instances.join(puzzle.name);
        let manifest = std::fs::read_to_string(folder.join("manifest.json")).unwrap();
        let manifest: BTreeMap<String, serde_json::Value> = serde_json::from_str(&manifest).unwrap();
        let files = std::fs::read_dir(&folder).unwrap().count();
        assert!(manifest.len() >= 12 && files == manifest.len() + 1, "every {} board is in the manifest", puzzle.name);
        for (file, entry) in manifest {
            let text = std::fs::read_to_string(folder.join(&file)).unwrap();
            let instance = Instance::parse(&text, &Reading::default()).unwrap().instance;
            assert_eq!(instance.info().name, puzzle.name, "{file}");
            let best = entry["cost"].as_u64().map(|cost| cost as u32);
            let heuristic = puzzle.default_heuristic();
            for threads in [Threads::new(1), Threads::new(2).after(0), Threads::new(3).after(0)] {
                assert_best_on(threads, &instance, puzzle.algorithm, heuristic.name, best);
            }
        }
    }
}
