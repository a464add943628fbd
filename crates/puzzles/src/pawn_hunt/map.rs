//! The boards for maps of pawn hunt heuristics.

use super::{Board, Cell};
use crate::capability::MapCells;

impl MapCells for Board {
    const LONE_THING: &'static str = "pawn";

    fn with_lone_thing(&self, tile: usize) -> Option<Self> {
        self.cells().get(tile).filter(|cell| matches!(cell, Cell::Empty | Cell::Pawn(_)))?;
        let cells = self.cells().iter().enumerate().map(|(number, &cell)| match cell {
            _ if number == tile => Cell::Pawn(1),
            Cell::Pawn(_) => Cell::Empty,
            other => other,
        });
        Board::new(self.columns(), cells.collect())
    }

    fn without_each(&self) -> Vec<(usize, Self)> {
        let without = |tile: usize| {
            let mut cells = self.cells().to_vec();
            cells[tile] = Cell::Empty;
            Some((tile, Board::new(self.columns(), cells)?))
        };
        let is_thing = |tile: &usize| matches!(self.cells()[*tile], Cell::Agent(_) | Cell::Pawn(_));
        (0..self.cells().len()).filter(is_thing).filter_map(without).collect()
    }
}
