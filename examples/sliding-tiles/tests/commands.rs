//! Every command of the program on the puzzle that it adds.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_sliding-tiles");

/// Runs the program in the folder of the example.
fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output: Output = Command::new(PROGRAM)
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// The standard output of a command that succeeds.
fn succeed(arguments: &[&str]) -> String {
    let (status, stdout, stderr) = run(arguments);
    assert_eq!(status, Some(0), "{arguments:?}: {stdout}{stderr}");
    stdout
}

#[test]
fn solve_finds_the_optimal_costs_that_brute_force_finds() {
    // By breadth-first search written in another language.
    for (board, cost) in [("eight", 31), ("two-slides", 2), ("small", 21)] {
        for heuristic in ["manhattan", "misplaced", "null"] {
            let plan = succeed(&["solve", &format!("boards/{board}.tiles"), "--heuristic", heuristic]);
            assert_eq!(plan.lines().count(), cost, "{board}, {heuristic}: {plan}");
        }
    }
    assert_eq!(succeed(&["solve", "boards/two-slides.tiles"]), "SLIDE (2, 1)\nSLIDE (2, 2)\n");
    let (status, _, stderr) = run(&["solve", "boards/unsolvable.tiles"]);
    assert_eq!(status, Some(1), "{stderr}");
}

#[test]
fn a_plan_of_the_heuristic_that_claims_nothing_is_settled_with_one_that_claims() {
    let (status, _, stderr) = run(&["solve", "boards/small.tiles", "--heuristic", "misplaced-gap"]);
    let settled = "solved: cost 21, optimal: confirmed with manhattan, if manhattan is admissible as claimed";
    assert!(status == Some(0) && stderr.starts_with(settled), "{stderr}");
}

#[test]
fn list_and_help_name_the_puzzle() {
    let list = succeed(&["list"]);
    assert!(list.contains("tiles") && list.contains("misplaced-gap") && list.contains("chexers"), "{list}");
    assert!(succeed(&["solve", "--help"]).contains("tiles"));
    assert!(succeed(&["generate", "--help"]).contains("--slides"));
    assert!(succeed(&["completions", "bash"]).contains("tiles"));
}

#[test]
fn show_draws_the_board_and_its_plan() {
    let board = succeed(&["show", "boards/two-slides.tiles"]);
    assert!(board.contains('8') && board.lines().count() >= 4, "{board}");
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("plan.svg");
    succeed(&["show", "boards/two-slides.tiles", "--solution", "--svg", picture.to_str().unwrap()]);
    assert!(std::fs::read_to_string(picture).unwrap().contains("SLIDE (2, 2)"));
}

#[test]
fn compare_runs_all_heuristics() {
    let table = succeed(&["compare", "boards/two-slides.tiles", "boards/small.tiles", "--csv"]);
    for heuristic in ["manhattan", "misplaced", "null"] {
        assert!(table.contains(&format!(",astar,{heuristic},solved,")), "{table}");
    }
}

#[test]
fn check_judges_answers() {
    let folder = tempfile::tempdir().unwrap();
    let answer = |text: &str| {
        let path = folder.path().join("answer.txt");
        std::fs::write(&path, text).unwrap();
        run(&["check", "boards/two-slides.tiles", path.to_str().unwrap()])
    };
    assert_eq!(answer("SLIDE (2, 1)\nSLIDE (2, 2)\n").0, Some(0));
    let (status, stdout, _) = answer("SLIDE (1, 0)\nSLIDE (2, 0)\nSLIDE (2, 1)\nSLIDE (2, 2)\n");
    assert_eq!(status, Some(1), "{stdout}");
    let (status, stdout, _) = answer("SLIDE (2, 1)\nSLIDE (2,2)\n");
    assert!(status == Some(1) && stdout.contains("illegal: line 2, column 10: "), "{stdout}");
    assert!(stdout.contains("\n               ^\n"), "{stdout}");
    // The board after the first slide, and the actions there.
    assert!(stdout.contains("7  ·  8\n") && stdout.contains("here:\n  SLIDE (2, 2)\n"), "{stdout}");
}

#[test]
fn audit_refutes_the_common_mistake_and_proves_the_others() {
    let (_, report, stderr) = run(&["audit", "boards/eight.tiles", "--heuristic", "misplaced-gap"]);
    assert!(report.contains("refuted"), "{report}{stderr}");
    let report = succeed(&["audit", "boards/eight.tiles", "--heuristic", "manhattan"]);
    assert!(report.contains("proved") && !report.contains("refuted"), "{report}");
    assert!(report.contains("181,440"), "the whole space: {report}");
}

#[test]
fn generate_makes_boards_that_grade_uses() {
    let folder = tempfile::tempdir().unwrap();
    let boards = folder.path().join("boards");
    let boards = boards.to_str().unwrap();
    succeed(&["generate", "tiles", "--count", "3", "--size", "2..3", "--cost", "4..20", "--out", boards]);
    assert!(Path::new(boards).join("003.tiles").exists());
    let report = succeed(&["grade", "--solver", &format!("{PROGRAM} solve {{file}}"), boards]);
    assert!(report.contains("3"), "{report}");
}

#[test]
fn generate_makes_boards_of_unknown_cost_with_the_way_back_as_their_plan() {
    let folder = tempfile::tempdir().unwrap();
    let boards = folder.path().join("boards");
    let out = boards.to_str().unwrap();
    succeed(&["generate", "tiles", "--size", "4", "--slides", "500", "--cost", "unknown", "--solvable", "--out", out]);
    let manifest: String = std::fs::read_to_string(boards.join("manifest.json")).unwrap();
    assert!(manifest.contains("\"cost\": \"unknown\"") && manifest.contains("\"upper_bound\": 500"), "{manifest}");
    assert_eq!(manifest.matches("SLIDE (").count(), 500);
}

#[test]
fn a_map_is_refused_with_a_sentence() {
    let (status, _, stderr) = run(&["map", "boards/two-slides.tiles"]);
    assert!(status == Some(2) && stderr.contains("tiles does not support maps of heuristics"), "{stderr}");
}

#[test]
fn a_file_that_could_be_of_two_puzzles_is_not_guessed() {
    let folder = tempfile::tempdir().unwrap();
    let board = folder.path().join("board.txt");
    // With 0 for the gap this is also a pawn hunt without agents.
    std::fs::write(&board, "1 2 3\n4 5 6\n0 7 8\n").unwrap();
    let board = board.to_str().unwrap();
    let (status, _, stderr) = run(&["solve", board]);
    assert!(status == Some(2) && stderr.contains("pawn-hunt or tiles") && stderr.contains("--puzzle"), "{stderr}");
    assert_eq!(succeed(&["solve", board, "--puzzle", "tiles"]).lines().count(), 2);
}

#[test]
fn the_page_offers_the_puzzle_and_its_boards() {
    let mut server = Command::new(PROGRAM)
        .args(["serve", "--port", "0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut url = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut url).unwrap();
    let address = url.trim().trim_start_matches("http://").trim_end_matches('/').to_string();
    let get = |path: &str| {
        let mut stream = TcpStream::connect(&address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    let catalogue = get("/api/v1/catalogue");
    server.kill().unwrap();
    server.wait().unwrap();
    assert!(catalogue.contains(r#""name":"tiles""#) && catalogue.contains("misplaced-gap"), "{catalogue}");
    let example = r#"{"puzzle":"tiles","name":"two-slides","about":"the last row is shifted","cost":2,"board":"#;
    assert!(catalogue.contains(example), "{catalogue}");
}
