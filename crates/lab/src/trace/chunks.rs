//! Passes a trace on in chunks.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use pathmax::{Fate, Progress};
use pathmax_puzzles::{Board, BoardProblem};

use super::recorder::{Child, Step, TraceSink};
use super::{Expansions, TokenLook, TraceEvent};

/// Maximum number of expansions in a chunk.
const AT_ONCE: usize = 500;
/// Number of states after which a chunk ends.
const NODES_AT_ONCE: usize = 2_000;
/// Maximum time between two chunks.
const BETWEEN_CHUNKS: Duration = Duration::from_millis(100);

/// Collects expansions with the tokens of their states, and reports them in chunks.
pub(super) struct Chunks<'a, P> {
    problem: &'a P,
    tiles: usize,
    report: &'a mut dyn FnMut(TraceEvent<'_>),
    looks: Vec<TokenLook>,
    looks_reported: usize,
    actions: Actions,
    nodes: Nodes,
    /// Whether there is a column of successors.
    with_successors: bool,
    chunk: Expansions,
    last_report: Instant,
    counts: Counts,
}

impl<'a, P: BoardProblem> Chunks<'a, P> {
    pub fn new(problem: &'a P, with_successors: bool, report: &'a mut dyn FnMut(TraceEvent<'_>)) -> Self {
        let draw = <P::Board as Board>::capabilities().draw;
        let tiles = draw.map_or(0, |draw| (draw.scene)(&problem.board(&problem.start())).tiles.len());
        let kinds = draw.map_or(0, |draw| draw.token_kinds.len());
        Chunks {
            problem,
            tiles,
            report,
            looks: Vec::new(),
            looks_reported: 0,
            actions: Actions::default(),
            nodes: Nodes::default(),
            with_successors,
            chunk: Expansions::default(),
            last_report: Instant::now(),
            counts: Counts { of: vec![0; tiles * kinds], touched: Vec::new() },
        }
    }

    /// Reports what is not reported yet.
    pub fn flush(&mut self) {
        if self.looks_reported < self.looks.len() {
            let new = &self.looks[self.looks_reported..];
            (self.report)(TraceEvent::Looks { from: self.looks_reported, looks: new });
            self.looks_reported = self.looks.len();
        }
        if !self.actions.new.is_empty() {
            let new = std::mem::take(&mut self.actions.new);
            (self.report)(TraceEvent::Actions { from: self.actions.numbers.len() - new.len(), actions: &new });
        }
        if !self.nodes.tokens.is_empty() {
            let Nodes { from, tokens, goal } = &self.nodes;
            (self.report)(TraceEvent::Nodes { from: *from, tokens, goal });
            self.nodes = Nodes { from: from + tokens.len(), ..Nodes::default() };
        }
        if !self.chunk.g.is_empty() {
            (self.report)(TraceEvent::Expansions(&self.chunk));
            let from = self.chunk.from + self.chunk.g.len();
            self.chunk = Expansions { from, ..Expansions::default() };
        }
        self.last_report = Instant::now();
    }

    /// The number of an action.
    fn action(&mut self, action: &P::Action) -> u32 {
        self.actions.number(self.problem.action_line(action))
    }

    /// Successors as a flat list of numbers.
    fn flat(&mut self, children: &[Child<P::Action>]) -> Vec<i64> {
        let numbers = children.iter().flat_map(|Child { action, node, g, h, fate }| {
            let action = self.action(action);
            [action.into(), (*node).into(), (*g).into(), h.map_or(-1, i64::from), status(*fate)]
        });
        numbers.collect()
    }

    /// The tokens of a state: tile, look, tile, look, …
    fn tokens(&mut self, state: &P::State) -> Vec<u32> {
        let Some(draw) = <P::Board as Board>::capabilities().draw else { return Vec::new() };
        let scene = (draw.scene)(&self.problem.board(state));
        let mut tokens = Vec::new();
        for (tile, token) in scene.tiles.iter().enumerate().filter_map(|(i, tile)| Some((i, tile.token.as_ref()?))) {
            let found = TokenLook { text: token.text.clone(), ink: token.ink, symbol: token.symbol, group: token.kind };
            let look = self.looks.iter().position(|look| *look == found).unwrap_or_else(|| {
                self.looks.push(found);
                self.looks.len() - 1
            });
            tokens.extend([tile as u32, look as u32]);
        }
        tokens
    }
}

impl<P: BoardProblem> TraceSink<P> for Chunks<'_, P> {
    fn numbered(&mut self, state: &P::State) {
        let (tokens, is_goal) = (self.tokens(state), self.problem.is_goal(state));
        self.nodes.tokens.push(tokens);
        self.nodes.goal.push(is_goal.into());
    }

    fn generated(&mut self, state: &P::State) {
        let Chunks { problem, counts, tiles, .. } = self;
        problem.tokens(state, |tile, group| counts.add(group * *tiles + tile));
    }

    fn expanded(&mut self, state: P::State, step: Step<P::Action>) {
        let tokens = self.tokens(&state);
        let action = step.action.map(|action| self.action(&action));
        let successors = step.successors.map(|children| self.flat(&children));
        let chunk = &mut self.chunk;
        chunk.node.push(step.node);
        chunk.g.push(step.g);
        chunk.h.push(step.h);
        chunk.depth.push(step.depth);
        chunk.parent.push(step.parent);
        chunk.action.push(action);
        chunk.first.push(u8::from(step.first));
        chunk.tokens.push(tokens);
        chunk.frontier.push(step.frontier);
        chunk.reached.push(self.counts.take());
        if self.with_successors {
            chunk.successors.push(successors);
        }
        let is_full = chunk.g.len() >= AT_ONCE || self.nodes.tokens.len() >= NODES_AT_ONCE;
        if is_full || self.last_report.elapsed() >= BETWEEN_CHUNKS {
            self.flush();
        }
    }

    fn progress(&mut self, progress: &Progress) {
        self.flush();
        (self.report)(TraceEvent::Progress(progress));
    }
}

/// The number of a fate in a column of successors.
fn status(fate: Fate) -> i64 {
    match fate {
        Fate::New => 0,
        Fate::Cheaper => 1,
        Fate::Reopened => 2,
        Fate::Known => 3,
        Fate::DeadEnd => 4,
        Fate::Dropped => 5,
    }
}

/// The texts of actions.
#[derive(Default)]
struct Actions {
    numbers: HashMap<String, u32>,
    /// Those that are not reported yet.
    new: Vec<String>,
}

impl Actions {
    fn number(&mut self, text: String) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry(text).or_insert_with_key(|text| {
            self.new.push(text.clone());
            next
        })
    }
}

/// States that are not reported yet.
#[derive(Default)]
struct Nodes {
    /// The number of the first.
    from: usize,
    tokens: Vec<Vec<u32>>,
    goal: Vec<u8>,
}

/// The number of tokens per place.
struct Counts {
    of: Vec<u32>,
    touched: Vec<usize>,
}

impl Counts {
    fn add(&mut self, place: usize) {
        let Some(count) = self.of.get_mut(place) else { return };
        if *count == 0 {
            self.touched.push(place);
        }
        *count += 1;
    }

    /// Place, count, place, count, …; resets all counts to 0.
    fn take(&mut self) -> Vec<u32> {
        self.touched.sort_unstable();
        let Counts { of, touched } = self;
        touched.drain(..).flat_map(|place| [place as u32, std::mem::take(&mut of[place])]).collect()
    }
}
