//! Boards of the pawn hunt as scenes.

use super::{Action, Board, Cell, Kind, Square};
use crate::capability::Draw;
use crate::drawing::Ink;
use crate::scene::{Ground, Motion, Point, Scene, Shape, Symbol, Tile, Token};

impl Draw for Board {
    const TOKEN_KINDS: &'static [&'static str] = &["agents", "pawns"];

    fn scene(&self) -> Scene {
        let tiles = self.numbers().zip(self.cells()).map(|(number, cell)| {
            let square = self.square(number);
            let ground = if *cell == Cell::Obstacle { Ground::Block } else { Ground::Plain };
            Tile { name: square.to_string(), at: place(square), ground, token: token(*cell) }
        });
        let agent = |kind: Kind| token_of(Cell::Agent(kind), Ink::Blue).meaning(kind.word().to_lowercase());
        Scene {
            shape: Shape::Square,
            tiles: tiles.collect(),
            row_labels: (0..self.rows() as i32).map(|row| (row, format!("{row:>2}"))).collect(),
            labels: (0..self.columns() as i32)
                .map(|column| (Point { x: 2 * column, y: -1 }, column.to_string()))
                .collect(),
            legend: Kind::ALL
                .into_iter()
                .map(agent)
                .chain([token_of(Cell::Pawn(1), Ink::Red).meaning("pawn"), Ground::Block.meaning("obstacle")])
                .collect(),
        }
    }
}

fn place(square: Square) -> Point {
    Point { x: 2 * i32::from(square.column), y: i32::from(square.row) }
}

fn token(cell: Cell) -> Option<Token> {
    match cell {
        Cell::Empty | Cell::Obstacle => None,
        Cell::Agent(_) => Some(token_of(cell, Ink::Blue)),
        Cell::Pawn(_) => Some(token_of(cell, Ink::Red).of_kind(1)),
    }
}

fn token_of(cell: Cell, ink: Ink) -> Token {
    let token = Token::new(cell.letter(), ink);
    match cell {
        Cell::Empty | Cell::Obstacle => token,
        Cell::Agent(kind) => token.with_symbol(symbol(kind)),
        Cell::Pawn(_) => token.with_symbol(Symbol::Pawn),
    }
}

fn symbol(kind: Kind) -> Symbol {
    match kind {
        Kind::Knight => Symbol::Knight,
        Kind::Bishop => Symbol::Bishop,
        Kind::Rook => Symbol::Rook,
    }
}

/// The drawing of a move.
pub(super) fn motion(board: &Board, action: &Action) -> Motion {
    let [from, to] = [action.from, action.to].map(|number| place(board.square(number)));
    Motion { arrow: Some((from, to)), touched: vec![to] }
}
