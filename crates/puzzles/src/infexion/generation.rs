//! Random boards of Infexion.

use super::torus::{CELLS, cell};
use super::{Board, Cell, Colour, Infexion, Stack};
use crate::generation::{Boards, Chosen, Dice, Fact, SettingError, SettingInfo, Span};
use crate::puzzle::Instance;

/// The settings' rows.
pub(super) const SETTINGS: &[SettingInfo] = &[
    SettingInfo { name: "red", value: Some("A..B"), default: "1..3", summary: "How many red stacks" },
    SettingInfo { name: "blue", value: Some("A..B"), default: "2..6", summary: "How many blue stacks" },
    SettingInfo {
        name: "power",
        value: Some("A..B"),
        default: "1..3",
        summary: "The power of each stack, from 1 to 6",
    },
    SettingInfo { name: "spawn", value: None, default: "off", summary: "Solve the boards with SPAWN allowed" },
];

/// Boards as settings want them.
#[derive(Debug)]
struct InfexionBoards {
    red: Span,
    blue: Span,
    power: Span,
    spawn: bool,
}

/// What one thing a change is about.
#[derive(Clone, Copy)]
enum Change {
    Move,
    Power,
    Add(Colour),
    Remove(Colour),
}

pub(super) fn boards(chosen: &Chosen<'_>) -> Result<Box<dyn Boards>, SettingError> {
    let cells = CELLS as u64;
    let boards = InfexionBoards {
        red: chosen.span("red", 0..=cells)?,
        blue: chosen.span("blue", 1..=cells)?,
        power: chosen.span("power", 1..=u64::from(Board::MOST_POWER))?,
        spawn: chosen.is_on("spawn"),
    };
    let wanted = boards.red.least + boards.blue.least;
    if wanted > cells {
        return Err(SettingError::new(format!(
            "--red and --blue ask for {wanted} stacks at least, but the board has {cells} cells; ask for fewer"
        )));
    }
    Ok(Box::new(boards))
}

/// What can be said of a board.
pub(super) fn facts(board: &Board) -> Vec<(&'static str, Fact)> {
    vec![
        ("red", count(board, Colour::Red).into()),
        ("blue", count(board, Colour::Blue).into()),
        ("total_power", Fact::Number(board.stacks.iter().map(|stack| u64::from(stack.power)).sum())),
        ("spawn", Fact::Flag(board.spawn)),
    ]
}

fn count(board: &Board, colour: Colour) -> usize {
    board.stacks.iter().filter(|stack| stack.colour == colour).count()
}

impl InfexionBoards {
    fn draw(&self, dice: &mut Dice) -> Board {
        let mut free = cells();
        let red = dice.within(self.red.up_to(free.len() as u64 - self.blue.least));
        let blue = dice.within(self.blue.up_to(free.len() as u64 - red));
        let mut stacks = Vec::new();
        for (colour, count) in [(Colour::Red, red), (Colour::Blue, blue)] {
            stacks.extend((0..count).filter_map(|_| self.stack(colour, &mut free, dice)));
        }
        in_order(Board { stacks, spawn: self.spawn })
    }

    /// A stack on one of the free cells.
    fn stack(&self, colour: Colour, free: &mut Vec<Cell>, dice: &mut Dice) -> Option<Stack> {
        let cell = dice.take(free)?;
        Some(Stack { cell, colour, power: dice.within(self.power) as u8 })
    }

    fn changed(&self, mut board: Board, dice: &mut Dice) -> Board {
        let mut free = cells();
        free.retain(|cell| board.stacks.iter().all(|stack| stack.cell != *cell));
        match dice.pick(&self.changes(&board, !free.is_empty())) {
            None => return board,
            Some(Change::Move) => {
                let moved = dice.take(&mut board.stacks).zip(dice.take(&mut free));
                board.stacks.extend(moved.map(|(stack, cell)| Stack { cell, ..stack }));
            }
            Some(Change::Power) => {
                let stack = dice.take(&mut board.stacks);
                // Another power than before: the last takes the place of the one that it has.
                let others = Span { least: self.power.least, most: self.power.most - 1 };
                board.stacks.extend(stack.map(|stack| {
                    let drawn = dice.within(others) as u8;
                    Stack { power: if drawn == stack.power { self.power.most as u8 } else { drawn }, ..stack }
                }));
            }
            Some(&Change::Add(colour)) => board.stacks.extend(self.stack(colour, &mut free, dice)),
            Some(&Change::Remove(colour)) => {
                let (mut of_colour, others) = board.stacks.into_iter().partition(|stack| stack.colour == colour);
                dice.take(&mut of_colour);
                board.stacks = [of_colour, others].concat();
            }
        }
        in_order(board)
    }

    /// The kinds of change that leave a board within the settings.
    fn changes(&self, board: &Board, has_room: bool) -> Vec<Change> {
        let mut changes = Vec::new();
        if !board.stacks.is_empty() {
            changes.extend(has_room.then_some(Change::Move));
            changes.extend((self.power.least < self.power.most).then_some(Change::Power));
        }
        for (colour, span) in [(Colour::Red, self.red), (Colour::Blue, self.blue)] {
            let count = count(board, colour) as u64;
            changes.extend((has_room && count < span.most).then_some(Change::Add(colour)));
            changes.extend((count > span.least).then_some(Change::Remove(colour)));
        }
        changes
    }
}

fn cells() -> Vec<Cell> {
    (0..CELLS as u8).map(cell).collect()
}

fn in_order(mut board: Board) -> Board {
    board.stacks.sort_unstable_by_key(|stack| stack.cell);
    board
}

impl Boards for InfexionBoards {
    fn random(&self, dice: &mut Dice) -> Instance {
        Instance::Infexion(Infexion::new(self.draw(dice)))
    }

    fn change(&self, of: &Instance, dice: &mut Dice) -> Instance {
        match of {
            Instance::Infexion(infexion) => {
                Instance::Infexion(Infexion::new(self.changed(infexion.board().clone(), dice)))
            }
            other => other.clone(),
        }
    }
}
