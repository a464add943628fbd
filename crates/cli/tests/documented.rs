//! Every command in the README and in `docs` runs as it is written there, and prints what is shown.
//!
//! Commands are passed to a shell in a folder with the repository's `instances` and `examples` and the files that the pages
//! speak of. In an output, `…` stands for anything within a line or, alone, for any number of lines. Times and amounts of
//! memory are not compared.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use pathmax_test_programs::{PYTHON, require};
use regex::Regex;
use tempfile::TempDir;

/// Commands whose result depends on the machine, on the clock or on a program that is not part of the repository, that need
/// a terminal, or that take long: only their arguments are checked.
const PARSED_ONLY: &[&str] = &[
    "grade --solver \"python3 -m search {file}\"",
    "grade --solver \"python3 -m search\"",
    "grade --explain",
    "serve",
    "show instances/infexion/crowd.csv --play",
    "solve instances/infexion/crowd.csv --algorithm astar --profile",
    "solve crates/lab/benches/boards/pawn-hunt/hard-0.txt --algorithm ucs",
];

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// A command and the output that is shown below it.
struct Example {
    place: String,
    command: String,
    output: Vec<String>,
}

/// The examples of a page: lines of `sh` blocks, and commands after `$` with their output in others.
fn examples(page: &Path) -> Vec<Example> {
    let name = page.file_name().unwrap().to_string_lossy();
    let text = fs::read_to_string(page).unwrap();
    let mut examples: Vec<Example> = Vec::new();
    let mut block: Option<&str> = None;
    let mut shows_output = false;
    for (line, number) in text.lines().zip(1..) {
        let place = format!("{name}:{number}");
        let example = |command: &str| Example { place, command: command.to_string(), output: Vec::new() };
        match (block, line.strip_prefix("```")) {
            (None, Some(language)) => block = Some(language),
            (None, None) => {}
            (Some(_), Some(_)) => (block, shows_output) = (None, false),
            (Some("sh"), None) => match examples.last_mut().filter(|last| last.command.ends_with('\\')) {
                Some(last) => last.command = format!("{} {}", last.command.trim_end_matches('\\'), line.trim()),
                None => examples.push(example(line)),
            },
            (Some(_), None) => match (line.strip_prefix("$ "), examples.last_mut()) {
                (Some(command), _) => {
                    examples.push(example(command));
                    shows_output = true;
                }
                (None, Some(last)) if shows_output => last.output.push(line.to_string()),
                (None, _) => {}
            },
        }
    }
    examples.retain(|example| example.command.starts_with("pathmax "));
    examples
}

/// A folder in which the commands find what the pages speak of.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for name in ["instances", "examples"] {
        symlink(repository().join(name), path(name)).unwrap();
    }
    fs::create_dir(path("bin")).unwrap();
    symlink(env!("CARGO_BIN_EXE_pathmax"), path("bin/pathmax")).unwrap();
    // Where pages write pictures.
    fs::create_dir(path("docs")).unwrap();
    symlink(repository().join("docs/rules"), path("docs/rules")).unwrap();
    fs::write(path("board.json"), r#"{"colour": "red", "pieces": [[2,0]], "blocks": []}"#).unwrap();
    let answer =
        "MOVE from (2, 0) to (1, 0).\nMOVE from (1, 0) to (2, 0).\nMOVE from (2, 0) to (3, -1).\nEXIT from (3, -1).\n";
    fs::write(path("answer.txt"), answer).unwrap();
    fs::write(path("malformed.txt"), "MOVE from (2, 0) to (3, 0).\nEXIT from (3,0).\n").unwrap();
    fs::write(path("wrong.json"), "{\"colour\": \"red\",\n \"pieces\": [[0, 0], [9, 0]], \"blocks\": []}").unwrap();
    fs::write(path("board.csv"), "5,6,r,2\n1,0,b,1\n").unwrap();
    fs::write(path("board.txt"), "K . 1\n. . .\n. 2 .\n").unwrap();
    fs::create_dir(path("boards")).unwrap();
    fs::copy(path("board.json"), path("boards/one.json")).unwrap();
    fs::copy(repository().join("instances/chexers/stepping-stones.json"), path("boards/stones.json")).unwrap();
    let page = fs::read_to_string(repository().join("docs/heuristics.md")).unwrap();
    let program = page.split("```python\n").nth(1).unwrap().split("```").next().unwrap();
    fs::write(path("my_h.py"), program).unwrap();
    for (student, heuristic) in [("ann", program), ("bob", "import sys\nfor line in sys.stdin: print(0)\n")] {
        fs::create_dir_all(path("class").join(student)).unwrap();
        fs::write(path("class").join(student).join("my_h.py"), heuristic).unwrap();
    }
    folder
}

/// Runs a command line in a shell; the exit status and everything that it prints.
fn run(folder: &Path, command: &str) -> (i32, String) {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::iter::once(folder.join("bin")).chain(std::env::split_paths(&path));
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", std::env::join_paths(path).unwrap())
        .env("COLUMNS", "132")
        .env_remove("PATHMAX_THREADS")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    (output.status.code().unwrap_or(-1), text)
}

/// A line without times, amounts of memory and shares, and without the alignment of columns.
fn masked(line: &str) -> String {
    let figures = Regex::new(r"\d[\d,.]* (?:µs|ms|s|B|KiB|MiB|GiB|%)").unwrap();
    let line = figures.replace_all(line, "#");
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a text is the output that is shown.
fn is_shown(shown: &[String], text: &str) -> bool {
    let pattern = |line: &String| match masked(line).as_str() {
        "…" => r"(?:.*\n)*?".to_string(),
        line => regex::escape(line).replace('…', ".*") + "\n",
    };
    let pattern: String = shown.iter().map(pattern).collect();
    let text: String = text.lines().map(|line| masked(line) + "\n").collect();
    Regex::new(&format!(r"\A{pattern}\z")).unwrap().is_match(&text)
}

/// What is wrong with the examples of a page.
fn mistakes(page: &Path) -> Vec<String> {
    let folder = folder();
    let mut mistakes = Vec::new();
    for Example { place, command, output } in examples(page) {
        let arguments = command.strip_prefix("pathmax ").unwrap();
        // The worked example of comparing.md has a test of its own, which also compares the picture.
        if arguments.contains("--plot docs/compare.svg") {
            continue;
        }
        if PARSED_ONLY.iter().any(|start| arguments.starts_with(start)) {
            let (status, text) = run(folder.path(), &format!("{} --help", command.split('#').next().unwrap()));
            if status != 0 {
                mistakes.push(format!("{place}: {command}\n{text}"));
            }
            continue;
        }
        let (status, text) = run(folder.path(), &command);
        // Unsolvable, refuted or suboptimal is 1; stopped at a limit is 3.
        let is_error = output.iter().any(|line| line.starts_with("error:"));
        if ![0, 1, 3].contains(&status) && !is_error {
            mistakes.push(format!("{place}: {command}\n{text}"));
        } else if !output.is_empty() && !is_shown(&output, &text) {
            mistakes.push(format!("{place}: {command}\nshown:\n{}\nprinted:\n{text}", output.join("\n")));
        }
    }
    mistakes
}

#[test]
fn the_commands_of_the_readme_print_what_it_shows() {
    require!(PYTHON);
    let mistakes = mistakes(&repository().join("README.md"));
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}

#[test]
fn the_commands_of_the_pages_print_what_they_show() {
    require!(PYTHON);
    let mut pages: Vec<_> =
        fs::read_dir(repository().join("docs")).unwrap().map(|entry| entry.unwrap().path()).collect();
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    assert!(pages.iter().flat_map(|page| examples(page)).count() > 10);
    let mistakes: Vec<String> = pages.iter().flat_map(|page| mistakes(page)).collect();
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}
