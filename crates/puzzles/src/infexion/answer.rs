//! Replays answers by the rules as written, on stacks by coordinates, independently of the code that searches use.

use std::collections::BTreeMap;

use super::{Board, Colour};
use crate::input::{excerpt, whole_number};
use crate::{Replay, ReplayError, replay_lines};

/// Replays an answer on a board.
pub(super) fn replay(board: &Board, answer: &str) -> Result<Replay, ReplayError> {
    let mut table = Table::new(board);
    let cost = replay_lines(answer, |line| table.apply_line(line).map(|()| 1))?;
    Ok(Replay { cost, solved: table.is_solved() })
}

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

    /// Applies one line, or returns why it is illegal.
    pub fn apply_line(&mut self, line: &str) -> Result<(), String> {
        let mut words = line.split_whitespace();
        let verb = words.next();
        let numbers: Option<Vec<i64>> = words.map(whole_number).collect();
        match (verb, numbers.as_deref()) {
            (Some("SPREAD"), Some(&[r, q, dr, dq])) => self.spread((r, q), (dr, dq)),
            (Some("SPAWN"), Some(&[r, q])) => self.spawn((r, q)),
            _ => Err(format!("{:?} is not an action: SPREAD r q dr dq | SPAWN r q", excerpt(line))),
        }
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
