//! Chexers board files, drawings and answers.

use crate::support::parse;
use pathmax_puzzles::capability::Draw as _;
use pathmax_puzzles::chexers::{Board, Colour, Hex};
use pathmax_puzzles::{Board as _, BoardProblem, Options, ProblemVisitor, Replay};
use proptest::prelude::*;

fn error(text: &str) -> String {
    match Board::parse(text, &Options::default()) {
        Ok(_) => "no error".to_string(),
        Err(error) => error.to_string(),
    }
}

/// The result of replaying an answer, in one line.
fn judged(board: &Board, answer: &str) -> String {
    match board.replay(answer) {
        Ok(Replay { cost, solved }) => format!("cost {cost}, {}", if solved { "solved" } else { "unfinished" }),
        Err(error) => error.to_string(),
    }
}

fn example() -> Board {
    parse(r#"{"colour": "red", "pieces": [[0,0],[0,-1],[-2,1]], "blocks": [[-1,0],[-1,1],[1,1],[3,-1]]}"#)
}

#[test]
fn errors_state_the_position_and_what_is_expected() {
    let errors: Vec<_> = [
        "",
        " \n\t\n",
        "hello",
        "[]",
        r#"{"colour": "red", "pieces": [[0, 0], [0,"#,
        r#"{"pieces": [], "blocks": []}"#,
        r#"{"colour": "red", "blocks": []}"#,
        r#"{"colour": "red", "pieces": []}"#,
        r#"{"colour": "yellow", "pieces": [], "blocks": []}"#,
        "{\"colour\": \"red\",\n \"pieces\": [[0, 0], [9, 0]],\n \"blocks\": []}",
        "{\"colour\": \"red\",\n \"pieces\": [[0, 0]],\n \"blocks\": [[1, 0], [0, 0]]}",
        r#"{"colour": "red", "pieces": [[1, 1], [1, 1]], "blocks": []}"#,
        r#"{"colour": "red", "pieces": [[1, "1"]], "blocks": []}"#,
        r#"{"colour": "red", "pieces": [[1, 2, 3]], "blocks": []}"#,
        r#"{"colour": "red", "pieces": [[1.0, 2]], "blocks": []}"#,
        r#"{"colour": "red", "pieces": {"q": 1}, "blocks": []}"#,
        r#"{"colour": "red", "pieces": [], "blocks": [], "radius": 7}"#,
        r#"{"colour": "red", "pieces": [[3, 1]], "blocks": [], "radius": "4"}"#,
        r#"{"colour": "red", "colour": "blue", "pieces": [], "blocks": []}"#,
        r#"{"colour": "red", "pieces": [], "blocks": []} and more"#,
    ]
    .map(error)
    .into();
    insta::assert_snapshot!(errors.join("\n"), @r#"
    there is no board: the file is empty
    there is no board: the file is empty
    line 1, column 1: this is not valid JSON: expected value
    line 1, column 1: expected an object { … }
    line 1, column 40: this JSON ends too early; a bracket, a brace or a quote is not closed
    the key "colour" is missing; add "colour": "red"
    the key "pieces" is missing; add "pieces": [[0, 0]]
    the key "blocks" is missing; add "blocks": []
    line 1, column 12: colour: expected "red", "green" or "blue", found "yellow"
    line 2, column 21: pieces[1]: (9, 0) is off the board: q, r and q+r must lie between -3 and 3
    line 2, column 13: pieces[0]: a piece and a block are both on (0, 0); move or remove one of them
    line 1, column 38: pieces[1]: two pieces are on (1, 1); move or remove one of them
    line 1, column 34: pieces[0][1]: expected a whole number, found "1"
    line 1, column 30: pieces[0]: expected a hex [q, r], found [1, 2, 3]
    line 1, column 31: pieces[0][0]: expected a whole number, found 1.0
    line 1, column 29: pieces: expected a list of hexes [[q, r], …], found {"q": 1}
    line 1, column 57: radius: expected a whole number from 2 to 6, found 7
    line 1, column 63: radius: expected a whole number from 2 to 6, found "4"
    line 1, column 29: colour: this key is given twice
    line 1, column 47: this is not valid JSON: trailing characters
    "#);
}

#[test]
fn columns_count_characters_in_invalid_json() {
    assert_eq!(error("{\"größe\": 3,}"), "line 1, column 13: this is not valid JSON: trailing comma");
    assert_eq!(error("{\"größe\": 3,\n ü}"), "line 2, column 2: this is not valid JSON: key must be a string");
    // A string that is not closed on the same line.
    assert!(error("{\"öööö\n\": 3}").starts_with("line 2, column 1: this is not valid JSON: control character"));
}

#[test]
fn a_file_may_have_many_keys() {
    let keys: String = (0..200_000).map(|i| format!("\"{i}\": 0,")).collect();
    let text = format!("{{{keys} \"colour\": \"red\", \"pieces\": [], \"blocks\": []}}");
    let notes = Board::parse(&text, &Options::default()).unwrap().notes;
    assert_eq!(notes.len(), 3, "only the first few are remarked on");
}

#[test]
fn unusual_but_valid_files_are_accepted() {
    let plain = r#"{"colour": "red", "pieces": [[0,0]], "blocks": [[1,0]]}"#;
    let expected: Board = parse(plain);
    for text in [
        "\r\n{\"colour\": \"red\",\r\n\"pieces\": [[0, 0]],\r\n\"blocks\": [[1, 0]]}\r\n\r\n",
        "# my board\n{\"colour\": \"red\", \"pieces\": [[0, 0]],\n  # the block\n \"blocks\": [[1, 0]]}\n# done",
        r#"{"blocks": [[1,0],[1,0]], "pieces": [[-0,0]], "colour": "Red"}"#,
        r#"{"c\u006flour": "r\u0065d", "pieces": [[0,0]], "blocks": [[1,0]], "radius": 3}"#,
    ] {
        let parsed = Board::parse(text, &Options::default()).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(parsed.board, expected);
        assert!(parsed.notes.is_empty());
        assert!(Board::recognizes(text));
    }
    let parsed = Board::parse(&plain.replace("{", r#"{"author": [{"x": 1}], "#), &Options::default()).unwrap();
    assert_eq!(parsed.board, expected);
    assert_eq!(parsed.notes, [r#"unknown key "author" ignored"#]);
}

#[test]
fn invalid_json_is_recognized_and_other_formats_are_not() {
    for text in ["{", "[]", " \n# remark\n  {\"colour\": 1}", "{hello"] {
        assert!(Board::recognizes(text), "{text:?}");
    }
    for text in ["", "\n# {\n", "hello", "5,6,r,2", "K . 1", "\"colour\""] {
        assert!(!Board::recognizes(text), "{text:?}");
    }
}

#[test]
fn a_board_is_drawn() {
    insta::assert_snapshot!(example().scene().draw(), @"
               q = 0   1   2   3
    r = -3      -1   ·   ·   ·   ○
    r = -2    -2   ·   ·   ·   ·   ○
    r = -1  -3   ·   ·   R   ·   ·   ■
    r =  0     ·   ·   ■   R   ·   ·   ○
    r =  1       ·   R   ■   ·   ■   ·
    r =  2         ·   ·   ·   ·   ·
    r =  3           ·   ·   ·   ·
    R red piece   ■ block   ○ exit (q = 3)
    ");
    let small = Board { colour: Colour::Blue, radius: 2, pieces: vec![Hex { q: 0, r: -2 }], blocks: vec![] };
    insta::assert_snapshot!(small.scene().draw(), @"
             q = 0   1   2
    r = -2    -1   B   ·   ·
    r = -1  -2   ○   ·   ·   ·
    r =  0     ○   ·   ·   ·   ·
    r =  1       ·   ·   ·   ·
    r =  2         ·   ·   ·
    B blue piece   ■ block   ○ exit (-q-r = 2)
    ");
}

#[test]
fn answers_are_replayed_by_the_rules() {
    let verdicts: Vec<_> = [
        "",
        "# nothing but remarks\n\n",
        "MOVE from (0, 0) to (1, 0).\nMOVE from (1, 0) to (2, 0).",
        "MOVE from (0, 0) to (2, 0).",
        "MOVE from (1, 0) to (2, 0).",
        "MOVE from (0, 0) to (-1, 0).",
        "MOVE from (0, 0) to (0, -1).",
        "JUMP from (0, 0) to (2, 0).",
        "JUMP from (0, 0) to (2, -1).",
        "JUMP from (0, 0) to (-2, 0).",
        "JUMP from (0, 0) to (-2, 2).\n JUMP from (-2, 2) to (-2, 4).",
        "EXIT from (0, 0).",
        "MOVE from (0, 0) to (1, 0)",
        "move from (0, 0) to (1, 0).",
        "EXIT from (0, 0) to (1, 0).",
        "MOVE from (0,0) to (1,0).",
        "MOVE from (99999999999, 0) to (1, 0).",
        "MOVE from (2147483647, 0) to (-2147483648, 0).",
        "\r\nMOVE from (0, 0) to (1, 0).\r\n# fine\r\nMOVE from (1, 0) to (1, 1).\r\n",
    ]
    .map(|answer| judged(&example(), answer))
    .into();
    insta::assert_snapshot!(verdicts.join("\n"), @r#"
    cost 0, unfinished
    cost 0, unfinished
    cost 2, unfinished
    line 1: (2, 0) is not adjacent to (0, 0)
    line 1: there is no piece on (1, 0)
    line 1: (-1, 0) is occupied
    line 1: (0, -1) is occupied
    line 1: there is nothing on (1, 0) to jump over
    line 1: (2, -1) is not two hexes straight from (0, 0)
    cost 1, unfinished
    line 2: there is nothing on (-2, 3) to jump over
    line 1: (0, 0) is not an exit hex of red
    line 1: "MOVE from (0, 0) to (1, 0)" is not an action: expected a full stop, as in MOVE from (q, r) to (q, r).
    line 1: "move from (0, 0) to (1, 0)." is not an action: expected `MOVE`, as in MOVE from (q, r) to (q, r).
    line 1: "EXIT from (0, 0) to (1, 0)." is not an action: expected a full stop, as in EXIT from (q, r).
    line 1: "MOVE from (0,0) to (1,0)." is not an action: expected a space, as in MOVE from (q, r) to (q, r).
    line 1: "MOVE from (99999999999, 0) to (1, 0)." is not an action: expected a number that fits into 32 bits, as in MOVE from (q, r) to (q, r).
    line 1: there is no piece on (2147483647, 0)
    line 4: (1, 1) is occupied
    "#);
}

fn boards() -> impl Strategy<Value = Board> {
    let colours = prop::sample::select(Colour::ALL.to_vec());
    (colours, Board::RADII, any::<prop::sample::Index>(), any::<prop::sample::Index>()).prop_flat_map(
        |(colour, radius, pieces, blocks)| {
            let hexes = Board { colour, radius, pieces: vec![], blocks: vec![] }.hexes();
            let pieces = pieces.index(hexes.len() + 1);
            let blocks = blocks.index(hexes.len() - pieces + 1);
            Just(hexes).prop_shuffle().prop_map(move |hexes| Board {
                colour,
                radius,
                pieces: hexes[..pieces].to_vec(),
                blocks: hexes[pieces..pieces + blocks].to_vec(),
            })
        },
    )
}

/// Texts made of the tokens of board files.
fn nearly_boards() -> impl Strategy<Value = String> {
    let tokens = [
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"colour\"",
        "\"pieces\"",
        "\"blocks\"",
        "\"radius\"",
        "\"red\"",
        "\"blue\"",
        "0",
        "-3",
        "[0,0]",
        "[[1,2],[-3,0]]",
        "1e9",
        "null",
        "\n",
        "#",
        "\u{feff}",
        "é",
        "\\",
        "\"",
    ];
    prop::collection::vec(prop::sample::select(tokens.to_vec()), 0..25).prop_map(|tokens| tokens.concat())
}

/// Applies a few random actions. Returns their lines, and whether the last state is a goal.
struct Walk(Vec<u8>);

impl ProblemVisitor<Board> for Walk {
    type Output = (Vec<String>, bool);

    fn visit<P: BoardProblem<Board = Board>>(self, problem: &P) -> Self::Output {
        let (mut state, mut lines) = (problem.start(), Vec::new());
        for choice in self.0 {
            let mut actions = Vec::new();
            problem.for_each_action(&state, |action| actions.push(action));
            if actions.is_empty() {
                break;
            }
            let action = &actions[usize::from(choice) % actions.len()];
            state = problem.apply(&state, action);
            lines.push(problem.action_line(action));
        }
        (lines, problem.is_goal(&state))
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn printed_boards_parse_back(board in boards()) {
        let file = board.print();
        prop_assert!(Board::recognizes(&file));
        let parsed: Board = parse(&file);
        prop_assert_eq!(parsed.print(), file);
        prop_assert_eq!(parsed, board);
    }

    #[test]
    fn actions_of_the_problem_are_legal(board in boards(), choices in prop::collection::vec(any::<u8>(), 0..30)) {
        let (lines, solved) = board.compile(Walk(choices));
        prop_assert_eq!(board.replay(&lines.join("\n")), Ok(Replay { cost: lines.len() as u32, solved }), "{:?}", lines);
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in ".*", nearly in nearly_boards(), bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        for text in [text.as_str(), nearly.as_str(), &String::from_utf8_lossy(&bytes)] {
            if let Err(error) = Board::parse(text, &Options::default()) {
                prop_assert!(!error.message.is_empty() && error.message.len() < 500);
            }
            let _ = Board::recognizes(text);
            let _ = example().replay(text);
        }
        let _ = pathmax_puzzles::input::decode(&bytes);
    }
}
