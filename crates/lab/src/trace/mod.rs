//! A search, expansion by expansion.
//!
//! A trace is bounded: a maximum number of expansions, and no more states than fit a modest memory. The search itself
//! continues to its end, unless it is asked to stop there, and its result is the same as without the trace.

mod chunks;
mod export;
mod problem;
mod recorder;

use std::time::Instant;

use pathmax::{Cost, Limits, Progress, StopReason};
use pathmax_puzzles::drawing::Ink;
use pathmax_puzzles::scene::Symbol;
use pathmax_puzzles::{Board, BoardProblem, ProblemVisitor};
use serde::Serialize;

pub(crate) use export::Export;
pub use export::{ExportError, ExportReport, TraceExporter};
pub use problem::{ProblemTrace, TracedExpansion, TracedSuccessor, trace};

use crate::external::Heuristics;
use crate::settle::settle;
use crate::solve::report_on;
use crate::{AnyBoard, SolveError, SolveReport, Solver};
use chunks::Chunks;
use recorder::{Extent, Recorder};

/// How to trace searches.
#[derive(Clone, Debug)]
pub struct Tracer {
    /// The search.
    pub solver: Solver,
    /// Maximum number of expansions in the trace.
    pub most: usize,
    /// Maximum number of expansions with their [successors](Expansions::successors), the first ones. The details also end once
    /// 100,000 successors are recorded.
    pub details: usize,
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
    /// Texts of actions that are used from here on.
    Actions {
        /// The number of the first.
        from: usize,
        /// The actions, as lines of an answer.
        actions: &'a [String],
    },
    /// States that are used from here on, while the [details](Tracer::details) last.
    Nodes {
        /// The number of the first.
        from: usize,
        /// The tokens of each: tile, look, tile, look, …
        tokens: &'a [Vec<u32>],
        /// 1 for each that is a goal.
        goal: &'a [u8],
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
    /// The figure that the page draws instead of the text.
    pub symbol: Option<Symbol>,
    /// The index of its kind in the puzzle's [`TOKEN_KINDS`](pathmax_puzzles::capability::Draw::TOKEN_KINDS).
    pub group: usize,
}

/// Consecutive expansions, one column per member.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Expansions {
    /// The number of the first.
    pub from: usize,
    /// The number of the state, from 0 in the order in which the search met them.
    pub node: Vec<u32>,
    /// The cost of the path to the state.
    pub g: Vec<Cost>,
    /// The heuristic value; `None` for a dead end.
    pub h: Vec<Option<Cost>>,
    /// The number of actions on the path to the state.
    pub depth: Vec<u32>,
    /// The expansion that generated the state at this cost; `None` for the start.
    pub parent: Vec<Option<u32>>,
    /// The number of the action by which it did; `None` for the start.
    pub action: Vec<Option<u32>>,
    /// 1 if the state was not expanded before.
    pub first: Vec<u8>,
    /// The tokens of the state: tile, look, tile, look, …
    pub tokens: Vec<Vec<u32>>,
    /// The number of states that are generated but not expanded, after this expansion.
    pub frontier: Vec<usize>,
    /// The tokens of the states that this expansion generated for the first time: place, count, place, count, …, where a
    /// place is group × number of tiles + tile.
    pub reached: Vec<Vec<u32>>,
    /// The successors in the order of their generation, five numbers each: the action, the state, g of the path through this
    /// expansion, h (-1 for a dead end), and its status: 0 new; 1 cheaper than before, waiting in the open list; 2 cheaper than
    /// before, already expanded; 3 known, not cheaper; 4 a dead end; 5 not kept for another reason. `None` once the
    /// [details](Tracer::details) have ended; empty without them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub successors: Vec<Option<Vec<i64>>>,
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
    /// let tracer = Tracer { solver: Solver::default(), most: 100, details: 0, finish: true };
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
        let start = Instant::now();
        let mut solver = self.solver.clone();
        let heuristics = Heuristics::for_board(board, &solver.heuristic, &mut solver.search)?;
        heuristics.set_pathmax(&mut solver.search.algorithm);
        let memory = take_share(&mut solver.search.limits);
        let mut ends_with_the_trace = false;
        if !self.finish {
            let (most, limit) = (self.most as u64, &mut solver.search.limits.expansions);
            ends_with_the_trace = limit.is_none_or(|limit| most < limit);
            *limit = Some(limit.map_or(most, |limit| limit.min(most)));
        }
        let extent = Extent { most: self.most, details: self.details, memory, continues: self.finish };
        let mut traced = board.erased().trace(Trace { extent, solver, heuristics, report: &mut *report })?;
        // An adjustment that is part of the heuristic is no setting.
        traced.solve.settings = self.solver.search.algorithm.settings();
        if ends_with_the_trace && traced.solve.reason == Some(StopReason::Expansions) {
            traced.why_no_more.get_or_insert(TraceEnd::Most);
        }
        if let Some(expansions) = self.solver.settle {
            let mut watch = |progress: &Progress| report(TraceEvent::Progress(progress));
            settle(&self.solver, board, &mut traced.solve, (expansions, start), &mut watch)?;
        }
        Ok(traced)
    }
}

/// Reserves a quarter of the memory limit for the states of the trace.
fn take_share(limits: &mut Limits) -> Option<usize> {
    let share = limits.memory? / 4;
    limits.memory = limits.memory.map(|bytes| bytes - share);
    Some(share)
}

pub(crate) struct Trace<'a> {
    extent: Extent,
    solver: Solver,
    heuristics: Heuristics,
    report: &'a mut dyn FnMut(TraceEvent<'_>),
}

impl<B: Board> ProblemVisitor<B> for Trace<'_> {
    type Output = Result<TraceReport, SolveError>;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Self::Output {
        let sink = Chunks::new(problem, self.extent.details > 0, self.report);
        let mut recorder = Recorder::new(problem, self.solver.search.algorithm, sink, self.extent);
        let solve = report_on(problem, &self.solver, &self.heuristics, &mut recorder)?;
        let (mut chunks, traced, why_no_more) = recorder.finish();
        chunks.flush();
        Ok(TraceReport { solve, traced, why_no_more })
    }
}
