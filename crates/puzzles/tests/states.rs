//! States as programs that are not ours read them: each says the same as the board file of the same state.

use std::path::Path;

use pathmax_puzzles::{Instance, Puzzle, Reading, Visitor};
use serde_json::Value;

/// The states within a few actions of the start, each with its line and its board file.
struct Nearby;

impl Visitor for Nearby {
    type Output = Vec<(String, String)>;

    fn visit<P: Puzzle>(self, puzzle: &P) -> Self::Output {
        let mut states = vec![puzzle.start()];
        let mut next = 0;
        while next < states.len() && states.len() < 500 {
            let state = states[next];
            next += 1;
            puzzle.successors(&state, |_, _, child| {
                if !states.contains(&child) {
                    states.push(child);
                }
            });
        }
        states.iter().map(|state| (line(puzzle, state), puzzle.at(state).to_file())).collect()
    }
}

fn line<P: Puzzle>(puzzle: &P, state: &P::State) -> String {
    let mut line = String::new();
    puzzle.write_state(state, &mut line);
    line
}

fn nearby(text: &str, spawn: bool) -> Vec<(String, String)> {
    let reading = Reading { spawn, ..Reading::default() };
    Instance::parse(text, &reading).unwrap().instance.accept(Nearby)
}

fn boards(folder: &str, extension: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../instances").join(folder);
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let boards = paths.filter(|path| path.extension().is_some_and(|found| found == extension));
    boards.filter(|path| !path.ends_with("manifest.json")).map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

#[test]
fn a_state_of_chexers_is_its_board_file_on_one_line() {
    for board in boards("chexers", "json") {
        for (line, file) in nearby(&board, false) {
            assert_eq!(line + "\n", file);
        }
    }
}

#[test]
fn a_state_of_infexion_holds_the_lines_of_its_board_file() {
    for (board, spawn) in
        boards("infexion", "csv").into_iter().flat_map(|board| [(board.clone(), false), (board, true)])
    {
        for (line, file) in nearby(&board, spawn) {
            let json: Value = serde_json::from_str(&line).unwrap();
            assert_eq!(json["spawn"], spawn);
            let stack = |stack: &Value| {
                let [r, q, colour, power] = stack.as_array().unwrap().as_slice() else { panic!("{stack}") };
                format!("{r},{q},{},{power}\n", colour.as_str().unwrap())
            };
            let lines: String = json["stacks"].as_array().unwrap().iter().map(stack).collect();
            assert_eq!(lines, file);
        }
    }
}

#[test]
fn a_state_of_the_pawn_hunt_holds_the_rows_of_its_board_file() {
    for board in boards("pawn-hunt", "txt") {
        for (line, file) in nearby(&board, false) {
            let json: Value = serde_json::from_str(&line).unwrap();
            let rows = json["rows"].as_array().unwrap().iter();
            assert_eq!(rows.map(|row| format!("{}\n", row.as_str().unwrap())).collect::<String>(), file);
        }
    }
}

#[test]
fn states_look_as_the_documents_say() {
    let first = |text: &str, spawn: bool| nearby(text, spawn).swap_remove(0).0;
    let chexers = r#"{"colour": "blue", "pieces": [[0,0],[0,-1]], "blocks": [], "radius": 4}"#;
    assert_eq!(first(chexers, false), r#"{"colour": "blue", "pieces": [[0,-1], [0,0]], "blocks": [], "radius": 4}"#);
    assert_eq!(first("5,6,r,2\n1,0,b,2\n", true), r#"{"stacks": [[1,0,"b",2], [5,6,"r",2]], "spawn": true}"#);
    assert_eq!(first("K . 1\n. x .\n", false), r#"{"rows": ["K . 1", ". x ."]}"#);
}
