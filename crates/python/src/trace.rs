//! Searches, expansion by expansion.

use pathmax::{Cost, Fate, Progress};
use pathmax_lab::{Heuristics, SolveError, SolveReport, Solver, TraceEnd, TracedExpansion, TracedSuccessor};
use pathmax_puzzles::{Board, BoardProblem, ProblemVisitor};
use pyo3::prelude::*;

use crate::board::{compile, from_python, state_to_python};
use crate::call::{Call, Event};
use crate::errors::usage_error;
use crate::settings::SearchSettings;
use crate::workbench::{ProgressFunction, finished, json};

/// An action, its result, and the number, g, h and fate of the result.
type Successor<S, A> = (A, S, usize, Cost, Option<Cost>, &'static str);
/// State, node, g, h, depth, parent, action, first, frontier, successors.
pub type Row<S, A> =
    (S, usize, Cost, Option<Cost>, u32, Option<usize>, Option<A>, bool, usize, Option<Vec<Successor<S, A>>>);
type PythonRow<'py> = Row<Bound<'py, PyAny>, Bound<'py, PyAny>>;

/// The expansions of a trace as rows, with other actions.
pub fn rows<S, A, B>(expansions: Vec<TracedExpansion<S, A>>, action: impl Fn(A) -> B) -> Vec<Row<S, B>> {
    let successor = |it: TracedSuccessor<S, A>| (action(it.action), it.state, it.node, it.g, it.h, fate_name(it.fate));
    let row = |it: TracedExpansion<S, A>| {
        let successors = it.successors.map(|all| all.into_iter().map(successor).collect());
        (it.state, it.node, it.g, it.h, it.depth, it.parent, it.action.map(&action), it.first, it.frontier, successors)
    };
    expansions.into_iter().map(row).collect()
}

/// The rows with Python objects instead of states and actions.
pub fn to_python<'py, S, A>(
    rows: Vec<Row<S, A>>,
    state: impl Fn(S) -> PyResult<Bound<'py, PyAny>>,
    action: impl Fn(A) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Vec<PythonRow<'py>>> {
    let successor = |(by, next, node, g, h, fate): Successor<S, A>| Ok((action(by)?, state(next)?, node, g, h, fate));
    let row = |(at, node, g, h, depth, parent, by, first, frontier, successors): Row<S, A>| {
        let by = by.map(&action).transpose()?;
        let successors: Option<PyResult<Vec<_>>> = successors.map(|all| all.into_iter().map(successor).collect());
        Ok((state(at)?, node, g, h, depth, parent, by, first, frontier, successors.transpose()?))
    };
    rows.into_iter().map(row).collect()
}

fn fate_name(fate: Fate) -> &'static str {
    match fate {
        Fate::New => "new",
        Fate::Cheaper => "cheaper",
        Fate::Reopened => "reopened",
        Fate::Known => "known",
        Fate::DeadEnd => "dead end",
        Fate::Dropped => "dropped",
    }
}

/// Why a trace ended before the search.
pub fn end_name(end: TraceEnd) -> &'static str {
    match end {
        TraceEnd::Most => "most",
        TraceEnd::Memory => "memory",
    }
}

/// Searches a board and records the first expansions: the report, the expansions, and why there are no more.
#[pyfunction]
pub fn trace<'py>(
    board: &Bound<'py, PyAny>,
    search: SearchSettings,
    most: usize,
    progress: ProgressFunction,
) -> PyResult<(String, Vec<PythonRow<'py>>, Option<&'static str>, bool)> {
    let py = board.py();
    let board = from_python(board)?;
    let call = Call::new(progress, search.calls_python());
    let solver = search.solver(py, &board, &call)?;
    let traced = compile(&board, Trace { py, call: &call, solver: &solver, most });
    let traced = traced.map_err(|error| usage_error(py, error))??;
    let ((report, rows, end), interrupted) = finished(py, &call, traced)?;
    Ok((json(py, &report)?, rows?, end.map(end_name), interrupted))
}

struct Trace<'t, 'py> {
    py: Python<'py>,
    call: &'t Call,
    solver: &'t Solver,
    most: usize,
}

type Traced<'py> = (SolveReport, PyResult<Vec<PythonRow<'py>>>, Option<TraceEnd>);

impl<'py, B: Board> ProblemVisitor<B> for Trace<'_, 'py> {
    type Output = PyResult<Result<Traced<'py>, SolveError>>;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Self::Output {
        let Trace { py, call, solver, most } = self;
        let traced = call.run(py, || {
            let mut search = solver.search.clone();
            let heuristics = {
                let board = problem.board(&problem.start());
                Heuristics::find(B::PUZZLE, &solver.heuristic.or_default(board.default_heuristic()), &mut search)?
            };
            heuristics.set_pathmax(&mut search.algorithm);
            let mut watch = |progress: &Progress| call.update(Event::Search(progress.clone()));
            let trace = pathmax_lab::trace(problem, &search, heuristics.make(problem)?, most, &mut watch);
            heuristics.finish()?;
            // An adjustment that is part of the heuristic is no setting.
            let name = solver.search.algorithm.info().informed.then(|| heuristics.name().into_owned());
            let line = |action: &P::Action| problem.action_line(action);
            let mut report = SolveReport::of(B::PUZZLE.name, &solver.search, name, &trace.report, line);
            report.if_admissible = report.heuristic.is_some() && heuristics.is_vouched_for();
            let rows = rows(trace.expansions, |action| problem.action_line(&action));
            Ok((report, rows, trace.why_no_more))
        })?;
        Ok(traced.map(|(report, rows, end)| {
            let state = |state: P::State| state_to_python(py, &problem.board(&state));
            let action = |line: String| Ok(line.into_pyobject(py)?.into_any());
            (report, to_python(rows, state, action), end)
        }))
    }
}
