//! The native module of the Python package: thin functions over the workbench.
//!
//! `python/pathmax/_native.pyi` describes the interface; the modules beside it wrap it. Built-in puzzles are searched without
//! holding the interpreter; Python functions run on the thread of the caller.

mod board;
mod call;
mod document;
mod errors;
mod heuristic;
mod own;
mod problem;
mod settings;
mod trace;
mod workbench;

/// The module `pathmax._native`.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    use crate::document::{
        actions, after, drawing, frames, is_solved, load, parse, plan_svg, puzzles, svg, text, validate,
    };
    #[pymodule_export]
    use crate::own::{own_audit, own_compare, own_solve, own_survey, own_trace};
    #[pymodule_export]
    use crate::trace::trace;
    #[pymodule_export]
    use crate::workbench::{audit, check, compare, evaluate, generate, hunt, map, solve, survey};
}
