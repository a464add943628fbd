//! Boards as pictures.

use itertools::Itertools;
use pathmax_puzzles::drawing::Ink;
use pathmax_puzzles::scene::{Ground, LegendEntry, Motion, Point, Sample, Scene, Shape, Tile, Token};
use svg::node::element::{Circle, Group, Line, Polygon, Rectangle};

use super::layout::{Drawn, INK, PALE_INK, moved, px, text, text_width};

/// Width of a tile.
pub const TILE: f64 = 44.0;
/// Radius of a token.
pub const TOKEN: f64 = 0.36 * TILE;
const LABEL_SIZE: f64 = 13.0;
/// The frame of changed tiles.
const TOUCHED: &str = "#E69F00";

/// The look of a tile.
pub struct Look {
    /// The colour of the tile.
    pub fill: String,
    /// A text instead of the token, with its colour.
    pub text: Option<(String, &'static str)>,
}

/// The look of a tile on a plain board.
pub fn plain_look(tile: &Tile) -> Look {
    Look { fill: ground_fill(tile.ground).to_string(), text: None }
}

/// The colour of a kind of ground.
pub fn ground_fill(ground: Ground) -> &'static str {
    match ground {
        Ground::Plain => "#f6f5f1",
        Ground::Goal => "#fbe6a2",
        Ground::Block => "#4d4d4d",
    }
}

/// The colours of the players, safe for colour-blind readers.
pub fn token_fill(ink: Ink) -> &'static str {
    match ink {
        Ink::Red => "#D55E00",
        Ink::Green => "#009E73",
        _ => "#0072B2",
    }
}

fn rows_apart(shape: Shape) -> f64 {
    match shape {
        Shape::Hexagon => TILE * 3f64.sqrt() / 2.0,
        Shape::Square => TILE,
    }
}

/// The position of a point.
pub fn place(shape: Shape, at: Point) -> (f64, f64) {
    (f64::from(at.x) * TILE / 2.0, f64::from(at.y) * rows_apart(shape))
}

/// The board without its legend.
pub fn board(scene: &Scene, motion: &Motion, look: impl Fn(usize, &Tile) -> Look) -> Drawn {
    let looks: Vec<Look> = scene.tiles.iter().enumerate().map(|(i, tile)| look(i, tile)).collect();
    let fills = looks.iter().map(|look| look.fill.as_str());
    let mut group = add_effects(add_ground(Group::new(), scene, fills), scene, motion);
    // Tokens cover the arrow, so that their letters stay readable.
    for (tile, look) in scene.tiles.iter().zip(&looks) {
        let at = place(scene.shape, tile.at);
        group = match (&look.text, &tile.token) {
            (Some((content, fill)), _) => group.add(centred(at, 15.0, content, fill)),
            (None, Some(token)) => group.add(draw_token(at, token)),
            (None, None) => group,
        };
    }
    framed(scene, add_labels(group, scene))
}

/// Adds the tiles, each in its colour.
pub fn add_ground<'f>(group: Group, scene: &Scene, fills: impl Iterator<Item = &'f str>) -> Group {
    scene.tiles.iter().zip(fills).fold(group, |group, (tile, fill)| {
        let ground = outline(scene.shape, place(scene.shape, tile.at), TILE - 2.0);
        group.add(ground.set("fill", fill).set("stroke", "#8a8a86"))
    })
}

/// Adds the frames of changed tiles and the arrow of an action.
pub fn add_effects(mut group: Group, scene: &Scene, motion: &Motion) -> Group {
    let place = |at: Point| place(scene.shape, at);
    for &at in &motion.touched {
        let frame = outline(scene.shape, place(at), TILE - 3.0);
        group = group.add(frame.set("fill", "none").set("stroke", TOUCHED).set("stroke-width", 4));
    }
    if let Some((from, to)) = motion.arrow {
        let short = match scene.tiles.iter().find(|tile| tile.at == to) {
            Some(Tile { token: Some(_), .. }) => TOKEN + 2.0,
            Some(_) => 0.0,
            None => TILE * 0.15,
        };
        group = group.add(arrow(place(from), place(to), short));
    }
    group
}

/// Adds the labels of rows and columns.
pub fn add_labels(mut group: Group, scene: &Scene) -> Group {
    for (at, label) in &scene.labels {
        let (x, y) = place(scene.shape, *at);
        // A word before a number hangs over to the left.
        let overhang = text_width(label, LABEL_SIZE) / 2.0 - text_width("0", LABEL_SIZE) / 2.0;
        let label = text(x - overhang, y + LABEL_SIZE * 0.35, LABEL_SIZE, label);
        group = group.add(label.set("text-anchor", "middle").set("fill", PALE_INK));
    }
    // Row labels are left of everything.
    let left = Bounds::of(scene).left;
    for (row, label) in &scene.row_labels {
        let y = f64::from(*row) * rows_apart(scene.shape) + LABEL_SIZE * 0.35;
        group = group.add(text(left, y, LABEL_SIZE, label).set("fill", PALE_INK));
    }
    group
}

/// A group in the coordinates of the tiles, moved into the box of the board.
pub fn framed(scene: &Scene, group: Group) -> Drawn {
    let Bounds { left, right, top, bottom } = Bounds::of(scene);
    Drawn { width: right - left, height: bottom - top, group: moved(group, -left, -top) }
}

/// The box of a board with its labels.
struct Bounds {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Bounds {
    fn of(scene: &Scene) -> Bounds {
        // Room for arrows that leave the board, on all boards of a plan, so that they have the same size.
        let reach = TILE * 0.9;
        let everything = scene.tiles.iter().map(|tile| tile.at).chain(scene.labels.iter().map(|(at, _)| *at));
        let mut bounds = Bounds { left: 0.0, right: 0.0, top: 0.0, bottom: 0.0 };
        for (x, y) in everything.map(|at| place(scene.shape, at)) {
            bounds.left = bounds.left.min(x - reach);
            bounds.right = bounds.right.max(x + reach);
            bounds.top = bounds.top.min(y - LABEL_SIZE);
            bounds.bottom = bounds.bottom.max(y + reach);
        }
        let widest = scene.row_labels.iter().map(|(_, label)| text_width(label, LABEL_SIZE)).fold(0.0, f64::max);
        Bounds { left: bounds.left - widest, ..bounds }
    }
}

/// The legend of a board, in one line.
pub fn legend(entries: &[LegendEntry]) -> Drawn {
    let height = 2.0 * TOKEN;
    let entries = entries.iter().map(|LegendEntry { sample, text: meaning }| {
        let side = 1.5 * TOKEN;
        let indent = match sample {
            Some(Sample::Token(_)) => height + 6.0,
            Some(Sample::Ground(_)) => side + 6.0,
            None => 0.0,
        };
        let sample = sample.as_ref().map(|sample| match sample {
            Sample::Token(token) => draw_token((TOKEN, TOKEN), token),
            Sample::Ground(ground) => {
                let square = Rectangle::new().set("y", px((height - side) / 2.0)).set("width", px(side));
                let square = square.set("height", px(side)).set("fill", ground_fill(*ground)).set("stroke", "#8a8a86");
                Group::new().add(square)
            }
        });
        let meaning_text = text(indent, height / 2.0 + 5.0, 15.0, meaning);
        let group = sample.into_iter().fold(Group::new(), Group::add).add(meaning_text);
        Drawn { width: indent + text_width(meaning, 15.0), height, group }
    });
    Drawn::in_a_row(entries, 24.0)
}

/// The outline of a tile of this width.
pub fn outline(shape: Shape, centre: (f64, f64), width: f64) -> Polygon {
    let point = |(x, y)| format!("{},{}", px(x), px(y));
    Polygon::new().set("points", corners(shape, centre, width).into_iter().map(point).join(" "))
}

/// The corners of a tile of this width, clockwise.
pub fn corners(shape: Shape, (x, y): (f64, f64), width: f64) -> Vec<(f64, f64)> {
    // In halves of the width.
    let corner = 2.0 / 3f64.sqrt();
    let corners: &[(f64, f64)] = match shape {
        Shape::Hexagon => &[
            (0.0, -corner),
            (1.0, -corner / 2.0),
            (1.0, corner / 2.0),
            (0.0, corner),
            (-1.0, corner / 2.0),
            (-1.0, -corner / 2.0),
        ],
        Shape::Square => &[(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)],
    };
    corners.iter().map(|(dx, dy)| (x + dx * width / 2.0, y + dy * width / 2.0)).collect()
}

/// A token around a point.
pub fn draw_token(at: (f64, f64), token: &Token) -> Group {
    let disc = Circle::new().set("cx", px(at.0)).set("cy", px(at.1)).set("r", px(TOKEN));
    let disc = disc.set("fill", token_fill(token.ink));
    Group::new().add(disc).add(centred(at, 16.0, &token.text, "white").set("font-weight", "bold"))
}

fn centred(at: (f64, f64), size: f64, content: &str, fill: &str) -> svg::node::element::Text {
    text(at.0, at.1 + size * 0.36, size, content).set("text-anchor", "middle").set("fill", fill)
}

/// An arrow that ends `short` of its goal.
fn arrow(from: (f64, f64), to: (f64, f64), short: f64) -> Group {
    const HEAD: f64 = 11.0;
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let (dx, dy) = (dx / length, dy / length);
    let tip = length - short;
    let at = |along: f64, aside: f64| (px(from.0 + dx * along - dy * aside), px(from.1 + dy * along + dx * aside));
    let end = at(tip - HEAD, 0.0);
    let shaft = Line::new().set("x1", px(from.0)).set("y1", px(from.1)).set("x2", end.0).set("y2", end.1);
    let head = [at(tip, 0.0), at(tip - HEAD, HEAD * 0.6), at(tip - HEAD, -HEAD * 0.6)];
    let head = head.iter().map(|(x, y)| format!("{x},{y}")).join(" ");
    let tail = Circle::new().set("cx", px(from.0)).set("cy", px(from.1)).set("r", 5).set("fill", INK);
    Group::new()
        .add(shaft.set("stroke", INK).set("stroke-width", 4))
        .add(Polygon::new().set("points", head).set("fill", INK))
        .add(tail)
}
