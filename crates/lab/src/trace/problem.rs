//! Traces on problems of any kind.

use pathmax::{Cost, Heuristic, Problem, Report, Search, SearchOptions};

use super::recorder::{Recorder, Step, TraceSink};
use super::{TraceEnd, take_share};

/// A search, expansion by expansion.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ProblemTrace<S, A> {
    /// The report of the search.
    pub report: Report<A>,
    /// The expansions, in order.
    pub expansions: Vec<TracedExpansion<S>>,
    /// Why the trace ended before the search, if it did.
    pub why_no_more: Option<TraceEnd>,
}

/// An expansion in a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TracedExpansion<S> {
    /// The state.
    pub state: S,
    /// The cost of the path to it.
    pub g: Cost,
    /// The heuristic value; `None` for a dead end.
    pub h: Option<Cost>,
    /// The number of actions on the path to it.
    pub depth: u32,
    /// The index of the expansion that generated the state at this cost; `None` for the start.
    pub parent: Option<usize>,
    /// Whether the state is expanded for the first time.
    pub first: bool,
    /// The states that this expansion generated for the first time.
    pub generated: Vec<S>,
    /// The number of states that are generated but not expanded, after this expansion.
    pub frontier: usize,
}

/// Searches a problem of any kind and records the first `most` expansions. The search continues to its end.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use pathmax::{Null, Problem, SearchOptions};
///
/// /// From 0 to 5 in steps of 1 or 2.
/// struct Steps;
///
/// impl Problem for Steps {
///     type State = u32;
///     type Action = u32;
///     fn start(&self) -> u32 { 0 }
///     fn actions<B>(&self, _: &u32, visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
///         [1, 2].into_iter().try_for_each(visit)
///     }
///     fn apply(&self, state: &u32, step: &u32) -> u32 { state + step }
///     fn is_goal(&self, state: &u32) -> bool { *state == 5 }
/// }
///
/// let trace = pathmax_lab::trace(&Steps, &SearchOptions::new("bfs".parse()?), Null, 3);
/// let order: Vec<_> = trace.expansions.iter().map(|step| (step.state, &step.generated[..])).collect();
/// assert_eq!(order, [(0, &[1, 2][..]), (1, &[3]), (2, &[4])]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn trace<P: Problem>(
    problem: &P,
    search: &SearchOptions,
    heuristic: impl Heuristic<P::State>,
    most: usize,
) -> ProblemTrace<P::State, P::Action> {
    let mut search = search.clone();
    let memory = take_share(&mut search.limits);
    let rows = Rows { generated: Vec::new(), expansions: Vec::new() };
    let mut recorder = Recorder::new(problem.start(), rows, most, memory, true);
    let report = Search::from(search).heuristic(heuristic).observe(&mut recorder).run(problem);
    let (rows, _, why_no_more) = recorder.finish();
    ProblemTrace { report, expansions: rows.expansions, why_no_more }
}

/// Collects expansions with their states.
struct Rows<S> {
    generated: Vec<S>,
    expansions: Vec<TracedExpansion<S>>,
}

impl<S: Clone> TraceSink<S> for Rows<S> {
    fn generated(&mut self, state: &S) {
        self.generated.push(state.clone());
    }

    fn expanded(&mut self, state: S, step: Step) {
        let Step { g, h, depth, parent, first, frontier } = step;
        let (parent, generated) = (parent.map(|number| number as usize), std::mem::take(&mut self.generated));
        self.expansions.push(TracedExpansion { state, g, h, depth, parent, first, generated, frontier });
    }
}
