//! Replays answers by the rules as written, on maps of coordinates, independently of the code that searches use.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::{Board, Cell, report_replay};
use crate::action_format::ActionFormats;
use crate::input::before_line;
use crate::{LineError, Replay, ReplayError, replay_lines};

/// Replays an answer on a board: either one action per line, or the course's report.
pub(super) fn replay(board: &Board, answer: &str) -> Result<Replay, ReplayError> {
    if report_replay::is_report(answer) {
        return report_replay::replay(board, answer).map(|(replay, _)| replay);
    }
    let mut position = Position::new(board);
    let cost = replay_lines(answer, |line| position.apply_line(line))?;
    Ok(Replay { cost, solved: position.is_solved() })
}

/// The board before a line of an answer; of a report, the last complete board before it.
pub(super) fn board_before(board: &Board, answer: &str, line: usize) -> Option<Board> {
    let before = before_line(answer, line);
    if report_replay::is_report(answer) {
        // The last line of stars may be missing.
        let whole = report_replay::replay(board, before);
        let complete = || report_replay::replay(board, report_replay::complete_boards(before));
        let (_, position) = whole.or_else(|_| complete()).ok()?;
        return position.board(board);
    }
    let mut position = Position::new(board);
    replay_lines(before, |line| position.apply_line(line)).ok()?;
    position.board(board)
}

/// The letters of agents, and whether a pawn is captured.
static FORMATS: LazyLock<ActionFormats<(char, bool)>> = LazyLock::new(|| {
    ActionFormats::new([
        (('K', false), "KNIGHT from (<row>, <column>) to (<row>, <column>)."),
        (('K', true), "KNIGHT from (<row>, <column>) to (<row>, <column>) capturing <#label>."),
        (('R', false), "ROOK from (<row>, <column>) to (<row>, <column>)."),
        (('R', true), "ROOK from (<row>, <column>) to (<row>, <column>) capturing <#label>."),
        (('B', false), "BISHOP from (<row>, <column>) to (<row>, <column>)."),
        (('B', true), "BISHOP from (<row>, <column>) to (<row>, <column>) capturing <#label>."),
    ])
});

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

    /// The board in this position.
    fn board(&self, start: &Board) -> Option<Board> {
        let columns = start.columns() as i64;
        let cells = (0..start.cells().len() as i64).map(|i| Cell::from_letter(self.letter((i / columns, i % columns))));
        Board::new(start.columns(), cells.collect::<Option<_>>()?)
    }

    /// Applies a line. Returns its cost, or why it is illegal.
    fn apply_line(&mut self, line: &str) -> Result<u32, LineError> {
        let (&(letter, captures), numbers) = FORMATS.parse(line).map_err(|mismatch| mismatch.in_line(line))?;
        let (from, to) = ((numbers[0], numbers[1]), (numbers[2], numbers[3]));
        if self.agents.get(&from) != Some(&letter) {
            return Err(format!("there is no {} on {from:?}", name(letter)).into());
        }
        let (cost, captured) = self.move_agent(letter, from, to)?;
        let said = captures.then(|| numbers[4]);
        match (said, captured.map(i64::from)) {
            (None, Some(label)) => {
                Err(format!("the move captures pawn {label} on {to:?}; write `capturing {label}`").into())
            }
            (Some(_), None) => Err(format!("there is no pawn on {to:?} to capture").into()),
            (Some(said), Some(label)) if said != label => {
                Err(format!("the pawn on {to:?} is {label}, not {said}").into())
            }
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
        let fits = match letter {
            'K' => far == 2 && near == 1,
            'R' => near == 0,
            _ => near == far,
        };
        if !fits {
            return Err(format!("a {} does not move from {from:?} to {to:?}", name(letter)));
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

/// The name of the agent with this letter.
fn name(letter: char) -> &'static str {
    match letter {
        'K' => "knight",
        'R' => "rook",
        _ => "bishop",
    }
}
