//! The symmetries of Chexers.
//!
//! A hex has three coordinates, q, r and −q−r, and each colour exits where one of them is largest. Every permutation of the
//! three keeps adjacent hexes adjacent and straight lines straight, and permutes the colours accordingly: three rotations by
//! 120°, each with its mirror image.

use super::{Board, Colour, Hex};
use crate::capability::Symmetry;

/// The permutations of the coordinates q, r and −q−r.
const PERMUTATIONS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];

impl Symmetry for Board {
    /// Its pieces and blocks are sorted.
    fn canonical(&self) -> Board {
        let images = PERMUTATIONS.into_iter().map(|permutation| image(self, permutation));
        images.min_by(|a, b| key(a).cmp(&key(b))).unwrap_or_else(|| self.clone())
    }
}

/// Whether a red board is the smaller one of itself and its mirror image.
pub(super) fn is_canonical_red(board: &Board) -> bool {
    key(&image(board, [0, 1, 2])) <= key(&image(board, [0, 2, 1]))
}

fn key(board: &Board) -> (usize, &[Hex], &[Hex]) {
    (coordinate_of(board.colour), &board.pieces, &board.blocks)
}

/// The index of the coordinate that is largest where a colour exits.
fn coordinate_of(colour: Colour) -> usize {
    match colour {
        Colour::Red => 0,
        Colour::Green => 1,
        Colour::Blue => 2,
    }
}

fn image(board: &Board, permutation: [usize; 3]) -> Board {
    let moved = |hexes: &[Hex]| {
        let mut hexes: Vec<Hex> = hexes.iter().map(|&hex| permuted(hex, permutation)).collect();
        hexes.sort_unstable();
        hexes
    };
    Board {
        colour: Colour::ALL[permutation[coordinate_of(board.colour)]],
        radius: board.radius,
        pieces: moved(&board.pieces),
        blocks: moved(&board.blocks),
    }
}

fn permuted(hex: Hex, permutation: [usize; 3]) -> Hex {
    let mut coordinates = [0; 3];
    for (to, value) in permutation.into_iter().zip([hex.q, hex.r, -hex.q - hex.r]) {
        coordinates[to] = value;
    }
    Hex { q: coordinates[0], r: coordinates[1] }
}
