//! A search, expansion by expansion.
//!
//! A trace is bounded: a maximum number of expansions, and no more states than fit a modest memory. The search itself
//! continues to its end, unless it is asked to stop there, and its result is the same as without the trace.

mod export;
mod problem;
mod recorder;

use std::time::{Duration, Instant};

use pathmax::{Cost, Limits, Progress, StopReason};
use pathmax_puzzles::drawing::Ink;
use pathmax_puzzles::{Board, BoardProblem, ProblemVisitor};
use serde::Serialize;

pub(crate) use export::Export;
pub use export::{ExportError, ExportReport, TraceExporter};
pub use problem::{ProblemTrace, TracedExpansion, trace};

use crate::external::Heuristics;
use crate::solve::report_on;
use crate::{AnyBoard, SolveError, SolveReport, Solver};
use recorder::{Recorder, Step, TraceSink};

/// Maximum number of expansions in a chunk.
const AT_ONCE: usize = 500;
/// Maximum time between two chunks.
const BETWEEN_CHUNKS: Duration = Duration::from_millis(100);

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
    /// Looks that are used from here on.
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

/// The look of a token on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenLook {
    /// A letter or two.
    pub text: String,
    /// Its colour.
    pub ink: Ink,
    /// The index of its kind in the puzzle's [`TOKEN_KINDS`](pathmax_puzzles::capability::Draw::TOKEN_KINDS).
    pub group: usize,
}

/// Consecutive expansions, one column per member.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Expansions {
    /// The number of the first.
    pub from: usize,
    /// The cost of the path to the state.
    pub g: Vec<Cost>,
    /// The heuristic value; `None` for a dead end.
    pub h: Vec<Option<Cost>>,
    /// The number of actions on the path to the state.
    pub depth: Vec<u32>,
    /// The expansion that generated the state at this cost; `None` for the start.
    pub parent: Vec<Option<u32>>,
    /// 1 if the state was not expanded before.
    pub first: Vec<u8>,
    /// The tokens of the state: tile, look, tile, look, …
    pub tokens: Vec<Vec<u32>>,
    /// The number of states that are generated but not expanded, after this expansion.
    pub frontier: Vec<usize>,
    /// The tokens of the states that this expansion generated for the first time: place, count, place, count, …, where a
    /// place is group × number of tiles + tile.
    pub reached: Vec<Vec<u32>>,
}

/// The result of a traced search.
#[derive(Clone, Debug)]
pub struct TraceReport {
    /// The report of the search.
    pub solve: SolveReport,
    /// The number of expansions in the trace.
    pub traced: usize,
    /// Why the trace ended before the search, if it did.
    pub why_no_more: Option<TraceEnd>,
}

/// Why a trace ended before the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TraceEnd {
    /// The maximum number of expansions was reached.
    Most,
    /// Too many states were generated to remember.
    Memory,
}

impl Tracer {
    /// Solves a board and passes the trace to `report`.
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
    pub fn trace(&self, board: &AnyBoard, report: &mut dyn FnMut(TraceEvent<'_>)) -> Result<TraceReport, SolveError> {
        let mut solver = self.solver.clone();
        let heuristics = Heuristics::find(board.puzzle().info(), &solver.heuristic, &mut solver.search)?;
        heuristics.set_pathmax(&mut solver.search.algorithm);
        let memory = take_share(&mut solver.search.limits);
        let mut ends_with_the_trace = false;
        if !self.finish {
            let (most, limit) = (self.most as u64, &mut solver.search.limits.expansions);
            ends_with_the_trace = limit.is_none_or(|limit| most < limit);
            *limit = Some(limit.map_or(most, |limit| limit.min(most)));
        }
        let trace = Trace { most: self.most, finish: self.finish, solver, heuristics, memory, report };
        let mut report = board.erased().trace(trace)?;
        if ends_with_the_trace && report.solve.reason == Some(StopReason::Expansions) {
            report.why_no_more.get_or_insert(TraceEnd::Most);
        }
        Ok(report)
    }
}

/// Reserves a quarter of the memory limit for the states of the trace.
fn take_share(limits: &mut Limits) -> Option<usize> {
    let share = limits.memory? / 4;
    limits.memory = limits.memory.map(|bytes| bytes - share);
    Some(share)
}

pub(crate) struct Trace<'a> {
    most: usize,
    finish: bool,
    solver: Solver,
    heuristics: Heuristics,
    memory: Option<usize>,
    report: &'a mut dyn FnMut(TraceEvent<'_>),
}

impl<B: Board> ProblemVisitor<B> for Trace<'_> {
    type Output = Result<TraceReport, SolveError>;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Self::Output {
        let sink = Chunks::new(problem, self.report);
        let mut recorder = Recorder::new(problem.start(), sink, self.most, self.memory, self.finish);
        let solve = report_on(problem, &self.solver, &self.heuristics, &mut recorder)?;
        let (mut chunks, traced, why_no_more) = recorder.finish();
        chunks.flush();
        Ok(TraceReport { solve, traced, why_no_more })
    }
}

/// Collects expansions with the tokens of their states, and reports them in chunks.
struct Chunks<'a, P> {
    problem: &'a P,
    tiles: usize,
    report: &'a mut dyn FnMut(TraceEvent<'_>),
    looks: Vec<TokenLook>,
    looks_reported: usize,
    chunk: Expansions,
    last_report: Instant,
    counts: Counts,
}

impl<'a, P: BoardProblem> Chunks<'a, P> {
    fn new(problem: &'a P, report: &'a mut dyn FnMut(TraceEvent<'_>)) -> Self {
        let draw = <P::Board as Board>::capabilities().draw;
        let tiles = draw.map_or(0, |draw| (draw.scene)(&problem.board(&problem.start())).tiles.len());
        let kinds = draw.map_or(0, |draw| draw.token_kinds.len());
        Chunks {
            problem,
            tiles,
            report,
            looks: Vec::new(),
            looks_reported: 0,
            chunk: Expansions::default(),
            last_report: Instant::now(),
            counts: Counts { of: vec![0; tiles * kinds], touched: Vec::new() },
        }
    }

    /// Reports what is not reported yet.
    fn flush(&mut self) {
        if self.looks_reported < self.looks.len() {
            let new = &self.looks[self.looks_reported..];
            (self.report)(TraceEvent::Looks { from: self.looks_reported, looks: new });
            self.looks_reported = self.looks.len();
        }
        if !self.chunk.g.is_empty() {
            (self.report)(TraceEvent::Expansions(&self.chunk));
            let from = self.chunk.from + self.chunk.g.len();
            self.chunk = Expansions { from, ..Expansions::default() };
        }
        self.last_report = Instant::now();
    }

    /// The tokens of a state: tile, look, tile, look, …
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
}

impl<P: BoardProblem> TraceSink<P::State> for Chunks<'_, P> {
    fn generated(&mut self, state: &P::State) {
        let Chunks { problem, counts, tiles, .. } = self;
        problem.tokens(state, |tile, group| counts.add(group * *tiles + tile));
    }

    fn expanded(&mut self, state: P::State, step: Step) {
        let tokens = self.tokens(&state);
        let chunk = &mut self.chunk;
        chunk.g.push(step.g);
        chunk.h.push(step.h);
        chunk.depth.push(step.depth);
        chunk.parent.push(step.parent);
        chunk.first.push(u8::from(step.first));
        chunk.tokens.push(tokens);
        chunk.frontier.push(step.frontier);
        chunk.reached.push(self.counts.take());
        if chunk.g.len() >= AT_ONCE || self.last_report.elapsed() >= BETWEEN_CHUNKS {
            self.flush();
        }
    }

    fn progress(&mut self, progress: &Progress) {
        self.flush();
        (self.report)(TraceEvent::Progress(progress));
    }
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
