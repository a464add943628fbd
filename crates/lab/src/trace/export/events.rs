//! Writes the events of a search while it runs.

use std::collections::HashMap;
use std::io::{self, Write};
use std::ops::ControlFlow;

use pathmax::{Cost, Expansion, Generated, MAX_COST, NodeId, Observer, Progress};
use pathmax_puzzles::BoardProblem;
use serde::Serialize;

use super::view::{EventToken, tokens, write_views};
use crate::Watch;
use crate::flow::continue_if;
use crate::solve::scene_of;
use crate::trace::TraceEnd;

/// An event, as Posthoc reads it.
#[derive(Serialize)]
struct Event<'a> {
    r#type: &'static str,
    id: u64,
    #[serde(rename = "pId")]
    parent: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    f: Option<Cost>,
    g: Cost,
    /// Missing for a dead end, and along the plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    h: Option<Cost>,
    depth: u32,
    /// Whether the tiles are drawn with this event.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    board: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    tokens: Option<Vec<EventToken<'a>>>,
}

/// A node of the search tree in an event.
struct Node<'s, S> {
    state: &'s S,
    id: u64,
    parent: Option<u64>,
    g: Cost,
    h: Cost,
    depth: u32,
}

/// The number of a node in the trace. Posthoc takes the parent 0 for none.
fn number(id: NodeId) -> u64 {
    id.index() + 1
}

/// Observes a search and writes its events, up to a maximum.
pub(super) struct EventWriter<'a, P: BoardProblem> {
    problem: &'a P,
    out: &'a mut dyn Write,
    watch: Watch<'a>,
    /// The last node of each state in the trace, for the plan.
    ids: HashMap<P::State, u64>,
    /// The bytes that `ids` may still take.
    memory: usize,
    most: u64,
    events: u64,
    /// Why events are left out, if some are.
    end: Option<TraceEnd>,
    /// Why nothing more can be written.
    error: Option<io::Error>,
}

impl<'a, P: BoardProblem> EventWriter<'a, P> {
    pub fn new(problem: &'a P, out: &'a mut dyn Write, watch: Watch<'a>, most: u64, memory: Option<usize>) -> Self {
        let memory = memory.unwrap_or(usize::MAX);
        EventWriter { problem, out, watch, ids: HashMap::new(), memory, most, events: 0, end: None, error: None }
    }

    /// Writes everything before the events. `about` describes the search.
    pub fn begin(&mut self, about: &str) -> io::Result<()> {
        let version = env!("CARGO_PKG_VERSION");
        writeln!(self.out, "# A search trace of pathmax {version} for Posthoc, https://posthoc-app.pathfinding.ai")?;
        writeln!(self.out, "# {}\nversion: 1.4.0", about.replace(char::is_control, " "))?;
        if let Some(scene) = scene_of(&self.problem.board(&self.problem.start())) {
            write_views(&scene, self.out)?;
        }
        writeln!(self.out, "events:")
    }

    /// Writes the plan, if there is one. Returns the number of search events and why some are left out.
    pub fn finish(mut self, plan: Option<&[String]>) -> io::Result<(u64, Option<TraceEnd>)> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        if let Some(end) = self.end {
            let why = match end {
                TraceEnd::Most => "the limit on events is reached",
                TraceEnd::Memory => "the memory for the trace is used up",
            };
            writeln!(self.out, "# Further events of the search are left out: {why}.")?;
        }
        let search_events = self.events;
        plan.map_or(Ok(()), |plan| self.write_plan(plan))?;
        if self.events == 0 {
            // A sequence without elements would be no sequence.
            writeln!(self.out, "  []")?;
        }
        Ok((search_events, self.end))
    }

    /// One event per state along the plan. States that are in no other event get new numbers.
    fn write_plan(&mut self, plan: &[String]) -> io::Result<()> {
        let mut unused = u64::MAX >> 12;
        let mut number_of = |ids: &HashMap<P::State, u64>, state: &P::State| {
            ids.get(state).copied().unwrap_or_else(|| {
                unused -= 1;
                unused
            })
        };
        let (mut state, mut g, mut parent) = (self.problem.start(), 0, None);
        for depth in 0..=plan.len() {
            let id = number_of(&self.ids, &state);
            self.write("solution", &Node { state: &state, id, parent, g, h: MAX_COST, depth: depth as u32 })?;
            let Some((cost, next)) = plan.get(depth).and_then(|line| self.after_line(&state, line)) else { break };
            (state, g, parent) = (next, g + cost, Some(id));
        }
        Ok(())
    }

    /// The cost and the result of the action with this line.
    fn after_line(&self, state: &P::State, line: &str) -> Option<(Cost, P::State)> {
        let mut found = None;
        self.problem.for_each_successor(state, |action, cost, next| {
            if found.is_none() && self.problem.action_line(&action) == line {
                found = Some((cost, next));
            }
        });
        found
    }

    /// Writes an event of the search, unless the trace has ended.
    fn observe(&mut self, r#type: &'static str, node: &Node<'_, P::State>) -> ControlFlow<()> {
        if self.end.is_none() && self.events >= self.most {
            self.end = Some(TraceEnd::Most);
        }
        if self.end.is_none() && !self.remember(node) {
            self.end = Some(TraceEnd::Memory);
        }
        if self.end.is_none()
            && let Err(error) = self.write(r#type, node)
        {
            self.error = Some(error);
        }
        continue_if(self.error.is_none())
    }

    /// Remembers the number of a state; false if there is no memory for it.
    fn remember(&mut self, node: &Node<'_, P::State>) -> bool {
        if let Some(known) = self.ids.get_mut(node.state) {
            *known = node.id;
            return true;
        }
        // Tables are at least half full.
        let bytes = 2 * size_of::<(P::State, u64)>() + self.problem.heap_bytes(node.state);
        let Some(left) = self.memory.checked_sub(bytes) else { return false };
        self.memory = left;
        self.ids.insert(node.state.clone(), node.id);
        true
    }

    fn write(&mut self, r#type: &'static str, node: &Node<'_, P::State>) -> io::Result<()> {
        let scene = scene_of(&self.problem.board(node.state));
        let h = (node.h < MAX_COST).then_some(node.h);
        let event = Event {
            r#type,
            id: node.id,
            parent: node.parent,
            f: h.map(|h| node.g.saturating_add(h)),
            g: node.g,
            h,
            depth: node.depth,
            board: self.events == 0 && scene.is_some(),
            tokens: scene.as_ref().map(tokens),
        };
        let event = serde_json::to_string(&event)?;
        writeln!(self.out, "  - {event}")?;
        self.events += 1;
        Ok(())
    }
}

impl<P: BoardProblem> Observer<P::State> for EventWriter<'_, P> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        (self.watch)(progress);
        ControlFlow::Continue(())
    }

    fn wants_expansions(&self) -> bool {
        true
    }

    fn expansion(&mut self, expansion: Expansion<'_, P::State>) -> ControlFlow<()> {
        let Expansion { state, id, parent, depth, g, h, .. } = expansion;
        self.observe("expand", &Node { state, id: number(id), parent: parent.map(number), g, h, depth })
    }

    fn wants_generated(&self) -> bool {
        true
    }

    fn generated(&mut self, generated: Generated<'_, P::State>) -> ControlFlow<()> {
        let Generated { state, id, parent, depth, g, h, .. } = generated;
        let r#type = if parent.is_none() { "source" } else { "generate" };
        self.observe(r#type, &Node { state, id: number(id), parent: parent.map(number), g, h, depth })
    }
}
