//! Points for heuristics.

use std::str::FromStr;

use serde::Serialize;

/// The maximum points for a heuristic on a board.
///
/// ```
/// use pathmax_lab::grade::HeuristicPoints;
/// let points: HeuristicPoints = "admissible=2,expansions=3".parse()?;
/// assert_eq!((points.admissible, points.consistent, points.expansions), (2.0, 0.0, 3.0));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct HeuristicPoints {
    /// For being admissible.
    pub admissible: f64,
    /// For being consistent.
    pub consistent: f64,
    /// For expansions within the [ratios](ExpansionRatios).
    pub expansions: f64,
}

impl Default for HeuristicPoints {
    /// One point for each.
    fn default() -> Self {
        HeuristicPoints { admissible: 1.0, consistent: 1.0, expansions: 1.0 }
    }
}

impl HeuristicPoints {
    /// The sum.
    pub fn total(&self) -> f64 {
        self.admissible + self.consistent + self.expansions
    }
}

const POINTS: &str = "write admissible=1,consistent=1,expansions=1 with the points for each; what is left out has none";

impl FromStr for HeuristicPoints {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut points = HeuristicPoints { admissible: 0.0, consistent: 0.0, expansions: 0.0 };
        for part in text.split(',') {
            let (name, number) = part.split_once('=').ok_or(POINTS)?;
            let number = number.trim().parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
            let number = number.ok_or_else(|| format!("{part}: the points are not a number from 0; {POINTS}"))?;
            match name.trim() {
                "admissible" => points.admissible = number,
                "consistent" => points.consistent = number,
                "expansions" => points.expansions = number,
                name => return Err(format!("there are no points for {name:?}; {POINTS}")),
            }
        }
        if points.total() > 0.0 { Ok(points) } else { Err(format!("there are no points to win; {POINTS}")) }
    }
}

/// The share of the points for each ratio of expansions to those of the reference heuristic.
///
/// ```
/// use pathmax_lab::grade::ExpansionRatios;
/// let ratios: ExpansionRatios = "1=1,2=0.5".parse()?;
/// assert_eq!([0.3, 1.0, 1.1, 2.0, 2.1].map(|ratio| ratios.share(ratio)), [1.0, 1.0, 0.5, 0.5, 0.0]);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ExpansionRatios(Vec<(f64, f64)>);

impl Default for ExpansionRatios {
    /// All points for at most as many as the reference, half for at most twice and a quarter for at most five times as
    /// many.
    fn default() -> Self {
        ExpansionRatios(vec![(1.0, 1.0), (2.0, 0.5), (5.0, 0.25)])
    }
}

impl ExpansionRatios {
    /// The share of the points for a ratio.
    pub fn share(&self, ratio: f64) -> f64 {
        self.0.iter().find(|(most, _)| ratio <= *most).map_or(0.0, |(_, share)| *share)
    }

    /// The largest ratio that still has a share.
    pub fn largest(&self) -> f64 {
        self.0.last().map_or(0.0, |(most, _)| *most)
    }
}

const RATIOS: &str = "write rising ratios with falling shares from 1 to 0, such as 1=1,2=0.5,5=0.25";

impl FromStr for ExpansionRatios {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut ratios: Vec<(f64, f64)> = Vec::new();
        for part in text.split(',') {
            let both = part
                .split_once('=')
                .and_then(|(most, share)| Some((most.trim().parse::<f64>().ok()?, share.trim().parse::<f64>().ok()?)));
            let (most, share) = both.ok_or_else(|| format!("{part}: this is not a ratio and a share; {RATIOS}"))?;
            let follows = ratios.last().is_none_or(|&(last, before)| most > last && share < before);
            if !(most.is_finite() && most > 0.0 && (0.0..=1.0).contains(&share) && follows) {
                return Err(format!("{part} does not fit; {RATIOS}"));
            }
            ratios.push((most, share));
        }
        Ok(ExpansionRatios(ratios))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_points_and_ratios_are_refused() {
        for text in ["", "admissible", "admissible=-1", "admissible=inf", "admissible=x", "best=1", "admissible=0"] {
            let error = text.parse::<HeuristicPoints>().unwrap_err();
            assert!(error.ends_with(POINTS), "{text}: {error}");
        }
        for text in ["", "1", "1=2", "0=1", "1=1,1=0.5", "2=1,1=0.5", "1=0.5,2=0.5", "nan=1", "1=nan"] {
            let error = text.parse::<ExpansionRatios>().unwrap_err();
            assert!(error.ends_with(RATIOS), "{text}: {error}");
        }
        assert_eq!("1=1, 2=0.5, 5=0.25".parse(), Ok(ExpansionRatios::default()));
    }
}
