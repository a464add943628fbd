//! Keys other than letters.

#[derive(Clone, Copy, Debug)]
pub enum Key {
    Tab,
    Enter,
    Shift,
    Control,
    End,
    Home,
    Up,
    Right,
    Down,
    Delete,
    Escape,
    Left,
    PageUp,
    PageDown,
}

impl Key {
    /// Its WebDriver code.
    pub fn code(self) -> char {
        match self {
            Key::Tab => '\u{E004}',
            Key::Enter => '\u{E007}',
            Key::Shift => '\u{E008}',
            Key::Control => '\u{E009}',
            Key::End => '\u{E010}',
            Key::Home => '\u{E011}',
            Key::Up => '\u{E013}',
            Key::Right => '\u{E014}',
            Key::Down => '\u{E015}',
            Key::Delete => '\u{E017}',
            Key::Escape => '\u{E00C}',
            Key::Left => '\u{E012}',
            Key::PageUp => '\u{E00E}',
            Key::PageDown => '\u{E00F}',
        }
    }
}
