//! Plans that are not proven optimal, settled by a second search: against the optimal costs in the manifests.

use std::path::Path;

use pathmax::{Algorithm, Progress, Search, StopReason};
use pathmax_lab::{Manifest, Reading, Registry, Settled, SettledVerdict, SolveReport, Solver};

use crate::support::example;

fn solver(algorithm: Algorithm, settle: u64) -> Solver {
    Solver { search: Search::new(algorithm).into_options(), settle: Some(settle), ..Solver::default() }
}

fn greedy(file: &str, settle: u64) -> SolveReport {
    solver("greedy".parse().unwrap(), settle).solve(&example(file), &mut |_| {}).unwrap()
}

#[test]
fn every_verdict_agrees_with_the_known_costs() {
    let mut counts = [0; 3];
    for puzzle in ["chexers", "infexion", "pawn-hunt"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../instances").join(puzzle);
        let manifest = std::fs::read_to_string(folder.join(Manifest::NAME)).unwrap();
        let manifest: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&manifest).unwrap();
        for (name, entry) in manifest {
            let Some(best) = entry["cost"].as_u64() else { continue };
            let board = Registry::builtin().load(&folder.join(&name), &Reading::default()).unwrap().board;
            let report = solver("greedy".parse().unwrap(), 100_000).solve(&board, &mut |_| {}).unwrap();
            let cost = u64::from(report.cost.unwrap());
            assert!(u64::from(report.bound.unwrap()) <= best, "{name}: {report:?}");
            let Some(settled) = report.settled else {
                assert!(report.optimal && cost == best, "{name}");
                continue;
            };
            match settled.verdict {
                SettledVerdict::Optimal => assert!(report.optimal && cost == best, "{name}: {settled:?}"),
                SettledVerdict::NotOptimal => {
                    assert!(!report.optimal && cost > best && u64::from(settled.best) == best, "{name}: {settled:?}");
                }
                SettledVerdict::NotSettled => assert_eq!(settled.reason, Some(StopReason::Expansions), "{name}"),
            }
            counts[settled.verdict as usize] += 1;
        }
    }
    let [optimal, not_optimal, not_settled] = counts;
    assert!(optimal >= 1 && not_optimal >= 10 && not_settled <= 5, "{counts:?}");
}

#[test]
fn a_budget_that_is_too_small_settles_nothing_but_may_raise_the_bound() {
    let without = solver("greedy".parse().unwrap(), 0).solve(&example("chexers/open-field.json"), &mut |_| {}).unwrap();
    let report = greedy("chexers/open-field.json", 20);
    let settled = report.settled.unwrap();
    assert_eq!((settled.verdict, settled.expanded, settled.best), (SettledVerdict::NotSettled, 20, 31));
    assert!(without.bound <= report.bound && report.bound < Some(17), "{:?}", report.bound);
    assert!(report.suboptimality.unwrap() > 31.0 / 17.0);
}

#[test]
fn cancelling_the_second_search_keeps_the_plan() {
    let solver = solver("greedy".parse().unwrap(), u64::MAX);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/boards/infexion/vhard-0.csv");
    let board = Registry::builtin().load(&path, &Reading::default()).unwrap().board;
    let first = 138; // expansions of greedy search
    // Called about ten times per second; only the second search expands this many states.
    let mut watch = |progress: &Progress| {
        if progress.expanded > first {
            solver.search.cancel.cancel();
        }
    };
    let report = solver.solve(&board, &mut watch).unwrap();
    let Some(Settled { verdict: SettledVerdict::NotSettled, reason, .. }) = report.settled else {
        panic!("the second search is too fast for this test: {:?}", report.settled)
    };
    assert_eq!(reason, Some(StopReason::Cancelled));
    assert!(report.cost.is_some() && !report.actions.is_empty());
}
