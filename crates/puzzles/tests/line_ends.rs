//! LF, CRLF and CR alone are equivalent line ends, in board files and in answers of all puzzles.

use crate::support::parse;
use pathmax_puzzles::{Board, Options, chexers, infexion, pawn_hunt};
use proptest::prelude::*;
use proptest::sample::select;

/// Adds a comment or a blank line before some of the lines.
fn with_comments(lines: impl Strategy<Value = Vec<String>>) -> impl Strategy<Value = Vec<String>> {
    let comments = select(vec!["", "", "# a comment", "  ", "# 1,1,b,1"]);
    let line = |(line, comment, has_comment): (String, &str, bool)| {
        if has_comment { vec![comment.to_string(), line] } else { vec![line] }
    };
    lines
        .prop_flat_map(move |lines| {
            lines.into_iter().map(|line| (Just(line), comments.clone(), prop::bool::weighted(0.2))).collect::<Vec<_>>()
        })
        .prop_map(move |lines| lines.into_iter().flat_map(line).collect())
}

/// Files of all puzzles, most of them valid.
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
    with_comments(prop_oneof![stacks, rows, json])
}

/// Joins the lines with the line ends of a cycle.
fn text(lines: &[String], ends: &[&str]) -> String {
    let mut text = String::new();
    for (line, end) in lines.iter().zip(ends.iter().cycle()) {
        // After a CR, the LF of a blank line would complete a CRLF.
        let merges = text.ends_with('\r') && line.is_empty() && *end == "\n";
        text += line;
        text += if merges { "\r\n" } else { end };
    }
    text
}

/// The board and the notes, or the error with its line and column; and whether the text is recognized.
fn parsed<B: Board>(text: &str) -> (String, bool) {
    let parsed = match B::parse(text, &Options::default()) {
        Ok(parsed) => format!("{:?}\n{}", parsed.notes, parsed.board.print()),
        Err(error) => error.to_string(),
    };
    (parsed, B::recognizes(text))
}

fn all_parsed(text: &str) -> [(String, bool); 3] {
    [parsed::<chexers::Board>(text), parsed::<infexion::Board>(text), parsed::<pawn_hunt::Board>(text)]
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
            prop_assert_eq!(all_parsed(&other), all_parsed(&lf), "{:?}", other);
        }
    }

    #[test]
    fn answers_mean_the_same_with_any_line_ends(
        lines in with_comments(prop::collection::vec(select(vec![
            "SPREAD 5 6 -1 1".to_string(), "SPREAD 4 0 0 1".to_string(), "SPREAD 3 1 1 0".to_string(), "nonsense".to_string(),
        ]), 0..4)),
        mixed in prop::collection::vec(select(vec!["\n", "\r\n", "\r"]), 1..6),
    ) {
        let board: infexion::Board = parse("5,6,r,2\n1,0,b,2\n");
        let lf = board.replay(&text(&lines, &["\n"]));
        for ends in [&["\r"][..], &["\r\n"], &mixed] {
            let other = text(&lines, ends);
            prop_assert_eq!(board.replay(&other), lf.clone(), "{:?}", other);
        }
    }
}

#[test]
fn a_comment_ends_at_a_cr() {
    // Lines and columns are counted as in an editor.
    fn wrong<B: Board>(text: &str) -> String {
        B::parse(text, &Options::default()).unwrap_err().to_string()
    }
    let power = "the power is \"9\"; it must be a whole number from 1 to 6";
    assert_eq!(wrong::<infexion::Board>("# c\r5,6,r,2\r1,0,b,9\r"), format!("line 3, column 7: {power}"));
    assert_eq!(wrong::<infexion::Board>("# c\r\n\r5,6,r,2\n1,0,b,9\r"), format!("line 4, column 7: {power}"));
    assert!(wrong::<pawn_hunt::Board>("# c\rK . 1\r. q .\r").starts_with("line 3, column 3: "));
    let json = "# c\r{\"colour\": \"red\",\r \"pieces\": [[9,0]],\r\"blocks\": []}\r";
    let message = wrong::<chexers::Board>(json);
    assert!(message.starts_with("line 3, column 13: pieces[0]: "), "{message}");
    let invalid = wrong::<chexers::Board>(&json.replace("]],", "]]"));
    assert!(invalid.starts_with("line 4, column 1: this is not valid JSON"), "{invalid}");
}

#[test]
fn a_report_may_have_cr_line_ends() {
    let board: pawn_hunt::Board = parse("R . 1\n. x .\n. . .\n");
    let report = "expanded: 1\rpath-cost: 8\rR . 1\r. x .\r. . .\r*****\r. . R\r. x .\r. . .\r*****\r";
    let replay = board.replay(report).unwrap();
    assert_eq!((replay.cost, replay.solved), (8, true));
}
