//! Settings of searches, as `_native.pyi` describes them.

use std::collections::BTreeMap;
use std::time::Duration;

use pathmax::{Algorithm, Anytime, Gap, Limits, SearchOptions, Threads};
use pathmax_lab::{AnyBoard, HeuristicSource, Solver, default_expansions, free_memory};
use pyo3::prelude::*;
use pyo3::types::PyBool;

use crate::call::Call;
use crate::errors::usage_error;
use crate::heuristic::Source;

/// Limits; a missing memory limit is three quarters of the free memory.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct LimitSettings {
    time: Option<f64>,
    memory: Option<usize>,
    expansions: Option<u64>,
}

impl LimitSettings {
    pub fn limits(&self, py: Python<'_>) -> PyResult<Limits> {
        let time = self.time.map(|seconds| duration(py, seconds)).transpose()?;
        Ok(Limits { time, memory: Some(self.memory.unwrap_or_else(free_memory)), expansions: self.expansions })
    }

    /// The limits for an algorithm, some of which have a default limit.
    pub fn limits_for(&self, py: Python<'_>, algorithm: Algorithm) -> PyResult<Limits> {
        let limits = self.limits(py)?;
        let expansions = limits.expansions.or(default_expansions(algorithm).filter(|_| limits.time.is_none()));
        Ok(Limits { expansions, ..limits })
    }
}

/// A time limit in seconds.
pub fn duration(py: Python<'_>, seconds: f64) -> PyResult<Duration> {
    let wrong = |_| usage_error(py, format_args!("the time limit {seconds} is not a number of seconds from 0 on"));
    Duration::try_from_secs_f64(seconds).map_err(wrong)
}

/// The settings of a search.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct SearchSettings {
    algorithm: Option<String>,
    settings: BTreeMap<String, String>,
    pub heuristic: Source,
    limits: LimitSettings,
    threads: u16,
    profile: bool,
    check_consistency: bool,
    settle: Settle,
    /// `None`: if no algorithm is given.
    anytime: Option<bool>,
    gap: f64,
}

/// Whether plans without a proof are settled by a second search.
enum Settle {
    Default,
    Off,
    Within(u64),
}

impl<'py> FromPyObject<'_, 'py> for Settle {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.is_none() {
            return Ok(Settle::Default);
        }
        match object.cast::<PyBool>() {
            Ok(on) => Ok(if on.is_true() { Settle::Default } else { Settle::Off }),
            Err(_) => object.extract().map(Settle::Within),
        }
    }
}

/// Reads the label of an algorithm: `astar`, `weighted-astar:2`.
pub fn algorithm(py: Python<'_>, label: &str) -> PyResult<Algorithm> {
    label.parse().map_err(|error: pathmax::AlgorithmError| usage_error(py, error))
}

impl SearchSettings {
    /// Whether the search calls Python functions.
    pub fn calls_python(&self) -> bool {
        self.heuristic.calls_python()
    }

    fn chosen_algorithm(&self, py: Python<'_>, usual: Algorithm) -> PyResult<Algorithm> {
        let mut chosen = self.algorithm.as_deref().map_or(Ok(usual), |label| algorithm(py, label))?;
        for (setting, value) in &self.settings {
            chosen.set(setting, value).map_err(|error| usage_error(py, error))?;
        }
        if self.threads != 1 && !chosen.uses_threads() {
            return Err(usage_error(py, format_args!("{chosen} does not use several threads; leave out threads")));
        }
        Ok(chosen)
    }

    /// The options of a search of an own problem, with this default algorithm.
    pub fn options(&self, py: Python<'_>, usual: Algorithm, call: &Call) -> PyResult<SearchOptions> {
        let algorithm = self.chosen_algorithm(py, usual)?;
        let gap =
            Gap::new(self.gap).ok_or_else(|| usage_error(py, format_args!("gap is {}; expected 0 to 1", self.gap)))?;
        if gap != Gap::ZERO && !algorithm.has_gap() {
            return Err(usage_error(py, format_args!("{algorithm} does not stop at a gap; leave out gap")));
        }
        if self.anytime == Some(true) && !algorithm.is_anytime() {
            return Err(usage_error(py, format_args!("{algorithm} does not look for plans early; leave out anytime")));
        }
        let anytime = self.anytime.unwrap_or(self.algorithm.is_none());
        Ok(SearchOptions {
            anytime: anytime.then(Anytime::default),
            gap,
            algorithm,
            limits: self.limits.limits_for(py, algorithm)?,
            cancel: call.cancel(),
            profile: self.profile,
            check_consistency: self.check_consistency,
            ..SearchOptions::default()
        })
    }

    /// The solver for a board.
    pub fn solver(self, py: Python<'_>, board: &AnyBoard, call: &Call) -> PyResult<Solver> {
        let named = match &self.heuristic {
            Source::Named(name) => HeuristicSource::Named(name.clone()),
            Source::Function(_) => HeuristicSource::default(),
        };
        let usual = if self.calls_python() { Algorithm::default() } else { named.default_algorithm(board) };
        let search = self.options(py, usual, call)?;
        let threads = if self.threads == 0 { Threads::all() } else { Threads::new(self.threads.into()) };
        let heuristic = self.heuristic.for_boards(call);
        let settle = match self.settle {
            Settle::Default => heuristic.default_settle(search.algorithm, board.puzzle().info()),
            Settle::Off => None,
            Settle::Within(expansions) => Some(expansions),
        };
        Ok(Solver { search, threads, heuristic, settle, ..Solver::default() })
    }
}
