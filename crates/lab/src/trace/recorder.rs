//! Records the expansions of a search.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::ControlFlow;

use pathmax::{Cost, Expansion, Generated, MAX_COST, NodeId, Observer, Progress};

use super::TraceEnd;
use crate::flow::continue_if;

/// Maximum number of states that are remembered to recognize new ones.
const MOST_STATES: usize = 500_000;

/// An expansion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub g: Cost,
    /// `None` for a dead end.
    pub h: Option<Cost>,
    pub depth: u32,
    /// The expansion that generated the state at this cost.
    pub parent: Option<u32>,
    /// Whether the state is expanded for the first time.
    pub first: bool,
    /// The number of states that are generated but not expanded, after this expansion.
    pub frontier: usize,
}

/// Receives a trace.
pub(super) trait TraceSink<S> {
    /// Called for each state that the current expansion generates for the first time.
    fn generated(&mut self, state: &S);

    /// Called at the end of each expansion.
    fn expanded(&mut self, state: S, step: Step);

    /// Called with the progress of the search, during the trace and after its end.
    fn progress(&mut self, _progress: &Progress) {}
}

/// Observes a search. The search passes on what it generates: nothing is expanded a second time.
pub(super) struct Recorder<S, T> {
    sink: T,
    most: usize,
    most_states: usize,
    /// Whether the search continues after the trace has ended.
    continues: bool,
    /// All states that were generated, and whether they were expanded.
    states: HashMap<S, bool>,
    /// The last expansion of each node, and the depth of its state then.
    expansions: HashMap<NodeId, (u32, u32)>,
    /// The expansion whose successors the search is generating.
    current: Option<(S, Step)>,
    /// The number of expansions that began.
    count: usize,
    frontier: usize,
    end: Option<TraceEnd>,
}

impl<S: Clone + Eq + Hash, T: TraceSink<S>> Recorder<S, T> {
    /// `memory` limits the bytes for states.
    pub fn new(start: S, sink: T, most: usize, memory: Option<usize>, continues: bool) -> Self {
        // Tables are at least half full.
        let bytes = 2 * (size_of::<(S, bool)>() + size_of::<(NodeId, (u32, u32))>());
        Recorder {
            sink,
            most,
            most_states: memory.map_or(MOST_STATES, |memory| (memory / bytes).min(MOST_STATES)),
            continues,
            states: [(start, false)].into(),
            expansions: HashMap::new(),
            current: None,
            count: 0,
            frontier: 1,
            end: None,
        }
    }

    /// Ends the trace with the search: the sink, the number of expansions, and why the trace ended before.
    pub fn finish(mut self) -> (T, usize, Option<TraceEnd>) {
        self.end_expansion();
        (self.sink, self.count, self.end)
    }

    fn end_expansion(&mut self) {
        if let Some((state, step)) = self.current.take() {
            self.sink.expanded(state, Step { frontier: self.frontier, ..step });
        }
    }

    fn end(&mut self, why: TraceEnd) -> ControlFlow<()> {
        self.end = Some(why);
        (self.states, self.expansions) = (HashMap::new(), HashMap::new());
        continue_if(self.continues)
    }
}

impl<S: Clone + Eq + Hash, T: TraceSink<S>> Observer<S> for Recorder<S, T> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.sink.progress(progress);
        ControlFlow::Continue(())
    }

    fn wants_expansions(&self) -> bool {
        true
    }

    fn expansion(&mut self, expansion: Expansion<'_, S>) -> ControlFlow<()> {
        self.end_expansion();
        if self.end.is_some() {
            return ControlFlow::Continue(());
        }
        if self.count >= self.most {
            return self.end(TraceEnd::Most);
        }
        if self.states.len() >= self.most_states {
            return self.end(TraceEnd::Memory);
        }
        let Expansion { state, id, parent, depth, g, h, .. } = expansion;
        let first = !self.states.insert(state.clone(), true).unwrap_or(false);
        self.frontier -= usize::from(first);
        let parent = parent.and_then(|parent| self.expansions.get(&parent));
        // Along the recorded parents: they may have been reached by shorter paths since.
        let depth = parent.map_or(depth, |(_, depth)| depth + 1);
        let step = Step {
            g,
            h: (h < MAX_COST).then_some(h),
            depth,
            parent: parent.map(|(number, _)| *number),
            first,
            frontier: 0,
        };
        self.expansions.insert(id, (self.count as u32, depth));
        self.current = Some((state.clone(), step));
        self.count += 1;
        ControlFlow::Continue(())
    }

    fn wants_generated(&self) -> bool {
        true
    }

    fn generated(&mut self, generated: Generated<'_, S>) -> ControlFlow<()> {
        if self.end.is_none() && !self.states.contains_key(generated.state) {
            self.states.insert(generated.state.clone(), false);
            self.frontier += 1;
            self.sink.generated(generated.state);
        }
        ControlFlow::Continue(())
    }
}
