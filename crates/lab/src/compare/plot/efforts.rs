//! Expansions and time: one row per combination, one mark per board.

use plotters::prelude::*;

use super::axis::{Decades, count_label, time_label};
use super::mark::{Mark, draw_arrow};
use super::page::Page;
use super::{Area, Drawn, FRAME, GRID, INK, Look, MARGIN, counted, drawn, fitting, font, width_of, write_text};
use crate::compare::report::{CombinationSummary, Means, PuzzleComparison, Run, RunOutcome};

const HEADING: i32 = 22;
const AXIS: i32 = 26;
const KEY: i32 = 22;
/// Minimum width of a panel beside another one.
const LEAST_PANEL: i32 = 130;
/// Space between the panels and at the right edge, for overhanging axis labels.
const BETWEEN: i32 = 26;

/// The arrangement of the panels: beside each other, or below each other where the page is narrow.
struct Arrangement<'p> {
    page: &'p Page,
    /// The left edge of the panels, to the right of the labels.
    left: i32,
    width: i32,
    /// The height of a panel with its heading and axis.
    height: i32,
    below: bool,
}

impl<'p> Arrangement<'p> {
    fn of(puzzle: &PuzzleComparison, page: &'p Page) -> Arrangement<'p> {
        let names = puzzle.combinations.iter().map(|row| width_of(&label(row, puzzle.boards.len()), page.text));
        let left = MARGIN + 20 + names.fold(0.0, f64::max).min(page.most_label) as i32 + 16;
        let beside = (page.width as i32 - left - 2 * BETWEEN) / 2;
        let below = beside < LEAST_PANEL;
        let width = if below { page.width as i32 - left - BETWEEN } else { beside };
        let height = HEADING + page.row * puzzle.combinations.len() as i32 + AXIS;
        Arrangement { page, left, width, height, below }
    }

    /// The corner of a panel.
    fn corner(&self, panel: usize) -> (i32, i32) {
        let panel = panel as i32;
        if self.below { (self.left, panel * self.height) } else { (self.left + panel * (self.width + BETWEEN), 0) }
    }

    /// The height of all panels.
    fn panels_height(&self) -> i32 {
        if self.below { PANELS.len() as i32 * self.height } else { self.height }
    }

    fn row_middle(&self, row: usize) -> i32 {
        HEADING + self.page.row * row as i32 + self.page.row / 2
    }
}

pub(super) fn height(puzzle: &PuzzleComparison, page: &Page) -> u32 {
    let lines = key_lines(&key(puzzle), page).last().map_or(0, |(line, _)| *line);
    (Arrangement::of(puzzle, page).panels_height() + KEY + lines * page.line() + 10) as u32
}

/// One of the two panels.
struct Panel {
    heading: &'static str,
    value: fn(&Run) -> Option<f64>,
    mean: fn(&Means) -> f64,
    label: fn(&f64) -> String,
}

const PANELS: [Panel; 2] = [
    Panel {
        heading: "Expansions (log scale)",
        value: |run| Some(run.statistics.as_ref()?.expanded as f64),
        mean: |means| means.expanded,
        label: count_label,
    },
    Panel {
        heading: "Time (log scale)",
        value: |run| Some(run.statistics.as_ref()?.elapsed.as_secs_f64()),
        mean: |means| means.seconds,
        label: time_label,
    },
];

pub(super) fn draw(area: &Area<'_>, puzzle: &PuzzleComparison, page: &Page) -> Drawn {
    let arrangement = Arrangement::of(puzzle, page);
    for (i, panel) in PANELS.iter().enumerate() {
        let (left, top) = arrangement.corner(i);
        if i == 0 || arrangement.below {
            draw_labels(area, puzzle, &arrangement, top)?;
        }
        draw_panel(area, puzzle, panel, &arrangement, (left, top))?;
    }
    draw_key(area, puzzle, page)
}

/// The name of a combination, with its coverage if that is not complete.
fn label(row: &CombinationSummary, boards: usize) -> String {
    match row.finished() {
        finished if finished == boards => row.combination.clone(),
        finished => format!("{} ({finished} of {boards} finished)", row.combination),
    }
}

/// Draws marks and names, which are the legend.
fn draw_labels(area: &Area<'_>, puzzle: &PuzzleComparison, arrangement: &Arrangement<'_>, top: i32) -> Drawn {
    let page = arrangement.page;
    for (row, combination) in puzzle.combinations.iter().enumerate() {
        let y = top + arrangement.row_middle(row);
        Mark::at(row).draw(area, (MARGIN + 6, y), 5, false)?;
        let name = fitting(&label(combination, puzzle.boards.len()), page.most_label, page.text);
        write_text(area, &name, (MARGIN + 20, y), Look::of_size(page.text))?;
    }
    Ok(())
}

fn draw_panel(
    area: &Area<'_>,
    puzzle: &PuzzleComparison,
    panel: &Panel,
    arrangement: &Arrangement<'_>,
    (left, top): (i32, i32),
) -> Drawn {
    let Arrangement { page, width, height, .. } = *arrangement;
    write_text(
        area,
        panel.heading,
        (left + width / 2, top + HEADING / 2 - 2),
        Look { bold: true, ..Look::of_size(page.text) }.centred(),
    )?;
    let spot = area.clone().shrink((left, top + HEADING), (width, height - HEADING));
    let scale = Decades::around(puzzle.runs.iter().filter_map(panel.value));
    let mut chart = drawn(ChartBuilder::on(&spot).x_label_area_size(AXIS).build_cartesian_2d(scale, 0.0..1.0))?;
    let labels = (width / 38).max(2) as usize;
    drawn(
        chart
            .configure_mesh()
            .disable_y_mesh()
            .disable_y_axis()
            .x_labels(labels)
            .set_all_tick_mark_size(4)
            .max_light_lines(0)
            .bold_line_style(GRID)
            .axis_style(FRAME)
            .x_label_style(font(page.small).color(&INK))
            .x_label_formatter(&panel.label)
            .draw(),
    )?;
    let column = |value: f64| chart.plotting_area().map_coordinate(&(value, 0.0)).0;
    for (row, combination) in puzzle.combinations.iter().enumerate() {
        let (mark, y) = (Mark::at(row), top + arrangement.row_middle(row));
        drawn(area.draw(&PathElement::new(vec![(left, y), (left + width, y)], GRID)))?;
        if let Some(means) = combination.means.as_ref().filter(|_| shows_means(puzzle)) {
            draw_mean(area, in_area(area, column((panel.mean)(means)), y))?;
        }
        for run in puzzle.runs_of(&combination.combination) {
            let Some(value) = (panel.value)(run) else { continue };
            let stopped = run.outcome == RunOutcome::Stopped;
            let at = in_area(area, column(value), y);
            if stopped {
                draw_arrow(area, at, mark.colour)?;
            }
            mark.draw(area, at, 4, stopped)?;
        }
    }
    Ok(())
}

/// Whether means are drawn: not for a single board.
fn shows_means(puzzle: &PuzzleComparison) -> bool {
    puzzle.boards.len() > 1 && !puzzle.common_boards.is_empty()
}

/// Converts from coordinates of the picture (charts) to those of the area (drawings).
fn in_area(area: &Area<'_>, x: i32, y: i32) -> (i32, i32) {
    (x - area.get_pixel_range().0.start, y)
}

fn draw_mean(area: &Area<'_>, (x, y): (i32, i32)) -> Drawn {
    drawn(area.draw(&PathElement::new(vec![(x, y - 9), (x, y + 9)], INK.stroke_width(2))))
}

/// A kind of mark.
enum Meaning {
    Board,
    Stopped,
    Mean,
}

/// The marks that are explained, with the room that each takes and its explanation.
fn key(puzzle: &PuzzleComparison) -> Vec<(Meaning, i32, String)> {
    let mut key = vec![(Meaning::Board, 10, "one board".to_string())];
    if puzzle.runs.iter().any(|run| run.outcome == RunOutcome::Stopped) {
        key.push((Meaning::Stopped, 20, "stopped: at least this".to_string()));
    }
    let (common, boards) = (puzzle.common_boards.len(), puzzle.boards.len());
    if shows_means(puzzle) {
        let over = if common == boards {
            counted(common, "board")
        } else {
            format!("the {common} of {boards} boards that all finished")
        };
        key.push((Meaning::Mean, 8, format!("geometric mean over {over}")));
    }
    key
}

/// The line and the left edge of each entry of the key.
fn key_lines(key: &[(Meaning, i32, String)], page: &Page) -> Vec<(i32, i32)> {
    let (mut line, mut x) = (0, MARGIN + 6);
    let places = key.iter().map(|(_, room, text)| {
        let width = room + width_of(text, page.small) as i32;
        if x > MARGIN + 6 && x + width > page.width as i32 - MARGIN {
            (line, x) = (line + 1, MARGIN + 6);
        }
        let place = (line, x);
        x += width + 18;
        place
    });
    places.collect()
}

/// Draws the meaning of the marks.
fn draw_key(area: &Area<'_>, puzzle: &PuzzleComparison, page: &Page) -> Drawn {
    let top = Arrangement::of(puzzle, page).panels_height() + 14;
    let grey = Mark::plain(FRAME);
    let key = key(puzzle);
    for ((meaning, room, text), (line, x)) in key.iter().zip(key_lines(&key, page)) {
        let at = (x, top + line * page.line());
        match meaning {
            Meaning::Board => grey.draw(area, at, 4, false)?,
            Meaning::Stopped => {
                draw_arrow(area, at, grey.colour)?;
                grey.draw(area, at, 4, true)?;
            }
            Meaning::Mean => draw_mean(area, at)?,
        }
        write_text(area, text, (x + room, at.1), Look::of_size(page.small))?;
    }
    Ok(())
}
