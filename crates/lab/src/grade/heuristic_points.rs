//! Points for heuristics.

use std::str::FromStr;

use serde::Serialize;
use serde_json::Value;

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
    /// The key of a manifest.
    pub(crate) const KEY: &str = "heuristic_points";

    const NONE: HeuristicPoints = HeuristicPoints { admissible: 0.0, consistent: 0.0, expansions: 0.0 };

    /// The sum.
    pub fn total(&self) -> f64 {
        self.admissible + self.consistent + self.expansions
    }

    /// Sets the points for a name; the error does not say what would be right.
    fn set(&mut self, name: &str, points: Option<f64>) -> Result<(), String> {
        let part = match name {
            "admissible" => &mut self.admissible,
            "consistent" => &mut self.consistent,
            "expansions" => &mut self.expansions,
            name => return Err(format!("there are no points for {name:?}")),
        };
        let points = points.filter(|points| points.is_finite() && *points >= 0.0);
        *part = points.ok_or_else(|| format!("the points for {name} are not a number of at least 0"))?;
        Ok(())
    }

    /// Reads the value of a manifest: an object with the points for each; what is left out has none.
    pub(super) fn read(value: &Value) -> Result<Self, String> {
        const RIGHT: &str = r#"write "heuristic_points": {"admissible": 1, "consistent": 1, "expansions": 2}"#;
        let parts = value.as_object().ok_or_else(|| format!("heuristic_points is not an object; {RIGHT}"))?;
        let mut points = HeuristicPoints::NONE;
        for (name, number) in parts {
            points.set(name, number.as_f64()).map_err(|error| format!("heuristic_points: {error}; {RIGHT}"))?;
        }
        Ok(points)
    }
}

const POINTS: &str =
    "write admissible=1,consistent=1,expansions=1 with the points for each; a part that is omitted has none";

impl FromStr for HeuristicPoints {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut points = HeuristicPoints::NONE;
        for part in text.split(',') {
            let (name, number) = part.split_once('=').ok_or(POINTS)?;
            points.set(name.trim(), number.trim().parse().ok()).map_err(|error| format!("{error}; {POINTS}"))?;
        }
        if points.total() > 0.0 { Ok(points) } else { Err(format!("all points are 0; {POINTS}")) }
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
    /// The key of a manifest.
    pub(crate) const KEY: &str = "expansion_ratios";

    /// Adds a ratio with its share; false if it does not fit behind those before.
    fn add(&mut self, most: f64, share: f64) -> bool {
        let follows = self.0.last().is_none_or(|&(last, before)| most > last && share < before);
        let fits = most.is_finite() && most > 0.0 && (0.0..=1.0).contains(&share) && follows;
        if fits {
            self.0.push((most, share));
        }
        fits
    }

    /// Reads the value of a manifest: a list of ratios with their weights.
    pub(super) fn read(value: &Value) -> Result<Self, String> {
        const RIGHT: &str = r#"write "expansion_ratios": [{"ratio": 1, "weight": 1}, {"ratio": 2, "weight": 0.5}], with rising ratios and falling weights from 1 to 0"#;
        let steps = value.as_array().filter(|steps| !steps.is_empty());
        let mut ratios = ExpansionRatios(Vec::new());
        for step in steps.ok_or_else(|| format!("expansion_ratios is not a list of ratios; {RIGHT}"))? {
            let number = |key: &str| step.get(key).and_then(Value::as_f64);
            let has_other_keys = step.as_object().is_some_and(|step| step.len() != 2);
            let both = number("ratio").zip(number("weight")).filter(|_| !has_other_keys);
            if !both.is_some_and(|(most, share)| ratios.add(most, share)) {
                return Err(format!("expansion_ratios: {step} does not fit; {RIGHT}"));
            }
        }
        Ok(ratios)
    }

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
        let mut ratios = ExpansionRatios(Vec::new());
        for part in text.split(',') {
            let both = part
                .split_once('=')
                .and_then(|(most, share)| Some((most.trim().parse::<f64>().ok()?, share.trim().parse::<f64>().ok()?)));
            let (most, share) = both.ok_or_else(|| format!("{part}: this is not a ratio and a share; {RATIOS}"))?;
            if !ratios.add(most, share) {
                return Err(format!("{part} is out of order; {RATIOS}"));
            }
        }
        Ok(ratios)
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
