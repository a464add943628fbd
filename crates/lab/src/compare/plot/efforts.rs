//! Expansions and time: one row per combination, one mark per board.

use plotters::prelude::*;

use super::axis::{Decades, count_label, time_label};
use super::mark::{Mark, draw_arrow};
use super::{Area, Drawn, FRAME, GRID, INK, Look, MARGIN, SMALL_TEXT, TEXT, WIDTH, counted, drawn, fitting, font};
use super::{width_of, write_text};
use crate::compare::report::{Means, PuzzleComparison, Run, RunOutcome};

const ROW: i32 = 21;
const HEADING: i32 = 22;
const AXIS: i32 = 26;
const KEY: i32 = 22;
/// Space between the panels and at the right edge, for overhanging axis labels.
const BETWEEN: i32 = 26;
const MOST_LABEL: f64 = 235.0;

pub(super) fn height(puzzle: &PuzzleComparison) -> u32 {
    (HEADING + ROW * puzzle.combinations.len() as i32 + AXIS + KEY + 10) as u32
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

pub(super) fn draw(area: &Area<'_>, puzzle: &PuzzleComparison) -> Drawn {
    let labels_end = draw_labels(area, puzzle)?;
    let width = (WIDTH as i32 - labels_end - 2 * BETWEEN) / 2;
    for (i, panel) in PANELS.iter().enumerate() {
        let left = labels_end + i as i32 * (width + BETWEEN);
        draw_panel(area, puzzle, panel, (left, width))?;
    }
    draw_key(area, puzzle)
}

fn row_middle(row: usize) -> i32 {
    HEADING + ROW * row as i32 + ROW / 2
}

/// Draws marks and names, which are the legend; returns the left edge of the panels.
fn draw_labels(area: &Area<'_>, puzzle: &PuzzleComparison) -> Result<i32, super::PlotError> {
    let names = puzzle.combinations.iter().map(|row| row.combination.as_str());
    let width = names.clone().map(|name| width_of(name, TEXT)).fold(0.0, f64::max).min(MOST_LABEL);
    for (row, name) in names.enumerate() {
        Mark::at(row).draw(area, (MARGIN + 6, row_middle(row)), 5, false)?;
        write_text(area, &fitting(name, MOST_LABEL, TEXT), (MARGIN + 20, row_middle(row)), Look::text())?;
    }
    Ok(MARGIN + 20 + width as i32 + 16)
}

fn draw_panel(area: &Area<'_>, puzzle: &PuzzleComparison, panel: &Panel, (left, width): (i32, i32)) -> Drawn {
    write_text(
        area,
        panel.heading,
        (left + width / 2, HEADING / 2 - 2),
        Look { bold: true, ..Look::text() }.centred(),
    )?;
    let rows = ROW * puzzle.combinations.len() as i32;
    let spot = area.clone().shrink((left, HEADING), (width, rows + AXIS));
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
            .x_label_style(font(SMALL_TEXT).color(&INK))
            .x_label_formatter(&panel.label)
            .draw(),
    )?;
    let column = |value: f64| chart.plotting_area().map_coordinate(&(value, 0.0)).0;
    for (row, combination) in puzzle.combinations.iter().enumerate() {
        let (mark, y) = (Mark::at(row), row_middle(row));
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

/// Draws the meaning of the marks.
fn draw_key(area: &Area<'_>, puzzle: &PuzzleComparison) -> Drawn {
    let y = height(puzzle) as i32 - KEY + 4;
    let grey = Mark::plain(FRAME);
    let mut x = MARGIN + 6;
    let mut entry = |text: &str, room: i32, draw: &dyn Fn(i32) -> Drawn| -> Drawn {
        draw(x)?;
        write_text(area, text, (x + room, y), Look::small())?;
        x += room + width_of(text, SMALL_TEXT) as i32 + 18;
        Ok(())
    };
    entry("one board", 10, &|x| grey.draw(area, (x, y), 4, false))?;
    if puzzle.runs.iter().any(|run| run.outcome == RunOutcome::Stopped) {
        entry("stopped: at least this", 20, &|x| {
            draw_arrow(area, (x, y), grey.colour)?;
            grey.draw(area, (x, y), 4, true)
        })?;
    }
    let boards = puzzle.common_boards.len();
    if shows_means(puzzle) {
        let of = if boards == puzzle.boards.len() { "" } else { " that all finished by searching" };
        let text = format!("geometric mean over {}{of}", counted(boards, "board"));
        entry(&text, 8, &|x| draw_mean(area, (x, y)))?;
    }
    Ok(())
}
