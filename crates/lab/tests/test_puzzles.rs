//! Puzzles of other crates: without any capability, and with states that own heap memory.

use std::ops::ControlFlow;

use pathmax::{Algorithm, Limits, SearchOptions, StopReason, Table, Threads};
use pathmax_lab::picture::audit_picture;
use pathmax_lab::{
    AnyBoard, AuditVerdict, Auditor, Checker, Comparison, Expansions, Generator, Hunter, Mapper, Puzzle, Registry,
    Sampling, Smallness, SolveOutcome, Solver, Surveyor, TraceEvent, Tracer, Value, Verdict,
};
use pathmax_puzzles::Options;
use pathmax_puzzles::setup::Setup;

use crate::support::example;
use crate::support::puzzles::{Ladder, Pancakes};

fn ladder(rungs: u32, stride: u32) -> AnyBoard {
    AnyBoard::new(Ladder { rungs, stride })
}

fn pancakes(sizes: &[u8]) -> AnyBoard {
    AnyBoard::new(Pancakes { sizes: sizes.to_vec() })
}

/// A stack of four that takes four flips, as no stack of four takes more.
fn hard_stack() -> AnyBoard {
    pancakes(&[4, 2, 3, 1])
}

const ALGORITHMS: [Algorithm; 6] = [
    Algorithm::A_STAR,
    Algorithm::PARTIAL_A_STAR,
    Algorithm::UNIFORM_COST,
    Algorithm::BreadthFirst,
    Algorithm::IterativeDeepening { depth_limit: None, table: Table::Unbounded },
    Algorithm::ida_star(Table::Off),
];

#[test]
fn a_puzzle_without_capabilities_has_none() {
    let puzzle = Puzzle::of::<Ladder>();
    assert_eq!(puzzle.token_kinds(), None);
    assert!(puzzle.kinds().is_none());
    assert_eq!(puzzle.lone_thing(), None);
    assert!(!puzzle.generates() && !puzzle.has_course_report());
    assert_eq!(puzzle.info().heuristic_names(), ["perfect", "null"]);
    assert_eq!(puzzle.info().default_heuristic().name, "null");
}

#[test]
fn a_board_without_capabilities_is_solved_but_not_drawn() {
    for (rungs, stride, cost) in [(0, 1, 0), (7, 1, 7), (7, 3, 3), (9, 3, 3)] {
        let solver = Solver { most_frames: usize::MAX, course_report: true, ..Solver::default() };
        let report = solver.solve(&ladder(rungs, stride), &mut |_| {}).unwrap();
        assert_eq!((report.puzzle, report.heuristic.as_deref()), ("ladder", Some("null")));
        assert_eq!((report.cost, report.optimal, report.actions.len()), (Some(cost), true, cost as usize));
        assert_eq!((report.frames, report.course_report), (vec![], None));
    }
    let board = ladder(7, 3);
    assert_eq!((board.scene(), board.setup(), board.is_solved()), (None, None, false));
    assert!(ladder(0, 3).is_solved());
}

#[test]
fn boards_of_an_added_puzzle_are_compared_beside_others() {
    let boards = [
        ("ladder".to_string(), ladder(8, 2)),
        ("leapfrog".to_string(), example("chexers/leapfrog.json")),
        ("stack".to_string(), hard_stack()),
    ];
    let report = Comparison::default().run(&boards, &mut |_| {}).unwrap();
    let puzzles: Vec<&str> = report.puzzles.iter().map(|puzzle| puzzle.puzzle).collect();
    assert_eq!(puzzles, ["ladder", "chexers", "pancakes"]);
    let costs =
        |i: usize| report.puzzles[i].runs.iter().map(|run| (run.heuristic.as_deref(), run.cost)).collect::<Vec<_>>();
    assert_eq!(costs(0), [(Some("null"), Some(4))]);
    assert_eq!(costs(2)[0], (Some("gap"), Some(4)));
    assert_eq!(costs(2)[2], (Some("null"), Some(4)));
}

#[test]
fn a_board_without_capabilities_is_audited_but_has_no_picture() {
    let report = Auditor::default().audit_board(&ladder(5, 2), &mut |_| {}).unwrap();
    // Six states. From four of them there are two steps, from the one above the ground there is one.
    assert_eq!((report.states, report.actions, report.cost), (6, 9, Some(Value::Finite(3))));
    let [null] = &report.heuristics[..] else { panic!("{report:?}") };
    assert_eq!(null.heuristic, "null");
    assert_eq!([null.admissible.verdict, null.consistent.verdict], [Some(AuditVerdict::Proved); 2]);
    assert!(null.quality.as_ref().unwrap().heat.is_empty());
    assert_eq!((&report.scene, audit_picture(&report)), (&None, None));
}

#[test]
fn answers_are_checked_by_the_actions_of_the_problem() {
    let check = |answer: &str| Checker::default().check(&ladder(5, 2), answer.as_bytes(), &mut |_| {}).unwrap();
    let report = check("# down\nSTEP 2\nSTEP 1\nSTEP 2\n");
    assert_eq!((report.verdict, report.cost, report.best), (Verdict::Optimal, Some(3), Some(3)));
    let report = check("STEP 2\nSTEP 1\nSTEP 1\nSTEP 1\n");
    assert_eq!((report.verdict, report.cost, report.best), (Verdict::Suboptimal, Some(4), Some(3)));
    assert_eq!(check("STEP 2\n").verdict, Verdict::Unfinished);

    let report = check("STEP 2\n\nSTEP 3\n");
    assert_eq!((report.verdict, report.line), (Verdict::Illegal, Some(3)));
    let reason = report.reason.unwrap();
    assert!(reason.contains("\"STEP 3\"") && reason.ends_with(": STEP 1"), "{reason}");
    let report = check("STEP 2\nSTEP 2\nSTEP 1\nSTEP 1\n");
    assert_eq!((report.verdict, report.line), (Verdict::Illegal, Some(4)));
    let reason = report.reason.unwrap();
    assert!(reason.contains("\"STEP 1\"") && reason.contains("; no action is"), "{reason}");
}

#[test]
fn a_missing_capability_is_named_in_one_sentence() {
    let puzzle = Puzzle::of::<Ladder>();
    let registry = Registry::builtin().with::<Ladder>();
    let null = puzzle.info().heuristic("null").unwrap();
    let generator = Generator::new(puzzle);
    let setup = Setup { puzzle: "ladder".to_string(), options: Options::default(), things: Vec::new() };
    let sentences = [
        Hunter::new(puzzle).hunt(&null.into(), &mut |_| {}).unwrap_err().to_string(),
        Mapper::default().map(&ladder(5, 2), &mut |_, _| {}).unwrap_err().to_string(),
        generator.generate(&mut |_| ControlFlow::Continue(())).unwrap_err().to_string(),
        generator.check().unwrap_err().to_string(),
        registry.build(&setup).unwrap_err().to_string(),
    ];
    insta::assert_snapshot!(sentences.join("\n"), @"
    ladder does not support generating boards; audit a board file instead
    ladder does not support maps of heuristics
    ladder does not support generating boards
    ladder does not support generating boards
    ladder does not support editing boards; give the text of a file
    ");
}

#[test]
fn stacks_of_pancakes_are_solved_by_every_algorithm() {
    // 4 and 5 flips are the most that stacks of 4 and 5 take, by the known pancake numbers.
    for (sizes, cost) in [(&[4, 2, 3, 1][..], 4), (&[5, 3, 1, 4, 2], 5), (&[3, 2, 1], 1), (&[1], 0), (&[], 0)] {
        for (algorithm, threads) in ALGORITHMS.into_iter().flat_map(|algorithm| [(algorithm, 1), (algorithm, 2)]) {
            let solver =
                Solver { search: SearchOptions::new(algorithm), threads: Threads::new(threads), ..Solver::default() };
            let report = solver.solve(&pancakes(sizes), &mut |_| {}).unwrap();
            assert_eq!((report.cost, report.optimal), (Some(cost), true), "{sizes:?} by {algorithm:?}");
        }
    }
}

#[test]
fn a_perfect_heuristic_leads_straight_to_the_goal() {
    let solver = Solver { heuristic: "perfect".into(), ..Solver::default() };
    let report = solver.solve(&hard_stack(), &mut |_| {}).unwrap();
    assert_eq!((report.cost, report.statistics.start_h, report.statistics.expanded), (Some(4), Some(4), 4));
}

#[test]
fn an_audit_of_pancakes_agrees_with_enumeration() {
    let report = Auditor::default().audit_board(&hard_stack(), &mut |_| {}).unwrap();
    // All 24 stacks, with three flips each unless it is sorted.
    assert_eq!((report.states, report.actions, report.whole_space), (24, 69, true));
    let [gap, misplaced, _null] = &report.heuristics[..] else { panic!("{report:?}") };
    assert_eq!([gap.admissible.verdict, gap.consistent.verdict], [Some(AuditVerdict::Proved); 2]);
    // Counted by a program that shares no code with this one.
    assert_eq!((misplaced.admissible.broken, misplaced.consistent.broken), (11, 9));
    let worst = misplaced.admissible.counterexample.as_ref().unwrap();
    assert_eq!(
        (worst.board.as_str(), worst.h, worst.cost),
        ("pancakes 4 3 2 1\n", Value::Finite(4), Some(Value::Finite(1)))
    );
    assert_eq!((worst.smallness, &worst.scene, worst.options.is_empty()), (Smallness::Unknown, &None, true));
}

#[test]
fn a_sample_of_pancakes_finds_no_break_of_a_consistent_heuristic() {
    let limits = Limits { expansions: Some(0), ..Limits::default() };
    let sampling = Sampling { states: 1_000, steps: None, ..Sampling::default() };
    let auditor = Auditor { heuristics: vec!["gap".into()], limits, sampling, ..Auditor::default() };
    let report = auditor.audit_board(&hard_stack(), &mut |_| {}).unwrap();
    assert_eq!((report.whole_space, report.stopped), (false, Some(StopReason::Expansions)));
    assert_eq!((report.states, report.actions), (24, 69));
    assert_eq!(report.heuristics[0].consistent.verdict, Some(AuditVerdict::NotRefuted));
}

#[test]
fn a_trace_of_pancakes_has_expansions_but_no_tokens() {
    let search = SearchOptions::new(Algorithm::UNIFORM_COST);
    let tracer = Tracer { solver: Solver { search, ..Solver::default() }, most: usize::MAX, details: 0, finish: true };
    let mut all = Expansions::default();
    let report = tracer.trace(&hard_stack(), &mut |event| match event {
        TraceEvent::Looks { .. } => panic!("a puzzle that is not drawn has no tokens"),
        TraceEvent::Expansions(chunk) => {
            all.g.extend_from_slice(&chunk.g);
            all.parent.extend_from_slice(&chunk.parent);
            all.tokens.extend_from_slice(&chunk.tokens);
            all.reached.extend_from_slice(&chunk.reached);
            all.frontier.extend_from_slice(&chunk.frontier);
        }
        TraceEvent::Nodes { .. } => panic!("no details are requested"),
        TraceEvent::Actions { .. } | TraceEvent::Progress(_) => {}
    });
    let report = report.unwrap();
    assert_eq!((report.solve.cost, report.traced as u64), (Some(4), report.solve.statistics.expanded));
    // One stack at the start, 3 after one flip, 6 after two and 11 after three are expanded before any after four.
    let before: Vec<usize> = (0..4).map(|cost| all.g.iter().filter(|g| **g == cost).count()).collect();
    assert_eq!(before, [1, 3, 6, 11]);
    assert!(all.g.is_sorted());
    // Of the three stacks after four flips only the goal is stored: the others cost as much.
    assert_eq!((all.parent[0], all.frontier[0], all.frontier[20]), (None, 3, 1));
    assert!(all.tokens.iter().chain(&all.reached).all(Vec::is_empty));
}

#[test]
fn a_survey_of_pancakes_has_the_known_layers() {
    let surveyor = Surveyor { most_states: 1_000, search: SearchOptions::default(), heuristic: Default::default() };
    let space = surveyor.survey(&hard_stack(), &mut |_| {}).unwrap();
    assert_eq!((space.states, space.complete, space.outcome), (24, true, SolveOutcome::Solved));
    // OEIS A092113: how many stacks of four take 0, 1, 2, 3 and 4 flips. The graph looks the same from every stack.
    let layers: Vec<Option<u64>> = space.layers.iter().map(|layer| layer.states).collect();
    assert_eq!(layers, [1, 3, 6, 11, 3].map(Some));
    assert_eq!((space.least_actions, space.most_actions), (3, 3));
}

#[test]
#[cfg(unix)]
fn a_heuristic_program_gets_the_file_of_a_state_as_a_json_string() {
    let folder = tempfile::tempdir().unwrap();
    let asked = folder.path().join("asked");
    let script = r#"while read -r state; do printf "%s\\n" "$state" >> "$0"; echo 0; done"#;
    let command = format!("sh -c '{script}' '{}'", asked.display());
    let heuristic = pathmax_lab::HeuristicSource::Command(command.parse().unwrap());
    let solver = Solver { heuristic, ..Solver::default() };
    assert_eq!(solver.solve(&hard_stack(), &mut |_| {}).unwrap().cost, Some(4));
    let asked = std::fs::read_to_string(asked).unwrap();
    assert_eq!(asked.lines().next(), Some(r#""pancakes 4 2 3 1\n""#));
    let mut states: Vec<String> = asked.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let registry = Registry::empty().with::<Pancakes>();
    assert!(states.iter().all(|state| registry.parse(state, &Default::default()).is_ok()));
    // Before it expands the goal, the search evaluates at least the 21 states that are nearer, each once.
    let count = states.len();
    states.sort_unstable();
    states.dedup();
    assert!(states.len() == count && (22..=24).contains(&count), "{states:?}");
}
