//! Records the expansions of a search.

use std::collections::HashMap;
use std::ops::ControlFlow;

use pathmax::{Algorithm, Cost, Expansion, Fate, Generated, MAX_COST, NodeId, Observer, Problem, Progress, Successor};

use super::TraceEnd;
use crate::flow::continue_if;

/// Maximum number of states that are remembered to recognize new ones.
const MOST_STATES: usize = 500_000;
/// Maximum number of successors that are recorded.
const MOST_SUCCESSORS: usize = 100_000;

/// An expansion.
#[derive(Clone, Debug)]
pub(super) struct Step<A> {
    /// The number of the state.
    pub node: u32,
    pub g: Cost,
    /// `None` for a dead end.
    pub h: Option<Cost>,
    pub depth: u32,
    /// The expansion that generated the state at this cost.
    pub parent: Option<u32>,
    /// The action by which it did.
    pub action: Option<A>,
    /// Whether the state is expanded for the first time.
    pub first: bool,
    /// The number of states that are generated but not expanded, after this expansion.
    pub frontier: usize,
    /// The successors in the order of their generation; `None` after the end of the details.
    pub successors: Option<Vec<Child<A>>>,
}

/// A successor of an expanded state.
#[derive(Clone, Debug)]
pub(super) struct Child<A> {
    pub action: A,
    /// The number of the state.
    pub node: u32,
    pub g: Cost,
    /// `None` for a dead end.
    pub h: Option<Cost>,
    pub fate: Fate,
}

/// Receives a trace.
pub(super) trait TraceSink<P: Problem> {
    /// Called for each state in the order of their numbers, from 0, until the details end.
    fn numbered(&mut self, state: &P::State);

    /// Called for each state that the current expansion generates for the first time.
    fn generated(&mut self, state: &P::State);

    /// Called at the end of each expansion.
    fn expanded(&mut self, state: P::State, step: Step<P::Action>);

    /// Called with the progress of the search, during the trace and after its end.
    fn progress(&mut self, _progress: &Progress) {}
}

/// What to record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    /// Maximum number of expansions.
    pub most: usize,
    /// Maximum number of expansions with their successors.
    pub details: usize,
    /// Maximum number of bytes for states.
    pub memory: Option<usize>,
    /// Whether the search continues after the trace has ended.
    pub continues: bool,
}

/// What is known about a state.
struct Known {
    number: u32,
    /// The cost of the last path to it that the search kept.
    g: Cost,
    /// The last heuristic value, [`MAX_COST`] for a dead end.
    h: Cost,
    /// Whether the search kept it.
    generated: bool,
    expanded: bool,
}

/// A successor as the search reported it, without its action.
struct Reported {
    /// Its number among the successors of the state.
    number: usize,
    node: u32,
    g: Cost,
    h: Cost,
    fate: Fate,
}

/// Observes a search. The search reports what it generates and what becomes of it; only for the actions are the successors of a
/// state generated a second time.
pub(super) struct Recorder<'p, P: Problem, T> {
    problem: &'p P,
    sink: T,
    extent: Extent,
    most_states: usize,
    /// Whether the search puts a state onto its stack even if it is there already.
    depth_first: bool,
    /// All states that were generated or, while the details last, considered.
    states: HashMap<P::State, Known>,
    /// The last expansion of each node, and the depth of its state then.
    expansions: HashMap<NodeId, (u32, u32)>,
    /// The state of each expansion, and the cost of the path to it.
    expanded: Vec<(P::State, Cost)>,
    /// The expansion whose successors the search is generating.
    current: Option<(P::State, Step<P::Action>)>,
    /// The successors of the current expansion so far.
    reported: Vec<Reported>,
    /// The number of successors of earlier expansions that were recorded.
    recorded: usize,
    /// Whether the successors of the current expansion are recorded.
    details_last: bool,
    frontier: usize,
    end: Option<TraceEnd>,
}

impl<'p, P: Problem, T: TraceSink<P>> Recorder<'p, P, T> {
    pub fn new(problem: &'p P, algorithm: Algorithm, sink: T, extent: Extent) -> Self {
        // Tables are at least half full.
        let entries = size_of::<(P::State, Known)>() + size_of::<(NodeId, (u32, u32))>();
        let bytes = 2 * entries + size_of::<(P::State, Cost)>();
        let mut recorder = Recorder {
            problem,
            sink,
            extent,
            most_states: extent.memory.map_or(MOST_STATES, |memory| (memory / bytes).min(MOST_STATES)),
            depth_first: matches!(algorithm, Algorithm::DepthFirst { .. }),
            states: HashMap::new(),
            expansions: HashMap::new(),
            expanded: Vec::new(),
            current: None,
            reported: Vec::new(),
            recorded: 0,
            details_last: extent.details > 0,
            frontier: 1,
            end: None,
        };
        recorder.know(&problem.start()).generated = true;
        recorder
    }

    /// Ends the trace with the search: the sink, the number of expansions, and why the trace ended before.
    pub fn finish(mut self) -> (T, usize, Option<TraceEnd>) {
        self.end_expansion();
        (self.sink, self.expanded.len(), self.end)
    }

    /// What is known about a state, which gets a number if it is new.
    fn know(&mut self, state: &P::State) -> &mut Known {
        if !self.states.contains_key(state) && self.details_last {
            self.sink.numbered(state);
        }
        let number = self.states.len() as u32;
        self.states.entry(state.clone()).or_insert(Known { number, g: 0, h: 0, generated: false, expanded: false })
    }

    fn end_expansion(&mut self) {
        let Some((state, mut step)) = self.current.take() else { return };
        step.frontier = self.frontier;
        if self.details_last {
            self.recorded += self.reported.len();
            step.successors = Some(self.take_successors(&state));
        }
        self.sink.expanded(state, step);
    }

    /// The reported successors with their actions.
    fn take_successors(&mut self, state: &P::State) -> Vec<Child<P::Action>> {
        let mut reported = std::mem::take(&mut self.reported);
        reported.sort_by_key(|successor| successor.number);
        let (mut children, mut rest) = (Vec::with_capacity(reported.len()), reported.into_iter().peekable());
        let mut number = 0;
        self.problem.for_each_successor(state, |action, _, _| {
            if let Some(Reported { node, g, h, fate, .. }) = rest.next_if(|next| next.number == number) {
                children.push(Child { action, node, g, h: finite(h), fate });
            }
            number += 1;
        });
        children
    }

    /// The action that leads from an earlier expansion to a state at this cost.
    fn action_from(&self, parent: u32, state: &P::State, g: Cost) -> Option<P::Action> {
        let (from, from_g) = self.expanded.get(parent as usize)?;
        let mut other = None;
        let exact = self.problem.successors(from, |action, cost, next| {
            if next != *state {
                return ControlFlow::Continue(());
            }
            if from_g.saturating_add(cost) == g {
                return ControlFlow::Break(action);
            }
            other.get_or_insert(action);
            ControlFlow::Continue(())
        });
        exact.break_value().or(other)
    }

    fn end(&mut self, why: TraceEnd) -> ControlFlow<()> {
        self.end = Some(why);
        self.details_last = false;
        (self.states, self.expansions) = (HashMap::new(), HashMap::new());
        continue_if(self.extent.continues)
    }
}

fn finite(h: Cost) -> Option<Cost> {
    (h < MAX_COST).then_some(h)
}

impl<P: Problem, T: TraceSink<P>> Observer<P::State> for Recorder<'_, P, T> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.sink.progress(progress);
        ControlFlow::Continue(())
    }

    fn wants_expansions(&self) -> bool {
        true
    }

    fn expansion(&mut self, expansion: Expansion<'_, P::State>) -> ControlFlow<()> {
        self.end_expansion();
        if self.end.is_some() {
            return ControlFlow::Continue(());
        }
        let count = self.expanded.len();
        if count >= self.extent.most {
            return self.end(TraceEnd::Most);
        }
        if self.states.len() >= self.most_states {
            return self.end(TraceEnd::Memory);
        }
        let Expansion { state, id, parent, depth, g, h, .. } = expansion;
        let known = self.know(state);
        let (node, first) = (known.number, !known.expanded);
        (known.expanded, known.g, known.h) = (true, g, h);
        self.frontier -= usize::from(first);
        let parent = parent.and_then(|parent| self.expansions.get(&parent).copied());
        // Along the recorded parents: they may have been reached by shorter paths since.
        let depth = parent.map_or(depth, |(_, depth)| depth + 1);
        let parent = parent.map(|(number, _)| number);
        let action = parent.and_then(|parent| self.action_from(parent, state, g));
        let step = Step { node, g, h: finite(h), depth, parent, action, first, frontier: 0, successors: None };
        self.expansions.insert(id, (count as u32, depth));
        self.expanded.push((state.clone(), g));
        self.current = Some((state.clone(), step));
        self.details_last &= count < self.extent.details && self.recorded < MOST_SUCCESSORS;
        ControlFlow::Continue(())
    }

    fn wants_generated(&self) -> bool {
        true
    }

    fn generated(&mut self, generated: Generated<'_, P::State>) -> ControlFlow<()> {
        if self.end.is_none() {
            let known = self.know(generated.state);
            if !std::mem::replace(&mut known.generated, true) {
                (known.g, known.h) = (generated.g, generated.h);
                self.frontier += 1;
                self.sink.generated(generated.state);
            }
        }
        ControlFlow::Continue(())
    }

    fn wants_successors(&self) -> bool {
        self.details_last
    }

    fn successor(&mut self, successor: Successor<'_, P::State>) {
        let Successor { number, state, g, h, mut fate, .. } = successor;
        let depth_first = self.depth_first;
        let known = self.know(state);
        if depth_first && known.generated {
            // The search compares no costs, and does not know what is on its stack. What it popped at the depth limit is not
            // expanded.
            let is_cheaper = g < known.g;
            fate = match fate {
                Fate::New | Fate::Reopened if !known.expanded && is_cheaper => Fate::Cheaper,
                Fate::New | Fate::Reopened if !known.expanded => Fate::Known,
                Fate::Known if is_cheaper => Fate::Dropped,
                fate => fate,
            };
        }
        match fate {
            Fate::DeadEnd => known.h = MAX_COST,
            _ => known.h = h.unwrap_or(known.h),
        }
        if matches!(fate, Fate::New | Fate::Cheaper | Fate::Reopened) {
            known.g = g;
        }
        let (node, h) = (known.number, known.h);
        self.reported.push(Reported { number, node, g, h, fate });
    }
}
