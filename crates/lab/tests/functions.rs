//! Functions as heuristics.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use pathmax::{CancelToken, Claims, Problem, SearchOptions, StopReason, heuristic_fn};
use pathmax_lab::{
    AnyBoard, AuditVerdict, Auditor, Comparison, HeuristicFunction, HeuristicSource, NamedHeuristic, Reading, Registry,
    RunOutcome, SolveError, SolveOutcome, Solver,
};
use pathmax_puzzles::chexers;

fn leapfrog() -> AnyBoard {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../instances/chexers/leapfrog.json");
    Registry::builtin().load(file.as_ref(), &Reading::default()).unwrap().board
}

/// Every piece has to exit.
fn pieces(claims: Claims) -> HeuristicFunction {
    HeuristicFunction::new("pieces", claims, |board| {
        Ok(Some(board.downcast_ref::<chexers::Board>().unwrap().pieces.len() as u32))
    })
}

/// Fails at the call of this number, counted from 0, and counts the calls.
fn failing(number: usize, calls: &Arc<AtomicUsize>) -> HeuristicFunction {
    let calls = calls.clone();
    HeuristicFunction::new("failing", Claims::NONE, move |_| {
        if calls.fetch_add(1, Ordering::Relaxed) == number {
            Err("it raised an exception".to_string())
        } else {
            Ok(Some(0))
        }
    })
}

fn solver(function: HeuristicFunction) -> Solver {
    Solver { heuristic: HeuristicSource::Function(function), ..Solver::default() }
}

#[test]
fn a_proof_rests_on_the_claim() {
    let solve = |claims| solver(pieces(claims)).solve(&leapfrog(), &mut |_| {}).unwrap();
    let claimed = solve(Claims::CONSISTENT);
    assert_eq!((claimed.cost, claimed.optimal, claimed.if_admissible), (Some(8), true, true));
    assert_eq!(claimed.heuristic.as_deref(), Some("pieces"));
    let unclaimed = solve(Claims::NONE);
    assert_eq!((unclaimed.cost, unclaimed.optimal, unclaimed.if_admissible), (Some(8), false, false));
}

#[test]
fn a_failure_is_an_error_and_ends_the_calls() {
    for number in [0, 1, 50] {
        let calls = Arc::new(AtomicUsize::new(0));
        let cancel = CancelToken::new();
        let search = SearchOptions { cancel: cancel.clone(), ..SearchOptions::default() };
        let solver = Solver { search, ..solver(failing(number, &calls)) };
        let error = solver.solve(&leapfrog(), &mut |_| {}).unwrap_err();
        assert!(matches!(error, SolveError::Heuristic(_)), "{error}");
        assert_eq!(error.to_string(), "the heuristic failing: it raised an exception");
        assert_eq!(calls.load(Ordering::Relaxed), number + 1);
        assert!(!cancel.is_cancelled(), "only the search with the function is cancelled");
    }
}

#[test]
fn after_a_cancellation_a_failure_has_no_effect() {
    let cancel = CancelToken::new();
    let token = cancel.clone();
    let function = HeuristicFunction::new("cancelling", Claims::CONSISTENT, move |_| {
        token.cancel();
        Err("interrupted".to_string())
    });
    let search = SearchOptions { cancel, ..SearchOptions::default() };
    let report = Solver { search, ..solver(function) }.solve(&leapfrog(), &mut |_| {}).unwrap();
    assert_eq!((report.outcome, report.reason), (SolveOutcome::Stopped, Some(StopReason::Cancelled)));
    assert!(report.bound.unwrap() <= 8);
}

#[test]
fn functions_are_audited_and_compared_like_other_heuristics() {
    let board = leapfrog();
    let auditor = Auditor { heuristics: vec![HeuristicSource::Function(pieces(Claims::NONE))], ..Auditor::default() };
    let audit = auditor.audit_board(&board, &mut |_| {}).unwrap();
    assert_eq!(audit.heuristics[0].consistent.verdict, Some(AuditVerdict::Proved));

    let comparison = Comparison {
        heuristics: vec!["null".to_string(), "pieces".to_string()],
        functions: vec![pieces(Claims::CONSISTENT)],
        ..Comparison::default()
    };
    let report = comparison.run(&[("leapfrog".to_string(), board.clone())], &mut |_| {}).unwrap();
    let [null, pieces_run] = &report.puzzles[0].runs[..] else { panic!("{:?}", report.puzzles[0].runs) };
    assert_eq!((null.combination.as_str(), pieces_run.combination.as_str()), ("astar/null", "astar/pieces"));
    assert!(pieces_run.outcome == RunOutcome::Solved && pieces_run.cost == Some(8) && pieces_run.if_admissible);
    assert!(pieces_run.statistics.as_ref().unwrap().expanded < null.statistics.as_ref().unwrap().expanded);

    let named = |name| Comparison {
        functions: vec![HeuristicFunction::new(name, Claims::NONE, |_| Ok(Some(0)))],
        ..Comparison::default()
    };
    let error = named("relaxed-map").run(&[("leapfrog".to_string(), board)], &mut |_| {}).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the heuristic \"relaxed-map\" has the name of a heuristic of chexers; give it another one (for a program: NAME=COMMAND)"
    );
}

/// The number of evaluations of an audit; then the same audit, in which the evaluation of each number is the last before a
/// cancellation, must neither prove nor refute what it could not check.
#[test]
fn an_audit_that_is_interrupted_proves_nothing() {
    let audit = |cancel: CancelToken, function: HeuristicFunction| {
        let heuristics = vec![HeuristicSource::Function(function)];
        Auditor { heuristics, cancel, ..Auditor::default() }.audit_board(&leapfrog(), &mut |_| {}).unwrap()
    };
    // Consistent, and far above 0: missing values that count as 0 would refute it.
    let exact = |board: &dyn std::any::Any| {
        let pieces = board.downcast_ref::<chexers::Board>().unwrap().pieces.len() as u32;
        Ok(Some(pieces))
    };
    let states = audit(CancelToken::new(), HeuristicFunction::new("h", Claims::NONE, exact)).states as usize;
    for last in [0, 1, 2, states / 2, states - 2, states - 1] {
        let (cancel, calls) = (CancelToken::new(), AtomicUsize::new(0));
        let token = cancel.clone();
        let function = HeuristicFunction::new("h", Claims::NONE, move |board| {
            if calls.fetch_add(1, Ordering::Relaxed) == last {
                token.cancel();
                return Err("interrupted".to_string());
            }
            exact(board)
        });
        let report = audit(cancel, function);
        assert!(report.interrupted);
        for (claim, _, finding) in report.heuristics[0].findings() {
            let verdict = finding.verdict;
            assert!(matches!(verdict, None | Some(AuditVerdict::NotRefuted)), "{claim} at {last}: {verdict:?}");
        }
    }
}

/// From 0 to 12 in steps of 1, 2 or 5.
#[derive(Clone)]
struct Steps;

impl Problem for Steps {
    type State = u32;
    type Action = u32;

    fn start(&self) -> u32 {
        0
    }

    fn actions<B>(&self, state: &u32, visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
        [1, 2, 5].into_iter().filter(|step| state + step <= 12).try_for_each(visit)
    }

    fn apply(&self, state: &u32, step: &u32) -> u32 {
        state + step
    }

    fn is_goal(&self, state: &u32) -> bool {
        *state == 12
    }
}

#[test]
fn in_comparisons_of_own_problems_proofs_rest_on_the_claims() {
    let half = |claims| move |_: &Steps| heuristic_fn(claims, |state: &u32| Some((12 - state) / 2));
    let heuristics = [
        NamedHeuristic::null(),
        NamedHeuristic::new("claimed", half(Claims::ADMISSIBLE)),
        NamedHeuristic::new("unclaimed", half(Claims::NONE)),
    ];
    let report = Comparison::default().run_problems("steps", &[("0 to 12", Steps)], &heuristics, &mut |_| {}).unwrap();
    let comparison = &report.puzzles[0];
    assert_eq!(comparison.puzzle, "steps");
    let runs: Vec<_> =
        comparison.runs.iter().map(|run| (run.combination.as_str(), run.optimal, run.if_admissible)).collect();
    assert_eq!(runs, [("astar/null", true, false), ("astar/claimed", true, true), ("astar/unclaimed", false, false)]);
}
