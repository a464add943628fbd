//! The heuristics of Chexers. All but `supported-jumps` and `perfect` are sums over the pieces of a number that depends on the hex
//! alone: maps of the board.

use std::ops::ControlFlow;

use pathmax::{Claims, Cost, Heuristic};

use super::perfect::PieceSets;
use super::supported_jumps::SupportedJumps;
use super::{Board, Chexers, Hex};
use crate::bits::{Bits, Wide};
use crate::{HeuristicInfo, PERFECT};

/// The heuristics. The first is the default.
///
/// The claims hold because an action changes one piece. A move brings it at most one step closer to the exit edge, a jump at
/// most two, and only a piece on the edge can exit. So half the distance, rounded up or down, decreases by at most 1 per action
/// and is 0 on the edge; the exit accounts for the 1 that `jump-distance` adds per piece. `relaxed-map` is the exact cost for
/// one piece if jumps were always allowed, so it decreases by at most 1 with each legal action. The claims of `supported-jumps` are
/// proven in [its module](super::supported_jumps).
///
/// `half-or-blocks` is not admissible. It assumes that every jump needs a block and that a piece uses each block once, so that
/// it saves at most one action per block, and at most half its distance. But pieces can jump over each other, and repeatedly
/// over the same block.
pub(super) const TABLE: &[HeuristicInfo] = &[
    row("relaxed-map", "per piece, the fewest actions to exit if jumps were always allowed, around the blocks"),
    row(
        "supported-jumps",
        "relaxed-map, and the actions that pieces waste because a jump needs a block or a piece; the default for more than 4 pieces",
    ),
    row("jump-distance", "per piece, half the distance to the exit edge, rounded up, plus 1"),
    row("half-distance", "per piece, half the distance to the exit edge, rounded down"),
    HeuristicInfo {
        claims: Claims::NONE,
        ..row(
            "half-or-blocks",
            "per piece, the distance minus the number of blocks, but at least half the distance; not admissible",
        )
    },
];

/// The default heuristic for a board: `relaxed-map` if it has few pieces, because it is cheap to evaluate and few states have to
/// be; otherwise `supported-jumps`.
pub(super) fn default_for(board: &Board) -> &'static HeuristicInfo {
    let name = if board.has_few_pieces() { "relaxed-map" } else { "supported-jumps" };
    TABLE.iter().find(|info| info.name == name).unwrap_or(&TABLE[0])
}

const fn row(name: &'static str, summary: &'static str) -> HeuristicInfo {
    HeuristicInfo::new(name, summary, Claims::CONSISTENT)
}

/// A heuristic that is the sum of a number per piece.
#[derive(Clone, Debug)]
pub struct HexMap {
    /// The number for each hex; [`NEVER`] where a piece can never exit. Any set of hexes fits, so that indices need no check.
    numbers: Box<[u32; Wide::CAPACITY]>,
    hexes: usize,
    claims: Claims,
}

/// Larger than any sum of other numbers.
const NEVER: u32 = 1 << 16;

impl HexMap {
    fn new(values: impl IntoIterator<Item = Option<u8>>, claims: Claims) -> Self {
        let mut map = HexMap { numbers: Box::new([NEVER; Wide::CAPACITY]), hexes: 0, claims };
        for (number, value) in map.numbers.iter_mut().zip(values) {
            *number = value.map_or(NEVER, u32::from);
            map.hexes += 1;
        }
        map
    }

    /// The value for a piece on each hex, in the order of [`Board::hexes`]; `None` where it can never exit.
    pub fn values(&self) -> impl Iterator<Item = Option<Cost>> {
        self.numbers[..self.hexes].iter().map(|&number| (number < NEVER).then_some(number))
    }
}

impl<B: Bits> Heuristic<B> for HexMap {
    #[inline]
    fn evaluate(&mut self, state: &B) -> Option<Cost> {
        let sum: u32 = state.iter().map(|piece| self.numbers[usize::from(piece)]).sum();
        (sum < NEVER).then_some(sum)
    }

    fn claims(&self) -> Claims {
        self.claims
    }

    fn bytes(&self) -> usize {
        size_of_val(&*self.numbers)
    }
}

/// Any heuristic of Chexers.
#[derive(Clone, Debug)]
pub struct ChexersHeuristic<B>(Kind<B>);

#[derive(Clone, Debug)]
enum Kind<B> {
    Map(HexMap),
    Perfect(PieceSets<B>),
    SupportedJumps(SupportedJumps<B>),
}

impl<B: Bits> Heuristic<B> for ChexersHeuristic<B> {
    #[inline]
    fn evaluate(&mut self, state: &B) -> Option<Cost> {
        match &mut self.0 {
            Kind::Map(map) => map.evaluate(state),
            Kind::Perfect(sets) => sets.evaluate(state),
            Kind::SupportedJumps(jumps) => jumps.evaluate(state),
        }
    }

    #[inline]
    fn evaluate_up_to(&mut self, state: &B, enough: Cost) -> Option<Cost> {
        match &mut self.0 {
            Kind::Map(map) => map.evaluate(state),
            Kind::Perfect(sets) => sets.evaluate(state),
            Kind::SupportedJumps(jumps) => jumps.evaluate_up_to(state, enough),
        }
    }

    #[inline]
    fn notify_parent(&mut self, parent: &B) {
        if let Kind::SupportedJumps(jumps) = &mut self.0 {
            jumps.notify_parent(parent);
        }
    }

    fn prepare(&mut self, check: &mut dyn FnMut(usize) -> ControlFlow<()>) -> ControlFlow<()> {
        match &mut self.0 {
            Kind::Map(_) | Kind::SupportedJumps(_) => ControlFlow::Continue(()),
            Kind::Perfect(sets) => sets.prepare(check),
        }
    }

    fn claims(&self) -> Claims {
        match &self.0 {
            Kind::Map(map) => Heuristic::<B>::claims(map),
            Kind::Perfect(_) => Claims::CONSISTENT,
            Kind::SupportedJumps(jumps) => jumps.claims(),
        }
    }

    fn bytes(&self) -> usize {
        match &self.0 {
            Kind::Map(map) => Heuristic::<B>::bytes(map),
            Kind::Perfect(sets) => sets.bytes(),
            Kind::SupportedJumps(jumps) => jumps.bytes(),
        }
    }
}

/// The heuristic of this name for a problem.
pub(super) fn named<B: Bits>(name: &str, puzzle: &Chexers<B>) -> Option<ChexersHeuristic<B>> {
    let kind = if name == "supported-jumps" {
        Kind::SupportedJumps(SupportedJumps::new(puzzle))
    } else if name == PERFECT {
        Kind::Perfect(PieceSets::new(puzzle.clone()))
    } else {
        Kind::Map(map_named(name, puzzle.start_board())?)
    };
    Some(ChexersHeuristic(kind))
}

/// The map of this name for a board.
fn map_named(name: &str, board: &Board) -> Option<HexMap> {
    let info = TABLE.iter().find(|info| info.name == name)?;
    let distances = board.hexes().into_iter().map(|hex| board.exit_distance(hex));
    let blocks = u8::try_from(distinct(&board.blocks)).unwrap_or(u8::MAX);
    let by_distance =
        |value: &dyn Fn(u8) -> u8| HexMap::new(distances.map(|distance| Some(value(distance))), info.claims);
    match name {
        "half-distance" => Some(by_distance(&|distance| distance / 2)),
        "half-or-blocks" => Some(by_distance(&|distance| distance - (distance / 2).min(blocks))),
        "jump-distance" => Some(by_distance(&|distance| distance.div_ceil(2) + 1)),
        "relaxed-map" => Some(HexMap::new(relaxed_map(board), info.claims)),
        _ => None,
    }
}

fn distinct(hexes: &[Hex]) -> usize {
    let mut hexes = hexes.to_vec();
    hexes.sort_unstable();
    hexes.dedup();
    hexes.len()
}

/// Breadth-first search from the exits: one or two steps in any direction, but never onto a block.
pub(super) fn relaxed_map(board: &Board) -> Vec<Option<u8>> {
    let hexes = board.hexes();
    let mut is_free = vec![true; hexes.len()];
    board.blocks.iter().filter_map(|&block| board.index(block)).for_each(|i| is_free[i] = false);
    let exits = |(&hex, &is_free): (&Hex, &bool)| (board.exit_distance(hex) == 0 && is_free).then_some(1);
    let mut values: Vec<Option<u8>> = hexes.iter().zip(&is_free).map(exits).collect();
    let mut queue: Vec<usize> = (0..hexes.len()).filter(|&i| values[i].is_some()).collect();
    let mut next = 0;
    while next < queue.len() {
        let here = queue[next];
        next += 1;
        for direction in Hex::DIRECTIONS {
            for steps in [1, 2] {
                let Some(i) = board.index(hexes[here].step(direction, steps)) else { continue };
                if is_free[i] && values[i].is_none() {
                    values[i] = values[here].map(|value| value + 1);
                    queue.push(i);
                }
            }
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use pathmax::Algorithm;

    use super::super::Colour;
    use super::*;

    fn board(colour: Colour, blocks: &[(i8, i8)]) -> Board {
        let blocks = blocks.iter().map(|&(q, r)| Hex { q, r }).collect();
        Board { colour, radius: 3, pieces: Vec::new(), blocks }
    }

    /// The value for a single piece.
    fn value(name: &str, board: &Board, q: i8, r: i8) -> Option<Cost> {
        let i = board.hexes().iter().position(|&hex| hex == Hex { q, r }).unwrap();
        map_named(name, board).unwrap().values().nth(i).unwrap()
    }

    #[test]
    fn values_for_single_pieces() {
        let one_block = board(Colour::Red, &[(1, 1)]);
        // (name, [distance 6, distance 3, on the edge])
        for (name, expected) in [
            ("half-distance", [3, 1, 0]),
            ("half-or-blocks", [5, 2, 0]),
            ("jump-distance", [4, 3, 1]),
            ("relaxed-map", [4, 3, 1]),
        ] {
            let values = [(-3, 0), (0, 0), (3, 0)].map(|(q, r)| value(name, &one_block, q, r).unwrap());
            assert_eq!(values, expected, "{name}");
        }
    }

    #[test]
    fn each_colour_has_its_own_edge() {
        for (colour, edge) in [(Colour::Red, (3, -1)), (Colour::Green, (-1, 3)), (Colour::Blue, (-1, -2))] {
            assert_eq!(value("jump-distance", &board(colour, &[]), edge.0, edge.1), Some(1));
        }
    }

    #[test]
    fn the_relaxed_map_goes_around_blocks_and_finds_dead_ends() {
        // Every exit hex but (3, 0) is a block, and so is everything one or two steps around it but (2, -1).
        let walls = [(3, -3), (3, -2), (3, -1), (2, 0), (2, 1), (1, 0), (1, 2)];
        let walled = board(Colour::Red, &walls);
        assert_eq!(value("relaxed-map", &walled, 3, 0), Some(1));
        assert_eq!(value("relaxed-map", &walled, 3, -1), None);
        let closed = board(Colour::Red, &[(3, -3), (3, -2), (3, -1), (3, 0)]);
        assert!(map_named("relaxed-map", &closed).unwrap().values().all(|value| value.is_none()));
    }

    #[test]
    fn the_default_depends_on_the_number_of_pieces() {
        let hexes = board(Colour::Red, &[]).hexes();
        let default = |pieces: usize| {
            let board = Board { pieces: hexes[..pieces].to_vec(), ..board(Colour::Red, &[]) };
            (crate::Board::default_algorithm(&board), crate::Board::default_heuristic(&board).name)
        };
        assert_eq!(default(4), (Algorithm::A_STAR, "relaxed-map"));
        assert_eq!(default(5), (Algorithm::PARTIAL_A_STAR, "supported-jumps"));
    }

    #[test]
    fn every_listed_heuristic_exists() {
        for info in TABLE {
            assert!(named(info.name, &Chexers::<u64>::new(board(Colour::Blue, &[]))).is_some(), "{}", info.name);
        }
    }
}
