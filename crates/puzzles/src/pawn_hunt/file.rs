//! Boards of the pawn hunt as text: one row per line, cells separated by spaces. Larger boards may omit the spaces.

use super::{Board, Cell};
use crate::Parsed;
use crate::input::{InputError, Position, content_lines, excerpt, lines_with_ends};

/// The characters of cells, for messages.
const CELLS: &str = "`.` for empty, `x` for an obstacle, K, B or R for an agent, a digit for a pawn";

/// The number of characters that are examined to recognize a board.
const RECOGNIZED_PREFIX: usize = 4096;

/// Whether a text looks like a board, valid or not: it has a line
/// - with a dot that is a cell, or with consecutive dots, which no other format has; or
/// - without a comma or a semicolon, that consists of single characters, or of cells without spaces that include `.` or `x`.
pub(super) fn recognizes(text: &str) -> bool {
    let beginning: String = text.chars().take(RECOGNIZED_PREFIX).collect();
    let mut lines = content_lines(&beginning).map(|(_, line)| line).peekable();
    if lines.peek().is_none_or(|line| line.starts_with(['{', '['])) {
        return false;
    }
    lines.any(|line| {
        let separated = line.contains([',', ';']);
        let mut cells = line.split([',', ';', '|', ' ', '\t']).filter(|cell| !cell.is_empty());
        let has_dot = cells.clone().any(|cell| cell == "." || cell.contains(".."));
        let is_row = |cell: &str| cell.chars().all(|letter| Cell::from_letter(letter).is_some());
        has_dot
            || !separated
                && (cells.clone().all(|cell| cell.len() == 1) || cells.all(is_row) && line.contains(['.', 'x']))
    })
}

/// Parses a board file, with remarks on unusual content.
pub(super) fn parse(text: &str) -> Result<Parsed<Board>, InputError> {
    let solid = is_solid(text);
    let mut reader = Reader { solid, cells: Vec::new(), width: None, rows: 0, agents: 0 };
    let mut offset = 0;
    for line in lines_with_ends(text) {
        let first = line.trim_start();
        if !first.is_empty() && !first.starts_with('#') {
            reader.row(line).map_err(|(at, message)| InputError::new(message).at(Position::of(text, offset + at)))?;
        }
        offset += line.len();
    }
    let Reader { cells, width, .. } = reader;
    let board = width.and_then(|width| Board::new(width, cells));
    let board = board.ok_or_else(|| {
        InputError::new(format!("there is no board: write one row per line, cells separated by spaces ({CELLS})"))
    })?;
    let note = "the cells are not separated by spaces; each character was taken for one";
    Ok(Parsed { board, notes: if solid { vec![note.to_string()] } else { Vec::new() } })
}

/// Whether a board is clearly written without spaces: only cells, in rows of equal length, at least five by five. A smaller one
/// may be a mistake, such as a label of two digits, and is an error.
fn is_solid(text: &str) -> bool {
    const MIN_SIDE: usize = 5;
    let mut rows = content_lines(text).map(|(_, row)| row).peekable();
    let width = rows.peek().map_or(0, |row| row.len());
    let is_row = |row: &str| row.len() == width && row.chars().all(|letter| Cell::from_letter(letter).is_some());
    width >= MIN_SIDE && rows.clone().all(is_row) && rows.nth(MIN_SIDE - 1).is_some()
}

/// The state of the parser.
struct Reader {
    /// Whether cells are not separated by spaces.
    solid: bool,
    cells: Vec<Cell>,
    /// The number of cells in the first row.
    width: Option<usize>,
    rows: usize,
    agents: usize,
}

/// The offset of an error in a line, and the message.
type Wrong = (usize, String);

impl Reader {
    fn row(&mut self, line: &str) -> Result<(), Wrong> {
        if self.rows == Board::MAX_ROWS {
            return Err((
                indent(line),
                format!("there are more than {} rows, the most that a board can have", self.rows),
            ));
        }
        let width = self.width;
        let mut count = 0;
        for (at, cell) in tokens(line, self.solid) {
            let cell = self.cell(cell).map_err(|message| (at, message))?;
            if count == Board::MAX_ROWS {
                return Err((at, format!("this row has more than {count} cells, the most that a row can have")));
            }
            if let Some(width) = width.filter(|&width| count == width) {
                return Err((at, format!("this row has more cells than the first one, which has {width}")));
            }
            self.cells.push(cell);
            count += 1;
        }
        if let Some(width) = width.filter(|&width| count < width) {
            let end = line.trim_end().len();
            let cells = if count == 1 { "cell" } else { "cells" };
            return Err((
                end,
                format!("this row has {count} {cells}, the first one {width}; write `.` for an empty cell"),
            ));
        }
        self.width = Some(count);
        self.rows += 1;
        Ok(())
    }

    fn cell(&mut self, text: &str) -> Result<Cell, String> {
        let mut letters = text.chars();
        let cell = letters.next().filter(|_| letters.next().is_none()).and_then(Cell::from_letter);
        let cell = cell.ok_or_else(|| not_a_cell(text))?;
        self.agents += usize::from(matches!(cell, Cell::Agent(_)));
        if self.agents > Board::MAX_AGENTS {
            return Err(format!("there are more than {} agents, the most that a board can have", Board::MAX_AGENTS));
        }
        Ok(cell)
    }
}

/// The message for a text that is not a cell.
fn not_a_cell(text: &str) -> String {
    if let Some(control) = text.chars().find(|letter| letter.is_control()) {
        return format!("invisible character U+{:04X}; use {CELLS}", control as u32);
    }
    let shown = excerpt(text);
    let is_cell = |letter: char| Cell::from_letter(letter).is_some();
    let is_separator = |letter: char| [',', ';', '|'].contains(&letter);
    let with_spaces = || {
        let cells: Vec<String> = text.chars().filter(|&letter| is_cell(letter)).map(String::from).collect();
        excerpt(&cells.join(" "))
    };
    if text.contains(is_separator) {
        // Other characters cannot be left out of the suggestion: it would be another board.
        if text.contains(is_cell) && text.chars().all(|letter| is_cell(letter) || is_separator(letter)) {
            format!("{shown:?} is not a cell; separate cells by spaces alone: {}", with_spaces())
        } else {
            format!("{shown:?} is not a cell; separate cells by spaces alone, and use {CELLS}")
        }
    } else if text.chars().all(|letter| letter.is_ascii_digit()) {
        format!("{shown:?} is not a cell; a pawn's label is one digit, and spaces separate cells")
    } else if text.chars().all(is_cell) {
        format!("{shown:?} is not a cell; separate cells by spaces: {}", with_spaces())
    } else if ["k", "b", "r"].contains(&text) {
        format!("{shown:?} is not a cell; agents are capital letters: {}", text.to_uppercase())
    } else {
        format!("{shown:?} is not a cell; use {CELLS}")
    }
}

/// The words of a line with their offsets; in a solid line, every character is a word.
fn tokens(line: &str, solid: bool) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += indent(&line[at..]);
        let token = line[at..].split(char::is_whitespace).next().filter(|token| !token.is_empty())?;
        let len = if solid { token.chars().next().map_or(0, char::len_utf8) } else { token.len() };
        at += len;
        Some((at - len, &token[..len]))
    })
}

/// The length of the white space at the beginning of a line.
fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Prints a board file.
pub(super) fn print(board: &Board) -> String {
    let mut text = String::new();
    for (i, cell) in board.cells().iter().enumerate() {
        text.push(cell.letter());
        text.push(if (i + 1) % board.columns() == 0 { '\n' } else { ' ' });
    }
    text
}

/// Writes cells as JSON, on one line without a line end: a list of the lines of the board file.
pub(super) fn write_state(columns: usize, cells: &[Cell], out: &mut String) {
    out.push_str(r#"{"rows": ["#);
    for (number, row) in cells.chunks(columns).enumerate() {
        out.push_str(if number == 0 { "\"" } else { ", \"" });
        for (i, cell) in row.iter().enumerate() {
            if i > 0 {
                out.push(' ');
            }
            out.push(cell.letter());
        }
        out.push('"');
    }
    out.push_str("]}");
}
