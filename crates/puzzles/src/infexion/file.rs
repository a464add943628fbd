//! Infexion boards as CSV.

use std::fmt::Write as _;

use super::torus::{cell, cells_in};
use super::{Board, Cell, Colour, Stack, Stacks};
use crate::input::{self, InputError, excerpt};

/// What a line must look like, for messages.
const SHAPE: &str = "r,q,colour,power, as in 5,6,r,2";

/// How many fields a line has.
const FIELDS: usize = 4;

/// A first line with commas or semicolons that is neither JSON nor a grid of squares: a board, if not always a good one.
pub(super) fn recognises(text: &str) -> bool {
    let Some((_, line)) = stack_lines(text).next() else { return false };
    let is_square = |field: &str| matches!(field.trim(), "." | "x" | "X" | "K");
    line.contains([',', ';']) && !line.trim_start().starts_with(['{', '[']) && !line.split([',', ';']).any(is_square)
}

/// Reads a board file. A file without any stack is an empty board.
pub(super) fn parse(text: &str, spawn: bool) -> Result<Board, InputError> {
    let mut board = Board { stacks: Vec::new(), spawn };
    // On which line each cell was given.
    let mut given = [[None; Board::SIZE as usize]; Board::SIZE as usize];
    for (number, line) in stack_lines(text) {
        let line = Line { number, text: line };
        if board.stacks.is_empty() && line.is_header() {
            return Err(line.error(line.text.trim_start(), format!("remove the header line; every line is {SHAPE}")));
        }
        let stack = line.stack()?;
        let earlier = &mut given[usize::from(stack.cell.r)][usize::from(stack.cell.q)];
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

/// Writes a board file.
pub(super) fn print(board: &Board) -> String {
    let line = |&Stack { cell, colour, power }: &Stack| format!("{},{},{},{power}\n", cell.r, cell.q, colour.letter());
    board.stacks.iter().map(line).collect()
}

/// Writes a position as JSON, on one line without its end: the fields of the file's lines, row by row.
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

/// The lines that are not blank, with their numbers and without comments, which begin at a `#`.
fn stack_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = (1..).zip(input::lines(text));
    let without_comments = numbered.map(|(number, line)| (number, line.split('#').next().unwrap_or_default()));
    without_comments.filter(|(_, line)| !line.trim().is_empty())
}

/// A line that should be a stack.
#[derive(Clone, Copy)]
struct Line<'t> {
    number: usize,
    text: &'t str,
}

impl<'t> Line<'t> {
    /// The fields, without the empty ones that a spreadsheet leaves after the last column.
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
            power: self.number_in(power, "power", 1, i64::from(Board::MOST_POWER))?,
        })
    }

    /// The error of a line without four fields, or without any value in them.
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

    /// Whether there are names where numbers should be. Fewer or more of them are no header but something else.
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

    fn number_in(self, field: &'t str, name: &str, least: i64, most: i64) -> Result<u8, InputError> {
        let text = field.trim();
        let number = text.parse::<i64>().ok().filter(|number| (least..=most).contains(number));
        number
            .and_then(|number| u8::try_from(number).ok())
            .ok_or_else(|| self.wrong_field(field, name, text, &format!("a whole number from {least} to {most}")))
    }

    fn wrong_field(self, field: &'t str, name: &str, found: &str, right: &str) -> InputError {
        let message = if found.is_empty() {
            format!("the {name} is missing; it must be {right}")
        } else {
            format!("the {name} is {:?}; it must be {right}", excerpt(found))
        };
        self.error(field.trim_start(), message)
    }

    /// An error at `place`, which is a part of the line.
    fn error(self, place: &'t str, message: String) -> InputError {
        let before = place.as_ptr() as usize - self.text.as_ptr() as usize;
        let column = self.text[..before].chars().count() + 1;
        InputError::new(message).at(input::Position { line: self.number, column })
    }
}
