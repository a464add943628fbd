//! Traces for other programs: Posthoc's search-trace format, version 1.4.0.
//!
//! The format is YAML, of which JSON is a subset: each event is written as one JSON object on one line, so that a trace can be
//! written and read event by event.
//!
//! # References
//!
//! The format: <https://posthoc.pathfinding.ai/docs/search-trace>. The shapes of views:
//! <https://posthoc.pathfinding.ai/docs/visualiser/pixel-renderer>.

mod events;
mod view;

use std::io::{self, Write};

use pathmax_puzzles::{Board, BoardProblem, ProblemVisitor};

use super::{TraceEnd, take_share};
use crate::external::Heuristics;
use crate::solve::report_on;
use crate::{AnyBoard, SolveError, SolveReport, Solver, Watch};
use events::EventWriter;

/// Writes searches as traces for Posthoc.
#[derive(Clone, Debug)]
pub struct TraceExporter {
    /// The search. It runs on one thread.
    pub solver: Solver,
    /// Maximum number of events of the search; those of the plan come in addition.
    pub most: u64,
}

/// The result of a search that was written as a trace.
#[derive(Clone, Debug)]
pub struct ExportReport {
    /// The report of the search.
    pub solve: SolveReport,
    /// The number of events of the search in the trace.
    pub events: u64,
    /// Why events are left out, if some are.
    pub why_no_more: Option<TraceEnd>,
}

/// Why a search could not be written as a trace.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The search failed.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The trace cannot be written.
    #[error("cannot be written: {0}")]
    Write(#[from] io::Error),
}

impl TraceExporter {
    /// The usual maximum number of events.
    pub const USUAL_EVENTS: u64 = 10_000;

    /// Solves a board and writes the trace to `out` while the search runs; `watch` is called with the progress.
    ///
    /// The search continues to its end if events are left out, and its result is the same as without the trace.
    ///
    /// ```
    /// use pathmax_lab::{Reading, Registry, Solver, TraceExporter};
    ///
    /// let registry = Registry::builtin();
    /// let board = registry.load("../../instances/chexers/one-step.json".as_ref(), &Reading::default())?.board;
    /// let exporter = TraceExporter { solver: Solver::default(), most: TraceExporter::USUAL_EVENTS };
    /// let mut trace = Vec::new();
    /// let report = exporter.export(&board, &mut trace, &mut |_progress| {})?;
    /// let trace = String::from_utf8(trace)?;
    /// assert_eq!(trace.matches(r#""type":"expand""#).count() as u64, report.solve.statistics.expanded);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn export(&self, board: &AnyBoard, out: &mut dyn Write, watch: Watch<'_>) -> Result<ExportReport, ExportError> {
        let mut solver = self.solver.clone();
        let heuristics = Heuristics::for_board(board, &solver.heuristic, &mut solver.search)?;
        heuristics.set_pathmax(&mut solver.search.algorithm);
        let memory = take_share(&mut solver.search.limits);
        board.erased().export(Export { solver, heuristics, most: self.most, memory, out, watch })
    }
}

pub(crate) struct Export<'a> {
    solver: Solver,
    heuristics: Heuristics,
    most: u64,
    memory: Option<usize>,
    out: &'a mut dyn Write,
    watch: Watch<'a>,
}

impl<B: Board> ProblemVisitor<B> for Export<'_> {
    type Output = Result<ExportReport, ExportError>;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Self::Output {
        let algorithm = self.solver.search.algorithm;
        let mut about = format!("{}: {algorithm}", B::PUZZLE.name);
        if algorithm.info().informed {
            about += &format!(" with {}", self.heuristics.name());
        }
        let mut writer = EventWriter::new(problem, self.out, self.watch, self.most, self.memory);
        writer.begin(&about)?;
        let solve = report_on(problem, &self.solver, &self.heuristics, &mut writer)?;
        let (events, why_no_more) = writer.finish(solve.cost.map(|_| &solve.actions[..]))?;
        Ok(ExportReport { solve, events, why_no_more })
    }
}
