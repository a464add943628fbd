//! `--animation` and `--html`.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::support::{instances, run};

/// A folder with a board and an answer.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::copy(instances("chexers").join("stepping-stones.json"), folder.path().join("board.json")).unwrap();
    fs::write(folder.path().join("answer.txt"), "MOVE from (9, 9) to (9, 8).\n").unwrap();
    folder
}

fn shell(folder: &Path, arguments: &str) -> String {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("exec \"$0\" {arguments}"), env!("CARGO_BIN_EXE_pathmax")]);
    command.current_dir(folder).stdin(Stdio::null());
    run(command)
}

fn read(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap()
}

#[test]
fn a_search_is_written_in_all_forms_beside_its_plan() {
    let folder = folder();
    let plain = shell(folder.path(), "solve board.json --quiet");
    let output = shell(folder.path(), "solve board.json --quiet --animation a.svg --html a.html");
    assert_eq!(output, plain);
    assert!(read(&folder, "a.svg").contains("astar with relaxed-map: expansion 1 of"));
    let html = read(&folder, "a.html");
    assert!(html.contains("<title>chexers: board</title>") && html.contains("id=\"recording\""));
    assert!(html.len() < 1_000_000, "{}", html.len());
    assert_eq!(shell(folder.path(), "solve board.json --quiet --animation a.gif"), plain);
    assert!(fs::read(folder.path().join("a.gif")).unwrap().starts_with(b"GIF89a"));
}

#[test]
fn a_race_needs_no_server() {
    let folder = folder();
    let output = shell(folder.path(), "solve board.json -q --html a.html --rival UCS");
    assert!(output.starts_with("status 0\n"), "{output}");
    // A race records two traces: more than one.
    shell(folder.path(), "solve board.json -q --html b.html");
    assert_ne!(read(&folder, "a.html"), read(&folder, "b.html"));
}

#[test]
fn plans_and_answers_are_written_too() {
    let folder = folder();
    let output = shell(folder.path(), "show board.json --solution --animation a.svg --html a.html --svg b.svg");
    assert!(output.starts_with("status 0\n--- stderr\nsolved: cost"), "{output}");
    let steps = read(&folder, "b.svg").matches(". MOVE").count() + read(&folder, "b.svg").matches(". JUMP").count();
    assert!(steps > 0 && read(&folder, "a.svg").contains(&format!("@keyframes step-{steps}{{")));
    assert!(read(&folder, "a.html").contains("id=\"recording\""));
    let output = shell(folder.path(), "show board.json --answer answer.txt --animation a.svg --html a.html");
    assert!(output.starts_with("status 1\n"), "{output}");
    let html = read(&folder, "a.html");
    assert!(html.contains("<p>line 1 is illegal") && html.contains("<svg") && !html.contains("<script"), "{html}");
}

#[test]
fn wrong_usage() {
    let folder = folder();
    let refused = |arguments: &str| {
        let output = shell(folder.path(), arguments);
        assert!(output.starts_with("status 2\n"), "{output}");
        let error = output.lines().skip_while(|line| !line.starts_with("error"));
        error.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
    };
    let refusals = [
        "solve board.json --animation a.png",
        "solve board.json --animation -",
        "solve board.json --html -",
        "solve board.json --html a.svg",
        "solve board.json --rival ucs",
        "solve board.json --html a.html --rival best",
        "solve board.json --html a.html --rival astar/best",
        "solve board.json --html a.html --heuristic-cmd 'python3 h.py'",
        "solve board.json --html nowhere/a.html",
        "show board.json --animation a.svg",
        "show board.json --html a.html",
        "show board.json --solution --animation a.gif --play",
        "show board.json --solution --animation a.svg --svg a.svg",
    ];
    let refusals = refusals.map(|arguments| format!("{arguments}\n{}", refused(arguments)));
    insta::assert_snapshot!(refusals.join("\n\n"), @r#"
    solve board.json --animation a.png
    error: invalid value 'a.png' for '--animation <FILE>': animations are written as SVG or GIF; give a name that ends in .svg or .gif

    solve board.json --animation -
    error: invalid value '-' for '--animation <FILE>': animations are written as SVG or GIF; give a name that ends in .svg or .gif

    solve board.json --html -
    error: invalid value '-' for '--html <FILE>': the HTML file cannot be printed; give a file

    solve board.json --html a.svg
    error: invalid value 'a.svg' for '--html <FILE>': --html writes HTML; give a name that ends in .html

    solve board.json --rival ucs
    error: the following required arguments were not provided:
      --html <FILE>

    solve board.json --html a.html --rival best
    error: invalid value 'best' for '--rival <ALGORITHM[/HEURISTIC]>': there is no algorithm "best"; did you mean bfs? Choose from astar, partial-astar, ucs, greedy, weighted-astar, bfs, dfs, iddfs, idastar

    solve board.json --html a.html --rival astar/best
    error: --rival: chexers has no heuristic "best"; choose from relaxed-map, supported-jumps, jump-distance, half-distance, half-or-blocks, perfect, null

    solve board.json --html a.html --heuristic-cmd 'python3 h.py'
    error: --html requires a heuristic of the puzzle; --animation takes a program, too

    solve board.json --html nowhere/a.html
    error: nowhere/a.html: cannot be written: there is no folder nowhere

    show board.json --animation a.svg
    error: --animation requires --solution or --answer

    show board.json --html a.html
    error: --html requires --solution or --answer

    show board.json --solution --animation a.gif --play
    error: the argument '--play' cannot be used with:
      --svg <FILE>
      --png <FILE>
      --pdf <FILE>
      --animation <FILE>
      --html <FILE>

    show board.json --solution --animation a.svg --svg a.svg
    error: a.svg: --svg and --animation would both write this file; give one of them another file
    "#);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
}

#[test]
fn an_old_file_stays_when_the_board_cannot_be_recorded() {
    let folder = folder();
    fs::write(folder.path().join("a.html"), "old").unwrap();
    let output = shell(folder.path(), "solve board.json -q --html a.html --rival astar/best");
    assert!(output.starts_with("status 2\n"), "{output}");
    assert_eq!(read(&folder, "a.html"), "old");
}
