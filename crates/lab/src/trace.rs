//! A search, expansion by expansion.
//!
//! A trace is bounded: a maximum number of expansions, and no more states than fit a modest memory. The search itself
//! continues to its end, unless it is asked to stop there, and its result is the same as without the trace.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use pathmax::{Cost, Expansion, MAX_COST, Observer, Progress};
use pathmax_puzzles::drawing::Ink;
use pathmax_puzzles::{Board, BoardProblem, ProblemVisitor};
use serde::Serialize;

use crate::external::Heuristics;
use crate::flow::continue_if;
use crate::solve::report_on;
use crate::{AnyBoard, SolveError, SolveReport, Solver};

/// Maximum number of expansions in a chunk.
const AT_ONCE: usize = 500;
/// Maximum time between two chunks.
const BETWEEN_CHUNKS: Duration = Duration::from_millis(100);
/// Maximum number of states that are remembered to recognize new ones.
const MOST_REACHED: usize = 500_000;

/// How to trace searches.
#[derive(Clone, Debug)]
pub struct Tracer {
    /// The search.
    pub solver: Solver,
    /// Maximum number of expansions in the trace.
    pub most: usize,
    /// Whether the search continues after the last expansion of the trace.
    pub finish: bool,
}

/// A part of a trace, in the order of the search.
#[derive(Clone, Copy, Debug)]
pub enum TraceEvent<'a> {
    /// Looks that were not there before.
    Looks {
        /// The number of the first.
        from: usize,
        /// The looks.
        looks: &'a [TokenLook],
    },
    /// Some expansions.
    Expansions(&'a Expansions),
    /// How far the search has come.
    Progress(&'a Progress),
}

/// How something on the board looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenLook {
    /// A letter or two.
    pub text: String,
    /// Whose it is.
    pub ink: Ink,
    /// The number of its kind among the puzzle's [things](pathmax_puzzles::capability::Draw::TOKEN_KINDS).
    pub group: usize,
}

/// Consecutive expansions, one column per member.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Expansions {
    /// The number of the first.
    pub from: usize,
    /// What the way to the state costs.
    pub g: Vec<Cost>,
    /// What the heuristic says; `None` for a dead end.
    pub h: Vec<Option<Cost>>,
    /// How many actions lead to the state.
    pub depth: Vec<u32>,
    /// The expansion that reached the state most cheaply; `None` for the start.
    pub parent: Vec<Option<u32>>,
    /// 1 if the state was not expanded before.
    pub first: Vec<u8>,
    /// What stands where: tile, look, tile, look, …
    pub tokens: Vec<Vec<u32>>,
    /// How many states are reached but not expanded, after this expansion.
    pub frontier: Vec<usize>,
    /// Where things stand in the states that were reached for the first time: place, count, place, count, …, the place
    /// being group × number of tiles + tile.
    pub reached: Vec<Vec<u32>>,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct TraceReport {
    /// What came of the search.
    pub solve: SolveReport,
    /// The number of expansions in the trace.
    pub traced: usize,
    /// Why there are no more, if the search made more.
    pub why_no_more: Option<TraceEnd>,
}

/// Why a trace ended before the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TraceEnd {
    /// The maximum number of expansions was reached.
    Most,
    /// Too many states were reached to remember.
    Memory,
}

impl Tracer {
    /// Solves a board and passes the trace to `tell`.
    ///
    /// ```
    /// use pathmax_lab::{Reading, Registry, Solver, TraceEvent, Tracer};
    ///
    /// let registry = Registry::builtin();
    /// let board = registry.load("../../instances/chexers/one-step.json".as_ref(), &Reading::default())?.board;
    /// let tracer = Tracer { solver: Solver::default(), most: 100, finish: true };
    /// let mut order = Vec::new();
    /// let report = tracer.trace(&board, &mut |event| {
    ///     if let TraceEvent::Expansions(expansions) = event {
    ///         order.extend_from_slice(&expansions.g);
    ///     }
    /// })?;
    /// assert_eq!(order.len() as u64, report.solve.statistics.expanded);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn trace(&self, board: &AnyBoard, tell: &mut dyn FnMut(TraceEvent<'_>)) -> Result<TraceReport, SolveError> {
        let mut solver = self.solver.clone();
        let heuristics = Heuristics::find(board.puzzle().info(), &solver.heuristic, &mut solver.search)?;
        heuristics.set_pathmax(&mut solver.search.algorithm);
        // The states of the trace are part of the memory limit.
        let share = solver.search.limits.memory.map(|bytes| bytes / 4);
        solver.search.limits.memory = solver.search.limits.memory.map(|bytes| bytes - bytes / 4);
        let mut stopped_here = false;
        if !self.finish {
            let most = self.most as u64;
            stopped_here = solver.search.limits.expansions.is_none_or(|limit| most < limit);
            solver.search.limits.expansions = Some(solver.search.limits.expansions.unwrap_or(most).min(most));
        }
        let mut report = board.erased().trace(Trace { tracer: self, solver, heuristics, share, tell })?;
        let at_the_limit = report.solve.reason == Some(pathmax::StopReason::Expansions);
        if stopped_here && at_the_limit && report.why_no_more.is_none() {
            report.why_no_more = Some(TraceEnd::Most);
        }
        Ok(report)
    }
}

pub(crate) struct Trace<'a> {
    tracer: &'a Tracer,
    solver: Solver,
    heuristics: Heuristics,
    share: Option<usize>,
    tell: &'a mut dyn FnMut(TraceEvent<'_>),
}

impl<B: Board> ProblemVisitor<B> for Trace<'_> {
    type Output = Result<TraceReport, SolveError>;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Self::Output {
        let most = self.tracer.most;
        // A table is never more than half empty.
        let bytes = 2 * size_of::<(P::State, Reached)>();
        let most_reached = self.share.map_or(MOST_REACHED, |share| (share / bytes).min(MOST_REACHED));
        let mut watcher = Watcher::new(problem, most, most_reached, self.tracer.finish, self.tell);
        let solve = report_on(problem, &self.solver, &self.heuristics, &mut watcher)?;
        watcher.flush();
        Ok(TraceReport { solve, traced: watcher.traced, why_no_more: watcher.full })
    }
}

/// What is known of a state.
struct Reached {
    parent: Option<u32>,
    g: Cost,
    depth: u32,
    expanded: bool,
}

struct Watcher<'a, P: BoardProblem> {
    problem: &'a P,
    tiles: usize,
    most: usize,
    most_reached: usize,
    /// Whether the search continues after the trace has ended.
    finish: bool,
    tell: &'a mut dyn FnMut(TraceEvent<'_>),
    states: HashMap<P::State, Reached>,
    looks: Vec<TokenLook>,
    looks_told: usize,
    chunk: Expansions,
    last_told: Instant,
    traced: usize,
    frontier: usize,
    full: Option<TraceEnd>,
    counts: Counts,
}

impl<'a, P: BoardProblem> Watcher<'a, P> {
    fn new(
        problem: &'a P,
        most: usize,
        most_reached: usize,
        finish: bool,
        tell: &'a mut dyn FnMut(TraceEvent<'_>),
    ) -> Self {
        let start = problem.start();
        let draw = <P::Board as Board>::capabilities().draw;
        let tiles = draw.map_or(0, |draw| (draw.scene)(&problem.board(&start)).tiles.len());
        let kinds = draw.map_or(0, |draw| draw.token_kinds.len());
        let reached = Reached { parent: None, g: 0, depth: 0, expanded: false };
        Watcher {
            problem,
            tiles,
            most,
            most_reached,
            finish,
            tell,
            states: [(start, reached)].into(),
            looks: Vec::new(),
            looks_told: 0,
            chunk: Expansions::default(),
            last_told: Instant::now(),
            traced: 0,
            frontier: 1,
            full: None,
            counts: Counts { of: vec![0; tiles * kinds], touched: Vec::new() },
        }
    }

    /// Tells what is not told yet.
    fn flush(&mut self) {
        if self.looks_told < self.looks.len() {
            (self.tell)(TraceEvent::Looks { from: self.looks_told, looks: &self.looks[self.looks_told..] });
            self.looks_told = self.looks.len();
        }
        if !self.chunk.g.is_empty() {
            (self.tell)(TraceEvent::Expansions(&self.chunk));
            self.chunk = Expansions { from: self.traced, ..Expansions::default() };
        }
        self.last_told = Instant::now();
    }

    fn stop(&mut self, why: TraceEnd) -> ControlFlow<()> {
        self.full = Some(why);
        self.states = HashMap::new();
        self.flush();
        continue_if(self.finish)
    }

    /// What stands where in a state.
    fn tokens(&mut self, state: &P::State) -> Vec<u32> {
        let Some(draw) = <P::Board as Board>::capabilities().draw else { return Vec::new() };
        let scene = (draw.scene)(&self.problem.board(state));
        let mut tokens = Vec::new();
        for (tile, token) in scene.tiles.iter().enumerate().filter_map(|(i, tile)| Some((i, tile.token.as_ref()?))) {
            let group = token.kind;
            let same = |look: &TokenLook| look.group == group && look.ink == token.ink && look.text == token.text;
            let look = self.looks.iter().position(same).unwrap_or_else(|| {
                self.looks.push(TokenLook { text: token.text.clone(), ink: token.ink, group });
                self.looks.len() - 1
            });
            tokens.extend([tile as u32, look as u32]);
        }
        tokens
    }

    /// Notes every state that an expansion leads to; those that are new are counted.
    fn reach(&mut self, state: &P::State, number: u32, g: Cost, depth: u32) {
        let Watcher { problem, states, counts, frontier, tiles, .. } = self;
        problem.for_each_successor(state, |_, cost, next| {
            let g = g.saturating_add(cost);
            let reached = Reached { parent: Some(number), g, depth: depth + 1, expanded: false };
            match states.get_mut(&next) {
                None => {
                    problem.tokens(&next, |tile, group| counts.add(group * *tiles + tile));
                    *frontier += 1;
                    states.insert(next, reached);
                }
                Some(known) if g < known.g => *known = Reached { expanded: known.expanded, ..reached },
                Some(_) => {}
            }
        });
    }
}

impl<P: BoardProblem> Observer<P::State> for Watcher<'_, P> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        if self.full.is_none() {
            self.flush();
        }
        (self.tell)(TraceEvent::Progress(progress));
        ControlFlow::Continue(())
    }

    fn wants_expansions(&self) -> bool {
        true
    }

    fn expansion(&mut self, expansion: Expansion<'_, P::State>) -> ControlFlow<()> {
        if self.full.is_some() {
            return ControlFlow::Continue(());
        }
        if self.traced >= self.most {
            return self.stop(TraceEnd::Most);
        }
        if self.states.len() >= self.most_reached {
            return self.stop(TraceEnd::Memory);
        }
        let Expansion { state, g, h, .. } = expansion;
        let (parent, depth, first) = match self.states.get_mut(state) {
            Some(known) => (known.parent, known.depth, !std::mem::replace(&mut known.expanded, true)),
            // Every state was reached from one that was told, so this does not happen.
            None => (None, 0, false),
        };
        self.frontier -= usize::from(first);
        self.reach(state, self.traced as u32, g, depth);
        let tokens = self.tokens(state);
        let chunk = &mut self.chunk;
        chunk.g.push(g);
        chunk.h.push((h < MAX_COST).then_some(h));
        chunk.depth.push(depth);
        chunk.parent.push(parent);
        chunk.first.push(u8::from(first));
        chunk.tokens.push(tokens);
        chunk.frontier.push(self.frontier);
        chunk.reached.push(self.counts.take());
        self.traced += 1;
        if chunk.g.len() >= AT_ONCE || self.last_told.elapsed() >= BETWEEN_CHUNKS {
            self.flush();
        }
        ControlFlow::Continue(())
    }
}

/// How often places were named.
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

    /// Place, count, place, count, …; then all counts are 0 again.
    fn take(&mut self) -> Vec<u32> {
        self.touched.sort_unstable();
        let Counts { of, touched } = self;
        touched.drain(..).flat_map(|place| [place as u32, std::mem::take(&mut of[place])]).collect()
    }
}
