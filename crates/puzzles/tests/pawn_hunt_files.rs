//! Board files, drawings and reports.

use pathmax::{Problem, Search, Threads};
use proptest::prelude::*;

use pathmax_puzzles::capability::{CourseReport as _, CourseRun, Draw as _};
use pathmax_puzzles::pawn_hunt::Board;
use pathmax_puzzles::{Board as _, BoardProblem, Options};

use crate::support::pawn_hunt::{boards, hunt, parse};
use crate::support::{Run, RunWith};

proptest! {
    #[test]
    fn printed_boards_parse_back(board in boards(16, 16, 8, 256)) {
        let text = board.print();
        prop_assert_eq!(&parse(&text), &board);
        prop_assert!(Board::recognizes(&text));
        let dressed = format!("# a comment\r\n\r\n{}\n\n", text.replace('\n', "  \r\n").replace(' ', "\t "));
        prop_assert_eq!(parse(&dressed), board);
    }

    #[test]
    fn any_text_is_parsed_or_rejected_with_a_position(text in "([KBRxXq.0-9#,; \t\r\n\u{0}é-]|\\PC){0,80}") {
        Board::recognizes(&text);
        match Board::parse(&text, &Options::default()) {
            Ok(parsed) => prop_assert_eq!(parse(&parsed.board.print()), parsed.board),
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
fn larger_boards_may_omit_the_spaces() {
    let solid = "R...1\n.xx..\n..K..\n.....\n2...x\n";
    let spaced: String = solid.replace('\n', "|").chars().flat_map(|c| [c, ' ']).collect();
    let parsed = Board::parse(solid, &Options::default()).unwrap();
    assert_eq!(parsed.board, parse(&spaced.replace("| ", "\n")));
    assert_eq!(parsed.notes, ["the cells are not separated by spaces; each character was taken for one"]);
    // Four rows, a row of another length, an additional space, or a letter that is not a cell: all of these are mistakes.
    for slip in [
        "R...1\n.xx..\n..K..\n.....\n",
        &solid.replace(".xx..", ".xx."),
        &solid.replace(".xx..", ". xx.."),
        &solid.replace('K', "Q"),
    ] {
        assert!(Board::parse(slip, &Options::default()).is_err(), "{slip}");
    }
}

#[test]
fn errors_state_the_position() {
    let row = |cell: &str, count: usize| vec![cell; count].join(" ");
    for (text, expected) in [
        ("", "there is no board"),
        ("# nothing but a remark\n\n", "there is no board"),
        ("K . 1\n. x Q", r#"line 2, column 5: "Q" is not a cell; use `.` for empty"#),
        ("K . 1\n. r .", r#"line 2, column 3: "r" is not a cell; agents are capital letters: R"#),
        ("K . 12", r#"line 1, column 5: "12" is not a cell; a pawn's label is one digit"#),
        ("K . -2", r#"line 1, column 5: "-2" is not a cell"#),
        ("K..1", r#"line 1, column 1: "K..1" is not a cell; separate cells by spaces: K . . 1"#),
        ("K,.,1", r#"line 1, column 1: "K,.,1" is not a cell; separate cells by spaces alone: K . 1"#),
        (
            "3,3,r,2",
            r#"line 1, column 1: "3,3,r,2" is not a cell; separate cells by spaces alone, and use `.` for empty"#,
        ),
        (",", r#"line 1, column 1: "," is not a cell; separate cells by spaces alone, and use `.` for empty"#),
        ("K . 1\n. \0 .", "line 2, column 3: invisible character U+0000"),
        ("K . 1\n\n# one\n. . . .", "line 4, column 7: this row has more cells than the first one, which has 3"),
        ("K . 1\n  . .  ", "line 2, column 6: this row has 2 cells, the first one 3"),
        ("K . 1\n.", "line 2, column 2: this row has 1 cell, the first one 3"),
        (&row(".", 17), "line 1, column 33: this row has more than 16 cells"),
        (&vec![". ."; 17].join("\n"), "line 17, column 1: there are more than 16 rows"),
        (&row("K", 9), "line 1, column 17: there are more than 8 agents"),
    ] {
        let error = Board::parse(text, &Options::default()).unwrap_err().to_string();
        assert!(error.starts_with(expected) && !error.ends_with(' '), "{text:?}: {error}");
    }
}

/// A plan by an algorithm with the default heuristic is replayed.
fn solve(board: &Board, algorithm: &str) -> Run {
    let heuristic = board.default_heuristic().name;
    assert_eq!(heuristic, "routes");
    let threads = Threads::new(1);
    board.compile(RunWith { board, algorithm: algorithm.parse().unwrap(), heuristic, threads })
}

#[test]
fn boards_have_any_number_of_pawns() {
    let full = |rows: usize| format!("R{}\n{}", " 1".repeat(15), format!("{}\n", ["1"; 16].join(" ")).repeat(rows - 1));
    // Every move of a lone rook can capture a pawn: along the rows in turn. It costs 8.
    for (rows, algorithm) in [(3, "astar"), (16, "greedy")] {
        let board = parse(&full(rows));
        assert_eq!((board.pawns().count(), board.print()), (16 * rows - 1, full(rows)));
        let run = solve(&board, algorithm);
        let cost = Some(8 * board.pawns().count() as u32);
        assert_eq!((run.cost, run.replayed, run.optimal), (cost, cost, true), "{rows} rows");
    }
    // Without an agent, no pawn can be captured; a bishop captures those of its colour only.
    let pawns = format!("{}\n", ["9"; 16].join(" ")).repeat(16);
    assert_eq!(parse(&pawns).pawns().count(), Board::MAX_PAWNS);
    assert!(solve(&parse(&pawns), "astar").unsolvable);
    assert!(solve(&parse(&full(4).replace('R', "B")), "astar").unsolvable);
    // Too many agents are an error, however many pawns there are.
    let crowd = full(16).replace("R 1 1 1 1 1 1 1 1", "R R R R R R R R R");
    let error = Board::parse(&crowd, &Options::default()).unwrap_err().to_string();
    assert!(error.starts_with("line 1, column 17: there are more than 8 agents"), "{error}");
}

#[test]
fn the_default_heuristic_depends_on_the_number_of_pawns() {
    let with_pawns = |agents: &str, pawns: usize| {
        let cells = format!("{agents}{}", "1".repeat(pawns));
        let rows: Vec<String> =
            format!("{cells:.<64}").as_bytes().chunks(8).map(|row| String::from_utf8_lossy(row).into()).collect();
        parse(&rows.join("\n")).default_heuristic().name
    };
    for (agents, most) in [("", 16), ("K", 16), ("KBR", 16), ("KKBR", 12), ("KKBBRR", 10)] {
        assert_eq!([most, most + 1].map(|pawns| with_pawns(agents, pawns)), ["tours", "routes"], "{agents}");
    }
}

#[test]
fn boards_are_recognized_by_content() {
    for board in
        ["K . 1", "1", "x x\nx B", "# mine\n\nR 1 2", "K..1\n.x..", "K,.,.,1", "Q . 1", "K . \0", "K;.;1", "K . -2"]
    {
        assert!(Board::recognizes(board), "{board:?}");
    }
    let stacks = ["5, 6, r, 2", "1,1,b,1", "r,q,colour,power\n1,1,b,1", "5;6;r;2", "1,2,r", "5, 6, R, 2", "a, b, r, 1"];
    for other in
        stacks.into_iter().chain(["", "{}", " [1]", "# remark\n{\"colour\": . }", "hello world", "1.5, 2, r, 1"])
    {
        assert!(!Board::recognizes(other), "{other:?}");
    }
}

#[test]
fn drawing_of_a_board() {
    let board = parse("K . 1\nx B .\n. 2 R");
    let expected = "     0  1  2
 0   K  ·  1
 1   ■  B  ·
 2   ·  2  R
K knight   B bishop   R rook   1 pawn   ■ obstacle
";
    assert_eq!(board.scene().draw().to_string(), expected);
}

#[test]
fn columns_with_two_digits_are_aligned() {
    let drawing = parse(&["."; 12].join(" ")).scene().draw().to_string();
    let lines: Vec<&str> = drawing.lines().collect();
    assert_eq!(lines[0], "     0  1  2  3  4  5  6  7  8  9 10 11");
    assert_eq!(lines[1], " 0   ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·");
}

#[test]
fn the_course_s_report() {
    let puzzle = hunt("K . 1\n. x .\n. 2 .");
    let report = Search::default().heuristic(puzzle.heuristic("tours").unwrap()).run(&puzzle);
    let plan = report.plan().unwrap();
    let states = plan.actions.iter().scan(puzzle.start(), |state, action| {
        *state = puzzle.apply(state, action);
        Some(*state)
    });
    let states = std::iter::once(puzzle.start()).chain(states);
    let boards: Vec<Board> = states.map(|state| BoardProblem::board(&puzzle, &state)).collect();
    // The knight captures pawn 2 with one jump, and from there pawn 1 with another.
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
    let board = puzzle.start_board();
    assert_eq!(board.course_report(&CourseRun { expanded: 7, plan: Some((plan.cost, &boards)) }), expected);
    assert_eq!(board.course_report(&CourseRun { expanded: 7, plan: None }), "FAIL\n");
    // A cost that does not exist is written as `inf`.
    let unsolvable = parse("B 1");
    let run = CourseRun { expanded: 0, plan: Some((0, &[])) };
    assert_eq!(unsolvable.course_report(&run), "expanded: 0\npath-cost: 0\nh1: 0\nh2: inf\n");
}
