//! A comparison as a figure.
//!
//! For each puzzle one part: on top a row for every combination with a mark for every board, expansions on the left and
//! time on the right, both on a log scale; below, board by board, the expansions by f. The marks in front of the rows are
//! the legend for all of it. A run that stopped at a limit is a hollow mark with an arrow: it would have taken that much at least.
//!
//! Colours are those of Okabe and Ito, which most colour-blind people tell apart; every combination has a shape, too, for
//! print without colours.

mod axis;
mod efforts;
mod layers;
mod mark;

use std::fmt;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::report::{ComparisonReport, PuzzleComparison};

/// Wide enough for two panels beside their labels; at the width of a page (16 cm) the smallest text has 7 points.
const WIDTH: u32 = 680;
const TITLE_HEIGHT: u32 = 34;
/// Room between two puzzles.
const GAP: u32 = 24;
const MARGIN: i32 = 12;

const TEXT: f64 = 12.0;
const SMALL_TEXT: f64 = 11.0;
const TITLE: f64 = 16.0;

const INK: RGBColor = RGBColor(30, 30, 30);
const FRAME: RGBColor = RGBColor(110, 110, 110);
const GRID: RGBColor = RGBColor(221, 221, 221);

/// Why a figure could not be drawn.
#[derive(Debug)]
pub struct PlotError(String);

impl fmt::Display for PlotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the plot cannot be drawn: {}", self.0)
    }
}

impl std::error::Error for PlotError {}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), PlotError>;

/// What the backend says about a drawing.
fn drawn<T, E: fmt::Display>(result: Result<T, E>) -> Result<T, PlotError> {
    result.map_err(|error| PlotError(error.to_string()))
}

/// The comparison as an SVG.
///
/// The same report gives the same text, byte by byte.
pub fn plot(report: &ComparisonReport) -> Result<String, PlotError> {
    let heights: Vec<u32> = report.puzzles.iter().map(height).collect();
    let gaps = GAP * report.puzzles.len().saturating_sub(1) as u32;
    let mut svg = String::new();
    {
        let size = (WIDTH, (heights.iter().sum::<u32>() + gaps).max(1));
        let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        drawn(root.fill(&WHITE))?;
        let mut top = 0;
        for (puzzle, height) in report.puzzles.iter().zip(heights) {
            let part = root.clone().shrink((0, top), (WIDTH, height));
            draw_puzzle(&part, puzzle)?;
            top += height + GAP;
        }
        drawn(root.present())?;
    }
    Ok(svg)
}

fn height(puzzle: &PuzzleComparison) -> u32 {
    TITLE_HEIGHT + efforts::height(puzzle) + layers::height(puzzle)
}

fn draw_puzzle(part: &Area<'_>, puzzle: &PuzzleComparison) -> Drawn {
    let title = format!(
        "{}: {}, {}",
        puzzle.puzzle,
        counted(puzzle.boards.len(), "board"),
        counted(puzzle.combinations.len(), "combination")
    );
    write_text(part, &title, (MARGIN, 20), Look::title())?;
    let (_, below) = part.split_vertically(TITLE_HEIGHT);
    let (efforts, layers) = below.split_vertically(efforts::height(puzzle));
    efforts::draw(&efforts, puzzle)?;
    layers::draw(&layers, puzzle)
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// How a text is set.
#[derive(Clone, Copy)]
struct Look {
    size: f64,
    bold: bool,
    side: HPos,
}

impl Look {
    fn text() -> Look {
        Look { size: TEXT, bold: false, side: HPos::Left }
    }

    fn small() -> Look {
        Look { size: SMALL_TEXT, ..Look::text() }
    }

    fn title() -> Look {
        Look { size: TITLE, bold: true, ..Look::text() }
    }

    fn centred(self) -> Look {
        Look { side: HPos::Center, ..self }
    }
}

/// A font of this size in the picture: the backend divides by 1.24, and 11, 12 and 16 survive that as they are.
fn font(size: f64) -> FontDesc<'static> {
    ("sans-serif", (size * 1.24 * 100.0).round() / 100.0).into_font()
}

/// Sets a text with its middle at the height of `at`.
fn write_text(area: &Area<'_>, text: &str, at: (i32, i32), look: Look) -> Drawn {
    let font = if look.bold { font(look.size).style(FontStyle::Bold) } else { font(look.size) };
    let style = TextStyle::from(font).color(&INK).pos(Pos::new(look.side, VPos::Center));
    drawn(area.draw(&Text::new(printable(text), at, style)))
}

/// XML takes no control characters, and names of files may have any.
fn printable(text: &str) -> String {
    let fine = |c: char| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}');
    text.chars().map(|c| if fine(c) { c } else { '\u{fffd}' }).collect()
}

/// About how wide a text is: sans-serif letters take a little more than half their size on average.
fn width_of(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * 0.56
}

/// A text shortened in its middle to fit into a width.
fn fitting(text: &str, width: f64, size: f64) -> String {
    let letters: Vec<char> = text.chars().collect();
    let room = ((width / (size * 0.56)) as usize).max(3);
    if letters.len() <= room {
        return text.to_string();
    }
    let (front, back) = (room / 2, room - room / 2 - 1);
    letters[..front].iter().chain(['…'].iter()).chain(&letters[letters.len() - back..]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_keep_both_ends() {
        assert_eq!(fitting("short.json", 100.0, 12.0), "short.json");
        assert_eq!(fitting("a-very-long-name-of-a-board.json", 75.0, 12.0), "a-ver….json");
        assert_eq!(fitting("abcdef", 0.0, 12.0), "a…f");
    }

    #[test]
    fn names_are_fit_for_xml() {
        assert_eq!(printable("a\u{1}b\nc"), "a\u{fffd}b\u{fffd}c");
    }
}
