//! Comparisons on boards of `instances/`, with the costs of their manifests.

use std::path::Path;

use pathmax::{Algorithm, Limits};
use pathmax_lab::{AnyBoard, CompareError, Comparison, PuzzleComparison, Reading, Registry, RunOutcome, Solver};

fn boards(names: &[&str]) -> Vec<(String, AnyBoard)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../instances");
    let registry = Registry::builtin();
    let board = |name: &&str| registry.load(&folder.join(name), &Reading::default()).unwrap().board;
    names.iter().map(|name| (name.to_string(), board(name))).collect()
}

fn algorithms(names: &[&str]) -> Vec<Algorithm> {
    names.iter().map(|name| Algorithm::named(name).unwrap()).collect()
}

fn labels(puzzle: &PuzzleComparison) -> Vec<&str> {
    puzzle.combinations.iter().map(|row| row.combination.as_str()).collect()
}

fn error(comparison: &Comparison, names: &[&str]) -> String {
    comparison.run(&boards(names), &mut |_| {}).unwrap_err().to_string()
}

#[test]
fn every_combination_is_run_on_every_board() {
    let comparison = Comparison {
        algorithms: algorithms(&["astar", "ucs", "bfs", "idastar"]),
        heuristics: ["relaxed-map", "jump-distance", "half-distance", "null"].map(str::to_string).to_vec(),
        ..Comparison::default()
    };
    let names = ["chexers/leapfrog.json", "chexers/stepping-stones.json", "chexers/walled-in.json"];
    let mut steps = Vec::new();
    let report = comparison
        .run(&boards(&names), &mut |step| steps.push((step.done, step.total, step.board.to_string())))
        .unwrap();
    let puzzle = &report.puzzles[0];
    // Four heuristics for each of the two that use one.
    assert_eq!((puzzle.combinations.len(), puzzle.runs.len()), (10, 30));
    assert_eq!(puzzle.baseline, "astar/relaxed-map");
    for (name, cost) in names.iter().zip([Some(8), Some(4), None]) {
        assert_eq!(puzzle.runs_on(name).count(), 10);
        assert!(puzzle.runs_on(name).all(|run| run.cost == cost && run.proven()), "{name}");
    }
    assert!(puzzle.combinations.iter().all(|row| (row.solved, row.unsolvable, row.proven) == (2, 1, 3)));
    assert!(puzzle.contradictions.is_empty() && !report.interrupted);
    // A run reports its beginning, and its progress from time to time.
    steps.dedup();
    let firsts: Vec<_> = steps.iter().map(|(done, total, _)| (*done, *total)).collect();
    assert_eq!(firsts, (0..30).map(|done| (done, 30)).collect::<Vec<_>>());
    assert_eq!(steps[10].2, "chexers/stepping-stones.json");
}

#[test]
fn each_run_agrees_with_solve() {
    let board = boards(&["chexers/scattered.json"]);
    let report = Comparison::default().run(&board, &mut |_| {}).unwrap();
    for run in &report.puzzles[0].runs {
        let solver = Solver { heuristic: run.heuristic.clone().into(), ..Solver::default() };
        let alone = solver.solve(&board[0].1, &mut |_| {}).unwrap();
        let statistics = run.statistics.as_ref().unwrap();
        assert_eq!((run.cost, run.bound, run.optimal), (alone.cost, alone.bound, alone.optimal));
        assert_eq!(statistics.expanded, alone.statistics.expanded);
        assert_eq!(statistics.layers, alone.statistics.layers);
        assert_eq!(run.effective_branching_factor, alone.effective_branching_factor.map(pathmax_lab::round));
    }
}

#[test]
fn an_inadmissible_heuristic_is_counted_as_worse() {
    // The knight needs two moves, 12. The rook needs two as well, 16, but h1 is 8 lower as soon as it is in line.
    let corner = "K . . .\n. . . .\n. . R .\n. . . 1\n";
    let corner = Registry::builtin().parse(corner, &Reading::default()).unwrap().board;
    let mut boards = boards(&["pawn-hunt/seven-pawns.txt"]);
    boards.push(("corner".to_string(), corner));
    let comparison = Comparison { heuristics: vec!["h1".to_string(), "tours".to_string()], ..Comparison::default() };
    let report = comparison.run(&boards, &mut |_| {}).unwrap();
    let puzzle = &report.puzzles[0];
    let found: Vec<_> = puzzle.runs.iter().map(|run| (run.cost, run.optimal, run.excess)).collect();
    let (seven, twelve) = ((Some(86), true, Some(0)), (Some(12), true, Some(0)));
    assert_eq!(found, [(Some(86), false, Some(0)), seven, (Some(16), false, Some(4)), twelve]);
    let counts: Vec<_> = puzzle.combinations.iter().map(|row| (row.solved, row.proven, row.worse)).collect();
    assert_eq!(counts, [(2, 0, 1), (2, 2, 0)]);
    assert_eq!(puzzle.contradictions, []);
}

#[test]
fn limits_hold_for_each_run_and_are_counted_by_reason() {
    let comparison = Comparison {
        algorithms: algorithms(&["astar", "ucs"]),
        heuristics: vec!["relaxed-map".to_string()],
        limits: Limits { expansions: Some(1000), ..Limits::default() },
        repeat: 3,
        ..Comparison::default()
    };
    let report = comparison.run(&boards(&["chexers/leapfrog.json", "chexers/thicket.json"]), &mut |_| {}).unwrap();
    let puzzle = &report.puzzles[0];
    assert_eq!(puzzle.common_boards, ["chexers/leapfrog.json"]);
    let ucs = &puzzle.combinations[1];
    assert_eq!((ucs.solved, ucs.stopped["expansions"]), (1, 1));
    assert_eq!(ucs.ratios.as_ref().unwrap().boards, 1);
    let run = puzzle.runs_of("ucs").nth(1).unwrap();
    assert_eq!((run.outcome, run.statistics.as_ref().unwrap().expanded), (RunOutcome::Stopped, 1000));
    assert_eq!(report.repeat, 3);
}

#[test]
fn puzzles_are_never_mixed() {
    let comparison = Comparison {
        algorithms: algorithms(&["ucs", "astar"]),
        heuristics: ["line-cover", "null", "relaxed-map", "null"].map(str::to_string).to_vec(),
        baseline: Some("astar/line-cover".to_string()),
        ..Comparison::default()
    };
    let names = ["chexers/leapfrog.json", "infexion/round-the-edge.csv", "chexers/one-step.json"];
    let report = comparison.run(&boards(&names), &mut |_| {}).unwrap();
    let [chexers, infexion] = &report.puzzles[..] else { panic!("two puzzles") };
    assert_eq!((chexers.puzzle, infexion.puzzle), ("chexers", "infexion"));
    assert_eq!(chexers.boards, ["chexers/leapfrog.json", "chexers/one-step.json"]);
    assert_eq!(labels(chexers), ["ucs", "astar/null", "astar/relaxed-map"]);
    assert_eq!(labels(infexion), ["ucs", "astar/line-cover", "astar/null"]);
    assert_eq!((chexers.baseline.as_str(), infexion.baseline.as_str()), ("ucs", "astar/line-cover"));
}

#[test]
fn a_cancelled_comparison_reports_the_runs_that_were_not_made() {
    let comparison = Comparison::default();
    let cancel = comparison.cancel.clone();
    let report = comparison
        .run(&boards(&["chexers/leapfrog.json"]), &mut |step| {
            if step.done == 2 {
                cancel.cancel();
            }
        })
        .unwrap();
    assert!(report.interrupted);
    let outcomes: Vec<RunOutcome> = report.puzzles[0].runs.iter().map(|run| run.outcome).collect();
    use RunOutcome::{NotRun, Solved};
    assert_eq!(outcomes, [Solved, Solved, NotRun, NotRun, NotRun, NotRun]);
    assert!(report.puzzles[0].common_boards.is_empty());
}

#[test]
fn errors_list_the_valid_choices() {
    let heuristics = |names: &[&str]| Comparison {
        heuristics: names.iter().map(|name| name.to_string()).collect(),
        ..Comparison::default()
    };
    assert_eq!(
        error(&heuristics(&["null", "magic"]), &["infexion/first-spread.csv"]),
        "there is no heuristic \"magic\" for these boards; infexion has potentials, token-balance, line-cover, perfect, null"
    );
    assert_eq!(
        error(&heuristics(&["line-cover"]), &["infexion/first-spread.csv", "chexers/one-step.json"]),
        "nothing to run on the boards of chexers: none of the named heuristics is among its own (relaxed-map, \
         supported-jumps, jump-distance, half-distance, half-or-blocks, perfect, null)"
    );
    let baseline = Comparison { baseline: Some("ucs".to_string()), ..heuristics(&["null", "relaxed-map"]) };
    assert_eq!(
        error(&baseline, &["chexers/one-step.json"]),
        "the baseline \"ucs\" is not one of the combinations; choose from astar/null, astar/relaxed-map"
    );
    let twice = error(&Comparison::default(), &["chexers/one-step.json", "chexers/one-step.json"]);
    assert_eq!(twice, "two boards are called \"chexers/one-step.json\"");
    assert!(matches!(Comparison::default().run(&[], &mut |_| {}), Err(CompareError::NoBoards)));
}
