//! Chexers boards as scenes.

use super::{Action, Board, Colour, Hex};
use crate::capability::Draw;
use crate::drawing::Ink;
use crate::scene::{Ground, Motion, Point, Scene, Shape, Tile, Token};

impl Draw for Board {
    const TOKEN_KINDS: &'static [&'static str] = &["pieces"];

    fn scene(&self) -> Scene {
        let radius = self.radius as i8;
        let piece = match self.colour {
            Colour::Red => Token::new("R", Ink::Red),
            Colour::Green => Token::new("G", Ink::Green),
            Colour::Blue => Token::new("B", Ink::Blue),
        };
        let hexes = self.hexes();
        let tiles = hexes.iter().map(|&hex| Tile {
            name: hex.to_string(),
            at: place(hex),
            ground: ground(self, hex),
            token: self.pieces.contains(&hex).then(|| piece.clone()),
        });
        // Columns are labelled where they begin: above the board, or at its left edge one row above their first hex.
        let above = (0..=radius).map(|q| (q, -radius - 1));
        let beside = (-radius..0).map(|r| (-radius - r - 1, r));
        let columns = above.chain(beside).map(|(q, r)| {
            let text = if q == 0 { "q = 0".to_string() } else { q.to_string() };
            (place(Hex { q, r }), text)
        });
        Scene {
            shape: Shape::Hexagon,
            tiles: tiles.collect(),
            row_labels: (-radius..=radius).map(|r| (i32::from(r), format!("r = {r:>2}"))).collect(),
            labels: columns.collect(),
            legend: vec![
                piece.meaning(format!("{} piece", self.colour.name())),
                Ground::Block.meaning("block"),
                Ground::Goal.meaning(format!("exit ({} = {radius})", self.colour.exit_rule())),
            ],
        }
    }
}

fn place(hex: Hex) -> Point {
    Point { x: 2 * i32::from(hex.q) + i32::from(hex.r), y: i32::from(hex.r) }
}

fn ground(board: &Board, hex: Hex) -> Ground {
    if board.blocks.contains(&hex) {
        Ground::Block
    } else if board.exit_distance(hex) == 0 {
        Ground::Goal
    } else {
        Ground::Plain
    }
}

/// The drawing of an action on a board with these hexes.
pub(super) fn motion(colour: Colour, hexes: &[Hex], action: &Action) -> Motion {
    let hex = |number: u8| hexes[usize::from(number)];
    match *action {
        Action::Move { from, to } | Action::Jump { from, to } => {
            Motion { arrow: Some((place(hex(from)), place(hex(to)))), touched: vec![place(hex(to))] }
        }
        Action::Exit { from } => {
            let outward = match colour {
                Colour::Red => Hex { q: 1, r: 0 },
                Colour::Green => Hex { q: 0, r: 1 },
                Colour::Blue => Hex { q: 0, r: -1 },
            };
            Motion { arrow: Some((place(hex(from)), place(hex(from).step(outward, 1)))), touched: Vec::new() }
        }
    }
}
