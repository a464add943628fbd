//! Chexers boards as text.

use super::{Board, Colour, Hex};
use crate::drawing::{Drawing, Ink, LineDrawing};

/// Where the leftmost hex of the middle row stands.
const MARGIN: i32 = 10;

/// A board with pieces on these hexes.
pub(super) fn draw(board: &Board, pieces: &[Hex]) -> Drawing {
    let radius = board.radius as i8;
    let (piece, piece_ink) = match board.colour {
        Colour::Red => ("R", Ink::Red),
        Colour::Green => ("G", Ink::Green),
        Colour::Blue => ("B", Ink::Blue),
    };
    // Half a hex is two characters: a step in q goes four to the right, a step in r two.
    let column = |hex: Hex| (MARGIN + i32::from(radius + hex.q) * 4 + i32::from(hex.r) * 2) as usize;
    let mut drawing = Drawing::default();

    let mut top = LineDrawing::default();
    for q in 0..=radius {
        let label = if q == 0 { "q = 0".to_string() } else { q.to_string() };
        let above = column(Hex { q, r: -radius - 1 });
        top.put(above + 1 - label.len().min(above + 1), label, Ink::Label);
    }
    drawing.lines.push(top.finish());

    for r in -radius..=radius {
        let row: Vec<Hex> = board.hexes().into_iter().filter(|hex| hex.r == r).collect();
        let mut line = LineDrawing::default();
        line.put(0, format!("r = {r:>2}"), Ink::Label);
        // The columns that begin at the left edge are named there, one row above their first hex.
        if let Some(first) = row.first().filter(|first| first.q > -radius) {
            let before = Hex { q: first.q - 1, r };
            line.put(column(before) - 1, before.q.to_string(), Ink::Label);
        }
        for hex in row {
            let (text, ink) = if pieces.contains(&hex) {
                (piece, piece_ink)
            } else if board.blocks.contains(&hex) {
                ("■", Ink::Block)
            } else if board.exit_distance(hex) == 0 {
                ("○", Ink::Goal)
            } else {
                ("·", Ink::Empty)
            };
            line.put(column(hex), text, ink);
        }
        drawing.lines.push(line.finish());
    }

    let mut legend = LineDrawing::default();
    legend.put(0, piece, piece_ink);
    legend.put(2, format!("{} piece", board.colour.name()), Ink::Label);
    legend.put(18, "■", Ink::Block);
    legend.put(20, "block", Ink::Label);
    legend.put(28, "○", Ink::Goal);
    legend.put(30, format!("exit ({} = {})", board.colour.exit_rule(), board.radius), Ink::Label);
    drawing.lines.push(legend.finish());
    drawing
}
