//! Boards as things on cells.

use crate::support::{parse, parse_with};
use pathmax_puzzles::capability::{Draw, Edit, Generate};
use pathmax_puzzles::chexers::Board as Chexers;
use pathmax_puzzles::generation::{GeneratorOptions, Random};
use pathmax_puzzles::infexion::Board as Infexion;
use pathmax_puzzles::options::OptionValue;
use pathmax_puzzles::pawn_hunt::Board as PawnHunt;
use pathmax_puzzles::setup::{Look, OffBoard, Setup, Thing};
use pathmax_puzzles::{Board as _, Options};
use proptest::prelude::*;
use serde_json::json;

/// The JSON of the setup of a board file.
fn json_of<B: Edit>(text: &str) -> serde_json::Value {
    serde_json::to_value(Setup::of(&parse::<B>(text))).unwrap()
}

fn setup<B: Edit>(options: serde_json::Value, things: serde_json::Value) -> Setup {
    serde_json::from_value(json!({"puzzle": B::PUZZLE.name, "options": options, "things": things})).unwrap()
}

fn error<B: Edit>(options: serde_json::Value, things: serde_json::Value) -> String {
    setup::<B>(options, things).build::<B>().unwrap_err().to_string()
}

#[test]
fn a_setup_has_the_content_of_the_file() {
    assert_eq!(
        json_of::<Chexers>(r#"{"colour": "green", "pieces": [[0,0], [1,-1]], "blocks": [[-2,2]], "radius": 2}"#),
        json!({
            "puzzle": "chexers",
            "options": {"colour": "green", "radius": 2},
            "things": [
                {"kind": "piece", "cell": "(0, 0)"},
                {"kind": "piece", "cell": "(1, -1)"},
                {"kind": "block", "cell": "(-2, 2)"},
            ],
        })
    );
    assert_eq!(
        json_of::<Infexion>("5,6,r,2\n1,0,b,1\n"),
        json!({
            "puzzle": "infexion",
            "options": {"spawn": false},
            "things": [
                {"kind": "red stack", "cell": "(5, 6)", "number": 2},
                {"kind": "blue stack", "cell": "(1, 0)", "number": 1},
            ],
        })
    );
    assert_eq!(
        json_of::<PawnHunt>("K B R\n. x 7\n"),
        json!({
            "puzzle": "pawn-hunt",
            "options": {"rows": 2, "columns": 3},
            "things": [
                {"kind": "knight", "cell": "(0, 0)"},
                {"kind": "bishop", "cell": "(0, 1)"},
                {"kind": "rook", "cell": "(0, 2)"},
                {"kind": "obstacle", "cell": "(1, 1)"},
                {"kind": "pawn", "cell": "(1, 2)", "number": 7},
            ],
        })
    );
}

#[test]
fn missing_values_are_defaults() {
    fn file<B: Edit>(things: serde_json::Value) -> String {
        let setup: Setup = serde_json::from_value(json!({"puzzle": B::PUZZLE.name, "things": things})).unwrap();
        setup.build::<B>().unwrap().print()
    }
    assert_eq!(
        file::<Chexers>(json!([{"kind": "piece", "cell": "( 1,-1 )"}])),
        "{\"colour\": \"red\", \"pieces\": [[1,-1]], \"blocks\": []}\n"
    );
    assert_eq!(file::<Infexion>(json!([{"kind": "blue stack", "cell": "(0, 1)"}])), "0,1,b,1\n");
    assert_eq!(file::<PawnHunt>(json!([{"kind": "pawn", "cell": "(0, 1)"}])).lines().next(), Some(". 1 . . . . . ."));
    assert_eq!(file::<PawnHunt>(json!([])), ". . . . . . . .\n".repeat(8));
    let green = setup::<Chexers>(json!({"color": "green"}), json!([])).build::<Chexers>().unwrap();
    assert_eq!(green.print(), "{\"colour\": \"green\", \"pieces\": [], \"blocks\": []}\n");
    assert!(setup::<Infexion>(json!({"spawn": true}), json!([])).build::<Infexion>().unwrap().spawn);
}

#[test]
fn errors_state_the_path() {
    fn thing<B: Edit>(thing: serde_json::Value) -> String {
        error::<B>(json!({}), json!([thing]))
    }
    insta::assert_snapshot!(thing::<Chexers>(json!({"kind": "pawn", "cell": "(0, 0)"})), @r#"things[0]: there is no "pawn" in chexers; choose from piece, block"#);
    insta::assert_snapshot!(thing::<Chexers>(json!({"kind": "piece", "cell": "0 0"})), @r#"things[0]: "0 0" is not a cell; write two numbers, as in "(0, 1)""#);
    insta::assert_snapshot!(thing::<Chexers>(json!({"kind": "piece", "cell": "(4, 0)"})), @"things[0]: (4, 0) is off the board; choose another cell, or a larger board");
    insta::assert_snapshot!(thing::<Infexion>(json!({"kind": "red stack", "cell": "(0, 7)"})), @"things[0]: (0, 7) is off the board; choose another cell, or a larger board");
    insta::assert_snapshot!(thing::<PawnHunt>(json!({"kind": "rook", "cell": "(-1, 0)"})), @"things[0]: (-1, 0) is off the board; choose another cell, or a larger board");
    insta::assert_snapshot!(thing::<Chexers>(json!({"kind": "piece", "cell": "(0, 0)", "number": 2})), @"things[0]: a piece has no number; leave it out");
    insta::assert_snapshot!(thing::<Infexion>(json!({"kind": "red stack", "cell": "(0, 0)", "number": 7})), @"things[0]: the power is 7; it must be a whole number from 1 to 6");
    let twice = json!([{"kind": "piece", "cell": "(0, 0)"}, {"kind": "block", "cell": "(0,0)"}]);
    insta::assert_snapshot!(error::<Chexers>(json!({}), twice), @"things[1]: two things are on (0, 0); move or remove one of them");
    // Agents of all kinds are counted together.
    let agents = (0..9).map(
        |i| json!({"kind": if i % 2 == 0 { "rook" } else { "knight" }, "cell": format!("({}, {})", i / 8, i % 8)}),
    );
    insta::assert_snapshot!(error::<PawnHunt>(json!({}), agents.collect()), @"things[8]: there are more than 8 agents, the most that a board can have");
    insta::assert_snapshot!(error::<Chexers>(json!({"size": 3}), json!([])), @"options.size: chexers has no such option; choose from radius, colour");
    insta::assert_snapshot!(error::<Chexers>(json!({"pieces": 3}), json!([])), @"options.pieces: chexers has no such option; choose from radius, colour");
    insta::assert_snapshot!(error::<Chexers>(json!({"radius": 7}), json!([])), @"options.radius: it must be a whole number from 2 to 6");
    insta::assert_snapshot!(error::<Chexers>(json!({"radius": 2.5}), json!([])), @"options.radius: it must be a whole number from 2 to 6");
    insta::assert_snapshot!(error::<Chexers>(json!({"colour": "pink"}), json!([])), @"options.colour: it must be one of red, green, blue");
    insta::assert_snapshot!(error::<Chexers>(json!({"colour": "red", "color": "blue"}), json!([])), @"options.colour: colour is given in two spellings, as blue and as red; leave out one of them");
    insta::assert_snapshot!(error::<Infexion>(json!({"spawn": "yes"}), json!([])), @"options.spawn: it must be true or false");
    insta::assert_snapshot!(error::<PawnHunt>(json!({"rows": {"of": [1]}}), json!([])), @"options.rows: it must be a whole number from 1 to 16");
    assert_eq!(OffBoard(2).to_string(), "thing 2 is off the board");
}

/// Unlike options on a command line, those of a setup are typed.
#[test]
fn words_do_not_spell_numbers_or_switches_in_a_setup() {
    assert_eq!(
        error::<Chexers>(json!({"radius": "4"}), json!([])),
        "options.radius: it must be a whole number from 2 to 6"
    );
    for word in ["on", "true"] {
        assert_eq!(error::<Infexion>(json!({"spawn": word}), json!([])), "options.spawn: it must be true or false");
    }
}

#[test]
fn long_texts_are_shortened_in_messages() {
    let long = "x".repeat(100_000);
    for thing in [json!({"kind": long, "cell": "(0, 0)"}), json!({"kind": "piece", "cell": long})] {
        let mut setup = setup::<Chexers>(json!({}), json!([thing]));
        setup.puzzle = long.clone();
        assert!(setup.build::<Chexers>().unwrap_err().to_string().len() < 300);
    }
    assert!(error::<Chexers>(json!({ long: 1 }), json!([])).len() < 300);
}

/// Asserts that a thing of each kind looks in the scene as the kind states.
fn check_looks<B: Edit + Draw>() {
    for kind in <B as Edit>::KINDS {
        let number = kind.number.map(|number| number.max);
        let thing = Thing { kind: kind.name.to_string(), cell: "(1, 1)".to_string(), number };
        let setup = Setup { puzzle: B::PUZZLE.name.to_string(), options: Options::default(), things: vec![thing] };
        let scene = setup.build::<B>().unwrap().scene();
        let tile = scene.tiles.iter().find(|tile| tile.name == "(1, 1)").unwrap();
        let symbol = match kind.look {
            Look::Figure(_, _, symbol) => Some(symbol),
            _ => None,
        };
        match kind.look {
            Look::Token(text, ink) | Look::Figure(text, ink, _) => {
                let text = number.map_or(text.to_string(), |number| format!("{text}{number}"));
                let token = tile.token.as_ref().unwrap();
                assert_eq!((token.text.as_str(), token.ink), (text.as_str(), ink), "{}", kind.name);
                assert_eq!(token.symbol, symbol, "{}", kind.name);
                assert!(token.kind < B::TOKEN_KINDS.len());
            }
            Look::Ground(ground) => assert_eq!((tile.ground, &tile.token), (ground, &None), "{}", kind.name),
        }
    }
}

#[test]
fn things_look_as_their_kinds_state() {
    check_looks::<Chexers>();
    check_looks::<Infexion>();
    check_looks::<PawnHunt>();
}

fn check_round_trip<B: Edit + Generate>(given: &[(&str, &str)], seed: u64) {
    let options: Options = given.iter().copied().collect();
    let source = B::source(&GeneratorOptions::new(B::PUZZLE, &options).unwrap()).unwrap();
    let board = source.random(&mut Random::new(seed));
    let setup = Setup::of(&board);
    let json = serde_json::to_string(&setup).unwrap();
    assert_eq!(serde_json::from_str::<Setup>(&json).unwrap(), setup);
    assert_eq!(setup.build::<B>().unwrap(), board);
}

/// Builds a setup, if it is valid, and parses the file of the board.
fn try_build<B: Edit>(setup: &Setup) {
    if let Ok(board) = setup.build::<B>() {
        assert_eq!(parse_with::<B>(&board.print(), board.options()), board);
    }
}

proptest! {
    #[test]
    fn setups_of_boards_build_the_same_boards(seed: u64) {
        check_round_trip::<Chexers>(&[("radius", "2..6")], seed);
        check_round_trip::<Infexion>(&[], seed);
        check_round_trip::<Infexion>(&[("spawn", "on"), ("power", "1..6")], seed);
        check_round_trip::<PawnHunt>(&[], seed);
    }

    #[test]
    fn no_setup_causes_a_panic(
        options in prop::collection::btree_map("colour|radius|spawn|rows|columns|", values(), 0..3),
        things in prop::collection::vec(things(), 0..12),
    ) {
        let setup = Setup { puzzle: String::new(), options: options.into_iter().collect(), things };
        try_build::<Chexers>(&setup);
        try_build::<Infexion>(&setup);
        try_build::<PawnHunt>(&setup);
    }
}

fn values() -> impl Strategy<Value = OptionValue> {
    prop_oneof![
        any::<bool>().prop_map(OptionValue::Switch),
        any::<i64>().prop_map(OptionValue::Number),
        (1..=16i64).prop_map(OptionValue::Number),
        "red|green|blue|".prop_map(OptionValue::Word),
    ]
}

fn things() -> impl Strategy<Value = Thing> {
    let kind = prop::sample::select(vec![
        "piece",
        "block",
        "red stack",
        "blue stack",
        "knight",
        "rook",
        "pawn",
        "obstacle",
        "",
    ]);
    let cell = prop_oneof![(-4..8i64, -4..8i64).prop_map(|(a, b)| format!("({a}, {b})")), "\\PC*"];
    (kind, cell, prop::option::of(prop_oneof![0..8i64, any::<i64>()])).prop_map(|(kind, cell, number)| Thing {
        kind: kind.to_string(),
        cell,
        number,
    })
}
