//! Names as people write them: aliases, other spellings, suggestions, completions.

use crate::support::{pathmax, run, run_in_instances, run_in_instances_with_input as run_with_input};

/// The first line on standard error.
fn error(arguments: &[&str]) -> String {
    let output = run_in_instances(arguments);
    let (status, message) = output.split_once("--- stderr\n").unwrap_or_else(|| panic!("{output}"));
    assert_eq!(status, "status 2\n", "{output}");
    message.lines().next().unwrap().to_string()
}

#[test]
fn algorithms_have_the_names_that_people_know() {
    for (name, algorithm) in [("A*", "astar"), ("IDA*", "idastar"), ("Dijkstra", "ucs"), ("wa*", "weighted-astar")] {
        let output = run_in_instances(&["solve", "chexers/one-step.json", "-a", name]);
        assert!(output.contains(&format!("chexers · {algorithm}")), "{output}");
    }
    let output =
        run_in_instances(&["compare", "chexers/one-step.json", "-a", "A*,weighted A*:2", "-H", "null", "--csv"]);
    assert!(output.contains(",astar,null,") && output.contains(",weighted-astar:2,null,"), "{output}");
    let output = run_in_instances(&["solve", "chexers/one-step.json", "-a", "WA*:3"]);
    assert!(output.contains("weighted-astar:3 with relaxed-map"), "{output}");
    let output = run_in_instances(&["generate", "chexers", "-a", "a*", "--seed", "3"]);
    assert!(output.starts_with("status 0\n"), "{output}");
}

#[test]
fn misspelt_names_get_suggestions() {
    insta::assert_snapshot!(error(&["solve", "chexers/one-step.json", "-a", "atsar"]), @r#"error: invalid value 'atsar' for '--algorithm <ALGORITHM>': there is no algorithm "atsar"; did you mean astar? Choose from astar, partial-astar, ucs, greedy, weighted-astar, bfs, dfs, iddfs, idastar"#);
    insta::assert_snapshot!(error(&["compare", "chexers/one-step.json", "-a", "djikstra"]), @r#"error: invalid value 'djikstra' for '--algorithms <NAMES>': there is no algorithm "djikstra"; did you mean dijkstra? Choose from astar, partial-astar, ucs, greedy, weighted-astar, bfs, dfs, iddfs, idastar"#);
    insta::assert_snapshot!(error(&["solve", "chexers/one-step.json", "-H", "half-distence"]), @r#"error: chexers/one-step.json: chexers has no heuristic "half-distence"; did you mean half-distance? Choose from relaxed-map, supported-jumps, jump-distance, half-distance, half-or-blocks, perfect, null"#);
    insta::assert_snapshot!(error(&["compare", "chexers/one-step.json", "pawn-hunt/strip.txt", "-H", "tour"]), @r#"error: there is no heuristic "tour" for these boards; did you mean tours? chexers has relaxed-map, supported-jumps, jump-distance, half-distance, half-or-blocks, perfect, null; pawn-hunt has tours, spanning-tree, routes, h2, h1, six-per-pawn, perfect, null"#);
    insta::assert_snapshot!(error(&["generate", "chexers", "-H", "Relaxed-Map"]), @r#"error: chexers has no heuristic "Relaxed-Map"; did you mean relaxed-map? Choose from relaxed-map, supported-jumps, jump-distance, half-distance, half-or-blocks, perfect, null"#);
    insta::assert_snapshot!(error(&["audit", "infexoin"]), @"error: infexoin: there is no such file; did you mean the puzzle infexion?");
    // Further commands and topics change nothing here.
    let topic = error(&["help", "gradign"]);
    assert!(topic.starts_with("error: there is no command or topic \"gradign\"; did you mean grading? Choose from "));
    let command = error(&["man", "slove"]);
    assert!(command.starts_with("error: there is no command \"slove\"; did you mean solve? Choose from "), "{command}");
    let unlike = error(&["list", "algorithm"]);
    assert!(
        unlike.starts_with("error: there is no puzzle \"algorithm\"; did you mean algorithms? Choose from chexers, ")
    );
    let unlike = error(&["list", "go"]);
    assert!(unlike.starts_with("error: there is no puzzle \"go\"; choose from chexers, "), "{unlike}");
}

/// clap suggests the values of arguments with a fixed set of them.
#[test]
fn misspelt_puzzles_get_suggestions() {
    for arguments in [&["solve", "x.json", "--puzzle", "chexer"][..], &["generate", "chexer"]] {
        let output = run_in_instances(arguments);
        assert!(output.contains("tip: a similar value exists: 'chexers'"), "{output}");
    }
}

#[test]
fn the_colour_of_a_board_has_two_spellings() {
    let solve = |board: &str| run_with_input(&["solve", "-", "--quiet"], board);
    let expected = "status 0\n--- stdout\nEXIT from (3, -1).\n";
    assert_eq!(solve(r#"{"color": "red", "pieces": [[3,-1]], "blocks": []}"#), expected);
    assert_eq!(solve(r#"{"color": "RED", "colour": "red", "pieces": [[3,-1]], "blocks": []}"#), expected);
    assert_output!(solve("{\"colour\": \"red\",\n \"color\": \"blue\", \"pieces\": [], \"blocks\": []}"), @r#"
    status 2
    --- stderr
    error: standard input: line 2, column 11: color: "colour" is "red", but "color" is "blue"; leave out one of them
    "#);
    assert_output!(solve(r#"{"color": "pink", "pieces": [], "blocks": []}"#), @r#"
    status 2
    --- stderr
    error: standard input: line 1, column 11: color: expected "red", "green" or "blue", found "pink"
    "#);
}

#[test]
fn the_colour_of_pieces_is_no_colour_of_the_output() {
    let output = run_in_instances(&["generate", "chexers", "--colour", "green", "--color", "never", "--quiet"]);
    assert!(output.starts_with("status 0\n--- stdout\n{\"colour\": \"green\""), "{output}");
    assert_output!(run_in_instances(&["generate", "chexers", "--color", "green"]), @"
    status 2
    --- stderr
    error: invalid value 'green' for '--color <WHEN>'
      [possible values: auto, always, never]

      tip: --color is about the output; the colour of the pieces is --colour

    For more information, try '--help'.
    ");
}

#[test]
fn a_list_has_parts() {
    let all = run_in_instances(&["list"]);
    let infexion = run_in_instances(&["list", "infexion"]);
    let (_, paragraphs) = infexion.split_once("Puzzles\n").unwrap_or_else(|| panic!("{infexion}"));
    let (puzzle, heuristics) = paragraphs.split_once("\n\n").unwrap_or_else(|| panic!("{infexion}"));
    assert!(puzzle.starts_with("  infexion ") && heuristics.starts_with("Heuristics of infexion "), "{infexion}");
    assert!(all.contains(puzzle) && all.contains(heuristics) && puzzle.lines().count() == 3, "{infexion}");
    assert!(!infexion.contains("chexers"), "{infexion}");
    let algorithms = run_in_instances(&["list", "algorithms"]);
    assert!(algorithms.contains("WA*") && !algorithms.contains("relaxed-map"), "{algorithms}");
    let heuristics = run_in_instances(&["list", "heuristics"]);
    assert!(heuristics.contains("Heuristics of pawn-hunt") && !heuristics.contains("dijkstra"), "{heuristics}");
    let puzzles = run_in_instances(&["list", "puzzles"]);
    assert!(puzzles.contains("pawn-hunt") && !puzzles.contains("Heuristics"), "{puzzles}");
    let json = run_in_instances(&["list", "chexers", "--json"]);
    assert!(
        json.contains("\"relaxed-map\"") && !json.contains("pawn-hunt") && !json.contains("\"algorithms\""),
        "{json}"
    );
    let json = run_in_instances(&["list", "algorithms", "--json"]);
    assert!(json.contains("\"idastar\"") && !json.contains("\"puzzles\""), "{json}");
}

#[test]
fn completions_offer_names() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(pathmax(".", &["completions", shell]));
        assert!(
            script.contains("expansion-limit") && script.contains("--color") || script.contains("-l color"),
            "{shell}"
        );
        // Elvish and PowerShell complete flags and commands, but no values.
        if ["bash", "zsh", "fish"].contains(&shell) {
            for name in ["weighted-astar", "half-distance", "token-balance", "spanning-tree", "pawn-hunt"] {
                assert!(script.contains(name), "{shell}: {name}");
            }
            // Fish completes the values of flags only.
            assert!(shell == "fish" || script.contains("formats"), "{shell}");
        }
    }
}
