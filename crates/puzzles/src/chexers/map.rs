//! The boards for maps of Chexers heuristics.

use super::{Board, Hex};
use crate::capability::MapCells;

impl MapCells for Board {
    const LONE_THING: &'static str = "piece";

    fn with_lone_thing(&self, tile: usize) -> Option<Self> {
        let hex = *self.hexes().get(tile).filter(|hex| !self.blocks.contains(hex))?;
        Some(Board { pieces: vec![hex], ..self.clone() })
    }

    fn without_each(&self) -> Vec<(usize, Self)> {
        let without = |hex: Hex| {
            let pieces = self.pieces.iter().copied().filter(|&piece| piece != hex).collect();
            Board { pieces, ..self.clone() }
        };
        let tiles = self.hexes().into_iter().enumerate();
        tiles.filter(|(_, hex)| self.pieces.contains(hex)).map(|(tile, hex)| (tile, without(hex))).collect()
    }
}
