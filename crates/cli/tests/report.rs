//! `pathmax report`: what it writes, and that the commands it names give its numbers.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use pathmax_test_programs::{PYTHON, require};
use regex::Regex;
use tempfile::TempDir;

/// A folder with three boards and a heuristic in Python.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for board in ["stepping-stones", "leapfrog", "small-hexagon"] {
        let name = format!("{board}.json");
        fs::copy(repository.join("instances/chexers").join(&name), folder.path().join(&name)).unwrap();
    }
    fs::copy(repository.join("examples/heuristics/manhattan.py"), folder.path().join("my_h.py")).unwrap();
    folder
}

/// Runs a command line in a shell in the folder; `pathmax` is this program. Returns the status and all that is printed.
fn shell(folder: &Path, line: &str) -> (i32, String) {
    let line = line.replacen("pathmax ", "\"$PATHMAX\" ", 1);
    let output = Command::new("sh")
        .args(["-c", &line])
        .env("PATHMAX", env!("CARGO_BIN_EXE_pathmax"))
        .env("COLUMNS", "100")
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout) + &text(&output.stderr))
}

fn report(folder: &Path, arguments: &str) -> (i32, String) {
    shell(folder, &format!("pathmax report {arguments} --out out"))
}

const THREE: &str = "leapfrog.json stepping-stones.json small-hexagon.json --heuristic-cmd mine=\"python3 my_h.py\" --algorithms \
                     astar,greedy,ucs";

/// A part of a report, and the commands that give its numbers.
struct Part {
    text: String,
    commands: Vec<String>,
    of_this_machine: bool,
}

/// The parts of a report between their commands.
fn parts(markdown: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut part = Part { text: String::new(), commands: Vec::new(), of_this_machine: false };
    let mut commands = false;
    for line in markdown.lines() {
        match line.strip_prefix("    ") {
            Some(command) if commands => part.commands.push(command.to_string()),
            _ if line.ends_with("Computed by:*") => {
                commands = true;
                part.of_this_machine = line.contains("on this machine");
            }
            _ if line.is_empty() || line.starts_with('#') => {}
            _ => {
                if commands {
                    let next = Part { text: String::new(), commands: Vec::new(), of_this_machine: false };
                    parts.push(std::mem::replace(&mut part, next));
                    commands = false;
                }
                part.text += line;
                part.text += "\n";
            }
        }
    }
    parts.push(part);
    parts
}

/// The numbers in a text, without the separators of thousands.
fn numbers(text: &str) -> Vec<String> {
    let number = Regex::new(r"\b\d[\d,]*(\.\d+)?").unwrap();
    number.find_iter(text).map(|found| found.as_str().trim_end_matches(',').replace(',', "")).collect()
}

#[test]
fn the_commands_of_a_report_give_its_numbers() {
    require!(PYTHON);
    let folder = folder();
    let (status, output) = report(folder.path(), THREE);
    assert_eq!(status, 0, "{output}");
    let markdown = fs::read_to_string(folder.path().join("out/report.md")).unwrap();
    let mut outputs: HashMap<String, String> = HashMap::new();
    let labels = Regex::new(r"\*\*(Table|Figure) \d+\.\*\*|!\[.*\n").unwrap();
    let (mut checked, mut measured) = (0, 0);
    // Numbers without a command: the rules in the formulation, which nothing measures.
    let rules = markdown.split("## ").find(|section| section.starts_with("Formulation")).unwrap();
    for part in parts(&markdown) {
        for command in &part.commands {
            outputs.entry(command.clone()).or_insert_with(|| match command.contains("pathmax report") {
                true => command.clone(),
                false => {
                    let (status, output) = shell(folder.path(), command);
                    // 1: something is refuted.
                    assert!(status <= 1, "{command}: {output}");
                    output + command
                }
            });
        }
        if part.of_this_machine {
            measured += 1;
            continue;
        }
        let given: Vec<String> = part.commands.iter().flat_map(|command| numbers(&outputs[command])).collect();
        for number in numbers(&labels.replace_all(&part.text, "")) {
            assert!(given.contains(&number) || rules.contains(&part.text), "{number} in\n{}", part.text);
            checked += 1;
        }
    }
    assert!(checked > 300 && measured >= 8, "{checked} {measured}");
}

#[test]
fn a_report_of_three_boards_with_a_heuristic_in_python() {
    require!(PYTHON);
    let folder = folder();
    let (status, output) = report(folder.path(), THREE);
    assert_eq!((status, output.as_str()), (0, "out/report.md and out/report.html: a report on 3 boards\n"));
    let read = |name: &str| fs::read_to_string(folder.path().join("out").join(name)).unwrap();
    let (markdown, html) = (read("report.md"), read("report.html"));
    let headings: Vec<&str> = markdown.lines().filter(|line| line.starts_with("## ")).collect();
    insta::assert_snapshot!(headings.join("\n"), @"
    ## Method
    ## Formulation
    ## Plans and depth
    ## State space and branching factor
    ## Algorithms and heuristics
    ## Admissibility and consistency
    ## Heuristic maps
    ## Where the time goes
    ");
    // Costs from the manifest of the boards, states by counting: one piece on 34 hexes, or none.
    for fact in [
        "| leapfrog.json | 8 | proven | 8 |",
        "| stepping-stones.json | 4 | proven | 4 |",
        "| small-hexagon.json | 11 |",
    ] {
        assert!(markdown.contains(fact), "{fact}");
    }
    assert!(markdown.contains("| stepping-stones.json | 35 | 35 |"), "{markdown}");
    // Straight distance is not admissible where a piece jumps.
    let verdict = markdown.lines().find(|line| line.starts_with("| mine | claims nothing | refuted | refuted |"));
    assert!(verdict.is_some() || markdown.contains("| mine | nothing | refuted | refuted |"), "{markdown}");
    assert!(markdown.contains("mine is not admissible: h = "), "{markdown}");
    assert!(markdown.contains("| leapfrog.json | astar/mine |"), "{markdown}");
    // Every figure of the Markdown file exists and is in the HTML file.
    let figures = Regex::new(r"\]\((figures/[^)]+\.svg)\)").unwrap();
    let figures: Vec<String> = figures.captures_iter(&markdown).map(|found| found[1].to_string()).collect();
    assert!(figures.len() >= 10, "{figures:?}");
    for figure in &figures {
        assert!(read(figure).contains("<svg"), "{figure}");
    }
    assert_eq!(html.matches("<img src=\"data:image/svg+xml,").count(), figures.len());
    assert!(!html.contains("<script") && !html.contains("http://www.w3.org/1999/xhtml"), "no scripts");
}

#[test]
fn the_same_report_is_written_again_apart_from_what_is_marked() {
    let folder = folder();
    let unmarked = || {
        let (status, output) = report(folder.path(), "stepping-stones.json leapfrog.json --algorithms astar,ucs");
        assert_eq!(status, 0, "{output}");
        let markdown = fs::read_to_string(folder.path().join("out/report.md")).unwrap();
        let parts = parts(&markdown).into_iter().filter(|part| !part.of_this_machine);
        parts.map(|part| part.text + &part.commands.join("\n")).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(unmarked(), unmarked());
}

#[test]
fn figures_of_an_earlier_report_are_removed_and_nothing_else() {
    let folder = folder();
    let figures = folder.path().join("out/figures");
    let names = || {
        let entries = fs::read_dir(&figures).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        entries.collect::<BTreeSet<String>>()
    };
    let make = |boards: &str| {
        let (status, output) = report(folder.path(), &format!("{boards} --algorithms astar -H relaxed-map,null"));
        assert_eq!(status, 0, "{output}");
        names()
    };
    let one = make("leapfrog.json");
    fs::remove_dir_all(folder.path().join("out")).unwrap();
    let two = make("leapfrog.json stepping-stones.json");
    let outdated: Vec<&String> = two.difference(&one).collect();
    assert!(outdated.len() > 1, "{one:?} {two:?}");
    // Files that the report did not write stay: a figure that was changed, another file, one that the record names wrongly.
    fs::write(figures.join(outdated[0]), "<svg/>").unwrap();
    fs::write(figures.join("mine.svg"), "<svg/>").unwrap();
    fs::write(folder.path().join("out/board.svg"), "").unwrap();
    let record = fs::read_to_string(figures.join("written.sha256")).unwrap();
    // The digest of nothing.
    let nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    fs::write(figures.join("written.sha256"), format!("{record}{nothing}  ../board.svg\nno digest\n")).unwrap();
    let left = make("leapfrog.json");
    let mut expected = one.clone();
    expected.extend([outdated[0].clone(), "mine.svg".to_string()]);
    assert_eq!(left, expected);
    assert!(folder.path().join("out/board.svg").exists());
}

#[test]
fn names_are_escaped() {
    let folder = folder();
    let name = "<img src=x>_*&`'.json";
    fs::copy(folder.path().join("stepping-stones.json"), folder.path().join(name)).unwrap();
    let (status, output) = report(folder.path(), &format!("\"{}\" -a astar", name.replace('`', "\\`")));
    assert_eq!(status, 0, "{output}");
    let read = |name: &str| fs::read_to_string(folder.path().join("out").join(name)).unwrap();
    let (markdown, html) = (read("report.md"), read("report.html"));
    assert!(!html.contains("<img src=x>") && html.contains("&lt;img src=x&gt;_*&amp;`&#39;.json"), "{html}");
    let prose: String = markdown.lines().filter(|line| !line.starts_with("    ")).collect();
    assert!(!prose.contains("<img") && prose.contains("&lt;img src=x>\\_\\*&amp;\\`'.json"), "{prose}");
    // The command in it runs.
    let command = markdown.lines().find(|line| line.starts_with("    pathmax solve")).unwrap();
    assert_eq!(shell(folder.path(), command.trim()).0, 0, "{command}");
}

#[test]
fn bad_input_is_refused_before_the_work() {
    let folder = folder();
    fs::write(folder.path().join("file"), "").unwrap();
    fs::write(folder.path().join("bad.json"), "{}").unwrap();
    let refused = |arguments: &str| {
        let (status, output) = shell(folder.path(), &format!("pathmax report {arguments}"));
        assert_eq!(status, 2, "{output}");
        output
    };
    assert_output!(refused("- --out out"), @"error: standard input: a report names the commands that give its numbers, and these need files; save the board to a file first");
    assert!(refused("leapfrog.json").contains("--out <DIR>"));
    assert!(refused("leapfrog.json --out file").starts_with("error: file: the folder cannot be created: "));
    assert!(refused("bad.json --out out").contains("bad.json: "));
    assert!(refused("nothing.json --out out").contains("nothing.json: "));
    assert!(refused("leapfrog.json --out out -H magic").contains("magic"));
    assert!(refused("leapfrog.json --out out --states 0").contains("--states"));
    assert!(refused("leapfrog.json --out out --heuristic-cmd mine=no-such-program-9").contains("no-such-program-9"));
    let twice = "--heuristic-cmd a='echo 1' --heuristic-cmd a='echo 2'";
    assert_output!(refused(&format!("leapfrog.json --out out {twice}")), @r#"error: the heuristic "a" has the name of another program or function; give it another one (for a program: NAME=COMMAND)"#);
    // A program that answers nonsense ends the work.
    let nonsense = "--heuristic-cmd mine=\"sh -c 'while read x; do echo oops; done'\"";
    assert!(refused(&format!("leapfrog.json --out out {nonsense}")).contains("answered \"oops\""));
    // A report never replaces a board.
    fs::create_dir(folder.path().join("in")).unwrap();
    fs::copy(folder.path().join("leapfrog.json"), folder.path().join("in/report.md")).unwrap();
    assert!(refused("in/report.md --puzzle chexers --out in").contains("--out would overwrite this file"));
}

#[test]
fn an_interrupted_report_contains_the_results_so_far() {
    let folder = folder();
    // The program announces its first state and never answers.
    let program = "mine=sh -c 'read state; touch reached; cat > state'";
    let mut command = Command::new(env!("CARGO_BIN_EXE_pathmax"));
    command.args(["report", "leapfrog.json", "stepping-stones.json", "--heuristic-cmd", program, "--out", "out"]);
    command.args(["--heuristics", "null", "--algorithms", "astar"]).current_dir(folder.path());
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !folder.path().join("reached").exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
    let output = child.wait_with_output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{message}");
    assert!(
        message.contains("interrupted: the report lacks leapfrog.json: the audit of some heuristics; "),
        "{message}"
    );
    let markdown = fs::read_to_string(folder.path().join("out/report.md")).unwrap();
    assert!(markdown.contains("The command was interrupted. This report lacks:"), "{markdown}");
    assert!(markdown.contains("- stepping-stones.json: the map of some heuristics\n"), "{markdown}");
    assert!(markdown.contains("| stepping-stones.json | 35 | 35 |"), "{markdown}");
    assert!(fs::read_to_string(folder.path().join("out/report.html")).unwrap().ends_with("</html>\n"));
}
