//! Smaller boards, and all small boards.

use std::collections::BTreeSet;

use crate::support::parse;
use pathmax_puzzles::capability::{Enumerate, EnumerateFns, Generate, Symmetry};
use pathmax_puzzles::generation::{GeneratorOptions, Random};
use pathmax_puzzles::shrink::Size;
use pathmax_puzzles::{Options, chexers, infexion, pawn_hunt};

fn enumeration<B: Enumerate>() -> EnumerateFns<B> {
    B::capabilities().enumerate.unwrap()
}

fn count<B: Enumerate>(things: u32, cells: u32, power: u32) -> usize {
    B::of_size(Size { things, cells, power }, &Options::default()).count()
}

fn check_boards_of_size<B: Enumerate + Symmetry>(things: u32, cells: u32, power: u32) {
    let size = Size { things, cells, power };
    let mut forms = BTreeSet::new();
    let mut count = 0;
    for board in B::of_size(size, &Options::default()) {
        assert_eq!(board.size(), size, "{board:?}");
        assert!(forms.insert(board.canonical().print()), "{board:?}");
        count += 1;
    }
    let estimate = enumeration::<B>().estimated_count(size);
    assert!(count > 0 && count <= 2 * estimate, "{} {size:?}: {count}, estimate {estimate}", B::PUZZLE.name);
}

#[test]
fn boards_of_a_size_have_that_size_and_are_different_under_symmetry() {
    check_boards_of_size::<chexers::Board>(0, 19, 0);
    check_boards_of_size::<chexers::Board>(2, 37, 0);
    check_boards_of_size::<chexers::Board>(3, 19, 0);
    check_boards_of_size::<infexion::Board>(2, 49, 5);
    check_boards_of_size::<infexion::Board>(3, 49, 3);
    check_boards_of_size::<pawn_hunt::Board>(2, 9, 0);
    check_boards_of_size::<pawn_hunt::Board>(3, 6, 0);
}

/// The expected numbers were counted by hand, or with Burnside's lemma.
#[test]
fn no_board_of_a_size_is_missing() {
    // A piece or a block on one of 19 hexes, of which the reflection fixes 3.
    assert_eq!(count::<chexers::Board>(1, 19, 0), 2 * (3 + 8));
    // Two of 37 hexes, each with a piece or a block: 666 · 4. The reflection fixes (-2, 1), (0, 0) and (2, -1) and exchanges 17
    // pairs, so it fixes 3 · 4 + 17 · 2 boards. (2664 + 46) / 2.
    assert_eq!(count::<chexers::Board>(2, 37, 0), 1355);
    // A single red stack of each power; a single blue one has no action.
    assert_eq!((1..=6).map(|power| count::<infexion::Board>(1, 49, power)).collect::<Vec<_>>(), [1; 6]);
    // An agent on 1 × 4 (2 squares up to symmetry) or 2 × 2 (1 square); without an agent there is no action.
    assert_eq!(count::<pawn_hunt::Board>(1, 4, 0), 3 * 3);
    // Two things on two cells: of 25 boards, five are symmetric. Without the boards of two pawns, of two obstacles, and of one
    // each.
    assert_eq!(count::<pawn_hunt::Board>(2, 2, 0), (25 + 5) / 2 - 3);
}

#[test]
fn options_apply_to_enumerated_boards() {
    let size = Size { things: 1, cells: 49, power: 1 };
    let boards: Vec<_> = infexion::Board::of_size(size, &Options::default().with("spawn", true)).collect();
    // With spawning, there is an action on the board with a single blue stack, too.
    assert_eq!(boards.len(), 2);
    assert!(boards.iter().all(|board| board.spawn));
}

#[test]
fn impossible_sizes_have_no_boards() {
    let huge = Size { things: u32::MAX, cells: u32::MAX, power: u32::MAX };
    fn is_empty<B: Enumerate>(size: Size) -> bool {
        B::of_size(size, &Options::default()).next().is_none()
    }
    for size in [huge, Size { cells: 37, ..huge }, Size { cells: 49, ..huge }, Size { cells: 16, ..huge }] {
        assert!(is_empty::<chexers::Board>(size), "{size:?}");
        assert!(is_empty::<infexion::Board>(size), "{size:?}");
        assert!(is_empty::<pawn_hunt::Board>(size), "{size:?}");
    }
    assert!(is_empty::<chexers::Board>(Size { things: 1, cells: 36, power: 0 }));
    assert!(is_empty::<infexion::Board>(Size { things: 0, cells: 49, power: 0 }));
    assert!(is_empty::<pawn_hunt::Board>(Size { things: 1, cells: 17, power: 0 }));
}

fn check_small_sizes<B: Enumerate>() {
    let sizes = enumeration::<B>().small_sizes();
    assert!(sizes.is_sorted() && !sizes.is_empty());
    for &size in &sizes {
        assert!(B::sizes(size).iter().all(|within| within.is_within(size) && sizes.contains(within)));
    }
}

#[test]
fn small_sizes_are_sorted_and_include_all_sizes_within_them() {
    check_small_sizes::<chexers::Board>();
    check_small_sizes::<infexion::Board>();
    check_small_sizes::<pawn_hunt::Board>();
}

fn check_smaller_and_moved<B: Enumerate + Generate>() {
    let mut random = Random::new(3);
    for options in enumeration::<B>().generator_options() {
        let source = B::source(&GeneratorOptions::new(B::PUZZLE, &options).unwrap()).unwrap();
        let board = source.random(&mut random);
        let size = board.size();
        let smaller = board.smaller();
        assert!(smaller.len() as u32 >= size.things);
        for board in smaller {
            assert!(board.size().is_within(size) && board.size() != size, "{board:?}");
            assert_eq!(parse::<B>(&board.print()), board);
        }
        let moved = board.moved();
        assert_eq!(moved.len() as u32, size.things * (size.cells - size.things));
        for other in moved {
            assert_eq!(other.size(), size);
            assert_ne!(other.print(), board.print());
            assert_eq!(parse::<B>(&other.print()), other);
        }
    }
}

#[test]
fn smaller_boards_are_smaller_and_moved_boards_have_the_same_size() {
    check_smaller_and_moved::<chexers::Board>();
    check_smaller_and_moved::<infexion::Board>();
    check_smaller_and_moved::<pawn_hunt::Board>();
}
