//! Observers made of callbacks.

use std::ops::ControlFlow;

use pathmax::{Expansion, Observer, Progress};

use crate::Watch;

/// Reports the progress of a search.
pub(crate) struct ProgressOnly<'a>(pub Watch<'a>);

impl<S> Observer<S> for ProgressOnly<'_> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        (self.0)(progress);
        ControlFlow::Continue(())
    }

    fn improvement(&mut self, progress: &Progress) -> ControlFlow<()> {
        (self.0)(progress);
        ControlFlow::Continue(())
    }
}

/// Reports the progress of a search, and visits every expansion; made by [`each_expansion`].
pub(crate) struct EachExpansion<'a, F> {
    watch: Watch<'a>,
    visit: F,
}

/// An observer that calls `watch` with the progress and `visit` with every expansion.
pub(crate) fn each_expansion<S, F: FnMut(&Expansion<'_, S>)>(watch: Watch<'_>, visit: F) -> EachExpansion<'_, F> {
    EachExpansion { watch, visit }
}

impl<S, F: FnMut(&Expansion<'_, S>)> Observer<S> for EachExpansion<'_, F> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        (self.watch)(progress);
        ControlFlow::Continue(())
    }

    fn wants_expansions(&self) -> bool {
        true
    }

    fn expansion(&mut self, expansion: Expansion<'_, S>) -> ControlFlow<()> {
        (self.visit)(&expansion);
        ControlFlow::Continue(())
    }
}
