//! The registry: options, manifests, setups, and puzzles that are added.

use std::fs;
use std::path::Path;

use pathmax_lab::grade::GradeBoards;
use pathmax_lab::{AnyBoard, Generator, LoadError, Reading, Registry, Solver};
use pathmax_puzzles::options::OptionValue;
use pathmax_puzzles::setup::Setup;
use pathmax_puzzles::{Options, pawn_hunt};

use crate::support::puzzle;
use crate::support::puzzles::{Ladder, Pancakes, SecondLadder};

const CHEXERS: &str = r#"{"colour": "red", "pieces": [[2, 0]], "blocks": []}"#;
const INFEXION: &str = "0,0,b,1\n3,3,b,1\n";
const PAWN_HUNT: &str = "K . 1\n";

fn with_options(options: Options) -> Reading {
    Reading { puzzle: None, options }
}

fn error(registry: &Registry, text: &str, reading: &Reading) -> String {
    registry.parse(text, reading).unwrap_err().to_string()
}

fn cost(board: &AnyBoard) -> Option<u32> {
    Solver::default().solve(board, &mut |_| {}).unwrap().cost
}

#[test]
fn a_puzzle_replaces_one_of_the_same_name() {
    let registry = Registry::builtin().with::<Ladder>().with::<Pancakes>().with::<SecondLadder>();
    assert_eq!(registry.names(), [&Registry::builtin().names()[..], &["ladder", "pancakes"]].concat());
    assert_eq!(registry.named("ladder").unwrap().info().summary, "the second ladder");
    let board = registry.parse("ladder 7", &Reading::default()).unwrap().board;
    assert!(board.downcast::<SecondLadder>().is_some());
    assert_eq!(registry.named("snake"), None);
    assert_eq!(Registry::builtin().with::<pawn_hunt::Board>().names(), Registry::builtin().names());
}

#[test]
fn options_have_defaults_and_take_words_for_values() {
    let registry = Registry::builtin().with::<Ladder>();
    for (options, stride) in [
        (Options::default(), 2),
        (Options::default().with("stride", 5), 5),
        (Options::default().with("stride", "5"), 5),
    ] {
        let board = registry.parse("ladder 10", &with_options(options)).unwrap().board;
        assert_eq!(board.options(), Options::default().with("stride", stride));
        assert_eq!(cost(&board), Some(10 / stride as u32));
    }
    for (word, spawn) in [("on", true), ("true", true), ("off", false), ("false", false)] {
        let reading = with_options(Options::default().with("spawn", word));
        assert_eq!(
            registry.parse(INFEXION, &reading).unwrap().board.options(),
            Options::default().with("spawn", spawn)
        );
    }
}

#[test]
fn invalid_options_are_rejected_with_the_valid_ones() {
    let registry = Registry::builtin().with::<Ladder>();
    let option = |name: &str, value: &str| Options::default().with(name, value);
    let stride = |value: OptionValue| Options::default().with("stride", value);
    let range = ["ladder", "stride", "from 1 to 9"];
    for (text, options, parts) in [
        ("ladder 8", option("colour", "red"), ["ladder", "colour", "stride"]),
        ("ladder 8", stride(0.into()), range),
        ("ladder 8", stride(10.into()), range),
        ("ladder 8", stride("far".into()), range),
        ("ladder 8", stride(true.into()), range),
        (INFEXION, option("spawn", "maybe"), ["infexion", "spawn", "maybe"]),
        (INFEXION, Options::default().with("spawn", 1), ["infexion", "spawn", "1"]),
        // Options of another puzzle, of the generator, and of the file.
        (INFEXION, stride(2.into()), ["infexion", "stride", "spawn"]),
        (CHEXERS, option("spawn", "on"), ["chexers", "spawn", "leave it out"]),
        (INFEXION, option("red", "1..3"), ["infexion", "red", "spawn"]),
        (CHEXERS, option("radius", "4"), ["chexers", "radius", "leave it out"]),
    ] {
        let error = error(&registry, text, &with_options(options));
        assert!(parts.iter().all(|part| error.contains(part)), "{error} does not contain {parts:?}");
    }
}

#[test]
fn a_setup_of_an_unknown_puzzle_is_rejected() {
    for name in ["go", ""] {
        let setup = Setup { puzzle: name.to_string(), options: Options::default(), things: Vec::new() };
        let expected =
            format!("puzzle: there is no puzzle {name:?}; choose from {}", Registry::builtin().names().join(", "));
        assert_eq!(Registry::builtin().build(&setup).unwrap_err().to_string(), expected);
    }
}

#[test]
fn generator_options_of_other_puzzles_are_rejected() {
    for name in ["rows", "wind"] {
        let options = Options::default().with(name, "8");
        let generator = Generator { options, ..Generator::new(puzzle("chexers")) };
        let expected = format!("chexers has no --{name}; it takes --pieces, --blocks, --radius, --colour");
        assert_eq!(generator.check().unwrap_err().to_string(), expected);
    }
}

/// A folder with files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    files.iter().for_each(|(name, text)| fs::write(folder.path().join(name), text).unwrap());
    folder
}

const MANIFEST: &str = r#"{
    "spawn.csv": {"cost": 4, "options": {"spawn": true}},
    "eight.ladder": {"options": {"stride": 4}},
    "plain.csv": {"cost": null}
}"#;

fn listed_boards() -> tempfile::TempDir {
    folder(&[
        ("manifest.json", MANIFEST),
        ("spawn.csv", INFEXION),
        ("plain.csv", INFEXION),
        ("eight.ladder", "ladder 8"),
        ("unlisted.ladder", "ladder 8"),
    ])
}

fn options_of(registry: &Registry, path: &Path, reading: &Reading) -> Options {
    registry.load(path, reading).unwrap().board.options()
}

#[test]
fn loading_a_file_takes_options_from_the_manifest_of_its_folder() {
    let registry = Registry::builtin().with::<Ladder>();
    let folder = listed_boards();
    let options = |file: &str| options_of(&registry, &folder.path().join(file), &Reading::default());
    assert_eq!(options("spawn.csv"), Options::default().with("spawn", true));
    assert_eq!(options("plain.csv"), Options::default().with("spawn", false));
    assert_eq!(options("eight.ladder"), Options::default().with("stride", 4));
    assert_eq!(options("unlisted.ladder"), Options::default().with("stride", 2));
}

#[test]
fn given_options_win_over_those_of_a_manifest() {
    let registry = Registry::builtin().with::<Ladder>();
    let folder = listed_boards();
    let options = |file: &str, given: Options| options_of(&registry, &folder.path().join(file), &with_options(given));
    let without = Options::default().with("spawn", false);
    assert_eq!(options("spawn.csv", without.clone()), without);
    let long = Options::default().with("stride", 8);
    assert_eq!(options("eight.ladder", long.clone()), long);
}

#[test]
fn wrong_options_in_a_manifest_are_an_error_and_a_broken_manifest_is_ignored() {
    let registry = Registry::builtin().with::<Ladder>();
    let load = |manifest: &str| {
        let folder = folder(&[("manifest.json", manifest), ("eight.ladder", "ladder 8")]);
        registry.load(&folder.path().join("eight.ladder"), &Reading::default())
    };
    let wrong = load(r#"{"eight.ladder": {"options": {"spawn": true}}}"#).unwrap_err();
    assert!(matches!(wrong, LoadError::Input(_)));
    let wrong = wrong.to_string();
    assert!(["ladder", "spawn", "stride"].iter().all(|part| wrong.contains(part)), "{wrong}");
    for broken in ["", "[]", r#"{"eight.ladder": 3}"#, r#"{"eight.ladder": {"options": [1]}}"#] {
        assert_eq!(load(broken).unwrap().board.options(), Options::default().with("stride", 2), "{broken}");
    }
}

#[test]
fn boards_to_grade_take_options_from_the_manifest() {
    let registry = Registry::builtin().with::<Ladder>();
    let folder = listed_boards();
    let boards = GradeBoards::read(&registry, folder.path(), &Reading::default()).unwrap();
    let read: Vec<_> = boards
        .boards
        .iter()
        .map(|board| (board.name.to_str().unwrap(), board.manifest, board.board.options()))
        .collect();
    let expected = [
        ("eight.ladder", None, Options::default().with("stride", 4)),
        ("plain.csv", Some(None), Options::default().with("spawn", false)),
        ("spawn.csv", Some(Some(4)), Options::default().with("spawn", true)),
    ];
    assert_eq!(read, expected);
    // Two steps of four rungs; no red stack; a spawn beside each of two blue stacks that are four cells apart, and a spread.
    assert_eq!(boards.boards.iter().map(|board| cost(&board.board)).collect::<Vec<_>>(), [Some(2), None, Some(4)]);
}

#[test]
fn boards_to_grade_prefer_the_given_options() {
    let registry = Registry::builtin();
    let manifest = r#"{"spawn.csv": {"cost": 4, "options": {"spawn": true}}, "plain.csv": {}}"#;
    let folder = folder(&[("manifest.json", manifest), ("spawn.csv", INFEXION), ("plain.csv", INFEXION)]);
    for spawn in [false, true] {
        let given = Options::default().with("spawn", spawn);
        let boards = GradeBoards::read(&registry, folder.path(), &with_options(given.clone())).unwrap().boards;
        assert!(boards.iter().all(|board| board.board.options() == given), "{boards:?}");
    }
}

#[test]
fn boards_to_grade_are_found_by_the_extensions_of_the_registry() {
    let files = [("a.ladder", "ladder 8"), ("b.txt", PAWN_HUNT), ("c.csv", INFEXION), ("notes.txt", "snake")];
    let folder = folder(&files);
    let read = |registry: &Registry| GradeBoards::read(registry, folder.path(), &Reading::default()).unwrap();
    let names = |registry: &Registry| -> Vec<String> {
        read(registry).boards.iter().map(|board| board.name.to_string_lossy().into_owned()).collect()
    };
    assert_eq!(names(&Registry::builtin().with::<Ladder>()), ["a.ladder", "b.txt", "c.csv"]);
    assert_eq!(names(&Registry::builtin()), ["b.txt", "c.csv"]);
    assert_eq!(names(&Registry::empty().with::<Ladder>()), ["a.ladder"]);
    let notes = read(&Registry::builtin()).notes;
    assert!(
        notes.len() == 1 && notes[0].ends_with("notes.txt: skipped, because it does not look like a board"),
        "{notes:?}"
    );
    let error =
        GradeBoards::read(&Registry::empty().with::<Pancakes>(), folder.path(), &Reading::default()).unwrap_err();
    assert!(error.to_string().ends_with("there is no board in this folder (.txt)"), "{error}");
}
