//! Chexers files and answers, as people and programs write them.

use pathmax_puzzles::chexers::{Board, Colour, Hex, instance};
use pathmax_puzzles::{Instance, Puzzle, Reading, Replay, Visitor};
use proptest::prelude::*;

fn error(text: &str) -> String {
    match Instance::parse(text, &Reading::default()) {
        Ok(_) => "no error".to_string(),
        Err(error) => error.to_string(),
    }
}

struct ToFile;

impl Visitor for ToFile {
    type Output = String;

    fn visit<P: Puzzle>(self, puzzle: &P) -> String {
        puzzle.to_file()
    }
}

struct Judge<'a>(&'a str);

impl Visitor for Judge<'_> {
    type Output = String;

    fn visit<P: Puzzle>(self, puzzle: &P) -> String {
        match puzzle.replay(self.0) {
            Ok(Replay { cost, solved }) => format!("cost {cost}, {}", if solved { "solved" } else { "unfinished" }),
            Err(error) => format!("line {}: {}", error.line, error.reason),
        }
    }
}

struct Draw;

impl Visitor for Draw {
    type Output = String;

    fn visit<P: Puzzle>(self, puzzle: &P) -> String {
        puzzle.scene(&puzzle.start()).draw().to_string()
    }
}

fn example() -> Instance {
    let text = r#"{"colour": "red", "pieces": [[0,0],[0,-1],[-2,1]], "blocks": [[-1,0],[-1,1],[1,1],[3,-1]]}"#;
    Instance::parse(text, &Reading::default()).unwrap().instance
}

#[test]
fn errors_say_where_and_what_would_be_right() {
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
    this is not a board that pathmax knows (chexers: JSON, {"colour": "red", "pieces": [[q, r], …], "blocks": [[q, r], …]}; infexion: CSV, a line a stack: r,q,colour,power, as in 5,6,r,2; pawn-hunt: text, a row a line, cells separated by spaces: `.` empty, `x` obstacle, K B R agents, a digit a pawn)
    line 1, column 1: expected an object { … }
    line 1, column 40: this JSON ends too early; a bracket, a brace or a quote is not closed
    the key "colour" is missing; add "colour": "red"
    the key "pieces" is missing; add "pieces": [[0, 0]]
    the key "blocks" is missing; add "blocks": []
    line 1, column 12: colour: expected "red", "green" or "blue", found "yellow"
    line 2, column 21: pieces[1]: (9, 0) is off the board: q, r and q+r must lie between -3 and 3
    line 2, column 13: pieces[0]: a piece and a block both stand on (0, 0); move or remove one of them
    line 1, column 38: pieces[1]: two pieces stand on (1, 1); move or remove one of them
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
fn columns_are_characters_in_broken_json_too() {
    assert_eq!(error("{\"größe\": 3,}"), "line 1, column 13: this is not valid JSON: trailing comma");
    assert_eq!(error("{\"größe\": 3,\n ü}"), "line 2, column 2: this is not valid JSON: key must be a string");
    // A string that is not closed on its line.
    assert!(error("{\"öööö\n\": 3}").starts_with("line 2, column 1: this is not valid JSON: control character"));
}

#[test]
fn a_file_may_have_many_keys() {
    let keys: String = (0..200_000).map(|i| format!("\"{i}\": 0,")).collect();
    let text = format!("{{{keys} \"colour\": \"red\", \"pieces\": [], \"blocks\": []}}");
    assert_eq!(Instance::parse(&text, &Reading::default()).unwrap().notes.len(), 3, "the first few are remarked on");
}

#[test]
fn odd_but_good_files_are_read() {
    let plain = r#"{"colour": "red", "pieces": [[0,0]], "blocks": [[1,0]]}"#;
    let expected = Instance::parse(plain, &Reading::default()).unwrap().instance.accept(ToFile);
    for text in [
        "\r\n{\"colour\": \"red\",\r\n\"pieces\": [[0, 0]],\r\n\"blocks\": [[1, 0]]}\r\n\r\n",
        "# my board\n{\"colour\": \"red\", \"pieces\": [[0, 0]],\n  # the block\n \"blocks\": [[1, 0]]}\n# done",
        r#"{"blocks": [[1,0],[1,0]], "pieces": [[-0,0]], "colour": "Red"}"#,
        r#"{"c\u006flour": "r\u0065d", "pieces": [[0,0]], "blocks": [[1,0]], "radius": 3}"#,
    ] {
        let parsed = Instance::parse(text, &Reading::default()).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(parsed.instance.accept(ToFile), expected);
        assert!(parsed.notes.is_empty());
    }
    let parsed = Instance::parse(&plain.replace("{", r#"{"author": [{"x": 1}], "#), &Reading::default()).unwrap();
    assert_eq!(parsed.notes, [r#"the key "author" means nothing here and was ignored"#]);
}

#[test]
fn a_board_is_drawn() {
    insta::assert_snapshot!(example().accept(Draw), @"
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
    insta::assert_snapshot!(instance(small).accept(Draw), @"
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
fn answers_are_judged_by_the_rules() {
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
    .map(|answer| example().accept(Judge(answer)))
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
    line 1: "MOVE from (0, 0) to (1, 0)" is not an action: MOVE from (q, r) to (q, r). | JUMP from (q, r) to (q, r). | EXIT from (q, r).
    line 1: "move from (0, 0) to (1, 0)." is not an action: MOVE from (q, r) to (q, r). | JUMP from (q, r) to (q, r). | EXIT from (q, r).
    line 1: "EXIT from (0, 0) to (1, 0)." is not an action: MOVE from (q, r) to (q, r). | JUMP from (q, r) to (q, r). | EXIT from (q, r).
    line 1: "MOVE from (0,0) to (1,0)." is not an action: MOVE from (q, r) to (q, r). | JUMP from (q, r) to (q, r). | EXIT from (q, r).
    line 1: "MOVE from (99999999999, 0) to (1, 0)." is not an action: MOVE from (q, r) to (q, r). | JUMP from (q, r) to (q, r). | EXIT from (q, r).
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

/// Texts that look like board files until one looks closely.
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

/// Plays a few actions at random; undone one by one they lead back.
struct WalkAndReplay(Vec<u8>);

impl Visitor for WalkAndReplay {
    type Output = Result<(), String>;

    fn visit<P: Puzzle>(self, puzzle: &P) -> Result<(), String> {
        let (mut state, mut lines) = (puzzle.start(), Vec::new());
        for choice in self.0 {
            let mut actions = Vec::new();
            puzzle.actions(&state, |action| actions.push(action));
            if actions.is_empty() {
                break;
            }
            let action = &actions[usize::from(choice) % actions.len()];
            state = puzzle.apply(&state, action);
            lines.push(puzzle.action_line(action));
        }
        let replay = puzzle.replay(&lines.join("\n")).map_err(|error| format!("{error:?} in {lines:?}"))?;
        if replay == (Replay { cost: lines.len() as u32, solved: puzzle.is_goal(&state) }) {
            Ok(())
        } else {
            Err(format!("{replay:?} after {lines:?}"))
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn files_come_back_as_they_went(board in boards()) {
        let file = instance(board.clone()).accept(ToFile);
        let again = Instance::parse(&file, &Reading::default()).unwrap().instance;
        prop_assert_eq!(again.accept(ToFile), file);
        let read = match &again {
            Instance::Chexers(chexers) => chexers.board().clone(),
            Instance::LargeChexers(chexers) => chexers.board().clone(),
            _ => unreachable!("a chexers file"),
        };
        prop_assert_eq!(read, board);
    }

    #[test]
    fn whatever_the_engine_does_the_rules_allow(board in boards(), choices in prop::collection::vec(any::<u8>(), 0..30)) {
        prop_assert_eq!(instance(board).accept(WalkAndReplay(choices)), Ok(()));
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in ".*", nearly in nearly_boards(), bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        for text in [text.as_str(), nearly.as_str(), &String::from_utf8_lossy(&bytes)] {
            for reading in [Reading::default(), Reading { puzzle: Some(&pathmax_puzzles::chexers::INFO), spawn: false }] {
                if let Err(error) = Instance::parse(text, &reading) {
                    prop_assert!(!error.message.is_empty() && error.message.len() < 500);
                }
            }
            let _ = example().accept(Judge(text));
        }
        let _ = pathmax_puzzles::input::decode(&bytes);
    }
}
