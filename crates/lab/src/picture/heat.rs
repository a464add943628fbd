//! A heuristic's map as a picture.

use pathmax_puzzles::scene::{Ground, LegendEntry, Motion, Sample, Scene, Tile};
use svg::node::element::{Group, Rectangle};

use super::board::{self, Look, ground_fill, legend, plain_look};
use super::layout::{Drawn, GAP, INK, PALE_INK, px, text};
use crate::{Judgement, MapReport, Value};

/// The map of a heuristic: its values, and beside them the true costs and the errors where they are known.
pub fn map_picture(map: &MapReport) -> String {
    let judgements: Vec<Option<Judgement>> = map.cells.iter().map(|cell| cell.judgement).collect();
    let finite = |value: Option<Value>| value.and_then(Value::finite).map(i64::from);
    let costs =
        judgements.iter().flatten().flat_map(|judgement| [Some(judgement.h), judgement.cost]).filter_map(finite);
    let scale = Scale::sequential(costs.max().unwrap_or(0));
    let h = panel(&map.scene, &map.heuristic, &scale, |i| Some(Mark::value(judgements[i]?.h)));
    let mut panels = vec![h];
    if judgements.iter().flatten().any(|judgement| judgement.cost.is_some()) {
        panels.push(panel(&map.scene, "true cost", &scale, |i| Some(Mark::value(judgements[i]?.cost?))));
        let errors = judgements.iter().flatten().filter_map(Judgement::error).map(i64::abs);
        let scale = Scale::diverging(errors.max().unwrap_or(0));
        panels.push(panel(&map.scene, "error: true cost − h", &scale, |i| Mark::error(&judgements[i]?)));
    }
    let explanation = format!("{} of {}: a lone {} on each cell", map.heuristic, map.puzzle, map.lone_thing);
    let heading = Drawn::line(&explanation, 17.0, INK);
    let meanings = legend(&shown(map));
    Drawn::stacked([heading, Drawn::in_a_row(panels, 2.0 * GAP), meanings], GAP).into_svg(&explanation)
}

/// The entries of the legend that appear on the map.
fn shown(map: &MapReport) -> Vec<LegendEntry> {
    let occupied = || map.scene.tiles.iter().zip(&map.cells).filter(|(_, cell)| !cell.free).map(|(tile, _)| tile);
    let is_shown = |entry: &&LegendEntry| match &entry.sample {
        Some(Sample::Token(token)) => {
            occupied().filter_map(|tile| tile.token.as_ref()).any(|other| other.ink == token.ink)
        }
        Some(Sample::Ground(ground)) => occupied().any(|tile| tile.ground == *ground),
        None => true,
    };
    map.scene.legend.iter().filter(is_shown).cloned().collect()
}

/// The mark on a cell.
pub struct Mark {
    pub text: String,
    /// The place on the scale; infinite beyond its ends.
    pub level: f64,
}

impl Mark {
    fn value(value: Value) -> Mark {
        Mark { text: value.to_string(), level: value.finite().map_or(f64::INFINITY, f64::from) }
    }

    fn error(judgement: &Judgement) -> Option<Mark> {
        let error = judgement.error();
        let (text, level) = match error {
            Some(error) => (error.to_string().replace('-', "−"), error as f64),
            None if judgement.misses_dead_end() => ("∞".to_string(), f64::INFINITY),
            None if judgement.overestimates() => ("−∞".to_string(), f64::NEG_INFINITY),
            None => ("0".to_string(), 0.0),
        };
        judgement.cost.is_some().then_some(Mark { text, level })
    }
}

/// One board in the colours of a scale, with the scale below.
pub fn panel(scene: &Scene, title: &str, scale: &Scale, mark: impl Fn(usize) -> Option<Mark>) -> Drawn {
    let board = board::board(scene, &Motion::default(), |i, tile: &Tile| match mark(i) {
        Some(mark) => {
            let colour = scale.colour(mark.level);
            Look { fill: colour.hex(), text: Some((mark.text, colour.readable_ink())) }
        }
        None if tile.ground == Ground::Block => plain_look(tile),
        None => Look { fill: ground_fill(Ground::Plain).to_string(), text: None },
    });
    Drawn::stacked([Drawn::line(title, 15.0, INK), board, scale.key()], 8.0)
}

/// Colours for numbers from `low` to `high`.
pub struct Scale {
    low: f64,
    high: f64,
    stops: &'static [Colour],
}

#[derive(Clone, Copy)]
struct Colour(u8, u8, u8);

/// Cividis, which is safe for colour-blind readers: dark is far, light is near.
const SEQUENTIAL: &[Colour] = &[
    Colour(254, 232, 56),
    Colour(203, 186, 105),
    Colour(155, 145, 119),
    Colour(113, 109, 115),
    Colour(64, 77, 108),
    Colour(0, 34, 78),
];

/// From orange (too high, negative errors) over white (exact) to purple (too low); safe for colour-blind readers.
const DIVERGING: &[Colour] =
    &[Colour(179, 88, 6), Colour(241, 163, 64), Colour(255, 255, 255), Colour(153, 142, 195), Colour(84, 39, 136)];

impl Scale {
    pub fn sequential(most: i64) -> Scale {
        Scale { low: 0.0, high: most.max(1) as f64, stops: SEQUENTIAL }
    }

    pub fn diverging(most: i64) -> Scale {
        let most = most.max(1) as f64;
        Scale { low: -most, high: most, stops: DIVERGING }
    }

    /// The colour of a number, as in SVG.
    pub fn fill(&self, level: f64) -> String {
        self.colour(level).hex()
    }

    fn colour(&self, level: f64) -> Colour {
        let along = ((level - self.low) / (self.high - self.low)).clamp(0.0, 1.0) * (self.stops.len() - 1) as f64;
        let below = (along.floor() as usize).min(self.stops.len() - 2);
        let (Colour(r0, g0, b0), Colour(r1, g1, b1)) = (self.stops[below], self.stops[below + 1]);
        let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * (along - below as f64)).round() as u8;
        Colour(mix(r0, r1), mix(g0, g1), mix(b0, b1))
    }

    /// The key: a row of boxes with the numbers at both ends.
    fn key(&self) -> Drawn {
        const BOX: f64 = 20.0;
        let steps = 9;
        let level = |step: i32| self.low + (self.high - self.low) * f64::from(step) / f64::from(steps - 1);
        let mut group = Group::new();
        for step in 0..steps {
            let colour = self.colour(level(step)).hex();
            let square = Rectangle::new().set("x", px(f64::from(step) * BOX)).set("width", BOX).set("height", BOX);
            group = group.add(square.set("fill", colour).set("stroke", "#8a8a86").set("stroke-width", 0.5));
        }
        let width = f64::from(steps) * BOX;
        let number = |level: f64| format!("{level:.0}").replace('-', "−");
        let [low, high] = match self.low < 0.0 {
            true => [number(self.low) + " too high", number(self.high) + " too low"],
            false => [number(self.low), number(self.high)],
        };
        let ends = [(0.0, "start", low), (width, "end", high)];
        for (x, anchor, number) in ends {
            let label = text(x, BOX + 14.0, 12.0, &number).set("text-anchor", anchor).set("fill", PALE_INK);
            group = group.add(label);
        }
        Drawn { width, height: BOX + 18.0, group }
    }
}

impl Colour {
    fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// Black or white, whichever stands out.
    fn readable_ink(self) -> &'static str {
        let brightness = 0.299 * f64::from(self.0) + 0.587 * f64::from(self.1) + 0.114 * f64::from(self.2);
        if brightness > 140.0 { INK } else { "white" }
    }
}
