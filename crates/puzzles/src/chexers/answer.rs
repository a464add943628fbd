//! Replays answers by the rules as written, on sets of coordinates, independently of the code that searches use.

use std::collections::BTreeSet;

use super::{Board, Colour, Hex};
use crate::input::{excerpt, pair};
use crate::{Replay, ReplayError, replay_lines};

/// Replays an answer on a board.
pub(super) fn replay(board: &Board, answer: &str) -> Result<Replay, ReplayError> {
    let mut position = Position {
        board,
        pieces: board.pieces.iter().map(coordinates).collect(),
        blocks: board.blocks.iter().map(coordinates).collect(),
    };
    let cost = replay_lines(answer, |line| position.apply_line(line).map(|()| 1))?;
    Ok(Replay { cost, solved: position.pieces.is_empty() })
}

type Coordinates = (i64, i64);

fn coordinates(hex: &Hex) -> Coordinates {
    (i64::from(hex.q), i64::from(hex.r))
}

struct Position<'b> {
    board: &'b Board,
    pieces: BTreeSet<Coordinates>,
    blocks: BTreeSet<Coordinates>,
}

impl Position<'_> {
    fn apply_line(&mut self, line: &str) -> Result<(), String> {
        let not_an_action = || {
            format!(
                "{:?} is not an action: MOVE from (q, r) to (q, r). | JUMP from (q, r) to (q, r). | EXIT from (q, r).",
                excerpt(line)
            )
        };
        let (verb, rest) = line.split_once(" from ").ok_or_else(not_an_action)?;
        let rest = rest.strip_suffix('.').ok_or_else(not_an_action)?;
        let (from, to) = match rest.split_once(" to ") {
            Some((from, to)) => (pair(from), Some(pair(to).ok_or_else(not_an_action)?)),
            None => (pair(rest), None),
        };
        let from = from.ok_or_else(not_an_action)?;
        if !self.pieces.contains(&from) {
            return Err(format!("there is no piece on {from:?}"));
        }
        match (verb, to) {
            ("MOVE", Some(to)) => self.check_move(from, to)?,
            ("JUMP", Some(to)) => self.check_jump(from, to)?,
            ("EXIT", None) => self.check_exit(from)?,
            _ => return Err(not_an_action()),
        }
        self.pieces.remove(&from);
        self.pieces.extend(to);
        Ok(())
    }

    fn check_move(&self, from: Coordinates, to: Coordinates) -> Result<(), String> {
        if distance(from, to) != 1 {
            return Err(format!("{to:?} is not adjacent to {from:?}"));
        }
        self.check_landing(to)
    }

    fn check_jump(&self, from: Coordinates, to: Coordinates) -> Result<(), String> {
        let (dq, dr) = (to.0 - from.0, to.1 - from.1);
        if distance(from, to) != 2 || dq % 2 != 0 || dr % 2 != 0 {
            return Err(format!("{to:?} is not two hexes straight from {from:?}"));
        }
        let over = (from.0 + dq / 2, from.1 + dr / 2);
        if !self.is_occupied(over) {
            return Err(format!("there is nothing on {over:?} to jump over"));
        }
        self.check_landing(to)
    }

    fn check_exit(&self, (q, r): Coordinates) -> Result<(), String> {
        let advance = match self.board.colour {
            Colour::Red => q,
            Colour::Green => r,
            Colour::Blue => -q - r,
        };
        if advance == i64::from(self.board.radius) {
            Ok(())
        } else {
            Err(format!("{:?} is not an exit hex of {}", (q, r), self.board.colour.name()))
        }
    }

    fn check_landing(&self, to: Coordinates) -> Result<(), String> {
        if distance(to, (0, 0)) > i64::from(self.board.radius) {
            return Err(format!("{to:?} is off the board"));
        }
        if self.is_occupied(to) {
            return Err(format!("{to:?} is occupied"));
        }
        Ok(())
    }

    fn is_occupied(&self, hex: Coordinates) -> bool {
        self.pieces.contains(&hex) || self.blocks.contains(&hex)
    }
}

/// The distance between two hexes, in steps.
fn distance(a: Coordinates, b: Coordinates) -> i64 {
    let (dq, dr) = (a.0 - b.0, a.1 - b.1);
    (dq.abs() + dr.abs() + (dq + dr).abs()) / 2
}
