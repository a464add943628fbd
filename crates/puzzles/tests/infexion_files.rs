//! Board files: round trips, errors and malformed input.

use proptest::prelude::*;

use pathmax_puzzles::capability::Draw as _;
use pathmax_puzzles::infexion::Board;
use pathmax_puzzles::{Board as _, Options, input};

use crate::support::infexion::{boards, parse};

#[track_caller]
fn rejects(text: &str, message: &str) {
    assert_eq!(Board::parse(text, &Options::default()).unwrap_err().to_string(), message);
    assert!(Board::recognizes(text), "the file gets this message without naming the puzzle");
}

#[test]
fn errors_state_the_position_and_the_format() {
    let shape = "every line is r,q,colour,power, as in 5,6,r,2";
    let row = "it must be a whole number from 0 to 6";
    rejects("5,6,r,2\n1,0,b\n", &format!("line 2, column 1: this line has 3 fields instead of 4: {shape}"));
    rejects("5,6,r,2,1\n", &format!("line 1, column 1: this line has 5 fields instead of 4: {shape}"));
    rejects("r,q,player,power\n5,6,r,2\n", &format!("line 1, column 1: remove the header line; {shape}"));
    rejects("hello, world\n", &format!("line 1, column 1: this line has 2 fields instead of 4: {shape}"));
    rejects("5;6;r;2\n", &format!("line 1, column 2: the fields are separated by commas, not semicolons: {shape}"));
    rejects("5,6,r,2\nhello\n", &format!("line 2, column 1: \"hello\" is not a stack: {shape}"));
    rejects("5,6,r,2\n\n  7, 0, b, 1\n", &format!("line 3, column 3: the row r is \"7\"; {row}"));
    rejects("5, 256, r, 2\n", &format!("line 1, column 4: the column q is \"256\"; {row}"));
    rejects("5,6,r,2\na,b,r,c\n", &format!("line 2, column 1: the row r is \"a\"; {row}"));
    rejects("5,6,r,2\n,6,r,1\n", &format!("line 2, column 1: the row r is missing; {row}"));
    let empty = "this line has no values; remove it, or write r,q,colour,power, as in 5,6,r,2";
    for commas in [",,,", " , ,", ",,,,,,"] {
        rejects(
            &format!("5,6,r,2\n{commas}\n"),
            &format!("line 2, column {}: {empty}", 1 + usize::from(commas.starts_with(' '))),
        );
    }
    rejects("5,6,r,2,,1\n", &format!("line 1, column 1: this line has 6 fields instead of 4: {shape}"));
    rejects("5,6,r,\n", "line 1, column 7: the power is missing; it must be a whole number from 1 to 6");
    rejects("5,6,r,,,\n", "line 1, column 7: the power is missing; it must be a whole number from 1 to 6");
    rejects("r,q,player,power,,\n5,6,r,2,,\n", &format!("line 1, column 1: remove the header line; {shape}"));
    rejects("5,6,r,7\n", "line 1, column 7: the power is \"7\"; it must be a whole number from 1 to 6");
    rejects("5,6,g,2\n", "line 1, column 5: the colour is \"g\"; it must be r (red) or b (blue)");
    rejects("1,1,r,1\n5,6,,2\n", "line 2, column 5: the colour is missing; it must be r (red) or b (blue)");
    rejects(
        "5,6,r,2\n5, 6,b,1\n",
        "line 2, column 1: the cell (5, 6) is on line 1 already; remove one of the two lines",
    );
}

#[test]
fn files_of_spreadsheets_and_editors_are_accepted() {
    let plain = "5,6,r,2\n1,0,b,2\n";
    for text in [
        "5,6,r,2\r\n1,0,b,2",
        "# c\r5,6,r,2\r1,0,b,2\r",
        "5,6,r,2,\n1,0,b,2\n",
        "# c,,,,\r\n5,6,r,2,,, ,\r\n1,0,b,2, # strong\r\n",
        "# a board\n\n 5 ,\t6, R ,2  \n1,0,B,2 # strong\n  # end",
        "+5,06,r,2\n1,0,b,2\n",
    ] {
        assert_eq!(parse(text).print(), plain);
    }
}

#[test]
fn an_empty_file_is_an_empty_board_but_not_recognized() {
    for text in ["", "\n", "\n# nothing\n"] {
        assert_eq!(parse(text), Board::default());
        assert!(!Board::recognizes(text));
    }
}

#[test]
fn boards_of_other_puzzles_are_not_recognized() {
    for text in
        [r#"{"colour": "red"}"#, "[1,2,3]", "K . . 1\n. x . .\n", "K,.,.,1\n.,x,.,.\n", "1 2 3\n", "", "# 5,6,r,2\n"]
    {
        assert!(!Board::recognizes(text), "{text}");
    }
}

#[test]
fn the_spawn_option_is_given_with_the_file() {
    for spawn in [false, true] {
        let options = Options::default().with("spawn", spawn);
        let board = Board::parse("5,6,r,2\n", &options).unwrap().board;
        assert_eq!((board.spawn, board.options()), (spawn, options));
    }
}

#[test]
fn a_drawing_shows_every_stack_on_its_cell() {
    let drawing = parse("0,0,r,1\n2,6,b,6\n").scene().draw();
    let lines: Vec<String> = drawing.to_string().lines().map(str::to_string).collect();
    assert_eq!(lines[0], "    q = 0   1   2   3   4   5   6");
    assert_eq!(lines[1], "r = 0   r1  ·   ·   ·   ·   ·   ·");
    assert_eq!(lines[3], "r = 2       ·   ·   ·   ·   ·   ·   b6");
    assert_eq!(lines.len(), 9);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_printed_board_reads_back(board in boards(49, 1..=6_u8, false)) {
        prop_assert_eq!(parse(&board.print()), board);
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in any::<String>()) {
        let _ = Board::parse(&text, &Options::default().with("spawn", true));
        let _ = Board::recognizes(&text);
    }

    #[test]
    fn no_bytes_make_the_parser_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(text) = input::decode(&bytes) {
            let _ = Board::parse(text, &Options::default());
            let _ = Board::recognizes(text);
        }
    }

    #[test]
    fn lines_that_are_almost_stacks_are_parsed_or_rejected_with_a_position(
        lines in prop::collection::vec("[ \t]?[+-]?[0-9é]{0,3}[,;]{1,2}[ 0-9]{0,2},[rbRBgé]?[ ,]{1,2}[0-9]{0,20}#?", 1..6)
    ) {
        let text = lines.join("\n");
        if let Err(error) = Board::parse(&text, &Options::default()) {
            let position = error.position.unwrap();
            let line = input::lines(&text).nth(position.line - 1).unwrap();
            prop_assert!(position.column <= line.chars().count() + 1);
        }
    }
}
