//! Infexion boards as things on cells, for editors.

use super::{Board, Cell, Colour, SPAWN, Stack};
use crate::Board as _;
use crate::capability::Edit;
use crate::drawing::Ink;
use crate::options::Options;
use crate::setup::{KindInfo, Layout, Look, NumberInfo, OffBoard, Thing};

const KINDS: [(&str, Colour); 2] = [("red stack", Colour::Red), ("blue stack", Colour::Blue)];

const fn stack(name: &'static str, text: &'static str, ink: Ink) -> KindInfo {
    let power = NumberInfo { name: "power", min: 1, max: Board::MAX_POWER as i64, default: 1 };
    KindInfo { name, look: Look::Token(text, ink), number: Some(power), limit: None }
}

impl Edit for Board {
    const KINDS: &'static [KindInfo] = &[stack(KINDS[0].0, "r", Ink::Red), stack(KINDS[1].0, "b", Ink::Blue)];

    fn board_options(&self) -> Options {
        self.options()
    }

    fn things(&self) -> Vec<Thing> {
        let kind = |colour: Colour| KINDS.iter().find(|(_, known)| *known == colour).map_or("", |(name, _)| name);
        let thing = |stack: &Stack| Thing {
            kind: kind(stack.colour).to_string(),
            cell: stack.cell.to_string(),
            number: Some(i64::from(stack.power)),
        };
        self.stacks.iter().map(thing).collect()
    }

    fn build(layout: &Layout) -> Result<Self, OffBoard> {
        let mut board = Board { stacks: Vec::new(), spawn: layout.options.switch(SPAWN) };
        for (i, thing) in layout.things.iter().enumerate() {
            let coordinate = |number: i64| u8::try_from(number).ok().filter(|number| *number < Board::SIZE);
            let cell = coordinate(thing.at.0).zip(coordinate(thing.at.1)).map(|(r, q)| Cell { r, q });
            let cell = cell.ok_or(OffBoard(i))?;
            board.stacks.push(Stack { cell, colour: KINDS[thing.kind].1, power: thing.number as u8 });
        }
        Ok(board)
    }
}
