//! Board files as text: lines, positions and errors.

/// An error in a board file: what is wrong, where, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", location(.position.as_ref(), .path.as_deref()))]
pub struct InputError {
    /// The position in the text, if the error has one.
    pub position: Option<Position>,
    /// The path in the structure, for JSON: `pieces[2]`.
    pub path: Option<String>,
    /// What is wrong, and what to do.
    pub message: String,
}

/// The position and the path, as the beginning of a message.
fn location(position: Option<&Position>, path: Option<&str>) -> String {
    let position = position.map(|Position { line, column }| format!("line {line}, column {column}: "));
    let path = path.map(|path| format!("{path}: "));
    position.unwrap_or_default() + &path.unwrap_or_default()
}

/// A position in a text; lines and columns are counted from 1, as editors do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

impl Position {
    /// The position of the byte at `offset` in `text`.
    pub fn of(text: &str, offset: usize) -> Position {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
        let ends = lines_with_ends(before).filter(|line| line.ends_with(['\n', '\r'])).count();
        Position { line: ends + 1, column: before[line_start..].chars().count() + 1 }
    }

    /// The position of a syntax error in a JSON text. serde_json counts bytes, and lines by LF alone; editors count characters,
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
    /// An error in the file as a whole.
    pub fn new(message: impl Into<String>) -> Self {
        InputError { position: None, path: None, message: message.into() }
    }

    /// Sets the position.
    pub fn at(mut self, position: Position) -> Self {
        self.position = Some(position);
        self
    }

    /// Sets the path in the structure.
    pub fn in_path(mut self, path: impl Into<String>) -> Self {
        self.path = Some(path.into());
        self
    }
}

/// Decodes a board file: UTF-8, with or without a byte-order mark.
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

/// The lines of a text with their terminators: LF, CRLF or CR alone.
pub fn lines_with_ends(text: &str) -> impl Iterator<Item = &str> + Clone {
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

/// The lines of a text without their terminators: LF, CRLF or CR alone.
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

/// The text before a line, which is counted from 1.
///
/// ```
/// use pathmax_puzzles::input::before_line;
/// assert_eq!([1, 2, 3, 4].map(|line| before_line("a\rb\nc", line)), ["", "a\r", "a\rb\n", "a\rb\nc"]);
/// ```
pub fn before_line(text: &str, line: usize) -> &str {
    let length = lines_with_ends(text).take(line.saturating_sub(1)).map(str::len).sum();
    &text[..length]
}

/// The lines that are neither blank nor comments, trimmed, with their numbers counted from 1.
pub fn content_lines(text: &str) -> impl Iterator<Item = (usize, &str)> + Clone {
    let lines = lines(text).enumerate().map(|(i, line)| (i + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// Whether the first word of a line is one of these.
///
/// ```
/// use pathmax_puzzles::input::begins_with_word;
/// assert!(begins_with_word(" MOVE from", &["MOVE", "EXIT"]) && !begins_with_word("MOVED", &["MOVE"]));
/// ```
pub fn begins_with_word(line: &str, words: &[&str]) -> bool {
    line.split_whitespace().next().is_some_and(|first| words.contains(&first))
}

/// Parses a whole number of an answer: digits, optionally after a minus sign. It fits into 32 bits, so that sums do not
/// overflow.
pub fn whole_number(text: &str) -> Option<i64> {
    if text.starts_with('+') { None } else { text.parse::<i32>().ok().map(i64::from) }
}

/// The beginning of a text, for a message: at most 40 characters, on one line.
pub fn excerpt(text: &str) -> String {
    const MAX_CHARS: usize = 40;
    let shown: String = text.chars().take(MAX_CHARS).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(MAX_CHARS).is_some() { shown + "…" } else { shown }
}
