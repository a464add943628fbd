//! Which puzzle a text is taken for.

use pathmax_lab::{Puzzle, Reading, Registry};
use pathmax_puzzles::generation::{GeneratorOptions, Random};
use pathmax_puzzles::{Board, Options, chexers, infexion, pawn_hunt};

use crate::support::puzzles::{EvenLadder, Ladder, Pancakes};

const CHEXERS: &str = r#"{"colour": "red", "pieces": [[2, 0]], "blocks": []}"#;
const INFEXION: &str = "0,0,b,1\n3,3,b,1\n";
const PAWN_HUNT: &str = "K . 1\n";

fn names(puzzles: &[Puzzle]) -> Vec<&'static str> {
    puzzles.iter().map(|puzzle| puzzle.info().name).collect()
}

/// Both ladders, whose files look the same.
fn ladders() -> Registry {
    Registry::empty().with::<Ladder>().with::<EvenLadder>()
}

fn error(registry: &Registry, text: &str, reading: &Reading) -> String {
    registry.parse(text, reading).unwrap_err().to_string()
}

/// The name of the puzzle that a text is taken for.
fn recognized(text: &str) -> &'static str {
    let parsed = Registry::builtin().parse(text, &Reading::default());
    parsed.unwrap_or_else(|error| panic!("{error}: {text}")).board.puzzle().info().name
}

#[test]
fn the_built_in_puzzles_are_recognized_by_their_text() {
    let registry = Registry::builtin();
    for (text, name) in [(CHEXERS, "chexers"), (INFEXION, "infexion"), (PAWN_HUNT, "pawn-hunt")] {
        assert_eq!(names(&registry.candidates(text)), [name]);
        assert_eq!(registry.parse(text, &Reading::default()).unwrap().board.puzzle().info().name, name);
    }
    assert!(registry.parse(CHEXERS, &Reading::default()).unwrap().board.downcast::<chexers::Board>().is_some());
    assert!(registry.parse(CHEXERS, &Reading::default()).unwrap().board.downcast::<infexion::Board>().is_none());
}

#[test]
fn a_text_without_candidates_is_rejected_with_the_formats() {
    let registry = Registry::empty().with::<Ladder>().with::<Pancakes>();
    assert!(registry.candidates("snake 3").is_empty());
    assert_eq!(
        error(&registry, "snake 3", &Reading::default()),
        "this is not a board that pathmax knows (ladder: text, `ladder N`; pancakes: text, `pancakes 3 1 2`)"
    );
    for empty in ["", "\n\n", "# nothing but a comment\n"] {
        assert_eq!(error(&registry, empty, &Reading::default()), "there is no board: the file is empty", "{empty:?}");
    }
}

#[test]
fn a_text_of_two_puzzles_is_rejected_with_the_option_that_chooses() {
    let registry = ladders();
    assert_eq!(names(&registry.candidates("ladder 8")), ["ladder", "even-ladder"]);
    let expected = "this could be a board of ladder or even-ladder; choose one with --puzzle";
    assert_eq!(error(&registry, "ladder 8", &Reading::default()), expected);
    for name in ["ladder", "even-ladder"] {
        let reading = Reading { puzzle: registry.named(name), options: Options::default() };
        assert_eq!(registry.parse("ladder 8", &reading).unwrap().board.puzzle().info().name, name);
    }
}

#[test]
fn of_two_candidates_the_one_that_can_read_the_text_is_chosen() {
    let registry = ladders();
    assert_eq!(names(&registry.candidates("ladder 7")), ["ladder"]);
    assert_eq!(registry.parse("ladder 7", &Reading::default()).unwrap().board.print(), "ladder 7\n");
    // Neither can read this.
    assert_eq!(names(&registry.candidates("ladder x")), ["ladder", "even-ladder"]);
    assert!(error(&registry, "ladder x", &Reading::default()).ends_with("; choose one with --puzzle"));
    // The only candidate reports why it cannot read the file.
    let alone = Registry::builtin().with::<Ladder>();
    assert_eq!(error(&alone, "ladder x", &Reading::default()), "the number of rungs is wrong; write `ladder 8`");
}

#[test]
fn a_text_of_no_built_in_puzzle_is_rejected_with_every_format() {
    let error = error(&Registry::builtin(), "hello", &Reading::default());
    assert!(error.starts_with("this is not a board that pathmax knows (chexers: JSON, "), "{error}");
    for name in ["; infexion: CSV, ", "; pawn-hunt: text, "] {
        assert!(error.contains(name), "{error}");
    }
}

#[test]
fn an_empty_file_is_a_board_of_infexion_if_the_puzzle_is_named() {
    let registry = Registry::builtin();
    assert!(registry.parse("\n# nothing\n", &Reading::default()).is_err());
    let reading = Reading { puzzle: registry.named("infexion"), options: Options::default() };
    assert_eq!(registry.parse("\n", &reading).unwrap().board.print(), "");
}

fn assert_generated_boards_are_recognized<B: Board>() {
    let options = Options::default();
    let source =
        (B::capabilities().generate.unwrap().source)(&GeneratorOptions::new(B::PUZZLE, &options).unwrap()).unwrap();
    for seed in 0..50 {
        let text = source.random(&mut Random::new(seed)).print();
        assert_eq!(recognized(&text), B::PUZZLE.name, "{text}");
    }
}

#[test]
fn generated_boards_are_recognized() {
    assert_generated_boards_are_recognized::<chexers::Board>();
    assert_generated_boards_are_recognized::<infexion::Board>();
    assert_generated_boards_are_recognized::<pawn_hunt::Board>();
}

#[test]
fn example_boards_are_recognized_with_any_line_ends() {
    for puzzle in Registry::builtin().puzzles().map(Puzzle::info) {
        let boards = puzzle.examples.iter().filter(|(file, _)| *file != "manifest.json");
        assert!(boards.clone().count() > 0, "{}", puzzle.name);
        for (_, text) in boards {
            let text = text.replace("\r\n", "\n");
            for end in ["\n", "\r\n", "\r"] {
                assert_eq!(recognized(&text.replace('\n', end)), puzzle.name, "{text}");
            }
        }
    }
}

/// Texts of pieces of board files and of other characters.
#[test]
fn no_text_makes_recognition_panic_and_errors_are_short() {
    let pieces = [
        "{",
        "}",
        "[",
        "]",
        "\"colour\"",
        ":",
        "\"red\"",
        "\"pieces\"",
        "\"blocks\"",
        "[[0,0]]",
        ",",
        "0,0,r,1",
        "3,3,b,9",
        "K",
        "B",
        "x",
        ".",
        " ",
        "\n",
        "\r",
        "\r\n",
        "#",
        "1",
        "-1",
        "99999999999999999999",
        "\u{feff}",
        "\0",
        "é",
        "𝄞",
        "ladder",
        "pancakes",
        "a word of more than forty characters, which no message repeats as a whole",
    ];
    let registry = Registry::builtin().with::<Ladder>().with::<EvenLadder>().with::<Pancakes>();
    let mut random = Random::new(0);
    let mut boards = 0;
    for _ in 0..20_000 {
        let length = 1 + random.below(12);
        let text: String = (0..length).map(|_| *random.pick(&pieces).unwrap()).collect();
        match registry.parse(&text, &Reading::default()) {
            Ok(parsed) => {
                boards += 1;
                assert!(registry.candidates(&text).contains(&parsed.board.puzzle()));
            }
            Err(error) => assert!(error.to_string().len() < 600, "{error}"),
        }
    }
    assert!(boards > 100, "{boards} texts are boards");
}
