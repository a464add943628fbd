//! Answers of callbacks.

use std::ops::ControlFlow;

/// Continues if the condition holds, else breaks.
pub(crate) fn continue_if(condition: bool) -> ControlFlow<()> {
    if condition { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}
