//! The calls of the workbench on problems of one's own.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use pathmax::{Algorithm, Cost, Limits, Observer, Plan, Progress, Report, SearchOptions, StopReason};
use pathmax_lab::{
    AuditVerdict, BrokenAction, BrokenState, Finding, NamedHeuristic, ProblemAuditor, Sampling, SolveOutcome,
    SolveReport, Value,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::call::{Call, Event};
use crate::errors::usage_error;
use crate::heuristic::{Function, Source};
use crate::problem::{OwnAction, OwnHeuristic, OwnProblem, Parts};
use crate::settings::{LimitSettings, SearchSettings};
use crate::trace::{Row, end_name, rows, to_python};
use crate::workbench::{
    ProgressFunction, audit_event, compare_event, compared, comparison, finished, json, sampling, with_default_states,
};

type Objects<'py> = Option<Vec<Bound<'py, PyAny>>>;

/// The function among the sources; own problems have no heuristics by name, except for none at all.
fn function(py: Python<'_>, source: Source) -> PyResult<Option<Function>> {
    match source {
        Source::Named(None) => Ok(None),
        Source::Named(Some(name)) if name == "null" => Ok(None),
        Source::Named(Some(name)) => Err(usage_error(
            py,
            format_args!("a problem of your own has no heuristic {name:?}; give a function, or null for none"),
        )),
        Source::Function(function) => Ok(Some(function)),
    }
}

/// A name that lives as long as the process, as reports have them. There are few: classes of problems.
fn lasting(name: &str) -> &'static str {
    static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = names.get(name) {
        return known;
    }
    let name: &'static str = Box::leak(name.to_string().into_boxed_str());
    names.insert(name);
    name
}

/// Reports the progress of a search, and records the bound.
struct Watch<'c> {
    call: &'c Call,
    bound: &'c Cell<Cost>,
}

impl Watch<'_> {
    fn note(&mut self, progress: &Progress) {
        // Later bounds may be false.
        if !self.call.is_broken() {
            self.bound.set(progress.bound);
        }
        self.call.update(Event::Search(progress.clone()));
    }
}

impl<S> Observer<S> for Watch<'_> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.note(progress);
        ControlFlow::Continue(())
    }
}

/// The actions of a plan as Python objects.
fn objects<'py>(plan: &Plan<OwnAction<'py>>) -> Vec<Bound<'py, PyAny>> {
    plan.actions.iter().map(|action| action.object.clone()).collect()
}

/// A search of an own problem.
struct Searching<'py> {
    py: Python<'py>,
    call: Call,
    problem: OwnProblem<'py>,
    function: Option<Function>,
    options: SearchOptions,
    /// The bound proven before a function failed.
    bound: Cell<Cost>,
}

impl<'py> Searching<'py> {
    fn new(py: Python<'py>, parts: Parts<'py>, search: SearchSettings, progress: ProgressFunction) -> PyResult<Self> {
        let call = Call::new(progress, true);
        let problem = OwnProblem::new(py, parts, &call)?;
        let has_heuristic = search.calls_python();
        let usual = if has_heuristic { Algorithm::default() } else { Algorithm::UNIFORM_COST };
        let options = search.options(py, usual, &call)?;
        if matches!(options.algorithm, Algorithm::IdaStar { .. } | Algorithm::IterativeDeepening { .. }) {
            problem.count_all_states();
        }
        let function = function(py, search.heuristic)?;
        Ok(Searching { py, call, problem, function, options, bound: Cell::new(0) })
    }

    fn heuristic(&self) -> OwnHeuristic<'py> {
        OwnHeuristic::new(&self.problem, self.function.as_ref())
    }

    /// The name of the heuristic, if the algorithm uses one.
    fn heuristic_name(&self) -> Option<String> {
        let name = self.function.as_ref().map_or("null", |function| &function.name);
        self.options.algorithm.info().informed.then(|| name.to_string())
    }

    fn report(&self, report: &Report<OwnAction<'py>>) -> SolveReport {
        let line =
            |action: &OwnAction<'py>| action.object.str().map_or_else(|_| String::new(), |text| text.to_string());
        let name = lasting(self.problem.name());
        let mut solved = SolveReport::of(name, &self.options, self.heuristic_name(), report, line);
        let vouched = self.function.as_ref().is_some_and(|function| function.claims.admissible);
        solved.if_admissible = solved.heuristic.is_some() && vouched;
        solved
    }

    fn watch(&self) -> Watch<'_> {
        Watch { call: &self.call, bound: &self.bound }
    }

    /// The report as JSON, the plan and the states along it, and whether the search was interrupted.
    fn finish(&self, report: &Report<OwnAction<'py>>) -> PyResult<(String, Objects<'py>, Objects<'py>, bool)> {
        let interrupted = self.call.finish(self.py)?;
        let mut solved = self.report(report);
        let replay = |plan: &Plan<OwnAction<'py>>| PyResult::Ok((objects(plan), self.problem.replay(plan)?));
        let mut replayed = report.plan().map(replay);
        if self.call.is_broken() {
            // The search lacked answers: only what was known before holds, and a plan that replays.
            replayed = replayed.filter(Result::is_ok);
            solved.outcome = SolveOutcome::Stopped;
            solved.reason = Some(StopReason::Cancelled);
            solved.bound = Some(self.bound.get());
            solved.cost = solved.cost.filter(|_| replayed.is_some());
            solved.actions.retain(|_| replayed.is_some());
            solved.optimal = solved.cost.is_some_and(|cost| cost <= self.bound.get());
            (solved.suboptimality, solved.gap) = (None, None);
        }
        let (plan, states) = replayed.transpose()?.unzip();
        Ok((json(self.py, &solved)?, plan, states, interrupted))
    }
}

/// Solves a problem: the report, the plan, and the states along it.
#[pyfunction]
pub fn own_solve<'py>(
    py: Python<'py>,
    parts: Parts<'py>,
    search: SearchSettings,
    progress: ProgressFunction,
) -> PyResult<(String, Objects<'py>, Objects<'py>, bool)> {
    let own = Searching::new(py, parts, search, progress)?;
    let search = own.options.search().heuristic(own.heuristic()).observe(own.watch());
    own.finish(&search.run(&own.problem))
}

/// Searches a problem and records the first expansions.
#[pyfunction]
#[allow(clippy::type_complexity)] // A tuple for Python, described in `_native.pyi`.
pub fn own_trace<'py>(
    py: Python<'py>,
    parts: Parts<'py>,
    search: SearchSettings,
    most: usize,
    progress: ProgressFunction,
) -> PyResult<(String, Objects<'py>, Vec<Row<Bound<'py, PyAny>, Bound<'py, PyAny>>>, Option<&'static str>, bool)> {
    let own = Searching::new(py, parts, search, progress)?;
    let mut watch = own.watch();
    let mut watch = |progress: &Progress| watch.note(progress);
    let trace = pathmax_lab::trace(&own.problem, &own.options, own.heuristic(), most, &mut watch);
    let (report, plan, _, interrupted) = own.finish(&trace.report)?;
    let rows = to_python(rows(trace.expansions, |action| action.object), |state| Ok(own.problem.state(state)), Ok)?;
    Ok((report, plan, rows, trace.why_no_more.map(end_name), interrupted))
}

/// Surveys the state space of a problem.
#[pyfunction]
pub fn own_survey<'py>(
    py: Python<'py>,
    parts: Parts<'py>,
    search: SearchSettings,
    most_states: u64,
    progress: ProgressFunction,
) -> PyResult<(String, bool)> {
    let own = Searching::new(py, parts, search, progress)?;
    let mut watch = |progress: &Progress| own.call.update(Event::Search(progress.clone()));
    let mut report = pathmax_lab::survey(&own.problem, own.heuristic(), most_states, &own.options, &mut watch);
    report.heuristic = own.heuristic_name();
    if own.call.is_broken() {
        report.complete = false;
        report.outcome = SolveOutcome::Stopped;
    }
    let interrupted = own.call.finish(py)?;
    Ok((json(py, &report)?, interrupted))
}

/// Audits a heuristic on a problem.
#[pyfunction]
pub fn own_audit<'py>(
    py: Python<'py>,
    parts: Parts<'py>,
    heuristic: Source,
    limits: LimitSettings,
    sample: (usize, u64),
    progress: ProgressFunction,
) -> PyResult<(Bound<'py, PyDict>, bool)> {
    let call = Call::new(progress, true);
    let problem = OwnProblem::new(py, parts, &call)?;
    let function = function(py, heuristic)?;
    // A step of a problem in Python takes some fifty times as long as one of a built-in puzzle: about ten seconds of work.
    let sampling = Sampling { steps: Some(Sampling::USUAL_STEPS / 50), ..sampling(sample) };
    let mut auditor = ProblemAuditor { cancel: call.cancel(), sampling, ..ProblemAuditor::default() };
    auditor.limits = with_default_states(limits.limits(py)?, auditor.limits.expansions);
    let heuristic = OwnHeuristic::new(&problem, function.as_ref());
    let mut audit = auditor.audit(&problem, heuristic, &mut |step| call.update(audit_event(step)));
    if call.is_broken() {
        // The problem lacked answers: the space, its costs and all that follows from them are unknown.
        audit.admissible = Finding::default();
        audit.consistent = Finding::default();
        (audit.whole_space, audit.stopped) = (false, Some(StopReason::Cancelled));
        (audit.cost, audit.quality) = (None, None);
    }
    let dict = PyDict::new(py);
    let state = |number: u32| problem.state(number);
    let admissible =
        finding(py, &audit.admissible, |dict, BrokenState { state: number, h, cost }: &BrokenState<u32>| {
            dict.set_item("state", state(*number))?;
            dict.set_item("h", number_of(*h))?;
            dict.set_item("cost", number_of(*cost))?;
            dict.set_item("plan", plan_from(&problem, *number, &auditor.limits, &call))
        })?;
    type Broken<'py> = BrokenAction<u32, OwnAction<'py>>;
    let consistent = finding(py, &audit.consistent, |dict, broken: &Broken<'py>| {
        dict.set_item("state", state(broken.state))?;
        dict.set_item("action", broken.action.as_ref().map(|action| &action.object))?;
        dict.set_item("cost", broken.cost)?;
        dict.set_item("successor", state(broken.successor))?;
        dict.set_item("h", number_of(broken.h))?;
        dict.set_item("h_after", number_of(broken.h_after))
    })?;
    dict.set_item("admissible", admissible)?;
    dict.set_item("consistent", consistent)?;
    dict.set_item("whole_space", audit.whole_space)?;
    dict.set_item("stopped", audit.stopped.map(stop_name))?;
    dict.set_item("states", audit.states)?;
    dict.set_item("actions", audit.actions)?;
    dict.set_item("cost", audit.cost.map(number_of))?;
    let quality = audit.quality.as_ref().map(|quality| json(py, quality)).transpose()?;
    dict.set_item("quality", quality)?;
    dict.set_item("claims", (audit.claims.admissible, audit.claims.consistent))?;
    let interrupted = call.finish(py)?;
    Ok((dict, interrupted))
}

/// The name of a reason in an audit, where the limit on expansions limits the states of the space.
fn stop_name(reason: StopReason) -> &'static str {
    if reason == StopReason::Expansions { "states" } else { reason.name() }
}

/// An optimal plan from a state, if it is found within the limits.
fn plan_from<'py>(
    problem: &OwnProblem<'py>,
    state: u32,
    limits: &Limits,
    call: &Call,
) -> Option<Vec<Bound<'py, PyAny>>> {
    if call.is_over() {
        return None;
    }
    problem.start_at(state);
    let options =
        SearchOptions { limits: limits.clone(), cancel: call.cancel(), ..SearchOptions::new(Algorithm::UNIFORM_COST) };
    let report = options.search().observe(Watch { call, bound: &Cell::default() }).run(problem);
    problem.start_at(0);
    let is_proven = report.is_optimal() && !call.is_broken();
    report.plan().filter(|_| is_proven).map(objects)
}

fn finding<'py, C>(
    py: Python<'py>,
    finding: &Finding<C>,
    fill: impl FnOnce(&Bound<'py, PyDict>, &C) -> PyResult<()>,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("verdict", finding.verdict.map(AuditVerdict::name))?;
    dict.set_item("checked", finding.checked)?;
    dict.set_item("broken", finding.broken)?;
    let counterexample = finding.counterexample.as_ref().map(|broken| {
        let counterexample = PyDict::new(py);
        fill(&counterexample, broken).map(|()| counterexample)
    });
    dict.set_item("counterexample", counterexample.transpose()?)?;
    Ok(dict)
}

fn number_of(value: Value) -> f64 {
    value.finite().map_or(f64::INFINITY, f64::from)
}

/// Compares algorithms and heuristics on problems of one kind. Each problem has its own functions of the same names.
#[pyfunction]
pub fn own_compare<'py>(
    py: Python<'py>,
    problems: Vec<(String, Parts<'py>, Vec<Source>)>,
    algorithms: Vec<String>,
    limits: LimitSettings,
    baseline: Option<String>,
    repeat: u32,
    progress: ProgressFunction,
) -> PyResult<(String, String, bool)> {
    let call = Call::new(progress, true);
    let kind = problems.first().map_or("", |(_, parts, _)| lasting(&parts.name));
    let mut heuristics: Vec<NamedHeuristic<'_, OwnProblem<'py>>> = Vec::new();
    let mut named: Vec<(String, OwnProblem<'py>)> = Vec::new();
    for (name, parts, sources) in problems {
        let functions = sources.into_iter().map(|source| function(py, source)).collect::<PyResult<Vec<_>>>()?;
        if heuristics.is_empty() {
            let heuristic = |(number, function): (usize, &Option<Function>)| match function {
                None => NamedHeuristic::null(),
                Some(Function { name, .. }) => {
                    NamedHeuristic::new(name, move |problem: &OwnProblem<'py>| problem.heuristic(number))
                }
            };
            heuristics = functions.iter().enumerate().map(heuristic).collect();
        }
        named.push((name, OwnProblem::with_functions(py, parts, &call, functions)?));
    }
    let problems: Vec<(&str, OwnProblem<'py>)> =
        named.iter().map(|(name, problem)| (name.as_str(), problem.clone())).collect();
    let comparison = comparison(py, algorithms, &limits, baseline, repeat, call.cancel())?;
    let report = comparison.run_problems(kind, &problems, &heuristics, &mut |step| call.update(compare_event(step)));
    let (report, interrupted) = finished(py, &call, report)?;
    let (report, plot) = compared(py, &report)?;
    Ok((report, plot, interrupted))
}
