//! Story files with errors: each message names the file, the line and what would be right.

use std::fs;

use pathmax_lab::Registry;
use pathmax_serve::Story;

use crate::support::puzzles::registry;

const GOOD: &str = r#"title = "One move"
summary = "A knight captures a pawn."
puzzle = "pawn-hunt"
board = """
K . .
. . 1
"""
view = "solve"

[[step]]
caption = "A* finds the only move."
"#;

/// The error of a story in which `from` is replaced.
fn error(from: &str, to: &str) -> String {
    assert!(GOOD.contains(from), "{from}");
    Story::parse("one-move", &GOOD.replace(from, to), &registry()).unwrap_err().to_string()
}

/// The error of a story with more lines in its step.
fn step_error(lines: &str) -> String {
    Story::parse("one-move", &format!("{GOOD}{lines}\n"), &registry()).unwrap_err().to_string()
}

#[test]
fn the_template_is_good() {
    Story::parse("one-move", GOOD, &registry()).unwrap();
}

#[test]
fn syntax_and_keys() {
    insta::assert_snapshot!(error("\"One move\"", "One move"), @"line 1, column 9: string values must be quoted, expected literal string");
    insta::assert_snapshot!(error("title", "titel"), @"line 1, column 1: unknown key `titel`, expected one of `title`, `summary`, `order`, `puzzle`, `options`, `board`, `algorithm`, `heuristic`, `view`, `step`");
    insta::assert_snapshot!(error("summary = \"A knight captures a pawn.\"\n", ""), @"line 1, column 1: the key `summary` is missing; add it");
    insta::assert_snapshot!(error("\"One move\"", "1"), @"line 1, column 9: invalid type: integer `1`, expected a string");
    insta::assert_snapshot!(step_error("captoin = \"x\""), @"line 12, column 1: unknown key `captoin`, expected one of `caption`, `puzzle`, `options`, `board`, `algorithm`, `heuristic`, `view`, `rival`, `position`, `play`, `speed`, `audit`, `algorithms`, `heuristics`, `expect`");
    insta::assert_snapshot!(step_error("caption = \"x\""), @"line 12, column 1: duplicate key");
    insta::assert_snapshot!(error("caption =", "position ="), @r#"line 11, column 12: invalid value: string "A* finds the only move.", expected a whole number from 0, or "end""#);
    insta::assert_snapshot!(step_error("expect = { cost = \"six\" }"), @r#"line 12, column 19: invalid type: string "six", expected a whole number"#);
}

#[test]
fn prose() {
    insta::assert_snapshot!(error("One move", " "), @"line 1, column 9: the title is empty; write some text");
    insta::assert_snapshot!(error("One move", &"long ".repeat(20)), @"line 1, column 9: the title has 99 characters; write at most 80");
    insta::assert_snapshot!(error("A knight captures a pawn.", &"x".repeat(201)), @"line 2, column 11: the summary has 201 characters; write at most 200");
    insta::assert_snapshot!(error("A* finds the only move.", ""), @"line 11, column 11: the caption is empty; write some text");
    insta::assert_snapshot!(error("A* finds the only move.", &"x".repeat(601)), @"line 11, column 11: the caption has 601 characters; write at most 600");
    insta::assert_snapshot!(error("A* finds the only move.", "A `code."), @"line 11, column 11: the caption has code that does not end: `code.; add another `");
    insta::assert_snapshot!(error("A* finds the only move.", "A *word."), @"line 11, column 11: the caption has emphasis that does not end: *word.; add another *");
    insta::assert_snapshot!(error("A* finds the only move.", "\\u0007"), @r#"line 11, column 11: the caption contains the control character '\u{7}'; remove it"#);
}

#[test]
fn numbers_of_steps() {
    insta::assert_snapshot!(error("[[step]]\ncaption = \"A* finds the only move.\"\n", ""), @"the story has no steps; add a [[step]]");
    insta::assert_snapshot!(step_error(&"[[step]]\ncaption = \"x\"\n".repeat(12)), @"line 34, column 1: a story has at most 12 steps; remove some");
}

#[test]
fn boards() {
    insta::assert_snapshot!(error("puzzle = \"pawn-hunt\"\n", ""), @"line 9, column 1: the step has no puzzle; set `puzzle` here or at the top of the file, to one of chexers, infexion, pawn-hunt, countdown, row");
    insta::assert_snapshot!(error("pawn-hunt", "pawnhunt"), @r#"line 3, column 10: there is no puzzle "pawnhunt"; did you mean pawn-hunt? Choose from chexers, infexion, pawn-hunt, countdown, row"#);
    insta::assert_snapshot!(error("board = \"\"\"\nK . .\n. . 1\n\"\"\"\n", ""), @"line 6, column 1: the step has no board; set `board` here or at the top of the file");
    insta::assert_snapshot!(error(". . 1", ". . q"), @r#"line 6, column 5: board: "q" is not a cell; use `.` for empty, `x` for an obstacle, K, B or R for an agent, a digit for a pawn"#);
    insta::assert_snapshot!(error("\"\"\"\nK . .\n. . 1\n\"\"\"", "\"K . .\\n. . q\\n\""), @r#"line 4, column 9: board: "q" is not a cell; use `.` for empty, `x` for an obstacle, K, B or R for an agent, a digit for a pawn"#);
    insta::assert_snapshot!(error("\"\"\"\nK . .\n. . 1\n\"\"\"", "'''K . .\n. . q'''"), @r#"line 5, column 5: board: "q" is not a cell; use `.` for empty, `x` for an obstacle, K, B or R for an agent, a digit for a pawn"#);
    insta::assert_snapshot!(error("view = \"solve\"", "view = \"solve\"\noptions = { spawn = true }"), @"line 9, column 11: pawn-hunt boards have no option spawn; leave it out");
    insta::assert_snapshot!(step_error("puzzle = \"infexion\"\nboard = \"5,6,r,2\"\noptions = { spawn = 3 }"), @"line 14, column 11: the infexion option spawn is 3; it must be true or false");
    insta::assert_snapshot!(step_error("puzzle = \"countdown\"\nboard = \"panic\""), @"line 13, column 9: board: countdown panicked when it read the board");
}

#[test]
fn searches() {
    insta::assert_snapshot!(step_error("algorithm = \"astra\""), @r#"line 12, column 13: there is no algorithm "astra"; did you mean astar? Choose from astar, partial-astar, ucs, greedy, weighted-astar, bfs, dfs, iddfs, idastar"#);
    insta::assert_snapshot!(step_error("algorithm = \"ucs:no-reopen\""), @r#"line 12, column 13: ucs takes a tie-breaking (first-in or last-in) after the colon, not "no-reopen""#);
    insta::assert_snapshot!(step_error("heuristic = \"relaxed-map\""), @r#"line 12, column 13: pawn-hunt has no heuristic "relaxed-map"; choose from tours, spanning-tree, routes, h2, h1, six-per-pawn, perfect, null"#);
    insta::assert_snapshot!(step_error("view = \"race\"\nrival = { algorithm = \"ucs\", heuristic = \"h3\" }"), @r#"line 13, column 42: pawn-hunt has no heuristic "h3"; choose from tours, spanning-tree, routes, h2, h1, six-per-pawn, perfect, null"#);
    insta::assert_snapshot!(step_error("view = \"race\"\nrival = { heuristic = \"h2\" }"), @"line 13, column 9: the key `algorithm` is missing; add it");
}

#[test]
fn views_and_their_settings() {
    insta::assert_snapshot!(error("view = \"solve\"", ""), @"line 10, column 1: the step has no view; set `view` here or at the top of the file, to one of board, solve, watch, race, map, audit, compare");
    insta::assert_snapshot!(error("view = \"solve\"", "view = \"prove\""), @"line 8, column 8: unknown value `prove`, expected one of `board`, `solve`, `watch`, `race`, `map`, `audit`, `compare`");
    insta::assert_snapshot!(step_error("view = \"race\""), @"line 12, column 8: a race needs its other search: rival = { algorithm = …, heuristic = … }");
    insta::assert_snapshot!(step_error("rival = { algorithm = \"ucs\" }"), @"line 12, column 9: `rival` only applies to the view race; remove it");
    insta::assert_snapshot!(step_error("view = \"board\"\nplay = true"), @"line 13, column 8: `play` only applies to the views solve, watch and race; remove it");
    insta::assert_snapshot!(step_error("position = -1"), @r#"line 12, column 12: invalid value: integer `-1`, expected a whole number from 0, or "end""#);
    insta::assert_snapshot!(step_error("position = \"start\""), @r#"line 12, column 12: invalid value: string "start", expected a whole number from 0, or "end""#);
    insta::assert_snapshot!(step_error("position = 20001"), @r#"line 12, column 12: `position` must be at most 20000, or "end""#);
    insta::assert_snapshot!(step_error("speed = 0"), @"line 12, column 9: `speed` must be from 0.1 to 10000 steps per second");
    insta::assert_snapshot!(step_error("speed = nan"), @"line 12, column 9: `speed` must be from 0.1 to 10000 steps per second");
    insta::assert_snapshot!(step_error("audit = \"board\""), @"line 12, column 9: `audit` only applies to the view audit; remove it");
    insta::assert_snapshot!(step_error("view = \"audit\"\naudit = \"everything\""), @"line 13, column 9: unknown value `everything`, expected `board` or `puzzle`");
    insta::assert_snapshot!(step_error("algorithms = [\"astar\"]"), @"line 12, column 14: `algorithms` only applies to the view compare; remove it");
    insta::assert_snapshot!(step_error("view = \"compare\"\nalgorithms = [\"astar\", \"A*\"]"), @r#"line 13, column 24: "astar" is listed twice; remove one of them"#);
    insta::assert_snapshot!(step_error("view = \"compare\"\nheuristics = [\"h9\"]"), @r#"line 13, column 15: pawn-hunt has no heuristic "h9"; choose from tours, spanning-tree, routes, h2, h1, six-per-pawn, perfect, null"#);
}

#[test]
fn what_a_puzzle_does_not_support() {
    let countdown = |view: &str| step_error(&format!("puzzle = \"countdown\"\nboard = \"8\"\nview = {view}"));
    insta::assert_snapshot!(countdown("\"map\""), @"line 14, column 8: countdown does not support maps of heuristics; choose another view");
    insta::assert_snapshot!(countdown("\"audit\"\naudit = \"puzzle\""), @r#"line 14, column 8: countdown does not support generating boards; set audit = "board""#);
}

#[test]
fn files_and_folders() {
    let folder = tempfile::tempdir().unwrap();
    let read = || {
        let error = Story::read_folder(folder.path(), &Registry::builtin()).unwrap_err().to_string();
        error.replace(&folder.path().display().to_string(), "DIR")
    };
    // Files with other names are no stories.
    fs::write(folder.path().join("notes.txt"), "not a story").unwrap();
    fs::write(folder.path().join(".hidden.toml"), "not a story").unwrap();
    insta::assert_snapshot!(read(), @"DIR: there are no story files in this folder; their names end in .toml");
    let write = |name: &str, contents: &[u8]| fs::write(folder.path().join(name), contents).unwrap();
    write("a.toml", GOOD.as_bytes());
    assert_eq!(Story::read_folder(folder.path(), &Registry::builtin()).unwrap().len(), 1);
    write("a.toml", &[b"\xEF\xBB\xBF", GOOD.as_bytes()].concat());
    assert_eq!(Story::read_folder(folder.path(), &Registry::builtin()).unwrap().len(), 1);
    for (name, contents) in [("b c.toml", GOOD.as_bytes()), ("b.toml", b"\xFF"), ("b.toml", &[b'#'; (64 << 10) + 1])] {
        write(name, contents);
        let told = read();
        fs::remove_file(folder.path().join(name)).unwrap();
        match contents {
            b"\xFF" => {
                insta::assert_snapshot!(told, @"DIR/b.toml: line 1, column 1: this is not UTF-8 text (byte 0xFF)")
            }
            [b'#', ..] => insta::assert_snapshot!(told, @"DIR/b.toml: the file is larger than 64 KiB, the maximum"),
            _ => {
                insta::assert_snapshot!(told, @"DIR/b c.toml: the name of a story file is part of links: use 1 to 64 letters from a to z, digits, - and _")
            }
        }
    }
    fs::create_dir(folder.path().join("c.toml")).unwrap();
    insta::assert_snapshot!(read(), @"DIR/c.toml: this is not a file; a story is a text file");
    fs::remove_dir(folder.path().join("c.toml")).unwrap();
    (0..100).for_each(|n| write(&format!("n{n}.toml"), GOOD.as_bytes()));
    insta::assert_snapshot!(read(), @"DIR: there are 101 story files; the maximum is 100");
    let missing = Story::read_folder(&folder.path().join("missing"), &Registry::builtin()).unwrap_err().to_string();
    assert!(missing.contains("missing: the folder cannot be read: "), "{missing}");
}
