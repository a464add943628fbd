//! Boards that are the same but for the way one looks at them.
//!
//! A hex has three coordinates, q, r and −q−r; each colour leaves where one of them is largest. Whichever way the three
//! are exchanged, adjacent hexes stay adjacent and straight lines straight, and the board of one colour becomes a board of
//! the colour whose coordinate took the place: three turns by 120°, each also mirrored.

use super::{Board, Colour, Hex};

/// Where the coordinates q, r and −q−r go.
const EXCHANGES: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];

/// The one board that stands for a board and its images. Its pieces and blocks are in order.
pub(super) fn canonical(board: &Board) -> Board {
    let images = EXCHANGES.into_iter().map(|exchange| image(board, exchange));
    images.min_by(|a, b| key(a).cmp(&key(b))).unwrap_or_else(|| board.clone())
}

/// Whether a red board comes before its mirror image or is the same.
pub(super) fn is_canonical_red(board: &Board) -> bool {
    key(&image(board, [0, 1, 2])) <= key(&image(board, [0, 2, 1]))
}

fn key(board: &Board) -> (usize, &[Hex], &[Hex]) {
    (coordinate_of(board.colour), &board.pieces, &board.blocks)
}

/// The coordinate that is largest where a colour leaves.
fn coordinate_of(colour: Colour) -> usize {
    match colour {
        Colour::Red => 0,
        Colour::Green => 1,
        Colour::Blue => 2,
    }
}

fn image(board: &Board, exchange: [usize; 3]) -> Board {
    let moved = |hexes: &[Hex]| {
        let mut hexes: Vec<Hex> = hexes.iter().map(|&hex| exchanged(hex, exchange)).collect();
        hexes.sort_unstable();
        hexes
    };
    Board {
        colour: Colour::ALL[exchange[coordinate_of(board.colour)]],
        radius: board.radius,
        pieces: moved(&board.pieces),
        blocks: moved(&board.blocks),
    }
}

fn exchanged(hex: Hex, exchange: [usize; 3]) -> Hex {
    let mut coordinates = [0; 3];
    for (to, value) in exchange.into_iter().zip([hex.q, hex.r, -hex.q - hex.r]) {
        coordinates[to] = value;
    }
    Hex { q: coordinates[0], r: coordinates[1] }
}
