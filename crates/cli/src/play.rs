//! Stepping through pictures in the terminal.

use std::io::{self, Write, stdout};
use std::time::Duration;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, poll, read};
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute, queue};

use crate::style::DIM;

const A_STEP_BY_ITSELF: Duration = Duration::from_millis(700);

/// What a key asks for.
enum Wish {
    Go(usize),
    Run,
    Leave,
}

/// Shows one picture at a time and follows the keys until the person leaves.
pub fn play(frames: &[String]) -> io::Result<()> {
    let _screen = Screen::enter()?;
    let last = frames.len() - 1;
    let (mut at, mut running) = (0, false);
    loop {
        draw(&frames[at], running)?;
        if running && !poll(A_STEP_BY_ITSELF)? {
            at += 1;
            running = at < last;
            continue;
        }
        let Event::Key(key) = read()? else { continue };
        match wish(key, at, last) {
            Some(Wish::Go(to)) => (at, running) = (to, false),
            Some(Wish::Run) => {
                running = !running;
                at = if at == last { 0 } else { at };
            }
            Some(Wish::Leave) => return Ok(()),
            None => {}
        }
    }
}

fn wish(key: KeyEvent, at: usize, last: usize) -> Option<Wish> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return matches!(key.code, KeyCode::Char('c' | 'd')).then_some(Wish::Leave);
    }
    match key.code {
        KeyCode::Right | KeyCode::Down | KeyCode::Enter | KeyCode::Char(' ' | 'n' | 'l') => {
            Some(Wish::Go((at + 1).min(last)))
        }
        KeyCode::Left | KeyCode::Up | KeyCode::Backspace | KeyCode::Char('p' | 'h') => {
            Some(Wish::Go(at.saturating_sub(1)))
        }
        KeyCode::Home => Some(Wish::Go(0)),
        KeyCode::End => Some(Wish::Go(last)),
        KeyCode::Char('r') => Some(Wish::Run),
        KeyCode::Char('q') | KeyCode::Esc => Some(Wish::Leave),
        _ => None,
    }
}

fn draw(frame: &str, running: bool) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    queue!(out, cursor::MoveTo(0, 0), Clear(ClearType::All))?;
    let run = if running { "r stop" } else { "r run" };
    let help = format!("{DIM}→ next   ← back   Home start   End solution   {run}   q leave{DIM:#}");
    // In raw mode a new line does not return to the first column by itself.
    for line in frame.lines().chain(["", &help]) {
        write!(out, "{line}\r\n")?;
    }
    out.flush()
}

/// The terminal in raw mode on its other screen, for as long as this lives.
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
        // If the terminal is gone there is nothing to restore.
        let _ = execute!(stdout(), cursor::Show, LeaveAlternateScreen);
        let _ = disable_raw_mode();
    }
}
