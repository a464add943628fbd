//! Replays answers by the rules as written, on maps of coordinates, independently of the code that searches use.

use std::collections::{BTreeMap, BTreeSet};

use super::{Board, Cell, report_replay};
use crate::input::{excerpt, pair};
use crate::{Replay, ReplayError, replay_lines};

/// Replays an answer on a board: either one action per line, or the course's report.
pub(super) fn replay(board: &Board, answer: &str) -> Result<Replay, ReplayError> {
    if report_replay::is_report(answer) {
        return report_replay::replay(board, answer);
    }
    let mut position = Position::new(board);
    let cost = replay_lines(answer, |line| position.apply_line(line))?;
    Ok(Replay { cost, solved: position.is_solved() })
}

/// Row and column.
pub(super) type Coordinates = (i64, i64);

/// The agents and pawns by cell.
pub(super) struct Position {
    /// The cells that are not obstacles.
    cells: BTreeSet<Coordinates>,
    agents: BTreeMap<Coordinates, char>,
    pawns: BTreeMap<Coordinates, u8>,
}

impl Position {
    pub fn new(board: &Board) -> Self {
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

    pub fn is_solved(&self) -> bool {
        self.pawns.is_empty()
    }

    /// The character of a cell in board files.
    pub fn letter(&self, at: Coordinates) -> char {
        match (self.agents.get(&at), self.pawns.get(&at)) {
            (Some(&letter), _) => letter,
            (None, Some(&label)) => char::from(b'0' + label % 10),
            (None, None) if self.cells.contains(&at) => '.',
            (None, None) => 'x',
        }
    }

    /// Applies a line. Returns its cost, or why it is illegal.
    fn apply_line(&mut self, line: &str) -> Result<u32, String> {
        let not_an_action = || {
            format!(
                "{:?} is not an action: KNIGHT (or BISHOP, ROOK) from (row, column) to (row, column). \
                 | … to (row, column) capturing 1.",
                excerpt(line)
            )
        };
        let (word, rest) = line.split_once(" from ").ok_or_else(not_an_action)?;
        let (from, rest) = rest.split_once(" to ").ok_or_else(not_an_action)?;
        let rest = rest.strip_suffix('.').ok_or_else(not_an_action)?;
        let (to, captures) = match rest.split_once(" capturing ") {
            Some((to, label)) => (to, Some(digit(label).ok_or_else(not_an_action)?)),
            None => (rest, None),
        };
        let letter = match word {
            "KNIGHT" => 'K',
            "ROOK" => 'R',
            "BISHOP" => 'B',
            _ => return Err(not_an_action()),
        };
        let from = pair(from).ok_or_else(not_an_action)?;
        let to = pair(to).ok_or_else(not_an_action)?;

        if self.agents.get(&from) != Some(&letter) {
            return Err(format!("there is no {} on {from:?}", word.to_lowercase()));
        }
        let (cost, captured) = self.move_agent(letter, from, to)?;
        match (captures, captured) {
            (None, Some(label)) => Err(format!("the move captures pawn {label} on {to:?}; write `capturing {label}`")),
            (Some(_), None) => Err(format!("there is no pawn on {to:?} to capture")),
            (Some(said), Some(label)) if said != label => Err(format!("the pawn on {to:?} is {label}, not {said}")),
            _ => Ok(cost),
        }
    }

    /// Moves the agent with this letter from `from` to `to`. Returns the cost and the label of the captured pawn.
    pub fn move_agent(
        &mut self,
        letter: char,
        from: Coordinates,
        to: Coordinates,
    ) -> Result<(u32, Option<u8>), String> {
        self.check_landing(to)?;
        self.check_way(letter, from, to)?;
        self.agents.remove(&from);
        self.agents.insert(to, letter);
        let cost = match letter {
            'K' => 6,
            'R' => 8,
            _ => 10,
        };
        Ok((cost, self.pawns.remove(&to)))
    }

    fn check_landing(&self, to: Coordinates) -> Result<(), String> {
        if !self.cells.contains(&to) {
            return Err(format!("{to:?} is an obstacle or off the board"));
        }
        if self.agents.contains_key(&to) {
            return Err(format!("an agent is on {to:?}"));
        }
        Ok(())
    }

    fn check_way(&self, letter: char, from: Coordinates, to: Coordinates) -> Result<(), String> {
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

/// Parses the label of a pawn.
fn digit(text: &str) -> Option<u8> {
    if text.len() == 1 { text.parse().ok() } else { None }
}
