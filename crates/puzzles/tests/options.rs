//! Options: the schemas of the built-in puzzles, checking of values, and JSON.

use pathmax::Algorithm;
use pathmax_puzzles::options::{GeneratorOption, OptionInfo, OptionValue, OptionValues, Options, Place};
use pathmax_puzzles::{PuzzleInfo, chexers, infexion, pawn_hunt};
use proptest::prelude::*;
use serde_json::json;

/// A puzzle whose options have the names of those of other puzzles, but other values.
static OTHER: PuzzleInfo = PuzzleInfo {
    name: "other",
    title: "",
    rules: "",
    summary: "",
    format: "",
    extension: "other",
    options: &[
        OptionInfo {
            name: "spawn",
            summary: "",
            place: Place::WithFile,
            values: OptionValues::Number { min: -2, max: 9, default: 1 },
            generate: None,
        },
        OptionInfo {
            name: "radius",
            summary: "",
            place: Place::WithFile,
            values: OptionValues::Words(&["small", "large"]),
            generate: Some(GeneratorOption { value: Some("WORD"), default: "small,large", summary: "" }),
        },
        OptionInfo {
            name: "colour",
            summary: "",
            place: Place::InFile,
            values: OptionValues::Switch(true),
            generate: None,
        },
    ],
    algorithm: Algorithm::BreadthFirst,
    own_heuristics: &[],
    examples: &[],
};

fn error(options: Options, puzzle: &PuzzleInfo) -> String {
    options.checked(puzzle).unwrap_err().to_string()
}

#[test]
fn defaults_of_the_built_in_puzzles() {
    let with_file = |puzzle| Options::default().completed(puzzle);
    assert!(with_file(&chexers::INFO).is_empty());
    assert_eq!(with_file(&infexion::INFO), Options::default().with("spawn", false));
    assert!(with_file(&pawn_hunt::INFO).is_empty());
    let of_board = |puzzle: &PuzzleInfo| -> Options {
        puzzle.board_options().map(|option| (option.name, option.values.default())).collect()
    };
    assert_eq!(of_board(&chexers::INFO), Options::default().with("colour", "red").with("radius", 3));
    assert_eq!(of_board(&infexion::INFO), Options::default().with("spawn", false));
    assert_eq!(of_board(&pawn_hunt::INFO), Options::default().with("rows", 8).with("columns", 8));
    assert_eq!(of_board(&OTHER), Options::default().with("spawn", 1).with("radius", "small").with("colour", true));
}

#[test]
fn every_default_is_allowed() {
    for puzzle in [&chexers::INFO, &infexion::INFO, &pawn_hunt::INFO, &OTHER] {
        for option in puzzle.board_options() {
            assert!(option.values.allows(&option.values.default()), "{} of {}", option.name, puzzle.name);
        }
        for option in puzzle.generator_options() {
            let generate = option.generate.unwrap();
            assert!(!generate.default.is_empty(), "{} of {}", option.name, puzzle.name);
        }
        // Names are unique within a puzzle.
        let names: std::collections::BTreeSet<_> = puzzle.options.iter().map(|option| option.name).collect();
        assert_eq!(names.len(), puzzle.options.len());
    }
}

#[test]
fn words_that_spell_values_are_converted() {
    let checked = |name: &str, value: &str, puzzle| Options::default().with(name, value).checked(puzzle);
    for (word, on) in [("on", true), ("true", true), ("off", false), ("false", false)] {
        assert_eq!(checked("spawn", word, &infexion::INFO), Ok(Options::default().with("spawn", on)));
    }
    assert_eq!(checked("spawn", "7", &OTHER), Ok(Options::default().with("spawn", 7)));
    assert_eq!(checked("spawn", "-2", &OTHER), Ok(Options::default().with("spawn", -2)));
    assert_eq!(checked("radius", "large", &OTHER), Ok(Options::default().with("radius", "large")));
    // Values that are already of the right type are unchanged.
    let options = Options::default().with("spawn", true);
    assert_eq!(options.checked(&infexion::INFO), Ok(options));
}

#[test]
fn wrong_values_and_unknown_names_are_rejected() {
    let long = "x".repeat(100_000);
    let errors = [
        error(Options::default().with("spawn", "maybe"), &infexion::INFO),
        error(Options::default().with("spawn", 1), &infexion::INFO),
        error(Options::default().with("spawn", "On"), &infexion::INFO),
        error(Options::default().with("spawn", 10), &OTHER),
        error(Options::default().with("spawn", "10"), &OTHER),
        error(Options::default().with("spawn", true), &OTHER),
        error(Options::default().with("radius", "3"), &OTHER),
        error(Options::default().with("radius", 3), &OTHER),
        error(Options::default().with("radius", long.as_str()), &OTHER),
        error(Options::default().with("speed", true), &infexion::INFO),
        error(Options::default().with("spawn", true), &chexers::INFO),
        error(Options::default().with(long.as_str(), true), &chexers::INFO),
        // In the file, or only for the generator.
        error(Options::default().with("radius", 3), &chexers::INFO),
        error(Options::default().with("red", "1..2"), &infexion::INFO),
        error(Options::default().with("colour", true), &OTHER),
    ];
    insta::assert_snapshot!(errors.join("\n"), @"
    the infexion option spawn is maybe; it must be true or false
    the infexion option spawn is 1; it must be true or false
    the infexion option spawn is On; it must be true or false
    the other option spawn is 10; it must be a whole number from -2 to 9
    the other option spawn is 10; it must be a whole number from -2 to 9
    the other option spawn is on; it must be a whole number from -2 to 9
    the other option radius is 3; it must be one of small, large
    the other option radius is 3; it must be one of small, large
    the other option radius is xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…; it must be one of small, large
    infexion boards have no option speed (only spawn); leave it out
    chexers boards have no option spawn; leave it out
    chexers boards have no option xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…; leave it out
    chexers boards have no option radius; leave it out
    infexion boards have no option red (only spawn); leave it out
    other boards have no option colour (only spawn, radius); leave it out
    ");
    assert_eq!(Options::default().with("spawn", "maybe").checked(&infexion::INFO).unwrap_err().name, "spawn");
}

#[test]
fn set_options_take_precedence_over_others_and_over_defaults() {
    let options = Options::default().with("spawn", 5).or(&Options::default().with("spawn", 6).with("radius", "large"));
    assert_eq!(options, Options::default().with("spawn", 5).with("radius", "large"));
    assert_eq!(options.clone().completed(&OTHER), options);
    let completed = Options::default().with("radius", "large").completed(&OTHER);
    assert_eq!((completed.number("spawn"), completed.word("radius")), (Some(1), Some("large")));
    // Values have one type each.
    assert_eq!((completed.switch("spawn"), completed.number("radius"), completed.word("spawn")), (false, None, None));
    assert_eq!(completed.get("colour"), None);
    assert_eq!(completed.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["radius", "spawn"]);
}

#[test]
fn options_are_a_json_object() {
    let options = Options::default().with("spawn", true).with("radius", 4).with("colour", "red");
    let json = json!({"colour": "red", "radius": 4, "spawn": true});
    assert_eq!(serde_json::to_value(&options).unwrap(), json);
    assert_eq!(serde_json::from_value::<Options>(json).unwrap(), options);
    assert_eq!(serde_json::to_string(&Options::default()).unwrap(), "{}");
    // Other values are kept, so that the error can name the option.
    for value in [json!(2.5), json!(null), json!([1]), json!({"a": 1}), json!(u64::MAX)] {
        let options: Options = serde_json::from_value(json!({ "spawn": value })).unwrap();
        assert_eq!(options.get("spawn"), Some(&OptionValue::Invalid(value.clone())));
        assert_eq!(serde_json::to_value(&options).unwrap(), json!({ "spawn": value }));
        assert_eq!(options.checked(&infexion::INFO).unwrap_err().name, "spawn");
    }
    assert!(serde_json::from_value::<Options>(json!(["spawn"])).is_err());
}

fn values() -> impl Strategy<Value = OptionValue> {
    prop_oneof![
        any::<bool>().prop_map(OptionValue::Switch),
        any::<i64>().prop_map(OptionValue::Number),
        (-4..12i64).prop_map(OptionValue::Number),
        "\\PC{0,8}|on|off|true|false|small|large|-?[0-9]{1,2}".prop_map(OptionValue::Word),
    ]
}

proptest! {
    #[test]
    fn checked_options_are_allowed_and_checking_is_idempotent(
        name in "spawn|radius|colour|\\PC{0,5}",
        value in values(),
    ) {
        let options = Options::default().with(name.as_str(), value);
        prop_assert_eq!(serde_json::from_str::<Options>(&serde_json::to_string(&options).unwrap()).unwrap(), options.clone());
        for puzzle in [&chexers::INFO, &infexion::INFO, &pawn_hunt::INFO, &OTHER] {
            if let Ok(checked) = options.checked(puzzle) {
                let option = puzzle.options_with_file().find(|option| option.name == name).unwrap();
                prop_assert!(option.values.allows(checked.get(&name).unwrap()));
                prop_assert_eq!(checked.checked(puzzle), Ok(checked));
            }
        }
    }
}

#[test]
fn colour_has_two_spellings() {
    let given = |options: &[(&str, &str)], puzzle: &PuzzleInfo| {
        let options: Options = options.iter().copied().collect();
        options.respelled(puzzle).map(|options| options.iter().map(|(name, value)| format!("{name}={value}")).collect())
    };
    let read = |options: &[(&str, &str)], puzzle: &PuzzleInfo| -> Vec<String> { given(options, puzzle).unwrap() };
    assert_eq!(read(&[("color", "red")], &chexers::INFO), ["colour=red"]);
    assert_eq!(read(&[("colour", "red"), ("color", "red")], &chexers::INFO), ["colour=red"]);
    // Other puzzles keep their names.
    assert_eq!(read(&[("color", "red"), ("spawn", "on")], &infexion::INFO), ["color=red", "spawn=on"]);
    let error: Result<Vec<String>, _> = given(&[("colour", "red"), ("color", "blue")], &chexers::INFO);
    assert_eq!(
        error.unwrap_err().to_string(),
        "colour is given in two spellings, as blue and as red; leave out one of them"
    );
    let mistake = Options::default().with("color", true).checked(&OTHER).unwrap_err();
    assert_eq!(mistake.to_string(), "other boards have no option colour (only spawn, radius); leave it out");
}
