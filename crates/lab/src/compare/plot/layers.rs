//! Expansions by f for each board.

use plotters::prelude::*;

use super::axis::{Decades, Whole, count_label};
use super::mark::Mark;
use super::page::Page;
use super::{Area, Drawn, FRAME, GRID, INK, Look, MARGIN, drawn, fitting, font, width_of, write_text};
use crate::compare::report::{PuzzleComparison, Run, RunOutcome};

/// Maximum number of boards; more would be too small to read.
const MOST_BOARDS: usize = 6;
const NOTE: i32 = 20;
/// Minimum width of a panel.
const LEAST_PANEL: u32 = 150;
const TITLE: &str = "Expansions by f = g + h, log scale (deepening searches: by their limit)";
/// Approximate maximum number of marks on a line; more would run together.
const MOST_MARKS: usize = 20;

/// Layers beyond the median run's last f times this are left out: a depth-first search has thousands.
const FARTHEST: f64 = 2.0;

/// Whether the runs have layers; a comparison that was resumed from a file without them has none.
fn has_layers(puzzle: &PuzzleComparison) -> bool {
    let mut statistics = puzzle.runs.iter().filter_map(|run| run.statistics.as_ref());
    statistics.clone().any(|it| !it.layers.is_empty()) || statistics.all(|it| it.expanded == 0)
}

/// The height of the part, 0 without layers.
pub(super) fn height(puzzle: &PuzzleComparison, page: &Page) -> u32 {
    if !has_layers(puzzle) {
        return 0;
    }
    let boards = shown(puzzle);
    let note = if boards.len() < puzzle.boards.len() { NOTE } else { 0 };
    (heading(page) + page.panel * boards.len().div_ceil(columns(boards.len(), page)) as i32 + note) as u32
}

/// The height of the heading.
fn heading(page: &Page) -> i32 {
    13 + page.line() * page.lines(TITLE, page.text).len() as i32
}

/// The boards shown: those with the most expansions, in the given order.
fn shown(puzzle: &PuzzleComparison) -> Vec<&str> {
    let expanded = |board: &str| {
        let runs = puzzle.runs_on(board).filter_map(|run| run.statistics.as_ref());
        runs.map(|statistics| u128::from(statistics.expanded)).sum::<u128>()
    };
    let mut by_work: Vec<usize> = (0..puzzle.boards.len()).collect();
    by_work.sort_by_key(|&place| std::cmp::Reverse(expanded(&puzzle.boards[place])));
    by_work.truncate(MOST_BOARDS);
    by_work.sort_unstable();
    by_work.into_iter().map(|place| puzzle.boards[place].as_str()).collect()
}

fn columns(boards: usize, page: &Page) -> usize {
    let most = match boards {
        0 | 1 => 1,
        2 | 4 => 2,
        _ => 3,
    };
    most.min((page.width / LEAST_PANEL).max(1) as usize)
}

pub(super) fn draw(area: &Area<'_>, puzzle: &PuzzleComparison, page: &Page) -> Drawn {
    if !has_layers(puzzle) {
        return Ok(());
    }
    let boards = shown(puzzle);
    for (line, text) in (0..).zip(page.lines(TITLE, page.text)) {
        let look = Look { bold: true, ..Look::of_size(page.text) };
        write_text(area, &text, (MARGIN, 14 + line * page.line()), look)?;
    }
    let columns = columns(boards.len(), page);
    let width = page.width as i32 / columns as i32;
    for (i, board) in boards.iter().enumerate() {
        let corner = ((i % columns) as i32 * width, heading(page) + (i / columns) as i32 * page.panel);
        let spot = area.clone().shrink(corner, (width, page.panel - 10));
        draw_board(&spot, puzzle, board, &Panel { page, width, first: i % columns == 0 })?;
    }
    let left_out = puzzle.boards.len() - boards.len();
    if left_out > 0 {
        let text = format!("Not shown: the layers of {left_out} boards with fewer expansions.");
        write_text(area, &text, (MARGIN, height(puzzle, page) as i32 - NOTE / 2), Look::of_size(page.small))?;
    }
    Ok(())
}

/// Where and how a board is drawn.
struct Panel<'p> {
    page: &'p Page,
    width: i32,
    /// Whether it is the first in its row, which has the description of the axis.
    first: bool,
}

fn draw_board(spot: &Area<'_>, puzzle: &PuzzleComparison, board: &str, panel: &Panel<'_>) -> Drawn {
    let Panel { page, width, first } = *panel;
    let (text, small) = (page.text, page.small);
    let runs: Vec<&Run> = puzzle.runs_on(board).collect();
    let name = fitting(board, f64::from(width - 60), text);
    write_text(spot, &name, (width / 2 + 18, 8), Look::of_size(text).centred())?;
    let Some((from, to, cut)) = extent(&runs) else {
        let made = runs.iter().any(|run| run.statistics.is_some());
        let text = if made { "no expansions" } else { "not run" };
        return write_text(spot, text, (width / 2 + 18, page.panel / 2), Look::of_size(small).centred());
    };
    let counts = runs.iter().flat_map(|run| layers_of(run)).map(|(_, expanded)| expanded);
    let chart_area = spot.margin(18, 0, 0, 0);
    let mut chart = drawn(
        ChartBuilder::on(&chart_area)
            .margin_right(14)
            .margin_left(4)
            .x_label_area_size(36)
            .y_label_area_size(width_of("100k", small).ceil() as i32 + 29)
            .build_cartesian_2d(Whole { from, to }, Decades::up_to(counts)),
    )?;
    drawn(
        chart
            .configure_mesh()
            .disable_x_mesh()
            .max_light_lines(0)
            .bold_line_style(GRID)
            .axis_style(FRAME)
            .x_labels(((width - 66) / 28).clamp(2, 12) as usize)
            .y_labels((page.panel / 33) as usize)
            .label_style(font(small).color(&INK))
            .axis_desc_style(font(small).color(&INK))
            .x_desc(if cut { format!("f (layers beyond {to} left out)") } else { "f".to_string() })
            .y_desc(if first { "expansions" } else { "" })
            .set_all_tick_mark_size(4)
            .y_label_formatter(&count_label)
            .draw(),
    )?;
    let points = |run: &Run| -> Vec<(i32, i32)> {
        let inside = layers_of(run).filter(|(f, _)| *f <= to);
        let (x, y) = spot.get_pixel_range();
        let place = |(f, expanded): (u32, f64)| chart.plotting_area().map_coordinate(&(f, expanded));
        inside.map(place).map(|point| (point.0 - x.start, point.1 - y.start)).collect()
    };
    // Later lines are thinner, so that overlapping ones remain visible.
    let all = runs.len() as i32;
    for (i, run) in runs.iter().enumerate() {
        let (mark, points) = (Mark::at(i), points(run));
        let thickness = 1 + (3 * (all - i as i32) / all.max(1)) as u32;
        drawn(spot.draw(&PathElement::new(points.clone(), mark.colour.stroke_width(thickness))))?;
        let radius = if all - i as i32 > all / 2 { 5 } else { 3 };
        let (last, every) = (points.len().saturating_sub(1), points.len().div_ceil(MOST_MARKS).max(1));
        let stopped_at = (run.outcome == RunOutcome::Stopped).then(|| layers_of(run).count().saturating_sub(1));
        for (place, point) in points.iter().enumerate().filter(|(place, _)| place % every == 0 || *place == last) {
            mark.draw(spot, *point, radius, stopped_at == Some(place))?;
        }
    }
    Ok(())
}

fn layers_of(run: &Run) -> impl Iterator<Item = (u32, f64)> + Clone {
    let layers = run.statistics.as_ref().map_or(&[][..], |statistics| &statistics.layers);
    layers.iter().map(|layer| (layer.f, layer.expanded as f64))
}

/// The least and greatest f to show, and whether greater ones are left out; `None` without layers.
fn extent(runs: &[&Run]) -> Option<(u32, u32, bool)> {
    let lowest = runs.iter().filter_map(|run| layers_of(run).map(|(f, _)| f).min()).min()?;
    let mut highest: Vec<u32> = runs.iter().filter_map(|run| layers_of(run).map(|(f, _)| f).max()).collect();
    highest.sort_unstable();
    let farthest = f64::from(highest[(highest.len() - 1) / 2]) * FARTHEST;
    let to = highest.iter().copied().filter(|f| f64::from(*f) <= farthest).max()?;
    Some((lowest, to.max(lowest), highest.last() != Some(&to)))
}
