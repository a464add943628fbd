//! Replays answers by the rules as written, on sets of coordinates, independently of the code that searches use.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::{Board, Colour, Hex};
use crate::action_format::ActionFormats;
use crate::input::before_line;
use crate::{LineError, Replay, ReplayError, replay_lines};

/// Replays an answer on a board.
pub(super) fn replay(board: &Board, answer: &str) -> Result<Replay, ReplayError> {
    let mut position = Position::new(board);
    let cost = position.replay(answer)?;
    Ok(Replay { cost, solved: position.pieces.is_empty() })
}

/// The board before a line of an answer.
pub(super) fn board_before(board: &Board, answer: &str, line: usize) -> Option<Board> {
    let mut position = Position::new(board);
    position.replay(before_line(answer, line)).ok()?;
    // All on the board, whose coordinates are small.
    let pieces = position.pieces.iter().map(|&(q, r)| Hex { q: q as i8, r: r as i8 });
    Some(Board { pieces: pieces.collect(), ..board.clone() })
}

type Coordinates = (i64, i64);

fn coordinates(hex: &Hex) -> Coordinates {
    (i64::from(hex.q), i64::from(hex.r))
}

#[derive(Clone, Copy)]
enum Verb {
    Move,
    Jump,
    Exit,
}

static FORMATS: LazyLock<ActionFormats<Verb>> = LazyLock::new(|| {
    ActionFormats::new([
        (Verb::Move, "MOVE from (<q>, <r>) to (<q>, <r>)."),
        (Verb::Jump, "JUMP from (<q>, <r>) to (<q>, <r>)."),
        (Verb::Exit, "EXIT from (<q>, <r>)."),
    ])
});

struct Position<'b> {
    board: &'b Board,
    pieces: BTreeSet<Coordinates>,
    blocks: BTreeSet<Coordinates>,
}

impl Position<'_> {
    fn new(board: &Board) -> Position<'_> {
        let pieces = board.pieces.iter().map(coordinates).collect();
        Position { board, pieces, blocks: board.blocks.iter().map(coordinates).collect() }
    }

    fn replay(&mut self, answer: &str) -> Result<u32, ReplayError> {
        replay_lines(answer, |line| self.apply_line(line).map(|()| 1))
    }

    fn apply_line(&mut self, line: &str) -> Result<(), LineError> {
        let (verb, numbers) = FORMATS.parse(line).map_err(|mismatch| mismatch.in_line(line))?;
        let pairs: Vec<Coordinates> = numbers.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
        let from = pairs[0];
        if !self.pieces.contains(&from) {
            return Err(format!("there is no piece on {from:?}").into());
        }
        match verb {
            Verb::Move => self.check_move(from, pairs[1])?,
            Verb::Jump => self.check_jump(from, pairs[1])?,
            Verb::Exit => self.check_exit(from)?,
        }
        self.pieces.remove(&from);
        self.pieces.extend(pairs.get(1));
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
