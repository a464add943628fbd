//! Pictures as SVG, and their conversion to PNG and PDF; animations as SVG and GIF.

mod animation;
mod audit;
pub(crate) mod board;
#[cfg(feature = "images")]
mod convert;
mod export;
mod heat;
pub(crate) mod layout;

use pathmax_puzzles::scene::{Ground, Motion, Scene, Tile};

use crate::{AnswerEnd, AnswerReplay, Frame};
pub use animation::{Animation, AnimationFormat, ExpansionLog};
pub use audit::audit_picture;
pub use export::{ExportError, ImageFormat, export};
pub use heat::map_picture;
pub(crate) use layout::{text_width, wrapped};

use board::{Look, legend, plain_look};
use layout::{Drawn, GAP, INK, PALE_INK, WARNING};

/// A board.
pub fn board_picture(scene: &Scene) -> String {
    let board = board::board(scene, &Motion::default(), |_, tile| plain_look(tile));
    Drawn::stacked([board, legend(&scene.legend)], GAP).into_svg("a board")
}

/// A board along a plan, with the effect of the action before it.
pub fn frame_picture(frame: &Frame) -> String {
    let board = board::board(&frame.scene, &frame.motion, |_, tile| plain_look(tile));
    Drawn::stacked([board, legend(&frame.scene.legend)], GAP).into_svg("a board of a plan")
}

/// A board with the coordinates of its free cells, as answers write them but without brackets and spaces.
pub fn coordinates_picture(scene: &Scene) -> String {
    let look = |_, tile: &Tile| {
        let name: String = tile.name.chars().filter(|character| !"() ".contains(*character)).collect();
        let is_free = tile.token.is_none() && tile.ground != Ground::Block;
        Look { text: is_free.then_some((name, PALE_INK)), ..plain_look(tile) }
    };
    let board = board::board(scene, &Motion::default(), look);
    Drawn::stacked([board, legend(&scene.legend)], GAP).into_svg("a board with coordinates")
}

/// The boards along a plan, numbered, with the action before each; in this many columns, or a suitable number.
pub fn plan_picture(frames: &[Frame], actions: &[String], columns: Option<usize>) -> String {
    steps_picture(frames, actions, columns, None)
}

/// The boards along an answer, like [`plan_picture`]; below them, which line is illegal, if one is.
pub fn answer_picture(answer: &AnswerReplay, columns: Option<usize>) -> String {
    let is_illegal = matches!(answer.end, AnswerEnd::Illegal { .. });
    let note = answer.shortcoming().filter(|_| is_illegal);
    steps_picture(&answer.frames, &answer.actions, columns, note.as_deref())
}

fn steps_picture(frames: &[Frame], actions: &[String], columns: Option<usize>, note: Option<&str>) -> String {
    let captions = std::iter::once("start".to_string())
        .chain((1..).zip(actions).map(|(number, action)| format!("{number}. {action}")));
    let panels: Vec<Drawn> = frames
        .iter()
        .zip(captions)
        .map(|(frame, caption)| {
            let board = board::board(&frame.scene, &frame.motion, |_, tile| plain_look(tile));
            Drawn::stacked([Drawn::line(&caption, 17.0, INK), board], 6.0)
        })
        .collect();
    let columns = columns.unwrap_or_else(|| columns_for(panels.len()));
    let meanings = frames.first().map(|frame| legend(&frame.scene.legend));
    let strip = Drawn::in_a_grid(panels, columns, 2.0 * GAP);
    let width = meanings.iter().map(|legend| legend.width).fold(strip.width, f64::max);
    let note = note.map(|note| Drawn::paragraph(note, width, 17.0, WARNING));
    let parts = std::iter::once(strip).chain(note).chain(meanings);
    Drawn::stacked(parts, 2.0 * GAP).into_svg("a plan, step by step")
}

/// Somewhat more columns than rows, as slides are wide, with full rows.
fn columns_for(panels: usize) -> usize {
    let wide = (panels as f64 * 1.5).sqrt().ceil().max(1.0) as usize;
    panels.div_ceil(panels.div_ceil(wide).max(1))
}

#[cfg(test)]
mod tests {
    use super::columns_for;

    #[test]
    fn rows_are_as_full_as_they_can_be() {
        assert_eq!([0, 1, 2, 5, 9, 12, 14, 40].map(columns_for), [0, 1, 2, 3, 3, 4, 5, 8]);
    }
}
