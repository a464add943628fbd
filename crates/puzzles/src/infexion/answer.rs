//! Replays answers by the rules as written, on stacks by coordinates, independently of the code that searches use.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::{Board, Cell, Colour, Stack};
use crate::action_format::ActionFormats;
use crate::input::before_line;
use crate::{LineError, Replay, ReplayError, replay_lines};

/// Replays an answer on a board.
pub(super) fn replay(board: &Board, answer: &str) -> Result<Replay, ReplayError> {
    let mut table = Table::new(board);
    let cost = table.replay(answer)?;
    Ok(Replay { cost, solved: table.is_solved() })
}

/// The board before a line of an answer.
pub(super) fn board_before(board: &Board, answer: &str, line: usize) -> Option<Board> {
    let mut table = Table::new(board);
    table.replay(before_line(answer, line)).ok()?;
    let stacks = table.stacks.iter().map(|(&(r, q), &(colour, power))| {
        // Rows and columns go from 0 to 6.
        let cell = Cell { r: r as u8, q: q as u8 };
        Stack { cell, colour, power }
    });
    Some(Board { stacks: stacks.collect(), ..*board })
}

#[derive(Clone, Copy)]
enum Verb {
    Spread,
    Spawn,
}

static FORMATS: LazyLock<ActionFormats<Verb>> = LazyLock::new(|| {
    ActionFormats::new([(Verb::Spread, "SPREAD <r> <q> <dr> <dq>"), (Verb::Spawn, "SPAWN <r> <q>")]).with_any_spaces()
});

type Coordinates = (i64, i64);

const DIRECTIONS: [Coordinates; 6] = [(0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0)];

/// The stacks on the board, by cell.
#[derive(Clone)]
pub(super) struct Table {
    pub stacks: BTreeMap<Coordinates, (Colour, u8)>,
    spawn: bool,
}

impl Table {
    pub fn new(board: &Board) -> Table {
        let stacks = board.stacks.iter();
        let stacks = stacks.map(|stack| {
            let cell = (i64::from(stack.cell.r), i64::from(stack.cell.q));
            (cell, (stack.colour, stack.power))
        });
        Table { stacks: stacks.collect(), spawn: board.spawn }
    }

    pub fn is_solved(&self) -> bool {
        self.stacks.values().all(|&(colour, _)| colour == Colour::Red)
    }

    fn replay(&mut self, answer: &str) -> Result<u32, ReplayError> {
        replay_lines(answer, |line| self.apply_line(line).map(|()| 1))
    }

    /// Applies one line, or returns why it is illegal.
    pub fn apply_line(&mut self, line: &str) -> Result<(), LineError> {
        let (verb, numbers) = FORMATS.parse(line).map_err(|mismatch| mismatch.in_line(line))?;
        let cell = (numbers[0], numbers[1]);
        match verb {
            Verb::Spread => self.spread(cell, (numbers[2], numbers[3]))?,
            Verb::Spawn => self.spawn(cell)?,
        }
        Ok(())
    }

    fn spread(&mut self, from: Coordinates, direction: Coordinates) -> Result<(), String> {
        check_cell(from)?;
        if !DIRECTIONS.contains(&direction) {
            return Err(format!(
                "{direction:?} is not a direction: (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1) or (1, 0)"
            ));
        }
        let power = match self.stacks.get(&from) {
            Some(&(Colour::Red, power)) => power,
            Some((Colour::Blue, _)) => return Err(format!("the stack on {from:?} is blue; only red stacks spread")),
            None => return Err(format!("there is no stack on {from:?}")),
        };
        self.stacks.remove(&from);
        for step in 1..=i64::from(power) {
            let cell = ((from.0 + step * direction.0).rem_euclid(7), (from.1 + step * direction.1).rem_euclid(7));
            let power = self.stacks.remove(&cell).map_or(0, |(_, power)| power) + 1;
            if power <= 6 {
                self.stacks.insert(cell, (Colour::Red, power));
            }
        }
        Ok(())
    }

    fn spawn(&mut self, cell: Coordinates) -> Result<(), String> {
        if !self.spawn {
            return Err("SPAWN is not allowed on this board".to_string());
        }
        check_cell(cell)?;
        if self.stacks.contains_key(&cell) {
            return Err(format!("{cell:?} is occupied"));
        }
        let total: u32 = self.stacks.values().map(|&(_, power)| u32::from(power)).sum();
        if total >= 49 {
            return Err(format!("the stacks have power {total} together; SPAWN takes less than 49"));
        }
        self.stacks.insert(cell, (Colour::Red, 1));
        Ok(())
    }
}

fn check_cell(cell: Coordinates) -> Result<(), String> {
    if (0..7).contains(&cell.0) && (0..7).contains(&cell.1) {
        Ok(())
    } else {
        Err(format!("{cell:?} is off the board: rows and columns go from 0 to 6"))
    }
}
