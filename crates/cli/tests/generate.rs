//! `pathmax generate`.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// The program with `generate` in a folder of its own.
fn generate(folder: &Path, arguments: &str) -> Command {
    let mut command = crate::support::pathmax(".", &["generate"]);
    command.args(arguments.split_whitespace()).current_dir(folder);
    command
}

fn run_in(folder: &TempDir, arguments: &str) -> String {
    crate::support::run(generate(folder.path(), arguments))
}

fn run(arguments: &str) -> String {
    run_in(&TempDir::new().unwrap(), arguments)
}

fn names_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn manifest(folder: &Path) -> serde_json::Map<String, Value> {
    serde_json::from_str(&fs::read_to_string(folder.join("manifest.json")).unwrap()).unwrap()
}

#[test]
fn one_board_goes_to_standard_output_and_the_rest_to_standard_error() {
    assert_output!(run("chexers"), @r#"
    status 0
    --- stdout
    {"colour": "red", "pieces": [[-1,2], [0,-2], [1,-3]], "blocks": [[-2,2], [-1,0], [0,-3], [2,-1], [2,1]]}
    --- stderr
    optimal cost 10, 55 expanded · colour red · radius 3 · pieces 3 · blocks 5
    chexers · astar with relaxed-map · 1 tried, 55 expanded · pathmax generate chexers --seed 0
    "#);
    assert_output!(run("infexion --spawn --red 0 --seed 2"), @"
    status 0
    --- stdout
    1,6,b,3
    3,1,b,2
    5,2,b,1
    5,6,b,2
    --- stderr
    optimal cost 5, 274 expanded · red 0 · blue 4 · total power 8 · spawn yes
    infexion · partial-astar with potentials · 1 tried, 274 expanded · pathmax generate infexion --seed 2 --red 0 --spawn
    note: the costs hold with --spawn, which the board files do not contain; add it to commands that read the boards
    ");
    assert_output!(run("pawn-hunt --rows 4 --columns 5 --obstacles 2 --pawns 2 --agents K --quiet"), @"
    status 0
    --- stdout
    . . . K .
    . . . . 1
    . . . x x
    . . . . 2
    ");
    assert_output!(run("chexers --unsolvable --blocks 14.. --pieces 1"), @r#"
    status 0
    --- stdout
    {"colour": "green", "pieces": [[-2,1]], "blocks": [[-3,0], [-3,2], [-3,3], [-2,-1], [-2,0], [-2,2], [-2,3], [-1,-2], [-1,-1], [-1,0], [-1,1], [-1,2], [-1,3], [0,-3], [0,-2], [0,-1], [0,0], [0,1], [0,2], [0,3], [1,-3], [1,-2], [1,-1], [1,0], [1,1], [1,2], [2,-3], [2,-2], [2,-1], [2,0], [2,1], [3,-3], [3,-2], [3,-1], [3,0]]}
    --- stderr
    no solution (proven), 0 expanded · colour green · radius 3 · pieces 1 · blocks 35
    chexers · astar with relaxed-map · 6 tried, 14 expanded · pathmax generate chexers --seed 0 --blocks 14.. --pieces 1 --unsolvable
    "#);
}

#[test]
fn a_generated_board_can_be_piped_into_solve() {
    let board = generate(&std::env::temp_dir(), "chexers --cost 9 -q").output().unwrap().stdout;
    let solved = crate::support::run_with_input(crate::support::pathmax(".", &["solve", "-"]), &board);
    assert!(solved.contains("solved: cost 9, proven optimal"), "{solved}");
}

#[test]
fn a_folder_gets_boards_and_a_manifest() {
    let folder = TempDir::new().unwrap();
    assert_output!(run_in(&folder, "chexers --count 3 --seed 7 --pieces 2..3 --cost 8..10 --out new/boards"), @"
    status 0
    --- stdout
    file      cost  expansions
    001.json     9          60
    002.json     8          18
    003.json     8          12
    --- stderr
    found: 3 of 3 boards of cost 8..10 in new/boards
    chexers · astar with relaxed-map · 4 tried, 99 expanded · pathmax generate chexers --seed 7 --pieces 2..3 --cost 8..10
    ");
    let boards = folder.path().join("new/boards");
    assert_eq!(names_in(&boards), ["001.json", "002.json", "003.json", "manifest.json"]);
    insta::assert_snapshot!(fs::read_to_string(boards.join("manifest.json")).unwrap(), @r#"
    {
      "001.json": {
        "cost": 9,
        "expansions": 60,
        "algorithm": "astar",
        "heuristic": "relaxed-map",
        "colour": "red",
        "radius": 3,
        "pieces": 3,
        "blocks": 4,
        "about": "pathmax generate chexers --seed 7 --pieces 2..3 --cost 8..10 (pathmax 0.1.0)"
      },
      "002.json": {
        "cost": 8,
        "expansions": 18,
        "algorithm": "astar",
        "heuristic": "relaxed-map",
        "colour": "green",
        "radius": 3,
        "pieces": 2,
        "blocks": 7,
        "about": "pathmax generate chexers --seed 7 --pieces 2..3 --cost 8..10 (pathmax 0.1.0)"
      },
      "003.json": {
        "cost": 8,
        "expansions": 12,
        "algorithm": "astar",
        "heuristic": "relaxed-map",
        "colour": "green",
        "radius": 3,
        "pieces": 2,
        "blocks": 10,
        "about": "pathmax generate chexers --seed 7 --pieces 2..3 --cost 8..10 (pathmax 0.1.0)"
      }
    }
    "#);
    insta::assert_snapshot!(fs::read_to_string(boards.join("002.json")).unwrap(), @r#"{"colour": "green", "pieces": [[1,-1], [3,0]], "blocks": [[-3,1], [-1,0], [0,3], [1,-2], [1,1], [2,-1], [2,0]]}"#);
}

#[test]
fn solve_agrees_with_every_manifest() {
    let folder = TempDir::new().unwrap();
    for (arguments, options) in [
        ("chexers --count 4 --cost 5..12 --radius 2..4", &[][..]),
        ("chexers --count 3 --unsolvable --blocks 12..20 --pieces 2", &[]),
        ("infexion --count 4 --cost 3..6", &[]),
        ("infexion --count 4 --spawn --blue 3", &["--spawn"]),
        ("pawn-hunt --count 4 --expansions 10..50", &[]),
    ] {
        let output = run_in(&folder, &format!("{arguments} --out boards --force"));
        assert!(output.starts_with("status 0\n"), "{output}");
        let boards = folder.path().join("boards");
        for (file, entry) in manifest(&boards) {
            let file = boards.join(file);
            // One thread expands the same states whatever the load.
            let solve = ["solve", file.to_str().unwrap(), "--json", "--threads", "1"];
            let mut command = crate::support::pathmax(".", &[&solve, options].concat());
            let report: Value = serde_json::from_slice(&command.output().unwrap().stdout).unwrap();
            assert_eq!(report["cost"], entry["cost"], "{file:?}");
            assert_eq!(report["statistics"]["expanded"], entry["expansions"], "{file:?}");
            assert_eq!(report["heuristic"], entry["heuristic"], "{file:?}");
            assert_eq!(report["outcome"] == "unsolvable", entry["cost"].is_null(), "{file:?}");
        }
    }
}

#[test]
fn boards_in_the_way_are_kept_unless_they_may_be_replaced() {
    let folder = TempDir::new().unwrap();
    let boards = folder.path().join("boards");
    run_in(&folder, "chexers --count 5 --out boards -q");
    fs::write(boards.join("notes.md"), "mine").unwrap();
    assert_output!(run_in(&folder, "chexers --count 2 --seed 1 --out boards"), @"
    status 2
    --- stderr
    error: boards: manifest.json and 5 more would be overwritten; choose another folder, replace them with --force, or add boards with --append
    ");
    // What cannot be made must not cost the boards that are there.
    assert_output!(run_in(&folder, "chexers --pieces 99 --out boards --force"), @"
    status 2
    --- stderr
    error: --pieces and --blocks require at least 103 hexes, but a board of radius 3 has 37; reduce them, or increase --radius
    ");
    assert_eq!(manifest(&boards).len(), 5);
    let output = run_in(&folder, "chexers --count 2 --seed 1 --out boards --force -q");
    assert!(output.starts_with("status 0\n"), "{output}");
    assert_eq!(names_in(&boards), ["001.json", "002.json", "manifest.json", "notes.md"]);
    assert_eq!(manifest(&boards).len(), 2);
    // Boards of another puzzle are not in the way of these, but their manifest is.
    let output = run_in(&folder, "pawn-hunt --out boards");
    assert!(output.contains("manifest.json would be overwritten"), "{output}");
}

#[test]
fn too_rare_is_told_with_what_was_met_and_what_to_loosen() {
    let folder = TempDir::new().unwrap();
    assert_output!(run_in(&folder, "chexers --count 3 --pieces 2 --cost 13.. --no-climbing --tries 400 --out boards"), @"
    status 3
    --- stderr
    found: 0 of 3 boards of cost 13..
    chexers · astar with relaxed-map · 400 tried, 7,203 expanded · pathmax generate chexers --seed 0 --pieces 2 --cost 13.. --no-climbing
    too rare: 400 boards tried: optimal costs from 2 to 11 (of random boards, most often 6); expansions from 2 to 157
    try: a --cost up to 11; other --pieces, --blocks, --radius, --colour; hill climbing (leave out --no-climbing); --tries 4000
    ");
    assert_eq!(manifest(&folder.path().join("boards")).len(), names_in(&folder.path().join("boards")).len() - 1);
    assert_output!(run("chexers --radius 2 --pieces 1 --blocks 0 --count 12 --tries 500 --out boards"), @"
    status 3
    --- stdout
    file      cost  expansions
    001.json     3           4
    002.json     2           2
    003.json     4           5
    004.json     5           9
    005.json     3           3
    006.json     3           4
    007.json     1           1
    008.json     4           5
    009.json     2           2
    010.json     1           1
    011.json     5          10
    --- stderr
    found: 11 of 12 boards in boards
    chexers · astar with relaxed-map · 500 tried, 2,019 expanded · pathmax generate chexers --seed 0 --blocks 0 --pieces 1 --radius 2
    too rare: 500 boards tried: optimal costs from 1 to 5 (of random boards, most often 3); expansions from 1 to 11
    489 more met the criteria but were duplicates: there may be few such boards
    try: other --pieces, --blocks, --radius, --colour; --tries 5000
    ");
    assert_output!(run("chexers --pieces 4 --expansions 2000000.. --tries 100"), @"
    status 3
    --- stderr
    found: 0 of 1 board with 2000000.. expansions
    chexers · astar with relaxed-map · 100 tried, 19,097 expanded · pathmax generate chexers --seed 0 --pieces 4 --expansions 2000000..
    too rare: 100 boards tried: optimal costs from 8 to 16 (of random boards, most often 12); expansions from 9 to 1,017
    try: wider --expansions; other --pieces, --blocks, --radius, --colour; --tries 1000
    ");
    assert_output!(run("infexion --unsolvable --power 6 --tries 60"), @"
    status 3
    --- stderr
    found: 0 of 1 board without a solution
    infexion · partial-astar with potentials · 24 tried, 73,241 expanded · pathmax generate infexion --seed 0 --power 6 --unsolvable
    too rare: 24 boards tried (limit of expansions reached): optimal costs from 2 to 10 (of random boards, most often 5); expansions from 2 to 3,994; 1 abandoned after 50,000 expansions
    try: --expansions ..500000; other --red, --blue, --power, --spawn; --tries 600
    ");
}

#[test]
fn a_report_for_other_programs() {
    assert_output!(run("pawn-hunt --count 2 --rows 3 --columns 4 --pawns 1 --obstacles 1 --agents K,R --json"), @r#"
    status 0
    --- stdout
    {
      "pathmax": {
        "version": "[version]",
        "command": "pathmax generate pawn-hunt --count 2 --rows 3 --columns 4 --pawns 1 --obstacles 1 --agents 'K,R' --json",
        "seed": 0
      },
      "puzzle": "pawn-hunt",
      "algorithm": "astar",
      "heuristic": "tours",
      "command": "pathmax generate pawn-hunt --seed 0 --agents K,R --columns 4 --obstacles 1 --pawns 1 --rows 3",
      "outcome": "complete",
      "impossible": null,
      "reason": null,
      "asked": 2,
      "tried": 2,
      "expanded": 6,
      "same": 0,
      "met": {
        "costs": {
          "8": 1,
          "30": 1
        },
        "drawn_costs": {
          "8": 1,
          "30": 1
        },
        "unsolvable": 0,
        "given_up": 0,
        "expansions": [
          1,
          5
        ]
      },
      "boards": [
        {
          "file": "001.txt",
          "cost": 8,
          "expansions": 1,
          "rows": 3,
          "columns": 4,
          "agents": "R",
          "pawns": 1,
          "obstacles": 1,
          "board": ". R 1 .\n. x . .\n. . . .\n"
        },
        {
          "file": "002.txt",
          "cost": 30,
          "expansions": 5,
          "rows": 3,
          "columns": 4,
          "agents": "K",
          "pawns": 1,
          "obstacles": 1,
          "board": "x . K .\n. . 1 .\n. . . .\n"
        }
      ]
    }
    --- stderr
    found: 2 of 2 boards
    pawn-hunt · astar with tours · 2 tried, 6 expanded · pathmax generate pawn-hunt --seed 0 --agents K,R --columns 4 --obstacles 1 --pawns 1 --rows 3
    "#);
}

#[test]
fn wrong_usage_is_refused_with_what_would_be_right() {
    assert_output!(run("chexers --count 3"), @"
    status 2
    --- stderr
    error: writing 3 boards requires --out DIR (or --json)
    ");
    assert_output!(run("chexers --rows 8"), @"
    status 2
    --- stderr
    error: --rows is for pawn-hunt; chexers takes --pieces, --blocks, --radius, --colour
    ");
    assert_output!(run("chexers --spawn"), @"
    status 2
    --- stderr
    error: --spawn is for infexion; chexers takes --pieces, --blocks, --radius, --colour
    ");
    assert_output!(run("chexers --cost 12..8"), @"
    status 2
    --- stderr
    error: invalid value '12..8' for '--cost <A..B>': there is nothing between 12 and 8; give the smaller number first

    For more information, try '--help'.
    ");
    assert_output!(run("chexers --cost cheap"), @"
    status 2
    --- stderr
    error: invalid value 'cheap' for '--cost <A..B>': give a number or a range such as 8..12, 8.. or ..12

    For more information, try '--help'.
    ");
    assert_output!(run("chexers --pieces 4..x"), @"
    status 2
    --- stderr
    error: --pieces 4..x: give a number or a range such as 8..12, 8.. or ..12
    ");
    assert_output!(run("pawn-hunt --agents KRQ"), @"
    status 2
    --- stderr
    error: --agents KRQ: give up to 8 of the letters K (knight), B (bishop) and R (rook), such as KBR, or several choices separated by commas
    ");
    assert_output!(run("pawn-hunt --algorithm greedy"), @"
    status 2
    --- stderr
    error: greedy does not find optimal plans; choose astar, ucs or bfs
    ");
    assert_output!(run("pawn-hunt --heuristic jump-distance"), @r#"
    status 2
    --- stderr
    error: pawn-hunt has no heuristic "jump-distance"; choose from tours, spanning-tree, routes, h2, h1, six-per-pawn, perfect, null
    "#);
    assert_output!(run("chexers --unsolvable --cost 4"), @"
    status 2
    --- stderr
    error: the argument '--unsolvable' cannot be used with '--cost <A..B>'

    Usage: pathmax generate --unsolvable <PUZZLE>

    For more information, try '--help'.
    ");
    assert_output!(run("chexers --count 0"), @"
    status 2
    --- stderr
    error: invalid value '0' for '--count <N>': 0 is not in 1..=4294967295

    For more information, try '--help'.
    ");
    assert_output!(run("chess"), @"
    status 2
    --- stderr
    error: invalid value 'chess' for '<PUZZLE>'
      [possible values: puzzles]

      tip: a similar value exists: 'chexers'

    For more information, try '--help'.
    ");
    assert_output!(run("chexers --force"), @"
    status 2
    --- stderr
    error: the following required arguments were not provided:
      --out <DIR>

    Usage: pathmax generate --out <DIR> --force <PUZZLE>

    For more information, try '--help'.
    ");
}

#[test]
fn a_folder_that_cannot_be_written_is_told() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    let output = run_in(&folder, "chexers --out file");
    assert!(output.starts_with("status 2\n--- stderr\nerror: file: the folder cannot be created: "), "{output}");
    // Neither can a manifest whose name is taken by a folder.
    fs::create_dir_all(folder.path().join("boards/manifest.json")).unwrap();
    let output = run_in(&folder, "chexers --out boards --force");
    assert!(output.contains("manifest.json: cannot be written: "), "{output}");
}

#[test]
fn a_closed_pipe_is_no_trouble() {
    let mut child =
        generate(&std::env::temp_dir(), "chexers --count 50 --json").stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert!(child.wait().unwrap().code().is_some_and(|code| code == 0 || code == 2));
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_a_folder_that_is_whole() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    let folder = TempDir::new().unwrap();
    // More boards than there can be time for.
    let request = "chexers --count 1000000 --tries 1000000000 --pieces 4 --out boards";
    let mut child = generate(folder.path(), request).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let boards = folder.path().join("boards");
    while !boards.join("0000010.json").exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("stopped: interrupted"));
    let listed: Vec<String> =
        manifest(&boards).into_iter().map(|(file, _)| file).chain(["manifest.json".into()]).collect();
    assert_eq!(names_in(&boards), listed);
    assert!(listed.len() > 10);
}
