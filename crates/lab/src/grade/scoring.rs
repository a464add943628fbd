//! How many points an answer scores.
//!
//! The keys stand in `manifest.json`, for one board or, under `*`, for all boards of the folder; the command line overrides
//! both.

use pathmax::Cost;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{BoardBest, ExpansionRatios, HeuristicPoints, Mark};

/// The weight of a valid but suboptimal answer, unless something else is stated.
const PARTIAL: f64 = 0.5;
/// Maximum number of decimals of a score.
pub const MOST_DECIMALS: u32 = 6;

/// When Gradescope shows the test of a board to students.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, strum::EnumString, strum::VariantNames,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Visibility {
    /// Always.
    #[default]
    Visible,
    /// Never.
    Hidden,
    /// After the due date.
    AfterDueDate,
    /// When the grades are published.
    AfterPublished,
}

impl Visibility {
    /// The names in Gradescope's format.
    pub fn names() -> &'static [&'static str] {
        <Visibility as strum::VariantNames>::VARIANTS
    }
}

/// The weight of valid answers that are suboptimal, or not known to be optimal.
#[derive(Clone, Debug, PartialEq)]
pub enum Partial {
    /// The same for all.
    Weight(f64),
    /// By the distance from the optimal cost: the first step that holds counts; none is a weight of 0.
    Steps(Vec<PartialStep>),
}

/// A weight for answers up to a limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PartialStep {
    /// The limit.
    pub limit: StepLimit,
    /// The weight, from 0 to 1.
    pub weight: f64,
}

/// A limit on the cost of an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StepLimit {
    /// At most this much more than the optimal cost.
    Excess(Cost),
    /// At most this many times the optimal cost.
    Ratio(f64),
}

/// The stated keys of a board's scoring; the others come from the folder's defaults.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScoringKeys {
    /// Points of an optimal answer.
    pub points: Option<f64>,
    /// The weight of other valid answers.
    pub partial: Option<Partial>,
    /// When students see the result.
    pub visibility: Option<Visibility>,
    /// Points of a heuristic.
    pub heuristic_points: Option<HeuristicPoints>,
    /// The shares of its points for expansions.
    pub expansion_ratios: Option<ExpansionRatios>,
}

/// The scoring of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Scoring {
    /// Points of an optimal answer.
    pub points: f64,
    /// The weight of other valid answers.
    pub partial: Partial,
    /// When students see the result.
    pub visibility: Visibility,
    /// Number of decimals that scores are rounded to, if stated.
    pub decimals: Option<u32>,
}

/// The scoring of heuristics on a board.
#[derive(Clone, Debug, PartialEq)]
pub struct HeuristicScoring {
    /// The points.
    pub points: HeuristicPoints,
    /// The shares of the points for expansions.
    pub ratios: ExpansionRatios,
    /// When students see the result.
    pub visibility: Visibility,
    /// Number of decimals that scores are rounded to, if stated.
    pub decimals: Option<u32>,
}

impl ScoringKeys {
    /// These keys, and those of `others` that are not stated here.
    pub fn or(self, others: &ScoringKeys) -> ScoringKeys {
        ScoringKeys {
            points: self.points.or(others.points),
            partial: self.partial.or_else(|| others.partial.clone()),
            visibility: self.visibility.or(others.visibility),
            heuristic_points: self.heuristic_points.or(others.heuristic_points),
            expansion_ratios: self.expansion_ratios.or_else(|| others.expansion_ratios.clone()),
        }
    }

    /// The scoring, with defaults for what is not stated: 1 point, a weight of 0.5, visible.
    pub fn complete(self, decimals: Option<u32>) -> Scoring {
        Scoring {
            points: self.points.unwrap_or(1.0),
            partial: self.partial.unwrap_or(Partial::Weight(PARTIAL)),
            visibility: self.visibility.unwrap_or_default(),
            decimals,
        }
    }

    /// The scoring of heuristics, with defaults for what is not stated.
    pub fn complete_heuristic(self, decimals: Option<u32>) -> HeuristicScoring {
        HeuristicScoring {
            points: self.heuristic_points.unwrap_or_default(),
            ratios: self.expansion_ratios.unwrap_or_default(),
            visibility: self.visibility.unwrap_or_default(),
            decimals,
        }
    }

    /// Reads a key of a manifest; false if it is none of these.
    pub(crate) fn read(&mut self, key: &str, value: &Value) -> Result<bool, String> {
        match key {
            "points" => {
                let points = value.as_f64().filter(|points| points.is_finite() && *points >= 0.0);
                self.points = Some(points.ok_or(r#"points is not a number of at least 0; write "points": 2"#)?);
            }
            "partial" => self.partial = Some(read_partial(value)?),
            "visibility" => {
                let visibility = value.as_str().and_then(|name| name.parse().ok());
                self.visibility = Some(visibility.ok_or_else(|| {
                    let names = Visibility::names().join(", ");
                    format!(r#"visibility is not one of {names}; write "visibility": "hidden""#)
                })?);
            }
            HeuristicPoints::KEY => self.heuristic_points = Some(HeuristicPoints::read(value)?),
            ExpansionRatios::KEY => self.expansion_ratios = Some(ExpansionRatios::read(value)?),
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// Reads the number of decimals.
pub(crate) fn read_decimals(value: &Value) -> Result<u32, String> {
    let decimals = value.as_u64().filter(|&decimals| decimals <= u64::from(MOST_DECIMALS));
    let wrong = || format!(r#"decimals is not a whole number from 0 to {MOST_DECIMALS}; write "decimals": 1"#);
    decimals.map(|decimals| decimals as u32).ok_or_else(wrong)
}

fn read_partial(value: &Value) -> Result<Partial, String> {
    const RIGHT: &str =
        r#"write "partial": 0.5, or "partial": [{"excess": 2, "weight": 0.8}, {"ratio": 1.5, "weight": 0.5}]"#;
    let wrong = |what: &str| format!("{what}; {RIGHT}");
    let weight = |value: Option<&Value>| value?.as_f64().filter(|weight| (0.0..=1.0).contains(weight));
    let Value::Array(steps) = value else {
        return weight(Some(value))
            .map(Partial::Weight)
            .ok_or_else(|| wrong("partial is neither a number from 0 to 1 nor a list"));
    };
    let step = |step: &Value| {
        let keys = step.as_object().map_or(0, |step| step.len());
        let excess = step.get("excess").map(|excess| excess.as_u64().and_then(|excess| Cost::try_from(excess).ok()));
        let ratio = step.get("ratio").map(|ratio| ratio.as_f64().filter(|ratio| ratio.is_finite() && *ratio >= 1.0));
        let limit = match (excess, ratio) {
            (Some(Some(excess)), None) => Some(StepLimit::Excess(excess)),
            (None, Some(Some(ratio))) => Some(StepLimit::Ratio(ratio)),
            _ => None,
        };
        let step = limit.zip(weight(step.get("weight"))).filter(|_| keys == 2);
        step.map(|(limit, weight)| PartialStep { limit, weight }).ok_or_else(|| {
            wrong("a step of partial has not exactly an excess (a whole number) or a ratio (at least 1), and a weight (0 to 1)")
        })
    };
    steps.iter().map(step).collect::<Result<_, _>>().map(Partial::Steps)
}

impl Scoring {
    /// The points of an answer with this mark and cost.
    pub(super) fn score(&self, mark: Mark, cost: Option<Cost>, best: &BoardBest) -> f64 {
        let weight = match (mark, cost) {
            (Mark::Optimal, _) => 1.0,
            // Only for plans: a claim that there is no solution scores only if it is proven.
            (Mark::Longer | Mark::Unknown, Some(cost)) => self.partial.weight(cost, best),
            _ => 0.0,
        };
        self.rounded(weight * self.points)
    }

    /// A score with the stated number of decimals.
    pub(super) fn rounded(&self, score: f64) -> f64 {
        rounded(score, self.decimals)
    }
}

/// A score with a number of decimals; without one, with as many as make sense.
pub(super) fn rounded(score: f64, decimals: Option<u32>) -> f64 {
    let places = decimals.unwrap_or(MOST_DECIMALS + 3);
    let scale = 10_f64.powi(places as i32);
    // Halves are rounded up, also those that are a little less because of binary fractions: 3 × 0.15.
    let whole = (score * scale + 1e-6).round();
    // Through decimal digits, so that the result is the number closest to them.
    format!("{:.*}", places as usize, whole / scale).parse().unwrap_or(score)
}

impl Partial {
    /// The weight of a valid plan that is not known to be optimal.
    fn weight(&self, cost: Cost, best: &BoardBest) -> f64 {
        // An unknown optimal cost is at least the bound, so that what holds for the bound holds for it too.
        let best = best.cost().or(best.found.bound).unwrap_or(0);
        let holds = |limit: StepLimit| match limit {
            StepLimit::Excess(excess) => cost <= best.saturating_add(excess),
            StepLimit::Ratio(ratio) => f64::from(cost) <= f64::from(best) * ratio,
        };
        match self {
            Partial::Weight(weight) => *weight,
            Partial::Steps(steps) => steps.iter().find(|step| holds(step.limit)).map_or(0.0, |step| step.weight),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Best;
    use serde_json::json;

    fn read(key: &str, value: Value) -> Result<ScoringKeys, String> {
        let mut keys = ScoringKeys::default();
        keys.read(key, &value).map(|_| keys)
    }

    fn best(cost: Option<Cost>, bound: Cost) -> BoardBest {
        BoardBest { found: Best { cost, bound: Some(bound), stopped: None }, trusted: None }
    }

    #[test]
    fn steps_count_by_the_first_that_holds() {
        let steps = json!([{"excess": 1, "weight": 0.9}, {"ratio": 1.5, "weight": 0.5}, {"ratio": 2, "weight": 0.125}]);
        let scoring = ScoringKeys { points: Some(4.0), ..read("partial", steps).unwrap() }.complete(Some(1));
        let score = |mark, cost| scoring.score(mark, Some(cost), &best(Some(10), 10));
        assert_eq!(score(Mark::Optimal, 10), 4.0);
        assert_eq!([11, 12, 15, 16, 20, 21].map(|cost| score(Mark::Longer, cost)), [3.6, 2.0, 2.0, 0.5, 0.5, 0.0]);
        // Without the optimal cost, against the bound: 14 may be optimal or 1.4 times as much.
        assert_eq!(scoring.score(Mark::Unknown, Some(14), &best(None, 10)), 2.0);
        assert_eq!(scoring.score(Mark::Unknown, None, &best(None, 10)), 0.0);
        assert_eq!(scoring.score(Mark::Illegal, None, &best(Some(10), 10)), 0.0);
    }

    #[test]
    fn scores_are_rounded_to_decimals() {
        let scoring =
            |decimals| ScoringKeys { points: Some(1.0), ..read("partial", json!(0.335)).unwrap() }.complete(decimals);
        let score = |decimals| scoring(decimals).score(Mark::Longer, Some(3), &best(Some(2), 2));
        assert_eq!([None, Some(0), Some(1), Some(2), Some(3)].map(score), [0.335, 0.0, 0.3, 0.34, 0.335]);
        assert_eq!(
            [3.0 * 0.15, 0.25, 0.35, 0.05, 2.449].map(|score| rounded(score, Some(1))),
            [0.5, 0.3, 0.4, 0.1, 2.4]
        );
        assert_eq!(rounded(0.1 + 0.2, None), 0.3);
    }

    #[test]
    fn board_values_come_before_defaults() {
        let board = read("points", json!(3)).unwrap();
        let folder = ScoringKeys { visibility: Some(Visibility::Hidden), ..read("points", json!(2)).unwrap() };
        let scoring = board.or(&folder).complete(None);
        assert_eq!(
            (scoring.points, scoring.visibility, scoring.partial),
            (3.0, Visibility::Hidden, Partial::Weight(0.5))
        );
    }

    #[test]
    fn wrong_values_are_rejected_with_the_right_ones() {
        for value in [json!(-1), json!("2"), json!(null)] {
            let expected = r#"points is not a number of at least 0; write "points": 2"#;
            assert_eq!(read("points", value).unwrap_err(), expected);
        }
        for value in [json!("shown"), json!(true)] {
            assert!(
                read("visibility", value)
                    .unwrap_err()
                    .starts_with("visibility is not one of visible, hidden, after_due_date, after_published; write")
            );
        }
        for value in [json!(1.5), json!("0.5"), json!({"excess": 1})] {
            assert!(
                read("partial", value).unwrap_err().starts_with("partial is neither a number from 0 to 1 nor a list")
            );
        }
        let steps = [
            json!([{"excess": 1}]),
            json!([{"excess": 1, "ratio": 2, "weight": 0.5}]),
            json!([{"excess": 1.5, "weight": 0.5}]),
            json!([{"ratio": 0.5, "weight": 0.5}]),
            json!([{"ratio": 1.5, "weight": 2}]),
            json!([{"ratio": 1.5, "weight": 0.5, "note": "x"}]),
            json!([1]),
        ];
        for value in steps {
            assert!(read("partial", value).unwrap_err().starts_with("a step of partial has not exactly"));
        }
        for value in [json!(7), json!(-1), json!(1.5), json!("1")] {
            assert!(read_decimals(&value).unwrap_err().starts_with("decimals is not a whole number from 0 to 6"));
        }
        assert_eq!(read_decimals(&json!(6)), Ok(6));
    }
}
