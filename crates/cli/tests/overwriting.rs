//! A command refuses to overwrite a file that it reads, or to write a file twice, before it does any work.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::support::{instances, run};

/// A folder with a board under names that SVG files may have.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("boards")).unwrap();
    for name in ["board", "b.svg", "b.json", "boards/one.json", "boards/two.svg", "half-or-blocks-admissible.json"] {
        fs::copy(instances("chexers").join("leapfrog.json"), at(name)).unwrap();
    }
    fs::write(at("boards/manifest.json"), r#"{"one.json": {}}"#).unwrap();
    fs::write(at("h"), "while read state; do echo 0; done").unwrap();
    folder
}

fn shell(folder: &TempDir, arguments: &str) -> String {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("exec \"$0\" {arguments}"), env!("CARGO_BIN_EXE_pathmax")]);
    command.current_dir(folder.path()).stdin(Stdio::null());
    run(command)
}

/// Every file of a folder, with its contents.
fn contents(folder: &TempDir) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for place in ["", "boards/"] {
        for entry in fs::read_dir(folder.path().join(place)).unwrap() {
            let name = format!("{place}{}", entry.unwrap().file_name().to_string_lossy());
            files.extend(fs::read(folder.path().join(&name)).ok().map(|bytes| (name, bytes)));
        }
    }
    files.sort();
    files
}

#[test]
fn no_input_is_overwritten() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    symlink("board", at("soft")).unwrap();
    fs::hard_link(at("board"), at("hard")).unwrap();
    let before = contents(&folder);
    for (arguments, option, file) in [
        ("show b.svg --svg b.svg", "--svg", "b.svg"),
        ("show board --svg ./board --solution", "--svg", "./board"),
        ("show board --svg boards/../board", "--svg", "boards/../board"),
        ("show board --svg soft", "--svg", "soft"),
        ("show soft --svg board", "--svg", "board"),
        ("show board --svg hard", "--svg", "hard"),
        ("show - --svg board < board", "--svg", "board"),
        ("show board --solution --heuristic-cmd 'sh h' --svg h", "--svg", "h"),
        ("show board --svg new.svg --png hard", "--png", "hard"),
        ("map board --svg hard", "--svg", "hard"),
        ("map board --pdf soft", "--pdf", "soft"),
        ("map board --heuristic-cmd 'sh h' --svg h", "--svg", "h"),
        ("audit board --svg soft", "--svg", "soft"),
        ("audit board --png board", "--png", "board"),
        ("audit b.json --out b.json", "--out", "b.json"),
        ("audit b.json --heuristic half-or-blocks --out ./b.json", "--out", "./b.json"),
        ("audit board --heuristic-cmd 'sh h' --out h", "--out", "h"),
        ("audit chexers --heuristic-cmd 'sh h' --out h", "--out", "h"),
        (
            "audit half-or-blocks-admissible.json --heuristic half-or-blocks --out .",
            "--out",
            "./half-or-blocks-admissible.json",
        ),
        ("compare b.json b.svg --plot b.svg", "--plot", "b.svg"),
        ("compare boards --plot boards/two.svg", "--plot", "boards/two.svg"),
        ("grade --solver 'echo {file}' boards --gradescope boards/one.json", "--gradescope", "boards/one.json"),
        (
            "grade --solver 'echo {file}' boards --gradescope boards/manifest.json",
            "--gradescope",
            "boards/manifest.json",
        ),
        ("grade --solver 'sh h {file}' boards --gradescope h", "--gradescope", "h"),
    ] {
        let output = shell(&folder, arguments);
        let message = format!(
            "error: {file}: {option} would overwrite this file, which the command reads; give {option} another file\n"
        );
        assert!(output.starts_with("status 2\n") && output.contains(&message), "{arguments}: {output}");
        assert_eq!(contents(&folder), before, "{arguments}");
    }
}

#[test]
fn a_file_beside_the_boards_may_be_written() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("boards/plot.svg"), "an older plot").unwrap();
    for (arguments, file) in [
        ("compare boards --plot boards/plot.svg --heuristics relaxed-map --quiet", "boards/plot.svg"),
        ("show board --svg b.svg", "b.svg"),
        ("show board --svg picture", "picture"),
        ("show board --svg PICTURE.SVG", "PICTURE.SVG"),
    ] {
        let output = shell(&folder, arguments);
        assert!(output.starts_with("status 0\n"), "{arguments}: {output}");
        assert!(fs::read_to_string(at(file)).unwrap().contains("<svg"), "{arguments}");
    }
}

#[test]
fn two_outputs_are_two_files() {
    let folder = folder();
    let before = contents(&folder);
    for out in ["x", "./x", "boards/../x"] {
        assert_eq!(
            shell(&folder, &format!("audit board --heuristic half-or-blocks --svg x --out {out}")),
            format!(
                "status 2\n--- stderr\nerror: {out}: --svg and --out would both write this file; give one of them another file\n"
            )
        );
        assert_eq!(contents(&folder), before);
    }
    // What is thrown away may be thrown away twice.
    let output = shell(&folder, "audit board --heuristic half-or-blocks --svg /dev/null --out /dev/null");
    assert!(output.starts_with("status 1\n"), "{output}");
}

#[test]
fn a_picture_is_not_written_to_a_file_of_another_format() {
    let folder = folder();
    let before = contents(&folder);
    for command in ["show", "map", "audit"] {
        assert_eq!(
            shell(&folder, &format!("{command} board --svg x.png")),
            "status 2\n--- stderr\nerror: invalid value 'x.png' for '--svg <FILE>': --svg writes SVG; give a name that ends in \
             .svg, or use --png\n\nFor more information, try '--help'.\n"
        );
    }
    let output = shell(&folder, "show b.json --svg b.json");
    assert!(output.starts_with("status 2\n") && output.contains("'b.json' for '--svg <FILE>'"), "{output}");
    let output = shell(&folder, "compare board --plot -");
    assert!(output.starts_with("status 2\n") && output.contains("the plot cannot be printed; give a file"), "{output}");
    assert_eq!(contents(&folder), before);
}
