//! Boards of the pawn hunt as what stands where.

use super::{Board, Cell, Kind, PawnHunt};
use crate::drawing::Ink;
use crate::puzzle::Instance;
use crate::setup::{
    Choice, CountLimit, KindInfo, Layout, Look, NumberInfo, OffBoard, OptionInfo, OptionValues, Setup, SetupInfo, Thing,
};

const fn agent(name: &'static str, text: &'static str) -> KindInfo {
    let limit = Some(CountLimit { most: Board::MOST_AGENTS, of: "agents" });
    KindInfo { name, look: Look::Token(text, Ink::Blue), number: None, limit }
}

const fn side(name: &'static str, summary: &'static str) -> OptionInfo {
    OptionInfo { name, summary, values: OptionValues::Number { least: 1, most: Board::MOST_ROWS as i64, usual: 8 } }
}

pub(super) const SETUP: SetupInfo = SetupInfo {
    // The agents in the order of `Kind::ALL`.
    kinds: &[
        agent("knight", "K"),
        agent("bishop", "B"),
        agent("rook", "R"),
        KindInfo {
            name: "pawn",
            look: Look::Token("", Ink::Red),
            number: Some(NumberInfo { name: "label", least: 0, most: 9, usual: 1 }),
            limit: Some(CountLimit { most: Board::MOST_PAWNS, of: "pawns" }),
        },
        KindInfo::block("obstacle"),
    ],
    options: &[side("rows", "How many rows"), side("columns", "How many cells in a row")],
    build: |layout: &Layout| {
        let [rows, columns] = [0, 1].map(|i| layout.options.get(i).map_or(1, |&side| side as usize));
        let mut cells = vec![Cell::Empty; rows * columns];
        for (i, thing) in layout.things.iter().enumerate() {
            let within = |number: i64, size: usize| usize::try_from(number).ok().filter(|number| *number < size);
            let (row, column) = within(thing.at.0, rows).zip(within(thing.at.1, columns)).ok_or(OffBoard(i))?;
            cells[row * columns + column] = match Kind::ALL.get(thing.kind) {
                Some(&kind) => Cell::Agent(kind),
                None if thing.kind == Kind::ALL.len() => Cell::Pawn(thing.number as u8),
                None => Cell::Obstacle,
            };
        }
        Ok(Instance::PawnHunt(PawnHunt::new(Board::of_known(columns, cells))))
    },
};

/// What stands where on a board.
pub(crate) fn setup(board: &Board) -> Setup {
    let kinds = SETUP.kinds;
    let thing = |(number, cell): (u8, &Cell)| {
        let (kind, label) = match *cell {
            Cell::Empty => return None,
            Cell::Agent(kind) => (kinds.get(kind as usize)?, None),
            Cell::Pawn(label) => (kinds.get(Kind::ALL.len())?, Some(i64::from(label))),
            Cell::Obstacle => (kinds.last()?, None),
        };
        Some(Thing { kind: kind.name.to_string(), cell: board.square(number).to_string(), number: label })
    };
    Setup {
        puzzle: super::INFO.name.to_string(),
        options: [("rows", board.rows()), ("columns", board.columns())]
            .map(|(name, size)| (name.to_string(), Choice::Number(size as i64)))
            .into(),
        things: board.numbers().zip(board.cells()).filter_map(thing).collect(),
    }
}
