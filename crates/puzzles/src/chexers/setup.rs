//! Chexers boards as what stands where.

use super::{Board, Colour, Hex, instance};
use crate::drawing::Ink;
use crate::setup::{Choice, KindInfo, Layout, OffBoard, OptionInfo, OptionValues, Setup, SetupInfo, Thing};

const PIECE: usize = 0;

pub(super) const SETUP: SetupInfo = SetupInfo {
    kinds: &[KindInfo::token("piece", "R", Ink::Red), KindInfo::block("block")],
    options: &[
        OptionInfo {
            name: "colour",
            summary: "Whose pieces: it decides where they leave",
            values: OptionValues::Words(&["red", "green", "blue"]),
        },
        OptionInfo {
            name: "radius",
            summary: "How far the board reaches from its middle",
            values: OptionValues::Number {
                least: *Board::RADII.start() as i64,
                most: *Board::RADII.end() as i64,
                usual: Board::USUAL_RADIUS as i64,
            },
        },
    ],
    build: |layout: &Layout| {
        let [colour, radius] = [0, 1].map(|i| layout.options.get(i).copied().unwrap_or_default());
        let colour = Colour::ALL.get(colour as usize).copied().unwrap_or(Colour::Red);
        let mut board = Board { colour, radius: radius as u8, pieces: Vec::new(), blocks: Vec::new() };
        for (i, thing) in layout.things.iter().enumerate() {
            let hex = i8::try_from(thing.at.0).ok().zip(i8::try_from(thing.at.1).ok()).map(|(q, r)| Hex { q, r });
            let hex = hex.filter(|hex| board.contains(*hex)).ok_or(OffBoard(i))?;
            if thing.kind == PIECE { board.pieces.push(hex) } else { board.blocks.push(hex) }
        }
        Ok(instance(board))
    },
};

/// What stands where on a board.
pub(crate) fn setup(board: &Board) -> Setup {
    let thing = |kind: &str, hex: &Hex| Thing { kind: kind.to_string(), cell: hex.to_string(), number: None };
    let pieces = board.pieces.iter().map(|hex| thing("piece", hex));
    Setup {
        puzzle: super::INFO.name.to_string(),
        options: [
            ("colour".to_string(), Choice::Word(board.colour.name().to_string())),
            ("radius".to_string(), Choice::Number(i64::from(board.radius))),
        ]
        .into(),
        things: pieces.chain(board.blocks.iter().map(|hex| thing("block", hex))).collect(),
    }
}
