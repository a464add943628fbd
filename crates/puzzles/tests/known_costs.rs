//! Boards with optimal costs that another program found by brute force, and the boards in `instances` with the costs in their
//! manifests, for all optimal algorithms and all admissible heuristics that are fast enough.

use std::collections::BTreeMap;
use std::path::Path;

use crate::support::{assert_optimal, assert_optimal_on, optimal_algorithms, parse, parse_with};
use pathmax::Threads;
use pathmax_puzzles::{Board, NULL, Options, chexers, infexion, pawn_hunt};
use serde::Deserialize;

#[derive(Deserialize)]
struct Known {
    /// The optimal cost; `None` if there is no solution.
    cost: Option<u32>,
    /// The number of states that brute force stored, a measure of difficulty.
    states: u64,
    board: String,
}

fn check<B: Board>(text: &str, options: &Options) {
    let puzzle = B::PUZZLE;
    let known: Vec<Known> = serde_json::from_str(text).unwrap();
    assert!(known.len() > 10, "{}", puzzle.name);
    for Known { cost, states, board } in known {
        assert!(B::recognizes(&board));
        let board: B = parse_with(&board, options.clone());
        for algorithm in optimal_algorithms(puzzle.name != "pawn-hunt") {
            for heuristic in puzzle.solving_heuristics().filter(|info| info.claims.admissible) {
                // The default is fast on all boards, the others on the small ones.
                let is_default = algorithm == puzzle.algorithm && heuristic.name == puzzle.default_heuristic().name;
                let matters = algorithm.info().informed || heuristic.name == NULL;
                if is_default || matters && states < 4_000 {
                    assert_optimal(&board, algorithm, heuristic.name, cost);
                    assert_optimal_on(Threads::new(2).after(10), &board, algorithm, heuristic.name, cost);
                }
            }
        }
    }
}

#[test]
fn chexers() {
    check::<chexers::Board>(include_str!("known/chexers.json"), &Options::default());
}

#[test]
fn infexion() {
    check::<infexion::Board>(include_str!("known/infexion.json"), &Options::default());
}

#[test]
fn infexion_with_spawning() {
    check::<infexion::Board>(include_str!("known/infexion-spawn.json"), &Options::default().with("spawn", true));
}

#[test]
fn pawn_hunt() {
    check::<pawn_hunt::Board>(include_str!("known/pawn-hunt.json"), &Options::default());
}

fn check_manifest<B: Board>() {
    let puzzle = B::PUZZLE;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../instances").join(puzzle.name);
    let manifest = std::fs::read_to_string(folder.join("manifest.json")).unwrap();
    let manifest: BTreeMap<String, serde_json::Value> = serde_json::from_str(&manifest).unwrap();
    let files = std::fs::read_dir(&folder).unwrap().count();
    assert!(manifest.len() >= 12 && files == manifest.len() + 1, "every {} board is in the manifest", puzzle.name);
    for (file, entry) in manifest {
        let text = std::fs::read_to_string(folder.join(&file)).unwrap();
        assert!(B::recognizes(&text), "{file}");
        let board: B = parse(&text);
        let cost = entry["cost"].as_u64().map(|cost| cost as u32);
        for threads in [Threads::new(1), Threads::new(2).after(0), Threads::new(3).after(0)] {
            assert_optimal_on(threads, &board, puzzle.algorithm, puzzle.default_heuristic().name, cost);
        }
    }
}

#[test]
fn boards_in_instances_have_the_costs_in_their_manifests() {
    check_manifest::<chexers::Board>();
    check_manifest::<infexion::Board>();
    check_manifest::<pawn_hunt::Board>();
}
