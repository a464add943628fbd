//! `pathmax generate`: several tiers in one folder, boards added to a folder, boards of unknown cost; and `grade`, `solve` and
//! `compare` on such folders.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

fn run(folder: &TempDir, arguments: &[&str]) -> String {
    let mut command = crate::support::pathmax(".", arguments);
    command.current_dir(folder.path());
    crate::support::run(command)
}

fn generate(folder: &TempDir, arguments: &str) -> String {
    run(folder, &[&["generate"][..], &arguments.split_whitespace().collect::<Vec<_>>()].concat())
}

fn manifest(folder: &TempDir) -> serde_json::Map<String, Value> {
    serde_json::from_str(&fs::read_to_string(folder.path().join("boards/manifest.json")).unwrap()).unwrap()
}

/// Grades this program on the folder `boards`.
fn grade(folder: &TempDir, solver: &str, options: &[&str]) -> String {
    let solver = format!("{} {solver}", env!("CARGO_BIN_EXE_pathmax"));
    run(folder, &[&["grade", "--solver", &solver, "boards", "--csv", "--quiet"], options].concat())
}

const TIERS: &str = "chexers --tier easy:cost=4..8,count=2 --tier hard:cost=14..,pieces=3..4,count=2 \
                     --tier none:unsolvable,blocks=14..,pieces=1,count=1 --out boards";

#[test]
fn tiers_share_a_folder_and_a_manifest() {
    let folder = TempDir::new().unwrap();
    assert_output!(generate(&folder, TIERS), @"
    status 0
    --- stdout
    file           cost  expansions
    easy-001.json     4           4
    easy-002.json     4           4
    hard-001.json    14          68
    hard-002.json    15         534
    none-001.json  none           0
    --- stderr
    easy: found: 2 of 2 boards of cost 4..8 in boards
    chexers · astar with relaxed-map · 7 tried, 597 expanded · pathmax generate chexers --seed 0 --cost 4..8
    hard: found: 2 of 2 boards of cost 14.. in boards
    chexers · astar with relaxed-map · 5 tried, 1,094 expanded · pathmax generate chexers --seed 0 --pieces 3..4 --cost 14..
    none: found: 1 of 1 board without a solution in boards
    chexers · astar with relaxed-map · 6 tried, 14 expanded · pathmax generate chexers --seed 0 --blocks 14.. --pieces 1 --unsolvable
    ");
    let manifest = manifest(&folder);
    let listed: Vec<_> =
        manifest.iter().map(|(name, entry)| format!("{name} {} {}", entry["tier"], entry["cost"])).collect();
    assert_eq!(
        listed,
        [
            r#"easy-001.json "easy" 4"#,
            r#"easy-002.json "easy" 4"#,
            r#"hard-001.json "hard" 14"#,
            r#"hard-002.json "hard" 15"#,
            r#"none-001.json "none" null"#
        ]
    );
    // A tier has the boards of its own command.
    let alone = generate(&folder, "chexers --cost 4..8 --quiet");
    let first = fs::read_to_string(folder.path().join("boards/easy-001.json")).unwrap();
    assert!(alone.contains(first.trim_end()), "{alone}");
}

#[test]
fn what_the_manifest_promises_is_what_grade_finds() {
    let folder = TempDir::new().unwrap();
    let made = generate(
        &folder,
        "infexion --tier plain:cost=3..5,count=2 --tier spawn:spawn,cost=2..4,count=2 --tier none:unsolvable,count=2 \
         --prefix week3- --out boards",
    );
    assert!(made.starts_with("status 0\n"), "{made}");
    assert_eq!(manifest(&folder).len(), 6);
    let marks = grade(&folder, "solve {file}", &[]);
    // The program gets a copy of the board without the manifest: where SPAWN saves an action, its plan is longer than the
    // best one, which the grader finds with the option.
    assert_eq!(marks.matches(",optimal,").count(), 5, "{marks}");
    let spawn = manifest(&folder)["week3-spawn-002.csv"].clone();
    assert_eq!((&spawn["cost"], &spawn["options"]["spawn"]), (&4.into(), &true.into()));
    assert!(marks.contains("week3-spawn-002.csv,infexion,longer,0.5,1.0,5,4,"), "{marks}");
}

#[test]
fn appended_boards_continue_the_numbers_and_repeat_none() {
    let folder = TempDir::new().unwrap();
    let boards = |names: &[&str]| -> BTreeSet<String> {
        names.iter().map(|name| fs::read_to_string(folder.path().join("boards").join(name)).unwrap()).collect()
    };
    // Eleven boards, no two of which are symmetric: see the lab's tests.
    let all = "chexers --pieces 1 --blocks 0 --radius 2 --tries 2000 --out boards";
    assert!(generate(&folder, &format!("{all} --count 4")).starts_with("status 0\n"));
    // What was added to an entry by hand stays.
    let path = folder.path().join("boards/manifest.json");
    let text = fs::read_to_string(&path).unwrap().replacen("\"cost\"", "\"points\": 3,\n    \"cost\"", 1);
    fs::write(&path, &text).unwrap();
    assert!(generate(&folder, &format!("{all} --count 4 --append")).starts_with("status 0\n"));
    let after = fs::read_to_string(&path).unwrap();
    assert!(after.starts_with(text.trim_end().trim_end_matches('}').trim_end()), "{after}");
    assert_eq!(manifest(&folder).keys().next_back().unwrap(), "008.json");
    assert_output!(generate(&folder, &format!("{all} --count 4 --append --prefix more-")), @"
    status 3
    --- stdout
    file           cost  expansions
    more-001.json     2           2
    more-002.json     1           1
    more-003.json     5          10
    --- stderr
    found: 3 of 4 boards in boards
    chexers · astar with relaxed-map · 2,000 tried, 8,192 expanded · pathmax generate chexers --seed 0 --blocks 0 --pieces 1 --radius 2
    too rare: 2,000 boards tried: optimal costs from 1 to 5 (of random boards, most often 3); expansions from 1 to 11
    1,997 more met the criteria but were duplicates: there may be few such boards
    try: other --pieces, --blocks, --radius, --colour; --tries 20000
    ");
    let names = ["001", "002", "003", "004", "005", "006", "007", "008", "more-001", "more-002", "more-003"];
    let names = names.map(|name| format!("{name}.json"));
    assert_eq!(manifest(&folder).keys().collect::<Vec<_>>(), names.iter().collect::<Vec<_>>());
    assert_eq!(boards(&names.each_ref().map(String::as_str)).len(), 11);
    // A manifest that other commands would refuse is not replaced.
    fs::write(&path, "{\"001.json\": {\"cost\": \"few\"}}").unwrap();
    let refused = generate(&folder, &format!("{all} --append"));
    assert!(refused.starts_with("status 2\n") && refused.contains("boards/manifest.json: "), "{refused}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "{\"001.json\": {\"cost\": \"few\"}}");
}

#[test]
fn force_replaces_the_boards_of_all_tiers() {
    let folder = TempDir::new().unwrap();
    assert!(generate(&folder, TIERS).starts_with("status 0\n"));
    let refused = generate(&folder, "chexers --tier easy: --out boards");
    assert!(refused.contains("manifest.json and 5 more would be overwritten"), "{refused}");
    assert!(generate(&folder, "chexers --tier easy: --out boards --force").starts_with("status 0\n"));
    let names = fs::read_dir(folder.path().join("boards")).unwrap().map(|entry| entry.unwrap().file_name());
    let names: BTreeSet<_> = names.map(|name| name.into_string().unwrap()).collect();
    assert_eq!(names.into_iter().collect::<Vec<_>>(), ["easy-001.json", "manifest.json"]);
}

#[test]
fn boards_beyond_reach_have_an_unknown_cost_and_a_plan() {
    let folder = TempDir::new().unwrap();
    let large = "pawn-hunt --rows 16 --columns 16 --pawns 20 --cost unknown --out boards";
    assert_output!(generate(&folder, &format!("{large} --solvable --count 2")), @"
    status 0
    --- stdout
    file          cost  expansions
    001.txt  156..1370         163
    002.txt   164..504         653
    --- stderr
    found: 2 of 2 boards of unknown cost with a plan in boards
    pawn-hunt · greedy with spanning-tree · 2 tried, 816 expanded · pathmax generate pawn-hunt --seed 0 --columns 16 --pawns 20 --rows 16 --cost unknown --solvable
    ");
    assert_output!(generate(&folder, &format!("{large} --append --count 1 --seed 5")), @"
    status 0
    --- stdout
    file        cost  expansions
    003.txt  unknown           -
    --- stderr
    found: 1 of 1 board of unknown cost in boards
    pawn-hunt · 1 tried, 0 expanded · pathmax generate pawn-hunt --seed 5 --columns 16 --pawns 20 --rows 16 --cost unknown
    ");
    let manifest = manifest(&folder);
    assert!(manifest.values().all(|entry| entry["cost"] == "unknown"), "{manifest:?}");
    assert!(manifest["003.txt"].get("plan").is_none());
    let (name, entry) = manifest.iter().next().unwrap();
    // The plan is an answer.
    let plan: Vec<&str> = entry["plan"].as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
    fs::write(folder.path().join("plan.txt"), plan.join("\n")).unwrap();
    let board = format!("boards/{name}");
    let checked = run(&folder, &["check", &board, "plan.txt", "--json", "--expansion-limit", "1"]);
    let checked: Value = serde_json::from_str(checked.split("--- stdout\n").nth(1).unwrap()).unwrap();
    assert_eq!((&checked["verdict"], &checked["cost"]), (&"unknown".into(), &entry["upper_bound"]));
    // Other commands read such a manifest.
    let marks =
        grade(&folder, "solve {file} --algorithm greedy --heuristic spanning-tree", &["--best-expansion-limit", "1"]);
    assert!(marks.starts_with("status 3\n") && marks.matches(",unknown,").count() == 3, "{marks}");
    assert!(
        run(&folder, &["compare", "boards", "--algorithms", "greedy", "--heuristics", "h2", "--expansion-limit", "1"])
            .contains("003.txt")
    );
}

#[test]
fn a_plan_in_the_manifest_is_a_plan_that_exists() {
    let folder = TempDir::new().unwrap();
    let large = "chexers --radius 6 --pieces 20 --blocks 10 --cost unknown --solvable --out boards";
    assert!(generate(&folder, large).starts_with("status 0\n"));
    let path = folder.path().join("boards/manifest.json");
    let bound = manifest(&folder)["001.json"]["upper_bound"].as_u64().unwrap();
    let wrong =
        fs::read_to_string(&path).unwrap().replacen("\"plan\": [\n", "\"plan\": [\n      \"EXIT from (9, 9).\",\n", 1);
    let claim =
        run(&folder, &["grade", "--solver", "echo FAIL", "boards", "--csv", "--quiet", "--best-expansion-limit", "1"]);
    assert!(
        claim.contains(",claims-no-solution,") && claim.contains(&format!("a plan of cost {bound} exists")),
        "{claim}"
    );
    fs::write(&path, wrong).unwrap();
    assert_output!(grade(&folder, "solve {file}", &[]), @"
    status 2
    --- stderr
    error: boards/001.json: the plan in manifest.json does not solve the board: line 1: there is no piece on (9, 9); correct or remove it
    ");
}

#[test]
fn unsolvable_infexion_boards_are_found_or_proven_not_to_exist() {
    let folder = TempDir::new().unwrap();
    assert_output!(generate(&folder, "infexion --unsolvable --count 4 --out boards"), @"
    status 0
    --- stdout
    file     cost  expansions
    001.csv  none           1
    002.csv  none           0
    003.csv  none           1
    004.csv  none           2
    --- stderr
    found: 4 of 4 boards without a solution in boards
    infexion · partial-astar with potentials · 4 tried, 4 expanded · pathmax generate infexion --seed 0 --unsolvable
    ");
    assert_output!(generate(&folder, "infexion --unsolvable --spawn --count 2 --out boards --force"), @"
    status 0
    --- stdout
    file     cost  expansions
    001.csv  none       42634
    002.csv  none       45269
    --- stderr
    found: 2 of 2 boards without a solution in boards
    infexion · partial-astar with potentials · 2 tried, 87,903 expanded · pathmax generate infexion --seed 0 --spawn --unsolvable
    note: the costs hold with --spawn, which the board files do not contain; manifest.json records it, and commands read it from there
    ");
    for file in ["001.csv", "002.csv"] {
        let solved = run(&folder, &["solve", &format!("boards/{file}"), "--algorithm", "ucs"]);
        assert!(solved.starts_with("status 1\n"), "{solved}");
    }
    assert_output!(generate(&folder, "infexion --unsolvable --power 1..5"), @"
    status 1
    --- stderr
    found: 0 of 1 board without a solution
    infexion · partial-astar with potentials · 0 tried, 0 expanded · pathmax generate infexion --seed 0 --power 1..5 --unsolvable
    impossible: no such board exists: a board with a red stack and without a blue stack of power 6 can be solved, because whatever a red token falls on turns red; allow --power 1..6
    ");
    assert_output!(generate(&folder, "infexion --unsolvable --spawn --blue 2..5 --red 1"), @"
    status 1
    --- stderr
    found: 0 of 1 board without a solution
    infexion · partial-astar with potentials · 0 tried, 0 expanded · pathmax generate infexion --seed 0 --blue 2..5 --red 1 --spawn --unsolvable
    impossible: no such board exists: with SPAWN, a board of total power below 49 can be solved, because a new red stack can always be spawned; allow --red 1 --blue 10..
    ");
    assert!(generate(&folder, "infexion --unsolvable --red 0").contains("without a red stack there is no action"));
}

#[test]
fn wrong_tiers_and_names_are_refused_with_what_would_be_right() {
    let folder = TempDir::new().unwrap();
    let refusals = [
        "--tier easy",
        "--tier :cost=4",
        "--tier a:cost=4 --tier a:cost=5",
        "--tier a/b:cost=4",
        "--tier a:price=4",
        "--tier a:cost=x",
        "--tier a:count=0",
        "--tier a:count",
        "--tier a:unsolvable=yes",
        "--tier a:cost=4,unsolvable",
        "--tier a:solvable",
        "--tier a:rows=4",
        "--prefix ../up",
        "--prefix .hidden",
        "--prefix README-",
        "--append --force",
        "--solvable",
        "--cost unknown --algorithm ucs",
        "--cost unknown --expansions 5..",
    ]
    .map(|arguments| {
        let output = generate(&folder, &format!("chexers {arguments} --out boards"));
        let message = output.lines().find(|line| line.starts_with("error: ")).unwrap_or("accepted");
        format!("{arguments}\n    {message}")
    });
    insta::assert_snapshot!(refusals.join("\n"), @r#"
    --tier easy
        accepted
    --tier :cost=4
        error: --tier :cost=4: give a name and settings, as in easy:cost=4..8,count=5
    --tier a:cost=4 --tier a:cost=5
        error: --tier a:cost=5: there is already a tier a; give each tier a different name
    --tier a/b:cost=4
        error: --tier "a/b": a file name consists of letters, digits, `.`, `_` and `-`, and does not begin with `.`, `-` or README
    --tier a:price=4
        error: --tier a:price=4: "price" is not a setting; choose from cost, count, expansions, seed, tries, solvable, unsolvable, pieces, blocks, radius, colour
    --tier a:cost=x
        error: --tier a:cost=x: cost=x: give a number or a range such as 8..12, 8.. or ..12
    --tier a:count=0
        error: --tier a:count=0: count=0: give a whole number from 1
    --tier a:count
        error: --tier a:count: count needs a value: count=…
    --tier a:unsolvable=yes
        error: --tier a:unsolvable=yes: unsolvable is given without a value
    --tier a:cost=4,unsolvable
        error: --tier a:cost=4,unsolvable: unsolvable boards have no cost; leave out one of them
    --tier a:solvable
        error: --solvable only applies to --cost unknown; boards of a known cost are solvable
    --tier a:rows=4
        error: --tier a:rows=4: "rows" is not a setting; choose from cost, count, expansions, seed, tries, solvable, unsolvable, pieces, blocks, radius, colour
    --prefix ../up
        error: --prefix "../up": a file name consists of letters, digits, `.`, `_` and `-`, and does not begin with `.`, `-` or README
    --prefix .hidden
        error: --prefix ".hidden": a file name consists of letters, digits, `.`, `_` and `-`, and does not begin with `.`, `-` or README
    --prefix README-
        error: --prefix "README-": a file name consists of letters, digits, `.`, `_` and `-`, and does not begin with `.`, `-` or README
    --append --force
        error: the argument '--append' cannot be used with '--force'
    --solvable
        error: --solvable only applies to --cost unknown; boards of a known cost are solvable
    --cost unknown --algorithm ucs
        error: --algorithm only applies to boards that are solved; add --solvable
    --cost unknown --expansions 5..
        error: --expansions only applies to boards that are solved; add --solvable
    "#);
    assert!(!Path::new(&folder.path().join("up001.json")).exists());
    // Values with commas, and several tiers without a folder.
    let output = generate(&folder, "chexers --tier a:colour=red,blue,count=2 --tier b:cost=4..8 --json");
    let report: Value =
        serde_json::from_str(output.split("--- stdout\n").nth(1).unwrap().split("--- stderr").next().unwrap()).unwrap();
    assert_eq!(report["tiers"][0]["tier"], "a");
    assert_eq!(report["tiers"][0]["command"], "pathmax generate chexers --seed 0 --colour red,blue");
    assert_eq!(report["tiers"][1]["boards"][0]["file"], "b-001.json");
    assert!(generate(&folder, "chexers --tier a: --tier b:").contains("writing 2 boards requires --out DIR"));
}
