//! Colours. `anstream` removes them if the output is not a terminal or `NO_COLOR` is set.

use std::fmt::Write;

use anstyle::{AnsiColor, Color, Style};
use pathmax_puzzles::drawing::{Drawing, Ink};

const fn colour(colour: AnsiColor) -> Style {
    Style::new().fg_color(Some(Color::Ansi(colour)))
}

/// Errors.
pub const ERROR: Style = colour(AnsiColor::Red).bold();
/// Headings and positive results.
pub const HEADING: Style = colour(AnsiColor::Green).bold();
/// Names of algorithms and heuristics.
pub const NAME: Style = colour(AnsiColor::Cyan);
/// Less important.
pub const DIM: Style = Style::new().dimmed();

fn style_of(ink: Ink) -> Style {
    match ink {
        Ink::Blank => Style::new(),
        Ink::Label | Ink::Empty => DIM,
        Ink::Goal => colour(AnsiColor::Yellow),
        Ink::Block => colour(AnsiColor::White),
        Ink::Red => colour(AnsiColor::BrightRed).bold(),
        Ink::Green => colour(AnsiColor::BrightGreen).bold(),
        Ink::Blue => colour(AnsiColor::BrightBlue).bold(),
    }
}

/// A drawing in colours.
pub fn paint(drawing: &Drawing) -> String {
    let mut text = String::new();
    for line in &drawing.lines {
        for span in line {
            let style = style_of(span.ink);
            // Writing to a string cannot fail.
            let _ = write!(text, "{style}{}{style:#}", span.text);
        }
        text.push('\n');
    }
    text
}
