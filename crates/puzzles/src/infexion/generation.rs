//! Random boards of Infexion.

use super::torus::{CELLS, cell};
use super::unsolvable;
use super::{Board, Cell, Colour, SPAWN, Stack};
use crate::capability::Generate;
use crate::generation::{BoardSource, Fact, GeneratorOptions, Random, Range};
use crate::options::OptionError;

/// Generates boards with these properties.
#[derive(Debug)]
pub(super) struct InfexionBoards {
    pub red: Range,
    pub blue: Range,
    pub power: Range,
    pub spawn: bool,
}

/// A change of one thing.
#[derive(Clone, Copy)]
enum Change {
    Move,
    Power,
    Add(Colour),
    Remove(Colour),
}

impl Generate for Board {
    fn source(options: &GeneratorOptions<'_>) -> Result<Box<dyn BoardSource<Self>>, OptionError> {
        let cells = CELLS as u64;
        let mut boards = InfexionBoards {
            red: options.range("red", 0..=cells)?,
            blue: options.range("blue", 1..=cells)?,
            power: options.range("power", 1..=u64::from(Board::MAX_POWER))?,
            spawn: options.switch(SPAWN)?,
        };
        if options.wants_unsolvable() {
            // No board within the usual ranges is unsolvable.
            let (blue, power) = unsolvable::ranges(boards.spawn);
            boards.blue = if options.is_given("blue") { boards.blue } else { blue };
            boards.power = if options.is_given("power") { boards.power } else { power };
        }
        let wanted = boards.red.min + boards.blue.min;
        if wanted > cells {
            let message =
                format!("--red and --blue require at least {wanted} cells, but the board has {cells}; reduce them");
            return Err(OptionError::new("red", message));
        }
        Ok(Box::new(boards))
    }

    fn facts(&self) -> Vec<(&'static str, Fact)> {
        vec![
            ("red", count(self, Colour::Red).into()),
            ("blue", count(self, Colour::Blue).into()),
            ("total_power", Fact::Number(self.stacks.iter().map(|stack| u64::from(stack.power)).sum())),
            (SPAWN, Fact::Flag(self.spawn)),
        ]
    }
}

fn count(board: &Board, colour: Colour) -> usize {
    board.stacks.iter().filter(|stack| stack.colour == colour).count()
}

impl BoardSource<Board> for InfexionBoards {
    fn random(&self, random: &mut Random) -> Board {
        let mut free = cells();
        let red = random.within(self.red.capped_at(free.len() as u64 - self.blue.min));
        let blue = random.within(self.blue.capped_at(free.len() as u64 - red));
        let mut stacks = Vec::new();
        for (colour, count) in [(Colour::Red, red), (Colour::Blue, blue)] {
            stacks.extend((0..count).filter_map(|_| self.stack(colour, &mut free, random)));
        }
        in_order(Board { stacks, spawn: self.spawn })
    }

    fn change(&self, board: &Board, random: &mut Random) -> Board {
        let mut board = board.clone();
        let mut free = cells();
        free.retain(|cell| board.stacks.iter().all(|stack| stack.cell != *cell));
        match random.pick(&self.changes(&board, !free.is_empty())) {
            None => return board,
            Some(Change::Move) => {
                let moved = random.take(&mut board.stacks).zip(random.take(&mut free));
                board.stacks.extend(moved.map(|(stack, cell)| Stack { cell, ..stack }));
            }
            Some(Change::Power) => {
                let stack = random.take(&mut board.stacks);
                // Always another power: drawing the present one means the maximum, which is left out of the draw.
                let others = Range { min: self.power.min, max: self.power.max - 1 };
                board.stacks.extend(stack.map(|stack| {
                    let drawn = random.within(others) as u8;
                    Stack { power: if drawn == stack.power { self.power.max as u8 } else { drawn }, ..stack }
                }));
            }
            Some(&Change::Add(colour)) => board.stacks.extend(self.stack(colour, &mut free, random)),
            Some(&Change::Remove(colour)) => {
                let (mut of_colour, others) = board.stacks.into_iter().partition(|stack| stack.colour == colour);
                random.take(&mut of_colour);
                board.stacks = [of_colour, others].concat();
            }
        }
        in_order(board)
    }

    /// `potentials`, the default, takes seconds to prepare for 40 stacks.
    fn plan_heuristic(&self) -> Option<&'static str> {
        Some("line-cover")
    }

    fn random_unsolvable(&self, random: &mut Random) -> Option<Board> {
        unsolvable::board(self, random).map(in_order)
    }

    fn never_unsolvable(&self) -> Option<String> {
        unsolvable::never(self)
    }
}

impl InfexionBoards {
    /// A stack on one of the free cells.
    fn stack(&self, colour: Colour, free: &mut Vec<Cell>, random: &mut Random) -> Option<Stack> {
        let cell = random.take(free)?;
        Some(Stack { cell, colour, power: random.within(self.power) as u8 })
    }

    /// The changes after which the board is still within the options.
    fn changes(&self, board: &Board, has_room: bool) -> Vec<Change> {
        let mut changes = Vec::new();
        if !board.stacks.is_empty() {
            changes.extend(has_room.then_some(Change::Move));
            changes.extend((self.power.min < self.power.max).then_some(Change::Power));
        }
        for (colour, range) in [(Colour::Red, self.red), (Colour::Blue, self.blue)] {
            let count = count(board, colour) as u64;
            changes.extend((has_room && count < range.max).then_some(Change::Add(colour)));
            changes.extend((count > range.min).then_some(Change::Remove(colour)));
        }
        changes
    }
}

/// All cells.
pub(super) fn cells() -> Vec<Cell> {
    (0..CELLS as u8).map(cell).collect()
}

fn in_order(mut board: Board) -> Board {
    board.stacks.sort_unstable_by_key(|stack| stack.cell);
    board
}
