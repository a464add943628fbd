//! A puzzle outside the crate: the defaults of the traits, and the lists of capabilities.

use crate::support::{assert_optimal, optimal_algorithms, parse, parse_with};
use pathmax::{Algorithm, Claims, Cost, Heuristic, Problem};
use pathmax_puzzles::capability::{Capabilities, Draw};
use pathmax_puzzles::input::InputError;
use pathmax_puzzles::options::{OptionInfo, OptionValues, Place};
use pathmax_puzzles::scene::{Motion, Scene, Token};
use pathmax_puzzles::{
    Board, BoardHeuristic, BoardProblem, HeuristicInfo, NULL, Options, PERFECT, Parsed, ProblemVisitor, PuzzleInfo,
    Replay, ReplayError, chexers, infexion, pawn_hunt,
};
use std::ops::ControlFlow;

/// Walk along a line of ten squares from a start to a target: one step right costs 1, and doubling the square costs 3.
#[derive(Clone, Debug, PartialEq)]
struct Line {
    start: u32,
    target: u32,
    double: bool,
}

const SQUARES: u32 = 10;

static LINE: PuzzleInfo = PuzzleInfo {
    name: "line",
    title: "",
    rules: "",
    summary: "walk to the target",
    format: "two numbers",
    extension: "line",
    options: &[OptionInfo {
        name: "double",
        summary: "Allow DOUBLE",
        place: Place::WithFile,
        values: OptionValues::Switch(true),
        generate: None,
    }],
    algorithm: Algorithm::A_STAR,
    own_heuristics: &[HeuristicInfo::new("one", "1 unless the target is reached", Claims::CONSISTENT)],
    examples: &[],
};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Move {
    Right,
    Double,
}

impl Board for Line {
    const PUZZLE: &'static PuzzleInfo = &LINE;

    fn parse(text: &str, options: &Options) -> Result<Parsed<Self>, InputError> {
        let numbers: Option<Vec<u32>> = text.split_whitespace().map(|number| number.parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[start, target]) if start < SQUARES && target < SQUARES => {
                Ok(Parsed::new(Line { start, target, double: options.switch("double") }))
            }
            _ => Err(InputError::new("write two numbers from 0 to 9")),
        }
    }

    fn print(&self) -> String {
        format!("{} {}\n", self.start, self.target)
    }

    fn compile<V: ProblemVisitor<Self>>(&self, visitor: V) -> V::Output {
        visitor.visit(self)
    }

    fn options(&self) -> Options {
        Options::default().with("double", self.double)
    }

    fn capabilities() -> Capabilities<Self> {
        Capabilities::none().draw()
    }
}

impl Draw for Line {
    const TOKEN_KINDS: &'static [&'static str] = &["walkers"];

    fn scene(&self) -> Scene {
        Scene::grid(1, SQUARES as usize, |_, column| {
            (column == self.start as usize).then(|| Token::new("W", pathmax_puzzles::drawing::Ink::Red))
        })
    }
}

impl Problem for Line {
    type State = u32;
    type Action = Move;

    fn start(&self) -> u32 {
        self.start
    }

    fn actions<B>(&self, state: &u32, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        if state + 1 < SQUARES {
            visit(Move::Right)?;
        }
        if self.double && 2 * state < SQUARES && *state > 0 {
            visit(Move::Double)?;
        }
        ControlFlow::Continue(())
    }

    fn apply(&self, state: &u32, action: &Move) -> u32 {
        match action {
            Move::Right => state + 1,
            Move::Double => 2 * state,
        }
    }

    fn is_goal(&self, state: &u32) -> bool {
        *state == self.target
    }

    fn cost(&self, _: &u32, action: &Move) -> Cost {
        match action {
            Move::Right => 1,
            Move::Double => 3,
        }
    }
}

#[derive(Clone)]
struct One(u32);

impl Heuristic<u32> for One {
    fn evaluate(&mut self, state: &u32) -> Option<Cost> {
        Some(u32::from(*state != self.0))
    }

    fn claims(&self) -> Claims {
        Claims::CONSISTENT
    }
}

impl BoardProblem for Line {
    type Board = Line;
    type Heuristic = One;

    fn heuristic(&self, name: &str) -> Option<One> {
        (name == "one").then_some(One(self.target))
    }

    fn action_line(&self, action: &Move) -> String {
        match action {
            Move::Right => "RIGHT".to_string(),
            Move::Double => "DOUBLE".to_string(),
        }
    }

    fn board(&self, state: &u32) -> Line {
        Line { start: *state, ..self.clone() }
    }
}

fn line(text: &str) -> Line {
    parse(text)
}

#[test]
fn the_default_replay_applies_the_actions_of_the_problem() {
    let board = line("2 7");
    assert_eq!(board.replay(""), Ok(Replay { cost: 0, solved: false }));
    let answer = "# my answer\r\nRIGHT\n\n  DOUBLE  \nRIGHT";
    assert_eq!(board.replay(answer), Ok(Replay { cost: 5, solved: true }));
    // Actions after the goal count, too.
    assert_eq!(board.replay(&format!("{answer}\nRIGHT")), Ok(Replay { cost: 6, solved: false }));
    assert_eq!(line("3 3").replay("# nothing\n"), Ok(Replay { cost: 0, solved: true }));
}

#[test]
fn the_default_replay_rejects_the_first_illegal_line() {
    let illegal = |text: &str, answer: &str| {
        let ReplayError { line, reason, .. } = line(text).replay(answer).unwrap_err();
        (line, reason)
    };
    let reason = "\"LEFT\" is not an action here; a possible one: RIGHT".to_string();
    assert_eq!(illegal("2 7", "RIGHT\n# back\nLEFT\nUP"), (3, reason));
    let reason = "\"right\" is not an action here; a possible one: RIGHT".to_string();
    assert_eq!(illegal("0 7", "right"), (1, reason));
    let reason = "\"DOUBLE\" is not an action here; a possible one: RIGHT".to_string();
    assert_eq!(illegal("4 7", "DOUBLE\nDOUBLE"), (2, reason));
    let reason = "\"RIGHT\" is not an action here; no action is possible".to_string();
    assert_eq!(illegal("9 7", "\n\nRIGHT"), (3, reason));
    let (line, reason) = illegal("0 7", &"x".repeat(100_000));
    assert!(line == 1 && reason.len() < 200, "{reason}");
    assert_eq!(ReplayError::new(3, "no").to_string(), "line 3: no");
    let board: Line = parse_with("2 7", Options::default().with("double", "off"));
    assert_eq!(board.replay("DOUBLE").unwrap_err().line, 1);
}

#[test]
fn the_default_replay_names_the_wrong_character_of_what_is_no_action() {
    let column =
        |text: &str, answer: &str| line(text).replay(answer).unwrap_err().mismatch.map(|mismatch| mismatch.column);
    assert_eq!(column("2 7", "  RIGTH"), Some(6));
    // An action of the start that is not possible any more.
    assert_eq!(column("4 7", "DOUBLE\nDOUBLE"), None);
}

#[test]
fn the_default_board_before_a_line_applies_the_lines_before_it() {
    let board = line("2 7");
    let answer = "# my answer\r\nRIGHT\n\n  DOUBLE  \nLEFT\nRIGHT";
    let before = [1, 2, 3, 5, 6, 99]
        .map(|line| board.board_before(answer, line).map(|board| board.print().trim_end().to_string()));
    assert_eq!(
        before,
        [Some("2 7"), Some("2 7"), Some("3 7"), Some("6 7"), None, None].map(|text| text.map(String::from))
    );
}

/// The default methods of a problem, in a state.
struct Defaults(u32);

impl ProblemVisitor<Line> for Defaults {
    type Output = (String, Vec<(usize, usize)>, Motion);

    fn visit<P: BoardProblem<Board = Line>>(self, problem: &P) -> Self::Output {
        let mut state = problem.start();
        for _ in 0..self.0 {
            let mut next = None;
            problem.for_each_successor(&state, |_, _, successor| next = next.take().or(Some(successor)));
            state = next.unwrap();
        }
        let (mut json, mut tokens, mut motion) = (String::new(), Vec::new(), None);
        problem.write_state(&state, &mut json);
        problem.tokens(&state, |tile, kind| tokens.push((tile, kind)));
        problem.for_each_action(&state, |action| motion = Some(problem.motion(&state, &action)));
        (json, tokens, motion.unwrap())
    }
}

#[test]
fn the_defaults_of_a_problem_use_the_board() {
    assert_eq!(line("2 7").compile(Defaults(0)), ("\"2 7\\n\"".to_string(), vec![(2, 0)], Motion::default()));
    assert_eq!(line("2 7").compile(Defaults(3)), ("\"5 7\\n\"".to_string(), vec![(5, 0)], Motion::default()));
}

#[test]
fn the_default_recognizes_valid_files() {
    assert!(Line::recognizes("2 7") && Line::recognizes("0\n9\n"));
    assert!(!Line::recognizes("2 70") && !Line::recognizes("") && !Line::recognizes("K . 1"));
    // With the defaults of the options, even if the caller has others.
    assert!(parse::<Line>("2 7").double);
    assert!(line("2 7").remarks("RIGHT", &Replay { cost: 1, solved: false }).is_empty());
}

#[test]
fn every_puzzle_has_the_perfect_and_the_null_heuristic() {
    assert_eq!(LINE.heuristic_names(), ["one", PERFECT, NULL]);
    assert_eq!(LINE.default_heuristic().name, "one");
    assert_eq!(LINE.solving_heuristics().map(|info| info.name).collect::<Vec<_>>(), ["one", NULL]);
    let board = line("2 7");
    let value = |name| BoardHeuristic::named(&board, name).map(|mut heuristic| heuristic.evaluate(&2));
    assert_eq!(
        [value("one"), value(PERFECT), value(NULL), value("two")].map(Option::flatten),
        [Some(1), Some(5), Some(0), None]
    );
    // A state from which the target cannot be reached is a dead end.
    let mut perfect = BoardHeuristic::named(&board, PERFECT).unwrap();
    assert_eq!(perfect.evaluate(&8), None);
    assert!(perfect.bytes() > 0);
    for algorithm in optimal_algorithms(false) {
        for info in LINE.heuristics() {
            // Three steps to 4, and one doubling.
            assert_optimal(&line("1 8"), algorithm, info.name, Some(6));
            assert_optimal(&line("8 1"), algorithm, info.name, None);
        }
    }
}

#[test]
fn a_puzzle_without_heuristics_uses_the_null_heuristic() {
    let bare = PuzzleInfo { own_heuristics: &[], options: &[], ..LINE };
    assert_eq!((bare.default_heuristic().name, bare.heuristic_names()), (NULL, vec![PERFECT, NULL]));
    let own = [HeuristicInfo::new(PERFECT, "a faster one", Claims::CONSISTENT)];
    let faster = PuzzleInfo { own_heuristics: Box::leak(Box::new(own)), ..bare };
    assert_eq!(faster.heuristic_names(), [PERFECT, NULL], "the puzzle's own heuristic replaces the common one");
    assert_eq!(faster.heuristic(PERFECT).unwrap().summary, "a faster one");
}

#[test]
fn capabilities_are_listed() {
    let lists = [
        format!("{:?}", Capabilities::<Line>::none()),
        format!("{:?}", Line::capabilities()),
        format!("{:?}", chexers::Board::capabilities()),
        format!("{:?}", infexion::Board::capabilities()),
        format!("{:?}", pawn_hunt::Board::capabilities()),
    ];
    insta::assert_snapshot!(lists.join("\n"), @r#"
    {}
    {"draw"}
    {"draw", "edit", "generate", "shrink", "enumerate", "map", "formulate", "symmetry"}
    {"draw", "edit", "generate", "shrink", "enumerate", "map", "formulate", "symmetry"}
    {"draw", "edit", "generate", "shrink", "enumerate", "map", "formulate", "symmetry", "course report"}
    "#);
    // Shrinking without enumeration is possible.
    let shrink = Capabilities::<chexers::Board>::none().shrink();
    assert!(shrink.shrink.is_some() && shrink.enumerate.is_none());
}
