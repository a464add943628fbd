//! Formats of action lines: they parse a line, and name the character where it deviates from all of them.

use std::fmt;

use serde::Serialize;

use crate::board::LineError;
use crate::input::{excerpt, whole_number};

/// The formats of a puzzle's action lines, each with the action that it stands for.
///
/// In a pattern, `<name>` is a whole number and `<#name>` is one digit; every other character stands for itself.
///
/// ```
/// use pathmax_puzzles::action_format::ActionFormats;
///
/// let formats = ActionFormats::new([('M', "MOVE to (<row>, <column>)."), ('T', "TAKE <#label>.")]);
/// assert_eq!(formats.parse("MOVE to (0, -1)."), Ok((&'M', vec![0, -1])));
/// let mismatch = formats.parse("MOVE to (0,-1).").unwrap_err();
/// assert_eq!((mismatch.column, mismatch.expected.as_str()), (12, "a space"));
/// ```
#[derive(Clone, Debug)]
pub struct ActionFormats<A> {
    formats: Vec<(A, Format)>,
}

/// Where a line deviates from the formats of actions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mismatch {
    /// The column of the first wrong character, counted from 1; one more than there are characters if something is missing.
    pub column: usize,
    /// What is expected there, in words: `a space`.
    pub expected: String,
    /// The format that the line resembles most, if there is one: `EXIT from (q, r).`.
    pub format: Option<String>,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", self.expected)?;
        self.format.as_ref().map_or(Ok(()), |format| write!(f, ", as in {format}"))
    }
}

impl Mismatch {
    /// The error for the line that deviates.
    pub fn in_line(self, line: &str) -> LineError {
        LineError { reason: format!("{:?} is not an action: {self}", excerpt(line)), mismatch: Some(self) }
    }
}

impl<A> ActionFormats<A> {
    /// The formats with these patterns.
    pub fn new<'p>(patterns: impl IntoIterator<Item = (A, &'p str)>) -> Self {
        let format = |(action, pattern)| (action, Format::of_pattern(pattern));
        ActionFormats { formats: patterns.into_iter().map(format).collect() }
    }

    /// The same, but with any white space where the patterns have one space.
    pub fn with_any_spaces(mut self) -> Self {
        for part in self.formats.iter_mut().flat_map(|(_, format)| &mut format.parts) {
            if *part == Part::Character(' ') {
                *part = Part::Spaces;
            }
        }
        self
    }

    /// The action and the numbers of a line, or where it deviates from all formats.
    pub fn parse(&self, line: &str) -> Result<(&A, Vec<i64>), Mismatch> {
        let mut deviations = Vec::new();
        for (action, format) in &self.formats {
            match format.parse(line) {
                Ok(numbers) => return Ok((action, numbers)),
                Err(at) => deviations.push((format, at)),
            }
        }
        Err(mismatch(line, deviations))
    }
}

impl ActionFormats<()> {
    /// Formats derived from valid lines, with a number where these have numbers.
    pub fn of_examples<'e>(lines: impl IntoIterator<Item = &'e str>) -> Self {
        let mut formats: Vec<((), Format)> = Vec::new();
        for line in lines {
            let format = Format::of_example(line);
            if formats.iter().all(|(_, known)| *known != format) {
                formats.push(((), format));
            }
        }
        ActionFormats { formats }
    }
}

/// One format.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Format {
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Character(char),
    /// White space, at least one character.
    Spaces,
    /// A whole number, and its name.
    Number(String),
    /// One digit, and its name.
    Digit(String),
}

/// Where a line deviates from one format.
#[derive(Clone, Copy, Debug)]
struct Deviation {
    /// The number of characters before it.
    characters: usize,
    /// The index of the part that does not match; the number of parts if the line is too long.
    part: usize,
    /// Whether there is a number, but one that does not fit.
    too_large: bool,
}

impl Format {
    fn of_pattern(pattern: &str) -> Format {
        let mut parts = Vec::new();
        let mut rest = pattern;
        while let Some(character) = rest.chars().next() {
            let name = rest.strip_prefix('<').and_then(|rest| rest.split_once('>'));
            let (part, after) = match name {
                Some((name, after)) => match name.strip_prefix('#') {
                    Some(name) => (Part::Digit(name.to_string()), after),
                    None => (Part::Number(name.to_string()), after),
                },
                None => (Part::Character(character), &rest[character.len_utf8()..]),
            };
            parts.push(part);
            rest = after;
        }
        Format { parts }
    }

    fn of_example(line: &str) -> Format {
        let mut parts = Vec::new();
        let mut rest = line;
        while let Some(character) = rest.chars().next() {
            let in_word = matches!(parts.last(), Some(Part::Character(last)) if last.is_alphanumeric());
            let number = if in_word { 0 } else { number_length(rest) };
            parts.push(if number > 0 { Part::Number(String::new()) } else { Part::Character(character) });
            rest = &rest[number.max(character.len_utf8())..];
        }
        Format { parts }
    }

    /// The numbers of a line.
    fn parse(&self, line: &str) -> Result<Vec<i64>, Deviation> {
        let mut numbers = Vec::new();
        let mut rest = line;
        for (i, part) in self.parts.iter().enumerate() {
            let deviation =
                |too_large| Deviation { characters: line.chars().count() - rest.chars().count(), part: i, too_large };
            let length = match part {
                Part::Character(character) => rest.strip_prefix(*character).map_or(0, |_| character.len_utf8()),
                Part::Spaces => rest.len() - rest.trim_start().len(),
                Part::Number(_) => number_length(rest),
                Part::Digit(_) => usize::from(rest.starts_with(|character: char| character.is_ascii_digit())),
            };
            if length == 0 {
                return Err(deviation(false));
            }
            let (text, after) = rest.split_at(length);
            if matches!(part, Part::Number(_) | Part::Digit(_)) {
                numbers.push(whole_number(text).ok_or(deviation(true))?);
            }
            rest = after;
        }
        let (characters, part) = (line.chars().count() - rest.chars().count(), self.parts.len());
        if rest.is_empty() { Ok(numbers) } else { Err(Deviation { characters, part, too_large: false }) }
    }

    /// The word that includes the part of this index.
    fn word_at(&self, part: usize) -> Option<String> {
        let letter = |part: &Part| match part {
            Part::Character(character) if character.is_alphanumeric() => Some(*character),
            _ => None,
        };
        let before = self.parts[..part].iter().rev().map_while(letter).count();
        let word: String = self.parts[part - before..].iter().map_while(letter).collect();
        self.parts.get(part).and_then(letter).map(|_| word)
    }

    /// What is expected at the part of this index; `ends` if nothing follows in the line.
    fn expected_at(&self, part: usize, ends: bool) -> String {
        let named =
            |what: &str, name: &str| if name.is_empty() { what.to_string() } else { format!("{what} ({name})") };
        match self.parts.get(part) {
            None => "the end of the line".to_string(),
            Some(Part::Number(name)) => named("a number", name),
            Some(Part::Digit(name)) => named("one digit", name),
            Some(Part::Spaces | Part::Character(' ')) if ends || self.word_at(part + 1).is_some() => {
                format!("a space and {}", self.expected_at(part + 1, ends))
            }
            Some(Part::Spaces | Part::Character(' ')) => "a space".to_string(),
            Some(Part::Character('.')) => "a full stop".to_string(),
            Some(Part::Character(character)) => {
                format!("`{}`", self.word_at(part).unwrap_or(character.to_string()))
            }
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in &self.parts {
            match part {
                Part::Character(character) => write!(f, "{character}")?,
                Part::Spaces => f.write_str(" ")?,
                Part::Number(name) | Part::Digit(name) if name.is_empty() => f.write_str("…")?,
                Part::Number(name) | Part::Digit(name) => f.write_str(name)?,
            }
        }
        Ok(())
    }
}

/// The length of the number at the beginning of a text: digits, optionally after a minus sign.
fn number_length(text: &str) -> usize {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let after = digits.trim_start_matches(|character: char| character.is_ascii_digit());
    if after.len() == digits.len() { 0 } else { text.len() - after.len() }
}

/// The mismatch with the formats that match the longest beginning of a line.
fn mismatch(line: &str, mut deviations: Vec<(&Format, Deviation)>) -> Mismatch {
    let characters = deviations.iter().map(|(_, at)| at.characters).max().unwrap_or(0);
    deviations.retain(|(_, at)| at.characters == characters);
    let ends = line.chars().nth(characters).is_none();
    let rest: String = line.chars().skip(characters).take_while(|character| character.is_alphanumeric()).collect();
    let missing = |(format, at): &(&Format, Deviation)| format.parts.len() - at.part;
    let misspelt = |(format, at): &(&Format, Deviation)| {
        format.word_at(at.part).is_some_and(|word| word.eq_ignore_ascii_case(&rest))
    };
    if ends {
        let fewest = deviations.iter().map(missing).min();
        deviations.retain(|deviation| Some(missing(deviation)) == fewest);
    } else if deviations.iter().any(misspelt) {
        deviations.retain(misspelt);
    }
    let mut expected: Vec<String> = Vec::new();
    for (format, at) in &deviations {
        let here = match at.too_large {
            true => "a number that fits into 32 bits".to_string(),
            false => format.expected_at(at.part, ends),
        };
        if !expected.contains(&here) {
            expected.push(here);
        }
    }
    let format = match &deviations[..] {
        [(format, _)] => Some(format.to_string()),
        _ => None,
    };
    Mismatch { column: characters + 1, expected: alternatives(&expected), format }
}

/// `a, b or c`.
fn alternatives(texts: &[String]) -> String {
    match texts {
        [] => "another line".to_string(),
        [text] => text.clone(),
        [texts @ .., last] => format!("{} or {last}", texts.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_wrong_character_is_named() {
        let formats = ActionFormats::new([
            ((), "MOVE from (<q>, <r>) to (<q>, <r>)."),
            ((), "EXIT from (<q>, <r>)."),
            ((), "EXIT from (<q>, <r>) taking <#label>."),
        ]);
        let deviations = [
            "MOVE from (-2,1) to (-1, 1).",
            "MOVE from (-2, 1) to (-1, 1)",
            "MOVE from (-2, 1) to (-1, 1)!",
            "MOVE from (-2, 1) to (-1, 1). ok",
            "MOVE form (-2, 1) to (-1, 1).",
            "MOVE from (-2, 1).",
            "MOVE from ( -2, 1) to (-1, 1).",
            "MOVE from (+2, 1) to (-1, 1).",
            "MOVE from (−2, 1) to (-1, 1).",
            "MOVE from (2147483648, 1) to (-1, 1).",
            "MOVE from (2.0, 1) to (-1, 1).",
            "move from (-2, 1) to (-1, 1).",
            "Exit from (3, 0).",
            "EXIT (3, 0).",
            "EXIT from (3, 0)",
            "EXIT from (3, 0) to (4, 0).",
            "EXIT from (3, 0) taking 12.",
            "EXIT from (3, 0) taking",
            "WALK",
            "",
            "größer",
        ]
        .map(|line| match formats.parse(line) {
            Err(mismatch) => format!("{line:40} {}: {mismatch}", mismatch.column),
            Ok(_) => format!("{line:40} accepted"),
        });
        insta::assert_snapshot!(deviations.join("\n"), @"
        MOVE from (-2,1) to (-1, 1).             15: expected a space, as in MOVE from (q, r) to (q, r).
        MOVE from (-2, 1) to (-1, 1)             29: expected a full stop, as in MOVE from (q, r) to (q, r).
        MOVE from (-2, 1) to (-1, 1)!            29: expected a full stop, as in MOVE from (q, r) to (q, r).
        MOVE from (-2, 1) to (-1, 1). ok         30: expected the end of the line, as in MOVE from (q, r) to (q, r).
        MOVE form (-2, 1) to (-1, 1).            7: expected `from`, as in MOVE from (q, r) to (q, r).
        MOVE from (-2, 1).                       18: expected a space and `to`, as in MOVE from (q, r) to (q, r).
        MOVE from ( -2, 1) to (-1, 1).           12: expected a number (q), as in MOVE from (q, r) to (q, r).
        MOVE from (+2, 1) to (-1, 1).            12: expected a number (q), as in MOVE from (q, r) to (q, r).
        MOVE from (−2, 1) to (-1, 1).            12: expected a number (q), as in MOVE from (q, r) to (q, r).
        MOVE from (2147483648, 1) to (-1, 1).    12: expected a number that fits into 32 bits, as in MOVE from (q, r) to (q, r).
        MOVE from (2.0, 1) to (-1, 1).           13: expected `,`, as in MOVE from (q, r) to (q, r).
        move from (-2, 1) to (-1, 1).            1: expected `MOVE`, as in MOVE from (q, r) to (q, r).
        Exit from (3, 0).                        2: expected `EXIT`
        EXIT (3, 0).                             6: expected `from`
        EXIT from (3, 0)                         17: expected a full stop, as in EXIT from (q, r).
        EXIT from (3, 0) to (4, 0).              19: expected `taking`, as in EXIT from (q, r) taking label.
        EXIT from (3, 0) taking 12.              26: expected a full stop, as in EXIT from (q, r) taking label.
        EXIT from (3, 0) taking                  24: expected a space and one digit (label), as in EXIT from (q, r) taking label.
        WALK                                     1: expected `MOVE` or `EXIT`
                                                 1: expected `EXIT`, as in EXIT from (q, r).
        größer                                   1: expected `MOVE` or `EXIT`
        ");
    }

    #[test]
    fn formats_of_examples_generalize_numbers_only() {
        let formats = ActionFormats::of_examples(["SLIDE (1, 2)", "SLIDE (0, -7)", "B2 to <3>", "PUSH"]);
        assert_eq!(formats.formats.len(), 3);
        assert_eq!(formats.parse("SLIDE (12, 0)"), Ok((&(), vec![12, 0])));
        assert_eq!(formats.parse("B2 to <9>"), Ok((&(), vec![9])));
        let mismatch = formats.parse("SLIDE (1,2)").unwrap_err();
        assert_eq!((mismatch.column, mismatch.to_string().as_str()), (10, "expected a space, as in SLIDE (…, …)"));
        assert_eq!(formats.parse("B3 to <9>").unwrap_err().column, 2);
        assert_eq!(ActionFormats::of_examples([]).parse("x").unwrap_err().expected, "another line");
    }
}
