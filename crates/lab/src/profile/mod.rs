//! Where a search's time and memory went, and why a board is hard.

mod advice;
mod layers;

use pathmax::{Algorithm, Cost, Heuristic, Problem, Report, SearchOptions};
use serde::Serialize;

pub use layers::FLayers;

/// Where time and memory went, and why the board is hard.
#[derive(Clone, Debug, Serialize)]
pub struct SolveProfile {
    /// Seconds and bytes by part.
    #[serde(flatten)]
    pub parts: pathmax::Profile,
    /// Expansions below and in the last layer of f. None where the algorithm does not go by f, or nothing was expanded.
    pub layers: Option<FLayers>,
    /// Successors generated for each expansion.
    pub branching: Option<f64>,
    /// The share of the generated states that were known already.
    pub known: Option<f64>,
    /// How far the heuristic falls short of the true cost. None without a heuristic or a plan that is proven optimal.
    pub error: Option<PlanError>,
    /// What these figures say could be improved, a sentence each.
    pub advice: Vec<String>,
}

/// How far a heuristic falls short of the true cost along an optimal plan, where that is known in every state.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlanError {
    /// At the start.
    pub start: i64,
    /// On average over the states of the plan but the goal; those that it calls dead ends aside.
    pub mean: f64,
    /// Where it is largest, the first of them.
    pub largest: ErrorAt,
}

/// The error of a heuristic in one state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ErrorAt {
    /// After how many actions of the plan.
    pub after: usize,
    /// The heuristic's value.
    pub h: Cost,
    /// The true cost to the goal.
    pub cost: Cost,
}

impl ErrorAt {
    /// By how much the value falls short; negative if it is too high.
    pub fn error(&self) -> i64 {
        i64::from(self.cost) - i64::from(self.h)
    }
}

/// A state on a plan.
struct OnPlan {
    g: Cost,
    /// None for a dead end, and where there is no heuristic to ask.
    h: Option<Cost>,
}

/// The profile of a search, if it was made.
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

/// The states of a plan but the last, with what the heuristic says of them.
fn along_plan<P: Problem>(
    puzzle: &P,
    algorithm: Algorithm,
    heuristic: &mut impl Heuristic<P::State>,
    report: &Report<P::Action>,
) -> Vec<OnPlan> {
    let (mut state, mut g) = (puzzle.start(), 0);
    let mut on_plan: Vec<OnPlan> = Vec::new();
    for action in report.plan().map_or(&[][..], |plan| &plan.actions) {
        let h = if algorithm.info().informed { heuristic.evaluate(&state) } else { None };
        on_plan.push(OnPlan { g, h });
        g += puzzle.cost(&state, action);
        state = puzzle.apply(&state, action);
    }
    on_plan
}

/// On an optimal plan, the rest of the plan is the true cost.
fn error_along<A>(on_plan: &[OnPlan], report: &Report<A>) -> Option<PlanError> {
    let cost = report.plan().filter(|_| report.is_optimal())?.cost;
    let error_at = |(after, state): (usize, &OnPlan)| Some(ErrorAt { after, h: state.h?, cost: cost - state.g });
    let errors: Vec<ErrorAt> = on_plan.iter().enumerate().filter_map(error_at).collect();
    let start = errors.first().filter(|first| first.after == 0)?.error();
    let mean = errors.iter().map(|at| at.error() as f64).sum::<f64>() / errors.len() as f64;
    let largest = errors.into_iter().reduce(|most, at| if at.error() > most.error() { at } else { most })?;
    Some(PlanError { start, mean, largest })
}
