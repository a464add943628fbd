//! Boards as scenes: which tiles lie where, and what is on them. Text, pictures and pages are all made from a scene.

use crate::drawing::{Drawing, Ink, LineDrawing};

/// A board in some state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// What the tiles look like.
    pub shape: Shape,
    /// The tiles, row by row. A puzzle's tiles are the same and in the same order in every state.
    pub tiles: Vec<Tile>,
    /// The names of the rows, set to the left of everything else.
    pub row_labels: Vec<(i32, String)>,
    /// Other names, each ending at its place.
    pub labels: Vec<(Point, String)>,
    /// What things mean.
    pub legend: Vec<LegendEntry>,
}

/// What tiles look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Hexagons with a corner on top, each row shifted by half a tile against the next.
    Hexagon,
    /// Squares.
    Square,
}

/// A place in the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// Half tiles to the right.
    pub x: i32,
    /// Rows down.
    pub y: i32,
}

/// One cell of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// What answers call it: `(0, -1)`.
    pub name: String,
    /// Where its middle is.
    pub at: Point,
    /// What lies there for good.
    pub ground: Ground,
    /// What stands there now.
    pub token: Option<Token>,
}

/// What lies on a tile for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ground {
    /// Nothing.
    Plain,
    /// Something that matters for the goal.
    Goal,
    /// Something that is always in the way.
    Block,
}

/// What stands on a tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// A letter or two.
    pub text: String,
    /// Whose it is.
    pub ink: Ink,
}

/// A line of the legend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegendEntry {
    /// What is explained; `None` for a remark.
    pub sample: Option<Sample>,
    /// What it means.
    pub text: String,
}

/// What a legend explains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sample {
    /// A token.
    Token(Token),
    /// A kind of ground.
    Ground(Ground),
}

/// What an action does to a scene.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Motion {
    /// Where something went, from and to; the end may lie off the board.
    pub arrow: Option<(Point, Point)>,
    /// The tiles that changed besides the one where the arrow begins.
    pub touched: Vec<Point>,
}

impl Token {
    pub(crate) fn new(text: impl Into<String>, ink: Ink) -> Token {
        Token { text: text.into(), ink }
    }

    /// A line of the legend that explains this token.
    pub(crate) fn meaning(self, text: impl Into<String>) -> LegendEntry {
        LegendEntry { sample: Some(Sample::Token(self)), text: text.into() }
    }
}

impl Ground {
    /// How it looks as text.
    pub fn symbol(self) -> (&'static str, Ink) {
        match self {
            Ground::Plain => ("·", Ink::Empty),
            Ground::Goal => ("○", Ink::Goal),
            Ground::Block => ("■", Ink::Block),
        }
    }

    /// A line of the legend that explains this ground.
    pub(crate) fn meaning(self, text: impl Into<String>) -> LegendEntry {
        LegendEntry { sample: Some(Sample::Ground(self)), text: text.into() }
    }
}

impl Tile {
    /// How it looks as text.
    fn symbol(&self) -> (String, Ink) {
        let (ground, ink) = self.ground.symbol();
        self.token.as_ref().map_or((ground.to_string(), ink), |token| (token.text.clone(), token.ink))
    }
}

impl Scene {
    /// The scene as text, with its legend.
    pub fn draw(&self) -> Drawing {
        // A token of two letters stands where the second digit of a label does.
        let mut drawing = self.draw_rows(self.usual_pitch(), 0, |line, column, tile| {
            let (text, ink) = tile.symbol();
            line.put(column, text, ink);
        });
        drawing.lines.push(self.draw_legend());
        drawing
    }

    /// The board with texts instead of what is on it: one for each tile, and what they show.
    pub fn draw_texts(&self, texts: &[(String, Ink)]) -> Drawing {
        let widest = texts.iter().map(|(text, _)| text.chars().count()).max().unwrap_or(0);
        let pitch = self.usual_pitch().max((widest + 1).next_multiple_of(2));
        let mut texts = texts.iter();
        // Three characters fit between the row labels and the first column.
        self.draw_rows(pitch, widest.saturating_sub(3), |line, column, _| {
            if let Some((text, ink)) = texts.next() {
                line.put_ending_at(column, text, *ink);
            }
        })
    }

    /// Characters from one tile to the next, at least.
    fn usual_pitch(&self) -> usize {
        match self.shape {
            // Half of it must be whole, too.
            Shape::Hexagon => 4,
            Shape::Square => 3,
        }
    }

    /// The rows, with so much more room than usual before the first column.
    fn draw_rows(&self, pitch: usize, room: usize, mut put: impl FnMut(&mut LineDrawing, usize, &Tile)) -> Drawing {
        let margin = self.row_labels.iter().map(|(_, text)| text.chars().count()).max().unwrap_or(0) + 3 + room;
        let places = self.tiles.iter().map(|tile| tile.at).chain(self.labels.iter().map(|(at, _)| *at));
        let left = places.clone().map(|at| at.x).min().unwrap_or(0);
        let column = |at: Point| margin + (at.x - left) as usize * pitch / 2;
        let rows = places.clone().map(|at| at.y).min().unwrap_or(0)..=places.map(|at| at.y).max().unwrap_or(-1);
        let rows = rows.map(|y| {
            let mut line = LineDrawing::default();
            for (_, text) in self.row_labels.iter().filter(|(row, _)| *row == y) {
                line.put(0, text, Ink::Label);
            }
            for (at, text) in self.labels.iter().filter(|(at, _)| at.y == y) {
                line.put_ending_at(column(*at), text, Ink::Label);
            }
            for tile in self.tiles.iter().filter(|tile| tile.at.y == y) {
                put(&mut line, column(tile.at), tile);
            }
            line.finish()
        });
        Drawing { lines: rows.collect() }
    }

    fn draw_legend(&self) -> Vec<crate::drawing::Span> {
        let mut line = LineDrawing::default();
        for (i, LegendEntry { sample, text }) in self.legend.iter().enumerate() {
            line.space(if i == 0 { 0 } else { 3 });
            let symbol = sample.as_ref().map(|sample| match sample {
                Sample::Token(token) => (token.text.as_str(), token.ink),
                Sample::Ground(ground) => ground.symbol(),
            });
            if let Some((symbol, ink)) = symbol {
                line.put(0, symbol, ink);
                line.space(1);
            }
            line.put(0, text, Ink::Label);
        }
        line.finish()
    }
}
