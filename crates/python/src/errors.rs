//! The exceptions of the package, which are defined in Python.

use pyo3::prelude::*;

/// An exception of `pathmax.errors`.
fn make<'py>(py: Python<'py>, class: &str, arguments: impl pyo3::call::PyCallArgs<'py>) -> PyErr {
    let exception = py.import("pathmax.errors").and_then(|errors| errors.getattr(class)?.call1(arguments));
    exception.map_or_else(|error| error, PyErr::from_value)
}

/// A board is invalid.
pub fn board_error(py: Python<'_>, message: impl ToString) -> PyErr {
    make(py, "BoardError", (message.to_string(),))
}

/// An option is wrong.
pub fn usage_error(py: Python<'_>, message: impl ToString) -> PyErr {
    make(py, "UsageError", (message.to_string(),))
}

/// A heuristic returned something that is not a heuristic value: its name, what it returned, and for which state.
pub fn heuristic_error<'py>(py: Python<'py>, name: &str, description: String, state: &Bound<'py, PyAny>) -> PyErr {
    make(py, "HeuristicError", (name, description, state))
}

/// A part of an own problem returned something wrong, for this state.
pub fn problem_error<'py>(py: Python<'py>, message: String, state: Option<&Bound<'py, PyAny>>) -> PyErr {
    make(py, "ProblemError", (message, state))
}
