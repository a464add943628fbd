//! Boards at random: within their settings, whole in a file, and one canonical form for all images of a board.
//!
//! Images are made here from a turn, a mirroring and a shift, applied until nothing new comes of it; the code under test
//! lists them in another way.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::RunWith;
use pathmax::{Algorithm, Threads};
use pathmax_puzzles::chexers::{self, Colour, Hex};
use pathmax_puzzles::generation::{Dice, Fact, Settings};
use pathmax_puzzles::infexion::{self, Infexion};
use pathmax_puzzles::pawn_hunt::{self, Cell, PawnHunt};
use pathmax_puzzles::{Instance, PUZZLES, Puzzle, PuzzleInfo, Reading, Visitor};
use proptest::prelude::*;

struct Text;

impl Visitor for Text {
    type Output = String;

    fn visit<P: Puzzle>(self, puzzle: &P) -> String {
        puzzle.to_file()
    }
}

struct CanonicalText;

impl Visitor for CanonicalText {
    type Output = String;

    fn visit<P: Puzzle>(self, puzzle: &P) -> String {
        puzzle.canonical_file()
    }
}

struct Facts;

impl Visitor for Facts {
    type Output = BTreeMap<&'static str, Fact>;

    fn visit<P: Puzzle>(self, puzzle: &P) -> Self::Output {
        puzzle.facts().into_iter().collect()
    }
}

fn settings(given: &[(&str, &str)]) -> Settings {
    given.iter().fold(Settings::default(), |settings, &(name, value)| settings.with(name, value))
}

/// A board at random, changed a few times.
fn board(puzzle: &str, given: &[(&str, &str)], seed: u64, changes: u32) -> Instance {
    let boards = PuzzleInfo::named(puzzle).unwrap().boards(&settings(given)).unwrap();
    let mut dice = Dice::new(seed);
    (0..changes).fold(boards.random(&mut dice), |board, _| boards.change(&board, &mut dice))
}

fn cost(instance: &Instance) -> Option<u32> {
    let heuristic = instance.info().default_heuristic().name;
    instance.accept(RunWith { algorithm: Algorithm::default(), heuristic, threads: Threads::default() }).cost
}

/// Files and boards of a kind, each file once.
type Images = BTreeMap<String, Instance>;

/// A board and whatever some transformations, again and again, make of it.
fn images(of: &Instance, transformations: &[fn(&Instance) -> Instance]) -> Images {
    let mut images = Images::new();
    let mut open = vec![in_order(of)];
    while let Some(board) = open.pop() {
        images.entry(board.accept(Text)).or_insert_with(|| {
            open.extend(transformations.iter().map(|transformation| in_order(&transformation(&board))));
            board
        });
    }
    images
}

/// The board as it would be generated: pieces in order, pawns numbered.
fn in_order(instance: &Instance) -> Instance {
    match instance {
        Instance::Chexers(_) | Instance::LargeChexers(_) => {
            let mut board = chexers_board(instance);
            board.pieces.sort();
            board.blocks.sort();
            chexers::instance(board)
        }
        Instance::Infexion(infexion) => {
            let mut board = infexion.board().clone();
            board.stacks.sort_by_key(|stack| stack.cell);
            Instance::Infexion(Infexion::new(board))
        }
        Instance::PawnHunt(hunt) => {
            let mut label = 0;
            let renumber = |cell: &Cell| match cell {
                Cell::Pawn(_) => {
                    label += 1;
                    Cell::Pawn(label % 10)
                }
                other => *other,
            };
            let cells = hunt.board().cells().iter().map(renumber).collect();
            hunt_of(hunt.board().columns(), cells)
        }
        other => panic!("{} is new here", other.info().name),
    }
}

fn chexers_board(instance: &Instance) -> chexers::Board {
    match instance {
        Instance::Chexers(chexers) => chexers.board().clone(),
        Instance::LargeChexers(chexers) => chexers.board().clone(),
        other => panic!("a board of {}", other.info().name),
    }
}

/// A chexers board with each hex, and the colour, somewhere else.
fn chexers_moved(instance: &Instance, hex: fn(Hex) -> Hex, colour: fn(Colour) -> Colour) -> Instance {
    let mut board = chexers_board(instance);
    board.pieces.iter_mut().chain(&mut board.blocks).for_each(|place| *place = hex(*place));
    board.colour = colour(board.colour);
    chexers::instance(board)
}

const CHEXERS: &[fn(&Instance) -> Instance] = &[
    // By 120°: where q was largest, r is.
    |board| {
        let turned = |hex: Hex| Hex { q: -hex.q - hex.r, r: hex.q };
        chexers_moved(board, turned, |colour| match colour {
            Colour::Red => Colour::Green,
            Colour::Green => Colour::Blue,
            Colour::Blue => Colour::Red,
        })
    },
    // Along the line through the middle of red's edge.
    |board| {
        let mirrored = |hex: Hex| Hex { q: hex.q, r: -hex.q - hex.r };
        chexers_moved(board, mirrored, |colour| match colour {
            Colour::Red => Colour::Red,
            Colour::Green => Colour::Blue,
            Colour::Blue => Colour::Green,
        })
    },
];

fn infexion_moved(instance: &Instance, to: fn(i32, i32) -> (i32, i32)) -> Instance {
    let Instance::Infexion(infexion) = instance else { panic!("a board of {}", instance.info().name) };
    let mut board = infexion.board().clone();
    for stack in &mut board.stacks {
        let (r, q) = to(stack.cell.r.into(), stack.cell.q.into());
        stack.cell = infexion::Cell { r: r.rem_euclid(7) as u8, q: q.rem_euclid(7) as u8 };
    }
    Instance::Infexion(Infexion::new(board))
}

const INFEXION: &[fn(&Instance) -> Instance] = &[
    |board| infexion_moved(board, |r, q| (r + 1, q)),
    |board| infexion_moved(board, |r, q| (r, q + 1)),
    // By 60°: the direction (0, 1) becomes (-1, 1).
    |board| infexion_moved(board, |r, q| (-q, r + q)),
    |board| infexion_moved(board, |r, q| (q, r)),
];

fn hunt_of(columns: usize, cells: Vec<Cell>) -> Instance {
    Instance::PawnHunt(PawnHunt::new(pawn_hunt::Board::new(columns, cells).unwrap()))
}

const PAWN_HUNT: &[fn(&Instance) -> Instance] = &[
    |board| {
        let Instance::PawnHunt(hunt) = board else { panic!("a board of {}", board.info().name) };
        let (columns, cells) = (hunt.board().columns(), hunt.board().cells());
        let column = |column: usize| cells.iter().copied().skip(column).step_by(columns);
        hunt_of(hunt.board().rows(), (0..columns).flat_map(column).collect())
    },
    |board| {
        let Instance::PawnHunt(hunt) = board else { panic!("a board of {}", board.info().name) };
        let rows: Vec<&[Cell]> = hunt.board().cells().chunks(hunt.board().columns()).rev().collect();
        hunt_of(hunt.board().columns(), rows.concat())
    },
];

/// The images of a board have one canonical form, which is one of them, and is its own; no other board has it.
fn have_one_form(of: &Instance, transformations: &[fn(&Instance) -> Instance], others: &[Instance]) -> Images {
    let images = images(of, transformations);
    let canonical = of.accept(CanonicalText);
    for (text, image) in &images {
        assert_eq!(image.accept(CanonicalText), canonical, "the form of\n{text}");
    }
    assert!(images.contains_key(&canonical), "{canonical} is no image");
    for other in others {
        let (text, form) = (in_order(other).accept(Text), other.accept(CanonicalText));
        assert_eq!(images.contains_key(&text), form == canonical, "{text} and\n{canonical}");
    }
    images
}

#[test]
fn there_are_as_many_images_as_geometry_says() {
    let read = |text: &str| Instance::parse(text, &Reading::default()).unwrap().instance;
    let crooked = read(r#"{"colour": "red", "pieces": [[-3,1], [0,2]], "blocks": [[1,-1]]}"#);
    assert_eq!(have_one_form(&crooked, CHEXERS, &[]).len(), 6);
    let crooked = read("0,0,r,1\n0,1,r,2\n2,1,b,3\n");
    assert_eq!(have_one_form(&crooked, INFEXION, &[]).len(), 588);
    let crooked = read("K 1 . .\n. . x .\n. . . .\n");
    assert_eq!(have_one_form(&crooked, PAWN_HUNT, &[]).len(), 8);
    let crooked = read("K 1 .\n. . x\n. . .\n");
    assert_eq!(have_one_form(&crooked, PAWN_HUNT, &[]).len(), 8);
}

#[test]
fn what_does_not_matter_does_not_change_the_form() {
    let form = |text: &str| Instance::parse(text, &Reading::default()).unwrap().instance.accept(CanonicalText);
    assert_eq!(
        form(r#"{"colour": "red", "pieces": [[0,0], [1,1]], "blocks": [[2,0], [-1,0]]}"#),
        form(r#"{"colour": "red", "pieces": [[1,1], [0,0]], "blocks": [[-1,0], [2,0]]}"#),
    );
    assert_eq!(form("0,0,r,1\n3,1,b,2\n"), form("3,1,b,2\n0,0,r,1\n"));
    assert_eq!(form("K 1 . 2\n"), form("K 9 . 9\n"));
    assert_ne!(form("K 1 . 2\n"), form("K 1 2 .\n"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn chexers_images_are_one_board(seed in any::<u64>(), changes in 0..4_u32) {
        // Two things on nineteen hexes: equal boards are met often.
        let tiny = [("pieces", "1"), ("blocks", "0..1"), ("radius", "2")];
        let others: Vec<_> = (1..40).map(|i| board("chexers", &tiny, seed.wrapping_add(i), 0)).collect();
        have_one_form(&board("chexers", &tiny, seed, 0), CHEXERS, &others);

        let first = board("chexers", &[("radius", "2..4"), ("pieces", "1..3")], seed, changes);
        let costs: BTreeSet<_> = have_one_form(&first, CHEXERS, &[]).values().map(cost).collect();
        prop_assert_eq!(costs.len(), 1, "{:?}", costs);
    }

    #[test]
    fn infexion_images_are_one_board(seed in any::<u64>(), changes in 0..4_u32, spawn in any::<bool>()) {
        let tiny = [("red", "1"), ("blue", "1..2"), ("power", "1")];
        let others: Vec<_> = (1..40).map(|i| board("infexion", &tiny, seed.wrapping_add(i), 0)).collect();
        have_one_form(&board("infexion", &tiny, seed, 0), INFEXION, &others);

        let mut small = vec![("red", "1..2"), ("blue", "1..3")];
        small.extend(spawn.then_some(("spawn", Settings::ON)));
        let first = board("infexion", &small, seed, changes);
        let images = have_one_form(&first, INFEXION, &[]);
        // A prime step meets turns, mirrorings and shifts of every kind.
        let costs: BTreeSet<_> = images.values().step_by(11).map(cost).collect();
        prop_assert_eq!(costs.len(), 1, "{:?}", costs);
    }

    #[test]
    fn pawn_hunt_images_are_one_board(seed in any::<u64>(), changes in 0..4_u32) {
        let tiny = [("rows", "2..3"), ("columns", "2..3"), ("agents", "K,R"), ("pawns", "1"), ("obstacles", "0..1")];
        let others: Vec<_> = (1..40).map(|i| board("pawn-hunt", &tiny, seed.wrapping_add(i), 0)).collect();
        have_one_form(&board("pawn-hunt", &tiny, seed, 0), PAWN_HUNT, &others);

        let small = [("rows", "3..6"), ("columns", "3..6"), ("agents", "K,BR,KK"), ("pawns", "1..3"), ("obstacles", "0..3")];
        let first = board("pawn-hunt", &small, seed, changes);
        let costs: BTreeSet<_> = have_one_form(&first, PAWN_HUNT, &[]).values().map(cost).collect();
        prop_assert_eq!(costs.len(), 1, "{:?}", costs);
    }

    #[test]
    fn boards_keep_to_their_settings_and_to_their_files(seed in any::<u64>(), changes in 0..60_u32) {
        let cases: [(&str, &[(&str, &str)]); 9] = [
            ("chexers", &[]),
            ("chexers", &[("pieces", "2..5"), ("blocks", "..3"), ("radius", "2..6"), ("colour", "blue")]),
            ("chexers", &[("pieces", "10.."), ("blocks", "9.."), ("radius", "2")]),
            ("infexion", &[]),
            ("infexion", &[("red", "0..40"), ("blue", "9.."), ("power", "4..6"), ("spawn", Settings::ON)]),
            ("infexion", &[("red", "20"), ("blue", "29"), ("power", "1")]),
            ("pawn-hunt", &[]),
            ("pawn-hunt", &[("rows", "1..16"), ("columns", "5.."), ("agents", "k"), ("pawns", "1.."), ("obstacles", "..2")]),
            ("pawn-hunt", &[("rows", "2"), ("columns", "3"), ("agents", "KK,R"), ("pawns", "2.."), ("obstacles", "2..")]),
        ];
        for (puzzle, given) in cases {
            let board = board(puzzle, given, seed, changes);
            let facts = board.accept(Facts);
            for (name, limits) in expected_limits(puzzle, given) {
                let Some(Fact::Number(number)) = facts.get(name) else { panic!("no number {name} in {facts:?}") };
                prop_assert!(limits.0 <= *number && *number <= limits.1, "{name} {number} for {given:?}");
            }
            let text = board.accept(Text);
            let spawn = given.contains(&("spawn", Settings::ON));
            let parsed = Instance::parse(&text, &Reading { puzzle: None, spawn }).unwrap();
            prop_assert_eq!(parsed.notes.len(), 0);
            prop_assert_eq!(parsed.instance.info().name, puzzle);
            prop_assert_eq!(parsed.instance.accept(Facts), facts);
            prop_assert_eq!(parsed.instance.accept(Text), in_order(&board).accept(Text));
            prop_assert_eq!(parsed.instance.accept(Text), text);
        }
    }

    #[test]
    fn no_setting_makes_anything_panic(name in "[a-z]{1,9}", value in "\\PC{0,12}", range in "[0-9]{0,3}(\\.\\.)?[0-9]{0,3}") {
        for info in PUZZLES {
            let names = info.settings.iter().map(|setting| setting.name).chain([name.as_str()]);
            for name in names {
                for value in [&value, &range] {
                    if let Ok(boards) = info.boards(&settings(&[(name, value)])) {
                        let mut dice = Dice::new(0);
                        let board = boards.random(&mut dice);
                        boards.change(&board, &mut dice);
                    }
                }
            }
        }
    }
}

/// The least and the most of what boards have by these settings, written down once more by hand.
fn expected_limits(puzzle: &str, given: &[(&str, &str)]) -> Vec<(&'static str, (u64, u64))> {
    let value = |name: &str| given.iter().find(|(given, _)| *given == name).map(|(_, value)| *value);
    match puzzle {
        "chexers" => match value("pieces") {
            None => vec![("pieces", (1, 4)), ("blocks", (4, 10)), ("radius", (3, 3))],
            Some("2..5") => vec![("pieces", (2, 5)), ("blocks", (0, 3)), ("radius", (2, 6))],
            _ => vec![("pieces", (10, 10)), ("blocks", (9, 9)), ("radius", (2, 2))],
        },
        "infexion" => match value("red") {
            None => vec![("red", (1, 3)), ("blue", (2, 6)), ("total_power", (3, 27))],
            Some("0..40") => vec![("red", (0, 40)), ("blue", (9, 49)), ("total_power", (36, 294))],
            _ => vec![("red", (20, 20)), ("blue", (29, 29)), ("total_power", (49, 49))],
        },
        _ => match value("rows") {
            None => vec![("rows", (8, 8)), ("columns", (8, 8)), ("pawns", (3, 7)), ("obstacles", (6, 14))],
            Some("1..16") => vec![("rows", (1, 16)), ("columns", (5, 16)), ("pawns", (1, 32)), ("obstacles", (0, 2))],
            _ => vec![("rows", (2, 2)), ("columns", (3, 3)), ("pawns", (2, 3)), ("obstacles", (2, 3))],
        },
    }
}

#[test]
fn settings_that_cannot_be_are_refused_with_what_would_be_right() {
    let refusal = |puzzle: &str, given: &[(&str, &str)]| {
        PuzzleInfo::named(puzzle).unwrap().boards(&settings(given)).unwrap_err().to_string()
    };
    let refusals = [
        refusal("chexers", &[("pieces", "many")]),
        refusal("chexers", &[("pieces", "0")]),
        refusal("chexers", &[("pieces", "200..")]),
        refusal("chexers", &[("pieces", "4..2")]),
        refusal("chexers", &[("pieces", "30"), ("blocks", "8..")]),
        refusal("chexers", &[("radius", "1..3")]),
        refusal("chexers", &[("colour", "red,yellow")]),
        refusal("chexers", &[("rows", "8")]),
        refusal("chexers", &[("wind", "8")]),
        refusal("infexion", &[("power", "7")]),
        refusal("infexion", &[("red", "25"), ("blue", "25")]),
        refusal("infexion", &[("blue", "..0")]),
        refusal("pawn-hunt", &[("agents", "KQ")]),
        refusal("pawn-hunt", &[("agents", "KKKKKKKKK")]),
        refusal("pawn-hunt", &[("agents", "K,,R")]),
        refusal("pawn-hunt", &[("pawns", "33")]),
        refusal("pawn-hunt", &[("rows", "2"), ("columns", "3"), ("pawns", "1"), ("obstacles", "3")]),
    ];
    insta::assert_snapshot!(refusals.join("\n"), @"
    --pieces many: give a number or a range such as 8..12, 8.. or ..12
    --pieces 0: it must lie between 1 and 127
    --pieces 200..: it must lie between 1 and 127
    --pieces 4..2: there is nothing between 4 and 2; give the smaller number first
    --pieces and --blocks ask for 38 hexes at least, but a board of radius 3 has 37; ask for fewer, or for a larger --radius
    --radius 1..3: it must lie between 2 and 6
    --colour red,yellow: give red, green or blue, or several separated by commas
    --rows is for pawn-hunt; chexers takes --pieces, --blocks, --radius, --colour
    no puzzle has --wind; chexers takes --pieces, --blocks, --radius, --colour
    --power 7: it must lie between 1 and 6
    --red and --blue ask for 50 stacks at least, but the board has 49 cells; ask for fewer
    --blue ..0: it must lie between 1 and 49
    --agents KQ: give up to 8 of the letters K (knight), B (bishop) and R (rook), such as KBR, or several choices separated by commas
    --agents KKKKKKKKK: give up to 8 of the letters K (knight), B (bishop) and R (rook), such as KBR, or several choices separated by commas
    --agents K,,R: give up to 8 of the letters K (knight), B (bishop) and R (rook), such as KBR, or several choices separated by commas
    --pawns 33: it must lie between 1 and 32
    --agents, --pawns and --obstacles ask for 7 cells at least, but a board of 2 × 3 has 6; ask for fewer, or for more --rows and --columns
    ");
}
