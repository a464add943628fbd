//! Boards as text. A drawing states the meaning of each part; the program that prints it chooses the colours.

use std::fmt;

use serde::Serialize;

/// A drawing made of characters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// The lines from top to bottom.
    pub lines: Vec<Vec<Span>>,
}

/// Consecutive characters that show the same kind of thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The characters.
    pub text: String,
    /// Their meaning.
    pub ink: Ink,
}

/// The meaning of a part of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ink {
    /// Background.
    Blank,
    /// Coordinates and legends.
    Label,
    /// An empty cell.
    Empty,
    /// A goal cell.
    Goal,
    /// A block or an obstacle.
    Block,
    /// A red thing.
    Red,
    /// A green thing.
    Green,
    /// A blue thing.
    Blue,
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            let line: String = line.iter().map(|span| span.text.as_str()).collect();
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// Builds a line from left to right.
#[derive(Default)]
pub(crate) struct LineDrawing {
    spans: Vec<Span>,
    width: usize,
}

impl LineDrawing {
    /// Adds `text` at `column`, or at the end of the line if that is farther right.
    pub fn put(&mut self, column: usize, text: impl Into<String>, ink: Ink) {
        self.space(column.saturating_sub(self.width));
        let text = text.into();
        self.width += text.chars().count();
        self.spans.push(Span { text, ink });
    }

    /// Adds `text` so that it ends at `column`.
    pub fn put_ending_at(&mut self, column: usize, text: &str, ink: Ink) {
        self.put((column + 1).saturating_sub(text.chars().count()), text, ink);
    }

    /// Leaves this many columns empty.
    pub fn space(&mut self, columns: usize) {
        if columns > 0 {
            self.spans.push(Span { text: " ".repeat(columns), ink: Ink::Blank });
            self.width += columns;
        }
    }

    pub fn finish(self) -> Vec<Span> {
        self.spans
    }
}
