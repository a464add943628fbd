//! A plan as an animation.

use pathmax_puzzles::scene::{Motion, Scene, Tile};
use svg::node::element::Group;

use super::{Animation, GLIDING, Stage, caption, evenly};
use crate::picture::board::{add_effects, draw_token, place};
use crate::picture::layout::{Drawn, WARNING, px};
use crate::{AnswerReplay, Frame};

/// Maximum number of steps; of a longer plan, boards are left out evenly.
const MOST_STEPS: usize = 300;
/// Time per step, in milliseconds.
const PACE: u32 = 1_000;

impl Animation {
    /// The boards along a plan, with the action before each and the cost so far. Of a plan with more than 300 boards, 300 are
    /// shown.
    pub fn of_plan(frames: &[Frame], actions: &[String]) -> Animation {
        of_steps(frames, actions, None)
    }

    /// The boards along an answer, like [`of_plan`](Animation::of_plan); below them, why it does not reach the goal, if it
    /// does not.
    pub fn of_answer(answer: &AnswerReplay) -> Animation {
        of_steps(&answer.frames, &answer.actions, answer.shortcoming().as_deref())
    }
}

fn of_steps(frames: &[Frame], actions: &[String], note: Option<&str>) -> Animation {
    let empty = Scene::grid(0, 0, |_, _| None);
    let first = frames.first().map_or(&empty, |frame| &frame.scene);
    let note = note.map(|note| Drawn::paragraph(note, 480.0, 15.0, WARNING));
    let mut stage = Stage::new("a plan, step by step", first, note);
    let mut previous: Option<usize> = None;
    for number in evenly(frames.len(), MOST_STEPS) {
        let frame = &frames[number];
        let before = previous.filter(|previous| previous + 1 == number).map(|previous| &frames[previous].scene);
        let mover = before.and_then(|before| moved_tile(before, frame));
        let action = number.checked_sub(1).and_then(|index| actions.get(index)).map_or("start", String::as_str);
        let numbers = match number {
            0 => format!("{} actions, cost {}", actions.len(), frames.last().map_or(0, |frame| frame.cost)),
            _ => format!("action {number} of {}, cost so far {}", actions.len(), frame.cost),
        };
        let mut shown = add_effects(Group::new(), &frame.scene, &frame.motion);
        for (index, tile) in frame.scene.tiles.iter().enumerate() {
            if let Some(token) = &tile.token {
                let drawn = draw_token(place(frame.scene.shape, tile.at), token);
                shown = shown.add(match mover.filter(|mover| mover.tile == index) {
                    Some(mover) => mover.gliding(drawn),
                    None => drawn,
                });
            }
        }
        stage.add(&frame.scene, caption(action, &numbers), Group::new(), shown, mover.is_some());
        previous = Some(number);
    }
    stage.into_animation(PACE)
}

/// A token that an action moved.
#[derive(Clone, Copy)]
struct Mover {
    /// The tile where it is now.
    tile: usize,
    /// From there to where it was.
    offset: (f64, f64),
}

impl Mover {
    fn gliding(self, token: Group) -> Group {
        let (x, y) = self.offset;
        token.set("class", GLIDING).set("style", format!("--x:{}px;--y:{}px", px(x), px(y)))
    }
}

/// The token that the action before a frame moved along its arrow, if it moved one and changed nothing about it.
fn moved_tile(before: &Scene, Frame { scene, motion, .. }: &Frame) -> Option<Mover> {
    let Motion { arrow: Some((from, to)), .. } = motion else { return None };
    let at = |scene: &Scene, point| scene.tiles.iter().position(|tile| tile.at == point);
    let (old, tile) = (at(before, *from)?, at(scene, *to)?);
    let token = |tile: Option<&Tile>| tile.and_then(|tile| tile.token.clone());
    let is_same = token(before.tiles.get(old)) == token(scene.tiles.get(tile)) && scene.tiles.get(old)?.token.is_none();
    let ((x0, y0), (x1, y1)) = (place(scene.shape, *from), place(scene.shape, *to));
    is_same.then_some(Mover { tile, offset: (x0 - x1, y0 - y1) })
}
