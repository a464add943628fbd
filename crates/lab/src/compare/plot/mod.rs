//! A comparison as a figure.
//!
//! One part per puzzle. On top, one row per combination with one mark per board: expansions on the left and time on the
//! right, both on a log scale. Below, the expansions by f for each board. The marks in front of the rows are the legend. A run
//! that stopped at a limit is a hollow mark with an arrow: "at least".
//!
//! The colours are those of Okabe and Ito, which are safe for colour-blind readers; the shapes are for print without colours.

mod axis;
mod efforts;
mod layers;
mod mark;
mod page;

use std::fmt;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

pub use self::page::PLOT_WIDTHS;
use self::page::Page;
use super::report::{ComparisonReport, PuzzleComparison};

/// Room between two puzzles.
const GAP: u32 = 24;
const MARGIN: i32 = 12;

const INK: RGBColor = RGBColor(30, 30, 30);
const FRAME: RGBColor = RGBColor(110, 110, 110);
const GRID: RGBColor = RGBColor(221, 221, 221);

/// Why a figure could not be drawn.
#[derive(Debug, thiserror::Error)]
#[error("the plot cannot be drawn: {0}")]
pub struct PlotError(String);

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), PlotError>;

/// Converts the errors of the backend.
fn drawn<T, E: fmt::Display>(result: Result<T, E>) -> Result<T, PlotError> {
    result.map_err(|error| PlotError(error.to_string()))
}

/// The comparison as SVG for the screen or the width of a page, byte by byte the same for the same report.
pub fn plot(report: &ComparisonReport) -> Result<String, PlotError> {
    draw(report, &Page::WIDE)
}

/// The comparison as SVG of this width in millimetres, within [`PLOT_WIDTHS`], for instance of a column of a paper (85). Text has at least 7 points; what
/// does not fit beside each other is arranged below each other.
pub fn plot_of_width(report: &ComparisonReport, millimetres: f64) -> Result<String, PlotError> {
    let wrong = || PlotError(format!("the width is {millimetres} mm, not within {PLOT_WIDTHS:?} mm"));
    let page = Page::of_width(millimetres).ok_or_else(wrong)?;
    Ok(page.sized(&draw(report, &page)?, millimetres))
}

fn draw(report: &ComparisonReport, page: &Page) -> Result<String, PlotError> {
    let heights: Vec<u32> = report.puzzles.iter().map(|puzzle| height(puzzle, page)).collect();
    let gaps = GAP * report.puzzles.len().saturating_sub(1) as u32;
    let mut svg = String::new();
    {
        let size = (page.width, (heights.iter().sum::<u32>() + gaps).max(1));
        let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        drawn(root.fill(&WHITE))?;
        let mut top = 0;
        for (puzzle, height) in report.puzzles.iter().zip(heights) {
            let part = root.clone().shrink((0, top), (page.width, height));
            draw_puzzle(&part, puzzle, page)?;
            top += height + GAP;
        }
        drawn(root.present())?;
    }
    Ok(svg)
}

fn height(puzzle: &PuzzleComparison, page: &Page) -> u32 {
    page.title_height() + efforts::height(puzzle, page) + layers::height(puzzle, page)
}

fn draw_puzzle(part: &Area<'_>, puzzle: &PuzzleComparison, page: &Page) -> Drawn {
    let title = format!(
        "{}: {}, {}",
        puzzle.puzzle,
        counted(puzzle.boards.len(), "board"),
        counted(puzzle.combinations.len(), "combination")
    );
    let title = fitting(&title, page.inner_width(), page.title);
    write_text(part, &title, (MARGIN, 20), Look { bold: true, ..Look::of_size(page.title) })?;
    let (_, below) = part.split_vertically(page.title_height());
    let (efforts, layers) = below.split_vertically(efforts::height(puzzle, page));
    efforts::draw(&efforts, puzzle, page)?;
    layers::draw(&layers, puzzle, page)
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// The style of a text.
#[derive(Clone, Copy)]
struct Look {
    size: f64,
    bold: bool,
    side: HPos,
}

impl Look {
    fn of_size(size: f64) -> Look {
        Look { size, bold: false, side: HPos::Left }
    }

    fn centred(self) -> Look {
        Look { side: HPos::Center, ..self }
    }
}

/// A font of this size in the picture: the backend divides sizes by 1.24.
fn font(size: f64) -> FontDesc<'static> {
    ("sans-serif", (size * 1.24 * 100.0).round() / 100.0).into_font()
}

/// Writes a text, centred vertically at `at`.
fn write_text(area: &Area<'_>, text: &str, at: (i32, i32), look: Look) -> Drawn {
    let font = if look.bold { font(look.size).style(FontStyle::Bold) } else { font(look.size) };
    let style = TextStyle::from(font).color(&INK).pos(Pos::new(look.side, VPos::Center));
    drawn(area.draw(&Text::new(printable(text), at, style)))
}

/// Replaces control characters, which XML does not allow and file names may contain.
fn printable(text: &str) -> String {
    let fine = |c: char| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}');
    text.chars().map(|c| if fine(c) { c } else { '\u{fffd}' }).collect()
}

/// The approximate width of a text in a sans-serif font.
fn width_of(text: &str, size: f64) -> f64 {
    crate::picture::text_width(text, size)
}

/// A text, shortened in the middle to fit a width.
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
    fn control_characters_are_replaced() {
        assert_eq!(printable("a\u{1}b\nc"), "a\u{fffd}b\u{fffd}c");
    }
}
