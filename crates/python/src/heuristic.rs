//! Heuristics by name, and Python functions as heuristics.

use std::any::Any;

use pathmax::{Claims, Cost, MAX_COST};
use pathmax_lab::{HeuristicFunction, HeuristicSource, heuristic_value};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};

use crate::board::{excerpt, state_to_python};
use crate::call::Call;
use crate::errors::{heuristic_error, usage_error};

/// The source of a heuristic, as `_native.pyi` describes it.
pub enum Source {
    Named(Option<String>),
    Function(Function),
}

/// A Python function as a heuristic.
pub struct Function {
    pub name: String,
    pub function: Py<PyAny>,
    pub claims: Claims,
}

impl<'py> FromPyObject<'_, 'py> for Source {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.is_none() {
            return Ok(Source::Named(None));
        }
        if let Ok(name) = object.cast::<PyString>() {
            return Ok(Source::Named(Some(name.to_string())));
        }
        let (name, function, claims): (String, Py<PyAny>, String) = object.extract()?;
        let claims = match claims.as_str() {
            "none" => Claims::NONE,
            "admissible" => Claims::ADMISSIBLE,
            "consistent" => Claims::CONSISTENT,
            _ => {
                let message = format!("the claims {claims:?} are not none, admissible or consistent");
                return Err(usage_error(object.py(), message));
            }
        };
        Ok(Source::Function(Function { name, function, claims }))
    }
}

impl Source {
    /// Whether evaluating it calls a Python function.
    pub fn calls_python(&self) -> bool {
        matches!(self, Source::Function(_))
    }

    /// The source for boards. An exception of a function ends the call.
    pub fn for_boards(self, call: &Call) -> HeuristicSource {
        match self {
            Source::Named(name) => HeuristicSource::Named(name),
            Source::Function(function) => HeuristicSource::Function(function.for_boards(call)),
        }
    }
}

impl Function {
    /// The function for boards. An exception ends the call.
    pub fn for_boards(self, call: &Call) -> HeuristicFunction {
        let Function { name, function, claims } = self;
        let (call, label) = (call.clone(), name.clone());
        HeuristicFunction::new(name, claims, move |board: &dyn Any| {
            Python::attach(|py| {
                let value = state_to_python(py, board).and_then(|state| evaluate(function.bind(py), &label, &state));
                call.check_signals(py);
                value.map_err(|error| {
                    call.fail(error);
                    "it raised an exception".to_string()
                })
            })
        })
    }
}

/// The value of a function for a state: a cost, or `None` for a dead end.
pub fn evaluate<'py>(function: &Bound<'py, PyAny>, name: &str, state: &Bound<'py, PyAny>) -> PyResult<Option<Cost>> {
    let value = function.call1((state,))?;
    value_of(&value).map_err(|description| heuristic_error(function.py(), name, description, state))
}

/// The heuristic value that a Python object stands for; or the object in words, and what is wrong with it.
fn value_of(value: &Bound<'_, PyAny>) -> Result<Option<Cost>, String> {
    if value.is_none() {
        return Ok(None);
    }
    if let Ok(number) = value.extract::<u32>()
        && number <= MAX_COST
    {
        return Ok(Some(number));
    }
    let shown = || {
        value.repr().map_or_else(|_| "an object that cannot be shown".to_string(), |text| excerpt(&text.to_string()))
    };
    // Text is no number, although it may look like one. A whole number may be too large for a float.
    let number = match value.extract::<f64>() {
        _ if value.is_instance_of::<PyString>() => None,
        Ok(number) => Some(number),
        Err(error) if value.is_instance_of::<PyInt>() && error.is_instance_of::<PyOverflowError>(value.py()) => {
            let is_negative = value.lt(0).unwrap_or(false);
            Some(if is_negative { f64::MIN } else { f64::MAX })
        }
        Err(_) => None,
    };
    let number = number.ok_or_else(|| format!("{}, which is not a number, inf or None", shown()))?;
    heuristic_value(number).map_err(|what| format!("{}, which is {what}", shown()))
}
