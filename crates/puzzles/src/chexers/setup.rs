//! Chexers boards as things on cells, for editors.

use super::{Board, COLOUR, Colour, Hex, RADIUS};
use crate::capability::Edit;
use crate::drawing::Ink;
use crate::options::Options;
use crate::setup::{KindInfo, Layout, OffBoard, Thing};

const PIECE: usize = 0;

impl Edit for Board {
    const KINDS: &'static [KindInfo] = &[KindInfo::token("piece", "R", Ink::Red), KindInfo::block("block")];

    fn board_options(&self) -> Options {
        Options::default().with(COLOUR, self.colour.name()).with(RADIUS, i64::from(self.radius))
    }

    fn things(&self) -> Vec<Thing> {
        let thing = |kind: &str, hex: &Hex| Thing { kind: kind.to_string(), cell: hex.to_string(), number: None };
        let pieces = self.pieces.iter().map(|hex| thing("piece", hex));
        pieces.chain(self.blocks.iter().map(|hex| thing("block", hex))).collect()
    }

    fn build(layout: &Layout) -> Result<Self, OffBoard> {
        let name = layout.options.word(COLOUR);
        let colour = Colour::ALL.into_iter().find(|colour| Some(colour.name()) == name).unwrap_or(Colour::Red);
        let radius = layout.options.number(RADIUS).and_then(|radius| u8::try_from(radius).ok());
        let radius = radius.unwrap_or(Board::DEFAULT_RADIUS);
        let mut board = Board { colour, radius, pieces: Vec::new(), blocks: Vec::new() };
        for (i, thing) in layout.things.iter().enumerate() {
            let hex = i8::try_from(thing.at.0).ok().zip(i8::try_from(thing.at.1).ok()).map(|(q, r)| Hex { q, r });
            let hex = hex.filter(|hex| board.contains(*hex)).ok_or(OffBoard(i))?;
            if thing.kind == PIECE { board.pieces.push(hex) } else { board.blocks.push(hex) }
        }
        Ok(board)
    }
}
