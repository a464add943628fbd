//! How far from the optimum a plan may be.

use std::fmt;

use crate::Cost;

/// The largest accepted gap between the cost of a plan and the proven bound: (cost − bound) / cost.
///
/// ```
/// use pathmax::Gap;
/// assert_eq!(Gap::new(0.05).unwrap().to_string(), "5%");
/// assert_eq!(Gap::default(), Gap::ZERO);
/// assert!(Gap::new(1.5).is_none());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gap {
    millionths: u32,
}

impl Gap {
    /// Only an optimal plan will do.
    pub const ZERO: Gap = Gap { millionths: 0 };

    /// A gap from 0 to 1, rounded down to millionths; `None` for anything else.
    pub fn new(gap: f64) -> Option<Gap> {
        // 0.07 is a little less than 70,000 millionths in binary; such errors are far below a millionth.
        (0.0..=1.0).contains(&gap).then_some(Gap { millionths: (gap * 1e6 + 1e-6) as u32 })
    }

    /// The gap as a number.
    pub fn value(self) -> f64 {
        f64::from(self.millionths) / 1e6
    }

    pub(crate) fn millionths(self) -> u32 {
        self.millionths
    }

    /// A gap in millionths; `None` for more than 1.
    pub(crate) fn from_millionths(millionths: u32) -> Option<Gap> {
        (millionths <= 1_000_000).then_some(Gap { millionths })
    }

    /// The lowest bound that closes the gap to a plan of this cost.
    #[inline]
    pub(crate) fn cutoff(self, cost: Cost) -> Cost {
        let most = u64::from(cost) * u64::from(self.millionths) / 1_000_000;
        cost - most as Cost
    }
}

impl fmt::Display for Gap {
    /// In percent: `5%`, `0.1%`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}%", f64::from(self.millionths) / 1e4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MAX_COST;

    #[test]
    fn the_cutoff_is_the_lowest_bound_within_the_gap() {
        for (gap, cost, cutoff) in [
            (0.0, 17, 17),
            (0.05, 100, 95),
            (0.05, 99, 95),
            (0.05, 19, 19),
            (0.05, 20, 19),
            (1.0, 20, 0),
            (0.07, 100, 93),
            (0.5, MAX_COST, MAX_COST / 2 + 1),
            (0.0, Cost::MAX, Cost::MAX),
            (1.0, Cost::MAX, 0),
        ] {
            assert_eq!(Gap::new(gap).unwrap().cutoff(cost), cutoff, "{gap} of {cost}");
        }
        for wrong in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
            assert_eq!(Gap::new(wrong), None, "{wrong}");
        }
    }
}
