//! The program in a terminal: progress, keys, interrupts.

use std::path::PathBuf;
use std::process::Command;

use rexpect::process::{Signal, WaitStatus};
use rexpect::session::{PtySession, spawn_command};

/// Milliseconds that a busy machine may take for what appears at once on an idle one.
const PATIENCE: Option<u64> = Some(120_000);

/// The progress line. The session reads bytes as characters, so the dots between the figures are not themselves here.
const PROGRESS: &str =
    "[0-9,]+ expanded .+ [0-9,]+/s .+ cost at least [0-9]+ .+ [0-9.]+ [KMG]iB .+ [0-9]+ s .Ctrl-C stops.";

/// Uniform-cost search takes far longer than any test on this board.
const ENDLESS: &str = r#"{"colour": "red", "radius": 6, "blocks": [],
    "pieces": [[-6,0],[-6,1],[-6,2],[-6,3],[-6,4],[-6,5],[-6,6],[-5,0]]}"#;

fn pathmax(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pathmax"));
    command.args(arguments).env_remove("NO_COLOR").env("TERM", "xterm-256color");
    command
}

fn instance(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../instances/chexers").join(name);
    path.to_str().unwrap().to_string()
}

fn in_terminal(arguments: &[&str]) -> PtySession {
    spawn_command(pathmax(arguments), PATIENCE).unwrap()
}

fn endless_board() -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), ENDLESS).unwrap();
    file
}

#[test]
fn a_progress_line_appears_on_a_terminal_and_goes_away() {
    let board = endless_board();
    let mut session = in_terminal(&["solve", board.path().to_str().unwrap(), "-a", "ucs"]);
    session.exp_regex(PROGRESS).unwrap();
    session.send_control('c').unwrap();
    session.exp_string("interrupted; no plan costs less than").unwrap();
    let rest = session.exp_eof().unwrap();
    assert!(!rest.contains("Ctrl-C stops"), "{rest}");
}

#[test]
fn no_progress_line_in_a_pipe() {
    let board = endless_board();
    let arguments = ["solve", board.path().to_str().unwrap(), "-a", "ucs", "--time-limit", "1500ms"];
    let output = pathmax(&arguments).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3));
    assert!(!stderr.contains("/s") && stderr.lines().count() == 2, "{stderr}");
}

#[test]
fn an_interrupt_ends_a_search_with_what_it_knew() {
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let board = endless_board();
        let mut session = in_terminal(&["solve", board.path().to_str().unwrap(), "-a", "ucs"]);
        session.exp_regex(PROGRESS).unwrap();
        session.process_mut().signal(signal).unwrap();
        session.exp_string("interrupted; no plan costs less than ").unwrap();
        session.exp_eof().unwrap();
        assert!(matches!(session.process().wait().unwrap(), WaitStatus::Exited(_, 3)), "{signal}");
    }
}

#[test]
fn keys_step_through_a_solution() {
    let mut session = in_terminal(&["show", &instance("stepping-stones.json"), "--play"]);
    session.exp_string("start").unwrap();
    for (key, expected) in [
        ("\u{1b}[C", "1 of 4: JUMP from (-3, 0) to (-1, 0)."),
        (" ", "2 of 4: JUMP from (-1, 0) to (1, 0)."),
        ("\u{1b}[D", "1 of 4:"),
        ("\u{1b}[F", "4 of 4: EXIT from (3, 0)."),
        ("\u{1b}[C", "4 of 4:"),
        ("\u{1b}[H", "start"),
        ("r", "1 of 4:"),
    ] {
        session.send(key).unwrap();
        session.flush().unwrap();
        session.exp_string(expected).unwrap_or_else(|error| panic!("{key:?}: {error}"));
    }
    session.exp_string("3 of 4:").unwrap();
    session.send("q").unwrap();
    session.flush().unwrap();
    session.exp_string("solved").unwrap();
    session.exp_eof().unwrap();
}

#[test]
fn control_c_leaves_the_player_and_restores_the_screen() {
    let mut session = in_terminal(&["show", &instance("one-step.json"), "--play"]);
    session.exp_string("q quit").unwrap();
    session.send_control('c').unwrap();
    session.exp_string("\u{1b}[?1049l").unwrap();
    session.exp_eof().unwrap();
}
