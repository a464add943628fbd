//! Hexes, colours and boards.

use std::fmt;

/// A hex in axial coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex {
    /// The column. Columns lean to the right from top to bottom.
    pub q: i8,
    /// The row.
    pub r: i8,
}

impl Hex {
    /// The directions to the six adjacent hexes.
    pub const DIRECTIONS: [Hex; 6] = [
        Hex { q: 0, r: -1 },
        Hex { q: 1, r: -1 },
        Hex { q: 1, r: 0 },
        Hex { q: 0, r: 1 },
        Hex { q: -1, r: 1 },
        Hex { q: -1, r: 0 },
    ];

    /// The hex that is `steps` steps away in `direction`.
    pub fn step(self, direction: Hex, steps: i8) -> Hex {
        Hex { q: self.q + direction.q * steps, r: self.r + direction.r * steps }
    }

    /// The distance from the middle of the board, in steps.
    pub fn distance_from_middle(self) -> u8 {
        let largest = self.q.unsigned_abs().max(self.r.unsigned_abs());
        largest.max((i16::from(self.q) + i16::from(self.r)).unsigned_abs() as u8)
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.q, self.r)
    }
}

/// The colour of the pieces, which determines the exit edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Exits where q is largest.
    Red,
    /// Exits where r is largest.
    Green,
    /// Exits where −q − r is largest.
    Blue,
}

impl Colour {
    /// All colours.
    pub const ALL: [Colour; 3] = [Colour::Red, Colour::Green, Colour::Blue];

    /// The name in board files.
    pub fn name(self) -> &'static str {
        match self {
            Colour::Red => "red",
            Colour::Green => "green",
            Colour::Blue => "blue",
        }
    }

    /// The coordinate that grows toward the exit edge; on the edge it is the radius of the board.
    pub fn advance(self, hex: Hex) -> i8 {
        match self {
            Colour::Red => hex.q,
            Colour::Green => hex.r,
            Colour::Blue => -hex.q - hex.r,
        }
    }

    /// The coordinate that grows toward the exit edge, as a formula.
    pub(super) fn exit_rule(self) -> &'static str {
        match self {
            Colour::Red => "q",
            Colour::Green => "r",
            Colour::Blue => "-q-r",
        }
    }
}

/// A board of Chexers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The colour of the pieces.
    pub colour: Colour,
    /// The radius: the distance from the middle to the edges.
    pub radius: u8,
    /// The hexes with a piece, without duplicates.
    pub pieces: Vec<Hex>,
    /// The hexes with a block. None of them has a piece.
    pub blocks: Vec<Hex>,
}

impl Board {
    /// The radius if a file does not state one, as in courses.
    pub const DEFAULT_RADIUS: u8 = 3;
    /// The allowed radii.
    pub const RADII: std::ops::RangeInclusive<u8> = 2..=6;

    /// The largest number of pieces in courses.
    const MAX_PIECES_IN_COURSES: usize = 4;

    /// Whether there are no more pieces than courses use.
    pub(super) fn has_few_pieces(&self) -> bool {
        self.pieces.len() <= Self::MAX_PIECES_IN_COURSES
    }

    /// Whether a hex is on the board.
    pub fn contains(&self, hex: Hex) -> bool {
        hex.distance_from_middle() <= self.radius
    }

    /// All hexes of the board, row by row.
    pub fn hexes(&self) -> Vec<Hex> {
        let radius = self.radius as i8;
        let all = (-radius..=radius).flat_map(|r| (-radius..=radius).map(move |q| Hex { q, r }));
        all.filter(|hex| self.contains(*hex)).collect()
    }

    /// The index of a hex in [`hexes`](Board::hexes); `None` if it is not on the board.
    pub(super) fn index(&self, hex: Hex) -> Option<usize> {
        if !self.contains(hex) {
            return None;
        }
        let radius = i32::from(self.radius);
        // Rows from the top grow by one hex up to the middle row, and shrink by one below.
        let (above, below_middle) = (i32::from(hex.r) + radius, i32::from(hex.r).max(0));
        let before = above * (radius + 1) + above * (above - 1) / 2 - below_middle * (below_middle - 1);
        let first = -radius - i32::from(hex.r).min(0);
        usize::try_from(before + i32::from(hex.q) - first).ok()
    }

    /// The distance from the exit edge, in steps in a straight line.
    pub fn exit_distance(&self, hex: Hex) -> u8 {
        (self.radius as i8 - self.colour.advance(hex)) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexes_have_the_index_of_their_place_in_the_list() {
        for radius in Board::RADII {
            let board = Board { colour: Colour::Red, radius, pieces: Vec::new(), blocks: Vec::new() };
            let outside = Hex { q: radius as i8, r: 1 };
            assert_eq!(board.index(outside), None);
            for (i, hex) in board.hexes().into_iter().enumerate() {
                assert_eq!(board.index(hex), Some(i), "{hex} at radius {radius}");
            }
        }
    }
}
