//! Precomputed moves of agents on a board with obstacles only.
//!
//! A slider can stop on every square of its way, so stepping along the way takes no longer than generating the successors. The
//! table saves arithmetic and checks for edges and obstacles: the way in each direction is a list of squares that ends before
//! the first obstacle. A knight's jump is a way of one square. All ways from a square are stored consecutively, and each square
//! is stored with the number of squares of its way beyond it.

use super::{Board, Kind};

/// The ways of every kind of agent from every square.
#[derive(Clone, Debug)]
pub(super) struct Moves {
    squares: usize,
    /// For each kind and square, the index in `steps` where its ways begin; the last element is the end.
    first: Vec<u32>,
    steps: Vec<Step>,
}

/// A square on a way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub to: u8,
    /// The number of squares of the way beyond this one.
    pub beyond: u8,
}

impl Moves {
    pub fn new(board: &Board) -> Self {
        let (mut first, mut steps) = (Vec::new(), Vec::new());
        for kind in Kind::ALL {
            for from in board.numbers() {
                first.push(steps.len() as u32);
                for &(down, right) in kind.directions() {
                    let next = |from: u8| board.offset(from, down, right).filter(|&to| !board.is_obstacle(to));
                    let reach = if kind.slides() { usize::MAX } else { 1 };
                    let way: Vec<u8> = std::iter::successors(next(from), |&square| next(square)).take(reach).collect();
                    steps.extend((1..).zip(&way).map(|(n, &to)| Step { to, beyond: (way.len() - n) as u8 }));
                }
            }
        }
        first.push(steps.len() as u32);
        Moves { squares: board.cells().len(), first, steps }
    }

    /// All ways from a square, consecutively: for each direction, the squares in order up to the first obstacle.
    #[inline]
    pub fn steps(&self, kind: Kind, from: u8) -> &[Step] {
        let row = kind as usize * self.squares + usize::from(from);
        &self.steps[self.first[row] as usize..self.first[row + 1] as usize]
    }

    /// The ways from a square, one by one.
    #[inline]
    pub fn ways(&self, kind: Kind, from: u8) -> impl Iterator<Item = &[Step]> {
        self.steps(kind, from).chunk_by(|step, _| step.beyond > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::file;
    use super::*;

    #[test]
    fn ways_end_before_obstacles_and_edges() {
        let moves = Moves::new(&file::parse(". . x\n. . .\nx . .\n. . .").unwrap().board);
        let ways = |kind, from| {
            let squares = |way: &[Step]| way.iter().map(|step| step.to).collect::<Vec<_>>();
            moves.ways(kind, from).map(squares).collect::<Vec<_>>()
        };
        assert_eq!(ways(Kind::Rook, 0), [vec![1], vec![3]]);
        assert_eq!(ways(Kind::Rook, 10), [vec![7, 4, 1], vec![9], vec![11]]);
        assert_eq!(ways(Kind::Bishop, 0), [vec![4, 8]]);
        assert_eq!(ways(Kind::Knight, 0), [vec![5], vec![7]]);
        assert_eq!(ways(Kind::Knight, 1), [vec![8]]);
    }
}
