//! Board files as text: where something is, and how to say that it is wrong.

use std::fmt;

/// Something wrong with a board file: where, what, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// Where in the text, if it is at one place.
    pub position: Option<Position>,
    /// Where in the structure, for JSON: `pieces[2]`.
    pub path: Option<String>,
    /// What is wrong, and what would be right.
    pub message: String,
}

/// A place in a text, counted from 1, as editors do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
}

impl Position {
    /// The place of the byte at `offset` in `text`.
    pub fn of(text: &str, offset: usize) -> Position {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
        let ends = lines_with_ends(before).filter(|line| line.ends_with(['\n', '\r'])).count();
        Position { line: ends + 1, column: before[line_start..].chars().count() + 1 }
    }

    /// The place of a syntax error in a JSON text. serde_json counts bytes, and lines by LF alone; editors count characters,
    /// and end lines at CR too.
    ///
    /// ```
    /// use pathmax_puzzles::input::Position;
    /// let text = "{\r\"é\": x}";
    /// let error = serde_json::from_str::<serde_json::Value>(text).unwrap_err();
    /// assert_eq!(Position::of_json_error(text, &error), Position { line: 2, column: 6 });
    /// ```
    pub fn of_json_error(text: &str, error: &serde_json::Error) -> Position {
        let lines_before = text.split_inclusive('\n').take(error.line().saturating_sub(1));
        let line_start: usize = lines_before.map(str::len).sum();
        let offset = text.len().min(line_start + error.column().saturating_sub(1));
        let boundary = (0..=offset).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        Position::of(text, boundary)
    }
}

impl InputError {
    /// An error of the file as a whole.
    pub fn new(message: impl Into<String>) -> Self {
        InputError { position: None, path: None, message: message.into() }
    }

    /// The same error, at this place.
    pub fn at(mut self, position: Position) -> Self {
        self.position = Some(position);
        self
    }

    /// The same error, at this place in the structure.
    pub fn in_path(mut self, path: impl Into<String>) -> Self {
        self.path = Some(path.into());
        self
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Position { line, column }) = self.position {
            write!(f, "line {line}, column {column}: ")?;
        }
        if let Some(path) = &self.path {
            write!(f, "{path}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for InputError {}

/// The text of a board file: UTF-8, with or without a byte-order mark.
///
/// ```
/// use pathmax_puzzles::input::decode;
/// assert_eq!(decode(b"\xEF\xBB\xBF{}").unwrap(), "{}");
/// assert_eq!(decode(b"ab\n\xE9").unwrap_err().to_string(), "line 2, column 1: this is not UTF-8 text (byte 0xE9)");
/// ```
pub fn decode(bytes: &[u8]) -> Result<&str, InputError> {
    if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
        return Err(InputError::new("this is UTF-16 text; save it as UTF-8"));
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let valid = &bytes[..error.valid_up_to()];
        let text = std::str::from_utf8(valid).unwrap_or_default();
        let byte = bytes.get(valid.len()).copied().unwrap_or_default();
        InputError::new(format!("this is not UTF-8 text (byte 0x{byte:02X})")).at(Position::of(text, text.len()))
    })
}

/// The lines of a text with their ends: LF, CRLF or CR alone, as editors on any system count lines.
pub(crate) fn lines_with_ends(text: &str) -> impl Iterator<Item = &str> + Clone {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = match rest.find(['\n', '\r']) {
            Some(at) if rest[at..].starts_with("\r\n") => at + 2,
            Some(at) => at + 1,
            None => rest.len(),
        };
        let (line, after) = rest.split_at(end);
        rest = after;
        Some(line).filter(|line| !line.is_empty())
    })
}

/// The lines of a text without their ends: LF, CRLF or CR alone.
///
/// ```
/// use pathmax_puzzles::input::lines;
/// assert_eq!(lines("a\rb\r\nc\n\rd").collect::<Vec<_>>(), ["a", "b", "c", "", "d"]);
/// assert_eq!(lines("a\r").collect::<Vec<_>>(), ["a"]);
/// ```
pub fn lines(text: &str) -> impl Iterator<Item = &str> + Clone {
    lines_with_ends(text)
        .map(|line| line.strip_suffix('\n').unwrap_or(line))
        .map(|line| line.strip_suffix('\r').unwrap_or(line))
}

/// The lines that are neither blank nor comments, without the white space around them, each with its number, counted
/// from 1.
pub fn lines_that_say_something(text: &str) -> impl Iterator<Item = (usize, &str)> + Clone {
    let lines = lines(text).enumerate().map(|(i, line)| (i + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// A whole number as answers have it: digits, perhaps after a minus sign, and small enough to be added up.
pub(crate) fn whole_number(text: &str) -> Option<i64> {
    if text.starts_with('+') { None } else { text.parse::<i32>().ok().map(i64::from) }
}

/// What a person would call the beginning of a longer text: at most 40 characters, on one line.
pub(crate) fn excerpt(text: &str) -> String {
    const MOST: usize = 40;
    let shown: String = text.chars().take(MOST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(MOST).is_some() { shown + "…" } else { shown }
}
