//! LF, CRLF and CR alone end lines alike, in board files and in answers of every puzzle.

use pathmax_puzzles::{Instance, PUZZLES, Puzzle, PuzzleInfo, Reading, Visitor};
use proptest::prelude::*;
use proptest::sample::select;

/// Lines with a comment or a blank line before some of them.
fn with_odd_lines(lines: impl Strategy<Value = Vec<String>>) -> impl Strategy<Value = Vec<String>> {
    let odd = select(vec!["", "", "# a comment", "  ", "# 1,1,b,1"]);
    let line =
        |(line, odd, is_odd): (String, &str, bool)| if is_odd { vec![odd.to_string(), line] } else { vec![line] };
    lines
        .prop_flat_map(move |lines| {
            lines.into_iter().map(|line| (Just(line), odd.clone(), prop::bool::weighted(0.2))).collect::<Vec<_>>()
        })
        .prop_map(move |lines| lines.into_iter().flat_map(line).collect())
}

/// Files of all puzzles, most of them good.
fn files() -> impl Strategy<Value = Vec<String>> {
    let stacks = prop::collection::vec("[0-6],[0-6],[rb],[1-6]( |,|,,)?|[0-9],0,b", 1..5);
    let rows = (1..6_usize).prop_flat_map(|width| {
        let row =
            prop::collection::vec(select(vec![".", ".", "x", "K", "R", "1"]), width).prop_map(|row| row.join(" "));
        prop::collection::vec(row, 1..6)
    });
    let hexes = || prop::collection::vec("\\[-?[0-4],-?[0-3]\\]", 0..4).prop_map(|hexes| hexes.join(","));
    let json = (hexes(), hexes()).prop_map(|(pieces, blocks)| {
        let colour = r#"{"colour": "red","#.to_string();
        vec![
            colour,
            format!(r#" "pieces": [{pieces}],"#),
            r#""blocks":"#.to_string(),
            format!("[{blocks}]"),
            "}".into(),
        ]
    });
    with_odd_lines(prop_oneof![stacks, rows, json])
}

/// The lines as a text, each ended by the next of `ends`.
fn text(lines: &[String], ends: &[&str]) -> String {
    let mut text = String::new();
    for (line, end) in lines.iter().zip(ends.iter().cycle()) {
        // After a CR, the LF of a blank line would be the second half of a CRLF.
        let merges = text.ends_with('\r') && line.is_empty() && *end == "\n";
        text += line;
        text += if merges { "\r\n" } else { end };
    }
    text
}

struct ToFile;

impl Visitor for ToFile {
    type Output = String;

    fn visit<P: Puzzle>(self, puzzle: &P) -> String {
        puzzle.to_file()
    }
}

/// The board that a text is read as, or the error with its line and column.
fn read(text: &str, puzzle: Option<&'static PuzzleInfo>) -> String {
    match Instance::parse(text, &Reading { puzzle, ..Reading::default() }) {
        Ok(parsed) => format!("{} {:?}\n{}", parsed.instance.info().name, parsed.notes, parsed.instance.accept(ToFile)),
        Err(error) => error.to_string(),
    }
}

fn instance(file: &str) -> Instance {
    Instance::parse(file, &Reading::default()).unwrap().instance
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn files_mean_the_same_with_any_line_ends(
        lines in files(),
        mixed in prop::collection::vec(select(vec!["\n", "\r\n", "\r"]), 1..6),
    ) {
        let lf = text(&lines, &["\n"]);
        for ends in [&["\r"][..], &["\r\n"], &mixed] {
            let other = text(&lines, ends);
            for puzzle in PUZZLES.iter().map(|&puzzle| Some(puzzle)).chain([None]) {
                prop_assert_eq!(read(&other, puzzle), read(&lf, puzzle), "{:?}", other);
            }
        }
    }

    #[test]
    fn answers_mean_the_same_with_any_line_ends(
        lines in with_odd_lines(prop::collection::vec(select(vec![
            "SPREAD 5 6 -1 1".to_string(), "SPREAD 4 0 0 1".to_string(), "SPREAD 3 1 1 0".to_string(), "nonsense".to_string(),
        ]), 0..4)),
        mixed in prop::collection::vec(select(vec!["\n", "\r\n", "\r"]), 1..6),
    ) {
        let board = instance("5,6,r,2\n1,0,b,2\n");
        let lf = board.replay(&text(&lines, &["\n"]));
        for ends in [&["\r"][..], &["\r\n"], &mixed] {
            let other = text(&lines, ends);
            prop_assert_eq!(board.replay(&other), lf.clone(), "{:?}", other);
        }
    }
}

#[test]
fn a_comment_ends_at_a_cr() {
    // The count of lines and the columns are those that an editor shows.
    let wrong = |text: &str| Instance::parse(text, &Reading::default()).unwrap_err().to_string();
    let power = "the power is \"9\"; it must be a whole number from 1 to 6";
    assert_eq!(wrong("# c\r5,6,r,2\r1,0,b,9\r"), format!("line 3, column 7: {power}"));
    assert_eq!(wrong("# c\r\n\r5,6,r,2\n1,0,b,9\r"), format!("line 4, column 7: {power}"));
    assert!(wrong("# c\rK . 1\r. q .\r").starts_with("line 3, column 3: "));
    let json = "# c\r{\"colour\": \"red\",\r \"pieces\": [[9,0]],\r\"blocks\": []}\r";
    assert!(wrong(json).starts_with("line 3, column 13: pieces[0]: "), "{}", wrong(json));
    assert!(wrong(&json.replace("]],", "]]")).starts_with("line 4, column 1: this is not valid JSON"));
}

#[test]
fn a_report_may_have_cr_line_ends() {
    let board = instance("R . 1\n. x .\n. . .\n");
    let report = "expanded: 1\rpath-cost: 8\rR . 1\r. x .\r. . .\r*****\r. . R\r. x .\r. . .\r*****\r";
    let replay = board.replay(report).unwrap();
    assert_eq!((replay.cost, replay.solved), (8, true));
}
