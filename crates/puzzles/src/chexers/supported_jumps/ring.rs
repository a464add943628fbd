//! The board as a ring of bits, so that one rotation moves a whole set of hexes one step.
//!
//! Copies of a hexagon of radius R tile the plane, and the hexes modulo that tiling form a cyclic group of
//! N = 3R(R + 1) + 1 elements, the number of hexes of the board: the number (q + 3R²·r) mod N is different for each hex, and a
//! step in a direction adds the same number everywhere. A step that leaves the board arrives on the opposite side of it, at a hex
//! that a mask removes.

use std::ops::{BitAnd, BitOr, Not};

use super::super::heuristics::relaxed_map;
use super::super::{Board, Hex};

/// A set of hexes, by their numbers on the ring.
pub trait Word:
    Copy + Eq + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> + std::fmt::Debug + Send + Sync + 'static
{
    const EMPTY: Self;

    fn bit(number: u8) -> Self;

    /// Moves all elements by `shift` on a ring of `size`; `0 < shift < size < bits`. The bits from `size` on are undefined.
    fn rotate(self, shift: u8, size: u8) -> Self;
}

impl Word for u64 {
    const EMPTY: Self = 0;

    #[inline]
    fn bit(number: u8) -> Self {
        1 << (number & 63)
    }

    #[inline]
    fn rotate(self, shift: u8, size: u8) -> Self {
        self << (shift & 63) | self >> ((size - shift) & 63)
    }
}

impl Word for u128 {
    const EMPTY: Self = 0;

    #[inline]
    fn bit(number: u8) -> Self {
        1 << (number & 127)
    }

    #[inline]
    fn rotate(self, shift: u8, size: u8) -> Self {
        self << (shift & 127) | self >> ((size - shift) & 127)
    }
}

/// The most that one action can waste.
pub const MAX_ACTION_WASTE: usize = 2;

/// The actions of one direction and one waste.
#[derive(Clone, Copy, Debug)]
struct Direction<W> {
    /// From a hex to the next one in this direction.
    shift: u8,
    /// The hexes to which moves lead.
    moves: W,
    /// The hexes to which jumps lead.
    jumps: W,
}

/// A board with the wastes of all actions.
#[derive(Clone, Debug)]
pub struct Ring<W> {
    size: u8,
    /// The number on the ring of each hex, in the order of [`Board::hexes`].
    numbers: Vec<u8>,
    /// `relaxed-map` for each hex, in the order of [`Board::hexes`].
    distances: Vec<Option<u8>>,
    /// The exit hexes without a block.
    pub exits: W,
    blocks: W,
    /// The directions with actions of each waste.
    directions: [Vec<Direction<W>>; MAX_ACTION_WASTE + 1],
}

/// The number of a hex on the ring.
fn number(hex: Hex, radius: i32, size: i32) -> u8 {
    (i32::from(hex.q) + 3 * radius * radius * i32::from(hex.r)).rem_euclid(size) as u8
}

impl<W: Word> Ring<W> {
    pub fn new(board: &Board) -> Self {
        let hexes = board.hexes();
        let (radius, size) = (i32::from(board.radius), hexes.len() as i32);
        let on_ring = |hex: Hex| number(hex, radius, size);
        let distances = relaxed_map(board);
        let distance = |hex: Hex| board.index(hex).and_then(|i| distances[i]);
        let mut ring = Ring {
            size: size as u8,
            numbers: hexes.iter().map(|&hex| on_ring(hex)).collect(),
            exits: W::EMPTY,
            blocks: W::EMPTY,
            directions: Default::default(),
            distances: distances.clone(),
        };
        for &hex in hexes.iter().filter(|&&hex| distance(hex) == Some(1)) {
            ring.exits = ring.exits | W::bit(on_ring(hex));
        }
        for &hex in &board.blocks {
            ring.blocks = ring.blocks | W::bit(on_ring(hex));
        }
        for direction in Hex::DIRECTIONS {
            let shift = on_ring(direction);
            let mut actions = [Direction { shift, moves: W::EMPTY, jumps: W::EMPTY }; MAX_ACTION_WASTE + 1];
            for &from in &hexes {
                let Some(before) = distance(from) else { continue };
                for steps in [1, 2] {
                    let to = from.step(direction, steps);
                    let Some(after) = distance(to) else { continue };
                    let Direction { moves, jumps, .. } = &mut actions[usize::from(1 + after - before)];
                    let onto = if steps == 1 { moves } else { jumps };
                    *onto = *onto | W::bit(on_ring(to));
                }
            }
            for (directions, actions) in ring.directions.iter_mut().zip(actions) {
                directions.extend((actions.moves | actions.jumps != W::EMPTY).then_some(actions));
            }
        }
        ring
    }

    /// A hex by its index in [`Board::hexes`].
    #[inline]
    pub fn hex(&self, index: u8) -> W {
        W::bit(self.numbers[usize::from(index)])
    }

    /// `relaxed-map` for a hex, by its index in [`Board::hexes`].
    #[inline]
    pub fn distance(&self, index: u8) -> Option<u8> {
        self.distances[usize::from(index)]
    }

    #[inline]
    fn forward(&self, set: W, shift: u8) -> W {
        set.rotate(shift, self.size)
    }

    /// The hexes that an action of this waste leads to from a set, if pieces may be on the hexes of `supports`.
    #[inline]
    pub fn actions(&self, from: W, supports: W, waste: usize) -> W {
        let supports = supports | self.blocks;
        let mut to = W::EMPTY;
        for direction in &self.directions[waste] {
            let next = self.forward(from, direction.shift);
            to = to | next & direction.moves | self.forward(next & supports, direction.shift) & direction.jumps;
        }
        to
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::Colour;
    use super::*;

    #[test]
    fn every_hex_has_its_own_number_and_steps_add_the_same_everywhere() {
        for radius in Board::RADII {
            let board = Board { colour: Colour::Red, radius, pieces: Vec::new(), blocks: Vec::new() };
            let hexes = board.hexes();
            let (radius, size) = (i32::from(radius), hexes.len() as i32);
            let mut numbers: Vec<i32> = hexes.iter().map(|&hex| number(hex, radius, size).into()).collect();
            for &hex in &hexes {
                for direction in Hex::DIRECTIONS {
                    let sum = i32::from(number(hex, radius, size)) + i32::from(number(direction, radius, size));
                    assert_eq!(i32::from(number(hex.step(direction, 1), radius, size)), sum % size);
                }
            }
            numbers.sort_unstable();
            assert!(numbers.into_iter().eq(0..size));
        }
    }
}
