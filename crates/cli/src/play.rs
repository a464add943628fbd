//! Stepping through the boards of a plan in the terminal.

use std::io::{self, Write, stdout};
use std::time::Duration;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, poll, read};
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute, queue};

use crate::style::DIM;

const STEP_TIME: Duration = Duration::from_millis(700);

/// The meaning of a key.
enum Key {
    Go(usize),
    Run,
    Quit,
}

/// Shows one frame at a time, controlled by keys, until the user quits.
pub fn play(frames: &[String]) -> io::Result<()> {
    let _screen = Screen::enter()?;
    let last = frames.len() - 1;
    let (mut at, mut running) = (0, false);
    loop {
        draw(&frames[at], running)?;
        if running && !poll(STEP_TIME)? {
            at += 1;
            running = at < last;
            continue;
        }
        let Event::Key(key) = read()? else { continue };
        match meaning(key, at, last) {
            Some(Key::Go(to)) => (at, running) = (to, false),
            Some(Key::Run) => {
                running = !running;
                at = if at == last { 0 } else { at };
            }
            Some(Key::Quit) => return Ok(()),
            None => {}
        }
    }
}

fn meaning(key: KeyEvent, at: usize, last: usize) -> Option<Key> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return matches!(key.code, KeyCode::Char('c' | 'd')).then_some(Key::Quit);
    }
    match key.code {
        KeyCode::Right | KeyCode::Down | KeyCode::Enter | KeyCode::Char(' ' | 'n' | 'l') => {
            Some(Key::Go((at + 1).min(last)))
        }
        KeyCode::Left | KeyCode::Up | KeyCode::Backspace | KeyCode::Char('p' | 'h') => {
            Some(Key::Go(at.saturating_sub(1)))
        }
        KeyCode::Home => Some(Key::Go(0)),
        KeyCode::End => Some(Key::Go(last)),
        KeyCode::Char('r') => Some(Key::Run),
        KeyCode::Char('q') | KeyCode::Esc => Some(Key::Quit),
        _ => None,
    }
}

fn draw(frame: &str, running: bool) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    queue!(out, cursor::MoveTo(0, 0), Clear(ClearType::All))?;
    let run = if running { "r stop" } else { "r run" };
    let help = format!("{DIM}→ next   ← back   Home start   End solution   {run}   q quit{DIM:#}");
    // In raw mode, a newline does not return to the first column.
    for line in frame.lines().chain(["", &help]) {
        write!(out, "{line}\r\n")?;
    }
    out.flush()
}

/// The terminal in raw mode on the alternate screen; restored on drop.
struct Screen;

impl Screen {
    fn enter() -> io::Result<Screen> {
        enable_raw_mode()?;
        let screen = Screen;
        execute!(stdout(), EnterAlternateScreen, cursor::Hide)?;
        Ok(screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // If the terminal is gone, there is nothing to restore.
        let _ = execute!(stdout(), cursor::Show, LeaveAlternateScreen);
        let _ = disable_raw_mode();
    }
}
