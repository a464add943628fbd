//! Infexion boards as scenes.

use super::torus::{DIRECTIONS, cell, cells_in, number};
use super::{Action, Board, Cell, Stacks};
use crate::capability::Draw;
use crate::drawing::Ink;
use crate::scene::{Ground, LegendEntry, Motion, Point, Scene, Shape, Tile, Token};

impl Draw for Board {
    const TOKEN_KINDS: &'static [&'static str] = &["red stacks", "blue stacks"];

    fn scene(&self) -> Scene {
        scene(&Stacks::of(self))
    }
}

/// The unrolled torus. Columns lean to the right from top to bottom, so that all six neighbours of a cell are adjacent to it.
fn scene(stacks: &Stacks) -> Scene {
    let size = Board::SIZE;
    let columns = (0..size).map(|q| {
        let text = if q == 0 { "q = 0".to_string() } else { q.to_string() };
        (Point { y: -1, ..place(Cell { r: 0, q }) }, text)
    });
    Scene {
        shape: Shape::Hexagon,
        tiles: (0..size).flat_map(|r| (0..size).map(move |q| tile(stacks, Cell { r, q }))).collect(),
        row_labels: (0..size).map(|r| (i32::from(r), format!("r = {r}"))).collect(),
        labels: columns.collect(),
        legend: vec![
            Token::new("r2", Ink::Red).meaning("red stack of power 2"),
            Token::new("b1", Ink::Blue).meaning("blue stack of power 1"),
            LegendEntry { sample: None, text: "edges wrap round".to_string() },
        ],
    }
}

fn place(cell: Cell) -> Point {
    Point { x: 2 * i32::from(cell.q) + i32::from(cell.r), y: i32::from(cell.r) }
}

fn tile(stacks: &Stacks, cell: Cell) -> Tile {
    let bit = 1 << number(cell);
    let power = stacks.power(number(cell));
    let token = if stacks.red() & bit != 0 {
        Some(Token::new(format!("r{power}"), Ink::Red))
    } else if stacks.blue() & bit != 0 {
        Some(Token::new(format!("b{power}"), Ink::Blue).of_kind(1))
    } else {
        None
    };
    Tile { name: cell.to_string(), at: place(cell), ground: Ground::Plain, token }
}

/// The drawing of an action. The arrow of a spread that wraps around ends one step beyond the edge.
pub(super) fn motion(stacks: &Stacks, action: &Action) -> Motion {
    match *action {
        Action::Spawn { on } => Motion { arrow: None, touched: vec![place(cell(on))] },
        Action::Spread { from, direction } => {
            let (dr, dq) = DIRECTIONS[usize::from(direction)];
            let start = cell(from);
            let after =
                |steps: i32| (i32::from(start.r) + i32::from(dr) * steps, i32::from(start.q) + i32::from(dq) * steps);
            let on_board = |(r, q): (i32, i32)| [r, q].iter().all(|i| (0..i32::from(Board::SIZE)).contains(i));
            let power = i32::from(stacks.power(from));
            let visible = (1..=power).take_while(|&steps| on_board(after(steps))).count() as i32;
            let (r, q) = after(power.min(visible + 1));
            let run = stacks.run(from, usize::from(direction));
            Motion {
                arrow: Some((place(start), Point { x: 2 * q + r, y: r })),
                touched: cells_in(run).map(|touched| place(cell(touched))).collect(),
            }
        }
    }
}
