//! The geometry of the torus as tables of bit masks. The cell `(r, q)` is bit `7·r + q`.

use super::{Board, Cell, Position};
use crate::bits::Bits as _;

/// The number of cells.
pub(super) const CELLS: usize = 49;
/// The number of lines: seven along each of three axes.
pub(super) const LINES: usize = 21;
/// All cells.
pub(super) const ALL: u64 = (1 << CELLS) - 1;

/// The directions as `(dr, dq)`; the opposite of each is three positions later.
pub(super) const DIRECTIONS: [(i8, i8); 6] = [(0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0)];

/// `RUNS[cell][direction][k]`: the `k` cells that follow `cell` in a direction.
pub(super) static RUNS: [[[u64; 8]; 6]; CELLS] = runs();

/// `RUN_MASKS[cell][k][direction]`: the same cells as a mask of states, in the order in which a spread reads them.
pub(super) static RUN_MASKS: [[[Position; 6]; 8]; CELLS] = run_masks();

/// The lines along each axis.
pub(super) const LINE_CELLS: [u64; LINES] = lines();

/// The three lines through each cell, as indices into [`LINE_CELLS`].
pub(super) static LINES_THROUGH: [[u8; 3]; CELLS] = lines_through();

const SIZE: i8 = Board::SIZE as i8;

const fn wrap(coordinate: i8) -> i8 {
    coordinate.rem_euclid(SIZE)
}

const fn neighbour(cell: usize, direction: usize, steps: i8) -> usize {
    let (r, q) = (cell as i8 / SIZE, cell as i8 % SIZE);
    let (dr, dq) = DIRECTIONS[direction];
    (wrap(r + dr * steps) * SIZE + wrap(q + dq * steps)) as usize
}

const fn runs() -> [[[u64; 8]; 6]; CELLS] {
    let mut runs = [[[0; 8]; 6]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut direction = 0;
        while direction < 6 {
            let mut k = 1;
            while k <= 6 {
                runs[cell][direction][k] = runs[cell][direction][k - 1] | 1 << neighbour(cell, direction, k as i8);
                k += 1;
            }
            direction += 1;
        }
        cell += 1;
    }
    runs
}

const fn run_masks() -> [[[Position; 6]; 8]; CELLS] {
    let runs = runs();
    let mut masks = [[[Position::mask(0); 6]; 8]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut k = 1;
        while k <= 6 {
            let mut direction = 0;
            while direction < 6 {
                masks[cell][k][direction] = Position::mask(runs[cell][direction][k]);
                direction += 1;
            }
            k += 1;
        }
        cell += 1;
    }
    masks
}

/// The line of a cell along an axis. The axes are the rows, the columns, and the diagonals with constant `r + q`.
const fn line_of(cell: usize, axis: usize) -> usize {
    let (r, q) = (cell / 7, cell % 7);
    axis * 7 + [r, q, (r + q) % 7][axis]
}

const fn lines() -> [u64; LINES] {
    let mut lines = [0; LINES];
    let mut cell = 0;
    while cell < CELLS {
        let mut axis = 0;
        while axis < 3 {
            lines[line_of(cell, axis)] |= 1 << cell;
            axis += 1;
        }
        cell += 1;
    }
    lines
}

const fn lines_through() -> [[u8; 3]; CELLS] {
    let mut through = [[0; 3]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut axis = 0;
        while axis < 3 {
            through[cell][axis] = line_of(cell, axis) as u8;
            axis += 1;
        }
        cell += 1;
    }
    through
}

/// A mask with every cell moved one step in a direction.
#[inline]
pub(super) fn shifted(mask: u64, direction: usize) -> u64 {
    match direction {
        0 => right(mask),
        1 => up(right(mask)),
        2 => up(mask),
        3 => left(mask),
        4 => down(left(mask)),
        _ => down(mask),
    }
}

/// The neighbours of the cells of a mask.
#[inline]
pub(super) fn neighbours(mask: u64) -> u64 {
    let (right, left) = (right(mask), left(mask));
    right | left | up(mask | right) | down(mask | left)
}

const FIRST_COLUMN: u64 = LINE_CELLS[7];
const LAST_COLUMN: u64 = LINE_CELLS[13];

#[inline]
fn right(mask: u64) -> u64 {
    (mask & !LAST_COLUMN) << 1 | (mask & LAST_COLUMN) >> 6
}

#[inline]
fn left(mask: u64) -> u64 {
    (mask & !FIRST_COLUMN) >> 1 | (mask & FIRST_COLUMN) << 6
}

#[inline]
fn up(mask: u64) -> u64 {
    (mask >> 7 | mask << 42) & ALL
}

#[inline]
fn down(mask: u64) -> u64 {
    (mask << 7 | mask >> 42) & ALL
}

/// The bit number of a cell.
#[inline]
pub(super) fn number(cell: Cell) -> u8 {
    cell.r * Board::SIZE + cell.q
}

/// The cell of a bit number.
#[inline]
pub(super) fn cell(number: u8) -> Cell {
    Cell { r: number / Board::SIZE, q: number % Board::SIZE }
}

/// The numbers of the cells in a mask, in order.
#[inline]
pub(super) fn cells_in(mask: u64) -> impl Iterator<Item = u8> {
    mask.iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_seven_cells_and_every_cell_three_lines() {
        assert!(LINE_CELLS.iter().all(|line| line.count_ones() == 7));
        for axis in LINE_CELLS.chunks(7) {
            assert_eq!(axis.iter().fold(0, |all, line| all | line), ALL);
        }
    }

    #[test]
    fn runs_stay_on_a_line_and_do_not_return_to_the_cell() {
        for (cell, directions) in RUNS.iter().enumerate() {
            for (direction, run) in directions.iter().enumerate() {
                let line = run[6] | 1 << cell;
                assert!(LINES_THROUGH[cell].iter().any(|&l| LINE_CELLS[usize::from(l)] == line));
                assert_eq!(line, directions[(direction + 3) % 6][6] | 1 << cell, "the opposite direction");
                assert!((1..=6).all(|k| run[k].count_ones() == k as u32));
            }
        }
    }

    #[test]
    fn shifts_and_neighbours_agree_with_runs() {
        for (cell, directions) in RUNS.iter().enumerate() {
            let next = directions.map(|run| run[1]);
            assert_eq!([0, 1, 2, 3, 4, 5].map(|direction| shifted(1 << cell, direction)), next);
            assert_eq!(neighbours(1 << cell), next.iter().fold(0, |all, cell| all | cell));
        }
    }

    #[test]
    fn runs_wrap_around() {
        let of = |cells: &[(u8, u8)]| cells.iter().fold(0, |all, &(r, q)| all | 1_u64 << number(Cell { r, q }));
        // From (5, 6) in direction (-1, 1).
        assert_eq!(RUNS[5 * 7 + 6][1][2], of(&[(4, 0), (3, 1)]));
        // From (0, 0) in direction (1, -1).
        assert_eq!(RUNS[0][4][3], of(&[(1, 6), (2, 5), (3, 4)]));
    }
}
