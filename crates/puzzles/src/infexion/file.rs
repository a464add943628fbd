//! Infexion boards as CSV.

use std::fmt::Write as _;

use super::torus::{cell, cells_in};
use super::{Board, Cell, Colour, Stack, Stacks};
use crate::input::{self, InputError, excerpt};

/// The format of a line, for messages.
const SHAPE: &str = "r,q,colour,power, as in 5,6,r,2";

/// The number of fields in a line.
const FIELDS: usize = 4;

/// Whether the first line has commas or semicolons and is neither JSON nor a row of squares.
pub(super) fn recognizes(text: &str) -> bool {
    let Some((_, line)) = stack_lines(text).next() else { return false };
    let is_square = |field: &str| matches!(field.trim(), "." | "x" | "X" | "K");
    line.contains([',', ';']) && !line.trim_start().starts_with(['{', '[']) && !line.split([',', ';']).any(is_square)
}

/// Parses a board file. A file without stacks is an empty board.
pub(super) fn parse(text: &str, spawn: bool) -> Result<Board, InputError> {
    let mut board = Board { stacks: Vec::new(), spawn };
    // The line of each cell.
    let mut lines = [[None; Board::SIZE as usize]; Board::SIZE as usize];
    for (number, line) in stack_lines(text) {
        let line = Line { number, text: line };
        if board.stacks.is_empty() && line.is_header() {
            return Err(line.error(line.text.trim_start(), format!("remove the header line; every line is {SHAPE}")));
        }
        let stack = line.stack()?;
        let earlier = &mut lines[usize::from(stack.cell.r)][usize::from(stack.cell.q)];
        if let Some(earlier) = *earlier {
            let cell = stack.cell;
            let twice = format!("the cell {cell} is on line {earlier} already; remove one of the two lines");
            return Err(line.error(line.text.trim_start(), twice));
        }
        *earlier = Some(number);
        board.stacks.push(stack);
    }
    Ok(board)
}

/// Prints a board file.
pub(super) fn print(board: &Board) -> String {
    let line = |&Stack { cell, colour, power }: &Stack| format!("{},{},{},{power}\n", cell.r, cell.q, colour.letter());
    board.stacks.iter().map(line).collect()
}

/// Writes a state as JSON, on one line without a line end: the fields of the lines of its board file, row by row.
pub(super) fn write_state(stacks: &Stacks, spawn: bool, out: &mut String) {
    out.push_str(r#"{"stacks": ["#);
    for (i, number) in cells_in(stacks.occupied()).enumerate() {
        let (at, power) = (cell(number), stacks.power(number));
        let colour = if stacks.blue() >> number & 1 == 1 { Colour::Blue } else { Colour::Red };
        let separator = if i == 0 { "" } else { ", " };
        // Writing into a string never fails.
        let _ = write!(out, r#"{separator}[{},{},"{}",{power}]"#, at.r, at.q, colour.letter());
    }
    let _ = write!(out, r#"], "spawn": {spawn}}}"#);
}

/// The lines that are not blank, with their numbers, and without comments, which begin with `#`.
fn stack_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = (1..).zip(input::lines(text));
    let without_comments = numbered.map(|(number, line)| (number, line.split('#').next().unwrap_or_default()));
    without_comments.filter(|(_, line)| !line.trim().is_empty())
}

/// A line that is expected to be a stack.
#[derive(Clone, Copy)]
struct Line<'t> {
    number: usize,
    text: &'t str,
}

impl<'t> Line<'t> {
    /// The fields, without empty ones after the last column, as spreadsheets write them.
    fn fields(self) -> impl Iterator<Item = &'t str> + Clone {
        let blank = |field: &str| field.trim().is_empty();
        let trailing = self.text.rsplit(',').take_while(|field| blank(field)).count();
        let all = self.text.split(',').count();
        self.text.split(',').take(all - trailing.min(all.saturating_sub(FIELDS)))
    }

    fn stack(self) -> Result<Stack, InputError> {
        let mut fields = self.fields();
        let (Some(r), Some(q), Some(colour), Some(power), None) =
            (fields.next(), fields.next(), fields.next(), fields.next(), fields.next())
        else {
            return Err(self.not_a_stack());
        };
        if [r, q, colour, power].iter().all(|field| field.trim().is_empty()) {
            return Err(self.not_a_stack());
        }
        let last = i64::from(Board::SIZE) - 1;
        Ok(Stack {
            cell: Cell { r: self.number_in(r, "row r", 0, last)?, q: self.number_in(q, "column q", 0, last)? },
            colour: self.colour(colour)?,
            power: self.number_in(power, "power", 1, i64::from(Board::MAX_POWER))?,
        })
    }

    /// The error for a line that does not have four fields, or whose fields are all empty.
    fn not_a_stack(self) -> InputError {
        let place = self.text.trim_start();
        let fields = self.fields().count();
        match self.text.find(';') {
            Some(semicolon) => self.error(
                &self.text[semicolon..],
                format!("the fields are separated by commas, not semicolons: every line is {SHAPE}"),
            ),
            None if self.fields().all(|field| field.trim().is_empty()) => {
                self.error(place, format!("this line has no values; remove it, or write {SHAPE}"))
            }
            None if fields == 1 => {
                self.error(place, format!("{:?} is not a stack: every line is {SHAPE}", excerpt(place.trim_end())))
            }
            None => {
                self.error(place, format!("this line has {fields} fields instead of {FIELDS}: every line is {SHAPE}"))
            }
        }
    }

    /// Whether the line has four fields and all of them begin with a letter.
    fn is_header(self) -> bool {
        let mut fields = self.fields();
        fields.clone().count() == FIELDS && fields.all(|field| field.trim().starts_with(char::is_alphabetic))
    }

    fn colour(self, field: &'t str) -> Result<Colour, InputError> {
        match field.trim() {
            "r" | "R" => Ok(Colour::Red),
            "b" | "B" => Ok(Colour::Blue),
            other => Err(self.wrong_field(field, "colour", other, "r (red) or b (blue)")),
        }
    }

    fn number_in(self, field: &'t str, name: &str, min: i64, max: i64) -> Result<u8, InputError> {
        let text = field.trim();
        let number = text.parse::<i64>().ok().filter(|number| (min..=max).contains(number));
        number
            .and_then(|number| u8::try_from(number).ok())
            .ok_or_else(|| self.wrong_field(field, name, text, &format!("a whole number from {min} to {max}")))
    }

    fn wrong_field(self, field: &'t str, name: &str, found: &str, right: &str) -> InputError {
        let message = if found.is_empty() {
            format!("the {name} is missing; it must be {right}")
        } else {
            format!("the {name} is {:?}; it must be {right}", excerpt(found))
        };
        self.error(field.trim_start(), message)
    }

    /// An error at `place`, which is a substring of the line.
    fn error(self, place: &'t str, message: String) -> InputError {
        let before = place.as_ptr() as usize - self.text.as_ptr() as usize;
        let column = self.text[..before].chars().count() + 1;
        InputError::new(message).at(input::Position { line: self.number, column })
    }
}
