//! The picture in the README is what the program prints: this test draws it again and compares.
//!
//! After a change that is meant, `UPDATE_PICTURE=1 cargo test -p pathmax-cli --test picture` writes it anew.

use std::path::Path;
use std::process::Command;

const SESSIONS: [&[&str]; 3] = [
    &["show", "instances/chexers/scattered.json"],
    &["show", "instances/infexion/crowd.csv"],
    &["show", "instances/pawn-hunt/seven-pawns.txt"],
];

#[test]
fn the_picture_is_current() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut screen = String::new();
    for arguments in SESSIONS {
        let output = Command::new(env!("CARGO_BIN_EXE_pathmax"))
            .args(arguments)
            .current_dir(&root)
            .env_remove("NO_COLOR")
            .env("CLICOLOR_FORCE", "1")
            .output()
            .unwrap();
        assert!(output.status.success());
        screen += &format!("\u{1b}[1m$ pathmax {}\u{1b}[0m\n", arguments.join(" "));
        screen += std::str::from_utf8(&output.stdout).unwrap();
        screen.push('\n');
    }
    let picture = anstyle_svg::Term::new().min_width_px(640).render_svg(screen.trim_end());
    let path = root.join("docs/boards.svg");
    if std::env::var_os("UPDATE_PICTURE").is_some() {
        std::fs::write(&path, &picture).unwrap();
    }
    let drawn = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(drawn.replace("\r\n", "\n") == picture, "docs/boards.svg is not what the program prints now");
}
