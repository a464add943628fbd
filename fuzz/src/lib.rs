//! What must hold for any bytes at all.

use pathmax_puzzles::input::decode;
use pathmax_puzzles::{Instance, Puzzle, PuzzleInfo, Reading, Visitor};

/// A board file is read or refused at a place that it has. What was read can be drawn, printed and read again.
pub fn read(bytes: &[u8], puzzle: &'static PuzzleInfo, spawn: bool) {
    let Ok(text) = decode(bytes) else { return };
    // Recognition sees every text too, whatever comes of it.
    let _ = Instance::parse(text, &Reading::default());
    let reading = Reading { puzzle: Some(puzzle), spawn };
    match Instance::parse(text, &reading) {
        Ok(parsed) => {
            let printed = parsed.instance.accept(Print);
            // The empty board of infexion is an empty file, which could be any puzzle's.
            let again = if printed.is_empty() { reading } else { Reading { puzzle: None, spawn } };
            let again = Instance::parse(&printed, &again).expect("a printed board is a board").instance;
            assert_eq!(again.info().name, puzzle.name);
            assert_eq!(again.accept(Print), printed);
        }
        Err(error) => {
            if let Some(place) = error.position {
                let line = text.split('\n').nth(place.line - 1).expect("the line is in the text");
                assert!((1..=line.chars().count() + 1).contains(&place.column), "{error}");
            }
        }
    }
}

/// An answer is carried out or refused at a line that it has.
pub fn replay(answer: &str, board: &Instance) {
    board.accept(ReplayAnswer(answer));
}

/// Prints the board as a file, and draws it by the way.
struct Print;

impl Visitor for Print {
    type Output = String;

    fn visit<P: Puzzle>(self, puzzle: &P) -> String {
        assert!(!puzzle.scene(&puzzle.start()).draw().lines.is_empty());
        puzzle.to_file()
    }
}

struct ReplayAnswer<'a>(&'a str);

impl Visitor for ReplayAnswer<'_> {
    type Output = ();

    fn visit<P: Puzzle>(self, puzzle: &P) {
        let lines = self.0.lines().count();
        match puzzle.replay(self.0) {
            // No action of any puzzle costs more than 10.
            Ok(replay) => {
                assert!(replay.cost as usize <= 10 * lines);
                assert!(puzzle.answer_remarks(self.0, &replay).len() <= lines);
            }
            Err(error) => assert!((1..=lines).contains(&error.line), "{error:?}"),
        }
    }
}
