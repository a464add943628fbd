//! The successors in a trace, compared with what textbook searches would do with them.
//!
//! The order of the expansions is taken from the trace; what becomes of each successor follows from the rules of the algorithm
//! alone.

mod textbook;

use std::collections::{HashMap, HashSet};

use pathmax::{Algorithm, MAX_COST, Problem, SearchOptions, heuristic_fn};
use pathmax_lab::{AnyBoard, TraceReport, Tracer};
use pathmax_puzzles::{Board, BoardProblem, ProblemVisitor};

use self::textbook::{DEAD_END, DROPPED, Expansion, KNOWN, NEW, Textbook};
use crate::support::{compile, read, read_with_spawn};
use crate::trace::{GATE, STACKS, THREE_PIECES, Told, solver, trace};

struct Check<'t> {
    told: &'t Told,
    report: &'t TraceReport,
    label: &'static str,
    algorithm: Algorithm,
    heuristic: &'static str,
}

impl<B: Board> ProblemVisitor<B> for Check<'_> {
    /// How often each status occurs.
    type Output = [usize; 6];

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Self::Output {
        let Check { told: Told { looks, actions, nodes, all }, report, label, algorithm, heuristic } = self;
        let mut textbook = Textbook::new(problem, algorithm, heuristic);
        let mut states = HashMap::from([(0, problem.start())]);
        let mut counts = [0; 6];
        let (mut frontier, mut is_complete) = (1, true);
        for i in 0..all.g.len() {
            let mut path = vec![i];
            path.extend(
                std::iter::successors(all.parent[i], |parent| all.parent[*parent as usize]).map(|p| p as usize),
            );
            let expansion = Expansion {
                state: &states[&all.node[i]],
                g: all.g[i],
                h: all.h[i].unwrap_or(MAX_COST),
                depth: all.depth[i],
                path: path.iter().map(|j| &states[&all.node[*j]]).collect(),
            };
            let expected = textbook.successors(&expansion);
            let mut lines = Vec::new();
            problem.for_each_action(expansion.state, |action| lines.push(problem.action_line(&action)));
            let Some(found) = &all.successors[i] else {
                assert!(counts.iter().sum::<usize>() >= 100_000, "{label}, expansion {i}");
                is_complete = false;
                break;
            };
            let statuses: Vec<i64> = found.chunks(5).map(|successor| successor[4]).collect();
            assert!(expected.iter().map(|(.., status)| *status).eq(statuses), "{label}, expansion {i}");
            for ((found, (state, g, h, status)), line) in found.chunks(5).zip(expected).zip(lines) {
                assert_eq!(actions[found[0] as usize], line, "{label}, expansion {i}");
                assert_eq!(found[2..], [g.into(), h, status], "{label}, expansion {i}, {line}");
                assert!(*states.entry(found[1] as u32).or_insert_with(|| state.clone()) == state, "{label}");
                counts[status as usize] += 1;
                frontier += usize::from(status == NEW);
            }
            frontier -= usize::from(all.first[i]);
            if !label.starts_with("id") {
                assert_eq!(frontier, all.frontier[i], "{label}, expansion {i}");
            }
        }
        // A number is a state, with its tokens.
        assert_eq!(states.len(), nodes.len());
        assert_eq!(states.values().collect::<HashSet<_>>().len(), nodes.len());
        let draw = B::capabilities().draw.unwrap();
        for (number, state) in &states {
            let (tokens, is_goal) = &nodes[*number as usize];
            assert_eq!(*is_goal, problem.is_goal(state));
            let scene = (draw.scene)(&problem.board(state));
            let drawn = scene.tiles.iter().enumerate().filter_map(|(i, tile)| Some((i, tile.token.clone()?.text)));
            let told = tokens.chunks(2).map(|pair| (pair[0] as usize, looks[pair[1] as usize].text.clone()));
            assert!(told.eq(drawn));
        }
        let is_best_first = !["id", "bfs", "dfs"].iter().any(|name| label.starts_with(name));
        if is_best_first && is_complete {
            assert_eq!(counts[NEW as usize] + 1, report.solve.statistics.peak_stored, "{label}");
        }
        counts
    }
}

/// How often each status occurs in a search with all details, which the textbook confirms.
fn check(board: &AnyBoard, label: &'static str, heuristic: Option<&'static str>) -> [usize; 6] {
    let mut solver = solver(label, heuristic);
    solver.search.limits.expansions = Some(2_000);
    let (told, report) =
        trace(board, &Tracer { solver: solver.clone(), most: usize::MAX, details: usize::MAX, finish: true });
    let info = board.puzzle().info();
    let heuristic = heuristic.unwrap_or(info.default_heuristic().name);
    let mut algorithm = solver.search.algorithm;
    if let Some(pathmax) = algorithm.pathmax_mut() {
        *pathmax |= info.heuristic(heuristic).unwrap().pathmax;
    }
    // Details do not change the search.
    let alone = solver.solve(board, &mut |_| {}).unwrap();
    assert_eq!((&report.solve.actions, report.solve.bound), (&alone.actions, alone.bound), "{label}");
    assert_eq!(report.solve.statistics.layers, alone.statistics.layers, "{label}");
    assert_eq!(report.solve.statistics.dead_ends, alone.statistics.dead_ends, "{label}");
    compile(board, Check { told: &told, report: &report, label, algorithm, heuristic })
}

const TWO_PIECES: &str = r#"{"colour": "red", "pieces": [[0,0],[2,0]], "blocks": [[1,0]]}"#;
const TWO_STACKS: &str = "5,6,r,2\n1,0,b,1\n2,0,b,1\n";
const LAST_STACK: &str = "3,1,r,1\n3,2,b,6\n5,5,b,1\n";
const SMALL_HUNT: &str = ". . K .\n. . 2 x\n. 1 . R\n";

#[test]
fn successors_become_what_the_textbook_says() {
    let mut sums = [0; 6];
    let labels = [
        "astar",
        "astar:pathmax",
        "astar:no-reopen",
        "astar:lower-g",
        "astar:first-in",
        "partial-astar",
        "ucs",
        "greedy",
        "weighted-astar:3",
        "weighted-astar:3:no-reopen",
        "bfs",
        "dfs",
        "dfs:12",
        "idastar",
        "idastar:off",
        "iddfs",
    ];
    for (text, heuristics) in [
        (TWO_PIECES, &["null", "relaxed-map", "half-or-blocks"][..]),
        (TWO_STACKS, &["potentials", "line-cover"]),
        (SMALL_HUNT, &["h1", "h2", "tours"]),
    ] {
        for label in labels {
            let informed = label.parse::<Algorithm>().unwrap().info().informed;
            for heuristic in heuristics.iter().take(if informed { 3 } else { 1 }) {
                // With a depth limit, the trace shows which states were cut off only if all actions cost the same.
                if label == "dfs:12" && text == SMALL_HUNT {
                    continue;
                }
                let counts = check(&read(text), label, Some(heuristic));
                sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
            }
        }
    }
    check(&read(r#"{"colour": "red", "pieces": [[0,0]], "blocks": []}"#), "iddfs:off", None);
    for label in ["astar", "partial-astar", "idastar"] {
        // The red stack may disappear with the blue one of power 6.
        sums[DEAD_END as usize] += check(&read(LAST_STACK), label, Some("token-balance"))[DEAD_END as usize];
    }
    check(&read_with_spawn(TWO_STACKS), "partial-astar", None);
    for (text, label) in [(GATE, "astar"), (STACKS, "partial-astar"), (THREE_PIECES, "astar")] {
        check(&read(text), label, None);
    }
    assert!(sums.iter().all(|sum| *sum > 0), "{sums:?}");
}

/// The knight of a 3 × 3 board has two moves from every cell but the centre. It captures the pawn from (2, 1).
#[test]
fn a_search_counted_by_hand() {
    let board = read("K . 1\n. . .\n. . .\n");
    let (told, _) = trace(&board, &Tracer { solver: solver("ucs", None), most: 10, details: 2, finish: true });
    let lines: Vec<&str> = told.actions.iter().map(String::as_str).collect();
    assert_eq!(
        lines,
        [
            "KNIGHT from (0, 0) to (1, 2).",
            "KNIGHT from (0, 0) to (2, 1).",
            "KNIGHT from (2, 1) to (0, 0).",
            "KNIGHT from (2, 1) to (0, 2) capturing 1.",
        ]
    );
    assert_eq!(told.all.node, [0, 2, 1]);
    assert_eq!(told.all.action, [None, Some(1), Some(0)]);
    assert_eq!(
        told.all.successors,
        [
            Some(vec![0, 1, 6, 0, NEW, 1, 2, 6, 0, NEW]),
            Some(vec![2, 0, 12, 0, KNOWN, 3, 3, 12, 0, NEW]),
            // The details end after two expansions.
            None,
        ]
    );
    assert_eq!(told.nodes.iter().map(|(_, is_goal)| *is_goal).collect::<Vec<_>>(), [false, false, false, true]);
    assert_eq!(told.nodes[3].0, [2, 0]);
    // With the third: the last move cannot improve the plan of cost 12.
    let (told, _) = trace(&board, &Tracer { solver: solver("ucs", None), most: 10, details: 9, finish: true });
    assert_eq!(told.all.successors[2], Some(vec![4, 0, 12, 0, KNOWN, 5, 4, 12, 0, DROPPED]));
}

#[test]
fn a_problem_of_any_kind_has_the_same_details() {
    struct Steps;
    impl Problem for Steps {
        type State = u32;
        type Action = u32;
        fn start(&self) -> u32 {
            0
        }
        fn actions<B>(&self, _: &u32, visit: impl FnMut(u32) -> std::ops::ControlFlow<B>) -> std::ops::ControlFlow<B> {
            [3, 1, 2].into_iter().try_for_each(visit)
        }
        fn apply(&self, state: &u32, step: &u32) -> u32 {
            state + step
        }
        fn is_goal(&self, state: &u32) -> bool {
            *state == 4
        }
    }
    let beyond_is_dead = heuristic_fn(pathmax::Claims::CONSISTENT, |state: &u32| (*state <= 4).then_some(0));
    let trace = pathmax_lab::trace(
        &Steps,
        &SearchOptions::new("astar:first-in".parse().unwrap()),
        beyond_is_dead,
        9,
        &mut |_| {},
    );
    let of = |i: usize| {
        let step: &pathmax_lab::TracedExpansion<u32, u32> = &trace.expansions[i];
        let all = step.successors.as_ref().unwrap();
        (step.action, all.iter().map(|next| (next.action, next.state, next.fate)).collect::<Vec<_>>())
    };
    use pathmax::Fate::{DeadEnd, Known, New};
    assert_eq!(of(0), (None, vec![(3, 3, New), (1, 1, New), (2, 2, New)]));
    assert_eq!(of(1), (Some(3), vec![(3, 6, DeadEnd), (1, 4, New), (2, 5, DeadEnd)]));
    assert_eq!(of(2), (Some(1), vec![(3, 4, Known), (1, 2, Known), (2, 3, Known)]));
    assert_eq!(trace.expansions[1].successors.as_ref().unwrap()[0].h, None);
}
