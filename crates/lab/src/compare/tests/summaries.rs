//! Means and ratios by hand.

use super::super::report::Contradiction;
use super::*;

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9 * expected, "{found} is not {expected}");
}

#[test]
fn means_are_geometric_and_over_the_boards_that_all_finished() {
    let puzzle = comparison(
        "chexers",
        vec![
            run("a", "x", 5, 5, &[2, 2], 100),
            run("a", "y", 5, 5, &[1], 400),
            run("b", "x", 6, 6, &[9], 400),
            run("b", "y", 6, 6, &[81], 100),
            run("c", "x", 7, 7, &[1_000_000], 9_000_000),
            stopped(run("c", "y", 7, 7, &[3], 10)),
        ],
    );
    assert_eq!(puzzle.boards, ["a", "b", "c"]);
    assert_eq!(puzzle.common_boards, ["a", "b"]);
    let [x, y] = &puzzle.combinations[..] else { panic!("two combinations") };
    let (means_x, means_y) = (x.means.as_ref().unwrap(), y.means.as_ref().unwrap());
    // √(4 · 9) = 6, √(1 · 81) = 9, √(100 µs · 400 µs) = 200 µs.
    close(means_x.expanded, 6.0);
    close(means_y.expanded, 9.0);
    close(means_x.generated, 60.0);
    close(means_x.peak_memory, 6000.0);
    close(means_x.seconds, 200e-6);
    close(means_x.effective_branching_factor.unwrap(), 2.0);
    assert_eq!((means_x.boards, means_y.boards), (2, 2));
    assert_eq!((x.solved, y.solved, y.stopped["time"]), (3, 2, 1));
    // √(1/4 · 81/9) = 1.5, and the times are 4 and 1/4.
    let ratios = y.ratios.as_ref().unwrap();
    close(ratios.expanded, 1.5);
    close(ratios.seconds, 1.0);
    assert_eq!((ratios.boards, x.ratios.as_ref().unwrap().boards), (2, 2));
}

#[test]
fn ratios_of_a_pair_are_over_the_boards_that_all_finished_not_over_those_that_the_pair_did() {
    // Over the boards that both finished, y would need 2.22 times the expansions of x; z shows that these are the easy ones.
    let z = |board, expanded| run(board, "z", 5, 5, &[expanded], 1);
    let puzzle = comparison(
        "chexers",
        vec![
            run("easy", "x", 5, 5, &[100], 1),
            run("easy", "y", 5, 5, &[200], 1),
            z("easy", 50),
            run("middle", "x", 5, 5, &[100], 1),
            run("middle", "y", 5, 5, &[246], 1),
            stopped(z("middle", 9)),
        ],
    );
    assert_eq!(puzzle.common_boards, ["easy"]);
    let ratios: Vec<f64> = puzzle.combinations.iter().map(|row| row.ratios.as_ref().unwrap().expanded).collect();
    for (found, expected) in ratios.into_iter().zip([1.0, 2.0, 0.5]) {
        close(found, expected);
    }
}

#[test]
fn boards_that_were_not_finished_count_twice_the_limit() {
    let runs = vec![
        run("a", "x", 5, 5, &[1000], 4_000_000),
        run("a", "y", 5, 5, &[500], 2_000_000),
        run("b", "x", 5, 5, &[3000], 6_000_000),
        stopped(run("b", "y", 5, 5, &[9000], 60_000_000)),
        run("c", "x", 5, 5, &[1], 0),
        failed("c", "y"),
    ];
    let labels = ["x".to_string(), "y".to_string()];
    let limits = RunLimits { seconds: Some(60.0), memory: Some(1), expansions: None };
    let puzzle = summarise("chexers", &labels, "x", runs.clone(), &limits);
    let [x, y] = [0, 1].map(|place: usize| puzzle.combinations[place].all_boards.clone().unwrap());
    assert_eq!((x.boards, x.unfinished, x.expanded_par2), (3, 0, None));
    // (4 s + 6 s) / 3, and (2 s + 2 · 60 s + 2 · 60 s) / 3; at least (2 s + 60 s + 0 s) / 3.
    close(x.seconds_par2.unwrap(), 10.0 / 3.0);
    assert_eq!(y.unfinished, 2);
    close(y.seconds_par2.unwrap(), 242.0 / 3.0);
    close(y.seconds_at_least, 62.0 / 3.0);
    close(y.expanded_at_least, 9500.0 / 3.0);
    assert_eq!((puzzle.combinations[1].failed, puzzle.combinations[1].finished()), (1, 1));

    let limits = RunLimits { seconds: None, memory: None, expansions: Some(10_000) };
    let puzzle = summarise("chexers", &labels, "x", runs, &limits);
    let y = puzzle.combinations[1].all_boards.clone().unwrap();
    // (500 + 2 · 10,000 + 2 · 10,000) / 3.
    close(y.expanded_par2.unwrap(), 13_500.0);
    assert_eq!(y.seconds_par2, None);
}

#[test]
fn boards_that_were_not_run_are_in_no_penalised_mean() {
    let puzzle = comparison(
        "chexers",
        vec![
            run("a", "x", 5, 5, &[10], 10),
            run("a", "y", 5, 5, &[10], 10),
            run("b", "x", 5, 5, &[10], 10),
            not_run(run("b", "y", 5, 5, &[1], 1)),
        ],
    );
    let boards: Vec<usize> = puzzle.combinations.iter().map(|row| row.all_boards.as_ref().unwrap().boards).collect();
    assert_eq!(boards, [1, 1]);
}

#[test]
fn the_median_of_an_even_number_is_between_the_middle_two() {
    let median = |samples: &[f64]| Run { samples: samples.to_vec(), ..Run::default() }.median_seconds();
    assert_eq!(median(&[]), None);
    assert_eq!(median(&[0.3]), Some(0.3));
    assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
    assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
}

#[test]
fn a_run_at_a_limit_is_never_fast() {
    let puzzle = comparison("chexers", vec![run("a", "x", 5, 5, &[1000], 1000), stopped(run("a", "y", 5, 5, &[1], 1))]);
    let y = &puzzle.combinations[1];
    assert_eq!((y.means.as_ref(), y.ratios.as_ref()), (None, None));
    assert_eq!((y.solved, y.proven, y.stopped["time"]), (0, 0, 1));
    assert!(puzzle.common_boards.is_empty() && puzzle.combinations[0].means.is_none());
}

#[test]
fn boards_decided_without_expansions_are_in_no_mean() {
    let puzzle = comparison(
        "chexers",
        vec![
            unsolvable(run("a", "x", 0, 0, &[], 1)),
            unsolvable(run("a", "y", 0, 0, &[528], 90)),
            run("b", "x", 6, 6, &[8], 400),
            run("b", "y", 6, 6, &[2], 100),
        ],
    );
    assert_eq!(puzzle.common_boards, ["b"]);
    let [x, y] = &puzzle.combinations[..] else { panic!("two combinations") };
    assert_eq!((x.unsolvable, x.solved, x.proven), (1, 1, 2));
    close(x.means.as_ref().unwrap().expanded, 8.0);
    let ratios = y.ratios.as_ref().unwrap();
    close(ratios.expanded, 0.25);
    assert_eq!(ratios.boards, 1);
}

#[test]
fn runs_that_were_not_made_are_counted() {
    let puzzle = comparison("chexers", vec![run("a", "x", 5, 5, &[10], 10), not_run(run("a", "y", 5, 5, &[1], 1))]);
    let y = &puzzle.combinations[1];
    assert_eq!((y.not_run, y.stopped.len(), y.solved, y.unsolvable), (1, 0, 0, 0));
    assert_eq!(y.ratios, None);
}

#[test]
fn worse_plans_are_counted_and_false_proofs_are_found() {
    let greedy = |cost| Run { bound: Some(4), optimal: false, ..run("a", "greedy/some", cost, 4, &[3], 3) };
    let honest = comparison("chexers", vec![run("a", "astar/some", 5, 5, &[4], 4), greedy(7)]);
    assert_eq!(honest.runs.iter().map(|run| run.excess).collect::<Vec<_>>(), [Some(0), Some(2)]);
    assert_eq!((honest.combinations[0].worse, honest.combinations[1].worse), (0, 1));
    assert_eq!(honest.contradictions, []);

    let expected = |bound| Contradiction {
        board: "a".to_string(),
        claimed_by: "astar/some".to_string(),
        if_admissible: false,
        bound,
        refuted_by: "greedy/some".to_string(),
        cost: 4,
    };
    let overestimating = comparison("chexers", vec![run("a", "astar/some", 5, 5, &[4], 4), greedy(4)]);
    assert_eq!(overestimating.contradictions, [expected(Some(5))]);
    let blind = comparison("chexers", vec![unsolvable(run("a", "astar/some", 5, 5, &[4], 4)), greedy(4)]);
    assert_eq!(blind.contradictions, [expected(None)]);
    let bound_too_high = comparison("chexers", vec![stopped(run("a", "astar/some", 6, 5, &[4], 4)), greedy(4)]);
    assert_eq!(bound_too_high.contradictions, [expected(Some(6))]);
}
