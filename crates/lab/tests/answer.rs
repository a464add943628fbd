//! Answers step by step: the same boards as along the plan, and the beginning of an illegal answer.

use pathmax_lab::picture::answer_picture;
use pathmax_lab::{AnswerEnd, AnswerReplay, AnyBoard, SolveReport, Solver};

use crate::support::read;

const CHEXERS: &str = r#"{"colour": "red", "pieces": [[-1, 0], [2, 0]], "blocks": [[0, 0], [1, 1]]}"#;
const INFEXION: &str = "5,6,r,3\n1,0,b,2\n5,0,b,1";
/// Spread to the left or to the right, six tokens fall on the same cells.
const ALL_ROUND: &str = "3,3,r,6\n3,0,b,1";
const PAWNS: &str = "K . . 1\n. x . .\n. . R 2";

fn solved(board: &AnyBoard) -> SolveReport {
    let solver = Solver { most_frames: usize::MAX, course_report: true, ..Solver::default() };
    solver.solve(board, &mut |_| {}).unwrap()
}

fn replay(board: &AnyBoard, answer: impl AsRef<[u8]>) -> AnswerReplay {
    AnswerReplay::of(board, answer.as_ref()).unwrap()
}

#[test]
fn a_plan_has_the_boards_that_the_solver_draws() {
    for text in [CHEXERS, INFEXION, ALL_ROUND, PAWNS] {
        let board = read(text);
        let report = solved(&board);
        let answer = format!("# mine\n\n{}\n", report.actions.join("\r\n\r\n"));
        let replay = replay(&board, answer);
        assert_eq!((&replay.actions, &replay.end), (&report.actions, &AnswerEnd::Solved), "{text}");
        assert!(replay.frames == report.frames, "{text}");
        assert_eq!(Some(replay.cost()), report.cost);
        assert_eq!(replay.shortcoming(), None);
    }
}

#[test]
fn each_of_two_actions_with_the_same_effect_is_drawn_as_it_is_written() {
    for answer in ["SPREAD 3 3 0 1", "SPREAD 3 3 0 -1"] {
        let replay = replay(&read(ALL_ROUND), answer);
        assert_eq!((replay.actions, replay.end), (vec![answer.to_string()], AnswerEnd::Solved));
    }
}

#[test]
fn a_report_of_the_course_has_the_same_boards() {
    let board = read(PAWNS);
    let solved = solved(&board);
    let report = solved.course_report.unwrap();
    let without_last_stars = report.trim_end().trim_end_matches('*');
    for answer in [report.as_str(), without_last_stars] {
        let replay = replay(&board, answer);
        assert_eq!((&replay.actions, &replay.end), (&solved.actions, &AnswerEnd::Solved), "{answer}");
        assert!(replay.frames == solved.frames, "{answer}");
    }
    // The third board is the first one again.
    let boards: Vec<&str> = report.split("*******\n").collect();
    let first =
        boards[0].lines().skip_while(|line| line.contains(':')).map(|line| format!("{line}\n")).collect::<String>();
    let replay = replay(&board, [boards[0], boards[1], &first, ""].join("*******\n"));
    let AnswerEnd::Illegal { line, reason, .. } = &replay.end else { panic!("{replay:?}") };
    assert!(*line > 8 && reason.starts_with("board 3: "), "{line}: {reason}");
    assert_eq!(replay.actions, solved.actions[..1]);
}

#[test]
fn an_illegal_line_ends_the_replay() {
    let board = read(CHEXERS);
    let replay = replay(&board, "JUMP from (-1, 0) to (1, 0).\n\nEXIT from (1, 0).\nMOVE from (2, 0) to (3, 0).\n");
    assert_eq!(replay.actions, ["JUMP from (-1, 0) to (1, 0)."]);
    assert_eq!((replay.frames.len(), replay.cost()), (2, 1));
    insta::assert_snapshot!(replay.shortcoming().unwrap(), @"line 3 is illegal: (1, 0) is not an exit hex of red");
    let picture = answer_picture(&replay, None);
    assert!(picture.contains("line 3 is illegal") && picture.contains("1. JUMP from (-1, 0) to (1, 0)."), "{picture}");
}

#[test]
fn answers_that_are_no_plans() {
    let board = read(CHEXERS);
    for (answer, shortcoming) in [
        (&b""[..], "every line is legal, but the goal is not reached"),
        (b"# nothing yet\n", "every line is legal, but the goal is not reached"),
        (b"FAIL\n", "the answer states that there is no solution"),
        (b"MOVE from (2, 0) to \xff", "line 1 is illegal"),
        (b"\xef\xbb\xbfnonsense\x1b[31m", "line 1 is illegal"),
    ] {
        let replay = replay(&board, answer);
        assert_eq!((replay.actions.len(), replay.frames.len()), (0, 1));
        let said = replay.shortcoming().unwrap();
        assert!(said.starts_with(shortcoming) && !said.contains('\u{1b}'), "{said}");
    }
}
