//! Readable numbers.

use std::time::Duration;

use bytesize::ByteSize;

/// 1234567 as 1,234,567.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with its noun: 1 state, 2 states.
pub fn counted(number: u64, what: &str) -> String {
    format!("{} {what}{}", count(number), if number == 1 { "" } else { "s" })
}

/// A count that may be too large to be exact: 1,234,567 or 1.23 × 10^25.
pub fn large(number: f64) -> String {
    const EXACT: f64 = 9_007_199_254_740_992.0; // 2^53
    if number < EXACT {
        return count(number.round() as u64);
    }
    let text = format!("{number:.2e}");
    text.split_once('e').map_or(text.clone(), |(digits, power)| format!("{digits} × 10^{power}"))
}

/// A number of bytes as KiB, MiB or GiB.
pub fn bytes(bytes: usize) -> String {
    ByteSize(bytes as u64).display().iec().to_string()
}

/// A share as a percentage: 4.5 %.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A time in a suitable unit.
pub fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        s if s < 1e-3 => format!("{:.0} µs", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s if s < 100.0 => format!("{s:.2} s"),
        s => format!("{s:.0} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        assert_eq!([0, 999, 1000, 1_234_567].map(count), ["0", "999", "1,000", "1,234,567"]);
        let times = [250e-6, 0.0123, 1.5, 4000.0].map(|s| time(Duration::from_secs_f64(s)));
        assert_eq!(times, ["250 µs", "12.3 ms", "1.50 s", "4000 s"]);
        assert_eq!(
            [0.0, 66_045.0, 9e15, 1.2349e25].map(large),
            ["0", "66,045", "9,000,000,000,000,000", "1.23 × 10^25"]
        );
        assert_eq!(bytes(64 * 1024 * 1024), "64.0 MiB");
        assert_eq!([0.0, 0.0449, 1.0].map(percent), ["0.0 %", "4.5 %", "100.0 %"]);
    }
}
