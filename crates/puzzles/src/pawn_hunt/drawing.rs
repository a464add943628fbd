//! Boards of the pawn hunt as text.

use super::{Cell, PawnHunt, State};
use crate::drawing::{Drawing, Ink, LineDrawing};

/// Where the first column stands.
const MARGIN: usize = 4;
/// How far columns are apart: a label of two digits and a space.
const PITCH: usize = 3;

/// The board in a state.
pub(super) fn draw(puzzle: &PawnHunt, state: &State) -> Drawing {
    let board = puzzle.board();
    let mut drawing = Drawing::default();
    let mut top = LineDrawing::default();
    for column in 0..board.columns() {
        let label = column.to_string();
        top.put(MARGIN + PITCH * column + 1 - label.len(), label, Ink::Label);
    }
    drawing.lines.push(top.finish());

    let cells = puzzle.cells(state);
    for (row, cells) in cells.chunks(board.columns()).enumerate() {
        let mut line = LineDrawing::default();
        line.put(0, format!("{row:>2}"), Ink::Label);
        for (column, cell) in cells.iter().enumerate() {
            let (text, ink) = match cell {
                Cell::Empty => ("·".to_string(), Ink::Empty),
                Cell::Obstacle => ("■".to_string(), Ink::Block),
                Cell::Agent(_) => (cell.letter().to_string(), Ink::Blue),
                Cell::Pawn(_) => (cell.letter().to_string(), Ink::Red),
            };
            line.put(MARGIN + PITCH * column, text, ink);
        }
        drawing.lines.push(line.finish());
    }

    let mut legend = LineDrawing::default();
    legend.put(0, "K", Ink::Blue);
    legend.put(2, "knight", Ink::Label);
    legend.put(10, "B", Ink::Blue);
    legend.put(12, "bishop", Ink::Label);
    legend.put(20, "R", Ink::Blue);
    legend.put(22, "rook", Ink::Label);
    legend.put(28, "1", Ink::Red);
    legend.put(30, "pawn", Ink::Label);
    legend.put(36, "■", Ink::Block);
    legend.put(38, "obstacle", Ink::Label);
    drawing.lines.push(legend.finish());
    drawing
}
