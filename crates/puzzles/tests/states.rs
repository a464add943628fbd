//! States of compiled problems: as JSON for external heuristics, as boards, and as tokens in a scene.

use std::ops::ControlFlow;
use std::path::Path;

use crate::support::parse_with;
use pathmax::{Cost, Problem};
use pathmax_puzzles::capability::Generate;
use pathmax_puzzles::generation::{GeneratorOptions, Random};
use pathmax_puzzles::{Board, BoardProblem, Options, ProblemVisitor, chexers, infexion, pawn_hunt};
use proptest::prelude::*;
use serde_json::Value;

/// The states within a few actions of the start.
fn nearby_states<P: Problem>(problem: &P, max: usize) -> Vec<P::State> {
    let mut states = vec![problem.start()];
    let mut next = 0;
    while next < states.len() && states.len() < max {
        let state = states[next].clone();
        next += 1;
        problem.for_each_successor(&state, |_, _, child| {
            if !states.contains(&child) {
                states.push(child);
            }
        });
    }
    states
}

/// The states near the start: their JSON, and their board files.
struct Nearby;

impl<B: Board> ProblemVisitor<B> for Nearby {
    type Output = Vec<(String, String)>;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Self::Output {
        let states = nearby_states(problem, 500);
        states.iter().map(|state| (json(problem, state), problem.board(state).print())).collect()
    }
}

fn json<P: BoardProblem>(problem: &P, state: &P::State) -> String {
    let mut line = String::new();
    problem.write_state(state, &mut line);
    line
}

fn nearby<B: Board>(text: &str, options: Options) -> Vec<(String, String)> {
    parse_with::<B>(text, options).compile(Nearby)
}

fn boards(folder: &str, extension: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../instances").join(folder);
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let boards = paths.filter(|path| path.extension().is_some_and(|found| found == extension));
    boards.filter(|path| !path.ends_with("manifest.json")).map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

#[test]
fn a_state_of_chexers_is_its_board_file_on_one_line() {
    for board in boards("chexers", "json") {
        for (line, file) in nearby::<chexers::Board>(&board, Options::default()) {
            assert_eq!(line + "\n", file);
        }
    }
}

#[test]
fn a_state_of_infexion_contains_the_lines_of_its_board_file() {
    for (board, spawn) in
        boards("infexion", "csv").into_iter().flat_map(|board| [(board.clone(), false), (board, true)])
    {
        for (line, file) in nearby::<infexion::Board>(&board, Options::default().with("spawn", spawn)) {
            let json: Value = serde_json::from_str(&line).unwrap();
            assert_eq!(json["spawn"], spawn);
            let stack = |stack: &Value| {
                let [r, q, colour, power] = stack.as_array().unwrap().as_slice() else { panic!("{stack}") };
                format!("{r},{q},{},{power}\n", colour.as_str().unwrap())
            };
            let lines: String = json["stacks"].as_array().unwrap().iter().map(stack).collect();
            assert_eq!(lines, file);
        }
    }
}

#[test]
fn a_state_of_the_pawn_hunt_contains_the_rows_of_its_board_file() {
    for board in boards("pawn-hunt", "txt") {
        for (line, file) in nearby::<pawn_hunt::Board>(&board, Options::default()) {
            let json: Value = serde_json::from_str(&line).unwrap();
            let rows = json["rows"].as_array().unwrap().iter();
            assert_eq!(rows.map(|row| format!("{}\n", row.as_str().unwrap())).collect::<String>(), file);
        }
    }
}

#[test]
fn states_have_the_documented_format() {
    fn first<B: Board>(text: &str, options: Options) -> String {
        nearby::<B>(text, options).swap_remove(0).0
    }
    let chexers = r#"{"colour": "blue", "pieces": [[0,0],[0,-1]], "blocks": [], "radius": 4}"#;
    assert_eq!(
        first::<chexers::Board>(chexers, Options::default()),
        r#"{"colour": "blue", "pieces": [[0,-1], [0,0]], "blocks": [], "radius": 4}"#
    );
    assert_eq!(
        first::<infexion::Board>("5,6,r,2\n1,0,b,2\n", Options::default().with("spawn", true)),
        r#"{"stacks": [[1,0,"b",2], [5,6,"r",2]], "spawn": true}"#
    );
    assert_eq!(first::<pawn_hunt::Board>("K . 1\n. x .\n", Options::default()), r#"{"rows": ["K . 1", ". x ."]}"#);
}

/// A problem with the default implementations of all optional methods of [`BoardProblem`].
#[derive(Clone)]
struct Defaults<P>(P);

impl<P: Problem> Problem for Defaults<P> {
    type State = P::State;
    type Action = P::Action;

    fn start(&self) -> P::State {
        self.0.start()
    }

    fn actions<B>(&self, state: &P::State, visit: impl FnMut(P::Action) -> ControlFlow<B>) -> ControlFlow<B> {
        self.0.actions(state, visit)
    }

    fn apply(&self, state: &P::State, action: &P::Action) -> P::State {
        self.0.apply(state, action)
    }

    fn is_goal(&self, state: &P::State) -> bool {
        self.0.is_goal(state)
    }

    fn cost(&self, state: &P::State, action: &P::Action) -> Cost {
        self.0.cost(state, action)
    }
}

impl<P: BoardProblem> BoardProblem for Defaults<P> {
    type Board = P::Board;
    type Heuristic = P::Heuristic;

    fn heuristic(&self, name: &str) -> Option<P::Heuristic> {
        self.0.heuristic(name)
    }

    fn action_line(&self, action: &P::Action) -> String {
        self.0.action_line(action)
    }

    fn board(&self, state: &P::State) -> P::Board {
        self.0.board(state)
    }
}

fn tokens<P: BoardProblem>(problem: &P, state: &P::State) -> Vec<(usize, usize)> {
    let mut tokens = Vec::new();
    problem.tokens(state, |tile, kind| tokens.push((tile, kind)));
    tokens.sort_unstable();
    tokens
}

/// The start state of a board as JSON, and the states near it.
struct CheckStates;

impl<B: Board> ProblemVisitor<B> for CheckStates {
    type Output = ();

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) {
        let defaults = Defaults(problem.clone());
        for state in nearby_states(problem, 40) {
            let found = tokens(problem, &state);
            assert_eq!(found, tokens(&defaults, &state));
            assert!(!found.is_empty() || problem.is_goal(&state));
            let board = problem.board(&state);
            assert_eq!(json(&defaults, &state), Value::from(board.print()).to_string());
            let parsed: B = parse_with(&board.print(), board.options());
            assert_eq!(parsed, board);
            parsed.compile(HasStart { json: json(problem, &state), tokens: found, board });
        }
    }
}

/// Asserts that a problem starts in a state of another problem for the same puzzle.
struct HasStart<B> {
    json: String,
    tokens: Vec<(usize, usize)>,
    board: B,
}

impl<B: Board> ProblemVisitor<B> for HasStart<B> {
    type Output = ();

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) {
        let start = problem.start();
        assert_eq!(json(problem, &start), self.json);
        assert_eq!(tokens(problem, &start), self.tokens);
        assert_eq!(problem.board(&start), self.board);
    }
}

fn check_states<B: Generate>(given: &[(&str, &str)], seed: u64) {
    let options: Options = given.iter().copied().collect();
    let source = B::source(&GeneratorOptions::new(B::PUZZLE, &options).unwrap()).unwrap();
    source.random(&mut Random::new(seed)).compile(CheckStates);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    /// The default of `tokens` draws the board; those of the built-in puzzles read the state.
    #[test]
    fn boards_and_tokens_of_states_agree(seed: u64) {
        check_states::<chexers::Board>(&[("radius", "2..6"), ("pieces", "1..9")], seed);
        check_states::<infexion::Board>(&[("power", "1..6"), ("red", "0..5")], seed);
        check_states::<infexion::Board>(&[("spawn", "on"), ("power", "4..6"), ("blue", "1..20")], seed);
        check_states::<pawn_hunt::Board>(&[("rows", "2..16"), ("agents", "KKBRR,K,BB"), ("obstacles", "..9")], seed);
    }
}
