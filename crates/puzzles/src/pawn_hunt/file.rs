//! Boards of the pawn hunt as text: a row a line, cells separated by spaces (or, on larger boards, by nothing).

use super::{Board, Cell};
use crate::input::{InputError, Position, excerpt, lines_that_say_something, lines_with_ends};

/// How a person would write a row, for messages.
const CELLS: &str = "`.` empty, `x` obstacle, K, B or R an agent, a digit a pawn";

/// How much of a text is looked at to recognise it.
const LOOK_AT: usize = 4096;

/// Whether a text looks like a board, good or bad.
///
/// A dot that stands alone is enough: no other format has one. Without a comma or a semicolon, single characters are as
/// good. The dots of a board whose cells are not separated come in rows.
pub(super) fn recognises(text: &str) -> bool {
    let beginning: String = text.chars().take(LOOK_AT).collect();
    let mut lines = lines_that_say_something(&beginning).map(|(_, line)| line).peekable();
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

/// Reads a board file; with it come remarks on what is odd.
pub(super) fn parse(text: &str) -> Result<(Board, Vec<String>), InputError> {
    let solid = is_solid(text);
    let mut reader = Reader { solid, cells: Vec::new(), width: None, rows: 0, agents: 0, pawns: 0 };
    let mut offset = 0;
    for line in lines_with_ends(text) {
        let first = line.trim_start();
        if !first.is_empty() && !first.starts_with('#') {
            reader.row(line).map_err(|(at, message)| {
                // Only what stands before the place is counted, so a place in a huge line is found at once.
                InputError::new(message).at(Position::of(text, offset + at))
            })?;
        }
        offset += line.len();
    }
    let Reader { cells, width, .. } = reader;
    let board = width.and_then(|width| Board::new(width, cells));
    let board = board.ok_or_else(|| {
        InputError::new(format!("there is no board: write a row a line, cells separated by spaces ({CELLS})"))
    })?;
    let note = "the cells are not separated by spaces; each character was taken for one";
    Ok((board, if solid { vec![note.to_string()] } else { Vec::new() }))
}

/// Whether a board is clearly written without spaces: nothing but cells, in rows of one length, five by five at least. A
/// smaller one may as well be a slip, such as a label of two digits, and is an error.
fn is_solid(text: &str) -> bool {
    const LEAST: usize = 5;
    let mut rows = lines_that_say_something(text).map(|(_, row)| row).peekable();
    let width = rows.peek().map_or(0, |row| row.len());
    let is_row = |row: &str| row.len() == width && row.chars().all(|letter| Cell::from_letter(letter).is_some());
    width >= LEAST && rows.clone().all(is_row) && rows.nth(LEAST - 1).is_some()
}

/// What was read so far.
struct Reader {
    /// Whether cells stand side by side without spaces.
    solid: bool,
    cells: Vec<Cell>,
    /// How many cells the first row has.
    width: Option<usize>,
    rows: usize,
    agents: usize,
    pawns: usize,
}

/// Where in a line something is wrong, and what.
type Wrong = (usize, String);

impl Reader {
    fn row(&mut self, line: &str) -> Result<(), Wrong> {
        if self.rows == Board::MOST_ROWS {
            return Err((
                indent(line),
                format!("there are more than {} rows, the most that a board can have", self.rows),
            ));
        }
        let width = self.width;
        let mut count = 0;
        for (at, cell) in tokens(line, self.solid) {
            let cell = self.cell(cell).map_err(|message| (at, message))?;
            if count == Board::MOST_ROWS {
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
        let (count, most, what) = match cell {
            Cell::Agent(_) => (&mut self.agents, Board::MOST_AGENTS, "agents"),
            Cell::Pawn(_) => (&mut self.pawns, Board::MOST_PAWNS, "pawns"),
            Cell::Empty | Cell::Obstacle => return Ok(cell),
        };
        *count += 1;
        if *count > most {
            return Err(format!("there are more than {most} {what}, the most that a board can have"));
        }
        Ok(cell)
    }
}

/// What is wrong with a text that is not a cell, and what would be right.
fn not_a_cell(text: &str) -> String {
    if let Some(control) = text.chars().find(|letter| letter.is_control()) {
        return format!("there is a character here that cannot be seen (U+{:04X}); use {CELLS}", control as u32);
    }
    let shown = excerpt(text);
    let is_cell = |letter: char| Cell::from_letter(letter).is_some();
    let is_separator = |letter: char| [',', ';', '|'].contains(&letter);
    let with_spaces = || {
        let cells: Vec<String> = text.chars().filter(|&letter| is_cell(letter)).map(String::from).collect();
        excerpt(&cells.join(" "))
    };
    if text.contains(is_separator) {
        // Leaving out what is neither would make another board of it.
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

/// The texts between white space, each with its place in the line; in a solid line every character is one.
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

/// Where the first thing in a line stands.
fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Writes a board file.
pub(super) fn print(board: &Board) -> String {
    rows(board.columns(), board.cells().iter().map(|cell| cell.letter()))
}

/// Letters as rows, separated by single spaces.
pub(super) fn rows(columns: usize, letters: impl Iterator<Item = char>) -> String {
    let mut text = String::new();
    for (i, letter) in letters.enumerate() {
        text.push(letter);
        text.push(if (i + 1) % columns == 0 { '\n' } else { ' ' });
    }
    text
}

/// Writes cells as JSON, on one line without its end: the file's lines as a list.
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
