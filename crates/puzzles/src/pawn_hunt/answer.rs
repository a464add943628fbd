//! Someone's answer, carried out by the rules as they are written: maps of coordinates, nothing of what searches use.

use std::collections::{BTreeMap, BTreeSet};

use super::{Board, Cell};
use crate::puzzle::{Replay, ReplayError};

/// Carries out an answer on a board.
pub(super) fn replay(board: &Board, answer: &str) -> Result<Replay, ReplayError> {
    let mut position = Position::new(board);
    let cost = ReplayError::first_in(answer, |line| position.carry_out(line))?;
    Ok(Replay { cost, solved: position.pawns.is_empty() })
}

/// (row, column)
type Coordinates = (i64, i64);

struct Position {
    /// Every cell that is not an obstacle.
    cells: BTreeSet<Coordinates>,
    agents: BTreeMap<Coordinates, char>,
    pawns: BTreeMap<Coordinates, u8>,
}

impl Position {
    fn new(board: &Board) -> Self {
        let mut position = Position { cells: BTreeSet::new(), agents: BTreeMap::new(), pawns: BTreeMap::new() };
        for (row, cells) in (0..).zip(board.cells().chunks(board.columns())) {
            for (column, cell) in (0..).zip(cells) {
                let here = (row, column);
                match cell {
                    Cell::Obstacle => continue,
                    Cell::Empty => {}
                    Cell::Agent(kind) => drop(position.agents.insert(here, kind.letter())),
                    Cell::Pawn(label) => drop(position.pawns.insert(here, *label)),
                }
                position.cells.insert(here);
            }
        }
        position
    }

    /// Carries out a line; gives its cost.
    fn carry_out(&mut self, line: &str) -> Result<u32, String> {
        let not_an_action = || {
            format!(
                "{line:?} is not an action: KNIGHT (or BISHOP, ROOK) from (row, column) to (row, column). \
                 | … to (row, column) capturing 1."
            )
        };
        let (word, rest) = line.split_once(" from ").ok_or_else(not_an_action)?;
        let (from, rest) = rest.split_once(" to ").ok_or_else(not_an_action)?;
        let rest = rest.strip_suffix('.').ok_or_else(not_an_action)?;
        let (to, captures) = match rest.split_once(" capturing ") {
            Some((to, label)) => (to, Some(label.parse::<u8>().map_err(|_| not_an_action())?)),
            None => (rest, None),
        };
        let (letter, cost) = match word {
            "KNIGHT" => ('K', 6),
            "ROOK" => ('R', 8),
            "BISHOP" => ('B', 10),
            _ => return Err(not_an_action()),
        };
        let from = pair(from).ok_or_else(not_an_action)?;
        let to = pair(to).ok_or_else(not_an_action)?;

        if self.agents.get(&from) != Some(&letter) {
            return Err(format!("there is no {} on {from:?}", word.to_lowercase()));
        }
        self.allow_landing(to)?;
        self.allow_way(letter, from, to)?;
        match (captures, self.pawns.remove(&to)) {
            (None, Some(label)) => {
                return Err(format!("the line does not say that pawn {label} on {to:?} is captured"));
            }
            (Some(_), None) => return Err(format!("there is no pawn on {to:?} to capture")),
            (Some(said), Some(label)) if said != label => {
                return Err(format!("the pawn on {to:?} is {label}, not {said}"));
            }
            _ => {}
        }
        self.agents.remove(&from);
        self.agents.insert(to, letter);
        Ok(cost)
    }

    fn allow_landing(&self, to: Coordinates) -> Result<(), String> {
        if !self.cells.contains(&to) {
            return Err(format!("{to:?} is an obstacle or off the board"));
        }
        if self.agents.contains_key(&to) {
            return Err(format!("an agent stands on {to:?}"));
        }
        Ok(())
    }

    fn allow_way(&self, letter: char, from: Coordinates, to: Coordinates) -> Result<(), String> {
        let (down, right) = (to.0 - from.0, to.1 - from.1);
        let (far, near) = (down.abs().max(right.abs()), down.abs().min(right.abs()));
        let (fits, who) = match letter {
            'K' => (far == 2 && near == 1, "a knight"),
            'R' => (near == 0, "a rook"),
            _ => (near == far, "a bishop"),
        };
        if !fits {
            return Err(format!("{who} does not move from {from:?} to {to:?}"));
        }
        if letter == 'K' {
            return Ok(());
        }
        for step in 1..far {
            let between = (from.0 + down.signum() * step, from.1 + right.signum() * step);
            let something = if !self.cells.contains(&between) {
                "an obstacle"
            } else if self.agents.contains_key(&between) {
                "an agent"
            } else if self.pawns.contains_key(&between) {
                "a pawn"
            } else {
                continue;
            };
            return Err(format!("{something} on {between:?} is in the way"));
        }
        Ok(())
    }
}

/// `(row, column)`. Numbers are small enough to be added up.
fn pair(text: &str) -> Option<Coordinates> {
    let (row, column) = text.strip_prefix('(')?.strip_suffix(')')?.split_once(", ")?;
    let number = |text: &str| text.parse::<i32>().ok().map(i64::from);
    Some((number(row)?, number(column)?))
}
