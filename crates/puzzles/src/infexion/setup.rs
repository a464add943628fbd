//! Infexion boards as what stands where.

use super::{Board, Cell, Colour, Infexion, Stack};
use crate::drawing::Ink;
use crate::puzzle::Instance;
use crate::setup::{
    Choice, KindInfo, Layout, Look, NumberInfo, OffBoard, OptionInfo, OptionValues, Setup, SetupInfo, Thing,
};

const KINDS: [(&str, Colour); 2] = [("red stack", Colour::Red), ("blue stack", Colour::Blue)];

const fn stack(name: &'static str, text: &'static str, ink: Ink) -> KindInfo {
    let power = NumberInfo { name: "power", least: 1, most: Board::MOST_POWER as i64, usual: 1 };
    KindInfo { name, look: Look::Token(text, ink), number: Some(power), limit: None }
}

pub(super) const SETUP: SetupInfo = SetupInfo {
    kinds: &[stack(KINDS[0].0, "r", Ink::Red), stack(KINDS[1].0, "b", Ink::Blue)],
    options: &[OptionInfo {
        name: "spawn",
        summary: "Whether new red stacks may be spawned",
        values: OptionValues::Switch(false),
    }],
    build: |layout: &Layout| {
        let mut board = Board { stacks: Vec::new(), spawn: layout.options.first() == Some(&1) };
        for (i, thing) in layout.things.iter().enumerate() {
            let coordinate = |number: i64| u8::try_from(number).ok().filter(|number| *number < Board::SIZE);
            let cell = coordinate(thing.at.0).zip(coordinate(thing.at.1)).map(|(r, q)| Cell { r, q });
            let cell = cell.ok_or(OffBoard(i))?;
            board.stacks.push(Stack { cell, colour: KINDS[thing.kind].1, power: thing.number as u8 });
        }
        Ok(Instance::Infexion(Infexion::new(board)))
    },
};

/// What stands where on a board.
pub(crate) fn setup(board: &Board) -> Setup {
    let kind = |colour: Colour| KINDS.iter().find(|(_, known)| *known == colour).map_or("", |(name, _)| name);
    let thing = |stack: &Stack| Thing {
        kind: kind(stack.colour).to_string(),
        cell: stack.cell.to_string(),
        number: Some(i64::from(stack.power)),
    };
    Setup {
        puzzle: super::INFO.name.to_string(),
        options: [("spawn".to_string(), Choice::Switch(board.spawn))].into(),
        things: board.stacks.iter().map(thing).collect(),
    }
}
