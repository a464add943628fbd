//! Files, drawings and reports.

use pathmax::{Problem, Search};
use proptest::prelude::*;

use super::{boards, hunt};
use crate::pawn_hunt::file;
use crate::puzzle::{CourseRun, Instance, Puzzle, Reading};

proptest! {
    #[test]
    fn boards_survive_printing(board in boards(16, 16, 8, 32)) {
        let text = file::print(&board);
        prop_assert_eq!(&file::parse(&text).unwrap().0, &board);
        prop_assert_eq!(Instance::parse(&text, &Reading::default()).unwrap().instance.info().name, "pawn-hunt");
        let dressed = format!("# a comment\r\n\r\n{}\n\n", text.replace('\n', "  \r\n").replace(' ', "\t "));
        prop_assert_eq!(file::parse(&dressed).unwrap().0, board);
    }

    #[test]
    fn any_text_is_read_or_refused_at_a_place(text in "([KBRxXq.0-9#,; \t\r\n\u{0}é-]|\\PC){0,80}") {
        file::recognises(&text);
        match file::parse(&text) {
            Ok((board, _)) => prop_assert_eq!(file::parse(&file::print(&board)).unwrap().0, board),
            Err(error) => match error.position {
                Some(place) => {
                    let line = text.replace("\r\n", "\n").split(['\n', '\r']).nth(place.line - 1).map(str::to_string);
                    prop_assert!(line.is_some_and(|line| place.column <= line.chars().count() + 1), "{}", error);
                }
                None => {
                    let is_nothing = |line: &str| line.trim().is_empty() || line.trim().starts_with('#');
                    prop_assert!(text.split(['\n', '\r']).all(is_nothing), "{}", error);
                }
            },
        }
    }
}

#[test]
fn larger_boards_may_do_without_spaces() {
    let solid = "R...1\n.xx..\n..K..\n.....\n2...x\n";
    let spaced: String = solid.replace('\n', "|").chars().flat_map(|c| [c, ' ']).collect();
    let (board, notes) = file::parse(solid).unwrap();
    assert_eq!(board, file::parse(&spaced.replace("| ", "\n")).unwrap().0);
    assert_eq!(notes.len(), 1);
    // Four rows, a row of another length, a space too many, or a letter that is no cell: all of these are slips.
    for slip in [
        "R...1\n.xx..\n..K..\n.....\n",
        &solid.replace(".xx..", ".xx."),
        &solid.replace(".xx..", ". xx.."),
        &solid.replace('K', "Q"),
    ] {
        assert!(file::parse(slip).is_err(), "{slip}");
    }
}

#[test]
fn mistakes_are_named_with_their_place() {
    let row = |cell: &str, count: usize| vec![cell; count].join(" ");
    for (text, expected) in [
        ("", "there is no board"),
        ("# nothing but a remark\n\n", "there is no board"),
        ("K . 1\n. x Q", r#"line 2, column 5: "Q" is not a cell; use `.` empty"#),
        ("K . 1\n. r .", r#"line 2, column 3: "r" is not a cell; agents are capital letters: R"#),
        ("K . 12", r#"line 1, column 5: "12" is not a cell; a pawn's label is one digit"#),
        ("K . -2", r#"line 1, column 5: "-2" is not a cell"#),
        ("K..1", r#"line 1, column 1: "K..1" is not a cell; separate cells by spaces: K . . 1"#),
        ("K,.,1", r#"line 1, column 1: "K,.,1" is not a cell; separate cells by spaces alone: K . 1"#),
        ("3,3,r,2", r#"line 1, column 1: "3,3,r,2" is not a cell; separate cells by spaces alone, and use `.` empty"#),
        (",", r#"line 1, column 1: "," is not a cell; separate cells by spaces alone, and use `.` empty"#),
        ("K . 1\n. \0 .", "line 2, column 3: there is a character here that cannot be seen (U+0000)"),
        ("K . 1\n\n# one\n. . . .", "line 4, column 7: this row has more cells than the first one, which has 3"),
        ("K . 1\n  . .  ", "line 2, column 6: this row has 2 cells, the first one 3"),
        ("K . 1\n.", "line 2, column 2: this row has 1 cell, the first one 3"),
        (&row(".", 17), "line 1, column 33: this row has more than 16 cells"),
        (&vec![". ."; 17].join("\n"), "line 17, column 1: there are more than 16 rows"),
        (&row("K", 9), "line 1, column 17: there are more than 8 agents"),
        (&vec![row("1", 11); 3].join("\n"), "line 3, column 21: there are more than 32 pawns"),
    ] {
        let error = file::parse(text).unwrap_err().to_string();
        assert!(error.starts_with(expected) && !error.ends_with(' '), "{text:?}: {error}");
    }
}

#[test]
fn boards_are_recognised_by_content() {
    for board in
        ["K . 1", "1", "x x\nx B", "# mine\n\nR 1 2", "K..1\n.x..", "K,.,.,1", "Q . 1", "K . \0", "K;.;1", "K . -2"]
    {
        assert!(file::recognises(board), "{board:?}");
    }
    let stacks = ["5, 6, r, 2", "1,1,b,1", "r,q,colour,power\n1,1,b,1", "5;6;r;2", "1,2,r", "5, 6, R, 2", "a, b, r, 1"];
    for other in
        stacks.into_iter().chain(["", "{}", " [1]", "# remark\n{\"colour\": . }", "hello world", "1.5, 2, r, 1"])
    {
        assert!(!file::recognises(other), "{other:?}");
    }
}

#[test]
fn drawing_of_a_board() {
    let hunt = hunt("K . 1\nx B .\n. 2 R");
    let expected = "     0  1  2
 0   K  ·  1
 1   ■  B  ·
 2   ·  2  R
K knight   B bishop   R rook   1 pawn   ■ obstacle
";
    assert_eq!(hunt.scene(&hunt.start()).draw().to_string(), expected);
}

#[test]
fn columns_of_two_digits_keep_in_line() {
    let hunt = hunt(&["."; 12].join(" "));
    let drawing = hunt.scene(&hunt.start()).draw().to_string();
    let lines: Vec<&str> = drawing.lines().collect();
    assert_eq!(lines[0], "     0  1  2  3  4  5  6  7  8  9 10 11");
    assert_eq!(lines[1], " 0   ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·");
}

#[test]
fn the_course_s_report() {
    let puzzle = hunt("K . 1\n. x .\n. 2 .");
    let found = Search::default().run(&puzzle, puzzle.heuristic("tours").unwrap());
    // The knight reaches pawn 2 in one jump and from there pawn 1 in one.
    let expected = "expanded: 7\npath-cost: 12\nh1: 0\nh2: 12
K . 1
. x .
. 2 .
*****
. . 1
. x .
. K .
*****
. . K
. x .
. . .
*****
";
    let run = CourseRun { expanded: 7, plan: found.plan() };
    assert_eq!(puzzle.course_report(&run).unwrap(), expected);
    assert_eq!(puzzle.course_report(&CourseRun { expanded: 7, plan: None }).unwrap(), "FAIL\n");
}
