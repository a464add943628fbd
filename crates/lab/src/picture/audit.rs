//! Heat maps of an audit.

use pathmax_puzzles::scene::Scene;

use super::heat::{Mark, Scale, panel};
use super::layout::{Drawn, GAP, INK};
use crate::{AuditReport, HeatMap, HeuristicAudit};

/// The heat maps of an audit: one row per heuristic, one board per kind of thing, all on the same scale. `None` if boards
/// cannot be drawn.
pub fn audit_picture(report: &AuditReport) -> Option<String> {
    let maps = || report.heuristics.iter().filter_map(|audit| audit.quality.as_ref()).flat_map(|quality| &quality.heat);
    let errors = || maps().flat_map(|map| &map.cells).filter_map(|cell| cell.mean_error);
    let most = errors().map(f64::abs).fold(0.0, f64::max).ceil() as i64;
    let scale = if errors().any(|error| error < 0.0) { Scale::diverging(most) } else { Scale::sequential(most) };
    let explanation = "Mean of true cost − h, by what stands where";
    // The numbers are not about the tokens at the start.
    let mut scene = report.scene.clone()?;
    scene.tiles.iter_mut().for_each(|tile| tile.token = None);
    let rows = report.heuristics.iter().map(|audit| row(&scene, audit, &scale));
    let heading = Drawn::line(explanation, 17.0, INK);
    Some(Drawn::stacked([heading].into_iter().chain(rows), GAP).into_svg(explanation))
}

fn row(scene: &Scene, audit: &HeuristicAudit, scale: &Scale) -> Drawn {
    let Some(quality) = &audit.quality else {
        return Drawn::line(&format!("{}: nothing is known", audit.heuristic), 15.0, INK);
    };
    let board = |map: &HeatMap| {
        let title = format!("{}: {}", audit.heuristic, map.thing);
        panel(scene, &title, scale, |tile| {
            let level = map.cells.get(tile)?.mean_error?;
            Some(Mark { text: rounded(level), level })
        })
    };
    Drawn::in_a_row(quality.heat.iter().map(board), 2.0 * GAP)
}

/// Rounded to a tenth, with a minus sign (U+2212) and without a negative zero.
fn rounded(level: f64) -> String {
    format!("{:.1}", (level * 10.0).round() / 10.0 + 0.0).replace('-', "−")
}
