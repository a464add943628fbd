//! Titles and rules of puzzles.

use pathmax_puzzles::{PuzzleInfo, chexers, infexion, pawn_hunt};

#[test]
fn the_rules_of_the_built_in_puzzles_are_those_of_the_documentation() {
    let page = include_str!("../../../docs/rules.md").replace("\r\n", "\n");
    for puzzle in [&chexers::INFO, &infexion::INFO, &pawn_hunt::INFO] {
        let rules = puzzle.rules.replace("\r\n", "\n");
        let section = format!("\n## {}\n\n{rules}", puzzle.title);
        assert!(rules.len() > 1000 && page.contains(&section), "docs/rules.md lacks the rules of {}", puzzle.name);
    }
}

#[test]
fn a_puzzle_without_a_title_gets_one_from_its_name() {
    let named = |name| PuzzleInfo { name, title: "", ..chexers::INFO }.heading();
    assert_eq!(named("sliding-tiles"), "Sliding tiles");
    assert_eq!([named("x"), named("")], ["X", ""]);
    assert_eq!(pawn_hunt::INFO.heading(), "Pawn hunt");
}
