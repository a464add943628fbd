//! Profiles: time and memory by part, and why a board is hard.

mod advice;
mod layers;

use pathmax::{Algorithm, Cost, Heuristic, Problem, Report, SearchOptions};
use serde::Serialize;

use crate::solve::states_along;
pub use layers::FLayers;

/// Time and memory by part, and why the board is hard.
#[derive(Clone, Debug, Serialize)]
pub struct SolveProfile {
    /// Seconds and bytes by part.
    #[serde(flatten)]
    pub parts: pathmax::Profile,
    /// Expansions below and in the last layer of f. `None` if the search is not ordered by f, or expanded nothing.
    pub layers: Option<FLayers>,
    /// Successors generated per expansion.
    pub branching: Option<f64>,
    /// The share of duplicates among the generated states.
    pub known: Option<f64>,
    /// The error of the heuristic along the plan. `None` without a heuristic or a proven optimal plan.
    pub error: Option<PlanError>,
    /// Suggested improvements, one sentence each.
    pub advice: Vec<String>,
}

/// The error h* − h of a heuristic along an optimal plan.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlanError {
    /// At the start.
    pub start: i64,
    /// Mean over the states of the plan, without the goal and states with infinite h.
    pub mean: f64,
    /// The first of the largest errors.
    pub largest: ErrorAt,
}

/// The error of a heuristic in one state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ErrorAt {
    /// Number of actions of the plan before the state.
    pub after: usize,
    /// The heuristic's value.
    pub h: Cost,
    /// The true cost to the goal.
    pub cost: Cost,
}

impl ErrorAt {
    /// True cost minus value; negative if the value is too high.
    pub fn error(&self) -> i64 {
        i64::from(self.cost) - i64::from(self.h)
    }
}

/// A state on a plan.
struct OnPlan {
    g: Cost,
    /// `None` for a dead end, and without a heuristic.
    h: Option<Cost>,
}

/// The profile of a search, if it was recorded.
pub(crate) fn profile<P: Problem>(
    puzzle: &P,
    search: &SearchOptions,
    heuristic: &mut impl Heuristic<P::State>,
    report: &Report<P::Action>,
) -> Option<SolveProfile> {
    let parts = report.profile.clone()?;
    let statistics = &report.statistics;
    let on_plan = along_plan(puzzle, search.algorithm, heuristic, report);
    let of = |part: u64, whole: u64| (whole > 0).then(|| part as f64 / whole as f64);
    let mut profile = SolveProfile {
        parts,
        layers: layers::layers(search.algorithm, puzzle.unit_costs(), report, &on_plan),
        branching: of(statistics.generated, statistics.expanded),
        known: of(statistics.duplicates, statistics.generated),
        error: error_along(&on_plan, report),
        advice: Vec::new(),
    };
    profile.advice = advice::advice(&profile, search.algorithm, report);
    Some(profile)
}

/// The states of a plan without the goal, with their heuristic values.
fn along_plan<P: Problem>(
    puzzle: &P,
    algorithm: Algorithm,
    heuristic: &mut impl Heuristic<P::State>,
    report: &Report<P::Action>,
) -> Vec<OnPlan> {
    let actions = report.plan().map_or(&[][..], |plan| &plan.actions);
    let mut value = |state| if algorithm.info().informed { heuristic.evaluate(&state) } else { None };
    let states = states_along(puzzle, puzzle.start(), actions).take(actions.len());
    let on_plan = states.map(|(state, g)| OnPlan { g, h: value(state) }).collect();
    if heuristic.is_interrupted() { Vec::new() } else { on_plan }
}

/// The errors along an optimal plan, where the cost of the rest is the true cost.
fn error_along<A>(on_plan: &[OnPlan], report: &Report<A>) -> Option<PlanError> {
    let cost = report.plan().filter(|_| report.is_optimal())?.cost;
    let error_at = |(after, state): (usize, &OnPlan)| Some(ErrorAt { after, h: state.h?, cost: cost - state.g });
    let errors: Vec<ErrorAt> = on_plan.iter().enumerate().filter_map(error_at).collect();
    let start = errors.first().filter(|first| first.after == 0)?.error();
    let mean = errors.iter().map(|at| at.error() as f64).sum::<f64>() / errors.len() as f64;
    let largest = errors.into_iter().reduce(|most, at| if at.error() > most.error() { at } else { most })?;
    Some(PlanError { start, mean, largest })
}
