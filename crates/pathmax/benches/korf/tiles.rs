//! The 15-puzzle as a problem for the library.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use pathmax::{Claims, Cost, Heuristic, Problem};

/// A board. In the goal the gap comes first, then the tiles in order.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    /// Four bits per cell: the number of the tile, 0 for the gap.
    tiles: u64,
    /// The cell of the gap, so that it need not be searched for.
    gap: u8,
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.tiles == other.tiles
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.tiles.hash(hasher);
    }
}

impl Board {
    pub fn new(tiles: [u8; 16]) -> Self {
        let gap = tiles.iter().position(|&tile| tile == 0).unwrap_or(0) as u8;
        Board { tiles: (0..16).map(|cell| u64::from(tiles[cell]) << (4 * cell)).sum(), gap }
    }

    #[inline]
    fn tile(self, cell: u8) -> u64 {
        self.tiles >> (4 * cell) & 15
    }
}

/// The cells beside each cell: left, right, up and down; and their number.
static NEIGHBOURS: [([u8; 4], usize); 16] = {
    let mut all = [([0; 4], 0); 16];
    let mut cell = 0usize;
    while cell < 16 {
        let (row, column) = (cell / 4, cell % 4);
        let sides = [
            (column > 0, cell.wrapping_sub(1)),
            (column < 3, cell + 1),
            (row > 0, cell.wrapping_sub(4)),
            (row < 3, cell + 4),
        ];
        let mut side = 0;
        while side < 4 {
            if sides[side].0 {
                all[cell].0[all[cell].1] = sides[side].1 as u8;
                all[cell].1 += 1;
            }
            side += 1;
        }
        cell += 1;
    }
    all
};

/// The distance of each tile from its place, by cell; 0 for the gap.
static DISTANCE: [[u8; 16]; 16] = {
    let mut distance = [[0; 16]; 16];
    let mut i = 16usize;
    while i < 256 {
        let (tile, cell) = (i / 16, i % 16);
        distance[tile][cell] = (tile / 4).abs_diff(cell / 4) as u8 + (tile % 4).abs_diff(cell % 4) as u8;
        i += 1;
    }
    distance
};

#[inline]
fn distance(tile: u64, cell: u8) -> Cost {
    DISTANCE[tile as usize & 15][usize::from(cell) & 15].into()
}

/// The 15-puzzle from a start.
pub struct FifteenPuzzle {
    start: Board,
}

impl FifteenPuzzle {
    pub fn new(start: Board) -> Self {
        FifteenPuzzle { start }
    }
}

impl Problem for FifteenPuzzle {
    type State = Board;
    /// The cell whose tile slides into the gap.
    type Action = u8;

    fn start(&self) -> Board {
        self.start
    }

    #[inline]
    fn actions<B>(&self, board: &Board, visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        let (cells, count) = &NEIGHBOURS[usize::from(board.gap) & 15];
        cells[..*count].iter().copied().try_for_each(visit)
    }

    #[inline]
    fn apply(&self, board: &Board, &cell: &u8) -> Board {
        let tile = board.tile(cell);
        Board { tiles: board.tiles ^ (tile << (4 * cell)) ^ (tile << (4 * board.gap)), gap: cell }
    }

    #[inline]
    fn is_goal(&self, board: &Board) -> bool {
        board.tiles == 0xfedc_ba98_7654_3210
    }
}

/// The Manhattan distance: the sum of the distances of all tiles from their places.
pub struct Manhattan;

impl Heuristic<Board> for Manhattan {
    #[inline]
    fn evaluate(&mut self, board: &Board) -> Option<Cost> {
        Some((0..16).map(|cell| distance(board.tile(cell), cell)).sum())
    }

    fn claims(&self) -> Claims {
        Claims::CONSISTENT
    }
}

/// The same, computed from the value of the parent by the tile that moved.
pub struct IncrementalManhattan;

impl Heuristic<Board> for IncrementalManhattan {
    #[inline]
    fn evaluate(&mut self, board: &Board) -> Option<Cost> {
        Manhattan.evaluate(board)
    }

    #[inline]
    fn evaluate_child(&mut self, parent: &Board, parent_value: Cost, child: &Board, _: Cost) -> Option<Cost> {
        // The tile moved to where the gap was.
        let tile = child.tile(parent.gap);
        Some(parent_value + distance(tile, parent.gap) - distance(tile, child.gap))
    }

    fn claims(&self) -> Claims {
        Claims::CONSISTENT
    }
}
