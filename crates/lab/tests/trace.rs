//! The trace of a search, compared with what an independent observer sees and with counts by definition.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use pathmax::{Algorithm, Expansion, Generated, Observer, Problem, Search, SearchOptions, StopReason};
use pathmax_lab::{AnyBoard, Expansions, Solver, TokenLook, TraceEnd, TraceEvent, TraceReport, Tracer};
use pathmax_puzzles::{Board, BoardHeuristic, BoardProblem, ProblemVisitor};

use crate::support::{compile, read};

pub const GATE: &str = "K . x .\n. 1 x 2\n. . . .\n. R . 3\n";
pub const THREE_PIECES: &str =
    r#"{"colour": "red", "pieces": [[0,0],[0,-1],[-2,1]], "blocks": [[-1,0],[-1,1],[1,1],[3,-1]]}"#;
pub const STACKS: &str = "5,6,r,2\n1,0,b,2\n1,1,b,1\n3,2,b,1\n1,3,b,3\n";

pub fn solver(label: &str, heuristic: Option<&str>) -> Solver {
    let algorithm = label.parse().unwrap();
    Solver {
        search: SearchOptions::new(algorithm),
        heuristic: heuristic.map(str::to_string).into(),
        ..Solver::default()
    }
}

/// Everything that was reported.
#[derive(Default)]
pub struct Told {
    pub looks: Vec<TokenLook>,
    pub actions: Vec<String>,
    /// The tokens of each state, and whether it is a goal.
    pub nodes: Vec<(Vec<u32>, bool)>,
    pub all: Expansions,
}

pub fn trace(board: &AnyBoard, tracer: &Tracer) -> (Told, TraceReport) {
    let mut told = Told::default();
    let report = tracer.trace(board, &mut |event| match event {
        TraceEvent::Looks { from, looks } => {
            assert_eq!(from, told.looks.len());
            told.looks.extend_from_slice(looks);
        }
        TraceEvent::Actions { from, actions } => {
            assert_eq!(from, told.actions.len());
            told.actions.extend_from_slice(actions);
        }
        TraceEvent::Nodes { from, tokens, goal } => {
            assert_eq!((from, tokens.len()), (told.nodes.len(), goal.len()));
            told.nodes.extend(tokens.iter().cloned().zip(goal.iter().map(|goal| *goal == 1)));
        }
        TraceEvent::Expansions(chunk) => {
            let all = &mut told.all;
            assert_eq!(chunk.from, all.g.len());
            assert!(chunk.g.len() <= 500);
            // Every look, action and state is reported before it is used.
            let tokens = chunk.tokens.iter().chain(told.nodes.iter().map(|(tokens, _)| tokens));
            assert!(tokens.flat_map(|tokens| tokens.chunks(2)).all(|pair| (pair[1] as usize) < told.looks.len()));
            assert!(chunk.action.iter().flatten().all(|action| (*action as usize) < told.actions.len()));
            for successor in chunk.successors.iter().flatten().flat_map(|numbers| numbers.chunks(5)) {
                assert!((successor[0] as usize) < told.actions.len() && (successor[1] as usize) < told.nodes.len());
            }
            all.node.extend_from_slice(&chunk.node);
            all.action.extend_from_slice(&chunk.action);
            all.successors.extend_from_slice(&chunk.successors);
            all.g.extend_from_slice(&chunk.g);
            all.h.extend_from_slice(&chunk.h);
            all.depth.extend_from_slice(&chunk.depth);
            all.parent.extend_from_slice(&chunk.parent);
            all.first.extend_from_slice(&chunk.first);
            all.tokens.extend_from_slice(&chunk.tokens);
            all.frontier.extend_from_slice(&chunk.frontier);
            all.reached.extend_from_slice(&chunk.reached);
        }
        TraceEvent::Progress(_) => {}
    });
    (told, report.unwrap())
}

/// The states that a search expands, in order, with g and h and all that it generates until the next expansion.
struct Witness<S>(Vec<(S, u32, u32, Vec<S>)>);

impl<S: Clone> Observer<S> for Witness<S> {
    fn wants_expansions(&self) -> bool {
        true
    }

    fn expansion(&mut self, expansion: Expansion<'_, S>) -> ControlFlow<()> {
        self.0.push((expansion.state.clone(), expansion.g, expansion.h, Vec::new()));
        ControlFlow::Continue(())
    }

    fn wants_generated(&self) -> bool {
        true
    }

    fn generated(&mut self, generated: Generated<'_, S>) -> ControlFlow<()> {
        if let Some((.., all)) = self.0.last_mut() {
            all.push(generated.state.clone());
        }
        ControlFlow::Continue(())
    }
}

/// Compares what was reported with the states themselves.
struct Compare<'t> {
    told: &'t Told,
    algorithm: Algorithm,
    heuristic: Option<&'static str>,
}

impl<B: Board> ProblemVisitor<B> for Compare<'_> {
    type Output = ();

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) {
        let Compare { told: Told { looks, actions, all, .. }, algorithm, heuristic } = self;
        let name = heuristic.unwrap_or(B::PUZZLE.default_heuristic().name);
        let mut witness = Witness(Vec::new());
        let search = Search::new(algorithm).heuristic(BoardHeuristic::named(problem, name).unwrap());
        let _ = search.observe(&mut witness).run(problem);
        assert_eq!(all.g.len(), witness.0.len());

        let draw = B::capabilities().draw.unwrap();
        let scene = |state: &P::State| (draw.scene)(&problem.board(state));
        let tiles = scene(&problem.start()).tiles.len();
        let things = |state: &P::State| {
            let mut places = Vec::new();
            problem.tokens(state, |tile, kind| places.push(kind * tiles + tile));
            places
        };
        let (mut numbers, mut numbered) = (HashMap::new(), HashMap::new());
        let mut reached: HashSet<P::State> = [problem.start()].into();
        let mut expanded: HashSet<P::State> = HashSet::new();
        // What a page adds up, and takes away.
        let mut summed = vec![0i64; tiles * draw.token_kinds.len()];
        things(&problem.start()).into_iter().for_each(|place| summed[place] += 1);
        for (i, (state, g, h, generated)) in witness.0.iter().enumerate() {
            assert_eq!((all.g[i], all.h[i]), (*g, Some(*h)));
            assert_eq!(all.first[i] == 1, expanded.insert(state.clone()));
            let children = successors(problem, state);
            // A deepening search starts over after an iteration.
            assert!(generated.iter().all(|next| children.contains(next) || *next == problem.start()));
            reached.extend(generated.iter().cloned());
            // These prune nothing before they end with a goal.
            if matches!(algorithm, Algorithm::BreadthFirst | Algorithm::DepthFirst { .. }) && i + 1 < witness.0.len() {
                assert!(children.iter().all(|next| reached.contains(next)));
            }
            assert_eq!(all.frontier[i], reached.len() - expanded.len());
            let scene = scene(state);
            let drawn: Vec<(usize, String)> =
                all.tokens[i].chunks(2).map(|pair| (pair[0] as usize, looks[pair[1] as usize].text.clone())).collect();
            let mut sorted = drawn.clone();
            sorted.sort();
            let expected = scene.tiles.iter().enumerate();
            let expected = expected.filter_map(|(tile, found)| Some((tile, found.token.as_ref()?.text.clone())));
            assert_eq!(sorted, expected.collect::<Vec<_>>());

            all.reached[i].chunks(2).for_each(|pair| summed[pair[0] as usize] += i64::from(pair[1]));
            if all.first[i] == 1 {
                for pair in all.tokens[i].chunks(2) {
                    summed[looks[pair[1] as usize].group * tiles + pair[0] as usize] -= 1;
                }
            }
            // Counting everything again takes its time.
            if i % 13 == 0 {
                let mut counted = vec![0i64; summed.len()];
                reached.difference(&expanded).flat_map(things).for_each(|place| counted[place] += 1);
                assert_eq!(summed, counted);
            }

            // A number is a state, and the action leads from the parent to the state at its cost.
            assert_eq!(*numbers.entry(state).or_insert(all.node[i]), all.node[i]);
            assert!(*numbered.entry(all.node[i]).or_insert(state) == state);
            match all.parent[i] {
                None => assert!(*state == problem.start() && all.depth[i] == 0 && all.action[i].is_none()),
                Some(parent) => {
                    let parent = parent as usize;
                    assert!(parent < i);
                    assert_eq!(all.depth[i], all.depth[parent] + 1);
                    let line = &actions[all.action[i].unwrap() as usize];
                    let mut leads_here = false;
                    problem.for_each_successor(&witness.0[parent].0, |action, cost, next| {
                        let is_this = problem.action_line(&action) == *line;
                        leads_here |= is_this && next == *state && all.g[parent] + cost == *g;
                    });
                    assert!(leads_here, "{line}");
                }
            }
        }
    }
}

fn successors<P: Problem>(problem: &P, state: &P::State) -> HashSet<P::State> {
    let mut all = HashSet::new();
    problem.for_each_successor(state, |_, _, next| {
        all.insert(next);
    });
    all
}

#[test]
fn a_trace_is_what_happened() {
    for (text, label, heuristic) in [
        (GATE, "astar", None),
        (GATE, "astar", Some("h2")),
        (GATE, "dfs", None),
        (GATE, "dfs:12", None),
        (GATE, "ucs", None),
        (GATE, "greedy", Some("h1")),
        (THREE_PIECES, "astar", None),
        (THREE_PIECES, "weighted-astar:3", Some("half-or-blocks")),
        (r#"{"colour": "red", "pieces": [[0,0]], "blocks": []}"#, "iddfs:off", None),
        (r#"{"colour": "red", "pieces": [[0,0],[1,0]], "blocks": []}"#, "idastar:off", Some("null")),
        (STACKS, "astar", None),
        (STACKS, "bfs", None),
        (STACKS, "partial-astar", None),
    ] {
        let board = read(text);
        let solver = solver(label, heuristic);
        let (told, report) =
            trace(&board, &Tracer { solver: solver.clone(), most: usize::MAX, details: 0, finish: true });
        assert_eq!((report.traced, report.why_no_more), (told.all.g.len(), None), "{label}");
        let mut algorithm = solver.search.algorithm;
        let name = heuristic.unwrap_or(board.puzzle().info().default_heuristic().name);
        if let Some(pathmax) = algorithm.pathmax_mut() {
            *pathmax |= board.puzzle().info().heuristic(name).unwrap().pathmax;
        }
        compile(&board, Compare { told: &told, algorithm, heuristic });
        // Tracing does not change the search.
        let alone = solver.solve(&board, &mut |_| {}).unwrap();
        assert_eq!((&report.solve.actions, report.solve.bound), (&alone.actions, alone.bound));
        assert_eq!(report.solve.statistics.layers, alone.statistics.layers);
    }
}

#[test]
fn a_trace_has_no_more_expansions_than_requested() {
    let board = read(THREE_PIECES);
    let solver = solver("ucs", None);
    let whole = solver.solve(&board, &mut |_| {}).unwrap();
    let (told, report) = trace(&board, &Tracer { solver: solver.clone(), most: 700, details: 0, finish: true });
    assert_eq!((told.all.g.len(), report.traced, report.why_no_more), (700, 700, Some(TraceEnd::Most)));
    assert_eq!((report.solve.cost, report.solve.statistics.expanded), (whole.cost, whole.statistics.expanded));

    let (told, report) = trace(&board, &Tracer { solver: solver.clone(), most: 700, details: 0, finish: false });
    assert_eq!((told.all.g.len(), report.traced, report.why_no_more), (700, 700, Some(TraceEnd::Most)));
    assert_eq!((report.solve.reason, report.solve.statistics.expanded), (Some(StopReason::Expansions), 700));

    // A limit that comes earlier ends it for its own reason.
    let mut limited = solver;
    limited.search.limits.expansions = Some(10);
    let (told, report) = trace(&board, &Tracer { solver: limited, most: 700, details: 0, finish: false });
    assert_eq!((told.all.g.len(), report.why_no_more), (10, None));
}

#[test]
fn a_trace_keeps_to_the_memory_limit() {
    let board = read(THREE_PIECES);
    let mut solver = solver("ucs", None);
    solver.search.limits.memory = Some(1 << 20);
    for finish in [true, false] {
        let (told, report) = trace(&board, &Tracer { solver: solver.clone(), most: usize::MAX, details: 0, finish });
        assert_eq!((told.all.g.len(), report.why_no_more), (report.traced, Some(TraceEnd::Memory)));
        // The trace ends before the states fill a quarter of a MiB, at 16 bytes or more per state.
        assert!(report.traced > 100 && told.all.frontier.last().unwrap() + report.traced < (1 << 18) / 16);
        assert_eq!(finish, report.solve.cost.is_some());
    }
}

#[test]
fn the_trace_of_a_solved_board_is_empty() {
    let (told, report) =
        trace(&read("K .\n"), &Tracer { solver: solver("astar", None), most: 10, details: 0, finish: true });
    assert_eq!((told.all.g.len(), report.traced, report.solve.cost), (0, 0, Some(0)));
    assert_eq!(report.why_no_more, None);
}
