//! Traces on problems of any kind.

use pathmax::{Cost, Fate, Heuristic, Problem, Progress, Report, SearchOptions};

use super::recorder::{Child, Extent, Recorder, Step, TraceSink};
use super::{TraceEnd, take_share};
use crate::{Variant, Watch};

/// A search, expansion by expansion.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ProblemTrace<S, A> {
    /// The report of the search.
    pub report: Report<A>,
    /// The expansions, in order.
    pub expansions: Vec<TracedExpansion<S, A>>,
    /// Why the trace ended before the search, if it did.
    pub why_no_more: Option<TraceEnd>,
}

/// An expansion in a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TracedExpansion<S, A> {
    /// The state.
    pub state: S,
    /// The number of the state, from 0 in the order in which the search met them.
    pub node: usize,
    /// The cost of the path to it.
    pub g: Cost,
    /// The heuristic value; `None` for a dead end.
    pub h: Option<Cost>,
    /// The number of actions on the path to it.
    pub depth: u32,
    /// The index of the expansion that generated the state at this cost; `None` for the start.
    pub parent: Option<usize>,
    /// The action by which it did.
    pub action: Option<A>,
    /// Whether the state is expanded for the first time.
    pub first: bool,
    /// The states that this expansion generated for the first time.
    pub generated: Vec<S>,
    /// The number of states that are generated but not expanded, after this expansion.
    pub frontier: usize,
    /// All successors, in the order of their generation; `None` once 100,000 are recorded.
    pub successors: Option<Vec<TracedSuccessor<S, A>>>,
}

/// A successor of an expanded state.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TracedSuccessor<S, A> {
    /// The action that leads to it.
    pub action: A,
    /// The state.
    pub state: S,
    /// The number of the state.
    pub node: usize,
    /// The cost of the path through the expanded state.
    pub g: Cost,
    /// The heuristic value; `None` for a dead end.
    pub h: Option<Cost>,
    /// What the search did with it. In depth-first search, `New` are the states that were not generated before, and a path to a
    /// state on the stack is `Cheaper` or `Known`; the state is pushed again.
    pub fate: Fate,
}

/// Searches a problem of any kind and records the first `most` expansions. The search continues to its end; `watch` is called
/// about ten times per second.
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
/// let trace = pathmax_lab::trace(&Steps, &SearchOptions::new("bfs".parse()?), Null, 3, &mut |_| {});
/// let order: Vec<_> = trace.expansions.iter().map(|step| (step.state, &step.generated[..])).collect();
/// assert_eq!(order, [(0, &[1, 2][..]), (1, &[3]), (2, &[4])]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn trace<P: Problem>(
    problem: &P,
    search: &SearchOptions,
    mut heuristic: impl Heuristic<P::State>,
    most: usize,
    watch: Watch<'_>,
) -> ProblemTrace<P::State, P::Action> {
    let mut search = search.clone();
    let memory = take_share(&mut search.limits);
    let rows = Rows { states: Vec::new(), generated: Vec::new(), expansions: Vec::new(), watch };
    let extent = Extent { most, details: most, memory, continues: true };
    let mut recorder = Recorder::new(problem, search.algorithm, rows, extent);
    let report = Variant::unchanged(problem).search(&search, &mut heuristic, &mut recorder);
    let (rows, _, why_no_more) = recorder.finish();
    ProblemTrace { report, expansions: rows.expansions, why_no_more }
}

/// Collects expansions with their states.
struct Rows<'w, S, A> {
    /// The states by number.
    states: Vec<S>,
    generated: Vec<S>,
    expansions: Vec<TracedExpansion<S, A>>,
    watch: Watch<'w>,
}

impl<P: Problem> TraceSink<P> for Rows<'_, P::State, P::Action> {
    fn progress(&mut self, progress: &Progress) {
        (self.watch)(progress);
    }

    fn numbered(&mut self, state: &P::State) {
        self.states.push(state.clone());
    }

    fn generated(&mut self, state: &P::State) {
        self.generated.push(state.clone());
    }

    fn expanded(&mut self, state: P::State, step: Step<P::Action>) {
        let Step { node, g, h, depth, parent, action, first, frontier, successors } = step;
        let successor = |child| {
            let Child { action, node, g, h, fate } = child;
            let (node, state) = (node as usize, self.states[node as usize].clone());
            TracedSuccessor { action, state, node, g, h, fate }
        };
        let successors = successors.map(|children| children.into_iter().map(successor).collect());
        let (parent, generated) = (parent.map(|number| number as usize), std::mem::take(&mut self.generated));
        let node = node as usize;
        self.expansions.push(TracedExpansion {
            state,
            node,
            g,
            h,
            depth,
            parent,
            action,
            first,
            generated,
            frontier,
            successors,
        });
    }
}
