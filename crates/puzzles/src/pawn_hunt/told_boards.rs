//! An answer in the course's report form: every board of the path, each followed by a line of stars.
//!
//! Each board must follow from the one before by one move. The two boards tell which: one cell that an agent has left,
//! one that it has come to. Whether it may is for the rules as they are written, in [`Position`].

use super::answer::{Coordinates, Position};
use super::{Board, Cell};
use crate::input::{excerpt, lines_that_say_something, whole_number};
use crate::puzzle::{Replay, ReplayError};

/// The lines before the boards begin with one of these.
const HEADERS: [&str; 4] = ["expanded", "path-cost", "h1", "h2"];

/// A line of a report.
enum Line<'a> {
    /// `path-cost: 24`, as its name and what it says.
    Header(&'static str, &'a str),
    /// A row of a board, as the letters of its cells.
    Row(Vec<char>),
    /// The line of stars that ends a board.
    Stars,
    /// Something else.
    Other,
}

impl Line<'_> {
    fn read(line: &str) -> Line<'_> {
        if let Some((name, value)) = line.split_once(':') {
            let known = HEADERS.into_iter().find(|header| header.eq_ignore_ascii_case(name.trim_end()));
            return known.map_or(Line::Other, |header| Line::Header(header, value.trim()));
        }
        let letters = || line.chars().filter(|letter| !letter.is_whitespace());
        if letters().all(|letter| letter == '*') {
            return Line::Stars;
        }
        // Obstacles are read as `x` in either case.
        let cells: Option<Vec<char>> = letters().map(|letter| Cell::from_letter(letter).map(Cell::letter)).collect();
        cells.map_or(Line::Other, Line::Row)
    }
}

/// Whether an answer is such a report, good or bad: no action line looks like one of its lines.
pub(super) fn is_report(answer: &str) -> bool {
    let first = lines_that_say_something(answer).next();
    first.is_some_and(|(_, line)| !matches!(Line::read(line), Line::Other))
}

/// Carries out a report: every board must follow from the one before.
pub(super) fn replay(board: &Board, answer: &str) -> Result<Replay, ReplayError> {
    let rows = board.cells().len() / board.columns();
    let mut path = Path { position: Position::new(board), rows, columns: board.columns(), boards: 0, cost: 0 };
    let mut told: Vec<Row> = Vec::new();
    for (line, text) in lines_that_say_something(answer) {
        let wrong = |reason| ReplayError { line, reason };
        match Line::read(text) {
            Line::Header(..) if told.is_empty() => {}
            Line::Stars if told.is_empty() => {
                return Err(wrong("there is no board before this line of `*`".to_string()));
            }
            Line::Stars => path.follow(line, &std::mem::take(&mut told))?,
            Line::Row(letters) => {
                path.allow_row(told.len(), &letters).map_err(wrong)?;
                told.push(Row { line, letters });
            }
            Line::Header(..) | Line::Other => {
                let shown = excerpt(text);
                let right = "a row of a board, the line of `*` after it, or expanded:, path-cost:, h1:, h2: before it";
                return Err(wrong(format!("{shown:?} is not what a report has here: {right}")));
            }
        }
    }
    // The last line of stars may be missing.
    if let Some(last) = told.last() {
        path.follow(last.line, &told)?;
    }
    Ok(Replay { cost: path.cost, solved: path.position.is_solved() })
}

/// A report that says another cost than its boards have is told so. It breaks no rule: the boards are the answer.
pub(super) fn remarks(answer: &str, replay: &Replay) -> Vec<String> {
    if !is_report(answer) {
        return Vec::new();
    }
    let said = lines_that_say_something(answer).filter_map(|(line, text)| match Line::read(text) {
        Line::Header("path-cost", value) => Some((line, value)),
        _ => None,
    });
    let lies = said.filter(|(_, value)| {
        let whole = value.strip_suffix(".0").unwrap_or(value);
        whole_number(whole) != Some(i64::from(replay.cost))
    });
    lies.map(|(line, value)| {
        format!("line {line} says path-cost {:?}, but the moves cost {}", excerpt(value), replay.cost)
    })
    .collect()
}

/// A row that was told, and where.
struct Row {
    line: usize,
    letters: Vec<char>,
}

/// How far the boards have been followed.
struct Path {
    position: Position,
    rows: usize,
    columns: usize,
    boards: usize,
    cost: u32,
}

/// A cell that is told otherwise than it was, with the line that tells it.
#[derive(Clone, Copy)]
struct Change {
    line: usize,
    at: Coordinates,
    before: char,
    after: char,
}

impl Path {
    fn allow_row(&self, rows_before: usize, letters: &[char]) -> Result<(), String> {
        if rows_before == self.rows {
            return Err(format!("the board has {} rows; a line of `*` should stand here", self.rows));
        }
        if letters.len() != self.columns {
            return Err(format!("this row has {} cells; the board has {} columns", letters.len(), self.columns));
        }
        Ok(())
    }

    /// Makes the move that leads to the next board that is told; `end` is the line where it ends.
    fn follow(&mut self, end: usize, told: &[Row]) -> Result<(), ReplayError> {
        self.boards += 1;
        let number = self.boards;
        let wrong = |line, reason: String| Err(ReplayError { line, reason: format!("board {number}: {reason}") });
        if told.len() < self.rows {
            return wrong(end, format!("it has {} rows; the board has {}", told.len(), self.rows));
        }
        let changes = self.changes(told);
        if number == 1 {
            return match changes.first() {
                None => Ok(()),
                Some(change) => {
                    let Change { line, at, before, after } = *change;
                    wrong(line, format!("the first board is not the puzzle's: {at:?} is `{before}`, not `{after}`"))
                }
            };
        }
        let Some(&first) = changes.first() else {
            return wrong(
                told[0].line,
                "it is the same as the board before; each board is one move further".to_string(),
            );
        };
        let Some((from, to)) = the_move(&changes) else {
            let reason = format!("one move does not lead here from the board before: {}", describe(&changes));
            return wrong(first.line, reason);
        };
        match self.position.go(from.before, from.at, to.at) {
            Ok((cost, _)) => self.cost = self.cost.saturating_add(cost),
            Err(reason) => return wrong(to.line, reason),
        }
        Ok(())
    }

    fn changes(&self, told: &[Row]) -> Vec<Change> {
        let cells = (0..).zip(told).flat_map(|(row, Row { line, letters })| {
            (0..).zip(letters).map(move |(column, &after)| (*line, (row, column), after))
        });
        let changes = cells.filter_map(|(line, at, after)| {
            let before = self.position.letter(at);
            (before != after).then_some(Change { line, at, before, after })
        });
        changes.collect()
    }
}

/// The cell that an agent has left and the one that it has come to, if that is all that has changed.
fn the_move(changes: &[Change]) -> Option<(Change, Change)> {
    let &[a, b] = changes else { return None };
    let is_agent = |letter| ['K', 'B', 'R'].contains(&letter);
    [(a, b), (b, a)]
        .into_iter()
        .find(|(from, to)| is_agent(from.before) && from.after == '.' && to.after == from.before && to.before != 'x')
}

/// The first few changes, for a message.
fn describe(changes: &[Change]) -> String {
    const MOST: usize = 3;
    let shown = changes.iter().take(MOST);
    let shown: Vec<_> =
        shown.map(|change| format!("{:?} `{}` → `{}`", change.at, change.before, change.after)).collect();
    let more = changes.len().saturating_sub(MOST);
    shown.join(", ") + &if more > 0 { format!(" and {more} more") } else { String::new() }
}
