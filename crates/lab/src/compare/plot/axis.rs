//! Scales: decades with a place for 0, and whole numbers.

use std::ops::Range;

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};

/// A log scale over whole decades. If there are zeros (boards solved without an expansion), their place is one decade
/// below the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Decades {
    low: i32,
    high: i32,
    zero: bool,
}

/// Margin at both ends, in decades.
const MARGIN: f64 = 0.2;

impl Decades {
    /// The decades that contain all values.
    pub fn around(values: impl Iterator<Item = f64> + Clone) -> Decades {
        let zero = values.clone().any(|value| value <= 0.0);
        let exponents = || values.clone().filter(|value| *value > 0.0).map(f64::log10);
        let low = exponents().fold(f64::INFINITY, f64::min);
        let high = exponents().fold(f64::NEG_INFINITY, f64::max);
        if !low.is_finite() || !high.is_finite() {
            return Decades { low: 0, high: 1, zero };
        }
        // 10^3 has the logarithm 2.999…96 on some machines.
        let (low, high) = ((low + 1e-9).floor() as i32, (high - 1e-9).ceil() as i32);
        Decades { low, high: high.max(low + 1), zero }
    }

    /// From 1 to the decade of the greatest value.
    pub fn up_to(values: impl Iterator<Item = f64> + Clone) -> Decades {
        Decades { low: 0, zero: false, ..Decades::around(values.chain([1.0])) }
    }

    fn place(&self, value: f64) -> f64 {
        if value > 0.0 { value.log10() } else { f64::from(self.low - 1) }
    }

    fn ends(&self) -> (f64, f64) {
        (f64::from(self.low - i32::from(self.zero)) - MARGIN, f64::from(self.high) + MARGIN)
    }
}

impl Ranged for Decades {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        let (start, end) = self.ends();
        let share = ((self.place(*value) - start) / (end - start)).clamp(0.0, 1.0);
        from + (share * f64::from(to - from)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        let most = hint.max_num_points().max(1);
        let decades = (self.high - self.low + 1) as usize;
        let every = decades.div_ceil(most);
        let powers = (self.low..=self.high).step_by(every).map(|exponent| 10_f64.powi(exponent));
        self.zero.then_some(0.0).into_iter().chain(powers).collect()
    }

    fn range(&self) -> Range<f64> {
        10_f64.powi(self.low)..10_f64.powi(self.high)
    }
}

/// A scale over whole numbers, for f.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Whole {
    pub from: u32,
    pub to: u32,
}

impl Ranged for Whole {
    type FormatOption = DefaultFormatting;
    type ValueType = u32;

    fn map(&self, value: &u32, (from, to): (i32, i32)) -> i32 {
        // A margin of half a step at both ends.
        let steps = f64::from(self.to) - f64::from(self.from) + 1.0;
        let share = ((f64::from(*value) - f64::from(self.from) + 0.5) / steps).clamp(0.0, 1.0);
        from + (share * f64::from(to - from)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<u32> {
        let most = hint.max_num_points().max(1) as u32;
        let steps = (0..9).flat_map(|zeros| [1, 2, 5].map(|digit| digit * 10_u32.pow(zeros)));
        let inside = |step: u32| (self.from.div_ceil(step)..=self.to / step).map(move |i| i * step);
        let step = steps.clone().find(|step| (self.to - self.from) / step < most).unwrap_or(u32::MAX);
        inside(step).collect()
    }

    fn range(&self) -> Range<u32> {
        self.from..self.to
    }
}

/// The label of a power of ten: 1, 10, 100, 1k, … 1M.
pub(super) fn count_label(value: &f64) -> String {
    scaled(*value, &[(1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, "")])
}

/// The label of a power of ten of seconds: 1 µs, … 1 ms, … 1 s.
pub(super) fn time_label(value: &f64) -> String {
    scaled(*value, &[(1.0, " s"), (1e-3, " ms"), (1e-6, " µs"), (1e-9, " ns")])
}

fn scaled(value: f64, units: &[(f64, &str)]) -> String {
    if value <= 0.0 {
        return "0".to_string();
    }
    // Powers of ten are not exact.
    let unit = units.iter().find(|(size, _)| value >= size * 0.999).or(units.last());
    unit.map_or(String::new(), |(size, name)| format!("{:.0}{name}", value / size))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decades_hold_their_values() {
        assert_eq!(Decades::around([17.0, 1000.0].into_iter()), Decades { low: 1, high: 3, zero: false });
        assert_eq!(Decades::around([0.0, 1.0].into_iter()), Decades { low: 0, high: 1, zero: true });
        assert_eq!(Decades::around([0.0].into_iter()), Decades { low: 0, high: 1, zero: true });
        assert_eq!(Decades::around(std::iter::empty()), Decades { low: 0, high: 1, zero: false });
        assert_eq!(Decades::around([3e-5, 2.0].into_iter()), Decades { low: -5, high: 1, zero: false });
        assert_eq!(Decades::up_to([20.0].into_iter()), Decades { low: 0, high: 2, zero: false });
    }

    #[test]
    fn zero_has_a_place_below_the_rest() {
        let decades = Decades::around([0.0, 1.0, 100.0].into_iter());
        let places: Vec<i32> = [0.0, 1.0, 10.0, 100.0].iter().map(|value| decades.map(value, (0, 340))).collect();
        assert_eq!(places, [20, 120, 220, 320]);
        assert_eq!(decades.key_points(2_usize), [0.0, 1.0, 100.0]);
    }

    #[test]
    fn whole_numbers_get_round_steps() {
        let points = |from, to, most: usize| Whole { from, to }.key_points(most);
        assert_eq!(points(4, 12, 9), [4, 5, 6, 7, 8, 9, 10, 11, 12]);
        assert_eq!(points(5, 14, 5), [6, 8, 10, 12, 14]);
        assert_eq!(points(7, 7, 5), [7]);
        assert_eq!(points(0, 166, 5), [0, 50, 100, 150]);
        assert!(points(0, u32::MAX, 5).len() <= 5);
        let places: Vec<i32> = (4..=6).map(|f| Whole { from: 4, to: 6 }.map(&f, (0, 300))).collect();
        assert_eq!(places, [50, 150, 250]);
        Whole { from: 0, to: u32::MAX }.map(&u32::MAX, (0, 300));
    }

    #[test]
    fn labels_for_people() {
        let counts: Vec<String> = (0..8).map(|exponent| count_label(&10_f64.powi(exponent))).collect();
        assert_eq!(counts, ["1", "10", "100", "1k", "10k", "100k", "1M", "10M"]);
        let times: Vec<String> = (-7..4).map(|exponent| time_label(&10_f64.powi(exponent))).collect();
        let expected =
            ["100 ns", "1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s", "10 s", "100 s", "1000 s"];
        assert_eq!(times, expected);
        assert_eq!(count_label(&0.0), "0");
    }
}
