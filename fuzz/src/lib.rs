//! What must hold for any bytes at all.

use pathmax_lab::{AnyBoard, Puzzle, Reading, Registry};
use pathmax_puzzles::input::decode;
use pathmax_puzzles::{Board, Options};

/// A board file is read, or rejected at a position in the file. A board that was read can be drawn, printed and read again.
pub fn read<B: Board>(bytes: &[u8], options: Options) {
    let Ok(text) = decode(bytes) else { return };
    let registry = Registry::builtin();
    // Recognition sees every text too, whether it is a board or not.
    let _ = registry.parse(text, &Reading::default());
    let puzzle = Puzzle::of::<B>();
    match puzzle.parse(text, &options) {
        Ok(parsed) => {
            let printed = print(&parsed.board);
            // The empty board of infexion is an empty file, which could be a file of any puzzle.
            let puzzle_given = printed.is_empty().then_some(puzzle);
            let again = registry.parse(&printed, &Reading { puzzle: puzzle_given, options });
            let again = again.expect("a printed board is a board").board;
            assert_eq!(again.puzzle(), puzzle);
            assert_eq!(print(&again), printed);
        }
        Err(error) => {
            if let Some(place) = error.position {
                let line = text.split('\n').nth(place.line - 1).expect("the line is in the text");
                assert!((1..=line.chars().count() + 1).contains(&place.column), "{error}");
            }
        }
    }
}

/// Prints the board as a file, and draws it to check that this does not panic.
fn print(board: &AnyBoard) -> String {
    let scene = board.scene().expect("built-in puzzles can be drawn");
    assert!(!scene.draw().lines.is_empty());
    board.print()
}

/// An answer is replayed, or rejected at one of its lines.
pub fn replay(answer: &str, board: &AnyBoard) {
    let lines = answer.lines().count();
    match board.replay(answer) {
        // No action of any puzzle costs more than 10.
        Ok(replay) => {
            assert!(replay.cost as usize <= 10 * lines);
            assert!(board.remarks(answer, &replay).len() <= lines);
        }
        Err(error) => assert!((1..=lines).contains(&error.line), "{error:?}"),
    }
}
