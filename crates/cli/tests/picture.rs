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
    let mut command = Command::new(env!("CARGO_BIN_EXE_pathmax"));
    command.args(arguments).current_dir(root()).env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1");
    let output = command.output().unwrap();
    assert!(output.status.success());
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

#[test]
fn the_map_is_current() {
    let map = ["map", "instances/pawn-hunt/seven-pawns.txt", "--heuristic", "h2", "--against", "perfect", "--svg", "-"];
    compare("docs/map.svg", &print(&map));
}
