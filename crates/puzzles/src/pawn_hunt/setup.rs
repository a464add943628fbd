//! Boards of the pawn hunt as things on cells, for editors.

use super::{Board, COLUMNS, Cell, Kind, ROWS};
use crate::capability::Edit;
use crate::drawing::Ink;
use crate::options::Options;
use crate::scene::Symbol;
use crate::setup::{CountLimit, KindInfo, Layout, Look, NumberInfo, OffBoard, Thing};

const fn agent(name: &'static str, text: &'static str, symbol: Symbol) -> KindInfo {
    let limit = Some(CountLimit { max: Board::MAX_AGENTS, noun: "agents" });
    KindInfo { name, look: Look::Figure(text, Ink::Blue, symbol), number: None, limit }
}

impl Edit for Board {
    // The agents in the order of `Kind::ALL`.
    const KINDS: &'static [KindInfo] = &[
        agent("knight", "K", Symbol::Knight),
        agent("bishop", "B", Symbol::Bishop),
        agent("rook", "R", Symbol::Rook),
        KindInfo {
            name: "pawn",
            look: Look::Figure("", Ink::Red, Symbol::Pawn),
            number: Some(NumberInfo { name: "label", min: 0, max: 9, default: 1 }),
            limit: None,
        },
        KindInfo::block("obstacle"),
    ];

    fn board_options(&self) -> Options {
        Options::default().with(ROWS, self.rows() as i64).with(COLUMNS, self.columns() as i64)
    }

    fn things(&self) -> Vec<Thing> {
        let kinds = <Board as Edit>::KINDS;
        let thing = |(number, cell): (u8, &Cell)| {
            let (kind, label) = match *cell {
                Cell::Empty => return None,
                Cell::Agent(kind) => (kinds.get(kind as usize)?, None),
                Cell::Pawn(label) => (kinds.get(Kind::ALL.len())?, Some(i64::from(label))),
                Cell::Obstacle => (kinds.last()?, None),
            };
            Some(Thing { kind: kind.name.to_string(), cell: self.square(number).to_string(), number: label })
        };
        self.numbers().zip(self.cells()).filter_map(thing).collect()
    }

    fn build(layout: &Layout) -> Result<Self, OffBoard> {
        let side = |name: &str| layout.options.number(name).and_then(|side| usize::try_from(side).ok()).unwrap_or(1);
        let (rows, columns) = (side(ROWS), side(COLUMNS));
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
        Ok(Board::new_unchecked(columns, cells))
    }
}
