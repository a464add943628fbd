//! Random boards: they satisfy their options, can be printed and parsed, and never change for a seed. Canonical forms: all images
//! of a board have the same one.
//!
//! Images are generated here by applying a rotation, a reflection and translations repeatedly; the code under test enumerates
//! them differently.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::{RunWith, parse, parse_with};
use pathmax::{Algorithm, Threads};
use pathmax_puzzles::capability::{Generate, Symmetry};
use pathmax_puzzles::chexers::{self, Colour, Hex};
use pathmax_puzzles::generation::{BoardSource, Fact, GeneratorOptions, Random};
use pathmax_puzzles::options::OptionError;
use pathmax_puzzles::pawn_hunt::{self, Cell};
use pathmax_puzzles::{Board, Options, infexion};
use proptest::prelude::*;

fn source<B: Generate>(given: &[(&str, &str)]) -> Result<Box<dyn BoardSource<B>>, OptionError> {
    let options: Options = given.iter().copied().collect();
    B::source(&GeneratorOptions::new(B::PUZZLE, &options)?)
}

/// A random board, changed a few times.
fn board<B: Generate>(given: &[(&str, &str)], seed: u64, changes: u32) -> B {
    let source = source::<B>(given).unwrap();
    let mut random = Random::new(seed);
    (0..changes).fold(source.random(&mut random), |board, _| source.change(&board, &mut random))
}

fn cost<B: Board>(board: &B) -> Option<u32> {
    let heuristic = B::PUZZLE.default_heuristic().name;
    board.compile(RunWith { board, algorithm: Algorithm::default(), heuristic, threads: Threads::default() }).cost
}

/// A puzzle whose images can be generated.
trait Images: Symmetry + Generate {
    /// Transformations that together generate all symmetries.
    const TRANSFORMATIONS: &'static [fn(&Self) -> Self];

    /// The board as it would be generated: pieces and stacks sorted, pawns numbered.
    fn normalized(&self) -> Self;
}

/// All images of a board by their files.
fn images<B: Images>(of: &B) -> BTreeMap<String, B> {
    let mut images = BTreeMap::new();
    let mut open = vec![of.normalized()];
    while let Some(board) = open.pop() {
        images.entry(board.print()).or_insert_with(|| {
            open.extend(B::TRANSFORMATIONS.iter().map(|transformation| transformation(&board).normalized()));
            board
        });
    }
    images
}

/// A Chexers board with each hex and the colour mapped.
fn chexers_mapped(board: &chexers::Board, hex: fn(Hex) -> Hex, colour: fn(Colour) -> Colour) -> chexers::Board {
    let mut board = board.clone();
    board.pieces.iter_mut().chain(&mut board.blocks).for_each(|place| *place = hex(*place));
    board.colour = colour(board.colour);
    board
}

impl Images for chexers::Board {
    const TRANSFORMATIONS: &'static [fn(&Self) -> Self] = &[
        // A rotation by 120°: where q was largest, r is.
        |board| {
            let rotated = |hex: Hex| Hex { q: -hex.q - hex.r, r: hex.q };
            chexers_mapped(board, rotated, |colour| match colour {
                Colour::Red => Colour::Green,
                Colour::Green => Colour::Blue,
                Colour::Blue => Colour::Red,
            })
        },
        // A reflection across the line through the middle of the red exit edge.
        |board| {
            let mirrored = |hex: Hex| Hex { q: hex.q, r: -hex.q - hex.r };
            chexers_mapped(board, mirrored, |colour| match colour {
                Colour::Red => Colour::Red,
                Colour::Green => Colour::Blue,
                Colour::Blue => Colour::Green,
            })
        },
    ];

    fn normalized(&self) -> Self {
        let mut board = self.clone();
        board.pieces.sort();
        board.blocks.sort();
        board
    }
}

fn infexion_mapped(board: &infexion::Board, to: fn(i32, i32) -> (i32, i32)) -> infexion::Board {
    let mut board = board.clone();
    for stack in &mut board.stacks {
        let (r, q) = to(stack.cell.r.into(), stack.cell.q.into());
        stack.cell = infexion::Cell { r: r.rem_euclid(7) as u8, q: q.rem_euclid(7) as u8 };
    }
    board
}

impl Images for infexion::Board {
    const TRANSFORMATIONS: &'static [fn(&Self) -> Self] = &[
        |board| infexion_mapped(board, |r, q| (r + 1, q)),
        |board| infexion_mapped(board, |r, q| (r, q + 1)),
        // A rotation by 60°: the direction (0, 1) becomes (-1, 1).
        |board| infexion_mapped(board, |r, q| (-q, r + q)),
        |board| infexion_mapped(board, |r, q| (q, r)),
    ];

    fn normalized(&self) -> Self {
        let mut board = self.clone();
        board.stacks.sort_by_key(|stack| stack.cell);
        board
    }
}

impl Images for pawn_hunt::Board {
    const TRANSFORMATIONS: &'static [fn(&Self) -> Self] = &[
        |board| {
            let column = |column: usize| board.cells().iter().copied().skip(column).step_by(board.columns());
            pawn_hunt::Board::new(board.rows(), (0..board.columns()).flat_map(column).collect()).unwrap()
        },
        |board| {
            let rows: Vec<&[Cell]> = board.cells().chunks(board.columns()).rev().collect();
            pawn_hunt::Board::new(board.columns(), rows.concat()).unwrap()
        },
    ];

    fn normalized(&self) -> Self {
        let mut label = 0;
        let renumber = |cell: &Cell| match cell {
            Cell::Pawn(_) => {
                label += 1;
                Cell::Pawn(label % 10)
            }
            other => *other,
        };
        pawn_hunt::Board::new(self.columns(), self.cells().iter().map(renumber).collect()).unwrap()
    }
}

/// Asserts that all images of a board have the same canonical form, which is one of them, and that no other board has it.
/// Returns the images.
fn assert_one_form<B: Images>(of: &B, others: &[B]) -> BTreeMap<String, B> {
    let images = images(of);
    let canonical = of.canonical();
    for (text, image) in &images {
        assert_eq!(image.canonical(), canonical, "the form of\n{text}");
    }
    assert!(images.contains_key(&canonical.print()), "{canonical:?} is not an image");
    for other in others {
        let is_image = images.contains_key(&other.normalized().print());
        assert_eq!(is_image, other.canonical() == canonical, "{other:?} and\n{canonical:?}");
    }
    images
}

#[test]
fn the_number_of_images_is_that_of_the_symmetries() {
    let crooked: chexers::Board = parse(r#"{"colour": "red", "pieces": [[-3,1], [0,2]], "blocks": [[1,-1]]}"#);
    assert_eq!(assert_one_form(&crooked, &[]).len(), 6);
    let crooked: infexion::Board = parse("0,0,r,1\n0,1,r,2\n2,1,b,3\n");
    assert_eq!(assert_one_form(&crooked, &[]).len(), 588);
    let crooked: pawn_hunt::Board = parse("K 1 . .\n. . x .\n. . . .\n");
    assert_eq!(assert_one_form(&crooked, &[]).len(), 8);
    let crooked: pawn_hunt::Board = parse("K 1 .\n. . x\n. . .\n");
    assert_eq!(assert_one_form(&crooked, &[]).len(), 8);
}

#[test]
fn order_and_labels_do_not_change_the_form() {
    fn form<B: Symmetry>(text: &str) -> B {
        parse::<B>(text).canonical()
    }
    assert_eq!(
        form::<chexers::Board>(r#"{"colour": "red", "pieces": [[0,0], [1,1]], "blocks": [[2,0], [-1,0]]}"#),
        form(r#"{"colour": "red", "pieces": [[1,1], [0,0]], "blocks": [[-1,0], [2,0]]}"#),
    );
    assert_eq!(form::<infexion::Board>("0,0,r,1\n3,1,b,2\n"), form("3,1,b,2\n0,0,r,1\n"));
    assert_eq!(form::<pawn_hunt::Board>("K 1 . 2\n"), form("K 9 . 9\n"));
    assert_ne!(form::<pawn_hunt::Board>("K 1 . 2\n"), form("K 1 2 .\n"));
}

/// Checks a random board against its options, and prints and parses it.
fn check_board<B: Images>(given: &[(&str, &str)], limits: &[(&str, u64, u64)], seed: u64, changes: u32) {
    let board: B = board(given, seed, changes);
    let facts: BTreeMap<_, _> = board.facts().into_iter().collect();
    for &(name, min, max) in limits {
        let Some(Fact::Number(number)) = facts.get(name) else { panic!("no number {name} in {facts:?}") };
        assert!(min <= *number && *number <= max, "{name} {number} for {given:?}");
    }
    let text = board.print();
    let recognized = [
        (chexers::INFO.name, chexers::Board::recognizes(&text)),
        (infexion::INFO.name, infexion::Board::recognizes(&text)),
        (pawn_hunt::INFO.name, pawn_hunt::Board::recognizes(&text)),
    ];
    assert!(recognized.iter().all(|(name, is)| *is == (*name == B::PUZZLE.name)), "{recognized:?}: {text}");
    let notes = B::parse(&text, &board.options()).unwrap().notes;
    assert_eq!(notes, [""; 0]);
    let parsed: B = parse_with(&text, board.options());
    assert_eq!(parsed, board);
    assert_eq!(parsed.facts(), board.facts());
    assert_eq!(parsed.print(), text);
    assert_eq!(parsed, board.normalized());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn chexers_images_have_one_form(seed in any::<u64>(), changes in 0..4_u32) {
        // Two things on nineteen hexes, so that many boards are equal.
        let tiny = [("pieces", "1"), ("blocks", "0..1"), ("radius", "2")];
        let others: Vec<chexers::Board> = (1..40).map(|i| board(&tiny, seed.wrapping_add(i), 0)).collect();
        assert_one_form(&board(&tiny, seed, 0), &others);

        let first: chexers::Board = board(&[("radius", "2..4"), ("pieces", "1..3")], seed, changes);
        let costs: BTreeSet<_> = assert_one_form(&first, &[]).values().map(cost).collect();
        prop_assert_eq!(costs.len(), 1, "{:?}", costs);
    }

    #[test]
    fn infexion_images_have_one_form(seed in any::<u64>(), changes in 0..4_u32, spawn in any::<bool>()) {
        let tiny = [("red", "1"), ("blue", "1..2"), ("power", "1")];
        let others: Vec<infexion::Board> = (1..40).map(|i| board(&tiny, seed.wrapping_add(i), 0)).collect();
        assert_one_form(&board(&tiny, seed, 0), &others);

        let small = [("red", "1..2"), ("blue", "1..3"), ("spawn", if spawn { "on" } else { "off" })];
        let first: infexion::Board = board(&small, seed, changes);
        prop_assert_eq!(first.spawn, spawn);
        let images = assert_one_form(&first, &[]);
        // With a prime step, the sample has rotations, reflections and translations of all kinds.
        let costs: BTreeSet<_> = images.values().step_by(11).map(cost).collect();
        prop_assert_eq!(costs.len(), 1, "{:?}", costs);
    }

    #[test]
    fn pawn_hunt_images_have_one_form(seed in any::<u64>(), changes in 0..4_u32) {
        let tiny = [("rows", "2..3"), ("columns", "2..3"), ("agents", "K,R"), ("pawns", "1"), ("obstacles", "0..1")];
        let others: Vec<pawn_hunt::Board> = (1..40).map(|i| board(&tiny, seed.wrapping_add(i), 0)).collect();
        assert_one_form(&board(&tiny, seed, 0), &others);

        let small = [("rows", "3..6"), ("columns", "3..6"), ("agents", "K,BR,KK"), ("pawns", "1..3"), ("obstacles", "0..3")];
        let first: pawn_hunt::Board = board(&small, seed, changes);
        let costs: BTreeSet<_> = assert_one_form(&first, &[]).values().map(cost).collect();
        prop_assert_eq!(costs.len(), 1, "{:?}", costs);
    }

    #[test]
    fn boards_satisfy_their_options(seed in any::<u64>(), changes in 0..60_u32) {
        check_board::<chexers::Board>(&[], &[("pieces", 1, 4), ("blocks", 4, 10), ("radius", 3, 3)], seed, changes);
        check_board::<chexers::Board>(
            &[("pieces", "2..5"), ("blocks", "..3"), ("radius", "2..6"), ("colour", "blue")],
            &[("pieces", 2, 5), ("blocks", 0, 3), ("radius", 2, 6)], seed, changes,
        );
        check_board::<chexers::Board>(
            &[("pieces", "10.."), ("blocks", "9.."), ("radius", "2")],
            &[("pieces", 10, 10), ("blocks", 9, 9), ("radius", 2, 2)], seed, changes,
        );
        check_board::<infexion::Board>(&[], &[("red", 1, 3), ("blue", 2, 6), ("total_power", 3, 27)], seed, changes);
        check_board::<infexion::Board>(
            &[("red", "0..40"), ("blue", "9.."), ("power", "4..6"), ("spawn", "on")],
            &[("red", 0, 40), ("blue", 9, 49), ("total_power", 36, 294)], seed, changes,
        );
        check_board::<infexion::Board>(
            &[("red", "20"), ("blue", "29"), ("power", "1")],
            &[("red", 20, 20), ("blue", 29, 29), ("total_power", 49, 49)], seed, changes,
        );
        check_board::<pawn_hunt::Board>(
            &[], &[("rows", 8, 8), ("columns", 8, 8), ("pawns", 3, 7), ("obstacles", 6, 14)], seed, changes,
        );
        check_board::<pawn_hunt::Board>(
            &[("rows", "1..16"), ("columns", "5.."), ("agents", "k"), ("pawns", "1.."), ("obstacles", "..2")],
            &[("rows", 1, 16), ("columns", 5, 16), ("pawns", 1, 256), ("obstacles", 0, 2)], seed, changes,
        );
        check_board::<pawn_hunt::Board>(
            &[("rows", "2"), ("columns", "3"), ("agents", "KK,R"), ("pawns", "2.."), ("obstacles", "2..")],
            &[("rows", 2, 2), ("columns", 3, 3), ("pawns", 2, 3), ("obstacles", 2, 3)], seed, changes,
        );
    }

    #[test]
    fn no_option_causes_a_panic(name in "[a-z]{1,9}", value in "\\PC{0,12}", range in "[0-9]{0,3}(\\.\\.)?[0-9]{0,3}") {
        try_options::<chexers::Board>(&name, [&value, &range]);
        try_options::<infexion::Board>(&name, [&value, &range]);
        try_options::<pawn_hunt::Board>(&name, [&value, &range]);
    }
}

fn try_options<B: Generate>(name: &str, values: [&str; 2]) {
    for name in B::PUZZLE.generator_options().map(|option| option.name).chain([name]) {
        for value in values {
            if let Ok(source) = source::<B>(&[(name, value)]) {
                let mut random = Random::new(0);
                let board = source.random(&mut random);
                source.change(&board, &mut random);
            }
        }
    }
}

#[test]
fn invalid_options_are_rejected() {
    fn error<B: Generate>(given: &[(&str, &str)]) -> String {
        source::<B>(given).unwrap_err().to_string()
    }
    let errors = [
        error::<chexers::Board>(&[("pieces", "many")]),
        error::<chexers::Board>(&[("pieces", "0")]),
        error::<chexers::Board>(&[("pieces", "200..")]),
        error::<chexers::Board>(&[("pieces", "4..2")]),
        error::<chexers::Board>(&[("pieces", "30"), ("blocks", "8..")]),
        error::<chexers::Board>(&[("radius", "1..3")]),
        error::<chexers::Board>(&[("colour", "red,yellow")]),
        error::<chexers::Board>(&[("rows", "8")]),
        error::<infexion::Board>(&[("power", "7")]),
        error::<infexion::Board>(&[("red", "25"), ("blue", "25")]),
        error::<infexion::Board>(&[("blue", "..0")]),
        error::<infexion::Board>(&[("spawn", "maybe")]),
        error::<pawn_hunt::Board>(&[("agents", "KQ")]),
        error::<pawn_hunt::Board>(&[("agents", "KKKKKKKKK")]),
        error::<pawn_hunt::Board>(&[("agents", "K,,R")]),
        error::<pawn_hunt::Board>(&[("pawns", "257")]),
        error::<pawn_hunt::Board>(&[("rows", "2"), ("columns", "3"), ("pawns", "1"), ("obstacles", "3")]),
    ];
    insta::assert_snapshot!(errors.join("\n"), @"
    --pieces many: give a number or a range such as 8..12, 8.. or ..12
    --pieces 0: it must lie between 1 and 127
    --pieces 200..: it must lie between 1 and 127
    --pieces 4..2: there is nothing between 4 and 2; give the smaller number first
    --pieces and --blocks require at least 38 hexes, but a board of radius 3 has 37; reduce them, or increase --radius
    --radius 1..3: it must lie between 2 and 6
    --colour red,yellow: give red, green or blue, or several separated by commas
    chexers has no --rows; it takes --pieces, --blocks, --radius, --colour
    --power 7: it must lie between 1 and 6
    --red and --blue require at least 50 cells, but the board has 49; reduce them
    --blue ..0: it must lie between 1 and 49
    --spawn maybe: it must be on or off
    --agents KQ: give up to 8 of the letters K (knight), B (bishop) and R (rook), such as KBR, or several choices separated by commas
    --agents KKKKKKKKK: give up to 8 of the letters K (knight), B (bishop) and R (rook), such as KBR, or several choices separated by commas
    --agents K,,R: give up to 8 of the letters K (knight), B (bishop) and R (rook), such as KBR, or several choices separated by commas
    --pawns 257: it must lie between 1 and 256
    --agents, --pawns and --obstacles require at least 7 cells, but a board of 2 × 3 has 6; reduce them, or increase --rows and --columns
    ");
    let named = source::<pawn_hunt::Board>(&[("pawns", "257")]).unwrap_err();
    assert_eq!(named.name, "pawns");
}

/// Manifests and bug reports identify boards by seed: these are the boards of version 0.1.
#[test]
fn a_seed_always_gives_the_same_boards() {
    let boards = [
        board::<chexers::Board>(&[], 0, 4).print(),
        board::<chexers::Board>(&[], 1, 8).print(),
        board::<infexion::Board>(&[], 0, 4).print(),
        board::<infexion::Board>(&[], 1, 8).print(),
        board::<pawn_hunt::Board>(&[], 0, 4).print(),
        board::<pawn_hunt::Board>(&[], 1, 8).print(),
    ];
    insta::assert_snapshot!(boards.join("\n"), @r#"
    {"colour": "red", "pieces": [[-3,2], [-1,2], [0,-2], [1,-3]], "blocks": [[-2,2], [-1,0], [0,-3], [0,0], [2,-3], [2,-1], [2,1], [3,-2]]}

    {"colour": "blue", "pieces": [[-2,-1]], "blocks": [[-3,2], [-1,-1], [-1,0], [-1,1], [0,0], [0,1], [1,-3], [2,-1]]}

    1,2,b,2
    4,6,r,3
    5,0,r,2
    5,2,b,3
    5,6,b,1

    0,2,b,2
    3,4,b,2
    5,6,r,2

    x x . . x . . .
    . . K . B . 1 .
    2 . . . . x . .
    . 3 x . . . . R
    . . . . x . x .
    . . x . . . . .
    . . . . . x 4 .
    . . . . x x . x

    . . . x . 1 . .
    . . . x x x . .
    . R B K . 2 3 x
    . . x x . . . .
    . 4 x . x . x x
    5 . . . . . . .
    . 6 . . x . . .
    . . . . x . . x
    "#);
}
