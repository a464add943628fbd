//! Audits against brute force, known counterexamples and counts by hand; and every claim of every heuristic that ships.

use std::collections::HashMap;
use std::time::Duration;

use pathmax::{CancelToken, Claims, Cost, Heuristic, Limits, StopReason};
use pathmax_lab::picture::audit_picture;
use pathmax_lab::{
    AnyBoard, AuditReport, AuditVerdict, Auditor, CellError, ErrorCount, ExpansionShares, HeuristicAudit, Mapper,
    Puzzle, Registry, Sampling, SolveError, Value,
};
use pathmax_puzzles::{Board, BoardHeuristic, BoardProblem, Options, ProblemVisitor};

use crate::support::{compile, example, read, read_with_spawn};

const PROVED: Option<AuditVerdict> = Some(AuditVerdict::Proved);
const NOT_REFUTED: Option<AuditVerdict> = Some(AuditVerdict::NotRefuted);
const REFUTED: Option<AuditVerdict> = Some(AuditVerdict::Refuted);

/// A board on which h1 overestimates: the knight captures the pawn.
const KNIGHT_TAKES: &str = "R . .\nK . .\n. . 1\n";
/// Found by the audit itself: an action of 6 takes 12 away from h2.
const STEEP_FOR_H2: &str = "R . 1 . .\n. . . . K\n. . . . 2\n";
const STEEP_FOR_SPANNING_TREE: &str = "1 2 . .\nK . . .\n. . . .\n";

fn auditor(heuristics: &[&str]) -> Auditor {
    let heuristics = heuristics.iter().map(|&name| name.into()).collect();
    Auditor { heuristics, shrinking: 0, ..Auditor::default() }
}

fn audit_with(auditor: &Auditor, board: &AnyBoard) -> AuditReport {
    auditor.audit_board(board, &mut |_| {}).unwrap()
}

fn audit(text: &str, heuristic: &str) -> HeuristicAudit {
    audit_with(&auditor(&[heuristic]), &read(text)).heuristics.remove(0)
}

fn verdicts(audit: &HeuristicAudit) -> [Option<AuditVerdict>; 2] {
    [audit.admissible.verdict, audit.consistent.verdict]
}

/// Small boards of all puzzles, solvable and not.
fn small_boards() -> Vec<AnyBoard> {
    let texts = [
        r#"{"colour": "green", "pieces": [[0, -3], [0, -2]], "blocks": []}"#,
        r#"{"colour": "red", "pieces": [[-2, 0], [0, -2]], "blocks": [[0, 0], [1, 0], [1, -1]], "radius": 2}"#,
        r#"{"colour": "red", "pieces": [[-1, 0]], "blocks": [[2, 0], [2, -1], [2, -2]], "radius": 2}"#,
        r#"{"colour": "blue", "pieces": [], "blocks": [[0, 0]]}"#,
        "0,0,r,1\n0,2,b,1\n2,2,b,1\n",
        "0,0,r,1\n3,3,r,1\n1,1,b,6\n",
        "0,0,r,1\n1,1,b,6\n2,3,b,6\n",
        "0,0,r,2\n0,2,b,1\n",
        "3,3,b,1\n",
        KNIGHT_TAKES,
        STEEP_FOR_H2,
        STEEP_FOR_SPANNING_TREE,
        "R . 1\n",
        "B 1\n",
        "K . . .\n. x B .\n1 . . 2\n",
        "R x 1\nx . .\n. . K\n",
        "K . .\n",
    ];
    texts.iter().map(|text| read(text)).collect()
}

/// Everything that an audit counts, by brute force: true costs by going through all actions until nothing changes.
struct BruteForce(&'static str);

#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    states: u64,
    actions: u64,
    too_high: u64,
    steep: u64,
    exact: u64,
    dead_ends: u64,
    recognised: u64,
    cost: Option<Cost>,
}

impl<B: Board> ProblemVisitor<B> for BruteForce {
    type Output = Counts;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Counts {
        let mut numbers = HashMap::from([(problem.start(), 0)]);
        let mut states = vec![problem.start()];
        let mut edges = Vec::new();
        let mut next = 0;
        while next < states.len() {
            let state: P::State = states[next].clone();
            if !problem.is_goal(&state) {
                problem.for_each_action(&state, |action| {
                    let after = problem.apply(&state, &action);
                    let number = *numbers.entry(after.clone()).or_insert_with(|| {
                        states.push(after);
                        states.len() - 1
                    });
                    edges.push((next, number, u64::from(problem.cost(&state, &action))));
                });
            }
            next += 1;
        }
        const FAR: u64 = 1 << 40;
        let mut costs: Vec<u64> = states.iter().map(|state| if problem.is_goal(state) { 0 } else { FAR }).collect();
        while edges.iter().fold(false, |changed, &(from, to, cost)| {
            let better = costs[to] + cost < costs[from];
            if better {
                costs[from] = costs[to] + cost;
            }
            changed || better
        }) {}
        let mut heuristic = BoardHeuristic::named(problem, self.0).unwrap();
        let h: Vec<u64> = states.iter().map(|state| heuristic.evaluate(state).map_or(FAR, u64::from)).collect();
        let count = |of: &dyn Fn(usize) -> bool| (0..states.len()).filter(|&state| of(state)).count() as u64;
        Counts {
            states: states.len() as u64,
            actions: edges.len() as u64,
            too_high: count(&|state| h[state] > costs[state]),
            steep: edges.iter().filter(|&&(from, to, cost)| h[from] > (h[to] + cost).min(FAR)).count() as u64,
            exact: count(&|state| costs[state] < FAR && h[state] == costs[state]),
            dead_ends: count(&|state| costs[state] == FAR),
            recognised: count(&|state| costs[state] == FAR && h[state] == FAR),
            cost: Some(costs[0]).filter(|&cost| cost < FAR).map(|cost| cost as Cost),
        }
    }
}

#[test]
fn audits_agree_with_brute_force() {
    for board in small_boards() {
        for info in board.puzzle().info().heuristics() {
            let report = audit_with(&auditor(&[info.name]), &board);
            let audit = &report.heuristics[0];
            let quality = audit.quality.as_ref().unwrap();
            let counts = Counts {
                states: report.states,
                actions: report.actions,
                too_high: audit.admissible.broken,
                steep: audit.consistent.broken,
                exact: quality.exact,
                dead_ends: quality.dead_ends_recognised + quality.dead_ends_missed,
                recognised: quality.dead_ends_recognised,
                cost: report.cost.unwrap().finite(),
            };
            let expected = compile(&board, BruteForce(info.name));
            assert_eq!(counts, expected, "{} on {board:?}", info.name);
            let verdict = |broken: u64| if broken > 0 { REFUTED } else { PROVED };
            assert_eq!(verdicts(audit), [verdict(expected.too_high), verdict(expected.steep)], "{}", info.name);
            assert_eq!(audit.admissible.checked, expected.states);
            assert_eq!(audit.consistent.checked, expected.actions);
        }
    }
}

#[test]
fn known_counterexamples_are_found() {
    let h1 = audit(KNIGHT_TAKES, "h1");
    assert_eq!(verdicts(&h1), [REFUTED, REFUTED]);
    let shown = h1.admissible.counterexample.unwrap();
    assert_eq!((shown.h, shown.cost, shown.state), (Value::Finite(16), Some(Value::Finite(6)), None));
    assert_eq!(shown.board, KNIGHT_TAKES);

    let leapfrog = audit(r#"{"colour": "green", "pieces": [[0, -3], [0, -2]], "blocks": []}"#, "half-or-blocks");
    assert_eq!(verdicts(&leapfrog), [REFUTED, REFUTED]);
    let shown = leapfrog.admissible.counterexample.unwrap();
    assert_eq!((shown.h, shown.cost), (Value::Finite(11), Some(Value::Finite(8))));

    let h2 = audit(STEEP_FOR_H2, "h2");
    assert_eq!((verdicts(&h2), h2.pathmax), ([PROVED, REFUTED], true));
    let shown = h2.consistent.counterexample.unwrap();
    let steep = shown.edge.unwrap();
    assert_eq!((shown.h, steep.cost, steep.h_after), (Value::Finite(24), 6, Value::Finite(12)));
    assert_eq!(verdicts(&audit(STEEP_FOR_SPANNING_TREE, "spanning-tree")), [PROVED, REFUTED]);
}

#[test]
fn counterexamples_are_boards_that_show_it_by_themselves() {
    let mut seen = 0;
    for board in small_boards() {
        for audit in audit_with(&auditor(&[]), &board).heuristics {
            for shown in [audit.admissible.counterexample, audit.consistent.counterexample].into_iter().flatten() {
                let mapper = Mapper {
                    heuristic: Some(audit.heuristic.to_string()).into(),
                    against_perfect: true,
                    ..Mapper::default()
                };
                let judgement = mapper.map(&read(&shown.board), &mut |_, _| {}).unwrap().board.unwrap();
                assert_eq!(
                    (judgement.h, judgement.cost),
                    (shown.h, shown.cost),
                    "{} on {}",
                    audit.heuristic,
                    shown.board
                );
                match shown.edge {
                    None => assert!(judgement.overestimates()),
                    Some(steep) => {
                        let (before, after) = (shown.h.finite().unwrap(), steep.h_after.finite().unwrap());
                        assert!(before > after + steep.cost);
                        assert_eq!(read(&shown.board).replay(&steep.action).unwrap().cost, steep.cost);
                    }
                }
                seen += 1;
            }
        }
    }
    assert!(seen >= 6, "only {seen} counterexamples");
}

/// A rook on cell 0 or 1, and a pawn on cell 2; or the rook on cell 2.
#[test]
fn quality_of_a_board_that_one_can_count() {
    let report = audit_with(&auditor(&["null", "six-per-pawn"]), &read("R . 1\n"));
    assert_eq!((report.states, report.actions, report.cost), (3, 4, Some(Value::Finite(8))));
    let null = report.heuristics[0].quality.as_ref().unwrap();
    assert_eq!((null.states, null.solvable, null.exact, null.called_dead), (3, 3, 1, 0));
    assert_eq!(null.errors, [ErrorCount { error: 0, states: 1 }, ErrorCount { error: 8, states: 2 }]);
    assert_eq!((null.mean_error, null.mean_relative_error), (Some(16.0 / 3.0), Some(1.0)));
    assert_eq!((null.worst_error(), null.exact_share()), (Some(8), Some(1.0 / 3.0)));
    assert_eq!(null.expansions, Some(ExpansionShares { total: 1, plan: 1, ..ExpansionShares::default() }));
    let cell = |name: &str, states: u64, mean_error: Option<f64>| CellError { cell: name.into(), states, mean_error };
    let [agents, pawns] = null.heat.as_slice() else { panic!("{:?}", null.heat) };
    assert_eq!((agents.thing, pawns.thing), ("agents", "pawns"));
    assert_eq!(
        agents.cells,
        [cell("(0, 0)", 1, Some(8.0)), cell("(0, 1)", 1, Some(8.0)), cell("(0, 2)", 1, Some(0.0))]
    );
    assert_eq!(pawns.cells, [cell("(0, 0)", 0, None), cell("(0, 1)", 0, None), cell("(0, 2)", 2, Some(8.0))]);
    // A rook's move costs 8, and it takes one to take a pawn.
    let per_pawn = report.heuristics[1].quality.as_ref().unwrap();
    assert_eq!((per_pawn.exact, per_pawn.mean_error, per_pawn.mean_relative_error), (3, Some(0.0), Some(0.0)));
}

/// A lone piece in the middle of an empty hexagon of radius 2 takes three actions, two of them moves with two ways each.
#[test]
fn causes_of_expansions_that_one_can_count() {
    let board = read(r#"{"colour": "red", "pieces": [[0, 0]], "blocks": [], "radius": 2}"#);
    let report = audit_with(&auditor(&["perfect", "null"]), &board);
    let shares = |number: usize| report.heuristics[number].quality.as_ref().unwrap().expansions.unwrap();
    // The higher g goes first among equals, so nothing but the plan is expanded.
    assert_eq!(shares(0), ExpansionShares { total: 3, plan: 3, ..ExpansionShares::default() });
    // Without a heuristic, everything nearer than three steps is expanded: 1 hex, 6 at one step, 12 at two. On cheapest
    // plans lie the middle, 2 of the 6, and the 3 of the 12 on the exit edge (of which the plan has one each).
    let expected =
        ExpansionShares { total: 19, plan: 3, branching: 3, underestimation: 13, ties: 0, overestimation: 0 };
    assert_eq!(shares(1), expected);
}

#[test]
fn every_expansion_has_one_cause() {
    let mut kinds = [false; 5];
    for board in small_boards() {
        let report = audit_with(&auditor(&[]), &board);
        for audit in &report.heuristics {
            let shares = audit.quality.as_ref().unwrap().expansions.unwrap();
            let parts = [shares.plan, shares.branching, shares.underestimation, shares.ties, shares.overestimation];
            assert_eq!(parts.iter().sum::<u64>(), shares.total, "{}", audit.heuristic);
            parts.iter().zip(&mut kinds).for_each(|(&part, seen)| *seen |= part > 0);
            if audit.admissible.verdict == PROVED {
                assert_eq!(shares.overestimation, 0, "{}", audit.heuristic);
            }
            if report.cost == Some(Value::Infinite) {
                assert_eq!(shares.underestimation, shares.total, "{}", audit.heuristic);
            }
        }
    }
    assert_eq!(kinds[..4], [true; 4]);
}

#[test]
fn boards_without_a_solution_and_solved_ones() {
    // The bishop cannot move at all.
    let stuck = audit_with(&auditor(&["null", "h2"]), &read("B 1\n"));
    assert_eq!((stuck.states, stuck.actions, stuck.cost), (1, 0, Some(Value::Infinite)));
    for (audit, [recognised, missed]) in stuck.heuristics.iter().zip([[0, 1], [1, 0]]) {
        let quality = audit.quality.as_ref().unwrap();
        assert_eq!(verdicts(audit), [PROVED, PROVED]);
        assert_eq!([quality.dead_ends_recognised, quality.dead_ends_missed], [recognised, missed]);
        assert_eq!((quality.solvable, quality.mean_error, quality.exact_share()), (0, None, None));
    }
    let solved = audit_with(&auditor(&[]), &read(r#"{"colour": "red", "pieces": [], "blocks": []}"#));
    assert_eq!((solved.states, solved.actions, solved.cost), (1, 0, Some(Value::Finite(0))));
    for audit in &solved.heuristics {
        let quality = audit.quality.as_ref().unwrap();
        assert_eq!(verdicts(audit), [PROVED, PROVED]);
        assert_eq!((quality.exact, quality.mean_relative_error), (1, None));
        assert_eq!(quality.expansions, Some(ExpansionShares::default()));
    }
}

/// A sample of the whole space agrees with the proof, except for the verdict.
#[test]
fn a_sample_of_the_whole_space_agrees_with_the_proof() {
    for board in small_boards() {
        let names: Vec<&str> = board.puzzle().info().solving_heuristics().map(|info| info.name).collect();
        let whole = audit_with(&auditor(&names), &board);
        let limits = Limits { expansions: Some(0), ..Limits::default() };
        let sampling = Sampling { states: 20_000, steps: None, ..Sampling::default() };
        let sampled = audit_with(&Auditor { limits, sampling, ..auditor(&names) }, &board);
        assert_eq!((sampled.whole_space, sampled.stopped), (false, Some(StopReason::Expansions)));
        assert_eq!((sampled.states, sampled.actions, sampled.cost), (whole.states, whole.actions, whole.cost));
        for (sampled, whole) in sampled.heuristics.iter().zip(&whole.heuristics) {
            for ((_, _, sampled), (_, _, whole)) in sampled.findings().into_iter().zip(whole.findings()) {
                assert_eq!((sampled.checked, sampled.broken), (whole.checked, whole.broken));
                let expected = match whole.verdict {
                    PROVED if whole.checked == 0 => None,
                    PROVED => NOT_REFUTED,
                    other => other,
                };
                assert_eq!(sampled.verdict, expected);
                let values = |finding: &pathmax_lab::Finding| {
                    finding.counterexample.as_ref().map(|shown| (shown.h, shown.cost, shown.edge.is_some()))
                };
                assert_eq!(values(sampled).map(|values| values.2), values(whole).map(|values| values.2));
            }
            let errors = |audit: &HeuristicAudit| audit.quality.as_ref().map(|quality| quality.errors.clone());
            assert_eq!(errors(sampled), errors(whole));
        }
    }
}

#[test]
fn a_large_board_is_sampled_and_a_seed_gives_the_same_sample() {
    let board = example("chexers/crowd.json");
    let run = |seed: u64| {
        let limits = Limits { expansions: Some(100), ..Limits::default() };
        let sampling = Sampling { states: 40, seed, steps: None };
        audit_with(&Auditor { limits, sampling, ..auditor(&["jump-distance", "half-or-blocks"]) }, &board)
    };
    let [one, again, other] = [run(1), run(1), run(2)];
    assert_eq!((one.states, one.whole_space), (40, false));
    assert_eq!(verdicts(&one.heuristics[0]), [NOT_REFUTED, NOT_REFUTED]);
    assert_eq!(one.heuristics[0].consistent.checked, one.actions);
    // All were solved, and with them what lies on their plans.
    assert!(one.heuristics[0].admissible.checked > 40);
    assert!(one.heuristics[0].quality.as_ref().unwrap().expansions.is_none());
    assert_eq!(one.actions, again.actions);
    assert_ne!(one.actions, other.actions);
}

#[test]
fn limits_and_interruption_leave_no_false_verdict() {
    let board = example("chexers/open-field.json");
    let cancel = CancelToken::new();
    cancel.cancel();
    let interrupted = audit_with(&Auditor { cancel, ..auditor(&[]) }, &board);
    assert_eq!((interrupted.interrupted, interrupted.stopped), (true, Some(StopReason::Cancelled)));
    assert_eq!((interrupted.heuristics.len(), interrupted.verdict()), (6, None));

    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let no_time = audit_with(&Auditor { limits, ..auditor(&["relaxed-map"]) }, &board);
    assert_eq!((no_time.stopped, no_time.interrupted), (Some(StopReason::Time), false));
    assert_eq!(verdicts(&no_time.heuristics[0]), [None, None]);

    let limits = Limits { memory: Some(1 << 20), ..Limits::default() };
    let sampling = Sampling { states: 20, ..Sampling::default() };
    let little_memory = audit_with(&Auditor { limits, sampling, ..auditor(&["relaxed-map", "perfect"]) }, &board);
    assert_eq!(little_memory.stopped, Some(StopReason::Memory));
    assert_eq!(little_memory.heuristics[0].consistent.verdict, NOT_REFUTED);

    // Interrupted in the middle: what was explored by then counts for nothing.
    let cancel = CancelToken::new();
    let auditor = Auditor { cancel: cancel.clone(), ..auditor(&["relaxed-map", "null"]) };
    let report = auditor.audit_board(&board, &mut |_| cancel.cancel()).unwrap();
    assert!(report.interrupted);
    assert_eq!(report.verdict(), None);
}

#[test]
fn unknown_heuristics_are_named() {
    let error = auditor(&["null", "h1"]).audit_board(&example("chexers/leapfrog.json"), &mut |_| {}).unwrap_err();
    assert!(matches!(&error, SolveError::UnknownHeuristic { name, .. } if name == "h1"), "{error}");
}

#[test]
fn pictures_show_every_cell_that_was_stood_on() {
    let report = audit_with(&auditor(&["null", "h1"]), &read(KNIGHT_TAKES));
    let svg = audit_picture(&report).unwrap();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let texts: Vec<_> = document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .filter_map(|n| n.text())
        .map(str::trim)
        .collect();
    for title in ["null: agents", "null: pawns", "h1: agents", "h1: pawns"] {
        assert!(texts.contains(&title), "{title} in {texts:?}");
    }
    let cells =
        report.heuristics.iter().flat_map(|audit| &audit.quality.as_ref().unwrap().heat).flat_map(|map| &map.cells);
    let expected = cells.filter(|cell| cell.mean_error.is_some()).count();
    let numbers = texts.iter().filter(|text| text.contains('.') && text.replace('−', "-").parse::<f64>().is_ok());
    assert_eq!(numbers.count(), expected);
}

/// Boards on which every claim is audited: small ones of the three puzzles, and all examples of any other.
fn boards_for_claims() -> Vec<AnyBoard> {
    let examples = [
        "chexers/one-step.json",
        "chexers/leapfrog.json",
        "chexers/stepping-stones.json",
        "chexers/blocked-exit.json",
        "chexers/walled-in.json",
        "chexers/small-hexagon.json",
        "chexers/maze.json",
        "chexers/thicket.json",
        "infexion/first-spread.csv",
        "infexion/nothing-left.csv",
        "infexion/no-red.csv",
        "infexion/too-few-tokens.csv",
        "pawn-hunt/first-steps.txt",
        "pawn-hunt/gate.txt",
        "pawn-hunt/rook-corridor.txt",
        "pawn-hunt/two-bishops.txt",
        "pawn-hunt/walled-in.txt",
        "pawn-hunt/wrong-colour.txt",
    ];
    let spawn = read_with_spawn("0,0,b,1\n3,3,b,1\n");
    let mut boards: Vec<_> = examples.iter().map(|file| example(file)).chain(small_boards()).chain([spawn]).collect();
    for puzzle in Registry::builtin().puzzles() {
        if boards.iter().all(|board| board.puzzle() != puzzle) {
            let texts = puzzle.info().examples.iter().filter(|(file, _)| *file != "manifest.json");
            boards.extend(texts.map(|(_, text)| puzzle.parse(text, &Options::default()).unwrap().board));
        }
    }
    boards
}

#[test]
fn no_heuristic_that_ships_claims_too_much() {
    let mut proofs: HashMap<(&str, String), u32> = HashMap::new();
    for board in boards_for_claims() {
        let puzzle = board.puzzle().info();
        let names: Vec<&str> = puzzle.heuristic_names();
        let limits = Limits { expansions: Some(45_000), ..Limits::default() };
        let sampling = Sampling { states: 100, steps: Some(500_000), ..Sampling::default() };
        let report = audit_with(&Auditor { limits, sampling, ..auditor(&names) }, &board);
        for audit in &report.heuristics {
            assert!(!audit.claims_too_much(), "{} of {}: {audit:?}", audit.heuristic, puzzle.name);
            let proved = report.whole_space && audit.findings().iter().all(|(_, _, finding)| finding.verdict.is_some());
            *proofs.entry((puzzle.name, audit.heuristic.to_string())).or_default() += u32::from(proved);
        }
    }
    for puzzle in Registry::builtin().puzzles().map(Puzzle::info) {
        for info in puzzle.heuristics() {
            let proofs = proofs[&(puzzle.name, info.name.to_string())];
            // Of other puzzles there may be one example that is small enough.
            let enough = if ["chexers", "infexion", "pawn-hunt"].contains(&puzzle.name) { 5 } else { 1 };
            assert!(proofs >= enough, "{} of {} was audited on {proofs} whole boards only", info.name, puzzle.name);
        }
    }
}

#[test]
fn a_false_claim_is_reported() {
    let honest = audit(KNIGHT_TAKES, "h1");
    assert!(!honest.claims_too_much());
    for claims in [Claims::ADMISSIBLE, Claims::CONSISTENT] {
        assert!(HeuristicAudit { claims, ..honest.clone() }.claims_too_much());
    }
    let h2 = audit(STEEP_FOR_H2, "h2");
    assert!(!h2.claims_too_much());
    assert!(HeuristicAudit { claims: Claims::CONSISTENT, ..h2 }.claims_too_much());
}
