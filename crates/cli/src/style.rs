//! Colours. `anstream` removes them if the output is not a terminal or `NO_COLOR` is set, unless `--color` says otherwise.

use std::ffi::OsString;
use std::fmt::Write;
use std::io::IsTerminal;

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

/// Maximum number of columns of help and pages.
pub const MOST_COLUMNS: usize = 100;

/// Sets whether this process prints colours.
pub fn set_color(choice: clap::ColorChoice) {
    match choice {
        clap::ColorChoice::Auto => anstream::ColorChoice::Auto,
        clap::ColorChoice::Always => anstream::ColorChoice::Always,
        clap::ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
}

/// The value of `--color` on a command line that need not be valid, for help and errors.
pub fn color_of(words: &[OsString]) -> clap::ColorChoice {
    let words = words.iter().filter_map(|word| word.to_str()).take_while(|word| *word != "--");
    let (mut choice, mut is_value) = (clap::ColorChoice::Auto, false);
    for word in words {
        let value = if is_value { Some(word) } else { word.strip_prefix("--color=") };
        choice = value.and_then(|value| value.parse().ok()).unwrap_or(choice);
        is_value = word == "--color";
    }
    choice
}

/// The number of columns for help and pages.
pub fn width() -> usize {
    let columns = || std::env::var("COLUMNS").ok()?.parse().ok();
    let size = if std::io::stdout().is_terminal() { crossterm::terminal::size().ok() } else { None };
    size.map(|(columns, _)| usize::from(columns))
        .or_else(columns)
        .filter(|columns| *columns > 0)
        .map_or(MOST_COLUMNS, |columns| columns.min(MOST_COLUMNS))
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_valid_color_counts() {
        let color = |line: &str| color_of(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert_eq!(color("pathmax solve x"), clap::ColorChoice::Auto);
        assert_eq!(color("pathmax --color never solve"), clap::ColorChoice::Never);
        assert_eq!(color("pathmax solve --color=always"), clap::ColorChoice::Always);
        assert_eq!(color("pathmax --color always --color never"), clap::ColorChoice::Never);
        assert_eq!(color("pathmax --color always --color red"), clap::ColorChoice::Always);
        assert_eq!(color("pathmax solve -- --color=never"), clap::ColorChoice::Auto);
        assert_eq!(color("pathmax solve --color"), clap::ColorChoice::Auto);
    }
}
