//! Replays answers in the course's report format: all boards of the path, each followed by a line of stars.
//!
//! Each board must follow from the one before by one move. The move is found from the difference of the two boards, which is one
//! cell that an agent has left and one that it has entered. Whether the move is legal is checked in [`Position`].

use super::answer::{Coordinates, Position};
use super::{Board, Cell};
use crate::input::{before_line, content_lines, excerpt, whole_number};
use crate::{Replay, ReplayError};

/// The names of the header lines, which precede the boards.
const HEADERS: [&str; 4] = ["expanded", "path-cost", "h1", "h2"];

/// A line of a report.
enum Line<'a> {
    /// A header such as `path-cost: 24`: its name and value.
    Header(&'static str, &'a str),
    /// A row of a board, as the letters of its cells.
    Row(Vec<char>),
    /// The line of stars that ends a board.
    Stars,
    /// Any other line.
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
        // Normalizes obstacles to lowercase.
        let cells: Option<Vec<char>> = letters().map(|letter| Cell::from_letter(letter).map(Cell::letter)).collect();
        cells.map_or(Line::Other, Line::Row)
    }
}

/// Whether an answer is a report, valid or not. No action line looks like a line of a report.
pub(super) fn is_report(answer: &str) -> bool {
    let first = content_lines(answer).next();
    first.is_some_and(|(_, line)| !matches!(Line::read(line), Line::Other))
}

/// The beginning of a report up to its last line of stars.
pub(super) fn complete_boards(report: &str) -> &str {
    let stars = content_lines(report).filter(|(_, text)| matches!(Line::read(text), Line::Stars)).last();
    before_line(report, stars.map_or(1, |(line, _)| line + 1))
}

/// Replays a report on a board. Returns the position at its end, too.
pub(super) fn replay(board: &Board, answer: &str) -> Result<(Replay, Position), ReplayError> {
    let (position, columns) = (Position::new(board), board.columns());
    let mut path = Path { position, rows: board.rows(), columns, boards: 0, cost: 0 };
    let mut rows: Vec<Row> = Vec::new();
    for (line, text) in content_lines(answer) {
        let wrong = |reason: String| ReplayError::new(line, reason);
        match Line::read(text) {
            Line::Header(..) if rows.is_empty() => {}
            Line::Stars if rows.is_empty() => {
                return Err(wrong("there is no board before this line of `*`".to_string()));
            }
            Line::Stars => path.follow(line, &std::mem::take(&mut rows))?,
            Line::Row(letters) => {
                path.check_row(rows.len(), &letters).map_err(wrong)?;
                rows.push(Row { line, letters });
            }
            Line::Header(..) | Line::Other => {
                let shown = excerpt(text);
                let right = "a row of a board, the line of `*` after it, or expanded:, path-cost:, h1:, h2: before it";
                return Err(wrong(format!("{shown:?} does not belong in a report here; expected {right}")));
            }
        }
    }
    // The last line of stars may be missing.
    if let Some(last) = rows.last() {
        path.follow(last.line, &rows)?;
    }
    Ok((Replay { cost: path.cost, solved: path.position.is_solved() }, path.position))
}

/// Remarks on a report whose stated cost is not the cost of its moves. This is legal: the boards are the answer.
pub(super) fn remarks(answer: &str, replay: &Replay) -> Vec<String> {
    if !is_report(answer) {
        return Vec::new();
    }
    let stated = content_lines(answer).filter_map(|(line, text)| match Line::read(text) {
        Line::Header("path-cost", value) => Some((line, value)),
        _ => None,
    });
    let wrong = stated.filter(|(_, value)| {
        let whole = value.strip_suffix(".0").unwrap_or(value);
        whole_number(whole) != Some(i64::from(replay.cost))
    });
    let remark = |(line, value)| {
        format!("line {line} states path-cost {:?}, but the moves cost {}", excerpt(value), replay.cost)
    };
    wrong.map(remark).collect()
}

/// A row of a board in a report, with its line.
struct Row {
    line: usize,
    letters: Vec<char>,
}

/// The state of the replay.
struct Path {
    position: Position,
    rows: usize,
    columns: usize,
    boards: usize,
    cost: u32,
}

/// A cell that differs from the board before, with its line in the report.
#[derive(Clone, Copy)]
struct Change {
    line: usize,
    at: Coordinates,
    before: char,
    after: char,
}

impl Path {
    fn check_row(&self, rows_before: usize, letters: &[char]) -> Result<(), String> {
        if rows_before == self.rows {
            return Err(format!("the board has {} rows; expected a line of `*`", self.rows));
        }
        if letters.len() != self.columns {
            return Err(format!("this row has {} cells; the board has {} columns", letters.len(), self.columns));
        }
        Ok(())
    }

    /// Makes the move that leads to the next board of the report, which ends on the line `end`.
    fn follow(&mut self, end: usize, rows: &[Row]) -> Result<(), ReplayError> {
        self.boards += 1;
        let number = self.boards;
        let wrong = |line, reason: String| Err(ReplayError::new(line, format!("board {number}: {reason}")));
        if rows.len() < self.rows {
            return wrong(end, format!("it has {} rows; the board has {}", rows.len(), self.rows));
        }
        let changes = self.changes(rows);
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
                rows[0].line,
                "it is the same as the board before; each board is one move further".to_string(),
            );
        };
        let Some((from, to)) = the_move(&changes) else {
            let reason = format!("one move does not lead here from the board before: {}", describe(&changes));
            return wrong(first.line, reason);
        };
        match self.position.move_agent(from.before, from.at, to.at) {
            Ok((cost, _)) => self.cost = self.cost.saturating_add(cost),
            Err(reason) => return wrong(to.line, reason),
        }
        Ok(())
    }

    fn changes(&self, rows: &[Row]) -> Vec<Change> {
        let cells = (0..).zip(rows).flat_map(|(row, Row { line, letters })| {
            (0..).zip(letters).map(move |(column, &after)| (*line, (row, column), after))
        });
        let changes = cells.filter_map(|(line, at, after)| {
            let before = self.position.letter(at);
            (before != after).then_some(Change { line, at, before, after })
        });
        changes.collect()
    }
}

/// The cell that an agent has left and the one that it has entered, if there are no other changes.
fn the_move(changes: &[Change]) -> Option<(Change, Change)> {
    let &[a, b] = changes else { return None };
    let is_agent = |letter| ['K', 'B', 'R'].contains(&letter);
    [(a, b), (b, a)]
        .into_iter()
        .find(|(from, to)| is_agent(from.before) && from.after == '.' && to.after == from.before && to.before != 'x')
}

/// The first few changes, for a message.
fn describe(changes: &[Change]) -> String {
    const MAX_SHOWN: usize = 3;
    let shown = changes.iter().take(MAX_SHOWN);
    let shown: Vec<_> =
        shown.map(|change| format!("{:?} `{}` → `{}`", change.at, change.before, change.after)).collect();
    let more = changes.len().saturating_sub(MAX_SHOWN);
    shown.join(", ") + &if more > 0 { format!(" and {more} more") } else { String::new() }
}
