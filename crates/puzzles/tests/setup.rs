//! Boards as what stands where: the same board as its file, and every mistake named.

use pathmax_puzzles::generation::{Dice, Settings};
use pathmax_puzzles::setup::{Choice, Look, Setup, Thing};
use pathmax_puzzles::{Instance, PUZZLES, PuzzleInfo, Reading};
use proptest::prelude::*;
use serde_json::json;

fn read(text: &str) -> Instance {
    Instance::parse(text, &Reading::default()).unwrap().instance
}

fn setup(value: serde_json::Value) -> Setup {
    serde_json::from_value(value).unwrap()
}

fn refusal(value: serde_json::Value) -> String {
    setup(value).instance().unwrap_err().to_string()
}

#[test]
fn a_setup_is_what_the_file_says() {
    let chexers = read(r#"{"colour": "green", "pieces": [[0,0], [1,-1]], "blocks": [[-2,2]], "radius": 2}"#).setup();
    assert_eq!(
        serde_json::to_value(&chexers).unwrap(),
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
        serde_json::to_value(read("5,6,r,2\n1,0,b,1\n").setup()).unwrap(),
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
        serde_json::to_value(read("K B R\n. x 7\n").setup()).unwrap(),
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
fn what_is_left_out_is_as_usual() {
    let file = |value| setup(value).instance().unwrap().to_file();
    let things = json!([{"kind": "piece", "cell": "( 1,-1 )"}]);
    assert_eq!(
        file(json!({"puzzle": "chexers", "things": things})),
        "{\"colour\": \"red\", \"pieces\": [[1,-1]], \"blocks\": []}\n"
    );
    assert_eq!(file(json!({"puzzle": "infexion", "things": [{"kind": "blue stack", "cell": "(0, 1)"}]})), "0,1,b,1\n");
    assert_eq!(file(json!({"puzzle": "pawn-hunt", "things": []})), ". . . . . . . .\n".repeat(8));
    assert!(
        setup(json!({"puzzle": "infexion", "options": {"spawn": true}, "things": []})).instance().unwrap().spawns()
    );
}

#[test]
fn mistakes_are_told_with_their_place() {
    let thing = |puzzle: &str, thing: serde_json::Value| refusal(json!({"puzzle": puzzle, "things": [thing]}));
    insta::assert_snapshot!(refusal(json!({"puzzle": "go", "things": []})), @r#"puzzle: there is no puzzle "go"; choose from chexers, infexion, pawn-hunt"#);
    insta::assert_snapshot!(thing("chexers", json!({"kind": "pawn", "cell": "(0, 0)"})), @r#"things[0]: there is no "pawn" in chexers; choose from piece, block"#);
    insta::assert_snapshot!(thing("chexers", json!({"kind": "piece", "cell": "0 0"})), @r#"things[0]: "0 0" is not a cell; write two numbers, as in "(0, 1)""#);
    insta::assert_snapshot!(thing("chexers", json!({"kind": "piece", "cell": "(4, 0)"})), @"things[0]: (4, 0) is off the board; choose another cell, or a larger board");
    insta::assert_snapshot!(thing("chexers", json!({"kind": "piece", "cell": "(0, 0)", "number": 2})), @"things[0]: a piece has no number; leave it out");
    insta::assert_snapshot!(thing("infexion", json!({"kind": "red stack", "cell": "(0, 0)", "number": 7})), @"things[0]: the power is 7; it must be a whole number from 1 to 6");
    let twice = json!([{"kind": "piece", "cell": "(0, 0)"}, {"kind": "block", "cell": "(0,0)"}]);
    insta::assert_snapshot!(refusal(json!({"puzzle": "chexers", "things": twice})), @"things[1]: two things stand on (0, 0); move or remove one of them");
    let rooks: Vec<_> = (0..9).map(|i| json!({"kind": "rook", "cell": format!("({}, {})", i / 8, i % 8)})).collect();
    insta::assert_snapshot!(refusal(json!({"puzzle": "pawn-hunt", "things": rooks})), @"things[8]: there are more than 8 agents, the most that a board can have");
    let option =
        |puzzle: &str, options: serde_json::Value| refusal(json!({"puzzle": puzzle, "options": options, "things": []}));
    insta::assert_snapshot!(option("chexers", json!({"size": 3})), @"options.size: chexers has no such option; choose from colour, radius");
    insta::assert_snapshot!(option("chexers", json!({"radius": 7})), @"options.radius: it must be a whole number from 2 to 6");
    insta::assert_snapshot!(option("chexers", json!({"radius": 2.5})), @"options.radius: it must be a whole number from 2 to 6");
    insta::assert_snapshot!(option("chexers", json!({"colour": "pink"})), @"options.colour: it must be one of red, green, blue");
    insta::assert_snapshot!(option("infexion", json!({"spawn": "yes"})), @"options.spawn: it must be true or false");
    insta::assert_snapshot!(option("pawn-hunt", json!({"rows": {"of": [1]}})), @"options.rows: it must be a whole number from 1 to 16");
}

/// How a kind of thing should look where it stands, whatever its number.
#[test]
fn things_look_as_their_kinds_say() {
    for puzzle in PUZZLES {
        for kind in puzzle.setup.kinds {
            let number = kind.number.map(|number| number.most);
            let thing = Thing { kind: kind.name.to_string(), cell: "(1, 1)".to_string(), number };
            let setup = Setup { puzzle: puzzle.name.to_string(), options: [].into(), things: vec![thing] };
            let scene = setup.instance().unwrap().scene();
            let tile = scene.tiles.iter().find(|tile| tile.name == "(1, 1)").unwrap();
            match kind.look {
                Look::Token(text, ink) => {
                    let text = number.map_or(text.to_string(), |number| format!("{text}{number}"));
                    let token = tile.token.as_ref().unwrap();
                    assert_eq!((token.text.as_str(), token.ink), (text.as_str(), ink), "{}", kind.name);
                }
                Look::Ground(ground) => assert_eq!((tile.ground, &tile.token), (ground, &None), "{}", kind.name),
            }
        }
    }
}

proptest! {
    #[test]
    fn boards_survive_being_set_up_again(puzzle in 0..PUZZLES.len(), seed: u64) {
        let settings = if PUZZLES[puzzle].name == "chexers" { Settings::default().with("radius", "2..6") } else { Settings::default() };
        let board = PUZZLES[puzzle].boards(&settings).unwrap().random(&mut Dice::new(seed));
        let again = board.setup().instance().unwrap();
        prop_assert_eq!(again.to_file(), board.to_file());
        prop_assert_eq!(again.scene(), board.scene());
        prop_assert_eq!(again.setup(), board.setup());
    }

    #[test]
    fn nothing_that_can_be_written_panics(
        puzzle in prop::sample::select(vec!["chexers", "infexion", "pawn-hunt", ""]),
        options in prop::collection::btree_map("colour|radius|spawn|rows|columns|", choices(), 0..3),
        things in prop::collection::vec(things(), 0..12),
    ) {
        let setup = Setup { puzzle: puzzle.to_string(), options, things };
        if let Ok(instance) = setup.instance() {
            let reading = Reading { puzzle: PuzzleInfo::named(puzzle), spawn: instance.spawns() };
            let again = Instance::parse(&instance.to_file(), &reading).unwrap().instance;
            prop_assert_eq!(again.scene(), instance.scene());
        }
    }
}

fn choices() -> impl Strategy<Value = Choice> {
    prop_oneof![
        any::<bool>().prop_map(Choice::Switch),
        any::<i64>().prop_map(Choice::Number),
        (1..=16i64).prop_map(Choice::Number),
        "red|green|blue|".prop_map(Choice::Word),
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
