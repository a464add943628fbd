//! Boards as scenes: tiles with positions and tokens. Text drawings, pictures and the page are all made from a scene; the page
//! gets it as JSON.

use serde::{Serialize, Serializer};

use crate::drawing::{Drawing, Ink, LineDrawing};

/// A drawing of a board, independent of the output format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Scene {
    /// The shape of the tiles.
    pub shape: Shape,
    /// The tiles, row by row. They are the same, in the same order, in every state of a board.
    pub tiles: Vec<Tile>,
    /// The labels of rows, to the left of all tiles.
    #[serde(serialize_with = "row_labels")]
    pub row_labels: Vec<(i32, String)>,
    /// Other labels, each ending at its point.
    #[serde(serialize_with = "labels")]
    pub labels: Vec<(Point, String)>,
    /// The legend.
    pub legend: Vec<LegendEntry>,
}

/// The shape of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// Hexagons with a corner on top, each row shifted by half a tile against the next.
    Hexagon,
    /// Squares.
    Square,
}

/// A point in the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Point {
    /// Half tiles to the right.
    pub x: i32,
    /// Rows down.
    pub y: i32,
}

/// One cell of the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tile {
    /// Its name, as in answers: `(0, -1)`.
    #[serde(rename = "cell")]
    pub name: String,
    /// Its centre.
    #[serde(flatten)]
    pub at: Point,
    /// Its ground, which is the same in every state.
    pub ground: Ground,
    /// The token on it in this state.
    pub token: Option<Token>,
}

/// The ground of a tile, which never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ground {
    /// Nothing special.
    Plain,
    /// A goal, such as an exit.
    Goal,
    /// A block or an obstacle.
    Block,
}

/// A token on a tile: a piece, a stack, a pawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Token {
    /// One or two characters.
    pub text: String,
    /// Its colour.
    pub ink: Ink,
    /// The figure that the page draws instead of the text. Serialized only if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<Symbol>,
    /// The index of its kind among the puzzle's [kinds of tokens](crate::capability::Draw::TOKEN_KINDS).
    #[serde(skip)]
    pub kind: usize,
}

/// A chess figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Symbol {
    /// A knight.
    Knight,
    /// A bishop.
    Bishop,
    /// A rook.
    Rook,
    /// A pawn.
    Pawn,
}

/// An entry of the legend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LegendEntry {
    /// The symbol that is explained; `None` for a remark.
    #[serde(flatten, serialize_with = "sample")]
    pub sample: Option<Sample>,
    /// The explanation.
    pub text: String,
}

/// A symbol in the legend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sample {
    /// A token.
    Token(Token),
    /// A kind of ground.
    Ground(Ground),
}

/// The drawing of an action.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Motion {
    /// An arrow from one point to another, which may be off the board.
    #[serde(serialize_with = "arrow")]
    pub arrow: Option<(Point, Point)>,
    /// The tiles that change, except the one where the arrow begins.
    pub touched: Vec<Point>,
}

impl Token {
    /// A token of the first kind.
    pub fn new(text: impl Into<String>, ink: Ink) -> Token {
        Token { text: text.into(), ink, symbol: None, kind: 0 }
    }

    /// Sets the index of the kind.
    pub fn of_kind(self, kind: usize) -> Token {
        Token { kind, ..self }
    }

    /// Sets the figure.
    pub fn with_symbol(self, symbol: Symbol) -> Token {
        Token { symbol: Some(symbol), ..self }
    }

    /// A legend entry for this token.
    pub fn meaning(self, text: impl Into<String>) -> LegendEntry {
        LegendEntry { sample: Some(Sample::Token(self)), text: text.into() }
    }
}

impl Ground {
    /// Its symbol in text drawings.
    pub fn symbol(self) -> (&'static str, Ink) {
        match self {
            Ground::Plain => ("·", Ink::Empty),
            Ground::Goal => ("○", Ink::Goal),
            Ground::Block => ("■", Ink::Block),
        }
    }

    /// A legend entry for this ground.
    pub fn meaning(self, text: impl Into<String>) -> LegendEntry {
        LegendEntry { sample: Some(Sample::Ground(self)), text: text.into() }
    }
}

impl Tile {
    /// Its symbol in text drawings.
    fn symbol(&self) -> (String, Ink) {
        let (ground, ink) = self.ground.symbol();
        self.token.as_ref().map_or((ground.to_string(), ink), |token| (token.text.clone(), token.ink))
    }
}

impl Scene {
    /// A rectangle of squares named `(row, column)`, with the token that `token` returns for each row and column.
    pub fn grid(rows: usize, columns: usize, token: impl Fn(usize, usize) -> Option<Token>) -> Scene {
        let point = |row: usize, column: usize| Point { x: 2 * column as i32, y: row as i32 };
        let tile = |row: usize, column: usize| Tile {
            name: format!("({row}, {column})"),
            at: point(row, column),
            ground: Ground::Plain,
            token: token(row, column),
        };
        Scene {
            shape: Shape::Square,
            tiles: (0..rows)
                .flat_map(|row| (0..columns).map(move |column| (row, column)))
                .map(|(row, column)| tile(row, column))
                .collect(),
            row_labels: (0..rows).map(|row| (row as i32, row.to_string())).collect(),
            labels: (0..columns).map(|column| (Point { y: -1, ..point(0, column) }, column.to_string())).collect(),
            legend: Vec::new(),
        }
    }

    /// The scene as text, with its legend.
    pub fn draw(&self) -> Drawing {
        // Tokens begin at the column where labels end.
        let mut drawing = self.draw_rows(self.min_pitch(), 0, |line, column, tile| {
            let (text, ink) = tile.symbol();
            line.put(column, text, ink);
        });
        drawing.lines.push(self.draw_legend());
        drawing
    }

    /// Draws the board with these texts on the tiles instead of tokens and ground, one per tile.
    pub fn draw_texts(&self, texts: &[(String, Ink)]) -> Drawing {
        let widest = texts.iter().map(|(text, _)| text.chars().count()).max().unwrap_or(0);
        let pitch = self.min_pitch().max((widest + 1).next_multiple_of(2));
        let mut texts = texts.iter();
        // Three characters fit between the row labels and the first column.
        self.draw_rows(pitch, widest.saturating_sub(3), |line, column, _| {
            if let Some((text, ink)) = texts.next() {
                line.put_ending_at(column, text, *ink);
            }
        })
    }

    /// The minimum number of characters from one tile to the next.
    fn min_pitch(&self) -> usize {
        match self.shape {
            // Even, because rows are shifted by half of it.
            Shape::Hexagon => 4,
            Shape::Square => 3,
        }
    }

    /// Draws the rows, with `indent` additional columns before the first tile.
    fn draw_rows(&self, pitch: usize, indent: usize, mut put: impl FnMut(&mut LineDrawing, usize, &Tile)) -> Drawing {
        let margin = self.row_labels.iter().map(|(_, text)| text.chars().count()).max().unwrap_or(0) + 3 + indent;
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

fn row_labels<S: Serializer>(labels: &[(i32, String)], serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct RowLabel<'s> {
        y: i32,
        text: &'s str,
    }
    serializer.collect_seq(labels.iter().map(|(y, text)| RowLabel { y: *y, text }))
}

fn labels<S: Serializer>(labels: &[(Point, String)], serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Label<'s> {
        x: i32,
        y: i32,
        text: &'s str,
    }
    serializer.collect_seq(labels.iter().map(|(Point { x, y }, text)| Label { x: *x, y: *y, text }))
}

/// A token or a ground as two members, of which one is `null`; both are for a remark.
#[derive(Serialize)]
pub(crate) struct TokenOrGround<T> {
    pub token: Option<T>,
    pub ground: Option<Ground>,
}

fn sample<S: Serializer>(sample: &Option<Sample>, serializer: S) -> Result<S::Ok, S::Error> {
    let (token, ground) = match sample {
        Some(Sample::Token(token)) => (Some(token), None),
        Some(Sample::Ground(ground)) => (None, Some(*ground)),
        None => (None, None),
    };
    TokenOrGround { token, ground }.serialize(serializer)
}

fn arrow<S: Serializer>(arrow: &Option<(Point, Point)>, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Arrow {
        from: Point,
        to: Point,
    }
    arrow.map(|(from, to)| Arrow { from, to }).serialize(serializer)
}
