//! The calls of the workbench on boards.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::ControlFlow;

use pathmax::{Algorithm, CancelToken, Heuristic, Limits, Progress, SearchOptions};
use pathmax_lab::picture::{audit_picture, map_picture};
use pathmax_lab::{
    AnyBoard, AuditStep, Auditor, Checker, Claim, Comparison, ComparisonReport, GenerateEvent, Generator, Goal,
    HeuristicSource, Heuristics, HuntLimits, HuntProgress, HuntStage, Hunter, Mapper, Sampling, SolveError, Step,
    Surveyor,
};
use pathmax_puzzles::generation::Range;
use pathmax_puzzles::{Board, BoardProblem, ProblemVisitor};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use serde::Serialize;

use crate::board::{compile, from_python, to_python};
use crate::call::{Call, Event};
use crate::document;
use crate::errors::usage_error;
use crate::heuristic::Source;
use crate::settings::{LimitSettings, SearchSettings, algorithm, duration};

/// A function that receives progress.
pub type ProgressFunction = Option<Py<PyAny>>;

/// A report as the program prints it with `--json`, on one line.
pub fn json(py: Python<'_>, report: &impl Serialize) -> PyResult<String> {
    pathmax_lab::to_json_line(report).map_err(|error| usage_error(py, error))
}

/// The result of the work, or the exception that ended it; and whether it was interrupted.
///
/// A Python function that failed makes the work fail, too; its exception says more.
pub fn finished<T, E: Display>(py: Python<'_>, call: &Call, result: Result<T, E>) -> PyResult<(T, bool)> {
    let interrupted = call.finish(py)?;
    Ok((result.map_err(|error| usage_error(py, error))?, interrupted))
}

/// Solves a board.
#[pyfunction]
pub fn solve(board: &Bound<'_, PyAny>, search: SearchSettings, progress: ProgressFunction) -> PyResult<(String, bool)> {
    let py = board.py();
    let board = from_python(board)?;
    let call = Call::new(progress, search.calls_python());
    let solver = search.solver(py, &board, &call)?;
    let report = call.run(py, || solver.solve(&board, &mut |progress| call.update(Event::Search(progress.clone()))))?;
    let (report, interrupted) = finished(py, &call, report)?;
    Ok((json(py, &report)?, interrupted))
}

/// Checks an answer.
#[pyfunction]
pub fn check(
    board: &Bound<'_, PyAny>,
    answer: Vec<u8>,
    lenient: bool,
    search: SearchSettings,
    progress: ProgressFunction,
) -> PyResult<(String, bool)> {
    let py = board.py();
    let board = from_python(board)?;
    let call = Call::new(progress, search.calls_python());
    let checker = Checker { solver: search.solver(py, &board, &call)?, lenient };
    let mut watch = |progress: &Progress| call.update(Event::Search(progress.clone()));
    let report = call.run(py, || checker.check(&board, &answer, &mut watch))?;
    let (report, interrupted) = finished(py, &call, report)?;
    Ok((json(py, &report)?, interrupted))
}

/// How to sample a space that exceeds the limits: the number of states and the random seed.
pub fn sampling((states, seed): (usize, u64)) -> Sampling {
    Sampling { states, seed, ..Sampling::default() }
}

/// The progress of an audit.
pub fn audit_event(step: AuditStep<'_>) -> Event {
    match step {
        AuditStep::Exploring(states) => Event::Exploring(states),
        AuditStep::Solving(states) => Event::Solving(states),
        AuditStep::Checking { heuristic, done, of } => Event::Checking { heuristic: heuristic.to_string(), done, of },
    }
}

/// Audits heuristics on a board: the report, and a picture of the first heuristic's errors if there is one.
#[pyfunction]
pub fn audit(
    board: &Bound<'_, PyAny>,
    heuristics: Vec<Source>,
    limits: LimitSettings,
    sample: (usize, u64),
    shrink: bool,
    progress: ProgressFunction,
) -> PyResult<(String, Option<String>, bool)> {
    let py = board.py();
    let board = from_python(board)?;
    let call = Call::new(progress, heuristics.iter().any(Source::calls_python));
    let mut auditor = Auditor {
        heuristics: heuristics.into_iter().map(|source| source.for_boards(&call)).collect(),
        cancel: call.cancel(),
        sampling: sampling(sample),
        ..Auditor::default()
    };
    auditor.limits = with_default_states(limits.limits(py)?, auditor.limits.expansions);
    if !shrink {
        auditor.shrinking = 0;
    }
    let report = call.run(py, || auditor.audit_board(&board, &mut |step| call.update(audit_event(step))))?;
    let (report, interrupted) = finished(py, &call, report)?;
    Ok((json(py, &report)?, audit_picture(&report), interrupted))
}

/// Limits of an audit, with the default number of states if none is given.
pub fn with_default_states(mut limits: Limits, states: Option<u64>) -> Limits {
    limits.expansions = limits.expansions.or(states);
    limits
}

/// Searches for the smallest board on which a heuristic violates a claim.
#[pyfunction]
#[allow(clippy::too_many_arguments)] // The interface of Python, with one argument per option.
pub fn hunt(
    py: Python<'_>,
    puzzle: &str,
    options: BTreeMap<String, String>,
    heuristic: Source,
    claims: Vec<String>,
    seed: u64,
    limits: (Option<f64>, Option<u64>, Option<u64>),
    progress: ProgressFunction,
) -> PyResult<(String, bool)> {
    let puzzle = document::find_puzzle(py, puzzle)?;
    let call = Call::new(progress, heuristic.calls_python());
    let claim = |name: &String| {
        let known = Claim::ALL.into_iter().find(|claim| claim.name() == name);
        known
            .ok_or_else(|| usage_error(py, format_args!("there is no claim {name:?}; choose admissible or consistent")))
    };
    let (time, boards, steps) = limits;
    let time = time.map(|seconds| duration(py, seconds)).transpose()?;
    let usual = HuntLimits::within(time);
    let limits = match (boards, steps) {
        (None, None) => usual,
        (boards, steps) => HuntLimits { time, boards, steps },
    };
    let hunter = Hunter {
        options: document::options(options),
        claims: claims.iter().map(claim).collect::<PyResult<_>>()?,
        seed,
        limits,
        cancel: call.cancel(),
        ..Hunter::new(puzzle)
    };
    let source = heuristic.for_boards(&call);
    let mut watch = |progress: &HuntProgress| {
        let stage = match progress.stage {
            HuntStage::Exhaustive => "exhaustive",
            HuntStage::Random => "random",
            HuntStage::Climbing => "climbing",
            HuntStage::Shrinking => "shrinking",
        };
        let HuntProgress { boards, states, refuted, elapsed, .. } = *progress;
        call.update(Event::Hunting { stage, boards, states, refuted, elapsed });
    };
    let report = call.run(py, || {
        let mut search = SearchOptions { cancel: call.cancel(), ..SearchOptions::default() };
        hunter.hunt(&Heuristics::find(puzzle.info(), &source, &mut search)?, &mut watch)
    })?;
    let (report, interrupted) = finished(py, &call, report)?;
    Ok((json(py, &report)?, interrupted))
}

/// The settings of a comparison. Named heuristics are selected, functions are added.
pub fn comparison(
    py: Python<'_>,
    algorithms: Vec<String>,
    limits: &LimitSettings,
    baseline: Option<String>,
    repeat: u32,
    cancel: CancelToken,
) -> PyResult<Comparison> {
    let algorithms: Vec<Algorithm> = algorithms.iter().map(|label| algorithm(py, label)).collect::<PyResult<_>>()?;
    let limits = limits.limits(py)?;
    Ok(Comparison { algorithms, limits, baseline, repeat, cancel, ..Comparison::default() })
}

/// The progress of a comparison.
pub fn compare_event(step: &Step<'_>) -> Event {
    Event::Comparing {
        done: step.done,
        total: step.total,
        board: step.board.to_string(),
        combination: step.combination.to_string(),
        expanded: step.expanded,
    }
}

/// The report of a comparison, and its plot.
pub fn compared(py: Python<'_>, report: &ComparisonReport) -> PyResult<(String, String)> {
    let plot = pathmax_lab::plot(report).map_err(|error| usage_error(py, error))?;
    Ok((json(py, report)?, plot))
}

/// Compares algorithms and heuristics on boards.
#[pyfunction]
#[allow(clippy::too_many_arguments)] // The interface of Python, with one argument per option.
pub fn compare(
    py: Python<'_>,
    boards: Vec<(String, Bound<'_, PyAny>)>,
    algorithms: Vec<String>,
    heuristics: Vec<Source>,
    limits: LimitSettings,
    baseline: Option<String>,
    repeat: u32,
    progress: ProgressFunction,
) -> PyResult<(String, String, bool)> {
    let boards: Vec<(String, AnyBoard)> =
        boards.into_iter().map(|(name, board)| Ok((name, from_python(&board)?))).collect::<PyResult<_>>()?;
    let call = Call::new(progress, heuristics.iter().any(Source::calls_python));
    let mut comparison = comparison(py, algorithms, &limits, baseline, repeat, call.cancel())?;
    for source in heuristics {
        match source.for_boards(&call) {
            HeuristicSource::Named(name) => comparison.heuristics.extend(name),
            HeuristicSource::Function(function) => {
                // Named, so that naming functions alone runs only these.
                comparison.heuristics.push(function.name().to_string());
                comparison.functions.push(function);
            }
            HeuristicSource::Command(_) => {}
        }
    }
    let report = call.run(py, || comparison.run(&boards, &mut |step| call.update(compare_event(step))))?;
    let (report, interrupted) = finished(py, &call, report)?;
    let (report, plot) = compared(py, &report)?;
    Ok((report, plot, interrupted))
}

/// Maps a heuristic over the cells of a board: the report, and its picture.
#[pyfunction]
pub fn map(
    board: &Bound<'_, PyAny>,
    heuristic: Source,
    against_perfect: bool,
    limits: LimitSettings,
    progress: ProgressFunction,
) -> PyResult<(String, String, bool)> {
    let py = board.py();
    let board = from_python(board)?;
    let call = Call::new(progress, heuristic.calls_python());
    let mut mapper = Mapper { against_perfect, ..Mapper::default() };
    mapper.search.limits = limits.limits(py)?;
    mapper.search.cancel = call.cancel();
    mapper.heuristic = heuristic.for_boards(&call);
    let mut watch = |done, total| call.update(Event::Mapping { done, total });
    let report = call.run(py, || mapper.map(&board, &mut watch))?;
    let (report, interrupted) = finished(py, &call, report)?;
    Ok((json(py, &report)?, map_picture(&report), interrupted))
}

/// Surveys the state space of a board.
#[pyfunction]
pub fn survey(
    board: &Bound<'_, PyAny>,
    search: SearchSettings,
    most_states: u64,
    progress: ProgressFunction,
) -> PyResult<(String, bool)> {
    let py = board.py();
    let board = from_python(board)?;
    let call = Call::new(progress, search.calls_python());
    let solver = search.solver(py, &board, &call)?;
    let surveyor = Surveyor { most_states, search: solver.search, heuristic: solver.heuristic };
    let mut watch = |progress: &Progress| call.update(Event::Search(progress.clone()));
    let report = call.run(py, || surveyor.survey(&board, &mut watch))?;
    let (report, interrupted) = finished(py, &call, report)?;
    Ok((json(py, &report)?, interrupted))
}

/// Generates boards: the report, and the boards.
#[pyfunction]
#[allow(clippy::too_many_arguments)] // The interface of Python, with one argument per option.
pub fn generate<'py>(
    py: Python<'py>,
    puzzle: &str,
    options: BTreeMap<String, String>,
    count: u32,
    seed: u64,
    cost: Option<String>,
    solvable: bool,
    expansions: Option<String>,
    tries: Option<u64>,
    climb: bool,
    search: SearchSettings,
    progress: ProgressFunction,
) -> PyResult<(String, Vec<Bound<'py, PyAny>>, bool)> {
    let puzzle = document::find_puzzle(py, puzzle)?;
    let range = |text: &str| text.parse::<Range>().map_err(|error| usage_error(py, error));
    let goal = match cost.as_deref() {
        None => Goal::Cost(Range::ALL),
        Some("unsolvable") => Goal::Unsolvable,
        Some("unknown") => Goal::Unknown { solvable },
        Some(text) => Goal::Cost(range(text)?),
    };
    let Source::Named(heuristic) = &search.heuristic else {
        return Err(usage_error(py, "boards are generated with a heuristic of the puzzle, given by its name"));
    };
    let heuristic = heuristic.clone();
    let call = Call::new(progress, false);
    let search = search.options(py, Generator::default_algorithm(puzzle, goal), &call)?;
    let generator = Generator {
        options: document::options(options),
        count,
        seed,
        goal,
        expansions: expansions.as_deref().map(range).transpose()?,
        tries: tries.unwrap_or(Generator::TRIES),
        climb,
        search,
        heuristic,
        ..Generator::new(puzzle)
    };
    let mut found = 0;
    let mut watch = |event: GenerateEvent<'_>| {
        match event {
            GenerateEvent::Tried(tried) => call.update(Event::Generating { tried, found }),
            GenerateEvent::Found(_) => found += 1,
        }
        if call.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let report = call.run(py, || generator.generate(&mut watch))?;
    let (report, interrupted) = finished(py, &call, report)?;
    let boards = report.boards.iter().map(|board| to_python(py, &board.board)).collect::<PyResult<_>>()?;
    Ok((json(py, &report)?, boards, interrupted))
}

/// The value of a heuristic for a board; `None` for a dead end.
#[pyfunction]
pub fn evaluate(board: &Bound<'_, PyAny>, heuristic: Source) -> PyResult<Option<u32>> {
    let py = board.py();
    let board = from_python(board)?;
    let call = Call::new(None, heuristic.calls_python());
    let source = heuristic.for_boards(&call);
    let value = call.run(py, || {
        let mut search = SearchOptions { cancel: call.cancel(), ..SearchOptions::default() };
        let heuristics = Heuristics::for_board(&board, &source, &mut search)?;
        compile(&board, Start(&heuristics))?
    })?;
    // Nothing is known after an interruption.
    match finished(py, &call, value)? {
        (_, true) => Err(PyKeyboardInterrupt::new_err(())),
        (value, false) => Ok(value),
    }
}

/// Evaluates the start of a board.
struct Start<'h>(&'h Heuristics);

impl<B: Board> ProblemVisitor<B> for Start<'_> {
    type Output = Result<Option<u32>, SolveError>;

    fn visit<P: BoardProblem<Board = B>>(self, problem: &P) -> Self::Output {
        let value = self.0.make(problem)?.evaluate(&problem.start());
        self.0.finish()?;
        Ok(value)
    }
}
