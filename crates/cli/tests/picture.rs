//! The pictures in the docs are what the program prints: these tests draw them again and compare.
//!
//! After a change that is meant, `UPDATE_PICTURE=1 cargo test -p pathmax-cli --test all picture` writes them anew.

use std::path::{Path, PathBuf};
use std::process::Command;

const SESSIONS: [&[&str]; 3] = [
    &["show", "instances/chexers/scattered.json"],
    &["show", "instances/infexion/crowd.csv"],
    &["show", "instances/pawn-hunt/seven-pawns.txt"],
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn print(arguments: &[&str]) -> String {
    print_with(arguments, &[0])
}

/// Prints with one of these exit statuses.
fn print_with(arguments: &[&str], statuses: &[i32]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pathmax"));
    command.args(arguments).current_dir(root()).env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1");
    let output = command.output().unwrap();
    assert!(output.status.code().is_some_and(|status| statuses.contains(&status)), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn compare(name: &str, picture: &str) {
    let path = root().join(name);
    if std::env::var_os("UPDATE_PICTURE").is_some() {
        std::fs::write(&path, picture).unwrap();
    }
    let drawn = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(drawn.replace("\r\n", "\n") == picture, "{name} is not what the program prints now");
}

#[test]
fn the_boards_are_current() {
    let mut screen = String::new();
    for arguments in SESSIONS {
        screen += &format!("\u{1b}[1m$ pathmax {}\u{1b}[0m\n{}\n", arguments.join(" "), print(arguments));
    }
    compare("docs/boards.svg", &anstyle_svg::Term::new().min_width_px(640).render_svg(screen.trim_end()));
}

#[test]
fn the_plan_is_current() {
    compare("docs/plan.svg", &print(&["show", "instances/chexers/leapfrog.json", "--svg", "-", "--solution"]));
}

/// The pictures of `docs/rules.md`, with the arguments that draw them after `show`.
const RULES: [(&str, &str); 19] = [
    ("chexers-board", "chexers.json --coordinates"),
    ("chexers-move", "chexers-move.json --answer"),
    ("chexers-jump", "chexers-jump.json --answer"),
    ("chexers-exit", "chexers-exit.json --answer"),
    ("chexers", "chexers.json"),
    ("chexers-solution", "chexers.json --answer"),
    ("infexion-board", "infexion.csv --coordinates"),
    ("infexion-spread", "infexion-spread.csv --answer"),
    ("infexion-wrap", "infexion-wrap.csv --answer"),
    ("infexion-full", "infexion-full.csv --answer"),
    ("infexion-spawn", "infexion-spawn.csv --spawn --answer"),
    ("infexion", "infexion.csv"),
    ("infexion-solution", "infexion.csv --answer"),
    ("pawn-hunt-board", "pawn-hunt.txt --coordinates"),
    ("pawn-hunt-knight", "pawn-hunt-knight.txt --answer"),
    ("pawn-hunt-rook", "pawn-hunt-rook.txt --answer"),
    ("pawn-hunt-bishop", "pawn-hunt-bishop.txt --answer"),
    ("pawn-hunt", "pawn-hunt.txt"),
    ("pawn-hunt-solution", "pawn-hunt.txt --answer"),
];

/// Draws the pictures of the rules again, and finds each of them on the page.
#[test]
fn the_pictures_of_the_rules_are_current() {
    let page = std::fs::read_to_string(root().join("docs/rules.md")).unwrap();
    for (name, arguments) in RULES {
        let mut words: Vec<String> = arguments.split(' ').map(str::to_string).collect();
        words[0] = format!("docs/rules/{}", words[0]);
        if arguments.ends_with("--answer") {
            words.push(format!("{}.answer.txt", words[0].split('.').next().unwrap()));
        }
        let words = ["show", "--svg", "-"].into_iter().chain(words.iter().map(String::as_str));
        // The answers that show a single action do not reach the goal.
        compare(&format!("docs/rules/{name}.svg"), &print_with(&words.collect::<Vec<_>>(), &[0, 1]));
        assert_eq!(page.matches(&format!("](rules/{name}.svg)")).count(), 1, "{name}");
    }
    assert_eq!(page.matches(".svg)").count(), RULES.len());
}

/// The page shows the answers that the pictures show, and the costs that it states are optimal.
#[test]
fn the_solutions_of_the_rules_are_optimal() {
    let page = std::fs::read_to_string(root().join("docs/rules.md")).unwrap();
    for (board, stated, verdict) in [
        ("chexers.json", "The best plan takes 7 actions.", "optimal: cost 7,"),
        ("infexion.csv", "The best plan takes 4 actions,", "optimal: cost 4,"),
        ("pawn-hunt.txt", "The best plan costs 28.", "optimal: cost 28,"),
    ] {
        let (board, name) = (format!("docs/rules/{board}"), board.split('.').next().unwrap());
        let answer = format!("docs/rules/{name}.answer.txt");
        let checked = anstream::adapter::strip_str(&print(&["check", &board, &answer])).to_string();
        assert!(checked.starts_with(verdict), "{checked}");
        assert!(page.contains(stated), "{stated}");
        let lines = std::fs::read_to_string(root().join(&answer)).unwrap();
        assert!(page.contains(&format!("```text\n{lines}```\n")), "{lines}");
    }
}

#[test]
fn the_map_is_current() {
    let map = ["map", "instances/pawn-hunt/seven-pawns.txt", "--heuristic", "h2", "--against", "perfect", "--svg", "-"];
    compare("docs/map.svg", &print(&map));
}
