//! Chexers boards as JSON.

use std::fmt::Write as _;

use super::{Board, Colour, Hex};
use crate::Parsed;
use crate::input::{InputError, content_lines, excerpt, lines_with_ends};
use crate::json::Json;

/// Whether the first line begins like JSON; the files of no other built-in puzzle do.
pub(super) fn recognizes(text: &str) -> bool {
    content_lines(text).next().is_some_and(|(_, line)| line.starts_with(['{', '[']))
}

/// Parses a board file, with remarks on unusual content.
pub(super) fn parse(text: &str) -> Result<Parsed<Board>, InputError> {
    let text = without_comments(text);
    if text.trim().is_empty() {
        return Err(InputError::new("there is no board: the file is empty"));
    }
    let members = Json::object(&text)?;
    let find = |key: &str| members.iter().find(|(k, _)| k == key).map(|(_, value)| value);
    let missing = |key: &str, example: &str| InputError::new(format!(r#"the key "{key}" is missing; add {example}"#));
    let need = |key: &str, example: &str| find(key).ok_or_else(|| missing(key, example));

    let mut colour = None;
    for given in ["colour", "color"].into_iter().filter_map(find) {
        match (colour.replace(read_colour(given)?), colour) {
            (Some(first), Some(second)) if first != second => {
                let (first, second) = (first.name(), second.name());
                let message = format!(r#""colour" is "{first}", but "color" is "{second}"; leave out one of them"#);
                return Err(given.error(message));
            }
            _ => {}
        }
    }
    let Some(colour) = colour else { return Err(missing("colour", r#""colour": "red""#)) };
    let radius = match find("radius") {
        None => Board::DEFAULT_RADIUS,
        Some(radius) => radius
            .integer()
            .and_then(|radius| u8::try_from(radius).ok())
            .filter(|radius| Board::RADII.contains(radius))
            .ok_or_else(|| radius.unexpected("a whole number from 2 to 6"))?,
    };
    let mut board = Board { colour, radius, pieces: Vec::new(), blocks: Vec::new() };
    // A duplicate block is harmless and occurs in real files; any other duplicate is an error.
    for place in places(need("blocks", r#""blocks": []"#)?)? {
        let hex = hex(&place, &board)?;
        if !board.blocks.contains(&hex) {
            board.blocks.push(hex);
        }
    }
    for place in places(need("pieces", r#""pieces": [[0, 0]]"#)?)? {
        let hex = hex(&place, &board)?;
        if board.blocks.contains(&hex) {
            return Err(place.error(format!("a piece and a block are both on {hex}; move or remove one of them")));
        }
        if board.pieces.contains(&hex) {
            return Err(place.error(format!("two pieces are on {hex}; move or remove one of them")));
        }
        board.pieces.push(hex);
    }
    let unknown = members.iter().filter(|(key, _)| !KEYS.contains(&key.as_str()));
    let notes = unknown.map(|(key, _)| format!(r#"unknown key "{}" ignored"#, excerpt(key)));
    Ok(Parsed { board, notes: notes.take(3).collect() })
}

/// The keys of a board file.
const KEYS: [&str; 5] = ["colour", "color", "pieces", "blocks", "radius"];

fn read_colour(value: &Json<'_>) -> Result<Colour, InputError> {
    let is_name = |colour: &Colour| value.string().is_some_and(|name| name.eq_ignore_ascii_case(colour.name()));
    Colour::ALL.into_iter().find(is_name).ok_or_else(|| value.unexpected(r#""red", "green" or "blue""#))
}

/// The elements of a list of hexes, not yet parsed.
fn places<'t>(list: &Json<'t>) -> Result<impl Iterator<Item = Json<'t>> + use<'t>, InputError> {
    list.list().ok_or_else(|| list.unexpected("a list of hexes [[q, r], …]"))
}

fn hex(place: &Json<'_>, board: &Board) -> Result<Hex, InputError> {
    let pair = place.list().filter(|pair| pair.len() == 2).ok_or_else(|| place.unexpected("a hex [q, r]"))?;
    let mut numbers = pair.map(|number| number.integer().ok_or_else(|| number.unexpected("a whole number")));
    let mut coordinate = || numbers.next().unwrap_or(Ok(0));
    let (q, r) = (coordinate()?, coordinate()?);
    i8::try_from(q)
        .ok()
        .zip(i8::try_from(r).ok())
        .map(|(q, r)| Hex { q, r })
        .filter(|hex| board.contains(*hex))
        .ok_or_else(|| {
            let radius = board.radius;
            place.error(format!("({q}, {r}) is off the board: q, r and q+r must lie between -{radius} and {radius}"))
        })
}

/// Prints a board file.
pub(super) fn print(board: &Board) -> String {
    let mut text = String::new();
    write(board, board.pieces.iter().copied(), &mut text);
    text + "\n"
}

/// Writes a board with these pieces instead of its own, on one line without a line end.
pub(super) fn write(board: &Board, pieces: impl Iterator<Item = Hex>, out: &mut String) {
    // Writing into a string never fails.
    let _ = write!(out, r#"{{"colour": "{}", "pieces": "#, board.colour.name());
    write_list(pieces, out);
    out.push_str(r#", "blocks": "#);
    write_list(board.blocks.iter().copied(), out);
    if board.radius != Board::DEFAULT_RADIUS {
        let _ = write!(out, r#", "radius": {}"#, board.radius);
    }
    out.push('}');
}

fn write_list(hexes: impl Iterator<Item = Hex>, out: &mut String) {
    out.push('[');
    for (i, hex) in hexes.enumerate() {
        let _ = write!(out, "{}[{},{}]", if i == 0 { "" } else { ", " }, hex.q, hex.r);
    }
    out.push(']');
}

/// Replaces every line that begins with `#` by spaces, so that everything else keeps its line and column. Such a line is never
/// part of a JSON string.
fn without_comments(text: &str) -> String {
    lines_with_ends(text)
        .map(|line| if line.trim_start().starts_with('#') { blank(line) } else { line.to_string() })
        .collect()
}

fn blank(line: &str) -> String {
    line.chars().map(|c| if matches!(c, '\n' | '\r') { c } else { ' ' }).collect()
}
