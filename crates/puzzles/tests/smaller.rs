//! Small boards: all of them, and those one step smaller.

use std::collections::BTreeSet;

use pathmax_puzzles::generation::Dice;
use pathmax_puzzles::smaller::Size;
use pathmax_puzzles::{Instance, PUZZLES, Puzzle, PuzzleInfo, Visitor};

struct Files;

impl Visitor for Files {
    /// The board's file, and that of the form that stands for all its images.
    type Output = (String, String);

    fn visit<P: Puzzle>(self, puzzle: &P) -> (String, String) {
        (puzzle.to_file(), puzzle.canonical_file())
    }
}

fn puzzle(name: &str) -> &'static PuzzleInfo {
    PuzzleInfo::named(name).unwrap()
}

fn boards(name: &str, things: u32, cells: u32, power: u32) -> Vec<Instance> {
    puzzle(name).boards_of_size(Size { things, cells, power }, false).collect()
}

#[test]
fn boards_of_a_size_are_of_that_size_and_none_is_there_twice() {
    for (name, size) in [
        ("chexers", Size { things: 0, cells: 19, power: 0 }),
        ("chexers", Size { things: 2, cells: 37, power: 0 }),
        ("chexers", Size { things: 3, cells: 19, power: 0 }),
        ("infexion", Size { things: 2, cells: 49, power: 5 }),
        ("infexion", Size { things: 3, cells: 49, power: 3 }),
        ("pawn-hunt", Size { things: 2, cells: 9, power: 0 }),
        ("pawn-hunt", Size { things: 3, cells: 6, power: 0 }),
    ] {
        let puzzle = puzzle(name);
        let mut images = BTreeSet::new();
        let mut count = 0;
        for instance in puzzle.boards_of_size(size, false) {
            assert_eq!(instance.size(), size, "{instance:?}");
            assert!(images.insert(instance.accept(Files).1), "{instance:?}");
            count += 1;
        }
        assert!(count > 0 && count <= 2 * puzzle.about_how_many(size), "{name} {size:?}: {count}");
    }
}

/// Counted by hand, or by Burnside's lemma.
#[test]
fn no_board_of_a_size_is_missing() {
    // Two of 37 hexes, each with a piece or a block: 666 · 4. The mirror leaves (-2, 1), (0, 0) and (2, -1) where they are
    // and exchanges 17 pairs, so it leaves 3 · 4 + 17 · 2 boards as they are. (2664 + 46) / 2.
    assert_eq!(boards("chexers", 2, 37, 0).len(), 1355);
    // A red stack alone, of every power; blue ones alone can do nothing.
    assert_eq!((1..=6).map(|power| boards("infexion", 1, 49, power).len()).collect::<Vec<_>>(), [1; 6]);
    // An agent, an obstacle or a pawn on 1 × 4 (2 places) or 2 × 2 (1 place): pawns alone can do nothing.
    assert_eq!(boards("pawn-hunt", 1, 4, 0).len(), 4 * 3);
    // A knight and a pawn beside each other, or all else that two cells hold: of 25, five are their own image; then
    // without the board of two pawns and the one of a pawn and an obstacle.
    assert_eq!(boards("pawn-hunt", 2, 2, 0).len(), (25 + 5) / 2 - 2);
}

#[test]
fn small_sizes_come_in_order_with_all_that_lie_within_them() {
    for puzzle in PUZZLES {
        let sizes = puzzle.small_sizes();
        assert!(sizes.is_sorted() && !sizes.is_empty());
        for &size in &sizes {
            assert!(puzzle.sizes_within(size).iter().all(|within| within.is_within(size) && sizes.contains(within)));
        }
    }
}

#[test]
fn smaller_boards_are_smaller_and_moved_boards_as_large() {
    let mut dice = Dice::new(3);
    for puzzle in PUZZLES {
        for settings in puzzle.grounds(false) {
            let boards = puzzle.boards(&settings).unwrap();
            let instance = boards.random(&mut dice);
            let (size, file) = (instance.size(), instance.accept(Files).0);
            let smaller = instance.smaller();
            assert!(smaller.len() as u32 >= size.things);
            for board in smaller {
                assert!(board.size().is_within(size) && board.size() != size, "{board:?}");
                reads_back(puzzle, &board);
            }
            let moved = instance.moved();
            assert_eq!(moved.len() as u32, size.things * (size.cells - size.things));
            for board in moved {
                assert_eq!(board.size(), size);
                assert_ne!(board.accept(Files).0, file);
                reads_back(puzzle, &board);
            }
        }
    }
}

fn reads_back(puzzle: &'static PuzzleInfo, board: &Instance) {
    let file = board.accept(Files).0;
    let reading = pathmax_puzzles::Reading { puzzle: Some(puzzle), spawn: false };
    let read = Instance::parse(&file, &reading).unwrap_or_else(|error| panic!("{error}: {file}"));
    assert_eq!(read.instance.accept(Files).0, file);
}
