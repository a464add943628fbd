//! Writes the checkpoints of a search to its file.

use std::ops::ControlFlow;
use std::path::Path;

use pathmax::{Checkpoint, Observer, Progress, StateCodec};

use super::WatchWrites;
use super::file;
use super::header::Header;
use crate::Watch;

/// Reports the progress of a search, and writes its checkpoints.
pub(super) struct FileObserver<'a, S> {
    pub watch: Watch<'a>,
    pub writes: WatchWrites<'a>,
    pub path: &'a Path,
    pub header: Header,
    pub codec: StateCodec<S>,
}

impl<S> Observer<S> for FileObserver<'_, S> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        (self.watch)(progress);
        ControlFlow::Continue(())
    }

    fn improvement(&mut self, progress: &Progress) -> ControlFlow<()> {
        (self.watch)(progress);
        ControlFlow::Continue(())
    }

    fn checkpoint(&mut self, checkpoint: &mut Checkpoint<'_, S>) -> ControlFlow<()> {
        let written = file::write(self.path, &self.header, |out| checkpoint.write(&self.codec, out));
        (self.writes)(written);
        ControlFlow::Continue(())
    }
}
