//! Expansions by f, relative to the cost of the plan.

use pathmax::{Algorithm, Cost, Layer, Optimality, Outcome, Report};
use serde::Serialize;

use super::OnPlan;

/// Expansions below and in the last layer of f; for deepening searches, in the iterations before the last and in it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FLayers {
    /// The last layer: the cost of the plan, or the bound if the search stopped early. `None` for an unsolvable board, where
    /// every layer is below.
    pub last: Option<Cost>,
    /// Expansions below it, which no search ordered by the same f avoids.
    pub below: u64,
    /// Expansions in it.
    pub within: u64,
    /// Those on the plan. `None` without a plan, and for deepening searches.
    pub on_plan: Option<u64>,
    /// The others: ties with states of the plan.
    pub ties: Option<u64>,
    /// Growth of the number of expansions per 1 of f, over the layers below the last.
    pub growth: Option<f64>,
}

/// Whether a search expands states in the order of f or of g.
fn goes_by_f(algorithm: Algorithm, unit_costs: bool) -> bool {
    match algorithm.optimality() {
        Optimality::Always => true,
        // These order states by depth.
        Optimality::EqualCosts => unit_costs,
        Optimality::Bounded | Optimality::Never => false,
    }
}

/// Whether a search starts over for every layer.
pub(super) fn deepens(algorithm: Algorithm) -> bool {
    matches!(algorithm, Algorithm::IdaStar { .. } | Algorithm::IterativeDeepening { .. })
}

pub(super) fn layers<A>(
    algorithm: Algorithm,
    unit_costs: bool,
    report: &Report<A>,
    on_plan: &[OnPlan],
) -> Option<FLayers> {
    let layers = &report.statistics.layers;
    if layers.is_empty() || !goes_by_f(algorithm, unit_costs) {
        return None;
    }
    let last = match &report.outcome {
        Outcome::Unsolvable => None,
        Outcome::Solved(plan) => Some(plan.cost),
        // In breadth-first search, the bound is one more than the depth being expanded.
        Outcome::Stopped { .. } => report.bound.map(|bound| bound.min(layers[layers.len() - 1].f)),
    };
    let is_below = |layer: &&Layer| last.is_none_or(|last| layer.f < last);
    let below: Vec<Layer> = layers.iter().filter(is_below).copied().collect();
    let count = below.iter().map(|layer| layer.expanded).sum();
    let within = report.statistics.expanded.saturating_sub(count);
    let needed = matches!(report.outcome, Outcome::Solved(_)) && !deepens(algorithm);
    let needed = needed.then(|| states_within(algorithm, last, on_plan).min(within));
    Some(FLayers {
        last,
        below: count,
        within,
        on_plan: needed,
        ties: needed.map(|needed| within - needed),
        growth: growth(&below),
    })
}

/// The states of the plan that are expanded in the last layer: those with its f and, in partial A*, which expands a state
/// again for every f of its successors, those whose successor has it.
fn states_within(algorithm: Algorithm, last: Option<Cost>, on_plan: &[OnPlan]) -> u64 {
    let is_last = |state: &OnPlan| Some(state.g.saturating_add(state.h.unwrap_or(0))) == last;
    let is_partial = matches!(algorithm, Algorithm::PartialAStar { .. });
    let expands_again = |i: usize| is_partial && on_plan.get(i + 1).is_some_and(is_last);
    on_plan.iter().enumerate().filter(|(i, state)| is_last(state) || expands_again(*i)).count() as u64
}

/// The mean growth per 1 of f, from the first layer to the last complete one.
fn growth(complete: &[Layer]) -> Option<f64> {
    let (first, last) = (complete.first()?, complete.last()?);
    if first.f == last.f {
        return None;
    }
    Some((last.expanded as f64 / first.expanded as f64).powf(1.0 / f64::from(last.f - first.f)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_the_factor_per_unit_of_f() {
        let layer = |f, expanded| Layer { f, expanded };
        let found = growth(&[layer(4, 2), layer(6, 5), layer(8, 162)]).unwrap();
        assert!((found - 3.0).abs() < 1e-9, "{found}");
        assert_eq!(growth(&[layer(4, 2)]), None);
        assert_eq!(growth(&[]), None);
    }
}
