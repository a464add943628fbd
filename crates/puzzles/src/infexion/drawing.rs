//! Infexion boards as text.

use super::torus::number;
use super::{Board, Cell, Position};
use crate::drawing::{Drawing, Ink, LineDrawing};

/// Where the cell (0, 0) stands.
const MARGIN: usize = 8;

/// The torus, unrolled: rows lean to the right going down, so that all six neighbours of a cell are next to it.
pub(super) fn draw(position: &Position) -> Drawing {
    // Half a cell is two characters: a step in q goes four to the right, a step in r two.
    let column = |cell: Cell| MARGIN + usize::from(cell.q) * 4 + usize::from(cell.r) * 2;
    let mut drawing = Drawing::default();

    let mut top = LineDrawing::default();
    for q in 0..Board::SIZE {
        let label = if q == 0 { "q = 0".to_string() } else { q.to_string() };
        top.put(column(Cell { r: 0, q }) + 1 - label.len(), label, Ink::Label);
    }
    drawing.lines.push(top.finish());

    for r in 0..Board::SIZE {
        let mut line = LineDrawing::default();
        line.put(0, format!("r = {r}"), Ink::Label);
        for q in 0..Board::SIZE {
            let cell = Cell { r, q };
            let bit = 1 << number(cell);
            let power = position.power(number(cell));
            let (text, ink) = if position.red() & bit != 0 {
                (format!("r{power}"), Ink::Red)
            } else if position.blue() & bit != 0 {
                (format!("b{power}"), Ink::Blue)
            } else {
                ("·".to_string(), Ink::Empty)
            };
            line.put(column(cell), text, ink);
        }
        drawing.lines.push(line.finish());
    }

    let mut legend = LineDrawing::default();
    legend.put(0, "r2", Ink::Red);
    legend.put(3, "red stack of power 2", Ink::Label);
    legend.put(26, "b1", Ink::Blue);
    legend.put(29, "blue stack of power 1", Ink::Label);
    legend.put(53, "edges wrap round", Ink::Label);
    drawing.lines.push(legend.finish());
    drawing
}
