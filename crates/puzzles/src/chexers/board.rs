//! Hexes, colours, and a board as it stands in a file.

use std::fmt;

/// A hex in axial coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex {
    /// The column, which leans to the right going down.
    pub q: i8,
    /// The row.
    pub r: i8,
}

impl Hex {
    /// The six directions in which hexes are adjacent.
    pub const DIRECTIONS: [Hex; 6] = [
        Hex { q: 0, r: -1 },
        Hex { q: 1, r: -1 },
        Hex { q: 1, r: 0 },
        Hex { q: 0, r: 1 },
        Hex { q: -1, r: 1 },
        Hex { q: -1, r: 0 },
    ];

    /// The hex that lies `steps` steps in `direction` from here.
    pub fn step(self, direction: Hex, steps: i8) -> Hex {
        Hex { q: self.q + direction.q * steps, r: self.r + direction.r * steps }
    }

    /// How many steps the hex is from the middle of the board.
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

/// Whose pieces they are; it decides where they leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Leaves where q is largest.
    Red,
    /// Leaves where r is largest.
    Green,
    /// Leaves where −q − r is largest.
    Blue,
}

impl Colour {
    /// Every colour.
    pub const ALL: [Colour; 3] = [Colour::Red, Colour::Green, Colour::Blue];

    /// The name in board files.
    pub fn name(self) -> &'static str {
        match self {
            Colour::Red => "red",
            Colour::Green => "green",
            Colour::Blue => "blue",
        }
    }

    /// How far a hex lies toward the exit edge: the board's radius on the edge itself.
    pub fn advance(self, hex: Hex) -> i8 {
        match self {
            Colour::Red => hex.q,
            Colour::Green => hex.r,
            Colour::Blue => -hex.q - hex.r,
        }
    }

    /// The exit edge in terms of coordinates.
    pub(super) fn exit_rule(self) -> &'static str {
        match self {
            Colour::Red => "q",
            Colour::Green => "r",
            Colour::Blue => "-q-r",
        }
    }
}

/// A board as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Whose pieces.
    pub colour: Colour,
    /// How far the board reaches from its middle.
    pub radius: u8,
    /// The pieces, each on a hex of its own.
    pub pieces: Vec<Hex>,
    /// The blocks, on other hexes.
    pub blocks: Vec<Hex>,
}

impl Board {
    /// The radius that courses use, and that a file means which names none.
    pub const USUAL_RADIUS: u8 = 3;
    /// The radii that a file may ask for.
    pub const RADII: std::ops::RangeInclusive<u8> = 2..=6;

    /// Whether a hex is on the board.
    pub fn contains(&self, hex: Hex) -> bool {
        hex.distance_from_middle() <= self.radius
    }

    /// Every hex of the board, row by row.
    pub fn hexes(&self) -> Vec<Hex> {
        let radius = self.radius as i8;
        let all = (-radius..=radius).flat_map(|r| (-radius..=radius).map(move |q| Hex { q, r }));
        all.filter(|hex| self.contains(*hex)).collect()
    }

    /// How many steps a hex is from the exit edge, in a straight line.
    pub fn exit_distance(&self, hex: Hex) -> u8 {
        (self.radius as i8 - self.colour.advance(hex)) as u8
    }
}
