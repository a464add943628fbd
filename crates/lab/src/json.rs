//! JSON with numbers that people can read.
//!
//! Times, means and ratios are computed with 53 bits, most of which mean nothing: 0.012345678901 s, 0.30000000000000004. Every
//! fraction is written with [six significant digits](round); whole numbers are written in full.

use std::io;

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter, Serializer};

/// Number of significant digits of a fraction.
const DIGITS: i32 = 6;

/// The number with six significant digits; a number with more digits before the point is rounded to a whole number.
///
/// ```
/// use pathmax_lab::round;
///
/// assert_eq!([0.1 + 0.2, 2.0 / 3.0, 1234567.8].map(round), [0.3, 0.666667, 1234568.0]);
/// ```
pub fn round(number: f64) -> f64 {
    if number == 0.0 || !number.is_finite() {
        return number;
    }
    let before_point = number.abs().log10().floor() as i32 + 1;
    let places = usize::try_from(DIGITS - before_point).unwrap_or(0);
    // Decimal rounding, so that the shortest form of the result has these digits.
    format!("{number:.places$}").parse().unwrap_or(number)
}

/// A value as JSON with an indentation, without a line end.
pub fn to_json(value: &impl Serialize) -> serde_json::Result<String> {
    write(value, Rounded(PrettyFormatter::new()))
}

/// A value as JSON on one line, without a line end.
pub fn to_json_line(value: &impl Serialize) -> serde_json::Result<String> {
    write(value, Rounded(CompactFormatter))
}

fn write(value: &impl Serialize, formatter: impl Formatter) -> serde_json::Result<String> {
    let mut bytes = Vec::new();
    value.serialize(&mut Serializer::with_formatter(&mut bytes, formatter))?;
    // The serializer writes only UTF-8.
    Ok(String::from_utf8(bytes).unwrap_or_default())
}

/// Writes like the formatter inside, with rounded fractions.
struct Rounded<F>(F);

/// Methods that the formatter inside answers.
macro_rules! delegate {
    ($($method:ident($($argument:ident: $type:ty)?);)*) => {
        $(fn $method<W: ?Sized + io::Write>(&mut self, writer: &mut W $(, $argument: $type)?) -> io::Result<()> {
            self.0.$method(writer $(, $argument)?)
        })*
    };
}

impl<F: Formatter> Formatter for Rounded<F> {
    fn write_f64<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        self.0.write_f64(writer, round(value))
    }

    delegate! {
        begin_array();
        end_array();
        begin_array_value(first: bool);
        end_array_value();
        begin_object();
        end_object();
        begin_object_key(first: bool);
        end_object_key();
        begin_object_value();
        end_object_value();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_have_six_digits() {
        let noisy = [0.0, -0.012345678901, 1e-9, 0.999_999_9, 1.0, 33.333_333_333, 123_456.7, 9.876_543_21e12];
        let plain = [0.0, -0.0123457, 1e-9, 1.0, 1.0, 33.3333, 123_457.0, 9_876_543_210_000.0];
        assert_eq!(noisy.map(round), plain);
        assert!(round(f64::NAN).is_nan() && round(f64::INFINITY).is_infinite());
    }

    #[test]
    fn only_fractions_change() {
        let value = serde_json::json!({"seconds": 0.1 + 0.2, "count": u64::MAX, "all": [], "none": {}, "some": [1, {"a": "b"}]});
        assert_eq!(
            to_json(&value).unwrap(),
            serde_json::to_string_pretty(&value).unwrap().replace("0.30000000000000004", "0.3")
        );
        assert_eq!(to_json_line(&value).unwrap(), value.to_string().replace("0.30000000000000004", "0.3"));
    }
}
