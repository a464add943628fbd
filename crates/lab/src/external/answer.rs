//! Parses the answers of a heuristic program.

use pathmax::{Cost, MAX_COST};

use crate::text::harmless;

/// Excess over a whole number that is rounded down: sums of fractions are seldom exact.
const SLACK: f64 = 1e-6;
/// Maximum number of characters shown of an answer.
const SHOWN: usize = 60;

/// Parses an answer: a number, or `inf` for a dead end (`None`). An error describes the answer.
pub(super) fn read(line: &[u8]) -> Result<Option<Cost>, String> {
    let line = line.trim_ascii();
    if !line.is_empty() && line.len() <= 9 && line.iter().all(u8::is_ascii_digit) {
        // Fast path for the common case.
        return Ok(Some(line.iter().fold(0, |number, digit| 10 * number + Cost::from(digit - b'0'))));
    }
    let text = String::from_utf8_lossy(line);
    if text.is_empty() {
        return Err("an empty line".to_string());
    }
    match text.parse::<f64>() {
        Ok(number) if !number.is_nan() => {
            heuristic_value(number).map_err(|what| format!("{}, which is {what}", shown(&text)))
        }
        _ => Err(shown(&text)),
    }
}

/// The heuristic value that a number stands for, `None` for infinity; or what is wrong with the number.
///
/// Costs are whole numbers, so a fraction is rounded up, unless it exceeds a whole number by less than a millionth; that keeps
/// the heuristic admissible and consistent.
///
/// ```
/// use pathmax_lab::heuristic_value;
/// assert_eq!([2.5, 2.000_000_1, f64::INFINITY].map(heuristic_value), [Ok(Some(3)), Ok(Some(2)), Ok(None)]);
/// assert_eq!(heuristic_value(-1.0).unwrap_err(), "negative");
/// ```
pub fn heuristic_value(number: f64) -> Result<Option<Cost>, String> {
    match number {
        f64::INFINITY => Ok(None),
        _ if number.is_nan() => Err("not a number".to_string()),
        _ if number < 0.0 => Err("negative".to_string()),
        _ if number > f64::from(MAX_COST) => Err(format!("beyond {MAX_COST}; a dead end is inf")),
        _ => Ok(Some((number - SLACK).ceil().max(0.0) as Cost)),
    }
}

/// The beginning of an answer in quotes, sanitized.
pub(super) fn shown(text: &str) -> String {
    format!("\"{}\"", harmless(text.trim(), SHOWN))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_infinity() {
        for (line, expected) in [
            ("0", Some(0)),
            ("7", Some(7)),
            (" 12\r", Some(12)),
            ("007", Some(7)),
            ("+7", Some(7)),
            ("7.0", Some(7)),
            ("7.5", Some(8)),
            ("6.000000001", Some(6)),
            ("5.999999999", Some(6)),
            ("-0.0", Some(0)),
            ("1e3", Some(1000)),
            ("999999999", Some(999_999_999)),
            ("2147483647", Some(MAX_COST)),
            ("inf", None),
            ("Infinity", None),
            ("+inf", None),
        ] {
            assert_eq!(read(line.as_bytes()), Ok(expected), "{line}");
        }
    }

    #[test]
    fn invalid_answers_are_described() {
        for (line, expected) in [
            ("", "an empty line"),
            ("\t", "an empty line"),
            ("-1", "\"-1\", which is negative"),
            ("-inf", "\"-inf\", which is negative"),
            ("2147483648", "\"2147483648\", which is beyond 2147483647; a dead end is inf"),
            ("1e999", ""),
            ("nan", "\"nan\""),
            ("None", "\"None\""),
            ("3 4", "\"3 4\""),
            ("0x10", "\"0x10\""),
            ("h = 3\u{1b}[2J", "\"h = 3\u{fffd}[2J\""),
        ] {
            match read(line.as_bytes()) {
                // A number too large for a float is infinite.
                Ok(value) => assert_eq!((value, expected), (None, ""), "{line}"),
                Err(message) => assert_eq!(message, expected),
            }
        }
        assert_eq!(read(&[0xff, b'7']), Err("\"\u{fffd}7\"".to_string()));
        assert_eq!(read(&[b'x'; 500]), Err(format!("\"{}…\"", "x".repeat(60))));
    }
}
